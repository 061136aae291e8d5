"""Uneven all-to-alls: shifts in turn against schedules that know the matrix, over skew, delay and planes."""
import numpy as np
import xarray as xr
from matplotlib import colors

from lightsweep import arrays, maps, page, results

AWARE = ("birkhoff", "eclipse", "solstice")
SKEW, SEED, PLANES = "generator_skew", "generator_seed", "planes"
TITLES = {"zipf": "skew inside every shift", "moe": "skew by column", "uniform": "random entries"}
MOST = 5  # factor at which the colours end


def draw(path, folder, suffix):
    """Page matrices: a row per grid, a map per number of planes."""
    grids = [grid for grid in arrays.grids_with(path, ["rotor", *AWARE], SKEW)
             if {SKEW, results.DELAY} <= {*results.load(path, grid, "eclipse").dims}]
    results.need(grids, path, "grid varies skew and delay for rotor, birkhoff, eclipse and solstice", "traffic/matrices")
    rows = [maps.Row(maps_of(path, grid), "shifts in turn over the best", colors.LogNorm(1, MOST), ticks=[1, 1.5, 2, 3, MOST]) for grid in grids]
    constants = [results.load(path, grid, "rotor").attrs for grid in grids]
    scales = ", ".join(page.size(one["generator_scale"]) for one in constants if "generator_scale" in one)
    return [maps.draw_page(path, folder / f"matrices.{suffix}", rows, "Uneven all-to-alls: what knowing the matrix gains",
                           "how much longer shifts in turn take than the best schedule that knows the matrix; median over the seeds"
                           + (f"; scale of the entries, row by row: {scales}" if scales else ""), constants[0])]


def gain(path, grid):
    """Time of shifts in turn over the best that knows the matrix: axes planes, skew, delay; median over seeds."""
    times = {name: arrays.column(path, grid, name, dims=(PLANES,)) for name in ("rotor", *AWARE)}
    best = xr.concat([times[name] for name in AWARE], "scheduler").min("scheduler")
    ratio = times["rotor"] / best
    if SEED in ratio.dims:
        ratio = ratio.median(SEED)
    return arrays.only(ratio, (PLANES, SKEW, results.DELAY), path)


def maps_of(path, grid):
    ratio = gain(path, grid)
    kind = str(results.load(path, grid, "rotor").attrs.get("generator", ""))
    found = []
    for planes in ratio[PLANES].values:
        one = ratio.sel({PLANES: planes}).transpose(SKEW, results.DELAY)
        title = f"{TITLES.get(kind, kind)}, {int(planes)} plane{'s' if planes > 1 else ''}"
        found.append(maps.Map(title, maps.delays(one[results.DELAY].values), maps.names("skew [%]", [int(v) for v in one[SKEW].values]),
                              np.asarray(one.values), note=arrays.most(one.values)))
    return found
