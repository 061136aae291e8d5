"""Who wins where, from the groups `best`: a categorical map, and how much it gains."""
import numpy as np
from matplotlib import colors
from matplotlib.patches import Patch

from . import page, results, speedup

# Okabe and Ito, told apart with any kind of colour vision; the first four are those of the demo.
COLOURS = ["#E8E8E8", "#0072B2", "#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#F0E442"]


class WinnerPanel(results.Panel):
    """A panel with winner codes and names, and the gain over the better of static and every-step."""

    def __init__(self, place, messages, delays, winner, names, gain):
        super().__init__(place, messages, delays, {})
        self.winner, self.names, self.gain = winner, names, gain


def names_of(dataset):
    """Names behind the codes of the winner."""
    return str(dataset["winner"].attrs["flag_meanings"]).split()


def panels(path):
    """Panels of every group best; MissingData when there is none."""
    found = []
    for grid, groups in results.grids(path).items():
        if "best" not in groups:
            continue
        data = results.load(path, grid, "best")
        data["gain"] = np.minimum(data["margin_to_static"], data["margin_to_every_step"])
        gains = [values for _, _, _, values in results.rectangles(data, "gain")]
        for at, (place, messages, delays, winner) in enumerate(results.rectangles(data, "winner")):
            if (winner >= 0).any() and not np.isnan(winner).all():
                found.append(WinnerPanel(place, messages, delays, winner, names_of(data), gains[at]))
    if not found:
        raise results.MissingData(f"{path}: no group `best` over message and reconfiguration_delay; "
                                  "set best = true in the sweep and run again")
    return found


def draw_winner(axis, panel, used):
    """Cells in the colour of their winner."""
    codes = np.full(panel.winner.shape, np.nan)
    for at, name in enumerate(used):
        for code in [code for code, one in enumerate(panel.names) if one == name]:
            codes[panel.winner == code] = at
    palette = colors.ListedColormap([COLOURS[at % len(COLOURS)] for at in range(len(used))])
    axis.pcolormesh(page.edges(panel.delays), page.edges(panel.messages), codes, cmap=palette, vmin=-0.5,
                    vmax=len(used) - 0.5, rasterized=True)


def label_for(name):
    """The scheduler, and in the legend what it does."""
    meaning = {"static": "static: never reconfigure", "every-step": "every-step: always",
               "threshold": "threshold rule (optimal here)", "addanki": "addanki: optimal, beats the rule"}
    return meaning.get(name, name)


def draw_page(path, target, chosen):
    """Top row: winners; bottom row: gain over the better of static and every-step."""
    used = []
    for panel in chosen:
        present = {panel.names[int(code)] for code in np.unique(panel.winner[panel.winner >= 0])}
        used += [name for name in panel.names if name in present and name not in used]
    used.sort(key=chosen[0].names.index)
    columns = len(chosen)
    figure, axes = page.plt.subplots(2, columns, figsize=(1.9 + 2.7 * max(columns, 2), 6.0), squeeze=False,
                                     layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0.08, 1, 0.92))
    norm = speedup.norm_of([panel.gain for panel in chosen])
    for at, panel in enumerate(chosen):
        collective = panel.place["collective"]
        draw_winner(axes[0][at], panel, used)
        axes[0][at].set_title(f"{page.letter(at)} {page.COLLECTIVES.get(collective, collective)}", fontsize=9, loc="left")
        page.label_axes(axes[0][at], panel, at == 0, False)
        image = axes[1][at].pcolormesh(page.edges(panel.delays), page.edges(panel.messages), panel.gain, norm=norm,
                                       cmap="Blues", rasterized=True)
        axes[1][at].set_title(f"{page.letter(columns + at)} gain, at most {np.nanmax(panel.gain):.3f}×", fontsize=9, loc="left")
        page.label_axes(axes[1][at], panel, at == 0, True)
    bar = figure.colorbar(image, ax=list(axes[1]), pad=0.012, fraction=0.03, aspect=18)
    bar.set_ticks(speedup.bar_ticks(norm))
    bar.set_ticklabels([f"{tick:g}×" for tick in speedup.bar_ticks(norm)])
    bar.ax.tick_params(labelsize=8)
    bar.set_label("over the better of\nstatic and every-step", fontsize=8.5)
    handles = [Patch(facecolor=COLOURS[at % len(COLOURS)], edgecolor="0.5", label=label_for(name)) for at, name in enumerate(used)]
    figure.legend(handles=handles, loc="lower center", ncol=min(4, len(used)), fontsize=8.5, frameon=False,
                  bbox_to_anchor=(0.5, 0.025))
    place = chosen[0].place
    figure.suptitle(f"Who wins where: {page.TOPOLOGIES.get(place.get('topology'), place.get('topology', ''))}, "
                    f"{page.seconds(place['per_step_latency'])} per step", fontsize=10.5)
    page.small_print(figure, results.attributes(path), place)
    return page.save(figure, target)


def draw(path, folder, suffix):
    """Winners and gains, a page per base topology and latency per step."""
    groups = {}
    for panel in panels(path):
        key = (panel.place.get("topology", "base"), panel.place.get("per_step_latency", 0.0))
        groups.setdefault(key, []).append(panel)
    written = []
    for at, (key, chosen) in enumerate(groups.items()):
        ending = "" if at == 0 else f"-{key[0]}-{page.seconds(key[1]).replace(' ', '').replace('µ', 'u')}"
        written.append(draw_page(path, folder / f"winners{ending}.{suffix}", chosen[:6]))
    return written
