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
PROGRESS = re.compile(STAMP.pattern + r"\d+ of \d+ points \(([\d.]+) %\)(.*)")
BAR = 40           # characters


class Fault(Exception):
    """What is wrong, where, and what to do: of the program word for word. code: its exit code (README.md, "Exit codes")."""

    code = 2

    def __init__(self, text, code=None):
        super().__init__(text)
        self.code = code or self.code


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


def ask(*words, given=None):
    """What the program prints for these words and this standard input, answers without a schedule too. Raises Fault with its text."""
    done = subprocess.run(command(*words), input=given, capture_output=True, text=True)
    if done.returncode not in (0, FAILED_POINTS):
        raise Fault(done.stderr.strip(), done.returncode)
    return done.stdout


def run(words, ranks, show):
    """Runs the verb `run` on so many ranks, with a bar on standard error if `show`. Raises Fault with the program's text.

    LIGHTSWEEP_LAUNCHER names another launcher than mpiexec.mpich or mpiexec. Returns what the program says of points that failed.
    """
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
                draw_bar(float(progress[1]), progress[2].split(",")[-1].strip())
    if show:
        print(file=sys.stderr)
    if process.returncode not in (0, FAILED_POINTS):
        raise Fault("".join(said).strip(), process.returncode)
    return "".join(said).strip() if process.returncode else ""


def draw_bar(percent, words):
    done = round(percent / 100 * BAR)
    print(f"\r[{'#' * done}{'.' * (BAR - done)}] {percent:5.1f} %  {words:30}", end="", file=sys.stderr, flush=True)
