"""Mutated sweep files, problems and edge lists: an answer or a fault in words, never a crash, in bounded time and memory.

A part runs in the suite; `./test.sh --campaign` runs 10^5 of each with another seed, which every message names.
"""
import json
import os
import random
import re

import pytest
from conftest import SOURCE, call

SHARE = os.environ.get("LIGHTSWEEP_CAMPAIGN")
SEED = random.SystemRandom().randrange(2**32) if SHARE else 20261123
WORDS = ["0", "-1", "1e308", "1e-320", "2147483648", "-9223372036854775808", "9223372036854775807", "1e400", "nan", '""', "[]", "{}", "null", "true",
         '"1KiB"', '"ring"', "[1, 2]", "{ from = 1, to = 9, step = 'x2' }", "\x00", "\xff", "\n", '"', "[[grid]]", "# ", "=", "nodes", "x" * 300, "9" * 3000]
EDGES = "0 1 1.0\n1 2 0.5\n2 3\n3 0 2\n1 0\n2 1\n3 2\n0 3\n"
LIMITS = ["--time-limit", "500ms", "--memory", "500MB"]


def trials(in_suite, in_campaign=100_000):
    return max(1, int(float(SHARE) * in_campaign)) if SHARE else in_suite


def mutated(text, draw):
    """One to four changes: a byte, a part removed or repeated, a word put in the place of another."""
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(text) + 1)
        to = min(len(text), at + draw.choice([1, 2, 8, 40]))
        kind = draw.randrange(4)
        if kind == 0:
            text = text[:at] + chr(draw.randrange(256)) + text[at + 1:]
        elif kind == 1:
            text = text[:at] + text[to:]
        elif kind == 2:
            text = text[:to] + text[at:to] * draw.choice([1, 3]) + text[to:]
        else:
            values = list(re.finditer(r"[\w.+-]+|\"[^\"]*\"", text))
            if values:
                value = draw.choice(values)
                text = text[:value.start()] + draw.choice(WORDS) + text[value.end():]
    return text


def problems(draw):
    """Problems of all rules, small ones."""
    fabric = {"message": "8MiB", "bandwidth": "800Gbps", "per_step_latency": "1us", "reconfiguration_delay": "10us"}
    rules, scheduler, more = draw.choice([
        ("addanki", "addanki", {"topology": "ring", "per_hop_latency": "100ns"}), ("bridge", "bridge", {"topology": "ring", "per_hop_latency": "100ns"}),
        ("swot", "swot", {"planes": 2}), ("common", "segments", {"topology": "ring-uni", "planes": 2, "per_hop_latency": "100ns"}),
        ("pccl", "pccl", {"topology": "hypercube", "per_hop_latency": "100ns"})])
    algorithm = draw.choice(["allreduce/bruck", "alltoall/shift", "allgather/ring", "allreduce/swing", "reduce-scatter/halving-doubling"])
    return {"scheduler": scheduler, "rules": rules, "collective": algorithm, "nodes": draw.choice([4, 8, 16]), **fabric, **more}


def answers(lines, tmp_path, seed):
    """Asserts one answer per line: JSON with a status, and in words what is wrong."""
    path = tmp_path / "problems.jsonl"
    path.write_bytes(b"\n".join(line.encode("latin-1") for line in lines) + b"\n")
    code, out, error = call("eval", path, *LIMITS, timeout=60 + len(lines))
    found = out.splitlines()
    assert code == 0 and len(found) == len(lines), (seed, code, error[-500:], lines[min(len(found), len(lines) - 1)][:2000])
    for line, text in zip(lines, found):
        answer = json.loads(text)
        assert answer["status"] != "error" or answer["error"], (seed, line)
        assert "bad_alloc" not in text and "defect" not in text and len(text) < 100_000, (seed, line[:2000], text[:500])


def test_problems(tmp_path):
    draw = random.Random(SEED)
    lines = []
    while len(lines) < trials(400):
        line = re.sub("[\n\r]", " ", mutated(json.dumps(problems(draw)), draw))
        lines.append(line if line.strip(" \t") else "{}")
    for begin in range(0, len(lines), 1000):
        answers(lines[begin:begin + 1000], tmp_path, SEED)


def test_edge_lists(tmp_path):
    draw = random.Random(SEED + 1)
    for begin in range(0, trials(100), 500):
        lines = []
        for k in range(min(500, trials(100) - begin)):
            (tmp_path / f"{k}.edges").write_bytes(mutated(EDGES, draw).encode("latin-1"))
            lines.append(json.dumps({"scheduler": "addanki", "rules": "addanki", "collective": "allreduce/ring", "nodes": 4, "topology": "edges",
                                     "edges": f"{k}.edges", "message": "8MiB", "bandwidth": "800Gbps", "per_step_latency": "1us",
                                     "per_hop_latency": "1us", "reconfiguration_delay": "10us"}))
        answers(lines, tmp_path, SEED + 1)


@pytest.mark.parametrize("name", ["sweeps/demo", "tests/python/small_axes", "sweeps/optree/torus", "sweeps/pccl/rack", "sweeps/cross/small"])
def test_sweep_files(tmp_path, name):
    draw = random.Random(f"{SEED} {name}")
    text = (SOURCE / f"{name}.toml").read_text()
    path = tmp_path / "sweep.toml"
    for k in range(trials(3, 4_000)):
        path.write_bytes(mutated(text, draw).encode("utf-8", "surrogateescape"))
        code, out, error = call("plan", path, "--memory", "500MB")
        kept = f"{SEED} {name} {k}"
        assert code in (0, 2) and "defect" not in error and "bad_alloc" not in error, (kept, code, error[-500:], path.read_text(errors="replace"))
        assert code == 0 or error.strip(), kept
        assert len(error) < 100_000, (kept, len(error))
