"""Execution plan files (lightsweep/plan/v1): the schema, what makes them complete, where they are written."""
import copy
import json
import subprocess

import pytest
from conftest import BINARY, SOURCE, call
from json_schema import Schema

SCHEMA = Schema(json.loads((SOURCE / "sweeps/interchange/plan.schema.json").read_text()))
FABRIC = ["--message", "1MiB", "--bandwidth", "800Gbps", "--per-step-latency", "1us", "--reconfiguration-delay", "10us"]
BASE = ["--topology", "ring", "--per-hop-latency", "100ns", *FABRIC]
POINTS = {
    "planes": ["--rules", "swot", "--scheduler", "swot", "--collective", "allreduce/halving-doubling", "--nodes", 8, "--planes", 2, *FABRIC],
    "planes of unequal speed": ["--rules", "swot", "--scheduler", "swot", "--collective", "alltoall/bruck", "--nodes", 8, "--planes", 2, "--plane-speeds", "[100, 50]", "--initial", "cold", *FABRIC],
    "groups": ["--rules", "common", "--scheduler", "segments-overlap", "--collective", "allreduce/swing", "--nodes", 16, "--planes", 4, *BASE],
    "topologies": ["--rules", "addanki", "--scheduler", "addanki", "--collective", "allreduce/halving-doubling", "--nodes", 8, *BASE],
    "topologies with ways": ["--rules", "addanki", "--scheduler", "addanki", "--collective", "allreduce/halving-doubling", "--nodes", 8, *BASE, "--ways"],
    "topologies of one direction": ["--rules", "bridge", "--scheduler", "bridge", "--collective", "alltoall/bruck", "--nodes", 16, "--per-hop-latency", "100ns", *FABRIC],
    "topologies of paths": ["--rules", "pccl", "--scheduler", "pccl", "--collective", "reduce-scatter/bruck", "--nodes", 16, *BASE],
    "lightpaths": ["--rules", "optree", "--scheduler", "optree-tree", "--collective", "allgather/any", "--nodes", 16, "--wavelengths", 4, "--topology", "wdm-ring", "--message", "1MiB", "--wavelength-bandwidth", "40Gbps", "--reconfiguration-delay", "10us"],
}


@pytest.fixture(scope="module", params=POINTS)
def plan(request):
    code, out, error = call("schedule", *POINTS[request.param], "--execution-plan")
    assert code == 0, error
    return request.param.split()[0], json.loads(out)


def test_every_kind_of_plan_fits_the_schema(plan):
    kind, file = plan
    assert SCHEMA.faults(file) == [] and file["kind"] == kind
    assert sum(file["breakdown"].values()) == pytest.approx(file["completion_time"], rel=1e-12)


def test_a_plan_names_the_problem_that_it_answers(plan):
    _, file = plan
    done = subprocess.run([BINARY, "eval"], input=json.dumps(file["problem"]), capture_output=True, text=True, timeout=60)
    answer = json.loads(done.stdout)
    assert answer["completion_time"] == file["completion_time"] and answer["breakdown"] == file["breakdown"]
    assert file["problem"]["scheduler"] == file["scheduler"] and file["problem"]["rules"] == file["rules"]


def replayed(file):
    """Earliest times of a plan of planes, from the file alone."""
    hardware = file["hardware"]
    planes = {one["plane"]: one for one in hardware["planes"]}
    exchanges = [(rank["rank"], one) for rank in file["ranks"] for one in rank["transfers"]]
    steps = max(one["step"] for _, one in exchanges) + 1
    ended = [[0.0] * (steps + 1) for _ in range(file["n"])]           # per rank and step, of all steps before
    of_plane = {plane: [0.0] * (steps + 1) for plane in planes}
    setups = {one["plane"]: one["reconfigurations"] for one in file["controller"]}
    ready = {plane: {0: 0.0} for plane in planes}
    for step in range(steps):
        for rank in range(file["n"]):
            ended[rank][step + 1] = ended[rank][step]
        for plane in planes:
            of_plane[plane][step + 1] = of_plane[plane][step]
            for one in setups[plane]:
                if one["for_step"] == step:
                    begin = max(ready[plane][one["number"] - 1], of_plane[plane][one["after_step"] + 1])
                    ready[plane][one["number"]] = begin + planes[plane]["reconfiguration_delay"]
        for rank, one in exchanges:
            if one["step"] != step or one["send_to"] < 0:
                continue
            waits = max(ended[rank][one["after_step"] + 1], ended[one["send_to"]][one["after_step"] + 1], ready[one["plane"]][one["after_reconfiguration"]])
            size = sum(part["bytes"] for part in one["send"])
            end = waits + hardware["per_step_latency"] + hardware["per_hop_latency"] + size / planes[one["plane"]]["bandwidth"]
            for at in (rank, one["send_to"]):
                ended[at][step + 1] = max(ended[at][step + 1], end)
            of_plane[one["plane"]][step + 1] = max(of_plane[one["plane"]][step + 1], end)
    return max(times[-1] for times in ended)


@pytest.mark.parametrize("point", ["planes", "planes of unequal speed"])
def test_a_plan_of_planes_is_timed_from_the_file_alone(point):
    file = json.loads(call("schedule", *POINTS[point], "--execution-plan")[1])
    assert replayed(file) == pytest.approx(file["simulated_time"], rel=1e-12)
    assert file["simulated_time"] == pytest.approx(file["completion_time"], abs=file["rounding_time"] + 1e-15)


def test_links_of_topologies_have_their_rates():
    file = json.loads(call("schedule", *POINTS["topologies"], "--link-bandwidth", "split", "--execution-plan")[1])
    # A node of the two-way ring shares 800 Gbit/s = 1e11 B/s between two links.
    assert {link[2] for link in file["topologies"][0]["links"]} == {5e10} and len(file["topologies"][0]["links"]) == 16


def test_the_schema_refuses_what_is_no_plan(plan):
    _, file = plan
    for spoil in (lambda one: one.pop("hardware"), lambda one: one.update(schema="lightsweep/plan/v2"), lambda one: one.update(kind="sonnet"),
                  lambda one: one.update(completion_time="soon"), lambda one: one["ranks"][0].pop("rank"), lambda one: one.update(n=-1)):
        other = copy.deepcopy(file)
        spoil(other)
        assert SCHEMA.faults(other), "a spoilt plan passes"
    inner = {"planes": "transfers", "topologies": "sends", "groups": "sends"}.get(file["kind"])
    if inner:
        other = copy.deepcopy(file)
        other["ranks"][0][inner][0]["surprise"] = 1
        assert SCHEMA.faults(other)


def test_a_plan_is_written_as_a_file(tmp_path):
    words = ["schedule", *POINTS["planes"], "--execution-plan"]
    path = tmp_path / "plan.json"
    path.write_text("what stood there before")
    assert call(*words, "-o", path) == (0, "", "")
    assert path.read_text() == call(*words)[1] and [one.name for one in tmp_path.iterdir()] == ["plan.json"]
    assert call(*words, "-o", "/dev/stdout")[1] == path.read_text()
    assert call(*words, "-o", tmp_path)[0] == 2
    code, _, error = call("schedule", *POINTS["planes"], "-o", path)
    assert code == 2 and "add --execution-plan, --json or --html" in error
    code, _, error = call(*words, "-o", tmp_path / "missing/plan.json")
    assert code == 3 and "missing/plan.json" in error


@pytest.mark.parametrize("planes", [1, 2, 4])
def test_two_children_may_send_to_the_same_bytes(planes, tmp_path):
    """A parent of the double binary tree adds what both children send in one step: the second of them by way of scratch space."""
    point = ["--rules", "swot", "--scheduler", "strawman", "--collective", "allreduce/double-binary-tree(2)", "--nodes", 6, "--planes", planes,
             "--message", 240_000, "--bandwidth", "100GB/s", "--per-step-latency", "1us", "--reconfiguration-delay", "10us"]
    assert call("schedule", *point, "--execution-plan", "-o", tmp_path / "tree.json")[0] == 0
    file = json.loads((tmp_path / "tree.json").read_text())
    assert planes < 4 or file["buffers"][0]["scratch"] > 0
    code, out, error = call("simulate", tmp_path / "tree.json", "--json")
    assert code == 0 and json.loads(out)["ratio"] <= 1 + 1e-4, error
    assert call("export", "--format", "msccl", *point, "-o", tmp_path / "tree.xml")[0] == 0
    code, out, _ = call("check", tmp_path / "tree.xml")
    assert code == 0 and out.endswith("tree.xml: right\n")
