"""What all pages share: ticks with units, colours from white at 1, panel labels, the small print."""
import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import colors  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402

# The blues of matplotlib, starting from plain white: a speedup of 1 has no colour.
BLUES = colors.LinearSegmentedColormap.from_list("white-blues", ["#FFFFFF"] + [
    colors.to_hex(plt.get_cmap("Blues")(x)) for x in np.linspace(0.12, 1, 12)])

SECONDS = [(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")]
BYTES = [(1, "B"), (2**10, "KiB"), (2**20, "MiB"), (2**30, "GiB"), (2**40, "TiB")]
COLLECTIVES = {
    "allreduce/halving-doubling-near": "halving/doubling, near first",
    "allreduce/halving-doubling-far": "halving/doubling, far first",
    "allreduce/swing": "Swing",
    "alltoall/shift": "all-to-all",
    "alltoall/bruck": "all-to-all by Bruck",
    "allreduce/ring": "ring all-reduce",
    "allreduce/recursive-doubling": "recursive doubling, full vector",
}
TOPOLOGIES = {
    "ring-uni": "unidirectional ring",
    "ring": "bidirectional ring, full links",
    "ring-split": "bidirectional ring, half links",
}


def quantity(value, units):
    """421.7e-6 -> "421.7 µs": the largest unit that the value reaches."""
    if value == 0:
        return "0"
    chosen = units[0]
    for unit in units:
        if value >= unit[0] * (1 - 1e-9):
            chosen = unit
    return f"{value / chosen[0]:.4g} {chosen[1]}"


def seconds(value):
    return quantity(value, SECONDS)


def size(value):
    return quantity(value, BYTES)


def decimal_size(value):
    """Sizes in powers of 1000: 32 MB."""
    return quantity(value, [(1, "B"), (1e3, "KB"), (1e6, "MB"), (1e9, "GB")])


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


def binary_steps(values):
    """Powers of 2^4 within the values, of 2^2 if the range is short."""
    first, last = np.log2(values[0]), np.log2(values[-1])
    step = 4 if last - first > 10 else 2
    return 2.0 ** np.arange(np.ceil(first / 2) * 2, last + 1e-9, step)


def label_axes(axis, panel, left, bottom):
    """Log axes; names and tick labels only on the outer sides."""
    axis.set_xscale("log")
    axis.set_yscale("log")
    axis.minorticks_off()
    axis.set_xlim(*edges(panel.delays)[[0, -1]])
    axis.set_ylim(*edges(panel.messages)[[0, -1]])
    axis.set_xticks(decades(panel.delays))
    axis.set_yticks(binary_steps(panel.messages))
    axis.set_xticklabels([seconds(v) for v in axis.get_xticks()] if bottom else [])
    axis.set_yticklabels([size(v) for v in axis.get_yticks()] if left else [])
    axis.tick_params(labelsize=8, length=3)
    if bottom:
        axis.set_xlabel("reconfiguration delay", fontsize=9)
    if left:
        axis.set_ylabel("message size", fontsize=9)


def heading(place):
    """"unidirectional ring, 100 ns per step": the fabric of a page, as far as it is known."""
    words = []
    if "topology" in place:
        words.append(TOPOLOGIES.get(place["topology"], place["topology"]))
    if place.get("per_step_latency"):
        words.append(f"{seconds(place['per_step_latency'])} per step")
    return ", ".join(words)


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
    return f"{chr(ord('a') + index)})"


def panels(count, height=3.0, sharey=True):
    """(figure, axes in one row) with room for the small print."""
    figure, axes = plt.subplots(1, count, figsize=(1.6 + 2.45 * max(count, 2), height), squeeze=False,
                                     layout="constrained", sharey=sharey)
    leave_foot(figure)
    return figure, axes[0]


def finish(axis, title, at=None):
    """Title, with its letter if there are several panels; no box."""
    axis.set_title(title if at is None else f"{letter(at)} {title}", fontsize=9, loc="left")
    axis.tick_params(labelsize=8, length=3)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def hatch_gaps(axis, values):
    """Cells without a value show hatched ground instead of the white of a speedup of 1."""
    if not np.isfinite(values).all():
        axis.set_facecolor("0.93")
        axis.patch.set(hatch="////", edgecolor="0.7")


def reading(text, panels):
    """How to read a page, with what its cells and log axes leave out."""
    if any(not np.isfinite(values).all() for panel in panels for values in panel.all_values()):
        text += "; hatched: nothing computed"
    left_out = ", ".join(dict.fromkeys(panel.left_out for panel in panels if panel.left_out))
    return f"{text}; not shown on log axes: {left_out}" if left_out else text


def leave_foot(figure, inches=0.36):
    """Room for the small print below the maps."""
    share = inches / figure.get_figheight()
    figure.get_layout_engine().set(rect=(0, share, 1, 1 - share), w_pad=0.08)


def small_print(figure, attributes, place, reading):
    """How to read the page; below it the title of the sweep, the fabric and the revision."""
    parts = [attributes.get("title", "")]
    if attributes.get("complete") == "0":
        parts.append(f"INCOMPLETE: {attributes.get('missing_tasks')} of {attributes.get('tasks')} tasks missing")
    if "nodes" in place:
        parts.append(f"{int(place['nodes'])} nodes")
    if "bandwidth" in place:
        parts.append(f"{place['bandwidth'] * 8e-9:g} Gbit/s")
    if "per_hop_latency" in place:
        parts.append(f"{seconds(place['per_hop_latency'])} per hop")
    revision = attributes.get("revision", "unknown") + (" (modified)" if attributes.get("dirty") == "1" else "")
    line = 0.13 / figure.get_figheight()
    for at, words in ((0.2, "   ·   ".join(parts + [f"lightsweep {revision}"])), (1.2, reading)):
        text = figure.text(0.01, at * line, words, fontsize=6.5, color="0.35", ha="left", va="bottom")
        text.set_fontsize(6.5 * min(1, 0.98 * figure.bbox.width / text.get_window_extent().width))


def save(figure, path):
    """Writes the page and frees it."""
    figure.savefig(path, dpi=160, metadata=None if path.suffix != ".pdf" else {"CreationDate": None})
    plt.close(figure)
    return path
