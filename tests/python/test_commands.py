"""Every command of the pages runs as it is printed there, with small grids where a sweep takes longer than seconds;
those of the long pages in `./test.sh --campaign` alone.

Pictures are made up to their last line, but not painted: the tests of the papers look at painted ones."""
import functools
import os
import re
import shlex
import subprocess

import pytest
from conftest import BINARY, CAMPAIGN, SOURCE
from report_pages import CAN_BUILD
from test_pages import PAGES, block
from test_swot import SMALL as SMALL_SWOT

# Begin of a line, and why it is not run here.
SKIPPED = {
    "cmake": "builds the program", "ctest": "runs the tests", "./test.sh": "runs the tests", "build/release/tests/": "needs another build",
    "export UCX": "sets up a sanitizer's build", "(cd build": "builds packages", ".ci/": "builds packages", "sbatch": "needs Slurm",
    "lightsweep claims": "judges whole grids: test_scoreboard", "sweeps/cross/claims.sh": "takes minutes: test_scoreboard",
    "mpiexec.mpich -n 2 lightsweep run sweeps/cross/large.toml": "takes minutes",
    "analysis/examples/simulated.py packets": "takes minutes",
}
CLAIMS = r"lightsweep run sweeps/\w+/claims\.toml"  # takes minutes: test_scoreboard and the tests of the papers


def few_delays(*grids):
    return [f'grid.{grid}.reconfiguration_delay=["1us", "1ms"]' for grid in grids]


# What makes a sweep small enough for seconds; the command stays as it is printed.
SMALL = {
    "addanki/fig1": ['per_step_latency=100ns', 'topology="ring-uni"'],
    "bridge/alltoall": ['grid.fig5.message=["1KB", "16MB"]', "grid.fig7.nodes=[16, 32]",
                        *few_delays("fig5", "fig6", "fig7"), 'grid.fig6.per_hop_latency=["100ns", "1us"]'],
    "bridge/reduce_scatter": ['grid.fig9.message=["1KB", "16MB"]', "grid.fig11.nodes=[16, 32]",
                              *few_delays("fig9", "fig10", "fig11"), 'grid.fig10.per_hop_latency=["100ns", "1us"]'],
    "cross/small": ["nodes=[16]", "planes=[4]", 'primitive=["alltoall"]', 'message=["1KiB", "1MiB"]'],
    "cross/routes": ["nodes=16", 'primitive=["alltoall"]', 'message=["1KiB", "1MiB"]'],
    "cross/overlap": ["nodes=16", "planes=2", 'grid.common.primitive=["alltoall"]', 'message=["1MiB"]'],
    "optree/constraints": ["grid.built.nodes=[64, 128]", "grid.laser.laser_power=[8, 16]"],
    "optree/landscape": ["grid.wavelengths.nodes=[64, 256]", 'grid.wavelengths.item=["1KiB", "1MiB"]',
                         "grid.transmitters.nodes=[256]", "grid.standing.nodes=[64]"],
    "optree/torus": ["grid.torus.wavelengths=[4, 16]", "grid.primes.nodes=[17, 31]"],
    "pccl/circuits": ["grid.fig19a.mesh=[8, 16]", "grid.fig19a.seed=[1, 2]", "grid.fibres.seed=[1, 2]"],
    "pccl/reduce_scatter": ["grid.fig7.nodes=128", 'topology=["ring", "torus2d"]'],
    "pccl/rack": ["mesh=[8, 16]", "wavelengths=[1, 4]"],
    "pccl/training": ["nodes=[32, 64]", 'topology=["ring"]', "overlap=[false]", 'reconfiguration_delay=["5us"]'],
    "optree/schedules": ["wavelengths=4", 'schedulers=["wdm-optimal"]'],
    "traffic/matrices": few_delays("inside-shifts", "by-column"),
    "swot/paper": SMALL_SWOT,
    "swot/beyond": ["grid.orders.nodes=9", "grid.algorithms.nodes=16", "grid.halving-doubling.nodes=16", "grid.in-a-row.nodes=16",
                    "grid.in-a-row.runs=[1, 2]"],
}


def commands(text):
    """Commands of a block, continuation lines joined, without those that are skipped and without what they print."""
    lines = text.replace("\\\n", " ").splitlines()
    prompted = [line[2:] for line in lines if line.startswith("$ ")]
    return [line for line in prompted or lines if not line.strip().startswith(tuple(SKIPPED)) and not re.search(CLAIMS, line)]


def blocks(page):
    """The blocks of a page that a shell reads."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(), re.S | re.M)
    return ["\n".join(commands(text)) for language, text in found if language in ("", "sh", "bash")]


# Their sweeps and pictures have tests of their own.
LONG_PAGES = {f"sweeps/{folder}/README.md" for folder in ("addanki", "bridge", "optree", "pccl", "swot", "traffic", "cross")}
ROOM = re.compile(r"^[a-z]+(/[\w/]+)?:( |$)")  # a line of the map of rooms
RUN = [page for page in PAGES if CAMPAIGN or str(page.relative_to(SOURCE)) not in LONG_PAGES]
PRINTED = [(page, at, one) for page in RUN for at, one in enumerate(blocks(page))
           if any(line.strip() and not ROOM.match(line) for line in one.splitlines())]

# The tutorial adds a scheduler `patient` to the program; another one stands for it here.
STAND_IN = r'''words=(); for one; do [ "$one" != patient ] || one=threshold; words+=("${one//\"patient\"/\"threshold\"}"); done; set -- "${words[@]}"'''

UNPAINTED = """import pathlib, sys
if any(word.endswith("lightsweep-figures") for word in sys.orig_argv):
    import matplotlib.figure
    matplotlib.figure.Figure.savefig = lambda figure, path, **more: pathlib.Path(path).touch()
"""


@functools.lru_cache
def home_of(page, folder):
    """A folder as a reader of a page has it: the sources, the program, and the first sweep with its result."""
    home = folder / str(page.relative_to(SOURCE)).replace("/", "-")
    home.mkdir()
    for name in ("analysis", "sweeps"):
        (home / name).symlink_to(SOURCE / name)
    program = home / "build/release/sweeps/lightsweep"
    program.parent.mkdir(parents=True)
    cases = "\n".join(f'*" sweeps/{name}.toml "*) set -- "$@" {" ".join(f"--set {shlex.quote(one)}" for one in values)};;'
                      for name, values in SMALL.items())
    program.write_text(f'#!/bin/bash\n{STAND_IN}\ncase " $* " in\n{cases}\nesac\nexec {BINARY} "$@"\n')
    program.chmod(0o755)
    (home / "sitecustomize.py").write_text(UNPAINTED)
    (home / "mine.toml").write_text(block("toml"))
    subprocess.run([BINARY, "run", home / "mine.toml", "-o", home / "mine.h5"], check=True, capture_output=True, timeout=120)
    return home


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("homes")


@pytest.mark.parametrize("page, at, text", PRINTED, ids=[f"{page.relative_to(SOURCE)}-{at}" for page, at, _ in PRINTED])
def test_commands_run_as_printed(folder, page, at, text):
    home = home_of(page, folder)
    path = f"{home / 'build/release/sweeps'}:{os.environ['PATH']}"
    again = text.replace("run mine.toml -o mine.h5", "run mine.toml -o again.h5")  # it is there
    again = re.sub(r"(simulated.py \w+ +-o out)", r"\1 --count 8 --runs 8", again)  # of 10,000 schedules and 200 seeds
    if not CAN_BUILD:  # the page of the report
        again = "\n".join(line for line in again.splitlines() if "lightsweep-report" not in line)
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", again], cwd=home, env=os.environ | {"PATH": path, "PYTHONPATH": str(home), "LIGHTSWEEP": BINARY},
                          capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, f"{page}: {done.stdout[-2000:]}{done.stderr[-2000:]}"


SNIPPETS = [(page, at, text) for page in RUN for at, text in enumerate(re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.S | re.M))]


@pytest.mark.parametrize("page, at, text", SNIPPETS, ids=[f"{page.relative_to(SOURCE)}-{at}" for page, at, _ in SNIPPETS])
def test_python_runs_as_printed(folder, page, at, text):
    """After the commands of the page, whose files it reads."""
    home = home_of(page, folder)
    if "patient" in text:
        text = text.replace('scheduler="patient"', 'scheduler="threshold"')
        if not (home / "patient.h5").exists():
            subprocess.run([BINARY, "run", "sweeps/demo.toml", "-o", "patient.h5"], cwd=home, check=True, timeout=120)
    done = subprocess.run(["/usr/bin/python3", "-B", "-c", text], cwd=home, capture_output=True, text=True, timeout=200,
                          env=os.environ | {"PYTHONPATH": f"{home / 'analysis'}", "LIGHTSWEEP_BINARY": BINARY})
    assert done.returncode == 0, f"{page}: {done.stderr[-2000:]}"


def test_no_reason_to_skip_is_idle():
    """What is named above stands on some page."""
    lines = [line.strip() for page in PAGES for line in page.read_text().splitlines()]
    assert [one for one in SKIPPED if not any(line.startswith(one) for line in lines)] == []
    assert [one for one in SMALL if not (SOURCE / "sweeps" / f"{one}.toml").is_file()] == []
