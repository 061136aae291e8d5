"""Panels: times over message size and reconfiguration delay, everything else fixed, and how they are sorted into pages."""
from dataclasses import dataclass

import numpy as np

from lightsweep import results

COLUMNS = 4  # panels side by side on a page
# What tells the pages of a figure apart, as words of their file names. The nodes stand in every name.
PAGE_WORDS = {
    "topology": str,
    "per_step_latency": lambda value: f"{value * 1e9:g}ns" if value < 1e-6 else f"{value * 1e6:g}us",
    "nodes": lambda value: f"{int(value)}nodes",
    "planes": lambda value: f"{int(value)}plane{'s' if value > 1 else ''}",
    "per_hop_latency": lambda value: f"{value * 1e9:g}ns-per-hop",
    "bandwidth": lambda value: f"{value * 8e-9:g}Gbps",
}


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


def place_of(dataset, point):
    """Keys of one panel: the constants of the grid and the values of the other axes."""
    place = {key: value for key, value in dataset.attrs.items()}
    for name, value in point.coords.items():
        if value.ndim == 0:
            place[name] = value.item()
    place["collective"] = results.collective_name(place)
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
    for name in (results.MESSAGE, results.DELAY):
        if (data[name] <= 0).any():
            left_out.append(f"{name.replace('_', ' ')} 0")
        data = data.isel({name: np.flatnonzero(data[name].values > 0)}).sortby(name)
    return data, ", ".join(left_out)


def rectangles(dataset, variable):
    """(place, messages, delays, values, left out) for every combination of the other axes that has values."""
    for name in (results.MESSAGE, results.DELAY):
        if name not in dataset[variable].dims:
            return
    others = [name for name in dataset[variable].dims if name not in (results.MESSAGE, results.DELAY)]
    stacked, left_out = on_log_axes(dataset[variable].transpose(*others, results.MESSAGE, results.DELAY))
    if 0 in (stacked.sizes[results.MESSAGE], stacked.sizes[results.DELAY]):
        return
    for index in np.ndindex(*[stacked.sizes[name] for name in others]):
        one = stacked.isel(dict(zip(others, index)))
        yield place_of(dataset, one), one[results.MESSAGE].values, one[results.DELAY].values, one.values, left_out


def keys_of(data):
    """Names of all keys that a group says, along axes or as constants."""
    return {*data.coords, *data.attrs}


def panels(path, schedulers):
    """All panels of all grids of one link per node that vary in message and delay and hold these schedulers."""
    result = []
    for grid, groups in results.grids(path).items():
        if not set(schedulers) <= set(groups) or results.has_lanes(keys_of(results.load(path, grid, schedulers[-1]))):
            continue
        times = {name: results.load(path, grid, name) for name in schedulers}
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
