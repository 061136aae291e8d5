"""Traces of Chakra and text in GOAL: reference files byte for byte, and a simulator of ASTRA-sim's rules that shares no code with the writer."""
import collections
import heapq
import json
import os
import random
import re
import subprocess

import pytest
from conftest import BINARY, SOURCE, call

VECTORS = SOURCE / "tests/vectors/interop"
EXPECTED = json.loads((VECTORS / "expected.json").read_text())
MUTATIONS = int(os.environ.get("LIGHTSWEEP_MUTATIONS", 60))
SWITCH = ["--rules", "swot", "--scheduler", "swot", "--bandwidth", "100GB/s", "--collective", "allreduce/halving-doubling", "--nodes", 8]
WRITTEN = {
    "chakra_allreduce_hd_8": ["--message", "64KiB", "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us"],
    "chakra_allreduce_hd_8_2planes": ["--message", "32MB", "--planes", 2, "--per-step-latency", "20us", "--reconfiguration-delay", "200us"],
}


# ---- ASTRA-sim's rules ------------------------------------------------------------------------------

def varint(data, at):
    value = shift = 0
    while True:
        value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """(number, value) of every field of a message: whole numbers, or bytes."""
    at, found = 0, []
    while at < len(data):
        key, at = varint(data, at)
        size, after = varint(data, at)
        found.append((key >> 3, data[after:after + size] if key & 7 == 2 else size))
        at = after + (size if key & 7 == 2 else 0)
    return found


def messages(path):
    data, at = path.read_bytes(), 0
    while at < len(data):
        size, at = varint(data, at)
        yield fields(data[at:at + size])
        at += size


def nodes(path):
    """Per id: type, what it waits for, microseconds, and the attributes by name."""
    all_nodes = {}
    for message in list(messages(path))[1:]:
        one = {"id": 0, "waits": [], "micros": 0}
        for number, value in message:
            if number == 5:
                at = 0
                while at < len(value):
                    wait, at = varint(value, at)
                    one["waits"].append(wait)
            elif number == 10:
                attribute = fields(value)
                one[attribute[0][1].decode()] = attribute[1][1]
            elif number in (1, 3, 7):
                one[{1: "id", 3: "type", 7: "micros"}[number]] = value
        all_nodes[one["id"]] = one
    return all_nodes


def simulated(folder):
    """The end in ns. A computation takes its microseconds, a message floor(latency + bytes / rate)."""
    network = dict(re.findall(r"(\w+): \[ (\S+) \]", (folder / "network.yml").read_text()))
    latency, rate = float(network["latency"]), float(network["bandwidth"]) * 2**30 / 1e9
    ranks = [nodes(folder / f"algorithm.{rank}.et") for rank in range(int(network["npus_count"]))]
    events, arrived, expected, order = [], collections.Counter(), collections.defaultdict(list), 0
    left = [{i: set(node["waits"]) for i, node in rank.items()} for rank in ranks]
    ready, now, done = [(r, i) for r, rank in enumerate(left) for i, waits in rank.items() if not waits], 0, 0
    ended = []
    while ready or events or ended:
        if ended:
            rank, i = ended.pop()
            done += 1
            node = ranks[rank][i]
            if node["type"] == 5:
                key = node["comm_src"], node["comm_dst"], node["comm_tag"], node["comm_size"]
                arrived[key] += 1
                if expected[key]:
                    arrived[key] -= 1
                    ended.append(expected[key].pop(0))
            for other, waits in left[rank].items():
                if i in waits:
                    waits.remove(i)
                    if not waits:
                        ready.append((rank, other))
        elif ready:
            rank, i = ready.pop()
            node = ranks[rank][i]
            if node["type"] == 6:
                key = node["comm_src"], node["comm_dst"], node["comm_tag"], node["comm_size"]
                assert node["comm_dst"] == rank
                if arrived[key]:
                    arrived[key] -= 1
                    ended.append((rank, i))
                else:
                    expected[key].append((rank, i))
                continue
            takes = (node["micros"] * 1000 or 1) if node["type"] == 4 else int(latency + node["comm_size"] / rate)
            order += 1
            heapq.heappush(events, (now + takes, order, rank, i))
        else:
            now, _, rank, i = heapq.heappop(events)
            ended.append((rank, i))
    assert done == sum(map(len, ranks)), "some nodes never end"
    return now


# ---- out ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", WRITTEN)
def test_folders_are_those_of_the_reference(name, tmp_path):
    code, _, error = call("export", "--format", "chakra", *SWITCH, *WRITTEN[name], "-o", tmp_path)
    assert code == 0, error
    reference = {path.name: path.read_bytes() for path in (VECTORS / name).iterdir()}
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    controller = json.loads(written.pop("algorithm.controller.json"))
    assert written == reference
    assert simulated(tmp_path) == EXPECTED[name]["simulated_ns"]
    assert error == f"planned end {EXPECTED[name]['planned_ns']:.17g} ns, of the traces {EXPECTED[name]['simulated_ns']} ns\n".replace("1140000.0000000002", "1140000")
    assert call("check", tmp_path)[1].startswith(f"8 ranks, {8 * EXPECTED[name]['nodes_of_rank_0']} nodes, end {EXPECTED[name]['simulated_ns']} ns")
    kinds = [nodes(tmp_path / f"algorithm.{rank}.et") for rank in range(8)]
    for setup in controller["reconfigurations"]:
        assert all(kinds[rank][i]["comm_tag"] // 1000 <= setup["after_step"] and kinds[rank][i]["comm_tag"] % 1000 == setup["plane"] for rank, i in setup["after"])
        assert all(kinds[rank][i]["comm_tag"] // 1000 >= setup["for_step"] for rank, i in setup["before"]) and setup["before"]


def test_goal_is_that_of_the_reference(tmp_path):
    code, _, error = call("export", "--format", "goal", *SWITCH, *WRITTEN["chakra_allreduce_hd_8"], "-o", tmp_path / "x.goal")
    assert code == 0 and "in units of 0.01 ns: L = 100000, o = g = O = 0, G = 1 per byte" in error
    assert (tmp_path / "x.goal").read_text().replace("calc 1000000\n", "calc 10000\n") == (VECTORS / "goal_allreduce_hd_8.goal").read_text()


@pytest.mark.parametrize("bandwidth, latency, said, calc", [
    ("1GB/s", "1us", "in units of 1 ns: L = 1000, o = g = O = 0, G = 1 per byte", 10_000), ("50GB/s", "1us", "in units of 0.01 ns: L = 100000, o = g = O = 0, G = 2 per byte", 1_000_000),
    ("3GB/s", "1us", "in units of 0.333333 ns: L = 3000, o = g = O = 0, G = 1 per byte", 30_000), ("3GB/s", "1.0001us", None, 0)])
def test_parameters_of_goal_are_whole(bandwidth, latency, said, calc, tmp_path):
    words = ["--rules", "swot", "--scheduler", "strawman", "--collective", "alltoall/bruck", "--nodes", 4, "--planes", 1, "--message", "64KiB", "--bandwidth", bandwidth,
             "--per-step-latency", latency, "--reconfiguration-delay", "10us"]
    code, _, error = call("export", "--format", "goal", *words, "-o", tmp_path / "x.goal")
    if said is None:
        assert code == 2 and "no unit of time makes the latency" in error and not (tmp_path / "x.goal").exists(), error
        return
    assert code == 0 and said in error, error
    assert f"calc {calc}\n" in (tmp_path / "x.goal").read_text() and call("check", tmp_path / "x.goal")[0] == 0


@pytest.mark.parametrize("edit, code, words", [
    (lambda text: text, 0, "8 ranks, 128 nodes"), (lambda text: text.replace("l1: send", "l1: sent", 1), 2, "line 4: l1: sent"), (lambda text: text.replace(" tag 0 ", " tag 9 ", 1), 1, "never"),
    (lambda text: text.replace("num_ranks 8", "num_ranks 9"), 2, "some ranks are not there"), (lambda text: text[:-3], 2, "some ranks are not there"), (lambda text: text.replace("l2 requires l1", "l2 requires l99", 1), (0, 2), ""),
    (lambda text: text.replace("b to 4", "b to 44", 1), 2, "'44' is no whole number from 0 to 7"), (lambda text: text.replace("rank 1 {", "rank 0 {"), 2, "stands twice"), (lambda text: text.replace("calc 10000", "calc -1", 1), 2, "'-1' is no whole number")])
def test_goal_is_checked(edit, code, words, tmp_path):
    (tmp_path / "x.goal").write_text(edit((VECTORS / "goal_allreduce_hd_8.goal").read_text()))
    found, out, error = call("check", tmp_path / "x.goal")
    assert found in (code if isinstance(code, tuple) else (code,)) and words in out + error, out + error


def test_a_collective_node_is_encoded_as_by_astra_sim(tmp_path):
    assert bytes.fromhex(EXPECTED["chakra_one_allreduce.et"]["hex"]) == (VECTORS / "chakra_one_allreduce.et").read_bytes()
    code, _, error = call("export", "--format", "chakra", "--rules", "swot", "--scheduler", "swot", "--bandwidth", "100GB/s", "--collective", "allreduce/ring", "--nodes", 4, "--message", "1MiB",
                          "--planes", 1, "--per-step-latency", "1us", "--reconfiguration-delay", "10us", "-o", tmp_path)
    assert code == 0, error
    own, other = list(messages(tmp_path / "workload.1.et")), list(messages(VECTORS / "chakra_one_allreduce.et"))
    assert own[0] == other[0] and [field for field in own[1] if field[0] != 2] == [field for field in other[1] if field[0] != 2]


@pytest.mark.parametrize("collective", ["allreduce/ring", "allreduce/halving-doubling", "allreduce/swing", "allgather/bruck", "reduce-scatter/halving-doubling", "alltoall/shift", "alltoall/bruck", "allreduce/recursive-doubling"])
@pytest.mark.parametrize("nodes_, planes, delay", [(4, 1, 1), (8, 3, 10), (5, 2, 1), (16, 2, 1), (64, 1, 3)])
def test_traces_end_when_the_plan_ends(collective, nodes_, planes, delay, tmp_path):
    message = nodes_ * nodes_ * 4096
    keys = ["--rules", "swot", "--scheduler", "swot-order", "--bandwidth", "100GB/s", "--collective", collective, "--nodes", nodes_, "--message", message, "--planes", planes,
            "--per-step-latency", "1us", "--reconfiguration-delay", f"{delay}us"]
    code, out, error = call("export", "--format", "chakra", *keys, "-o", tmp_path)
    if code == 2 and "power" in error:
        pytest.skip("the algorithm does not have this number of nodes")
    assert code == 0, (out, error)
    planned, of_traces = map(float, re.findall(r"([\d.e+]+) ns", error))
    end = simulated(tmp_path)
    assert end == of_traces
    plan = json.loads(call("schedule", *keys, "--execution-plan")[1])
    steps = 1 + max(one["step"] for rank in plan["ranks"] for one in rank["transfers"])
    assert planned == pytest.approx(plan["planned_time"] * 1e9, rel=1e-12)
    assert planned - steps - plan["rounding_time"] * 1e9 <= end <= planned + plan["rounding_time"] * 1e9 + 1e-6
    network = (tmp_path / "network.yml").read_text()
    size = next(one["comm_size"] for one in nodes(tmp_path / "workload.0.et").values())
    assert size == (message // nodes_ if collective.startswith("allgather") else message) and f"[ {nodes_} ]" in network


def test_a_smaller_export_leaves_no_ranks_behind(tmp_path):
    for nodes_ in (8, 4):
        assert call("export", "--format", "chakra", *SWITCH, *WRITTEN["chakra_allreduce_hd_8"], "--nodes", nodes_, "-o", tmp_path)[0] in (0, 2)
    code, _, error = call("export", "--format", "chakra", *SWITCH[:-1], 4, *WRITTEN["chakra_allreduce_hd_8"], "-o", tmp_path)
    assert code == 0, error
    assert len(list(tmp_path.glob("*.et"))) == 8 and call("check", tmp_path)[0] == 0


def test_what_traces_cannot_say_is_refused(tmp_path):
    folder = tmp_path / "x"
    for keys, words in [(["--reconfiguration-delay", "1500ns"], "no whole number of microseconds"), (["--reconfiguration-delay", "1us", "--collective", "allgather/ring+allgather/ring"], "a sequence"),
                        (["--reconfiguration-delay", "1us", "--scheduler", "segments-overlap", "--rules", "common", "--topology", "ring", "--per-hop-latency", "1us"], "relays")]:
        fabric = {"--rules": "swot", "--scheduler": "swot", "--collective": "allreduce/ring", "--nodes": 8, "--message": "1MiB", "--bandwidth": "100GB/s", "--planes": 2, "--per-step-latency": "1us"}
        fabric.update(zip(keys[::2], keys[1::2]))
        code, out, error = call("export", "--format", "chakra", *[word for pair in fabric.items() for word in pair], "-o", folder)
        assert code == 2 and words in error, (out, error)
    assert not folder.exists()
    fabric.update({"--rules": "swot", "--scheduler": "swot", "--reconfiguration-delay": "1500ns"})
    for key in ("--topology", "--per-hop-latency"):
        fabric.pop(key)
    fabric["--collective"] = "allreduce/halving-doubling"
    code, out, error = call("export", "--format", "chakra", "--round-delay", *[word for pair in fabric.items() for word in pair], "-o", folder)
    assert code == 0 and any(node["micros"] == 2 for node in nodes(folder / "algorithm.0.et").values()), error


# ---- check ----------------------------------------------------------------------------------------

def copied(tmp_path, name="chakra_allreduce_hd_8"):
    for path in (VECTORS / name).iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def test_faults_of_a_folder_are_found(tmp_path):
    folder = copied(tmp_path)
    trace = (folder / "algorithm.3.et").read_bytes()
    for edit, code, words in [
            (lambda data: data.replace(b"comm_tag", b"comm_tug", 1), 1, "lacks comm_src, comm_dst, comm_tag"), (lambda data: data[:-1], 2, "ends within a message"),
            (lambda data: data[:data.rindex(b"\x0fr")] if b"\x0fr" in data else data[:-data[::-1].index(b"\x08") - 40], (1, 2), ""), (lambda data: b"\x1f\x8b" + data, 2, "gzip")]:
        (folder / "algorithm.3.et").write_bytes(edit(trace))
        found, out, error = call("check", folder)
        assert found in (code if isinstance(code, tuple) else (code,)) and words in out + error, (words, out, error)
    (folder / "algorithm.3.et").write_bytes(trace)
    (folder / "algorithm.7.et").unlink()
    code, out, _ = call("check", folder)
    assert code == 1 and "algorithm has 7 ranks, workload 8" in out
    (folder / "workload.7.et").unlink()
    (folder / "network.yml").write_text((folder / "network.yml").read_text().replace("[ 8 ]", "[ 7 ]"))
    code, out, _ = call("check", folder)
    assert code == 1 and "is no message of this rank" in out


def test_large_files_are_answered_or_refused_at_once(tmp_path):
    """Sixty million empty nodes, a network of a million lines, an id twice."""
    (tmp_path / "t.0.et").write_bytes(b"\x00" * 60_000_000)
    code, _, error = call("import", "--format", "chakra-workload", tmp_path / "t", timeout=20)
    assert code == 2 and "t.0.et: byte 3: has node 0 twice in a row" in error, error
    (tmp_path / "n.yml").write_text("topology: [ Ring ]\n" + "# more\n" * 1_000_000)
    code, _, error = call("import", "--format", "astra-network", tmp_path / "n.yml", timeout=5)
    assert code == 2 and "n.yml: has 7000019 bytes, a network has at most 1 MiB" in error, error


def test_a_message_that_nobody_sends_blocks(tmp_path):
    folder = copied(tmp_path)
    path = folder / "algorithm.5.et"
    path.write_bytes(path.read_bytes().replace(b"comm_tag\x38\x88\x27", b"comm_tag\x38\x89\x27"))  # tag 5000 becomes 5001
    code, out, _ = call("check", folder)
    assert code == 1 and "never ends" in out and "never receives" in out


def test_damaged_traces_are_refused_or_judged(tmp_path):
    draw, folder = random.Random(26), copied(tmp_path)
    names = ["algorithm.2.et", "workload.0.et", "network.yml"]
    whole = {name: (folder / name).read_bytes() for name in names}
    for case in range(MUTATIONS):
        name = draw.choice(names)
        data = bytearray(whole[name])
        for _ in range(draw.randrange(1, 4)):
            at = draw.randrange(len(data))
            kind = draw.randrange(3)
            if kind == 0:
                data = data[:at]
            elif kind == 1:
                data[at] = draw.randrange(256)
            else:
                data[at:at + draw.randrange(9)] = draw.choice([b"\xff" * 9 + b"\x01", b"\xff\xff\xff\xff\x0f", b"\x80\x80\x80\x80\x10", b"[", b"1e999", b"\x00" * 5])
            data = data or bytearray(b"x")
        (folder / name).write_bytes(data)
        done = subprocess.run([BINARY, "check", folder], capture_output=True, timeout=20)
        assert done.returncode in (0, 1, 2) and b"defect" not in done.stderr, (case, done.stderr, bytes(data))
        (folder / name).write_bytes(whole[name])


# ---- networks of ASTRA-sim ------------------------------------------------------------------------

def test_a_network_becomes_a_sweep(tmp_path):
    code, out, error = call("import", "--format", "astra-network", VECTORS / "astra_network_ring.yml")
    facts = EXPECTED["astra_network_ring.yml"]
    assert code == 0, error
    for words in (f"nodes = {facts['nodes']}", f'topology = "{facts["topology"]}"', f'link_rate = "{facts["link_rate_bytes_per_s"]}B/s"', 'per_hop_latency = "500ns"', 'link_bandwidth = "full"'):
        assert words in out
    for key, value in (("collective", '"allreduce/ring"'), ("message", '"1MiB"'), ("reconfiguration_delay", '"10us"')):
        out = out.replace(f"# give {key}", f"{key} = {value}")
    (tmp_path / "sweep.toml").write_text(out)
    code, _, error = call("plan", tmp_path / "sweep.toml")
    assert code == 0, error


@pytest.mark.parametrize("text, code, words", [
    ("topology: [ Ring,\n  Ring ]\nnpus_count: [ 4, 8 ] # two\nbandwidth:\n  - 50\n  - 50\nlatency: [5e2, 500.0]\n", 0, 'topology = "torus2d"\ndims = [4, 8]'),
    ("topology: Switch\nnpus_count: 8\nbandwidth: 100\nlatency: 1000\n", 0, 'per_step_latency = "2000ns"'),
    ("topology: [ Ring, Ring ]\nnpus_count: [ 4, 8 ]\nbandwidth: [ 50, 60 ]\nlatency: [ 1, 1 ]\n", 2, "dimension 1 differs"),
    ("topology: [ Mesh ]\nnpus_count: [ 4 ]\nbandwidth: [ 50 ]\nlatency: [ 1 ]\n", 2, "topology[0] = Mesh"), ("topology: [ Ring ]\nnpus_count: [ 4 ]\nbandwidth: [ 50 ]\n", 2, "latency: has 0 entries"),
    ("topology: &a [ Ring ]\n", 2, "line 1"), ("---\ntopology: [ Ring ]\n", 2, "line 1"), ("topology: [ Ring\n", 2, "line 1"), ("- Ring\n", 2, "line 1"),
    ("topology: [ Ring ]\nnpus_count: [ 1 ]\nbandwidth: [ 50 ]\nlatency: [ 1 ]\n", 2, "npus_count[0] = 1"), ("topology: [ Ring ]\ntopology: [ Ring ]\n", 2, "line 2: key topology is given twice; remove one"),
    ("topology: [ Ring ]\nnpus_count: [ 8.5 ]\nbandwidth: [ 50 ]\nlatency: [ 1 ]\n", 2, "npus_count[0] = 8.5: is no whole number from 2 to 1048576"),
    ("topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 0 ]\nlatency: [ 1 ]\n", 2, "bandwidth[0] = 0: is no number from 1e-09 to 1e+09"), ("", 2, "topology: has 0 entries")])
def test_networks_of_any_form(text, code, words, tmp_path):
    path = tmp_path / "network.yml"
    path.write_text(text)
    found, out, error = call("import", "--format", "astra-network", path)
    assert found == code and words in out + error, (out, error)


def test_a_network_of_three_kinds_is_refused():
    code, _, error = call("import", "--format", "astra-network", VECTORS / "astra_network_three.yml")
    assert code == 2 and "dimension 1 differs" in error


@pytest.mark.parametrize("words, line", [((), "link_rate = \"107374182400B/s\""), (("--gigabyte", "GB"), "link_rate = \"100000000000B/s\"")])
def test_all_pairs_are_a_circulant(words, line, tmp_path):
    path = tmp_path / "network.yml"
    path.write_text("topology: [ FullyConnected ]\nnpus_count: [ 8 ]\nbandwidth: [ 100 ]\nlatency: [ 500 ]\n")
    code, out, error = call("import", "--format", "astra-network", path, *words)
    assert code == 0 and 'topology = "circulant"\noffsets = [1, 2, 3, 4, 5, 6, 7]' in out and line in out, error
    for key, value in (("collective", '"alltoall/shift"'), ("message", '"8MB"'), ("reconfiguration_delay", '"10us"')):
        out = out.replace(f"# give {key}", f"{key} = {value}")
    (tmp_path / "sweep.toml").write_text(out)
    rate = float(re.search(r'link_rate = "(\d+)B/s"', out)[1])
    problem = {"rules": "pccl", "scheduler": "static", "nodes": 8, "topology": "circulant", "offsets": list(range(1, 8)), "link_bandwidth": "full", "link_rate": rate, "per_step_latency": 0,
               "per_hop_latency": 5e-7, "reconfiguration_delay": 0, "collective": "alltoall/shift", "message": 8e6}
    answer = json.loads(subprocess.run([BINARY, "eval"], input=json.dumps(problem), capture_output=True, text=True, timeout=60).stdout)
    assert answer["completion_time"] == pytest.approx(7 * (5e-7 + 1e6 / rate), rel=1e-12)
    assert call("plan", tmp_path / "sweep.toml")[0] == 0
    path.write_text(path.read_text().replace("[ 8 ]", "[ 1025 ]"))
    code, _, error = call("import", "--format", "astra-network", path)
    assert code == 2 and "FullyConnected of 1025 npus" in error
