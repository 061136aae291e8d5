"""Beyond SWOT's paper: the order of the steps and the algorithm as choices, and collectives that follow each other."""
import numpy as np

from lightsweep import arrays, page, results
from . import points

STYLES = {"strawman": ("Strawman", "#009E73", "s"), "swot": ("SWOT", "#D55E00", "*"), "swot-order": ("order chosen", "#0072B2", "o"),
          "swot-portfolio": ("algorithm chosen", "#E69F00", "D")}
STARTS = {"free": ("free start", "#0072B2", "o"), "cold": ("cold start", "#D55E00", "s")}
DASHES = ("-", "--", ":", "-.")  # by number of planes
LEAST_SIZES = 3


def draw(path, folder, suffix):
    """Pages swot-choices-GRID over the message, and swot-runs-STUDY over the collectives in a row."""
    written = []
    for grid in arrays.grids_with(path, ["swot-order", "swot-portfolio"], results.MESSAGE):
        times = {name: arrays.column(path, grid, name, dims=("collective", "nodes", "planes"))
                 for name in STYLES if name in results.grids(path)[grid]}
        times = {name: one for name, one in times.items() if one.size and one.sizes.get(results.MESSAGE, 0) >= LEAST_SIZES}
        if times:
            written.append(draw_choices(path, folder / f"swot-choices-{grid}.{suffix}", grid, times))
    for grid, data in results.studies(path, "back-to-back"):
        if set(data["time_per_run"].dims) == {"repeated", "runs", "initial"}:
            written.append(draw_runs(path, folder / f"swot-runs-{grid}.{suffix}", data))
    return results.need(written, path, "grid holds swot-order and swot-portfolio over messages, and no study has collectives in a row", "swot/beyond")


def draw_choices(path, target, grid, times):
    """A panel per collective on the most nodes: colours are schedulers, dashes numbers of planes."""
    collectives = list(dict.fromkeys(name for one in times.values() for name in one["collective"].values))
    first = next(iter(times.values()))
    most = first["nodes"].values.max()
    figure, axes = points.sheet(1, len(collectives), 3.4, 3.0)
    for at, (axis, collective) in enumerate(zip(axes[0], collectives)):
        for name, one in times.items():
            if collective in one["collective"].values:
                draw_lines(axis, STYLES[name], one.sel(collective=collective, nodes=most))
        points.plain_log(axis)
        points.over_messages(axis, first[results.MESSAGE].values)
        points.finish(axis, points.title_of(str(collective)), at)
    axes[0][0].set_ylabel("completion time [ms]")
    page.legend(axes[0][-1], axes[0])
    return page.write(figure, target, path, f"The order of steps and the algorithm as choices: {int(most)} nodes ({grid})", {**first.attrs, "nodes": most},
                      "lines that are not seen lie under others")


def draw_lines(axis, style, times):
    title, colour, marker = style
    for planes, dash in zip(times["planes"].values, DASHES):
        line = times.sel(planes=planes)
        if np.isfinite(line).any():
            axis.plot(line[results.MESSAGE].values, 1e3 * line.values.squeeze(), dash, color=colour, marker=marker, markersize=4.5,
                      markerfacecolor="none", linewidth=1.3, label=f"{title}, {planes} planes")


def draw_runs(path, target, data):
    """Time of each of several collectives in a row, from a free and from a cold start."""
    names = data["repeated"].values
    figure, axes = points.sheet(1, len(names), 3.2, 3.0)
    places = np.arange(data.sizes["runs"])
    for at, (axis, name) in enumerate(zip(axes[0], names)):
        for start in data["initial"].values:
            title, colour, marker = STARTS.get(start, (str(start), "#666666", "^"))
            axis.plot(places, 1e3 * data["time_per_run"].sel(repeated=name, initial=start).values, color=colour, marker=marker, label=title)
        page.categories(axis, data["runs"].values, "collectives in a row")
        points.finish(axis, points.title_of(str(name)), at)
    axes[0][0].set_ylabel("time of each [ms]")
    page.legend(axes[0][-1])
    return page.write(figure, target, path, f"Collectives that follow each other: {page.size(data.attrs['message'])} each", data.attrs,
                      "the planes stay as the one before leaves them")
