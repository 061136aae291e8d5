"""Limits of memory and time, names and numbers beyond all bounds: refused in words, at once."""
import json
import os
import resource
import random
import signal
import subprocess
import time

import pytest
from conftest import BINARY, PATIENCE, SOURCE, call

FABRIC = {"message": "8MiB", "bandwidth": "800Gbps", "per_step_latency": "1us", "reconfiguration_delay": "10us"}
COMMON = {"rules": "common", "planes": 4, "per_hop_latency": "100ns"}
SWOT = {"rules": "swot", "planes": 4}
PAPER = {"per_hop_latency": "100ns"}
EXCHANGE = {"scheduler": "static", "collective": "allreduce/halving-doubling"}


def limit_memory():
    if PATIENCE == 1:  # a sanitizer's shadow takes terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def answers(problems, *flags):
    """One answer per problem, and the seconds that all took together."""
    begin = time.monotonic()
    done = subprocess.run([BINARY, "eval", *flags], input="".join(json.dumps({**FABRIC, **one}) + "\n" for one in problems), capture_output=True, text=True,
                          timeout=240 * PATIENCE, preexec_fn=limit_memory)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(problems)
    return found, time.monotonic() - begin


LARGE = [
    {**SWOT, "scheduler": "swot", "collective": "allreduce/ring", "nodes": 10**9},
    {**SWOT, "scheduler": "ideal", "collective": "allreduce/ring", "nodes": 3 * 10**7},
    {**SWOT, "scheduler": "strawman", "collective": "alltoall/shift", "nodes": 10**8},
    {**SWOT, "scheduler": "swot", "collective": "allreduce/swing", "nodes": 2**29},
    {**SWOT, "scheduler": "swot", "collective": "alltoall/shift", "nodes": 40000},
    {**SWOT, "scheduler": "swot-milp", "collective": "allreduce/ring", "nodes": 4096},
    {**COMMON, "scheduler": "swot-milp", "collective": "allreduce/ring", "nodes": 4096, "topology": "ring-uni"},
    {**PAPER, "rules": "addanki", "scheduler": "addanki", "collective": "allreduce/ring", "nodes": 2**24, "topology": "ring"},
    {**PAPER, "rules": "pccl", "scheduler": "pccl-milp", "collective": "alltoall/shift", "nodes": 2048, "topology": "ring"},
    {**PAPER, **EXCHANGE, "rules": "addanki", "nodes": 65536, "topology": "random-regular", "degree": 30000},
    {**PAPER, **EXCHANGE, "rules": "addanki", "nodes": 65536, "topology": "de-bruijn", "degree": 30000},
    {**PAPER, **EXCHANGE, "rules": "pccl", "nodes": 2**24, "topology": "hypercube", "route": "lex"},
]


def test_memory_is_refused_before_it_is_taken():
    found, seconds = answers(LARGE, "--memory", "2GB")
    for problem, answer in zip(LARGE, found):
        assert answer["status"] == "error", (problem, answer)
        assert "needs about" in answer["error"] and "--memory allows 2 GB" in answer["error"], answer
    assert seconds < 20 * PATIENCE


CLOSED = [{**COMMON, "scheduler": name, "collective": "allreduce/halving-doubling", "planes": planes, "topology": topology}
          for name in ("static", "every-step", "addanki", "pccl", "swot", "segments") for planes, topology in ((1, "ring-uni"), (2, "ring"))]


def test_closed_forms_take_a_billion_nodes():
    """Nothing is listed by node. Four times the nodes are four more steps, which cost at most four matchings of their own and the bytes."""
    small, _ = answers([{**one, "nodes": 2**28} for one in CLOSED])
    large, seconds = answers([{**one, "nodes": 2**30} for one in CLOSED], "--time-limit", "10s")
    for problem, few, many in zip(CLOSED, small, large):
        assert few["status"] == many["status"] == "optimal", (problem, many)
        assert few["completion_time"] < many["completion_time"], problem
        if problem["scheduler"] == "segments":
            assert many["completion_time"] - few["completion_time"] <= 4 * (1e-6 + 1e-7 + 1e-5) + 8388608 / 1e11 / 2**27, problem
    assert seconds < 20 * PATIENCE


def sweep_file(folder, nodes):
    path = folder / "large.toml"
    path.write_text(f"""title = "large"
rules = "swot"
schedulers = ["strawman", "one-shot"]
[fabric]
planes = 4
bandwidth = "800Gbps"
per_step_latency = "1us"
message = "8MiB"
reconfiguration_delay = "10us"
[[grid]]
name = "one"
collective = "allreduce/ring"
nodes = {nodes}
""")
    return path


def test_a_point_without_memory_is_an_error_in_words(tmp_path):
    path = sweep_file(tmp_path, "[8, 400000]")
    code, _, error = call("run", path, "-o", tmp_path / "out.h5", "--memory", "100MB", "--threads", "1")
    assert code == 4 and "allreduce/ring" not in error or "needs about" in error, error
    code, out, error = call("table", tmp_path / "out.h5", "one/strawman", "--csv")
    assert code == 0 and "error" in out and "optimal" in out, out
    code, out, _ = call("plan", path, "--memory", "100MB")
    assert code == 0 and "--memory allows 100 MB" in out, out
    assert "--memory allows" not in call("plan", sweep_file(tmp_path, "[8]"), "--memory", "100MB")[1]


LONG = [
    {"rules": "addanki", **PAPER, "scheduler": "addanki", "collective": "allreduce/bruck-radix5", "nodes": 180, "topology": "de-bruijn", "degree": 4},
    {**COMMON, "scheduler": "swot-milp", "collective": "alltoall/shift", "nodes": 64, "topology": "ring-uni"},
    {**SWOT, "scheduler": "swot-milp", "collective": "allreduce/ring", "nodes": 200},
    {**SWOT, "scheduler": "swot", "collective": "alltoall/shift", "nodes": 8000},
    {**SWOT, "scheduler": "one-shot", "collective": "allreduce/ring", "nodes": 370000},
    {**PAPER, "rules": "addanki", "scheduler": "addanki-milp", "collective": "allreduce/ring", "nodes": 2**16, "topology": "ring"},
    {**PAPER, **EXCHANGE, "rules": "addanki", "nodes": 8192, "topology": "random-regular", "degree": 4000},
    {**PAPER, **EXCHANGE, "rules": "pccl", "nodes": 2**18, "topology": "hypercube", "route": "lex"},
    {**COMMON, "scheduler": "frontier", "collective": "allreduce/any", "nodes": 2**20, "topology": "torus2d"},
    {**COMMON, "scheduler": "threshold", "collective": "allreduce/bucket-multiport", "nodes": 2**20, "topology": "ring-uni"},
    {**COMMON, "scheduler": "static", "collective": "allreduce/ring", "nodes": 2**14, "topology": "torus2d"},
    {**COMMON, "scheduler": "addanki-reuse", "collective": "broadcast/double-binary-tree", "nodes": 2**18, "topology": "ring-uni"},
    {**COMMON, "scheduler": "segments-overlap", "collective": "allgather/swing", "nodes": 2**14, "planes": 16, "topology": "ring-uni"},
    {**SWOT, "scheduler": "swot-milp", "collective": "allreduce/ring-bidirectional", "nodes": 1024, "planes": 8},
]


@pytest.mark.parametrize("problem", LONG, ids=lambda one: f"{one['scheduler']}-{one['collective']}-{one['nodes']}")
def test_a_line_ends_at_its_time_limit(problem):
    quick = {**SWOT, "scheduler": "strawman", "collective": "allreduce/ring", "nodes": 8}
    (answer, after), seconds = answers([problem, quick], "--time-limit", "0.25s")
    assert answer["status"] in ("budget", "optimal", "feasible"), answer
    if answer["status"] == "budget" and "completion_time" in answer and answer["completion_time"] is None:
        assert answer["reason"] == "time_limit" and "--time-limit" in answer["explanation"]
    assert after["status"] == "optimal", "the limit is each line's own"
    assert seconds < 10 * PATIENCE, seconds


def test_a_grid_beyond_the_memory_is_planned_and_run(tmp_path):
    """Multi-port steps are counted step by step; beyond --memory the points say so."""
    (tmp_path / "s.toml").write_text("""rules = "common"
schedulers = ["static"]
[[grid]]
name = "rings"
nodes = [8, 4096]
collective = "allreduce/ring-bidirectional"
planes = 1
topology = "ring-uni"
message = "1MiB"
bandwidth = "800Gbps"
per_step_latency = "1us"
per_hop_latency = "100ns"
reconfiguration_delay = "1us"
""")
    code, out, error = call("plan", tmp_path / "s.toml", "--memory", "100kB")
    assert code == 0 and "defect" not in out + error, out + error
    code, _, error = call("run", tmp_path / "s.toml", "-o", tmp_path / "out.h5", "--memory", "100kB", "--threads", "1")
    assert code == 4 and "--memory allows 0.1 MB" in error, error


def test_flows_of_shifts_are_estimated_before_they_are_made(tmp_path):
    """Two lanes with the circuits of Bruck's steps: 320 bytes a node, whose walks were not counted before."""
    line = {**FABRIC, **PAPER, "rules": "common", "scheduler": "segments", "collective": "allgather/bruck", "nodes": 2**18, "topology": "ring", "planes": 2}
    (answer,), _ = answers([line], "--memory", "50MB")
    assert "needs about 83.9 MB, and --memory allows 50 MB" in answer["error"], answer
    sweep = ["rules = 'common'", "schedulers = ['segments']", "[[grid]]", "name = 'lanes'"]
    sweep += [f"{key} = {json.dumps(value)}" for key, value in {"collective": "allgather/bruck", "topology": "ring", "nodes": 2**22, "planes": 2,
              "bandwidth": "400Gbps", "message": "1MiB", "reconfiguration_delay": "1us", "per_step_latency": "1us", "per_hop_latency": "0s"}.items()]
    (tmp_path / "lanes.toml").write_text("\n".join(sweep) + "\n")
    code, out, error = call("plan", tmp_path / "lanes.toml")
    assert code == 0 and "1.4 GB per rank" in out, out + error


def test_a_name_without_room_for_the_files_beside_it_is_refused_first(tmp_path):
    code, _, error = call("run", SOURCE / "sweeps/demo.toml", "-o", tmp_path / ("a" * 230 + ".h5"))
    assert code == 2 and "choose a shorter one" in error and not os.listdir(tmp_path), error


@pytest.mark.skipif(PATIENCE > 1, reason="a sanitizer's shadow takes terabytes of addresses")
def test_threads_that_cannot_be_made_end_the_run(tmp_path):
    """Between too little memory to start and enough. It never hangs; libraries may abort where they find no memory for their own start."""
    for kilobytes in range(100_000, 240_000, 20_000):
        words = [BINARY, "run", SOURCE / "sweeps/demo.toml", "-o", tmp_path / f"{kilobytes}.h5", "--threads", "2"]
        done = subprocess.run(words, capture_output=True, timeout=60, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10,) * 2))
        assert done.returncode in (0, 3, 4) or done.returncode < 0, (kilobytes, done)
        assert b"defect" not in done.stderr, (kilobytes, done)


def test_limits_are_read_with_units():
    for flag, value in (("--memory", "0"), ("--memory", "2s"), ("--time-limit", "-1s"), ("--time-limit", "soon")):
        code, _, error = call("eval", flag, value, "/dev/null")
        assert code == 2 and flag in error, error


def test_plan_refuses_what_run_refuses(tmp_path):
    path = tmp_path / "item.toml"
    path.write_text("""rules = "optree"
schedulers = ["wdm-optimal"]
schedules = true
[[grid]]
name = "a"
nodes = 8
topology = "wdm-ring"
wavelengths = 2
collective = "allgather/any"
item = ["1KiB", "2KiB"]
wavelength_bandwidth = "40Gbps"
reconfiguration_delay = "25us"
""")
    run = call("run", path, "-o", tmp_path / "out.h5")
    plan = call("plan", path)
    assert run[0] == plan[0] == 2 and "is used twice" in run[2] and "is used twice" in plan[2], (run, plan)


@pytest.mark.parametrize("verb", ["run", "status", "table", "merge", "verify", "plan"])
def test_a_name_that_is_too_long_is_no_defect(tmp_path, demo, verb):
    name = tmp_path / ("a" * 260 + ".h5")
    words = {"run": ["run", SOURCE / "sweeps/demo.toml", "-o", name], "merge": ["merge", demo, "-o", name]}.get(verb, [verb, name])
    code, _, error = call(*words)
    assert code in (2, 3) and "defect" not in error and "a" * 260 in error, (code, error)


def test_long_numbers_are_not_echoed(tmp_path):
    digits = "9" * 10**6
    (answer,), _ = answers([{**SWOT, "scheduler": "strawman", "collective": "allreduce/ring", "nodes": 8, "message": digits + "XB"}])
    assert answer["status"] == "error" and len(json.dumps(answer)) < 2000
    done = subprocess.run([BINARY, "eval"], input='{"nodes": ' + digits + "}\n", capture_output=True, text=True, timeout=60)
    assert len(done.stdout) < 2000 and '"error"' in done.stdout
    text = (SOURCE / "sweeps/demo.toml").read_text()
    for where in (f'where = "nodes < {digits}"', f"seed = {digits}", f"title = {digits}"):
        path = tmp_path / "long.toml"
        path.write_text(where + "\n" + text)
        code, _, error = call("plan", path)
        assert code == 2 and len(error) < 20_000, (where[:20], len(error))


@pytest.mark.parametrize("radix", [2**31, 2**31 + 1, 2**40])
def test_a_radix_beyond_all_nodes_is_refused(radix):
    (answer,), _ = answers([{**PAPER, "rules": "bridge", "scheduler": "bridge", "collective": "allreduce/bruck", "nodes": 8, "topology": "ring",
                             "radix": radix}])
    assert f"radix = {radix}" in answer["error"]


def test_a_file_that_is_no_edge_list_is_not_printed(tmp_path):
    (tmp_path / "secret").write_text("root:x:0:0:secret words\n")
    line = {**FABRIC, **PAPER, "rules": "addanki", "scheduler": "addanki", "collective": "allreduce/ring", "nodes": 4, "topology": "edges", "edges": "secret"}
    (tmp_path / "p.jsonl").write_text(json.dumps(line) + "\n")
    code, out, error = call("eval", tmp_path / "p.jsonl")
    assert "secret:1 is no link" in out and "words" not in out + error, out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1])
def test_a_signal_before_the_run_begins_ends_it_in_order(tmp_path, number):
    """Signals held from the first moment on which the program can act: the mask is set before MPI and HDF5 start."""
    job = subprocess.Popen([BINARY, "run", SOURCE / "sweeps/cross/small.toml", "-o", tmp_path / "out.h5"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    held = 0
    while not held & 1 << number - 1 and job.poll() is None:
        with open(f"/proc/{job.pid}/status") as status:
            held = int(next(line for line in status if line.startswith("SigBlk")).split()[1], 16)
    job.send_signal(number)
    _, error = job.communicate(timeout=60 * PATIENCE)
    assert job.returncode == 75, (job.returncode, error)


def test_a_long_start_ends_at_once(tmp_path):
    """Two seconds of estimates before the first task: nobody looks for signals then, but a thread of its own."""
    job = subprocess.Popen([BINARY, "run", SOURCE / "sweeps/cross/large.toml", "-o", tmp_path / "out.h5"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not (tmp_path / "out.h5.journal/lock").exists() and job.poll() is None:
        time.sleep(0.001)
    job.send_signal(signal.SIGTERM)
    begin = time.monotonic()
    _, error = job.communicate(timeout=60 * PATIENCE)
    assert job.returncode == 75 and b"SIGTERM before anything was computed" in error, (job.returncode, error)
    assert time.monotonic() - begin < 0.3 * PATIENCE


def eval_lines(count):
    """Problems whose answers differ, and some that take much longer than their neighbours."""
    return [{"rules": "common", "scheduler": "segments", "collective": "allreduce/ring" if i % 17 == 0 else "alltoall/bruck", "nodes": 8 + i % 5,
             "topology": "ring", "planes": 2, "bandwidth": 1e11, "message": 1000.0 * (i + 1), "per_step_latency": 1e-6,
             "per_hop_latency": 1e-7, "reconfiguration_delay": 1e-5} for i in range(count)]


def test_eval_answers_in_order_with_lines_in_flight():
    lines = eval_lines(200)
    together = subprocess.run([BINARY, "eval"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, check=True)
    answers = together.stdout.splitlines()
    assert len(answers) == len(lines)
    for i in range(0, len(lines), 23):  # one by one
        alone = subprocess.run([BINARY, "eval"], input=json.dumps(lines[i]), capture_output=True, text=True, check=True)
        assert alone.stdout.strip() == answers[i], lines[i]


SHAPES = [{"rules": "addanki", "scheduler": "addanki", "collective": "allreduce/halving-doubling", "nodes": 16, "topology": "ring-uni"},
          {"rules": "common", "scheduler": "segments", "collective": "alltoall/bruck", "nodes": 8, "topology": "ring", "planes": 2},
          {"rules": "common", "scheduler": "addanki", "collective": "alltoall/bruck", "nodes": 8, "topology": "ring", "planes": 1},  # not applicable
          {"rules": "bridge", "scheduler": "bridge", "collective": "alltoall/bruck", "nodes": 9, "topology": "ring"},
          {"rules": "addanki", "scheduler": "static", "collective": "allreduce/ring", "nodes": 0, "topology": "ring-uni"}]
VALUES = {"message": ["8MiB", 1e6, 12345, 0, "0", -1, "-1B", "8 parsec", "1000", 1e308, 2**60, True, None, [1], {}, "", "1\u00b5s", "\\", "1e3B", 1.5],
          "bandwidth": ["800Gbps", 1e11, "1Tbps", "100GB/s", 0, 1e-300, "800"], "per_step_latency": [0, "100ns", 1e-6, "1us", -1e-9, "1 h"],
          "per_hop_latency": ["10ns", 0, 3e-8], "reconfiguration_delay": ["10us", 1e-5, 0.0, "1.5ms", 1e-9, "3s", 1e308, "inf"]}


def random_line(draw):
    """A line as people and programs write it: most are sound, some have a bad value, no end, or a letter too few."""
    usual = {key: values[:4] for key, values in VALUES.items()}
    problem = draw.choice(SHAPES) | {key: draw.choice(VALUES[key] if draw.random() < 0.05 else usual[key]) for key in VALUES}
    if draw.random() < 0.02:
        del problem[draw.choice(list(problem))]
    line = json.dumps(problem, ensure_ascii=draw.random() < 0.5, separators=draw.choice([(", ", ": "), (",", ":")]))
    if draw.random() < 0.03:
        at = draw.randrange(len(line))
        line = line[:at] + draw.choice(["", "1", "0", '"', " ", ".", "e", "-", ",", "}", "\\"]) + line[at + 1 :]
    return line + draw.choice(["", " ", "\r"])


def test_lines_that_differ_in_values_alone_answer_as_if_read_one_by_one():
    """A key that no earlier line had sends every line the full way; the answers are the same, letter by letter."""
    draw = random.Random(5)
    lines = [random_line(draw) for _ in range(6000)]
    marked = [line.rstrip()[:-1] + f', "count": {i}}}' if line.rstrip().endswith("}") else line for i, line in enumerate(lines, 1)]
    quick, full = (subprocess.run([BINARY, "eval"], input="\n".join(given), capture_output=True, text=True, check=True).stdout.splitlines() for given in (lines, marked))
    assert len(quick) == len(full) == len(lines)
    for line, one, other in zip(lines, quick, full):
        assert one == other or "byte" in one and "byte" in other, line
    statuses = [json.loads(answer)["status"] for answer in quick]
    assert statuses.count("error") > 300 and statuses.count("optimal") > 3000 and statuses.count("not_applicable") > 300


def test_eval_answers_a_program_that_waits_for_every_answer():
    with subprocess.Popen([BINARY, "eval"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as job:
        for line in eval_lines(20):
            job.stdin.write(json.dumps(line) + "\n\n")
            job.stdin.flush()
            assert json.loads(job.stdout.readline())["completion_time"] > 0, line
        job.stdin.close()
        assert job.wait(timeout=20) == 0


@pytest.mark.parametrize("key,value", [("devices_per_server", "1099511627776"), ("servers", "[[4294967296, 4294967296]]")])
def test_numbers_beyond_every_rack_have_their_own_fault_alone(key, value):
    """The product of servers and devices overflowed, and was compared with the nodes."""
    code, _, error = call("plan", SOURCE / "sweeps/pccl/rack.toml", "--set", f"{key}={value}")
    assert code == 2 and key in error and "devices, not" not in error and "too small" not in error, error
