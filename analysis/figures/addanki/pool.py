"""Pools of base topologies: what the second, third and fourth base bring, and which ones they are.

The best pool of a size is the best start over the axis `offsets`; the best single base is the best
of the paper's optimum over the same axis. Which bases a pool uses is read from the stored decisions (schedules = true).
"""
import numpy as np
from matplotlib.ticker import PercentFormatter

from lightsweep import arrays, maps, page, results, states
from .. import delay_panels

SIZE, BASES = "pool_size", "offsets"
DIMS = ("topology", "collective", BASES, SIZE, results.MESSAGE, results.DELAY)
WHO = ["addanki", "addanki-best-pool"]
SHADES = ["#C6DBEF", "#6BAED6", "#2171B5", "#08306B"]
CLEAR = 1.01  # gains of a pool that count


def draw(path, folder, suffix):
    """A page of gains and a page of members per grid."""
    written = []
    for grid in results.need(arrays.grids_with(path, WHO, SIZE), path, "grid holds addanki-best-pool over pool_size", "addanki/pool"):
        single, pooled = arrays.columns(path, grid, WHO, DIMS)
        ending = f"-{grid}{delay_panels.endings([pooled.attrs])[0]}"
        written.append(draw_gains(path, folder / f"pool{ending}.{suffix}", single, pooled))
        if WHO[1] in results.grids(path, "schedules").get(grid, []):
            written.append(draw_members(path, folder / f"pool-members{ending}.{suffix}", grid, single, pooled))
    return written


def draw_gains(path, target, single, pooled):
    """First row: the best single base over the first one; then each size of pool over the best single base."""
    bases = [base_name(str(one)) for one in single[BASES].values]
    best, first = single.min(BASES), single.isel({BASES: 0}, drop=True)
    named = arrays.collectives(single)
    rows = [maps.Row([a_map(title, first, best, name) for name, title in named], f"best single base\nover {bases[0]}")]
    pools = {int(size): pooled.sel({SIZE: size}, drop=True).min(BASES) for size in pooled[SIZE].values if size > 1}
    norm = maps.norm_of([(best / one).values for one in pools.values()])
    rows += [maps.Row([a_map(title, best, one, name) for name, title in named],
                      f"best pool of {size}\nover best single base", norm) for size, one in pools.items()]
    return maps.draw_page(path, target, rows, "Several base topologies at hand: optimum over pool and matchings",
                          f"white: the pool brings nothing; candidates: {', '.join(bases)} of {int(pooled.attrs['nodes'])} "
                          "nodes; every change costs one delay", pooled.attrs)


def a_map(title, over, under, collective):
    quotient = arrays.without_zero_over_zero(over, under).sel(collective=collective)
    return maps.over_messages(title, quotient.squeeze(drop=True), arrays.most(quotient.values))


def base_name(offsets):
    """"1x-1" of the file -> "{1, −1}"."""
    return "{" + ", ".join(offsets.split("x")).replace("-", "−") + "}"


def used_bases(found, start, bases):
    """Which bases some step is on, of states per step: shape (..., bases), in the order of the axis `offsets`.

    State 0 is the base in force at the start, then come the others in order, last the matching.
    """
    state_of = [0 if base == start else base + (base < start) for base in range(bases)]
    return (found[..., None] == state_of).any(-2)


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
    data = results.load_group(path, f"schedules/{grid}/{WHO[1]}")
    where = dict(zip(("primitive", "algorithm"), collective.split("/")), collective=collective)
    words = arrays.pick(data["decision"], **where).transpose(BASES, SIZE, results.MESSAGE, results.DELAY, ...).values
    return states.of_steps(words, steps, states.meaning(data))


def draw_members(path, target, grid, single, pooled):
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
    page.legend_below(figure, 0.32, len(sizes), axes[0, 0])
    return page.write(figure, target, path, "Which bases the best pools use", pooled.attrs,
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
