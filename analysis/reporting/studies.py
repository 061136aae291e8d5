"""Studies: columns over axes, one group or one per scheduler."""
from lightsweep.results import Group, flags

from . import axes as axis_lists
from . import thinning


class StudyReader:
    """A study on its way into the page: what it needs, then its entry."""

    def __init__(self, file, name):
        study = file["studies"][name]
        inner = {key: one for key, one in study.items() if hasattr(one, "items")} or {"": study}
        self.name, self.groups = name, {key: Group(one) for key, one in inner.items()}
        self.status = {key: group.read("status") for key, group in self.groups.items()}
        self.axes = axis_lists.merge([axis_lists.axes_of(group.data, self.status[key].dims) for key, group in self.groups.items()])

    def needs(self, thin=thinning.Thin()):
        """Numbers that the page would store."""
        return sum(thin.size(self.status[key]) * len(group.columns()) for key, group in self.groups.items())

    def entry(self, share, blocks):
        """The study with at most so many numbers."""
        thin = thinning.Thin()
        while self.needs(thin) > share and thinning.halve(self.axes, thin):
            pass
        axes = thinning.axes(self.axes, thin)
        notes = [f"{axis['name']}: {len(axis['values'])} of {len(whole['values'])} values are in this page, which would be too "
                 "large otherwise; all are in the file" for axis, whole in zip(axes, self.axes) if axis["name"] in thin.keep]
        groups = [self.group_entry(key, group, thin, blocks) for key, group in self.groups.items()]
        return {"name": self.name, "kind": "study", "axes": axes, "notes": notes, "groups": groups,
                "constants": next(iter(self.groups.values())).data.attrs}

    def group_entry(self, name, group, thin, blocks):
        columns = []
        for key in group.columns():
            data = group.read(key, thin.keep)
            if data.dtype.kind not in "if" or group.node[key].shape != self.status[name].shape:
                continue
            kind = {"f": "f64", "i": "i32"}[data.dtype.kind]
            missing = int(group.node[key].fillvalue) if kind == "i32" else None  # floats say NaN
            columns.append({"name": key, "unit": data.attrs.get("units", "1"), "meaning": data.attrs.get("long_name", key), "flags": flags(data),
                            "type": kind, "missing": missing, "block": blocks.add(data, kind)})
        return {"name": name, "axes": axis_lists.places(self.status[name].dims, self.axes), "columns": columns}
