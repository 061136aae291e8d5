"""Figures on the page sweeps/cross/README.md, computed again: those of small.toml from a run of the sweep, the tables of the frontier
and of single planes with LIGHTSWEEP_CAMPAIGN=1 (a minute and some minutes of searches)."""
import os
import re
import sys

import numpy as np
import pytest
from conftest import SOURCE, call, sweep

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


long = pytest.mark.skipif(not os.environ.get("LIGHTSWEEP_CAMPAIGN"), reason="minutes of searches: LIGHTSWEEP_CAMPAIGN=1 computes them")
NAMES = {"all-gather": "allgather", "all-reduce": "allreduce", "all-to-all": "alltoall", "reduce-scatter": "reduce-scatter"}


def table(heading):
    """The rows of the table with this heading, as lists of cells."""
    lines = (SOURCE / "sweeps/cross/README.md").read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    last = next(i for i in range(first, len(lines)) if not lines[i].startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[first + 2:last]]


@long
def test_table_of_the_frontier(tmp_path_factory):
    folder, nodes = tmp_path_factory.mktemp("gaps"), "nodes=[16,48,64]"
    switch = call("gap", sweep(folder, "sweeps/cross/frontier", nodes))[1]
    ring = call("gap", sweep(folder, "sweeps/cross/frontier", nodes, 'topology=["wdm-ring"]', "wavelengths=64", 'primitive=["alltoall"]', "planes=1"))[1]
    for name, *cells in table("primitive | points"):
        line = re.search(r"all points .*", ring) if "WDM" in name else re.search(rf"primitive {NAMES[name]} .*", switch)
        assert " ".join(line.group().split()).endswith(" " + " ".join(cells)), name


@long
def test_table_of_what_reconfiguring_gains(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gains")
    bases = 'topology=["ring-uni","ring","torus2d"]'
    before = ls.open(str(sweep(folder, "sweeps/cross/small", 'schedulers=["static","segments"]', bases, "best=false", "envelopes=false")),
                     "common", ("completion_time",)).completion_time
    plans = ls.open(str(sweep(folder, "sweeps/cross/frontier", "nodes=[16,64]", "planes=[1,4]",
                              'reconfiguration_delay=["10ns","1us","10us","100us","1ms","20ms","1000s"]')), "frontier", ("completion_time",))
    after = plans.completion_time.isel(scheduler=0, algorithm=0)
    gains = (before.sel(scheduler="static").min("algorithm") / before.min(["scheduler", "algorithm"]),
             after.sel(reconfiguration_delay=1000.0) / after.sel(reconfiguration_delay=slice(0, 1)))
    for name, *cells in table("primitive, lanes"):
        primitive, lanes = name.split(", ")
        for side, gain in enumerate(gains):
            values = gain.sel(primitive=NAMES[primitive], planes=int(lanes)).values
            values = values[np.isfinite(values)]
            found = 100 * (values <= 1 + 1e-9).mean(), np.median(values), values.max(), 100 * (values > 2).mean()
            stated = [cell.split(" -> ")[side] for cell in cells]
            for one, text in zip(found, stated, strict=True):
                number = text.removesuffix(" %")
                last = 10.0 ** -len(number.partition(".")[2])
                assert abs(one - float(number)) <= 0.51 * last, (name, side, text, one)


@long
def test_table_of_single_planes(tmp_path_factory):
    result = ls.open(str(sweep(tmp_path_factory.mktemp("overlap"), "sweeps/cross/overlap")), "common", ("completion_time",))
    several = {"ring-bidirectional", "bucket-multiport", "bruck-radix3", "bruck-radix5"}
    times = result.completion_time.sel(algorithm=[one for one in result.algorithm.values if one not in several])
    ratio = times.sel(scheduler="segments-overlap") / times.sel(scheduler=["segments", "swot"]).min("scheduler")
    for name, points, share, best, alone in table("n, planes"):
        nodes, planes = map(int, name.split(", "))
        cell = ratio.sel(nodes=nodes, planes=planes)
        for values, stated in ((cell, f"{share}, {best.split()[0]}"), (cell.sel(topology="ring-uni"), alone)):
            values = values.values[np.isfinite(values.values)]
            assert f"{100 * (values < 1 / 1.01).mean():.1f} %, {values.min():.3f}" == stated, name
        assert np.isfinite(cell.values).sum() == int(points), name
