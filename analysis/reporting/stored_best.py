"""The group `best` of a grid as the page needs it: the file's own answer at the file's own points.

Schedule costs answer between the points, but not for candidates without a list; these may win at any point.
"""
import functools

import numpy as np
import xarray as xr
from lightsweep.envelopes import Lists, factors, is_parametric
from lightsweep.results import flags

from . import axes as axis_lists

TIE = 1e-9  # relative


class StoredBest:
    """Winners and bounds of one grid, and the times that no row of the page gives: arrays over the axes that are compared.

    universal  whether its bound holds for any scheduler, compared or not (grids.mixes_hardware)
    winner     code of the winning candidate, -1 of none
    time       completion time where the winner's own row does not give it, else NaN
    second     the best other time where candidates are without a list, else NaN
    """

    def __init__(self, group, rows, axes, unlisted, universal):
        self.group, self.universal, self.unlisted = group, universal, unlisted
        self.winner, self.bound, stored, margin = (group.read(name) for name in ("winner", "lower_bound", "completion_time", "margin_to_second"))
        self.minimised = {axis["name"]: len(axis["values"]) for axis in axes if axis["name"] not in self.winner.dims}
        self.names = candidate_names(self.winner)
        given = stored.isnull() | (self.winner < 0) | self.given_by_rows({row.name: row for row in rows}, stored)
        self.time = stored.where(~given)
        self.second = (margin * stored).where(self.is_open(given) & (self.winner >= 0))

    def settings(self, code):
        return settings_of(code, self.minimised)

    def scheduler(self, code):
        return self.names[code].split("@")[0]

    def given_by_rows(self, rows, stored):
        """Points at which the winner's row gives the stored time."""
        given = xr.zeros_like(self.winner, dtype=bool)
        structural = [name for name in self.winner.dims if not is_parametric(self.group.data, name)]
        costs = functools.cache(lambda: factors(self.group.data, self.winner.dims))
        for structure in np.ndindex(*(self.winner.sizes[name] for name in structural)):
            place = dict(zip(structural, structure))
            corner = tuple(slice(place[name], place[name] + 1) if name in place else slice(None) for name in self.winner.dims)
            winner, known = self.winner.values[corner], stored.values[corner]
            for code in np.flatnonzero(np.bincount(winner[winner >= 0])):
                row = rows[self.scheduler(int(code))]
                # A stored row is as stored, or was compared with what is stored.
                off = 0 if "completion_time" in row.group else np.abs(self.times(row, int(code), place, costs, corner) - known)
                given.values[corner] |= (winner == code) & (off <= TIE * np.abs(known))
        return given

    def times(self, row, code, place, costs, corner):
        """Times that the page has of a candidate from its envelopes over the parametric axes of a structure; NaN where it has none."""
        if row.lists is None:
            return np.nan
        at = dict(zip(self.minimised, self.settings(code))) | place
        return row.lists.times(tuple(at[name] for name in row.lists.dims), [within(one, corner) for one in costs()])

    def is_open(self, given):
        """Points at which a candidate without times of its own in the page may be second."""
        return ~given if self.unlisted is None else self.unlisted.count > 0

    def needs(self, thin):
        """Numbers that the page would store: runs of NaN and of one code take no room."""
        own = sum(int(thin.of(values).count()) for values in (self.time, self.second))
        return own + self.universal * thin.size(self.bound)

    def entry(self, schedulers, axes, thin, blocks):
        """What the page reads (analysis/report/src/data/stored_best.ts)."""
        columns = {"bound": blocks.add(thin.of(self.bound), "f64")} if self.universal else {}
        if not set(self.minimised) & set(thin.keep):
            columns.update(winner=blocks.add(thin.of(self.winner), "i32"), time=blocks.add(thin.of(self.time), "f64"),
                           second=blocks.add(thin.of(self.second), "f64"))
        return {"axes": axis_lists.places(self.winner.dims, axes), "columns": columns, "universal": self.universal,
                "candidates": [{"name": name, "scheduler": schedulers.index(self.scheduler(code)), "settings": self.settings(code)}
                               for code, name in enumerate(self.names)],
                "unlisted": None if self.unlisted is None else {
                    **axis_lists.list_entry(self.unlisted, axes, thin, blocks), "columns": {"candidate": blocks.add(self.unlisted.candidate, "i32")}}}


def within(array, corner):
    """The part of an array in a corner, all of it along axes of length 1."""
    return array[tuple(slice(None) if size == 1 else part for size, part in zip(array.shape, corner))]


def settings_of(code, minimised):
    """Indices of a candidate along the minimised axes {name: length}: the last varies fastest, schedulers slowest."""
    lengths = list(minimised.values())
    return [int(at) for at in np.unravel_index(code % int(np.prod(lengths)), lengths)] if lengths else []


def wins(group, scheduler, own, axes):
    """Points of a scheduler, over its own axes, at which it is the winner of the group `best`. axes: those of the grid."""
    winner = group.read("winner")
    minimised = {axis["name"]: len(axis["values"]) for axis in axes if axis["name"] not in winner.dims}
    names = candidate_names(winner)
    whole = xr.zeros_like(winner.expand_dims(minimised), dtype=bool).copy()
    for code in np.unique(winner.values[winner.values >= 0]):
        if names[int(code)].split("@")[0] == scheduler:
            whole[dict(zip(minimised, settings_of(int(code), minimised)))] |= winner == code
    return whole.any([name for name in whole.dims if name not in own]).transpose(*own)


def candidate_names(winner):
    """Names of the candidates by their codes."""
    return [name for code, name in sorted(flags(winner).items()) if code >= 0]


class Unlisted(Lists):
    """Codes of the candidates without a list, per structure (/unlisted/<grid>)."""

    def __init__(self, group):
        super().__init__(group)
        self.candidate = group.read("candidate")
