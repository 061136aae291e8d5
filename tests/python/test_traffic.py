"""Result files of collectives side by side and of uneven all-to-alls say what `eval` says."""
import json
import subprocess

import h5py
import lightsweep
import pytest
from conftest import BINARY, call, run

SIDE_BY_SIDE = """schedulers = ["swot", "strawman"]
rules = "swot"
[[grid]]
name = "beside"
nodes = 8
planes = [1, 4, 6]
plane_bandwidth = "100Gbps"
per_step_latency = "1us"
reconfiguration_delay = ["5us", "500us"]
parallel = [
    { collective = "allreduce/halving-doubling", groups = { size = 4, stride = 1 }, message = "8MB" },
    { collective = "alltoall/shift", groups = { size = 4, stride = 2 }, message = "1MB" },
]
"""
SLICES = """schedulers = ["rotor", "birkhoff", "solstice", "eclipse", "matrix-milp"]
rules = "swot"
schedules = true
[[grid]]
name = "uneven"
nodes = 3
planes = [1, 2]
plane_bandwidth = "100Gbps"
per_step_latency = "1us"
reconfiguration_delay = "5us"
collective = "alltoall/matrix"
generator = { kind = "zipf", seed = 1, scale = "1MiB" }
"""


def answer(**problem):
    done = subprocess.run([BINARY, "eval", "-"], input=json.dumps(problem) + "\n", capture_output=True, text=True)
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traffic")

    def write(text):
        path = folder / f"{hash(text)}.toml"
        path.write_text(text)
        return run(path.with_suffix(".h5"), path.with_suffix(""))
    return write


def test_files_say_which_way_collectives_side_by_side_took(written):
    path = written(SIDE_BY_SIDE)
    found = lightsweep.open(path, columns=("completion_time", "way", "partition", "merged")).sel(scheduler="swot")
    entries = [{"collective": "allreduce/halving-doubling", "groups": {"size": 4, "stride": 1}, "message": "8MB"},
               {"collective": "alltoall/shift", "groups": {"size": 4, "stride": 2}, "message": "1MB"}]
    assert {*found.way.values.ravel()} == {"merged", "partition"}
    for planes in (1, 4, 6):
        for delay in (5e-6, 5e-4):
            here = found.sel(planes=planes, reconfiguration_delay=delay)
            said = answer(scheduler="swot", rules="swot", nodes=8, planes=planes, plane_bandwidth="100Gbps",
                          per_step_latency="1us", reconfiguration_delay=delay, parallel=entries)
            assert str(here.way.values) == said["way"]
            assert float(here.merged) == said["merged"]
            assert said["partition"] in (float(here.partition), None if planes == 1 else float(here.partition))
            assert float(here.completion_time) == pytest.approx(min(float(here.merged), float(here.partition)), rel=1e-9)
    with h5py.File(path) as file:
        assert "way" not in file["grids/beside/strawman"]


def test_lists_hold_the_turns_of_matrix_schedulers(written):
    path = written(SLICES)
    with h5py.File(path) as file:
        for name, group in file["schedules/uneven"].items():
            assert "slice of the matrix" in str(group.attrs["slices"])
            for p, planes in enumerate((1, 2)):
                said = answer(scheduler=name, rules="swot", nodes=3, planes=planes, plane_bandwidth="100Gbps",
                              per_step_latency="1us", reconfiguration_delay="5us", collective="alltoall/matrix",
                              generator={"kind": "zipf", "seed": 1, "scale": "1MiB"})
                first, count = int(group["offset"][p]), int(group["count"][p])
                assert count == len(said["turns"]) > 0
                for column in ("plane", "bytes", "start", "end"):
                    assert group[column][first:first + count].tolist() == [turn[column] for turn in said["turns"]]
                assert max(group["end"][first:first + count]) == pytest.approx(said["completion_time"], rel=1e-12)


def test_a_base_carries_matrices_of_128_nodes_at_most():
    fabric = dict(scheduler="static", rules="common", topology="ring", planes=2, bandwidth="400Gbps", per_step_latency="1us",
                  per_hop_latency="1us", collective="alltoall/matrix", generator={"kind": "zipf", "seed": 1, "scale": 1000})
    refused = answer(nodes=130, **fabric)
    assert refused["status"] == "not_applicable" and refused["reason"] == "matrix_too_large"
    assert "128 nodes" in refused["explanation"]
    assert answer(nodes=32, **fabric)["status"] == "formula"


def test_plan_counts_the_program_of_a_base(tmp_path):
    (tmp_path / "large.toml").write_text("""schedulers = ["static"]
rules = "common"
[[grid]]
name = "g"
nodes = 128
topology = "ring"
planes = 2
bandwidth = "400Gbps"
per_step_latency = "1us"
per_hop_latency = "1us"
collective = "alltoall/matrix"
generator = { kind = "zipf", seed = 1, scale = "1KiB" }
""")
    code, out, error = call("plan", tmp_path / "large.toml")
    assert code == 0, error
    assert "about 2.9 s" in out or "about 3" in out, out
