"""Schedule costs of one scheduler from /envelopes, and whether they give the times that the file stores."""
import functools

import numpy as np
from lightsweep import states

from . import axes as axis_lists

COLUMNS = ("n_steps", "hops", "volume", "congestion", "reconfigurations")
STEP_COLUMNS = {"schedule": "i32", "n_steps": "i32", "state": "i32", "startups": "f64", "hops": "f64", "transmission": "f64",
                "reconfigurations": "f64"}
EXACT = 1e-9        # relative: envelopes that differ more are not those of the stored rows
MOST_STRUCTURES = 150
MOST_ALONG = 40     # points along one parametric axis that are compared


class Envelopes(axis_lists.Lists):
    """The envelopes of a scheduler, one list of schedule costs per structure.

    columns   {n_steps, hops, volume, congestion, reconfigurations: values}
    is_formula  whether nobody can carry them out
    decision  (costs, words) or None
    states    what the decision's bits say, or None
    steps     the group of what each does step by step, or None
    """

    def __init__(self, group, steps=None):
        super().__init__(group)
        self.steps = steps
        self.is_formula = "formula" in group.attrs
        self.columns = {name: group[name][...] for name in COLUMNS}
        self.states = states.meaning(group) if "decision" in group else None

    def decision_size(self):
        """Words in all, 0 without decisions."""
        return self.group["decision"].size if "decision" in self.group else 0

    def step_size(self):
        """Runs of equal steps in all."""
        return 0 if self.steps is None else self.steps["schedule"].size

    @functools.cached_property
    def decision(self):
        """Read when asked for: a row may have thousands of words."""
        if "decision" not in self.group:
            return None
        words = self.group["decision"][...]
        return words.reshape(len(words), int(np.prod(words.shape[1:])))

    def costs(self, at):
        """(costs, 5): the envelope of one structure."""
        return np.stack([self.columns[name][self.at(at)] for name in COLUMNS], axis=1)

    def times(self, at, factors):
        """Least time of a structure's schedules over broadcast factors (per step, per hop, message time, delay)."""
        per_step, per_hop, message_time, delay = factors
        best = np.asarray(np.inf)
        for steps, hops, volume, congestion, changes in self.costs(at):
            time = steps * per_step + hops * per_hop + (volume + congestion) * message_time + changes * delay
            best = np.minimum(best, time)
        return best


class Parameters:
    """What a schedule cost is multiplied with over all points of a structure (the page: report/src/data/parameters.ts).

    Values of keys along the axes of a grid; `constants` are those that no axis has.
    """

    def __init__(self, axes, constants):
        self.axes, self.constants = axes, constants

    def find(self, key):
        """(axis, values along it), (None, value), or None where the file does not say."""
        for at, axis in enumerate(self.axes):
            for one in [axis, *axis["with"]]:
                if one["name"] == key:
                    return at, one["values"]
        return (None, self.constants[key]) if key in self.constants else None

    def over(self, key, picked, otherwise=None):
        """Values of a key over the outer product of `picked` (an index array per axis), broadcastable.

        Raises KeyError where the file has no such key and nothing is said to stand for it.
        """
        found = self.find(key)
        if found is None:
            if otherwise is None:
                raise KeyError(key)
            return np.asarray(float(otherwise))
        at, values = found
        if at is None:
            return np.asarray(float(values))
        shape = [1] * len(self.axes)
        shape[at] = -1
        return np.asarray([float(one) for one in values])[picked[at]].reshape(shape)

    def message(self, picked):
        if self.find("item"):
            return self.over("item", picked) * self.over("nodes", picked)
        if self.find("message") is None and self.constants.get("collective") == "custom":
            return np.asarray(1.0)
        return self.over("message", picked)

    def bandwidth(self, picked):
        if self.find("plane_bandwidth"):
            return self.over("plane_bandwidth", picked) * self.over("planes", picked)
        return self.over("bandwidth", picked)

    def factors(self, picked):
        """(per step, per hop, message over bandwidth, delay) [s] over the picked points."""
        per_hop = self.over("per_hop_latency", picked, 0) * self.over("hop_cost", picked, 1)
        return (self.over("per_step_latency", picked, 0), per_hop, self.message(picked) / self.bandwidth(picked),
                self.over("reconfiguration_delay", picked, 0))


class Comparison:
    """What comparing the envelopes with stored values showed.

    worst       largest relative deviation of the completion times compared
    compared    how many those were
    tight       whether the stored lower bound is the time itself, wherever compared
    objection   why the envelopes do not stand for the stored values; empty: they do
    """

    def __init__(self, worst=0.0, compared=0, tight=True, objection=""):
        self.worst, self.compared, self.tight, self.objection = worst, compared, tight, objection


def chosen(length, most):
    """At most so many indices, spread evenly, both ends among them."""
    return np.unique(np.linspace(0, length - 1, min(length, most)).round().astype(int))


def structures_to_compare(lists, seed=1):
    """All structures with a list, or a sample with a fixed seed."""
    found = np.argwhere(lists.count > 0)
    if len(found) > MOST_STRUCTURES:
        found = found[np.sort(np.random.default_rng(seed).choice(len(found), MOST_STRUCTURES, replace=False))]
    return found


def compare(lists, group, own, parameters, has_time):
    """Compares the envelopes with the stored completion times and bounds of the scheduler's group.

    own       the group's axes
    has_time  per point of the group whether its row has a plan
    """
    result = Comparison()
    for structure in structures_to_compare(lists):
        picked = picked_points(lists, own, structure)
        try:
            factors = parameters.factors(picked)
        except (KeyError, ValueError) as missing:
            return Comparison(objection=f"the file does not say its {missing}")
        compare_structure(lists, tuple(structure), group, picked, factors, has_time, result)
    if not result.worst <= EXACT:
        result.objection = f"they differ from the stored times by up to {result.worst:.1e}"
    return result


def without_list(lists, own, has_time):
    """Points of the group with a plan whose structure has no list: there were too many schedules for one."""
    names = [axis["name"] for axis in own]
    listed = lists.count > 0
    for at in reversed(range(len(lists.axes))):
        if lists.axes[at]["name"] not in names:  # an axis that the scheduler does not read
            listed = listed.any(axis=at)
    read = [axis["name"] for axis in lists.axes if axis["name"] in names]
    order = sorted(range(len(read)), key=lambda at: names.index(read[at]))
    shape = [len(axis["values"]) if axis["name"] in read else 1 for axis in own]
    return has_time & ~listed.transpose(order).reshape(shape)


def picked_points(lists, own, structure):
    """Index arrays along the group's axes: one structure, and points spread over the rest."""
    index = {axis["name"]: at for axis, at in zip(lists.axes, structure)}
    return [np.array([index[axis["name"]]]) if axis["name"] in index else chosen(len(axis["values"]), MOST_ALONG)
            for axis in own]


def compare_structure(lists, structure, group, picked, factors, has_time, result):
    corner = tuple(slice(int(one[0]), int(one[-1]) + 1) for one in picked)
    inner = np.ix_(*[one - one[0] for one in picked]) if picked else ()
    stored = group["completion_time"][corner][inner] if picked else group["completion_time"][()]
    valid = has_time[np.ix_(*picked)] if picked else has_time
    times = np.broadcast_to(lists.times(structure, factors), np.shape(stored))
    with np.errstate(invalid="ignore"):
        scale = np.maximum(np.abs(stored), 1e-300)
        off = np.where(valid, np.abs(times - stored) / scale, 0.0)
    result.worst = max(result.worst, float(np.max(off, initial=0.0)) if not np.isnan(off).any() else np.inf)
    result.compared += int(np.count_nonzero(valid))
    if "lower_bound" not in group:
        result.tight = False
    elif result.tight:
        bound = group["lower_bound"][corner][inner] if picked else group["lower_bound"][()]
        with np.errstate(invalid="ignore"):
            result.tight = bool((~valid | (np.abs(bound - stored) <= EXACT * scale)).all())
