"""winners against what h5py and the package read from the same file."""
import json
import re
import shutil

import h5py
import numpy as np
import pytest
from conftest import COMMON_FABRIC, call

import lightsweep as ls
from lightsweep import quantities



def test_winners_from_best_and_recomputed_are_the_same(demo, tmp_path):
    code, stored, _ = call("winners", demo)
    assert code == 0
    bare = tmp_path / "bare.h5"
    shutil.copy(demo, bare)
    with h5py.File(bare, "a") as file:
        del file["grids/ring/best"]
    code, computed, _ = call("winners", bare)
    assert code == 0 and computed == stored


@pytest.mark.parametrize("words", [[], ["--best-over", "scheduler"], ["--best-over", "collective,topology,scheduler"]])
def test_a_lead_is_broken_only_where_a_whole_line_is_too_short(common, words):
    """In a map a winner's line holds its lead where 100 columns are enough; otherwise the lead has a line of its own."""
    code, out, error = call("winners", common, "--all", *words)
    assert code == 0, error
    winners = re.findall(r"^  \S  (\S.*? [\d.]+ %)(?:(  up to .*)|\n       (up to .*(?:\n       \S.*)*))?$", out, re.M)
    assert winners and out.count("up to ") == sum(bool(beside or below) for _, beside, below in winners)
    assert not re.search(r"^ {5}[^ |][^|\n]*$", out, re.M)  # no lead goes on below its winner
    for name, _, below in winners:
        assert not below or len(f"  X  {name}  {below}") > 100
        assert "\n" not in below or len(below.split("\n")[0]) > 60


def test_winner_shares_are_those_of_the_file(demo):
    _, out, _ = call("winners", demo, "--best-over", "scheduler")
    first = out.split("\n\n")[1].split("  reconfiguring is")[0]
    with h5py.File(demo) as file:
        winner = file["grids/ring/best/winner"][0, 0]
        names = file["grids/ring/best/winner"].attrs["flag_meanings"]
    names = (names.decode() if isinstance(names, bytes) else names).split()
    for code, name in enumerate(names):
        share = 100 * np.mean(winner == code)
        assert re.search(rf"{name} +{share:.1f} %", first), (name, share)
    drawn = [line.split("|")[1] for line in first.splitlines() if line.count("|") == 2]
    signs = dict(zip(range(4), ".#TA"))
    assert drawn == ["".join(signs[code] for code in row) for row in winner[::-1]]


def test_the_second_is_named_with_the_number_of_ties(demo):
    """Of the last column: halving/doubling, where static wins; threshold and addanki stay as well."""
    _, out, _ = call("winners", demo, "--best-over", "scheduler")
    line = next(" ".join(one.split()) for one in re.findall(r"^  \S  .*(?:\n     .*)*", out.split("\n\n")[1], re.M) if "static" in one)
    lead, name, ties = re.search(r"up to ([\d.]+)x over (\S+) at .*\((\d+) ties\)", line).groups()
    with h5py.File(demo) as file:
        times = {one: np.broadcast_to(file[f"grids/ring/{one}/completion_time"][0, 0].reshape(23, -1), (23, 57))
                 for one in ("static", "every-step", "threshold", "addanki")}
    others = np.array([times[one][0, -1] / times["static"][0, -1] for one in ("every-step", "threshold", "addanki")])
    assert (name, int(ties)) == ("every-step", (others == 1).sum()) and float(lead) == pytest.approx(others.max(), rel=1e-3)


@pytest.mark.parametrize("grid, expected", [
    ("single", "threshold      100.0 %"),
    ("line", "reconfiguration_delay 562.3 ns .. 10 ms: static@allreduce/ring"),
    ("zipped", "nodes 16, message 1 MiB\n  reconfiguration_delay 1 us: threshold"),
    ("items", "     1 KiB |  |"),
])
def test_winners_on_unusual_axes(small_axes, grid, expected):
    code, out, error = call("winners", small_axes, "--grid", grid)
    assert code == 0, error
    assert expected in out


def gains_of(file, over):
    """By the Python package: the time of the best that never reconfigures over that of the best."""
    result = ls.open(file)
    return np.maximum(result.best(over, never=True).time / result.best(over).time, 1)


@pytest.mark.parametrize("words, over, where", [
    ([], ["scheduler", "algorithm", "topology"], {}),  # those that `best` minimises over
    (["--best-over", "scheduler"], ["scheduler"], {}),
    (["--best-over", "collective,topology"], ["scheduler", "algorithm", "topology"], {}),
    (["--where", "topology=ring", "--where", "message=32MiB"], ["scheduler", "algorithm"], {"topology": "ring", "message": "32MiB"}),
])
def test_the_sentence_on_top_is_what_the_package_finds(common, words, over, where):
    code, out, error = call("winners", common, *words)
    assert code == 0, error
    gain = gains_of(common, over)
    for key, value in where.items():
        gain = gain.sel({key: quantities.parse(value) if key == "message" else value})
    known = gain.values[np.isfinite(gain.values)]
    pays = np.sort(known[known >= 1.01])
    sentence = " ".join(out.split("Reconfigure or not?")[1].split("\n\n")[0].split())
    share, median, most = re.search(r"At ([\d.]+) % of the points .*: ([\d.]+)x as fast at the median of them, ([\d.]+)x at most", sentence).groups()
    assert (float(median), float(most)) == pytest.approx((pays[len(pays) // 2], pays[-1]), rel=1e-3)
    solved = np.isfinite(ls.open(common).best(over).time)
    for key, value in where.items():
        solved = solved.sel({key: quantities.parse(value) if key == "message" else value})
    assert float(share) == pytest.approx(100 * len(pays) / int(solved.sum()), abs=0.06)
    assert all(len(line) <= 100 for line in out.splitlines())


def test_winners_names_algorithm_and_scheduler_of_the_best(common):
    _, out, _ = call("winners", common, "--where", "primitive=alltoall", "--where", "topology=ring")
    best = ls.open(common).sel(primitive="alltoall", topology="ring").best(["scheduler", "algorithm"])
    names = [f"{one}@{other}" for one, other in zip(best.scheduler.values.ravel(), best.algorithm.values.ravel())]
    for name in set(names):
        assert re.search(rf"{name} +{100 * names.count(name) / len(names):.1f} %", out), (name, out)


@pytest.mark.parametrize("words, expected", [
    (["--best-over", "colour"], "--best-over colour: grid 'common' has no such axis; its axes are scheduler, primitive"),
    (["--where", "topology=rin"], "--where topology=rin: the grid has no such value; it has ring-uni, ring, wdm-ring"),
    (["--where", "node=3"], "--where node=3: grid 'common' has no such axis; its axes are"),
])
def test_winners_refuses_what_the_grid_lacks(common, words, expected):
    code, _, error = call("winners", common, *words)
    assert code == 2 and expected in error


def test_the_sentence_on_top_where_no_schedule_is_static(tmp_path):
    """Steps of a double binary tree have several peers, which `static` does not carry on two lanes."""
    tree, swing = "allreduce/double-binary-tree", "allreduce/swing"
    for collectives, words in (([tree], "No schedule of this grid does without reconfiguring."),
                               ([tree, swing], "At 50.0 % no schedule does without reconfiguring. Elsewhere nothing is 1 % faster")):
        (tmp_path / "s.h5").unlink(missing_ok=True)
        (tmp_path / "s.toml").write_text('schedulers = ["static", "every-step"]\nrules = "common"\nbest = true\n' + COMMON_FABRIC
                                         + f'[[grid]]\nname = "g"\ntopology = "ring"\nnodes = 16\nplanes = 2\ncollective = {json.dumps(collectives)}\n'
                                           'message = ["1KiB", "1MiB"]\nreconfiguration_delay = ["1s", "2s"]\n')
        assert call("run", tmp_path / "s.toml", "-o", tmp_path / "s.h5")[0] == 0
        code, out, error = call("winners", tmp_path / "s.h5", "--best-over", "scheduler")
        assert code == 0 and words in " ".join(out.split()) and "Not here" not in out, (out, error)


def test_winners_names_what_has_no_time_at_all(tmp_path):
    """A torus needs four planes, and no scheduler of WDM rings applies on a switch."""
    (tmp_path / "s.toml").write_text(
        'schedulers = ["static", "every-step", "wdm-lifted"]\nrules = "common"\nbest = true\n' + COMMON_FABRIC +
        '[[grid]]\nname = "g"\ntopology = ["ring-uni", "torus2d"]\nnodes = 16\nplanes = 1\ncollective = "allreduce/swing"\n'
        'message = ["1KiB", "1MiB"]\nreconfiguration_delay = ["1us", "1ms"]\n')
    assert call("run", tmp_path / "s.toml", "-o", tmp_path / "s.h5")[0] == 0
    code, out, error = call("winners", tmp_path / "s.h5")
    assert code == 0, error
    assert re.search(r"^no time by any scheduler: .*torus2d", out, re.M) and re.search(r"^no time at any point: wdm-lifted \(\w+\)", out, re.M), out
