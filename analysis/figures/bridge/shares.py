"""BRIDGE, figure 2: what the time of Bruck's and the ring's collectives on a static ring is made of."""
import numpy as np

from lightsweep import arrays, page, results

PARTS = {"startup_time": ("start-up", "#999999"), "propagation_time": ("hops", "#E69F00"),
         "transmission_time": ("transmission", "#0072B2"), "congestion_time": ("congestion", "#D55E00")}
PANELS = {("alltoall/bruck", "s-bruck"): "All-to-all, Bruck", ("allreduce/bruck", "s-bruck"): "All-reduce, Bruck",
          ("allreduce/ring", "ring-hamiltonian"): "All-reduce, RING"}


def share(path, grid, scheduler, collective):
    """({column: share of the time over the message}, completion times), or None where the file holds neither."""
    if not {"collective", "primitive", "algorithm"} & set(results.load(path, grid, scheduler).coords):
        return None
    try:
        times = [arrays.column(path, grid, scheduler, name, (results.MESSAGE,)).sel(collective=collective, drop=True)
                 for name in ("completion_time", *PARTS)]
    except KeyError:
        return None
    total, *parts = (one.squeeze([key for key in one.dims if key != results.MESSAGE and one.sizes[key] == 1], drop=True)
                     for one in times)
    return (dict(zip(PARTS, [one / total for one in parts])), total) if total.ndim == 1 else None


def panels_of(path, grid, groups):
    """{title: (shares, times)} of those that the grid holds."""
    found = {title: share(path, grid, scheduler, collective)
             for (collective, scheduler), title in PANELS.items() if scheduler in groups}
    return {title: one for title, one in found.items() if one is not None}


def draw(path, folder, suffix):
    """A page for every grid with all three, over messages alone."""
    found = {grid: panels_of(path, grid, groups) for grid, groups in results.grids(path).items()}
    written = [draw_page(path, folder / f"bridge-shares-{grid}.{suffix}", panels, results.load(path, grid, "s-bruck").attrs)
               for grid, panels in found.items() if len(panels) == len(PANELS)]
    return results.need(written, path,
                        "grid holds the parts of the times of s-bruck and ring-hamiltonian for all-to-all and all-reduce", "bridge/motivation")


def draw_page(path, target, panels, attributes):
    figure, axes = page.sheet(1, len(panels), 1.4 + 3.1 * len(panels), 3.7, sharey=True)
    for at, (axis, (title, (shares, times))) in enumerate(zip(axes[0], panels.items())):
        stack(axis, shares, times)
        page.finish(axis, title, at, pad=16)
    axes[0][0].set_ylabel("share of the time")
    page.legend(axes[0][-1], axes[0][:1], reversed)
    return page.write(figure, target, path, "Where the time goes on a ring that never changes", attributes,
                      "above the bars: time of the collective")


def stack(axis, shares, times):
    """One bar per message, parts from the fixed to the avoidable."""
    bottom = np.zeros(times.size)
    for name, (label, colour) in PARTS.items():
        axis.bar(range(times.size), shares[name].values, 0.72, bottom, color=colour, label=label)
        bottom += shares[name].values
    for place, time in enumerate(times.values):
        axis.text(place, 1.01, page.quantity(float(f"{time:.3g}"), page.SECONDS), ha="center", va="bottom", fontsize=7, color="0.3")
    page.categories(axis, times[results.MESSAGE].values, "message size", page.size)
    axis.set_ylim(0, 1)
    axis.set_yticks(np.linspace(0, 1, 6), [f"{tick:.0f} %" for tick in np.linspace(0, 100, 6)], fontsize=8)
