"""Schedulers in other programs: the example against schedulers of ours, programs that answer badly, sweeps."""
import json
import os
import random
import subprocess
import sys
import time

import pytest
from conftest import BINARY, PATIENCE, SOURCE, call, run

EXAMPLE = SOURCE / "analysis/examples/external_scheduler.py"
MUTATIONS = int(os.environ.get("LIGHTSWEEP_MUTATIONS", 60))


def answers(problems, **environment):
    done = subprocess.run([BINARY, "eval"], input="".join(json.dumps(one) + "\n" for one in problems), capture_output=True, text=True, timeout=120, cwd=SOURCE,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def base_problem(draw):
    return {"rules": draw.choice(["addanki", "pccl"]), "collective": draw.choice(["allreduce/halving-doubling", "alltoall/shift", "allreduce/swing", "allgather/ring", "allreduce/bruck"]),
            "nodes": draw.choice([4, 8, 16]), "topology": draw.choice(["ring", "ring-uni", "hypercube"]), "message": draw.choice(["4KiB", "1MiB", "64MiB"]), "bandwidth": "800Gbps",
            "per_step_latency": "100ns", "per_hop_latency": draw.choice(["10ns", "1us"]), "reconfiguration_delay": f"{draw.choice([0.1, 1, 10, 100])}us"}


def test_the_example_is_an_optimum_on_bases():
    draw = random.Random(26)
    problems = [base_problem(draw) for _ in range(120)]
    for one in problems:
        one["rules"] = "addanki"
    own = answers([{**one, "scheduler": f"external:{EXAMPLE}"} for one in problems])
    ours = answers([{**one, "scheduler": "addanki"} for one in problems])
    for problem, mine, best in zip(problems, own, ours):
        assert mine["status"] == "feasible" and mine["completion_time"] == pytest.approx(best["completion_time"], rel=1e-12), (problem, mine, best)
        assert sum(mine["breakdown"].values()) == pytest.approx(mine["completion_time"]) and mine["lower_bound"] <= mine["completion_time"] * (1 + 1e-12)


def test_the_example_is_strawman_on_planes():
    draw = random.Random(27)
    problems = [{"rules": "swot", "collective": draw.choice(["allreduce/halving-doubling", "alltoall/shift", "allgather/ring"]), "nodes": draw.choice([4, 8]), "planes": draw.choice([1, 2, 3]),
                 "message": draw.choice(["4KiB", "32MiB"]), "bandwidth": "100GB/s", "per_step_latency": "1us", "reconfiguration_delay": "20us", "initial": draw.choice(["free", "first", "cold"])}
                for _ in range(40)]
    own = answers([{**one, "scheduler": "external:./analysis/examples/external_scheduler.py"} for one in problems])
    ours = answers([{**one, "scheduler": "strawman"} for one in problems])
    for problem, mine, other in zip(problems, own, ours):
        assert mine["completion_time"] == pytest.approx(other["completion_time"], rel=1e-12), problem
        assert mine["n_reconfigurations"] == other["n_reconfigurations"]


RING = {"rules": "optree", "collective": "allgather/any", "nodes": 8, "topology": "wdm-ring", "wavelengths": 1, "message": "8MiB", "wavelength_bandwidth": "100Gbps", "reconfiguration_delay": "5us"}


def test_the_example_goes_round_a_ring_of_wavelengths():
    """floor(n / 2) steps per part and half; two in a row never stand, so that every step is charged unless circuits are held: then one setup serves all."""
    draw = random.Random(28)
    problems = [{**RING, "nodes": draw.choice([2, 3, 8, 13]), "collective": draw.choice(["allgather/any", "reduce-scatter/any", "allreduce/any"]), "wavelengths": draw.choice([1, 4]),
                 "items_per_node": draw.choice([1, 3]), "reconfiguration_delay": draw.choice(["100ns", "1ms"]), "standing": draw.choice(["charged", "held"])} for _ in range(60)]
    own = answers([{**one, "scheduler": f"external:{EXAMPLE}"} for one in problems])
    best = answers([{**one, "scheduler": "wdm-optimal"} for one in problems])
    for problem, mine, ours in zip(problems, own, best):
        n, parts, halves = problem["nodes"], problem["items_per_node"], 1 + (problem["collective"] == "allreduce/any")
        steps = n // 2 * parts * halves
        setups = steps if problem["standing"] == "charged" else 1 if n > 2 and halves == 1 else mine["n_reconfigurations"]
        delay = 1e-7 if problem["reconfiguration_delay"] == "100ns" else 1e-3
        time = steps * 8 * 2**20 / n / parts / 12.5e9 + setups * delay
        assert mine["completion_time"] == pytest.approx(time, rel=1e-12) and mine["n_reconfigurations"] == setups, (problem, mine)
        assert mine["lower_bound"] <= min(mine["completion_time"], ours["completion_time"]) * (1 + 1e-12)
        if problem["standing"] == "charged":
            assert ours["completion_time"] <= mine["completion_time"] * (1 + 1e-12), problem


def test_lightpaths_of_a_program_are_scheduled_planned_and_swept(tmp_path):
    h5py = pytest.importorskip("h5py")
    keys = [word for key, value in {**RING, "scheduler": f"external:{EXAMPLE}"}.items() for word in (f"--{key.replace('_', '-')}", value)]
    code, out, error = call("schedule", *keys, "--execution-plan")
    assert code == 0, error
    plan = json.loads(out)
    assert plan["kind"] == "lightpaths" and plan["steps"] == 4 and sum(len(rank["receives"]) for rank in plan["ranks"]) == 56
    (tmp_path / "sweep.toml").write_text(f"""rules = "optree"\nschedulers = ["wdm-optimal", "external:{EXAMPLE}"]\n[[grid]]\nname = "one"\nnodes = [4, 8]\ncollective = "allgather/any"
topology = "wdm-ring"\nwavelengths = [1, 2]\nmessage = "8MiB"\nwavelength_bandwidth = "100Gbps"\nreconfiguration_delay = ["1us", "1ms"]\n""")
    with h5py.File(run(tmp_path / "out.h5", str(tmp_path / "sweep"))) as file:
        mine = file["grids/one/external:external_scheduler.py/completion_time"][()]
        best = file["grids/one/wdm-optimal/completion_time"][()]
        assert mine.shape == best.shape and (mine >= best * (1 - 1e-12)).all()


def program(tmp_path, body, name="mine.py"):
    path = tmp_path / name
    path.write_text(f"#!{sys.executable}\nimport json, os, sys, time\nfor line in sys.stdin:\n    problem = json.loads(line)\n    steps = len(problem.get('steps', []))\n{body}\n")
    path.chmod(0o755)
    return path


def say(text):
    return f"    print({text}, flush=True)"


PROBLEM = {"rules": "addanki", "collective": "allreduce/halving-doubling", "nodes": 8, "topology": "ring", "message": "1MiB", "bandwidth": "800Gbps", "per_step_latency": "1us",
           "per_hop_latency": "1us", "reconfiguration_delay": "10us"}
PATH = {"source": 0, "destination": 1, "item": 0, "wavelength": 0, "direction": "clockwise"}
PLANES = {"rules": "swot", "collective": "allreduce/halving-doubling", "nodes": 8, "planes": 2, "message": "1MiB", "bandwidth": "800Gbps", "per_step_latency": "1us", "reconfiguration_delay": "10us"}


def ring(schedule):
    return say(f"json.dumps({{'schedule': {schedule!r}}})")


@pytest.mark.parametrize("problem, body, words", [
    (RING, ring([[PATH]]), "is illegal: "), (RING, ring([]), "is illegal: "), (RING, ring([[]]), "has no lightpaths in step 0"), (RING, ring([3]), "has no lightpaths in step 0"), (RING, ring([[4]]), '"source" must be a whole number from 0 to 7'),
    (RING, ring([[{**PATH, "destination": 8}]]), '"destination" must be a whole number from 0 to 7'), (RING, ring([[{**PATH, "item": -1}]]), '"item" must be'), (RING, ring([[{**PATH, "wavelength": 1}]]), "from 0 to 0"),
    (RING, ring([[{**PATH, "direction": "up"}]]), 'says "direction": "up" in step 0'), (RING, ring([[PATH, PATH]]), "is illegal: "),
    (PROBLEM, say("'no json'"), 'no list "schedule"'), (PROBLEM, say("'{}'"), 'no list "schedule"'), (PROBLEM, say("json.dumps({'schedule': ['base']})"), "1 entries; the problem has 6 steps"),
    (PROBLEM, say("json.dumps({'schedule': ['own'] * steps})"), '"own" for step 0'), (PROBLEM, say("json.dumps({'schedule': [0] * steps})"), "says 0 for step 0"),
    (PROBLEM, "    sys.exit(3)", "ended without an answer"), (PROBLEM, "    time.sleep(60)", "gave no answer in"),
    (PROBLEM, say("'{}\\n{}'"), "more than one line"), (PLANES, say("json.dumps({'schedule': [[]] * steps})"), "is illegal"),
    (PLANES, say("json.dumps({'schedule': [[{'plane': 7, 'bytes': problem['steps'][i]['bytes']}] for i in range(steps)]})"), "is illegal"),
    (PLANES, say("json.dumps({'schedule': [[{'plane': -1, 'bytes': 1}]] * steps})"), "with planes of the problem"), (PLANES, say("json.dumps({'schedule': [3] * steps})"), "has no list for step 0"),
    (PLANES, say("json.dumps({'schedule': [[{'plane': 0, 'bytes': 1e-9}]] * steps})"), "is illegal")])
def test_bad_answers_are_errors_of_their_point(problem, body, words, tmp_path):
    path = program(tmp_path, body)
    begin = time.monotonic()
    ours = {"swot": "swot", "optree": "wdm-optimal", "addanki": "addanki"}[problem["rules"]]
    found = answers([{**problem, "scheduler": f"external:{path}"}, {**problem, "scheduler": ours}], LIGHTSWEEP_EXTERNAL_TIMEOUT="2")
    assert found[0]["status"] == "error" and words in found[0]["error"] and str(path) in found[0]["error"], found[0]
    assert found[1]["status"] == "optimal" and time.monotonic() - begin < 20


def test_a_late_line_is_no_answer_to_the_next_problem(tmp_path):
    """The second line comes after the answer was read, and before the next problem is sent."""
    path = program(tmp_path, say("json.dumps({'schedule': ['base'] * steps})") + "\n    time.sleep(0.2)\n" + say("json.dumps({'schedule': ['matching'] * steps})"))
    asked = [{**PROBLEM, "scheduler": f"external:{path}"}] * 8  # by one process per thread
    process = subprocess.Popen([BINARY, "eval", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in asked:
        process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        time.sleep(0.6 * PATIENCE)
    found = [json.loads(line) for line in process.communicate()[0].splitlines()]
    assert process.returncode == 0
    late = [one["error"] for one in found if one["status"] == "error"]
    assert len(found) == 8 and late and all("more than one line" in one for one in late), found
    assert len({one["completion_time"] for one in found if one["status"] != "error"}) == 1, found


def test_a_run_that_is_stopped_takes_its_programs_along(tmp_path):
    """The program does not answer and holds no signal; the run ends at once, and so does the program."""
    log = tmp_path / "pid"
    path = program(tmp_path, f"    open({str(log)!r}, 'w').write(str(os.getpid()))\n    time.sleep(300)")
    sweep = tmp_path / "sweep.toml"
    values = "\n".join(f"{key} = {json.dumps(value)}" for key, value in PROBLEM.items() if key != "rules")
    sweep.write_text(f'rules = "addanki"\nschedulers = ["external:{path}"]\n[[grid]]\nname = "one"\n{values}\n')
    process = subprocess.Popen([BINARY, "run", sweep, "-o", tmp_path / "out.h5", "--threads", "1"], stderr=subprocess.PIPE, env={**os.environ, "LIGHTSWEEP_EXTERNAL_TIMEOUT": "200"})
    end = time.monotonic() + 30 * PATIENCE
    while not (log.exists() and log.read_text()) and time.monotonic() < end:
        time.sleep(0.05)
    held = next(int(line.split()[1], 16) for line in open(f"/proc/{log.read_text()}/status") if line.startswith("SigBlk"))
    begin = time.monotonic()
    process.terminate()
    assert process.wait(60 * PATIENCE) == 75 and time.monotonic() - begin < 8 * PATIENCE
    assert held == 0 and not os.path.exists(f"/proc/{log.read_text()}")


@pytest.mark.parametrize("limit", ["abc", "-5", "1ms", "1e7", ""])
def test_a_limit_that_is_no_time_is_refused(limit, tmp_path):
    path = program(tmp_path, say("json.dumps({'schedule': ['base'] * steps})"))
    found, = answers([{**PROBLEM, "scheduler": f"external:{path}"}], LIGHTSWEEP_EXTERNAL_TIMEOUT=limit)
    assert found["status"] == "error" and f"LIGHTSWEEP_EXTERNAL_TIMEOUT = {limit}: must be seconds" in found["error"]


def test_a_program_is_started_once_per_thread(tmp_path):
    log = tmp_path / "log"
    path = program(tmp_path, f"    open({str(log)!r}, 'a').write(f'{{os.getpid()}}\\n')\n" + say("json.dumps({'schedule': ['base'] * steps})"))
    found = answers([{**PROBLEM, "message": 1024 * (1 + i), "scheduler": f"external:{path}"} for i in range(60)])
    assert all(one["status"] == "feasible" for one in found)
    lines = log.read_text().split()
    assert len(lines) >= 60 and len(set(lines)) <= (os.cpu_count() or 1)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in set(lines))


def test_names_that_are_no_programs_are_refused(tmp_path):
    path = program(tmp_path, say("1"))
    other = tmp_path / "other"
    other.mkdir()
    twin, shut = program(other, say("1")), program(other, say("1"), "shut.py")
    shut.chmod(0o644)
    names = ["./nothing.py", shut, "", path, twin]
    found = answers([*({**PROBLEM, "scheduler": f"external:{name}"} for name in names), {**RING, "topology": "wdm-torus", "dims": [2, 4], "scheduler": f"external:{EXAMPLE}"}])
    for one, words in zip(found, ["is no file", "may not be started: chmod +x", "is no file"]):
        assert one["status"] == "error" and words in one["error"], one
    assert sum("has the file name of" in one["error"] for one in found[3:5]) == 1, found  # threads may name either first
    assert found[-1]["status"] == "not_applicable" and "torus" in json.dumps(found[-1]), found[-1]


def test_programs_stand_in_sweeps_beside_the_others(tmp_path):
    h5py = pytest.importorskip("h5py")
    sweep = f"""rules = "addanki"\nschedulers = ["static", "addanki", "external:{EXAMPLE}"]\n[[grid]]\nname = "one"\nnodes = [4, 8]\ncollective = "allreduce/swing"\ntopology = "ring"
message = ["1KiB", "1MiB"]\nbandwidth = "800Gbps"\nper_step_latency = "1us"\nper_hop_latency = "1us"\nreconfiguration_delay = {{ from = "100ns", to = "1ms", per_decade = 3 }}\n"""
    (tmp_path / "sweep.toml").write_text(sweep)
    output = run(tmp_path / "out.h5", str(tmp_path / "sweep"))
    with h5py.File(output) as file:
        grid = file["grids/one"]
        mine, best = grid["external:external_scheduler.py/completion_time"][()], grid["addanki/completion_time"][()]
        assert mine.shape == best.shape and abs(mine / best - 1).max() < 1e-12
    code, out, error = call("table", output, "one/external:external_scheduler.py")
    assert code == 0 and "feasible" in out, error
    assert call("winners", output)[0] == 0


@pytest.mark.parametrize("word, other", [("base", "static"), ("matching", "every-step")])
def test_decisions_under_common_rules_cost_what_ours_cost(word, other, tmp_path):
    path = program(tmp_path, say(f"json.dumps({{'schedule': ['{word}'] * steps}})"), f"{word}.py")
    problems = [{**PROBLEM, "rules": "common", "planes": planes, "collective": collective, "reconfiguration_delay": delay, "restore": restore, "topology": topology}
                for planes in (2, 4) for collective in ("allreduce/halving-doubling", "alltoall/shift", "allgather/ring") for delay in ("1us", "50us") for restore in (False, True)
                for topology in ("ring", "ring-uni")]
    mine, ours = (answers([{**one, "scheduler": scheduler} for one in problems]) for scheduler in (f"external:{path}", other))
    for problem, one, same in zip(problems, mine, ours):
        assert one["completion_time"] == pytest.approx(same["completion_time"], rel=1e-12) and one["breakdown"] == pytest.approx(same["breakdown"], abs=1e-18), (problem, one, same)
        assert one["status"] == "feasible" and one["lower_bound"] <= one["completion_time"] * (1 + 1e-12) and one["n_reconfigurations"] == same["n_reconfigurations"]


def test_the_optimum_under_common_rules_bounds_a_program(tmp_path):
    problems = [{**PROBLEM, "rules": "common", "planes": 2, "message": message, "reconfiguration_delay": delay} for message in ("4KiB", "1MiB", "64MiB") for delay in ("100ns", "5us", "100us")]
    mine, ours = (answers([{**one, "scheduler": scheduler} for one in problems]) for scheduler in (f"external:{EXAMPLE}", "addanki"))
    assert all(best["completion_time"] <= one["completion_time"] * (1 + 1e-12) and one["lower_bound"] <= best["completion_time"] * (1 + 1e-12) for one, best in zip(mine, ours))
    assert sum(one["completion_time"] == pytest.approx(best["completion_time"], rel=1e-12) for one, best in zip(mine, ours)) >= 7


def test_a_changed_program_is_another_sweep(tmp_path):
    path = program(tmp_path, say("json.dumps({'schedule': ['base'] * steps})"))
    (tmp_path / "sweep.toml").write_text(f"""rules = "addanki"\nschedulers = ["external:{path}"]\n[[grid]]\nname = "one"\nnodes = 8\ncollective = "allreduce/swing"\ntopology = "ring"
message = "1MiB"\nbandwidth = "800Gbps"\nper_step_latency = "1us"\nper_hop_latency = "1us"\nreconfiguration_delay = "1us"\n""")
    words = ["run", tmp_path / "sweep.toml", "-o", tmp_path / "out.h5", "--resume"]
    assert call(*words)[0] == 0 and call(*words)[0] == 0
    path.write_text(path.read_text() + "# another program\n")
    code, _, error = call(*words)
    assert code == 2 and "sweep" in error, error


def test_answers_of_any_kind_never_end_the_run(tmp_path):
    path = program(tmp_path, "    import random\n    draw = random.Random(line + str(os.getpid()))\n    value = lambda: draw.choice(['base', 'matching', None, 3, [], 'x', -1, 1e300, 2**70])\n"
                   "    lightpath = lambda: draw.choice([value(), {key: draw.choice([draw.randrange(8), value()]) for key in ('source', 'destination', 'item', 'wavelength')} | {'direction': draw.choice(['clockwise', value()])}])\n"
                   "    one = value if steps else lambda: [lightpath() for _ in range(draw.randrange(3))]\n    text = json.dumps({'schedule': [one() for _ in range(steps or 4)]})\n"
                   "    cut = list(text)\n    cut[draw.randrange(len(cut))] = draw.choice('[]{}\",:x\\x00')\n" + say("''.join(cut if draw.random() < 0.7 else text)"))
    for problem in (PROBLEM, RING):
        found = answers([{**problem, "message": 1024 + i, "scheduler": f"external:{path}"} for i in range(MUTATIONS)])
        assert len(found) == MUTATIONS and {one["status"] for one in found} <= {"error", "feasible"}
