"""Figures of cross/small.toml on the page sweeps/cross/README.md, computed again from a run of the sweep."""
import re
import sys

import numpy as np
import pytest
from conftest import SOURCE, sweep

sys.path.insert(0, str(SOURCE / "analysis/examples"))
import designer  # noqa: E402
import lightsweep as ls  # noqa: E402

UNITS = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
REDUCTIONS = ["reduce-scatter", "allgather", "allreduce"]
KIB = 1024


def said(pattern):
    """The groups of the pattern on the page, whose lines are one."""
    page = " ".join((SOURCE / "sweeps/cross/README.md").read_text().split())
    found, = re.findall(pattern, page)
    return found


def seconds(text):
    """Times as "4.91, 5.33 us" or "5.15 us, 12.9 us": a unit holds for the numbers before it."""
    times, unit = [], None
    for number, own in reversed(re.findall(r"([\d.]+)(?: (\w+))?", text)):
        unit = own or unit
        times.insert(0, float(number) * UNITS[unit])
    return times


def percent(share):
    return round(100 * float(share))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("page"), "sweeps/cross/small")


@pytest.fixture(scope="module")
def result(small):
    return ls.open(str(small), "common", ("completion_time", "status"))


@pytest.fixture(scope="module")
def switch(result):
    return set(result.scheduler.values) - designer.RINGS - {"ideal"}


def test_shares_of_staying(result, switch):
    least, most, low, high, one, four = map(int, said(r"at (\d+) to (\d+) % \(k = 1\) and (\d+) or (\d+) % \(k = 4\) .*? all-to-all at (\d+) % and (\d+) %"))
    stays = designer.least(result, designer.STAYING) <= designer.least(result, switch) * (1 + 1e-9)
    shares = {lanes: [percent(stays.sel(planes=lanes, primitive=one).mean()) for one in REDUCTIONS] for lanes in (1, 4)}
    assert (min(shares[1]), max(shares[1])) == (least, most)
    assert set(shares[4]) == {low, high}
    assert [percent(stays.sel(planes=lanes, primitive="alltoall").mean()) for lanes in (1, 4)] == [one, four]


def test_delays_at_which_leaving_the_base_pays(small, result, switch):
    costs = designer.costs_of(str(small), "common", switch)

    def delays(primitive, lanes):
        return [designer.critical_delay(costs[primitive, 64, lanes], result.attrs, size) for size in result.message.values]

    assert list(result.message.values) == [KIB * 32**i for i in range(5)]
    gathers, exchanges = said(r"1 GiB: reduce-scatter (.*? us); all-to-all (.*? ms)\.")
    assert seconds(gathers) == pytest.approx(delays("reduce-scatter", 1), rel=5e-3)
    assert seconds(exchanges) == pytest.approx(delays("alltoall", 1), rel=5e-3)
    gather, exchange = said(r"With four lanes it is at most (.*?) \(reduce-scatter\) and (.*?) \(all-to-all\)")
    assert seconds(f"{gather}, {exchange}") == pytest.approx([max(delays("reduce-scatter", 4)), max(delays("alltoall", 4))], rel=5e-3)


def test_overlap(result):
    share, most = said(r"by more than 1 % at (\d+) % of the points, by ([\d.]+) times at most")
    gain = (designer.least(result, {"segments"}) / designer.least(result, {"swot"})).values
    gain = gain[np.isfinite(gain)]
    assert (percent((gain > 1.01).mean()), f"{gain.max():.2f}") == (int(share), most)


def test_wavelengths(result, switch):
    most, wins, clear = said(r"small all-gathers by up to ([\d.]+) times\. `wdm-windowed` is faster than any switch schedule "
                             r"at (\d+) % of the points, by more than 1 % at (\d+) %")
    gain = designer.least(result, switch) / designer.least(result, {"wdm-windowed"})
    assert f"{float(gain.sel(primitive='allgather').max()):.2f}" == most
    assert [percent((gain > 1 + 1e-9).mean()), percent((gain > 1.01).mean())] == [int(wins), int(clear)]
