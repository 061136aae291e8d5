"""The page without data: built once by npm from analysis/report, or installed with the program."""
import pathlib
import subprocess

from lightsweep.program import Fault

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent / "report"
PAGE = "page.html"


class NoPage(Fault):
    """The page is not built and cannot be; the message says what to do."""


def is_fresh(page):
    """Whether the page is younger than all that it is built from."""
    inputs = [*SOURCE.glob("src/**/*"), *SOURCE.glob("*.json"), *SOURCE.glob("*.mjs")]
    return page.is_file() and page.stat().st_mtime >= max(one.stat().st_mtime for one in inputs)


def template(say):
    """Text of the page, with a mark where the data belong; builds it if it is missing or old.

    Raises NoPage when there is neither a page nor npm to build it.
    """
    installed = SOURCE / PAGE  # share/lightsweep/report/page.html
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    page = SOURCE / "dist" / PAGE
    if not (SOURCE / "build.sh").is_file():
        raise NoPage(f"{installed}: is missing: npm was not there when this program was installed; install nodejs (18 or later) "
                     "and npm, and run `cmake --install` again")
    if not is_fresh(page):
        say("building the page (npm, once)")
        done = subprocess.run(["bash", str(SOURCE / "build.sh")], capture_output=True, text=True)
        if done.returncode != 0:
            raise NoPage("the page cannot be built: " + (done.stderr or done.stdout).strip())
    return page.read_text(encoding="utf-8")
