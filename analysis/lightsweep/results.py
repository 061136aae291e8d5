"""A lightsweep result file: its seal, its attributes, its grids and studies as datasets, and the lists of a group."""
import contextlib
import functools
import operator
import os
import pathlib

import h5py
import numpy as np
import xarray as xr

from . import chunks, seal
from .program import Fault

MESSAGE, DELAY = "message", "reconfiguration_delay"
BARE = "This is a netCDF dimension"  # but no variable: a length without values


class MissingData(Fault):
    """The file does not hold what a figure needs; the message says what, where and how to get it."""


def need(found, path, why, sweep=""):
    """`found`, or MissingData if it is empty. why: what there is none of; sweep: which one of the source tree has it."""
    if found is None or not len(found):
        raise MissingData(f"{path}: no {why}" + (f"; run sweeps/{sweep}.toml" if sweep else ""))
    return found


@functools.lru_cache(maxsize=8)
def check_seal(path, size, changed):
    """Once per state of the file: every figure opens it again."""
    seal.check(path)


@contextlib.contextmanager
def open_tree(path):
    """The HDF5 file, read only. Raises MissingData when there is none, Unreadable when it is damaged."""
    if not pathlib.Path(path).is_file():
        raise MissingData(f"{path}: {'is a folder' if pathlib.Path(path).is_dir() else 'no such file'}; give the result of `lightsweep run`")
    state = os.stat(path)
    check_seal(str(path), state.st_size, state.st_mtime_ns)
    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != "lightsweep":
                raise MissingData(f"{path}: is not a lightsweep result; give the result of `lightsweep run`")
            yield file
    except (OSError, KeyError, RuntimeError, TypeError, ValueError) as error:
        why = str(error).strip().splitlines() or [type(error).__name__]
        raise seal.Unreadable(f"{path}: cannot be read as a result: it is damaged, or no HDF5 file ({why[0]}); restore "
                              "a copy, or give the result of `lightsweep run`") from error


def attributes(path):
    """Title, revision and the like, as text."""
    with open_tree(path) as file:
        return {key: value.decode() if isinstance(value, bytes) else str(value)
                for key, value in file.attrs.items()}


def gap(path):
    """"part 1/2, 3 of 12 tasks are missing": what an unfinished file lacks; empty for a whole one."""
    known = attributes(path)
    if known.get("complete", "1") != "0":
        return ""
    part = f"part {known['shard']}, " if "shard" in known else ""
    return f"{part}{known.get('missing_tasks', 'some')} of {known.get('tasks', 'all')} tasks are missing"


def zeros(path):
    """"message 0", "reconfiguration_delay 0": values in the file that no log axis can show."""
    found = []
    with open_tree(path) as file:
        for name in (MESSAGE, DELAY):
            axes = [group[name] for grid in file.get("grids", {}).values() for group in grid.values() if name in group]
            if any((axis[...] <= 0).any() for axis in axes):
                found.append(f"{name} 0")
    return ", ".join(found)


def grids(path, root="grids"):
    """{grid: [groups]} in the order of the file; root "studies" or "timing": {study: [groups or columns]}."""
    with open_tree(path) as file:
        return {grid: list(groups) for grid, groups in file.get(root, {}).items() if hasattr(groups, "items")}


def grid_names(file):
    """Grids with values at their points, and those of lists alone."""
    return [*file.get("grids", {}), *file.get("points", {})]


def studies(path, kind):
    """(name, data) of every study of a kind that has no schedulers of its own."""
    for name in grids(path, "studies"):
        data = load_group(path, f"studies/{name}")
        if data.attrs.get("study") == kind:
            yield name, data


def load(path, grid, group):
    """One group as a dataset in memory; text coordinates as str."""
    return load_group(path, f"grids/{grid}/{group}")


def lists(path, group, columns):
    """(place, {column: values}) for every list of a group, such as /envelopes/<grid>/<scheduler>, in the file's order."""
    data = load_group(path, group)
    for at in np.ndindex(data["offset"].shape):
        first, count = int(data["offset"].values[at]), max(0, int(data["count"].values[at]))
        place = {key: data[key].values[i] for key, i in zip(data["offset"].dims, at) if key in data.coords}
        yield data.attrs | place, {name: data[name].values[first:first + count] for name in columns}


def load_group(path, group):
    """As load, of a group given by its whole path."""
    state = os.stat(path) if pathlib.Path(path).is_file() else None
    return load_once(str(path), state and (state.st_size, state.st_mtime_ns), group).copy()


@functools.lru_cache(maxsize=256)
def load_once(path, state, group):
    """Once per state of the file: opening one of many groups takes long."""
    with open_tree(path) as file:  # the errors of damaged data are those of damaged files
        return read_group(file[group])


def read_group(group, columns=None, masked=True):
    """An HDF5 group as a dataset: its axes, what varies along them, its constants as attributes, and the named columns (default: all).

    masked  whole numbers become floats, and NaN where nothing is stored; otherwise numbers stay as they are stored
    """
    arrays = {name: one for name, one in group.items() if isinstance(one, h5py.Dataset)}
    scales = {name: text(one.attrs.get("NAME", "")) for name, one in arrays.items() if is_scale(one)}
    bare = {name for name, known in scales.items() if known.startswith(BARE)}
    coordinates = scales.keys() - bare
    coordinates |= {word for name in arrays.keys() - scales for word in text(arrays[name].attrs.get("coordinates", "")).split()}
    chosen = coordinates | set(arrays if columns is None else columns)
    read = {name: read_column(one, masked) for name, one in arrays.items() if name in chosen - bare}
    return xr.Dataset({name: one for name, one in read.items() if name not in coordinates},
                      {name: one for name, one in read.items() if name in coordinates}, attributes_of(group))


def read_column(column, masked):
    """(dimensions, values, attributes) of an HDF5 dataset; text as str."""
    values, fill = column[...], column.attrs.get("_FillValue")
    if values.dtype.kind == "O":
        values = np.array([text(one) for one in values.ravel()]).reshape(values.shape)
    elif masked and fill is not None and values.dtype.kind == "i":
        values = np.where(values == fill, np.nan, values)
    return dimensions(column), values, attributes_of(column)


def dimensions(column):
    """Names of the axes of an HDF5 dataset; a scale is its own, "1:8" is an axis without values: the second one, of length 8."""
    if is_scale(column):
        return [column.name.rsplit("/", 1)[1]]
    known = [axis.keys()[0] for axis in column.dims]  # the path of a scale takes milliseconds, its name none
    return [f"{at}:{column.shape[at]}" if name.startswith(BARE) else name for at, name in enumerate(known)]


def is_scale(column):
    return h5py.h5ds.is_scale(column.id)


def attributes_of(node):
    """Attributes of a group or dataset, without those of HDF5 and netCDF, whose references take long to read."""
    hidden = ("CLASS", "NAME", "REFERENCE_LIST", "DIMENSION_LIST", "coordinates")
    return {key: plain(node.attrs[key]) for key in node.attrs if key not in hidden and not key.startswith("_")}


class Group:
    """A group of an open file whose columns are read when they are asked for.

    data  its axes, what varies along them, and its constants as attributes: a dataset without columns
    """

    def __init__(self, node):
        self.node, self.data, self.opened = node, read_group(node, ()), {}

    def __contains__(self, name):
        return name in self.node

    def columns(self):
        """Names of the columns."""
        return [name for name, one in self.node.items() if name not in self.data.coords and not is_scale(one)]

    def read(self, name, where=None):
        """A column as it is stored, over its axes; only at the indices (ascending) of those axes that `where` names."""
        if name not in self.opened:
            self.opened[name] = self.node[name], dimensions(self.node[name]), attributes_of(self.node[name])
        column, names, attributes = self.opened[name]
        kept = {name: np.asarray(where[name]) for name in names if name in (where or {})}
        if kept and chunks.is_readable(column):
            some = [kept.get(name, np.arange(length)) for name, length in zip(names, column.shape)]
            return xr.DataArray(chunks.read(column, some), dims=names, attrs=attributes)
        corner = tuple(slice(kept[name][0], kept[name][-1] + 1) if name in kept else slice(None) for name in names)
        array = xr.DataArray(column[corner], dims=names, attrs=attributes)
        return array.isel({name: at - at[0] for name, at in kept.items()})


def group_at(file, path):
    """A group, None without it."""
    return Group(file[path]) if path in file else None


def text(value):
    """Attributes and names as str."""
    return value.decode() if isinstance(value, bytes) else str(value)


def plain(value):
    """An attribute as a number, a text or a list of them."""
    return text(value) if isinstance(value, (bytes, str)) else np.asarray(value).tolist()


def flags(column):
    """{code: name} of a column whose codes have meanings."""
    codes = np.atleast_1d(column.attrs.get("flag_values", []))
    return dict(zip(map(int, codes), text(column.attrs.get("flag_meanings", "")).split()))


def means(column, words):
    """Where the codes of a column stand for one of these words."""
    wanted = [column == code for code, word in flags(column).items() if word in words]  # a quarter of the time of isin()
    return functools.reduce(operator.or_, wanted, xr.zeros_like(column, dtype=bool))


def collective_name(place):
    """The registry name, with the order of halving/doubling made explicit (default: near).

    "alltoall/best of all" where the group is a minimum over the algorithms, or over all collectives.
    """
    if "collective" not in place and "algorithm" not in place:
        return f"{place['primitive']}/best of all" if "primitive" in place else "best of all"
    name = place.get("collective") or f"{place.get('primitive', 'any')}/{place['algorithm']}"
    if name.endswith("/halving-doubling"):
        name += "-far" if place.get("order") == "far" else "-near"
    return name


def keys_of(data):
    """Names of all keys that a group says, along axes or as constants."""
    return {*data.coords, *data.attrs}


def has_lanes(keys):
    """Whether nodes have lanes or wavelengths that share their bandwidth: no link has all of it, and figures of other papers do
    not hold there."""
    return not {"planes", "wavelengths"}.isdisjoint(keys)
