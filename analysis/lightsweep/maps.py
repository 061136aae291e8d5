"""Pages of heat maps on two axes of any kind: rows of maps, one colour bar per row.

Cells without a value (not applicable, ruled out) are hatched, never white: white is a gain of 1.
"""
from dataclasses import dataclass, field

import numpy as np
from matplotlib import colors
from matplotlib.patches import Rectangle

from . import page, results

MOST_LEVEL = 26    # characters of the tick labels below a map that are not turned
LEVELS = {1.01: ":", 1.1: "--", 2.0: "-"}  # of gains, with the style of their lines
MOST_NUMBERS = 110, 11  # cells, and cells side by side, of a map whose gains are written into them
MOST_CELLS = 100   # of a map whose cells have borders: nothing is known between their values


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

    def cells(self):
        """Few values at unequal distances as cells of one width; others as they are."""
        steps = np.diff(np.log(self.values))
        if not 2 < len(self.values) <= page.FEW or np.ptp(steps) < 1e-6:
            return self
        return Scale(self.label, np.arange(len(self.values)), self.values, self.text, logarithmic=False)


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
    """Maps side by side with one scale of colours; norm None: from 1 to the largest value. Without a label no bar."""

    maps: list
    label: str
    norm: object = None
    colours: object = None
    ticks: list = None
    tick_text: callable = "{:g}×".format


def times(label, values):
    """A logarithmic scale in seconds."""
    return Scale(label, np.asarray(values), page.ticks(values), page.seconds)


def delays(values):
    return times("reconfiguration delay", values)


def sizes(label, values):
    """A logarithmic scale in bytes."""
    return Scale(label, np.asarray(values), page.ticks(values), page.size)


def messages(values):
    return sizes("message size", values)


def over_messages(title, values, note="", marks=(), cells=False):
    """A heat map of an array over message and reconfiguration delay; cells: with the axes of Scale.cells."""
    values = values.transpose(results.MESSAGE, results.DELAY)
    x, y = delays(values[results.DELAY].values), messages(values[results.MESSAGE].values)
    return Map(title, x.cells() if cells else x, y.cells() if cells else y, values.values, note, list(marks))


def names(label, values):
    """A scale of names or counts, each with a tick."""
    return Scale(label, np.arange(len(values)), np.asarray(values), str, logarithmic=False)


def codes_of(values, names):
    """Places of the values among the names as numbers, NaN where one is not there."""
    return np.select([values == name for name in names], range(len(names)), np.nan)


def named_row(maps, label, names, shades):
    """A row of maps of codes, in a colour each, with a colour bar that tells the names."""
    norm, shades = colors.Normalize(-0.5, len(names) - 0.5), colors.ListedColormap(shades)
    return Row(maps, label, norm, shades, list(range(len(names))), lambda at: names[int(at)])


def hatch(axis):
    """Hatches the whole map; what has values is drawn over it."""
    axis.add_patch(Rectangle((0, 0), 1, 1, transform=axis.transAxes, facecolor="0.93", edgecolor="0.6",
                             hatch="////", linewidth=0, zorder=0))


def factor(value):
    """1.38, 12, 340 in a cell of a map; "1" is 1: what is near it has more digits, 1.004."""
    text = f"{value:.3g}" if value < 999.5 else f"{value:.0f}"
    return next((one for digits in (4, 5) if (one := f"{value:.{digits}g}") != "1"), text) if text == "1" else text


def write_cells(axis, values, text, is_dark, fontsize=5.5, places=None):
    """A text in every cell that has a value, white where the cell is dark. places: middles of the cells along x, y."""
    x, y = places or map(range, values.shape[::-1])
    for (row, column), value in np.ndenumerate(values):
        if np.isfinite(value):
            words = axis.text(x[column], y[row], text(value), fontsize=fontsize, ha="center", va="center",
                              color="white" if is_dark(value) else "black")
            words.set_in_layout(False)  # measuring every number takes long


def centres(axis):
    """(the cells of a map, their middles along x, along y): edges of a logarithmic scale are positive."""
    (mesh,) = [one for one in axis.collections if hasattr(one, "get_coordinates")]
    corners = mesh.get_coordinates()
    return mesh, *(np.sqrt(one[1:] * one[:-1]) if one[0] > 0 else (one[1:] + one[:-1]) / 2 for one in (corners[0, :, 0], corners[:, 0, 1]))


def has_numbers(values):
    """Whether the gains are written into the cells of a map: few."""
    return values.size <= MOST_NUMBERS[0] and values.shape[1] <= MOST_NUMBERS[1]


def mark_gains(values):
    """Marks a map of gains: lines at LEVELS, and the numbers where cells are few."""
    def mark(axis):
        mesh, x, y = centres(axis)
        if has_numbers(values):
            write_cells(axis, values, factor, lambda value: mesh.norm(value) > 0.6, places=(x, y))
        elif min(values.shape) > 1:
            shown = [level for level in LEVELS if np.nanmin(values) < level < np.nanmax(values)]
            if shown:
                axis.contour(x, y, np.ma.masked_invalid(values), shown, colors="#B2182B", linewidths=0.9,
                             linestyles=[LEVELS[level] for level in shown])
    return mark


def label_axes(axis, one, left, bottom):
    """Limits and ticks; names and tick labels only on the outer sides."""
    if one.x.logarithmic:
        axis.set_xscale("log")
    if one.y.logarithmic:
        axis.set_yscale("log")
    axis.minorticks_off()
    axis.set_xlim(*one.x.edges()[[0, -1]])
    axis.set_ylim(*one.y.edges()[[0, -1]])
    words = [one.x.text(v) for v in one.x.ticks] if bottom else []
    turned = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if sum(map(len, words)) > MOST_LEVEL else {}
    axis.set_xticks(one.x.places(), words, **turned)
    axis.set_yticks(one.y.places(), [one.y.text(v) for v in one.y.ticks] if left else [])
    if bottom:
        axis.set_xlabel(one.x.label)
    if left:
        axis.set_ylabel(one.y.label)


def draw_map(axis, one, norm, colours, letter):
    """Cells, hatching below them, title, note and marks; returns the image."""
    if np.isnan(one.values).any():
        hatch(axis)
    borders = {"edgecolors": "0.8", "linewidth": 0.4} if one.values.size <= MOST_CELLS else {}
    image = axis.pcolormesh(one.x.edges(), one.y.edges(), np.ma.masked_invalid(one.values), norm=norm, cmap=colours,
                            rasterized=True, **borders)
    axis.set_title(f"{letter} {one.title}")
    if one.note:
        axis.text(0.03, 0.97, one.note, transform=axis.transAxes, fontsize=7.5, ha="left", va="top",
                  bbox={"facecolor": "white", "edgecolor": "0.7", "pad": 2, "lw": 0.5})
    for mark in one.marks:
        mark(axis)
    return image


def draw_row(figure, axes, row, first, bottom, columns):
    """One row of maps with a shared colour bar at its right."""
    norm = row.norm or norm_of([one.values for one in row.maps])
    for at, (axis, one) in enumerate(zip(axes, row.maps)):
        image = draw_map(axis, one, norm, row.colours or page.BLUES, page.letter(first + at))
        below = bottom or one.x.label != columns[-1].maps[at].x.label  # that at the foot of the column
        label_axes(axis, one, at == 0 or list(one.y.ticks) != list(row.maps[0].y.ticks), below)
    if row.label:
        draw_bar(figure, image, axes, norm, row.label, row.ticks, row.tick_text)


def norm_of(maps):
    """Shared scale from 1 to the largest value; logarithmic where it spans more than a factor of 4."""
    largest = max([1.05] + [page.largest(values) for values in maps if np.isfinite(values).any()])
    return colors.LogNorm(1, largest) if largest > 4 else colors.Normalize(1, largest)


def bar_ticks(norm):
    """A few ticks that read as factors."""
    if isinstance(norm, colors.LogNorm):
        ticks = [v for v in (1, 2, 5, 10, 20, 50, 100, 1000, 10000) if v <= norm.vmax]
        return [v for v in ticks if norm.vmax < 200 or v in (1, 10, 100, 1000, 10000)]
    steps = [(0.02, 1.12), (0.05, 1.25), (0.1, 1.6), (0.2, 2.6), (0.5, np.inf)]
    step = next(step for step, below in steps if norm.vmax < below)
    return list(np.arange(1, norm.vmax + 1e-9, step))


def draw_bar(figure, image, axes, norm, text, ticks=None, tick_text="{:g}×".format):
    """The colour bar of a row of maps, with factors at its ticks unless others are given."""
    bar = figure.colorbar(image, ax=list(axes), pad=0.012, fraction=0.03, aspect=18)
    ticks = ticks or bar_ticks(norm)
    bar.set_ticks(ticks, labels=[tick_text(tick) for tick in ticks])
    bar.ax.minorticks_off()
    bar.set_label(text, fontsize=8.5)


def draw_page(path, target, rows, heading, reading, place, hatched="not in the sweep", legend=None):
    """A page of rows; `reading` says below it how it is read, `hatched` what hatching means if `reading` does not.

    legend: (inches of its height, draws it between the maps and the small print). Returns the path written.
    """
    if hatched and any(np.isnan(one.values).any() for row in rows for one in row.maps):
        reading += f"; hatched: {hatched}"
    columns = max(len(row.maps) for row in rows)
    inches, draw_legend = legend or (0, None)
    width, height = 1.9 + (2.7 if legend else 2.25) * max(columns, 2), 1.2 + (2.2 if legend else 2.15) * len(rows) + inches
    figure, axes = page.sheet(len(rows), columns, width, height, foot=0.36 + inches)
    for at, row in enumerate(rows):
        draw_row(figure, axes[at], row, at * columns, at == len(rows) - 1, rows)
    if draw_legend:
        draw_legend(figure)
    return page.write(figure, target, path, heading, place, reading)
