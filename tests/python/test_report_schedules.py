"""Schedules on lightsweep-report's page in a browser without a screen: drawn in time where the file holds the steps."""
import json
import re
import shlex
import time

import h5py
import numpy as np
import pytest

from conftest import call, part_of, sweep
from lightsweep import results
from report_browser import MARKS, Keys, browser, choose, complaints, control, look, shown_times  # noqa: F401
from report_pages import page_of

pytestmark = MARKS

# What the picture of the schedule draws: bars [start, row, end, kind, share]; kinds as in analysis/report/src/charts/time_bars.ts.
BARS = "return window.lightsweepReport.point.schedule.chart.core.getOption().series[0].data"
SENDS, SENDS_NEXT, RECONFIGURES, BASE, BOTH = range(5)
# 16 nodes under common rules, with everybody who has a schedule.
POINTS = ("sweeps/cross/small", "nodes=[16]", "planes=[2]", "wavelengths=4", 'topology=["ring", "wdm-ring"]',
          'primitive=["reduce-scatter", "allreduce", "alltoall"]', 'algorithm=["bruck", "halving-doubling", "shift", "any"]',
          'message=["1KiB", "4MiB"]', 'reconfiguration_delay=["1us", "100us"]', "segments-overlap.transitions=20",
          'schedulers=["static", "every-step", "one-shot", "threshold", "addanki", "bridge", "pccl", "segments", "swot", "segments-overlap", '
          '"ideal", "wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal", "wrht"]')


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("listed"), *POINTS)


@pytest.fixture(scope="module")
def scheduled(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("scheduled"), *POINTS, "schedules=true")


def show(browser, scheduler):
    """Chooses a scheduler's schedule; (bars of its timeline or None, why there is none)."""
    return tuple(browser.execute_script(f"""
        document.querySelector("[data-scheduler='{scheduler}'] button").click();
        const shown = one => document.querySelector(one).offsetParent !== null;
        const why = shown("[data-why]") ? document.querySelector("[data-why]").innerText : "";
        return [shown("[data-picture]") && !why ? (() => {{ {BARS} }})() : null, why]"""))


def is_in_time(bars, end):
    """Bars of a row follow each other, and the last one ends with the time."""
    assert abs(max(bar[2] for bar in bars) - end) <= 1e-9 * end
    for row in {bar[1] for bar in bars}:
        mine = sorted(bar[:3:2] for bar in bars if bar[1] == row)
        assert all(one[1] <= other[0] + 1e-9 * end for one, other in zip(mine, mine[1:]))
    return True


def cells(browser):
    for cell in range(4):
        browser.execute_script("window.lightsweepReport.select(arguments[0])", cell)
        yield divmod(cell, 2)


def stored_runs(file, scheduler, at, factors):
    """[(steps, reconfigurations, time of a step)] of the best listed schedule at a structure, from the file alone."""
    lists, steps = file[f"envelopes/common/{scheduler}"], file[f"steps/common/{scheduler}"]
    first, count = (int(lists[name][at]) for name in ("offset", "count"))
    if count <= 0:
        return None
    columns = np.stack([lists[name][first:first + count] for name in ("n_steps", "hops", "volume", "congestion", "reconfigurations")])
    weights = np.array([factors[0], factors[1], factors[2], factors[2], factors[3]])
    times = weights @ columns
    best = int(np.flatnonzero(times <= times.min() * (1 + 1e-12))[0])
    first, count = (int(steps[name][at]) for name in ("offset", "count"))
    own = {name: steps[name][first:first + count] for name in steps if steps[name].ndim == 1 and len(steps[name]) == len(steps["schedule"])}
    mine = own["schedule"] == best
    each = own["startups"] * factors[0] + own["hops"] * factors[1] + own["transmission"] * factors[2]
    return list(zip(own["n_steps"][mine], own["reconfigurations"][mine], each[mine]))


WDM = ["wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal"]


@pytest.mark.parametrize("primitive", part_of(["reduce-scatter", "allreduce", "alltoall"], 2))
def test_schedules_on_wdm_rings_are_drawn_in_time(browser, listed, primitive):
    """Lists are enough: the steps of every schedule stand in /steps, and end with the completion time."""
    look(browser, page_of(listed))
    choose(browser, "primitive", primitive)
    choose(browser, "topology", "wdm-ring")
    choose(browser, "algorithm", "any")
    time.sleep(0.2)
    drawn_ones = 0
    with h5py.File(listed) as file:
        lists = file["envelopes/common/wdm-ring"]
        place = [[one.decode() for one in lists[name][...]].index(value) for name, value in (("topology", "wdm-ring"), ("primitive", primitive), ("algorithm", "any"))]
        names = results.dimensions(lists["offset"])
        at = tuple(dict(zip(("topology", "primitive", "algorithm"), place)).get(name, 0) for name in names)
        message, delay = (file["grids/common/osm"][name][...] for name in ("message", "reconfiguration_delay"))
        for y, x in cells(browser):
            times = shown_times(browser)
            for scheduler in WDM:
                if times.get(scheduler, np.nan) != times.get(scheduler, np.nan):
                    continue
                bars, why = show(browser, scheduler)
                assert why == "" and is_in_time(bars, times[scheduler]), (scheduler, why)
                runs = stored_runs(file, scheduler, at, (1e-6, 1e-7, message[y] / 1e11, delay[x]))
                sends = sorted(bar[2] - bar[0] for bar in bars if bar[3] in (SENDS, SENDS_NEXT))
                assert np.allclose(sends, sorted(each for n, _, each in runs for _ in range(n)), rtol=1e-9, atol=1e-15), scheduler
                changes = [bar[2] - bar[0] for bar in bars if bar[3] == RECONFIGURES]
                assert np.allclose(changes, delay[x]) and len(changes) == sum(n * r for n, r, _ in runs), scheduler
                drawn_ones += 1
    assert drawn_ones == (4 if primitive == "alltoall" else 28)
    assert complaints(browser) == []


def test_events_of_planes_are_drawn_as_stored(browser, scheduled):
    look(browser, page_of(scheduled))
    for key, text in (("primitive", "reduce-scatter"), ("topology", "ring"), ("algorithm", "bruck")):
        choose(browser, key, text)
    time.sleep(0.2)
    with h5py.File(scheduled) as file:
        for y, x in cells(browser):
            times = shown_times(browser)
            for scheduler in ("swot", "segments-overlap"):
                bars, why = show(browser, scheduler)
                assert why == "" and is_in_time(bars, times[scheduler])
                group = file[f"schedules/common/{scheduler}"]
                names = results.dimensions(group["offset"])
                where = {"primitive": "reduce-scatter", "topology": "ring", "algorithm": "bruck"}
                at = tuple({"message": y, "reconfiguration_delay": x}.get(name, 0) if name not in where else
                           [one.decode() for one in group[name][...]].index(where[name]) for name in names)
                first, count = int(group["offset"][at]), int(group["count"][at])
                stored = [group[name][first:first + count] for name in ("start", "plane", "end")]
                assert len(bars) == count > 0
                assert np.allclose(np.array([bar[:3] for bar in bars]).T, np.array(stored, dtype=float), rtol=1e-12, atol=0)
                kinds = np.where(group["activity"][first:first + count] == 1, RECONFIGURES, group["step"][first:first + count] % 2)
                assert [bar[3] for bar in bars] == kinds.tolist()
    assert complaints(browser) == []


def test_stored_schedules_are_drawn_in_time(browser, scheduled):
    """schedules = true: whoever has a list is drawn by /steps, over rows of topologies."""
    look(browser, page_of(scheduled))
    for key, text in (("topology", "ring"), ("algorithm", "bruck")):
        choose(browser, key, text)
    time.sleep(0.2)
    seen = set()
    for _ in cells(browser):
        times = shown_times(browser)
        for scheduler in ("static", "every-step", "one-shot", "addanki", "bridge", "pccl", "segments"):
            if times[scheduler] == times[scheduler]:
                bars, why = show(browser, scheduler)
                assert why == "" and is_in_time(bars, times[scheduler]), (scheduler, why)
                changes = sum(bar[3] == RECONFIGURES for bar in bars)
                shown = browser.find_elements("css selector", f"[data-scheduler='{scheduler}'] td")[3].text
                assert changes == int(shown), scheduler
                seen.add((scheduler, changes > 0))
    assert {("every-step", True), ("static", False), ("segments", True)} <= seen
    bars, why = show(browser, "threshold")
    assert bars is None and why == "The file does not hold how long each step of this schedule takes; the command below shows it in time."
    states = browser.execute_script(BARS)
    assert [state[0] for state in states] == list(range(4))
    bars, why = show(browser, "ideal")
    assert bars is None and why == "ideal is a formula here: it counts steps, and no schedule of it is known."
    assert complaints(browser) == []


def run_shown(browser):
    """What the shown command prints, as JSON."""
    words = shlex.split(browser.find_element("css selector", "[data-command]").text)
    assert words[:2] == ["lightsweep", "schedule"]
    code, out, error = call(*words[1:], "--json")
    assert code == 0, error
    return json.loads(out)


def test_what_is_not_stored_is_said_with_the_command_that_shows_it(browser, listed):
    look(browser, page_of(listed))
    for key, text in (("primitive", "reduce-scatter"), ("topology", "ring"), ("algorithm", "bruck")):
        choose(browser, key, text)
    time.sleep(0.2)
    browser.execute_script("window.lightsweepReport.select(3)")
    times = shown_times(browser)
    for scheduler in ("swot", "segments-overlap", "threshold"):
        bars, why = show(browser, scheduler)
        assert bars is None
        assert why == f"The file does not hold the schedule of {scheduler} (schedules = true in the sweep stores it); the command below shows it in time."
        assert abs(run_shown(browser)["completion_time"] - times[scheduler]) <= 1e-12 * times[scheduler]
    assert "--swot.transitions 100" not in browser.find_element("css selector", "[data-command]").text
    bars, why = show(browser, "segments")
    assert bars is None and why.startswith("The file does not hold how long each step of this schedule takes (envelopes = true and schedules = true")
    assert run_shown(browser)["completion_time"] > 0
    assert "Not to scale" in browser.find_element("css selector", "[data-schedule]").text
    # What if: the command is of the values that are shown.
    field = control(browser, "per_step_latency")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7 us", Keys.ENTER)
    time.sleep(0.2)
    show(browser, "segments")
    again = shown_times(browser)["segments"]
    assert again > times["segments"] and abs(run_shown(browser)["completion_time"] - again) <= 1e-12 * again
    assert complaints(browser) == []


def test_schedules_without_results_stand_at_their_own_points(browser, tmp_path):
    """results = false: lists are over structures, events over points."""
    file_name = sweep(tmp_path, *POINTS, "schedules=true", "results=false", 'schedulers=["static", "swot", "segments"]', 'primitive="reduce-scatter"',
                      'algorithm="bruck"', 'topology="ring"', "best=true")
    look(browser, page_of(file_name))
    with h5py.File(file_name) as file:
        best, events = file["grids/common/best"], file["schedules/common/swot"]
        won = 0
        for y, x in cells(browser):
            name = best["winner"].attrs["flag_meanings"].split()[best["winner"][..., y, x].flat[0]]
            if name.split("@")[0] != "swot":
                continue
            bars, why = show(browser, "swot")
            assert why == "" and is_in_time(bars, best["completion_time"][..., y, x].flat[0])
            assert len(bars) == events["count"][..., y, x].flat[0]
            won += 1
    assert won > 0
    assert complaints(browser) == []


@pytest.fixture(scope="module")
def rings(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("rings"), "sweeps/optree/figures")


def test_steps_under_optrees_rules_are_alike(browser, rings):
    """Every step takes as long, each after a reconfiguration; formulas have no schedule."""
    look(browser, page_of(rings))
    with h5py.File(rings) as file:
        assert list(file["grids"])[0] == "figure4"
    bars, why = show(browser, "wdm-optimal")
    assert why == "" and is_in_time(bars, shown_times(browser)["wdm-optimal"])
    changes = [bar for bar in bars if bar[3] == RECONFIGURES]
    assert len(bars) == 2 * len(changes) > 0
    bars, why = show(browser, "wdm-ring")
    assert bars is None and why == "wdm-ring is a formula here: it counts steps, and no schedule of it is known."
    assert complaints(browser) == []


def test_topologies_have_names(browser, common):
    look(browser, page_of(common))
    browser.find_element("css selector", "[data-scheduler='every-step'] button").click()
    caption = browser.find_element("css selector", "[data-schedule]").text
    assert re.search(r"each a dashed line before its step\..* (shift \+k|xor m): ", caption, re.I) and "bits per step" not in caption
