#!/usr/bin/python3
"""What does a rule of thumb cost at worst? with_package.py OUT.h5 GRID SCHEDULER OPTIMUM

Prints the largest ratio of both completion times and where it is: every axis with its unit.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent  # the package: of the source tree, or of an installation
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2] / "lib/python3/dist-packages")]
import lightsweep as ls  # noqa: E402

if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    path, grid, scheduler, optimum = sys.argv[1:]
    times = ls.open(path, grid).completion_time
    ratio = times.sel(scheduler=scheduler, drop=True) / times.sel(scheduler=optimum, drop=True)
    worst = ratio[ratio.argmax(...)]
    print(f"{float(worst):.6g}")
    for name, value in worst.coords.items():
        text, unit = value.item(), value.attrs["units"]
        print(name, text if isinstance(text, str) else f"{text:.6g}", *([unit] if unit != "1" else []))
