"""SWOT, figure 7: completion time over the message, a panel per collective and network."""
import numpy as np

from .. import page, results
from . import points

LEAST_SIZES = 4


def draw(path, folder, suffix):
    """A page swot-cct-FIGURE per family of grids, at one delay."""
    found = points.lines(points.read(path), results.MESSAGE, LEAST_SIZES)
    pages = {}
    for (grid, _), group in found.items():
        if is_figure(found, grid):
            pages.setdefault(points.family(grid), []).append(group)
    points.need(pages, path, "times over a range of messages")
    return [draw_page(path, folder / f"swot-cct-{name}.{suffix}", groups) for name, groups in pages.items()]


def is_figure(found, grid):
    """Planes belong to the nodes and nothing else varies: other grids are pages of their own."""
    groups = [group[0] for (name, _), group in found.items() if name == grid]
    return len({(one.collective, one.place["nodes"]) for one in groups}) == len(groups)


def draw_page(path, target, groups):
    """A column per collective, its networks below each other."""
    columns = {}
    for group in groups:
        columns.setdefault(group[0].collective, []).append(group)
    rows = max(map(len, columns.values()))
    figure, axes = points.sheet(rows, len(columns), 0.9 + 2.5 * rows)
    for row, column in np.ndindex(rows, len(columns)):
        mine = list(columns.values())[column]
        if row < len(mine):
            draw_panel(axes[row][column], mine[row], row * len(columns) + column, row + 1 == len(mine))
        else:
            axes[row][column].set_visible(False)
        if column == 0:
            axes[row][0].set_ylabel("completion time [ms]")
    page.legend(axes[0][-1])
    return points.write(figure, target, path, "Collectives on switch planes: SWOT beside its baselines",
                        [one for group in groups for one in group],
                        "one-shot: planes are set once, before the first step; "
                        "strawman: all planes change in lockstep; ideal: without delays")


def draw_panel(axis, group, at, bottom):
    points.draw_group(axis, group, results.MESSAGE)
    points.plain_log(axis)
    points.over_messages(axis, [one.message for one in group], bottom)
    points.finish(axis, f"{points.title_of(group[0].collective)}\n{points.network(group[0].place)}", at)
