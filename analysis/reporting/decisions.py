"""Schedules from /schedules: decisions per point, or events of switch planes."""
import numpy as np
from lightsweep import states
from lightsweep.envelopes import PLACEHOLDERS, Lists
from lightsweep.results import Group, group_at

from . import axes as axis_lists
from . import stored_best

MOST_WORDS = 400_000   # of one scheduler's decisions
MOST_EVENTS = 400_000  # of one scheduler's plans
EVENTS = {"plane": "i32", "step": "i32", "activity": "i8", "bytes": "f64", "start": "f64", "end": "f64"}
LIGHTPATHS = {"stage": "i32", "step": "i32", "direction": "i8", "wavelength": "i32"}


def entry(file, grid, row, axes, thin, blocks):
    """None, or what the page draws as a schedule where its envelopes do not carry it. axes: those of the grid."""
    path = f"schedules/{grid}/{row.name}"
    if path not in file:
        return None
    group = Group(file[path])
    if "decision" in group:
        return None if row.has_envelopes() and thin.decisions else stored_decisions(group, axes, thin, blocks)
    if "activity" not in group and row.has_envelopes() and row.lists.steps is not None:
        return None  # in time, from /steps
    kinds = EVENTS if "activity" in group else LIGHTPATHS
    best = group_at(file, f"grids/{grid}/best")
    return events(Lists(group), kinds, axes, thin, blocks, lambda own: best and stored_best.wins(best, row.name, own, axes))


def stored_decisions(group, axes, thin, blocks):
    words = group.read("decision", thin.keep)
    own = [name for name in words.dims if name in group.data.coords and name not in PLACEHOLDERS]
    if words.size > MOST_WORDS:
        return {"kind": "omitted", "why": "too many decisions for this page"}
    return {"kind": "decision", "axes": axis_lists.places(own, axes), "words": words.size // int(np.prod([words.sizes[name] for name in own])),
            "block": blocks.add(words, "u64"), "states": states.meaning(group.node), "names": topology_names(group, thin.keep, blocks)}


def events(lists, kinds, axes, thin, blocks, wins):
    """Lists over the scheduler's own axes; where they are too many, of the points at which it wins. wins(own axes): these points, or None."""
    offset, count = thin.of(lists.offset).values, thin.of(lists.count).values
    kept, partly = np.maximum(count, 0), False
    if kept.sum() > MOST_EVENTS:
        won = wins(lists.dims)
        kept, partly = np.where(False if won is None else thin.of(won), kept, 0), True
    if not 0 < kept.sum() <= MOST_EVENTS:
        return {"kind": "omitted", "why": "too many events for this page"} if partly else None
    element = np.concatenate([np.arange(first, first + n) for first, n in zip(offset.ravel(), kept.ravel())])
    first = (np.cumsum(kept.ravel()) - kept.ravel()).reshape(kept.shape)
    return {"kind": "planes" if kinds is EVENTS else "lightpaths", "axes": axis_lists.places(lists.dims, axes), "partly": partly,
            "offset": blocks.add(first, "i32"), "count": blocks.add(kept, "i32"),
            "columns": {name: blocks.add(lists.group.read(name).values[element], code) for name, code in kinds.items()}}


def topology_names(group, where, blocks):
    """None where a group has no names beside its decisions, else the different texts and which one stands beside each.

    In the file a name is text in words of eight bytes, zeros behind (engine/FORMAT.md).
    """
    if "topologies" not in group:
        return None
    words = group.read("topologies", where).values
    lines = np.ascontiguousarray(words.astype("<u8")).reshape(-1, words.shape[-1])
    codes = lines.view(f"S{8 * lines.shape[1]}").ravel()
    texts, which = np.unique(codes, return_inverse=True)
    return {"texts": [text.decode("utf-8") for text in texts], "block": blocks.add(which.ravel(), "i32")}
