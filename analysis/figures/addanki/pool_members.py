"""Which bases the best pools use, from the stored decisions (schedules = true in the sweep)."""
import numpy as np
from matplotlib.ticker import PercentFormatter

from .. import arrays, maps, page, results, states

SIZE, BASES = "pool_size", "offsets"
SHADES = ["#C6DBEF", "#6BAED6", "#2171B5", "#08306B"]
CLEAR = 1.01  # gains of a pool that count


def base_name(offsets):
    """"1x-1" of the file -> "{1, −1}"."""
    return "{" + ", ".join(offsets.split("x")).replace("-", "−") + "}"


def group_of(grid):
    return f"schedules/{grid}/addanki-best-pool"


def are_stored(path, grid):
    with results.open_tree(path) as file:
        return group_of(grid) in file


def used_bases(found, start, bases):
    """Which bases some step is on, of states per step: shape (..., bases), in the order of the axis `offsets`.

    State 0 is the base in force at the start, then come the others in order, last the matching.
    """
    order = [start] + [base for base in range(bases) if base != start]
    used = np.zeros(found.shape[:-1] + (bases,), bool)
    for state, base in enumerate(order):
        used[..., base] = (found == state).any(-1)
    return used


def shares(found, single, pooled):
    """Share of the cells that gain from a pool in which a base is used: (bases, sizes), and the cells' number.

    Per cell the best start counts, the first one among equals. A cell gains where the largest
    pool is clearly faster than the best single base.
    """
    pooled = pooled.transpose(BASES, SIZE, results.MESSAGE, results.DELAY)
    gains = ((single.min(BASES) / pooled.min(BASES).isel({SIZE: -1})) > CLEAR).values
    start_of = pooled.values.argmin(0)
    bases = pooled.sizes[BASES]
    used = np.stack([used_bases(found[start], start, bases) for start in range(bases)])
    chosen = np.take_along_axis(used, start_of[None, ..., None], 0)[0]  # size, message, delay, base
    return chosen[:, gains].mean(1).T if gains.any() else np.zeros((bases, pooled.sizes[SIZE])), int(gains.sum())


def states_of(path, grid, collective, steps):
    """States over start, size, message, delay, step."""
    data = results.load_group(path, group_of(grid))
    where = dict(zip(("primitive", "algorithm"), collective.split("/")), collective=collective)
    array = arrays.pick(data["decision"], **where)
    words = array.transpose(BASES, SIZE, results.MESSAGE, results.DELAY, ...).values
    return states.of_steps(words, steps, states.meaning(data))


def draw(path, target, grid, single, pooled):
    """Bars: how often each base is used by pools of 1, 2, ... bases."""
    named, names = arrays.collectives(single), [base_name(str(one)) for one in single[BASES].values]
    sizes = [int(size) for size in pooled[SIZE].values]
    figure, axes = page.sheet(1, len(named), 2.2 + 2.4 * max(2, len(named)), 3.6, foot=0.65, sharey=True)
    steps = arrays.column(path, grid, "addanki-best-pool", "n_steps", single.dims)
    for at, (axis, (name, title)) in enumerate(zip(axes[0], named)):
        n_steps = int(np.nanmax(steps.sel(collective=name)))
        where = {"collective": name}
        found, cells = shares(states_of(path, grid, name, n_steps), single.sel(where).squeeze(drop=True),
                              pooled.sel(where).squeeze(drop=True))
        draw_bars(axis, found, sizes)
        axis.set_title(f"{page.letter(at)} {title}\n    {cells} cells")
    axes[0, 0].set_yticks(np.arange(len(names)), names)
    axes[0, 0].invert_yaxis()
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=len(sizes),
                  bbox_to_anchor=(0.5, 0.32 / figure.get_figheight()))
    return maps.write(figure, target, path, "Which bases the best pools use", pooled.attrs,
                      f"cells of message and delay in which the pool of {sizes[-1]} is more than 1 % "
                      "faster than the best single base")


def draw_bars(axis, found, sizes):
    """A group of bars per base, one bar per size of pool."""
    height = 0.8 / len(sizes)
    for at, size in enumerate(sizes):
        places = np.arange(len(found)) + (at - (len(sizes) - 1) / 2) * height
        axis.barh(places, found[:, at], height, color=SHADES[at % len(SHADES)], edgecolor="0.4", linewidth=0.3,
                  label=f"pool of {size}" if size > 1 else "single base")
    axis.set_xlim(0, 1)
    axis.set_xticks([0, 0.5, 1])
    axis.xaxis.set_major_formatter(PercentFormatter(1))
    axis.set_xlabel("share of cells that use it")
