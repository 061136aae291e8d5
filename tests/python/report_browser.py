"""A browser without a screen, for the tests of the page of lightsweep-report: what they look at, choose and click."""
import csv
import io
import shutil

import pytest

from report_pages import needs_npm

webdriver = pytest.importorskip("selenium.webdriver", reason="python3-selenium is missing: .ci/install.sh test")
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin  # noqa: E402, F401
from selenium.webdriver.common.keys import Keys  # noqa: E402, F401
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MARKS = [needs_npm, pytest.mark.skipif(None in (CHROMIUM, DRIVER), reason="chromium or its driver is missing: .ci/install.sh test")]
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


# From the first view, which answers "reconfigure or not?" in the middle of the ranges, to the winners at the first values.
FIRST_VALUES = """
    const { whole } = window.lightsweepReport;
    if (!whole) return;
    const compared = whole.entry.minimised.map(axis => whole.entry.axes[axis].name);
    for (const one of [...document.querySelectorAll('.explorer select, .explorer input[type=range]')]) {
        if (!one.isConnected || ['Show', 'of', 'over', 'Along x', 'Along y'].includes(one.dataset.key)) continue;
        const isCompared = compared.includes(one.dataset.key);
        const last = one.dataset.key === 'topology' && isCompared ? one.length - 1 : one.selectedIndex;
        if (one.type === 'range') one.value = 0; else one.selectedIndex = isCompared ? last : 0;
        one.dispatchEvent(new Event(one.type === 'range' ? 'input' : 'change'));
    }
    const show = document.querySelector('[data-key="Show"]');
    if (show && show.value === 'answer') { show.value = 'winner'; show.dispatchEvent(new Event('change')); }
    window.lightsweepReport.selected = -1;
    window.lightsweepReport.redraw();"""


def look(browser, page, first=False):
    """Opens a page; first: as a reader finds it, otherwise the winners at the first values."""
    browser.get(page.as_uri())
    drawn(browser)
    if not first:
        browser.execute_script(FIRST_VALUES)


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
    rows = browser.execute_script("return [...document.querySelectorAll('[data-schedulers] tbody tr')].map("
                                  "row => [row.dataset.scheduler, row.dataset.time])")
    return {scheduler: float(time_s) for scheduler, time_s in rows}


def downloaded(browser, name):
    target = browser.downloads / name
    WebDriverWait(browser, 10).until(lambda _: target.is_file() and target.stat().st_size > 0)
    rows = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8"))))
    target.unlink()
    return rows[0], rows[1:]
