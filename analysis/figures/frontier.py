"""The frontier: the least time known over the bound of every schedule, and the family of the plan that reaches it."""
import re

import numpy as np
from matplotlib import colors

from lightsweep import maps, page, results
from . import answer

KEYS = ("primitive", "planes", "topology", "nodes")
MOST = 2  # factor at which the colours end


def families(path, grid, like):
    """Codes of the families as an array like that one, NaN where the file stores no decisions, and their names."""
    with results.open_tree(path) as file:
        column = file.get(f"schedules/{grid}/frontier/decision")
        if column is None:
            return like.copy(data=np.full(like.shape, np.nan)), {}
        names = re.findall(r"(\d+) ([a-z' ]+)(?:,|$)", str(results.text(column.attrs["long_name"])).split("family: ")[1])
        codes = (column[...][..., 0] >> np.uint64(32)).astype(float)
    return like.copy(data=codes).where(np.isfinite(like)), {int(code): name for code, name in names}


def table(path, grid):
    """Time over bound and family over KEYS, message and delay, and the names of families; None where these do not vary."""
    data = results.load(path, grid, "frontier")
    ratio = data["completion_time"] / data["lower_bound"]
    if not {results.MESSAGE, results.DELAY} <= set(ratio.dims):
        return None
    family, names = families(path, grid, ratio)
    both = [one.expand_dims({key: [data.attrs.get(key, "")] for key in KEYS if key not in one.dims}) for one in (ratio, family)]
    return [one.squeeze("algorithm", drop=True) if "algorithm" in one.dims else one for one in both], names, data.attrs


def rows_of(ratio, family, names):
    """Per primitive a row of ratios and one of families, a map per number of planes."""
    used = [int(code) for code in np.unique(family) if np.isfinite(code)]
    shades = dict(zip(used, answer.apart([answer.ALGORITHMS[code % len(answer.ALGORITHMS)] for code in used])))
    rows = []
    for primitive in ratio["primitive"].values:
        title = page.PRIMITIVES.get(str(primitive), str(primitive))
        planes = [int(k) for k in ratio["planes"].values if np.isfinite(ratio.sel(primitive=primitive, planes=k)).any()]
        if not planes:
            continue
        pick = {k: ratio.sel(primitive=primitive, planes=k).transpose(results.MESSAGE, results.DELAY) for k in planes}
        rows.append(maps.Row([maps.over_messages(f"{title}, k = {k}", one, "", [maps.mark_gains(one.values)], True)
                              for k, one in pick.items()],
                             "time over bound", colors.Normalize(1, MOST), ticks=[1, 1.25, 1.5, 1.75, MOST]))
        if here := [code for code in used if (family.sel(primitive=primitive) == code).any()]:
            places = family.copy(data=maps.codes_of(family.values, here)).sel(primitive=primitive)
            found = [maps.over_messages(f"{title}, k = {k}", places.sel(planes=k), cells=True) for k in planes]
            words = [names.get(code, "other") for code in here]
            rows.append(maps.named_row(found, "family of the plan", words, [shades[code] for code in here]))
    return rows


def draw(path, folder, suffix):
    """A page per number of nodes and base topology."""
    written = []
    for grid in [grid for grid, groups in results.grids(path).items() if "frontier" in groups]:
        if (found := table(path, grid)) is None:
            continue
        (ratio, family), names, constants = found
        for nodes, base in ((nodes, base) for nodes in ratio["nodes"].values for base in ratio["topology"].values):
            at = {"nodes": nodes, "topology": base}
            if rows := rows_of(ratio.sel(at), family.sel(at), names):
                place = {key: value for key, value in constants.items() if key not in KEYS} | {"nodes": int(nodes), "topology": str(base)}
                heading = f"The least time known over the bound of every schedule: {int(nodes)} nodes, {page.topology_title(str(base), True)}"
                written.append(maps.draw_page(path, folder / f"frontier-{base}-{int(nodes)}nodes.{suffix}", rows, heading,
                                              "1: no schedule on this hardware can be faster; k: planes of a node; solvers/frontier has the families", place))
    return results.need(written, path, "grid of frontier over message and reconfiguration_delay", "cross/frontier")
