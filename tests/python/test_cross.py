"""The cross sweep: what the designer's script says of it is what the stored times say."""
import json
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


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The small cross sweep as it is in the source tree; test_cross_page reads it as well."""
    return sweep(tmp_path_factory.mktemp("whole"), "sweeps/cross/small")


def test_bounds_hold(whole):
    """Of the point, whatever the scheduler, and of every scheduler by itself."""
    seen = 0
    with h5py.File(whole) as file:
        for name, group in file["grids/common"].items():
            time, bound = group["completion_time"][...], group["lower_bound"][...]
            has_one = np.isfinite(time) & np.isfinite(bound)
            assert (bound[has_one] <= time[has_one] * (1 + 1e-12)).all(), name
            assert (bound[has_one] > 0).all(), name
            seen += has_one.sum()
        universal = file["grids/common/best/lower_bound"][...]
        assert np.isfinite(universal).all()
        for name, time in times_by_best_axes(file["grids/common"]).items():
            assert (universal <= time * (1 + 1e-12)).all(), name
    assert seen > 30_000


def times_by_best_axes(grid):
    """Per scheduler that makes schedules: its least time over what best leaves out, on the axes of best."""
    axes = ("primitive", "nodes", "planes", "message", "reconfiguration_delay")
    times = {}
    for name, group in grid.items():
        if name == "best":
            continue
        time = np.where(np.isin(group["status"][...], (0, 1, 2)), group["completion_time"][...], np.inf)
        held = [group["completion_time"].dims[i][0].name.split("/")[-1] for i in range(time.ndim)]
        time = time.min(axis=tuple(held.index(axis) for axis in ("topology", "algorithm")))
        kept = [axis for axis in held if axis not in ("topology", "algorithm")]
        assert kept == [axis for axis in axes if axis in kept], (name, kept)
        for at, axis in enumerate(axes):
            if axis not in kept:
                time = np.expand_dims(time, at)
        times[name] = time
    return times


def test_best_is_the_least_of_its_parts(whole):
    """And the winner's own time; within a tie of 1e-9 the simplest scheduler is named."""
    with h5py.File(whole) as file:
        grid = file["grids/common"]
        best, parts = grid["best/completion_time"][...], times_by_best_axes(grid)
        names = grid["best/winner"].attrs["flag_meanings"].split()
        winner = grid["best/winner"][...]
        assert len(parts) == 22
        least = np.inf
        for time in parts.values():
            least = np.minimum(least, time)
        assert best.shape == (4, 2, 2, 5, 6) and np.isfinite(best).all()
        assert (best >= least).all()
        assert (best <= least * (1 + 1e-9)).all()
        own = {name: np.broadcast_to(time, best.shape) for name, time in parts.items()}
        for at in np.ndindex(best.shape):
            assert own[names[winner[at]].split("@")[0]][at] <= best[at], (at, names[winner[at]])


def test_lists_of_all_candidates_give_the_same_times(cross):
    with h5py.File(cross) as file:
        grid = file["grids/common"]
        best, lists = grid["best/completion_time"][...], file["envelopes/common/best"]
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


FABRIC = {"bandwidth": "800Gbps", "per_step_latency": "1us"}


@pytest.mark.parametrize("problem", [
    {"rules": "common", "scheduler": "swot", "topology": "ring", "nodes": 16, "planes": 4, "collective": "reduce-scatter/bruck-radix5", "per_hop_latency": "100ns"},
    {"rules": "swot", "scheduler": "swot", "nodes": 16, "planes": 4, "collective": "allreduce/double-binary-tree"},
    {"rules": "swot", "scheduler": "swot-portfolio", "nodes": 16, "planes": 4, "collective": "alltoall/any"}], ids=lambda one: one["collective"])
def test_rows_of_shared_solutions_are_those_of_single_problems(problem, tmp_path):
    """Ranks and tasks share what was solved, and every field must survive it: which peer a plane carries, how often planes change."""
    values = "\n".join(f"{key} = {json.dumps(value)}" for key, value in (problem | FABRIC).items() if key not in ("rules", "scheduler"))
    (tmp_path / "s.toml").write_text(f'rules = "{problem["rules"]}"\nschedulers = ["{problem["scheduler"]}"]\nschedules = true\n[[grid]]\nname = "g"\n'
                                     f'message = ["1KiB", "64MiB"]\nreconfiguration_delay = ["10ns", "1us", "100us"]\n{values}\n')
    assert call("run", tmp_path / "s.toml", "-o", tmp_path / "s.h5")[0] == 0
    lines = [{**problem, **FABRIC, "message": message, "reconfiguration_delay": delay} for message in ("1KiB", "64MiB") for delay in ("10ns", "1us", "100us")]
    done = subprocess.run([BINARY, "eval", "-"], input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True, check=True)
    single = [json.loads(line) for line in done.stdout.splitlines()]
    with h5py.File(tmp_path / "s.h5") as file:
        group = f"g/{problem['scheduler']}"
        rows = {name: file[f"grids/{group}/{name}"][()].ravel() for name in ("completion_time", "n_reconfigurations", "lower_bound")}
        stored = file[f"schedules/{group}/count"][()].ravel()
    for name, values in rows.items():
        assert list(values) == pytest.approx([one[name] for one in single], rel=1e-12), name
    assert max(rows["n_reconfigurations"]) > 0 and min(stored) > 0


def test_one_rank_writes_the_same(tmp_path):
    """Half of the sweep with a short search, of which test_plan looks at the size."""
    half, one = ("nodes=[16]", "swot.transitions=1"), tmp_path / "one.h5"
    two = sweep(tmp_path, "sweeps/cross/small", *half)
    words = [LAUNCHER, "-n", "1", BINARY, "run", SOURCE / "sweeps/cross/small.toml", "-o", one, *(word for size in half for word in ("--set", size))]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    code, out, error = call("verify", two, one)
    assert code == 0, out + error
    assert out.splitlines()[-1].startswith("equal")


def test_on_the_ring_the_neighbour_schedules_are_what_stays(tmp_path):
    rings = sweep(tmp_path, "sweeps/cross/small", "planes=4", 'topology=["wdm-ring"]', 'algorithm=["any"]',
                  'schedulers=["wdm-ring", "wdm-neighbor", "osm", "wdm-windowed"]')
    with h5py.File(rings) as file:
        grid = file["grids/common"]
        times = times_by_best_axes(grid)
        stay = np.minimum(times["wdm-ring"], times["wdm-neighbor"])[:, :, 0]
        best, margin = grid["best/completion_time"][...], grid["best/margin_to_static"][...]
        stay = np.broadcast_to(stay, best.shape)
    gathers = np.isfinite(stay)
    assert gathers.any() and np.isnan(margin[~gathers]).all()
    assert np.allclose(margin[gathers], (stay / best)[gathers], rtol=1e-15, atol=0)
    assert (margin[gathers] > 1.5).any() and (margin[gathers] == 1).any()


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
