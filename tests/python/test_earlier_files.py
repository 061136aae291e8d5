"""Result files of an earlier release (earlier/, with their sweeps): every verb and program still reads them, with the answers of then."""
import csv
import gzip
import re
import io
import json
import shutil

import h5py
import numpy as np
import pytest
from conftest import SOURCE, call
from lightsweep import states
from figures import command
from figures.bridge import schedules
from report_pages import ask, description, needs_npm, page_of

DIGESTS = {"ring": "71a413b54179048c223588883b70f559", "subrings": "615bcfe24e485e030ea26d4a0cf72e3c"}


@pytest.fixture(scope="module")
def earlier(tmp_path_factory):
    """{name: file}, unpacked."""
    folder = tmp_path_factory.mktemp("earlier")
    for name in DIGESTS:
        (folder / f"{name}.h5").write_bytes(gzip.decompress((SOURCE / f"tests/python/earlier/{name}.h5.gz").read_bytes()))
    return {name: folder / f"{name}.h5" for name in DIGESTS}


def test_digests(earlier):
    for name, digest in DIGESTS.items():
        code, out, error = call("verify", earlier[name])
        assert code == 0 and out.splitlines()[-1].split()[0] == digest, out + error


def test_winners(earlier):
    code, out, _ = call("winners", earlier["ring"])
    assert code == 0
    assert re.findall(r"iB \|([A-Z.#]+)\|", out) == ["AAA", "AA.", "A..", "DDA", "DA.", "D.."]
    assert "up to 814.7x over every-step at 64 KiB, 1 ms" in out


def test_critical_delays(earlier):
    code, out, _ = call("critical", earlier["ring"])
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0 and {"64 KiB never 3.694 us 3", "256 MiB never 9.401 ms 8"} <= set(rows)
    code, out, _ = call("critical", earlier["subrings"], "--grid", "twice")
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0 and "1.281 ms 62.77 ms 2" in rows and rows.count("41 us 3.885 ms 4") == 2


def test_tables(earlier):
    code, out, _ = call("table", earlier["subrings"], "twice/bridge-paper", "--csv", "--columns", "completion_time,n_reconfigurations")
    found = {row["collective"]: (float(row["completion_time"]), int(row["n_reconfigurations"])) for row in csv.DictReader(io.StringIO(out))}
    assert code == 0 and found == {"alltoall/bruck": (pytest.approx(0.0115592, rel=1e-12), 2),
                                   "reduce-scatter/bruck": (pytest.approx(0.0030812, rel=1e-12), 2),
                                   "allgather/bruck": (pytest.approx(0.0030812, rel=1e-12), 2)}


def test_claims_read_its_decisions(earlier):
    """Table 1 and figure 1 of BRIDGE: vectors from /schedules, and when lists of /envelopes leave the ring."""
    claims = json.loads(call("claims", "--json", earlier["subrings"])[1])["papers"][0]["claims"]
    assert {"1", "2", "29"} <= {one["claim"] for one in claims if one["verdict"] == one["recorded"] == "reproduced"}


def test_figures(earlier, tmp_path):
    for name, figure, page in (("ring", "answer", "answer-16nodes.png"), ("subrings", "bridge-table1", "bridge-table1-64nodes.png")):
        assert command.main([str(word) for word in (earlier[name], "--figure", figure, "-o", tmp_path)]) == 0
        assert (tmp_path / page).stat().st_size > 20000
    assert schedules.table_rows(earlier["subrings"]) [3:] == [("R = 2, All-to-All", [0, 0, 1, 0, 1, 0]),
                                                         ("R = 2, Reduce-Scatter", [0, 1, 0, 1, 0, 0]),
                                                         ("R = 2, AllGather", [0, 0, 0, 1, 0, 1])]


KINDS = {"every-step": (1, "base-or-matching"), "addanki-reuse": (16, "standing"), "bridge": (8, "subring"), "r-hd": (8, "exchange")}


def test_decisions_without_attributes_say_the_same_in_a_sentence(earlier, tmp_path):
    for name, path in (("ring", "envelopes/ring"), ("subrings", "schedules/fig1")):
        with h5py.File(earlier[name]) as file:
            for scheduler in KINDS.keys() & file[path].keys():
                known = states.meaning(file[path][scheduler])
                assert (known["bits_per_step"], known["state_kind"], known["entries"]) == (*KINDS[scheduler], "per-step")
    shutil.copy(earlier["subrings"], tmp_path / "copy.h5")
    with h5py.File(tmp_path / "copy.h5", "a") as file:
        group = file["schedules/fig1/r-hd"]
        own = [one.decode() for one in group["collective"][...]].index("reduce-scatter/halving-doubling")
        np.testing.assert_array_equal(states.of_steps(group["decision"][own], 6, states.meaning(group)), [0, 2, 3, 4, 5, 6])
        group.attrs.update({"bits_per_step": 16, "state_kind": "lane-topology", "entries": "algorithm-then-steps"})
        np.testing.assert_array_equal(states.of_steps(group["decision"][own], 2, states.meaning(group)), [3 | 4 << 8, 5 | 6 << 8])
        group.attrs.update({"state_kind": "plan", "bits_per_step": 0})
        assert states.meaning(group)["bits_per_step"] == 0


@needs_npm
def test_report(earlier):
    for name in DIGESTS:
        for one in description(page_of(earlier[name]))["views"][0]["schedulers"]:
            known = one["envelopes"]["states"]
            assert one["name"] not in KINDS or (known["bits_per_step"], known["state_kind"]) == KINDS[one["name"]]
    cells, point = ask(page_of(earlier["ring"]), [{"view": 0, "x": 3, "y": 2, "choices": [[1], [1], [0], [0]]},
                                                  {"view": 0, "scheduler": "addanki", "at": [0, 0, 1, 1]}])
    assert cells["winner"] == ["addanki", "static", "static", "addanki", "addanki-reuse", "static", "addanki", "addanki", "addanki-reuse"]
    assert point["time"] == pytest.approx(160.2432e-6, rel=1e-12) and point["reconfigurations"] == 8
