"""Degree: what more ports per node bring to the base, and what is left for reconfiguration.

A node's bandwidth is shared by its ports. The base gets one link per port at best; a matching has
the whole bandwidth at any degree.
"""
import numpy as np
from matplotlib import colors
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from lightsweep import arrays, maps, page, results
from .degree_bases import (DEGREE, DELAY_SIZE, FAMILIES, MESSAGE_SIZE, at_sizes, bases, collectives, degrees, ideal,
                           least, nearest, those_with)


def draw(path, folder, suffix):
    """Per number of nodes a page over the degree, and one over delay and degree."""
    return [draw_one(path, folder / f"{name}-{nodes}nodes.{suffix}", nodes, found) for nodes, found in bases(path).items()
            for name, draw_one in (("degree", draw_degrees), ("degree-gain", draw_gains))]


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


def label_times(axes):
    """One range of times for all panels, with ticks in seconds at 1, 2 and 5."""
    low = min(axis.get_ylim()[0] for axis in axes)
    high = max(axis.get_ylim()[1] for axis in axes)
    ticks = [d * 10.0**p for p in range(-9, 3) for d in (1, 2, 5) if low <= d * 10.0**p <= high]
    for axis in axes:
        axis.set_ylim(low, high)
        axis.minorticks_off()
        axis.set_yticks(ticks, [page.seconds(v) for v in ticks] if axis is axes[0] else [])
    axes[0].set_ylabel("completion time")


def slowdowns(found, collective):
    """How much longer than the ideal each base needs without reconfiguration: base x degree.

    All bases of the page are rows; NaN where a base has more links than ports, or is not in the sweep.
    """
    values = np.full((len(found), len(degrees(found))), np.nan)
    for base in those_with(found, collective):
        values[found.index(base)] = at_sizes(base, collective)[0].values
    return values / ideal(found, collective)


def slowdown_map(found, collective, title, values, norm):
    """The map of slowdowns with their numbers, and a word on bases that the sweep leaves out."""
    one = maps.Map(title, maps.names("ports per node", degrees(found)),
                   maps.names("base topology", [base.name for base in found]), values)
    left_out = [at for at, base in enumerate(found) if collective not in base.static["collective"].values]
    one.marks += [lambda axis: maps.write_cells(axis, values, lambda one: f"{one:.1f}" if one < 9.95 else f"{one:.0f}", lambda one: norm(one) > 0.55),
                  lambda axis: blank(axis, left_out, values.shape[1])]
    return one


def blank(axis, rows, width):
    """Says of rows that nothing was computed, which is not the same as not applicable."""
    for row in rows:
        axis.add_patch(Rectangle((-0.5, row - 0.5), width, 1, facecolor="white", edgecolor="0.8", linewidth=0.5))
        axis.text((width - 1) / 2, row, "not in the sweep", fontsize=5.5, color="0.5", ha="center", va="center")


def draw_degrees(path, target, nodes, found):
    """Times over the degree above; below, base by base, the factor that staying on it costs."""
    named = collectives(found)
    values = [slowdowns(found, name) for name, _ in named]
    norm = colors.LogNorm(1, max(2, max(np.nanmax(one) for one in values)))
    tables = [slowdown_map(found, name, title, one, norm) for (name, title), one in zip(named, values)]
    figure, axes = page.sheet(2, len(named), 3.1 + 2.35 * max(2, len(named)), 5.9, foot=0.75)
    for at, (axis, (name, title)) in enumerate(zip(axes[0], named)):
        draw_lines(axis, found, name)
        axis.set_xlim(-0.5, len(degrees(found)) - 0.5)
        axis.set_xticks(np.arange(len(degrees(found))), [])
        axis.set_title(f"{page.letter(at)} {title}")
    label_times(list(axes[0]))
    row = maps.Row(tables, "time on the base alone\nover ideal", norm)
    maps.draw_row(figure, axes[1], row, len(named), True, [row])
    add_legend(figure, found)
    example = found[0].optimum
    message, delay = nearest(example, results.MESSAGE, MESSAGE_SIZE), nearest(example, results.DELAY, DELAY_SIZE)
    return page.write(figure, target, path,
                      f"More ports per node: {nodes} nodes, {page.size(message)}, {page.seconds(delay)} reconfiguration "
                      "delay", example.attrs,
                      "links share the node's bandwidth, ports that they cannot share evenly stay "
                      "idle; hatched: more links than ports; ideal: a matching for every step at the smallest delay of the sweep")


def add_legend(figure, found):
    """Families by colour, schedulers by line."""
    families = [FAMILIES[family] for family in dict.fromkeys(base.family for base in found) if family in FAMILIES]
    handles = [Line2D([], [], color=colour, marker=marker, markersize=4, linestyle="none", label=name)
               for name, colour, marker in families]
    handles += [Line2D([], [], color="0.3", linestyle=style, label=text)
                for style, text in (("--", "static"), ("-", "optimum"), (":", "ideal"))]
    page.legend_below(figure, 0.36, len(handles), handles=handles)


def gain_of_best(found, collective, size):
    """Static over optimum at a message size, each on the best base of a degree: degree x delay."""
    where = {"collective": collective, results.MESSAGE: size}
    members = those_with(found, collective)
    gain = least([one.static.sel(where) for one in members]) / least([one.optimum.sel(where) for one in members])
    return gain.transpose(DEGREE, results.DELAY).values


def draw_gains(path, target, nodes, found):
    """Best base of a degree: what reconfiguration still gains over staying on it."""
    x, y = maps.delays(found[0].optimum[results.DELAY].values), maps.names("ports per node", degrees(found))
    held = found[0].static[results.MESSAGE].values
    sizes = [one for one in (2.0**20, MESSAGE_SIZE, 2.0**30) if one in held] or [held[-1]]
    gains = {size: [(title, gain_of_best(found, name, size)) for name, title in collectives(found)] for size in sizes}
    norm = maps.norm_of([gain for those in gains.values() for _, gain in those])
    rows = [maps.Row([maps.Map(f"{title}, {page.size(size)}", x, y, gain, arrays.most(gain)) for title, gain in those],
                     "static over optimum,\neach on its best base", norm) for size, those in gains.items()]
    return maps.draw_page(path, target, rows, f"What reconfiguration gains where the base has more ports: {nodes} nodes",
                          "white: the best base alone is as fast", found[0].static.attrs, "no base with so few links")
