"""Schedules from /schedules: decisions per point, or events of switch planes."""
import numpy as np

from . import axes as axis_lists
from . import topology_names

MOST_WORDS = 400_000   # of one scheduler's decisions
MOST_EVENTS = 200_000  # of one scheduler's plans
EVENTS = {"plane": "i32", "step": "i32", "activity": "i8", "bytes": "f64", "start": "f64", "end": "f64"}
LIGHTPATHS = {"stage": "i32", "step": "i32", "direction": "i8", "wavelength": "i32"}


def entry(file, grid, row, picked, thin, blocks):
    """None, or what the page draws as a schedule where the planes do not carry it."""
    path = f"schedules/{grid}/{row.name}"
    if path not in file:
        return None
    group = file[path]
    if "decision" in group:
        return None if row.has_planes() and thin.decisions else stored_decisions(group, picked, blocks)
    kinds = EVENTS if "activity" in group else LIGHTPATHS
    return events(group, kinds, thin, blocks)


def stored_decisions(group, picked, blocks):
    words = group["decision"]
    shape = words.shape[:-1] if words.ndim and "word" in axis_lists.name_of(words, words.ndim - 1) else words.shape
    width = int(np.prod(words.shape)) // max(1, int(np.prod(shape)))
    values = words[...].reshape(*shape, width)[picked]
    if values.size > MOST_WORDS:
        return {"kind": "omitted", "why": "too many decisions for this page"}
    return {"kind": "decision", "words": width, "block": blocks.add(values, "u64"),
            "states": axis_lists.text(words.attrs.get("long_name", "")),
            "names": topology_names.entry(group, lambda all_of: all_of[picked], blocks)}


def events(group, kinds, thin, blocks):
    """Lists over the points of the scheduler's results."""
    if thin.keep or group[next(iter(kinds))].size > MOST_EVENTS:
        return {"kind": "omitted", "why": "too many events for this page"}
    kind = "planes" if kinds is EVENTS else "lightpaths"
    return {"kind": kind, "offset": blocks.add(group["offset"][...], "i32"), "count": blocks.add(group["count"][...], "i32"),
            "columns": {name: blocks.add(group[name][...], code) for name, code in kinds.items()}}
