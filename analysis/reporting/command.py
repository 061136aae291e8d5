"""The command line of lightsweep-report."""
import argparse
import concurrent.futures
import pathlib
import sys

# The page needs no dask: xarray looks for it on disk at every array, an eighth of the time that a page takes.
sys.modules.setdefault("dask", None)

from lightsweep import program  # noqa: E402  (after the line above)

from . import bundle, claims, gaps  # noqa: E402


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="lightsweep-report", description="One result file as one HTML page that needs no network: who wins where, "
        "by how much, what the times are made of, the claims, and where the file comes from.")
    parser.add_argument("file", metavar="OUT.h5", type=pathlib.Path, help="result of `lightsweep run`")
    parser.add_argument("-o", "--output", metavar="PAGE.html", type=pathlib.Path, default=pathlib.Path("report.html"),
                        help="the page (default: report.html)")
    parser.add_argument("--claims", metavar="FILE", nargs="+", type=pathlib.Path,
                        help="outputs of `lightsweep claims --json`; otherwise the program judges the file, if it is found")
    parser.add_argument("--no-claims", action="store_true", help="leave the claims out")
    return parser.parse_args(words)


def say(text):
    print(f"lightsweep-report: {text}", file=sys.stderr)


def claims_for(chosen):
    if chosen.no_claims:
        return []
    if chosen.claims:
        return [paper for one in chosen.claims for paper in claims.from_file(one)]
    if program.find() is None:
        say("claims are left out: no lightsweep program beside this one, in PATH or named by LIGHTSWEEP_BINARY; or give --claims")
    return claims.of_result(chosen.file)


def write(chosen):
    """Writes the page and tells what it holds. The program answers meanwhile, while xarray is loaded too."""
    template = bundle.template(say)
    with concurrent.futures.ThreadPoolExecutor() as beside:
        judged, distances = beside.submit(claims_for, chosen), beside.submit(gaps.ask, chosen.file)
        from . import page
        description, blocks = page.describe(chosen.file, [])
        description["claims"], tables = judged.result(), gaps.tables(distances, say)
    for view in description["views"]:
        view["gaps"] = tables.get(view["name"], [])
    text = page.fill(template, description, blocks)
    chosen.output.write_text(text, encoding="utf-8")
    print(f"{chosen.output} ({len(text.encode()) / 1e6:.1f} MB)")
    if gap := description["incomplete"]:
        say(f"{chosen.file}: is incomplete: {gap}; finish it with `lightsweep run --resume`, or merge all parts")
    for view in description["views"]:
        for note in view["notes"]:
            say(f"{view['name']}: {note}")


def main(words=None):
    """Exit codes: 0 written, 2 no such data or no page to put them in, 3 damaged, or the folder cannot be written."""
    chosen = arguments(words)
    return program.code_of(lambda: write(chosen), say, chosen.output, "choose another place with -o")
