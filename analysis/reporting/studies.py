"""Studies: columns over axes, one group or one per scheduler."""
import h5py
import numpy as np

from . import axes as axis_lists
from . import grids


def groups_of(study):
    """{name: group}: the study itself under an empty name, or its schedulers'."""
    inner = {name: one for name, one in study.items() if isinstance(one, h5py.Group)}
    return inner or {"": study}


def read_study(file, name, blocks, budget):
    """The study's entry in the page."""
    found = groups_of(file["studies"][name])
    own = {key: axis_lists.axes_of(group, group["status"]) for key, group in found.items()}
    axes = axis_lists.merge(list(own.values()))
    keep = thin_axes(axes, found, own, budget)
    groups = [entry(key, group, own[key], axes, keep, blocks) for key, group in found.items()]
    notes = [f"{key}: {len(kept)} of {len(next(a for a in axes if a['name'] == key)['values'])} values are in this page, "
             "which would be too large otherwise; all are in the file" for key, kept in keep.keep.items()]
    first = axis_lists.constants(next(iter(found.values())))
    return {"name": name, "kind": "study", "axes": grids.thinning.axes(axes, keep), "constants": first, "notes": notes,
            "groups": groups}


def thin_axes(axes, found, own, budget):
    thin, share = grids.thinning.Thin(), max(1000, budget.share())

    def numbers():
        return sum(int(np.prod(grids.thinning.lengths(own[key], thin.keep))) * len(axis_lists.columns_of(group))
                   for key, group in found.items())

    while numbers() > share and grids.thinning.halve(axes, thin):
        pass
    budget.spend(numbers())
    return thin


def entry(name, group, own, axes, thin, blocks):
    picked = grids.thinning.picked(own, thin)
    columns = []
    for key in [one for one in group if one in axis_lists.columns_of(group)]:
        data = group[key]
        if data.dtype.kind not in "if" or data.shape != group["status"].shape:
            continue
        kind = {"f": "f64", "i": "i32"}[data.dtype.kind]
        columns.append({"name": key, "unit": axis_lists.text(data.attrs.get("units", "1")),
                        "meaning": axis_lists.text(data.attrs.get("long_name", key)), "flags": grids.flags(data),
                        "type": kind, "missing": missing_of(data), "block": blocks.add(data[...][picked], kind)})
    return {"name": name, "axes": axis_lists.places(own, axes), "columns": columns}


def missing_of(data):
    """The fill value of integers; floats say NaN."""
    return int(data.fillvalue) if data.dtype.kind == "i" else None
