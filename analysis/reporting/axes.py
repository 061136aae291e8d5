"""The axes of a group, and of a grid whose groups hold only the axes that they read, as the page has them."""
from lightsweep.envelopes import PLACEHOLDERS, is_parametric, variables


def coordinate(name, values):
    """One coordinate: name, unit, meaning, values (numbers or texts)."""
    return {"name": name, "unit": values.attrs.get("units", "1"), "meaning": values.attrs.get("long_name", name), "values": values.values.tolist()}


def axes_of(data, names):
    """Axes of a column in the order of its dimensions; keys zipped along one stand in its "with". Words of a decision are no axis."""
    known = variables(data)
    return [coordinate(name, known[name]) | {"with": [coordinate(key, one) for key, one in known.items() if one.dims == (name,) and key != name],
                                             "parametric": is_parametric(data, name)}
            for name in names if name in known and name not in PLACEHOLDERS]


def merge(lists):
    """The axes of all groups of a grid: those of the largest, with the others' where they stand before or behind."""
    merged = []
    for axes in sorted(lists, key=len, reverse=True):
        at = 0
        for axis in axes:
            known = names(merged)
            if axis["name"] in known:
                at = known.index(axis["name"]) + 1
            else:
                merged.insert(at, axis)
                at += 1
    return merged


def names(axes):
    return [axis["name"] for axis in axes]


def places(own, axes):
    """Where each of these dimensions stands among the axes of a grid."""
    return [names(axes).index(name) for name in own]


def keys(axes, constants):
    """Names of all keys that the file gives, along axes or as constants."""
    return {one["name"] for axis in axes for one in [axis, *axis["with"]]} | set(constants)


def list_entry(lists, axes, thin, blocks):
    """Where the lists of a group stand, for the page. axes: those of the grid."""
    return {"axes": places(lists.dims, axes), "offset": blocks.add(thin.of(lists.offset), "i32"), "count": blocks.add(thin.of(lists.count), "i32")}
