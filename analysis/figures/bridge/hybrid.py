"""What it gains to choose between Bruck and the ring algorithm per segment, over the better of both as wholes."""
import numpy as np

from lightsweep import arrays, maps, page, results

WHO = ("bridge", "ring-hamiltonian", "bridge-hybrid")
DIMS = ("collective", "nodes", results.MESSAGE, results.DELAY)
PRIMITIVES = ("reduce-scatter", "allgather", "allreduce")


def draw(path, folder, suffix):
    """A page per grid: a map per primitive and number of nodes."""
    grids = arrays.grids_with(path, WHO)
    results.need(grids, path, "grid holds bridge, ring-hamiltonian and bridge-hybrid", "bridge/hybrid")
    return [draw_grid(path, folder / f"hybrid-{grid}.{suffix}", grid) for grid in grids]


def draw_grid(path, target, grid):
    whole, ring, hybrid = arrays.columns(path, grid, WHO, DIMS)
    rows = []
    for primitive in PRIMITIVES:
        if f"{primitive}/bruck" not in hybrid["collective"].values:
            continue
        best = np.fmin(whole.sel(collective=f"{primitive}/bruck", drop=True), ring.sel(collective=f"{primitive}/ring", drop=True))
        gain = best / hybrid.sel(collective=f"{primitive}/bruck", drop=True)
        found = [(f"{page.PRIMITIVES[primitive]}, {int(nodes)} nodes", gain.sel(nodes=nodes)) for nodes in gain["nodes"].values]
        rows.append(maps.Row([maps.over_messages(title, one, arrays.most(one.values)) for title, one in found],
                             "gain over the better of\nBRIDGE and the ring"))
    return maps.draw_page(path, target, rows, "Bruck or ring, chosen per segment",
                          "white: one of the two as a whole is as fast; box: the largest gain", hybrid.attrs)
