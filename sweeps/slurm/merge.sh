#!/bin/bash
# Merges the parts of array_of_shards.sh: sbatch sweeps/slurm/merge.sh PREFIX OUT.h5
#SBATCH --job-name=lightsweep-merge
#SBATCH --ntasks=1
#SBATCH --output=lightsweep-merge-%j.log
set -eu
prefix=${1:?prefix of the parts}
out=${2:?merged file}
program=${LIGHTSWEEP:-lightsweep}
"$program" merge "$prefix"-*.h5 -o "$out"
"$program" verify "$out"
