"""Answers over all candidates where some have no list of schedules, and files of lists alone."""
import functools
import re

import h5py
import numpy as np
import pytest

from conftest import COMMON_FABRIC, call, sweep
from report_pages import ask, close, description, finite, needs_npm, page_of
from lightsweep import results

AXES = ["nodes=[64]", "swot.transitions=20", "planes=[8]", 'topology=["ring-uni", "ring"]', 'primitive=["alltoall", "allgather"]',
        'algorithm=["shift", "bruck", "ring"]', 'message=["1KiB", "1MiB", "256MiB"]',
        'reconfiguration_delay={ from = "1us", to = "20ms", per_decade = 4 }',
        'schedulers=["static", "every-step", "addanki", "segments", "swot", "ideal"]']
FABRIC = ("per_step_latency", "per_hop_latency", "bandwidth")
BARE = """
rules = "common"
schedulers = ["static", "every-step", "segments"]
envelopes = true
results = %s
""" + COMMON_FABRIC + """[[grid]]
name = "g"
nodes = 64
planes = 8
topology = "ring"
primitive = "alltoall"
algorithm = [%s]
message = ["1KiB", "1MiB", "256MiB"]
reconfiguration_delay = ["1us", "10us", "100us", "1ms"]
where = '%s'
"""


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    """The shifts of segments and all of swot are without a list, and no times are stored but those of best."""
    return sweep(tmp_path_factory.mktemp("lists"), "sweeps/cross/small", "results=false", *AXES)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("stored"), "sweeps/cross/small", *AXES)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A small sweep with or without times, run once."""
    folder = tmp_path_factory.mktemp("bare")

    @functools.cache
    def made(name, results, algorithms='"bruck", "ring"', where="message < 1GiB"):
        (folder / f"{name}.toml").write_text(BARE % (results, algorithms, where))
        return sweep(folder, str(folder / name))
    return made


def least_of_lists(file, at):
    """Least time of the schedules of /envelopes/common/best at one structure, over messages and delays."""
    best, lists = file["grids/common/best"], file["envelopes/common/best"]
    step, hop, bandwidth = (float(best.attrs[key]) for key in FABRIC)
    rows = slice(lists["offset"][at], lists["offset"][at] + lists["count"][at])
    steps, hops, volume, congestion, changes = (lists[name][rows][:, None, None] for name in
                                                ("n_steps", "hops", "volume", "congestion", "reconfigurations"))
    message, delay = best["message"][...][None, :, None], best["reconfiguration_delay"][...][None, None, :]
    return (steps * step + hops * hop + (volume + congestion) * message / bandwidth + changes * delay).min(axis=0)


def beaten_points(path):
    """{primitive: per message and delay whether the stored best is faster than every list}."""
    with h5py.File(path) as file:
        best = file["grids/common/best"]
        return {primitive.decode(): best["completion_time"][at, 0, 0] < least_of_lists(file, (at, 0, 0)) * (1 - 1e-9)
                for at, primitive in enumerate(best["primitive"][...])}


def test_candidates_without_a_list_are_named_in_the_file(stored):
    with h5py.File(stored) as file:
        group, grid = file["unlisted/common"], file["grids/common"]
        names = results.flags(group["candidate"])
        seen = 0
        for at, primitive in enumerate(group["primitive"][...]):
            first, count = int(group["offset"][at, 0, 0]), int(group["count"][at, 0, 0])
            found = {names[int(code)] for code in group["candidate"][first:first + count]}
            expected = set()
            for scheduler in ("static", "every-step", "addanki", "segments", "swot"):
                own = grid[scheduler]
                for a, algorithm in enumerate(own["algorithm"][...]):
                    for t, topology in enumerate(own["topology"][...]):
                        timed = np.isfinite(own["completion_time"][at, a, t, 0, 0]).any()
                        listed = scheduler != "swot" and file[f"envelopes/common/{scheduler}/count"][at, a, t, 0, 0] > 0
                        if timed and not listed:
                            expected.add(f"{scheduler}@{algorithm.decode()},{topology.decode()}")
            assert found == expected, primitive
            seen += len(found)
    assert seen > 4


@pytest.mark.parametrize("option", ["--regimes", "--sizes"])
@pytest.mark.parametrize("source", ["lists", "stored"])
def test_critical_warns_of_candidates_without_a_list(source, option, request):
    path = request.getfixturevalue(source)
    code, out, error = call("critical", path, option)
    assert code == 0, error
    assert "(exact, from the linear costs of the schedules)" not in out
    expected = beaten_points(path)
    assert sum(one.sum() for one in expected.values()) > 10
    panels = re.split(r"\n(?=\w+, nodes 64, planes 8)", out)[1:]
    assert len(panels) == len(expected)
    for panel in panels:
        points = expected[panel.split(",")[0]]
        text = re.sub(r"\s+", " ", panel)
        assert "not exact: these have no list here" in text and "swot@" in text
        assert ("segments@shift" in text) == panel.startswith("alltoall")
        counts = [tuple(map(int, pair)) for pair in re.findall(r"beaten at (\d+) of the grid's (\d+) points", text)]
        rows = points if option == "--regimes" else points.T
        assert counts == [(int(row.sum()), len(row)) for row in rows if row.any()]


def test_the_largest_gain_over_the_lists_is_said(lists):
    text = re.sub(r"\s+", " ", call("critical", lists, "--regimes")[1])
    shares = [float(share) for share in re.findall(r"by up to ([\d.]+) %", text)]
    with h5py.File(lists) as file:
        best = file["grids/common/best"]["completion_time"]
        most = max((least_of_lists(file, (p, 0, 0)) / best[p, 0, 0]).max() - 1 for p in range(best.shape[0]))
    assert most > 0.2 and max(shares) == pytest.approx(100 * most, rel=2e-3)


def slices(path, view):
    """[(question, index of best)]: everything that best minimises over, over delay and message."""
    names = [axis["name"] for axis in view["axes"]]
    with h5py.File(path) as file:
        shape = file["grids/common/best/winner"].shape[:3]
    own = ("primitive", "nodes", "planes")
    for at in np.ndindex(*shape):
        fixed = dict(zip(own, at))
        choices = [[fixed[axis["name"]]] if axis["name"] in own else list(range(len(axis["values"]))) for axis in view["axes"]]
        yield {"view": 0, "x": names.index("reconfiguration_delay"), "y": names.index("message"), "choices": choices}, at


@needs_npm
@pytest.mark.parametrize("source", ["lists", "stored"])
def test_the_page_has_the_best_of_the_file_at_every_point(source, request):
    path = request.getfixturevalue(source)
    page = page_of(path)
    view, = description(page)["views"]
    questions = list(slices(path, view))
    as_stored = 0
    with h5py.File(path) as file:
        best = file["grids/common/best"]
        known = results.flags(best["winner"])
        for (_, at), answer in zip(questions, ask(page, [question for question, _ in questions])):
            values = {name: best[name][at].ravel() for name in ("winner", "completion_time", "margin_to_second", "lower_bound")}
            assert answer["winner"] == [known[int(code)].split("@")[0] for code in values["winner"]]
            assert all(map(close, answer["time"], map(finite, values["completion_time"])))
            assert all(map(close, answer["least"], map(finite, values["lower_bound"])))
            for mine, margin, time in zip(answer["second"], values["margin_to_second"], values["completion_time"]):
                assert close(mine, finite(margin * time), 1e-9)
            as_stored += sum(answer["stored"])
    # Of the file with all times none is taken from best alone; of the lists those that no list gives.
    beaten = sum(one.sum() for one in beaten_points(path).values())
    assert as_stored == 0 if source == "stored" else as_stored >= beaten > 10


@needs_npm
def test_one_topology_alone_is_not_what_best_compares(lists):
    page = page_of(lists)
    view, = description(page)["views"]
    question, _ = next(iter(slices(lists, view)))
    at = [axis["name"] for axis in view["axes"]].index("topology")
    question["choices"][at] = [1]
    answer, = ask(page, [question])
    assert sum(answer["stored"]) == 0


@needs_npm
def test_other_values_have_no_bound_of_the_file(lists):
    """The stored bound is that of the file's latencies: for others there is none, rather than a false one."""
    view, = description(page_of(lists))["views"]
    question, _ = next(iter(slices(lists, view)))
    whole, other = ask(page_of(lists), [question, {**question, "whatIf": {"per_step_latency": 2e-6}}])
    assert all(one is not None for one in whole["least"])
    assert all(one is None for one in other["least"]) and sum(other["stored"]) == 0


@pytest.mark.parametrize("source", ["lists", "stored"])
def test_the_bound_says_what_it_is(source, request):
    with h5py.File(request.getfixturevalue(source)) as file:
        assert "no scheduler is faster" in file["grids/common/best/lower_bound"].attrs["long_name"]


def without_heading(text):
    return [line for line in text.splitlines() if not line.startswith("grid ")]


@pytest.mark.parametrize("words", [["critical"], ["critical", "--regimes"], ["critical", "--sizes"], ["winners"]])
def test_lists_alone_are_read_as_the_whole_file_is(words, bare):
    few, many = bare("few", "false"), bare("many", "true")
    with h5py.File(few) as file:
        assert "grids" not in file
    (code, out, error), (_, expected, _) = call(*words, few), call(*words, many)
    assert code == 0, error
    assert without_heading(out) == without_heading(expected) and len(out.splitlines()) > 8


def test_where_holds_for_lists_alone(bare):
    few, many = (bare(f"{name}-messages", results, where="message <= 1MiB") for name, results in (("few", "false"), ("many", "true")))
    for words in (["critical"], ["winners"]):
        (code, out, error), (_, expected, _) = call(*words, few), call(*words, many)
        assert code == 0, error
        assert without_heading(out) == without_heading(expected)


def test_lists_alone_say_what_they_do_not_hold(bare):
    path = bare("shift", "false", '"bruck", "shift"')
    code, out, error = call("critical", path)
    assert code == 0, error
    assert out.count("no list: its schedules are too many") == 1 and "results = true stores them" in out
    code, out, _ = call("winners", path)
    assert code == 0 and "not compared, because they have no list here: segments" in out


def test_critical_reads_the_lists_of_segments_beside_best(lists):
    code, out, error = call("critical", lists)
    assert code == 0, error
    assert "every-step optimal up to" in out


@needs_npm
def test_the_report_shows_lists_alone(bare):
    few, many = bare("few", "false"), bare("many", "true")
    views = [description(page_of(path))["views"][0] for path in (few, many)]
    names = [axis["name"] for axis in views[0]["axes"]]
    assert names == [axis["name"] for axis in views[1]["axes"]]
    choices = [list(range(len(axis["values"]))) if axis["name"] == "algorithm" else [0] for axis in views[0]["axes"]]
    question = {"view": 0, "x": names.index("reconfiguration_delay"), "y": names.index("message"), "choices": choices}
    (one,), (other,) = (ask(page_of(path), [question]) for path in (few, many))
    assert one["winner"] == other["winner"] and None not in one["winner"]
    assert all(map(close, one["time"], other["time"]))


@needs_npm
def test_formulas_win_nowhere_in_a_file_of_lists(lists):
    view, = description(page_of(lists))["views"]
    assert {one["name"] for one in view["schedulers"] if not one["competes"]} == {"ideal"}
