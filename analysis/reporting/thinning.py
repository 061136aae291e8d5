"""What of a file too large for a page goes into it, and how the page says so.

Schedule costs answer any number of points. Stored values do not: beyond a budget first the parts of the
times stay out, then every second value of the longest axes, for all schedulers of the grid alike, so
that all that the page shows is as stored.
"""
from dataclasses import dataclass, field

import numpy as np

MOST_WORDS = 1_500_000  # of decisions in one grid
LEAST_COLUMNS = 2       # completion time and lower bound


@dataclass
class Thin:
    """keep: {axis name: kept indices}; columns: how many of a scheduler's; decisions: whether schedules are in."""

    keep: dict = field(default_factory=dict)
    columns: int = 99
    decisions: bool = True

    def of(self, array):
        """The kept points of an array."""
        return array.isel({name: kept for name, kept in self.keep.items() if name in array.dims})

    def size(self, array):
        """How many these are."""
        return int(np.prod([len(self.keep.get(name, range(length))) for name, length in array.sizes.items()], dtype=int))


def shares(needs, most):
    """What each of several grids may store of `most` numbers: small ones all of theirs, large ones an equal rest."""
    granted, left = [0] * len(needs), most
    order = sorted(range(len(needs)), key=lambda at: needs[at])
    for rank, at in enumerate(order):
        granted[at] = min(needs[at], left // (len(order) - rank))
        left -= granted[at]
    return granted


def numbers_of(rows, thin):
    """Stored numbers of all schedulers."""
    return sum(int(thin.size(row.status) * min(thin.columns, len(row.columns())) * row.share_stored()) for row in rows)


def choose(axes, rows, share, more=lambda _: 0):
    """What stays of a grid within its share; more(thin): numbers beside those of the schedulers."""
    thin = Thin()
    thin.decisions = sum(row.lists.size("decision") for row in rows if row.has_envelopes()) <= MOST_WORDS
    if numbers_of(rows, thin) + more(thin) > share:
        thin.columns = LEAST_COLUMNS
    while numbers_of(rows, thin) + more(thin) > share and halve(axes, thin):
        pass
    return thin


def halve(axes, thin):
    """Every second value of the longest parametric axis, or else of the longest; False if nothing is left to halve."""
    sizes = [len(thin.keep.get(axis["name"], axis["values"])) for axis in axes]
    for pool in ([at for at, axis in enumerate(axes) if axis["parametric"]], range(len(axes))):
        long = [at for at in pool if sizes[at] > 2]
        if long:
            axis = axes[max(long, key=lambda at: sizes[at])]
            thin.keep[axis["name"]] = thin.keep.get(axis["name"], np.arange(len(axis["values"])))[::2]
            return True
    return False


def axes(all_axes, thin):
    """The axes with the values that are kept."""
    return [thinned(axis, thin.keep[axis["name"]]) if axis["name"] in thin.keep else axis for axis in all_axes]


def thinned(axis, kept):
    return {**axis, "values": [axis["values"][at] for at in kept],
            "with": [{**one, "values": [one["values"][at] for at in kept]} for one in axis["with"]]}


def notes(all_axes, thin, rows):
    """Sentences for the page: what is left out, and because of whom."""
    found = []
    stored = ", ".join(row.name for row in rows if "completion_time" in row.columns()) or "bounds"
    for axis in all_axes:
        if axis["name"] in thin.keep:
            found.append(f"{axis['name']}: {len(thin.keep[axis['name']])} of {len(axis['values'])} values are in this page, "
                         f"because {stored} come as stored values, too many for one page; all are in the file")
    if not thin.decisions:
        found.append("schedules are left out of this page, there are too many; `lightsweep schedule` computes any of them")
    return found
