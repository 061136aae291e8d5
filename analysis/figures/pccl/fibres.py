"""PCCL: how many fibres random circuits between servers need, over draws and over wavelengths."""
import numpy as np

from .. import page, results
from . import algorithms

COLOURS, MARKERS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"], ["o", "s", "^", "D"]


def draw(path, folder, suffix):
    """Page pccl-fibres: a histogram per number of circuits at one wavelength, then the means over wavelengths."""
    for grid in results.grids(path, "studies"):
        data = results.load_group(path, f"studies/{grid}")
        if data.attrs.get("study") == "fibres" and {"circuits", "seed"} <= set(data.sizes) <= {"circuits", "seed", "wavelengths"}:
            return [draw_page(path, folder / f"pccl-fibres.{suffix}", data)]
    raise results.MissingData(f"{path}: no study of fibres over circuits and seed; run sweeps/pccl/circuits.toml")


def draw_page(path, target, data):
    """Panels: a histogram per number of circuits; the last one over wavelengths, if they vary."""
    counts = data["circuits"].values
    several = data.sizes.get("wavelengths", 1) > 1
    figure, axes = page.panels(len(counts) + several, 3.3, sharey=False)
    one = data.isel(wavelengths=0) if "wavelengths" in data.dims else data
    for at, count in enumerate(counts):
        draw_histogram(axes[at], one.sel(circuits=count), COLOURS[at % len(COLOURS)])
        page.finish(axes[at], f"{count} circuits, {wavelengths_of(one)}", at)
    axes[0].set_ylabel("draws")
    if several:
        draw_wavelengths(axes[-1], data)
        page.finish(axes[-1], "fibres over wavelengths", len(counts))
    servers = str(data.attrs.get("servers", "")).replace("x", " × ")
    return page.write(figure, target, path, f"Fibres between servers for random circuits on {servers} servers", {},
                      f"{data.sizes['seed']} draws; both directions share a fibre; hatched: "
                      "more than the proven bound, fewer may do; bars from least to most")


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
        colour = COLOURS[at % len(COLOURS)]
        axis.errorbar(places, mean, reach, color=colour, marker=MARKERS[at % len(MARKERS)], markersize=4.5, linewidth=1.3,
                      capsize=3, label=f"{count} circuits")
        axis.plot(places, bound.mean("seed").values, color=colour, linestyle=":", linewidth=1.5, label=None if at else "proven bounds")
    axis.set_xticks(places, [str(one) for one in data["wavelengths"].values])
    axis.set_xlabel("wavelengths of a fibre")
    axis.set_ylabel("fibres, mean of the draws")
    axis.set_ylim(bottom=0)
    axis.grid(True)
    algorithms.legend(axis)
