"""Beyond PCCL: which algorithm wins where, when it is chosen together with the topology of every round."""
import numpy as np
from matplotlib import colors
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
    names = results.flags(column)
    codes = column.where(column >= 0)
    used = [name for flag, name in names.items() if (codes == flag).any()]
    places = {flag: used.index(name) for flag, name in names.items() if name in used}
    colours = [answer.ALGORITHMS[at % len(answer.ALGORITHMS)] for at in range(len(used))]
    found = []
    for where, one in arrays.apart(codes, DIMS):
        values = one.copy(data=np.vectorize(lambda code: places.get(code, np.nan), otypes=[float])(one.values))
        found.append(maps.over_messages(page.topology_title(where.get("topology", data.attrs.get("topology", ""))), values))

    def legend(figure):
        handles = [Patch(facecolor=colour, edgecolor="0.5", label=name) for name, colour in zip(used, colours)]
        page.legend_below(figure, 0.3, min(4, len(used)), handles=handles, fontsize=8.5)

    row = maps.Row(found, "", colors.Normalize(-0.5, len(used) - 0.5), colors.ListedColormap(colours))
    primitive = str(data.attrs.get("collective", grid)).split("/")[0]
    return maps.draw_page(path, target, [row],
                          f"The fastest algorithm with a topology for every round: {page.PRIMITIVES.get(primitive, primitive)}",
                          "colour: the algorithm whose best schedule is the fastest; ties: the simpler one", data.attrs, None,
                          (0.1 + 0.2 * -(-len(used) // 4), legend))
