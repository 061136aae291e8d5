"""All-gathers on WDM rings and tori: every scheduler over wavelengths and nodes, circuits that stand, few transmitters."""
import numpy as np

from lightsweep import arrays, maps, page, results
from . import lines

SHOWN = (64, 256, 1024, 4096)  # nodes of the panels, if the sweep has some of them
MOST_PANELS = 5  # side by side


def draw(path, folder, suffix):
    """Pages optree-wavelengths, optree-gain, optree-torus, optree-standing and optree-transmitters."""
    written = []
    for grid, schedulers in lines.grids(path).items():
        steps = {name: lines.column(path, grid, name) for name in schedulers}
        widest = max(steps.values(), key=lambda one: one.ndim)
        long = lines.long_axes(widest)
        if "wdm-optimal" not in steps:
            continue
        if "dims" in widest.coords and "wavelengths" in long:
            written.append(draw_torus(path, folder / f"optree-torus-{grid}.{suffix}", steps))
        elif {"nodes", "wavelengths"} <= long <= {"nodes", "wavelengths", lines.ITEM, results.DELAY} and steps["wdm-optimal"].sizes[
                "wavelengths"] > 5:
            written.append(draw_wavelengths(path, folder / f"optree-wavelengths.{suffix}", grid, steps))
            if {"optree-formula", "wdm-windowed"} <= set(steps):
                written.append(draw_gain(path, folder / f"optree-gain.{suffix}", steps))
        elif "standing" in long:
            written.append(draw_standing(path, folder / f"optree-standing.{suffix}", grid))
        elif "transmitters" in long:
            written.append(draw_transmitters(path, folder / f"optree-transmitters.{suffix}", grid, steps["wdm-optimal"]))
    return results.need(written, path, "grid holds wdm-optimal over nodes and wavelengths", "optree/landscape")


def without(array, *kept):
    """Steps do not depend on the other axes."""
    return array.isel({key: 0 for key in array.dims if key not in kept})


def bound_of(path, grid, kept):
    """Steps of the proven bound: its time over that of a step."""
    data = results.load(path, grid, "wdm-optimal")
    bound = data["lower_bound"] / data["completion_time"] * data["n_steps"]
    return without(bound, *kept)


def draw_wavelengths(path, target, grid, steps):
    kept = ("nodes", "wavelengths")
    held = steps["wdm-optimal"]["nodes"].values
    nodes = [one for one in SHOWN if one in held] or held[::-(-len(held) // MOST_PANELS)].tolist()
    figure, axes = page.panels(len(nodes), 3.5, sharey=False)
    bound = bound_of(path, grid, kept)
    for at, (axis, n) in enumerate(zip(axes, nodes)):
        draw_steps(axis, {name: without(array, *kept).sel(nodes=n) for name, array in steps.items()})
        axis.plot(bound["wavelengths"], bound.sel(nodes=n), color="0.6", linewidth=5, alpha=0.5, zorder=0, label="lower bound (unicast)")
        dress(axis, bound["wavelengths"].values)
        page.finish(axis, f"N = {n}", at)
    axes[0].set_ylabel("steps")
    page.legend(axes[-1])
    return page.write(figure, target, path, "All-gathers on WDM rings: steps over wavelengths", {},
                      lines.kinds(steps))


def draw_steps(axis, steps):
    """A line per scheduler over the wavelengths."""
    for name, line in steps.items():
        title, colour, marker, dash = lines.STYLES[name]
        axis.plot(line["wavelengths"], line, dash, color=colour, marker=marker, markersize=4, linewidth=1.2, label=title)


def dress(axis, wavelengths):
    axis.set_yscale("log")
    page.log_x(axis, wavelengths, str, "wavelengths", base=2, rotation=45)


def draw_torus(path, target, steps):
    """A row of panels per collective, a column per torus, whose dimensions are served one after the other."""
    first = steps["wdm-optimal"]
    across = first["dims"].dims[0]
    collectives = arrays.values_of(first, "collective")
    figure, axes = page.sheet(len(collectives), first.sizes[across], 1.6 + 2.45 * max(first.sizes[across], 2), 0.6 + 2.3 * len(collectives),
                              sharex=True, sharey="row")
    for (row, column), axis in np.ndenumerate(axes):
        torus = str(first["dims"].values[column]).replace("x", " × ")
        draw_steps(axis, {name: arrays.pick(one, collective=collectives[row]).isel({across: column}) for name, one in steps.items()})
        dress(axis, first["wavelengths"].values)
        if row + 1 < len(axes):
            axis.set_xlabel("")
        page.finish(axis, f"{arrays.title_of(collectives[row]).split(',')[0]}, {torus}", row * axes.shape[1] + column)
    for axis in axes[:, 0]:
        axis.set_ylabel("steps")
    page.legend(axes[0][-1])
    return page.write(figure, target, path, "Tori of WDM rings: steps over wavelengths", {},
                      "built schedules; one dimension after the other, all rings of a dimension at once")


def draw_gain(path, target, steps):
    """Steps of the formula, the best tree and the windows over the optimum's, as maps of nodes and wavelengths."""
    kept = ("nodes", "wavelengths")
    least = without(steps["wdm-optimal"], *kept)
    shown = [name for name in ("optree-formula", "optree-tree", "wdm-lifted", "wdm-windowed") if name in steps]
    figure, axes = page.panels(len(shown), 4.0)
    ratios = [(without(steps[name], *kept) / least).transpose("nodes", "wavelengths").values for name in shown]
    most = max(2, *map(page.largest, ratios))
    for at, (axis, name, ratio) in enumerate(zip(axes, shown, ratios)):
        image = axis.imshow(ratio, origin="lower", aspect="auto", cmap=page.BLUES, vmin=1, vmax=most)
        maps.write_cells(axis, ratio, maps.factor, lambda one: one > 1 + 0.6 * (most - 1), 6)
        axis.set_xticks(range(least.sizes["wavelengths"]), least["wavelengths"].values)
        axis.set_yticks(range(least.sizes["nodes"]), least["nodes"].values)
        axis.set_xlabel("wavelengths")
        page.finish(axis, lines.STYLES[name][0], at)
    axes[0].set_ylabel("nodes")
    figure.colorbar(image, ax=list(axes), label="steps over the optimum's", shrink=0.9, pad=0.01)
    return page.write(figure, target, path, "Steps over those of the optimum", {},
                      "below 1: a formula that no schedule reaches")


def draw_standing(path, target, grid):
    """Times over the delay where circuits that stand are charged, and where they are held."""
    times = {name: lines.column(path, grid, name, "completion_time") for name in ("optree-tree", "wdm-windowed", "wdm-optimal")
             if name in lines.grids(path)[grid]}
    first = next(iter(times.values()))
    shown = lines.places(first)
    figure, axes = page.panels(len(shown), 3.3, sharey=False)
    for at, (axis, place) in enumerate(zip(axes, shown)):
        for name, array in times.items():
            title, colour, marker, _ = lines.STYLES[name]
            for standing, dash in (("charged", "--"), ("held", "-")):
                line = arrays.pick(array, **place).sel(standing=standing).squeeze()
                axis.plot(line[results.DELAY], line, dash, color=colour, marker=marker if standing == "held" else None, markersize=3.5,
                          linewidth=1.2, label=f"{title.split(' (')[0]}, {standing}")
        axis.set_yscale("log")
        page.log_x(axis, page.decades(first[results.DELAY].values), page.seconds, "delay of a reconfiguration", fontsize=7)
        page.finish(axis, f"N = {place['nodes']}, w = {place['wavelengths']}", at)
    axes[0].set_ylabel("time [s]")
    page.legend(axes[-1])
    return page.write(figure, target, path,
                      f"Circuits that stand, charged or held: items of {page.size(float(first.attrs['item']))}", {},
                      "held: a step whose circuits stand from before pays no delay; plans are chosen "
                      "for that, few steps or few reconfigurations")


def draw_transmitters(path, target, grid, steps):
    kept = ("nodes", "transmitters")
    figure, axes = page.panels(1, 3.4)
    bound = bound_of(path, grid, kept)
    for at, n in enumerate(steps["nodes"].values):
        line = without(steps, *kept).sel(nodes=n)
        axes[0].plot(line["transmitters"], line, color=page.COLOURS[at], marker="o", markersize=4, label=f"N = {n}, built")
        axes[0].plot(line["transmitters"], bound.sel(nodes=n), ":", color=page.COLOURS[at], label=f"N = {n}, lower bound")
    axes[0].set_yscale("log")
    page.log_x(axes[0], steps["transmitters"].values, str, "transmitters per node and direction", base=2, rotation=45)
    page.finish(axes[0], f"{steps.attrs['wavelengths']} wavelengths")
    axes[0].set_ylabel("steps")
    page.legend(axes[0])
    return page.write(figure, target, path, "wdm-optimal with few transmitters", {},
                      "the bound counts wavelengths and transmitters")
