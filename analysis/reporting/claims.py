"""The claims table: given as files, or asked of the program for this result."""
import json
import os
import pathlib
import shutil
import subprocess

from lightsweep import results

HERE = pathlib.Path(__file__).resolve().parent


def from_file(path):
    """The papers in one output of `lightsweep claims --json`. Raises MissingData for anything else."""
    try:
        report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if isinstance(report, dict) and is_scoreboard(report.get("papers")):
            return report["papers"]
    except OSError as fault:
        raise results.MissingData(f"{path}: cannot be read ({fault.strerror}); give the output of `lightsweep claims --json`")
    except ValueError:
        pass
    raise results.MissingData(f"{path}: no claims in it; give the output of `lightsweep claims --json OUT.h5`")


def is_scoreboard(papers):
    """Whether these are papers with claims that the page can show."""
    needed = {"claim", "says", "paper_number", "paper_place", "numbers", "verdict", "recorded", "reading", "needs", "file", "differs"}
    return isinstance(papers, list) and all(
        isinstance(one, dict) and "paper" in one and all(needed <= set(claim) for claim in one.get("claims", [{}])) for one in papers)


def program():
    """The lightsweep binary: LIGHTSWEEP_BINARY, beside this program, in the build folder, or in PATH; or None."""
    given = os.environ.get("LIGHTSWEEP_BINARY")
    near = [HERE.parents[2] / "bin" / "lightsweep", HERE.parents[1] / "build/release/sweeps/lightsweep"]
    for one in ([pathlib.Path(given)] if given else near):
        if one.is_file():
            return str(one)
    return shutil.which("lightsweep")


def of_result(path):
    """What the program says of this file: [] where it cannot judge it or is not there."""
    binary = program()
    if binary is None:
        return []
    done = subprocess.run([binary, "claims", "--json", str(path)], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a verdict differs
        return []
    papers = json.loads(done.stdout).get("papers")
    return papers if is_scoreboard(papers) else []
