"""Names of topologies beside decisions under rules = common: those that `lightsweep eval` says, on any number of ranks."""
import json
import re
import subprocess

import h5py
import numpy as np
import pytest
from conftest import BINARY, COMMON_FABRIC, LAUNCHER, call, sweep
from report_pages import block, description, make, needs_npm
from test_claims import doctored

SWEEP = """title = "names"
rules = "common"
schedulers = ["static", "every-step", "one-shot", "addanki", "bridge", "r-hd", "pccl", "segments", "threshold"]
envelopes = true
schedules = true
""" + COMMON_FABRIC + """[[grid]]
name = "g"
nodes = 16
planes = 4
topology = ["ring", "torus2d"]
primitive = ["allreduce", "allgather"]
algorithm = ["halving-doubling", "swing", "bruck", "bruck-radix5", "ring"]
message = ["1KiB", "64MiB"]
reconfiguration_delay = ["100ns", "10us", "1ms"]
"""


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    (folder / "names.toml").write_text(SWEEP)
    files = [folder / f"{ranks}.h5" for ranks in (1, 3)]
    for ranks, file in zip((1, 3), files):
        done = subprocess.run([LAUNCHER, "-n", str(ranks), BINARY, "run", folder / "names.toml", "-o", file], capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr
    return files


def text_of(words):
    return np.ascontiguousarray(words.astype("<u8")).tobytes().rstrip(b"\0").decode()


def states_of(words, steps):
    return [int(words[step // 4] >> np.uint64(16 * (step % 4))) & 0xFFFF for step in range(steps)]


def named_steps(states, text):
    names = text.split("; ")
    used = list(dict.fromkeys(states))
    assert len(used) == len(names), (states, text)
    return [names[used.index(state)] for state in states]


def test_digests_are_equal_on_any_number_of_ranks(named):
    code, out, error = call("verify", *named)
    assert code == 0, out + error


def test_stored_names_are_those_of_a_single_problem(named):
    seen = set()
    with h5py.File(named[0]) as file:
        for name, group in file["schedules/g"].items():
            results = file[f"grids/g/{name}"]
            axes = [results["completion_time"].dims[i][0] for i in range(results["completion_time"].ndim)]
            keys = [axis.name.split("/")[-1] for axis in axes]
            values = [[one.decode() if isinstance(one, bytes) else one for one in axis[...].tolist()] for axis in axes]
            for at in np.ndindex(results["completion_time"].shape):
                if np.isnan(results["completion_time"][at]):
                    assert not group["topologies"][at].any()
                    continue
                point = {key: values[i][at[i]] for i, key in enumerate(keys)}
                if sum(at) % 3:
                    continue
                problem = {"rules": "common", "scheduler": name, "nodes": 16, "planes": 4, "bandwidth": "800Gbps", "per_step_latency": "1us",
                           "per_hop_latency": "100ns", "reconfiguration_delay": 1e-3, **point}
                problem["collective"] = f"{problem.pop('primitive')}/{problem.pop('algorithm')}"
                seen.add((json.dumps(problem), tuple(named_steps(
                    states_of(group["decision"][at], int(results["n_steps"][at])), text_of(group["topologies"][at])))))
    answers = subprocess.run([BINARY, "eval", "-"], input="\n".join(problem for problem, _ in seen), capture_output=True, text=True, timeout=120)
    for (problem, names), line in zip(seen, answers.stdout.splitlines()):
        assert tuple(json.loads(line)["schedule"]) == names, problem
    words = {name for _, names in seen for name in names}
    assert len(seen) > 50 and {"base", "shift +8", "peers of step 1"} <= words
    assert any(" | " in word for word in words) and not any("list of" in word for word in words)


def test_lists_have_names_too(named):
    with h5py.File(named[0]) as file:
        lists = file["envelopes/g/segments"]
        steps = lists["n_steps"][...].astype(int)
        for words, text, count in zip(lists["decision"][...], lists["topologies"][...], steps):
            assert named_steps(states_of(words, count), text_of(text))
        assert "threshold" not in file["envelopes/g"] and "topologies" not in file["grids/g/segments"]


def test_names_that_do_not_fit_are_left_out(tmp_path):
    (tmp_path / "long.toml").write_text(
        re.sub(r"schedulers = .*", 'schedulers = ["every-step"]', SWEEP).replace("nodes = 16", "nodes = 64")
        .replace('["allreduce", "allgather"]', '["alltoall"]').replace('"halving-doubling", "swing", "bruck", "bruck-radix5", "ring"', '"shift"'))
    with h5py.File(sweep(tmp_path, str(tmp_path / "long"))) as file:
        text = text_of(file["envelopes/g/every-step/topologies"][0])
    names = text.removesuffix(" ...").split("; ")
    assert 200 < len(text) <= 256 and text.endswith(" ...")
    assert names == [f"shift +{step}" for step in range(1, len(names) + 1)]


@needs_npm
def test_the_report_has_the_names_and_reads_older_files(named, tmp_path):
    page = make(named[0], tmp_path, "--no-claims")
    entry = next(one for one in description(page)["views"][0]["schedulers"] if one["name"] == "segments")["envelopes"]["names"]
    with h5py.File(named[0]) as file:
        stored = [text_of(words) for words in file["envelopes/g/segments/topologies"][...]]
    assert [entry["texts"][code] for code in block(page, entry["block"], "i32")] == stored

    def unnamed(file):
        for root in ("envelopes", "schedules"):
            for group in file[f"{root}/g"].values():
                if "topologies" in group:
                    del group["topologies"]

    page = make(doctored(named[0], tmp_path, unnamed), tmp_path, "--no-claims")
    lists = [one["envelopes"] for one in description(page)["views"][0]["schedulers"] if one["envelopes"]]
    assert lists and all(one["names"] is None for one in lists)
