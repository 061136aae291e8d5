"""Result files for the tests, made once by the binary under two ranks, for all tests of a run of ctest."""
import contextlib
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

import h5py
import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("LIGHTSWEEP_BINARY", str(SOURCE / "build/release/sweeps/lightsweep"))
LAUNCHER = os.environ.get("LIGHTSWEEP_LAUNCHER", "mpiexec.mpich")
sys.path.insert(0, str(SOURCE / "analysis"))
os.environ.setdefault("MPLBACKEND", "Agg")
PATIENCE = float(os.environ.get("LIGHTSWEEP_PATIENCE", 1))  # times as long as a release takes: sanitizers
run_in_time = subprocess.run


def run_with_patience(*words, timeout=None, **keys):
    return run_in_time(*words, timeout=timeout and timeout * PATIENCE, **keys)


subprocess.run = run_with_patience

COMMON_FABRIC = """[fabric]
bandwidth = "800Gbps"
per_step_latency = "1us"
per_hop_latency = "100ns"
"""


def call(*words, timeout=120):
    """Runs the binary; returns (exit code, standard output, standard error)."""
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=timeout)
    return done.returncode, done.stdout, done.stderr


CAMPAIGN = "LIGHTSWEEP_CAMPAIGN" in os.environ


def part_of(cases, every):
    """The suite takes every n-th case, `./test.sh --campaign` all of them."""
    return cases if CAMPAIGN else cases[::every]


# Where the tests of a run of ctest share files; python-files empties it before them. By hand: a folder of this session.
SHARED = os.environ.get("LIGHTSWEEP_FILES")


@contextlib.contextmanager
def alone(path):
    """One process at a time makes what stands at a path."""
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sweep(folder, name, *overrides):
    """Runs NAME.toml of the source tree on two ranks and returns the result file, which nobody may change.

    A sweep that another test had before is not run again: its file stays where it is."""
    if not pathlib.Path(name).is_absolute():
        key = hashlib.sha256(repr((name, overrides)).encode()).hexdigest()[:16]
        folder = pathlib.Path(SHARED) / key if SHARED else folder.parent / key
        folder.mkdir(parents=True, exist_ok=True)
    output = folder / (name.replace("/", "-") + ".h5")
    with alone(output):
        return output if output.exists() else run(output, name, *overrides)


def run(output, name, *overrides):
    words = [LAUNCHER, "-n", "2", BINARY, "run", SOURCE / f"{name}.toml", "-o", output]
    for one in overrides:
        words += ["--set", one]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return output


def doctored(path, folder, change):
    copy = folder / "doctored.h5"
    shutil.copy(path, copy)
    with h5py.File(copy, "a") as file:
        change(file)
    return copy


@pytest.fixture
def painted(monkeypatch):
    """Names of the pages painted so far: the suite paints every second one, and closes the others."""
    from lightsweep import page  # with matplotlib: not for all tests
    import matplotlib.pyplot as plt
    save, seen = page.save, []

    def paint(figure, path):
        seen.append(path.name)
        if path.name in part_of(seen, 2):
            return save(figure, path)
        plt.close(figure)
        return path

    monkeypatch.setattr(page, "save", paint)
    return lambda: part_of(seen, 2)


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("demo"), "sweeps/demo")


@pytest.fixture(scope="session")
def fig1(tmp_path_factory):
    """The whole grid of figure 1, at one latency per step."""
    return sweep(tmp_path_factory.mktemp("fig1"), "sweeps/addanki/fig1", "per_step_latency=100ns")


@pytest.fixture(scope="session")
def claims(tmp_path_factory):
    """All grids of the claims, every second message and two delays per decade."""
    delays = "4" if CAMPAIGN else "2"
    return sweep(tmp_path_factory.mktemp("claims"), "sweeps/addanki/claims",
                 *[f'grid.{grid}.message={{ from = "1KiB", to = "4GiB", step = "x4" }}'
                   for grid in ("allreduce", "alltoall")],
                 *[f'grid.{grid}.reconfiguration_delay={{ from = "{first}", to = "10ms", per_decade = {delays} }}'
                   for grid, first in (("allreduce", "1ns"), ("alltoall", "1ns"), ("bandwidths", "1ns"), ("degrees", "10ns"))])


@pytest.fixture(scope="session")
def bridge_claims(tmp_path_factory):
    """All grids of BRIDGE's claims."""
    return sweep(tmp_path_factory.mktemp("bridge_claims"), "sweeps/bridge/claims")


FEW_SEEDS = [] if CAMPAIGN else ["grid.routes.seed=[1, 2]"]


@pytest.fixture(scope="session")
def pccl_claims(tmp_path_factory):
    """All grids and studies of PCCL's claims, two of the five seeds of circuits on meshes of 256."""
    return sweep(tmp_path_factory.mktemp("pccl_claims"), "sweeps/pccl/claims", *FEW_SEEDS)


@pytest.fixture(scope="session")
def optree_claims(tmp_path_factory):
    """All grids of OpTree's claims."""
    return sweep(tmp_path_factory.mktemp("optree_claims"), "sweeps/optree/claims")


@pytest.fixture(scope="session")
def small_axes(tmp_path_factory):
    """Grids with one point, one axis, zipped axes, items, ruled-out points."""
    return sweep(tmp_path_factory.mktemp("small"), "tests/python/small_axes")


@pytest.fixture(scope="session")
def coarse(tmp_path_factory):
    """Few cells far apart, and values that log axes cannot show: no bytes, no delay."""
    return sweep(tmp_path_factory.mktemp("coarse"), "tests/python/coarse")


@pytest.fixture(scope="session")
def part(tmp_path_factory):
    """The first of two parts of a small sweep: a file with missing tasks."""
    folder = tmp_path_factory.mktemp("part")
    code, _, error = call("run", SOURCE / "tests/python/small_axes.toml", "-o", folder / "part.h5", "--shard", "1/2")
    assert code in (0, 75), error
    return folder / "part.h5"


@pytest.fixture(scope="session")
def common(tmp_path_factory):
    """Every scheduler on one accounting; the shifts of segments have too many schedules for a list."""
    return sweep(tmp_path_factory.mktemp("common"), "sweeps/cross/small", "nodes=64", "planes=4",
                 'topology=["ring-uni", "ring", "wdm-ring"]', 'primitive=["alltoall", "allgather"]',
                 'algorithm=["shift", "bruck", "ring", "any"]', 'message=["1KiB", "32MiB"]')
