#!/usr/bin/python3
"""Three questions of a network designer, answered from one file: designer.py OUT.h5 GRID

1. Never reconfigure? The share of the points at which staying on the base is best, per primitive and lanes.
2. How fast must the switch be? The largest reconfiguration delay at which leaving the base pays, exactly, from the
   schedule costs in /envelopes: no matter which delays the grid has. Of schedulers with a list; /unlisted names those without.
3. What is a ring of wavelengths worth, with as many transceivers as the switch has lanes or with all of its own? And what is
   overlap worth: lanes reconfigured one by one (swot) against the best that changes all of them together?

The file needs best and envelopes, as sweeps/cross/small.toml has them.
"""
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent  # the package: of the source tree, or of an installation
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2] / "lib/python3/dist-packages")]
import lightsweep as ls  # noqa: E402
from lightsweep import envelopes, page, results  # noqa: E402

RINGS = {"wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal", "wrht", "optree-formula"}
STAYING = {"static", "ring-hamiltonian", "s-bruck"}
MINIMISED = ("scheduler", "topology", "algorithm", "wavelengths")


def least(result, schedulers):
    """Least times of some schedulers; infinite where none of them has one."""
    some = result.sel(scheduler=[one for one in result.scheduler.values if one in schedulers])
    return some.best(over=[one for one in MINIMISED if one in result.dims]).time.fillna(np.inf)


def count(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


def never_reconfigure(result, switch):
    stays = least(result, STAYING) <= least(result, switch) * (1 + 1e-9)
    for lanes in result.planes.values:
        for primitive in result.primitive.values:
            cell = stays.sel(planes=lanes, primitive=primitive)
            print(f"  {count(lanes, 'lane')}, {primitive}: staying is best at {100 * float(cell.mean()):.0f} % of {cell.size} points")


def costs_of(path, grid, switch):
    """{(primitive, nodes, lanes): schedule costs of all structures, a row each}, of schedulers with a list."""
    found = {}
    for name in [one for one in results.grids(path, "envelopes")[grid] if one in switch]:
        for place, costs in results.lists(path, f"envelopes/{grid}/{name}", envelopes.COLUMNS):
            found.setdefault((place["primitive"], place["nodes"], place.get("planes")), []).append(np.stack([*costs.values()], axis=1))
    return {key: np.concatenate(rows) for key, rows in found.items()}


def critical_delay(costs, fabric, message):
    """The largest delay at which some schedule with reconfigurations beats all without; 0: never, inf: there is none without."""
    steps, hops, volume, congestion, changes = costs.T
    fixed = steps * fabric["per_step_latency"] + hops * fabric["per_hop_latency"] + (volume + congestion) * message / fabric["bandwidth"]
    leaving = changes > 0
    return max(0.0, ((fixed[~leaving].min(initial=np.inf) - fixed[leaving]) / changes[leaving]).max(initial=0.0))


def how_fast(result, costs):
    for primitive in result.primitive.values:
        for nodes in result.nodes.values:
            for lanes in result.planes.values:
                delays = [critical_delay(costs[primitive, nodes, lanes], result.attrs, size) for size in result.message.values]
                print(f"  {primitive}, {nodes} nodes, {count(lanes, 'lane')}: " + ", ".join(page.seconds(float(f"{one:.3g}")) for one in delays))


def what_else(result):
    for name in [one for one in ("swot", "wdm-windowed", "osm") if one in result.scheduler.values]:
        gain = least(result, {"segments"}) / least(result, {name})
        gain = gain.values[np.isfinite(gain.values)]
        print(f"  {name} against segments: at most {gain.max():.2f} times as fast, faster by more than 1 % at "
              f"{100 * (gain > 1.01).mean():.0f} % of {gain.size} points")


def main(path, grid):
    result = ls.open(path, grid, ("completion_time", "status"))
    if missing := {"primitive", "nodes", "planes", "message"} - set(result.dims):
        sys.exit(f"{path}, grid {grid}: {', '.join(sorted(missing))} must be axes: lists in the sweep, also of one value")
    switch = set(result.scheduler.values) - RINGS - {"ideal"}  # which nobody can carry out
    print("1. Never reconfigure?")
    never_reconfigure(result, switch)
    sizes = ", ".join(f"{size:.0f}" for size in result.message.values)
    print(f"2. How fast must the switch be? Largest delay at which leaving the base pays, messages of {sizes} bytes")
    how_fast(result, costs_of(path, grid, switch))
    print("3. What are overlap and wavelengths worth?")
    what_else(result)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
