"""The axes of a group, and of a grid whose groups hold only the axes that they read."""
import numpy as np

PHYSICAL = ("s", "B", "B/s")
# A grid without structural axes keeps its one list under an axis of its own.
PLACEHOLDERS = ("structure", "point")


def text(value):
    """Attributes and names as str."""
    return value.decode() if isinstance(value, bytes) else str(value)


def plain(value):
    """An attribute as a number or text that JSON knows."""
    if isinstance(value, (bytes, str)):
        return text(value)
    value = np.asarray(value)
    return value.item() if value.ndim == 0 else [plain(one) for one in value]


def name_of(dataset, dimension):
    scales = dataset.dims[dimension].keys()
    return scales[0] if scales else dataset.dims[dimension].label


def coordinate(data, name):
    """One coordinate: name, unit, meaning, values (numbers or texts)."""
    values = data[...]
    is_text = values.dtype.kind in "OSU"
    return {"name": name, "unit": text(data.attrs.get("units", "1")), "meaning": text(data.attrs.get("long_name", name)),
            "values": [text(one) for one in values] if is_text else values.tolist()}


def axes_of(group, dataset):
    """Axes of a dataset in the order of its dimensions; keys zipped along one stand in its "with". Words of a decision are no axis."""
    names = [name for name in (name_of(dataset, at) for at in range(dataset.ndim)) if name in group]
    axes = []
    for name in names:
        axis = coordinate(group[name], name)
        zipped = [one for one in group if one != name and one not in names and is_along(group[one], name)]
        axis["with"] = [coordinate(group[one], one) for one in zipped if one not in columns_of(group)]
        parts = axis["with"] or [axis]
        axis["parametric"] = all(one["unit"] in PHYSICAL for one in parts)
        axes.append(axis)
    return axes


def structural(group, name):
    """Axes of a list per structure, or per point; none where one list stands for all."""
    return [one for one in axes_of(group, group[name]) if one["name"] not in PLACEHOLDERS]


class Lists:
    """Where the list of every structure begins in the columns of a group, and how long it is: arrays over the axes."""

    def __init__(self, group):
        self.group, self.axes = group, structural(group, "offset")
        shape = tuple(len(axis["values"]) for axis in self.axes)
        self.offset, self.count = (group[name][...].reshape(shape) for name in ("offset", "count"))

    def at(self, structure):
        """The rows of one structure's list; none where it has no list."""
        first, count = int(self.offset[structure]), int(self.count[structure])
        return slice(first, first + count) if first >= 0 and count > 0 else slice(0, 0)

    def entry(self, axes, picked, blocks):
        """Where the lists stand, for the page. axes: those of the grid."""
        return {"axes": places(self.axes, axes), "offset": blocks.add(self.offset[picked], "i32"),
                "count": blocks.add(self.count[picked], "i32")}


def flags(dataset):
    """{code: name} of a column with CF flags."""
    if "flag_values" not in dataset.attrs:
        return {}
    return dict(zip((int(code) for code in np.atleast_1d(dataset.attrs["flag_values"])), text(dataset.attrs["flag_meanings"]).split()))


def is_along(dataset, axis):
    return dataset.ndim == 1 and name_of(dataset, 0) == axis


def columns_of(group):
    """Names that a CF attribute `coordinates` does not list: the columns proper."""
    listed = set()
    for one in group.values():
        if "coordinates" in one.attrs:
            listed.update(text(one.attrs["coordinates"]).split())
    return {name for name in group if name not in listed and not is_scale(group[name])}


def is_scale(dataset):
    return text(dataset.attrs.get("CLASS", "")) == "DIMENSION_SCALE"


def merge(lists):
    """The axes of all groups of a grid: those of the largest, with the others' where they stand before or behind."""
    merged = []
    for axes in sorted(lists, key=len, reverse=True):
        at = 0
        for axis in axes:
            known = [i for i, one in enumerate(merged) if one["name"] == axis["name"]]
            if known:
                at = known[0] + 1
            else:
                merged.insert(at, axis)
                at += 1
    return merged


def places(axes, among):
    """Where each of the axes stands in the list of a grid."""
    names = [axis["name"] for axis in among]
    return [names.index(axis["name"]) for axis in axes]


def keys(axes, constants):
    """Names of all keys that the file gives, along axes or as constants."""
    return {one["name"] for axis in axes for one in [axis, *axis["with"]]} | set(constants)


def constants(group):
    """Keys that all points of a group share: its attributes, without those of HDF5."""
    hidden = ("CLASS", "NAME", "REFERENCE_LIST", "DIMENSION_LIST")
    return {key: plain(value) for key, value in group.attrs.items() if key not in hidden and not key.startswith("_")}
