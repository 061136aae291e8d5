"""The schedules of one scheduler as linear costs (/envelopes): the time at any point, and whether it is what the file stores.

A schedule takes n_steps x per_step_latency + hops x per_hop_latency + (volume + congestion) x message / bandwidth
+ reconfigurations x reconfiguration_delay. The least of a list is the scheduler's time at any point.
"""
import functools
from dataclasses import dataclass

import numpy as np
import xarray as xr

from . import states
from .results import keys_of, means

COLUMNS = ("n_steps", "hops", "volume", "congestion", "reconfigurations")
PHYSICAL = ("s", "B", "B/s")  # units of the axes that schedule costs are multiplied with
PLACEHOLDERS = ("structure", "point")  # a grid without structural axes keeps its one list under an axis of its own
WITH_TIME = ("optimal", "feasible", "budget", "formula")
# Keys whose values are no part of a schedule: it costs what it costs at any value of them.
FREE = {"message": "B", "item": "B", "bandwidth": "B/s", "plane_bandwidth": "B/s", "per_step_latency": "s", "per_hop_latency": "s",
        "hop_cost": "1", "reconfiguration_delay": "s"}  # with their units
EXACT = 1e-9        # relative: envelopes that differ more are not those of the stored rows
MOST_STRUCTURES = 150
MOST_ALONG = 40     # points along one parametric axis that are compared


def is_parametric(data, axis):
    """Whether schedule costs hold all along an axis: its values, or all keys zipped along it, are physical quantities."""
    zipped = [one for name, one in variables(data).items() if one.dims == (axis,) and name != axis]
    return all(one.attrs.get("units") in PHYSICAL for one in zipped or [data[axis]])


def variables(data):
    """Axes and what varies along them, without the arrays that xarray makes of them: these take longer than all else."""
    return {name: data.variables[name] for name in data.coords}


def has_time(status):
    """Where a scheduler has a plan, by its column `status`."""
    return means(status, WITH_TIME)


class Lists:
    """Where the list of every structure begins in the columns of a group, and how long it is: arrays over the structural axes."""

    def __init__(self, group):
        self.group = group
        columns = [group.read(name) for name in ("offset", "count")]
        self.offset, self.count = (one.squeeze([name for name in one.dims if name in PLACEHOLDERS]) for one in columns)

    @property
    def dims(self):
        return self.offset.dims

    def size(self, name):
        """Numbers in a column of all lists; 0 without it."""
        return self.group.node[name].size if name in self.group else 0

    def at(self, structure):
        """The rows of one structure's list; none where it has no list."""
        first, count = int(self.offset.values[structure]), int(self.count.values[structure])
        return slice(first, first + count) if first >= 0 and count > 0 else slice(0, 0)


class Envelopes(Lists):
    """The envelopes of a scheduler, one list of schedule costs per structure.

    columns   {n_steps, hops, volume, congestion, reconfigurations: values}
    is_formula  whether nobody can carry them out
    states    what the bits of the decisions say, or None
    steps     where the lists of what each does step by step stand, or None
    """

    def __init__(self, group, steps=None):
        super().__init__(group)
        self.steps = steps and Lists(steps)
        self.is_formula = "formula" in group.data.attrs
        self.columns = {name: group.node[name][...] for name in COLUMNS}
        self.states = states.meaning(group.node) if "decision" in group else None

    @functools.cached_property
    def decision(self):
        """Words of every schedule, read when asked for: a row may have thousands; None without."""
        words = self.group.node["decision"][...] if "decision" in self.group else None
        return words if words is None else words.reshape(len(words), int(np.prod(words.shape[1:])))

    def each(self, at, factors):
        """Times of every schedule of a structure over broadcast factors (per step, per hop, message time, delay)."""
        per_step, per_hop, message_time, delay = factors
        for steps, hops, volume, congestion, changes in zip(*(one[self.at(at)] for one in self.columns.values())):
            yield steps * per_step + hops * per_hop + (volume + congestion) * message_time + changes * delay

    def times(self, at, factors):
        """The least of them; infinite without any."""
        return functools.reduce(np.minimum, self.each(at, factors), np.asarray(np.inf))


def value(data, key, otherwise=None):
    """Values of a key along its axis, or the constant. Raises KeyError where neither is there and nothing stands for it."""
    if key in data.coords:
        return xr.Variable(data[key].dims, np.asarray(data[key].values, dtype=float))
    found = data.attrs.get(key, otherwise)
    if found is None:
        raise KeyError(key)
    return xr.Variable((), float(found))


def factors(data, dims):
    """(per step, per hop, message over bandwidth, delay) [s] over these axes; an axis that one does not depend on has length 1.

    Raises KeyError where the file does not say one of them.
    """
    known = keys_of(data)
    if "item" in known:
        message = value(data, "item") * value(data, "nodes")
    else:
        message = value(data, "message", 1 if data.attrs.get("collective") == "custom" else None)
    by_plane = "plane_bandwidth" in known
    bandwidth = value(data, "plane_bandwidth") * value(data, "planes") if by_plane else value(data, "bandwidth")
    found = (value(data, "per_step_latency", 0), value(data, "per_hop_latency", 0) * value(data, "hop_cost", 1), message / bandwidth,
             value(data, "reconfiguration_delay", 0))
    return [over(one, dims) for one in found]


def over(array, dims):
    """Values of a variable with one axis for each of these names, in this order; of length 1 where it has none."""
    return array.set_dims({name: array.sizes.get(name, 1) for name in dims}).values


@dataclass
class Comparison:
    """What comparing the envelopes with stored values showed.

    worst       largest relative deviation of the completion times compared
    compared    how many those were
    tight       whether the stored lower bound is the time itself, wherever compared
    objection   why the envelopes do not stand for the stored values; empty: they do
    """

    worst: float = 0.0
    compared: int = 0
    tight: bool = True
    objection: str = ""


def compare(lists, group, has_time):
    """Compares the envelopes with the completion times and bounds of the scheduler's group where it has a plan (has_time)."""
    result = Comparison()
    for structure in structures_to_compare(lists):
        where = points_of(lists, group.data, has_time, structure)
        try:
            known = factors(group.data.isel(where), has_time.dims)
        except (KeyError, ValueError) as missing:
            return Comparison(objection=f"the file does not say its {missing}")
        compare_structure(lists.times(tuple(structure), known), group, where, has_time.isel(where).values, result)
    if not result.worst <= EXACT:
        result.objection = f"they differ from the stored times by up to {result.worst:.1e}"
    return result


def structures_to_compare(lists, seed=1):
    """All structures with a list, or a sample with a fixed seed."""
    found = np.argwhere(lists.count.values > 0)
    if len(found) > MOST_STRUCTURES:
        found = found[np.sort(np.random.default_rng(seed).choice(len(found), MOST_STRUCTURES, replace=False))]
    return found


def points_of(lists, data, has_time, structure):
    """{axis: indices}: one structure, and points spread over the other axes, both ends among them."""
    index = dict(zip(lists.dims, structure))
    return {name: np.array([index[name]]) if name in index else
            np.unique(np.linspace(0, length - 1, min(length, MOST_ALONG)).round().astype(int)) for name, length in has_time.sizes.items()}


def compare_structure(times, group, where, valid, result):
    stored = group.read("completion_time", where).values
    with np.errstate(invalid="ignore"):
        scale = np.maximum(np.abs(stored), 1e-300)
        off = np.where(valid, np.abs(times - stored) / scale, 0.0)
    result.worst = max(result.worst, float(np.max(off, initial=0.0)) if not np.isnan(off).any() else np.inf)
    result.compared += int(np.count_nonzero(valid))
    if "lower_bound" not in group:
        result.tight = False
    elif result.tight:
        bound = group.read("lower_bound", where).values
        with np.errstate(invalid="ignore"):
            result.tight = bool((~valid | (np.abs(bound - stored) <= EXACT * scale)).all())


def without_list(lists, has_time):
    """Points of the group with a plan whose structure has no list: there were too many schedules for one."""
    listed = lists.count > 0
    return has_time & ~listed.any([name for name in lists.dims if name not in has_time.dims])
