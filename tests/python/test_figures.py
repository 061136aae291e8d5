"""Figures: what is drawn equals what the file says, and pages are not blank."""
import subprocess

import h5py
import numpy as np
import pytest
import xarray as xr
from conftest import SOURCE, call
from figures import page, results, speedup, winners
from matplotlib import pyplot as plt

HD_NEAR, HD_FAR = "allreduce/halving-doubling-near", "allreduce/halving-doubling-far"
SWING, ALL_TO_ALL = "allreduce/swing", "alltoall/shift"

# Peaks on the grid of figure 1 at 100 ns per step, from an independent implementation of the model:
# over every-step; over static at 4 GiB and 1 ns; over the better of both.
PEAKS = {
    ("ring-uni", HD_NEAR): (1817, 32, 1.480), ("ring-uni", HD_FAR): (None, 32, 1.476),
    ("ring-uni", SWING): (1708, 32, 1.478), ("ring-uni", ALL_TO_ALL): (3026, 32, 1.318),
    ("ring", HD_NEAR): (8660, 2.794, 1.437), ("ring", HD_FAR): (None, 13.540, 1.831),
    ("ring", SWING): (12460, 1.571, 1.424), ("ring", ALL_TO_ALL): (5790, 10.834, 1.242),
    ("ring-split", HD_NEAR): (None, 5.587, 1.437), ("ring-split", HD_FAR): (None, 27.079, 1.882),
    ("ring-split", SWING): (None, 3.143, 1.419), ("ring-split", ALL_TO_ALL): (None, 21.667, 1.246),
}


def run(*words):
    done = subprocess.run([str(SOURCE / "analysis/lightsweep-figures"), *map(str, words)], capture_output=True,
                          text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def test_xarray_opens_every_group(demo):
    with h5py.File(demo) as file:
        groups = []
        file.visititems(lambda name, item: groups.append(name) if isinstance(item, h5py.Group) else None)
        leaves = [name for name in groups if any(isinstance(one, h5py.Dataset) for one in file[name].values())]
    assert len(leaves) == 9
    for name in leaves:
        with xr.open_dataset(demo, group=name, engine="h5netcdf") as data:
            assert len(data.variables) > 0, name


def test_peaks_are_those_of_the_reference(fig1):
    found = {(one.place["topology"], one.place["collective"]): one for one in results.panels(fig1, speedup.SCHEDULERS)}
    assert set(found) == set(PEAKS)
    for key, (over_every, over_static, over_both) in PEAKS.items():
        panel = found[key]
        every = panel.speedup("every-step")
        assert np.unravel_index(every.argmax(), every.shape) == (0, 56), key
        if over_every:
            assert every.max() == pytest.approx(over_every, rel=5e-4), key
        assert panel.speedup("static")[22, 0] == pytest.approx(over_static, rel=1e-3), key
        assert panel.speedup("static", "every-step").max() == pytest.approx(over_both, abs=6e-4), key
        assert min(panel.speedup("static").min(), every.min()) >= 1 - 1e-12, key


def test_speedups_drawn_are_those_of_the_file(fig1, monkeypatch, tmp_path):
    """What pcolormesh is given equals the quotient of the columns that h5py reads."""
    drawn = []
    original = plt.Axes.pcolormesh

    def listen(self, x, y, values, **rest):
        if values.shape == (23, 57):  # colour bars are drawn by the same function
            drawn.append(values)
        return original(self, x, y, values, **rest)

    monkeypatch.setattr(plt.Axes, "pcolormesh", listen)
    speedup.figure1(fig1, tmp_path, "png")
    with h5py.File(fig1) as file:
        grid = file["grids/allreduce"]
        axes = [grid["addanki"][name].asstr()[:] for name in ("collective", "topology")]
        at = list(axes[0]).index(HD_FAR), list(axes[1]).index("ring-uni")
        best = grid["addanki/completion_time"][at].squeeze()
        every = grid["every-step/completion_time"][at].squeeze()
        static = grid["static/completion_time"][at].squeeze()[:, None]
    np.testing.assert_array_equal(drawn[1], every / best)
    np.testing.assert_array_equal(drawn[5], static / best)


def test_pages_are_written_and_not_blank(demo, tmp_path):
    code, out, error = run(demo, "-o", tmp_path)
    assert code == 0, error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fig1.png", "fig2.png", "threshold.png", "winners.png"]
    assert len(out.split()) == 4
    for path in tmp_path.iterdir():
        pixels = plt.imread(path)[..., :3]
        assert pixels.shape[1] > 1000 and pixels.std() > 0.05, path
        border = np.concatenate([pixels[:, :2].ravel(), pixels[:, -2:].ravel()])
        assert border.min() == 1.0, f"{path}: something is cut off at the sides"


def test_winner_map_has_the_codes_of_the_file(demo):
    panels = winners.panels(demo)
    assert [one.place["collective"] for one in panels] == [HD_NEAR, SWING, ALL_TO_ALL]
    with h5py.File(demo) as file:
        np.testing.assert_array_equal(panels[2].winner, file["grids/ring/best/winner"][1, 2])
    assert panels[0].gain.max() == pytest.approx(1.480, abs=6e-4)


def test_a_speedup_of_one_is_white():
    assert page.BLUES(0.0) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("value, expected", [(1e-9, "1 ns"), (421.7e-6, "421.7 µs"), (1e-3, "1 ms"), (0.01, "10 ms")])
def test_seconds_for_people(value, expected):
    assert page.seconds(value) == expected


def test_missing_groups_name_the_remedy(fig1, tmp_path):
    code, _, error = run(fig1, "-o", tmp_path, "--figure", "winners")
    assert code == 2 and "best = true" in error
    code, _, error = run(tmp_path / "absent.h5")
    assert code == 2 and "lightsweep run" in error


def test_pdf_and_list(demo, tmp_path):
    code, _, _ = run(demo, "-o", tmp_path, "--format", "pdf", "--figure", "fig2")
    assert code == 0 and (tmp_path / "fig2.pdf").read_bytes().startswith(b"%PDF")
    code, out, _ = run("--list")
    assert code == 0 and "winners" in out


@pytest.mark.parametrize("name", ["demo", "addanki/fig1", "addanki/fig2", "addanki/claims"])
def test_sweep_files_are_valid(name):
    code, out, error = call("plan", SOURCE / f"sweeps/{name}.toml")
    assert code == 0 and "rows" in out, error
