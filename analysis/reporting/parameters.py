"""What a schedule cost is multiplied with, over all points of a structure: the page does the same (report/src/data/parameters.ts)."""
import numpy as np


class Parameters:
    """Values of keys along the axes of a grid; `constants` are those that no axis has."""

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
