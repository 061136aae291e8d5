"""Beyond PCCL: which algorithm wins where, when it is chosen together with the topology of every round."""
from matplotlib.patches import Patch

from lightsweep import arrays, maps, page, results
from .. import answer, delay_panels

WHO = "pccl-portfolio"
DIMS = (results.MESSAGE, results.DELAY)


def draw(path, folder, suffix):
    """A page pccl-portfolio-GRID-NODES: a map of algorithms per topology."""
    written = []
    for grid in arrays.grids_with(path, [WHO]):
        data = results.load(path, grid, WHO)
        column = data["algorithm"]
        if set(DIMS) <= set(column.dims) and {key for key in column.dims if column.sizes[key] > 1} <= {*DIMS, "topology"}:
            written.append(draw_page(path, folder / f"pccl-portfolio-{grid}{delay_panels.endings([data.attrs])[0]}.{suffix}", grid, data))
    return results.need(written, path, f"grid holds {WHO} over message and reconfiguration_delay", "pccl/portfolio")


def draw_page(path, target, grid, data):
    column = data["algorithm"]
    names = {code: name for code, name in results.flags(column).items() if code >= 0 and (column == code).any()}
    used = list(names.values())
    colours = [answer.ALGORITHMS[at % len(answer.ALGORITHMS)] for at in range(len(used))]
    codes = column.copy(data=maps.codes_of(column.values, names))
    found = [maps.over_messages(page.topology_title(where.get("topology", data.attrs.get("topology", ""))), one)
             for where, one in arrays.apart(codes, DIMS)]

    def legend(figure):
        handles = [Patch(facecolor=colour, edgecolor="0.5", label=name) for name, colour in zip(used, colours)]
        page.legend_below(figure, 0.3, min(4, len(used)), handles=handles, fontsize=8.5)

    primitive = str(data.attrs.get("collective", grid)).split("/")[0]
    return maps.draw_page(path, target, [maps.named_row(found, "", used, colours)],
                          f"The fastest algorithm with a topology for every round: {page.PRIMITIVES.get(primitive, primitive)}",
                          "colour: the algorithm whose best schedule is the fastest; ties: the simpler one", data.attrs, None,
                          (0.1 + 0.2 * -(-len(used) // 4), legend))
