"""Who has the file alone can do everything again: it says what each number is, and carries its own sweep."""
import h5py
import pytest
from conftest import LAUNCHER, BINARY, call
import subprocess

ROOT = ["format", "format_version", "title", "created", "complete", "sweep", "rules", "seed", "program", "revision", "dirty", "compiler",
        "flags", "libraries", "solver_libraries", "fingerprint", "identity", "hosts", "ranks", "threads"]
# What counts for no unit: numbers of things, ratios, names.
UNITS = {"s", "B", "B/s", "1", "kB", "W", "dB", "dBm", "mW"}


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def datasets(file):
    found = []
    file.visititems(lambda name, node: found.append((name, node)) if isinstance(node, h5py.Dataset) else None)
    return found


@pytest.mark.parametrize("fixture", ["demo", "small_axes", "pccl_claims", "bridge_claims", "optree_claims"])
def test_every_dataset_says_what_it_is(fixture, request):
    with h5py.File(request.getfixturevalue(fixture)) as file:
        missing = [name for name in ROOT if name not in file.attrs]
        assert not missing
        for name, data in datasets(file):
            if text(data.attrs.get("NAME", "")).startswith("This is a netCDF dimension but not"):
                continue
            assert text(data.attrs["long_name"]), name
            if data.dtype.kind in "fiu":
                assert text(data.attrs["units"]), name
            if "flag_values" in data.attrs:
                assert len(data.attrs["flag_values"]) == len(text(data.attrs["flag_meanings"]).split()), name


@pytest.mark.parametrize("fixture", ["demo", "small_axes", "pccl_claims", "bridge_claims", "optree_claims"])
def test_every_axis_is_a_scale_with_its_name(fixture, request):
    with h5py.File(request.getfixturevalue(fixture)) as file:
        columns = 0
        for name, data in datasets(file):
            if data.is_scale:
                continue
            for axis, length in zip(data.dims, data.shape):
                assert len(axis) == 1 and axis[0].shape == (length,), name
            columns += 1
        assert columns > 3


def test_rules_and_readings_are_attributes(optree_claims):
    """The two readings of k* and of the case rule that OpTree's tables need stand beside their numbers."""
    with h5py.File(optree_claims) as file:
        readings = set()
        for grid in file["grids"].values():
            for scheduler, group in grid.items():
                assert text(group.attrs["rules"]) == "optree"
                named = {**{key: value for key, value in group.attrs.items()}, **{key: key for key in group}}
                readings |= {key for key in named if "rule" in key and key != "rules"}
        assert any("k_rule" in one for one in readings) and any("case_rule" in one for one in readings), readings


@pytest.mark.parametrize("fixture", ["small_axes", "fig1"])
def test_the_sweep_in_the_file_makes_the_file(fixture, request, tmp_path):
    """Its text and its overrides alone; fig1 has one of those."""
    file = request.getfixturevalue(fixture)
    with h5py.File(file) as result:
        (tmp_path / "again.toml").write_text(text(result.attrs["sweep"]))
        overrides = text(result.attrs.get("overrides", "")).split("\n")
    words = [part for one in overrides if one for part in ("--set", one)]
    done = subprocess.run([LAUNCHER, "-n", "1", BINARY, "run", tmp_path / "again.toml", "-o", tmp_path / "again.h5", *words],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    code, out, _ = call("verify", file, tmp_path / "again.h5")
    assert code == 0 and "equal" in out.splitlines()[-1]
