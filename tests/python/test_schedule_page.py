"""`lightsweep schedule --html` in a browser without a screen, against what `--json` and `--execution-plan` print of the same problem."""
import json
import shutil
import subprocess

import pytest
from conftest import BINARY, SOURCE, call

from report_browser import MARKS, ActionChains, ScrollOrigin, WebDriverWait, browser, complaints, drawn  # noqa: F401
from report_pages import CAN_BUILD  # noqa: F401  (the page is built before)

pytestmark = MARKS
COMMON = ("--rules common --nodes 16 --planes 2 --topology ring --bandwidth 800Gbps --message 1MiB --per-step-latency 1us "
          "--per-hop-latency 100ns --reconfiguration-delay 10us").split()
RINGS = ("--rules optree --topology wdm-ring --nodes 16 --wavelengths 4 --item 1MiB --wavelength-bandwidth 100Gbps "
         "--reconfiguration-delay 10us --scheduler optree-tree --collective allgather/any").split()
SLICES = ("--rules swot --collective alltoall/matrix --nodes 8 --planes 2 --plane-bandwidth 100Gbps --per-step-latency 1us "
          "--reconfiguration-delay 10us --generator").split() + ['{kind="moe", seed=1, scale="6MiB", skew=50}']
BARS = "return window.lightsweepReport.chart.core.getOption().series[0].data"  # [start, row, end, kind, share]
RECONFIGURES = 2


def opened(browser, folder, words):
    code, _, error = call("schedule", *words, "--html", "-o", folder / "page.html")
    assert code == 0, error
    browser.get((folder / "page.html").as_uri())
    drawn(browser)
    return browser.execute_script(BARS)


def answer(*words):
    code, out, error = call("schedule", *words)
    assert code == 0, error
    return json.loads(out)


def lines(browser):
    """{"3 to 7", ...}: what the network of the chosen step says of its transfers on hovering."""
    return set(browser.execute_script("return [...document.querySelectorAll('[data-network] [marker-end] title')].map(one => one.textContent)"))


def choose_step(browser, step):
    browser.execute_script("window.lightsweepReport.choose(arguments[0])", step)


def test_steps_on_topologies(browser, tmp_path):
    words = [*COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck"]
    bars = opened(browser, tmp_path, words)
    found = answer(*words, "--json")
    steps = [(one["start"], one["end"]) for one in found["timeline"]]
    assert [(bar[0], bar[2]) for bar in bars if bar[3] != RECONFIGURES] == steps
    changes = [bar for bar in bars if bar[3] == RECONFIGURES]
    assert len(changes) == found["n_reconfigurations"] == 2 and all(abs(bar[2] - bar[0] - 10e-6) < 1e-12 for bar in changes)
    title = browser.find_element("css selector", "[data-title]").text
    assert title == "55.3 us on 16 nodes" and abs(found["completion_time"] - 55.3e-6) < 0.05e-6
    for step, one in enumerate(found["timeline"]):
        choose_step(browser, step)
        offset = int(one["peers"].split("+")[1])
        assert lines(browser) == {f"{node} to {(node + offset) % 16}" for node in range(16)}
    assert "each" not in browser.title and browser.title == "alltoall/bruck by segments"
    # Bruck's tree from node 0: its parent lies the highest bit below.
    edges = browser.execute_script("return [...document.querySelectorAll('[data-tree] line title')].map(one => one.textContent)")
    assert sorted(edges) == sorted(f"{node - (1 << node.bit_length() - 1)} and {node} in step {node.bit_length() - 1}" for node in range(1, 16))
    assert complaints(browser) == []


DRAWN = """const box = one => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
    const all = tag => [...document.querySelectorAll(arguments[0] + ' ' + tag)].map(box); return [all('circle'), all('text')]"""


def overlap(one, other):
    return min(one[2], other[2]) - max(one[0], other[0]) > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 2.5  # boxes of text are higher than digits


@pytest.mark.parametrize("nodes", [64, 256])
def test_networks_of_many_nodes_can_be_read(browser, tmp_path, nodes):
    """Neither circles nor numbers lie over each other, and between neighbours on the circle there is room for an arrow."""
    words = [*COMMON, "--nodes", nodes, "--scheduler", "segments", "--collective", "alltoall/bruck"]
    del words[2:4]
    opened(browser, tmp_path, words)
    for picture in ("[data-network]", "[data-tree]"):
        circles, texts = browser.execute_script(DRAWN, picture)
        assert len(circles) == nodes and len(texts) >= (16 if nodes > 64 or picture == "[data-tree]" else 64)
        for found in (circles, texts):
            assert [(one, other) for at, one in enumerate(found) for other in found[:at] if overlap(one, other)] == []
        if nodes == 64 and picture == "[data-network]":
            (left, top, right, bottom), (next_left, next_top, next_right, next_bottom) = circles[:2]
            apart = ((left + right - next_left - next_right)**2 + (top + bottom - next_top - next_bottom)**2)**0.5 / 2
            assert right - left < 0.6 * apart


def test_the_words_have_the_units_of_the_report(browser, tmp_path):
    """And no line breaks between a number and its unit."""
    opened(browser, tmp_path, [*COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck"])
    facts, problem = [one.get_attribute("textContent") for one in browser.find_elements("css selector", "[data-facts], [data-facts] + p")]
    assert facts.endswith("gap to the proven bound 0\u00a0%") and "reconfiguration 20\u00a0us" in facts
    assert "bandwidth 800\u00a0Gbps · message size 1\u00a0MiB · latency per step 1\u00a0us" in problem


def test_names_of_topologies_are_whole(browser, tmp_path):
    """Their room is that of the picture in its place; longer names had that of 60 pixels."""
    opened(browser, tmp_path, [*COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck"])
    names, room = browser.execute_script("const axis = window.lightsweepReport.chart.core.getOption().yAxis[0]; return [axis.data, axis.axisLabel.width]")
    assert max(map(len, names)) > 8 and room >= 7 * max(map(len, names))


def test_rings_that_stand_have_a_colour_each(browser, tmp_path):
    """shift +2 on 16 nodes are two rings."""
    opened(browser, tmp_path, [*COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck"])
    choose_step(browser, 1)
    colours = browser.execute_script("return [...document.querySelectorAll('[data-network] line:not([marker-end])')].map(one => one.getAttribute('stroke'))")
    assert len(colours) == 16 and [colours.count(one) for one in sorted(set(colours))] == [8, 8]


def test_names_of_topologies_have_their_room(browser, tmp_path):
    """At the first drawing the width was not known yet, and rows were named "1 x list ..."."""
    opened(browser, tmp_path, [*COMMON, "--scheduler", "segments", "--collective", "allreduce/swing"])
    WebDriverWait(browser, 10).until(lambda one: one.execute_script(
        "return window.lightsweepReport.chart.core.getOption().yAxis[0].axisLabel.width") > 150)


def test_it_zooms_hovers_and_takes_clicks(browser, tmp_path):
    opened(browser, tmp_path, [*COMMON, "--scheduler", "swot", "--collective", "allreduce/halving-doubling"])
    area = browser.find_element("css selector", "[data-map]")
    at = browser.execute_script("""
        const { chart, schedule } = window.lightsweepReport;
        const turn = schedule.turns.find(one => one.step === 2 && !one.reconfigures);
        return chart.core.convertToPixel({ gridIndex: 0 }, [(turn.start + turn.end) / 2, turn.row])""")
    offset = [round(at[0] - area.size["width"] / 2), round(at[1] - area.size["height"] / 2)]
    ActionChains(browser).move_to_element_with_offset(area, *offset).pause(0.3).perform()
    assert "step 2: sends xor 4" in browser.find_element("css selector", "[data-map]").text
    ActionChains(browser).move_to_element_with_offset(area, *offset).click().perform()
    assert browser.execute_script("return window.lightsweepReport.step") == 2
    assert lines(browser) == {f"{node} to {node ^ 4}" for node in range(16)}
    zoom = "return window.lightsweepReport.chart.core.getOption().dataZoom.map(one => one.end - one.start)"
    assert browser.execute_script(zoom) == [100, 100]
    ActionChains(browser).scroll_from_origin(ScrollOrigin.from_element(area, *offset), 0, -300).pause(0.3).perform()
    assert browser.execute_script(zoom)[0] < 99
    assert complaints(browser) == []


def test_planes_are_those_of_the_events(browser, tmp_path):
    words = [*COMMON, "--scheduler", "swot", "--collective", "allreduce/halving-doubling"]
    bars = opened(browser, tmp_path, words)
    events = answer(*words, "--json")["timeline"]
    assert [(bar[0], bar[1], bar[2], bar[3] == RECONFIGURES) for bar in bars] == [(one["start"], one["plane"], one["end"], one["reconfigure"]) for one in events]


def test_lightpaths_and_the_tree_of_an_item(browser, tmp_path):
    """The tree is that of item 0 alone: every node gets it once, from a node that had it."""
    bars = opened(browser, tmp_path, RINGS)
    plan = answer(*RINGS, "--execution-plan")
    assert max(bar[2] for bar in bars) == pytest.approx(plan["completion_time"], rel=1e-12)
    assert len(bars) == 2 * plan["steps"] == 12
    sends = [(one["step"], rank["rank"], one) for rank in plan["ranks"] for one in rank["sends"]]
    for step in (0, 5):
        choose_step(browser, step)
        wanted = set()
        for _, source, one in [one for one in sends if one[0] == step]:
            hops = (one["to"] - source if one["direction"] == "clockwise" else source - one["to"]) % 16
            wanted.add(f"{source} to {one['to']}, wavelength {one['wavelength']}, {hops} {'hop' if hops == 1 else 'hops'} {one['direction']}")
        assert lines(browser) == wanted
    edges = browser.execute_script("return [...document.querySelectorAll('[data-tree] line title')].map(one => one.textContent)")
    assert sorted(edges) == sorted(f"{source} and {one['to']} in step {step}" for step, source, one in sends if one["item"] == 0) and len(edges) == 15
    assert complaints(browser) == []


@pytest.mark.parametrize("scheduler", ["rotor", "birkhoff", "eclipse"])
def test_slices_of_planes_on_clocks_of_their_own(browser, tmp_path, scheduler):
    words = [*SLICES, "--scheduler", scheduler]
    bars = opened(browser, tmp_path, words)
    turns = answer(*words, "--json")["turns"]
    assert [(bar[0], bar[1], bar[2], bar[3] == RECONFIGURES) for bar in bars] == [(one["start"], one["plane"], one["end"], one["reconfigure"]) for one in turns]
    sent = [one["peers"] for one in turns if not one["reconfigure"]]
    found = browser.execute_script("return window.lightsweepReport.schedule.turns.filter(one => !one.reconfigures).map(one => [one.step, one.text])")
    assert [text for _, text in found] == [f"sends {peers}" for peers in sent] and len(sent) > 1
    if scheduler == "rotor":
        for step, peers in zip([step for step, _ in found], sent):
            choose_step(browser, step)
            assert lines(browser) == {f"{node} to {(node + int(peers.split('+')[1])) % 8}" for node in range(8)}
    assert not browser.find_elements("css selector", "[data-tree]")  # no node passes on what is another's
    assert complaints(browser) == []


@pytest.mark.parametrize("collective", ["alltoall/any", "allgather/any"])
def test_a_plan_of_the_frontier_is_drawn_in_time(browser, tmp_path, collective):
    """From the costs of its steps: they end when the answer says, and the topology changes as often."""
    words = [*COMMON, "--collective", collective, "--scheduler", "frontier"]
    bars = opened(browser, tmp_path, words)
    found = answer(*words, "--json")
    assert max(bar[2] for bar in bars) == pytest.approx(found["completion_time"], rel=1e-9)
    changes = [bar for bar in bars if bar[3] == RECONFIGURES]
    assert len(changes) == found["n_reconfigurations"] and len(bars) - len(changes) == found["n_steps"]
    assert all(bar[2] - bar[0] == pytest.approx(10e-6, rel=1e-9) for bar in changes)
    assert not browser.find_elements("css selector", "[data-network]") and complaints(browser) == []


def test_changes_behind_other_planes_do_not_move_the_end(browser, tmp_path):
    """Planes that change while others send: the delays add up to more than the plan takes."""
    words = "--rules common --scheduler frontier --collective alltoall/any --nodes 16 --planes 4 --topology ring --bandwidth 800Gbps --message 1MiB".split()
    words += "--per-step-latency 1us --per-hop-latency 100ns --reconfiguration-delay 10us".split()
    bars = opened(browser, tmp_path, words)
    found = answer(*words, "--json")
    assert max(bar[2] for bar in bars) == pytest.approx(found["completion_time"], rel=1e-9)
    sending = sum(bar[2] - bar[0] for bar in bars if bar[3] != RECONFIGURES)
    assert sending + found["n_reconfigurations"] * 10e-6 > found["completion_time"] * 1.01


def test_what_has_no_page_is_refused_in_words(tmp_path):
    planes = "--rules swot --nodes 16 --planes 2 --bandwidth 800Gbps --message 1MiB --per-step-latency 1us --reconfiguration-delay 10us".split()
    for words, expected in [([*planes, "--scheduler", "ideal", "--collective", "alltoall/bruck", "--html"], "a formula, or a step in turns, has no schedule to draw"),
                            ([*RINGS[:-3], "wrht", *RINGS[-2:], "--html"], "a formula has no plan; take wdm-optimal"),
                            ([*COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck", "-o", "x.txt"], "-o writes a file: add --execution-plan, --json or --html")]:
        code, out, error = call("schedule", *words)
        assert code == 2 and expected in error and not out, error
    shutil.copy(BINARY, tmp_path / "lightsweep")  # no page beside it
    words = [tmp_path / "lightsweep", "schedule", *COMMON, "--scheduler", "segments", "--collective", "alltoall/bruck", "--html"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 2 and "the page is not built; run analysis/report/build.sh" in done.stderr
    assert (SOURCE / "analysis/report/build.sh").is_file()
