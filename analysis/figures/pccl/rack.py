"""PCCL: whether the circuits of schedules fit a rack of servers, over wavelengths and the mesh of a server.

Above: fibres on the busiest edge between servers. Below: ways through meshes that were not found, 0 where the
schedule fits; the initial topology for good, then the topologies that PCCL chooses.
"""
import numpy as np
from matplotlib import colors

from lightsweep import arrays, maps, page, results
from . import algorithms

WAVELENGTHS, MESH = "wavelengths", "mesh"
STAYS = ("initial topology", "#888888", "o")
LINES = {algorithms.SCHEDULE: ("PCCL on RHD", "#D55E00", "*"), "swing": ("PCCL on Swing", "#E69F00", "v"),
         "ring": ("PCCL on Ring", "#0072B2", "s")}


def draw(path, folder, suffix):
    """Page pccl-rack, a column per topology, at the shortest delay."""
    found = algorithms.grids_with(path, "reduce-scatter", [WAVELENGTHS, MESH, "topology"], ["reconfiguration_delay"], "studies",
                            "fibres_needed")
    results.need(found, path, "study of racks holds static and pccl over mesh, wavelengths and topology", "pccl/rack")
    return [draw_page(path, folder / f"pccl-rack.{suffix}", found[0])]


def at_topology(path, grid, name, topology):
    """(of the initial topology, of PCCL's at the shortest delay) over mesh, wavelengths and collective."""
    fixed, own = algorithms.columns(path, grid, name, "studies")
    shortest = min(arrays.values_of(own, "reconfiguration_delay"))
    own = arrays.pick(own, topology=topology, reconfiguration_delay=shortest)
    return arrays.pick(fixed, topology=topology), own


def draw_page(path, target, grid):
    own = algorithms.columns(path, grid, "fibres_needed", "studies")[1]
    named = algorithms.topologies(own)
    figure, axes = page.sheet(3, len(named), 1.8 + 2.7 * max(2, len(named)), 7.2)
    for at, topology in enumerate(named):
        draw_fibres(axes[0][at], *at_topology(path, grid, "fibres_needed", topology))
        page.finish(axes[0][at], algorithms.TOPOLOGIES[topology], at)
        fixed, chosen = at_topology(path, grid, "ways_failed", topology)
        draw_ways(axes[1][at], fixed.isel(collective=0, drop=True))
        page.finish(axes[1][at], "initial topology", len(named) + at)
        draw_ways(axes[2][at], chosen.sel(collective=f"reduce-scatter/{algorithms.SCHEDULE}", drop=True))
        page.finish(axes[2][at], "PCCL on RHD", 2 * len(named) + at)
    label_outside(axes)
    algorithms.legend(axes[0][-1])
    delay = page.seconds(min(arrays.values_of(own, "reconfiguration_delay")))
    servers = str(own.attrs["servers"]).replace("x", " × ")
    return algorithms.write(figure, target, path,
                            f"Circuits of reduce-scatters in a rack of {servers} servers with {int(own.attrs['devices_per_server'])} GPUs "
                            f"each, {delay} per reconfiguration", own.attrs,
                            "numbers: ways through meshes not found, of the worst topology of the schedule; 0 (white): "
                            "it fits; they may exist where none was found")


def draw_fibres(axis, fixed, own):
    """Fibres on the busiest edge, which no mesh changes."""
    lines = [(STAYS, fixed.isel(collective=0, drop=True))]
    lines += [(style, own.sel(collective=f"reduce-scatter/{name}", drop=True)) for name, style in LINES.items()
              if f"reduce-scatter/{name}" in own["collective"].values]
    for (label, colour, marker), values in lines:
        needed = values.isel({MESH: 0}).values
        open_circle = {"markerfacecolor": "none", "markersize": 9, "linestyle": "--"} if label == STAYS[0] else {"markersize": 5}
        axis.plot(range(len(needed)), needed, color=colour, marker=marker, linewidth=1.2, label=label, **open_circle)
    wavelengths = fixed[WAVELENGTHS].values
    axis.set_xticks(range(len(wavelengths)), [str(one) for one in wavelengths])
    axis.set_yscale("log", base=2)
    axis.grid(True)


def draw_ways(axis, failed):
    """A cell per mesh and number of wavelengths, its number written in."""
    values = failed.transpose(MESH, WAVELENGTHS).values
    axis.imshow(values, cmap=page.BLUES, norm=colors.SymLogNorm(1, vmin=0, vmax=1000), origin="lower", aspect="auto")
    maps.write_cells(axis, values, "{:.0f}".format, lambda one: one > 60, 7.5)
    axis.set_xticks(range(failed.sizes[WAVELENGTHS]), [str(one) for one in failed[WAVELENGTHS].values])
    axis.set_yticks(range(failed.sizes[MESH]), [str(one) for one in failed[MESH].values])


def label_outside(axes):
    """Names of the axes on the outer sides, one scale for all lines."""
    top = max(axis.get_ylim()[1] for axis in axes[0])
    for axis in axes[0]:
        axis.set_ylim(0.8, top)
        ticks = [one for one in 2 ** np.arange(0, 12) if one <= top]
        axis.set_yticks(ticks, [str(one) for one in ticks])
    axes[0][0].set_ylabel("fibres on the busiest edge")
    for axis in axes[1:, 0]:
        axis.set_ylabel("interferometers along a side")
    for axis in axes[-1]:
        axis.set_xlabel("wavelengths")
