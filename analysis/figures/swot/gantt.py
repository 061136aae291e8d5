"""SWOT, figure 5: what every plane does when, from the events in /schedules."""
import numpy as np

from lightsweep import page, results
from .. import delay_panels
from . import points

MOST_EVENTS = 80
PLACES, TIMES = ("plane", "step", "activity"), ("bytes", "start", "end")
RECONFIGURE = 1  # of the column activity; 0: sends
NARROW, TINY = 0.035, 0.012  # bars below this part of the axis carry the step alone, or nothing


def draw(path, folder, suffix):
    """A page swot-gantt-GRID for every grid of one point whose schedules have few events."""
    written = []
    for grid, schedulers in results.grids(path, "schedules").items():
        charts = {name: found for name in (points.LOCKSTEP, points.OWN) if name in schedulers and (found := events(path, grid, name))}
        if charts:
            written.append(draw_page(path, folder / f"swot-gantt-{grid}.{suffix}", grid, charts))
    return results.need(written, path, f"no /schedules of one point with at most {MOST_EVENTS} events of planes; "
                        f"{points.SWEEP}, or a sweep of one point with schedules = true")


def events(path, grid, scheduler):
    """[(plane, step, activity, bytes, start, end)] of the only point of a grid; empty if it has several, or too many."""
    group = f"schedules/{grid}/{scheduler}"
    if not {"plane", "count"} <= set(data := results.load_group(path, group)) or data["count"].size != 1:
        return []
    (_, found), = results.lists(path, group, PLACES + TIMES)
    found = {name: one.astype(float if name in TIMES else int).tolist() for name, one in found.items()}
    return list(zip(*found.values())) if 0 < len(found["plane"]) <= MOST_EVENTS else []


def draw_page(path, target, grid, charts):
    """A chart per scheduler over one axis of time."""
    planes = 1 + max(event[0] for found in charts.values() for event in found)
    figure, axes = page.sheet(len(charts), 1, 8.6, 1.1 + len(charts) * (0.65 + 0.34 * planes), sharex=True)
    last = max(event[-1] for found in charts.values() for event in found)
    scale, unit = (1e6, "us") if last < 5e-3 else (1e3, "ms")
    for at, (axis, (scheduler, found)) in enumerate(zip(axes[:, 0], charts.items())):
        draw_chart(axis, found, scale, last)
        end = max(event[-1] for event in found)
        points.finish(axis, f"{points.STYLES[scheduler][0]}: {end * scale:.4g} {unit}", at)
        axis.axvline(end * scale, color="0.3", linewidth=0.9, linestyle=":")
        axis.set_yticks(range(planes), [f"plane {one}" for one in range(planes)])
        axis.set_ylim(planes - 0.45, -0.55)
        axis.grid(False)
    axes[-1][0].set_xlabel(f"time [{unit}]")
    axes[-1][0].set_xlim(0, 1.01 * last * scale)
    place = delay_panels.place_of(data := results.load(path, grid, next(iter(charts))), data["completion_time"])
    return page.write(figure, target, path, heading(place), place,
                      "bars: step and the bytes that the plane carries in it; hatched: it reconfigures")


def heading(place):
    words = "custom steps" if place["collective"] == "custom" else points.title_of(place["collective"])
    size = f", {page.size(place['message'])}" if place.get("message") else ""
    return f"What the planes do: {words}{size} on {points.network(place)}"


def draw_chart(axis, found, scale, last):
    """Bars of a schedule."""
    for plane, step, activity, size, start, end in found:
        left, width = start * scale, (end - start) * scale
        if activity == RECONFIGURE:
            axis.barh(plane, width, 0.7, left, color="white", edgecolor="0.55", hatch="////", linewidth=0.8)
            continue
        axis.barh(plane, width, 0.7, left, color=page.COLOURS[step % len(page.COLOURS)], edgecolor="white", linewidth=0.8)
        if end - start > TINY * last:
            words = f"{step + 1}\n{page.size(np.round(size))}" if end - start > NARROW * last else f"{step + 1}"
            axis.text(left + width / 2, plane, words, ha="center", va="center", fontsize=6.5,
                      color="black" if step % len(page.COLOURS) in (1, 3, 4, 6) else "white")
