"""BRIDGE on optical switches that are small and fast, or large and slow: its time on each over that on the best of
them, and what it gains over the best baseline there. A page per grid, a column of panels per number of nodes."""
from lightsweep import arrays, page, results
from . import gains

KEY = "technology"
DIMS = (KEY, "nodes", results.MESSAGE)
MOST_PANELS = 8  # side by side
ROWS = ("BRIDGE's time over\nthat on the best switch", "best baseline's time\nover BRIDGE's")


def draw(path, folder, suffix):
    """One page per grid with bridge, a baseline and several technologies."""
    grids = arrays.grids_with(path, ["bridge"], KEY)
    grids = [grid for grid in grids if results.load(path, grid, "bridge")[KEY].ndim == 1]
    results.need(grids, path, "grid holds bridge over an axis technology", "bridge/technology")
    return [draw_grid(path, folder / f"technology-{grid}.{suffix}", grid) for grid in grids]


def time_of(path, grid, scheduler):
    """Completion time over DIMS, the least of the algorithms that the scheduler takes."""
    time = gains.time_of(path, grid, scheduler, ("nodes", results.MESSAGE))
    if KEY in time.coords:  # behind the index of what varies with it
        time = time.swap_dims({time[KEY].dims[0]: KEY})
    return arrays.only(time, DIMS, path) if time.size else time


def draw_grid(path, target, grid):
    optimum = time_of(path, grid, "bridge")
    if optimum.sizes["nodes"] > MOST_PANELS:
        raise results.MissingData(f"{path}: {optimum.sizes['nodes']} numbers of nodes, at most {MOST_PANELS} fit side "
                                         "by side; run again with --set nodes=VALUE")
    slowdown = optimum / optimum.min(KEY)
    gain = gains.sum_up(baselines(path, grid, optimum)) / optimum
    nodes = optimum["nodes"].values
    figure, axes = page.sheet(2, len(nodes), 1.4 + 1.75 * max(len(nodes), 3), 4.9, foot=0.72, sharex=True, sharey="row")
    for row, (ratio, text) in enumerate(zip((slowdown, gain), ROWS)):
        for column, n in enumerate(nodes):
            title = f"{page.letter(row * len(nodes) + column)} {n} nodes"
            draw_panel(axes[row][column], ratio.sel(nodes=n), title, bottom=row == 1)
        axes[row][0].set_ylabel(text)
    page.legend_below(figure, 0.34, optimum.sizes[KEY], axes[0][0])
    return page.write(figure, target, path, f"BRIDGE by switch technology: {gains.primitive_of(path, grid)}", optimum.attrs,
                      "dashed: fewer than 2 ports per node, blocks of nodes share them")


def baselines(path, grid, optimum):
    """{baseline: its time} of those that ran in the grid; without a technology's axis the same on all."""
    times = {name: time.broadcast_like(optimum) for name, time in gains.baselines(path, grid, time_of).items()}
    return results.need(times, path, f"baseline in grid {grid}; add one of {', '.join(gains.BASELINES)} to schedulers and run again")


def draw_panel(axis, ratio, title, bottom):
    """A line per technology over the message."""
    messages = ratio[results.MESSAGE].values
    count = ratio.sizes[KEY]
    for at in range(count):  # thinner and thinner, so that equal lines show
        one = ratio.isel({KEY: at})
        label = f"{one[KEY].item()}: {page.seconds(float(one[results.DELAY]))}, {int(one['switch_ports'])} ports"
        axis.plot(messages, one.values, "--" if has_blocks(one) else "-", color=page.COLOURS[at % len(page.COLOURS)],
                  label=label, linewidth=1.1 + 0.45 * (count - 1 - at))
    axis.axhline(1, color="0.6", linewidth=0.8, zorder=0)
    axis.set_yscale("log", base=2)
    page.log_x(axis, page.decades(messages), page.size, "message size" if bottom else "", fontsize=7)
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:.4g}×")
    axis.tick_params(axis="y", labelsize=8)
    axis.set_title(title)


def has_blocks(one):
    return int(one["switch_ports"]) < 2 * int(one["nodes"])
