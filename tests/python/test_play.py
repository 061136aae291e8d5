"""Plans on real ranks of MPI with real bytes: what they hold in the end is what MPI's own collectives give them, and damage is found with its place."""
import json
import re
import subprocess

import pytest
from conftest import BINARY, LAUNCHER, call

FABRIC = {"--nodes": 4, "--message": "1000B", "--bandwidth": "800Gbps", "--per-step-latency": "1us", "--reconfiguration-delay": "10us"}


def plan_of(**keys):
    """A plan as JSON; keys as --keys."""
    words = {**FABRIC, **{"--" + key.replace("_", "-"): value for key, value in keys.items()}}
    code, out, error = call("schedule", *[word for pair in words.items() for word in pair], "--execution-plan")
    assert code == 0, error or out
    return json.loads(out)


def played(folder, plan, *more, ranks=None):
    path = folder / "plan.json"
    path.write_text(json.dumps(plan))
    done = subprocess.run([LAUNCHER, "-n", str(ranks or plan["n"]), BINARY, "play", str(path), *more], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def refused(folder, plan):
    """What play says of a plan that it refuses; one process is enough, because it reads the plan first."""
    path = folder / "plan.json"
    path.write_text(json.dumps(plan))
    code, out, error = call("play", path)
    return code, out + error


def play_together(folder, plans):
    """{name: (exit code of its launch, its line)}: the plans for as many ranks are played by one launch."""
    files, found = {name: folder / f"{at}.json" for at, name in enumerate(plans)}, {}
    for name, plan in plans.items():
        files[name].write_text(json.dumps(plan))
    for n in {plan["n"] for plan in plans.values()}:
        names = [name for name, plan in plans.items() if plan["n"] == n]
        done = subprocess.run([LAUNCHER, "-n", str(n), BINARY, "play", *(str(files[name]) for name in names)], cwd=folder, capture_output=True, text=True, timeout=120)
        lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
        assert len(lines) == len(names), done.stdout + done.stderr
        found |= {name: (done.returncode, lines[str(files[name])]) for name in names}
    return found


def swot(collective, **keys):
    return plan_of(collective=collective, **{"rules": "swot", "scheduler": "swot", "planes": 2, **keys})


OPTREE = {"rules": "optree", "scheduler": "wdm-optimal", "topology": "wdm-ring", "wavelengths": 2, "nodes": 5, "message": "5000B", "wavelength_bandwidth": "100Gbps", "collective": "allgather/any"}


def lightpaths(**keys):
    """Rules without the keys of other fabrics."""
    words = [word for key, value in {**OPTREE, "reconfiguration_delay": "1us", **keys}.items() if value is not None for word in (f"--{key.replace('_', '-')}", value)]
    code, out, error = call("schedule", *words, "--execution-plan")
    assert code == 0, error or out
    return json.loads(out)


COMMON = {"rules": "common", "wavelength_bandwidth": None, "bandwidth": "800Gbps", "per_step_latency": "1us", "per_hop_latency": "1us"}


def whole(**keys):
    """A plan of whole topologies."""
    return plan_of(**{"rules": "addanki", "scheduler": "addanki", "topology": "ring", "per_hop_latency": "1us", **keys})


def whole_in_groups(**keys):
    return whole(**{"nodes": 8, **keys})


def swot_in_groups(collective, **keys):
    return swot(collective, nodes=8, **keys)


def streamed(**keys):
    """A plan of streams over relays."""
    return plan_of(**{"rules": "common", "scheduler": "segments-overlap", "topology": "ring", "planes": 2, "per_hop_latency": "100ns", **keys})


def build(make, kind, *cases):
    """Plans to be made, each with the kind that it must be."""
    for case in cases:
        words, keys = (case[:-1], case[-1]) if isinstance(case, tuple) else ((), case)
        yield pytest.param(make, kind, words, keys, id=f"{make.__name__}-{'-'.join(map(str, [*words, *keys.values()]))}")


PLANS = [
    *build(swot, "planes",
           ("allreduce/ring", {}), ("allreduce/halving-doubling", {"message": "65544B"}), ("allreduce/recursive-doubling", {"planes": 1}), ("allreduce/swing", {"nodes": 8, "planes": 3}),
           ("allgather/ring", {"nodes": 5, "message": "1003B"}), ("allgather/bruck", {"nodes": 6, "scheduler": "strawman"}), ("reduce-scatter/halving-doubling", {}),
           ("reduce-scatter/ring", {"nodes": 3, "message": "10B"}), ("alltoall/shift", {"nodes": 5, "planes": 3, "message": "1001B"}), ("alltoall/bruck", {"nodes": 5}),
           ("broadcast/binomial", {"nodes": 5, "root": 3}), ("reduce/binomial", {"nodes": 6, "root": 5}), ("gather/binomial", {"nodes": 5, "root": 2}), ("scatter/binomial", {}),
           ("allreduce/double-binary-tree(2)", {"nodes": 6, "scheduler": "strawman", "planes": 4}), ("allgather/ring+alltoall/shift", {}), ("allreduce/ring", {"message": "4MiB", "scheduler": "one-shot", "initial": "cold"})),
    *build(whole, "topologies",
           {"collective": "allreduce/halving-doubling"}, {"collective": "alltoall/bruck", "topology": "ring-uni", "scheduler": "addanki-reuse", "message": "1024B"},
           {"collective": "allgather/bruck", "rules": "bridge", "scheduler": "bridge", "nodes": 8}, {"collective": "allreduce/ring", "rules": "pccl", "scheduler": "pccl", "message": "1003B"},
           {"collective": "reduce-scatter/swing", "rules": "common", "scheduler": "segments", "planes": 2}, {"collective": "alltoall/shift", "scheduler": "static", "nodes": 5},
           {"collective": "broadcast/binomial", "scheduler": "every-step", "nodes": 5, "root": 3}, {"collective": "reduce-scatter/ring+allgather/ring", "scheduler": "threshold"}),
    *build(streamed, "groups",
           {"collective": "allreduce/ring"}, {"collective": "allreduce/halving-doubling", "message": "4MiB"}, {"collective": "alltoall/shift", "nodes": 5, "message": "1001B"}, {"collective": "alltoall/bruck", "nodes": 5},
           {"collective": "allgather/bruck", "nodes": 5}, {"collective": "reduce-scatter/swing", "nodes": 8}, {"collective": "broadcast/binomial", "root": 3}),
    *build(lightpaths, "lightpaths",
           {}, {"collective": "reduce-scatter/any"}, {"collective": "allreduce/any", "scheduler": "optree-tree"}, {"nodes": 8, "message": "1001B"}, {"items_per_node": 3}, {"scheduler": "wdm-windowed", "standing": "held", "wavelengths": 1},
           {"scheduler": "wdm-multicast"}, {"topology": "wdm-torus", "dims": "2,4", "nodes": 8}, {"message": "5B"}, {**COMMON, "scheduler": "wdm-optimal"}, {**COMMON, "scheduler": "osm", "collective": "alltoall/any"},
           {**COMMON, "scheduler": "wdm-windowed", "collective": "allreduce/any"}, {**COMMON, "scheduler": "osm", "collective": "alltoall/any", "nodes": 5, "message": "1003B"}),
    # Every group against MPI's collective of its members; ranks in no group have nothing to compare.
    *build(whole_in_groups, "topologies",
           {"collective": "allreduce/halving-doubling", "group_size": 4, "group_stride": 1}, {"collective": "alltoall/shift", "group_size": 4, "group_stride": 2}, {"collective": "allgather/ring", "groups": "[[5, 0, 3], [1, 7, 6]]"},
           {"collective": "reduce-scatter/ring", "groups": "[[4, 1, 2]]", "scheduler": "static"}, {"collective": "broadcast/binomial", "group_size": 4, "root": 2}, {"collective": "reduce-scatter/ring+allgather/ring", "group_size": 2},
           {"collective": "allreduce/swing", "group_size": 4, "rules": "common", "scheduler": "addanki", "planes": 2}),
    # Plans of groups on planes say amounts: byte i of a step is byte i of what a group's own collective sends.
    *build(swot_in_groups, "planes",
           ("allreduce/ring", {"group_size": 4}), ("allreduce/halving-doubling", {"group_size": 4, "group_stride": 2, "message": "4MiB"}), ("alltoall/shift", {"group_size": 4, "planes": 3, "message": "4000B"}),
           ("allgather/ring", {"groups": "[[5, 0, 3], [1, 7, 6]]", "message": "3000B"}), ("reduce-scatter/ring+allgather/ring", {"group_size": 2}), ("broadcast/binomial", {"group_size": 4, "root": 2}),
           ("allreduce/recursive-doubling", {"group_size": 4, "scheduler": "strawman"}))]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """{id: plan and its line}"""
    plans = {one.id: one.values[0](*one.values[2], **one.values[3]) for one in PLANS}
    found = play_together(tmp_path_factory.mktemp("plans"), plans)
    assert all(code == 0 for code, _ in found.values()), found
    return {name: (plan, found[name][1]) for name, plan in plans.items()}


def transfers(plan):
    """How many messages the ranks exchange."""
    if plan["kind"] == "planes":
        return sum(one["send_to"] >= 0 for rank in plan["ranks"] for one in rank["transfers"])
    ways = ["receives"] if plan["kind"] == "lightpaths" else ["sends", "relays"]
    return sum(len(rank.get(way, [])) for rank in plan["ranks"] for way in ways)


@pytest.mark.parametrize("make, kind, words, keys", PLANS)
def test_plans_give_the_bytes_of_mpi(make, kind, words, keys, results, request):
    plan, line = results[request.node.callspec.id]
    assert plan["kind"] == kind and (kind != "planes" or plan["knows_blocks"] == (not {"group_size", "groups"} & keys.keys()))
    count = rf"{transfers(plan)}" if plan["message"] >= 1000 else r"\d+"  # items without bytes do not travel
    assert re.fullmatch(rf"\S+ on {plan['n']} ranks, {count} transfers: every byte as by MPI, in [\d.]+ \w+", line), line
    assert plan.get("collective", line.split()[0]) == line.split()[0] and len(line) <= 100


def relayed():
    plan = plan_of(rules="common", scheduler="segments-overlap", topology="ring", planes=2, nodes=5, per_hop_latency="1ns", collective="alltoall/shift", reconfiguration_delay="1ms")
    assert any(rank["relays"] for rank in plan["ranks"])
    return plan


def first(plan, what):
    return next(rank[what] for rank in plan["ranks"] if rank[what])


STREAMS = [
    (lambda plan: first(plan, "relays").pop(0), 2, r"ranks\[\d+\]\.sends\[\d+\]: does not come to rank \d; correct its relays"), (lambda plan: first(plan, "receives").pop(0), 2, "is received by nobody"),
    (lambda plan: first(plan, "sends").pop(0), 2, "receives what nobody sends"), (lambda plan: first(plan, "sends").append(first(plan, "sends")[0]), 2, r"stream = \d+: stands twice"),
    (lambda plan: first(plan, "sends")[0].update(group=99), 2, "group = 99: is no whole number from 0"), (lambda plan: plan["groups"][0].update(after_step=plan["groups"][0]["step"]), 2, r"groups\[0\]\.after_step"),
    (lambda plan: plan["groups"][0]["planes"].pop(0), 2, r"groups\[0\]: a stream uses plane \d, which it does not name"), (lambda plan: first(plan, "receives")[0]["receive"][0].update(offset=0), 1, "MPI_Alltoallv has"),
    (lambda plan: [one.update(after_reconfiguration=99) for one in plan["groups"][0]["planes"]], 2, "a reconfiguration that never comes")]
LIGHTPATHS = [
    (lambda plan: plan["ranks"][3]["receives"].pop(0), 2, r"ranks\[\d\]\.sends\[\d+\]: sends what nobody receives"), (lambda plan: plan["ranks"][3]["sends"].pop(0), 2, r"ranks\[\d\]\.receives\[\d+\]: receives what nobody sends"),
    (lambda plan: plan["ranks"][3]["receives"][0].update(reduce=True), 0, "every byte"), (lambda plan: plan.update(message=0.5), 2, "is no whole number of bytes up to 1 GiB"),
    (lambda plan: plan["ranks"][3]["receives"][0].update(item=99), 2, "item = 99: is no whole number from 0 to 4"), (lambda plan: late(plan), 1, "MPI_Allgatherv has")]


def late(plan):
    """Every item of the last step travels in the first, before its sender has it."""
    for rank in plan["ranks"]:
        for one in rank["sends"] + rank["receives"]:
            one["step"] = 0


@pytest.mark.parametrize("edit, words", [
    (lambda plan: first_transfer(plan, 1)["send"][0].update(bytes=1), "bytes are lost on the way"), (lambda plan: plan["ranks"][2]["transfers"].clear(), "sends what nobody receives|receives what nobody sends"),
    (lambda plan: [part.update(offset=8, bytes=part["bytes"] - 8) for rank in plan["ranks"] for one in rank["transfers"] for part in one["send"] + one["receive"] if one["step"] == 0 and part["offset"] == 0], "bytes|byte"),
    (lambda plan: plan["problem"].pop("groups", plan["problem"].pop("group_size", None)), "knows amounts|judge")])
def test_damage_of_groups_on_planes_is_found(edit, words, tmp_path):
    plan = swot("allreduce/ring", nodes=8, group_size=4)
    edit(plan)
    code, out = refused(tmp_path, plan)
    assert code == 2 and re.search(words, out), out


def test_delays_take_their_time(tmp_path):
    plan = swot("allreduce/halving-doubling", nodes=4, planes=1, reconfiguration_delay="100ms", message="8B", scheduler="strawman")
    changes = sum(len(plane["reconfigurations"]) for plane in plan["controller"])
    assert changes >= 2
    took = {}
    for more in ((), ("--delays",)):
        code, out = played(tmp_path, plan, *more)
        assert code == 0, out
        value, unit = re.search(r"in ([\d.]+) (\w+)$", out.strip()).groups()
        took[more] = float(value) * {"us": 1e-6, "ms": 1e-3, "s": 1}[unit]
    assert took["--delays",] >= 0.1 * changes and took["--delays",] >= took[()] + 0.1 * (changes - 1)


def first_transfer(plan, rank, reduces=False):
    return next(one for one in plan["ranks"][rank]["transfers"] if one["send_to"] >= 0 and one["reduce"] >= reduces)


def drop(plan, rank=2, end=True):
    """Takes a transfer of the rank away; with end=False its receiver still waits for it."""
    one = first_transfer(plan, rank)
    to, one["send_to"], one["send"] = one["send_to"], -1, []
    for other in plan["ranks"][to]["transfers"]:
        if end and other["step"] == one["step"] and other["plane"] == one["plane"] and other["receive_from"] == rank:
            other["receive_from"], other["receive"] = -1, []


PLANES = [
    ("allreduce/halving-doubling", drop, 1, r"^rank \d, collective 0: byte \d+ of vector is \d+, MPI_Allreduce has \d+"), ("alltoall/bruck", drop, 1, r"rank \d, collective 0: byte \d+ of output is \d+, MPI_Alltoallv has"),
    ("allgather/ring", drop, 1, r"byte \d+ of vector is \d+, MPI_Allgatherv has"), ("allgather/ring", lambda plan: drop(plan, end=False), 2, r"transfers\[\d+\]: receives what nobody sends"),
    ("allreduce/ring", lambda plan: first_transfer(plan, 1, True).update(reduce=False), 1, r"MPI_Allreduce has"), ("allreduce/ring", lambda plan: first_transfer(plan, 1)["send"][0].update(offset=1), 1, "MPI_Allreduce has"),
    ("allreduce/ring", lambda plan: first_transfer(plan, 1)["send"][0].update(bytes=1), 2, "bytes are lost on the way"),
    ("allreduce/halving-doubling", lambda plan: plan["ranks"][0]["transfers"][0].update(after_reconfiguration=9), 2, "waits for other things"),
    ("allreduce/halving-doubling", lambda plan: [one.update(after_reconfiguration=99) for rank in plan["ranks"] for one in rank["transfers"]], 2, "a reconfiguration that never comes"),
    ("alltoall/shift", lambda plan: [one.update(after_step=one["for_step"]) for plane in plan["controller"] for one in plane["reconfigurations"]], 2, r"step \d+, plane \d: waits for reconfiguration \d, which waits for step"),
    ("allgather/ring", lambda plan: plan.update(kind="nothing"), 2, "is not played"), ("allgather/ring", lambda plan: plan.update(knows_blocks=False), 2, "knows amounts"),
    ("allgather/ring", lambda plan: plan.update(collective="custom"), 2, "MPI has none to compare it with"), ("allgather/ring", lambda plan: plan.update(message=2**40), 2, "at most 1 GiB is played"),
    ("alltoall/shift", lambda plan: plan["ranks"][1]["copies"].clear(), 1, "rank 1, collective 0: byte 250 of output is 0"),
    # A wait that is left out is no error by itself.
    ("allreduce/halving-doubling", lambda plan: [one.update(after_reconfiguration=0) for rank in plan["ranks"] for one in rank["transfers"]], 0, "every byte")]
DAMAGED = [*[(relayed, *one) for one in STREAMS], *[(lightpaths, *one) for one in LIGHTPATHS],
           *[(lambda collective=collective: swot(collective), *rest) for collective, *rest in PLANES]]


def damaged(at):
    make, edit = DAMAGED[at][:2]
    plan = make()
    edit(plan)
    return plan


@pytest.fixture(scope="module")
def damage(tmp_path_factory):
    """{case: exit code of its launch, its line}; in each launch some plan gives wrong bytes."""
    return play_together(tmp_path_factory.mktemp("damage"), {at: damaged(at) for at, one in enumerate(DAMAGED) if one[2] != 2})


@pytest.mark.parametrize("at", range(len(DAMAGED)), ids=lambda at: DAMAGED[at][3])
def test_damage_is_found_and_named(at, damage, tmp_path):
    """What is refused is refused before anything is played."""
    _, _, code, words = DAMAGED[at]
    if code == 2:
        found, line = refused(tmp_path, damaged(at))
        assert found == 2 and re.search(words, line), line
    else:
        found, line = damage[at]
        assert found == 1 and re.search(words, line) and ("every byte" in line) == (code == 0), line


@pytest.mark.parametrize("edit, words", [
    (lambda plan: plan["ranks"][3]["sends"].pop(2), "step 2: rank 3 sends 512"), (lambda plan: plan["ranks"][3]["sends"][0].update(bytes=100), "step 0: rank 3 sends"),
    (lambda plan: plan["ranks"][3]["sends"][1].update(bytes=10000), "bytes too many"), (lambda plan: plan["controller"].append({"start": 0, "end": 0, "before_step": 77, "topology": 0}), "for step 77, of 6")])
def test_damage_of_whole_topologies_is_found(edit, words, tmp_path):
    plan = plan_of(rules="addanki", scheduler="addanki", topology="ring", per_hop_latency="1us", collective="allreduce/halving-doubling", nodes=8, message="4096B")
    edit(plan)
    code, out = refused(tmp_path, plan)
    assert code == 2 and words in out, out


def test_ranks_and_files_that_do_not_fit_are_refused(tmp_path):
    plan = swot("allgather/ring")
    code, out = played(tmp_path, plan, ranks=2)
    assert code == 2 and "MPI has 2 ranks; mpiexec -n 4 lightsweep play" in out and out.count("lightsweep:") == 1, out
    code, _, error = call("play", tmp_path / "nothing.json")
    assert code == 2 and "there is no such file" in error
