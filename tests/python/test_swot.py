"""SWOT's claims and figures from one small sweep: a short search, so that some optima stay open."""
import itertools
import re

import h5py
import matplotlib.pyplot as plt
import numpy as np
import pytest

from conftest import call, sweep
from lightsweep import results
from figures import command
from figures.swot import algorithms, gantt, planes, points
from test_pccl_claims import differing, scale
from test_claims import doctored

FEW = ['"allreduce/halving-doubling"', '"alltoall/bruck"']
# A thousandth of the search and a part of the networks: a second instead of minutes.
SMALL = ["swot.transitions=20", "grid.figure-8.nodes=[16, 32, 64, 512]", "grid.figure-8-pairwise.nodes=[4, 5, 6, 10]",
         "grid.figure-9-alltoall.nodes=8", 'grid.figure-9-alltoall.collective="alltoall/bruck"',
         'grid.figure-9-allreduce.collective="allreduce/recursive-doubling"',
         f"grid.figure-10.collective=[{', '.join(FEW)}]", f"grid.figure-11.collective=[{', '.join(FEW)}]"]
# Claims about times that a short search does not reach, or about proofs that it does not give.
SEARCHED = {4, 5, 9, 12, 13, 15, 18, 19, 20, 21, 22, 30}
# Claims about grids that it leaves out.
ABSENT = {"26", "27", "28"}
PAGES = ["swot-algorithms", "swot-cct-figure-7", "swot-cct-figure-9", "swot-gantt-figure-5-4nodes", "swot-gantt-release-example-8nodes",
         "swot-overhead-256nodes", "swot-planes-256nodes", "swot-scaling"]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("swot"), "sweeps/swot/paper", *SMALL)


@pytest.fixture(scope="module")
def rows(small):
    return points.read(small)


def verdicts(out):
    return dict(re.findall(r"^claim +(\d+b?)(?:.*\n)+? +verdict +([^,;:]+)[,;:]", out, re.M))


def test_claims_without_a_search_are_as_recorded(small):
    code, out, _ = call("claims", small)
    found = verdicts(out)
    assert code == 1 and len(found) == 32, out
    assert {one for one, verdict in found.items() if verdict.startswith("not judged")} == ABSENT
    assert differing(out) <= SEARCHED and 22 in differing(out), out
    assert {one for one, verdict in found.items() if verdict == "impossible"} == {"7"}
    assert found["2b"] == "reproduced" and found["6"] == "beaten"
    assert found["23"] == "depends on the reading"
    assert re.search(r"8 nodes, 2 planes, 32 MB +1\.48 ms +1\.14 ms +\S+ ms +23\.0 % ", out)
    assert re.search(r"1 - 1 / planes +87\.5 %\n", out)
    assert re.search(r"formulas, 512 MB +3\.32 ms +10\.2 ms", out)
    assert re.search(r"256 nodes, 8 planes, 512 MB +14\.05 ms +13\.32 ms", out)
    assert max(map(len, out.splitlines()[1:-1])) <= 125


def test_what_is_proven_to_be_monotone_rules_a_drop_out(small, tmp_path):
    """Claim 22, with times that are their own bounds: 1 s, 1/2 s, 1/3 s for 2, 4, 8 planes."""
    def ordered(file):
        for grid in [name for name in file["grids"] if name != "figure-10"]:  # some points stand there as well
            del file["grids"][grid]
        for planes, name in itertools.product(range(3), ("completion_time", "lower_bound")):
            file[f"grids/figure-10/swot/{name}"][:, :, planes] = 1 / (1 + planes)

    def dropping(file):
        ordered(file)
        file["grids/figure-10/swot/completion_time"][:, :, 2] = 0.6

    for change, verdict in ((ordered, "impossible"), (dropping, "reproduced")):
        _, out, _ = call("claims", doctored(small, tmp_path, change))
        assert verdicts(out)["22"] == verdict, out


def first_split(file):
    file["schedules/figure-5/swot/bytes"][:2] = 10e6


def unlimited(file):
    file["grids/figure-8/one-shot/completion_time"][...] = 1.0


def vanishing(file):
    file["grids/figure-11/ideal/completion_time"][..., -1] *= 0.01


def bent(file):
    file["grids/figure-7-16/one-shot/completion_time"][0, 0, 5] *= 1.01


@pytest.mark.parametrize("change, changed", [
    (scale("grids/figure-5/strawman/completion_time", 1.1), {1, 2}),
    (first_split, {2}),
    (scale("grids/release-example/swot/completion_time", 1.1), {3}),
    (scale("grids/figure-7-256/strawman/completion_time", 2), {8}),
    (scale("grids/figure-7-256/one-shot/completion_time", 10), {7}),
    (scale("grids/figure-7-256/one-shot/completion_time", 0.5), {4, 5}),
    (scale("grids/figure-7-256/strawman/completion_time", 5, (2,)), {11, 29}),
    (scale("grids/figure-7-pairwise/one-shot/completion_time", 2), {25}),
    (scale("grids/figure-7-16/strawman/completion_time", 2), {11}),
    (scale("grids/figure-7-pairwise/strawman/completion_time", 2), {10}),
    (scale("grids/figure-7-pairwise/swot/completion_time", 0.5), {10, 14}),
    (unlimited, {16}),
    (bent, {17}),
    (scale("studies/figure-9-tree/bandwidth_bound", 0.1), {20}),
    (vanishing, {23})])
def test_changed_data_change_a_claim(small, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(small, tmp_path, change))
    assert code == 1 and changed <= differing(out), differing(out)


def test_claims_need_their_grids(small, tmp_path):
    def empty(file):
        for root in ("grids", "studies", "schedules"):
            for name in list(file[root]):
                if name != "figure-5":
                    del file[root][name]

    code, out, _ = call("claims", doctored(small, tmp_path, empty))
    judged = {number for number, one in verdicts(out).items() if not one.startswith("not judged")}
    assert code == 0 and judged == {"1", "2", "2b"}, out


def test_points_are_the_rows_of_the_file(small, rows):
    """Zipped axes, primitives and constants: each point stands where its row does."""
    with h5py.File(small) as file:
        times = file["grids/figure-7-pairwise/swot/completion_time"][...]
        ideal = file["grids/figure-11/ideal/completion_time"][...]
    mine = [one for one in rows if one.grid == "figure-7-pairwise"]
    assert [one.times[points.OWN] for one in mine] == list(times.ravel())
    assert {(one.place["nodes"], one.place["planes"]) for one in mine} == {(5, 4), (9, 8)}
    delayed = [one for one in rows if one.grid == "figure-11" and one.collective == "alltoall/bruck"]
    assert {one.delay for one in delayed} == {0.2e-3, 2e-3, 20e-3} and len(delayed) == 21
    assert {one.times[points.LEAST] for one in delayed} <= set(ideal.ravel())


def test_every_value_is_between_its_bound_and_the_baselines(rows):
    for one in rows:
        assert one.times[points.LEAST] <= one.bound * points.PROVEN and one.bound <= one.times[points.OWN] * points.PROVEN, one
        assert one.times[points.OWN] <= one.baseline() * points.PROVEN, one


def test_one_shot_ends_where_planes_do(rows):
    mine = [one for one in rows if one.grid == "figure-8" and one.collective.startswith("allreduce")]
    assert {one.place["nodes"]: np.isfinite(one.times[points.FIXED]) for one in mine} == {16: True, 32: False, 64: False, 512: False}


def test_gantt_charts_end_where_the_paper_s_do(small):
    """1500 and 1200 us; the planes together send what the steps have."""
    for scheduler, end in ((points.LOCKSTEP, 1500e-6), (points.OWN, 1200e-6)):
        found = gantt.events(small, "figure-5", scheduler)
        assert max(one[-1] for one in found) == pytest.approx(end, rel=1e-9)
        sent = [sum(one[3] for one in found if one[1] == step) for step in range(6)]
        assert sent == pytest.approx([20e6, 10e6, 5e6, 5e6, 10e6, 20e6])
    assert gantt.events(small, "figure-10", points.OWN) == []


def test_the_fastest_algorithm_is_the_least_and_ties_go_to_the_first(rows):
    group = [one for one in rows if one.grid == "figure-7-16" and one.collective.startswith("allreduce")]
    slow = [points.Point(one.grid, one.place, {name: value * (0.5 if at > 6 else 1) for name, value in one.times.items()}, one.bound)
            for at, one in enumerate(group)]
    values, letters = algorithms.least({"ring": group, "bruck": slow}, lambda one: one.times[points.OWN])
    assert letters == ["O"] * 7 + ["B"] * 6
    assert list(values[7:]) == [one.times[points.OWN] / 2 for one in group[7:]]
    nobody = {"ring": [points.Point("", {}, {points.FIXED: np.nan}, 0)]}
    assert algorithms.least(nobody, lambda one: one.times[points.FIXED])[1] == ["–"]


def test_planes_and_delays_have_a_line_each(small):
    panels, found = planes.grids_over(small, "planes")
    assert {key: list(lines) for key, lines in panels.items()} == {
        "allreduce/halving-doubling-near": [2, 4, 8], "alltoall/bruck": [2, 4, 8]}
    assert {one.grid for one in found} == {"figure-10"}
    panels, found = planes.grids_over(small, results.DELAY)
    assert {one.grid for one in found} == {"figure-11"} and list(panels["alltoall/bruck"]) == [0.2e-3, 2e-3, 20e-3]
    overhead = planes.overhead(panels["alltoall/bruck"][2e-3], points.column(panels["alltoall/bruck"][2e-3], points.LOCKSTEP))
    assert overhead[0] == pytest.approx(14e-3 / 14.17e-3) and (np.diff(overhead) < 0).all()


def test_every_figure_has_its_page(small, tmp_path, painted):
    names = [name for name in command.FIGURES if name.startswith("swot-") and name != "swot-choices"]
    written = command.draw(small, tmp_path, "png", names)
    assert sorted(path.stem for path in written) == PAGES
    assert len(painted()) >= len(PAGES) // 2
    for name in painted():
        picture = plt.imread(tmp_path / name)
        assert picture.shape[1] > 900 and picture.std() > 0.02
    assert all(plt.fignum_exists(number) is False for number in plt.get_fignums())


def test_choices_and_runs_have_their_pages(tmp_path, monkeypatch):
    file = sweep(tmp_path, "sweeps/swot/beyond", "grid.orders.nodes=9", "grid.algorithms.nodes=16", "grid.halving-doubling.nodes=16",
                 "grid.in-a-row.nodes=16", "grid.in-a-row.runs=[1, 2]")
    lines = {}
    original = plt.Axes.plot
    monkeypatch.setattr(plt.Axes, "plot", lambda self, x, y, *rest, **more: (
        lines.setdefault(more.get("label"), []).append(np.array(y)), original(self, x, y, *rest, **more))[1])
    written = command.draw(file, tmp_path, "png", ["swot-choices"])
    grids = [f"swot-choices-{name}nodes" for name in ("orders-9", "algorithms-16", "halving-doubling-16")]
    assert [one.stem for one in written] == [*grids, "swot-runs-in-a-row-16nodes"]
    chosen, given = lines["order chosen, 2 planes"], lines["SWOT, 2 planes"]
    assert all((better <= plain * (1 + 1e-9)).all() for better, plain in zip(chosen, given))
    assert all((free <= cold * (1 + 1e-9)).all() for free, cold in zip(lines["free start"], lines["cold start"]))


def test_other_files_are_told_what_to_run(demo, tmp_path):
    for name in (name for name in command.FIGURES if name.startswith("swot-")):
        with pytest.raises(results.MissingData, match=f"run sweeps/swot/{'beyond' if name == 'swot-choices' else 'paper'}.toml"):
            command.draw(demo, tmp_path, "png", [name])


def test_the_answer_needs_a_schedule_that_never_reconfigures(small, tmp_path):
    with pytest.raises(results.MissingData, match="static"):
        command.draw(small, tmp_path, "png", ["answer"])
