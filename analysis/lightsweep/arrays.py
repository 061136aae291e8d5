"""Columns of a result as arrays with named axes, quotients of them, and titles of collectives."""
import itertools

import numpy as np
import xarray as xr

from . import page, results

TITLES = {
    "allreduce/halving-doubling-near": "halving/doubling, near first",
    "allreduce/halving-doubling-far": "halving/doubling, far first",
    "allreduce/swing": "Swing",
    "alltoall/shift": "all-to-all",
    "alltoall/bruck": "all-to-all by Bruck",
    "allreduce/ring": "ring all-reduce",
    "allreduce/recursive-doubling": "recursive doubling, full vector",
    "allreduce/swing+alltoall/shift": "Swing, then all-to-all",
}
ALGORITHMS = {"any": "best algorithm", "bruck": "Bruck", "ring": "ring"}


def grids_with(path, schedulers, key=None):
    """Grids that hold all these schedulers and, if given, the axis or constant `key` in the last one."""
    grids = [grid for grid, groups in results.grids(path).items() if set(schedulers) <= set(groups)]
    return [grid for grid in grids if key is None or key in results.keys_of(results.load(path, grid, schedulers[-1]))]


def times_of(path, grid, schedulers):
    """Completion times of several schedulers, each over all axes in the order of the widest, with the constants of that one."""
    loaded = {name: results.load(path, grid, name) for name in schedulers}
    widest = max(loaded.values(), key=lambda one: one["completion_time"].ndim)
    times = xr.Dataset({name: one["completion_time"] for name, one in loaded.items()}, attrs=widest.attrs)
    return xr.broadcast(times)[0].transpose(*widest["completion_time"].dims)


def column(path, grid, scheduler, name="completion_time", dims=()):
    """A column with every key of `dims` as an axis: constants of the grid become axes of one value.

    The collective is one axis, also where the file holds primitive and algorithm; collectives that
    nothing in the grid can run are left out.
    """
    data = results.load(path, grid, scheduler)
    return with_collectives(above_zero(with_constants(data, name, dims)), data.attrs)


def with_constants(data, name, dims=()):
    """A column of a group with its constants as attributes; those in `dims` are axes of one value."""
    array = data[name].astype(float)
    array.attrs.update(data.attrs)
    return array.expand_dims({key: [data.attrs[key]] for key in dims if key not in array.dims and key in data.attrs})


def above_zero(array):
    """Without the zeros that logarithmic axes cannot show, ascending. Raises MissingData if nothing is left."""
    for key in (results.MESSAGE, results.DELAY, "compute_time", "port_delay"):
        if key in array.dims and array.sizes[key] > 1:
            array = array.isel({key: np.flatnonzero(array[key].values > 0)}).sortby(key)
            if array.sizes[key] == 0:
                raise results.MissingData(f"{key} has no value above 0; give some and run again")
    return array


def only(array, dims, path):
    """The array, or MissingData if it varies along another axis as well."""
    others = [key for key in array.dims if key not in dims and array.sizes[key] > 1]
    if others:
        raise results.MissingData(f"{path}: {', '.join(others)} varies as well, and the figure holds one value; run again "
                                  f"with --set {others[0]}=VALUE")
    return array.squeeze([key for key in array.dims if key not in dims], drop=True)


def columns(path, grid, schedulers, dims):
    """The completion times of several schedulers over these axes alone, or MissingData if one varies along another."""
    return [only(column(path, grid, name, dims=dims), dims, path) for name in schedulers]


def apart(array, dims):
    """({key: value}, the array there) for every combination of values along other axes than `dims`."""
    others = [key for key in array.dims if key not in dims]
    for values in itertools.product(*(range(array.sizes[key]) for key in others)):
        one = array.isel(dict(zip(others, values)))
        yield {key: one[key].item() if key in one.coords else at for key, at in zip(others, values)}, one


def pick(array, **where):
    """At these values of those axes that it has."""
    return array.sel({key: value for key, value in where.items() if key in array.dims}, drop=True)


def values_of(array, key):
    """Along an axis, or the constant."""
    return [one.item() for one in array[key].values] if key in array.dims else [array.attrs[key]]


def with_collectives(array, constants):
    """One axis `collective` of registry names in the place of primitive, algorithm and order."""
    if "collective" in array.dims:
        return array
    keys = [key for key in ("primitive", "algorithm", "order") if key in array.dims]
    points = [dict(zip(keys, values)) for values in itertools.product(*(array[key].values for key in keys))]
    one = [array.sel(point).drop_vars(keys) for point in points]
    names = [results.collective_name({**constants, **point}) for point in points]
    joined = xr.concat(one, xr.IndexVariable("collective", names), combine_attrs="override")
    return joined.dropna("collective", how="all")


def without_zero_over_zero(over, under):
    """over / under per cell, by the names of the axes; 1 for 0 / 0."""
    quotient = over / under
    return quotient.where(~((over == 0) & (under == 0)), 1.0)


def collectives(array):
    """Names along the axis `collective`, all-to-all and sequences last, each with its title."""
    named = [str(one) for one in array["collective"].values]
    order = sorted(named, key=lambda one: ("+" in one, one.startswith("alltoall"), named.index(one)))
    return [(one, title_of(one)) for one in order]


def title_of(collective):
    """The collective for people: "halving/doubling, near first"."""
    full = collective + "-near" if collective.endswith("/halving-doubling") else collective
    if full not in TITLES and "+" in full:
        return ", then ".join(title_of(one) for one in full.split("+"))
    primitive, _, algorithm = full.partition("/")
    words = ALGORITHMS.get(algorithm) or TITLES.get(f"allreduce/{algorithm}", algorithm)
    return TITLES.get(full, f"{page.PRIMITIVES.get(primitive, primitive)}, {words}" if algorithm else full)


def most(values):
    """The corner note of a map of gains, also where it is empty because nothing is gained; none without values."""
    largest = page.largest(values)
    if np.isnan(largest):
        return ""
    return f"max {page.factor(largest)}" if largest >= page.LEAST_GAIN else f"nowhere above {page.LEAST_GAIN}×"
