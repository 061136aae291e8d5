"""Pools of base topologies: what the second, third and fourth base bring, and which ones they are.

The best pool of a size is the best start over the axis `offsets`; the best single base is the best
of the paper's optimum over the same axis.
"""
from .. import arrays, maps, results
from . import pool_members

SIZE, BASES = pool_members.SIZE, pool_members.BASES
DIMS = ("topology", "collective", BASES, SIZE, results.MESSAGE, results.DELAY)
WHO = ["addanki", "addanki-best-pool"]


def draw(path, folder, suffix):
    """A page of gains and a page of members per grid."""
    written = []
    for grid in arrays.need(arrays.grids_with(path, WHO, SIZE), path, "addanki-best-pool over pool_size", "pool"):
        single, pooled = (arrays.only(arrays.column(path, grid, name, dims=DIMS), DIMS, path) for name in WHO)
        ending = f"-{grid}{results.endings([pooled.attrs])[0]}"
        written.append(draw_gains(path, folder / f"pool{ending}.{suffix}", single, pooled))
        if pool_members.are_stored(path, grid):
            written.append(pool_members.draw(path, folder / f"pool-members{ending}.{suffix}", grid, single, pooled))
    return written


def draw_gains(path, target, single, pooled):
    """First row: the best single base over the first one; then each size of pool over the best single base."""
    bases = [pool_members.base_name(str(one)) for one in single[BASES].values]
    best, first = single.min(BASES), single.isel({BASES: 0}, drop=True)
    named = arrays.collectives(single)
    rows = [maps.Row([a_map(title, first, best, collective=name) for name, title in named],
                     f"best single base\nover {bases[0]}")]
    sizes = [int(size) for size in pooled[SIZE].values if size > 1]
    gains = {size: best / pooled.sel({SIZE: size}, drop=True).min(BASES) for size in sizes}
    norm = maps.norm_of([one.values for one in gains.values()])
    for size in sizes:
        found = [a_map(title, best, pooled.sel({SIZE: size}, drop=True).min(BASES), collective=name)
                 for name, title in named]
        rows.append(maps.Row(found, f"best pool of {size}\nover best single base", norm))
    return maps.draw_page(path, target, rows, "Several base topologies at hand: optimum over pool and matchings",
                          f"white: the pool brings nothing; candidates: {', '.join(bases)} of {int(pooled.attrs['nodes'])} "
                          "nodes; every change costs one delay", pooled.attrs)


def a_map(title, over, under, **where):
    quotient = arrays.without_zero_over_zero(over, under).sel(where)
    gain = quotient.squeeze(drop=True).transpose(results.MESSAGE, results.DELAY)
    return maps.Map(title, maps.delays(gain[results.DELAY].values), maps.messages(gain[results.MESSAGE].values),
                    gain.values, arrays.most(gain.values))
