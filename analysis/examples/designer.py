#!/usr/bin/python3
"""Three questions of a network designer, answered from one file: designer.py OUT.h5 GRID

1. Never reconfigure? The share of the points at which staying on the base is best, per primitive and lanes.
2. How fast must the switch be? The largest reconfiguration delay at which leaving the base pays, exactly, from the
   schedule costs in /envelopes: no matter which delays the grid has. Of schedulers with a list; /unlisted names those without.
3. What is a ring of wavelengths worth, with as many transceivers as the switch has lanes or with all of its own? And what is
   overlap worth: lanes reconfigured one by one (swot) against the best that changes all of them together?

The file needs best and envelopes, as sweeps/cross/small.toml has them.
"""
import sys

import h5py
import numpy as np

RINGS = {"wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal", "wrht", "optree-formula"}
NO_SCHEDULE = {"ideal"}
STAYING = {"static", "ring-hamiltonian", "s-bruck"}
MINIMISED = ("topology", "algorithm", "wavelengths")


def words(values):
    return [value.decode() if isinstance(value, bytes) else str(value) for value in values]


def axes_of(group):
    """Names and values of the axes of a group's arrays, in order."""
    column = group["status"] if "status" in group else group["offset"]
    scales = [column.dims[i][0] for i in range(column.ndim) if len(column.dims[i])]
    return {scale.name.split("/")[-1]: words(scale[...]) if scale.dtype.kind in "OS" else list(scale[...]) for scale in scales}


class Portfolio:
    """The schedules of some schedulers as schedule costs, per primitive, nodes and lanes: minimised over all other axes."""

    def __init__(self, grid_group, schedulers):
        self.costs = {}
        for name in schedulers:
            if name in grid_group:
                self._add(grid_group[name])

    def _add(self, group):
        axes = axes_of(group)
        offset, count = group["offset"][...], group["count"][...]
        columns = [group[c][...] for c in ("n_steps", "hops", "volume", "congestion", "reconfigurations")]
        for at in np.ndindex(offset.shape):
            place = {name: values[i] for (name, values), i in zip(axes.items(), at)}
            key = (place.get("primitive"), place["nodes"], place.get("planes"))
            rows = slice(offset[at], offset[at] + count[at])
            self.costs.setdefault(key, []).append(np.stack([column[rows] for column in columns], axis=1))

    def lines(self, key, fabric, message):
        """(fixed seconds, reconfigurations) of every schedule."""
        costs = np.concatenate(self.costs.get(key, [np.empty((0, 5))]))
        fixed = costs[:, 0] * fabric["per_step_latency"] + costs[:, 1] * fabric["per_hop_latency"]
        return fixed + (costs[:, 2] + costs[:, 3]) * message / fabric["bandwidth"], costs[:, 4]


def critical_delay(fixed, changes):
    """The largest delay at which some schedule with reconfigurations beats all without; 0: never, inf: there is none without."""
    staying = fixed[changes == 0].min(initial=np.inf)
    leaving = changes > 0
    return max(0.0, ((staying - fixed[leaving]) / changes[leaving]).max(initial=0.0))


def seconds(value):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


def never_reconfigure(grid):
    """Among schedulers of the switch: rings of wavelengths are other hardware."""
    times = {name: least(grid[name], axes_of(grid[name])) for name in grid if name not in RINGS | NO_SCHEDULE | {"best"}}
    axes = axes_of(grid["best"])
    names = [name for name in axes if name not in MINIMISED]

    def best_of(some):
        widened = [aligned(*times[name], names) for name in some]
        return np.min(np.broadcast_arrays(*widened), axis=0)

    staying, all_of_them = best_of([name for name in times if name in STAYING]), best_of(times)
    stays = staying <= all_of_them * (1 + 1e-9)
    for k, lanes in enumerate(axes["planes"]):
        for p, primitive in enumerate(axes["primitive"]):
            at = [slice(None)] * stays.ndim
            at[names.index("planes")], at[names.index("primitive")] = k, p
            cell = stays[tuple(at)]
            print(f"  {count(lanes, 'lane')}, {primitive}: staying is best at {100 * cell.mean():.0f} % of {cell.size} points")


def how_fast(envelopes, best, fabric):
    axes = axes_of(best)
    switch = Portfolio(envelopes, [name for name in envelopes if name not in RINGS | NO_SCHEDULE | {"best"}])
    for primitive in axes["primitive"]:
        for nodes in axes["nodes"]:
            for lanes in axes["planes"]:
                delays = [seconds(critical_delay(*switch.lines((primitive, nodes, lanes), fabric, m))) for m in axes["message"]]
                print(f"  {primitive}, {nodes} nodes, {count(lanes, 'lane')}: " + ", ".join(delays))


def least(group, axes):
    """Least times over the axes that best minimises, and the names of the others."""
    times = np.where(np.isin(group["status"][...], (0, 1, 2)), group["completion_time"][...], np.inf)
    drop = tuple(i for i, name in enumerate(axes) if name in MINIMISED)
    return times.min(axis=drop), [name for name in axes if name not in MINIMISED]


def aligned(times, own, names):
    """With an axis of length 1 for every name that it lacks."""
    for i, name in enumerate(names):
        if name not in own:
            times = np.expand_dims(times, i)
    return times


def ratio(one, other):
    (a, names_a), (b, names_b) = least(one, axes_of(one)), least(other, axes_of(other))
    return aligned(a, names_a, names_b) / b


def what_else(grid):
    segments = grid["segments"]
    for name in ("swot", "wdm-windowed", "osm"):
        if name not in grid:
            continue
        gain = 1 / ratio(grid[name], segments)
        gain = gain[np.isfinite(gain)]
        print(f"  {name} against segments: at most {gain.max():.2f} times as fast, faster by more than 1 % at "
              f"{100 * (gain > 1.01).mean():.0f} % of {gain.size} points")


def main(path, name):
    with h5py.File(path) as file:
        grid, envelopes = file[f"grids/{name}"], file[f"envelopes/{name}"]
        best = grid["best"]
        missing = {"primitive", "nodes", "planes", "message"} - set(axes_of(best))
        if missing:
            sys.exit(f"{path}, grid {name}: {', '.join(sorted(missing))} must be axes: lists in the sweep, also of one value")
        fabric = {key: float(best.attrs[key]) for key in ("per_step_latency", "per_hop_latency", "bandwidth")}
        print("1. Never reconfigure?")
        never_reconfigure(grid)
        sizes = ", ".join(f"{m:.0f}" for m in axes_of(best)["message"])
        print(f"2. How fast must the switch be? Largest delay at which leaving the base pays, messages of {sizes} bytes")
        how_fast(envelopes, best, fabric)
        print("3. What are overlap and wavelengths worth?")
        what_else(grid)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
