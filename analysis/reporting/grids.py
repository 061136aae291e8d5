"""A grid of a result file as the page sees it: axes, schedulers, and for each its envelopes or its values."""
import numpy as np

from . import axes as axis_lists
from . import decisions, envelopes, stored_best, thinning
from .axes import flags
from .envelopes import Parameters

WITH_TIME = ("optimal", "feasible", "budget", "formula")
PARTS = ("startup_time", "propagation_time", "transmission_time", "congestion_time", "reconfiguration_time",
         "computation_time")
COUNTS = ("n_reconfigurations", "n_steps", "algorithm")
MOST_STEPS = 1_000_000  # runs of equal steps, of one scheduler's schedules
# Of schedulers whose times are not stored: by structure.
OPTIMAL, NOT_APPLICABLE, EXCLUDED, NOT_LISTED = range(4)
UNSTORED = {OPTIMAL: "optimal", NOT_APPLICABLE: "not_applicable", EXCLUDED: "excluded", NOT_LISTED: "not_listed"}
# Who is named on a tie: the simplest. A grid with a group `best` has an order of its own.
TIES = ("static", "ring-hamiltonian", "s-bruck", "every-step", "g-bruck", "strawman", "one-shot", "threshold", "addanki",
        "bridge", "r-hd", "pccl", "segments", "swot", "wdm-neighbor", "wdm-ring", "osm", "optree-tree", "wdm-lifted",
        "wdm-windowed", "wdm-optimal")


def order_of_ties(grid):
    """Names of the grid's schedulers, the simplest first."""
    names = [name for name in grid if name != "best"]
    stored = flags(grid["best"]["winner"]) if "best" in grid and "winner" in grid["best"] else {}
    ranked = list(dict.fromkeys(stored[code].split("@")[0] for code in sorted(stored))) or list(TIES)
    return sorted(names, key=lambda name: ranked.index(name) if name in ranked else len(ranked) + names.index(name))


class Row:
    """One scheduler of a grid while its page entry is being made."""

    def __init__(self, name, group, lists):
        self.name, self.group, self.lists = name, group, lists
        self.axes = axis_lists.axes_of(group, group["completion_time"])
        self.constants = axis_lists.constants(group)
        self.status_names = flags(group["status"])
        self.status = group["status"][...]
        codes = [code for code, word in self.status_names.items() if word in WITH_TIME]
        self.has_time = np.isin(self.status, codes)
        formulas = [code for code, word in self.status_names.items() if word == "formula"]
        self.is_formula = bool(np.isin(self.status[self.has_time], formulas).all()) if self.has_time.any() else False
        self.check = self.compare()
        self.unlisted = None  # where envelopes do not answer although there is a plan
        if self.has_envelopes():
            self.unlisted = envelopes.without_list(lists, self.axes, self.has_time)
            if not (self.has_time & ~self.unlisted).any() and self.has_time.any():
                self.check = envelopes.Comparison(objection="there are too many schedules to list")

    def compare(self):
        if self.lists is None:
            return envelopes.Comparison(objection="there are none in the file")
        return envelopes.compare(self.lists, self.group, self.axes, Parameters(self.axes, self.constants), self.has_time)

    def has_envelopes(self):
        return not self.check.objection

    def columns(self):
        """Stored columns that the page needs, the most important first."""
        if self.has_envelopes() and not self.unlisted.any():
            bound = [] if self.check.tight or "lower_bound" not in self.group else ["lower_bound"]
            return bound + (["algorithm"] if "algorithm" in self.group and flags(self.group["algorithm"]) else [])
        coordinates = {one["name"] for axis in self.axes for one in [axis, *axis["with"]]}  # algorithm may be one
        return [name for name in ("completion_time", "lower_bound", *COUNTS, *PARTS)
                if name in self.group and name not in coordinates]

    def share_stored(self):
        """How much of the columns is needed: of envelopes with bounds of their own only what has none."""
        needs_all = not self.has_envelopes() or not self.check.tight or not self.unlisted.any()
        return 1.0 if needs_all else float(self.unlisted.mean())

    def values(self, name):
        """A column as the page stores it: nothing where envelopes answer."""
        values = self.group[name][...]
        if self.share_stored() == 1.0 or name == "algorithm":
            return values
        return np.where(self.unlisted, values, values.dtype.type(0) if values.dtype.kind == "i" else np.nan)


class ListRow(Row):
    """A scheduler whose times are not stored (results = false): its envelopes, if it has any, are all that is known.

    hidden    per point of its axes whether it has a plan that the file tells nothing of
    selected  per point whether it is part of the sweep
    """

    def __init__(self, name, lists, unstored):
        self.name, self.lists, self.group = name, lists, {}
        self.axes, self.constants = unstored.axes_for(lists), unstored.constants
        self.has_time, hidden, selected = unstored.states(name, lists, self.axes)
        self.status = np.select([~selected, self.has_time, hidden], [EXCLUDED, OPTIMAL, NOT_LISTED], NOT_APPLICABLE).astype(np.int8)
        self.status_names = dict(UNSTORED)
        self.is_formula = lists is not None and lists.is_formula
        self.check = envelopes.Comparison(objection="" if lists else "there are none in the file")
        self.unlisted = np.zeros(self.has_time.shape, dtype=bool)

    def columns(self):
        return []


class UnstoredGrid:
    """A grid of lists alone: its axes, and which candidates have a plan and no list."""

    def __init__(self, file, grid):
        self.best = file[f"grids/{grid}/best"] if f"grids/{grid}/best" in file else None
        points = file[f"points/{grid}"] if self.best is None else None
        whole = self.best if points is None else points
        self.constants = axis_lists.constants(whole)
        self.axes = axis_lists.axes_of(whole, whole["winner" if points is None else "selected"])
        self.selected = points["selected"][...] != 0 if points is not None else None
        self.unlisted = stored_best.Unlisted(file[f"unlisted/{grid}"]) if f"unlisted/{grid}" in file else None
        codes = None if self.unlisted is None else file[f"unlisted/{grid}/candidate"]
        self.names = {} if codes is None else flags(codes)

    def axes_for(self, lists):
        """All axes where the sweep leaves points out, else those of the lists."""
        if self.selected is not None and not self.selected.all():
            return self.axes
        return lists.axes if lists else (self.unlisted.axes if self.unlisted else [])

    def states(self, name, lists, axes):
        """(has a list, has a plan and no list, is selected), each over the axes."""
        shape = [len(axis["values"]) for axis in axes]
        listed = spread(lists.count > 0, lists.axes, axes) if lists else np.zeros(shape, dtype=bool)
        hidden = np.zeros(shape, dtype=bool) if self.unlisted is None else self.hidden(name, axes)
        return listed, hidden & ~listed, self.selected if axes is self.axes and self.selected is not None else np.ones(shape, dtype=bool)

    def hidden(self, name, axes):
        """Structures at which some setting of the scheduler is without a list."""
        mine = [code for code, one in sorted(self.names.items()) if one.split("@")[0] == name]
        known = [axis["name"] for axis in self.unlisted.axes]
        settings = [axis for axis in axes if axis["name"] not in known and not axis["parametric"]]
        lengths = [len(axis["values"]) for axis in settings]
        shape = self.unlisted.count.shape
        some = np.array([np.isin(mine, self.unlisted.candidate[self.unlisted.at(at)]) for at in np.ndindex(*shape)], dtype=bool)
        if int(np.prod(lengths)) != len(mine):  # axes without those that `best` minimises over
            return spread(some.any(axis=1).reshape(shape), self.unlisted.axes, axes)
        return spread(some.reshape(*shape, *lengths), [*self.unlisted.axes, *settings], axes)

    def schedulers(self, listed):
        """Names of all that were compared: those with lists, and those that are known by name alone."""
        known = flags(self.best["winner"]).values() if self.best is not None else self.names.values()
        return list(dict.fromkeys([*listed, *(one.split("@")[0] for one in known)]))


def spread(values, own, axes):
    """Values over some axes, in any order, repeated along the others."""
    names, all_names = [axis["name"] for axis in own], [axis["name"] for axis in axes]
    values = values.transpose(sorted(range(len(own)), key=lambda at: all_names.index(names[at])))
    shape = [len(axis["values"]) if axis["name"] in names else 1 for axis in axes]
    return np.broadcast_to(values.reshape(shape), [len(axis["values"]) for axis in axes])


def unstored_rows(file, grid):
    whole = UnstoredGrid(file, grid)
    listed = [name for name in file.get(f"envelopes/{grid}", {}) if name != "best"]
    names = order_of_ties({**dict.fromkeys(whole.schedulers(listed)), **({} if whole.best is None else {"best": whole.best})})
    return [ListRow(name, lists_of(file, grid, name), whole) for name in names]


def lists_of(file, grid, name):
    """The envelopes of a scheduler, None without."""
    group, steps = (file.get(f"{kind}/{grid}/{name}") for kind in ("envelopes", "steps"))
    return None if group is None else envelopes.Envelopes(group, steps)


def rows_of(file, grid):
    """Every scheduler of a grid in the order of ties."""
    group = file.get(f"grids/{grid}")
    if group is None or list(group) == ["best"]:
        return unstored_rows(file, grid)
    return [Row(name, group[name], lists_of(file, grid, name)) for name in order_of_ties(group)]


def names_of(file):
    """Grids with values at their points, and those of lists alone."""
    return [*file.get("grids", {}), *file.get("points", {})]


class GridReader:
    """A grid on its way into the page: what it needs, then its entry."""

    def __init__(self, file, name):
        self.file, self.name, self.rows = file, name, rows_of(file, name)
        lists = [row.lists.axes for row in self.rows if row.has_envelopes()]
        group = file[f"grids/{name}/best"] if f"grids/{name}/best" in file else None
        whole = [(group, "winner")] if group is not None else []
        whole += [(file[f"points/{name}"], "selected")] if f"points/{name}" in file else []
        self.axes = axis_lists.merge([row.axes for row in self.rows] + lists + [axis_lists.axes_of(one, one[column]) for one, column in whole])
        self.compared = None if group is None else {axis["name"] for axis in axis_lists.axes_of(group, group["winner"])}
        self.mixes_hardware = mixes_hardware(axis_lists.keys(self.axes, {key for row in self.rows for key in row.constants}))
        self.best = self.read_best(group)

    def read_best(self, group):
        """The group `best` where the page cannot know as much by itself."""
        if group is None or not (self.mixes_hardware or self.is_unstored()):
            return None
        path = f"unlisted/{self.name}"
        unlisted = stored_best.Unlisted(self.file[path]) if path in self.file else None
        return stored_best.StoredBest(group, self.rows, self.axes, unlisted, self.mixes_hardware)

    def is_unstored(self):
        return any(isinstance(row, ListRow) for row in self.rows)

    def needs(self):
        """Numbers that the page would store of all its schedulers."""
        return thinning.numbers_of(self.rows, thinning.Thin()) + (self.best.needs(thinning.Thin()) if self.best else 0)

    def minimised(self):
        """Axes that the group `best` minimises over: the page begins with these."""
        return [at for at, axis in enumerate(self.axes) if self.compared is not None and axis["name"] not in self.compared]

    def unstored(self):
        """Said once where no scheduler's times are in the file."""
        if not self.is_unstored():
            return []
        return ["the file holds schedules, not every scheduler's times: of one that is \"not listed\" at a point the page knows the time "
                "only where it wins"]

    def entry(self, share, blocks):
        """The grid with at most so many stored numbers."""
        thin = thinning.choose(self.axes, self.rows, share, self.best.needs if self.best else lambda _: 0)
        names = [row.name for row in self.rows]
        return {"name": self.name, "kind": "grid", "axes": thinning.axes(self.axes, thin), "minimised": self.minimised(),
                "constants": shared_constants(self.rows), "ownBounds": not self.mixes_hardware,
                "best": self.best and self.best.entry(names, self.axes, thin, blocks),
                "notes": thinning.notes(self.axes, thin, self.rows) + self.unstored(),
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
    picked = thinning.picked(row.axes, thin)
    own = {key: value for key, value in row.constants.items() if key != "empty_lists"}
    result = {"name": row.name, "axes": axis_lists.places(row.axes, axes), "constants": own, "competes": not row.is_formula,
              "alikeSteps": "wavelength_bandwidth" in axis_lists.keys(row.axes, row.constants),
              "statusNames": row.status_names, "status": code_block(row.status[picked], blocks),
              "reasonNames": flags(row.group["reason"]) if "reason" in row.group else {},
              "reason": reason_block(row, picked, blocks), "columns": {}, "envelopes": None, "bound": bound_of(row),
              "unsaid": ""}
    names = row.columns()
    if len(names) > thin.columns:
        result["unsaid"] = "stored parts of its times are left out of this page: too many points"
    for name in names[:thin.columns]:
        values = row.values(name)[picked]
        kind = "i32" if values.dtype.kind == "i" else "f64"
        result["columns"][name] = blocks.add(values, kind)
    if "algorithm" in result["columns"]:
        result["algorithms"] = flags(row.group["algorithm"])
    if row.has_envelopes():
        result["envelopes"] = envelope_entry(row, axes, thin, blocks)
        result["checked"] = {"points": row.check.compared, "worst": row.check.worst}
        result["unlisted"] = int(np.count_nonzero(row.unlisted[picked]))
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
    uniform = codes.size > 0 and (codes == codes.flat[0]).all()
    return {"all": int(codes.flat[0])} if uniform else {"block": blocks.add(codes, "i8")}


def reason_block(row, picked, blocks):
    if "reason" not in row.group or row.has_time.all():
        return {"all": 0}
    return code_block(row.group["reason"][...][picked], blocks)


def envelope_entry(row, axes, thin, blocks):
    lists = row.lists
    picked = thinning.picked(lists.axes, thin)
    words = lists.decision.shape[1] if thin.decisions and lists.decision is not None else 0
    return {**lists.entry(axes, picked, blocks), "columns": {name: blocks.add(values, "f64") for name, values in lists.columns.items()},
            "words": words, "states": lists.states, "decision": blocks.add(lists.decision, "u64") if words else None,
            "names": decisions.topology_names(lists.group, lambda all_of: all_of, blocks) if words else None,
            "steps": step_entry(lists, picked, blocks)}


def step_entry(lists, picked, blocks):
    """What every listed schedule does step by step; None where the file does not say, or at too great length."""
    if lists.steps is None or lists.step_size() > MOST_STEPS:
        return None
    offset, count = (lists.steps[name][...].reshape(lists.count.shape)[picked] for name in ("offset", "count"))
    return {"offset": blocks.add(offset, "i32"), "count": blocks.add(count, "i32"),
            "columns": {name: blocks.add(lists.steps[name][...], kind) for name, kind in envelopes.STEP_COLUMNS.items()}}
