"""The Slurm scripts with stand-ins for srun and scontrol: which part of how many a task computes."""
import os
import pathlib
import subprocess

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "sweeps" / "slurm"


def run_task(folder, task, *arguments, **settings):
    """Runs one task of an array; returns the process and what the launcher was asked to run."""
    calls = folder / "calls"
    launcher = folder / "launcher"
    launcher.write_text(f'#!/bin/bash\necho "$SRUN_CPUS_PER_TASK $@" >> {calls}\nfor word; do [[ $word == *.h5 ]] && : > "$word"; done; exit 0\n')
    launcher.chmod(0o755)
    environment = os.environ | {"LAUNCHER": str(launcher), "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_JOB_ID": "7"} | settings
    done = subprocess.run(["bash", SCRIPTS / "array_of_shards.sh", *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    return done, calls.read_text() if calls.exists() else ""


def test_some_parts_of_twenty(tmp_path):
    for task in (3, 7):
        done, calls = run_task(tmp_path, task, "big.toml", "parts/big", "20", SLURM_CPUS_PER_TASK="16", SLURM_ARRAY_TASK_COUNT="2")
        assert done.returncode == 0, done.stderr
        assert f"--shard {task}/20 " in calls and f"-o parts/big-{task}.h5" in calls
        assert calls.splitlines()[-1].startswith("16 ") and "--threads 16" in calls


def test_numbers_outside_the_parts(tmp_path):
    for task in (0, 21):
        done, calls = run_task(tmp_path, task, "big.toml", "parts/big", "20")
        assert done.returncode == 2 and calls == ""
        assert f"array task {task} is none of the parts 1 to 20" in done.stderr


def test_without_the_number_of_parts(tmp_path):
    done, calls = run_task(tmp_path, 1, "big.toml", "parts/big")
    assert done.returncode != 0 and calls == ""
    assert "number of parts" in done.stderr
