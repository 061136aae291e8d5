"""How much of the reconfiguration delay computation hides, over delay and computation per step.

The time that the delay costs is the optimum's communication time less that without any delay; its
hidden share is what overlapping computation saves of it.
"""
import itertools

from matplotlib import colors

from lightsweep import arrays, maps, page, results
from .. import delay_panels

COMPUTE = "compute_time"
DIMS = ("topology", "collective", results.MESSAGE, COMPUTE, results.DELAY)
GREENS = colors.LinearSegmentedColormap.from_list("white-greens", ["#FFFFFF", "#B7E2C6", "#3FA26B", "#00441B"])


def draw(path, folder, suffix):
    """One page per base topology and message size: hidden share above, gain in total time below."""
    grids = arrays.grids_with(path, ["addanki", "addanki-overlap"], COMPUTE)
    written = []
    for grid in results.need(grids, path, "grid holds addanki and addanki-overlap over compute_time", "addanki/overlap"):
        plain, hidden = arrays.columns(path, grid, ("addanki", "addanki-overlap"), DIMS)
        steps = arrays.column(path, grid, "addanki-overlap", "n_steps", DIMS)
        # 64 MiB, the main page, first.
        sizes = sorted(plain[results.MESSAGE].values, key=lambda one: (one != 2.0**26, one))
        for topology, message in itertools.product(plain["topology"].values, sizes):
            ending = f"-{topology}-{page.size(message).replace(' ', '')}{delay_panels.endings([plain.attrs])[0]}"
            where = {"topology": topology, results.MESSAGE: message}
            written.append(draw_page(path, folder / f"overlap{ending}.{suffix}",
                                     *(one.sel(where) for one in (plain, hidden, steps))))
    return written


def hidden_share(plain, hidden, steps):
    """Share of the time lost to the delay that the overlap wins back, 0..1, over compute x delay."""
    computing = steps * plain[COMPUTE]
    with_delay, with_overlap = plain - computing, hidden - computing
    free = with_overlap.where(hidden[COMPUTE] >= hidden[results.DELAY]).min((COMPUTE, results.DELAY))
    lost = with_delay - free
    # A delay that is lost in the round-off of the computing time has no share.
    return ((with_delay - with_overlap) / lost).where(lost > 1e-9 * plain)


def a_map(title, values, note):
    """Values over delay and computation, with the line on which both are equal."""
    x, y = maps.delays(values[results.DELAY].values), maps.times("computation per step", values[COMPUTE].values)

    def diagonal(axis):
        ends = max(x.values[0], y.values[0]), min(x.values[-1], y.values[-1])
        axis.plot(ends, ends, color="#D55E00", linewidth=0.9, linestyle="--", scalex=False, scaley=False)
    return maps.Map(title, x, y, values.values, note, [diagonal])


def draw_page(path, target, plain, hidden, steps):
    """Hidden share above, gain below, one column per collective."""
    shares, gains = [], []
    for name, title in arrays.collectives(plain):
        times = [one.sel(collective=name).transpose(..., COMPUTE, results.DELAY) for one in (plain, hidden)]
        share = hidden_share(*times, steps.sel(collective=name)).transpose(COMPUTE, results.DELAY)
        gain = arrays.without_zero_over_zero(*times)
        shares.append(a_map(title, share.clip(0, 1), ""))
        gains.append(a_map(title, gain, arrays.most(gain.values)))
    rows = [maps.Row(shares, "share of the time lost to\nthe delay that is hidden", colors.Normalize(0, 1), GREENS,
                     [0, 0.25, 0.5, 0.75, 1], lambda share: f"{100 * share:.0f} %"),
            maps.Row(gains, "gain in total time,\ncomputation included")]
    where = page.topology_title(str(plain["topology"].values))
    return maps.draw_page(path, target, rows,
                          f"Computation hides reconfiguration: {where}, {page.size(plain[results.MESSAGE].item())}",
                          "dashed: computation as long as the delay, above it all is hidden; white: nothing is hidden, "
                          "gain 1", plain.attrs, "no time is lost to the delay")
