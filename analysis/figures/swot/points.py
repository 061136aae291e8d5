"""The points of SWOT and its baselines as one list, and how all its pages draw them: styles, lines, bands to the bound.

SWOT's time is a schedule's; where its optimum is not proven, a band reaches to the lower bound.
"""
from dataclasses import dataclass

import numpy as np
from matplotlib import ticker

from lightsweep import arrays, page, results
from .. import delay_panels

OWN, LOCKSTEP, FIXED, LEAST = "swot", "strawman", "one-shot", "ideal"
# Okabe and Ito's colours, told apart by markers as well.
STYLES = {FIXED: ("One-shot", "#0072B2", "o"), LOCKSTEP: ("Strawman", "#009E73", "s"),
          OWN: ("SWOT", "#D55E00", "*"), LEAST: ("Ideal", "#666666", "")}
# The others are hollow, so that what coincides is seen.
SIZES = {FIXED: 6, LOCKSTEP: 6, OWN: 7, LEAST: 0}
TITLES = {**{f"reduce-scatter/halving-doubling{order}": "reduce-scatter, halving/doubling" for order in ("", "-near")},
          **{f"allreduce/halving-doubling{order}": "all-reduce, halving/doubling" for order in ("", "-near")},
          "allreduce/recursive-doubling": "all-reduce, recursive doubling", "allreduce/ring": "all-reduce, ring",
          "alltoall/shift": "all-to-all, pairwise", "alltoall/bruck": "all-to-all, Bruck"}
PROVEN = 1 + 3e-6  # optima are proven to 2.5e-6


@dataclass
class Point:
    """Times [s] of the schedulers at one point, and the bound below which no schedule gets.

    place  the keys: collective, nodes, planes, message [B], reconfiguration_delay [s], ...
    times  NaN where a scheduler cannot run
    """

    grid: str
    place: dict
    times: dict
    bound: float

    @property
    def collective(self):
        return self.place["collective"]

    @property
    def message(self):
        return self.place["message"]

    @property
    def delay(self):
        return self.place[results.DELAY]

    @property
    def is_open(self):
        return self.times[OWN] > self.bound * PROVEN

    def baseline(self):
        """The faster of Strawman and, where it can run, One-shot."""
        return np.fmin(self.times[LOCKSTEP], self.times[FIXED])


def read(path):
    """All points of grids on planes without a base topology that hold SWOT and what it is compared with, in the order of the file."""
    found = [point for grid in arrays.grids_with(path, list(STYLES)) for point in grid_points(path, grid)]
    return results.need(found, path, f"grid on planes alone holds {', '.join(STYLES)}", "swot/paper")


def grid_points(path, grid):
    own = results.load(path, grid, OWN)
    for _, one in arrays.apart(arrays.times_of(path, grid, STYLES).assign(bound=own["lower_bound"]), ()):
        place = delay_panels.place_of(own, one)
        if place.get("message") and "topology" not in place and not np.isnan(one[OWN]):
            yield Point(grid, place, {name: float(one[name]) for name in STYLES}, float(one["bound"]))


def lines(found, along, least):
    """{(grid, everything else that is fixed): points ascending in `along`}, of at least so many values."""
    groups = {}
    for point in found:
        fixed = tuple(f"{key} {value}" for key, value in point.place.items() if key != along)
        groups.setdefault((point.grid, fixed), []).append(point)
    return {key: sorted(group, key=lambda one: one.place[along]) for key, group in groups.items() if len(group) >= least}


def by_grid(lines):
    """{grid: its lines}."""
    found = {}
    for (grid, _), group in lines.items():
        found.setdefault(grid, []).append(group)
    return found


def need(found, path, what):
    return results.need(found, path, f"grid holds {what} of SWOT and its baselines", "swot/paper")


def title_of(collective):
    return TITLES.get(collective) or ", then ".join(TITLES.get(one) or arrays.title_of(one) for one in collective.split("+"))


def network(place):
    return f"{place['nodes']} nodes, {place['planes']} planes"


def draw_schedulers(axis, x, times, bound):
    """A line per scheduler in milliseconds, SWOT's with its band."""
    for name, (title, colour, marker) in STYLES.items():
        own = name == OWN
        axis.plot(x, 1e3 * times[name], color=colour, marker=marker, label=title, markersize=SIZES[name],
                  markerfacecolor=colour if own else "none", linewidth=1.5 if own else 1.1,
                  linestyle="--" if name == LEAST else "-", zorder=3 if own else 4)
    draw_gap(axis, x, 1e3 * times[OWN], 1e3 * bound, times[OWN] > bound * PROVEN)


def draw_gap(axis, x, values, limits, is_open, colour=STYLES[OWN][1], marker=STYLES[OWN][2], size=SIZES[OWN]):
    """Band from values to what is not ruled out; hollow markers where the optimum is not proven."""
    if not is_open.any():
        return
    axis.fill_between(x, limits, values, color=colour, alpha=0.3, linewidth=0, zorder=2)
    axis.plot(np.asarray(x)[is_open], values[is_open], color=colour, marker=marker, markersize=size, markerfacecolor="white",
              linestyle="none", zorder=3.5, clip_on=False)


def column(group, name):
    """Times of a scheduler, or the bounds."""
    return np.array([one.bound if name == "bound" else one.times[name] for one in group])


def draw_group(axis, group, along):
    """As draw_schedulers, of points ascending in `along`."""
    draw_schedulers(axis, [one.place[along] for one in group], {name: column(group, name) for name in STYLES},
                    column(group, "bound"))


def sheet(rows, columns, height, width=2.7, **more):
    """(figure, axes[row][column]) with room for the small print."""
    return page.sheet(rows, columns, 1.5 + width * max(columns, 2), height, **more)


def finish(axis, title="", at=None):
    """Title with its letter, if there is one; a grid and no box."""
    page.finish(axis, title, at, fontsize=8.5)
    axis.grid(True)


def over_messages(axis, sizes, label=True):
    """A logarithmic axis with decimal sizes."""
    axis.set_xscale("log")
    axis.minorticks_off()
    ticks = sizes[::4] if len(sizes) > 7 else sizes[::2]
    axis.set_xticks(ticks, [page.size(one) for one in ticks] if label else [])
    axis.set_xlim(sizes[0] / 1.4, sizes[-1] * 1.4)
    if label:
        axis.set_xlabel("message size")


def plain_log(axis):
    """A logarithmic y axis whose ticks read 0.1, 1, 10."""
    axis.set_yscale("log")
    axis.minorticks_off()
    low, high = axis.get_ylim()
    axis.yaxis.set_major_locator(ticker.LogLocator(10, subs=(1, 2, 5) if high / low < 100 else (1,)))
    axis.yaxis.set_major_formatter(ticker.FormatStrFormatter("%g"))


def percent(axis, low=0, high=1):
    axis.set_ylim(low, high)
    axis.yaxis.set_major_formatter(ticker.PercentFormatter(1, decimals=0))


def write(figure, target, path, heading, found, reading, mark="hollow stars"):
    """Writes the page; its small print has what all points share, `mark` says how points without a proof are drawn."""
    shared = {key: value for key, value in found[0].place.items() if all(one.place.get(key) == value for one in found)}
    if any(one.is_open for one in found):
        reading += f"; {mark}, bands: optimum not proven, down to its bound"
    return page.write(figure, target, path, heading, shared, reading)
