"""PCCL, figures 7, 17 and 18: speed of reduce-scatters over the buffer, a page per number of GPUs."""
import numpy as np

from lightsweep import arrays, page, results
from . import algorithms

PRIMITIVE = "reduce-scatter"
LEAST_SIZES = 4  # of a line


def draw(path, folder, suffix):
    """Pages pccl-sizes-NODES, for every delay if there are several; of many delays a few, at equal distances."""
    found = [grid for grid in algorithms.grids_with(path, PRIMITIVE, [results.MESSAGE],
                                              ["topology", "nodes", results.DELAY])
             if len(algorithms.columns(path, grid)[1][results.MESSAGE]) >= LEAST_SIZES]
    results.need(found, path, "grid holds reduce-scatters of static and pccl over a range of messages", "pccl/reduce_scatter")
    written = []
    for fixed, own in (algorithms.columns(path, grid) for grid in found):
        delays = arrays.values_of(own, results.DELAY)
        delays = delays[::-(-len(delays) // page.FEW)]
        for nodes in arrays.values_of(own, "nodes"):
            for delay in delays:
                ending = f"{nodes}nodes" + (f"-{page.seconds(delay).replace(' ', '')}" if len(delays) > 1 else "")
                here = {"nodes": nodes, results.DELAY: delay}
                written.append(draw_page(path, folder / f"pccl-sizes-{ending}.{suffix}", arrays.pick(fixed, **here),
                                         arrays.pick(own, **here), here))
    return written


def draw_page(path, target, fixed, own, here):
    """A panel per topology, a line per algorithm."""
    named = algorithms.topologies(own)
    figure, axes = page.panels(len(named))
    for at, (axis, topology) in enumerate(zip(axes, named)):
        for one in algorithms.series(fixed, own, PRIMITIVE, topology):
            sizes = one.values[results.MESSAGE].values
            algorithms.draw_line(axis, sizes, sizes / one.values.values / 1e9, one, 3.2)
        label(axis, own[results.MESSAGE].values)
        page.finish(axis, algorithms.TOPOLOGIES[topology], at)
    axes[0].set_ylabel("speed (buffer / time) [GB/s]")
    axes[0].set_ylim(bottom=0)
    algorithms.legend(axes[-1])
    delay = page.seconds(here[results.DELAY])
    return algorithms.write(figure, target, path, f"Reduce-scatter on {here['nodes']} GPUs, {delay} per reconfiguration",
                            fixed.attrs | own.attrs | here,
                            f"{algorithms.ROUTES}; lines that are not seen lie under PCCL's")


def label(axis, sizes):
    ticks = [sizes[0]]
    for size in sizes:
        if size > 15 * ticks[-1]:
            ticks.append(size)
    page.log_x(axis, ticks, lambda one: page.size(float(f"{one:.3g}")), "buffer of a GPU")
    axis.set_xlim(sizes[0] / np.sqrt(2), sizes[-1] * np.sqrt(2))
