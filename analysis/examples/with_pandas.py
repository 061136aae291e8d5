#!/usr/bin/python3
"""How often does which scheduler win? lightsweep table OUT.h5 GRID/best --csv | with_pandas.py KEY [KEY ...]

Prints a table with one line per value of the keys (axes of the grid) and the share of points that each scheduler wins.
"""
import sys

import pandas as pd


def shares(rows, keys):
    won = rows[rows["completion_time"].notna()]
    return won.groupby(keys)["winner"].value_counts(normalize=True).unstack(fill_value=0.0)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(__doc__)
    print(shares(pd.read_csv(sys.stdin), sys.argv[1:]).to_csv(float_format="%.6f"), end="")
