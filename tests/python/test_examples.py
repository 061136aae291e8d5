"""The programs of analysis/examples/ say what `lightsweep table` says."""
import csv
import io
import os
import re
import subprocess

import pytest
from conftest import BINARY, SOURCE, call

EXAMPLES = SOURCE / "analysis/examples"


def example(name, *words, **more):
    command = [] if name.endswith(".sh") else ["/usr/bin/python3", "-B"]
    done = subprocess.run([*command, EXAMPLES / name, *map(str, words)], capture_output=True, text=True, timeout=60, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(file, group):
    code, out, error = call("table", file, group, "--csv")
    assert code == 0, error
    return list(csv.DictReader(io.StringIO(out)))


def times(file, group, *keys):
    return {tuple(row[key] for key in keys): float(row["completion_time"]) for row in rows(file, group)
            if row["completion_time"] != "nan"}


def test_xarray_finds_the_largest_delay_that_pays(demo):
    static = times(demo, "ring/static", "primitive", "algorithm", "message")
    best = times(demo, "ring/best", "primitive", "algorithm", "message", "reconfiguration_delay")
    expected = dict.fromkeys(static, "never")
    for (*place, delay), time in best.items():
        if time < static[tuple(place)] * (1 - 1e-9):
            expected[tuple(place)] = f"{max(float(delay), float(expected[tuple(place)].replace('never', '0'))):.6g}"
    lines = [line.split("\t") for line in example("with_xarray.py", demo, "ring").splitlines()]
    found = {(*place, message): delay for *place, message, delay in lines if "nan" not in delay}
    assert {key: found[key] for key in expected} == expected
    assert len(set(expected.values())) > 5


def test_pandas_counts_the_winners(demo):
    code, out, _ = call("table", demo, "ring/best", "--csv")
    assert code == 0
    table = list(csv.DictReader(io.StringIO(example("with_pandas.py", "primitive", "algorithm", input=out))))
    won = [row for row in rows(demo, "ring/best") if row["completion_time"] != "nan"]
    assert {(row["primitive"], row["algorithm"]) for row in table} == {(row["primitive"], row["algorithm"]) for row in won}
    for line in table:
        mine = [row["winner"] for row in won if (row["primitive"], row["algorithm"]) == (line["primitive"], line["algorithm"])]
        for name in ("static", "every-step", "threshold", "addanki"):
            assert float(line[name]) == pytest.approx(mine.count(name) / len(mine), abs=1e-6)


def test_the_package_finds_the_worst_point(demo):
    keys = ("primitive", "algorithm", "message", "reconfiguration_delay")
    optimum, static = times(demo, "ring/addanki", *keys), times(demo, "ring/static", *keys[:3])
    factor, *place = example("with_package.py", demo, "ring", "static", "addanki").splitlines()
    ratios = {key: static[key[:3]] / time for key, time in optimum.items()}
    assert float(factor) == pytest.approx(max(ratios.values()), rel=1e-5)
    found = dict(line.split(" ", 1) for line in place)
    where = (found["primitive"], found["algorithm"], *(float(found[key].split()[0]) for key in keys[2:]))
    near = [value for key, value in ratios.items() if key[:2] == where[:2] and
            (float(key[2]), float(key[3])) == pytest.approx(where[2:], rel=1e-5)]
    assert near == [pytest.approx(float(factor), rel=1e-5)]
    assert found["message"].endswith(" B") and found["reconfiguration_delay"].endswith(" s")


def test_h5dump_gives_the_range(demo):
    all_times = times(demo, "ring/addanki", "primitive", "algorithm", "message", "reconfiguration_delay").values()
    assert example("with_h5dump.sh", demo, "grids/ring/addanki") == \
        f"{len(all_times)} times, {min(all_times):.6g} to {max(all_times):.6g} s\n"


def test_examples_are_all_tried():
    names = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh")}
    # designer.py: test_cross.py; external_scheduler.py, which answers lines: test_external.py
    assert names == {"with_xarray.py", "with_pandas.py", "with_package.py", "with_h5dump.sh", "designer.py", "simulated.py", "external_scheduler.py"}


def test_simulated_problems_are_sound(tmp_path):
    """40 random problems: every plan that is carried out keeps the rules; a row per scheduler, and a picture."""
    said = example("simulated.py", "ratios", "-o", tmp_path, "--count", 40, "--nodes", 8, 16, env={**os.environ, "LIGHTSWEEP": BINARY})
    assert re.match(r"40 problems, \d+ without a schedule, 0 unsound\n", said), said
    assert len(said.splitlines()[3:]) > 5, said
    assert (tmp_path / "ratios.png").stat().st_size > 10_000


def test_examples_without_words_say_how_they_are_called():
    for path in (path for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh") and path.name != "external_scheduler.py"):
        done = subprocess.run([path], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        wanted = "{ratios,jitter,packets}" if path.name == "simulated.py" else "OUT.h5"
        assert done.returncode != 0 and wanted in done.stderr and "Traceback" not in done.stderr, path
