"""Speedups of the optimal schedule as heat maps: figures 1 and 2 of Addanki et al. (HotNets 2025).

White is a speedup of 1 and darker is higher, as in the paper. One page per base topology and latency
per step, one column per collective.
"""
import numpy as np

from .. import maps, page, results

SCHEDULERS = ["static", "every-step", "addanki"]
ORDER = ["allreduce/halving-doubling-near", "allreduce/halving-doubling-far", "allreduce/swing", "alltoall/shift"]
ROWS = {"every-step": ("speedup over every-step (BvN)", ("every-step",)),
        "static": ("speedup over static", ("static",)),
        "both": ("speedup over the better of both", ("static", "every-step"))}


def place_of(collective):
    """The paper's columns first, in its order; others as the file has them."""
    return ORDER.index(collective) if collective in ORDER else len(ORDER)


def pages(path):
    """[(ending of the file name, panels in the order of the columns)], as the file orders them."""
    found = results.panels(path, SCHEDULERS)
    if not found:
        raise results.MissingData(
            f"{path}: no grid holds {', '.join(SCHEDULERS)} over message and reconfiguration_delay above 0; "
            "run sweeps/addanki/fig1.toml")
    found.sort(key=lambda panel: place_of(panel.place["collective"]))
    return results.sort_into_pages(found)


def draw_map(axis, panel, values, norm):
    """The heat map, and the line along which static and every-step take equally long."""
    image = axis.pcolormesh(page.edges(panel.delays), page.edges(panel.messages), values, norm=norm,
                            cmap=page.BLUES, rasterized=True)
    page.hatch_gaps(axis, values)
    messages, crossings = panel.messages, panel.crossings()
    if len(messages) == 1:  # one message: the height of its cell
        messages, crossings = page.edges(messages), np.repeat(crossings, 2)
    axis.plot(crossings, messages, color="#D55E00", linewidth=0.9, linestyle="--")
    return image


def draw_row(figure, axes, panels, row, first, bottom):
    """One row of maps with a shared colour bar at its right."""
    text, others = ROWS[row]
    shown = [panel.speedup(*others) for panel in panels]
    norm = maps.norm_of(shown)
    for column, (axis, panel, values) in enumerate(zip(axes, panels, shown)):
        image = draw_map(axis, panel, values, norm)
        page.label_axes(axis, panel, column == 0, bottom)
        collective = panel.place["collective"]
        name = page.COLLECTIVES.get(collective, collective)
        axis.set_title(f"{page.letter(first + column)} {name}", fontsize=9, loc="left")
        axis.text(0.03, 0.97, f"max {page.factor(page.largest(values))}", transform=axis.transAxes, fontsize=7.5,
                  ha="left", va="top", bbox={"facecolor": "white", "edgecolor": "0.7", "pad": 2, "lw": 0.5})
    maps.draw_bar(figure, image, axes, norm, text)


def draw_page(path, target, panels, rows, heading):
    """One page: a row of maps per kind of speedup."""
    columns = len(panels)
    width = 1.9 + 2.25 * max(columns, 2)
    figure, axes = page.plt.subplots(len(rows), columns, figsize=(width, 1.15 + 2.25 * len(rows)), squeeze=False,
                                     layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0.32 / figure.get_figheight(), 1, 1 - 0.32 / figure.get_figheight()))
    for at, row in enumerate(rows):
        draw_row(figure, axes[at], panels, row, at * columns, at == len(rows) - 1)
    figure.suptitle(f"{heading}: {page.heading(panels[0].place)}", fontsize=10)
    page.small_print(figure, results.attributes(path), panels[0].place,
                     page.reading("dashed: static and every-step take equally long; white: speedup 1", panels))
    return page.save(figure, target)


def draw_all(path, folder, suffix, name, rows, heading):
    """All pages; the first one of the file is the main page and has no ending in its name."""
    return [draw_page(path, folder / f"{name}{ending}.{suffix}", panels, rows, heading)
            for ending, panels in pages(path)]


def figure1(path, folder, suffix):
    """Figure 1: speedup over every-step (top row) and over the static base (bottom row)."""
    return draw_all(path, folder, suffix, "fig1", ["every-step", "static"], "Optimal schedule against both extremes")


def figure2(path, folder, suffix):
    """Figure 2: speedup over the better of the two, the transitional regime."""
    return draw_all(path, folder, suffix, "fig2", ["both"], "Transitional regime")
