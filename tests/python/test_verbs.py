"""table, critical and what all verbs on result files say of unfinished and other files, against what h5py reads."""
import csv
import io
import re

import h5py
import numpy as np
import pytest
from conftest import COMMON_FABRIC, call, doctored



def test_table_as_csv_has_every_row_in_full_precision(demo):
    code, out, _ = call("table", demo, "ring/static", "--csv", "--columns", "completion_time,status")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    with h5py.File(demo) as file:
        group = file["grids/ring/static"]
        times = group["completion_time"][:]
        assert len(rows) == times.size
        assert [float(row["completion_time"]) for row in rows] == pytest.approx(list(times.ravel()), rel=0, nan_ok=True)
        assert float(rows[1]["message"]) == group["message"][1]
    assert rows[0]["algorithm"] == "halving-doubling" and rows[0]["status"] == "optimal"


def test_table_for_people_has_units_and_says_what_it_left_out(demo):
    code, out, _ = call("table", demo, "/grids/ring/addanki", "--where", "message=8MiB", "--where", "algorithm=swing",
                        "--where", "primitive=allreduce", "--columns", "completion_time", "--limit", 3)
    lines = out.splitlines()
    assert code == 0 and len(lines) == 5
    assert all("8 MiB" in line and " us" in line for line in lines[1:4])
    assert lines[4].startswith("54 more rows")


@pytest.mark.parametrize("words, expected", [
    (["nothing"], "no group 'nothing'"),
    (["ring/static", "--columns", "speed"], "no such column"),
    (["ring/static", "--where", "mesage=1"], "no axis"),
    (["ring/static", "--where", "message"], "write key=value"),
])
def test_table_refuses_and_names_the_remedy(demo, words, expected):
    code, _, error = call("table", demo, *words)
    assert code == 2 and expected in error


SCALE = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


def test_critical_delays_separate_the_winners(demo):
    """Static wins at a delay of the grid exactly if it is above the critical one; likewise every-step."""
    code, out, _ = call("critical", demo)
    assert code == 0
    rows = re.findall(r"^ +[\d.]+ [KMG]iB +([\d.]+) (\w+) +([\d.]+) (\w+) +\d+$", out, re.M)
    assert len(rows) >= 46
    with h5py.File(demo) as file:
        delays = file["grids/ring/best/reconfiguration_delay"][:]
        static, every = (file[f"grids/ring/best/margin_to_{name}"][0, :2] for name in ("static", "every_step"))
    for at, (below, below_unit, above, above_unit) in enumerate(rows[:46]):
        algorithm, message = divmod(at, 23)
        clear = 1e-3  # the table has four digits
        pays = float(above) * SCALE[above_unit]
        best = float(below) * SCALE[below_unit]
        assert np.all(static[algorithm, message][delays > pays * (1 + clear)] <= 1 + 1e-9)
        assert np.all(static[algorithm, message][delays < pays * (1 - clear)] > 1)
        assert np.all(every[algorithm, message][delays < best * (1 - clear)] <= 1 + 1e-9)
        assert np.all(every[algorithm, message][delays > best * (1 + clear)] > 1)


# The steps of the ring algorithm are the base itself: nothing to gain by reconfiguring.
@pytest.mark.parametrize("grid, expected", [
    ("items", r"reconfiguring never pays at all \(2\): nodes 8, nodes 100"), ("zipped", r"nodes 16, message 1 MiB\n.*\n +never +2\.759 us +2"),
])
def test_critical_on_unusual_axes(small_axes, grid, expected):
    code, out, error = call("critical", small_axes, "--grid", grid)
    assert code == 0, error
    assert re.search(expected, out)


def test_unknown_grid_names_the_known(small_axes):
    for verb in ("winners", "critical"):
        code, _, error = call(verb, small_axes, "--grid", "rings")
        assert code == 2 and "single" in error and "zipped" in error


def test_critical_without_envelopes_says_how_to_get_them(fig1):
    code, _, error = call("critical", fig1)
    assert code == 2 and "envelopes = true" in error


def test_root_attributes_say_nothing_twice(demo):
    with h5py.File(demo) as file:
        attributes = {name: str(value) for name, value in file.attrs.items() if len(str(value)) > 8}
    assert len(set(attributes.values())) == len(attributes), attributes
    assert "Cbc" in attributes["solver_libraries"] and "Cbc" not in attributes["libraries"]
    for gone in ("sweep_hash", "library_versions"):
        assert gone not in attributes


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "text.h5"
    path.write_text("no HDF5")
    for verb in ("winners", "critical", "claims", "table"):
        code, _, error = call(verb, path)
        assert code == 3 and "not an HDF5 file" in error


def test_unfinished_files_are_announced(part):
    for words in (["table", part], ["table", part, "line/static", "--csv"], ["winners", part], ["critical", part]):
        code, out, error = call(*words)
        assert code == 0 and out, (words, error)
        assert re.fullmatch(r"lightsweep: .*part\.h5: is incomplete: \d+ of \d+ tasks are missing; it is part 1/2, merge it "
                            r"with the others\n", error), (words, error)
    code, out, error = call("claims", part)
    assert code == 0 and "part.h5: is incomplete: " in error
    assert "claims are not judged: " in out.splitlines()[-1]


def test_finished_files_are_not(small_axes):
    for words in (["table", small_axes], ["winners", small_axes], ["critical", small_axes]):
        assert call(*words)[2] == ""


def test_a_file_without_rows_is_no_success(small_axes, tmp_path):
    def empty(file):
        file.attrs["complete"] = 0
        file.attrs["missing_tasks"] = file.attrs["tasks"]
        for grid in file["grids"].values():
            for group in grid.values():
                group["completion_time"][...] = np.nan
                if "winner" in group:
                    group["winner"][...] = -1
        for grid in file["envelopes"].values():
            for group in grid.values():
                group["offset"][...] = group["count"][...] = -1

    file = doctored(small_axes, tmp_path, empty)
    for verb, expected in (("winners", "no scheduler has a time at any point"), ("critical", "no schedule at any point")):
        code, _, error = call(verb, file)
        assert code == 2 and expected in error and "run --resume" in error
        assert "tasks are missing; finish it with run --resume" in error


def test_critical_is_silent_about_what_where_excludes(tmp_path):
    """Of nodes 8 the smallest message is no point of the grid."""
    (tmp_path / "s.toml").write_text(
        'schedulers = ["static", "segments"]\nrules = "common"\nenvelopes = true\n' + COMMON_FABRIC +
        '[[grid]]\nname = "g"\ntopology = "ring-uni"\nnodes = [8, 16]\nplanes = 1\ncollective = "allreduce/swing"\n'
        'message = ["1KiB", "1MiB", "1GiB"]\nreconfiguration_delay = ["1us", "1ms"]\nwhere = "nodes == 16 or message >= 1MiB"\n')
    assert call("run", tmp_path / "s.toml", "-o", tmp_path / "s.h5")[0] == 0
    code, out, _ = call("critical", tmp_path / "s.h5")
    eight, sixteen = re.split(r"\nnodes 16\n", out)
    assert code == 0 and re.search(r"\nnodes 8\n", eight)
    assert re.findall(r"^ +(\d [KMG]iB)", eight, re.M) == ["1 MiB", "1 GiB"]
    assert re.findall(r"^ +(\d [KMG]iB)", sixteen, re.M) == ["1 KiB", "1 MiB", "1 GiB"]


def test_merge_refuses_a_file_that_is_given_twice(demo, tmp_path):
    (tmp_path / "link.h5").symlink_to(demo)
    code, out, error = call("merge", demo, tmp_path / "link.h5", "-o", tmp_path / "merged.h5")
    assert code == 2 and out == "" and "link.h5: is given twice" in error and not (tmp_path / "merged.h5").exists()


def test_nothing_is_printed_before_a_fault(demo):
    code, out, error = call("critical", demo, "--grid", "x")
    assert code == 2 and out == "" and error


def test_critical_prints_what_changes(small_axes):
    """allgather/ring is the base itself: nothing pays at any message, which is one line and no table."""
    _, out, _ = call("critical", small_axes, "--grid", "items")
    assert "reconfiguring never pays at all (2): nodes 8, nodes 100" in out and "never " * 2 not in out
