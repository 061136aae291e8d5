"""PCCL, figures 12 to 16: training throughput over the number of GPUs, a page per reconfiguration delay.

The speed of a device is an assumption: the pages show the one nearest to 40 TFLOP/s, without overlap, and say so.
"""
from .. import arrays, page, results
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
    results.need(found, path, "no study of training holds static and pccl over numbers of GPUs and topologies; "
                 "run sweeps/pccl/training.toml")
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
    fixed, own = (arrays.pick(one, **here, **{results.DELAY: delay}) for one in (fixed, own))
    named = algorithms.topologies(own)
    figure, axes = page.panels(len(named))
    for at, (axis, topology) in enumerate(zip(axes, named)):
        for one in algorithms.series(fixed, own, primitive, topology):
            draw_line(axis, one)
        page.finish(axis, algorithms.TOPOLOGIES[topology], at)
        axis.grid(True, axis="y")
        axis.set_xlabel("GPUs")
    axes[0].set_ylim(bottom=0)  # last: it ends the choice of the upper limit
    axes[0].set_ylabel("throughput [samples/s per GPU]")
    algorithms.legend(axes[-1])
    overlap = "beside" if here[OVERLAP] else "after"
    return algorithms.write(figure, target, path,
                            f"Training throughput of a transformer, {page.seconds(delay)} per reconfiguration",
                            algorithms.place(fixed, own), f"assumed: {here[FLOPS] / 1e12:g} TFLOP/s per GPU, all-reduces "
                            f"{overlap} the backward pass; {int(own.attrs['batch'])} samples per GPU and iteration; lines that are not seen lie "
                            f"under PCCL's; {algorithms.ROUTES}")


def draw_line(axis, one):
    """Per GPU: the total grows with the number of GPUs whatever the algorithm."""
    nodes = one.values["nodes"].values
    axis.plot(range(len(nodes)), one.values.values / nodes, marker=one.marker, color=one.colour, label=one.title,
              linewidth=1.8 if one.is_own else 1.1, markersize=7 if one.is_own else 4, zorder=3 if one.is_own else 2)
    axis.set_xticks(range(len(nodes)), [str(int(count)) for count in nodes])
    axis.set_xlim(-0.3, len(nodes) - 0.7)
