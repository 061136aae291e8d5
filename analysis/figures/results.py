"""Panels of a lightsweep result file: times over message size and reconfiguration delay."""
import contextlib
import functools
import os
import pathlib
from dataclasses import dataclass

import h5py
import numpy as np
import xarray as xr

from . import seal

MESSAGE, DELAY = "message", "reconfiguration_delay"
COLUMNS = 4  # panels side by side on a page
# What tells the pages of a figure apart, as words of their file names. The nodes stand in every name.
PAGE_WORDS = {
    "topology": str,
    "per_step_latency": lambda value: f"{value * 1e9:g}ns" if value < 1e-6 else f"{value * 1e6:g}us",
    "nodes": lambda value: f"{int(value)}nodes",
    "planes": lambda value: f"{int(value)}planes",
    "per_hop_latency": lambda value: f"{value * 1e9:g}ns-per-hop",
    "bandwidth": lambda value: f"{value * 8e-9:g}Gbps",
}


class MissingData(Exception):
    """The file does not hold what a figure needs; the message says what, where and how to get it."""


def need(found, path, why):
    """`found`, or MissingData if it is empty. why: what is missing, and how to get it."""
    if not found:
        raise MissingData(f"{path}: {why}")
    return found


@dataclass
class Panel:
    """Results of several schedulers over message [B] x delay [s], everything else fixed.

    place     value of every other key: {"topology": "ring-uni", "collective": "allreduce/swing", ...}
    times     completion time [s] per scheduler, arrays of shape (messages, delays)
    left_out  what log axes cannot show: "message 0", or empty
    """

    place: dict
    messages: np.ndarray
    delays: np.ndarray
    times: dict
    left_out: str = ""

    def speedup(self, *others):
        """The fastest of the other schedulers over addanki, per cell; 1 for 0 / 0."""
        best = self.times["addanki"]
        other = np.minimum.reduce([self.times[name] for name in others])
        with np.errstate(invalid="ignore"):
            return np.where((other == 0) & (best == 0), 1.0, other / best)

    def fabric(self):
        """What the small print says of the panel; its page's heading has the latency per step."""
        return {key: value for key, value in self.place.items() if key != "per_step_latency"}

    def all_values(self):
        """Everything that the panel shows."""
        return list(self.times.values())

    def crossings(self):
        """Delay [s] per message at which static and every-step take equally long; NaN where they never do.

        Exact: along the delay both times are straight lines, so that two delays determine them.
        """
        lead = self.times["static"] - self.times["every-step"]
        return np.array([self.root_of_line(row) for row in lead])

    def root_of_line(self, lead):
        """Where a straight line over the delays, known at some of them, falls through zero; or NaN."""
        known = np.flatnonzero(np.isfinite(lead))
        if known.size < 2:
            return np.nan
        first, last = known[np.argmin(self.delays[known])], known[np.argmax(self.delays[known])]
        slope = (lead[first] - lead[last]) / (self.delays[last] - self.delays[first])
        crossing = self.delays[first] + lead[first] / slope if slope > 0 else np.nan
        return crossing if crossing > 0 else np.nan


@functools.lru_cache(maxsize=8)
def check_seal(path, size, changed):
    """Once per state of the file: every figure opens it again."""
    seal.check(path)


@contextlib.contextmanager
def open_tree(path):
    """The HDF5 file, read only. Raises MissingData when there is none, Unreadable when it is damaged."""
    if not pathlib.Path(path).is_file():
        raise MissingData(f"{path}: no such file; give the result of `lightsweep run`")
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
    with open_tree(path):  # the errors of damaged data are those of damaged files
        data = xr.load_dataset(path, group=group, engine="h5netcdf")
    for name in data.coords:
        if data[name].dtype == object:
            words = [v.decode() if isinstance(v, bytes) else str(v) for v in data[name].values]
            data = data.assign_coords({name: (data[name].dims, words)})  # behind an index, it keeps that axis
    return data


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


def place_of(dataset, point):
    """Keys of one panel: the constants of the grid and the values of the other axes."""
    place = {key: value for key, value in dataset.attrs.items()}
    for name, value in point.coords.items():
        if value.ndim == 0:
            place[name] = value.item()
    place["collective"] = collective_name(place)
    return place


def sort_into_pages(found):
    """Panels that differ in the collective only share a page: [(ending of the name, panels)]."""
    by_key = {}
    for panel in found:
        by_key.setdefault(tuple(panel.place.get(key) for key in PAGE_WORDS), []).append(panel)
    result = []
    for ending, group in zip(endings([group[0].place for group in by_key.values()]), by_key.values()):
        for first in range(0, len(group), COLUMNS):
            result.append((f"{ending}-{first // COLUMNS + 1}" if first else ending, group[first:first + COLUMNS]))
    return result


def endings(places):
    """"-ring-100ns-64nodes" for the page of every place: what tells it from the others, and its nodes."""
    vary = [key for key in PAGE_WORDS if key == "nodes" or len({place.get(key) for place in places}) > 1]
    return ["".join(f"-{PAGE_WORDS[key](place[key])}" for key in vary if place.get(key) is not None) for place in places]


def on_log_axes(data):
    """The data above 0 along both axes, ascending, and what that leaves out: "message 0", or empty."""
    left_out = []
    for name in (MESSAGE, DELAY):
        if (data[name] <= 0).any():
            left_out.append(f"{name.replace('_', ' ')} 0")
        data = data.isel({name: np.flatnonzero(data[name].values > 0)}).sortby(name)
    return data, ", ".join(left_out)


def rectangles(dataset, variable):
    """(place, messages, delays, values, left out) for every combination of the other axes that has values."""
    for name in (MESSAGE, DELAY):
        if name not in dataset[variable].dims:
            return
    others = [name for name in dataset[variable].dims if name not in (MESSAGE, DELAY)]
    stacked, left_out = on_log_axes(dataset[variable].transpose(*others, MESSAGE, DELAY))
    if 0 in (stacked.sizes[MESSAGE], stacked.sizes[DELAY]):
        return
    for index in np.ndindex(*[stacked.sizes[name] for name in others]):
        one = stacked.isel(dict(zip(others, index)))
        yield place_of(dataset, one), one[MESSAGE].values, one[DELAY].values, one.values, left_out


def has_lanes(data):
    """Whether nodes have lanes or wavelengths that share their bandwidth: the figures of one paper do not hold there."""
    return bool({"planes", "wavelengths"} & {*data.coords, *data.attrs})


def panels(path, schedulers):
    """All panels of all grids of one link per node that vary in message and delay and hold these schedulers."""
    result = []
    for grid, groups in grids(path).items():
        if not set(schedulers) <= set(groups) or has_lanes(load(path, grid, schedulers[-1])):
            continue
        times = {name: load(path, grid, name) for name in schedulers}
        shape = max(times.values(), key=lambda one: one["completion_time"].ndim)
        for name in times:
            spread = times[name]["completion_time"].broadcast_like(shape["completion_time"])
            shape = shape.assign({name: spread.transpose(*shape["completion_time"].dims)})
        result += grid_panels(shape, schedulers)
    return result


def grid_panels(dataset, schedulers):
    """Panels of one grid, without those that nobody can run."""
    found = {}
    for name in schedulers:
        for at, (place, messages, delays, values, left_out) in enumerate(rectangles(dataset, name)):
            panel = found.setdefault(at, Panel(place, messages, delays, {}, left_out))
            panel.times[name] = values
    return [panel for panel in found.values() if not np.isnan(panel.times[schedulers[-1]]).all()]
