"""`lightsweep table` as a matrix over two axes, and in Markdown."""
import csv
import io
import re

import h5py
import pytest
from conftest import call, sweep

ONE = ["--where", "primitive=allreduce", "--where", "algorithm=swing"]
OVER = ["--rows", "message", "--across", "reconfiguration_delay"]


def test_a_matrix_is_the_dataset(demo):
    code, out, error = call("table", demo, "ring/addanki", "--columns", "completion_time", *OVER, *ONE, "--format", "csv")
    assert code == 0, error
    head, *lines = csv.reader(io.StringIO(out))
    with h5py.File(demo) as file:
        group = file["grids/ring/addanki"]
        algorithm = [one.decode() for one in group["algorithm"][:]].index("swing")
        assert [float(one) for one in head[1:]] == list(group["reconfiguration_delay"][:])
        assert [float(line[0]) for line in lines] == list(group["message"][:])
        values = [[float(one) for one in line[1:]] for line in lines]
        assert values == group["completion_time"][0, algorithm].tolist()
    assert head[0] == "message"


def test_markdown_is_a_table_of_equal_lines_with_units(demo):
    code, out, _ = call("table", demo, "ring/best", "--columns", "winner", *OVER, *ONE, "--format", "markdown")
    lines = out.splitlines()
    assert code == 0 and len(lines) == 2 + 23
    assert {line.count("|") for line in lines} == {59} and re.fullmatch(r"(\| --: )+\|", lines[1])
    assert lines[0].startswith("| message | 1 ns | ") and lines[2].startswith("| 1 KiB | every-step |")


def test_rows_as_markdown_are_all_there(demo):
    code, out, _ = call("table", demo, "ring/static", "--format", "markdown", "--columns", "completion_time")
    assert code == 0 and len(out.splitlines()) == 2 + 2 * 3 * 23
    code, out, _ = call("table", demo, "ring/static", "--format", "markdown", "--limit", 5)
    assert code == 0 and len(out.splitlines()) == 7


def test_text_has_a_caption_and_several_axes_on_a_side(demo):
    code, out, _ = call("table", demo, "ring/addanki", "--columns", "completion_time", "--rows", "primitive,message",
                        "--across", "algorithm", "--where", "reconfiguration_delay=1ns")
    lines = out.splitlines()
    assert code == 0 and lines[0] == "completion_time [s], primitive down, message down, algorithm across"
    assert lines[1].split()[:4] == ["primitive", "message", "halving-doubling", "swing"] and len(lines) == 2 + 2 * 23
    assert len({len(line) for line in lines[1:]}) == 1


def test_a_wide_matrix_is_cut_to_the_page(demo):
    """57 delays in parts of at most 100 columns; each begins with the messages, and together they are the dataset."""
    words = ("table", demo, "ring/addanki", "--columns", "completion_time", *OVER, *ONE)
    code, out, error = call(*words)
    parts = [[line.split("  ") for line in part.splitlines()] for part in out.split("\n", 1)[1].split("\n\n")]
    cells = [[[cell.strip() for cell in line if cell.strip()] for line in part] for part in parts]
    assert code == 0 and max(map(len, out.splitlines())) <= 100 and len(parts) > 3, error
    whole = list(csv.reader(io.StringIO(call(*words, "--format", "csv")[1])))
    assert [[line[0] for line in part] for part in cells] == [[line[0] for line in cells[0]]] * len(parts)
    assert all(sum(len(part[row]) - 1 for part in cells) == len(whole[row]) - 1 == 57 for row in range(24))


def test_places_that_are_left_out_are_empty(small_axes):
    """where = nodes == 100 or item >= 1MiB leaves the smallest item of 8 nodes out."""
    code, out, error = call("table", small_axes, "items/static", "--columns", "completion_time", "--rows", "item", "--across", "nodes",
                            "--format", "csv")
    assert code == 0, error
    table = {line[0]: line[1:] for line in csv.reader(io.StringIO(out))}
    first = table["item"].index("8")
    assert table["1024"][first] in ("", "nan") and table["1048576"][first] not in ("", "nan")


@pytest.mark.parametrize("words, expected", [
    ([*OVER], "shows one column: give it with --columns"),
    ([*OVER, "--columns", "completion_time,status"], "shows one column"),
    (["--across", "message", "--columns", "status"], "--across needs --rows"),
    (["--rows", "mesage", "--columns", "status"], "--rows mesage: no axis; the group has primitive, algorithm, message, reconfiguration_delay"),
    ([*OVER, "--columns", "status"], "the axis algorithm has several values (halving-doubling, swing): choose one with --where algorithm=VALUE"),
    ([*OVER, "--columns", "status", "--where", "message=3"], "no row meets the conditions of --where"),
    (["--format", "html"], "--format html: give text, csv or markdown"),
])
def test_refusals_name_the_remedy(demo, words, expected):
    code, _, error = call("table", demo, "ring/addanki", *words)
    assert code == 2 and expected in error, error


def test_csv_has_one_flag_too(demo):
    assert call("table", demo, "ring/static", "--csv") == call("table", demo, "ring/static", "--format", "csv")
    code, _, error = call("table", demo, "ring/static", "--csv", "--format", "csv")
    assert code == 2 and "excludes" in error


PLANES = """title = "planes"
schedulers = ["strawman", "one-shot"]
rules = "swot"
best = true
[fabric]
bandwidth = "100GB/s"
per_step_latency = "20us"
[[grid]]
name = "two"
planes = 2
nodes = 8
collective = "allreduce/halving-doubling"
message = ["1MB", "32MB"]
reconfiguration_delay = ["100us", "200us"]
"""


def test_best_has_no_margins_to_what_was_not_swept(tmp_path):
    (tmp_path / "planes.toml").write_text(PLANES)
    file = sweep(tmp_path, str(tmp_path / "planes"))
    with h5py.File(file) as result:
        assert [name for name in result["grids/two/best"] if name.startswith("margin")] == ["margin_to_second"]
    code, out, error = call("winners", file)
    assert code == 0 and re.search(r"strawman +100\.0 %", out), error
