"""PCCL, figure 19a: how long routes through a mesh of interferometers take, and how many are not found."""
import numpy as np

from .. import page, results
from . import algorithms

LIMIT = 2.5  # what the paper says for 256 x 256 [s]
COLOURS, MARKERS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9"], ["o", "s", "^", "D", "v"]


def draw(path, folder, suffix):
    """Page pccl-mesh: a line per number of circuits, over the side of the mesh."""
    for grid in results.grids(path, "studies"):
        data = results.load_group(path, f"studies/{grid}")
        if data.attrs.get("study") == "routing" and {"mesh", "circuits", "seed"} == set(data.sizes) \
                and grid in results.grids(path, "timing"):
            seconds = results.load_group(path, f"timing/{grid}")["running_time"]
            return [draw_page(path, folder / f"pccl-mesh.{suffix}", data, seconds)]
    raise results.MissingData(f"{path}: no study of routing with running_times over mesh, circuits and seed; run "
                              "sweeps/pccl/circuits.toml")


def draw_page(path, target, data, seconds):
    figure, axes = page.panels(2, 3.4, sharey=False)
    figure.set_figwidth(9)
    failed = 100 * data["circuits_failed"] / (data["circuits_failed"] + data["circuits_routed"])
    for at, count in enumerate(data["circuits"].values):
        style = {"color": COLOURS[at % len(COLOURS)], "marker": MARKERS[at % len(MARKERS)], "label": f"{count} circuits"}
        draw_spread(axes[0], seconds.sel(circuits=count), style)
        draw_spread(axes[1], failed.sel(circuits=count), style)
    axes[0].set_yscale("log")
    axes[0].axhline(LIMIT, color="0.4", linewidth=0.9, linestyle="--")
    axes[0].annotate("2.5 s", (0, LIMIT), (2, -2), textcoords="offset points", va="top", fontsize=8, color="0.3")
    low, high = axes[0].get_ylim()
    ticks = [one for one in 10.0 ** np.arange(-6, 3) if low <= one <= high]
    axes[0].set_yticks(ticks, [page.seconds(one) for one in ticks])
    axes[0].minorticks_off()
    axes[1].set_ylim(bottom=0)
    axes[1].set_yticks(axes[1].get_yticks()[:-1], [f"{tick:g} %" for tick in axes[1].get_yticks()[:-1]])
    for at, (axis, title) in enumerate(zip(axes, ("processor time of all routes", "circuits without a route"))):
        page.finish(axis, title, at)
        axis.set_xticks(range(data.sizes["mesh"]), [f"{side}" for side in data["mesh"].values])
        axis.set_xlabel("interferometers along a side")
        axis.grid(True)
    algorithms.legend(axes[1])
    return page.write(figure, target, path, "Routes of random circuits through a mesh of interferometers", {},
                      f"mean and range over {data.sizes['seed']} draws, one at a time, one "
                      "circuit per waveguide; without a route: found none, one may exist; times belong to the machine")


def draw_spread(axis, values, style):
    """Mean over the seeds, and a band from the least to the most."""
    places = np.arange(values.sizes["mesh"])
    axis.plot(places, values.mean("seed").values, linewidth=1.4, markersize=4.5, **style)
    axis.fill_between(places, values.min("seed").values, values.max("seed").values, color=style["color"], alpha=0.15, linewidth=0)
