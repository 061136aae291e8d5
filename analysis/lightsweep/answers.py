"""A grid of a result file as one dataset, the scheduler an axis: the best over any axes, and the exact time at any point."""
import numpy as np
import xarray as xr

from . import envelopes, quantities, results
from .program import Fault

COLUMNS = ("completion_time", "lower_bound", "n_reconfigurations", "n_steps", "status", "reason")
TIE = 1e-9     # relative: of times that are as near, the simpler scheduler is named
NEAR = 1e-9    # relative: how near a chosen value must be to one of the file
# Who is named on a tie: the simplest. A grid with a group `best` has an order of its own.
TIES = ("static", "ring-hamiltonian", "s-bruck", "every-step", "g-bruck", "strawman", "one-shot", "threshold", "addanki",
        "bridge", "r-hd", "pccl", "segments", "swot", "wdm-neighbor", "wdm-ring", "osm", "optree-tree", "wdm-lifted",
        "wdm-windowed", "wdm-optimal")


def order_of_ties(names, best):
    """The schedulers, the simplest first. best: the group of that name, or None."""
    stored = results.flags(best.node["winner"]) if best and "winner" in best else {}
    ranked = list(dict.fromkeys(stored[code].split("@")[0] for code in sorted(stored))) or list(TIES)
    return sorted(names, key=lambda name: ranked.index(name) if name in ranked else len(ranked) + names.index(name))


def open(path, grid=None, columns=COLUMNS):
    """A grid of a result file as Result. grid: its name, needed where the file holds several; columns: those that are read.

    Raises MissingData where the file or the grid is not there, Unreadable where the file is damaged.
    """
    with results.open_tree(path) as file:
        names = results.grid_names(file)
        if grid not in names and (grid or len(names) != 1):
            raise results.MissingData(f"{path}: holds the grids {', '.join(names)}; choose one with grid=")
        grid = grid or names[0]
        groups = file.get(f"grids/{grid}", {})
        best = results.group_at(file, f"grids/{grid}/best")
        parts = {name: with_words(results.read_group(groups[name], columns))
                 for name in order_of_ties([one for one in groups if one != "best"], best)}
        data = together(parts) if parts else xr.Dataset()
        if best and "winner" in best:
            data["winner"] = with_words(results.read_group(best.node, ["winner"], masked=False))["winner"]
    return Result(data, path, grid)


def with_words(data):
    """Codes as the words that they stand for; "" where there is none."""
    for name, column in data.items():
        if known := results.flags(column):
            words = [known.get(int(code), "") for code in np.nan_to_num(column.values.ravel(), nan=-1)]
            data[name] = column.dims, np.array(words, dtype=str).reshape(column.shape), {"long_name": column.attrs["long_name"]}
    return data


def together(parts):
    """{scheduler: dataset over the axes that it reads} as one dataset with the axis `scheduler`; NaN where one lacks a column."""
    whole = xr.merge([part.coords.to_dataset() for part in parts.values()])
    columns = {name for part in parts.values() for name in part}
    same = [part.assign_coords(whole.coords).assign({name: np.nan for name in columns - {*part}}) for part in parts.values()]
    return xr.concat(same, xr.IndexVariable("scheduler", [*parts]), combine_attrs="drop_conflicts")


class Result:
    """One grid: `data` is a dataset (xarray) over scheduler and the grid's axes, times in s, sizes in B, rates in B/s.

    Columns of the file keep their names (completion_time, lower_bound, ...); status, reason and winner are texts. Axes that a
    scheduler does not read repeat its values. Everything that a dataset can do, a Result can: r.message, r["winner"], r.to_dataframe().
    """

    def __init__(self, data, path, grid, folder=None):
        self.data, self.path, self.grid = data, path, grid
        self.folder = folder  # a temporary one lives as long as a result in it

    def __reduce__(self):
        return Result, (self.data, self.path, self.grid)

    def __getattr__(self, name):
        return getattr(self.__dict__["data"], name)

    def __getitem__(self, name):
        return self.data[name]

    def __repr__(self):
        return f"lightsweep result, grid {self.grid} of {self.path}\n{self.data!r}"

    def sel(self, **where):
        """The Result at these values: scheduler="static", message="1MiB", nodes=[32, 64]. Raises Fault where the grid has no such value."""
        data = self.data
        for key, value in where.items():
            data = data.sel({key: nearest(data, key, value)})
        return Result(data, self.path, self.grid, self.folder)

    def algorithm_axis(self):
        """[the axis along which only the algorithm differs: `algorithm`, or collectives of one primitive]; [] without one."""
        primitives = {str(one).split("/")[0] for one in self.data["collective"].values.ravel()} if "collective" in self.dims else ()
        return ["algorithm"] if "algorithm" in self.dims else ["collective"] * (len(primitives) == 1)

    def best(self, over="scheduler", never=False):
        """The least completion time over one or several axes: a dataset over the others, with the time [s] and who reaches it.

        `time` is NaN where nobody has one. Each axis of `over` is a column with its value there: best.scheduler, best.collective.
        "algorithm" also names the axis `collective` where its values differ in the algorithm alone.
        Formulas, which nobody can carry out, do not compete. On a tie the simpler scheduler is named, then the first value.
        never: only schedules that never reconfigure compete; result.best(over, never=True).time / result.best(over).time is what
        reconfiguring gains. Raises Fault where the result has no such axis.
        """
        times = self.data["completion_time"].where(self.data["status"] != "formula" if "status" in self.data else True)
        if never:
            times = times.where(self.data["n_reconfigurations"] == 0)
        asked = list(over) if np.iterable(over) and not isinstance(over, str) else [over]
        if "algorithm" in asked and "algorithm" not in times.dims:
            asked = [one for name in asked for one in (name == "algorithm" and self.algorithm_axis() or [name])]
        missing = [str(name) for name in asked if name not in times.dims]
        if missing or not asked:
            raise Fault(f"{', '.join(missing) or f'over = {over}'}: no axis of this result; its axes are {', '.join(times.dims)}")
        names = [name for name in times.dims if name in asked]  # the scheduler first
        rest = [name for name in times.dims if name not in names]
        values = times.transpose(*names, *rest).values.reshape(-1, *(times.sizes[name] for name in rest))
        least = np.fmin.reduce(values, axis=0)
        named = (values <= least * (1 + TIE)).argmax(axis=0)
        least = np.take_along_axis(values, named[None], axis=0)[0]
        first = np.unravel_index(named, [times.sizes[name] for name in names])
        like = times.isel(dict.fromkeys(names, 0), drop=True).transpose(*rest)
        found = {name: like.copy(data=np.where(np.isnan(least), "" if times[name].dtype.kind == "U" else np.nan, times[name].values[at]))
                 for name, at in zip(names, first)}
        return xr.Dataset({"time": like.copy(data=least), **found}, attrs=self.data.attrs)

    def at(self, **point):
        """The exact times at any point, also off the grid, from the schedules in /envelopes.

        point  keys of the grid that are times, sizes or rates: message="3MB", reconfiguration_delay="7us"; others as in sel()
        Returns a Result with `completion_time` over scheduler and the axes that are not given, at those values of them that this result
        has; NaN where a scheduler has no list.
        Its attribute `left_out` says which schedulers have none for any point, and why. Raises Fault for keys that the grid lacks.
        """
        parts, why, read = {}, {}, set()
        free = {key: quantities.parse(value, key, envelopes.FREE[key]) for key, value in point.items() if key in envelopes.FREE}
        with results.open_tree(self.path) as file:
            best, points = (results.group_at(file, path) for path in (f"grids/{self.grid}/best", f"points/{self.grid}"))
            for name in [one for one in file.get(f"envelopes/{self.grid}", {}) if one != "best"]:
                lists = envelopes.Envelopes(results.group_at(file, f"envelopes/{self.grid}/{name}"))
                group = results.group_at(file, f"grids/{self.grid}/{name}")
                why[name] = envelopes.compare(lists, group, envelopes.has_time(group.read("status"))).objection if group else ""
                if not why[name]:
                    data = (group or best or points).data
                    mine = free.keys() & {*data.coords, *data.attrs}
                    parts[name] = times_at(lists, data, {key: free[key] for key in mine})
                    read |= mine
            ranked = order_of_ties([*parts], best)
        if not parts:
            raise results.MissingData(f"{self.path}: no /envelopes/{self.grid} that give the stored times; set envelopes = true and run again")
        found = together({name: parts[name] for name in ranked})
        asked = self.data.get("scheduler", xr.DataArray([])).values.ravel().tolist()
        found.attrs["left_out"] = "; ".join(self.why_left_out(one, why.get(one)) for one in asked if one not in parts)
        if asked and not parts.keys() & {*asked}:
            raise results.MissingData(f"{self.path}: {found.left_out}")
        for name in [one for one in found.dims if one in self.data.coords]:
            mine = self.data[name].values
            found = found.sel({name: nearest(found, name, mine.item()) if mine.ndim == 0 else found[name].isin(mine)})
        return Result(found, self.path, self.grid, self.folder).sel(**{key: value for key, value in point.items() if key not in read})

    def why_left_out(self, name, objection):
        """Why at() has no times of a scheduler. objection: to its lists; none where it has no lists."""
        if objection:
            return f"{name}: the lists of its schedules are not used, because {objection}"
        return (f"{name}: the file has no /envelopes/{self.grid}/{name}, the lists of its schedules; the sweep key envelopes = true stores "
                "those of every scheduler that can list them, and for others run a sweep at this point")

    def robust(self, delay=None, quantiles=None):
        """The schedule that loses least where the reconfiguration delay is uncertain, exactly from /envelopes, over all algorithms.

        delay      its interval, ("1us", "100us"): the dataset has the `regret` [s], what the schedule loses at worst
        quantiles  its distribution instead, {0.1: "1us", 0.5: "10us", 0.9: "50us"}: the dataset has the `expected_time` [s]
        Also `schedule`, `n_reconfigurations`, and the `price` [s] of planning for one delay (the geometric middle, the median).
        Raises MissingData where the file has no lists, Fault where neither or both are given, or not in ascending order.
        """
        from . import robust
        found = robust.robust(self, delay, quantiles)
        return results.need(found, self.path, "/envelopes; set envelopes = true and run again")


def nearest(data, key, value):
    """The coordinate of an axis that a value means. Raises Fault where there is none within NEAR."""
    if key not in data.dims:
        raise Fault(f"{key}: no axis of this result; its axes are {', '.join(data.dims)}")
    values = data[key].values
    if isinstance(value, (list, tuple, np.ndarray)):
        return [nearest(data, key, one) for one in value]
    wanted = quantities.parse(value, key, data[key].attrs.get("units", "1")) if values.dtype.kind in "if" else value
    fits = np.isclose(values, wanted, rtol=NEAR, atol=0) if values.dtype.kind in "if" else values == wanted
    if not fits.any():
        raise Fault(f"{key} = {value}: no value of this result; it has {', '.join(map(quantities.text_of, data[key]))}")
    return values[fits.argmax()].item()


def times_at(lists, data, point):
    """Completion times over the axes of the lists and those of times, sizes and rates that are not given."""
    data = data.isel({key: 0 for key in point if key in data.dims}).drop_vars([key for key in point if key in data.coords])
    data.attrs = data.attrs | point
    free = [name for name in data.dims if envelopes.is_parametric(data, name)]
    coordinates = {name: (lists.group.data if name in lists.dims else data)[name] for name in (*lists.dims, *free)}
    times = xr.DataArray(np.nan, coordinates, [*coordinates], attrs={"units": "s", "long_name": "time of the whole collective"}).copy()
    for structure in np.ndindex(*lists.count.shape):
        known = envelopes.factors(data.isel({name: [at] for name, at in zip(lists.dims, structure) if name in data.dims}), times.dims)
        least = np.broadcast_to(lists.times(structure, known), [1] * len(structure) + [times.sizes[name] for name in free])
        times.values[structure] = np.where(np.isinf(least), np.nan, least).reshape(times.values[structure].shape)
    status = times.copy(data=np.full(times.shape, "formula" if lists.is_formula else "listed"))
    return xr.Dataset({"completion_time": times, "status": status}, attrs=data.attrs)
