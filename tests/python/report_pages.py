"""Pages of lightsweep-report for the tests: made by the program, read back, asked without a browser."""
import base64
import contextlib
import functools
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import zlib

import numpy as np
import pytest

from conftest import alone
from reporting import blocks, bundle, command

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = SOURCE / "analysis/report/build.sh"
# test.sh says so where npm cannot have the pinned packages; it ends with how many tests are left out.
CAN_BUILD = shutil.which("npm") is not None and "LIGHTSWEEP_NO_PAGE" not in os.environ
needs_npm = pytest.mark.skipif(not CAN_BUILD, reason="the page is built by npm, from its registry: .ci/install.sh report")


def report(*words):
    """lightsweep-report in this process: another one takes half a second to import all that it needs. Exit code, output, errors."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as error:
        code = command.main([str(word) for word in words])
    return code, out.getvalue(), error.getvalue()


def make(result, folder, *words):
    """The page of a result file, in a folder; skips the test where the page of the program cannot be built."""
    if not CAN_BUILD:
        pytest.skip("the page cannot be built here")
    page = folder / f"{result.stem}.html"
    code, _, error = report(result, "-o", page, *words)
    assert code == 0, error
    return page


def page_of(result):
    """The page of a result file without claims, made once, beside it."""
    page = result.with_suffix(".html")
    with alone(page):
        return page if page.exists() else make(result, result.parent, "--no-claims")


def element(page, name):
    """Text of a script element of the page."""
    return re.search(rf'<script type="[a-z/]+" id="{name}">([^<]*)</script>', page.read_text(encoding="utf-8")).group(1)


def description(page):
    return json.loads(element(page, "description"))


def decode(text, kind):
    """The array that `blocks.encode` was given, flat."""
    raw = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype=np.uint8)
    width = blocks.TYPES[kind].itemsize
    return np.ascontiguousarray(raw.reshape(width, -1).T).reshape(-1).view(blocks.TYPES[kind])


def block(page, number, kind):
    return decode(element(page, f"block-{number}"), kind)


@functools.cache
def evaluator():
    """The page's own evaluator for node (tests/report/answer.ts), built if it is missing or old: under ctest test_page_build.py did so before."""
    built, source = BUILD.parent / "dist/test/answer.mjs", SOURCE / "tests/report/answer.ts"
    if not bundle.is_fresh(built) or built.stat().st_mtime < source.stat().st_mtime:
        done = subprocess.run(["bash", str(BUILD), "test"], capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stdout + done.stderr
    return str(built)


def ask(page, questions):
    """Answers of the evaluator; None for a number that is not finite."""
    done = subprocess.run(["node", evaluator(), str(page)], input=json.dumps(questions), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def finite(value):
    """A stored number as an answer has it."""
    return float(value) if np.isfinite(value) else None


def close(one, other, tolerance=1e-12):
    if one is None or other is None:
        return one is None and other is None
    return abs(one - other) <= tolerance * max(abs(one), abs(other))
