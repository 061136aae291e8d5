#!/usr/bin/env bash
# Runs the sweeps behind the claims of all five papers and prints one scoreboard: under a minute on two cores.
#   claims.sh [DIR]    result files go to DIR (default: here); those that are there are not computed again
# LIGHTSWEEP and LAUNCHER name the program and what starts it, e.g. LAUNCHER="srun".
set -euo pipefail
sweeps=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-.}
program=${LIGHTSWEEP:-lightsweep}
launcher=${LAUNCHER:-$(command -v mpiexec.mpich || echo mpiexec) -n 2}
files=()
mkdir -p "$folder"
for sweep in addanki/claims bridge/claims pccl/claims swot/paper optree/claims; do
    out=$folder/${sweep/\//-}.h5
    [ -e "$out" ] || $launcher "$program" run "$sweeps/$sweep.toml" -o "$out" --resume
    files+=("$out")
done
"$program" claims "${files[@]}" --json > "$folder/claims.json" || [ $? -eq 1 ]
exec "$program" claims "${files[@]}"
