"""SWOT, figure 9: the fastest algorithm of every scheduler over the message, and what SWOT gains by its own."""
import numpy as np

from lightsweep import page, results
from . import points

LEAST_SIZES, MOST_PANELS = 8, 8
LETTERS = {"shift": ("P", "pairwise"), "bruck": ("B", "Bruck"), "halving-doubling-near": ("H", "halving/doubling"),
           "recursive-doubling": ("R", "recursive doubling"), "ring": ("O", "ring")}
TREE, BOUND = "double-binary-tree", "bandwidth_bound"
TREES = {"completion_time": ("two trees, best chunks", {"color": "#CC79A7"}),
         "plain_time": ("two trees, one chunk", {"color": "#CC79A7", "linestyle": "--"}),
         "released_time": ("two trees, as released", {"color": "#56B4E9"}),
         BOUND: ("least of any all-reduce", {"color": "0.2", "linestyle": ":"})}
PRIMITIVES = page.PRIMITIVES


def draw(path, folder, suffix):
    """Page swot-algorithms: a column per primitive and network on which several algorithms ran."""
    panels = panels_of(path)
    points.need(panels, path, "several algorithms over a range of messages")
    if len(panels) > MOST_PANELS:
        raise results.MissingData(f"{path}: at most {MOST_PANELS} of these {len(panels)} panels fit side by side; run again with one delay")
    figure, axes = page.sheet(3, len(panels), 1.7 + 3.3 * max(len(panels), 2), 6.4, height_ratios=[3, 1.7, 1])
    trees = False
    for at, (key, algorithms) in enumerate(panels.items()):
        draw_times(axes[0][at], key, algorithms, at, len({delay for *_, delay in panels}) > 1)
        draw_gain(axes[1][at], algorithms)
        draw_letters(axes[2][at], algorithms, at == 0)
        trees = trees or (key[0] == "allreduce" and draw_trees(axes[0][at], path, key))
    axes[0][0].set_ylabel("completion time [ms]")
    axes[1][0].set_ylabel("gain of SWOT")
    page.legend(axes[0][-1])
    used = dict.fromkeys(LETTERS[name] for algorithms in panels.values() for name in algorithms)
    found = [one for algorithms in panels.values() for group in algorithms.values() for one in group]
    return [points.write(figure, folder / f"swot-algorithms.{suffix}", path,
                         "Every scheduler with its fastest algorithm", found,
                         f"gain: best baseline / SWOT - 1; letters: {', '.join(f'{a} {b}' for a, b in used)}"
                         + ("; trees: by formula, faint below the dotted line, where no all-reduce is as fast" if trees else ""))]


def panels_of(path):
    """{(primitive, planes, nodes rounded down to a power of two): {algorithm: points}} with several algorithms.

    Bruck's exchange on 9 nodes is one on 8 in the release, and stands beside the pairwise one on 9.
    """
    panels = {}
    for group in points.lines(points.read(path), results.MESSAGE, LEAST_SIZES).values():
        primitive, algorithm = group[0].collective.split("/")
        key = (primitive, group[0].place["planes"], 1 << int(group[0].place["nodes"]).bit_length() - 1, group[0].delay)
        if algorithm in LETTERS:
            panels.setdefault(key, {}).setdefault(algorithm, group)
    axes = {key: {tuple(one.message for one in group) for group in algorithms.values()}
            for key, algorithms in panels.items()}
    several = {key: algorithms for key, algorithms in panels.items() if len(algorithms) > 1 and len(axes[key]) == 1}
    return dict(sorted(several.items(), key=lambda one: (list(PRIMITIVES).index(one[0][0]), one[0][2])))


def least(algorithms, of):
    """(values, letters): the least of the algorithms per message, ties to the first; NaN and "-" where none can run."""
    table = np.array([[of(one) for one in group] for group in algorithms.values()])
    letters = [LETTERS[name][0] for name in algorithms]
    with np.errstate(invalid="ignore"):
        # Times that are equal but for round-off go to the first algorithm.
        first = np.argmax(table <= np.nanmin(np.where(np.isnan(table), np.inf, table), 0) * points.PROVEN, 0)
    values = table[first, np.arange(table.shape[1])]
    return values, [letters[at] if np.isfinite(value) else "–" for at, value in zip(first, values)]


def schemes(algorithms):
    """{scheduler: (least times, letters)}."""
    return {name: least(algorithms, lambda one, name=name: one.times[name]) for name in points.STYLES}


def sizes_of(algorithms):
    return [one.message for one in next(iter(algorithms.values()))]


def draw_times(axis, key, algorithms, at, has_delays):
    sizes = sizes_of(algorithms)
    bound, _ = least(algorithms, lambda one: one.bound)
    points.draw_schedulers(axis, sizes, {name: values for name, (values, _) in schemes(algorithms).items()}, bound)
    points.plain_log(axis)
    points.over_messages(axis, sizes, False)
    delay = f", {page.seconds(key[3])}" if has_delays else ""
    points.finish(axis, f"{PRIMITIVES[key[0]]}, {nodes_of(algorithms)}, {key[1]} planes{delay}", at)


def nodes_of(algorithms):
    """"256 nodes", or "9 nodes (Bruck: 8)"."""
    nodes = {name: group[0].place["nodes"] for name, group in algorithms.items()}
    most = max(nodes.values())
    fewer = ", ".join(f"{LETTERS[name][1]}: {one}" for name, one in nodes.items() if one < most)
    return f"{most} nodes" + (f" ({fewer})" if fewer else "")


def draw_trees(axis, path, key):
    """The curves of the study of two binary trees on that network within the axis; False if the file has none."""
    for _, data in results.studies(path, TREE):
        here = (data.attrs.get("nodes"), data.attrs.get("planes")) == (key[2], key[1])
        if here and list(data.sizes) == [results.MESSAGE]:
            limits = axis.get_ylim()
            for name, (title, style) in TREES.items():
                draw_formula(axis, data[results.MESSAGE].values, data[name].values, data[BOUND].values, label=title, **style)
            axis.set_ylim(limits)
            return True
    return False


def draw_formula(axis, sizes, seconds, bound, label, **style):
    """A curve of the study, faint where it lies below what any all-reduce takes: nobody is as fast."""
    attained = np.where(seconds >= bound * (1 - 1e-9), seconds, np.nan)
    axis.plot(sizes, 1e3 * attained, label=label, linewidth=1.2, zorder=1, **style)
    axis.plot(sizes, 1e3 * seconds, linewidth=1.2, alpha=0.25, zorder=1, **style)


def draw_gain(axis, algorithms):
    """best baseline / SWOT - 1, each with its fastest algorithm; printed at its largest value."""
    sizes, found = sizes_of(algorithms), schemes(algorithms)
    other = np.fmin(found[points.LOCKSTEP][0], found[points.FIXED][0])
    own, bound = found[points.OWN][0], least(algorithms, lambda one: one.bound)[0]
    _, colour, marker = points.STYLES[points.OWN]
    gain = np.maximum(other / own - 1, 0)
    axis.plot(sizes, gain, color=colour, marker=marker, markersize=7, linewidth=1.6)
    points.draw_gap(axis, sizes, gain, other / bound - 1, own > bound * points.PROVEN)
    at = int(np.argmax(gain))
    axis.annotate(f"{100 * gain[at]:.1f} %", (sizes[at], gain[at]), (0, 6), textcoords="offset points", ha="center", fontsize=7.5)
    points.over_messages(axis, sizes, False)
    points.percent(axis, -0.03 * max(gain.max(), 0.1), 1.25 * max(gain.max(), 0.1))
    points.finish(axis)


def draw_letters(axis, algorithms, labelled):
    """A line of letters per scheduler: its fastest algorithm at every message."""
    sizes = sizes_of(algorithms)
    for row, (name, (_, letters)) in enumerate(schemes(algorithms).items()):
        for size, letter in zip(sizes, letters):
            axis.text(size, row, letter, ha="center", va="center", fontsize=7, color=points.STYLES[name][1])
    points.over_messages(axis, sizes)
    axis.set_ylim(len(points.STYLES) - 0.4, -0.6)
    axis.set_yticks(range(len(points.STYLES)), [title for title, _, _ in points.STYLES.values()] if labelled else [])
    axis.tick_params(length=0, axis="y")
    axis.spines[["top", "right", "left"]].set_visible(False)
