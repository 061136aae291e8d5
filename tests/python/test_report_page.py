"""The map and the point of lightsweep-report's page in a browser without a screen, opened as a file."""
import json
import re
import shlex
import time

import h5py
import numpy as np
import pytest

import lightsweep as ls
from conftest import call, sweep
from lightsweep import quantities
from report_browser import (MARKS, PICTURE, Keys, Select, browser, choose, click_cell, complaints, control, downloaded,  # noqa: F401
                            drawn, look, shown_times)
from report_pages import make, page_of

pytestmark = MARKS


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


def test_the_first_view_answers_the_question(browser, demo_page, demo):
    """Reconfigure or not, over both algorithms of the all-reduce; the sentence is that of the times in the file."""
    look(browser, demo_page, first=True)
    assert browser.find_element("css selector", "[data-title]").text == "Speed-up over the best schedule that never reconfigures"
    assert control(browser, "algorithm").get_attribute("value") == "[0,1,2]"
    with h5py.File(demo) as file:
        times = np.array([np.broadcast_to(file[f"grids/ring/{name}/completion_time"][0].reshape(3, 23, -1), (3, 23, 57))
                          for name in ("static", "every-step", "threshold", "addanki")])
    gain = np.nanmin(times[0], axis=0) / np.nanmin(times, axis=(0, 1))
    worth = np.sort(gain[gain >= 1.01])
    said = browser.find_element("css selector", "[data-answer]").text
    share, median, most = (float(one) for one in re.search(r"At ([\d.]+) % .*: ([\d.]+)× as fast at the median of them, ([\d.]+)× at most", said).groups())
    assert abs(share - 100 * worth.size / gain.size) < 0.06 and abs(median / worth[worth.size // 2] - 1) < 1e-3 and abs(most / worth[-1] - 1) < 1e-3
    assert complaints(browser) == []


def test_the_chosen_cell_names_the_next_scheduler(browser, demo_page):
    """The fastest of those that are slower in the table: ties are no second, nor is another algorithm of the winner."""
    look(browser, demo_page, first=True)
    times = sorted(shown_times(browser).items(), key=lambda one: one[1])
    name, time_s = next(one for one in times if one[1] > times[0][1] * (1 + 1e-9))
    found = re.search(r"([\d.]+)× as fast as (\S+), the next scheduler$", browser.find_element("css selector", "[aria-live]").text)
    assert found[2] == name and float(found[1]) == pytest.approx(time_s / times[0][1], rel=1e-3)


def test_what_optimal_means_fits_a_phone(browser, demo_page):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    try:
        look(browser, demo_page)
        words = browser.find_element("css selector", "[data-optimal]")
        assert words.text.endswith("A scheduler with only one schedule, such as static, is always optimal, even where another scheduler is faster.")
        assert words.rect["x"] >= 0 and words.rect["x"] + words.rect["width"] <= 400
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_schedulers_can_be_switched_off(browser, demo_page):
    """Without the optimum the others win, and the answer is theirs."""
    look(browser, demo_page)
    names = lambda: {one.text for one in browser.find_elements("css selector", ".names li")}
    before, said = names(), browser.find_element("css selector", "[data-answer]").text
    assert "addanki" in before
    for name in ("addanki", "threshold", "every-step"):
        browser.find_element("css selector", f"[data-scheduler-on='{name}']").click()
    assert names() == {"static"} and "Not here" in browser.find_element("css selector", "[data-answer]").text
    for name in ("addanki", "threshold", "every-step"):
        browser.find_element("css selector", f"[data-scheduler-on='{name}']").click()
    assert names() == before and browser.find_element("css selector", "[data-answer]").text == said


def test_hardware_is_compared_only_when_asked(browser, common):
    """The group best minimises over bases of switches and WDM rings; the page begins with the switches, and has numbers in its cells."""
    look(browser, page_of(common), first=True)
    topology = Select(control(browser, "topology"))
    assert topology.first_selected_option.text == "best topology of a switch"
    label = browser.execute_script("return window.lightsweepReport.map.chart.core.getOption().series[0].label.show")
    assert label is True
    choose(browser, "topology", "best topology of any hardware")
    assert complaints(browser) == []


def test_multicast_is_compared_only_when_asked(browser, tmp_path_factory):
    """Nodes that tap the light which passes them are other hardware: wdm-multicast would win everywhere."""
    file_name = sweep(tmp_path_factory.mktemp("multicast"), "sweeps/optree/landscape", "nodes=16", "wavelengths=4")
    look(browser, page_of(file_name), first=True)
    names = lambda: {one.text for one in browser.find_elements("css selector", ".names li")}
    assert names() == {"wdm-optimal"} and "switched off" in browser.find_element("css selector", "[data-scheduler='wdm-multicast']").text
    browser.execute_script("document.querySelector('[data-scheduler-on=wdm-multicast]').click()")
    assert names() == {"wdm-multicast"}
    assert complaints(browser) == []


def test_distances_to_the_bound_can_be_sorted(browser, common):
    """The table is that of `lightsweep gap`; a head sorts, again turns the order, and the first one brings the file's order back."""
    look(browser, page_of(common), first=True)
    shown = lambda: browser.execute_script(  # noqa: E731
        "return [...document.querySelectorAll('#bound tbody tr')].map(row => [...row.cells].map(one => one.textContent))")
    choose_head = lambda at: browser.execute_script("document.querySelectorAll('#bound th button')[arguments[0]].click()", at)  # noqa: E731
    printed = [line.split() for line in call("gap", common)[1].splitlines() if line.endswith(" %") and not line.startswith("best")]
    rows = shown()
    assert len(rows) == len(printed) > 10 and rows[0][:2] == ["all points", ""]
    for row, line in zip(rows, printed):
        # Shares have one more digit here.
        assert row[2:6] == [f"{int(line[-8]):,}", *line[-7:-4]] and all(abs(float(row[at].split()[0]) - float(line[to])) <= 0.55 for at, to in ((6, -4), (7, -2)))
    choose_head(5)
    worst = [float(row[5]) for row in shown()]
    assert worst == sorted(worst, reverse=True) and worst != sorted(worst)
    choose_head(5)
    assert [float(row[5]) for row in shown()] == worst[::-1]
    choose_head(0)
    assert shown() == rows
    assert complaints(browser) == []


@pytest.mark.parametrize("delays", [("1us", "100us"), ("0.3us", "20ms")])
def test_robust_choices_are_those_of_the_package(browser, demo_page, demo, delays):
    look(browser, demo_page, first=True)
    browser.execute_script("document.querySelector('[data-robust]').open = true")
    for key, value in zip(("delay from", "delay to"), delays):
        field = control(browser, key)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(value, Keys.ENTER)
    time.sleep(0.3)
    rows = browser.execute_script("return [...document.querySelectorAll('[data-robust] tbody tr')].map(row => [...row.cells].map(one => one.textContent))")
    found = ls.open(demo).robust(delay=delays).sel(primitive="allreduce")
    assert len(rows) == found.message.size == 23
    for row, message in zip(rows, found.message.values):
        mine = found.sel(message=message)
        assert "@".join(row[1:3]) == str(mine.schedule.item()) and int(row[3]) == mine.n_reconfigurations.item(), (row, message)
        for text, wanted in ((row[4].split(" (")[0], mine.regret.item()), (row[5], mine.price.item())):
            assert quantities.parse(text.replace(" ", "")) == pytest.approx(wanted, rel=6e-4, abs=1e-13)
    control(browser, "delay to").send_keys("x", Keys.ENTER)
    assert "the smaller one first" in browser.find_element("css selector", "[data-robust] .note").text
    assert complaints(browser) == []


def test_bars_that_are_cut_say_how_long_they_are(browser, demo_page):
    """At the largest delay every-step takes more than six times the others."""
    look(browser, demo_page)
    browser.execute_script("window.lightsweepReport.select(22)")  # the smallest message
    browser.execute_script("window.lightsweepReport.select(56)")  # ... and the largest delay
    series = browser.execute_script("""
        const { series } = window.lightsweepReport.point.charts.bars.core.getOption();
        const cut = series.find(one => one.name === "cut");
        return [cut.data, cut.data.map(one => cut.label.formatter({ data: one }))]""")
    times = shown_times(browser)
    assert len(series[0]) == 1 and series[0][0][0] == pytest.approx(6 * min(times.values()), rel=1e-9)
    assert quantities.parse(series[1][0].removeprefix("cut: ").replace(" ", "")) == pytest.approx(times["every-step"], rel=1e-3)


def test_commands_have_the_units_of_the_sweep(browser, demo_page):
    """And compute the same number."""
    look(browser, demo_page)
    click_cell(browser, 13 * 57 + 40)
    words = shlex.split(browser.find_element("css selector", "[data-command]").get_attribute("textContent"))
    for pair in (["--bandwidth", "800Gbps"], ["--message", "8MiB"], ["--per-step-latency", "100ns"], ["--reconfiguration-delay", "100us"]):
        assert words[words.index(pair[0]) + 1] == pair[1], words
    code, out, error = call(*words[1:], "--json")
    assert code == 0 and json.loads(out)["completion_time"] == pytest.approx(shown_times(browser)["addanki"], rel=1e-12), error


def test_on_a_phone_the_map_comes_first(browser, demo_page):
    look(browser, demo_page, first=True)
    browser.set_window_size(420, 900)
    try:
        tops = [browser.execute_script(f"return document.querySelector('{one}').getBoundingClientRect().top") for one in ("[data-map]", ".explorer > .controls")]
        assert tops[0] < tops[1]
    finally:
        browser.set_window_size(1400, 1100)


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
    assert shown == {one["claim"]: [one["paper_number"], one["paper_place"]] for one in said} and len(shown) == 28
    assert shown["10"] == ["19 %, 3 %", "Sec. 6"] and shown["3"] == ["no number", "Fig. 8"]
    colours = {row.get_attribute("data-verdict"): row.find_element("css selector", ".verdict").value_of_css_property("color")
               for row in browser.find_elements("css selector", "[data-claims='pccl'] > tbody > tr")}
    assert len(colours) == len({one["verdict"] for one in said}) and colours["close"] not in {
        colour for verdict, colour in colours.items() if verdict != "close"}
    inferred = browser.find_elements("xpath", "//table[@data-claims='pccl']//p[.='parameters inferred']")
    assert len(inferred) == sum(one["parameters_inferred"] for one in said) > 0


@pytest.fixture(scope="module")
def cross_lists(tmp_path_factory):
    """Common rules, lists alone: the shifts of segments and all of swot are without one, and win at some points."""
    return sweep(tmp_path_factory.mktemp("cross_lists"), "sweeps/cross/small", "results=false", "nodes=[64]", "planes=[2, 8]",
                 'topology=["ring-uni", "ring"]', 'primitive=["alltoall", "allgather"]', 'algorithm=["shift", "bruck", "ring"]',
                 'message=["1KiB", "1MiB", "256MiB"]', 'reconfiguration_delay=["10us", "100us", "500us", "1ms", "2ms", "20ms"]',
                 'schedulers=["static", "every-step", "addanki", "segments", "swot"]')


def test_common_rules_show_the_best_of_the_file_at_every_point(browser, cross_lists):
    """Sliders choose the slice; one cell is clicked, every cell is chosen: winner and time are the file's, whoever has a list."""
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
            if cell == 0:
                click_cell(browser, cell)
            else:
                browser.execute_script("window.lightsweepReport.select(arguments[0])", cell)
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
