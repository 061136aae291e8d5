"""Schedules for a reconfiguration delay that is not known exactly: of least regret, or of least expected time.

Times are linear in the delay and the least of them is concave, so that a schedule loses most at an end of an interval, and its
expected time is its time at the mean.
"""
import numpy as np
import xarray as xr

from . import envelopes, results
from .program import Fault
from .quantities import parse


def times_of_all(result, delays):
    """({place beside the algorithm: times [schedule, delay, ...]}, the same with names, axes, coordinates), over all lists of the grid."""
    times, names, free = {}, {}, []
    algorithm = result.algorithm_axis()
    with results.open_tree(result.path) as file:
        groups = [(name, envelopes.Envelopes(results.group_at(file, f"envelopes/{result.grid}/{name}")))
                  for name in file.get(f"envelopes/{result.grid}", {}) if name != "best"]
        for name, lists in [one for one in groups if not one[1].is_formula]:
            group = next(one for path in (f"grids/{result.grid}/{name}", f"grids/{result.grid}/best", f"points/{result.grid}")
                         if (one := results.group_at(file, path)))
            data = group.data.isel({one: 0 for one in ["reconfiguration_delay"] if one in group.data.dims})
            data = data.drop_vars("reconfiguration_delay", errors="ignore")
            free = [data[one] for one in data.dims if envelopes.is_parametric(data, one)]
            for structure in np.ndindex(*lists.count.shape):
                place = {one: lists.group.data[one].values[at].item() for one, at in zip(lists.dims, structure)}
                here = data.isel({one: at for one, at in zip(lists.dims, structure) if one in data.dims})
                rest = tuple((key, value) for key, value in place.items() if key not in algorithm)
                label = "@".join([name, *(place[one] for one in algorithm if one in place)])
                known = [envelopes.factors(here.assign_attrs(reconfiguration_delay=one), [axis.name for axis in free]) for one in delays]
                for each in zip(*(lists.each(structure, one) for one in known)):
                    times.setdefault(rest, []).append(np.array([np.broadcast_to(one, [axis.size for axis in free]) for one in each]))
                names.setdefault(rest, []).extend((label, int(one)) for one in lists.columns["reconfigurations"][lists.at(structure)])
    return times, names, free


def uncertain(delay, quantiles):
    """(shares, their delays [s], ascending) of an interval or of a distribution. Raises Fault."""
    if (delay is None) == (quantiles is None):
        raise Fault('robust: give either delay=("1us", "100us") or quantiles={0.1: "1us", 0.5: "10us", 0.9: "50us"}')
    if quantiles is None and np.shape(delay) != (2,):
        raise Fault(f'delay = {delay}: is no interval; give two ends, for example delay=("1us", "100us")')
    given = {0: delay[0], 1: delay[1]} if quantiles is None else dict(sorted(quantiles.items()))
    values = [parse(one, "delay", "s") for one in given.values()]
    if quantiles is None and values[0] >= values[1]:
        raise Fault(f"delay = {delay}: the first value must be below the second")
    if not given or min(given) < 0 or max(given) > 1 or sorted(values) != values:
        raise Fault(f"quantiles = {quantiles}: give shares between 0 and 1, the delay of a larger share not below that of a smaller one")
    return tuple(given), values


def robust(result, delay=None, quantiles=None):
    """See answers.Result.robust."""
    shares, values = uncertain(delay, quantiles)
    mean = shares[0] * values[0] + (1 - shares[-1]) * values[-1] + np.dot(np.diff(shares), np.add(values[1:], values[:-1])) / 2
    nominal = np.interp(0.5, shares, values) if quantiles else np.sqrt(np.prod(values)) or np.mean(values)
    ends = [mean] if quantiles else list(values)
    times, names, free = times_of_all(result, [*ends, nominal])
    parts = []
    for rest, found in times.items():
        all_times = np.array(found)
        loss = all_times[:, 0] if quantiles else (all_times - all_times.min(axis=0))[:, :-1].max(axis=1)
        chosen, planned = loss.argmin(axis=0)[None], all_times[:, -1].argmin(axis=0)[None]
        least = np.take_along_axis(loss, chosen, 0)[0]
        words = np.array([label for label, _ in names[rest]])[chosen[0]]
        changes = np.array([count for _, count in names[rest]])[chosen[0]]
        dims = [axis.name for axis in free]
        one = xr.Dataset({"expected_time" if quantiles else "regret": (dims, least, {"units": "s"}), "schedule": (dims, words),
                          "n_reconfigurations": (dims, changes), "price": (dims, np.take_along_axis(loss, planned, 0)[0] - least, {"units": "s"})},
                         {axis.name: axis for axis in free})
        parts.append(one.assign_coords(dict(rest)).expand_dims([key for key, _ in rest]))
    return xr.combine_by_coords(parts, combine_attrs="drop_conflicts") if parts else None
