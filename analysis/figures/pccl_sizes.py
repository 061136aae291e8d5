"""PCCL, figures 7, 17 and 18: speed of reduce-scatters over the buffer, a page per number of GPUs."""
import numpy as np

from . import agenda, bridge, page, pccl, results

PRIMITIVE = "reduce-scatter"
LEAST_SIZES = 4  # of a line


def draw(path, folder, suffix):
    """Pages pccl-sizes-NODES, for every delay if there are several."""
    found = [grid for grid in pccl.grids_with(path, PRIMITIVE, [agenda.MESSAGE],
                                              ["topology", "nodes", agenda.DELAY])
             if len(pccl.columns(path, grid)[1][agenda.MESSAGE]) >= LEAST_SIZES]
    if not found:
        raise results.MissingData(f"{path}: no grid holds reduce-scatters of static and pccl over a range of messages; run "
                                  "sweeps/pccl/reduce_scatter.toml")
    written = []
    for fixed, own in (pccl.columns(path, grid) for grid in found):
        delays = pccl.values_of(own, agenda.DELAY)
        for nodes in pccl.values_of(own, "nodes"):
            for delay in delays:
                ending = f"{nodes}-{delay * 1e6:g}us" if len(delays) > 1 else f"{nodes}"
                here = {"nodes": nodes, agenda.DELAY: delay}
                written.append(draw_page(path, folder / f"pccl-sizes-{ending}.{suffix}", pccl.pick(fixed, **here),
                                         pccl.pick(own, **here), here))
    return written


def draw_page(path, target, fixed, own, here):
    """A panel per topology, a line per algorithm."""
    named = pccl.topologies(own)
    figure, axes = pccl.panels(len(named))
    for at, (axis, topology) in enumerate(zip(axes, named)):
        for one in pccl.series(fixed, own, PRIMITIVE, topology):
            draw_line(axis, one)
        label(axis, own[agenda.MESSAGE].values)
        pccl.finish(axis, pccl.TOPOLOGIES[topology], at)
    axes[0].set_ylabel("speed (buffer / time) [GB/s]", fontsize=9)
    axes[0].set_ylim(bottom=0)
    pccl.legend(axes[-1])
    delay = page.seconds(here[agenda.DELAY])
    figure.suptitle(f"Reduce-scatter on {here['nodes']} GPUs, {delay} per reconfiguration", fontsize=10)
    pccl.foot(figure, path, pccl.place(fixed, own, **here), pccl.ROUTES)
    return page.save(figure, target)


def draw_line(axis, one):
    sizes = one.values[agenda.MESSAGE].values
    axis.plot(sizes, sizes / one.values.values / 1e9, marker=one.marker, color=one.colour, label=one.title,
              linewidth=1.8 if one.is_own else 1.1, markersize=6 if one.is_own else 3.2, zorder=3 if one.is_own else 2,
              clip_on=False)


def label(axis, sizes):
    axis.set_xscale("log")
    axis.minorticks_off()
    ticks = sizes[::4] if len(sizes) > 6 else sizes
    axis.set_xticks(ticks, [bridge.decimal_size(float(f"{one:.3g}")) for one in ticks])
    axis.set_xlim(sizes[0] / np.sqrt(2), sizes[-1] * np.sqrt(2))
    axis.grid(color="0.92", linewidth=0.6)
    axis.set_xlabel("buffer of a GPU", fontsize=9)
