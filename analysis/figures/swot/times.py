"""SWOT, figures 7 and 8: completion time over the message, a panel per collective and network, and over the nodes.

One-shot ends where it has fewer planes than configurations.
"""
import numpy as np

from lightsweep import page, results
from . import points

LEAST_SIZES, LEAST_NODES = 4, 4  # of a line


def draw_messages(path, folder, suffix):
    """A page swot-cct-FIGURE per family of grids, at one delay."""
    pages = {}
    for grid, groups in points.by_grid(points.lines(points.read(path), results.MESSAGE, LEAST_SIZES)).items():
        # Planes belong to the nodes and nothing else varies: other grids are pages of their own.
        if len({(one.collective, one.place["nodes"]) for one, *_ in groups}) == len(groups):
            pages.setdefault("-".join(grid.split("-")[:2]), []).extend(groups)  # "figure-7" of "figure-7-16"
    points.need(pages, path, "times over a range of messages")
    return [draw_page(path, folder / f"swot-cct-{name}.{suffix}", name, groups) for name, groups in pages.items()]


def draw_page(path, target, name, groups):
    """A column per collective, its networks below each other."""
    columns = {}
    for group in groups:
        columns.setdefault(group[0].collective, []).append(group)
    rows = max(map(len, columns.values()))
    figure, axes = points.sheet(rows, len(columns), 0.9 + 2.5 * rows)
    for (row, column), axis in np.ndenumerate(axes):
        mine = list(columns.values())[column]
        if row < len(mine):
            draw_panel(axis, mine[row], row * len(columns) + column, row + 1 == len(mine))
        else:
            axis.set_visible(False)
    for axis in axes[:, 0]:
        axis.set_ylabel("completion time [ms]")
    page.legend(axes[0][-1])
    return points.write(figure, target, path, f"Collectives on switch planes: SWOT beside its baselines ({name})",
                        [one for group in groups for one in group],
                        "one-shot: planes are set once, before the first step, where they are enough for all; "
                        "strawman: all planes change in lockstep; ideal: without delays")


def draw_panel(axis, group, at, bottom):
    points.draw_group(axis, group, results.MESSAGE)
    points.plain_log(axis)
    points.over_messages(axis, [one.message for one in group], bottom)
    points.finish(axis, f"{points.title_of(group[0].collective)}\n{points.network(group[0].place)}", at)


def draw_nodes(path, folder, suffix):
    """Page swot-scaling: a panel per collective, time above, reduction of Strawman's below."""
    found = points.lines(points.read(path), "nodes", LEAST_NODES)
    groups = points.need(list(found.values()), path, "times over nodes")
    figure, axes = points.sheet(2, len(groups), 5.2, 3.0)
    for at, group in enumerate(groups):
        draw_times(axes[0][at], group, at)
        draw_reduction(axes[1][at], group)
    most = max(axis.get_ylim()[1] for axis in axes[1])
    for axis in axes[1]:
        points.percent(axis, -0.03 * most, min(1, 1.15 * most))
    axes[0][0].set_ylabel("completion time [ms]")
    axes[1][0].set_ylabel("less than Strawman's")
    page.legend(axes[0][-1])
    return [points.write(figure, folder / f"swot-scaling.{suffix}", path, heading(groups),
                         [one for group in groups for one in group],
                         "lines of One-shot end where the planes are fewer than the configurations")]


def heading(groups):
    messages = {page.size(one.message) for group in groups for one in group}
    planes = {f"{one.place['planes']} planes" for group in groups for one in group}
    words = [one.pop() for one in (messages, planes) if len(one) == 1]
    return "Growing networks" + (f": {', '.join(words)}" if words else "")


def draw_times(axis, group, at):
    points.draw_group(axis, group, "nodes")
    over_nodes(axis, group)
    axis.set_ylim(bottom=0)
    points.finish(axis, points.title_of(group[0].collective), at)


def draw_reduction(axis, group):
    """1 - SWOT / Strawman, printed at the last point."""
    x = [one.place["nodes"] for one in group]
    own, bound, other = (points.column(group, name) for name in (points.OWN, "bound", points.LOCKSTEP))
    values = np.maximum(1 - own / other, 0)  # -1e-16 is 0
    _, colour, marker = points.STYLES[points.OWN]
    axis.plot(x, values, color=colour, marker=marker, markersize=7, linewidth=1.6)
    points.draw_gap(axis, x, values, 1 - bound / other, own > bound * points.PROVEN)
    axis.annotate(f"{100 * values[-1]:.1f} %", (x[-1], values[-1]), (0, 6), textcoords="offset points", ha="right", fontsize=7.5)
    over_nodes(axis, group)
    points.finish(axis)
    axis.set_xlabel("nodes")


def over_nodes(axis, group):
    """Powers of two in the logarithm, other nodes one by one."""
    nodes = [one.place["nodes"] for one in group]
    if all(one & (one - 1) == 0 for one in nodes):
        axis.set_xscale("log", base=2)
        axis.minorticks_off()
    ticks = nodes if len(nodes) < 10 else nodes[::2]
    axis.set_xticks(ticks, [str(one) for one in ticks])
