"""SWOT, figure 5: what every plane does when, from the events in /schedules."""
from lightsweep import page, pictures, results

from .. import delay_panels
from . import points

MOST_EVENTS = 80
PLACES, TIMES = ("plane", "step", "activity"), ("bytes", "start", "end")


def draw(path, folder, suffix):
    """A page swot-gantt-GRID for every grid of one point whose schedules have few events."""
    charts = {grid: {name: found for name in (points.LOCKSTEP, points.OWN) if name in schedulers and (found := events(path, grid, name))}
              for grid, schedulers in results.grids(path, "schedules").items()}
    written = [draw_page(path, folder / f"swot-gantt-{grid}.{suffix}", grid, found) for grid, found in charts.items() if found]
    return results.need(written, path, f"/schedules of one point with at most {MOST_EVENTS} events of planes; "
                        "run sweeps/swot/paper.toml, or a sweep of one point with schedules = true")


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
    figure = pictures.timeline({points.STYLES[scheduler][0]: found for scheduler, found in charts.items()})
    place = delay_panels.place_of(data := results.load(path, grid, next(iter(charts))), data["completion_time"])
    return page.write(figure, target, path, heading(place), place,
                      "bars: step and the bytes that the plane carries in it; hatched: it reconfigures")


def heading(place):
    words = "custom steps" if place["collective"] == "custom" else points.title_of(place["collective"])
    size = f", {page.size(place['message'])}" if place.get("message") else ""
    return f"What the planes do: {words}{size} on {points.network(place)}"
