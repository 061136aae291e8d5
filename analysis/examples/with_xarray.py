#!/usr/bin/python3
"""Up to which delay does reconfiguring pay? with_xarray.py OUT.h5 GRID

Prints, per place and message, the largest delay of the grid at which some schedule is faster than staying on the base
topology: the delay that a switch has to stay below. The file needs best = true and the scheduler static.
"""
import sys

import numpy as np
import xarray as xr


def largest_delays(path, grid):
    best = xr.open_dataset(path, group=f"grids/{grid}/best")
    static = xr.open_dataset(path, group=f"grids/{grid}/static")
    # static does not depend on the delay and has no such axis: broadcast by name.
    pays = best.completion_time < static.completion_time * (1 - 1e-9)
    return best.reconfiguration_delay.where(pays).max("reconfiguration_delay").where(np.isfinite(static.completion_time))


def main(path, grid):
    delays = largest_delays(path, grid)
    places = [name for name in delays.dims if name != "message"]
    for label, line in delays.stack(place=places).transpose("place", "message").groupby("place") if places else [("", delays)]:
        for message, delay in zip(line.message.values, line.values.ravel()):
            print(*label, f"{message:.0f}", "never" if np.isnan(delay) else f"{delay:.6g}", sep="\t")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
