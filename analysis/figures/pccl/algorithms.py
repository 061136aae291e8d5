"""The algorithms on PCCL's pages: fixed ones beside the optimum over the topology of every round.

The optimum is over halving/doubling, far first, the schedule that PCCL is given; Swing is the variant with as
many dimensions as the topology has.
"""
from dataclasses import dataclass

from lightsweep import arrays, page, results

OWN, FIXED = "pccl", "static"
SCHEDULE = "halving-doubling-far"  # what PCCL is given
TOPOLOGIES = {"ring": "ring", "torus2d": "2D torus", "torus3d": "3D torus", "grid2d": "2D grid", "grid3d": "3D grid"}
SWINGS = {"ring": "swing", "torus2d": "swing-2d", "torus3d": "swing-3d", "grid2d": "swing-2d", "grid3d": "swing-3d"}
# Okabe and Ito's colours, told apart by markers as well.
STYLES = {"ring": ("Ring", "#0072B2", "o"), "bucket-2d": ("Bucket 2D", "#009E73", "s"),
          "bucket-3d": ("Bucket 3D", "#56B4E9", "D"), SCHEDULE: ("RHD", "#888888", "^"),
          "swing": ("Swing", "#E69F00", "v"), "hypercube": ("DEX", "#0072B2", "o"), OWN: ("PCCL", "#D55E00", "*")}
ROUTES = "PCCL: topologies chosen per round of RHD; Swing: in the topology's dimensions; dimension-ordered routes"


@dataclass
class Series:
    """One algorithm on one topology: values over the axes that are left."""

    title: str
    colour: str
    marker: str
    values: object

    @property
    def is_own(self):
        return self.title == STYLES[OWN][0]


def names_of(path, grid, root):
    """Groups of a grid that holds both schedulers for nodes of one port, else none: with planes, a node has several lanes."""
    groups = results.grids(path, root)[grid]
    if not {OWN, FIXED} <= set(groups):
        return []
    return [] if "planes" in results.keys_of(results.load_group(path, f"{root}/{grid}/{OWN}")) else groups


def column(path, group, name):
    """A column with its axes and constants, the collective as one axis of registry names."""
    data = results.load_group(path, group)
    array = arrays.with_constants(data, name, ["collective"])
    return arrays.with_collectives(array, data.attrs) if "algorithm" in array.dims else array


def columns(path, grid, name="completion_time", root="grids"):
    """(of the fixed algorithms, of the optimum)."""
    return tuple(column(path, f"{root}/{grid}/{who}", name) for who in (FIXED, OWN))


def grids_with(path, primitive, varies, may_vary=(), root="grids", name="completion_time"):
    """Grids of that primitive whose optimum varies along all of `varies`, and otherwise along `may_vary` at most."""
    found = []
    for grid in results.grids(path, root):
        if not names_of(path, grid, root) or name not in results.load_group(path, f"{root}/{grid}/{OWN}"):
            continue
        array = column(path, f"{root}/{grid}/{OWN}", name)
        if "collective" not in array.dims:
            continue
        ours = all(str(one).startswith(primitive + "/") for one in array["collective"].values)
        long = {key for key in array.dims if array.sizes[key] > 1}
        if ours and set(varies) <= long <= {*varies, *may_vary, "collective"}:
            found.append(grid)
    return found


def series(fixed, own, primitive, topology):
    """Series of all algorithms of the paper on the topology, PCCL's last."""
    fixed, own = (arrays.pick(one, topology=topology) for one in (fixed, own))
    found = []
    for key, (title, colour, marker) in STYLES.items():
        full = f"{primitive}/{SWINGS[topology] if key == 'swing' else key}"
        if key != OWN and full in fixed["collective"].values:
            found.append(Series(title, colour, marker, fixed.sel(collective=full, drop=True)))
    given = next((one for one in (SCHEDULE, "hypercube") if f"{primitive}/{one}" in own["collective"].values), None)
    if given:
        found.append(Series(*STYLES[OWN], own.sel(collective=f"{primitive}/{given}", drop=True)))
    return found


def draw_line(axis, x, values, one, size=4):
    """The line of an algorithm, PCCL's thicker and above the others."""
    own = one.is_own
    axis.plot(x, values, marker=one.marker, color=one.colour, label=one.title, linewidth=1.8 if own else 1.1,
              markersize=1.8 * size if own else size, zorder=3 if own else 2, clip_on=False)


def topologies(array):
    """Those of the paper that the array holds, in the paper's order."""
    held = array["topology"].values if "topology" in array.dims else [array.attrs.get("topology")]
    return [one for one in TOPOLOGIES if one in held]


def legend(axis, **more):
    """To the right of the last panel, PCCL last."""
    page.legend(axis, order=lambda entries: sorted(entries, key=lambda one: one[0] == STYLES[OWN][0]), **more)


def write(figure, target, path, heading, known, reading):
    """Writes the page; its small print has the rate in bytes as the paper has it."""
    shown = {key: known[key] for key in ("nodes", "per_hop_latency") if key in known}
    return page.write(figure, target, path, heading, shown, f"{reading}; {known['bandwidth'] / 1e9:g} GB/s per link")
