"""Judging schedules of anybody: plans of ours keep their times, seeded faults are found with their place, foreign files are compared with optima."""
import json
import os
import random
import re
import subprocess

import pytest
from conftest import BINARY, LAUNCHER, SOURCE, call

VECTORS = SOURCE / "tests/vectors/interop"
EXPECTED = json.loads((VECTORS / "expected.json").read_text())
MUTATIONS = int(os.environ.get("LIGHTSWEEP_MUTATIONS", 60))
FABRIC = {"--nodes": 8, "--message": "1MiB", "--bandwidth": "800Gbps", "--per-step-latency": "1us", "--reconfiguration-delay": "10us"}
HOP = {"--per-hop-latency": "1us"}
PLANS = {
    "addanki": {"--rules": "addanki", "--scheduler": "addanki", "--collective": "allreduce/halving-doubling", "--topology": "ring", **HOP, "--reconfiguration-delay": "1us"},
    "addanki_reuse": {"--rules": "addanki", "--scheduler": "addanki-reuse", "--collective": "allreduce/bruck", "--topology": "ring-uni", **HOP},
    "mirrored": {"--rules": "bridge", "--scheduler": "bridge", "--collective": "allreduce/bruck", "--topology": "ring", "--mirrored": "true", **HOP},
    "torus": {"--rules": "addanki", "--scheduler": "threshold", "--collective": "alltoall/shift", "--topology": "torus2d", "--dims": "[2, 4]", **HOP},
    "pccl": {"--rules": "pccl", "--scheduler": "pccl", "--collective": "allreduce/halving-doubling", "--topology": "torus2d", "--dims": "[2, 4]", **HOP},
    "bridge": {"--rules": "bridge", "--scheduler": "bridge", "--collective": "alltoall/bruck", "--topology": "ring", **HOP},
    "common": {"--rules": "common", "--scheduler": "segments", "--collective": "allreduce/bruck", "--topology": "ring", "--planes": 4, **HOP},
    "swot": {"--rules": "swot", "--scheduler": "swot", "--collective": "allreduce/halving-doubling", "--planes": 2},
    "swot_cold": {"--rules": "swot", "--scheduler": "swot-order", "--collective": "alltoall/shift", "--planes": 3, "--initial": "cold"},
    "transit": {"--rules": "swot", "--scheduler": "strawman", "--collective": "alltoall/bruck", "--planes": 2},
    "relays": {"--rules": "common", "--scheduler": "segments-overlap", "--collective": "allreduce/bruck", "--topology": "ring", "--planes": 4, **HOP},
}


def words_of(name):
    return [word for pair in {**FABRIC, **PLANS[name]}.items() for word in pair]


def plan_of(name, folder):
    path = folder / f"{name}.json"
    code, _, error = call("schedule", *words_of(name), "--execution-plan", "-o", path)
    assert code == 0, error
    return path


def judged(path, *more):
    code, out, error = call("judge", path, "--json", *more)
    return code, json.loads(out) if out else error


@pytest.mark.parametrize("name", PLANS)
def test_plans_of_ours_take_the_time_that_they_say(name, tmp_path):
    path = plan_of(name, tmp_path)
    plan = json.loads(path.read_text())
    code, found = judged(path)
    assert code == 0 and found["violations"] == [], found
    time, rounding = plan["completion_time"], plan.get("rounding_time", 0)
    if plan["kind"] == "topologies":
        assert found["completion_time"] == pytest.approx(time, rel=1e-12) and found["n_reconfigurations"] == plan["n_reconfigurations"]
        assert found["breakdown"] == pytest.approx(plan["breakdown"], abs=1e-18)
    else:
        assert found["completion_time"] <= max(time, plan["planned_time"]) * (1 + 1e-9) + rounding
        assert plan["kind"] == "groups" or found["completion_time"] == pytest.approx(plan["simulated_time"], rel=1e-12)
    if name == "swot":
        assert found["optimum"]["completion_time"] == pytest.approx(time, rel=1e-12)
    assert sum(found["breakdown"].values()) == pytest.approx(found["completion_time"], rel=1e-9)
    best = found["optimum"]
    assert best["completion_time"] <= found["completion_time"] * (1 + 1e-9) + rounding
    if found["universal_bound"] is not None:
        assert found["universal_bound"] <= min(found["completion_time"] + rounding, best["completion_time"]) * (1 + 1e-9)
    assert (found["universal_bound"] is None) == (name == "mirrored")
    out = call("judge", path)[1]
    assert "optimum" in out and out.endswith(": sound\n")


def test_other_hardware_and_rules_are_taken_from_the_flags(tmp_path):
    path = plan_of("addanki", tmp_path)
    for delay in ("0s", "1ms"):
        code, found = judged(path, "--reconfiguration-delay", delay)
        assert code == 0, found
        answer = json.loads(subprocess.run([BINARY, "eval"], input=json.dumps({**json.loads(path.read_text())["problem"], "scheduler": "addanki", "reconfiguration_delay": delay}),
                                           capture_output=True, text=True, timeout=60).stdout)
        assert found["optimum"]["completion_time"] == answer["completion_time"] <= found["completion_time"] * (1 + 1e-9)
    code, found = judged(path, "--rules", "pccl")
    assert code == 0 and found["rules"] == "pccl" and found["optimum"]["scheduler"] == "pccl"
    path = plan_of("swot", tmp_path)
    code, found = judged(path, "--reconfiguration-delay", "1us")
    assert code == 0 and found["completion_time"] < json.loads(path.read_text())["completion_time"]


@pytest.mark.parametrize("name", ["swot", "addanki"])
def test_a_plan_starts_no_program(name, tmp_path):
    """Only `--scheduler` starts one: the plan may come from anybody."""
    path, mark, program = plan_of(name, tmp_path), tmp_path / "started", tmp_path / "own.py"
    example = SOURCE / "analysis/examples/external_scheduler.py"
    program.write_text(f"#!/bin/sh\ntouch {mark}\nexec {example}\n")
    program.chmod(0o755)
    plan = json.loads(path.read_text())
    plan["problem"]["scheduler"] = f"external:{program}"
    path.write_text(json.dumps(plan))
    for verb in ("judge", "check", "play"):
        started = [LAUNCHER, "-n", "8"] if verb == "play" and name == "addanki" else []
        if verb == "play" and not started:
            continue  # a plan of planes is played as it stands
        done = subprocess.run([*started, BINARY, verb, path], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "problem.scheduler" in done.stderr and "starts no program; start it yourself by lightsweep judge FILE --scheduler" in done.stderr, (verb, done.stderr)
    assert call("simulate", path)[0] == 0 and not mark.exists()
    code, found = judged(path, "--scheduler", f"external:{program}")
    assert code == 0 and mark.exists(), found


def rank(plan, i=3):
    return plan["ranks"][i]


def edited(key, value):
    return lambda plan: plan.__setitem__(key, value)


def swap_reduce(plan):
    one = next(one for one in rank(plan)["transfers"] if one["reduce"])
    one["reduce"] = False


def drop_setup(plan):
    plane = next(plane for plane in plan["controller"] if plane["reconfigurations"])
    plane["reconfigurations"].pop(0)
    for i, setup in enumerate(plane["reconfigurations"]):
        setup["number"] = i + 1
    for one in plan["ranks"]:
        for transfer in one["transfers"]:
            if transfer["plane"] == plane["plane"]:
                transfer["after_reconfiguration"] = max(0, transfer["after_reconfiguration"] - 1)


def no_waits(plan):
    for one in plan["ranks"]:
        for transfer in one["transfers"]:
            transfer["after_reconfiguration"] = 0


def early(plan):
    for one in plan["ranks"]:
        for transfer in one["transfers"]:
            transfer["after_step"] = -1


@pytest.mark.parametrize("name, edit, words", [
    ("swot", swap_reduce, "rank"), ("swot", drop_setup, "no circuit leads"), ("swot", no_waits, ""), ("swot", early, "before the step before has ended"),
    ("swot", lambda plan: rank(plan)["transfers"][0]["receive"][0].update(offset=0), "rank"), ("swot", edited("message", 2**21), "message = 2097152: the problem has 1048576"),
    ("swot", lambda plan: plan["controller"][0]["reconfigurations"].append({**plan["controller"][0]["reconfigurations"][-1], "number": 1 + len(plan["controller"][0]["reconfigurations"]), "after_step": -1}), ""),
    ("swot", edited("completion_time", 1e-9), "completion_time = 1e-09: the replay takes"), ("swot", edited("planned_time", 1e-9), "planned_time = 1e-09: the replay takes"),
    ("swot", edited("n_reconfigurations", 7), "n_reconfigurations = 7: the replay has"), ("swot", edited("collective", "allreduce/ring"), 'collective = "allreduce/ring": the replay has "allreduce/halving-doubling"'),
    ("addanki", edited("n_reconfigurations", 0), "n_reconfigurations = 0: the replay has"), ("addanki", edited("collective", "x"), 'collective = "x": the replay has'), ("addanki", lambda plan: (plan.update(n=9), plan["ranks"].append({"rank": 8, "sends": []})), "n = 9: the replay has 8"),
    ("relays", edited("n_reconfigurations", 77), "n_reconfigurations = 77: the replay has"), ("transit", lambda plan: rank(plan)["copies"].clear(), "rank 3"),
    ("addanki", lambda plan: rank(plan)["sends"].pop(2), "step 2: rank 3 sends 131072"), ("addanki", lambda plan: rank(plan)["sends"][0].update(bytes=1), "step 0: rank 3 sends"),
    ("addanki", edited("initial_topology", 1), "initial_topology = 1: is not the base"), ("addanki", edited("completion_time", 1e-6), "the replay takes"),
    ("addanki_reuse", edited("topologies", []), None), ("addanki", lambda plan: plan["controller"].append({"start": 0, "end": 0, "before_step": 77, "topology": 0}), "for step 77, of 6"),
    ("bridge", lambda plan: rank(plan)["sends"][1].update(to=6), "rank 3 sends"),
    ("relays", lambda plan: [plane["reconfigurations"].clear() for plane in plan["controller"]], "waits for a reconfiguration that never comes"),
    ("relays", lambda plan: next(rank["receives"] for rank in plan["ranks"] if rank["receives"])[0].update(reduce=False), "rank"),
    ("relays", lambda plan: [one.update(after_step=-1) for one in plan["groups"]], ""),
    ("relays", lambda plan: plan.update(completion_time=1e-6, planned_time=1e-6, rounding_time=0), "the replay takes")])
def test_seeded_faults_are_found(name, edit, words, tmp_path):
    path = plan_of(name, tmp_path)
    plan = json.loads(path.read_text())
    edit(plan)
    path.write_text(json.dumps(plan))
    code, found = judged(path)
    if words is None:  # a time of the file is never believed; a plan without topologies cannot be read
        assert code in (0, 2)
        return
    assert code == 1 and any(words in one for one in found["violations"]), found
    out = call("judge", path)[1]
    assert out.endswith(": unsound\n")


@pytest.mark.parametrize("name, place, value", [
    ("swot", ["ranks", 3, "transfers", 1, "send", 0, "offset"], "x"), ("swot", ["ranks", 3, "transfers", 1, "after_step"], {}), ("swot", ["controller", 0, "reconfigurations", 0, "circuits"], 7),
    ("swot", ["controller", 0, "held"], {"peers": [1, 0]}), ("swot", ["ranks", 2, "transfers", 0, "send", 0, "buffer"], "heap"), ("swot", ["buffers", 0, "vector"], -1),
    ("swot", ["ranks", 3, "transfers", 1, "send", 0, "bytes"], 2**62), ("addanki", ["topologies", 1, "links", 0], [0, 1]), ("addanki", ["ranks", 5, "sends", 2, "to"], 9),
    ("addanki", ["controller", 0, "topology"], 40), ("addanki", ["hardware", "bandwidth"], None), ("swot", ["kind"], "lightpaths"), ("swot", ["schema"], "v9"), ("swot", ["ranks", 1, "rank"], 0)])
def test_wrong_types_deep_in_a_plan_name_the_place(name, place, value, tmp_path):
    path = plan_of(name, tmp_path)
    plan = at = json.loads(path.read_text())
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    path.write_text(json.dumps(plan))
    code, out, error = call("judge", path)
    named = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)[1:]
    assert code == 2 and named in error, (error, named)


def test_a_schedule_of_harvest_is_judged(tmp_path):
    facts = EXPECTED["harvest_schedule_rd_8.json"]
    words = ["--problem", VECTORS / "harvest_problem_rd_8.json", "--per-step-latency", "500ns", "--per-hop-latency", "500ns", "--reconfiguration-delay", "10us", "--link-rate", "800Gbps"]
    code, found = judged(VECTORS / "harvest_schedule_rd_8.json", *words)
    assert code == 0 and found["completion_time"] * 1e9 == pytest.approx(facts["cost_ns"], rel=1e-12) == pytest.approx(found["optimum"]["completion_time"] * 1e9, rel=1e-12)
    schedule = json.loads((VECTORS / "harvest_schedule_rd_8.json").read_text())
    schedule["steps"][2]["topology"] = [[i, (i + 4) % 8, 1] for i in range(8)]
    path = tmp_path / "other.json"
    path.write_text(json.dumps(schedule))
    code, found = judged(path, *words)
    assert code == 0 and found["n_reconfigurations"] == 2 and found["completion_time"] > found["optimum"]["completion_time"]
    schedule["steps"][2]["topology"].pop()
    path.write_text(json.dumps(schedule))
    code, found = judged(path, *words)
    assert code == 1 and "step 2" in found["violations"][0], found
    assert judged(path, *words[:4])[0] == 2 and judged(path)[0] == 2


SWITCH = ["--rules", "swot", "--scheduler", "swot", "--bandwidth", "100GB/s", "--per-step-latency", "1us", "--reconfiguration-delay", "10us"]


@pytest.mark.parametrize("collective, planes", [("allreduce/halving-doubling", 1), ("allreduce/halving-doubling", 2), ("alltoall/bruck", 1), ("allgather/ring", 2)])
def test_an_algorithm_with_its_controller_file_is_judged(collective, planes, tmp_path):
    path = tmp_path / "mine.xml"
    keys = ["--collective", collective, "--nodes", 8, "--message", "32MiB", "--planes", planes]
    code, _, error = call("export", "--format", "msccl", *SWITCH, *keys, "-o", path)
    assert code == 0, error
    plan = json.loads(call("schedule", *SWITCH, *keys, "--execution-plan")[1])
    hardware = ["--message", "32MiB", "--bandwidth", "100GB/s", "--per-step-latency", "1us"]
    code, found = judged(path, *hardware)
    if not (tmp_path / "mine.xml.controller.json").exists():
        hardware += ["--reconfiguration-delay", "10us"]
        code, found = judged(path, *hardware)
    assert code == 0, found
    assert found["completion_time"] == pytest.approx(plan["completion_time"], rel=0.01)
    assert found["n_reconfigurations"] == sum(len(plane["reconfigurations"]) for plane in plan["controller"])
    assert found["optimum"]["completion_time"] <= found["completion_time"] * (1 + 1e-9)
    controller = tmp_path / "mine.xml.controller.json"
    if controller.exists():
        steps = json.loads(call("import", "--format", "msccl", path, "--as", "problems")[1])
        assert steps["reconfiguration_delay"] == 1e-5
        setups = json.loads(controller.read_text())
        setups["reconfigurations"][0]["circuits"] = {"shift": 3}
        controller.write_text(json.dumps(setups))
        code, found = judged(path, *hardware)
        assert code == 1 and "no circuit leads" in found["violations"][0], found
        setups["held"].pop()
        controller.write_text(json.dumps(setups))
        code, found = judged(path, *hardware)
        assert code == 2 and "held: has" in found
        controller.unlink()
        code, found = judged(path, *hardware, "--reconfiguration-delay", "10us")
        assert code == 0 and "no controller file" in found["notes"][0]


@pytest.mark.parametrize("name", ["swot", "addanki"])
def test_damaged_plans_are_refused_or_judged(name, tmp_path):
    draw, path = random.Random(name), plan_of(name, tmp_path)
    data = path.read_bytes()
    for case in range(MUTATIONS):
        text = data
        for _ in range(draw.randrange(1, 4)):
            places = list(re.finditer(rb'-?\d[\d.e+-]*|"\w+"|[{}\[\],]', text)) if draw.randrange(4) else []
            at = draw.choice(places).span() if places else (draw.randrange(len(text)),) * 2
            text = text[:at[0]] + draw.choice([b"-1", b"4294967296", b"18446744073709551615", b"1e999", b'"x"', b"[]", b"{}", b"null", b"3", b""]) + text[at[1]:]
        path.write_bytes(text)
        for verb in ("judge", "simulate"):
            done = subprocess.run([BINARY, verb, path], capture_output=True, timeout=60)
            assert done.returncode in (0, 1, 2) and b"defect" not in done.stderr and b"json.exception" not in done.stderr, (case, done.stderr, text)
