"""OpTree, Tables 1 to 3: what the paper prints beside what its model gives."""
import numpy as np

from lightsweep import arrays, page, results
from . import lines

OTHERS = {"wrht": "WRHT", "wdm-ring": "Ring", "wdm-neighbor": "NE"}
TABLE1 = {"wdm-ring": 1023, "wdm-neighbor": 512, "wrht": 259, "osm": 128, "optree-formula": 70}
TITLES = {"wdm-ring": "Ring", "wdm-neighbor": "NE", "wrht": "WRHT", "osm": "one stage", "optree-formula": "OpTree"}
TABLE2 = {512: (87.64, 93.73, 87.5), 1024: (72.97, 93.15, 86.32), 2048: (39.76, 92.37, 84.76), 4096: (-31.27, 91.69, 83.39)}
TABLE3 = {4: (62.75, -9.48, -118.75), 16: (-180, 72.62, 45.31), 64: (72.97, 93.15, 86.32), 128: (93.2, 96.57, 93.16)}
LABELLED = 256  # what the paper calls the column of 128 wavelengths
WRONG = "#F6D5C3"  # behind a printed number that the model does not give


def draw(path, folder, suffix):
    """Page optree-tables."""
    steps = all_steps(path)
    if any((1024, 64, name) not in steps for name in TABLE1):
        return results.need([], path, "grids hold the schedulers of Tables 1 to 3", "optree/figures")
    figure, axes = page.plt.subplots(1, 3, figsize=(12.4, 2.7), width_ratios=[0.8, 1.1, 1.3])
    figure.subplots_adjust(left=0.02, right=0.98, top=0.8, bottom=0.2, wspace=0.06)
    fill(axes[0], "Table 1: steps, N = 1024, w = 64", ["", "paper", "model"], table_1(steps))
    fill(axes[1], "Table 2: % of the steps saved, w = 64", ["N", *OTHERS.values()],
         percent_rows({n: (n, 64, printed) for n, printed in TABLE2.items()}, steps))
    cases = {w: (1024, w, printed) for w, printed in TABLE3.items()}
    cases[LABELLED] = (1024, LABELLED, TABLE3[128])
    fill(axes[2], "Table 3: the same, N = 1024", ["w", *OTHERS.values()], percent_rows(cases, steps))
    return [page.write(figure, folder / f"optree-tables.{suffix}", path, "OpTree, Tables 1 to 3", {},
                       "paper / model, cut after two decimals; shaded: not what the model gives. "
                       "The paper's numbers for 256 wavelengths are those for 128; ceil(1024² / 8w) = 2048")]


def all_steps(path):
    """{(nodes, wavelengths, scheduler): steps}, of grids without other axes that steps depend on."""
    found = {}
    for grid, schedulers in lines.grids(path).items():
        for name in schedulers:
            array = lines.column(path, grid, name)
            keys = {*array.dims, *array.attrs}
            # Nodes that are zipped with another key: no table has such points.
            other_rule = name == "optree-formula" and array.attrs.get("k_rule") != "ceil"
            if "nodes" not in keys or "stages" in keys or other_rule:
                continue
            array = array.isel({key: 0 for key in array.dims if key not in ("nodes", "wavelengths")})
            found |= {(*place.values(), name): float(arrays.pick(array, **place)) for place in lines.places(array)}
    return found


def table_1(steps):
    return [([TITLES[name], f"{printed}", f"{steps[(1024, 64, name)]:.0f}"], [False, printed != steps[(1024, 64, name)], False])
            for name, printed in TABLE1.items()]


def percent_rows(cases, steps):
    rows = []
    for label, (*place, printed) in cases.items():
        values = [percent_fewer(steps.get((*place, "optree-formula")), steps.get((*place, name))) for name in OTHERS]
        both = list(zip(printed, values))
        rows.append(([str(label), *("–" if value is None else f"{paper:g} / {value:g}" for paper, value in both)],
                     [False, *(value is None or abs(value - paper) > 0.001 for paper, value in both)]))
    return rows


def percent_fewer(ours, theirs):
    if ours is None or theirs is None:
        return None
    hundredth = 1e4 * (1 - ours / theirs)
    return float(np.trunc(hundredth + np.copysign(1e-7, hundredth))) / 100


def fill(axis, title, head, rows):
    axis.axis("off")
    axis.set_title(title)
    table = axis.table([words for words, _ in rows], colLabels=head, loc="upper center", cellLoc="center",
                       cellColours=[[WRONG if one else "white" for one in wrong] for _, wrong in rows])
    table.auto_set_font_size(False)
    table.set_fontsize(8)
    table.scale(1, 1.6)
    for (row, _), cell in table.get_celld().items():
        cell.set_edgecolor("0.8")
        if row == 0:
            cell.set_text_props(weight="bold")
