"""PCCL, figures 8 and 9: what the times of reduce-scatters are made of, a panel per topology.

Pages: the smallest buffer at the shortest delay (figure 8) and the largest at the longest (figure 9).
"""
from . import agenda, bridge, page, pccl, pccl_bars, results

PRIMITIVE = "reduce-scatter"


def draw(path, folder, suffix):
    """Pages pccl-breakdown-BUFFER-DELAY."""
    found = pccl.grids_with(path, PRIMITIVE, [agenda.DELAY, "topology"], [agenda.MESSAGE])
    if not found:
        raise results.MissingData(f"{path}: no grid holds reduce-scatters of static and pccl over topologies and delays; run "
                                  "sweeps/pccl/reduce_scatter.toml")
    written = []
    for grid in found[:1]:
        own = pccl.columns(path, grid)[1]
        sizes, delays = (sorted(pccl.values_of(own, key)) for key in (agenda.MESSAGE, agenda.DELAY))
        for here in dict.fromkeys([(sizes[0], delays[0]), (sizes[-1], delays[-1])]):
            written.append(draw_page(path, folder, suffix, grid, dict(zip((agenda.MESSAGE, agenda.DELAY), here))))
    return written


def parts_of(path, grid, here, topology):
    """[(series of the times, {column: seconds}, reconfigurations)] of every algorithm."""
    def at(name):
        fixed, own = (pccl.pick(one, **here) for one in pccl.columns(path, grid, name))
        return pccl.series(fixed, own, PRIMITIVE, topology)

    times, counts = at("completion_time"), at("n_reconfigurations")
    parts = {name: at(name) for name in pccl_bars.PARTS}
    return [(one, {name: float(parts[name][k].values) for name in parts}, int(counts[k].values))
            for k, one in enumerate(times)]


def draw_page(path, folder, suffix, grid, here):
    """Bars in the order of the paper, PCCL's last."""
    fixed, own = (pccl.pick(one, **here) for one in pccl.columns(path, grid))
    named = pccl.topologies(own)
    bars = {topology: parts_of(path, grid, here, topology) for topology in named}
    limit = pccl_bars.cut_at(max(float(found[-1][0].values) for found in bars.values()),
                             max(float(one.values) for found in bars.values() for one, _, _ in found))
    figure, axes = pccl.panels(len(named), 3.6)
    for at, (axis, topology) in enumerate(zip(axes, named)):
        draw_panel(axis, bars[topology], limit)
        pccl.finish(axis, pccl.TOPOLOGIES[topology], at)
        axis.grid(axis="y", color="0.92", linewidth=0.6)
    axes[0].set_ylabel(pccl_bars.label_times(axes[0], limit), fontsize=9)
    size, delay = bridge.decimal_size(here[agenda.MESSAGE]), page.seconds(here[agenda.DELAY])
    handles, labels = axes[0].get_legend_handles_labels()
    axes[-1].legend(handles[::-1], labels[::-1], loc="upper left", bbox_to_anchor=(1.02, 1), fontsize=8, frameon=False)
    figure.suptitle(f"Reduce-scatter of {size} on {int(own.attrs['nodes'])} GPUs, {delay} per reconfiguration", fontsize=10)
    pccl.foot(figure, path, pccl.place(fixed, own), "×7: seven reconfigurations; broken bars are longer than drawn; " + pccl.ROUTES)
    name = f"pccl-breakdown-{size}-{here[agenda.DELAY] * 1e6:g}us".replace(" ", "")
    return page.save(figure, folder / f"{name}.{suffix}")


def draw_panel(axis, bars, limit):
    for at, (one, parts, count) in enumerate(bars):
        seconds = float(one.values)
        height = pccl_bars.stack(axis, at, parts, limit)
        text = pccl_bars.three_digits(seconds) + (f", ×{count}" if one.is_own else "")
        pccl_bars.write(axis, at, height, text, "bold" if one.is_own else "normal")
    axis.set_xticks(range(len(bars)), [one.title for one, _, _ in bars], rotation=60, ha="right", rotation_mode="anchor")
