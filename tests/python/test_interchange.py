"""Files of other programs: Harvest's problems and schedules, MSCCL's algorithms; reference files, seeded faults, own mutations."""
import json
import os
import random
import re
import subprocess

import pytest
from conftest import BINARY, PATIENCE, SOURCE, call

VECTORS = SOURCE / "tests/vectors/interop"
EXPECTED = json.loads((VECTORS / "expected.json").read_text())
VALUES = json.loads((VECTORS / "harvest_values.json").read_text())
REFERENCE = sorted(path.name for path in VECTORS.glob("msccl_*.xml"))
MUTATIONS = int(os.environ.get("LIGHTSWEEP_MUTATIONS", 60))


def hardware(point):
    return ["--per-step-latency", f"{point['alpha_ns']}ns", "--per-hop-latency", f"{point['delta_ns']}ns", "--reconfiguration-delay", f"{point['alpha_r_ns']}ns"]


def exported(point, folder, scheduler="addanki-reuse", rules="addanki"):
    all_to_all = point["collective"].startswith("all-to-all")
    keys = ["--rules", rules, "--scheduler", scheduler, "--collective", "alltoall/shift" if all_to_all else "allreduce/bruck", "--nodes", point["n"],
            "--message", point["bytes"], "--topology", "ring-uni", "--bandwidth", f"{point['gbps']}Gbps", *hardware(point)]
    keys += [] if all_to_all else ["--order", "near"]
    path = folder / "schedule.json"
    return path, call("export", "--format", "harvest", *keys, "-o", path)


@pytest.mark.parametrize("point", VALUES["exact"], ids=lambda point: f"{point['collective']} {point['alpha_r_ns']} ns")
def test_harvest_schedules_have_the_exact_optimal_cost(point, tmp_path):
    path, (code, _, error) = exported(point, tmp_path)
    assert code == 0, error
    schedule = json.loads(path.read_text())
    # Harvest's first topology is free, and so is a matching that is in force already.
    assert schedule["cost"] == pytest.approx(point["cost_ns"], rel=1e-9)
    assert schedule["num_of_reconfigs"] == point["reconfigurations"] and schedule["alpha_r"] == point["alpha_r_ns"]
    code, out, _ = call("check", path, "--problem", path.with_suffix(".pattern.json"), "--link-rate", f"{point['gbps']}Gbps", *hardware(point))
    assert code == 0 and float(re.search(r"cost by the formula +(\S+) ns", out)[1]) == pytest.approx(point["cost_ns"], rel=1e-12)


def test_harvest_files_come_back_as_they_were(tmp_path):
    point = {**VALUES["exact"][3], "n": 8}
    path, (code, _, error) = exported(point, tmp_path)
    assert code == 0, error
    pattern = json.loads(path.with_suffix(".pattern.json").read_text())
    wanted = json.loads((VECTORS / "harvest_problem_rd_8.json").read_text())
    assert pattern == wanted
    schedule = json.loads(path.read_text())
    reference = json.loads((VECTORS / "harvest_schedule_rd_8.json").read_text())
    for step in reference["steps"]:
        step["topology"].sort()
    assert schedule == reference
    path2 = tmp_path / "again.json"
    words = ["export", "--format", "harvest", "--rules", "addanki", "--scheduler", "addanki-reuse", "--collective", "allreduce/bruck", "--order", "near", "--nodes", 8,
             "--message", point["bytes"], "--topology", "ring-uni", "--bandwidth", "800Gbps", *hardware(point), "-o"]
    assert call(*words, path2)[0] == 0 and path2.read_bytes() == path.read_bytes()
    assert call(*words, tmp_path)[0] == 0 and (tmp_path / "harvest-halvingDoubling-8-1-1MB-800-500-500-10000-0.json").read_bytes() == path.read_bytes()


def test_a_harvest_problem_becomes_steps_with_the_same_optimum(tmp_path):
    problem = VECTORS / "harvest_problem_rd_8.json"
    code, out, error = call("import", "--format", "harvest", problem, "-o", tmp_path / "steps.toml")
    assert (code, out, error) == (0, "", "")
    point = VALUES["exact"][3]
    code, out, error = call("schedule", "--json", "--rules", "addanki", "--scheduler", "addanki-reuse", "--collective", "custom", "--file", tmp_path / "steps.toml", "--nodes", 8,
                            "--topology", "ring-uni", "--bandwidth", "800Gbps", *hardware(point))
    assert code == 0, error
    assert json.loads(out)["completion_time"] * 1e9 == pytest.approx(EXPECTED["harvest_schedule_rd_8.json"]["cost_ns"], rel=1e-12)
    line = {**json.loads(call("import", "--format", "harvest", problem, "--as", "problems")[1]), "bandwidth": 1e11, "per_step_latency": 5e-7, "per_hop_latency": 5e-7,
            "reconfiguration_delay": 1e-5}
    answer = json.loads(subprocess.run([BINARY, "eval"], input=json.dumps(line), capture_output=True, text=True, timeout=60).stdout)
    assert answer["completion_time"] == json.loads(out)["completion_time"]
    sweep = call("import", "--format", "harvest", problem, "--as", "sweep")[1]
    for key, value in (("bandwidth", "800Gbps"), ("per_step_latency", "500ns"), ("per_hop_latency", "500ns"), ("reconfiguration_delay", "10us")):
        sweep = sweep.replace(f"# give {key}", f'{key} = "{value}"')
    (tmp_path / "sweep.toml").write_text(sweep)
    code, out, error = call("plan", tmp_path / "sweep.toml")
    assert code == 0, error


def spoilt(tmp_path, edit, edit_problem=lambda problem: None):
    words = []
    for name, change in (("schedule", edit), ("problem", edit_problem)):
        content = json.loads((VECTORS / f"harvest_{name}_rd_8.json").read_text())
        change(content)
        words.append(tmp_path / f"{name}.json")
        words[-1].write_text(json.dumps(content))
    return call("check", words[0], "--problem", words[1], "--link-rate", "800Gbps", *hardware(VALUES["exact"][3]))


def test_a_wrong_harvest_schedule_is_found(tmp_path):
    for edit, code, words in [
            (lambda one: one.update(cost=41600.0), 1, "the formula gives 41457.28"),
            (lambda one: one.update(num_of_reconfigs=1), 1, "changes 0 times"),
            (lambda one: one["steps"][2]["topology"].pop(), 1, "step 3: node 7 has 0 outgoing circuits"),
            (lambda one: one["steps"][0]["topology"][0].__setitem__(1, 0), 2, "from a node to itself"),
            (lambda one: one["steps"].pop(), 1, "has 5 steps, the problem 6"),
            (lambda one: one.pop("steps"), 2, "steps: is missing"),
            (lambda one: one["steps"][1]["topology"][0].__setitem__(2, -1), 2, "steps[1].topology[0][2] = -1"),
            (lambda one: one["steps"][1].update(step=7), 2, "is out of order"),
            (lambda one: one.update(alpha_r=1.0), 1, "alpha_r = 1.000000 ns: --reconfiguration-delay is 10000.000000 ns"),
            (lambda one: one.update(reconf_cost_total=5.0), 1, "reconf_cost_total = 5.000000 ns: num_of_reconfigs times alpha_r is 0.000000 ns"),
            (lambda one: one.update(collective="x"), 1, "collective = x: the problem has all-reduce-rd-nd")]:
        found, out, error = spoilt(tmp_path, edit)
        assert found == code and words in out + error, (words, out, error)


def test_a_problem_of_harvest_that_contradicts_itself_is_refused(tmp_path):
    assert spoilt(tmp_path, lambda one: None)[0] == 0
    for edit, code, words in [
            (lambda one: one.update(n=9), 2, "problem.json: dims: has a product of 8.0, n = 9; give sizes whose product is n"),
            (lambda one: one.update(n=9, dims=[3, 3]), 1, "step 1: node 8 has 0 outgoing circuits"),
            (lambda one: one.update(dims=[2, 3]), 2, "dims: has a product of 6.0, n = 8"), (lambda one: one.update(units="bits"), 2, 'units = "bits": is not known; "bytes"'),
            (lambda one: one.update(ports=0), 2, "ports = 0"), (lambda one: one["steps"][1].update(id=7), 2, "steps[1].id = 7: is out of order; 2 belongs here"),
            (lambda one: one["steps"][0].update(chunksize=-5), 2, "steps[0].chunksize = -5: is no number that is at least 0"),
            (lambda one: one["steps"][0].update(chunksize=8), 2, "steps[0].chunksize = 8: is not the largest demand of the step; 524288"),
            (lambda one: one["steps"][0]["demand"][3].__setitem__(1, 3), 2, "steps[0].demand[3]: sends from a node to itself; two nodes, or remove it"),
            (lambda one: one["steps"][0]["demand"][3].__setitem__(1, 8), 2, "steps[0].demand[3][1] = 8")]:
        found, out, error = spoilt(tmp_path, lambda one: None, edit)
        assert found == code and words in out + error, (words, found, out, error)
    problem = json.loads((VECTORS / "harvest_problem_rd_8.json").read_text())
    problem["steps"][0]["demand"][3][1] = 3
    (tmp_path / "self.json").write_text(json.dumps(problem))
    code, out, error = call("import", "--format", "harvest", tmp_path / "self.json")
    assert code == 2 and out == "" and "sends from a node to itself" in error


def test_what_harvest_cannot_say_is_refused(tmp_path):
    fabric = ["--nodes", 8, "--message", "1MiB", "--bandwidth", "800Gbps", "--per-step-latency", "1us", "--reconfiguration-delay", "10us", "-o", tmp_path / "x.json"]
    for keys, words in [(["--rules", "swot", "--scheduler", "swot", "--collective", "allreduce/bruck", "--planes", 2], "planes_differ"),
                        (["--rules", "common", "--scheduler", "segments-overlap", "--collective", "allreduce/bruck", "--planes", 4, "--topology", "ring", "--per-hop-latency", "1us"], "relays"),
                        (["--rules", "addanki", "--scheduler", "static", "--collective", "allreduce/bruck", "--topology", "ring", "--per-hop-latency", "1us"], "outgoing circuits")]:
        code, _, error = call("export", "--format", "harvest", *keys, *fabric)
        assert code == 2 and words in error, error
    assert not (tmp_path / "x.json").exists()


# ---- MSCCL ----------------------------------------------------------------------------------------
def checked(path, *more):
    code, out, error = call("check", path, *more)
    assert code in (0, 1, 2), error
    return code, out + error


@pytest.mark.parametrize("name", REFERENCE)
def test_reference_algorithms_are_right(name):
    facts = EXPECTED[name]
    code, out = checked(VECTORS / name, "--dialect", facts["dialect"])
    assert code == 0, out
    assert f"{facts['coll']} on {facts['ngpus']} gpus, {facts['nchunksperloop']} chunks" in out
    assert ("blocks where a connection holds 1 chunk alone" in out) == ("stuck_with_slots" in facts)


@pytest.mark.parametrize("fault", EXPECTED["faults"], ids=lambda fault: fault["name"])
def test_seeded_faults_are_found(fault, tmp_path):
    text = (VECTORS / "msccl_allreduce_hd_8.xml").read_text()
    assert fault["replace"] in text
    path = tmp_path / "spoilt.xml"
    path.write_text(text.replace(fault["replace"], fault["by"], -1 if fault["every"] else 1))
    code, out = checked(path)
    assert code == 1 and "wrong" in out, out
    assert ("chunk 0 holds" in out or "holds" in out) == (fault["found_by"] == "run"), out


@pytest.mark.parametrize("edit, words", [
    (lambda text: text.replace('ngpus="8"', 'ngpus="8" ngpus="8"'), "x.xml:1: is no XML: ngpus is given twice"), (lambda text: text + "text", "is no XML: goes on behind its end"),
    (lambda text: text.replace("</algo>", "</algo> <!-- end --> x"), "is no XML: goes on behind its end"), (lambda text: text.replace('name="', 'name="\0', 1), "x.xml:1: a byte is 0"),
    (lambda text: re.sub(r'minBytes="\d+" maxBytes="\d+"', 'minBytes="9" maxBytes="8"', text), "x.xml:1: minBytes = 9: is above maxBytes = 8"),
    (lambda text: text.replace('ngpus="8"', 'ngpus="1000000000"'), "x.xml:1: ngpus = 1000000000: is no whole number from 1 to 4096")])
def test_what_a_program_must_not_have_is_found(edit, words, tmp_path):
    text = (VECTORS / "msccl_allreduce_hd_8.xml").read_text()
    assert edit(text) != text
    (tmp_path / "x.xml").write_text(edit(text))
    code, out = checked(tmp_path / "x.xml")
    assert code == 1 and words in out, out
    (tmp_path / "x.xml").write_text(text + "\n<!-- a comment -->\n")
    assert checked(tmp_path / "x.xml")[0] == 0


@pytest.mark.parametrize("name", [name for name in REFERENCE if "fused" not in name])
def test_an_algorithm_without_its_waits_is_wrong(name, tmp_path):
    text = (VECTORS / name).read_text()
    path = tmp_path / "free.xml"
    path.write_text("\n".join(line for line in re.sub(r'depid="-?\d+" deps="-?\d+"', 'depid="-1" deps="-1"', text).split("\n")))
    text = path.read_text()
    # Without waits a nop is wrong by form; so the nops go, and the steps are counted again.
    lines, number = [], 0
    for line in text.split("\n"):
        number = 0 if "<tb " in line else number
        if 'type="nop"' in line:
            continue
        if "<step " in line:
            line, number = re.sub(r's="\d+"', f's="{number}"', line, count=1), number + 1
        lines.append(line)
    path.write_text("\n".join(lines))
    code, out = checked(path)
    assert code == 1 and ("race" in out or "never written" in out or "holds" in out), out


def test_single_waits_that_carry_data_are_found(tmp_path):
    text = (VECTORS / "msccl_allgather_ring_4.xml").read_text()
    places = [match.span() for match in re.finditer(r'depid="\d+" deps="\d+"', text)]
    found = 0
    for begin, end in places:
        path = tmp_path / "one.xml"
        path.write_text(text[:begin] + 'depid="-1" deps="-1"' + text[end:])
        found += checked(path)[0]
    assert f"{found} of {len(places)}" == EXPECTED["single_waits_found"]["msccl_allgather_ring_4.xml"]


MEANT = [  # what spoils data, order or form; each edit is applied at a random place
    (r'type="rrc"', 'type="r"'), (r'srcoff="(\d+)" dstbuf="(\w)" dstoff="(\d+)" cnt="1"', None), (r'hasdep="1"', 'hasdep="0"'), (r'send="(\d)"', 'send="-1"'), (r'cnt="([1-9]\d*)"', 'cnt="0"')]


@pytest.mark.parametrize("seed", range(24))
def test_meant_mutations_are_found(seed, tmp_path):
    draw = random.Random(seed)
    text = (VECTORS / "msccl_allreduce_hd_8.xml").read_text()
    pattern, by = MEANT[seed % len(MEANT)]
    places = list(re.finditer(pattern, text))
    at = draw.choice(places)
    # Another source chunk: it holds another value, or is out of the buffer.
    by = by or f'srcoff="{(int(at[1]) + 1) % 8}" dstbuf="{at[2]}" dstoff="{at[3]}" cnt="1"'
    path = tmp_path / "spoilt.xml"
    path.write_text(text[:at.start()] + by + text[at.end():])
    code, out = checked(path)
    harmless = pattern.startswith("srcoff") and 'type="r"' in text[text.rfind("\n", 0, at.start()):at.end()]
    assert code == (0 if harmless else 1), (seed, at[0], by, out)


@pytest.mark.parametrize("name", ["msccl_allgather_ring_4.xml", "harvest_schedule_rd_8.json", "harvest_problem_rd_8.json"])
def test_damaged_files_are_refused_or_judged(name, tmp_path):
    draw, data, path = random.Random(name), (VECTORS / name).read_bytes(), tmp_path / name
    words = ["import", "--format", "harvest"] if "problem" in name else ["check"]
    for case in range(MUTATIONS):
        text = bytearray(data)
        for _ in range(draw.randrange(1, 4)):
            at = draw.randrange(len(text))
            kind = draw.randrange(3)
            if kind == 0:
                text = text[:at]
            elif kind == 1:
                text[at] = draw.randrange(256)
            else:
                text[at:at + draw.randrange(9)] = draw.choice([b"-1", b"4294967296", b"18446744073709551615", b"<!--", b'"', b"[[[[", b"1e999"])
            text = text or bytearray(b"x")
        path.write_bytes(text)
        done = subprocess.run([BINARY, *words, path], capture_output=True, timeout=20)
        assert done.returncode in (0, 1, 2), (case, done.stderr)
        assert b"defect" not in done.stderr, (case, done.stderr)


# ---- MSCCL: out and in ------------------------------------------------------------------------------

SWITCH = ["--rules", "swot", "--scheduler", "swot", "--bandwidth", "100GB/s"]
WRITTEN = {
    "msccl_allgather_ring_4.xml": ["--collective", "allgather/ring", "--nodes", 4, "--message", "4KiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"],
    "msccl_allreduce_hd_8.xml": ["--collective", "allreduce/halving-doubling", "--nodes", 8, "--message", "64KiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"],
    "msccl_allreduce_hd_8_2planes.xml": ["--collective", "allreduce/halving-doubling", "--nodes", 8, "--message", "32MB", "--planes", 2, "--per-step-latency", "20us", "--reconfiguration-delay", "200us"],
    "msccl_allreduce_rd_8.xml": ["--collective", "allreduce/recursive-doubling", "--nodes", 8, "--message", "8KiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"],
    "msccl_alltoall_bruck_4.xml": ["--collective", "alltoall/bruck", "--nodes", 4, "--message", "4KiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"],
}


@pytest.mark.parametrize("name", WRITTEN)
def test_programs_are_those_of_the_reference(name, tmp_path):
    path = tmp_path / "mine.xml"
    code, _, error = call("export", "--format", "msccl", *SWITCH, *WRITTEN[name], "-o", path)
    assert code == 0, error
    nameless = [re.sub(r'algo name="\w+"', "algo", text) for text in (path.read_text(), (VECTORS / name).read_text())]
    assert nameless[0] == nameless[1]
    controller = tmp_path / "mine.xml.controller.json"
    plan = json.loads(call("schedule", *SWITCH, *WRITTEN[name], "--execution-plan")[1])
    setups = [setup for plane in plan["controller"] for setup in plane["reconfigurations"]]
    assert controller.exists() == bool(setups)
    if setups:
        file = json.loads(controller.read_text())
        assert file["schema"] == "lightsweep/controller/v1" and len(file["reconfigurations"]) == len(setups)
        assert all(one["before"] for one in file["reconfigurations"])


@pytest.mark.parametrize("collective", ["allreduce/ring", "allreduce/halving-doubling", "allreduce/swing", "allgather/bruck", "reduce-scatter/halving-doubling", "alltoall/shift", "alltoall/bruck", "allgather/ring"])
@pytest.mark.parametrize("nodes, planes", [(4, 1), (8, 1), (8, 3), (3, 1), (5, 2), (16, 2)])
def test_programs_give_back_the_steps_of_their_collective(collective, nodes, planes, tmp_path):
    path = tmp_path / "mine.xml"
    keys = ["--collective", collective, "--nodes", nodes, "--message", nodes * nodes * 4096, "--planes", planes, "--per-step-latency", "1us", "--reconfiguration-delay", "1us"]
    code, out, error = call("export", "--format", "msccl", *SWITCH, *keys, "-o", path)
    if code == 2 and ("power" in error or "at most 64" in error):
        pytest.skip("the algorithm or the runtime does not have this number of nodes")
    assert code == 0, (out, error)
    assert checked(path)[0] == 0
    code, out, error = call("import", "--format", "msccl", path, "--message", nodes * nodes * 4096, "--as", "problems")
    assert code == 0, error
    steps = json.loads(out)["steps"]
    plan = json.loads(call("schedule", *SWITCH, *keys, "--execution-plan")[1])
    sent = {}
    for rank in plan["ranks"]:
        for one in rank["transfers"]:
            if one["send_to"] >= 0:
                key = one["step"], rank["rank"], one["send_to"]
                sent[key] = sent.get(key, 0) + sum(part["bytes"] for part in one["send"])
    found = {}
    for i, step in enumerate(steps):
        for rank in range(nodes):
            to = (rank + step["shift"]) % nodes if "shift" in step else rank ^ step["xor"] if "xor" in step else step["peer"][rank]
            if to >= 0 and to != rank:
                found[i, rank, to] = step["bytes"]
    assert found == sent


def test_rounds_of_programs_of_others():
    code, out, error = call("import", "--format", "msccl", "--dialect", "msccl", VECTORS / "msccl_allgather_ring_4_fused.xml", "--as", "problems")
    assert code == 0 and [step["shift"] for step in json.loads(out)["steps"]] == [1] * EXPECTED["msccl_allgather_ring_4_fused.xml"]["steps_as_levels"], error


def test_what_msccl_cannot_say_is_refused(tmp_path):
    fabric = ["--per-step-latency", "1us", "--reconfiguration-delay", "10us", "-o", tmp_path / "x.xml"]
    for keys, words in [(["--collective", "alltoall/shift", "--nodes", 128, "--message", "1MiB", "--planes", 1, "--dialect", "msccl"], "254"),
                        (["--collective", "allreduce/ring", "--nodes", 64, "--message", "1MiB", "--planes", 1], "126"),
                        (["--collective", "allreduce/ring", "--nodes", 8, "--message", 1001, "--planes", 1], "no multiple of"),
                        (["--collective", "allgather/ring+allgather/ring", "--nodes", 4, "--message", 4096, "--planes", 1], "one collective")]:
        code, _, error = call("export", "--format", "msccl", *SWITCH, *keys, *fabric)
        assert code == 2 and words in error, error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("collective", ["allreduce/halving-doubling", "allgather/ring", "alltoall/shift"])
@pytest.mark.parametrize("name, more", [("msccl", ["--planes", 1]), ("chakra", ["--planes", 2]), ("goal", ["--planes", 2]), ("harvest", ["--rules", "addanki", "--scheduler", "addanki-reuse", "--topology", "ring-uni", "--per-hop-latency", "1us"])])
def test_a_message_without_bytes_is_not_exported(name, more, collective, tmp_path):
    keys = ["--collective", collective, "--nodes", 4, "--message", 0, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"]
    code, out, error = call("export", "--format", name, *(["--bandwidth", "100GB/s"] if name == "harvest" else SWITCH), *keys, *more, "-o", tmp_path / "x")
    assert code == 2 and "message = 0.0: nobody would send a byte; give --message" in error, (code, out, error)
    assert not list(tmp_path.iterdir())


def test_a_step_without_bytes_is_no_step_of_harvest(tmp_path):
    """`check --problem` refuses such a pattern."""
    (tmp_path / "steps.toml").write_text('[[steps]]\nshift = 1\nbytes = "8B"\n[[steps]]\nshift = 1\nbytes = "0B"\n')
    code, out, error = call("export", "--format", "harvest", "--rules", "addanki", "--scheduler", "addanki-reuse", "--collective", "custom", "--file", tmp_path / "steps.toml", "--nodes", 4,
                            "--topology", "ring-uni", "--bandwidth", "800Gbps", *hardware(VALUES["exact"][3]), "-o", tmp_path / "x.json")
    assert code == 2 and "harvest: step 2: nobody sends a byte" in error, (code, out, error)
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize("text, words", [
    ('{"schema": "lightsweep/plan/v1", "x": ' + "[" * 16, "byte 53: lies deeper than 16 levels"), ('{"a\\"[[[[[[[[[[[[[[[[[[[": "]]", "steps": 3}', "collective: is missing"), ("{" * 3000, "byte 16: lies deeper than 16 levels"),
    ('{"n": 4}', "x.json: schema: is missing; add it"), ("", "is neither JSON nor"), ("   ", "is neither JSON nor")])
def test_json_of_others_is_flat(text, words, tmp_path):
    (tmp_path / "x.json").write_text(text)
    for verb in ("judge", "check"):
        code, out, error = call(verb, tmp_path / "x.json", *(["--problem", tmp_path / "x.json"] if "steps" in text else []))
        assert code == 2 and (words in error or verb == "check" and '"n"' in text), out + error


@pytest.mark.parametrize("text, words", [
    ('{"collective": "x", "n": 4, "n": 5}', 'byte 31: key "n" is given twice; remove one'), ('{"steps": [{"a": 1}, {"a": 1, "a": 2}]}', 'key "a" is given twice'),
    ('{"cost": NaN}', 'byte 10: is no JSON: "N" belongs nowhere here; correct it (NaN and Infinity are no numbers)'), ('{"cost": 1e999}', 'byte 14: "1e999" is a number that is too large'),
    ('{"cost": 1', "byte 10: is no JSON: the text ends too early; close its brackets")])
def test_what_is_no_json_has_its_byte_and_cause(text, words, tmp_path):
    (tmp_path / "x.json").write_text(text)
    for verb in (["judge"], ["check"], ["check", "--format", "harvest"], ["simulate"], ["import", "--format", "harvest"], ["play"]):
        code, out, error = call(*verb, tmp_path / "x.json")
        assert code == 2 and out == "" and "x.json: byte " in error and words in error, (verb, error)


@pytest.mark.parametrize("collective, dialect, words", [
    ("allreduce/ring", "rccl", "2046 steps of a thread block, at most 64 are possible"), ("allgather/ring", "msccl", "1023 steps of a thread block, at most 256 are possible"),
    ("alltoall/shift", "msccl", "2046 thread blocks, at most 216 are possible"), ("alltoall/shift", "rccl", "2046 thread blocks, at most 32 are possible")])
def test_programs_that_no_gpu_holds_are_refused_before_they_are_made(collective, dialect, words, tmp_path):
    keys = ["--collective", collective, "--nodes", 1024, "--message", "1MiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"]
    code, _, error = call("export", "--format", "msccl", "--dialect", dialect, *SWITCH, *keys, "-o", tmp_path / "x.xml", timeout=10)
    assert code == 2 and f"msccl: a gpu needs at least {words}; take fewer nodes" in error and not list(tmp_path.iterdir()), error


def test_programs_of_too_many_chunks_are_refused_at_once(tmp_path):
    """2^24 chunks on 64 gpus would be 8e10 places."""
    gpus = "".join(f'  <gpu id="{g}" i_chunks="16777216" o_chunks="0" s_chunks="16777216">\n  </gpu>\n' for g in range(64))
    (tmp_path / "x.xml").write_text('<algo name="x" proto="Simple" nchannels="1" nchunksperloop="16777216" ngpus="64" coll="allreduce" inplace="1" outofplace="0" minBytes="1" maxBytes="2">\n' + gpus + "</algo>\n")
    code, out, error = call("check", tmp_path / "x.xml", timeout=20)
    assert code == 1 and "nchunksperloop = 16777216: the gpus have 3221225472 chunks, at most 5e7" in out, out + error


@pytest.mark.skipif(PATIENCE > 1, reason="a sanitizer's shadow takes terabytes of addresses")
@pytest.mark.parametrize("words", [["judge"], ["simulate"], ["play"], ["check"], ["import", "--format", "harvest"]])
def test_json_beyond_the_memory_is_refused_at_once(words, tmp_path):
    """Three million objects become 600 MB; the process may take 600 MB in all."""
    (tmp_path / "x.json").write_text('{"schema": "lightsweep/plan/v1", "kind": "planes", "x": [' + '{"":0},' * 3_000_000 + "0]}")
    done = subprocess.run(["bash", "-c", 'ulimit -d 600000; exec "$@"', "bash", BINARY, *words, tmp_path / "x.json"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "x.json: needs about 0.624" in done.stderr and "give a smaller file" in done.stderr, done.stderr


def test_twenty_faults_of_a_program_are_told_and_the_rest_counted(tmp_path):
    text = (VECTORS / "msccl_allreduce_hd_8.xml").read_text()
    (tmp_path / "x.xml").write_text(text.replace('cnt="1"', 'cnt="72"').replace('cnt="2"', 'cnt="73"'))
    code, out, _ = call("check", tmp_path / "x.xml")
    lines = out.splitlines()
    assert code == 1 and len(lines) == 22 and "at most 71" not in lines[20] and re.fullmatch(r".*x\.xml: \d+ further faults", lines[20]) and lines[21].endswith("x.xml: wrong"), out
    assert all(re.match(r".*x\.xml:\d+: gpu \d+, tb \d+, step \d+: ", line) for line in lines[:20]), out
