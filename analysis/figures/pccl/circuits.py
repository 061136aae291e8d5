"""PCCL, figure 19a and the fibres of section 4.2: routes of random circuits through meshes, and fibres between servers."""
import numpy as np

from lightsweep import page, results
from . import algorithms

LIMIT = 2.5  # what the paper says for 256 x 256 [s]


def draw_mesh(path, folder, suffix):
    """Page pccl-mesh: a line per number of circuits, over the side of the mesh."""
    for grid, data in results.studies(path, "routing"):
        if {"mesh", "circuits", "seed"} == set(data.sizes) and grid in results.grids(path, "timing"):
            seconds = results.load_group(path, f"timing/{grid}")["running_time"]
            return [draw_mesh_page(path, folder / f"pccl-mesh.{suffix}", data, seconds)]
    return results.need([], path, "study of routing with running_times over mesh, circuits and seed", "pccl/circuits")


def draw_mesh_page(path, target, data, seconds):
    figure, axes = page.panels(2, 3.4, sharey=False)
    figure.set_figwidth(9)
    failed = 100 * data["circuits_failed"] / (data["circuits_failed"] + data["circuits_routed"])
    for at, count in enumerate(data["circuits"].values):
        style = {"color": page.COLOURS[at % len(page.COLOURS)], "marker": page.MARKERS[at % len(page.MARKERS)],
                 "label": f"{count} circuits"}
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
        page.categories(axis, data["mesh"].values, "interferometers along a side")
        axis.grid(True)
    algorithms.legend(axes[1])
    return page.write(figure, target, path, "Routes of random circuits through a mesh of interferometers", {},
                      f"mean and range over {data.sizes['seed']} draws, one at a time, one "
                      "circuit per waveguide; without a route: found none, one may exist; times belong to the machine; dashed: the paper's for a side of 256")


def draw_spread(axis, values, style):
    """Mean over the seeds, and a band from the least to the most."""
    places = np.arange(values.sizes["mesh"])
    axis.plot(places, values.mean("seed").values, linewidth=1.4, markersize=4.5, **style)
    axis.fill_between(places, values.min("seed").values, values.max("seed").values, color=style["color"], alpha=0.15, linewidth=0)


def draw_fibres(path, folder, suffix):
    """Page pccl-fibres: a histogram per number of circuits at one wavelength, then the means over wavelengths."""
    for _, data in results.studies(path, "fibres"):
        if {"circuits", "seed"} <= set(data.sizes) <= {"circuits", "seed", "wavelengths"}:
            return [draw_fibres_page(path, folder / f"pccl-fibres.{suffix}", data)]
    return results.need([], path, "study of fibres over circuits and seed", "pccl/circuits")


def draw_fibres_page(path, target, data):
    """Panels: a histogram per number of circuits; the last one over wavelengths, if they vary."""
    counts = data["circuits"].values
    several = data.sizes.get("wavelengths", 1) > 1
    figure, axes = page.panels(len(counts) + several, 3.3, sharey=False)
    one = data.isel(wavelengths=0) if "wavelengths" in data.dims else data
    for at, count in enumerate(counts):
        draw_histogram(axes[at], one.sel(circuits=count), page.COLOURS[at % len(page.COLOURS)])
        page.finish(axes[at], f"{count} circuits, {wavelengths_of(one)}", at)
    axes[0].set_ylabel("draws")
    if several:
        draw_wavelengths(axes[-1], data)
        page.finish(axes[-1], "fibres over wavelengths", len(counts))
    servers = str(data.attrs.get("servers", "")).replace("x", " × ")
    return page.write(figure, target, path, f"Fibres between servers for random circuits on {servers} servers", {},
                      f"{data.sizes['seed']} draws; both directions share a fibre"
                      + ("; hatched: more than the proven bound, fewer may do" if (one["fibres"] > one["lower_bound"]).any() else "")
                      + ("; lines with ends: from least to most" if several else ""))


def wavelengths_of(one):
    number = int(one.coords["wavelengths"]) if "wavelengths" in one.coords else int(one.attrs.get("wavelengths", 1))
    return "one wavelength" if number == 1 else f"{number} wavelengths"


def draw_histogram(axis, one, colour):
    """Draws per number of fibres; those above their lower bound hatched on top."""
    fibres, proven = one["fibres"].values.astype(int), (one["fibres"] == one["lower_bound"]).values
    values = np.arange(fibres.min(), fibres.max() + 1)
    exact, open_ones = (np.array([(fibres[chosen] == value).sum() for value in values]) for chosen in (proven, ~proven))
    axis.bar(values, exact, 0.75, color=colour)
    axis.bar(values, open_ones, 0.75, exact, color="white", edgecolor=colour, hatch="////")
    for value, count in zip(values, exact + open_ones):
        axis.annotate(str(count), (value, count), (0, 2), textcoords="offset points", ha="center", va="bottom", fontsize=8)
    axis.set_xticks(values)
    axis.set_xlim(values[0] - 1.5, values[-1] + 1.5)
    axis.set_ylim(0, 1.12 * (exact + open_ones).max())
    axis.set_xlabel("fibres on the busiest edge")


def draw_wavelengths(axis, data):
    """Means of fibres and of their proven bounds."""
    places = np.arange(data.sizes["wavelengths"])
    for at, count in enumerate(data["circuits"].values):
        fibres, bound = (data[name].sel(circuits=count) for name in ("fibres", "lower_bound"))
        mean = fibres.mean("seed").values
        reach = [mean - fibres.min("seed").values, fibres.max("seed").values - mean]
        colour = page.COLOURS[at % len(page.COLOURS)]
        axis.errorbar(places, mean, reach, color=colour, marker=page.MARKERS[at % len(page.MARKERS)], markersize=4.5, linewidth=1.3,
                      capsize=3, label=f"{count} circuits")
        axis.plot(places, bound.mean("seed").values, color=colour, linestyle=":", linewidth=1.5, label=None if at else "proven bounds")
    page.categories(axis, data["wavelengths"].values, "wavelengths of a fibre")
    axis.set_ylabel("fibres, mean of the draws")
    axis.set_ylim(bottom=0)
    axis.grid(True)
    algorithms.legend(axis)
