"""The program `lightsweep` from Python: where it is, what it answers, its faults as exceptions, its progress as a bar."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve()
FAILED_POINTS = 4  # the exit code of a sweep that is complete, with points that failed
BAR = 40           # characters


class Fault(Exception):
    """What the program said when it refused, word for word; `code` is its exit code (README.md, "Exit codes")."""

    def __init__(self, text, code=2):
        super().__init__(text)
        self.code = code


def find():
    """Path of the program: LIGHTSWEEP_BINARY, beside this package, in the build folder or in PATH; None if it is nowhere."""
    given = os.environ.get("LIGHTSWEEP_BINARY")
    near = [HERE.parents[-min(5, len(HERE.parents))] / "bin/lightsweep", HERE.parents[2] / "build/release/sweeps/lightsweep"]
    near += [one / "bin/lightsweep" for one in HERE.parents[3:5]]
    found = next((one for one in ([pathlib.Path(given)] if given else near) if one.is_file()), None)
    return str(found) if found else shutil.which("lightsweep")
