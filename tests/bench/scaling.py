#!/usr/bin/env python3
"""Strong scaling of four sweeps on one machine: seconds, speed-up over one rank of one thread, and equal digests.

    scaling.py LIGHTSWEEP [--ranks 1 2 4 8 16] [--threads 16] [--sweeps dense flows ...]

LIGHTSWEEP is the program, LIGHTSWEEP_LAUNCHER the command that starts ranks (mpiexec.mpich). Each sweep runs with every
number of ranks of one thread, then as one rank of every number of threads. The seconds are those of the whole command.
The exit status is 1 if two runs of a sweep have different digests.
"""
import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SWEEPS = {"dense": "tests/bench/dense.toml", "cross": "sweeps/cross/large.toml", "swot": "sweeps/swot/paper.toml",
          "flows": "sweeps/addanki/degree_large.toml"}


def run(program, sweep, ranks, threads):
    """(seconds, digest) of one run."""
    launcher = shlex.split(os.environ.get("LIGHTSWEEP_LAUNCHER", "mpiexec.mpich"))
    with tempfile.TemporaryDirectory() as folder:
        result = f"{folder}/result.h5"
        command = [*launcher, "-n", str(ranks), program, "run", str(SOURCE / sweep), "-o", result, "--threads", str(threads)]
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = time.monotonic() - start
        lines = subprocess.run([program, "verify", result], check=True, capture_output=True, text=True).stdout.splitlines()
    return seconds, lines[-1].split()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--ranks", type=int, nargs="*", default=[1, 2, 4, 8, 16])
    parser.add_argument("--threads", type=int, nargs="*", default=[16])
    parser.add_argument("--sweeps", nargs="*", choices=SWEEPS, default=list(SWEEPS))
    options = parser.parse_args()
    print("| sweep | ranks x threads | seconds | speed-up | digest |\n|---|---|---|---|---|")
    different = False
    for name in options.sweeps:
        first = None
        for ranks, threads in [*((n, 1) for n in options.ranks), *((1, n) for n in options.threads)]:
            seconds, digest = run(options.program, SWEEPS[name], ranks, threads)
            first = first or (seconds, digest)
            different |= digest != first[1]
            print(f"| {name} | {ranks} x {threads} | {seconds:.1f} | {first[0] / seconds:.2f} | {digest[:8]} |", flush=True)
    return int(different)


if __name__ == "__main__":
    sys.exit(main())
