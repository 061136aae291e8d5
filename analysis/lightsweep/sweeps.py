"""A sweep in Python: its keys as parameters, the sweep file that they make, what it would take, and its result."""
import json
import pathlib
import re
import tempfile
import warnings

import numpy as np

from . import answers, program, quantities

WHOLE = ("title", "rules", "schedulers", "best", "envelopes", "schedules", "results", "columns")  # keys of the file, not of a grid
PATHS = ("edges", "file", "matrix")  # would start at the folder of the sweep file


def all(primitive):
    """Names of all algorithms of a primitive, such as "allreduce": a list for the key `collective`. Raises Fault for another word."""
    found = re.findall(rf"^  ({re.escape(primitive)}/\S+)", program.ask("list", "collectives"), re.M)
    if not found:
        raise program.Fault(f"{primitive}: no such primitive; `lightsweep list collectives` prints all of them")
    return found


def times(first, last, factor):
    """The range first, first x factor, ... up to last; quantities are texts with units: "1MiB", "10us". The factor is above 1: 2 or "x2"."""
    number = str(factor).removeprefix("x")
    if quantities.parse(number, "factor", "1") <= 1:
        raise program.Fault(f"factor = {factor}: must be above 1, for example 2")
    return {"from": first, "to": last, "step": f"x{number}"}


def per_decade(first, last, count):
    """A range with so many values per factor of 10, at equal ratios."""
    return {"from": first, "to": last, "per_decade": count}


def toml(key, value):
    """The value of a key as TOML. Raises Fault for what is none."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {toml(name, one)}" for name, one in value.items()) + " }"
    if isinstance(value, (list, tuple, range, np.ndarray)):
        return "[" + ", ".join(toml(key, one) for one in value) + "]"
    plain = value.item() if isinstance(value, np.generic) else value
    if not isinstance(plain, (bool, int, float, str)):
        raise program.Fault(f"{key} = {plain}: is no text, number or list, and no range of times() or per_decade()")
    return repr(plain) if isinstance(plain, float) else json.dumps(plain, ensure_ascii=False)


def absolute(value):
    """Paths of a key as they are seen from here; the rest as it is."""
    if isinstance(value, (list, tuple)):
        return [absolute(one) for one in value]
    return str(pathlib.Path(value).resolve()) if isinstance(value, (str, pathlib.Path)) else value


class Sweep:
    """One grid of a sweep file. Parameters are the keys of sweeps/README.md: scalars, lists, or ranges of times() and per_decade().

    Quantities are texts with units: "1MiB", "10us", "400Gbps". A dict of a scheduler's name holds its options:
    swot={"transitions": 20}. best and envelopes are true unless given; name is that of the grid. toml: the sweep file.
    """

    def __init__(self, *, name="sweep", **keys):
        whole = {"best": True, "envelopes": True} | {key: value for key, value in keys.items() if key in WHOLE}
        grid = {"name": name} | {key: absolute(value) if key in PATHS else value
                                 for key, value in keys.items() if key not in WHOLE}
        lines = [f"{key} = {toml(key, value)}" for key, value in whole.items()] + ["[[grid]]"]
        self.toml = "\n".join(lines + [f"{key} = {toml(key, value)}" for key, value in grid.items()]) + "\n"

    def plan(self):
        """Rows, time, memory and file size as text, and which algorithms never apply and why. Raises Fault with all faults of the keys."""
        with tempfile.TemporaryDirectory() as folder:
            return program.ask("plan", self.write(folder), hidden=folder)

    def run(self, ranks=1, output=None, resume=False, threads=None, progress=True):
        """Runs the sweep on so many ranks and opens its result (answers.Result).

        output    the result file; without one it lives in a temporary folder, as long as what is returned
        resume    continue what an earlier run with the same output began
        threads   per rank (default: the cores of the process)
        progress  whether a bar is drawn on standard error
        Raises Fault with the program's text. Points that fail are warned of: their `status` and `reason` say why.
        """
        folder = tempfile.TemporaryDirectory()
        target = pathlib.Path(output or pathlib.Path(folder.name) / "sweep.h5")
        options = (["--resume"] if resume else []) + (["--threads", threads] if threads else [])
        if failed := program.run([self.write(folder.name), "-o", target, *options], ranks, progress, folder.name):
            warnings.warn(failed)
        result = answers.open(target)
        result.folder = folder
        return result

    def write(self, folder):
        path = pathlib.Path(folder) / "sweep.toml"
        path.write_text(self.toml, encoding="utf-8")
        return path
