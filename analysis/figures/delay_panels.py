"""Panels: times over message size and reconfiguration delay, everything else fixed, and how they are sorted into pages."""
from dataclasses import dataclass

import numpy as np
import xarray as xr

from lightsweep import arrays, maps, results

COLUMNS = 4  # panels side by side on a page
# What tells the pages of a figure apart, as words of their file names. The nodes stand in every name.
PAGE_WORDS = {
    "topology": str,
    "offsets": "offsets{}".format,
    "route": str,
    "per_step_latency": lambda value: f"{value * 1e9:g}ns" if value < 1e-6 else f"{value * 1e6:g}us",
    "nodes": lambda value: f"{int(value)}nodes",
    "planes": lambda value: f"{int(value)}plane{'s' if value > 1 else ''}",
    "per_hop_latency": lambda value: f"{value * 1e9:g}ns-per-hop",
    "bandwidth": lambda value: f"{value * 8e-9:g}Gbps",
}


@dataclass
class Panel:
    """Columns over message [B] x delay [s], everything else fixed: completion times [s] by the names of schedulers, or winners.

    place     value of every other key: {"topology": "ring-uni", "collective": "allreduce/swing", ...}
    left_out  what log axes cannot show: "message 0", or empty
    """

    place: dict
    data: xr.Dataset
    left_out: str = ""

    def __getitem__(self, name):
        return self.data[name].values

    def speedup(self, *others):
        """The fastest of the other schedulers over addanki, per cell; 1 for 0 / 0."""
        return arrays.without_zero_over_zero(np.minimum.reduce([self[name] for name in others]), self.data["addanki"]).values

    def map(self, title, values, note="", marks=(), cells=False):
        """A heat map of values over the panel; see maps.over_messages."""
        axes = [(name, self[name]) for name in (results.MESSAGE, results.DELAY)]
        return maps.over_messages(title, xr.DataArray(values, axes), note, marks, cells)

    def fabric(self):
        """What the small print says of the panel; its page's heading has the latency per step."""
        return {key: value for key, value in self.place.items() if key != "per_step_latency"}

    def crossings(self):
        """Delay [s] per message at which static and every-step take equally long; NaN where they never do.

        Exact: along the delay both times are straight lines, so that two delays determine them.
        """
        return np.array([self.root_of_line(row) for row in self["static"] - self["every-step"]])

    def root_of_line(self, lead):
        """Where a straight line over the delays (ascending), known at some of them, falls through zero; or NaN."""
        known = np.flatnonzero(np.isfinite(lead))
        if known.size < 2:
            return np.nan
        (first, last), (start, end) = self[results.DELAY][known[[0, -1]]], lead[known[[0, -1]]]
        slope = (start - end) / (last - first)
        crossing = first + start / slope if slope > 0 else np.nan
        return crossing if crossing > 0 else np.nan


def place_of(dataset, point):
    """Keys of one panel: the constants of the grid and the values of the other axes."""
    place = dataset.attrs | {name: value.item() for name, value in point.coords.items() if value.ndim == 0}
    return place | {"collective": results.collective_name(place)}


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


def split(data):
    """A panel for every combination of values along the other axes; none without both axes, or without values above 0."""
    left_out = []
    for name in (results.MESSAGE, results.DELAY):
        if name not in data.dims:
            return
        if (data[name] <= 0).any():
            left_out.append(f"{name.replace('_', ' ')} 0")
        data = data.isel({name: np.flatnonzero(data[name].values > 0)}).sortby(name)
        if not data.sizes[name]:
            return
    for _, one in arrays.apart(data, (results.MESSAGE, results.DELAY)):
        yield Panel(place_of(data, one), one.transpose(results.MESSAGE, results.DELAY), ", ".join(left_out))


def panels(path, schedulers):
    """All panels of all grids of one link per node that vary in message and delay, and where the last of these schedulers can run."""
    grids = [grid for grid in arrays.grids_with(path, schedulers)
             if not results.has_lanes(results.keys_of(results.load(path, grid, schedulers[-1])))]
    found = [panel for grid in grids for panel in split(arrays.times_of(path, grid, schedulers))]
    return [panel for panel in found if not np.isnan(panel[schedulers[-1]]).all()]
