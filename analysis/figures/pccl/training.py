"""PCCL, figures 12 to 16: training throughput over the number of GPUs, a page per reconfiguration delay.

The speed of a device is an assumption. Above stands the throughput at the one nearest to 40 TFLOP/s, without overlap;
below PCCL's over that of the others, with a band over all speeds of the file.
"""
from lightsweep import arrays, page, results
from . import algorithms

FLOPS, OVERLAP = "device_flops", "overlap"
NEAR_FLOPS = 40e12


def studies(path, varies=()):
    """[(study, primitive)] of training studies of static and pccl that vary along these keys."""
    everything = {"nodes", "topology", FLOPS, OVERLAP, results.DELAY} - set(varies)
    return [(grid, primitive) for primitive in ("reduce-scatter", "allreduce")
            for grid in algorithms.grids_with(path, primitive, varies, everything, "studies", "throughput")]


def draw(path, folder, suffix):
    """Pages pccl-training-DELAY."""
    found = studies(path, ["nodes", "topology"])
    results.need(found, path, "study of training holds static and pccl over numbers of GPUs and topologies", "pccl/training")
    grid, primitive = found[0]
    fixed, own = algorithms.columns(path, grid, "throughput", "studies")
    return [draw_page(path, folder / f"pccl-training-{delay * 1e6:g}us.{suffix}", fixed, own, primitive, delay)
            for delay in arrays.values_of(own, results.DELAY)]


def assumptions(array):
    """{key: value} of the device that is shown."""
    flops = min(arrays.values_of(array, FLOPS), key=lambda one: abs(one - NEAR_FLOPS))
    return {FLOPS: flops, OVERLAP: min(arrays.values_of(array, OVERLAP))}


def draw_page(path, target, fixed, own, primitive, delay):
    """A panel per topology, a line per algorithm over the number of GPUs."""
    here = assumptions(own)
    speeds = arrays.values_of(own, FLOPS)
    fixed, own = (arrays.pick(one, **{OVERLAP: here[OVERLAP], results.DELAY: delay}) for one in (fixed, own))
    named = algorithms.topologies(own)
    figure, axes = page.sheet(2, len(named), 1.6 + 2.45 * max(len(named), 2), 5.2, sharex=True, sharey="row")
    for at, topology in enumerate(named):
        *others, ours = algorithms.series(fixed, own, primitive, topology)
        nodes = own["nodes"].values
        for one in (*others, ours):  # per GPU: the total grows with their number whatever the algorithm
            algorithms.draw_line(axes[0][at], range(len(nodes)), arrays.pick(one.values, **here).values / nodes, one)
        for one in others:
            draw_band(axes[1][at], ours.values / one.values, one, here)
        page.finish(axes[0][at], algorithms.TOPOLOGIES[topology], at)
        page.finish(axes[1][at], "PCCL over the others", len(named) + at)
        for axis in axes[:, at]:
            axis.grid(True, axis="y")
        axes[1][at].axhline(1, color="0.6", linewidth=0.8, zorder=0)
        page.categories(axes[1][at], nodes, "GPUs", lambda count: f"{count:.0f}")
        axes[1][at].set_xlim(-0.3, len(nodes) - 0.7)
    axes[0][0].set_ylim(bottom=0)  # last: it ends the choice of the upper limit
    axes[0][0].set_ylabel("throughput\n[samples/s per GPU]")
    axes[1][0].set_yscale("log")
    low, high = axes[1][0].get_ylim()
    ticks = [one for one in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if low <= one <= high]
    axes[1][0].set_yticks(ticks, [f"{one:g}×" for one in ticks])
    axes[1][0].minorticks_off()
    axes[1][0].set_ylabel("throughput of PCCL\nover that of the others")
    algorithms.legend(axes[0][-1])
    overlap = "beside" if here[OVERLAP] else "after"
    return algorithms.write(figure, target, path,
                            f"Training throughput of a transformer, {page.seconds(delay)} per reconfiguration",
                            fixed.attrs | own.attrs, f"assumed: {here[FLOPS] / 1e12:g} TFLOP/s per GPU, all-reduces "
                            f"{overlap} the backward pass; bands: {min(speeds) / 1e12:g} to {max(speeds) / 1e12:g} TFLOP/s; "
                            f"{int(own.attrs['batch'])} samples per GPU and iteration; lines that are not seen lie "
                            f"under PCCL's; {algorithms.ROUTES}")


def draw_band(axis, ratio, other, here):
    """PCCL's throughput over another's at the assumed speed, and from its least to its largest over all speeds."""
    places, across = range(ratio.sizes["nodes"]), [key for key in ratio.dims if key == FLOPS]
    axis.plot(places, arrays.pick(ratio, **here).values, marker=other.marker, color=other.colour, linewidth=1.1, markersize=4)
    axis.fill_between(places, ratio.min(across).values, ratio.max(across).values, color=other.colour, alpha=0.2, linewidth=0)
