"""The group `best` of a grid as the page needs it: the file's own answer at the file's own points.

Schedule costs answer between the points, but not for candidates without a list; these may win at any point.
"""
import numpy as np

from . import axes as axis_lists
from . import thinning
from .envelopes import Parameters

TIE = 1e-9  # relative


class StoredBest:
    """Winners and bounds of one grid, and the times that no row of the page gives.

    universal  whether its bound holds for any scheduler, compared or not (grids.mixes_hardware)
    winner     code of the winning candidate, -1 of none
    time       completion time where the winner's own row does not give it, else NaN
    second     the best other time where candidates are without a list, else NaN
    """

    def __init__(self, group, rows, axes, unlisted, universal):
        self.axes = axis_lists.axes_of(group, group["winner"])
        own = {axis["name"] for axis in self.axes}
        self.minimised = [axis for axis in axes if axis["name"] not in own]
        self.universal = universal
        self.winner, self.bound = group["winner"][...], group["lower_bound"][...]
        self.parameters = Parameters(self.axes, axis_lists.constants(group))
        self.names = candidate_names(group)
        self.unlisted = unlisted
        self.compare(group, {row.name: row for row in rows})

    def settings(self, code):
        """Indices of a candidate along the minimised axes: the last varies fastest, schedulers slowest."""
        lengths = [len(axis["values"]) for axis in self.minimised]
        return [int(at) for at in np.unravel_index(code % int(np.prod(lengths)), lengths)] if lengths else []

    def scheduler(self, code):
        return self.names[code].split("@")[0]

    def compare(self, group, rows):
        """Finds the points at which the winner's row does not give the stored time."""
        stored, margin = group["completion_time"][...], group["margin_to_second"][...]
        given = np.isnan(stored) | (self.winner < 0)
        for structure in np.ndindex(*[1 if axis["parametric"] else len(axis["values"]) for axis in self.axes]):
            place = tuple(slice(None) if axis["parametric"] else at for axis, at in zip(self.axes, structure))
            for code in np.unique(self.winner[place][self.winner[place] >= 0]):
                row = rows[self.scheduler(int(code))]
                if "completion_time" in row.group:  # the row is as stored, or was compared with what is stored
                    given[place] |= self.winner[place] == code
                    continue
                times = self.times(row, int(code), structure, stored[place].shape)
                with np.errstate(invalid="ignore"):
                    agrees = np.abs(times - stored[place]) <= TIE * np.abs(stored[place])
                given[place] |= (self.winner[place] == code) & agrees
        self.time = np.where(given, np.nan, stored)
        open_ones = self.is_open(given)
        self.second = np.where(open_ones & (self.winner >= 0), margin * stored, np.nan)

    def times(self, row, code, structure, shape):
        """Times that the page has of a candidate from its envelopes over the parametric axes of a structure; NaN where it has none."""
        if row.lists is None:
            return np.full(shape, np.nan)
        at = dict(zip([axis["name"] for axis in self.minimised], self.settings(code)))
        at.update({axis["name"]: index for axis, index in zip(self.axes, structure) if not axis["parametric"]})
        picked = [np.arange(len(axis["values"])) if axis["parametric"] else np.array([at[axis["name"]]]) for axis in self.axes]
        times = row.lists.times(tuple(at[axis["name"]] for axis in row.lists.axes), self.parameters.factors(picked))
        return np.broadcast_to(times, [len(one) for one in picked]).reshape(shape)

    def is_open(self, given):
        """Points at which a candidate without times of its own in the page may be second."""
        if self.unlisted is None:
            return ~given
        some = self.unlisted.count > 0
        names = [axis["name"] for axis in self.unlisted.axes]
        shape = [len(axis["values"]) if axis["name"] in names else 1 for axis in self.axes]
        return np.broadcast_to(some.reshape(shape), given.shape)

    def needs(self, thin):
        """Numbers that the page would store: runs of NaN and of one code take no room."""
        picked = thinning.picked(self.axes, thin)
        own = sum(np.count_nonzero(~np.isnan(values[picked])) for values in (self.time, self.second))
        return int(own + self.universal * self.bound[picked].size)

    def entry(self, schedulers, axes, thin, blocks):
        """What the page reads (analysis/report/src/data/stored_best.ts)."""
        picked = thinning.picked(self.axes, thin)
        kept = {axis["name"]: thin.keep.get(axis["name"]) for axis in self.minimised}
        whole = all(one is None for one in kept.values())
        columns = {"bound": blocks.add(self.bound[picked], "f64")} if self.universal else {}
        if whole:
            columns.update(winner=blocks.add(self.winner[picked], "i32"), time=blocks.add(self.time[picked], "f64"),
                           second=blocks.add(self.second[picked], "f64"))
        return {"axes": axis_lists.places(self.axes, axes), "columns": columns, "universal": self.universal,
                "candidates": [{"name": name, "scheduler": schedulers.index(self.scheduler(code)), "settings": self.settings(code)}
                               for code, name in enumerate(self.names)],
                "unlisted": None if self.unlisted is None else self.unlisted.entry(axes, thinning.picked(self.unlisted.axes, thin), blocks)}


def wins(group, scheduler, own, axes):
    """Points of a scheduler, over its own axes, at which it is the winner of the group `best`. axes: those of the grid."""
    compared = axis_lists.axes_of(group, group["winner"])
    known = [axis["name"] for axis in compared]
    lengths = [len(axis["values"]) for axis in axes if axis["name"] not in known]
    names, winner = candidate_names(group), group["winner"][...]
    whole = np.zeros([len(axis["values"]) for axis in compared] + lengths, dtype=bool)
    for code in np.unique(winner[winner >= 0]):
        if names[int(code)].split("@")[0] == scheduler:
            setting = np.unravel_index(int(code) % int(np.prod(lengths)), lengths) if lengths else ()
            whole[(..., *setting)] |= winner == code
    order = known + [axis["name"] for axis in axes if axis["name"] not in known]
    mine = [axis["name"] for axis in own]
    some = whole.any(axis=tuple(at for at, name in enumerate(order) if name not in mine))
    left = [name for name in order if name in mine]
    return some.transpose([left.index(name) for name in mine])


def candidate_names(group):
    """Names of the candidates by their codes."""
    return [name for code, name in sorted(axis_lists.flags(group["winner"]).items()) if code >= 0]


class Unlisted(axis_lists.Lists):
    """Codes of the candidates without a list, per structure (/unlisted/<grid>)."""

    def __init__(self, group):
        super().__init__(group)
        self.candidate = group["candidate"][...]

    def entry(self, axes, picked, blocks):
        return {**super().entry(axes, picked, blocks), "columns": {"candidate": blocks.add(self.candidate, "i32")}}
