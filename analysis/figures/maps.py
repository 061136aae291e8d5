"""Pages of heat maps on two axes of any kind: rows of maps, one colour bar per row.

Cells without a value (not applicable, ruled out) are hatched, never white: white is a gain of 1.
"""
from dataclasses import dataclass, field

import numpy as np
from matplotlib import colors
from matplotlib.patches import Rectangle

from . import page, results, speedup


@dataclass
class Scale:
    """One axis of a map: its label, the values, which of them have ticks, and how these read.

    logarithmic  cells are equally wide in the logarithm; otherwise one unit each, at 0, 1, 2, ...
    """

    label: str
    values: np.ndarray
    ticks: np.ndarray
    text: callable
    logarithmic: bool = True

    def edges(self):
        return page.edges(self.values) if self.logarithmic else np.arange(len(self.values) + 1) - 0.5

    def places(self):
        """Where the ticks are drawn."""
        return self.ticks if self.logarithmic else np.arange(len(self.values))


@dataclass
class Map:
    """One heat map: values[y, x], NaN where there is none; `note` is written into its corner."""

    title: str
    x: Scale
    y: Scale
    values: np.ndarray
    note: str = ""
    marks: list = field(default_factory=list)  # functions of the matplotlib axis, called last


@dataclass
class Row:
    """Maps side by side with one scale of colours; norm None: from 1 to the largest value."""

    maps: list
    label: str
    norm: object = None
    colours: object = None
    ticks: list = None
    tick_text: callable = None


def times(label, values):
    """A logarithmic scale in seconds."""
    values = np.asarray(values)
    return Scale(label, values, page.decades(values), page.seconds)


def delays(values):
    return times("reconfiguration delay", values)


def messages(values):
    values = np.asarray(values)
    return Scale("message size", values, page.binary_steps(values), page.size)


def names(label, values):
    """A scale of names or counts, each with a tick."""
    return Scale(label, np.arange(len(values)), np.asarray(values), str, logarithmic=False)


def hatch(axis):
    """Hatches the whole map; what has values is drawn over it."""
    axis.add_patch(Rectangle((0, 0), 1, 1, transform=axis.transAxes, facecolor="0.93", edgecolor="0.6",
                             hatch="////", linewidth=0, zorder=0))


def label_axes(axis, one, left, bottom):
    """Limits and ticks; names and tick labels only on the outer sides."""
    if one.x.logarithmic:
        axis.set_xscale("log")
    if one.y.logarithmic:
        axis.set_yscale("log")
    axis.minorticks_off()
    axis.set_xlim(*one.x.edges()[[0, -1]])
    axis.set_ylim(*one.y.edges()[[0, -1]])
    axis.set_xticks(one.x.places(), [one.x.text(v) for v in one.x.ticks] if bottom else [])
    axis.set_yticks(one.y.places(), [one.y.text(v) for v in one.y.ticks] if left else [])
    axis.tick_params(labelsize=8, length=3)
    if bottom:
        axis.set_xlabel(one.x.label, fontsize=9)
    if left:
        axis.set_ylabel(one.y.label, fontsize=9)


def draw_map(axis, one, norm, colours, letter):
    """Cells, hatching below them, title, note and marks; returns the image."""
    if np.isnan(one.values).any():
        hatch(axis)
    image = axis.pcolormesh(one.x.edges(), one.y.edges(), np.ma.masked_invalid(one.values), norm=norm, cmap=colours,
                            rasterized=True)
    axis.set_title(f"{letter} {one.title}", fontsize=9, loc="left")
    if one.note:
        axis.text(0.03, 0.97, one.note, transform=axis.transAxes, fontsize=7.5, ha="left", va="top",
                  bbox={"facecolor": "white", "edgecolor": "0.7", "pad": 2, "lw": 0.5})
    for mark in one.marks:
        mark(axis)
    return image


def draw_row(figure, axes, row, first, bottom, columns):
    """One row of maps with a shared colour bar at its right."""
    norm = row.norm or speedup.norm_of([one.values for one in row.maps])
    for at, (axis, one) in enumerate(zip(axes, row.maps)):
        image = draw_map(axis, one, norm, row.colours or page.BLUES, page.letter(first + at))
        below = bottom or one.x.label != bottom_label(columns, at)
        label_axes(axis, one, at == 0 or list(one.y.ticks) != list(row.maps[0].y.ticks), below)
    bar = figure.colorbar(image, ax=list(axes), pad=0.012, fraction=0.03, aspect=18)
    ticks = row.ticks or bar_ticks(norm)
    bar.set_ticks(ticks, labels=[(row.tick_text or "{:g}×".format)(tick) for tick in ticks])
    bar.ax.minorticks_off()
    bar.ax.tick_params(labelsize=8)
    bar.set_label(row.label, fontsize=8.5)


def bar_ticks(norm):
    """As for speedups, and closer where the largest is below 1.25."""
    if norm.vmax >= 1.25 or isinstance(norm, colors.LogNorm):
        return speedup.bar_ticks(norm)
    return list(np.arange(1, norm.vmax + 1e-9, 0.05 if norm.vmax >= 1.12 else 0.02))


def bottom_label(rows, at):
    """Label of the x axis at the foot of a column."""
    return rows[-1].maps[at].x.label


def draw_page(path, target, rows, heading, reading, place, hatched="not in the sweep"):
    """A page of rows; `reading` says below it how it is read, `hatched` what hatching means, if there is any.

    Returns the path written.
    """
    if any(np.isnan(one.values).any() for row in rows for one in row.maps):
        reading += f"; hatched: {hatched}"
    columns = max(len(row.maps) for row in rows)
    width, height = 1.9 + 2.25 * max(columns, 2), 1.2 + 2.15 * len(rows)
    figure, axes = page.plt.subplots(len(rows), columns, figsize=(width, height), squeeze=False, layout="constrained")
    leave_foot(figure)
    for at, row in enumerate(rows):
        draw_row(figure, axes[at], row, at * columns, at == len(rows) - 1, rows)
    figure.suptitle(heading, fontsize=10)
    foot(figure, path, place, reading)
    return page.save(figure, target)


def leave_foot(figure, inches=0.36):
    """Room for the small print below the maps."""
    share = inches / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, share, 1, 1 - share), w_pad=0.08)


def foot(figure, path, place, reading):
    """The small print, with the latency per step where the heading does not say it."""
    if "per_step_latency" in place:
        reading += f"; {page.seconds(place['per_step_latency'])} per step"
    page.small_print(figure, results.attributes(path), place, reading)
