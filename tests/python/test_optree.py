"""OpTree: its tables and figures as numbers, its claims as recorded, and a page for each figure."""
import functools
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from conftest import call, sweep
from lightsweep import page, results
from figures import command
from figures.optree import lines, schedule, tables
from test_claims import doctored, verdicts


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("optree")
    few = {"figures": [], "schedules": ["wavelengths=2", 'schedulers=["optree-tree", "wdm-optimal"]'],
           "constraints": ["grid.built.nodes=[64, 256]", "grid.laser.laser_power=[4, 8, 16, 60]"],
           "landscape": ['grid.wavelengths.nodes=[64, 256]', 'grid.wavelengths.item=["1KiB", "1MiB"]',
                         "grid.transmitters.nodes=[256, 1024]", "grid.standing.nodes=[64, 256]"],
           "torus": ["grid.torus.wavelengths=[4, 16]", "grid.primes.nodes=[17, 31]"]}
    return {name: sweep(folder, f"sweeps/optree/{name}", *values) for name, values in few.items()}


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("optree_claims"), "sweeps/optree/claims")


@pytest.fixture(scope="module")
def drawn(files, tmp_path_factory):
    """drawn(NAME, FIGURE) = {path: figure}: every page of a sweep is painted once, for all tests that look at it."""
    @functools.cache
    def draw(name, figure):
        found, save = {}, page.save
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(page, "save", lambda one, path: found.setdefault(path, one) and save(one, path))
            written = command.draw(files[name], tmp_path_factory.mktemp(figure), "png", [figure])
        assert written == list(found)
        return found
    return draw


def test_claims_are_as_recorded(claims):
    code, out, _ = call("claims", claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 30 and "not judged" not in found.values()
    of = {verdict: {int(number) for number, one in found.items() if one == verdict} for verdict in found.values()}
    assert of["reproduced"] == {1, 3, 5, 8, 11, 14, 18, 19, 21, 22, 25, 26, 27, 28, 30}
    assert of["not reproduced"] == {2, 13, 17, 23, 24}
    assert of["depends on the reading"] == {4, 6, 7, 9, 10, 12, 15, 16, 20, 29}
    assert len(re.findall(r"^claim 1[46]b(?:(?!^claim).*\n)*? +verdict +not reproduced", out, re.M)) == 2
    assert out.splitlines()[-1] == "32 of 32 claims judged, 32 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 125


@pytest.mark.parametrize("path, changed", [("grids/tables/wrht/n_steps", {1, 3, 4, 5, 19}), ("grids/tables/optree-formula/n_steps", {3, 24}), ("grids/stages/optree-formula/n_steps", {16})])
def test_claims_follow_the_data(claims, tmp_path, path, changed):
    def change(file):
        file[path][...] = np.maximum(file[path][...].astype(float) * 0.9, 1).astype(int)
    code, out, _ = call("claims", doctored(claims, tmp_path, change))
    assert code == 1, out
    differs = {int(one) for one in re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*(?:<-- DIFFERS|not the reference)", out, re.M)}
    assert changed <= differs, (differs, out)


def test_tables_2_and_3(files):
    """All 24 percentages, cut after two decimals; the column labelled 256 is 128."""
    steps = tables.all_steps(files["figures"])
    for cases in (tables.TABLE2, tables.TABLE3):
        for key, printed in cases.items():
            nodes, wavelengths = (key, 64) if cases is tables.TABLE2 else (1024, key)
            for name, paper in zip(tables.OTHERS, printed):
                value = tables.percent_fewer(steps[nodes, wavelengths, "optree-formula"], steps[nodes, wavelengths, name])
                assert value == pytest.approx(paper, abs=1e-9)
    true = [tables.percent_fewer(steps[1024, 256, "optree-formula"], steps[1024, 256, name]) for name in tables.OTHERS]
    assert true == pytest.approx([98.24, 98.24, 96.48], abs=1e-9)


def test_figure_4_in_integers(files):
    steps = lines.column(files["figures"], "figure4", "optree-formula")
    expected = {512: [512, 68, 40, 34, 32, 32, 32, 33, 34, 36], 1024: [2048, 192, 101, 80, 72, 70, 70, 72, 74, 76],
                2048: [8192, 544, 254, 189, 166, 157, 155, 156, 159, 163],
                4096: [32768, 1536, 640, 448, 381, 352, 342, 340, 343, 350]}
    for nodes, line in expected.items():
        assert [int(one) for one in steps.sel(nodes=nodes).values] == line


def test_figure_7_orders_the_schedulers(files):
    """Ratios do not depend on the size: every step is charged alike."""
    def steps(name, wavelengths):
        return int(lines.column(files["figures"], "figure7", name).sel(wavelengths=wavelengths).isel(item=0))
    assert [steps(name, 4) for name in ("wdm-neighbor", "wdm-ring", "optree-formula", "wrht")] == [512, 1023, 1120, 3007]
    assert [steps(name, 128) for name in ("optree-formula", "wdm-neighbor", "wrht", "wdm-ring")] == [35, 512, 515, 1023]
    times = {name: lines.column(files["figures"], "figure7", name, "completion_time") for name in ("optree-formula", "wrht")}
    ratio = (times["wrht"] / times["optree-formula"]).sel(wavelengths=16)
    assert np.ptp(ratio.values) < 1e-12


def test_formulas_are_never_called_achievable(files):
    for grid, schedulers in lines.grids(files["figures"]).items():
        for name in schedulers:
            status = results.load(files["figures"], grid, name)["status"]
            meanings = status.attrs["flag_meanings"].split()
            found = {meanings[int(one)] for one in np.unique(status.values)}
            assert found == ({"optimal"} if name == "wdm-optimal" else {"formula"}), (grid, name)


def test_schedules_hold_every_lightpath(files):
    """16 nodes: every item reaches every node once, no two lightpaths meet, senders hold what they send."""
    for scheduler, steps in (("optree-tree", 12), ("wdm-optimal", 5)):
        (place, paths), = [one for one in results.lists(files["schedules"], f"schedules/sixteen/{scheduler}", schedule.COLUMNS)
                           if one[0]["wavelengths"] == 2]
        assert paths["step"].max() + 1 == steps
        held, taken = {(node, node) for node in range(16)}, set()
        for step in range(steps):
            before = set(held)
            for at in np.flatnonzero(paths["step"] == step):
                source, destination, item = (int(paths[key][at]) for key in ("source", "destination", "item"))
                assert (source, item) in before and (destination, item) not in held
                held.add((destination, item))
                forward = paths["direction"][at] == 0
                for segment in range((destination - source if forward else source - destination) % 16):
                    slot = (step, forward, (source + segment) % 16 if forward else (source - segment - 1) % 16, paths["wavelength"][at])
                    assert slot not in taken
                    taken.add(slot)
        assert len(held) == 256


def test_a_power_budget_that_nothing_meets_is_a_row_with_a_reason(files):
    data = results.load_group(files["constraints"], "studies/laser")
    reasons, statuses = (data[name].attrs["flag_meanings"].split() for name in ("reason", "status"))
    dark = data.sel(laser_power=4, design="wdm-optimal")
    assert not dark["allowed_path"] > 0 and not dark["capped_steps"] > 0
    assert reasons[int(dark["reason"])] == "power_budget" and statuses[int(dark["status"])] == "infeasible"
    bright = data.sel(laser_power=60, design="wdm-optimal")
    assert int(bright["capped_steps"]) == 19


@pytest.mark.parametrize("name, figure, pages", [
    ("figures", "optree-stages", {"optree-stages"}),
    ("figures", "optree-sizes", {f"optree-sizes-figure{one}" for one in ("5a", "5b", "6", "7")}),
    ("figures", "optree-tables", {"optree-tables"}),
    ("constraints", "optree-limits", {f"optree-limits-{one}" for one in ("stages", "built", "laser")}),
    ("landscape", "optree-landscape", {f"optree-{one}" for one in ("wavelengths", "gain", "standing", "transmitters")}),
    ("torus", "optree-landscape", {"optree-torus-torus", "optree-wavelengths"}),
    ("schedules", "optree-schedule", {f"optree-schedule-sixteen-{one}-16nodes-2w" for one in ("optree-tree", "wdm-optimal")})])
def test_pages(drawn, name, figure, pages):
    written = drawn(name, figure)
    assert {path.stem for path in written} == pages
    for path in written:
        assert plt.imread(path).std() > 0.02


def test_laser_power_ends_at_a_watt_and_the_rest_is_said(drawn):
    """In the sweep the best tree needs 60 dBm; no point beyond 30 dBm is drawn."""
    figure = next(figure for path, figure in drawn("constraints", "optree-limits").items() if path.stem == "optree-limits-laser")
    assert max(x for axis in figure.axes for line in axis.lines for x in line.get_xdata()) <= 30
    assert "best tree (built) from 60 dBm" in " ".join(one.get_text() for one in figure.texts)


def test_pages_differ_in_their_titles_and_every_line_of_steps_has_ticks(drawn):
    """Figures 5a, 5b, 6 and 7 had one title; of twelve steps in two lines, only the lower ones had numbers at their segments."""
    titles = [figure._suptitle.get_text() for figure in drawn("figures", "optree-sizes").values()]
    assert len(set(titles)) == len(titles) == 4
    ticked = [[any(one.get_visible() and one.get_text() for one in axis.get_xticklabels()) for axis in figure.axes if axis.get_xlabel() == "segment"]
              for figure in drawn("schedules", "optree-schedule").values()]
    assert sorted(map(len, ticked)) == [5, 12] and all(map(all, ticked))
