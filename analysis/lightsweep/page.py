"""What all pages share: ticks with units, colours from white at 1, panel labels, the small print."""
import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import colors  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402

from . import results  # noqa: E402
from .quantities import SECONDS, quantity, seconds, size, text_of  # noqa: E402, F401

plt.rcParams.update({"axes.axisbelow": True, "axes.labelsize": 9, "axes.titlelocation": "left", "axes.titlesize": 9,
                     "figure.titlesize": 10, "grid.color": "0.92", "grid.linewidth": 0.6, "legend.fontsize": 8,
                     "legend.frameon": False, "xtick.labelsize": 8, "xtick.major.size": 3, "ytick.labelsize": 8,
                     "ytick.major.size": 3})

# The blues of matplotlib, starting from plain white: a speedup of 1 has no colour.
BLUES = colors.LinearSegmentedColormap.from_list("white-blues", ["#FFFFFF"] + [
    colors.to_hex(plt.get_cmap("Blues")(x)) for x in np.linspace(0.12, 1, 12)])

# Okabe and Ito's colours, told apart with any kind of colour vision, and by markers as well.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")
MARKERS = ("o", "s", "^", "D", "v")

TOPOLOGIES = {
    "ring-uni": "unidirectional ring",
    "ring": "bidirectional ring, full links",
    "ring-split": "bidirectional ring, half links",
    "torus2d": "2D torus",
    "torus3d": "3D torus",
    "grid2d": "2D grid",
    "grid3d": "3D grid",
    "wdm-ring": "ring with wavelengths",
}
PRIMITIVES = {"alltoall": "all-to-all", "allreduce": "all-reduce", "reduce-scatter": "reduce-scatter",
              "allgather": "all-gather"}
FEW = 8  # values along an axis that all have a tick
LEAST_GAIN = 1.0001  # a smaller one is none to look at
# What the small print says of a page, in this order.
FABRIC = {
    "rules": "rules {}".format,
    "nodes": "{:.0f} nodes".format,
    "planes": lambda count: f"{count:.0f} plane{'s' if count > 1 else ''}",
    "bandwidth": lambda rate: f"{rate * 8e-9:g} Gbit/s",
    "plane_bandwidth": lambda rate: f"{rate * 8e-9:g} Gbit/s per plane",
    "per_hop_latency": lambda value: f"{seconds(value)} per hop",
    "per_step_latency": lambda value: f"{seconds(value)} per step" if value else "no latency per step",
    "reconfiguration_delay": lambda value: f"{seconds(value)} per reconfiguration",
}


def edges(values):
    """Borders of cells around values that are equally spaced in the logarithm."""
    logs = np.log(values)
    if len(logs) == 1:
        return np.exp([logs[0] - 0.5, logs[0] + 0.5])
    inner = (logs[1:] + logs[:-1]) / 2
    return np.exp(np.concatenate([[2 * logs[0] - inner[0]], inner, [2 * logs[-1] - inner[-1]]]))


def decades(values):
    """Powers of ten within the values, every second one if there are many."""
    first, last = np.ceil(np.log10(values[0]) - 1e-9), np.floor(np.log10(values[-1]) + 1e-9)
    powers = np.arange(first, last + 1)
    return 10.0 ** (powers[::2] if len(powers) > 5 else powers)


def ticks(values):
    """All values if they are few, else powers of ten; of 2^4 if all are powers of two (2^2 if their range is short)."""
    if len(values) <= FEW:
        return np.asarray(values)
    powers = np.log2(values)
    if (powers % 1 != 0).any():
        return decades(values)
    first, last = powers[0], powers[-1]
    return 2.0 ** np.arange(np.ceil(first / 2) * 2, last + 1e-9, 4 if last - first > 10 else 2)


def heading(place):
    """"unidirectional ring, 100 ns per step": the fabric of a page, as far as it is known."""
    words = []
    if "topology" in place:
        offsets = f" of offsets {{{str(place['offsets']).replace('x', ', ')}}}" if "offsets" in place else ""
        title = topology_title(place["topology"], results.has_lanes(place))
        if "wavelengths" in place:
            title = title.replace("with ", f"with {place['wavelengths']:.0f} ")
        words.append(title + offsets)
    if "route" in place:
        words.append(f"route {place['route']}")
    if "planes" in place:
        words.append(f"{int(place['planes'])} planes share a node's rate" if place["planes"] > 1 else "one plane")
    words += [FABRIC[key](place[key]) for key in ("nodes", "bandwidth") if place.get(key)]
    if place.get("per_step_latency"):
        words.append(f"{seconds(place['per_step_latency'])} per step")
    return ", ".join(words)


def topology_title(name, shared=False):
    title = TOPOLOGIES.get(name, name)
    return title.split(",")[0] if shared else title


def factor(value):
    """1.480×, 32.00×, 12460×; a dash without a value."""
    if np.isnan(value):
        return "–"
    return f"{value:#.4g}×" if value < 999.95 else f"{value:.0f}×"


def largest(values):
    """The largest finite value, NaN if there is none."""
    finite = values[np.isfinite(values)]
    return finite.max() if finite.size else np.nan


def letter(index):
    """a), b), ..., z), aa), ab), ..."""
    return f"{chr(ord('a') + index // 26 - 1) if index > 25 else ''}{chr(ord('a') + index % 26)})"


def sheet(rows, columns, width, height, foot=0.36, **more):
    """(figure, axes[row][column]) of so many inches, with room for the small print."""
    figure, axes = plt.subplots(rows, columns, figsize=(width, height), squeeze=False, layout="constrained", **more)
    leave_foot(figure, foot)
    return figure, axes


def panels(count, height=3.0, sharey=True):
    """(figure, axes in one row)."""
    figure, (axes,) = sheet(1, count, 1.6 + 2.45 * max(count, 2), height, sharey=sharey)
    return figure, axes


def finish(axis, title="", at=None, **more):
    """Title, with its letter if there are several panels; no box."""
    axis.set_title(title if at is None else f"{letter(at)} {title}", **more)
    axis.spines[["top", "right"]].set_visible(False)


def reading(text, panels):
    """How to read a page, with what its cells and log axes leave out."""
    if any(not np.isfinite(one).all() for panel in panels for one in panel.data.values() if one.dtype.kind in "if"):
        text += "; hatched: nothing computed"
    left_out = ", ".join(dict.fromkeys(panel.left_out for panel in panels if panel.left_out))
    return f"{text}; not shown on log axes: {left_out}" if left_out else text


def leave_foot(figure, inches=0.36):
    """Room for the small print below the maps."""
    share = inches / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, share, 1, 1 - share), w_pad=0.08)


def log_x(axis, ticks, text, label="", base=10, **style):
    """A logarithmic x axis with these ticks, and a grid. A logarithmic y axis must be one before."""
    axis.set_xscale("log", base=base)
    axis.minorticks_off()
    axis.set_xticks(ticks, [text(one) for one in ticks], **style)
    axis.set_xlabel(label)
    axis.grid(True)


def legend(axis, of=None, order=lambda entries: entries, **more):
    """To the right of a panel: what stands in the panels `of` (default: in this one), in this order of (label, handle)."""
    entries = {label: handle for one in ([axis] if of is None else of) for handle, label in zip(*one.get_legend_handles_labels())}
    entries = dict(order(list(entries.items())))
    axis.legend(entries.values(), entries.keys(), loc="upper left", bbox_to_anchor=(1.02, 1), **more)


def legend_below(figure, inches, columns, axis=None, **more):
    """Below all panels, above the small print: what stands in a panel, or the handles."""
    if axis:
        more["handles"], more["labels"] = axis.get_legend_handles_labels()
    figure.legend(loc="lower center", ncol=columns, bbox_to_anchor=(0.5, inches / figure.get_figheight()), **more)


def categories(axis, values, label, text=str):
    """An x axis with a tick for every value, at equal distances."""
    axis.set_xticks(range(len(values)), [text(one) for one in values])
    axis.set_xlabel(label)


def write(figure, target, path, heading, place, reading):
    """Writes the page with its heading and the small print: how to read it, the sweep, the fabric, the revision.

    Its name ends with the nodes, where they are known and not in it.
    """
    shrink(figure, figure.suptitle(heading))
    small_print(figure, results.attributes(path), place, reading)
    nodes = f"-{place['nodes']:.0f}nodes" if "nodes" in place and "nodes" not in target.stem else ""
    return save(figure, target.with_name(f"{target.stem}{nodes}{target.suffix}"))


def small_print(figure, attributes, place, reading):
    """Two lines at the foot, as large as fit."""
    parts = [attributes.get("title", "")]
    if attributes.get("complete") == "0":
        parts.append(f"INCOMPLETE: {attributes.get('missing_tasks')} of {attributes.get('tasks')} tasks missing")
    known = {**attributes, **place}
    parts += [text(known[key]) for key, text in FABRIC.items() if key in known]
    revision = attributes.get("revision", "unknown") + (" (modified)" if attributes.get("dirty") == "1" else "")
    line = 0.13 / figure.get_figheight()
    for at, words in ((0.2, "   ·   ".join(parts + [f"lightsweep {revision}"])), (1.2, reading)):
        shrink(figure, figure.text(0.01, at * line, words, fontsize=6.5, color="0.35", ha="left", va="bottom"))


def shrink(figure, text):
    """A line of text as large as it stands, or as fits between the sides."""
    text.set_fontsize(text.get_fontsize() * min(1, 0.98 * figure.bbox.width / max(1, text.get_window_extent().width)))


def save(figure, path):
    """Writes the page and frees it."""
    figure.savefig(path, dpi=160, metadata=None if path.suffix != ".pdf" else {"CreationDate": None})
    plt.close(figure)
    return path
