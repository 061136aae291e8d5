"""Times on every base of a sweep over the degree: which bases there are, and the best of a family."""
import itertools
from dataclasses import dataclass

import numpy as np
import xarray as xr

from lightsweep import arrays, results

DEGREE = "degree"
KEYS = ("nodes", "topology", "offsets")
DIMS = KEYS + ("collective", DEGREE, results.MESSAGE, results.DELAY)
MESSAGE_SIZE, DELAY_SIZE = 2.0**26, 1e-4  # of the pages over the degree, or what is next to them
FAMILIES = {"ring": ("ring, both ways", "#E69F00", "o"), "ring-uni": ("ring, one way", "#666666", "D"),
            "circulant": ("best co-prime rings", "#0072B2", "s"), "torus2d": ("2D torus", "#009E73", "^"),
            "torus3d": ("3D torus", "#CC79A7", "v")}


@dataclass
class Base:
    """Times of static and of the optimum on one base, over collective, degree, message (and delay)."""

    family: str
    name: str
    static: xr.DataArray
    optimum: xr.DataArray


def bases(path):
    """{nodes: [Base]}, family by family."""
    found = {}
    for grid in results.need(arrays.grids_with(path, ["static", "addanki"], DEGREE), path, "grid holds static and addanki over degree", "addanki/degree"):
        static, optimum = arrays.columns(path, grid, ("static", "addanki"), DIMS)
        keys = [key for key in KEYS if key in static.dims]
        for values in itertools.product(*(static[key].values for key in keys)):
            where = dict(zip(keys, values))
            family, rings = family_of(str(where["topology"]), where.get("offsets"))
            name = f"{rings} co-prime rings" if rings > 1 else FAMILIES.get(family, (family,))[0]
            found.setdefault(int(where["nodes"]), []).append(Base(family, name, static.sel(where), optimum.sel(where)))
    order = {family: at for at, family in enumerate(FAMILIES)}
    return {nodes: sorted(those, key=lambda one: order.get(one.family, len(order)))
            for nodes, those in sorted(found.items())}


def family_of(topology, offsets):
    """(family, number of co-prime rings); the circulant of one offset is the unidirectional ring."""
    rings = str(offsets).count("x") + 1 if topology == "circulant" else 1
    return ("ring-uni" if topology == "circulant" and rings == 1 else topology), rings


def collectives(found):
    """[(name, title)] of all bases."""
    named = {name: title for base in found for name, title in arrays.collectives(base.static)}
    return sorted(named.items(), key=lambda one: one[0].startswith("alltoall"))


def those_with(found, collective):
    return [base for base in found if collective in base.static["collective"].values]


def degrees(found):
    return found[0].static[DEGREE].values


def at_sizes(base, collective, delay=None):
    """Static and optimum over the degree at the page's message and at a delay (default: the page's)."""
    near = {results.MESSAGE: MESSAGE_SIZE}
    both = near | {results.DELAY: delay or DELAY_SIZE}
    static, optimum = (one.sel(collective=collective) for one in (base.static, base.optimum))
    return static.sel(near, method="nearest"), optimum.sel(both, method="nearest")


def ideal(found, collective):
    """Time at the smallest delay of the file: a matching for every step, nearly for free."""
    first = found[0].optimum[results.DELAY].values[0]
    return min(np.nanmin(at_sizes(base, collective, first)[1].values) for base in those_with(found, collective))


def least(arrays):
    """Least of several arrays per cell, NaN only where all are."""
    return xr.concat(arrays, "base", coords="minimal", compat="override", join="override").min("base")


def nearest(array, key, value):
    return array[key].sel({key: value}, method="nearest").item()
