"""The claims table: given as files, or asked of the program for this result."""
import json
import pathlib
import subprocess

from lightsweep import program


def from_file(path):
    """The papers in one output of `lightsweep claims --json`. Raises Fault for anything else."""
    try:
        report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        if isinstance(report, dict) and is_scoreboard(report.get("papers")):
            return report["papers"]
    except OSError as fault:
        raise program.Fault(f"{path}: cannot be read ({fault.strerror}); give the output of `lightsweep claims --json`")
    except ValueError:
        pass
    raise program.Fault(f"{path}: no claims in it; give the output of `lightsweep claims --json OUT.h5`")


def is_scoreboard(papers):
    """Whether these are papers with claims that the page can show."""
    needed = {"claim", "says", "paper_number", "paper_place", "numbers", "verdict", "recorded", "reading", "needs", "file", "differs"}
    return isinstance(papers, list) and all(
        isinstance(one, dict) and "paper" in one and all(needed <= set(claim) for claim in one.get("claims", [{}])) for one in papers)


def of_result(path):
    """What the program says of this file: [] where it cannot judge it or is not there."""
    binary = program.find()
    if binary is None:
        return []
    done = subprocess.run([binary, "claims", "--json", str(path)], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a verdict differs
        return []
    papers = json.loads(done.stdout).get("papers")
    return papers if is_scoreboard(papers) else []
