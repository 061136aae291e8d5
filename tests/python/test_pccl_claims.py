"""PCCL's claims: judged from one sweep, as recorded, and only as long as the data say so."""
import re

import h5py
import pytest

from conftest import FEW_SEEDS, PATIENCE, SOURCE, call
from test_claims import doctored, verdicts


def differing(text):
    return {int(one) for one in re.findall(r"^claim +(\d+)(?:(?!^claim).*\n)*?.*<-- DIFFERS", text, re.M)}


def test_pccl_claims_are_as_recorded(pccl_claims):
    code, out, _ = call("claims", pccl_claims)
    assert code == 0, out
    found = verdicts(out)
    assert len(found) == 28 and "not judged" not in found.values()
    of = {verdict: {int(number) for number, one in found.items() if one == verdict} for verdict in found.values()}
    assert of["close"] == {17} and of["not reproduced"] == {4, 20, 21, 22}
    assert of["depends on the reading"] == {2, 5, 6, 7, 10, 11, 12, 15, 16, 18, 26}
    assert re.search(r"1 GB, 1 ms, no way back +7 ", out) and re.search(r"near partners first +6 ", out)
    assert re.search(r"2D torus of 16384 +9\.6 % +19\.2 % +170\n", out)
    assert out.splitlines()[-1] == "28 of 28 claims judged, 28 as recorded, 0 different"
    assert max(map(len, out.splitlines()[1:-1])) <= 125


def scale(path, factor, where=...):
    def change(file):
        values = file[path][...].astype(float)
        values[where] *= factor
        file[path][...] = values
    return change


@pytest.mark.parametrize("change, changed", [
    (scale("grids/reduce-scatter/pccl/completion_time", 1.1), {1, 3, 5, 17}),
    (scale("grids/reduce-scatter/pccl/completion_time", 0.5), {20}), (scale("grids/smaller-domains/pccl/completion_time", 0.5), {21}),
    (scale("grids/break-even/pccl/completion_time", 1e-3), {22}), (scale("grids/reduce-scatter/static/propagation_time", 1.01), {24}),
    (scale("grids/reduce-scatter/pccl/completion_time", 0.1), {4}),
    (scale("grids/reduce-scatter/pccl/n_reconfigurations", 0), {1, 2, 16}),
    (scale("grids/reduce-scatter/pccl/reconfiguration_time", 20), {19}),
    (scale("grids/reduce-scatter/static/congestion_time", 2), {7}),
    (scale("grids/alltoall/static/completion_time", 0.5), {6, 9}),
    (scale("grids/figure-1/static/completion_time", 0.25), {8}),
    (scale("grids/swing-2d/static/propagation_time", 1.01), {10}),
    (scale("grids/allreduce/pccl/completion_time", 1.2), {17}),
    (scale("studies/fibres/fibres", 2), {11}),
    (scale("timing/fibres/running_time", 1e5), {12}),
    (scale("timing/computing_time", 1e4), {13}),
    (scale("timing/routes/running_time", 1e3), {14}),
    (scale("studies/training/pccl/iteration_time", 2), {15, 16})])
def test_changed_data_change_a_claim(pccl_claims, tmp_path, change, changed):
    code, out, _ = call("claims", doctored(pccl_claims, tmp_path, change))
    assert code == 1 and changed <= differing(out), differing(out)


def test_nothing_but_light_is_beyond_the_data(pccl_claims, tmp_path):
    """Without a group its claims are not judged: none has an answer of its own."""
    def empty(file):
        for root in ("grids", "studies", "timing"):
            for name in list(file[root]):
                if isinstance(file[root][name], h5py.Group) and name != "swing-3d":
                    del file[root][name]

    code, out, _ = call("claims", doctored(pccl_claims, tmp_path, empty))
    judged = {int(number) for number, one in verdicts(out).items() if not one.startswith("not judged")}
    assert code == 0 and judged == {13, 18}, out
    assert "26 claims are not judged: each says above what it needs; sweeps/pccl/claims.toml" in out


@pytest.mark.parametrize("shard", ["2/3"])
def test_missing_tasks_make_no_claim_differ(tmp_path, shard):
    code, _, error = call("run", SOURCE / "sweeps/pccl/claims.toml", "-o", tmp_path / "part.h5", "--shard", shard, *(word for one in FEW_SEEDS for word in ("--set", one)))
    assert code in (0, 75), error
    code, out, _ = call("claims", tmp_path / "part.h5")
    judged, recorded, different = map(int, re.search(r"\n(\d+) of 28 claims judged, (\d+) as recorded, (\d+) different\n", out).groups())
    slow = PATIENCE > 1  # under a sanitizer the claim on the time of the computation itself may differ
    assert code == 0 and judged == recorded + different and different <= slow, out
