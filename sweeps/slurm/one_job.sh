#!/bin/bash
# One sweep as one Slurm job that puts itself back into the queue when its time is up.
#
#   sbatch --nodes=4 --time=02:00:00 sweeps/slurm/one_job.sh sweeps/addanki/fig1.toml fig1.h5
#
# Five minutes before the end Slurm sends SIGUSR1 to this script; it is passed on, the ranks commit
# what they have and end with code 75, and the job is requeued. The next start resumes, with
# whatever number of ranks it gets. Needs a LIGHTSWEEP built with the cluster's MPI. LAUNCHER
# replaces srun: LAUNCHER=mpirun where Slurm was not built for this MPI, LAUNCHER="srun --mpi=pmi2"
# where its default is another one.
#SBATCH --job-name=lightsweep
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem-per-cpu=2G
#SBATCH --signal=B:USR1@300
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=lightsweep-%j.log
set -u
sweep=${1:?sweep file}
out=${2:?result file}
program=${LIGHTSWEEP:-lightsweep}

# srun takes the number of cores from this variable alone (Slurm 22.05 and later).
export SRUN_CPUS_PER_TASK=${SLURM_CPUS_PER_TASK:-1}
launcher=${LAUNCHER:-srun --kill-on-bad-exit=0}
$launcher "$program" run "$sweep" -o "$out" --resume --threads "$SRUN_CPUS_PER_TASK" &
job=$!
trap 'kill -USR1 "$job" 2>/dev/null' USR1 TERM
wait "$job"
code=$?
# A trapped signal ends `wait` early: wait again for the ranks themselves.
while kill -0 "$job" 2>/dev/null; do
    wait "$job"
    code=$?
done
echo "lightsweep ended with code $code"
# Some launchers lose code 75 after a signal, so an unfinished sweep is also known by its journal.
if [ "$code" -eq 75 ] || { [ "$code" -eq 0 ] && [ ! -e "$out" ]; }; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
