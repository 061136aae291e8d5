"""The command line: which figures there are, which of them a file holds, and where they go."""
import argparse
import difflib
import pathlib
import sys

from lightsweep import program, results
from lightsweep.program import Fault
from . import addanki, answer, bridge, frontier, optree, pccl, swot, traffic

# Of any sweep: what a file lacks for these is told where it holds no figure.
GENERAL = {
    "frontier": (frontier.draw, "the least time known over the bound of every schedule, and its family (sweeps/cross/frontier.toml)"),
    "answer": (answer.draw, "reconfigure or not: the speed-up over the best that never does, best algorithm and scheduler (sweeps/demo.toml)"),
}
# One more figure: one sweep file, and one row in the table of its paper's folder.
FIGURES = addanki.FIGURES | bridge.FIGURES | pccl.FIGURES | optree.FIGURES | swot.FIGURES | traffic.FIGURES | GENERAL


def arguments(words):
    parser = argparse.ArgumentParser(prog="lightsweep-figures", description="Draws the figures that a result file holds.")
    parser.add_argument("file", nargs="?", metavar="OUT.h5", help="result of `lightsweep run`")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for the pictures (default: that of the result)")
    parser.add_argument("--format", default="png", choices=["png", "pdf", "svg"])
    parser.add_argument("--figure", action="append", metavar="NAME", help="only this one of --list (repeatable)")
    parser.add_argument("--list", action="store_true", help="list the figures and end")
    chosen = parser.parse_args(words)
    if not chosen.list and chosen.file is None:
        parser.error("OUT.h5 is missing: give the result of `lightsweep run`, or --list")
    return chosen


def draw(path, folder, suffix, names=None):
    """Draws the named figures, or all that the file holds. Returns the paths written.

    Raises Fault for an unknown name, MissingData if a named figure, or every figure, lacks its data.
    """
    for name in [one for one in names or [] if one not in FIGURES]:
        near = "".join(f" (did you mean {one})" for one in difflib.get_close_matches(name, FIGURES, 1))
        raise Fault(f"--figure {name}: is not known{near}; --list prints the names of all figures")
    written, missing = [], []
    for name in names or FIGURES:
        try:
            written += FIGURES[name][0](path, folder, suffix)
        except results.MissingData as fault:
            if names:
                raise
            missing += [str(fault)] if name in GENERAL else []
    if not written:
        raise results.MissingData("\n".join(dict.fromkeys([*missing, f"{path}: the other figures are those of the sweeps that --list names"])))
    return written


def say(text):
    print(f"lightsweep-figures: {text}", file=sys.stderr)


def draw_and_tell(chosen, folder):
    """Draws, prints the paths, and says what the pictures lack."""
    if gap := results.gap(chosen.file):
        say(f"{chosen.file}: is incomplete: {gap}; finish it with `lightsweep run --resume`, or merge all parts")
    try:
        for path in draw(chosen.file, folder, chosen.format, chosen.figure):
            print(path)
    except results.MissingData:
        if not gap:
            raise
        raise results.MissingData(f"{chosen.file}: what there is makes no figure yet") from None
    if left_out := results.zeros(chosen.file):
        say(f"{chosen.file}: not in the pictures, whose axes are logarithmic: {left_out}")


def main(words=None):
    """Exit codes: 0 drawn, 2 the file does not hold what the figure needs, 3 it is damaged or the folder full."""
    chosen = arguments(words)
    if chosen.list:
        for name, (_, text) in FIGURES.items():
            print(f"{name:15} {text}")
        return 0
    folder = pathlib.Path(chosen.output) if chosen.output else pathlib.Path(chosen.file).parent

    def act():
        folder.mkdir(parents=True, exist_ok=True)
        draw_and_tell(chosen, folder)

    return program.code_of(act, say, f"to {folder}", "choose another folder with -o")
