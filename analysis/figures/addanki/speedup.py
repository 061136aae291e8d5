"""Speedups of addanki, the optimum of base and matchings, as heat maps: figures 1 and 2 of Addanki et al. (HotNets 2025).

White is a speedup of 1 and darker is higher, as in the paper. One page per base topology and latency
per step, one column per collective.
"""
import numpy as np

from lightsweep import arrays, maps, page, results
from .. import delay_panels

SCHEDULERS = ["static", "every-step", "addanki"]
ORDER = ["allreduce/halving-doubling-near", "allreduce/halving-doubling-far", "allreduce/swing", "alltoall/shift"]
ROWS = {"every-step": ("speedup over every-step (BvN)", ("every-step",)),
        "static": ("speedup over static", ("static",)),
        "both": ("speedup over the better of both", ("static", "every-step"))}


def pages(path):
    """[(ending of the file name, panels)]: the paper's columns first, in its order; others as the file has them."""
    found = delay_panels.panels(path, SCHEDULERS)
    results.need(found, path, f"grid holds {', '.join(SCHEDULERS)} over message and reconfiguration_delay above 0", "addanki/fig1")
    order = {collective: at for at, collective in enumerate(ORDER)}
    found.sort(key=lambda panel: order.get(panel.place["collective"], len(order)))
    return delay_panels.sort_into_pages(found)


def a_map(panel, values):
    """The heat map, and the line along which static and every-step take equally long."""
    def draw_crossings(axis):
        messages, crossings = panel[results.MESSAGE], panel.crossings()
        if len(messages) == 1:  # one message: the height of its cell
            messages, crossings = page.edges(messages), np.repeat(crossings, 2)
        axis.plot(crossings, messages, color="#D55E00", linewidth=0.9, linestyle="--")
    return panel.map(arrays.title_of(panel.place["collective"]), values, arrays.most(values), [draw_crossings])


def draw_all(path, folder, suffix, name, rows, heading):
    """A row of maps per kind of speedup; the first page of the file is the main page and has no ending in its name."""
    def draw_page(ending, panels):
        shown = [maps.Row([a_map(one, one.speedup(*others)) for one in panels], text) for text, others in map(ROWS.get, rows)]
        reading = page.reading("dashed: static and every-step take equally long; white: speedup 1", panels)
        return maps.draw_page(path, folder / f"{name}{ending}.{suffix}", shown, f"{heading}: {page.heading(panels[0].place)}", reading,
                              panels[0].fabric(), None)
    return [draw_page(*one) for one in pages(path)]


def figure1(path, folder, suffix):
    """Figure 1: speedup over every-step (top row) and over the static base (bottom row)."""
    return draw_all(path, folder, suffix, "fig1", ["every-step", "static"], "addanki against both extremes")


def figure2(path, folder, suffix):
    """Figure 2: speedup over the better of the two, the transitional regime."""
    return draw_all(path, folder, suffix, "fig2", ["both"], "Transitional regime")
