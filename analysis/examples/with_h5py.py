#!/usr/bin/python3
"""What does a rule of thumb cost at worst? with_h5py.py OUT.h5 GRID SCHEDULER OPTIMUM

Prints the largest ratio of both completion times and where it is: every axis with its unit.
"""
import sys

import h5py
import numpy as np


def axes_of(dataset):
    """Names of the dimensions, and the values along each."""
    return {axis[0].name.rsplit("/", 1)[1]: axis[0] for axis in dataset.dims}


def times(group, axes):
    """completion_time over these axes; those that a scheduler does not read have length 1."""
    data = group["completion_time"]
    own = axes_of(data)
    return data[...].reshape([len(axis) if name in own else 1 for name, axis in axes.items()])


def worst(file, grid, scheduler, optimum):
    groups = [file[f"grids/{grid}/{name}"] for name in (scheduler, optimum)]
    axes = max((axes_of(group["completion_time"]) for group in groups), key=len)
    ratio = times(groups[0], axes) / times(groups[1], axes)
    at = np.unravel_index(np.nanargmax(ratio), ratio.shape)
    return float(ratio[at]), {name: (axis[i], axis.attrs["units"]) for i, (name, axis) in zip(at, axes.items())}


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    with h5py.File(sys.argv[1]) as result:
        factor, place = worst(result, *sys.argv[2:5])
        print(f"{factor:.6g}")
        for name, (value, unit) in place.items():
            text = value.decode() if isinstance(value, bytes) else f"{value:.6g}"
            print(name, text, *([unit] if unit != "1" else []))
