"""The frontier: the least time known over the bound of every schedule, and the family of the plan that reaches it."""
import re

import numpy as np
import xarray as xr
from matplotlib import colors

from lightsweep import arrays, maps, page, results
from . import answer

KEYS = ("primitive", "planes", "topology", "nodes", results.MESSAGE, results.DELAY)
MOST = 2  # factor at which the colours end


def families(path, grid):
    """Family of every decision by name, and whether the file says so."""
    with results.open_tree(path) as file:
        group = f"schedules/{grid}/frontier"
        if group not in file:
            return None
        column = results.group_at(file, group)["decision"]
        names = dict((int(code), name) for code, name in re.findall(r"(\d+) ([a-z ]+)(?:,|$)", str(column.attrs["long_name"]).split("family: ")[1]))
        codes = column[...][..., 0] >> np.uint64(32)
        return names, codes


def table(path, grid):
    """`ratio` and `family` over KEYS; families are codes, NaN where the file has no decisions."""
    data = results.load(path, grid, "frontier")
    if not {results.MESSAGE, results.DELAY} <= set(data["completion_time"].dims):
        return None
    found = xr.Dataset({"ratio": data["completion_time"] / data["lower_bound"]}, attrs=data.attrs)
    known = families(path, grid)
    found["family"] = found["ratio"].copy(data=known[1].astype(float) if known else np.full(found["ratio"].shape, np.nan))
    found["family"] = found["family"].where(np.isfinite(found["ratio"]))
    for key in KEYS:
        if key not in found.dims:
            found = found.expand_dims({key: [data.attrs.get(key, "")]})
    others = [key for key in found.dims if key not in KEYS]
    return arrays.only(found["ratio"], (*KEYS, "algorithm"), path) is not None and (
        found.isel({key: 0 for key in others}), known[0] if known else {})


def cells(one, title, values, note="", marks=()):
    """A map of one panel, few delays and messages at equal distances."""
    drawn = maps.over_messages(title, values, note, marks)
    drawn.x, drawn.y = drawn.x.cells(), drawn.y.cells()
    return drawn


def rows_of(data, names):
    """Per primitive a row of ratios and one of families, a map per number of planes."""
    used = [int(code) for code in np.unique(data["family"]) if np.isfinite(code)]
    shades = answer.apart([answer.ALGORITHMS[code % len(answer.ALGORITHMS)] for code in used])
    rows = []
    for primitive in data["primitive"].values:
        title = page.PRIMITIVES.get(str(primitive), str(primitive))
        panels = [(int(planes), data.sel(primitive=primitive, planes=planes)) for planes in data["planes"].values]
        panels = [(planes, one) for planes, one in panels if np.isfinite(one["ratio"]).any()]
        if not panels:
            continue
        rows.append(maps.Row([cells(one, f"{title}, k = {planes}, max {page.factor(float(one['ratio'].max()))}", one["ratio"],
                                    marks=[maps.mark_gains(one["ratio"].transpose(results.MESSAGE, results.DELAY).values)])
                              for planes, one in panels], "time over bound", colors.Normalize(1, MOST), ticks=[1, 1.25, 1.5, 1.75, MOST]))
        if len(used) > 1:
            coded = [one["family"].copy(data=np.select([one["family"].values == code for code in used], range(len(used)), np.nan)) for _, one in panels]
            rows.append(maps.Row([cells(one, f"{title}, k = {planes}", code) for (planes, one), code in zip(panels, coded)],
                                 "family of the plan", colors.Normalize(-0.5, len(used) - 0.5), colors.ListedColormap(shades),
                                 list(range(len(used))), lambda at: names.get(used[int(at)], "other")))
    return rows


def draw(path, folder, suffix):
    """A page per number of nodes and base topology."""
    grids = [grid for grid, groups in results.grids(path).items() if "frontier" in groups]
    written = []
    for grid in results.need(grids, path, "scheduler frontier", "cross/frontier"):
        found = table(path, grid)
        if not found:
            continue
        data, names = found
        for nodes in data["nodes"].values:
            for base in data["topology"].values:
                rows = rows_of(data.sel(nodes=nodes, topology=base), names)
                if not rows:
                    continue
                place = {key: value for key, value in data.attrs.items() if key not in KEYS} | {"nodes": int(nodes), "topology": str(base)}
                written.append(maps.draw_page(
                    path, folder / f"frontier-{base}-{int(nodes)}nodes.{suffix}", rows,
                    f"The least time known over the bound of every schedule: {int(nodes)} nodes, {page.topology_title(str(base))}",
                    "1: no schedule on this hardware can be faster; families: solvers/frontier", place))
    return results.need(written, path, "grid of frontier over message and reconfiguration_delay", "cross/frontier")
