"""The page of lightsweep-report in a browser without a screen, opened as a file."""
import csv
import io
import json
import re
import shlex
import shutil
import time

import h5py
import numpy as np
import pytest

from conftest import call, sweep
from reporting import axes as axis_lists
from report_pages import make, needs_npm, page_of

webdriver = pytest.importorskip("selenium.webdriver", reason="python3-selenium is missing: .ci/install.sh test")
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [needs_npm, pytest.mark.skipif(None in (CHROMIUM, DRIVER), reason="chromium or its driver is missing: .ci/install.sh test")]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--window-size=1400,1100"]
# The map is drawn in layers.
PICTURE = "return [...document.querySelectorAll('[data-map] canvas')].map(one => one.toDataURL()).join()"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    options = Options()
    options.binary_location = CHROMIUM
    for flag in [*FLAGS, f"--user-data-dir={folder / 'profile'}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    driver = webdriver.Chrome(service=Service(DRIVER), options=options)
    driver.downloads = folder
    yield driver
    driver.quit()


def look(browser, page):
    browser.get(page.as_uri())
    drawn(browser)


def drawn(browser):
    WebDriverWait(browser, 20).until(lambda one: one.execute_script(
        "return !!window.lightsweepReport && !!document.querySelector('[data-map] canvas')"))


def complaints(browser):
    return [one["message"] for one in browser.get_log("browser") if one["level"] in ("SEVERE", "WARNING")]


def control(browser, key):
    return browser.find_element("css selector", f"[data-key='{key}']")


def choose(browser, key, text):
    Select(control(browser, key)).select_by_visible_text(text)


def click_cell(browser, cell):
    """A real click in the middle of a cell, counted row by row from the lower left."""
    area = browser.find_element("css selector", "[data-map]")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", area)
    x, y = browser.execute_script("return window.lightsweepReport.map.pixelOf(arguments[0])", cell)
    size = area.size
    ActionChains(browser).move_to_element_with_offset(area, round(x - size["width"] / 2), round(y - size["height"] / 2)).click().perform()


def shown_times(browser):
    """{scheduler: completion time [s]} of the chosen point."""
    rows = browser.find_elements("css selector", "[data-schedulers] tbody tr")
    return {row.get_attribute("data-scheduler"): float(row.get_attribute("data-time")) for row in rows}


def downloaded(browser, name):
    target = browser.downloads / name
    WebDriverWait(browser, 10).until(lambda _: target.is_file() and target.stat().st_size > 0)
    rows = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8"))))
    target.unlink()
    return rows[0], rows[1:]


@pytest.fixture(scope="module")
def demo_page(demo):
    return page_of(demo)


def test_it_opens_from_a_file_and_draws(browser, demo_page):
    look(browser, demo_page)
    assert browser.title == "Demo: when should a ring of 64 reconfigure?"
    assert browser.find_element("css selector", "[data-title]").text == "Which scheduler is fastest"
    colours = browser.execute_script("""
        const seen = new Set();
        for (const canvas of document.querySelectorAll('[data-map] canvas')) {
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            for (let i = 0; i < data.length; i += 4 * 37) seen.add(data.slice(i, i + 3).join());
        }
        return [...seen]""")
    assert {"0,114,178", "230,159,0"} <= set(colours)  # every-step, addanki
    assert complaints(browser) == []
    resources = browser.execute_script("return performance.getEntriesByType('resource').map(one => one.name)")
    assert [one for one in resources if not one.startswith(("data:", "blob:"))] == []


def test_the_clicked_cell_has_the_stored_values(browser, demo_page, demo):
    look(browser, demo_page)
    with h5py.File(demo) as file:
        ring = file["grids/ring"]
        n_delays = len(ring["addanki/reconfiguration_delay"])
        message, delay = 13, 40
        stored = {name: float(ring[name]["completion_time"][(0, 0, message, delay)[:ring[name]["completion_time"].ndim]])
                  for name in ("static", "every-step", "threshold", "addanki")}
        part = float(ring["addanki/reconfiguration_time"][0, 0, message, delay])
    click_cell(browser, message * n_delays + delay)
    found = shown_times(browser)
    assert found.keys() == stored.keys()
    for name, time_s in stored.items():
        assert abs(found[name] - time_s) <= 1e-12 * time_s
    place = browser.find_element("css selector", "[data-point] p").text
    assert "message size 8 MiB" in place and "reconfiguration delay 100 us" in place
    option = browser.execute_script("return window.lightsweepReport.point.charts.bars.core.getOption()")
    exposed = next(one for one in option["series"] if one["name"] == "exposed reconfiguration")["data"]
    assert abs(exposed[0] - part) <= 1e-12  # bars stand from the bottom: addanki is the last scheduler
    browser.find_element("css selector", "[data-scheduler='addanki'] button").click()
    assert "12 steps" in browser.find_element("css selector", "[data-schedule]").text
    assert complaints(browser) == []


def test_controls_change_the_picture(browser, demo_page):
    look(browser, demo_page)
    pictures = [browser.execute_script(PICTURE)]
    for key, text in (("algorithm", "swing"), ("Show", "speed-up"), ("of", "every-step"), ("over", "addanki"), ("Show", "completion time")):
        choose(browser, key, text)
        time.sleep(0.2)
        pictures.append(browser.execute_script(PICTURE))
    assert len(set(pictures)) == len(pictures)
    assert browser.find_element("css selector", "[data-title]").text == "Completion time of every-step"
    choose(browser, "Along x", "algorithm")
    slider = control(browser, "reconfiguration delay")
    before = browser.execute_script(PICTURE)
    slider.send_keys(Keys.END)
    time.sleep(0.3)
    assert browser.execute_script(PICTURE) != before
    assert slider.get_attribute("aria-valuetext") == "10 ms"
    assert complaints(browser) == []


def test_other_latencies_are_computed_in_the_page(browser, demo_page):
    """Twelve steps of 1 us instead of 100 ns cost 10.8 us more; threshold has no envelope and is left out."""
    look(browser, demo_page)
    before = shown_times(browser)
    field = control(browser, "per_step_latency")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("1 us", Keys.ENTER)
    after = shown_times(browser)
    assert set(before) - set(after) == {"threshold"}
    assert abs(after["static"] - before["static"] - 12 * 0.9e-6) < 1e-12
    notes = [one.text for one in browser.find_elements("css selector", ".note")]
    assert any("not in the file" in one and "left out: threshold" in one for one in notes)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("nonsense", Keys.ENTER)
    assert browser.execute_script("return arguments[0].validationMessage", field).startswith("write a number with its unit")
    assert shown_times(browser) == after


def test_keys_move_the_chosen_cell(browser, demo_page):
    look(browser, demo_page)
    click_cell(browser, 0)
    area = browser.find_element("css selector", "[data-map]")
    area.send_keys(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_RIGHT)
    place = browser.find_element("css selector", "[data-point] p").text
    assert "message size 4 KiB" in place and "reconfiguration delay 1.334 ns" in place
    spoken = browser.find_element("css selector", "[aria-live]").text
    assert "4 KiB" in spoken and "every-step" in spoken


def test_the_downloaded_slice_is_what_is_shown(browser, demo_page, demo):
    look(browser, demo_page)
    choose(browser, "algorithm", "swing")
    browser.find_element("css selector", "[data-csv]").click()
    head, rows = downloaded(browser, "ring-winner.csv")
    with h5py.File(demo) as file:
        best, addanki = file["grids/ring/best"], file["grids/ring/addanki"]
        times, optimum = best["completion_time"][0, 1].ravel(), addanki["completion_time"][0, 1].ravel()
        delays = np.tile(best["reconfiguration_delay"][...], len(best["message"]))
    assert len(rows) == times.size
    column = {name: [row[at] for row in rows] for at, name in enumerate(head)}
    assert set(column["algorithm"]) == {"swing"}
    assert np.array_equal(np.array(column["reconfiguration_delay"], float), delays)
    assert np.allclose(np.array(column["completion_time"], float), times, rtol=1e-12, atol=0)
    assert np.allclose(np.array(column["time_addanki"], float), optimum, rtol=1e-12, atol=0)


def test_dark_and_light(browser, demo_page):
    look(browser, demo_page)
    ground = "return getComputedStyle(document.body).backgroundColor"
    light, picture = browser.execute_script(ground), browser.execute_script(PICTURE)
    browser.find_element("css selector", "[data-theme-toggle]").click()
    assert browser.execute_script(ground) != light and browser.execute_script(PICTURE) != picture
    browser.find_element("css selector", "[data-theme-toggle]").click()


def test_claims_stand_beside_the_numbers_of_the_paper(browser, pccl_claims, tmp_path):
    look(browser, make(pccl_claims, tmp_path))
    shown = {row.find_element("css selector", "th").text: row.find_element("css selector", "[data-paper-number]").text.splitlines()
             for row in browser.find_elements("css selector", "[data-claims='pccl'] > tbody > tr")}
    said = json.loads(call("claims", "--json", pccl_claims)[1])["papers"][0]["claims"]
    assert shown == {one["claim"]: [one["paper_number"], one["paper_place"]] for one in said} and len(shown) == 19
    assert shown["10"] == ["19 %, 3 %", "Sec. 6"] and shown["3"] == ["no number", "Fig. 8"]


def test_topologies_have_names(browser, common):
    look(browser, page_of(common))
    browser.find_element("css selector", "[data-scheduler='every-step'] button").click()
    caption = browser.find_element("css selector", "[data-schedule]").text
    assert re.search(r"each a dashed line before its step\..* (shift \+k|xor m): ", caption, re.I) and "bits per step" not in caption


@pytest.fixture(scope="module")
def cross_lists(tmp_path_factory):
    """Common rules, lists alone: the shifts of segments and all of swot are without one, and win at some points."""
    return sweep(tmp_path_factory.mktemp("cross_lists"), "sweeps/cross/small", "results=false", "nodes=[64]", "planes=[2, 8]",
                 'topology=["ring-uni", "ring"]', 'primitive=["alltoall", "allgather"]', 'algorithm=["shift", "bruck", "ring"]',
                 'message=["1KiB", "1MiB", "256MiB"]', 'reconfiguration_delay=["10us", "100us", "500us", "1ms", "2ms", "20ms"]',
                 'schedulers=["static", "every-step", "addanki", "segments", "swot"]')


def test_common_rules_show_the_best_of_the_file_at_every_point(browser, cross_lists):
    """Sliders choose the slice; every cell is clicked: its winner and time are the file's, whoever has a list."""
    look(browser, page_of(cross_lists))
    with h5py.File(cross_lists) as file:
        best = file["grids/common/best"]
        winner, times = best["winner"][...], best["completion_time"][...]
        names = [name.split("@")[0] for name in best["winner"].attrs["flag_meanings"].split()]
    choose(browser, "primitive", "alltoall")
    primitive = [one.decode() for one in h5py.File(cross_lists)["grids/common/best/primitive"][...]].index("alltoall")
    slider = control(browser, "planes")
    as_stored = 0
    for planes, key in enumerate((Keys.HOME, Keys.END)):
        slider.send_keys(key)
        time.sleep(0.3)
        for cell in range(times.shape[3] * times.shape[4]):
            click_cell(browser, cell)
            at = (primitive, 0, planes, *divmod(cell, times.shape[4]))
            title = browser.find_element("css selector", "[data-point] h2").text
            who = names[winner[at]]
            assert title.startswith(f"The chosen point: {who} takes"), (at, title)
            shown = shown_times(browser)
            assert abs(shown[who] - times[at]) <= 1e-9 * times[at], at
            assert min(one for one in shown.values() if one == one) == shown[who], at
            as_stored += title.endswith("as stored")
    assert as_stored > 0
    notes = " ".join(one.text for one in browser.find_elements("css selector", ".note"))
    assert "Without a list of schedules here" in notes and "segments@shift" in notes and "swot@" in notes
    assert complaints(browser) == []


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
    button = browser.find_elements("css selector", f"[data-scheduler='{scheduler}'] button")
    browser.execute_script("arguments[0].click()", button[0])
    why = browser.find_element("css selector", "[data-why]").text
    picture = browser.find_element("css selector", "[data-picture]")
    return (browser.execute_script(BARS) if picture.is_displayed() and not why else None), why


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


@pytest.mark.parametrize("primitive", ["reduce-scatter", "allreduce", "alltoall"])
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
        names = [axis["name"] for axis in axis_lists.axes_of(lists, lists["offset"])]
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
                names = [axis["name"] for axis in axis_lists.axes_of(group, group["offset"])]
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


@pytest.mark.parametrize("source", ["small_axes", "pccl_claims"])
def test_every_grid_and_study_opens(browser, source, request):
    look(browser, page_of(request.getfixturevalue(source)))
    views = [one.text for one in Select(control(browser, "Grid or study")).options]
    assert len(views) > 3
    for name in views:
        choose(browser, "Grid or study", name)
        drawn(browser)
        assert browser.find_element("css selector", "[data-title]").text != ""
        assert browser.find_elements("css selector", "[data-point] table")
        assert complaints(browser) == [], name
