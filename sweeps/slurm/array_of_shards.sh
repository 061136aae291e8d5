#!/bin/bash
# One sweep as an array of independent single-node jobs: part i of n each, merged when all are done.
# n is an argument of its own, so that a part can be given again without the others:
#
#   job=$(sbatch --parsable --array=1-20 --time=01:00:00 sweeps/slurm/array_of_shards.sh big.toml parts/big 20)
#   sbatch --dependency=afterok:"$job" sweeps/slurm/merge.sh parts/big big.h5
#   sbatch --array=3,7 sweeps/slurm/array_of_shards.sh big.toml parts/big 20      # parts 3 and 7 of 20
#
# A part that does not finish in time requeues itself and resumes. LAUNCHER replaces srun, for
# example LAUNCHER="srun --mpi=pmi2" where Slurm's default is another MPI.
#SBATCH --job-name=lightsweep-part
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=2G
#SBATCH --signal=B:USR1@300
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=lightsweep-%A_%a.log
set -u
sweep=${1:?sweep file}
prefix=${2:?prefix of the parts}
parts=${3:?number of parts, which --array does not tell: array_of_shards.sh SWEEP PREFIX PARTS}
program=${LIGHTSWEEP:-lightsweep}
number=$SLURM_ARRAY_TASK_ID
if [ "$number" -lt 1 ] || [ "$number" -gt "$parts" ]; then
    echo "array task $number is none of the parts 1 to $parts: give --array=1-$parts, or some of these numbers" >&2
    exit 2
fi
# srun takes the number of cores from this variable alone (Slurm 22.05 and later).
export SRUN_CPUS_PER_TASK=${SLURM_CPUS_PER_TASK:-1}

mkdir -p "$(dirname "$prefix")"
${LAUNCHER:-srun --kill-on-bad-exit=0} "$program" run "$sweep" -o "$prefix-$number.h5" --shard "$number/$parts" --resume \
    --threads "$SRUN_CPUS_PER_TASK" &
job=$!
trap 'kill -USR1 "$job" 2>/dev/null' USR1 TERM
wait "$job"
code=$?
while kill -0 "$job" 2>/dev/null; do
    wait "$job"
    code=$?
done
echo "part $number of $parts ended with code $code"
# Some launchers lose code 75 after a signal, so an unfinished sweep is also known by its journal.
if [ "$code" -eq 75 ] || { [ "$code" -eq 0 ] && [ ! -e "$prefix-$number.h5" ]; }; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$number"
fi
exit "$code"
