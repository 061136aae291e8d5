"""table, winners, critical and claims against what h5py reads from the same file."""
import csv
import io
import re
import shutil

import h5py
import numpy as np
import pytest
from conftest import COMMON_FABRIC, SOURCE, call

import lightsweep as ls
from lightsweep import answers


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


def test_winners_from_best_and_recomputed_are_the_same(demo, tmp_path):
    code, stored, _ = call("winners", demo)
    assert code == 0
    bare = tmp_path / "bare.h5"
    shutil.copy(demo, bare)
    with h5py.File(bare, "a") as file:
        del file["grids/ring/best"]
    code, computed, _ = call("winners", bare)
    assert code == 0 and computed == stored


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
    lead, name, ties = re.search(r"at most ([\d.]+)x ahead of (\S+), .*\((\d+) others as fast\)", line).groups()
    with h5py.File(demo) as file:
        times = {one: np.broadcast_to(file[f"grids/ring/{one}/completion_time"][0, 0].reshape(23, -1), (23, 57))
                 for one in ("static", "every-step", "threshold", "addanki")}
    others = np.array([times[one][0, -1] / times["static"][0, -1] for one in ("every-step", "threshold", "addanki")])
    assert (name, int(ties)) == ("every-step", (others == 1).sum()) and float(lead) == pytest.approx(others.max(), rel=1e-3)


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


def verdicts(out):
    return dict(re.findall(r"^claim +(\d+) (?:.*\n)+? +verdict +([^,;:]+)[,;:]", out, re.M))


def test_claims_are_as_recorded(claims):
    code, out, _ = call("claims", claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 13  # and 5b
    assert "not judged" not in found.values()
    assert found["14"] == "not reproduced" and found["5"] == "reproduced" and found["10"] == "depends on the reading"
    assert re.search(r"\{1,-1\} +\{1,7\} +\{1,9\} +\{1,19\} +\{1,27\}\n +mean 1/theta over the shifts +21.67 +9.15 +8.70 +8.20 "
                     r"+8.20\n +reference \+-0.005 +21.67 +9.15 +8.70 +8.20 +8.20", out)
    assert re.search(r"ring wins from message +322\.8 kB +1\.387 MB\n +reference \+-500 +- +323 kB +1\.387 MB", out)
    assert out.splitlines()[-1] == "14 of 14 claims judged, 14 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 110


def test_claims_are_the_references_numbers_on_the_whole_grid(fig1):
    code, out, _ = call("claims", fig1)
    assert code == 0, out
    assert re.match(r"\d claims are not judged: .*sweeps/addanki/claims.toml", out.splitlines()[-1])
    assert re.search(r"ring-uni, 100 ns per step +1817x +1817x +1708x +3026x\n +reference \+-0.5 +1817x +- +1708x +3026x", out)
    assert re.search(r"share > 1.01 +0.082 +0.070 +0.079 +0.227\n +reference \+-0.0005 +0.082 +0.070 +0.079 +0.227", out)


def doctored(path, folder, change):
    copy = folder / "doctored.h5"
    shutil.copy(path, copy)
    with h5py.File(copy, "a") as file:
        change(file)
    return copy


def slow_optimum(file):
    data = file["grids/allreduce/addanki/completion_time"]
    data[0, 0, 0, 0, 0] = data[0, 0, 0, 0, 0] * 2


def congested_match(file):
    file["grids/alltoall/every-step/congestion_time"][0, 0, 0, 0] = 1e-3


def loose_relaxation(file):
    data = file["grids/alltoall/addanki-milp/lower_bound"]
    data[...] = data[...] * 0.5


def scaled(path, name, factor):
    """Scales a column everywhere: verdicts that only ask for a gain stay as they are."""
    def change(file):
        group = file[path]
        group[name][...] = group[name][...] * factor
    return change


def test_bridge_claims_are_as_recorded(bridge_claims):
    code, out, _ = call("claims", bridge_claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 44 and "not judged" not in found.values()
    of = {verdict: {int(number) for number, one in found.items() if one == verdict} for verdict in found.values()}
    assert of["close"] == {14, 17, 19, 21}
    assert of["not reproduced"] == {16, 25, 27, 35, 39, 40} and of["depends on the reading"] == {8, 12, 26, 31, 33, 36, 38, 44}
    assert re.search(r"256 nodes, 456 points +39 +1\.064x\n", out)
    assert re.search(r"reduce-scatter, R = 2 +010100\n", out)
    assert re.search(r"64 nodes, 1 KB, 1 us, hops count 2 +8\.57x\n +reference \+-0\.005 +8\.57x", out)
    assert re.search(r"16 MB, 150 us +3\.013 us\n +reference \S+ +3\.01 us", out)
    assert out.splitlines()[-1] == "44 of 44 claims judged, 44 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 110


def slow(grid, scheduler, factor=1.1):
    def change(file):
        data = file[f"grids/{grid}/{scheduler}/completion_time"]
        data[...] = data[...] * factor
    return change


def later_subrings(file):
    data = file["schedules/table1-once/bridge-paper/decision"]
    data[...] = data[...] << 8  # every change one step later


def short_transmission(file):
    data = file["grids/shares/ring-hamiltonian/transmission_time"]
    data[...] = data[...] / 2


def longer_paths(file):
    data = file["grids/blocks/g-bruck/propagation_time"]
    data[...] = data[...] * 1.001


def shorter_exchanges(file):
    data = file["envelopes/scatter/r-hd/hops"]
    data[...] = data[...] / 2


def shorter_subrings(file):
    data = file["envelopes/scatter-networks/bridge/hops"]
    data[...] = data[...] / 2


def one_bandwidth(file):
    file["grids/bandwidths/bridge-paper/completion_time"][:, 0] *= 1.1


def one_latency(file):
    file["grids/latencies/bridge-paper/completion_time"][:, 0] *= 1.1


def equal_mirrors(file):
    data = file["grids/alltoall-mirrored/bridge-paper/completion_time"]
    data[...] = data[...] * 2


def long_planning(file):
    file["timing/computing_time"][...] = 1e3


@pytest.mark.parametrize("change, changed", [
    (slow("alltoall", "bridge-paper"), {3, 4, 5, 6, 8, 9, 13, 15, 16}), (slow("alltoall", "s-bruck", 9), {12, 40}),
    (slow("alltoall", "s-bruck", .5), {38}), (slow("recipe", "bridge-paper", .9), {35}), (one_bandwidth, {37}), (one_latency, {36}),
    (slow("allreduce", "bridge-paper", 2), {41}),
    (slow("alltoall-networks", "s-bruck", 0.5), {10, 11}),
    (slow("alltoall-range", "g-bruck"), {14}),
    (slow("scatter", "ring-hamiltonian"), {17, 18, 20, 21, 22, 25, 28}),
    (slow("scatter", "r-hd"), {19, 23, 31}),
    (slow("scatter", "r-hd", 0.9), {24}),
    (slow("scatter-networks", "ring-hamiltonian"), {27}), (slow("scatter-networks", "ring-hamiltonian", 3), {26, 42}),
    (later_subrings, {1, 2}), (short_transmission, {30}), (longer_paths, {34}), (shorter_exchanges, {29, 44}), (slow("scatter-networks", "r-hd", .9), {24}), (shorter_subrings, {43}),
    (equal_mirrors, {33}), (long_planning, {32})])
def test_changed_data_change_a_claim_of_bridge(bridge_claims, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, change))
    marked = {int(one) for one in re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M)}
    assert code == 1 and changed <= marked, marked


@pytest.mark.parametrize("shard", ["1/2", "2/2"])
def test_missing_tasks_make_no_claim_of_bridge_differ(tmp_path, shard):
    code, _, error = call("run", SOURCE / "sweeps/bridge/claims.toml", "-o", tmp_path / "part.h5", "--shard", shard)
    assert code in (0, 75), error
    code, out, _ = call("claims", tmp_path / "part.h5")
    assert code == 0 and re.search(r"\n(\d+) of 44 claims judged, \1 as recorded, 0 different\n", out)


def hops_that_matter(file):
    """Of six latencies per hop the smallest makes the ring 10 % faster."""
    data = file["grids/alltoall/s-bruck/completion_time"]
    values = data[...]
    values[file["grids/alltoall/s-bruck/message"][...] == 16e6, 1] *= 0.9
    data[...] = values


def test_claims_about_bridge_name_their_sweep(bridge_claims, tmp_path):
    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, hops_that_matter))
    assert code == 1 and re.search(r"^claim +7(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M)

    def keep_blocks(file):
        for name in set(file["grids"]) - {"blocks"}:
            del file["grids"][name], file["schedules"][name], file["envelopes"][name]

    code, out, _ = call("claims", doctored(bridge_claims, tmp_path, keep_blocks))
    assert code == 0 and "42 claims are not judged: each says above what it needs; sweeps/bridge/claims.toml" in out


@pytest.mark.parametrize("source, path, name, factor, changed", [
    ("fig1", "every-step", "completion_time", 1.01, {"2", "5"}),
    ("fig1", "static", "completion_time", 1.01, {"4", "5"}),
    ("claims", "grids/allreduce/static", "congestion_time", 1.001, {"3"}),
    ("claims", "grids/vanishing-message/static", "propagation_time", 1.001, {"10"}),
    ("claims", "grids/coprime-rings/static", "congestion_time", 1.001, {"11"}),
])
def test_numbers_beside_the_reference_fail(source, path, name, factor, changed, tmp_path, request):
    file = request.getfixturevalue(source)
    with h5py.File(file) as data:
        paths = [path] if path in data else [f"grids/{grid}/{path}" for grid in data["grids"]]

    def change(copy):
        for one in paths:
            scaled(one, name, factor)(copy)

    code, out, _ = call("claims", doctored(file, tmp_path, change))
    assert code == 1
    off = {number for number, text in re.findall(r"^claim +(\d+)((?:\n|(?!^claim ).)*)", out, re.M | re.S)
           if "a number differs from its reference" in text}
    assert off == changed


def no_gain_at_other_bandwidths(file):
    for name in ("static", "every-step"):
        file[f"grids/bandwidths/{name}/completion_time"][...] *= 0.1


def valuable_ports(file):
    for name in ("static", "every-step"):
        file[f"grids/degrees/{name}/completion_time"][:, :, 3] *= 2


def congested_coprime_rings(file):
    data = file["grids/coprime-rings/static/congestion_time"]
    data[3] = data[0] * 1.01  # {1, 19} as bad as {1, -1}


@pytest.mark.parametrize("change, changed", [(slow_optimum, {"7", "8"}), (congested_match, {"1"}),
                                             (congested_coprime_rings, {"11"}), (valuable_ports, {"14"}),
                                             (no_gain_at_other_bandwidths, {"13"}),
                                             (loose_relaxation, {"9"})])
def test_a_verdict_that_differs_fails(claims, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(claims, tmp_path, change))
    assert code == 1
    marked = set(re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*<-- DIFFERS", out, re.M))
    assert changed <= marked


def test_a_file_without_data_for_any_claim_fails(demo, tmp_path):
    def keep_static(file):
        for name in ("every-step", "threshold", "addanki", "best"):
            del file["grids/ring"][name]

    code, out, error = call("claims", doctored(demo, tmp_path, keep_static))
    assert code == 2 and "0 of 14 claims judged" in out
    assert error.endswith("doctored.h5: holds the data of no claim; run sweeps/addanki/claims.toml\n")


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


def test_critical_prints_what_changes(small_axes):
    """allgather/ring is the base itself: nothing pays at any message, which is one line and no table."""
    _, out, _ = call("critical", small_axes, "--grid", "items")
    assert "reconfiguring never pays at all (2): nodes 8, nodes 100" in out and "never " * 2 not in out


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
        gain = gain.sel({key: answers.quantity(value) if key == "message" else value})
    known = gain.values[np.isfinite(gain.values)]
    pays = np.sort(known[known >= 1.01])
    sentence = " ".join(out.split("Reconfigure or not?")[1].split("\n\n")[0].split())
    share, median, most = re.search(r"At ([\d.]+) % of the points .*: ([\d.]+)x as fast at the median of them, ([\d.]+)x at most", sentence).groups()
    assert (float(median), float(most)) == pytest.approx((pays[len(pays) // 2], pays[-1]), rel=1e-3)
    solved = np.isfinite(ls.open(common).best(over).time)
    for key, value in where.items():
        solved = solved.sel({key: answers.quantity(value) if key == "message" else value})
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
