"""Who has the file alone can do everything again: it says what each number is, and carries its own sweep."""
import subprocess

import h5py
import pytest
from conftest import BINARY, LAUNCHER, call

ROOT = ["format", "format_version", "title", "created", "complete", "sweep", "rules", "seed", "program", "revision", "dirty", "compiler",
        "flags", "libraries", "solver_libraries", "fingerprint", "identity", "hosts", "ranks", "threads"]


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def datasets(file):
    found = []
    file.visititems(lambda name, node: found.append((name, node)) if isinstance(node, h5py.Dataset) else None)
    return found


def described(name, data):
    """Attributes that every dataset has, and one scale per axis."""
    if text(data.attrs.get("NAME", "")).startswith("This is a netCDF dimension but not"):
        return
    assert "long_name" in data.attrs and ("units" in data.attrs or data.dtype.kind not in "fiu"), name
    if "flag_values" in data.attrs:
        assert len(data.attrs["flag_values"]) == len(text(data.attrs["flag_meanings"]).split()), name
    if not h5py.h5ds.is_scale(data.id) and "REFERENCE_LIST" not in data.attrs:
        for axis, length in zip(data.dims, data.shape):
            assert len(axis) == 1 and axis[0].shape == (length,), name


@pytest.mark.parametrize("fixture", ["demo", "small_axes", "pccl_claims"])
def test_every_dataset_says_what_it_is(fixture, request):
    with h5py.File(request.getfixturevalue(fixture)) as file:
        assert not [name for name in ROOT if name not in file.attrs]
        found = datasets(file)
        assert len(found) > 100
        for name, data in found:
            described(name, data)


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
