"""Iterations of named Chakra traces by list scheduling over their dependencies: by hand, and against a small scheduler of its own."""
import itertools
import json
import random
import time

import pytest
from conftest import CAMPAIGN, call, part_of
from test_chakra_workload import EXPECTED, NAMED, TRAINING, put, ran, traced, workload, write

STEP = 25  # us, of every step; an all-reduce by a ring of 2 has two
RATE = 1000  # bytes per us


def iteration(folder, scheduler="every-step", delay=0, trace="mine", step=STEP, rate=RATE, more=""):
    """The columns in us."""
    sweep = NAMED
    for key, value in (("topology", '"ring-uni"'), ("bandwidth", f'"{rate!r}MB/s"'), ("per_step_latency", f'"{step}us"'), ("per_hop_latency", '"0s"'), ("reconfiguration_delay", f'"{delay}us"')):
        sweep = sweep.replace(f"# give {key}\n", f"{key} = {value}\n")
    found = ran(f'{sweep}scheduler = "{scheduler}"\ntrace = "{trace}"\n{more}', folder)
    return {name: value if name.startswith("n_") else value * 1e6 for name, value in found.items()}


def compute(i, micros, *waits):
    return (i, 4, list(waits), micros, {})


def reduce(i, group, *waits):
    return (i, 7, list(waits), 0, {"comm_type": 0, "comm_size": 0, "pg_name": group})


PAIRS = {"p": [0, 1], "q": [1, 2]}


@pytest.mark.parametrize("number", (0, 1))
def test_times_of_the_reference(number, tmp_path):
    """A gather moves 1.5 MiB in one step, an all-reduce 2 x 3/4 of its message: of 4 MiB so long as six gathers take, of 2 MiB as two."""
    one = EXPECTED["chakra_training_4"]["iteration_times_us"][number]
    assert one["allreduce"] == (6, 2)[number] * one["allgather"]
    message = one["allreduce"] // one["allgather"] * 2**20
    for file in TRAINING.iterdir():
        text = file.read_bytes()
        (tmp_path / file.name).write_bytes(text if file.suffix != ".et" else text.replace(put(8388608), put(message)).replace(put(1048576), put(3 * 2**19)))
    found = iteration(tmp_path, trace="trace", step=0, rate=3 * 2**19 / one["allgather"], more='algorithm = "halving-doubling"\n')
    assert [found["iteration_time"], found["exposed_communication"]] == pytest.approx([one["iteration"], one["exposed"]], rel=1e-9)
    assert found["n_collectives"] == 6


def test_computation_runs_beside_two_collectives(tmp_path):
    """a 0-10. x 10-60 behind a, b 10-20 behind a, y 60-110 behind b (the ports are busy before), c 20-140 behind a (the processor is busy before).

    As a list c would begin with y: 180."""
    nodes = [compute(0, 10), reduce(1, b"p", 0), compute(2, 10, 0), reduce(3, b"p", 2), compute(4, 120, 0)]
    found = iteration(workload(tmp_path, [nodes, nodes], {"p": [0, 1]}))
    assert [found[name] for name in ("iteration_time", "computation", "exposed_communication", "lower_bound")] == pytest.approx([140, 140, 0, 140])
    for entry, times in ((1, (0, 10, 60)), (2, (10, 20, 110)), (3, (20, 140, 140))):
        found = iteration(tmp_path, more=f"entry = {entry}\n")
        assert [found[f"entry_{name}"] for name in ("start", "ready", "end")] == pytest.approx(times), entry


def test_a_change_runs_beside_what_a_collective_waits_for(tmp_path):
    """Changes take 20. x changes 0-20 beside a (0-30), and runs 30-80; y waits for x and for b (30-40), changes 80-100, when the ports are free, and runs 100-150."""
    nodes = [compute(0, 30), reduce(1, b"p", 0), compute(2, 10, 0), reduce(3, b"p", 1, 2)]
    found = iteration(workload(tmp_path, [nodes, nodes], {"p": [0, 1]}), delay=20, more="entry = 2\n")
    assert [found[name] for name in ("iteration_time", "n_reconfigurations", "entry_start", "entry_ready", "entry_end")] == pytest.approx([150, 2, 30, 40, 150])


def test_groups_begin_in_the_order_of_time(tmp_path):
    """Rank 1 has p before q and waits for neither. p is ready at 30, when rank 0 has computed, q at 0: q 0-50, p 50-100. As a list p 30-80, q 80-130."""
    workload(tmp_path, [[compute(0, 30), reduce(1, b"p", 0)], [reduce(1, b"p"), reduce(2, b"q")], [reduce(2, b"q")]], PAIRS)
    found = iteration(tmp_path)
    assert [found["iteration_time"], found["lower_bound"]] == pytest.approx([100, 80])


@pytest.mark.parametrize("p, q, end", ((3, 1, 140), (1, 3, 110)))
def test_the_smaller_id_begins_first(p, q, end, tmp_path):
    """p and q are ready at 0. Behind p rank 0 computes 40, behind q rank 2 computes 10: q first 50 + 50 + 40, p first 50 + 50 + 10."""
    workload(tmp_path, [[reduce(p, b"p"), compute(9, 40, p)], [reduce(p, b"p"), reduce(q, b"q")], [reduce(q, b"q"), compute(9, 10, q)]], PAIRS)
    assert iteration(tmp_path)["iteration_time"] == pytest.approx(end)


@pytest.mark.parametrize("first, end", ((5, 60), (0, 90)))
def test_the_smaller_id_computes_first(first, end, tmp_path):
    """Computations of 30 (`first`) and 10 (id 3) are ready at 0; the collective of 50 waits for that of 10, and begins at 10 or at 40."""
    nodes = [compute(first, 30), compute(3, 10), reduce(6, b"p", 3)]
    assert iteration(workload(tmp_path, [nodes, nodes], {"p": [0, 1]}))["iteration_time"] == pytest.approx(end)


def drawn(draw):
    """Traces of 2 to 4 ranks: ids rise with time, so that every rank has one order, and waits are drawn; some nodes are left out."""
    ranks = draw.randint(2, 4)
    groups = [list(one) for size in range(2, ranks + 1) for one in itertools.combinations(range(ranks), size)]
    names = {f"g{i}": one for i, one in enumerate(draw.sample(groups, min(len(groups), 3)))}
    nodes, number = [[] for _ in range(ranks)], itertools.count()

    def add(rank, kind, micros, attributes):
        known = [one[0] for one in nodes[rank][-draw.choice((3, 99)):]]
        nodes[rank].append((next(number), kind, draw.sample(known, min(len(known), draw.choice((0, 1, 1, 2, 3)))), micros, attributes))

    for _ in range(draw.randint(3, 12)):
        for rank in range(ranks):
            for _ in range(draw.randint(0, 2)):
                add(rank, *draw.choice(((4, draw.randint(1, 300), {}), (4, draw.randint(1, 300), {}), (2, 0, {}), (4, 7, {"is_cpu_op": 1}))))
        name, kind, size = draw.choice(list(names)), draw.choice((0, 2, 6, 7)), draw.randint(0, 400000)
        for rank in names[name]:
            add(rank, 7, 0, {"comm_type": kind, "comm_size": size, "pg_name": name.encode()})
    return nodes, names


def scheduled(nodes, groups):
    """The end in us: again and again the first of all that can begin, by (time, id), begins."""
    items, place = [], {}  # an item: [is collective, ranks, time, id, {(rank, node)}]
    calls = {}
    for rank, of_rank in enumerate(nodes):
        for i, kind, _, micros, more in of_rank:
            if kind == 7:
                members = groups[more["pg_name"].decode()]
                k = len(members)
                number = calls[rank, more["pg_name"]] = calls.get((rank, more["pg_name"]), -1) + 1
                name = more["pg_name"], number
                if name not in place:
                    share = more["comm_size"] / (1 if more["comm_type"] == 2 else k)
                    place[name] = len(items)
                    items.append([True, members, (2 if more["comm_type"] == 0 else 1) * (k - 1) * (STEP + share / RATE), i, set()])
                items[place[name]][3] = min(items[place[name]][3], i)
                items[place[name]][4].add((rank, i))
            elif kind == 4 and "is_cpu_op" not in more:
                items.append([False, [rank], micros, i, {(rank, i)}])
            else:
                items.append([None, [], 0, i, {(rank, i)}])
    waits = {(rank, one[0]): one[2] for rank, of_rank in enumerate(nodes) for one in of_rank}
    ended, free = {}, {}
    while items:
        best = None
        for item in items:
            before = [(rank, wait) for rank, i in item[4] for wait in waits[rank, i]]
            if all(one in ended for one in before):
                begins = max([0, *(ended[one] for one in before), *(free.get((item[0], rank), 0) for rank in item[1])])
                if item[0] is None:
                    best = (-1, 0, item, begins)  # takes nothing, at once
                    break
                if best is None or (begins, item[3]) < best[:2]:
                    best = begins, item[3], item, begins
        item, end = best[2], best[3] + best[2][2]
        items.remove(item)
        ended.update(dict.fromkeys(item[4], end))
        free.update({(item[0], rank): end for rank in item[1]})
    return max(ended.values())


def test_drawn_traces_end_as_a_scheduler_of_its_own_says(tmp_path):
    for seed in range(50 if CAMPAIGN else 25):
        nodes, groups = drawn(random.Random(seed))
        for old in tmp_path.glob("mine.*"):
            old.unlink()
        found, right = iteration(workload(tmp_path, nodes, groups)), scheduled(nodes, groups)
        assert found["iteration_time"] == pytest.approx(right, rel=1e-9), f"seed {seed}: {json.dumps(groups)} {nodes}"
        assert found["lower_bound"] <= found["iteration_time"] * (1 + 1e-12) and found["computation"] <= found["lower_bound"] * (1 + 1e-12)


@pytest.mark.parametrize("chained, end", part_of([(True, 590_000), (False, 500_000)], 2))
def test_a_hundred_thousand_nodes_take_seconds(chained, end, tmp_path):
    """Every tenth node is a collective of 50, others compute 1: all ready at once, or each behind the one before and 5 us beside the first collective."""
    nodes = [(reduce(i, b"p", *waits) if i % 10 == 9 else compute(i, 1, *waits)) for i in range(100_000) for waits in ([i - 1] if chained and i else [],)]
    head = traced([])
    text = head + b"".join(traced([one])[len(head):] for one in (*nodes, compute(100_000, 5)))
    workload(tmp_path, [[], []], {"p": [0, 1]})
    for rank in range(2):
        (tmp_path / f"mine.{rank}.et").write_bytes(text)
    began = time.monotonic()
    found = iteration(tmp_path)
    assert time.monotonic() - began < 30, "quadratic work takes minutes"
    assert [found["iteration_time"], found["computation"]] == pytest.approx([end, 90_005], rel=1e-9)


def test_periods_of_overlapping_traces_are_refused(tmp_path):
    """Also a sweep that asks for one sequence of such traces."""
    nodes = [compute(0, 10), reduce(1, b"p", 0), compute(2, 10, 0)]
    workload(tmp_path, [nodes, nodes], {"p": [0, 1]})
    for keys, words in (("periodic = true", "has no periodic iterations"), ("by_rank = false", "by_rank = false: is not that of the traces mine (true)")):
        code, _, error = call("plan", write(tmp_path, f'trace = "mine"\n{keys}\n'))
        assert code == 2 and words in error, error
