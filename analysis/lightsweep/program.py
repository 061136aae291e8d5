"""The program `lightsweep` from Python: where it is, its answers, its faults as exceptions, its progress as a bar."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve()
FAILED_POINTS = 4  # the exit code of a sweep that is complete, with points that failed
STAMP = re.compile(r"\d{4}-\d\d-\d\d [\d:]+ ")
PROGRESS = re.compile(STAMP.pattern + r"\d+ of \d+ points \(([\d.]+) %\)(?:.*, (\d+) of (\d+) preparations done)?(?:.*, (.*))?")
BAR = 40           # characters


class Fault(Exception):
    """What is wrong, where, and what to do: of the program word for word. code: its exit code (README.md, "Exit codes")."""

    code = 2

    def __init__(self, text, code=None):
        super().__init__(text)
        self.code = code or self.code


def code_of(act, say, place, remedy):
    """Acts, and says what went wrong. Exit codes: 0 done, 2 no such data, 3 damaged or not to be written."""
    try:
        act()
    except Fault as fault:
        say(fault)
        return fault.code
    except OSError as fault:
        say(f"cannot write {place}: {fault}; {remedy}")
        return 3
    return 0


def find():
    """Path of the program: LIGHTSWEEP_BINARY, installed with this package, in the build folder or in PATH; None if it is nowhere."""
    given = os.environ.get("LIGHTSWEEP_BINARY")
    near = [one / "bin/lightsweep" for one in HERE.parents[3:5]] + [HERE.parents[2] / "build/release/sweeps/lightsweep"]
    found = next((one for one in ([pathlib.Path(given)] if given else near) if one.is_file()), None)
    return str(found) if found else shutil.which("lightsweep")


def command(*words):
    """The program with these words. Raises Fault if it is not found."""
    program = find()
    if program is None:
        raise Fault("lightsweep: the program is not found; add its folder to PATH, or set LIGHTSWEEP_BINARY to its path")
    return [program, *map(str, words)]


def ask(*words, given=None, hidden=""):
    """What the program prints for these words and this standard input, answers without a schedule too. Raises Fault with its text.

    hidden  a temporary folder that the text leaves out
    """
    done = subprocess.run(command(*words), input=given, capture_output=True, text=True)
    if done.returncode not in (0, FAILED_POINTS):
        raise Fault(shown(done.stderr, hidden), done.returncode)
    return done.stdout


def shown(text, hidden):
    return text.replace(f"{hidden}/", "").strip() if hidden else text.strip()


def run(words, ranks, show, hidden=""):
    """Runs the verb `run` on so many ranks, with a bar on standard error if `show`. Raises Fault with the program's text.

    LIGHTSWEEP_LAUNCHER names another launcher than mpiexec.mpich or mpiexec. Returns what the program says of points that failed.
    """
    if not isinstance(ranks, int) or ranks < 1:
        raise Fault(f"ranks = {ranks}: give a whole number of at least 1")
    launcher = os.environ.get("LIGHTSWEEP_LAUNCHER") or shutil.which("mpiexec.mpich") or "mpiexec"
    words = ([launcher, "-n", str(ranks)] if ranks > 1 else []) + command("run", *words)
    if not shutil.which(words[0]):
        raise Fault(f"{words[0]}: there is no such launcher; set LIGHTSWEEP_LAUNCHER to that of the program's MPI, or run on one rank")
    said = []
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            progress = PROGRESS.match(line)
            if not progress:
                said.append(STAMP.sub("", line))
            elif show:
                draw_bar(*progress.groups())
    if show:
        print(file=sys.stderr)
    if process.returncode not in (0, FAILED_POINTS):
        raise Fault(shown("".join(said), hidden), process.returncode)
    return shown("".join(said), hidden) if process.returncode else ""


def draw_bar(percent, prepared, preparations, rest):
    """Points in percent; as long as what they share is not made, the preparations."""
    share = int(prepared) / int(preparations) if prepared else float(percent) / 100
    words = "".join([f", {prepared} of {preparations} preparations" if prepared else "", f", {rest}" if rest else ""])[2:]
    done = round(share * BAR)
    print(f"\r[{'#' * done}{'.' * (BAR - done)}] {100 * share:5.1f} %  {words:50}", end="", file=sys.stderr, flush=True)
