"""`lightsweep simulate`: plans from files and from problems, runs with delays that vary, answers line by line."""
import json
import os
import subprocess

import pytest
from conftest import BINARY, LAUNCHER, call

SWOT = ["--rules", "swot", "--scheduler", "swot", "--collective", "allreduce/halving-doubling", "--nodes", 8, "--planes", 2, "--bandwidth", "100GB/s",
        "--message", "1MiB", "--per-step-latency", "1us", "--reconfiguration-delay", "4us"]
RING = {"rules": "common", "scheduler": "segments", "collective": "alltoall/bruck", "nodes": 8, "planes": 2, "topology": "ring", "bandwidth": 1e11,
        "message": 1 << 20, "per_step_latency": 1e-6, "per_hop_latency": 1e-7, "reconfiguration_delay": 1e-5}


def report_of(*words):
    code, out, error = call("simulate", *words, "--json")
    assert code == 0, error
    return json.loads(out)


def lines(problems, threads, *options):
    out = subprocess.run([BINARY, "simulate", "-", *options], input="".join(json.dumps(one) + "\n" for one in problems), text=True,
                         capture_output=True, check=True, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    return out.stdout


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    path = tmp_path_factory.mktemp("plans") / "plan.json"
    code, _, error = call("schedule", *SWOT, "--execution-plan", "-o", path)
    assert code == 0, error
    return path


def test_a_file_alone_ends_when_it_says(plan):
    report = report_of(plan, "--barriers", "on")
    assert report["ratio"] == pytest.approx(1, abs=1e-9) and report["as_planned"] and report["violations"] == []
    assert report == report_of(*SWOT, "--barriers", "on")
    assert report["critical_path"][0]["begin"] == 0 and report["critical_path"][-1]["end"] == report["completion_time"]
    assert max(link["utilisation"] for link in report["links"]) <= 1


def test_other_hardware_in_the_place_of_the_files(plan):
    assert report_of(plan, "--per-step-latency", "2us")["ratio"] > 1
    code, _, error = call("simulate", plan, "--message", "1MiB")
    assert code == 2 and "--message is neither an option nor hardware" in error


@pytest.mark.parametrize("scheduler", ["every-step", "swot"])
def test_another_delay_is_taken_by_every_setup(scheduler, tmp_path):
    problem = [word for key, value in {**RING, "scheduler": scheduler}.items() for word in (f"--{key.replace('_', '-')}", value)]
    assert call("schedule", *problem, "--execution-plan", "-o", tmp_path / "plan.json")[0] == 0
    once, later = [report_of(tmp_path / "plan.json", *more) for more in ([], ["--reconfiguration-delay", "1ms"])]
    dark = [sum(plane["dark"] for plane in report["planes"]) for report in (once, later)]
    assert dark[0] > 0 and dark[1] == pytest.approx(100 * dark[0])


def test_a_late_plan_and_an_unsound_plan(plan, tmp_path):
    assert call("simulate", plan, "--per-step-latency", "2us")[0] == 0
    assert call("simulate", plan, "--per-step-latency", "2us", "--expect-equal")[0] == 1
    broken = json.loads(plan.read_text())
    broken["controller"][0]["held"] = None
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    code, out, _ = call("simulate", tmp_path / "broken.json")
    assert code == 1 and "violation dark_plane: plane 0, step 0" in out


def test_the_same_seed_gives_the_same_bytes_on_any_threads():
    problems = [{**RING, "scheduler": one, "simulate": {"jitter": "seed=3,step=0.5,reconfiguration=0.5", "runs": 20}} for one in ("segments", "static", "swot")] * 20
    assert lines(problems, 1) == lines(problems, 2)


def test_runs_are_single_runs_with_the_next_seeds(plan):
    many = report_of(plan, "--jitter", "seed=5,step=0.5,law=exponential", "--runs", 4)
    for i, time in enumerate(many["times"]):
        assert time == report_of(plan, "--jitter", f"seed={5 + i},step=0.5,law=exponential")["completion_time"]
    assert many["quantiles"]["0.5"] == sorted(many["times"])[1]


def test_a_plan_of_no_time_has_no_ratio(plan, tmp_path):
    timeless = json.loads(plan.read_text())
    timeless["planned_time"] = 0
    (tmp_path / "plan.json").write_text(json.dumps(timeless))
    assert report_of(tmp_path / "plan.json")["ratio"] is None
    assert "   ratio  -\n" in call("simulate", tmp_path / "plan.json")[1]


@pytest.mark.parametrize("line", ["[]", "null", '{"rules":"x"', "7", '{"nodes": NaN}'])
def test_lines_that_are_no_problem_are_told_as_by_eval(line):
    answers = [subprocess.run([BINARY, *verb], input=line + "\n", text=True, capture_output=True, timeout=60).stdout for verb in (["eval"], ["simulate", "-"])]
    assert answers[0] == answers[1] and "json.exception" not in answers[0] and ("one JSON object" in answers[0] or "is no JSON" in answers[0])


@pytest.mark.parametrize("options, said", [
    (3, 'simulate = 3: is no object; give options, as {\\"barriers\\": \\"on\\"}'), ({"barier": "on"}, "simulate.barier is no option; did you mean barriers"),
    ({"zzzz": 1}, "simulate.zzzz is no option; one of barriers, routes"), ({"hops": "far"}, "hops = far: give one of real, counted")])
def test_options_of_a_line_that_are_none_are_named(options, said):
    assert said in lines([{**RING, "simulate": options}], 1)


@pytest.mark.parametrize("text, said", [("", "byte 0: is no JSON: the text ends too early"), ('{"n": NaN}', "byte 7: is no JSON"), ("[]", "the plan is no JSON object")])
def test_files_that_are_no_json_object(text, said, tmp_path):
    (tmp_path / "x.json").write_text(text)
    code, out, error = call("simulate", tmp_path / "x.json")
    assert code == 2 and out == "" and said in error and "json.exception" not in error, error


@pytest.mark.parametrize("verb", [["simulate"], ["judge"], ["check"], ["import", "--format", "harvest"]])
def test_a_result_file_is_told_as_one(verb, tmp_path):
    (tmp_path / "mine.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + b"[" * 100)
    code, _, error = call(*verb, tmp_path / "mine.h5")
    assert code == 2 and "mine.h5: is a result file (HDF5)" in error


def test_hardware_on_the_command_line_is_blamed_there(plan):
    for flag, value in (("--bandwidth", "0"), ("--bandwidth", "-1"), ("--per-step-latency", "-1us")):
        code, _, error = call("simulate", plan, f"{flag}={value}")
        assert code == 2 and f"{value}: is negative or zero" in error and "plan.json" not in error, error


def test_lines_that_cannot_be_answered_say_so():
    found = [json.loads(line) for line in lines([{**RING, "nodes": 0}, RING, {**RING, "simulate": {"mtv": 1}}], 2).splitlines()]
    assert "nodes" in found[0]["error"] and found[1]["ratio"] > 0 and "simulate.mtv is no option" in found[2]["error"]


@pytest.mark.parametrize("words, said", [
    (["--barriers", "maybe"], "barriers = maybe: give one of off, on"), (["--jitter", "seed=7,stragglers=0.02"], "stragglers = 0.02: give a share and a factor, as 0.02x20"), (["--mtu", "0"], "--mtu"), (["--jitter", "seed=x"], "seed = x"), (["--runs", "0"], "runs = 0")])
def test_bad_options_are_named(words, said):
    code, _, error = call("simulate", *SWOT, *words)
    assert code == 2 and said in error


@pytest.mark.parametrize("change, said", [
    (lambda plan: plan.pop("hardware"), "broken.json: has no hardware; export the plan again, or give --bandwidth"), (lambda plan: plan.update(n=0), "n = 0: is no whole number from 1"),
    (lambda plan: plan["ranks"][2]["transfers"][1].pop("plane"), "broken.json: ranks[2].transfers[1].plane: is missing"),
    (lambda plan: plan["ranks"][0]["transfers"][0].update(send_to=99), "broken.json: ranks[0].transfers[0].send_to = 99: is no whole number from -1 to"),
    (lambda plan: plan["hardware"].update(bandwidth=-1), "hardware.bandwidth = -1: is no number"),
    (lambda plan: plan.update(ranks=7), "ranks = 7: is no list")])
def test_bad_plans_are_named(plan, tmp_path, change, said):
    broken = json.loads(plan.read_text())
    change(broken)
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    code, _, error = call("simulate", tmp_path / "broken.json")
    assert code == 2 and said in error


def first_setup(plan):
    return next(plane for plane in plan["controller"] if plane["reconfigurations"])["reconfigurations"][0]


@pytest.mark.parametrize("change, said", [
    (lambda plan: plan.update(schema="lightsweep/plan/v2"), 'schema = "lightsweep/plan/v2": is no plan; "lightsweep/plan/v1"'), (lambda plan: plan.pop("schema"), "schema: is missing"),
    (lambda plan: plan.update(schema=1), "schema = 1: is no text"), (lambda plan: plan.pop("kind"), "kind: is missing"), (lambda plan: plan.update(kind="x"), 'kind = "x": is not known'),
    (lambda plan: plan.update(kind="topologies"), 'kind = "topologies": the plan has no topologies'), (lambda plan: plan.update(kind="lightpaths"), "the plan has no lit_at_start"),
    (lambda plan: plan.update(topologies=[]), 'kind = "planes": the plan has topologies; write the kind of its content'), (lambda plan: plan.update(ranks=[]), "ranks: has 0 ranks, n = 8; give each rank once"),
    (lambda plan: plan["ranks"][3].update(rank=2), "ranks[3].rank = 2: stands twice"), (lambda plan: plan["controller"][1].update(plane=0), "controller[1].plane = 0: stands twice"),
    (lambda plan: plan.update(message=1.5), "message = 1.5: is no whole number"), (lambda plan: plan.update(message=1), "is not the message; 1"), (lambda plan: plan.update(message=-1), "message = -1"),
    (lambda plan: plan.update(message="x"), 'message = "x"'), (lambda plan: plan["ranks"][1]["transfers"][0]["send"][0].update(buffer="heap"), 'ranks[1].transfers[0].send[0].buffer = "heap": is no buffer'),
    (lambda plan: plan["ranks"][1]["transfers"][0]["send"][0].update(offset=1 << 40), "ranks[1].transfers[0].send[0].offset = 1099511627776"),
    (lambda plan: first_setup(plan).update(number=7), "number = 7: is no whole number from 1 to 1"),
    (lambda plan: plan["hardware"].update(reconfiguration_delay=1), "hardware.reconfiguration_delay = 1: plane 0 has 4e-06; give both the same"),
    (lambda plan: plan["hardware"].update(bandwidth=1e9), "hardware.bandwidth = 1000000000.0: its planes have 100000000000.0 together; give the sum of the planes"), (lambda plan: plan.update(hardware=3), "hardware: is no object")])
def test_what_is_no_plan_is_refused(plan, tmp_path, change, said):
    broken = json.loads(plan.read_text())
    change(broken)
    (tmp_path / "broken.json").write_text(json.dumps(broken))
    code, out, error = call("simulate", tmp_path / "broken.json")
    assert code == 2 and out == "" and said in error, (code, out, error)


@pytest.mark.parametrize("change, said", [
    (lambda plan: plan["ranks"].pop(), "ranks: has 7 ranks, n = 8"), (lambda plan: plan.update(message="x"), 'message = "x"'), (lambda plan: plan["hardware"].update(ports={}), "hardware.ports: is no whole number"),
    (lambda plan: plan.update(kind="planes"), 'kind = "planes": the plan has topologies')])
def test_what_is_no_plan_of_topologies_is_refused(listed, tmp_path, change, said):
    assert carried_out(listed, tmp_path)[0] == 0
    change(listed)
    code, out, error = carried_out(listed, tmp_path)
    assert code == 2 and out == "" and said in error, (code, out, error)


def test_jitter_says_each_thing_once():
    code, _, error = call("simulate", *SWOT, "--jitter", "seed=1,step=1,step=2")
    assert code == 2 and "--jitter seed=1,step=1,step=2: step is given twice; remove one" in error


def test_a_file_that_is_no_plan(tmp_path):
    (tmp_path / "text.json").write_text("{")
    code, _, error = call("simulate", tmp_path / "text.json")
    assert code == 2 and "give a plan as" in error


def test_lightpaths_end_when_they_say():
    ring = ["--topology", "wdm-ring", "--scheduler", "wdm-optimal", "--collective", "allgather/any", "--nodes", 13, "--wavelengths", 3, "--message", "1MB",
            "--reconfiguration-delay", "25us", "--barriers", "on", "--expect-equal"]
    for hardware in (["--rules", "optree", "--wavelength-bandwidth", "40Gbps"],
                     ["--rules", "common", "--bandwidth", "100GB/s", "--per-step-latency", "1us", "--per-hop-latency", "100ns"]):
        report = report_of(*hardware, *ring)
        assert report["ratio"] == pytest.approx(1, abs=1e-9) and report["violations"] == []


def test_a_plan_of_lightpaths_has_hardware_of_its_own(tmp_path):
    code, _, error = call("schedule", "--rules", "optree", "--topology", "wdm-torus", "--dims", "[3, 4]", "--scheduler", "wdm-optimal", "--collective", "allgather/any",
                          "--nodes", 12, "--wavelengths", 2, "--message", "1MB", "--wavelength-bandwidth", "40Gbps", "--reconfiguration-delay", "25us",
                          "--execution-plan", "-o", tmp_path / "plan.json")
    assert code == 0, error
    assert report_of(tmp_path / "plan.json")["ratio"] == pytest.approx(1, abs=1e-9)
    assert report_of(tmp_path / "plan.json", "--reconfiguration-delay", "50us")["ratio"] > 1
    code, _, error = call("simulate", tmp_path / "plan.json", "--bandwidth", "1GB/s")
    assert code == 2 and "--bandwidth is no hardware of a plan of lightpaths" in error


def test_any_ranks_and_threads_draw_alike(tmp_path):
    """Every rank simulates its share of the lines; line by line the answers are those of one rank."""
    problems = [{**RING, "scheduler": one, "message": size, "simulate": {"jitter": "seed=3,step=0.5,reconfiguration=0.5,stragglers=0.1x5", "runs": 5}}
                for one in ("segments", "static", "swot") for size in (1 << 16, 1 << 20, 1 << 24)]
    (tmp_path / "lines").write_text("".join(json.dumps(one) + "\n" for one in problems))
    whole = lines(problems, 1).splitlines()
    share = 'awk "NR % $2 == ENVIRON[\\"PMI_RANK\\"]" "$1/lines" | env -u PMI_SIZE "$3" simulate - > "$1/out.$PMI_RANK"'
    for ranks in (1, 2, 3):
        for threads in (1, 2):
            subprocess.run([LAUNCHER, "-n", str(ranks), "sh", "-c", share, "share", tmp_path, str(ranks), BINARY],
                           env={**os.environ, "OMP_NUM_THREADS": str(threads)}, stdin=subprocess.DEVNULL, check=True, timeout=120)
            answers = [(tmp_path / f"out.{rank}").read_text().splitlines() for rank in range(ranks)]
            assert [answers[(i + 1) % ranks][(i + 1) // ranks - (1 if (i + 1) % ranks == 0 else 0)] for i in range(len(whole))] == whole


def test_points_draw_apart_and_schedulers_of_a_point_alike():
    jitter = {"jitter": "seed=3,step=1", "runs": 1}
    one, same, other = [json.loads(line)["times"][0] for line in lines(
        [{**RING, "scheduler": "static", "collective": "reduce-scatter/ring", "per_step_latency": 1, "message": size, "per_hop_latency": 0, "simulate": jitter}
         for size in (8, "8B", 16)], 1).splitlines()]
    assert one == same and one != pytest.approx(other, rel=1e-6)


def keys_of(problem):
    return [word for key, value in problem.items() for word in (f"--{key.replace('_', '-')}", value)]


@pytest.fixture
def listed():
    """A ring of 8: 7/8 of the bytes of a shift by one go up, the others the long way round."""
    code, out, error = call("schedule", *keys_of({**RING, "scheduler": "static"}), "--execution-plan", "--ways")
    assert code == 0, error
    return json.loads(out)


def carried_out(plan, folder, *words):
    (folder / "plan.json").write_text(json.dumps(plan))
    return call("simulate", folder / "plan.json", "--barriers", "on", *words)


def test_listed_ways_are_the_plan_and_no_more(listed, tmp_path):
    ways = listed["ranks"][3]["sends"][0]["ways"]
    assert sorted((way["path"], pytest.approx(way["share"], abs=1e-12)) for way in ways) == [([3, 2, 1, 0, 7, 6, 5, 4], 1 / 8), ([3, 4], 7 / 8)]
    weighted = ("--json", "--sharing", "weighted", "--hops", "counted")
    assert json.loads(carried_out(listed, tmp_path, *weighted)[1])["ratio"] == pytest.approx(1, abs=1e-9)
    assert json.loads(carried_out(listed, tmp_path, *weighted, "--routes", "single")[1])["ratio"] > 1.1
    for reader in (["judge", tmp_path / "plan.json"], ["judge", tmp_path / "plan.json", "--json"]):
        assert call(*reader)[0] == 0
    bare = json.loads(call("schedule", *keys_of({**RING, "scheduler": "static"}), "--execution-plan")[1])
    for rank in listed["ranks"]:
        for send in rank["sends"]:
            del send["ways"]
    assert bare == listed


@pytest.mark.parametrize("path, share, code, words", [
    ([3, 5, 4], 1, 2, "ranks[3].sends[0].ways[0].path: takes a link from 3 to 5 that does not stand in step 0"),
    ([3, 2], 1, 2, "is no way from rank 3 to rank 4"), ([4, 5, 4], 1, 2, "is no way from rank 3 to rank 4"), ([], 1, 2, "is no way from rank 3 to rank 4"),
    ([3, 8, 4], 1, 2, "path[1] = 8"), ([3, 4], 0.5, 2, "has shares of 0.5"), ([3, 4], -1, 2, "share = -1"), ([3, 2, 3, 4], 1, 1, "violation loop")])
def test_listed_ways_that_are_none(listed, path, share, code, words, tmp_path):
    listed["ranks"][3]["sends"][0]["ways"] = [{"share": share, "path": path}]
    answer = carried_out(listed, tmp_path)
    assert answer[0] == code and words in answer[1] + answer[2], answer


def test_a_node_sends_to_several_peers_at_its_bandwidth(tmp_path):
    """Two neighbours on a torus whose links have b each: a node has b for both."""
    words = {**RING, "rules": "addanki", "scheduler": "static", "collective": "allreduce/ring-bidirectional", "nodes": 16, "topology": "torus2d"}
    del words["planes"]
    plan = json.loads(call("schedule", *keys_of(words), "--execution-plan", "--ways")[1])
    ratio = {routes: json.loads(carried_out(plan, tmp_path, "--json", "--sharing", "weighted", "--hops", "counted", "--routes", routes)[1])["ratio"]
             for routes in ("plan", "single")}
    assert ratio["plan"] == pytest.approx(1, abs=1e-9) and ratio["single"] < 0.8


VERBS_OF_ONE_PROCESS = [["eval"], ["eval", "-"], ["simulate", "-"], ["simulate", "plan.json"], ["schedule", *keys_of(RING), "--json"], ["list"],
                        ["plan", "sweep.toml"], ["judge", "plan.json"], ["check", "plan.json"], ["verify", "out.h5"], ["merge", "a.h5", "b.h5", "-o", "c.h5"]]


@pytest.mark.parametrize("words", VERBS_OF_ONE_PROCESS, ids=lambda words: " ".join(map(str, words[:2])))
def test_verbs_of_one_process_refuse_several_ranks(words):
    """An open standard input reaches the first rank alone: none may wait for it."""
    started = subprocess.Popen([LAUNCHER, "-n", "2", BINARY, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        started.wait(60)
        assert started.returncode == 2 and started.stdout.read() == ""
        said = [line for line in started.stderr.read().splitlines() if line.startswith("lightsweep")]
        assert len(said) == 1 and f"lightsweep {words[0]}: runs in one process, and the launcher started 2; " in said[0]
    finally:
        started.kill()
        for pipe in (started.stdin, started.stdout, started.stderr):
            pipe.close()


def test_one_rank_of_a_launcher_is_one_process():
    alone, launched = [subprocess.run([*launcher, BINARY, "eval"], input="{}\n", text=True, capture_output=True, timeout=60)
                       for launcher in ([], [LAUNCHER, "-n", "1"])]
    assert alone.returncode == launched.returncode == 0 and alone.stdout == launched.stdout != ""


def test_ways_are_listed_for_whole_topologies_alone():
    for words, reason in (([*SWOT, "--execution-plan"], "--ways: only plans of whole topologies list ways"),
                          (keys_of(RING), "--ways writes ways into a plan: add --execution-plan")):
        code, out, error = call("schedule", *words, "--ways")
        assert code == 2 and out == "" and reason in error
