"""Workloads of Chakra as a sequence for the study `trace`: the reference folder, traces by hand, and faults that name their file."""
import json
import re
import subprocess

import pytest
from conftest import BINARY, SOURCE, call
from test_chakra import copied

VECTORS = SOURCE / "tests/vectors/interop"
EXPECTED = json.loads((VECTORS / "expected.json").read_text())
TRAINING = VECTORS / "chakra_training_4"


def put(number):
    text = b""
    while number >= 128:
        text, number = text + bytes([number & 127 | 128]), number >> 7
    return text + bytes([number])


def field(number, value):
    return put(number << 3) + put(value) if isinstance(value, int) else put(number << 3 | 2) + put(len(value)) + value


def traced(nodes_):
    """A trace by hand; nodes are (id, type, waits, microseconds, attributes)."""
    text = field(1, b"1.0.0")
    text = put(len(text)) + text
    for i, kind, waits, micros, attributes in nodes_:
        one = field(1, i) + field(2, f"node_{i}".encode()) + field(3, kind) + (field(5, b"".join(map(put, waits))) if waits else b"") + field(7, micros)
        for name, value in attributes.items():
            one += field(8, field(1, value)) if name == "inputs" else field(10, field(1, name.encode()) + (field(29, value) if isinstance(value, bytes) else field(9, value)))
        text += put(len(one)) + one
    return text


def workload(folder, ranks, groups=None):
    for rank, nodes_ in enumerate(ranks):
        (folder / f"mine.{rank}.et").write_bytes(traced(nodes_))
    if groups:
        (folder / "groups.json").write_text(json.dumps(groups))
    return folder


def times(sweep, folder, gather, reduce, steps=2, size=16):
    """The study's iteration on own circuits without delays, where a gather of 2 ranks and an all-reduce of 4 take so many microseconds.

    The gather is one step of 1 MiB. The all-reduce has so many steps and so many MiB: by recursive doubling 2 latency + 16 MiB / rate."""
    transfer = max((reduce - steps * gather) / (size - steps), 2e-4)  # rates end at 2^53
    for key, value in (("topology", '"ring-uni"'), ("bandwidth", f'"{2**20 / transfer * 1e6!r}B/s"'), ("per_step_latency", f'"{gather - transfer!r}us"'), ("per_hop_latency", '"0s"'), ("reconfiguration_delay", '"0s"')):
        sweep = sweep.replace(f"# give {key}\n", f"{key} = {value}\n")
    found = ran(sweep.replace('study = "trace"\n', 'study = "trace"\nscheduler = "every-step"\n'), folder)
    return [found[name] * 1e6 for name in ("iteration_time", "exposed_communication")]


def ran(sweep, folder):
    """The first point of every column that has a value."""
    import h5py
    path = folder / "sweep.toml"
    path.write_text(sweep)
    (folder / "out.h5").unlink(missing_ok=True)
    done = subprocess.run([BINARY, "run", path, "-o", folder / "out.h5"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    with h5py.File(folder / "out.h5") as file:
        all_ = {name: float(one[()].reshape(-1)[0]) for name, one in file["studies/imported"].items() if isinstance(one, h5py.Dataset) and one.dtype.kind in "fiu"}
        return {name: value for name, value in all_.items() if value == value}


def test_a_workload_is_a_sequence_for_the_study(tmp_path):
    code, sweep, error = call("import", "--format", "chakra-workload", TRAINING, "--as", "sweep", "--algorithm", "recursive-doubling")
    assert code == 0 and error == "", error
    sweep = sweep.replace("allgather/recursive-doubling", "allgather/halving-doubling")
    facts = EXPECTED["chakra_training_4"]
    assert sum(map(int, re.findall(r'compute_time = "(\d+)us"', sweep))) == facts["compute_us_per_rank"]
    assert sweep.count("groups = [[0,1],[2,3]]") == 3 and sweep.count("overlap = true") == 2
    for number, one in enumerate(facts["iteration_times_us"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert times(sweep, folder, one["allgather"], one["allreduce"]) == pytest.approx([one["iteration"], one["exposed"]], rel=1e-4 if number else 1e-9)


NAMED = """[[grid]]
name = "imported"
study = "trace"
# give topology
# give bandwidth
# give per_step_latency
# give per_hop_latency
# give reconfiguration_delay
"""


def test_a_sweep_names_the_traces_themselves(tmp_path):
    """trace = PREFIX, or the folder: the iteration time of the reference, without an import."""
    one = EXPECTED["chakra_training_4"]["iteration_times_us"][0]
    for trace in (TRAINING, TRAINING / "trace"):
        keys = f'trace = "{trace}"\nalgorithm = "halving-doubling"\n'
        assert times(NAMED + keys, tmp_path, one["allgather"], one["allreduce"], 4, 12) == pytest.approx([one["iteration"], one["exposed"]], rel=1e-9)


def write(folder, keys):
    (folder / "named.toml").write_text(NAMED.replace("# give topology", 'topology = "ring-uni"').replace("# give bandwidth", 'bandwidth = "800Gbps"').replace("# give per_step_latency", 'per_step_latency = "1us"')
                                       .replace("# give per_hop_latency", 'per_hop_latency = "1us"').replace("# give reconfiguration_delay", 'reconfiguration_delay = "10us"') + keys)
    return folder / "named.toml"


def test_traces_and_their_import_give_one_result(tmp_path):
    """Also where ranks have orders of their own: the sweep need not say by_rank."""
    ranks = stages([b"first", b"first", b"even"], [b"first", b"first", b"odd"], [b"second", b"even"], [b"second", b"odd"])
    workload(tmp_path, ranks)
    (tmp_path / "names.json").write_text(json.dumps(GROUPS))
    (tmp_path / "groups.json").write_text(json.dumps(GROUPS))
    code, sweep, error = call("import", "--format", "chakra-workload", tmp_path / "mine", "--as", "sweep")
    assert code == 0, error
    (tmp_path / "groups.json").unlink()
    whole = write(tmp_path, 'trace = "mine"\ngroups = "names.json"\n').read_text()
    found = ran(whole, tmp_path)
    imported = ran(whole[:whole.index("trace = \"mine\"")].replace('study = "trace"\n', 'study = "trace"\nnodes = 4\nby_rank = true\n') + sweep[sweep.index("trace = ["):], tmp_path)
    assert found == imported and found["computation"] == pytest.approx(60e-6) and found["n_collectives"] == 3


def test_computation_behind_the_last_collective_counts(tmp_path):
    """It begins with the collective where it does not depend on it, and each rank has its own; changes hide behind it."""
    for waits, hidden in (([1], 0), ([0], 1)):
        workload(tmp_path, [[(0, 4, [], 10, {}), (1, 7, [0], 0, dict(ALL)), (2, 4, waits, 30 + rank, {})] for rank in range(4)])
        one = ran(write(tmp_path, 'trace = "mine"\n').read_text(), tmp_path)
        network = 6 * (1e-6 + 1e-6 + 1024 / 1e11)  # a ring of 4: six steps of one hop
        assert one["computation"] == pytest.approx(43e-6) and one["iteration_time"] == pytest.approx(43e-6 + (0 if hidden else network), rel=1e-9) and one["n_steps"] == 6
    workload(tmp_path, [[*call_(name, 0, 10), (2, 4, [1], micros, {})] for name, micros in ((b"first", 5), (b"first", 70), (b"second", 0), (b"second", 5))], GROUPS)
    code, sweep, error = call("import", "--format", "chakra-workload", tmp_path / "mine", "--as", "sweep")
    assert code == 0 and "by_rank" not in sweep, error
    workload(tmp_path, [[*call_(name, 0, 10), (2, 4, [1], micros, {})] for name, micros in ((b"first", 5), (b"first", 70))] + [[(2, 4, [], 90, {})], [(2, 4, [], 5, {})]], GROUPS)
    one = ran(write(tmp_path, 'trace = "mine"\n').read_text(), tmp_path)
    assert one["iteration_time"] == pytest.approx(90e-6, rel=1e-9) and one["computation"] == pytest.approx(90e-6) and one["n_collectives"] == 1
    workload(tmp_path, [[*call_(name, 0, 10), (2, 4, [1], micros, {})] for name, micros in ((b"first", 5), (b"first", 70))] + [[(2, 4, [], 20, {})], [(2, 4, [], 5, {})]], GROUPS)
    one = ran(write(tmp_path, 'trace = "mine"\n').read_text(), tmp_path)
    assert one["iteration_time"] == pytest.approx(80e-6 + 2 * (2e-6 + 2048 / 1e11), rel=1e-9)


@pytest.mark.parametrize("keys, words", [
    ('trace = [{ compute_time = "1us" }, { collective = "allreduce/ring", message = "1MiB" }]\nnodes = 4\n', "does not begin with a collective"),
    ('trace = [{ collective = "allreduce/ring", message = "1MiB" }, { compute_time = "1us" }, { collective = "allreduce/ring", message = "1MiB" }]\nnodes = 4\n', "entry 2 has no collective and is not last"),
    ('trace = [{ collective = "allreduce/ring", message = "1MiB" }, { compute_time = "1us", groups = [[0], [1]] }]\nnodes = 4\n', "computes for groups alone, which asks for by_rank"),
    ('trace = [{ collective = "allreduce/ring", message = "1MiB" }, { compute_time = "1us", groups = [[0], [9]] }]\nnodes = 4\nby_rank = true\n', "names a node that does not exist"),
    ('trace = "mine"\nnodes = 8\n', "nodes = 8: is not that of the traces mine (4)"), ('trace = "mine"\nby_rank = false\n', "by_rank = false: is not that of the traces mine (true)"),
    ('trace = "mine"\ngroups = "other.json"\n', "other.json: there is no such file"), ('trace = "mine"\ngroups = 7\n', "groups = 7: is read with traces of Chakra alone"), ('trace = "mine"\nalgorithm = "none"\n', "has a collective allreduce/none"),
    ('trace = [{ collective = "allreduce/ring", message = "1MiB" }]\nnodes = 4\nalgorithm = "ring"\n', "algorithm = ring: is read with traces of Chakra alone"), ('trace = "yours"\nnodes = 4\n', "there is no such file"),
    ('trace = "bad"\n', "bad.1.et: byte 0: is empty"), ('trace = "."\n', "has 2 files NAME.0.et; give FOLDER/NAME")])
def test_faults_of_named_traces_have_their_place(keys, words, tmp_path):
    workload(tmp_path, stages([b"first", b"first", b"even"], [b"first", b"first", b"odd"], [b"second", b"even"], [b"second", b"odd"]), GROUPS)
    (tmp_path / "bad.0.et").write_bytes((tmp_path / "mine.0.et").read_bytes())
    (tmp_path / "bad.1.et").write_bytes(b"")
    code, out, error = call("plan", write(tmp_path, keys))
    assert code == 2 and words in error, out + error


def test_a_workload_is_a_list_of_problems():
    code, out, error = call("import", "--format", "chakra-workload", f"{TRAINING}/trace", "--as", "problems")
    assert code == 0, error
    found = [json.loads(line) for line in out.splitlines()]
    assert [(one["collective"], one["nodes"], one["message"], one["count"]) for one in found] == [
        (one["primitive"] + "/ring", one["ranks"], one["message"], one["count"]) for one in EXPECTED["chakra_training_4"]["collectives"]]
    fabric = {"bandwidth": "800Gbps", "per_step_latency": "1us", "per_hop_latency": "1us", "reconfiguration_delay": "10us"}
    lines = "".join(json.dumps({**one, **fabric}) + "\n" for one in found)
    answers = subprocess.run([BINARY, "eval"], input=lines, capture_output=True, text=True, timeout=60).stdout.splitlines()
    assert [json.loads(line)["status"] for line in answers] == ["optimal", "optimal"]


ALL = {"comm_type": 0, "comm_size": 4096}


def test_workloads_by_hand(tmp_path):
    """What depends on the collective before waits for it; what is not used is counted; metadata names groups."""
    names = b'"[{"pg_name": "x", "ranks": [0, 2]}, {"pg_name": "y", "ranks": [1, 3]}]"'
    ranks = [[(9, 4, [8], 1, {}), (8, 7, [6], 0, {"comm_type": 7, "comm_size": 64}), (7, 7, [6], 0, {"comm_type": 5, "comm_size": 1}), (6, 4, [5], 30, {}), (5, 7, [3], 0, ALL),
              (11, 5, [5], 0, {"comm_src": 0}), (10, 6, [1], 0, {"comm_dst": 0}), (4, 4, [3], 5, {"is_cpu_op": 1}), (3, 4, [1], 20, {}), (2, 7, [1], 0, {"comm_type": 6, "comm_size": 1000, "pg_name": b"xy"[rank % 2:rank % 2 + 1]}), (1, 4, [], 10 + rank, {}),
              (0, 1, [], 0, {"inputs": names})] for rank in range(4)]
    code, out, error = call("import", "--format", "chakra-workload", workload(tmp_path, ranks), "--as", "sweep")
    assert code == 0, error
    rows = re.findall(r'name = "(\w+)", compute_time = "(\d+)us", collective = "([\w/-]+)", message = (\d+)(, groups = [\[\],\d]+)?(, overlap = true)? \}', out)
    assert rows == [("node_2", "13", "alltoall/shift", "1000", ", groups = [[0,2],[1,3]]", ", overlap = true"), ("node_5", "20", "allreduce/ring", "4096", "", ""),
                    ("node_8", "30", "reduce-scatter/ring", "64", "", "")]
    assert "4 computations on the CPU left out" in error and "4 other collectives left out" in error and "4 sends left out" in error and "4 receives left out" in error and 'name = "end", compute_time = "1us" }' in out


def call_(name, i, micros, wait=None):
    return [(2 * i, 4, [] if wait is None else [wait], micros, {}), (2 * i + 1, 7, [2 * i], 0, {**ALL, "pg_name": name})]


GROUPS = {"first": [0, 1], "second": [2, 3], "even": [0, 2], "odd": [1, 3]}


def stages(*orders):
    """Traces whose rank r calls the groups of orders[r], each after 10 (i + 1) us and the call before."""
    return [[node for i, name in enumerate(names) for node in call_(name, i, 10 * (i + 1), 2 * i - 1 if i else None)] for names in orders]


def test_ranks_with_orders_of_their_own(tmp_path):
    """Two stages with different numbers of collectives, then pairs across them: as listed by hand."""
    ranks = stages([b"first", b"first", b"even"], [b"first", b"first", b"odd"], [b"second", b"even"], [b"second", b"odd"])
    code, sweep, error = call("import", "--format", "chakra-workload", workload(tmp_path, ranks, GROUPS), "--as", "sweep")
    assert code == 0 and error == "" and "by_rank = true\n" in sweep, error
    rows = re.findall(r'compute_time = "(\d+)us", .*? groups = ([\[\],\d]+)', sweep)
    assert rows == [("10", "[[0,1],[2,3]]"), ("20", "[[0,1]]"), ("30", "[[0,2],[1,3]]")]
    found, exposed = times(sweep, tmp_path, 5, 10 + 14 * 0.25)  # a transfer of 1 MiB takes 0.25 us, a latency 4.75 us
    takes = 2 * (4.75 + 0.25 * 2048 / 2**20)
    assert found == pytest.approx(60 + 3 * takes, rel=1e-9) and exposed == pytest.approx(3 * takes, rel=1e-9)
    code, out, _ = call("import", "--format", "chakra-workload", tmp_path, "--as", "problems")
    assert code == 0 and [json.loads(line)["count"] for line in out.splitlines()] == [3]


def test_a_deadlock_is_told_in_words(tmp_path):
    ranks = stages([b"first", b"even"], [b"odd", b"first"], [b"even", b"second"], [b"second", b"odd"])
    code, _, error = call("import", "--format", "chakra-workload", workload(tmp_path, ranks, GROUPS), "--as", "sweep")
    assert code == 2 and re.search(r"deadlock: \S+mine\.0\.et waits in node 1 for \S+mine\.1\.et waits in node 1 for \S+mine\.3\.et waits in node 1 for \S+mine\.2\.et waits in node 1 for \S+mine\.0\.et; give", error), error
    ranks[1] = stages([b"first", b"odd"])[0]
    assert call("import", "--format", "chakra-workload", workload(tmp_path, ranks, GROUPS), "--as", "sweep")[0] == 0


def test_collectives_of_one_rank_are_left_out(tmp_path):
    ranks = [[(0, 7, [], 0, {**ALL, "pg_name": b"own"}), (1, 4, [0], 5, {}), (2, 7, [1], 0, dict(ALL))] if rank == 0 else [(2, 7, [], 0, dict(ALL))] for rank in range(4)]
    code, out, error = call("import", "--format", "chakra-workload", workload(tmp_path, ranks, {"own": [0]}), "--as", "sweep")
    assert code == 0 and "1 collectives of one rank left out" in error and out.count("collective = ") == 1 and 'compute_time = "5us"' in out, error


@pytest.mark.parametrize("edit, words", [
    (lambda ranks: ranks[1][1][2].append(77), "mine.1.et: node 1 (node_1): waits for node 77, which is not there"), (lambda ranks: ranks[2].append(ranks[2][0]), "mine.2.et: node 0 (node_0): its id stands twice"),
    (lambda ranks: ranks[0][0][2].append(1), "mine.0.et: node 0: waits for itself"), (lambda ranks: ranks[3].pop(), "mine.3.et: has 0 collectives of a group of 4, "), (lambda ranks: ranks[3][1][4].update(comm_size=8), "mine.3.et: node 1: differs from collective 0 of"),
    (lambda ranks: ranks[3][1][4].update(comm_type=2), "differs from collective 0"), (lambda ranks: ranks[2][1][4].update(pg_name=b"7"), "mine.2.et: node 1: pg_name = 7: is no group of this rank"),
    (lambda ranks: [rank[1][4].update(pg_name=name) for rank, name in zip(ranks, (b"a", b"a", b"b", b"b"))], "has 0 collectives of a group of 3"), (lambda ranks: ranks[1][1][4].update(comm_size=2**60), "comm_size = 1152921504606846976"),
    (lambda ranks: [rank.pop() for rank in ranks], "has no collective"), (lambda ranks: ranks[0].append((7, 1, [], 0, {"inputs": b'[{"pg_name": "x", "ranks": [1, 1]}]'})), "group x has a rank twice")])
def test_faults_of_a_workload_name_their_file(edit, words, tmp_path):
    ranks = [[(0, 4, [], 5, {}), (1, 7, [0], 0, dict(ALL))] for _ in range(4)]
    edit(ranks)
    code, _, error = call("import", "--format", "chakra-workload", workload(tmp_path, ranks, {"a": [0, 1, 2], "b": [1, 2, 3]}), "--as", "sweep")
    assert code == 2 and words in error, error


def test_folders_without_one_workload_are_refused(tmp_path):
    code, _, error = call("import", "--format", "chakra-workload", tmp_path)
    assert code == 2 and "has 0 files NAME.0.et" in error
    code, out, error = call("import", "--format", "chakra-workload", copied(tmp_path), "--as", "problems")
    assert code == 0 and json.loads(out)["collective"] == "allreduce/ring" and json.loads(out)["nodes"] == 8, error
