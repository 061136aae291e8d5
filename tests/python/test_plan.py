"""What `lightsweep plan` says of a sweep beforehand, against the files that the sweeps of this repository write."""
import os
import re
import subprocess

import pytest
from conftest import BINARY, CAMPAIGN, SOURCE, call, sweep

BYTES = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86400}
# Measured once: bytes, and the CPU time of one rank of one thread in user mode, in seconds.
LARGE = {"cross/large": (35.9e6, 80), "cross/overlap": (4.7e6, 134), "addanki/degree_large": (2.4e6, 31), "swot/paper": (5.1e6, 36),
         "addanki/claims": (4.1e6, 13.8), "cross/routes": (7e6, 13.2), "optree/constraints": (0.31e6, 8.7), "pccl/circuits": (0.16e6, 13)}


def planned(name, *overrides):
    """(bytes, seconds) that plan prints."""
    words = [word for one in overrides for word in ("--set", one)]
    code, out, error = call("plan", SOURCE / f"{name}.toml", *words)
    assert code == 0, error
    size, = re.findall(r"^file +about ([\d.]+) (\w+)$", out, re.M)
    time, = re.findall(r"^estimated time +about (.*) of one core$", out, re.M)
    parts = re.findall(r"([\d.]+) (\w+)", time)
    return float(size[0]) * BYTES[size[1]], sum(float(number) * SECONDS[unit] for number, unit in parts)


@pytest.mark.parametrize("name, overrides", [
    ("demo", []), ("addanki/fig2", []), ("addanki/overlap", []), ("bridge/claims", []), ("bridge/reduce_scatter", []),
    ("pccl/reduce_scatter", []), ("pccl/portfolio", []), ("optree/figures", []), ("cross/small", ["nodes=[16]", "swot.transitions=1"])])
def test_the_file_is_as_large_as_planned(tmp_path, name, overrides):
    result = sweep(tmp_path, f"sweeps/{name}", *overrides)
    is_as_large_as_planned(result, planned(f"sweeps/{name}", *overrides)[0])


def is_as_large_as_planned(result, size):
    assert size / 4 <= result.stat().st_size <= size * 4, (size, result.stat().st_size)


@pytest.mark.parametrize("name", LARGE)
def test_plans_of_large_sweeps_are_near(name):
    size, seconds = planned(f"sweeps/{name}")
    written, taken = LARGE[name]
    assert written / 4 <= size <= 4 * written
    assert taken / 2 <= seconds <= 2 * taken


SEVERAL_PEERS = ["nodes=[32]", "planes=4", 'schedulers=["swot"]', "swot.transitions=300000", 'primitive=["allreduce"]', 'algorithm=["bruck-radix3"]',
                 'topology=["ring"]', "message=64MiB", 'reconfiguration_delay=["10us", "100us", "1ms"]', "best=false", "envelopes=false"]


# In the suite a part of three sweeps, which take seconds.
WAVELENGTHS = 'grid.wavelengths.nodes={ from = 16, to = 2048, step = "x2" }'
PART = ([], [], []) if CAMPAIGN else (['message=["1KiB", "32MiB"]'], ["grid.standing.nodes=256", WAVELENGTHS], ["grid.torus.degree=4"])


@pytest.mark.skipif("san/" in BINARY, reason="sanitizers take time of their own")
@pytest.mark.parametrize("name, overrides", [
    ("cross/small", ["nodes=[64]", *PART[0]]), ("cross/small", SEVERAL_PEERS), ("addanki/pool", []), ("addanki/degree", PART[2]),
    ("optree/landscape", PART[1])])
def test_planned_time_is_near_the_time_of_one_core(tmp_path, name, overrides):
    """Of CPU in user mode, because the machine may be busy. Planned before: cross/small 1.8, addanki/pool 4.8 times as much; several peers
    0.002."""
    words = [word for one in overrides for word in ("--set", one)]
    job = subprocess.Popen([BINARY, "run", SOURCE / f"sweeps/{name}.toml", "-o", tmp_path / "out.h5", "--threads", "1", *words],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(job.pid, 0)
    assert status == 0
    size, seconds = planned(f"sweeps/{name}", *overrides)
    is_as_large_as_planned(tmp_path / "out.h5", size)
    assert used.ru_utime / 3 <= seconds <= 3 * used.ru_utime, (seconds, used.ru_utime)


# Largest memory of one rank of one thread, measured once (`/usr/bin/time -v`), in bytes.
MEMORY = {"cross/large": 1.29e9, "cross/small": 107e6, "swot/paper": 86e6, "optree/claims": 108e6, "optree/constraints": 163e6,
          "optree/figures": 48e6, "optree/landscape": 119e6, "optree/schedules": 39e6, "optree/torus": 46e6}


@pytest.mark.parametrize("name", MEMORY)
def test_memory_is_within_a_factor_of_two(name):
    _, out, _ = call("plan", SOURCE / f"sweeps/{name}.toml")
    number, unit = re.search(r"([\d.]+) (\w+) including the structures", out).groups()
    assert MEMORY[name] / 2 <= float(number) * BYTES[unit] <= 2 * MEMORY[name], out


# Long lists of steps, tables of distances, links, matchings: name, rules, schedulers, keys of the grid.
STRUCTURES = {
    "steps": ("addanki", ["static", "addanki"], {"topology": "ring", "nodes": 200000, "collective": "allreduce/ring"}),
    "matchings": ("addanki", ["static", "addanki-reuse"], {"topology": "ring", "nodes": 2048, "collective": "alltoall/shift"}),
    "pool": ("addanki", ["addanki-pool"], {"topology": "circulant", "offsets": [1, -1], "degree": 2, "link_bandwidth": "split", "nodes": 50000,
                                           "pool": [f"circulant(1,{k})" for k in range(9, 49, 4)], "collective": "allreduce/ring"}),
    "planes": ("swot", ["one-shot", "strawman"], {"planes": 8, "nodes": 50000, "collective": "allreduce/ring"}),
    "tables": ("pccl", ["static", "pccl"], {"topology": "random-regular", "degree": 8, "route": "lex", "nodes": 4096,
                                           "collective": "allreduce/halving-doubling"}),
    "lanes": ("common", ["static", "segments"], {"topology": "ring", "planes": 4, "nodes": 50000, "collective": "allreduce/ring"}),
}


@pytest.mark.skipif("san/" in BINARY, reason="sanitizers take memory of their own")
@pytest.mark.parametrize("name", STRUCTURES)
def test_memory_of_structures_is_within_a_factor_of_two(tmp_path, name):
    rules, schedulers, keys = STRUCTURES[name]
    hops = {} if rules == "swot" else {"per_hop_latency": "100ns"}
    grid = {"name": "g", **keys, **hops, "bandwidth": "800Gbps", "per_step_latency": "1us", "message": "1MB", "reconfiguration_delay": "10us"}
    path = tmp_path / "one.toml"
    path.write_text(f"title = 'one'\nrules = '{rules}'\nschedulers = {schedulers}\n[[grid]]\n" + "".join(f"{k} = {v!r}\n" for k, v in grid.items()))
    number, unit = re.search(r"([\d.]+) (\w+) including the structures", call("plan", path)[1]).groups()
    job = subprocess.Popen([BINARY, "run", path, "-o", tmp_path / "one.h5", "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    job.stderr.read()
    _, status, used = os.wait4(job.pid, 0)
    assert status == 0
    taken = 1024 * used.ru_maxrss
    assert taken / 2 <= float(number) * BYTES[unit] <= 2 * taken, (number, unit, taken)


def test_lists_of_lightpaths_are_counted(tmp_path):
    """1,024 nodes have 1,047,552 lightpaths: before, 0.3 MB, 68 MB and no time at all were planned for any number."""
    path = tmp_path / "lightpaths.toml"
    path.write_text("""title = "lightpaths"
rules = "optree"
schedulers = ["wdm-optimal"]
schedules = true
[[grid]]
name = "g"
topology = "wdm-ring"
nodes = 1024
wavelengths = 64
collective = "allgather/any"
item = "1MiB"
wavelength_bandwidth = "40Gbps"
reconfiguration_delay = "25us"
""")
    out = call("plan", path)[1]
    size, unit = re.search(r"^file +about ([\d.]+) (\w+)$", out, re.M).groups()
    memory, of_memory = re.search(r"([\d.]+) (\w+) including the structures", out).groups()
    job = subprocess.Popen([BINARY, "run", path, "-o", tmp_path / "out.h5", "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    job.stderr.read()
    _, status, used = os.wait4(job.pid, 0)
    written = (tmp_path / "out.h5").stat().st_size
    assert status == 0 and written / 4 <= float(size) * BYTES[unit] <= 4 * written, (size, unit, written)
    if "san/" not in BINARY:
        taken = 1024 * used.ru_maxrss
        assert taken / 2 <= float(memory) * BYTES[of_memory] <= 2 * taken, (memory, of_memory, taken)


def test_what_cannot_be_computed_costs_nothing():
    """Pairs of a primitive and an algorithm that do not exist, and rings without lanes, add no time."""
    fixed = ["grid.wdm.nodes=[16]", "grid.wdm.wavelengths=[1]", "grid.switch.nodes=[1024]", 'grid.switch.primitive=["allreduce"]', "grid.switch.planes=[4]",
             'grid.switch.topology=["ring"]']
    alone = planned("sweeps/cross/large", *fixed, 'grid.switch.algorithm=["halving-doubling"]')
    beside = planned("sweeps/cross/large", *fixed, 'grid.switch.algorithm=["halving-doubling", "shift", "xor", "hypercube"]')
    assert beside[1] <= 1.5 * alone[1]
