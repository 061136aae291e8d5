"""SWOT, figures 10 and 11: what more planes bring, and the share of time that longer delays take."""
import numpy as np

from lightsweep import page, results
from . import points

LEAST_SIZES = 4


def grids_over(path, key):
    """{collective: {value of the key: points over messages}} of the grids in which the key varies, and their points."""
    grids = points.by_grid(points.lines(points.read(path), results.MESSAGE, LEAST_SIZES)).values()
    panels, found = {}, []
    for group in (group for groups in grids if is_over(groups, key) for group in groups):
        panels.setdefault(group[0].collective, {})[group[0].place[key]] = group
        found += group
    return panels, found


def is_over(groups, key):
    """True if the key has several values with everything else the same, per collective."""
    first = [group[0] for group in groups]
    values = {one.place[key] for one in first}
    shown = {(one.collective, one.place[key]) for one in first}
    others = [one for one in ("nodes", "planes", results.DELAY) if one != key]  # zipped with the key, for instance
    fixed = {tuple(one.place[other] for other in others) for one in first}
    return len(values) > 1 and len(fixed) == 1 and len(shown) == len(first)


def draw_planes(path, folder, suffix):
    """Page swot-planes: the part of Strawman's time that SWOT saves, a line per number of planes."""
    panels, found = grids_over(path, "planes")
    points.need(panels, path, "several numbers of planes over messages")
    figure, axes = points.sheet(1, len(panels), 3.3, 3.0, sharey=True)
    for at, (axis, (collective, groups)) in enumerate(zip(axes[0], panels.items())):
        draw_lines(axis, groups, lambda planes: f"{planes} planes", points.OWN, saved)
        points.finish(axis, points.title_of(collective), at)
    points.percent(axes[0][0], -0.02, 1)
    axes[0][0].set_ylabel("less than Strawman's time")
    page.legend(axes[0][-1])
    return [points.write(figure, folder / f"swot-planes.{suffix}", path,
                         "What more planes save, each with its share of a node's bandwidth", found,
                         "1 - SWOT / Strawman", "hollow")]


def draw_overhead(path, folder, suffix):
    """Page swot-overhead: Strawman's overhead as the release plots it, SWOT's own below."""
    panels, found = grids_over(path, results.DELAY)
    points.need(panels, path, "several delays over messages")
    figure, axes = points.sheet(2, len(panels), 5.2, 3.0, sharey=True)
    for row, name in enumerate((points.LOCKSTEP, points.OWN)):
        for at, (collective, groups) in enumerate(panels.items()):
            draw_lines(axes[row][at], groups, page.seconds, name, overhead, row == 1)
            points.finish(axes[row][at], points.title_of(collective), row * len(panels) + at)
        axes[row][0].set_ylabel(f"{points.STYLES[name][0]}'s overhead")
    points.percent(axes[0][0])
    page.legend(axes[0][-1], title="delay", title_fontsize=8)
    return [points.write(figure, folder / f"swot-overhead.{suffix}", path,
                         "Share of the time that reconfigurations leave exposed, in lockstep (above) and with SWOT (below)",
                         found, "(time - Ideal) / time", "hollow")]


def saved(group, seconds):
    return 1 - seconds / points.column(group, points.LOCKSTEP)


def overhead(group, seconds):
    return 1 - points.column(group, points.LEAST) / seconds


def draw_lines(axis, groups, text, scheduler, of, label=True):
    """A line per value: of(points, the scheduler's times) over the messages, SWOT's with the band to its bound."""
    for at, (value, group) in enumerate(groups.items()):
        x, colour, marker = [one.message for one in group], page.COLOURS[at % len(page.COLOURS)], page.MARKERS[at % len(page.MARKERS)]
        times, bound = points.column(group, scheduler), points.column(group, "bound")
        values = np.maximum(of(group, times), 0)  # -1e-16 is 0
        axis.plot(x, values, color=colour, marker=marker, markersize=4.5, linewidth=1.4, label=text(value), clip_on=False)
        if scheduler == points.OWN:
            points.draw_gap(axis, x, values, of(group, bound), times > bound * points.PROVEN, colour, marker, 4.5)
    points.over_messages(axis, x, label)
