"""The answer to "reconfigure or not?": the speed-up over the best schedule that never reconfigures, the best algorithm and scheduler."""
import numpy as np
import xarray as xr

from lightsweep import answers, arrays, maps, page, results
from . import delay_panels

ALGORITHMS = ("#F0E442", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#999999", "#332288", "#882255", "#44AA99",
              "#DDCC77", "#117733", "#661100", "#999933", "#AA4499", "#88CCEE", "#6699CC", "#AA7744", "#FFAABB", "#BBCC33")

# Okabe and Ito's colours, then Tol's, told apart with any kind of colour vision; a scheduler keeps its colour on all pages.
COLOURS = {"static": "#E8E8E8", "every-step": "#0072B2", "threshold": "#56B4E9", "addanki": "#E69F00",
           "addanki-milp": "#CC79A7"}
SPARE = ["#009E73", "#D55E00", "#F0E442", "#CC79A7", "#332288", "#44AA99", "#882255", "#999933", "#AA4499"]
MORE = ["#88CCEE", "#DDCC77", "#117733", "#661100", "#6699CC", "#AA7744", "#FFAABB", "#BBCC33"]  # where those are taken


def colour_of(scheduler, names):
    """Its own, or a spare one in the order of all names."""
    return COLOURS.get(scheduler) or SPARE[[one for one in names if one not in COLOURS].index(scheduler) % len(SPARE)]


def apart(colours):
    """The same, where a colour that stands before becomes the first spare one that none has: no two on a page are alike."""
    free = [one for one in (*SPARE, *MORE) if one not in colours]
    return [free.pop(0) if one in colours[:at] and free else one for at, one in enumerate(colours)]


def opened(path, grid):
    """The times and reconfigurations of those that may win: formulas may not; None where the file has no such columns."""
    result = answers.open(path, grid, ("completion_time", "n_reconfigurations"))
    if not {"completion_time", "n_reconfigurations"} <= set(result.data):
        return None
    with results.open_tree(path) as file:
        status = {name: results.group_at(file, f"grids/{grid}/{name}").read("status") for name in result.scheduler.values}
        formulas = [name for name, one in status.items() if "formula" in {results.flags(one).get(int(code)) for code in np.unique(one)}]
    return result.sel(scheduler=[name for name in status if name not in formulas])


def panels(path):
    """Panels of every grid, with `gain`, `algorithm` and `scheduler` per cell; MissingData when there is none."""
    found = []
    for grid, groups in results.grids(path).items():
        if "best" not in groups or (result := opened(path, grid)) is None:
            continue
        over = ["scheduler", *result.algorithm_axis()]
        best, fixed = result.best(over), result.best(over, never=True)
        data = xr.Dataset({"gain": np.maximum(fixed.time / best.time, 1), "scheduler": best.scheduler}, attrs=result.attrs)
        data["algorithm"] = best[over[1]] if over[1:] else data["scheduler"].copy(data=np.where(best.time.notnull(), "one", ""))
        if names := [name.split("/") for name in np.unique(best[over[1]]) if "/" in name] if over[1:] else []:
            data.attrs["primitive"] = names[0][0]
            data["algorithm"] = data["algorithm"].str.replace(r"^[^/]*/", "", regex=True)
        found += [panel for panel in delay_panels.split(data) if np.isfinite(panel["gain"]).any()]
    return results.need(found, path, "grid with the group `best` over message and reconfiguration_delay above 0, and with a schedule "
                        "that never reconfigures; set best = true, add \"static\" to the schedulers and run again")


def names_in(chosen, name):
    """The words that stand in the cells of a page."""
    return sorted({str(one) for panel in chosen for one in np.unique(panel[name]) if one})


def row_of(chosen, name, title, colour_of):
    """Maps of names, with a colour bar that tells them."""
    used = names_in(chosen, name)
    found = [one.map(title, maps.codes_of(one[name], used), cells=True) for one in chosen]
    return maps.named_row(found, title, used, apart([colour_of(word) for word in used]))


def draw_page(path, target, chosen, known):
    """From top to bottom: speed-up, best algorithm (where several stand in the file), best scheduler."""
    titles = [page.PRIMITIVES.get(one.place.get("primitive"), one.place["collective"]) for one in chosen]
    found = [one.map(f"{title}, {arrays.most(one['gain'])}", one["gain"], "", [maps.mark_gains(one["gain"])], True)
             for one, title in zip(chosen, titles)]
    gains = maps.Row(found, "speed-up over the best\nthat never reconfigures")
    rows = [gains]
    if len(known["algorithm"]) > 1 and names_in(chosen, "algorithm") != ["any"]:
        rows.append(row_of(chosen, "algorithm", "best algorithm",
                           lambda word: ALGORITHMS[known["algorithm"].index(word) % len(ALGORITHMS)]))
    rows.append(row_of(chosen, "scheduler", "best scheduler", lambda word: colour_of(word, known["scheduler"])))
    lines = "" if all(maps.has_numbers(one["gain"]) for one in chosen) else "lines: 1.01, 1.1 and 2 times as fast; "
    reading = page.reading(f"{lines}each time is the best over all algorithms; ties: the simpler scheduler, the first algorithm", chosen)
    return maps.draw_page(path, target, rows, f"Reconfigure or not? {page.heading(chosen[0].place)}", reading, chosen[0].fabric(), None)


def draw(path, folder, suffix):
    """A page per base topology, number of nodes and latency per step."""
    found = panels(path)
    known = {name: names_in(found, name) for name in ("algorithm", "scheduler")}
    return [draw_page(path, folder / f"answer{ending}.{suffix}", chosen, known) for ending, chosen in delay_panels.sort_into_pages(found)]
