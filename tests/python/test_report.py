"""What the page of lightsweep-report computes, against what the file stores."""
import json
import shutil

import h5py
import numpy as np
import pytest

from conftest import call, doctored, sweep
from lightsweep import chunks, results
from reporting import blocks, bundle, grids, thinning
from report_pages import ask, block, close, decode, description, finite, make, needs_npm, page_of, report

PARTS = {"startup": "startup_time", "propagation": "propagation_time", "transmission": "transmission_time",
         "congestion": "congestion_time", "reconfiguration": "reconfiguration_time"}
WITH_TIME = {"optimal", "feasible", "budget", "formula"}


def sample(result, page, most, seed=7):
    """[(question, stored row)]: random points of every scheduler of every grid."""
    random, found = np.random.default_rng(seed), []
    with h5py.File(result) as file:
        for v, view in enumerate(description(page)["views"]):
            for one in view.get("schedulers", []):
                group = file[f"grids/{view['name']}/{one['name']}"]
                own = results.dimensions(group["completion_time"])
                columns = {name: data[...] for name, data in group.items() if data.shape == group["completion_time"].shape}
                for _ in range(most):
                    at = [int(random.integers(len(axis["values"]))) for axis in view["axes"]]
                    place = tuple(at[[axis["name"] for axis in view["axes"]].index(name)] for name in own)
                    row = {name: values[place] for name, values in columns.items()}
                    row["status"] = one["statusNames"][str(row["status"])]
                    found.append(({"view": v, "scheduler": one["name"], "at": at}, row))
    return found


@needs_npm
@pytest.mark.parametrize("source, most", [("demo", 150), ("small_axes", 40), ("coarse", 40), ("bridge_claims", 6), ("pccl_claims", 6),
                                          ("common", 25)])
def test_the_page_has_the_stored_values(source, most, request):
    result = request.getfixturevalue(source)
    page = page_of(result)
    rows = sample(result, page, most)
    answers = ask(page, [question for question, _ in rows])
    timed = 0
    for (question, row), answer in zip(rows, answers):
        assert answer["status"] == row["status"], question
        if row["status"] not in WITH_TIME:
            assert answer["time"] is None
            continue
        timed += 1
        assert close(answer["time"], finite(row["completion_time"])), (question, row, answer)
        if "lower_bound" in row:
            assert close(answer["bound"], finite(row["lower_bound"]), 1e-9), (question, row, answer)
        if answer["parts"] is not None:
            for part, column in PARTS.items():
                assert column not in row or abs(answer["parts"][part] - row[column]) <= 1e-12 * row["completion_time"], (question, part)
            if "n_reconfigurations" in row:
                assert answer["reconfigurations"] == row["n_reconfigurations"], (question, row, answer)
    assert timed > 60


@needs_npm
def test_winners_are_those_of_the_group_best(demo):
    page = page_of(demo)
    with h5py.File(demo) as file:
        best = file["grids/ring/best"]
        names = results.flags(best["winner"])
        algorithms = len(best["algorithm"])
        places = [(p, a) for p in range(len(best["primitive"])) for a in range(algorithms)]
        answers = ask(page, [{"view": 0, "x": 3, "y": 2, "choices": [[p], [a], [0], [0]]} for p, a in places])
        for (primitive, algorithm), answer in zip(places, answers):
            stored = best["winner"][primitive, algorithm].ravel()
            assert answer["winner"] == [names.get(int(code)) for code in stored]
            times = best["completion_time"][primitive, algorithm].ravel()
            second = best["margin_to_second"][primitive, algorithm].ravel() * times
            least = best["lower_bound"][primitive, algorithm].ravel()
            for cell in range(times.size):
                assert close(answer["time"][cell], finite(times[cell])) and close(answer["second"][cell], finite(second[cell]), 1e-9)
                assert close(answer["least"][cell], finite(least[cell]), 1e-9)


@needs_npm
def test_minima_over_algorithms_are_those_of_the_group_best(small_axes):
    """best = { minimise = ["scheduler", "collective"] }: winners are named scheduler@algorithm."""
    page = page_of(small_axes)
    views = description(page)["views"]
    at, view = next((v, one) for v, one in enumerate(views) if one["name"] == "line")
    names = [axis["name"] for axis in view["axes"]]
    choices = [list(range(len(axis["values"]))) if axis["name"] == "collective" else [0] for axis in view["axes"]]
    answer, = ask(page, [{"view": at, "x": names.index("reconfiguration_delay"), "y": names.index("topology"), "choices": choices}])
    with h5py.File(small_axes) as file:
        best = file["grids/line/best"]
        known = results.flags(best["winner"])
        stored = best["winner"][...].reshape(len(best["topology"]), -1).ravel()
    assert answer["winner"] == [known[int(code)].split("@")[0] for code in stored]


@needs_npm
def test_minima_over_topologies_and_algorithms_are_those_of_the_group_best(common):
    """The page begins with them; envelopes and stored values side by side."""
    page = page_of(common)
    view, = description(page)["views"]
    names = [axis["name"] for axis in view["axes"]]
    assert {names[at] for at in view["minimised"]} == {"topology", "algorithm"}
    known = {one["name"]: one for one in view["schedulers"]}
    assert known["segments"]["envelopes"] and not known["threshold"]["envelopes"]
    with h5py.File(common) as file:
        best = file["grids/common/best"]
        known = results.flags(best["winner"])
        for primitive in range(2):
            choices = [list(range(len(axis["values"]))) if at in view["minimised"] else [primitive] for at, axis in enumerate(view["axes"])]
            answer, = ask(page, [{"view": 0, "x": names.index("reconfiguration_delay"), "y": names.index("message"), "choices": choices}])
            assert answer["winner"] == [known[int(code)].split("@")[0] for code in best["winner"][primitive].ravel()]
            for time, least, stored, bound in zip(answer["time"], answer["least"], best["completion_time"][primitive].ravel(),
                                                  best["lower_bound"][primitive].ravel()):
                assert close(time, finite(stored))
                # The bound of the group holds for any scheduler, compared or not.
                assert close(least, finite(bound)) and least <= time * (1 + 1e-9)


@needs_npm
def test_lists_alone_answer_every_point(tmp_path):
    """results = false: the page has the schedules, and the group `best` to compare with."""
    result = sweep(tmp_path, "sweeps/cross/small", "results=false", "nodes=[16]", 'message=["1KiB", "1MiB"]',
                   'schedulers=["static", "every-step", "bridge", "segments", "osm", "wdm-windowed"]')
    page = page_of(result)
    view, = description(page)["views"]
    assert [one["name"] for one in view["schedulers"] if one["envelopes"]] == ["static", "every-step", "bridge", "segments", "osm", "wdm-windowed"]
    assert any("not every scheduler's times" in note for note in view["notes"])
    names = [axis["name"] for axis in view["axes"]]
    with h5py.File(result) as file:
        assert list(file["grids/common"]) == ["best"]
        best = file["grids/common/best"]
        known = results.flags(best["winner"])
        for primitive, planes in np.ndindex(4, 2):
            fixed = {"primitive": [primitive], "planes": [planes], "nodes": [0]}
            choices = [fixed.get(axis["name"], list(range(len(axis["values"])))) for axis in view["axes"]]
            answer, = ask(page, [{"view": 0, "x": names.index("reconfiguration_delay"), "y": names.index("message"), "choices": choices}])
            times, winners = (best[name][primitive, 0, planes].ravel() for name in ("completion_time", "winner"))
            assert answer["winner"] == [known[int(code)].split("@")[0] for code in winners]
            assert all(close(time, finite(stored)) for time, stored in zip(answer["time"], times))


@pytest.mark.parametrize("kind, values", [("f64", [0.1, -np.inf, 1e300]), ("i32", [-1, 7]), ("u64", [2**63, 1]), ("i8", [3]), ("f64", [])])
def test_arrays_come_back(kind, values):
    array = np.array(values, dtype=blocks.TYPES[kind])
    assert np.array_equal(decode(blocks.encode(array, kind), kind), array)


def test_envelopes_that_are_not_the_rows_are_not_used(demo, tmp_path):
    """One stored time is changed: the scheduler's values are then taken as stored, and the page says why."""
    copy = tmp_path / "changed.h5"
    shutil.copy(demo, copy)
    with h5py.File(copy, "a") as file:
        file["grids/ring/addanki/completion_time"][...] *= 1 + 1e-6
    with h5py.File(copy) as file:
        rows = {row.name: row for row in grids.rows_of(file, "ring")}
    assert not rows["addanki"].has_envelopes() and "differ from the stored times by up to 1.0e-06" in rows["addanki"].check.objection
    assert rows["static"].has_envelopes() and rows["static"].check.compared > 0


def test_small_grids_keep_all_large_ones_share_the_rest():
    assert thinning.shares([10, 1000, 50, 1000], 500) == [10, 220, 50, 220]
    assert thinning.shares([10, 20], 500) == [10, 20]


@needs_npm
def test_what_is_left_out_is_said(demo, monkeypatch):
    """With room for few stored numbers threshold, which has no envelope, thins the axes for all schedulers."""
    from reporting import page as pages
    monkeypatch.setattr(pages, "MOST_NUMBERS", 2000)
    description, arrays = pages.describe(demo, [])
    view, = description["views"]
    assert any("because threshold come as stored values" in note for note in view["notes"])
    with h5py.File(demo) as file:
        whole = file["grids/ring/addanki/message"][...]
    kept = next(axis["values"] for axis in view["axes"] if axis["name"] == "message")
    assert 1 < len(kept) < len(whole) and set(kept) <= set(whole)
    read, seen = chunks.read, []  # from the stored chunks it is the same page
    monkeypatch.setattr(chunks, "LEAST", 1)
    monkeypatch.setattr(chunks, "read", lambda column, points: seen.append(column.name) or read(column, points))
    again, others = pages.describe(demo, [])
    assert again == description and others.texts == arrays.texts and any(name.endswith("threshold/completion_time") for name in seen)


def test_of_too_many_events_those_of_the_winner_stay(tmp_path, monkeypatch):
    """The points at which swot wins, over the algorithms too, keep their events; the others' are left to the command."""
    from reporting import decisions
    from reporting import page as pages
    result = sweep(tmp_path, "sweeps/cross/small", "nodes=[16]", "planes=[4]", 'topology=["ring"]', 'primitive=["reduce-scatter"]', "schedules=true",
                   'algorithm=["bruck", "halving-doubling"]', 'schedulers=["static", "segments", "swot"]')
    whole, blocks_of = pages.describe(result, [])
    everything = whole["views"][0]["schedulers"][-1]
    counts = decode(blocks_of.texts[everything["schedule"]["count"]], "i32")
    assert everything["name"] == "swot" and not everything["schedule"]["partly"]
    monkeypatch.setattr(decisions, "MOST_EVENTS", int(counts.sum()) - 1)
    some, blocks_of = pages.describe(result, [])
    kept = some["views"][0]["schedulers"][-1]["schedule"]
    left = decode(blocks_of.texts[kept["count"]], "i32")
    with h5py.File(result) as file:
        best, group = file["grids/common/best"], file["grids/common/swot"]
        names = results.dimensions(group["completion_time"])
        words = best["winner"].attrs["flag_meanings"].split()
        algorithms = [one.decode() for one in group["algorithm"][...]]
        shape = [len(group[name]) for name in names]
        wins = np.zeros(shape, dtype=bool)
        for at in np.ndindex(*shape):
            place = dict(zip(names, at))
            code = best["winner"][tuple(place[name] for name in results.dimensions(best["winner"]))]
            scheduler, _, settings = words[code].partition("@")
            wins[at] = scheduler == "swot" and algorithms[place["algorithm"]] in settings.split(",")
    assert kept["partly"] and 0 < wins.sum() < wins.size
    assert np.array_equal(left.reshape(shape) > 0, wins & (counts.reshape(shape) > 0))
    monkeypatch.setattr(decisions, "MOST_EVENTS", 1)
    assert pages.describe(result, [])[0]["views"][0]["schedulers"][-1]["schedule"]["kind"] == "omitted"


def line_of(part):
    """A row of a table as `lightsweep gap` prints it."""
    ratios = [f"{part[name]:.3f}" for name in ("median", "p90", "worst")]
    shares = [f"{np.floor(100 * part[name] + 0.5):.0f} %" for name in ("within_5_percent", "within_10_percent")]
    return " ".join([part["key"], part["value"], str(part["points"]), *ratios, *shares]).strip()


@needs_npm
@pytest.mark.parametrize("source", ["demo", "common", "small_axes"])
def test_distances_to_the_bound_are_those_of_gap(source, request):
    """The page has every row that `lightsweep gap` prints, in its order, and the numbers are those of the stored arrays."""
    result = request.getfixturevalue(source)
    parts = [part for view in description(page_of(result))["views"] for table in view["gaps"] for part in table["parts"]]
    printed = [" ".join(line.split()) for line in call("gap", result)[1].splitlines()]
    assert [line_of(part) for part in parts] == [line for line in printed if line.endswith(" %") and not line.startswith("best")]
    divided = set()
    with h5py.File(result) as file:
        for view in description(page_of(result))["views"]:
            best = file[f"grids/{view['name']}/best"]
            table, = view["gaps"]
            time, bound = best["completion_time"][...], best["lower_bound"][...]
            assert table["bound"] == best["lower_bound"].attrs["long_name"] and table["left_out"] == (~(bound > 0) | ~np.isfinite(time)).sum()
            names = results.dimensions(best["completion_time"])
            for part in table["parts"]:
                one, other = time, bound
                if part["key"]:
                    alike = [other for other in table["parts"] if other["key"] == part["key"]]
                    if part["key"] not in names or len(alike) != time.shape[names.index(part["key"])]:
                        continue  # keys along one axis, and values without a bound
                    one, other = (np.take(values, alike.index(part), names.index(part["key"])) for values in (time, bound))
                    divided.add(part["key"])
                ratio = np.sort((one / other)[(other > 0) & np.isfinite(one)])
                assert part["points"] == ratio.size and part["worst"] == ratio.max()
                assert [part["within_5_percent"], part["within_10_percent"]] == [(ratio <= 1.05).mean(), (ratio <= 1.1).mean()]
                for share, name in ((0.5, "median"), (0.9, "p90")):
                    assert part[name] == ratio[int(np.floor(share * (ratio.size - 1) + 0.5))]
    assert "reconfiguration_delay" in divided


@pytest.mark.parametrize("shares", [[0.6, 0.1, 0.3], [0.2, 0.5, 0.3], [0.05, 0.05, 0.9], [0, 1, 0]])
def test_gap_sorts_ratios_below_and_above_one(demo, tmp_path, shares):
    """`lightsweep gap` counts ratios of 1 apart from the others."""
    chance, ratios = np.random.default_rng(5), []

    def change(file):
        best = file["grids/ring/best"]
        time = best["completion_time"][...]
        best["lower_bound"][...] = time * chance.choice([2, 1, 0.5], time.shape, p=shares) * 2.0**-chance.integers(0, 2, time.shape)
        ratios.extend((time / best["lower_bound"][...])[np.isfinite(time) & (time > 0)])
    whole = json.loads(call("gap", "--json", doctored(demo, tmp_path, change))[1])["gaps"][0]["parts"][0]
    ratios.sort()
    assert whole["points"] == len(ratios) and whole["worst"] == ratios[-1] and whole["within_5_percent"] == np.mean(np.array(ratios) <= 1.05)
    assert [whole["median"], whole["p90"]] == [ratios[int(np.floor(share * (len(ratios) - 1) + 0.5))] for share in (0.5, 0.9)]


@needs_npm
def test_without_bounds_there_is_no_table(demo, tmp_path, monkeypatch):
    def remove(file):
        for group in file["grids/ring"].values():
            if "lower_bound" in group:
                group["lower_bound"][...] = np.nan
    view, = description(make(doctored(demo, tmp_path, remove), tmp_path, "--no-claims"))["views"]
    assert view["gaps"] == []
    monkeypatch.setenv("LIGHTSWEEP_BINARY", "/bin/false")
    code, _, error = report(demo, "-o", tmp_path / "page.html", "--no-claims")
    assert code == 0 and "distances to the bound are left out" in error and description(tmp_path / "page.html")["views"][0]["gaps"] == []


@needs_npm
def test_claims_come_from_files(demo, tmp_path):
    claim = {"claim": "1", "says": "It is fast </script>", "paper_number": "1.1x", "paper_place": "Fig. 1", "numbers": [
             {"place": "here", "item": "", "value": 1, "text": "1x", "reference": 1, "tolerance": 0.5, "agrees": True}], "verdict": "reproduced", "recorded": "reproduced", "reading": "1x", "needs": "", "file": "f.h5",
             "differs": False}
    good, bad, old = tmp_path / "claims.json", tmp_path / "bad.json", tmp_path / "old.json"
    good.write_text(json.dumps({"papers": [{"paper": "addanki", "claims": [claim]}], "totals": {}, "left_out": []}))
    bad.write_text('{"claims": 3}')
    without = {key: value for key, value in claim.items() if key != "paper_number"}
    old.write_text(json.dumps({"papers": [{"paper": "addanki", "claims": [without]}], "totals": {}, "left_out": []}))
    page = make(demo, tmp_path, "--claims", good)
    assert description(page)["claims"][0]["claims"][0]["says"] == claim["says"]
    for file in (bad, old):
        code, _, error = report(demo, "-o", page, "--claims", file)
        assert code == 2 and f"{file.name}: no claims in it; give the output of `lightsweep claims --json" in error
    code, _, error = report(demo, "-o", page, "--claims", tmp_path / "none.json")
    assert code == 2 and "none.json: cannot be read (No such file or directory)" in error


@needs_npm
def test_the_page_says_where_it_comes_from(demo):
    page = page_of(demo)
    text, facts = page.read_text(encoding="utf-8"), dict(description(page)["provenance"])
    assert "<title>Demo: when should a ring of 64 reconfigure?</title>" in text
    assert facts["State"] == "complete" and facts["Ranks"] == "2" and len(facts["Fingerprint of the sweep"]) == 16
    assert "https://" not in text.split("<body>")[0] and "src=" not in text.split("<body>")[0]
    assert 'schedulers = ["static", "every-step", "threshold", "addanki"]' in description(page)["sweep"]
    view = description(page)["views"][0]
    offsets = block(page, next(one for one in view["schedulers"] if one["envelopes"])["envelopes"]["offset"], "i32")
    assert offsets.min() >= -1


@needs_npm
def test_errors_name_the_remedy(tmp_path):
    text = tmp_path / "text.h5"
    text.write_text("no HDF5")
    code, _, error = report(tmp_path / "none.h5", "-o", tmp_path / "page.html")
    assert code == 2 and "none.h5: no such file; give the result of `lightsweep run`" in error
    code, _, error = report(text, "-o", tmp_path / "page.html")
    assert code == 3 and "text.h5: cannot be read as a result" in error


def test_without_npm_there_is_a_clear_message(tmp_path, monkeypatch):
    """A page that is older than its sources, and no npm to build it."""
    said = []
    monkeypatch.setattr(bundle, "is_fresh", lambda page: False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "bash").symlink_to("/bin/bash")
    (tmp_path / "dirname").symlink_to("/usr/bin/dirname")
    with pytest.raises(bundle.NoPage, match=r"no node: .* install nodejs \(18 or later\) and npm"):
        bundle.template(said.append)
    assert said == ["building the page (npm, once)"]


@needs_npm
def test_unfinished_files_are_announced(part, tmp_path):
    code, _, error = report(part, "-o", tmp_path / "page.html", "--no-claims")
    assert code == 0 and "is incomplete: part 1/2" in error
    assert "part 1/2" in description(tmp_path / "page.html")["incomplete"]


@needs_npm
@pytest.mark.parametrize("source, most", [("demo", 10), ("bridge_claims", 1), ("pccl_claims", 1), ("common", 3)])
def test_a_point_can_be_computed_again(source, most, tmp_path, request):
    """What the page prints for a terminal: `lightsweep eval` answers it with the stored time."""
    result = request.getfixturevalue(source)
    page = page_of(result)
    rows = [one for one in sample(result, page, most, seed=3) if one[1]["status"] in WITH_TIME]
    lines = [json.dumps(answer["problem"]) for answer in ask(page, [question for question, _ in rows])]
    (tmp_path / "problems").write_text("\n".join(lines) + "\n")
    code, out, error = call("eval", tmp_path / "problems")
    assert code == 0, error
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == len(rows) > 5
    for line, answer, (_, row) in zip(lines, answers, rows):
        assert close(answer.get("completion_time"), finite(row["completion_time"])), (line, answer, row["completion_time"])
