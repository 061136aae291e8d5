"""The package lightsweep: its example end to end, its answers against those of the program, its faults, its notebook, its wheel."""
import copy
import importlib
import json
import os
import pickle
import re
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import xarray as xr

from conftest import BINARY, SOURCE, call

os.environ.setdefault("LIGHTSWEEP_BINARY", BINARY)
import lightsweep as ls  # noqa: E402  (finds the program by the variable above)

FABRIC = dict(rules="common", topology="ring", planes=2, bandwidth="400Gbps", per_step_latency="1us", per_hop_latency="100ns")
NODES = [16, 32]


@pytest.fixture(scope="module")
def sweep():
    return ls.Sweep(nodes=NODES, collective=ls.all("allreduce"), message=ls.times("1MiB", "1GiB", 8), swot={"transitions": 1},
                    reconfiguration_delay=ls.per_decade("1us", "10ms", 2), schedulers=["static", "segments", "swot", "ideal"], **FABRIC)


@pytest.fixture(scope="module")
def result(sweep):
    return sweep.run(ranks=2, progress=False)


def answers(problems):
    """What `lightsweep eval` says, problem by problem."""
    lines = "\n".join(map(json.dumps, problems)) + "\n"
    return [json.loads(line) for line in ls.program.ask("eval", "-", given=lines).splitlines()]


def test_the_plan_says_rows_time_and_what_never_applies(sweep):
    text = " ".join(sweep.plan().split())
    assert "estimated time" in text and "grids/sweep/segments" in text
    assert "allreduce/bucket-multiport needs a square of 3 or more as the number of nodes; not applicable on 32" in text


def test_a_result_is_one_dataset_with_winners_as_texts(result):
    assert result.completion_time.dims == ("scheduler", "collective", "nodes", "message", "reconfiguration_delay")
    assert list(result.scheduler.values) == ["static", "segments", "swot", "ideal"] and list(result.nodes.values) == NODES
    assert result.message.attrs["units"] == "B" and result.attrs["bandwidth"] == 5e10
    assert set(np.unique(result.winner)) <= {"static", "segments", "swot", ""} and "segments" in result.winner.values
    assert set(np.unique(result.status.sel(scheduler="ideal"))) == {"formula", "not_applicable"}
    static = result.completion_time.sel(scheduler="static")  # reads no delay: the same at all
    assert (static == static.isel(reconfiguration_delay=0)).where(static.notnull(), True).all()


def test_the_best_scheduler_is_the_program_s(result):
    """The group `best`, which `lightsweep winners` prints, was computed by the program."""
    best = result.best()
    with ls.results.open_tree(result.path) as file:
        stored = file["grids/sweep/best/completion_time"][...]
    assert np.array_equal(best.time.values, stored, equal_nan=True) and np.isfinite(stored).sum() > 500
    assert (best.scheduler == result.winner).all()


def test_the_best_over_algorithms_is_the_program_s(tmp_path):
    """With the axis among those that the program minimises over, its winners are named scheduler@algorithm."""
    keys = dict(nodes=16, collective=["allreduce/ring", "allreduce/swing", "allreduce/bruck"], message=["1MiB", "64MiB"],
                reconfiguration_delay=["1us", "100us", "10ms"], schedulers=["static", "segments"], **FABRIC)
    result = ls.Sweep(best={"minimise": ["scheduler", "collective"]}, **keys).run(output=tmp_path / "over.h5", progress=False)
    best = result.best(over=["collective", "scheduler"])
    assert best.identical(result.best(over=["algorithm", "scheduler"]))
    names = [f"{one}@{other}" for one, other in zip(best.scheduler.values.ravel(), best.collective.values.ravel())]
    assert result.winner.values.ravel().tolist() == names and len(set(names)) > 1
    code, out, error = call("winners", tmp_path / "over.h5")
    assert code == 0 and all(name in out for name in names), error
    gain = result.sel(scheduler="static").best(over="collective").time / best.time
    assert gain.min() >= 1 and gain.max() > 1.1


def test_at_is_exact(result):
    """Off the grid the times are those of `lightsweep eval`, to 1e-12."""
    point = dict(message="3MB", reconfiguration_delay="7us")
    found = result.at(**point)
    assert found.completion_time.dims == ("scheduler", "collective", "nodes") and "swot: the file has no /envelopes/sweep/swot, the lists of its schedules; the sweep key envelopes = true" in found.left_out
    listed = [(one, dict(zip(found.completion_time.dims, map(str, place)))) for place, one in
              found.completion_time.to_series().items() if np.isfinite(one)]
    problems = [FABRIC | point | place | {"nodes": int(place["nodes"])} for _, place in listed]
    assert len(problems) > 40
    for (time, place), answer in zip(listed, answers(problems)):
        assert abs(time - answer["completion_time"]) <= 1e-12 * time, (place, answer)


def test_at_on_the_grid_is_what_is_stored(result):
    found = result.sel(scheduler=["static", "segments"], nodes=32).at(message="8MiB").completion_time
    stored = result.completion_time.sel(scheduler=["static", "segments"], nodes=32, message=2**23)
    assert found.dims == ("scheduler", "collective", "reconfiguration_delay")
    assert np.allclose(found, stored.transpose(*found.dims), rtol=1e-12, equal_nan=True)


def test_at_another_fabric(result):
    """Latencies and bandwidth are no part of a schedule either."""
    found = result.at(message="1MiB", reconfiguration_delay="1us", bandwidth="800Gbps", per_hop_latency="1us", nodes=16)
    keys = FABRIC | dict(message="1MiB", reconfiguration_delay="1us", bandwidth="800Gbps", per_hop_latency="1us", nodes=16,
                         scheduler="segments", collective="allreduce/swing")
    answer, = answers([keys])
    time = float(found.completion_time.sel(scheduler="segments", collective="allreduce/swing"))
    assert time == pytest.approx(answer["completion_time"], rel=1e-12)


def test_at_takes_the_keys_of_the_grid_and_no_other(small_axes):
    """A grid of items has no message, and zipped keys are given apart."""
    items, zipped = (ls.open(small_axes, grid) for grid in ("items", "zipped"))
    with pytest.raises(ls.Fault, match="message: no axis of this result; its axes are "):
        items.at(message="1MB")
    stored = items.completion_time.isel(item=-1)
    found = items.at(item=float(items["item"][-1])).completion_time
    assert np.allclose(found, stored.sel(scheduler=found.scheduler).transpose(*found.dims), rtol=1e-12) and found.size > 5
    both = zipped.at().completion_time
    assert np.allclose(both, zipped.completion_time.sel(scheduler=both.scheduler).transpose(*both.dims), rtol=1e-12)
    assert (zipped.at(message="1TiB").completion_time > both).all()


def test_a_schedule_is_the_program_s(tmp_path):
    keys = FABRIC | dict(scheduler="segments", collective="allreduce/swing", nodes=16, message="1MiB", reconfiguration_delay="10us")
    one = ls.schedule(**keys)
    assert one.time == answers([keys])[0]["completion_time"] and one.plan()["completion_time"] == one.time
    one.export(tmp_path / "plan.json")
    assert json.loads((tmp_path / "plan.json").read_text()) == one.plan() and len(one.plan()["ranks"]) == 16
    axis = one.timeline().axes[0]
    ends = [bar.get_x() + bar.get_width() for bar in axis.patches]
    assert [label.get_text() for label in axis.get_yticklabels()] == ["network"]
    assert max(ends) == pytest.approx(1e6 * one.time) and len(ends) == len(one.answer["timeline"]) + one.answer["n_reconfigurations"]
    planes = ls.schedule(rules="swot", scheduler="swot", collective="alltoall/bruck", nodes=16, planes=2, bandwidth="800Gbps", message="1MiB",
                         per_step_latency="1us", reconfiguration_delay="10us")
    assert len(planes.timeline().axes[0].patches) == len(planes.answer["timeline"]) > 8


def test_maps_have_logarithmic_axes_with_units(result):
    gain = result.sel(scheduler="static").best(over="collective").time / result.best(over=["collective", "scheduler"]).time
    figure = ls.map(gain, col="nodes")
    left, right = figure.axes[:2]
    assert (left.get_xscale(), left.get_yscale()) == ("log", "log") and [one.get_title("left") for one in (left, right)] == ["a) 16 nodes", "b) 32 nodes"]
    assert [one.get_text() for one in left.get_yticklabels()] == ["1 MiB", "8 MiB", "64 MiB", "512 MiB"]
    assert "10 us" in [one.get_text() for one in left.get_xticklabels()]
    assert ls.map(gain.sel(nodes=16)).axes[0].get_title("left") == ""
    cells = np.concatenate([axis.collections[0].get_array().ravel() for axis in (left, right)])
    assert np.allclose(np.sort(cells), np.sort(gain.values.ravel()))
    written = [one.get_text() for axis in (left, right) for one in axis.texts]
    assert written == [ls.maps.factor(one) for one in gain.transpose("nodes", "message", "reconfiguration_delay").values.ravel() if np.isfinite(one)]
    with pytest.raises(ls.Fault, match="nodes has 2 values; choose values with .sel"):
        ls.map(gain)


def test_maps_of_many_cells_have_lines_and_say_where_nothing_is():
    values = np.add.outer([0.0, np.nan], np.add.outer(np.linspace(0, 0.5, 20), np.linspace(1, 3, 20)))
    axes = {"nodes": [16, 32], "message": ("message", 2.0**np.arange(20), {"units": "B"}),
            "reconfiguration_delay": ("reconfiguration_delay", 1e-9 * 2.0**np.arange(20), {"units": "s"})}
    gain = xr.DataArray(values, axes, [*axes])
    left, right, bar = ls.map(gain, col="nodes").axes
    assert len(left.collections) > 1 == len(right.collections)  # cells alone; matplotlib 3.8 has one collection for all lines
    assert bar.get_ylabel() == "times as fast\nlines: 1.01, 1.1, 2" and not left.texts
    assert [one.get_text() for one in right.texts] == ["no value"]
    with pytest.raises(ls.Fault, match="holds no value; a map shows ratios from 1 on"):
        ls.map(gain.sel(nodes=32))
    with pytest.raises(ls.Fault, match="its largest value is 0.35; a map shows ratios"):
        ls.map(gain.sel(nodes=16) / 10)


GOOD = dict(nodes=16, collective="allreduce/ring", message="1MiB", reconfiguration_delay="1us", schedulers=["static"])


@pytest.mark.parametrize("change, text", [
    ({"schedulers": ["statik"]}, "schedulers[0] = statik: is not known (did you mean static)"),
    ({"bandwith": "1Gbps"}, "bandwith = 1Gbps: unknown key"),
    ({"nodes": "x"}, "grid.sweep.nodes = x: not a number with a unit (for example 64)"),
    ({"message": None}, "grid.sweep.message"),
])
def test_faults_of_a_sweep_are_the_program_s(tmp_path, change, text):
    sweep = ls.Sweep(**{key: value for key, value in (FABRIC | GOOD | change).items() if value is not None})
    (tmp_path / "sweep.toml").write_text(sweep.toml)
    code, _, error = call("plan", tmp_path / "sweep.toml")
    assert code == 2 and text in error
    for act in (sweep.plan, lambda: sweep.run(progress=False), lambda: sweep.run(ranks=2, progress=False)):
        with pytest.raises(ls.Fault) as fault:
            act()
        said = [line.split(".toml:")[-1] for line in str(fault.value).splitlines()]
        assert fault.value.code == 2 and said == [line.split(".toml:")[-1] for line in error.strip().splitlines()]


def test_faults_of_a_file_and_of_a_schedule(result, tmp_path, monkeypatch):
    with pytest.raises(ls.MissingData, match="none.h5: no such file; give the result of `lightsweep run`"):
        ls.open(tmp_path / "none.h5")
    with pytest.raises(ls.Fault, match=r"exists; continue it with --resume or choose another name \(-o\)"):
        ls.Sweep(**FABRIC, **GOOD).run(output=result.path, progress=False)
    with pytest.raises(ls.MissingData, match="holds the grids sweep; choose one with grid="):
        ls.open(result.path, grid="other")
    with pytest.raises(ls.Fault, match="nodes = 17: no value of this result; it has 16, 32"):
        result.sel(nodes=17)
    with pytest.raises(ls.Fault, match="wavelengths: no axis of this result"):
        result.best(over="wavelengths")
    with pytest.raises(ls.Fault, match="3 parsecs: not a number with a unit"):
        result.at(message="3 parsecs")
    code, _, error = call("schedule", "--scheduler", "static", "--nodes", "16")
    with pytest.raises(ls.Fault) as fault:
        ls.schedule(scheduler="static", nodes=16)
    assert code == 2 and str(fault.value) == error.strip()
    with pytest.raises(ls.Fault, match="not_applicable: .*torus2d a multiple of 4"):
        ls.schedule(**FABRIC | dict(scheduler="segments", collective="allreduce/swing", nodes=16, topology="torus2d", dims=[4, 4], message="1MiB",
                                    reconfiguration_delay="1us"))
    monkeypatch.setenv("LIGHTSWEEP_BINARY", str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ls.Fault, match="the program is not found; add its folder to PATH, or set LIGHTSWEEP_BINARY"):
        ls.all("allreduce")


@pytest.mark.parametrize("act, text", [
    (lambda r: r.at(reconfiguration_delay="3MB"), r"reconfiguration_delay = 3MB: not a number with a unit \(one of ns, us, ms, s\)"),
    (lambda r: r.at(message="-1MiB"), "message = -1MiB: must be finite and not negative"),
    (lambda r: r.at(bandwidth=float("nan")), "bandwidth = nan: must be finite and not negative"),
    (lambda r: r.sel(message="1us"), "message = 1us: not a number with a unit"),
    (lambda r: r.sel(message="3MiB"), "message = 3MiB: no value of this result; it has 1 MiB, 8 MiB, 64 MiB, 512 MiB"),
    (lambda r: r.at(message=["3MB", "4MB"], reconfiguration_delay="7us"), r"message = \['3MB', '4MB'\]: is not one value; give one number, or one text"),
    (lambda r: r.at(message=None), "message = None: is not one value; give one"),
    (lambda r: r.sel(scheduler="swot").at(message="3MB"), "sweep.h5: swot: the file has no /envelopes/sweep/swot"),
    (lambda r: r.best(over=[]), r"over = \[\]: no axis of this result; its axes are scheduler, collective, nodes"),
    (lambda r: r.best(over=None), "None: no axis of this result"),
    (lambda r: ls.map(3), "map: int is no array over axes; give one column, for example a ratio of two times"),
    (lambda r: ls.map(r), "map: Result is no array over axes"),
    (lambda r: ls.open("."), "^.: is a folder; give the result of `lightsweep run`"),
    (lambda r: ls.times("1MiB", "1GiB", 1), "factor = 1: must be above 1, for example 2"),
    (lambda r: ls.times("1MiB", "1GiB", "2x"), "factor = 2x: not a number"),
    (lambda r: r.robust(delay=3), "delay = 3: is no interval"),
    (lambda r: r.robust(), "robust: give either delay="),
    (lambda r: r.robust(delay=("1us", "2us"), quantiles={0.5: "1us"}), "robust: give either delay="),
    (lambda r: r.robust(delay="1us..100us"), "delay = 1us..100us: is no interval"),
    (lambda r: r.robust(delay=("100us", "1us")), "the first value must be below the second"),
    (lambda r: r.robust(quantiles={2: "1us"}), "give shares between 0 and 1"),
    (lambda r: r.robust(quantiles={0.1: "10us", 0.5: "1us"}), "not below that of a smaller one"),
    (lambda r: ls.Sweep(nodes={8, 16}), "nodes = {.*}: is no text, number or list"),
    (lambda r: ls.Sweep(**FABRIC, **GOOD).run(ranks=0), "ranks = 0: give a whole number of at least 1"),
])
def test_values_that_mean_nothing_are_refused(result, act, text):
    with pytest.raises(ls.Fault, match=text):
        act(result)


def test_a_factor_may_be_written_as_in_a_sweep_file():
    assert ls.times("1MiB", "1GiB", "x2") == ls.times("1MiB", "1GiB", 2) == {"from": "1MiB", "to": "1GiB", "step": "x2"}


def test_texts_are_no_map(result):
    with pytest.raises(ls.Fault, match="holds texts"):
        ls.map(result.best(over=["collective", "scheduler"]).scheduler, col="nodes")


def test_faults_name_no_temporary_folder():
    with pytest.raises(ls.Fault, match=r"^sweep\.toml:\d+: grid\.sweep\.nodes = x"):
        ls.Sweep(**FABRIC, **GOOD | {"nodes": "x"}).plan()


def test_what_is_selected_and_copied_outlives_the_result(result):
    """The file of a run without an output lives as long as any result in it."""
    chosen = ls.Sweep(**FABRIC, **GOOD | {"nodes": range(8, 10)}).run(progress=False).sel(nodes=9)
    assert float(chosen.at(message="1MiB").completion_time) == pytest.approx(float(chosen.completion_time), rel=1e-12)
    again = pickle.loads(pickle.dumps(copy.copy(result)))
    assert again.data.identical(result.data) and again.robust(delay=("1us", "2us")).regret.min() >= 0


def test_paths_start_where_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.csv").write_text("0,1,2,3\n1,0,2,3\n1,2,0,3\n1,2,3,0\n")
    keys = FABRIC | GOOD | {"nodes": 4, "collective": "alltoall/matrix", "matrix": "m.csv"}
    del keys["message"]
    sweep = ls.Sweep(**keys)
    assert "estimated time" in sweep.plan()


@pytest.mark.parametrize("line, shown", [
    ("2026-11-27 11:48:28 0 of 17664 points (0.0 %), 0 rows/s, 1180 of 4720 preparations done, 12 s left", "25.0 %  1180 of 4720 preparations, 12 s left"),
    ("2026-11-27 11:48:28 0 of 17664 points (0.0 %), 0 rows/s, 0 of 4719 preparations done", "0.0 %  0 of 4719 preparations"),
    ("2026-11-27 11:49:36 8832 of 17664 points (50.0 %), 188 rows/s, 2 min 05 s left", "50.0 %  2 min 05 s left"),
    ("2026-11-27 11:49:36 8832 of 17664 points (50.0 %), 188 rows/s", "50.0 %  188 rows/s"),
])
def test_the_bar_counts_preparations_first(capfd, line, shown):
    ls.program.draw_bar(*ls.program.PROGRESS.match(line).groups())
    assert capfd.readouterr().err.split("] ")[1].strip() == shown


def test_a_bar_shows_the_progress(capfd):
    ls.Sweep(**FABRIC, **GOOD).run()
    shown = capfd.readouterr().err
    assert shown.count("[") > 0 and "[########################################] 100.0 %" in shown


def test_the_notebook_runs(tmp_path, monkeypatch):
    """Its cells in order, as a notebook would run them; a cell that ends in an expression has a value."""
    monkeypatch.chdir(tmp_path)
    cells = json.loads((SOURCE / "analysis/examples/first_sweep.ipynb").read_text())["cells"]
    names, seen = {}, []
    for cell in [one for one in cells if one["cell_type"] == "code"]:
        assert cell["outputs"] == []
        exec("".join(cell["source"]), names)
        seen.append(names.get("gain"))
    assert len(seen) == 6 and float(names["gain"].max()) > 1.01 and names["schedule"].time > 0


def test_the_page_s_example_runs(tmp_path):
    page = (SOURCE / "analysis/README.md").read_text()
    code = page[page.index("```python\n") + 10:].split("```")[0]
    done = subprocess.run(["/usr/bin/python3", "-B", "-c", code + "\nprint(float(gain.max()))"], capture_output=True, text=True, cwd=tmp_path, timeout=120,
                          env=os.environ | {"PYTHONPATH": str(SOURCE / "analysis")})
    assert done.returncode == 0 and (tmp_path / "gain.png").stat().st_size > 1000, done.stderr
    assert float(done.stdout.split()[-1]) > 1 and "estimated time" in done.stdout


def test_reading_a_file_is_written_once():
    """Figures and the report open no file by themselves: they take what the package reads."""
    readers = re.compile(r"^\s*(import|from) (h5py|h5netcdf|netCDF4)\b|open_dataset|open_datatree|h5py\.File|\.node\[\w+\]\[", re.M)
    found = [path for folder in ("figures", "reporting") for path in (SOURCE / "analysis" / folder).rglob("*.py") if readers.search(path.read_text())]
    assert found == [] and readers.search((SOURCE / "analysis/lightsweep/results.py").read_text())


def test_pip_installs_the_package_without_a_network(tmp_path):
    """The wheel is made by our own few lines; with pip at hand it is installed from the folder alone."""
    sys.path.insert(0, str(SOURCE / "analysis"))
    name = importlib.import_module("wheel_of_lightsweep").build_wheel(tmp_path)
    with zipfile.ZipFile(tmp_path / name) as wheel:
        files = {one for one in wheel.namelist() if one.endswith(".py")}
        wheel.extractall(tmp_path / "unpacked")
    assert files == {f"lightsweep/{one.name}" for one in (SOURCE / "analysis/lightsweep").glob("*.py")}
    homes = [tmp_path / "unpacked"]
    if subprocess.run(["/usr/bin/python3", "-m", "pip", "--version"], capture_output=True).returncode == 0:
        homes.append(tmp_path / "target")
        done = subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "--no-index", "--target", homes[1], SOURCE / "analysis"],
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
    for home in homes:
        done = subprocess.run(["/usr/bin/python3", "-B", "-c", "import lightsweep as ls; print(ls.__file__, len(ls.all('allreduce')))"],
                              capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(home)}, timeout=60)
        assert done.stdout.startswith(str(home)) and int(done.stdout.split()[-1]) > 10, done.stderr


@pytest.mark.parametrize("text, unit, value", [("1kB", "B", 1e3), ("1KB", "B", 1e3), ("8kbps", "B/s", 1e3), ("8Kbps", "B/s", 1e3)])
def test_a_thousand_has_both_spellings_as_in_sweep_files(text, unit, value):
    assert ls.quantities.parse(text, unit=unit) == value
