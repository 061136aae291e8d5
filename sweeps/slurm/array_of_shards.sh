#!/bin/bash
# One sweep as an array of independent single-node jobs: part i of n each, merged when all are done.
#
#   job=$(sbatch --parsable --array=1-20 --time=01:00:00 sweeps/slurm/array_of_shards.sh big.toml parts/big)
#   sbatch --dependency=afterok:"$job" sweeps/slurm/merge.sh parts/big big.h5
#
# A part that does not finish in time requeues itself and resumes.
#SBATCH --job-name=lightsweep-part
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --signal=B:USR1@300
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=lightsweep-%A_%a.log
set -u
sweep=${1:?sweep file}
prefix=${2:?prefix of the parts}
program=${LIGHTSWEEP:-lightsweep}
part=$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT

mkdir -p "$(dirname "$prefix")"
${LAUNCHER:-srun --kill-on-bad-exit=0} "$program" run "$sweep" -o "$prefix-$SLURM_ARRAY_TASK_ID.h5" --shard "$part" --resume \
    --threads "${SLURM_CPUS_PER_TASK:-1}" &
job=$!
trap 'kill -USR1 "$job" 2>/dev/null' USR1 TERM
wait "$job"
code=$?
while kill -0 "$job" 2>/dev/null; do
    wait "$job"
    code=$?
done
echo "part $part ended with code $code"
# Some launchers lose code 75 after a signal, so an unfinished sweep is also known by its journal.
if [ "$code" -eq 75 ] || { [ "$code" -eq 0 ] && [ ! -e "$prefix-$SLURM_ARRAY_TASK_ID.h5" ]; }; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$code"
