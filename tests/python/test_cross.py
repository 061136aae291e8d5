"""The cross sweep: what the designer's script says of it is what the stored times say."""
import re
import subprocess

import h5py
import numpy as np
import pytest
from conftest import BINARY, LAUNCHER, SOURCE, call, sweep

RINGS = ("wdm-", "osm", "optree-", "wrht")
UNITS = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


@pytest.fixture(scope="module")
def cross(tmp_path_factory):
    """16 nodes, without SWOT's searches and with more delays."""
    schedulers = ["static", "ring-hamiltonian", "every-step", "one-shot", "addanki", "bridge", "r-hd", "pccl", "segments",
                  "wdm-ring", "wdm-neighbor", "osm", "wdm-windowed"]
    return sweep(tmp_path_factory.mktemp("cross"), "sweeps/cross/small", "nodes=[16]", f"schedulers={schedulers}".replace("'", '"'),
                 'grid.common.reconfiguration_delay={ from = "10ns", to = "100ms", per_decade = 5 }', 'message=["1KiB", "1MiB"]')


@pytest.fixture(scope="module")
def answers(cross):
    done = subprocess.run(["/usr/bin/python3", "-B", SOURCE / "analysis/examples/designer.py", cross, "common"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def strings(scale):
    return [value.decode() if isinstance(value, bytes) else value for value in scale]


def least_times(grid):
    """Per primitive, lanes, message and delay: the least time of the switch's schedulers."""
    best = None
    for name, group in grid.items():
        if name == "best" or name.startswith(RINGS):
            continue
        time, status = group["completion_time"][...], group["status"][...]
        time = np.where(np.isin(status, (0, 1, 2)), time, np.inf)
        names = [group["completion_time"].dims[i][0].name.split("/")[-1] for i in range(time.ndim)]
        time = time.min(axis=tuple(i for i, axis in enumerate(names) if axis in ("topology", "algorithm", "nodes")))
        if "reconfiguration_delay" not in names:
            time = time[..., None]
        kept = [axis for axis in names if axis not in ("topology", "algorithm", "nodes", "reconfiguration_delay")]
        time = np.moveaxis(time, [kept.index(axis) for axis in ("primitive", "planes", "message")], [0, 1, 2])
        best = time if best is None else np.minimum(best, time)
    return best


def test_critical_delays_are_where_leaving_the_base_stops_to_pay(cross, answers):
    with h5py.File(cross) as file:
        grid = file["grids/common"]
        delays = grid["best/reconfiguration_delay"][...]
        primitives, planes = strings(grid["best/primitive"][...]), list(grid["best/planes"][...])
        best, stay = least_times(grid), least_times({"static": grid["static"]})
    seen = 0
    for primitive, lanes, text in re.findall(r"  (\S+), 16 nodes, (\d+) lanes?: (.*)", answers):
        at = primitives.index(primitive), planes.index(int(lanes))
        for m, word in enumerate(text.split(", ")):
            number, unit = word.split()
            critical = float(number) * UNITS[unit]
            pays = best[at][m] < stay[at][m] * (1 - 1e-9)
            # Three digits are printed.
            clear = abs(delays / critical - 1) > 0.01
            assert (pays == (delays < critical))[clear].all(), (primitive, lanes, m, word)
            seen += 1
    assert seen == 4 * 2 * 2


def test_shares_of_staying_are_counted(cross, answers):
    shares = [int(share) for share in re.findall(r"staying is best at (\d+) %", answers)]
    with h5py.File(cross) as file:
        grid = file["grids/common"]
        best = least_times(grid)
        stay = least_times({name: grid[name] for name in ("static", "ring-hamiltonian")})
        stays = np.broadcast_to(stay, best.shape) <= best * (1 + 1e-9)
        expected = [round(100 * stays[p, k].mean()) for k in range(stays.shape[1]) for p in range(stays.shape[0])]
    assert shares == expected


def test_bounds_hold(cross):
    with h5py.File(cross) as file:
        best = file["grids/common/best"]
        time, bound = best["completion_time"][...], best["lower_bound"][...]
    assert (bound > 0).all() and (bound <= time).all()


def test_best_is_the_least_of_its_parts(cross):
    with h5py.File(cross) as file:
        grid = file["grids/common"]
        best = grid["best"]["completion_time"][...]
        least = np.full(best.shape, np.inf)
        for name, group in grid.items():
            if name == "best":
                continue
            time = np.where(np.isin(group["status"][...], (0, 1, 2)), group["completion_time"][...], np.inf)
            axes = [group["completion_time"].dims[i][0].name.split("/")[-1] for i in range(time.ndim)]
            time = time.min(axis=tuple(axes.index(axis) for axis in ("topology", "algorithm")))
            kept = [axis for axis in axes if axis not in ("topology", "algorithm")]
            for at, axis in enumerate(("primitive", "nodes", "planes", "message", "reconfiguration_delay")):
                if axis not in kept:
                    time, kept = np.expand_dims(time, at), kept[:at] + [axis] + kept[at:]
            least = np.minimum(least, time)
        assert (best == least).all()
        # The lists of all candidates give the same times.
        lists = file["envelopes/common/best"]
        fabric = {key: float(grid["best"].attrs[key]) for key in ("per_step_latency", "per_hop_latency", "bandwidth")}
        message, delay = grid["best/message"][...], grid["best/reconfiguration_delay"][...]
        for at in np.ndindex(lists["offset"].shape):
            rows = slice(lists["offset"][at], lists["offset"][at] + lists["count"][at])
            steps, hops, volume, congestion, changes = (lists[name][rows] for name in
                                                        ("n_steps", "hops", "volume", "congestion", "reconfigurations"))
            fixed = steps * fabric["per_step_latency"] + hops * fabric["per_hop_latency"]
            times = (fixed[:, None, None] + (volume + congestion)[:, None, None] * message[None, :, None] / fabric["bandwidth"]
                     + changes[:, None, None] * delay[None, None, :]).min(axis=0)
            assert np.allclose(times, best[at], rtol=1e-12, atol=0), at


def test_one_rank_writes_the_same(cross, tmp_path):
    one = tmp_path / "one.h5"
    with h5py.File(cross) as file:
        overrides = [line for line in file.attrs["overrides"].splitlines() if line]
    words = [LAUNCHER, "-n", "1", BINARY, "run", SOURCE / "sweeps/cross/small.toml", "-o", one]
    for override in overrides:
        words += ["--set", override]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    code, out, error = call("verify", cross, one)
    assert code == 0, out + error


def test_critical_names_the_winner_between_any_two_delays(cross):
    code, out, error = call("critical", cross, "--regimes")
    assert code == 0, error
    with h5py.File(cross) as file:
        best = file["grids/common/best"]
        names = best["winner"].attrs["flag_meanings"].split()
        winner, delays = best["winner"][...], best["reconfiguration_delay"][...]
        primitives, planes = strings(best["primitive"][...]), list(best["planes"][...])
    seen = 0
    for panel in re.split(r"\n(?=\S+, nodes 16, planes)", out)[1:]:
        primitive, lanes = re.match(r"(\S+), nodes 16, planes (\d+)", panel).groups()
        at = primitives.index(primitive), 0, planes.index(int(lanes))
        for m, text in enumerate(re.split(r"\n  (?=\d+ [KM]iB)", panel)[1:]):
            pieces = re.findall(r"(\S+@\S+) \d+(?: \(to ([\d.e-]+) (\w+)\))?", re.sub(r"\s+", " ", text))
            ends = [float(number) * UNITS[unit] if number else np.inf for _, number, unit in pieces]
            assert ends == sorted(ends) and ends[-1] == np.inf
            for k, delay in enumerate(delays):
                if all(abs(delay / end - 1) > 0.01 for end in ends):
                    assert pieces[int(np.searchsorted(ends, delay))][0] == names[winner[at][m, k]], (panel[:40], m, delay)
                    seen += 1
    assert seen > 4 * 2 * 2 * len(delays) * 0.9
