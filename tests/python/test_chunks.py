"""Some points of a column of many, from its chunks as they are stored, against what HDF5 reads."""
import itertools

import h5py
import numpy as np
import pytest
from lightsweep import chunks, results

SHAPE, CHUNK = (3, 50, 700), (1, 20, 300)  # the last ones along two axes are not full


def column(path, dtype, shuffle=True, mask=0, least=0):
    """A dataset of numbers; with a mask of filters left out, its chunks are written as they are, or only shuffled."""
    values = np.random.default_rng(3).integers(least, 100, SHAPE).astype(dtype)
    with h5py.File(path, "w") as file:
        file.create_dataset("x", data=values, chunks=CHUNK, compression="gzip", shuffle=shuffle)
        if mask:
            whole = np.pad(values, [(0, -size % part) for size, part in zip(SHAPE, CHUNK)])
            for first in itertools.product(*(range(0, size, part) for size, part in zip(SHAPE, CHUNK))):
                data = np.ascontiguousarray(whole[tuple(slice(at, at + part) for at, part in zip(first, CHUNK))])
                planes = data if mask & 1 else np.ascontiguousarray(data.reshape(-1).view(np.uint8).reshape(-1, data.itemsize).T)
                file["x"].id.write_direct_chunk(first, planes.tobytes(), mask)
    return h5py.File(path)["x"]


@pytest.mark.parametrize("dtype, mask", [("<f8", 0), ("<f8", 3), ("<f8", 2), ("<i4", 0), ("<u8", 3), ("i1", 0), ("i1", 1)])
def test_points_are_those_that_hdf5_reads(tmp_path, monkeypatch, dtype, mask):
    monkeypatch.setattr(chunks, "LEAST", 1)
    found = column(tmp_path / "x.h5", dtype, shuffle=dtype != "i1", mask=mask)
    assert chunks.is_readable(found)
    for kept in ([np.arange(size) for size in SHAPE], [np.array([1]), np.arange(50)[::4], np.arange(700)[::16]],
                 [np.array([0, 2]), np.array([19, 20, 49]), np.array([0, 299, 300, 301, 699])], [np.arange(3), np.array([], int), np.arange(700)]):
        assert np.array_equal(chunks.read(found, kept), found[...][np.ix_(*kept)])


def test_other_columns_are_left_to_hdf5(tmp_path):
    with h5py.File(tmp_path / "x.h5", "w") as file:
        shapes = {"small": dict(chunks=(1, 2, 3), compression="gzip", shuffle=True), "plain": dict(chunks=CHUNK), "whole": {},
                  "summed": dict(chunks=CHUNK, compression="gzip", shuffle=True, fletcher32=True), "unshuffled": dict(chunks=CHUNK, compression="gzip")}
        made = {name: file.create_dataset(name, data=np.zeros(SHAPE), **options) for name, options in shapes.items()}
        made["gap"] = file.create_dataset("gap", SHAPE, "f8", chunks=CHUNK, compression="gzip", shuffle=True)
        made["gap"][0] = 1
        assert not any(map(chunks.is_readable, made.values()))


@pytest.mark.parametrize("data", [b"\x78\x9c damaged", b"x\x9cK\x04\x00\x00b\x00b"])
def test_a_damaged_chunk_is_a_damaged_file(tmp_path, data):
    """Bytes that do not unpack, and those that unpack to fewer than the chunk has."""
    column(tmp_path / "x.h5", "<f8").file.close()
    with h5py.File(tmp_path / "x.h5", "r+") as file:
        file.attrs["format"] = "lightsweep"
        file["x"].id.write_direct_chunk((1, 20, 300), data, 0)
    with pytest.raises(results.seal.Unreadable, match="damaged"), results.open_tree(tmp_path / "x.h5") as file:
        chunks.read(file["x"], [np.arange(size) for size in SHAPE])


def test_without_libdeflate_hdf5_reads(tmp_path, monkeypatch):
    """The library is there where the program is; a machine that only reads results may lack it."""
    found = column(tmp_path / "x.h5", "<f8")
    assert chunks.libdeflate() and chunks.is_readable(found)
    monkeypatch.setattr(chunks, "libdeflate", lambda: None)
    assert not chunks.is_readable(found)
