"""Studies: columns over axes, one group or one per scheduler."""
import h5py
import numpy as np

from . import axes as axis_lists
from . import thinning


def groups_of(study):
    """{name: group}: the study itself under an empty name, or its schedulers'."""
    inner = {name: one for name, one in study.items() if isinstance(one, h5py.Group)}
    return inner or {"": study}


class StudyReader:
    """A study on its way into the page: what it needs, then its entry."""

    def __init__(self, file, name):
        self.name, self.groups = name, groups_of(file["studies"][name])
        self.own = {key: axis_lists.axes_of(group, group["status"]) for key, group in self.groups.items()}
        self.axes = axis_lists.merge(list(self.own.values()))

    def needs(self, thin=thinning.Thin()):
        """Numbers that the page would store."""
        return sum(int(np.prod(thinning.lengths(self.own[key], thin.keep))) * len(axis_lists.columns_of(group))
                   for key, group in self.groups.items())

    def entry(self, share, blocks):
        """The study with at most so many numbers."""
        thin = thinning.Thin()
        while self.needs(thin) > share and thinning.halve(self.axes, thin):
            pass
        axes = thinning.axes(self.axes, thin)
        notes = [f"{axis['name']}: {len(axis['values'])} of {len(whole['values'])} values are in this page, which would be too "
                 "large otherwise; all are in the file" for axis, whole in zip(axes, self.axes) if axis["name"] in thin.keep]
        groups = [entry(key, group, self.own[key], self.axes, thin, blocks) for key, group in self.groups.items()]
        return {"name": self.name, "kind": "study", "axes": axes, "notes": notes, "groups": groups,
                "constants": axis_lists.constants(next(iter(self.groups.values())))}


def entry(name, group, own, axes, thin, blocks):
    picked = thinning.picked(own, thin)
    columns = []
    for key in [one for one in group if one in axis_lists.columns_of(group)]:
        data = group[key]
        if data.dtype.kind not in "if" or data.shape != group["status"].shape:
            continue
        kind = {"f": "f64", "i": "i32"}[data.dtype.kind]
        columns.append({"name": key, "unit": axis_lists.text(data.attrs.get("units", "1")),
                        "meaning": axis_lists.text(data.attrs.get("long_name", key)), "flags": axis_lists.flags(data),
                        "type": kind, "missing": missing_of(data), "block": blocks.add(data[...][picked], kind)})
    return {"name": name, "axes": axis_lists.places(own, axes), "columns": columns}


def missing_of(data):
    """The fill value of integers; floats say NaN."""
    return int(data.fillvalue) if data.dtype.kind == "i" else None
