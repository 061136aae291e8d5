"""Pictures of the package: maps of an answer over two axes, and schedules in time."""
import numpy as np
import xarray as xr

from . import maps, page
from .program import Fault

SCALES = {"s": maps.times, "B": maps.sizes}  # by the unit of an axis; others are names
RECONFIGURE = 1              # of an event's activity; 0: sends
LETTER, TINY = 0.0067, 0.012  # parts of the axis: a letter in a bar is this wide; narrower bars carry nothing


def map(values, col=None, row=None, x="reconfiguration_delay", y="message", label="times as fast"):
    """Draws ratios over two axes as a heat map on logarithmic axes, their ticks in KiB, MiB, us, ms; returns matplotlib's Figure.

    values  an array (xarray) over x, y and at most the axes of the panels: a gain is white at 1, cells without a value are hatched;
            few cells have their numbers in them, many have lines at 1.01, 1.1 and 2
    col     axis whose values stand side by side; row: below each other
    label   of the colours
    Raises Fault where it is no array, holds texts or no value from 1 on, lacks an axis or has another one of several values.
    """
    if not isinstance(values, xr.DataArray):
        raise Fault(f"map: {type(values).__name__} is no array over axes; give one column, for example a ratio of two times")
    if values.dtype.kind not in "biuf":
        raise Fault(f"{values.name}: holds texts; a map shows numbers (lightsweep-figures --figure answer shows who wins)")
    largest = page.largest(values.values)
    if not largest >= 1 - 1e-9:
        found = "holds no value" if np.isnan(largest) else f"its largest value is {largest:.4g}"
        raise Fault(f"{values.name}: {found}; a map shows ratios from 1 on, for example of two times")
    panels = [name for name in (row, col) if name]
    others = [name for name in values.dims if name not in (x, y, *panels) and values.sizes[name] > 1]
    wrong = [f"{name} is no axis of these values" for name in (x, y, *panels) if name not in values.dims]
    wrong += [f"{name} has {values.sizes[name]} values" for name in others]
    if wrong:
        raise Fault(f"{', '.join(wrong)}; choose values with .sel(), or name the axes: x, y, col, row")
    values = values.squeeze([name for name in values.dims if name not in (x, y, *panels)], drop=True)
    norm = maps.norm_of([values.values])
    rows = [maps.Row([panel(one, x, y, panels) for one in along(part, col)], label, norm) for part in along(values, row)]
    if not maps.has_numbers(rows[0].maps[0].values):
        for one in rows:
            one.label += "\nlines: 1.01, 1.1, 2"
    figure, axes = page.sheet(len(rows), len(rows[0].maps), 1.9 + 2.25 * max(len(rows[0].maps), 2), 0.9 + 2.15 * len(rows), foot=0)
    for at, one in enumerate(rows):
        maps.draw_row(figure, axes[at], one, at * len(one.maps), at == len(rows) - 1, rows)
    if not panels:
        axes[0][0].set_title("")  # a letter alone
    return figure


def along(values, name):
    return [values.isel({name: at}) for at in range(values.sizes[name])] if name else [values]


def panel(values, x, y, panels):
    """One map, titled by the values that its panel stands for."""
    title = ", ".join(f"{page.text_of(values[name])} {name}" if name == "nodes" else page.text_of(values[name]) for name in panels)
    values = values.sortby([x, y]).transpose(y, x)
    cells = values.values.astype(float)
    note, marks = ("", [maps.mark_gains(cells)]) if np.isfinite(cells).any() else ("no value", [])
    return maps.Map(title, *(scale(values[name]) for name in (x, y)), cells, note, marks)


def scale(axis):
    """Logarithmic where the axis has a unit and no zero, otherwise (and for few values at unequal distances) a cell per value."""
    draw = SCALES.get(axis.attrs.get("units"))
    if draw and axis.values.min() > 0:
        return draw(axis.name.replace("_", " "), axis.values).cells()
    return maps.names(axis.name.replace("_", " "), [page.text_of(one) for one in axis])


def timeline(charts, lettered=True, row="plane {}", reading=""):
    """A page of schedules {title: [(plane, step, activity, bytes, start, end)]} over one axis of time, a row per plane; `reading` at its foot."""
    planes = 1 + max(event[0] for found in charts.values() for event in found)
    last = max(event[-1] for found in charts.values() for event in found)
    figure, axes = page.sheet(len(charts), 1, 8.6, 1.1 + len(charts) * (0.65 + 0.34 * planes), sharex=True)
    factor, unit = (1e6, "us") if last < 5e-3 else (1e3, "ms")
    for at, (axis, (title, found)) in enumerate(zip(axes[:, 0], charts.items())):
        draw_bars(axis, found, factor, last)
        end = max(event[-1] for event in found)
        page.finish(axis, f"{title}: {end * factor:.4g} {unit}", at if lettered else None, fontsize=8.5)
        axis.axvline(end * factor, color="0.3", linewidth=0.9, linestyle=":")
        axis.set_yticks(range(planes), [row.format(one) for one in range(planes)])
        axis.set_ylim(planes - 0.45, -0.55)
    axes[-1][0].set_xlabel(f"time [{unit}]")
    axes[-1][0].set_xlim(0, 1.01 * last * factor)
    figure.text(0.01, 0.13 / figure.get_figheight(), reading, fontsize=6.5, color="0.35", ha="left", va="bottom")
    return figure


def draw_bars(axis, found, factor, last):
    """Bars of a schedule: the step and its bytes in the colour of the step; hatched where nothing is sent."""
    for plane, step, activity, size, start, end in found:
        left, width = start * factor, (end - start) * factor
        if activity == RECONFIGURE:
            axis.barh(plane, width, 0.7, left, color="white", edgecolor="0.55", hatch="////", linewidth=0.8)
            continue
        axis.barh(plane, width, 0.7, left, color=page.COLOURS[step % len(page.COLOURS)], edgecolor="white", linewidth=0.8)
        if end - start > TINY * last:
            full = page.size(np.round(size))
            words = f"{step + 1}\n{full}" if end - start > LETTER * (len(full) + 1) * last else f"{step + 1}"
            axis.text(left + width / 2, plane, words, ha="center", va="center", fontsize=6.5,
                      color="black" if step % len(page.COLOURS) in (1, 3, 4, 6) else "white")
