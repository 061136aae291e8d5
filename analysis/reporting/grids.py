"""A grid of a result file as the page sees it: axes, schedulers, and for each its envelopes or its values."""
import numpy as np
import xarray as xr
from lightsweep import envelopes
from lightsweep.answers import order_of_ties
from lightsweep.results import Group, dimensions, flags, group_at, means

from . import axes as axis_lists
from . import decisions, stored_best, thinning

PARTS = ("startup_time", "propagation_time", "transmission_time", "congestion_time", "reconfiguration_time",
         "computation_time")
COUNTS = ("n_reconfigurations", "n_steps", "algorithm")
STEP_COLUMNS = {"schedule": "i32", "n_steps": "i32", "state": "i32", "startups": "f64", "hops": "f64", "transmission": "f64",
                "reconfigurations": "f64"}
MOST_STEPS = 1_000_000  # runs of equal steps, of one scheduler's schedules
# Of schedulers whose times are not stored: by structure.
OPTIMAL, NOT_APPLICABLE, EXCLUDED, NOT_LISTED = range(4)
UNSTORED = {OPTIMAL: "optimal", NOT_APPLICABLE: "not_applicable", EXCLUDED: "excluded", NOT_LISTED: "not_listed"}

UNSTORED_NOTE = ("the file holds schedules, not every scheduler's times: of one that is \"not listed\" at a point the page knows the time "
                 "only where it wins")


class Row:
    """One scheduler of a grid while its page entry is being made."""

    def __init__(self, name, group, lists):
        self.name, self.group, self.lists = name, group, lists
        self.data, self.constants, self.status = group.data, group.data.attrs, group.read("status")
        self.status_names = flags(self.status)
        self.has_time = envelopes.has_time(self.status)
        self.is_formula = bool(self.has_time.any() and (means(self.status, ("formula",)) == self.has_time).all())
        self.check = envelopes.compare(lists, group, self.has_time) if lists else envelopes.Comparison(objection="there are none in the file")
        self.unlisted = None  # where envelopes do not answer although there is a plan
        if self.has_envelopes():
            self.unlisted = envelopes.without_list(lists, self.has_time)
            if not (self.has_time & ~self.unlisted).any() and self.has_time.any():
                self.check = envelopes.Comparison(objection="there are too many schedules to list")

    @property
    def axes(self):
        return axis_lists.axes_of(self.data, self.status.dims)

    def has_envelopes(self):
        return not self.check.objection

    def columns(self):
        """Stored columns that the page needs, the most important first."""
        if self.has_envelopes() and not self.unlisted.any():
            bound = [] if self.check.tight or "lower_bound" not in self.group else ["lower_bound"]
            return bound + (["algorithm"] if "algorithm" in self.group and flags(self.group.node["algorithm"]) else [])
        return [name for name in ("completion_time", "lower_bound", *COUNTS, *PARTS)
                if name in self.group and name not in self.data.coords]  # algorithm may be one

    def share_stored(self):
        """How much of the columns is needed: of envelopes with bounds of their own only what has none."""
        needs_all = not self.has_envelopes() or not self.check.tight or not self.unlisted.any()
        return 1.0 if needs_all else float(self.unlisted.values.mean())

    def values(self, name, thin):
        """A column as the page stores it: nothing where envelopes answer."""
        values = self.group.read(name, thin.keep)
        if self.share_stored() == 1.0 or name == "algorithm":
            return values
        return values.where(thin.of(self.unlisted), values.dtype.type(0) if values.dtype.kind == "i" else np.nan)


class ListRow(Row):
    """A scheduler whose times are not stored (results = false): its envelopes, if it has any, are all that is known."""

    def __init__(self, name, lists, whole):
        self.name, self.lists, self.group, self.constants = name, lists, {}, whole.group.data.attrs
        self.data, shape = whole.points_for(lists)
        blank = xr.zeros_like(shape, dtype=bool)
        self.has_time = blank | (lists.count > 0) if lists else blank
        hidden = blank if whole.unlisted is None else whole.hidden(name, blank, self.data) & ~self.has_time
        selected = whole.selected if shape is whole.selected else ~blank
        codes = np.select([~selected, self.has_time, hidden], [EXCLUDED, OPTIMAL, NOT_LISTED], NOT_APPLICABLE).astype(np.int8)
        self.status, self.status_names = blank.copy(data=codes), dict(UNSTORED)
        self.is_formula = lists is not None and lists.is_formula
        self.check = envelopes.Comparison(objection="" if lists else "there are none in the file")
        self.unlisted = blank

    def columns(self):
        return []


class UnstoredGrid:
    """A grid of lists alone: who was compared at which points, and which candidates have a plan and no list."""

    def __init__(self, file, grid):
        self.best = group_at(file, f"grids/{grid}/best")
        self.group = self.best or group_at(file, f"points/{grid}")
        self.selected = None if self.best else self.group.read("selected") != 0
        self.unlisted = unlisted_of(file, grid)
        self.names = {} if self.unlisted is None else dict(sorted(flags(self.unlisted.candidate).items()))
        # Whether a candidate is without a list, by structure.
        self.without = self.unlisted and np.array([np.isin([*self.names], self.unlisted.candidate[self.unlisted.at(at)])
                                                   for at in np.ndindex(*self.unlisted.count.shape)], dtype=bool)

    def points_for(self, lists):
        """(coordinates, an array): all axes where the sweep leaves points out, else those of the lists."""
        if self.selected is not None and not self.selected.all():
            return self.group.data, self.selected
        lists = lists or self.unlisted
        return (lists.group.data, lists.count) if lists else (self.group.data, xr.DataArray(0))

    def hidden(self, name, blank, data):
        """Structures at which some setting of the scheduler is without a list, over the axes of `blank`."""
        mine = [one.split("@")[0] == name for one in self.names.values()]
        settings = {key: size for key, size in blank.sizes.items() if key not in self.unlisted.dims and not envelopes.is_parametric(data, key)}
        some = self.without[:, mine]
        if int(np.prod(list(settings.values()))) != sum(mine):  # axes without those that `best` minimises over
            some, settings = some.any(axis=1), {}
        return blank | xr.DataArray(some.reshape(*self.unlisted.count.shape, *settings.values()), dims=(*self.unlisted.dims, *settings))

    def schedulers(self, listed):
        """Names of all that were compared, the simplest first: those with lists, and those that are known by name alone."""
        known = flags(self.best.node["winner"]).values() if self.best else self.names.values()
        return order_of_ties(list(dict.fromkeys([*listed, *(one.split("@")[0] for one in known)])), self.best)


def unlisted_of(file, grid):
    group = group_at(file, f"unlisted/{grid}")
    return group and stored_best.Unlisted(group)


def lists_of(file, grid, name):
    """The envelopes of a scheduler, None without."""
    group = group_at(file, f"envelopes/{grid}/{name}")
    return group and envelopes.Envelopes(group, group_at(file, f"steps/{grid}/{name}"))


def rows_of(file, grid):
    """Every scheduler of a grid in the order of ties."""
    group = file.get(f"grids/{grid}")
    if group is None or list(group) == ["best"]:
        whole = UnstoredGrid(file, grid)
        names = whole.schedulers([name for name in file.get(f"envelopes/{grid}", {}) if name != "best"])
        return [ListRow(name, lists_of(file, grid, name), whole) for name in names]
    names = order_of_ties([name for name in group if name != "best"], group_at(file, f"grids/{grid}/best"))
    return [Row(name, Group(group[name]), lists_of(file, grid, name)) for name in names]


class GridReader:
    """A grid on its way into the page: what it needs, then its entry."""

    def __init__(self, file, name):
        self.file, self.name, self.rows = file, name, rows_of(file, name)
        best, points = group_at(file, f"grids/{name}/best"), group_at(file, f"points/{name}")
        self.compared = best and dimensions(best.node["winner"])
        known = [(row.data, row.status.dims) for row in self.rows]
        known += [(row.lists.group.data, row.lists.dims) for row in self.rows if row.has_envelopes()]
        known += [(best.data, self.compared)] if best else []
        known += [(points.data, dimensions(points.node["selected"]))] if points else []
        self.axes = axis_lists.merge([axis_lists.axes_of(*one) for one in known])
        self.mixes_hardware = mixes_hardware(axis_lists.keys(self.axes, {key for row in self.rows for key in row.constants}))
        # The group `best` where the page cannot know as much by itself.
        self.best = stored_best.StoredBest(best, self.rows, self.axes, unlisted_of(file, name), self.mixes_hardware) \
            if best and (self.mixes_hardware or self.is_unstored()) else None

    def is_unstored(self):
        return any(isinstance(row, ListRow) for row in self.rows)

    def needs(self):
        """Numbers that the page would store of all its schedulers."""
        return thinning.numbers_of(self.rows, thinning.Thin()) + (self.best.needs(thinning.Thin()) if self.best else 0)

    def entry(self, share, blocks):
        """The grid with at most so many stored numbers."""
        thin = thinning.choose(self.axes, self.rows, share, self.best.needs if self.best else lambda _: 0)
        names = [row.name for row in self.rows]
        # The page begins with the axes that the group `best` minimises over.
        minimised = [at for at, axis in enumerate(self.axes) if self.compared is not None and axis["name"] not in self.compared]
        return {"name": self.name, "kind": "grid", "axes": thinning.axes(self.axes, thin), "minimised": minimised,
                "constants": shared_constants(self.rows), "ownBounds": not self.mixes_hardware,
                "best": self.best and self.best.entry(names, self.axes, thin, blocks),
                "notes": thinning.notes(self.axes, thin, self.rows) + [UNSTORED_NOTE] * self.is_unstored(),
                "schedulers": [entry(self.file, self.name, row, self.axes, thin, blocks) for row in self.rows]}


def mixes_hardware(keys):
    """Whether lanes or wavelengths share a node's bandwidth on a base topology: then schedulers of different hardware
    are compared, and the bound of one says nothing of the others."""
    return {"bandwidth", "topology"} <= keys and bool(keys & {"planes", "wavelengths"})


def shared_constants(rows):
    """Keys with one value in all groups of the grid."""
    shared = dict(rows[0].constants)
    for row in rows[1:]:
        shared = {key: value for key, value in shared.items() if row.constants.get(key) == value}
    return shared


def entry(file, grid, row, axes, thin, blocks):
    """One scheduler: where its values stand, and what they mean."""
    own = {key: value for key, value in row.constants.items() if key != "empty_lists"}
    result = {"name": row.name, "axes": axis_lists.places(row.status.dims, axes), "constants": own, "competes": not row.is_formula,
              "alikeSteps": "wavelength_bandwidth" in {*row.data.coords, *row.constants},
              "statusNames": row.status_names, "status": code_block(thin.of(row.status), blocks),
              "reasonNames": flags(row.group.node["reason"]) if "reason" in row.group else {},
              "reason": reason_block(row, thin, blocks), "columns": {}, "envelopes": None, "bound": bound_of(row),
              "unsaid": ""}
    names = row.columns()
    if len(names) > thin.columns:
        result["unsaid"] = "stored parts of its times are left out of this page: too many points"
    for name in names[:thin.columns]:
        values = row.values(name, thin)
        result["columns"][name] = blocks.add(values, "i32" if values.dtype.kind == "i" else "f64")
    if "algorithm" in result["columns"]:
        result["algorithms"] = flags(row.group.node["algorithm"])
    if row.has_envelopes():
        result["envelopes"] = envelope_entry(row.lists, axes, thin, blocks)
        result["checked"] = {"points": row.check.compared, "worst": row.check.worst}
        result["unlisted"] = int(thin.of(row.unlisted).sum())
    else:
        result["stored"] = row.check.objection
    result["schedule"] = decisions.entry(file, grid, row, axes, thin, blocks)
    return result


def bound_of(row):
    """Where lower bounds stand: "time" is its own, "column" stored, "none" not in the file."""
    if "lower_bound" not in row.group:
        return "none"
    return "time" if row.has_envelopes() and row.check.tight else "column"


def code_block(codes, blocks):
    """{"all": code} or {"block": number}."""
    uniform = codes.size > 0 and (codes.values == codes.values.flat[0]).all()
    return {"all": int(codes.values.flat[0])} if uniform else {"block": blocks.add(codes, "i8")}


def reason_block(row, thin, blocks):
    if "reason" not in row.group or row.has_time.all():
        return {"all": 0}
    return code_block(row.group.read("reason", thin.keep), blocks)


def envelope_entry(lists, axes, thin, blocks):
    decision = lists.decision if thin.decisions else None
    words = 0 if decision is None else decision.shape[1]
    return {**axis_lists.list_entry(lists, axes, thin, blocks),
            "columns": {name: blocks.add(values, "f64") for name, values in lists.columns.items()},
            "words": words, "states": lists.states, "decision": blocks.add(decision, "u64") if words else None,
            "names": decisions.topology_names(lists.group, {}, blocks) if words else None,
            "steps": step_entry(lists.steps, thin, blocks)}


def step_entry(steps, thin, blocks):
    """What every listed schedule does step by step; None where the file does not say, or at too great length."""
    if steps is None or steps.size("schedule") > MOST_STEPS:
        return None
    return {"offset": blocks.add(thin.of(steps.offset), "i32"), "count": blocks.add(thin.of(steps.count), "i32"),
            "columns": {name: blocks.add(steps.group.read(name), kind) for name, kind in STEP_COLUMNS.items()}}
