"""OpTree: steps over the stages (figure 4) and times over the item size (figures 5 to 7)."""
import numpy as np

from lightsweep import arrays, page, results

# Okabe and Ito's colours, told apart by markers and dashes as well. Dashed: formulas.
STYLES = {"optree-formula": ("OpTree (formula)", "#D55E00", "o", "--"), "wrht": ("WRHT (formula)", "#009E73", "s", "--"),
          "wdm-ring": ("Ring (formula)", "#0072B2", "^", "--"), "wdm-neighbor": ("NE (formula)", "#CC79A7", "v", "--"),
          "osm": ("one stage (formula)", "#999999", "x", "--"), "optree-tree": ("best tree (built)", "#D55E00", "o", "-"),
          "wdm-lifted": ("lifted (built)", "#56B4E9", "D", "-"), "wdm-windowed": ("windowed (built)", "#E69F00", "P", "-"),
          "wdm-optimal": ("optimal (built)", "#000000", "*", "-"),
          "wdm-multicast": ("multicast (nodes tap)", "#882255", "X", ":")}
KINDS = {"--": "dashed: formulas, not known to be achievable", "-": "solid: schedules that are built",
         ":": "dotted: built for nodes that tap passing light, where the bound of unicast lightpaths does not hold"}
ITEM, RATE = "item", "wavelength_bandwidth"
STAGES = {512: 6, 1024: 6, 2048: 7, 4096: 8}  # the optima that the paper names in figure 4


def grids(path):
    """Grids of all-gathers with a rate per wavelength: {name: its schedulers, in the order of STYLES}."""
    ours = {grid: [one for one in STYLES if one in groups] for grid, groups in results.grids(path).items()}
    return {grid: names for grid, names in ours.items()
            if names and RATE in results.keys_of(results.load(path, grid, names[0]))}


def column(path, grid, scheduler, name="n_steps"):
    """A column with constants; counts that are missing (-1) as NaN."""
    array = arrays.with_constants(results.load(path, grid, scheduler), name)
    return array.where(array >= 0)


def kinds(schedulers):
    """What the dashes of these schedulers' lines mean."""
    return "; ".join(text for dash, text in KINDS.items() if any(STYLES[one][3] == dash for one in schedulers))


def long_axes(array):
    """Axes of several values."""
    return {key for key in array.dims if array.sizes[key] > 1}


def draw_stages(path, folder, suffix):
    """Page optree-stages: Theorem 1 over the number of stages."""
    for grid in [grid for grid, schedulers in grids(path).items() if "optree-formula" in schedulers]:
        steps = column(path, grid, "optree-formula")
        if long_axes(steps) == {"stages", "nodes"} and steps.sizes["stages"] > 2:
            return [draw_stages_page(path, folder / f"optree-stages.{suffix}", steps.squeeze())]
    return results.need([], path, "grid holds optree-formula over stages and nodes", "optree/figures")


def draw_stages_page(path, target, steps):
    """Left: steps; right: over those of one stage, as the paper normalises."""
    figure, axes = page.panels(2, 3.6, sharey=False)
    stages = steps["stages"].values
    for at, nodes in enumerate(steps["nodes"].values):
        line = steps.sel(nodes=nodes).values
        for axis, values in zip(axes, (line, line / line[0])):
            axis.plot(stages, values, color=page.COLOURS[at], marker="o", markersize=3.2, linewidth=1.3, label=f"N = {nodes}")
            least = np.flatnonzero(line == line.min())
            axis.plot(stages[least], values[least], "o", color=page.COLOURS[at], markersize=7, fillstyle="none")
            if nodes in STAGES:
                axis.plot(STAGES[nodes], values[list(stages).index(STAGES[nodes])], "k+", markersize=9, zorder=4)
        axes[0].annotate(f"{line.min():.0f}", (stages[least[0]], line.min()), (0, 6), textcoords="offset points", ha="center",
                         fontsize=7.5, color=page.COLOURS[at])
    for at, (axis, title) in enumerate(zip(axes, ("steps", "over those of one stage"))):
        axis.set_yscale("log")
        axis.set_xticks(stages)
        axis.set_xlabel("stages k")
        axis.grid(True)
        page.finish(axis, title, at)
    page.legend(axes[1])
    return page.write(figure, target, path, f"OpTree by Theorem 1, {steps.attrs['wavelengths']} wavelengths", {},
                      "rings: fewest steps; crosses: the optimum that the paper names")


def draw_sizes(path, folder, suffix):
    """A page per grid over the item size, panels over nodes and wavelengths."""
    written = []
    for grid, schedulers in grids(path).items():
        times = {name: column(path, grid, name, "completion_time") for name in schedulers}
        first = next(iter(times.values()))
        fits = ITEM in long_axes(first) <= {ITEM, "nodes", "wavelengths"} and len(places(first)) <= 6
        if "optree-formula" in times and fits:
            written.append(draw_sizes_page(path, folder / f"optree-sizes-{grid}.{suffix}", grid, times))
    return results.need(written, path, "grid holds optree-formula over item sizes", "optree/figures")


def places(array):
    """Every combination of nodes and wavelengths."""
    return [{"nodes": n, "wavelengths": w} for n in arrays.values_of(array, "nodes") for w in arrays.values_of(array, "wavelengths")]


def draw_sizes_page(path, target, grid, times):
    first = times["optree-formula"]
    shown = places(first)
    figure, axes = page.panels(len(shown), 3.3)
    for at, (axis, place) in enumerate(zip(axes, shown)):
        unit = float(arrays.pick(first, **place).squeeze().values[0])
        for name, array in times.items():
            title, colour, marker, dash = STYLES[name]
            line = arrays.pick(array, **place).squeeze()
            axis.plot(line[ITEM].values, line.values / unit, dash, color=colour, marker=marker, markersize=3.6, linewidth=1.2,
                      label=title)
        axis.set_yscale("log")
        page.log_x(axis, first[ITEM].values, page.size, "item of a node", rotation=45, ha="right", rotation_mode="anchor")
        page.finish(axis, f"N = {place['nodes']}, w = {place['wavelengths']}", at)
    axes[0].set_ylabel("time over OpTree's\nat the smallest item")
    page.legend(axes[-1])
    return page.write(figure, target, path, f"All-gather: time over the item of a node ({grid})", {},
                      f"{kinds(times)}; every step alike (eq. 3)")
