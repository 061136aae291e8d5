"""Who wins where, from the groups `best`: a categorical map, and how much it gains."""
import numpy as np
from matplotlib import colors
from matplotlib.patches import Patch

from lightsweep import arrays, maps, page, results
from . import delay_panels

# Okabe and Ito's colours, then Tol's, told apart with any kind of colour vision; a scheduler keeps its colour on all pages.
COLOURS = {"static": "#E8E8E8", "every-step": "#0072B2", "threshold": "#56B4E9", "addanki": "#E69F00",
           "addanki-milp": "#CC79A7"}
SPARE = ["#009E73", "#D55E00", "#F0E442", "#CC79A7", "#332288", "#44AA99", "#882255", "#999933", "#AA4499"]
MORE = ["#88CCEE", "#DDCC77", "#117733", "#661100", "#6699CC", "#AA7744", "#FFAABB", "#BBCC33"]  # where those are taken
MEANING = {"static": "static: never reconfigures", "every-step": "every-step: always reconfigures",
           "threshold": "threshold: where a step alone gains", "addanki": "addanki: optimal schedule",
           "segments": "segments: the optimum over a pool of topologies"}
BASELINES = ("static", "every-step")
ENTRIES = 4          # of the legend, side by side


def colours_of(used, names):
    """A colour for each of `used`: its scheduler's own, or a spare one in the order of all names; settings are shades of it."""
    others = [one for one in dict.fromkeys(name.split("@")[0] for name in names) if one not in COLOURS]
    schedulers = list(dict.fromkeys(name.split("@")[0] for name in used))
    own = dict(zip(schedulers, apart([COLOURS.get(one) or SPARE[others.index(one) % len(SPARE)] for one in schedulers])))
    found = []
    for name in used:
        scheduler = name.split("@")[0]
        settings = [one for one in used if one.split("@")[0] == scheduler]
        found.append(colors.to_hex(np.array(colors.to_rgb(own[scheduler])) * (1 - 0.6 * settings.index(name) / len(settings))))
    return found


def apart(colours):
    """The same, where a colour that stands before becomes the first spare one that none has: no two on a page are alike."""
    free = [one for one in (*SPARE, *MORE) if one not in colours]
    return [free.pop(0) if one in colours[:at] and free else one for at, one in enumerate(colours)]


def strength(panel):
    """Of the colour of each cell: pale where another scheduler than the baselines gains next to nothing."""
    others = [code for code, name in enumerate(names_of(panel.data["winner"])) if name.split("@")[0] not in BASELINES]
    return np.where(np.isin(panel["winner"], others) & (panel["gain"] < page.LEAST_GAIN), 0.3, 1.0)


def names_of(column):
    """Names behind the codes of a column with flags."""
    return str(column.attrs["flag_meanings"]).split()


def panels(path):
    """Panels of every group best; MissingData when there is none."""
    found = []
    for grid, groups in results.grids(path).items():
        if "best" not in groups or not set(BASELINES) & set(groups):  # the gain is over these
            continue
        data = results.load(path, grid, "best")
        data["gain"] = np.fmin(data["margin_to_static"], data["margin_to_every_step"])  # of those that ran
        data.attrs["over"] = "static" if data["margin_to_every_step"].isnull().all() else "the better of\nstatic and every-step"
        found += [panel for panel in delay_panels.split(data[["winner", "gain"]]) if (panel["winner"] >= 0).any()]
    return results.need(found, path, "group `best` over message and reconfiguration_delay above 0, with static or "
                        "every-step among the schedulers; set best = true in the sweep and run again")


def codes_of(panel, used):
    """Place of the winner among `used` per cell; NaN without one."""
    codes = np.full(panel["winner"].shape, np.nan)
    for code, name in enumerate(names_of(panel.data["winner"])):
        if name in used:
            codes[panel["winner"] == code] = used.index(name)
    return codes


def winners_of(chosen):
    """Names that win somewhere on the page, in the order of ties."""
    names = [names_of(panel.data["winner"]) for panel in chosen]
    present = {own[int(code)] for own, panel in zip(names, chosen) for code in np.unique(panel["winner"][panel["winner"] >= 0])}
    return [name for name in names[0] if name in present]


def number_cells(codes):
    """Writes the number of each winner in the legend into its cell, where cells are few."""
    def mark(axis):
        if codes.size > maps.MOST_CELLS:
            return
        _, x, y = maps.centres(axis)
        for (row, column), code in np.ndenumerate(codes):
            if np.isfinite(code):
                axis.text(x[column], y[row], f"{code + 1:.0f}", fontsize=6, ha="center", va="center",
                          bbox={"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8})
    return mark


def legend(used, colours, numbered):
    """(inches, draws it below the maps): colours and names of the winners."""
    rows = -(-len(used) // ENTRIES)

    def draw(figure):
        handles = [Patch(facecolor=colour, edgecolor="0.5",
                         label=(f"{at}  " if numbered else "") + MEANING.get(name, name))
                   for at, (name, colour) in enumerate(zip(used, colours), 1)]
        page.legend_below(figure, 0.3, min(ENTRIES, len(used)), handles=handles, fontsize=8.5)
    return 0.1 + 0.2 * rows, draw


def draw_page(path, target, chosen):
    """Top row: winners; bottom row: gain over the baselines that ran."""
    used = winners_of(chosen)
    colours = colours_of(used, names_of(chosen[0].data["winner"]))
    codes = [codes_of(one, used) for one in chosen]
    rows = [maps.Row([one.cells(arrays.title_of(one.place["collective"]), code, marks=[number_cells(code)], alpha=strength(one))
                      for one, code in zip(chosen, codes)], "", colors.Normalize(-0.5, len(used) - 0.5), colors.ListedColormap(colours)),
            maps.Row([one.cells(f"gain, at most {page.factor(page.largest(one['gain']))}", one["gain"]) for one in chosen],
                     f"over {chosen[0].place['over']}")]
    reading = page.reading("colour: the fastest scheduler; pale: it gains less than 0.01 %; ties: the simpler one; white: gain 1",
                           chosen)
    numbered = any(code.size <= maps.MOST_CELLS for code in codes)
    return maps.draw_page(path, target, rows, f"Who wins where: {page.heading(chosen[0].place)}", reading,
                          chosen[0].fabric(), None, legend(used, colours, numbered))


def draw(path, folder, suffix):
    """Winners and gains, a page per base topology and latency per step."""
    return [draw_page(path, folder / f"winners{ending}.{suffix}", chosen)
            for ending, chosen in delay_panels.sort_into_pages(panels(path))]
