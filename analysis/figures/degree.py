"""Degree: what more ports per node bring to the base, and what is left for reconfiguration.

A node's bandwidth is shared by its ports. The base gets one link per port at best; a matching has
the whole bandwidth at any degree.
"""
import itertools
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib import colors
from matplotlib.lines import Line2D

from . import agenda, maps, page, results

DEGREE = "degree"
KEYS = ("nodes", "topology", "offsets")
DIMS = KEYS + ("collective", DEGREE, agenda.MESSAGE, agenda.DELAY)
MESSAGE_SIZE, DELAY_SIZE = 2.0**26, 1e-4  # of the pages over the degree, or what is next to them
FAMILIES = {"ring": ("bidirectional ring", "#E69F00", "o"), "circulant": ("best co-prime rings", "#0072B2", "s"),
            "torus2d": ("2D torus", "#009E73", "^"), "torus3d": ("3D torus", "#CC79A7", "v")}


@dataclass
class Base:
    """Times of static and of the optimum on one base, over collective, degree, message (and delay)."""

    family: str
    name: str
    static: xr.DataArray
    optimum: xr.DataArray


def bases(path):
    """{nodes: [Base]}, family by family."""
    found = {}
    grids = agenda.need(agenda.grids_with(path, ["static", "addanki"], DEGREE), path,
                        "static and addanki over degree", "degree")
    for grid in grids:
        static, optimum = (agenda.column(path, grid, name, dims=DIMS) for name in ("static", "addanki"))
        keys = [key for key in KEYS if key in static.dims]
        for values in itertools.product(*(static[key].values for key in keys)):
            where = dict(zip(keys, values))
            family = str(where["topology"])
            one = Base(family, base_name(family, where.get("offsets")), static.sel(where), optimum.sel(where))
            found.setdefault(int(where["nodes"]), []).append(one)
    order = list(FAMILIES)
    return {nodes: sorted(those, key=lambda one: order.index(one.family) if one.family in order else len(order))
            for nodes, those in sorted(found.items())}


def base_name(family, offsets):
    if family != "circulant":
        return FAMILIES.get(family, (family,))[0].replace("bidirectional ", "")
    count = str(offsets).count("x") + 1
    return "1 ring, one way" if count == 1 else f"{count} co-prime rings"


def draw(path, folder, suffix):
    """Per number of nodes a page over the degree, and one over delay and degree."""
    written = []
    for nodes, found in bases(path).items():
        ending = "" if not written else f"-{nodes}nodes"
        written.append(draw_degrees(path, folder / f"degree{ending}.{suffix}", nodes, found))
        written.append(draw_gains(path, folder / f"degree-gain{ending}.{suffix}", nodes, found))
    return written


def collectives(found):
    """[(name, title)] of all bases."""
    named = {name: title for base in found for name, title in agenda.collectives(base.static)}
    return sorted(named.items(), key=lambda one: one[0].startswith("alltoall"))


def those_with(found, collective):
    return [base for base in found if collective in base.static["collective"].values]


def degrees(found):
    return found[0].static[DEGREE].values


def at_sizes(base, collective, delay=None):
    """Static and optimum over the degree at the page's message and at a delay (default: the page's)."""
    where = {"collective": collective}
    near = {agenda.MESSAGE: MESSAGE_SIZE}
    static = base.static.sel(where).sel(near, method="nearest")
    optimum = base.optimum.sel(where).sel(near | {agenda.DELAY: delay or DELAY_SIZE}, method="nearest")
    return static, optimum


def ideal(found, collective):
    """Time at the smallest delay of the file: a matching for every step, nearly for free."""
    first = found[0].optimum[agenda.DELAY].values[0]
    return min(np.nanmin(at_sizes(base, collective, first)[1].values) for base in those_with(found, collective))


def least(arrays):
    """Least of several arrays per cell, NaN only where all are."""
    return xr.concat(arrays, "base", coords="minimal", compat="override", join="override").min("base")


def draw_lines(axis, found, collective):
    """Static (dashed) and optimum (solid) over the degree; a family of bases is its best member."""
    for family, (_, colour, marker) in FAMILIES.items():
        members = [at_sizes(base, collective) for base in those_with(found, collective) if base.family == family]
        if not members:
            continue
        for at, style in ((0, {"linestyle": "--", "markerfacecolor": "white"}), (1, {"linestyle": "-"})):
            times = least([one[at] for one in members])
            axis.plot(np.arange(times.size), times.values, color=colour, marker=marker, markersize=4, linewidth=1.1,
                      **style)
    axis.axhline(ideal(found, collective), color="black", linewidth=0.9, linestyle=":")
    axis.set_yscale("log")
    axis.grid(axis="y", color="0.9", linewidth=0.6)
    axis.set_axisbelow(True)


def label_times(axes):
    """One range of times for all panels, with ticks in seconds at 1, 2 and 5."""
    low = min(axis.get_ylim()[0] for axis in axes)
    high = max(axis.get_ylim()[1] for axis in axes)
    ticks = [d * 10.0**p for p in range(-9, 3) for d in (1, 2, 5) if low <= d * 10.0**p <= high]
    for axis in axes:
        axis.set_ylim(low, high)
        axis.minorticks_off()
        axis.set_yticks(ticks, [page.seconds(v) for v in ticks] if axis is axes[0] else [])
        axis.tick_params(labelsize=8, length=3)
    axes[0].set_ylabel("completion time", fontsize=9)


def slowdown_map(found, collective, title):
    """How much longer than the ideal the base needs without reconfiguration: base x degree."""
    members = those_with(found, collective)
    values = np.array([at_sizes(base, collective)[0].values for base in members]) / ideal(found, collective)
    one = maps.Map(title, maps.names("ports per node", degrees(found)),
                   maps.names("base topology", [base.name for base in members]), values)
    one.marks.append(lambda axis: write_numbers(axis, values))
    return one


def write_numbers(axis, values):
    """The factor in each cell, white on dark."""
    for row, column in zip(*np.nonzero(~np.isnan(values))):
        value = values[row, column]
        axis.text(column, row, f"{value:.1f}" if value < 9.95 else f"{value:.0f}", fontsize=5.5, ha="center",
                  va="center", color="white" if value > 9 else "black")


def draw_degrees(path, target, nodes, found):
    """Times over the degree above; below, base by base, the factor that staying on it costs."""
    named = collectives(found)
    tables = [slowdown_map(found, name, title) for name, title in named]
    figure, axes = page.plt.subplots(2, len(named), figsize=(3.1 + 2.35 * max(2, len(named)), 5.9), squeeze=False,
                                     layout="constrained")
    maps.leave_foot(figure, 0.75)
    for at, (axis, (name, title)) in enumerate(zip(axes[0], named)):
        draw_lines(axis, found, name)
        axis.set_xlim(-0.5, len(degrees(found)) - 0.5)
        axis.set_xticks(np.arange(len(degrees(found))), [])
        axis.set_title(f"{page.letter(at)} {title}", fontsize=9, loc="left")
    label_times(list(axes[0]))
    largest = max(np.nanmax(one.values) for one in tables)
    row = maps.Row(tables, "time on the base alone\nover ideal", colors.LogNorm(1, max(largest, 2)))
    maps.draw_row(figure, axes[1], row, len(named), True, [row])
    add_legend(figure, found)
    example = found[0].static
    figure.suptitle(f"More ports per node: {nodes} nodes, {page.size(nearest(example, agenda.MESSAGE, MESSAGE_SIZE))}, "
                    f"{page.seconds(nearest(found[0].optimum, agenda.DELAY, DELAY_SIZE))} reconfiguration delay", fontsize=10)
    maps.foot(figure, path, example.attrs, "links share the node's bandwidth, ports that they cannot share evenly stay "
              "idle; hatched: more links than ports; ideal: a matching for every step, without delay")
    return page.save(figure, target)


def nearest(array, key, value):
    return array[key].sel({key: value}, method="nearest").item()


def add_legend(figure, found):
    """Families by colour, schedulers by line."""
    families = [FAMILIES[family] for family in dict.fromkeys(base.family for base in found) if family in FAMILIES]
    handles = [Line2D([], [], color=colour, marker=marker, markersize=4, linestyle="none", label=name)
               for name, colour, marker in families]
    handles += [Line2D([], [], color="0.3", linestyle=style, label=text)
                for style, text in (("--", "static"), ("-", "optimum"), (":", "ideal"))]
    figure.legend(handles=handles, loc="lower center", ncol=len(handles), fontsize=8, frameon=False,
                  bbox_to_anchor=(0.5, 0.36 / figure.get_figheight()))


def draw_gains(path, target, nodes, found):
    """Best base of a degree: what reconfiguration still gains over staying on it."""
    x = maps.delays(found[0].optimum[agenda.DELAY].values)
    y = maps.names("ports per node", degrees(found))
    sizes = [one for one in (2.0**20, MESSAGE_SIZE, 2.0**30) if one in found[0].static[agenda.MESSAGE].values]
    sizes = sizes or [found[0].static[agenda.MESSAGE].values[-1]]
    rows = []
    for size in sizes:
        made = []
        for name, title in collectives(found):
            where = {"collective": name, agenda.MESSAGE: size}
            members = those_with(found, name)
            gain = least([one.static.sel(where) for one in members]) / least([one.optimum.sel(where) for one in members])
            gain = gain.transpose(DEGREE, agenda.DELAY)
            made.append(maps.Map(f"{title}, {page.size(size)}", x, y, gain.values, agenda.most(gain.values)))
        rows.append(maps.Row(made, "static over optimum,\neach on its best base"))
    norm = maps.speedup.norm_of([one.values for row in rows for one in row.maps])
    for row in rows:
        row.norm = norm
    return maps.draw_page(path, target, rows, f"What reconfiguration gains where the base has more ports: {nodes} nodes",
                          "white: the best base alone is as fast", found[0].static.attrs, "no base with so few links")
