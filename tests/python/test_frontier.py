"""The scheduler `frontier`: never slower than the schedulers whose plans it has, never below the bound, the same on any number of ranks; and the
verb `gap`."""
import gzip
import json
import subprocess

import h5py
import numpy as np
import pytest
from conftest import BINARY, COMMON_FABRIC, LAUNCHER, SOURCE, call

SWEEP = """title = "frontier"
rules = "common"
schedulers = ["static", "every-step", "bridge", "pccl-portfolio", "segments", "frontier"]
""" + COMMON_FABRIC + """[frontier]
effort = 1000

[[grid]]
name = "g"
nodes = [12, 16]
planes = [1, 4]
topology = ["ring-uni", "torus2d"]
primitive = ["reduce-scatter", "allgather", "allreduce", "alltoall"]
algorithm = ["any", "ring", "ring-bidirectional", "halving-doubling", "recursive-doubling", "swing", "bruck", "bruck-radix5", "bucket-multiport", "shift"]
message = ["1KiB", "1MiB", "256MiB"]
reconfiguration_delay = ["10ns", "1us", "100us", "20ms"]
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frontier")
    (folder / "frontier.toml").write_text(SWEEP)
    files = [folder / f"{ranks}.h5" for ranks in (1, 2)]
    for ranks, file in zip((1, 2), files):
        done = subprocess.run([LAUNCHER, "-n", str(ranks), BINARY, "run", folder / "frontier.toml", "-o", file], capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
    return files


def test_ranks_give_the_same_file(swept):
    code, out, error = call("verify", *swept)
    assert code == 0, out + error


def test_an_earlier_result_spares_the_searches(swept):
    """Equal digests without a search; a result of another build, or none, is refused on all ranks."""
    folder = swept[0].parent
    with h5py.File(swept[0]) as file:
        text = bytes(file["searches/g/frontier/character"][:].astype(np.uint8)).decode()
    assert "alltoall ring-uni 1 12 4, 1000000|together|" in text and "allgather torus2d 3 4 4, 125000|static sets|" in text

    def run(output, *more):
        done = subprocess.run([LAUNCHER, "-n", "2", BINARY, "run", folder / "frontier.toml", "-o", folder / output, *more], capture_output=True, text=True, timeout=240)
        return done.returncode, done.stderr
    code, error = run("spared.h5", "--searches", swept[0])
    assert code == 0, error
    code, out, error = call("verify", swept[0], folder / "spared.h5")
    assert code == 0, out + error
    earlier = folder / "earlier.h5"
    earlier.write_bytes(gzip.decompress((SOURCE / "tests/python/earlier/ring.h5.gz").read_bytes()))
    for file, words in ((folder / "none.h5", "none.h5"), (earlier, "leave the option out, or give a result of this program")):
        code, error = run("refused.h5", "--searches", file)
        assert code == 2 and words in error, error
        assert not (folder / "refused.h5").exists()
    code, _, error = call("run", SOURCE / "sweeps/demo.toml", "-o", folder / "refused.h5", "--searches", folder / "none.h5")
    assert code == 2 and "none.h5" in error, error  # also where nobody searches


def test_no_other_scheduler_is_faster(swept):
    with h5py.File(swept[0]) as file:
        grid = file["grids/g"]
        own = grid["frontier"]
        axes = [scale[0].name.rsplit("/", 1)[-1] for scale in own["completion_time"].dims]
        at = axes.index("algorithm")
        algorithms = [name.decode() for name in own["algorithm"][:]]
        time = np.take(own["completion_time"][:], algorithms.index("any"), axis=at)
        bound = np.take(own["lower_bound"][:], algorithms.index("any"), axis=at)
        known = np.isfinite(time)
        # The torus needs four lanes; all else has a plan.
        assert known.sum() == 4 * 2 * 3 * 3 * 4
        assert (bound[known] > 0).all() and (bound[known] <= time[known]).all()
        compared = 0
        for name in ("static", "every-step", "bridge", "pccl-portfolio", "segments"):
            other = grid[name]["completion_time"][:]
            with np.errstate(invalid="ignore"):
                least = np.nanmin(np.where(np.isfinite(other), other, np.inf), axis=at)
            if "reconfiguration_delay" not in [scale[0].name.rsplit("/", 1)[-1] for scale in grid[name]["completion_time"].dims]:
                least = np.repeat(least[..., None], time.shape[-1], axis=-1)
            assert (time[known] <= least[known] * (1 + 1e-9)).all(), name
            assert (bound[known] <= least[known] * (1 + 1e-9)).all(), name
            compared += np.isfinite(least[known]).sum()
        assert compared > 1000


def test_gap_says_how_near(swept):
    code, out, _ = call("gap", swept[0])
    assert code == 0
    rows = [line for line in out.splitlines() if line.startswith("primitive ")]
    of_frontier = out[out.index("\nfrontier "):]
    first = next(line for line in of_frontier.splitlines() if line.startswith("all points")).split()
    assert int(first[2]) == 288 and 1 <= float(first[3]) <= float(first[4]) <= float(first[5]) < 3
    assert len(rows) == 4 * out.count("all points") and "<= 5 % <= 10 %" in out


def test_eval_and_schedule_tell_the_plan():
    problem = {"rules": "common", "scheduler": "frontier", "collective": "allgather/any", "nodes": 64, "planes": 4, "topology": "ring-uni", "message": 1024,
               "bandwidth": 1e11, "per_step_latency": 1e-6, "per_hop_latency": 1e-7, "reconfiguration_delay": 1e-3}
    done = subprocess.run([BINARY, "eval"], input=json.dumps(problem) + "\n" + json.dumps(problem | {"collective": "allgather/ring"}), capture_output=True, text=True)
    answer, named = (json.loads(line) for line in done.stdout.splitlines())
    assert (answer["family"], answer["n_steps"], answer["hops"], answer["n_reconfigurations"]) == ("static levels", 3, 63, 0)
    assert answer["X"] == pytest.approx(271 / 64) and answer["lower_bound"] <= answer["completion_time"] <= 9.35e-6
    assert (named["status"], named["reason"]) == ("not_applicable", "algorithm_is_named")
    code, out, _ = call("schedule", "--rules", "common", "--scheduler", "frontier", "--collective", "allgather/any", "--nodes", "64", "--planes", "4",
                        "--topology", "ring-uni", "--message", "1KiB", "--bandwidth", "800Gbps", "--per-step-latency", "1us", "--per-hop-latency", "100ns",
                        "--reconfiguration-delay", "1ms")
    assert code == 0 and "plan: static levels, " in out and out.count("the base") >= 3


@pytest.mark.parametrize("primitive, topology, nodes, planes, delay", [
    ("allgather", "ring-uni", 12, 4, "1ms"), ("reduce-scatter", "ring", 16, 4, "300ns"), ("allreduce", "torus2d", 16, 4, "100us"),
    ("allreduce", "ring-uni", 16, 1, "1ms"), ("alltoall", "ring", 16, 4, "20us"), ("alltoall", "ring-uni", 131, 1, "10us")])
def test_execution_plans_run(tmp_path, primitive, topology, nodes, planes, delay):
    """The plan names the time of the accounting, the event simulator ends near it, and `check` finds it sound."""
    words = ["--rules", "common", "--scheduler", "frontier", "--collective", f"{primitive}/any", "--nodes", nodes, "--planes", planes, "--topology", topology,
             "--message", nodes * 5040, "--bandwidth", "800Gbps", "--per-step-latency", "1us", "--per-hop-latency", "100ns", "--reconfiguration-delay", delay]
    file = tmp_path / "plan.json"
    code, _, error = call("schedule", *words, "--execution-plan", "-o", file)
    assert code == 0, error
    plan = json.loads(file.read_text())
    assert plan["schema"] == "lightsweep/plan/v1" and plan["kind"] == "groups" and plan["knows_blocks"]
    assert plan["planned_time"] == pytest.approx(plan["simulated_time"], rel=1e-9)
    assert plan["planned_time"] <= plan["completion_time"] * (1 + 1e-3) and plan["rounding_time"] <= 0.05 * plan["completion_time"]
    code, out, error = call("simulate", file, "--json")
    assert code == 0 and json.loads(out)["violations"] == [], error
    # Streams over fewer hops than the farthest begin to send before it does; fair shares of links are not quite those of the linear program.
    ends = json.loads(out)["completion_time"]
    assert 0.8 * plan["planned_time"] <= ends <= plan["planned_time"] * 1.01
    code, out, _ = call("check", file)
    assert code == 0 and ": sound" in out, out
    # Bytes that are sent and not received are a fault.
    receives = next(rank["receives"] for rank in plan["ranks"] if rank["receives"])
    receives.pop()
    file.write_text(json.dumps(plan))
    assert call("check", file)[0] != 0


def test_plans_of_others_are_refused_in_words():
    words = ["--rules", "common", "--scheduler", "frontier", "--collective", "allgather/any", "--nodes", 8, "--bandwidth", "800Gbps", "--message", "1MiB",
             "--per-step-latency", "1us", "--per-hop-latency", "100ns", "--reconfiguration-delay", "1us", "--execution-plan"]
    code, _, error = call("schedule", *words, "--topology", "wdm-ring", "--wavelengths", 4)
    assert code == 2 and "WDM rings" in error


RINGS = """title = "frontier on WDM rings"
rules = "common"
schedulers = ["wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-windowed", "wdm-optimal", "frontier"]
""" + COMMON_FABRIC + """[frontier]
effort = 200

[[grid]]
name = "g"
nodes = [2, 3, 5, 12, 16]
planes = [2]
wavelengths = [1, 4, 64]
topology = ["ring", "wdm-ring"]
primitive = ["reduce-scatter", "allgather", "allreduce", "alltoall"]
algorithm = ["any"]
message = ["1KiB", "1MiB", "256MiB"]
reconfiguration_delay = ["10ns", "1us"]
wdm_reconfiguration_delay = ["1us", "100us"]
"""


def test_no_other_scheduler_is_faster_on_wdm_rings(tmp_path):
    (tmp_path / "rings.toml").write_text(RINGS)
    done = subprocess.run([LAUNCHER, "-n", "2", BINARY, "run", tmp_path / "rings.toml", "-o", tmp_path / "rings.h5"], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "rings.h5") as file:
        grid = file["grids/g"]
        own = grid["frontier"]
        axes = [scale[0].name.rsplit("/", 1)[-1] for scale in own["completion_time"].dims]
        time, bound = own["completion_time"][:], own["lower_bound"][:]
        assert np.isfinite(time).all() and (bound <= time).all() and (bound > 0).all()
        compared = 0
        for name in ("wdm-ring", "wdm-neighbor", "osm", "optree-tree", "wdm-windowed", "wdm-optimal"):
            group = grid[name]
            has = [scale[0].name.rsplit("/", 1)[-1] for scale in group["completion_time"].dims]
            other = group["completion_time"][:][tuple(slice(None) if axis in has else np.newaxis for axis in axes)]
            other = np.where(np.isfinite(other), other, np.inf)
            assert (time <= other * (1 + 1e-9)).all(), name
            assert (bound <= other * (1 + 1e-9)).all(), name
            compared += np.isfinite(other).sum()
        assert compared > 1000


@pytest.mark.parametrize("hops, delay, over", [(3, 1e-6, 1.003), (32, 1e-5, 1 + 1e-9)], ids=["lightpaths", "neighbour_ring"])
def test_one_step_meets_the_distances(hops, delay, over):
    """The mean distance of 64 nodes is 16. No lightpath saves any of it: it saves hops, where a delay costs less."""
    problem = {"rules": "common", "scheduler": "frontier", "collective": "alltoall/any", "nodes": 64, "topology": "wdm-ring", "wavelengths": 64,
               "message": 1048576, "bandwidth": 1e11, "per_step_latency": 1e-6, "per_hop_latency": 1e-7, "reconfiguration_delay": delay}
    done = subprocess.run([BINARY, "eval"], input=json.dumps(problem), capture_output=True, text=True, timeout=120)
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and (answer["n_steps"], answer["hops"]) == (1, hops), done.stderr
    assert 16 * (1 - 1e-9) <= answer["X"] <= 16 * over and answer["completion_time"] <= 1.003 * answer["lower_bound"]
