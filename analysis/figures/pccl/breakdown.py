"""PCCL, figures 8 and 9: what the times of reduce-scatters are made of, a panel per topology.

Pages: the smallest buffer at the shortest delay (figure 8) and the largest at the longest (figure 9).
"""
from lightsweep import arrays, page, results
from . import algorithms, stacked_bars

PRIMITIVE = "reduce-scatter"


def draw(path, folder, suffix):
    """Pages pccl-breakdown-BUFFER-DELAY."""
    found = algorithms.grids_with(path, PRIMITIVE, [results.DELAY, "topology"], [results.MESSAGE])
    results.need(found, path, "grid holds reduce-scatters of static and pccl over topologies and delays", "pccl/reduce_scatter")
    own = algorithms.columns(path, found[0])[1]
    sizes, delays = (sorted(arrays.values_of(own, key)) for key in (results.MESSAGE, results.DELAY))
    return [draw_page(path, folder, suffix, found[0], dict(zip((results.MESSAGE, results.DELAY), here)))
            for here in dict.fromkeys([(sizes[0], delays[0]), (sizes[-1], delays[-1])])]


def parts_of(path, grid, here, topology):
    """[(series of the times, {column: seconds}, reconfigurations)] of every algorithm."""
    def at(name):
        fixed, own = (arrays.pick(one, **here) for one in algorithms.columns(path, grid, name))
        return algorithms.series(fixed, own, PRIMITIVE, topology)

    times, counts = at("completion_time"), at("n_reconfigurations")
    parts = {name: at(name) for name in stacked_bars.PARTS}
    return [(one, {name: float(parts[name][k].values) for name in parts}, int(counts[k].values))
            for k, one in enumerate(times)]


def draw_page(path, folder, suffix, grid, here):
    """Bars in the order of the paper, PCCL's last."""
    fixed, own = (arrays.pick(one, **here) for one in algorithms.columns(path, grid))
    named = algorithms.topologies(own)
    bars = {topology: parts_of(path, grid, here, topology) for topology in named}
    limit = stacked_bars.cut_at(max(float(found[-1][0].values) for found in bars.values()),
                             max(float(one.values) for found in bars.values() for one, _, _ in found))
    figure, axes = page.panels(len(named), 3.6)
    for at, (axis, topology) in enumerate(zip(axes, named)):
        draw_panel(axis, bars[topology], limit)
        page.finish(axis, algorithms.TOPOLOGIES[topology], at)
        axis.grid(True, axis="y")
    axes[0].set_ylabel(stacked_bars.label_times(axes[0], limit))
    size, delay = page.size(here[results.MESSAGE]), page.seconds(here[results.DELAY])
    page.legend(axes[-1], axes[:1], reversed)
    name = f"pccl-breakdown-{int(own.attrs['nodes'])}nodes-{size}-{here[results.DELAY] * 1e6:g}us".replace(" ", "")
    return algorithms.write(figure, folder / f"{name}.{suffix}", path,
                            f"Reduce-scatter of {size} on {int(own.attrs['nodes'])} GPUs, {delay} per reconfiguration",
                            fixed.attrs | own.attrs, "×N: N reconfigurations; broken bars are longer than drawn, "
                            f"all their parts by one factor; {algorithms.ROUTES}")


def draw_panel(axis, bars, limit):
    for at, (one, parts, count) in enumerate(bars):
        seconds = float(one.values)
        height = stacked_bars.stack(axis, at, parts, limit)
        text = stacked_bars.three_digits(seconds) + (f", ×{count}" if one.is_own else "")
        stacked_bars.write(axis, at, height, text, "bold" if one.is_own else "normal")
    axis.set_xticks(range(len(bars)), [one.title for one, _, _ in bars], rotation=60, ha="right", rotation_mode="anchor")
