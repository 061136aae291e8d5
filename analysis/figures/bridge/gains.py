"""BRIDGE: what reusable subrings gain over the baselines, one page per grid.

Maps over the delay and whatever varies beside it (figures 5 to 7, 9 to 11). Where the delay is one value, speedups over
a reference along the message, with BRIDGE's gain over the best baseline in an inset (figures 8 and 12). Each baseline runs
its own algorithm: the least over the grid's.
"""
import functools

import numpy as np
from matplotlib import colors

from lightsweep import arrays, maps, page, results

BASELINES = {"s-bruck": "S-Bruck", "g-bruck": "G-Bruck", "r-hd": "R-HD", "ring-hamiltonian": "RING"}
STYLES = {"s-bruck": "#56B4E9", "g-bruck": "#E69F00", "r-hd": "#009E73", "ring-hamiltonian": "#CC79A7"}
REFERENCES = ("ring-hamiltonian", "s-bruck")  # of the speedups over the message, the first that ran
KEYS = {"per_hop_latency": "latency per hop", "nodes": "nodes", results.MESSAGE: "message size",
        results.DELAY: "reconfiguration delay"}
DIMS = (results.MESSAGE, results.DELAY, "per_hop_latency", "nodes")
# Of the colours, by how far their scale reaches.
TICKS = {1.5: (0.8, 0.9, 1, 1.1, 1.2, 1.4), 4: (0.3, 0.5, 0.7, 1, 1.5, 2, 3), np.inf: (0.03, 0.1, 0.3, 1, 3, 10, 30)}
MOST_MAPS = 8  # side by side
LEAST_POINTS = 8  # of a line over the message
OPTIONS = {"g-bruck": "charge_first", "bridge-paper": "reconfigurations"}  # other readings than those of the baselines


def time_of(path, grid, scheduler, dims=DIMS):
    """Completion time, the least of the algorithms that the scheduler takes; empty where it takes none of the grid's."""
    column = arrays.column(path, grid, scheduler, dims=dims)
    if not column.size:
        return column
    least = column.min("collective", skipna=True, keep_attrs=True) if "collective" in column.dims else column
    return least.squeeze([key for key in least.dims if key not in dims and least.sizes[key] == 1], drop=True)


def baselines(path, grid, time_of=time_of):
    """{baseline: its time} of those that ran in the grid."""
    ran = [name for name in BASELINES if name in results.grids(path)[grid]]
    return {name: time for name in ran if (time := time_of(path, grid, name)).size}


def draw(path, folder, suffix):
    """A page for every grid that holds bridge and a baseline, over the delay or a range of messages."""
    grids = [grid for grid in arrays.grids_with(path, ["bridge"]) if is_comparison(path, grid)]
    results.need(grids, path, "grid holds bridge over delays or a range of messages", "bridge/alltoall")
    written = []
    for grid in grids:
        optimum = time_of(path, grid, "bridge")
        ratios = {name: time / optimum for name, time in baselines(path, grid).items()}
        if ratios := {name: ratio for name, ratio in ratios.items() if np.isfinite(ratio).any()}:
            draw_page = draw_lines if optimum.sizes.get(results.DELAY, 1) == 1 else draw_maps
            written.append(draw_page(path, folder / f"bridge-{grid}.{suffix}", grid, optimum, ratios))
    return written


def is_comparison(path, grid):
    """One primitive, nothing varied but DIMS, enough delays or messages to draw over, and no more maps than fit."""
    groups = results.grids(path)[grid]
    data = results.load(path, grid, "bridge")
    sizes = data["completion_time"].sizes
    names = [str(one) for one in np.atleast_1d(data["collective"].values)] if "collective" in data.coords else []
    one_primitive = len({name.split("/")[0] for name in names}) <= 1 and sizes.get("primitive", 1) == 1
    others = [key for key in sizes if key not in (*DIMS, "collective", "primitive", "algorithm", "order")]
    options = [name for name, option in OPTIONS.items()
               if name in groups and results.load(path, grid, name).attrs.get(option)]
    enough = sizes.get(results.DELAY, 1) > 1 or sizes.get(results.MESSAGE, 1) >= LEAST_POINTS
    varied = [sizes[key] for key in ("nodes", "per_hop_latency", results.MESSAGE) if sizes.get(key, 1) > 1]
    fits = sizes.get(results.DELAY, 1) == 1 or len(varied) <= 1 or (len(varied) == 2 and varied[1] <= MOST_MAPS)
    return one_primitive and enough and fits and not options and all(sizes[key] == 1 for key in others)


def axes_of(optimum):
    """(y axis of the maps, axis along the columns or None): what varies beside the delay."""
    varying = [key for key in ("nodes", "per_hop_latency", results.MESSAGE) if optimum.sizes.get(key, 1) > 1]
    return varying[0] if varying else results.MESSAGE, varying[1] if len(varying) > 1 else None


def text_of(key, value):
    if key == results.MESSAGE:
        return page.size(value)
    return str(int(value)) if key == "nodes" else page.seconds(value)


def a_map(title, ratio, y, largest):
    """With the factor in each cell, as the paper's maps have them. Every value is a row: the grids are short lists."""
    values = ratio.transpose(y, results.DELAY).values
    x, y = (maps.names(KEYS[key], [text_of(key, value) for value in ratio[key].values]) for key in (results.DELAY, y))

    def mark(axis):
        maps.write_cells(axis, values, maps.factor, lambda one: abs(np.log(one)) > 0.7 * np.log(largest))
    return maps.Map(title, x, y, values, marks=[mark])


def draw_maps(path, target, grid, optimum, ratios):
    """A row of maps per baseline and one for the better of all, white where both are as fast."""
    y, along = axes_of(optimum)
    best = sum_up(ratios)
    shown = {BASELINES[name]: ratio for name, ratio in ratios.items()} | {"the best of them": best}
    rows = [a_row(name, columns(ratio, along), y, ratio.values) for name, ratio in shown.items()]
    reading = "blue: BRIDGE is faster; red: the baseline is; every row has its own scale; every scheduler with its own algorithm"
    return maps.draw_page(path, target, rows, f"Baselines over BRIDGE by {KEYS[y]}: {primitive_of(path, grid)}", reading, optimum.attrs)


def primitive_of(path, grid):
    """What the collectives of a grid are for."""
    data = results.load(path, grid, "bridge")
    first = {key: one.values.ravel()[0] for key, one in data.coords.items() if one.size}
    name = results.collective_name(data.attrs | first).split("/")[0]
    return page.PRIMITIVES.get(name, name)


def a_row(name, found, y, values):
    """Maps of one baseline on a scale of their own, as far below 1 as above, at most to 32."""
    largest = np.exp(np.clip(np.nanmax(np.abs(np.log(values))), np.log(1.2), np.log(32)))
    ticks = [tick for tick in TICKS[min(most for most in TICKS if largest <= most)] if 1 / largest <= tick <= largest]
    return maps.Row([a_map(f"{name} / BRIDGE\n{where}".rstrip(), one, y, largest) for where, one in found],
                    "time over BRIDGE's", colors.LogNorm(1 / largest, largest), "RdBu", ticks)


def columns(ratio, along):
    """[(what is said above a map, the ratio there)]."""
    if along is None:
        return [("", ratio.squeeze(drop=True))]
    return [(f"{KEYS[along]} {text_of(along, value)}", ratio.sel({along: value}).squeeze(drop=True)) for value in ratio[along].values]


def sum_up(ratios):
    """The least of all baselines."""
    return functools.reduce(np.fmin, ratios.values())


def draw_lines(path, target, grid, optimum, ratios):
    """Speedups over the reference along the message, a panel per latency."""
    along = "per_hop_latency" if optimum.sizes.get("per_hop_latency", 1) > 1 else None
    reference = next(name for name in (*REFERENCES, *ratios) if name in ratios)
    speedups = {name: columns(one.squeeze(results.DELAY, drop=True), along) for name, one in (
        ("bridge", ratios[reference]), *((name, ratios[reference] / one) for name, one in ratios.items() if name != reference))}
    best = columns(sum_up(ratios).squeeze(results.DELAY, drop=True), along)
    figure, axes = page.sheet(1, len(best), 2.6 + 3.1 * max(len(best), 2), 3.4, sharey=True)
    for at, (axis, (where, gain)) in enumerate(zip(axes[0], best)):
        for name, found in speedups.items():
            values = found[at][1]
            axis.plot(values[results.MESSAGE].values, values.values, color=STYLES.get(name, "#D55E00"), label=BASELINES.get(name, "BRIDGE"),
                      linewidth=1.2 if name in STYLES else 2.2, zorder=2 if name in STYLES else 1.9)
        dress(axis, gain[results.MESSAGE].values)
        page.finish(axis, where, at if len(best) > 1 else None)
        draw_inset(axis, gain, rising=bool(speedups["bridge"][at][1][-1] > speedups["bridge"][at][1][0]))
    axes[0][0].set_ylabel(f"speedup over {BASELINES[reference]}")
    page.legend(axes[0][-1])
    delay = page.seconds(float(optimum.coords[results.DELAY].values.ravel()[0]))
    return page.write(figure, target, path, f"BRIDGE and its baselines over {BASELINES[reference]} at a delay of {delay}: {primitive_of(path, grid)}",
                      optimum.attrs, "insets: BRIDGE's gain over the best baseline at every size")


def dress(axis, sizes):
    axis.axhline(1, color="0.6", linewidth=0.8, zorder=0)
    axis.set_yscale("log")
    axis.set_ylim(bottom=min(axis.get_ylim()[0], 0.2))
    axis.set_yticks([0.2, 0.5, 1, 2, 5, 10], ["0.2×", "0.5×", "1×", "2×", "5×", "10×"])
    page.log_x(axis, page.decades(sizes), page.size, "message size")


def draw_inset(axis, gain, rising):
    """BRIDGE's gain over the best baseline, in the corner that the curves leave."""
    inset = axis.inset_axes((0.58, 0.08, 0.4, 0.3) if rising else (0.65, 0.74, 0.33, 0.24))
    inset.plot(gain[results.MESSAGE].values, gain.values, color="#D55E00", linewidth=1.3)
    inset.set_xscale("log")
    inset.set_xticks([])
    inset.minorticks_off()
    most = float(gain.max())
    inset.set_ylim(0.95, 1.1 * most)
    inset.set_yticks([1, most], ["1×", f"{most:.2f}×"], fontsize=7)
    inset.patch.set_alpha(0.9)
