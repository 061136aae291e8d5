"""Who wins where, from the groups `best`: a categorical map, and how much it gains."""
import numpy as np
from matplotlib import colors
from matplotlib.patches import Patch

from . import arrays, maps, page, results

# Okabe and Ito, told apart with any kind of colour vision; a scheduler keeps its colour on all pages.
COLOURS = {"static": "#E8E8E8", "every-step": "#0072B2", "threshold": "#56B4E9", "addanki": "#E69F00",
           "addanki-milp": "#CC79A7"}
SPARE = ["#009E73", "#D55E00", "#F0E442", "#CC79A7", "#000000"]
MEANING = {"static": "static: never reconfigures", "every-step": "every-step: always reconfigures",
           "threshold": "threshold: where a step alone gains", "addanki": "addanki: optimal schedule",
           "segments": "segments: the optimum over a pool of topologies"}


def colours_of(names):
    """{name: colour}; names without one of their own take the spare ones in turn."""
    others = [name for name in names if name not in COLOURS]
    return {name: COLOURS.get(name) or SPARE[others.index(name) % len(SPARE)] for name in names}


class WinnerPanel(results.Panel):
    """A panel with winner codes and names, and the gain over what `over` says: the baselines that ran."""

    def __init__(self, place, messages, delays, winner, names, gain, over, left_out):
        super().__init__(place, messages, delays, {}, left_out)
        self.winner, self.names, self.gain, self.over = winner, names, gain, over

    def all_values(self):
        return [np.where(self.winner >= 0, self.gain, np.nan)]


def names_of(dataset):
    """Names behind the codes of the winner."""
    return str(dataset["winner"].attrs["flag_meanings"]).split()


def panels(path):
    """Panels of every group best; MissingData when there is none."""
    found = []
    for grid, groups in results.grids(path).items():
        if "best" not in groups or not {"static", "every-step"} & set(groups):  # the gain is over these
            continue
        data = results.load(path, grid, "best")
        data["gain"] = np.fmin(data["margin_to_static"], data["margin_to_every_step"])  # of those that ran
        over = "static" if np.isnan(data["margin_to_every_step"]).all() else "the better of\nstatic and every-step"
        gains = [values for _, _, _, values, _ in results.rectangles(data, "gain")]
        for at, (place, messages, delays, winner, left_out) in enumerate(results.rectangles(data, "winner")):
            if (winner >= 0).any() and not np.isnan(winner).all():
                found.append(WinnerPanel(place, messages, delays, winner, names_of(data), gains[at], over, left_out))
    return results.need(found, path, "no group `best` over message and reconfiguration_delay above 0, with static or "
                        "every-step among the schedulers; set best = true in the sweep and run again")


def codes_of(panel, used):
    """Place of the winner among `used` per cell; NaN without one."""
    codes = np.full(panel.winner.shape, np.nan)
    for at, name in enumerate(used):
        for code in [code for code, one in enumerate(panel.names) if one == name]:
            codes[panel.winner == code] = at
    return codes


def winners_of(chosen):
    """Names that win somewhere on the page, in the order of ties."""
    present = {panel.names[int(code)] for panel in chosen for code in np.unique(panel.winner[panel.winner >= 0])}
    return [name for name in chosen[0].names if name in present]


def a_map(panel, title, values):
    return maps.Map(title, maps.delays(panel.delays), maps.messages(panel.messages), values)


def draw_legend(figure, used, names):
    """Colours of the winners below the maps."""
    chosen = colours_of(names)
    handles = [Patch(facecolor=chosen[name], edgecolor="0.5", label=MEANING.get(name, name)) for name in used]
    figure.legend(handles=handles, loc="lower center", ncol=min(4, len(used)), fontsize=8.5,
                  bbox_to_anchor=(0.5, 0.3 / figure.get_figheight()))


def draw_page(path, target, chosen):
    """Top row: winners; bottom row: gain over the baselines that ran."""
    used, names = winners_of(chosen), chosen[0].names
    palette = colors.ListedColormap([colours_of(names)[name] for name in used])
    rows = [maps.Row([a_map(one, arrays.title_of(one.place["collective"]), codes_of(one, used)) for one in chosen], "",
                     colors.Normalize(-0.5, len(used) - 0.5), palette),
            maps.Row([a_map(one, f"gain, at most {page.factor(page.largest(one.gain))}", one.gain) for one in chosen],
                     f"over {chosen[0].over}")]
    reading = page.reading("colour: the fastest scheduler, however small its gain; ties: the simpler one; white: gain 1", chosen)
    return maps.draw_page(path, target, rows, f"Who wins where: {page.heading(chosen[0].place)}", reading,
                          chosen[0].fabric(), None, lambda figure: draw_legend(figure, used, names))


def draw(path, folder, suffix):
    """Winners and gains, a page per base topology and latency per step."""
    return [draw_page(path, folder / f"winners{ending}.{suffix}", chosen)
            for ending, chosen in results.sort_into_pages(panels(path))]
