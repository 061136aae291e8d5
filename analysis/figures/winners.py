"""Who wins where, from the groups `best`: a categorical map, and how much it gains."""
import numpy as np
from matplotlib import colors
from matplotlib.patches import Patch

from . import maps, page, results

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
    if not found:
        raise results.MissingData(f"{path}: no group `best` over message and reconfiguration_delay above 0, with static or "
                                  "every-step among the schedulers; set best = true in the sweep and run again")
    return found


def draw_winner(axis, panel, used):
    """Cells in the colour of their winner."""
    codes = np.full(panel.winner.shape, np.nan)
    for at, name in enumerate(used):
        for code in [code for code, one in enumerate(panel.names) if one == name]:
            codes[panel.winner == code] = at
    chosen = colours_of(panel.names)
    palette = colors.ListedColormap([chosen[name] for name in used])
    axis.pcolormesh(page.edges(panel.delays), page.edges(panel.messages), codes, cmap=palette, vmin=-0.5,
                    vmax=len(used) - 0.5, rasterized=True)
    page.hatch_gaps(axis, codes)


def winners_of(chosen):
    """Names that win somewhere on the page, in the order of ties."""
    present = {panel.names[int(code)] for panel in chosen for code in np.unique(panel.winner[panel.winner >= 0])}
    return [name for name in chosen[0].names if name in present]


def draw_column(axes, at, columns, panel, used, norm):
    """Winners above, gain below; returns the image of the gain."""
    collective = panel.place["collective"]
    draw_winner(axes[0], panel, used)
    axes[0].set_title(f"{page.letter(at)} {page.COLLECTIVES.get(collective, collective)}", fontsize=9, loc="left")
    page.label_axes(axes[0], panel, at == 0, False)
    image = axes[1].pcolormesh(page.edges(panel.delays), page.edges(panel.messages), panel.gain, norm=norm,
                               cmap=page.BLUES, rasterized=True)
    page.hatch_gaps(axes[1], panel.gain)
    most = page.factor(page.largest(panel.gain))
    axes[1].set_title(f"{page.letter(columns + at)} gain, at most {most}", fontsize=9, loc="left")
    page.label_axes(axes[1], panel, at == 0, True)
    return image


def draw_legend(figure, used, names):
    """Colours of the winners below the maps."""
    chosen = colours_of(names)
    handles = [Patch(facecolor=chosen[name], edgecolor="0.5", label=MEANING.get(name, name)) for name in used]
    figure.legend(handles=handles, loc="lower center", ncol=min(4, len(used)), fontsize=8.5, frameon=False,
                  bbox_to_anchor=(0.5, 0.045))


def draw_page(path, target, chosen):
    """Top row: winners; bottom row: gain over the baselines that ran."""
    used, columns = winners_of(chosen), len(chosen)
    figure, axes = page.plt.subplots(2, columns, figsize=(1.9 + 2.7 * max(columns, 2), 6.0), squeeze=False,
                                     layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0.1, 1, 0.9))
    norm = maps.norm_of([panel.gain for panel in chosen])
    for at, panel in enumerate(chosen):
        image = draw_column(axes[:, at], at, columns, panel, used, norm)
    maps.draw_bar(figure, image, axes[1], norm, f"over {chosen[0].over}")
    draw_legend(figure, used, chosen[0].names)
    figure.suptitle(f"Who wins where: {page.heading(chosen[0].place)}", fontsize=10.5)
    page.small_print(figure, results.attributes(path), chosen[0].place,
                     page.reading("colour: the fastest scheduler, however small its gain; ties: the simpler one; white: gain 1",
                                  chosen))
    return page.save(figure, target)


def draw(path, folder, suffix):
    """Winners and gains, a page per base topology and latency per step."""
    return [draw_page(path, folder / f"winners{ending}.{suffix}", chosen)
            for ending, chosen in results.sort_into_pages(panels(path))]
