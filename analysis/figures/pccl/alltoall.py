"""PCCL, figures 1 and 10a: all-to-alls by hypercube exchanges (DEX) against the topologies of PCCL.

Figure 1 sets the all-reduce beside them, once with links at full rate and once sharing a node's.
"""
from lightsweep import arrays, page, results
from . import algorithms, stacked_bars

ALLTOALL = "alltoall"
LINKS = "link_bandwidth"
PRIMITIVES = {"allreduce": ("All-reduce", "bucket-3d"), ALLTOALL: ("All-to-all", "hypercube")}
READINGS = {"full": "every link at a GPU's full rate", "split": "links share a GPU's rate"}


def draw(path, folder, suffix):
    """Pages pccl-alltoall-1 (over readings of the links) and pccl-alltoall-10a (over topologies)."""
    written = [draw_topologies(path, folder / f"pccl-alltoall-10a.{suffix}", grid)
               for grid in algorithms.grids_with(path, ALLTOALL, ["topology"])[:1]]
    found = {primitive: grids[0] for primitive in PRIMITIVES
             if (grids := algorithms.grids_with(path, primitive, [LINKS], [results.MESSAGE]))}
    if len(found) == len(PRIMITIVES):
        written.append(draw_readings(path, folder / f"pccl-alltoall-1.{suffix}", found))
    return results.need(written, path, "grid holds all-to-alls of static and pccl over topologies or over link_bandwidth", "pccl/alltoall")


def bars_of(fixed, own, primitive, algorithm):
    """[(title, colour, seconds)] of one algorithm on the fixed topology and of PCCL."""
    title, colour, _ = algorithms.STYLES[algorithm]
    given = "hypercube" if primitive == ALLTOALL else algorithms.SCHEDULE
    seconds = (float(one.sel(collective=f"{primitive}/{name}").values.squeeze())
               for one, name in ((fixed, algorithm), (own, given)))
    own_title, own_colour, _ = algorithms.STYLES[algorithms.OWN]
    return list(zip((title, own_title), (colour, own_colour), seconds))


def draw_groups(axis, groups):
    """Pairs of bars (fixed, PCCL) per group {name: bars}, each with its time; the ratio in the group's name."""
    limit = stacked_bars.cut_at(2 * max(bars[-1][2] for bars in groups.values()),
                             max(seconds for bars in groups.values() for _, _, seconds in bars))
    places, names, seen = [], [], set()
    for at, (name, bars) in enumerate(groups.items()):
        for k, (title, colour, seconds) in enumerate(bars):
            place = 2.4 * at + 0.85 * k
            height = stacked_bars.plain(axis, place, seconds, limit, colour, None if title in seen else title)
            seen.add(title)
            stacked_bars.write(axis, place, height, stacked_bars.three_digits(seconds))
        places.append(2.4 * at + 0.425)
        names.append(f"{name}\n{bars[0][2] / bars[1][2]:.3g}×")
    axis.set_xticks(places, names)
    axis.set_ylabel(stacked_bars.label_times(axis, limit))


def draw_topologies(path, target, grid):
    """Figure 10a."""
    fixed, own = algorithms.columns(path, grid)
    groups = {}
    for topology in algorithms.topologies(own):
        here = [arrays.pick(one, topology=topology) for one in (fixed, own)]
        groups[algorithms.TOPOLOGIES[topology]] = bars_of(*here, ALLTOALL, "hypercube")
    figure, axes = page.panels(1, 3.6)
    draw_groups(axes[0], groups)
    page.finish(axes[0], "DEX on the topology; PCCL from it")
    algorithms.legend(axes[0])
    known = fixed.attrs | own.attrs
    return algorithms.write(figure, target, path,
                            f"All-to-all of {page.size(known[results.MESSAGE])} on {int(known['nodes'])} GPUs, "
                            f"{page.seconds(known[results.DELAY])} per reconfiguration", known,
                            "below the names: time of DEX over PCCL's; broken bars are longer than drawn")


def draw_readings(path, target, grids):
    """Figure 1: a panel per reading of the links, at the largest buffer."""
    data = {primitive: algorithms.columns(path, grid) for primitive, grid in grids.items()}
    fixed, own = data[ALLTOALL]
    size = max(arrays.values_of(own, results.MESSAGE))
    links = arrays.values_of(own, LINKS)
    figure, axes = page.panels(len(links), 3.6, sharey=False)
    for at, (axis, link) in enumerate(zip(axes, links)):
        here = {LINKS: link, results.MESSAGE: size}
        groups = {title: bars_of(*(arrays.pick(one, **here) for one in data[primitive]), primitive, algorithm)
                  for primitive, (title, algorithm) in PRIMITIVES.items()}
        draw_groups(axis, groups)
        page.finish(axis, READINGS.get(link, link), at)
    algorithms.legend(axes[-1])
    known = fixed.attrs | own.attrs
    return algorithms.write(figure, target, path,
                            f"{page.size(size)} on a {algorithms.TOPOLOGIES[known['topology']]} of {int(known['nodes'])} GPUs, "
                            f"{page.seconds(known[results.DELAY])} per reconfiguration", known,
                            "below the names: time of the fixed algorithm over PCCL's; broken bars are longer than drawn")
