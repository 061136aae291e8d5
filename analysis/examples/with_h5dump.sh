#!/usr/bin/env bash
# What is the least and the largest time in a group? with_h5dump.sh OUT.h5 GROUP, e.g. grids/ring/addanki
# No library, no Python: h5dump prints the numbers, awk compares them.
set -euo pipefail
[ $# = 2 ] || { sed -n 2p "$0" >&2; exit 2; }
h5dump -y -w 1 -m %.17g -d "/$2/completion_time" "$1" | awk '
    /^ *ATTRIBUTE/ { exit }
    $1 + 0 > 0 { value = $1 + 0; if (!n++ || value < least) least = value; if (value > most) most = value }
    END { printf "%d times, %.6g to %.6g s\n", n, least, most }'
