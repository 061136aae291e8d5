#!/bin/bash
# Merges the parts of array_of_shards.sh: sbatch sweeps/slurm/merge.sh PREFIX OUT.h5
#SBATCH --job-name=lightsweep-merge
#SBATCH --ntasks=1
#SBATCH --output=lightsweep-merge-%j.log
set -eu
prefix=${1:?prefix of the parts}
out=${2:?merged file}
program=${LIGHTSWEEP:-lightsweep}
parts=()
for part in "$prefix"-*.h5; do
    [[ $part == *.partial.h5 ]] || parts+=("$part")
done
"$program" merge "${parts[@]}" -o "$out"
"$program" verify "$out"
