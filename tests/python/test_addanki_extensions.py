"""Figures beyond the paper: drawn from small versions of their sweeps, with numbers of other witnesses."""
import itertools

import h5py
import numpy as np
import pytest
from conftest import SOURCE, call, sweep
from lightsweep import arrays, maps, page, results, states
from figures import command
from figures.addanki import degree, gains, overlap, pool
from matplotlib import pyplot as plt

HD_NEAR, HD_FAR = "allreduce/halving-doubling-near", "allreduce/halving-doubling-far"
SWING, ALL_TO_ALL = "allreduce/swing", "alltoall/shift"
COARSE = ('message={ from = "1KiB", to = "4GiB", step = "x8" }',
          'reconfiguration_delay={ from = "1ns", to = "10ms", per_decade = 2 }')


def smaller(*names):
    return [f"grid.{name}.{one}" for name in names for one in COARSE]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("extensions")


@pytest.fixture(scope="session")
def threshold(folder):
    """The whole sweep: its numbers are those of the reference's grid."""
    return sweep(folder, "sweeps/addanki/threshold")


@pytest.fixture(scope="session")
def reuse(folder):
    return sweep(folder, "sweeps/addanki/reuse", *smaller("allreduce", "alltoall"))


@pytest.fixture(scope="session")
def overlapped(folder):
    return sweep(folder, "sweeps/addanki/overlap", 'message=["1MiB", "64MiB"]',
                 'compute_time={ from = "10ns", to = "10ms", per_decade = 2 }', COARSE[1].replace("1ns", "10ns"))


@pytest.fixture(scope="session")
def ports(folder):
    return sweep(folder, "sweeps/addanki/port_delay")


@pytest.fixture(scope="session")
def pools(folder):
    return sweep(folder, "sweeps/addanki/pool", *COARSE)


@pytest.fixture(scope="session")
def degrees(folder):
    names = ("ring", "coprime-rings", "torus")
    return sweep(folder, "sweeps/addanki/degree", *[f'grid.{name}.message=["64MiB", "4GiB"]' for name in names],
                 *[f"grid.{name}.{COARSE[1]}" for name in names])


def drawn(monkeypatch, painted=False):
    """The values of every map that is drawn from now on, colour bars left out. Painted pages are looked at by the last tests."""
    found = []
    if not painted:
        unpainted(monkeypatch)
    original = maps.draw_map
    monkeypatch.setattr(maps, "draw_map", lambda axis, one, *rest: found.append(one) or original(axis, one, *rest))
    return found


def unpainted(monkeypatch):
    monkeypatch.setattr(page, "save", lambda figure, path: plt.close(figure) or path)


def test_threshold_costs_what_the_reference_says(threshold):
    """Worst ratios at every second delay. The reference rounds the second to 1.279; see the next test."""
    worst = {}
    for grid in ("allreduce", "alltoall"):
        over, under = (arrays.column(threshold, grid, name, dims=gains.DIMS) for name in ("threshold", "addanki"))
        ratio = (over / under).isel(reconfiguration_delay=slice(None, None, 2))
        assert ratio.min() >= 1 and ratio.max() < 2
        for one in ratio.max(("message", "reconfiguration_delay")).stack(pair=("topology", "collective")):
            worst[one["pair"].item()] = one.item()
    assert worst["ring-uni", HD_NEAR] == pytest.approx(1.229, abs=5e-4)
    assert worst["ring", HD_FAR] == pytest.approx(1.27847, abs=5e-6)
    assert worst["ring", ALL_TO_ALL] == pytest.approx(1.028, abs=5e-4)
    assert worst["ring-uni", ALL_TO_ALL] == pytest.approx(1.000, abs=5e-4)


def threshold_ratio(message, delay):
    """Halving/doubling, far first, on the bidirectional ring of 64: rule over recurrence, in plain numbers."""
    inverse_flow, hops = [16, 16, 8, 4, 2, 1], [32, 16, 8, 4, 2, 1]
    half = [(hops[k], inverse_flow[k], message / 2 ** (k + 1) / 1e11) for k in range(6)]
    base, matched, rule, was_matched = 0.0, np.inf, 0.0, False
    for far, slow, seconds in half + half[::-1]:
        on_base, on_matching = 1e-7 + far * 1e-7 + slow * seconds, 2e-7 + seconds
        base, matched = on_base + min(base, matched + delay), on_matching + delay + min(base, matched)
        match = on_base - on_matching > delay
        rule += on_matching + delay if match else on_base + delay * was_matched
        was_matched = match
    return rule / min(base, matched)


def test_the_worst_case_of_the_threshold_rule_in_plain_numbers():
    ratios = {(k, i): threshold_ratio(2.0**k, 10 ** (-9 + i / 8)) for k in range(10, 33) for i in range(57)}
    worst = max(ratios, key=ratios.get)
    assert worst == (22, 44) and ratios[worst] == pytest.approx(1.27847, abs=5e-6)


def test_threshold_map_is_the_quotient_of_the_file_and_marks_its_worst_cell(threshold, monkeypatch, tmp_path):
    found = drawn(monkeypatch)
    gains.threshold(threshold, tmp_path, "png")
    assert len(found) == 12
    with h5py.File(threshold) as file:
        grid = file["grids/allreduce"]
        at = tuple(list(grid["addanki"][name].asstr()[:]).index(value)
                   for name, value in (("collective", HD_FAR), ("topology", "ring")))
        expected = grid["threshold/completion_time"][at] / grid["addanki/completion_time"][at]
    one = next(one for one in found if one.title.startswith("halving/doubling, far first\nbidirectional ring, full"))
    np.testing.assert_array_equal(one.values, expected)
    figure, axis = plt.subplots()
    one.marks[0](axis)
    assert axis.lines[0].get_xydata()[0] == pytest.approx([10 ** (-9 + 44 / 8), 2.0**22])
    plt.close(figure)


def test_reuse_never_loses_and_halves_the_ring(reuse):
    (ending, found, _), = gains.pages(reuse, ["addanki", "addanki-reuse"], "reuse")
    assert ending == "-64nodes" and len(found) == 12
    assert min(one.min() for one in found.values()) >= 1 - 1e-12
    # One matching for all 126 steps at twice the rate of a half link; nothing to gain where the base is that matching.
    assert 1.8 < found["ring-split", "allreduce/ring"].max() < 2
    assert found["ring-uni", "allreduce/ring"].max() == 1
    # The middle two steps share their matching: at most one delay of 12 is saved on this ring.
    assert 1.05 < found["ring-uni", HD_NEAR].max() < 12 / 11


def test_ports_that_all_change_gain_nothing(ports, monkeypatch, tmp_path):
    found = drawn(monkeypatch)
    gains.port_delay(ports, tmp_path, "png")
    by_title = {one.title: one.values for one in found}
    assert len(by_title) == 8
    assert min(values.min() for values in by_title.values()) >= 1 - 1e-9
    np.testing.assert_allclose(by_title["all-to-all\nunidirectional ring"], 1, rtol=1e-9)
    # Neighbours keep half of their ports: the first and last matchings cost half.
    assert by_title["halving/doubling, near first\nunidirectional ring"].max() > 1.2
    assert found[0].x.label == "delay if all ports change"


def test_computation_as_long_as_the_delay_hides_it(overlapped, monkeypatch, tmp_path):
    found = drawn(monkeypatch, painted=True)
    written = overlap.draw(overlapped, tmp_path, "png")
    assert [path.name for path in written] == [
        f"overlap-{ring}-{size}-64nodes.png" for ring in ("ring-uni", "ring-split") for size in ("64MiB", "1MiB")]
    for one in found[:3]:
        computing, delays = np.meshgrid(one.y.values, one.x.values, indexing="ij")
        np.testing.assert_allclose(one.values[computing >= delays], 1, rtol=1e-6)
        assert (one.values[computing < delays] < 0.999).all() and (np.diff(one.values, axis=0) >= -1e-6).all()
    for one in found[3:6]:
        assert one.values.min() >= 1 - 1e-12 and 1.5 < one.values.max() < 2


def test_larger_pools_are_faster_and_use_no_more_than_they_hold(pools):
    single, pooled = (arrays.column(pools, "circulants", name, dims=pool.DIMS) for name in pool.WHO)
    assert list(single["collective"].values)[-1] == "allreduce/swing+alltoall/shift"
    one, best = single.squeeze(drop=True), pooled.squeeze(drop=True)
    np.testing.assert_allclose(best.sel(pool_size=1).transpose(*one.dims), one, rtol=1e-12)
    assert (best.diff("pool_size") <= 1e-12 * best.isel(pool_size=0)).all()
    gain = one.min("offsets") / best.sel(pool_size=2).min("offsets")
    # What suits the all-reduce does not suit the all-to-all: a second base pays most for both in turn.
    assert np.argmax(gain.max(("message", "reconfiguration_delay")).values) == gain["collective"].size - 1
    for name, steps in ((SWING, 12), (ALL_TO_ALL, 63)):
        found = pool.states_of(pools, "circulants", name, steps)
        for start, size in itertools.product(range(6), range(4)):
            used = pool.used_bases(found[start, size], start, 6)
            assert used.sum(-1).max() <= size + 1


def test_members_of_a_decision():
    """Start 2 of 4 bases: states 0 2, 1 0, 2 1, 3 3; state 4 is a matching."""
    word = np.array([[0 | 1 << 16 | 4 << 32 | 3 << 48, 2]], "u8")
    known = {"bits_per_step": 16, "entries": "per-step"}
    found = states.of_steps(word, 5, known)
    np.testing.assert_array_equal(found, [[0, 1, 4, 3, 2]])
    np.testing.assert_array_equal(pool.used_bases(found, 2, 4), [[True, True, True, True]])
    np.testing.assert_array_equal(pool.used_bases(found[:, :3], 2, 4), [[True, False, True, False]])
    np.testing.assert_array_equal(states.of_steps(word, 2, {**known, "entries": "algorithm-then-steps"}), [[1, 4]])


def test_degree_shares_the_bandwidth_and_hatches_missing_ports(degrees):
    found = degree.bases(degrees)[64]
    assert [base.name for base in found[:3]] == ["ring, both ways", "ring, one way", "2 co-prime rings"] and len(found) == 11
    for base, links in zip(found, [2, 1, 2, 3, 4, 5, 6, 7, 8, 4, 6]):
        missing = np.isnan(base.static.sel(collective=SWING).isel(message=0).values)
        np.testing.assert_array_equal(missing, np.arange(1, 9) < links, err_msg=base.name)
    large = {results.MESSAGE: 2.0**32, "collective": ALL_TO_ALL}
    ring, pair = ((base.static / base.optimum.isel(reconfiguration_delay=0)).sel(large) for base in (found[0], found[2]))
    # Claim 11: mean 1/theta of the ring and of {1, 9}; a third port that nobody can share leaves b/3 per link.
    assert ring.sel(degree=2).item() == pytest.approx(21.67, rel=1e-3)
    assert pair.sel(degree=2).item() == pytest.approx(8.70, rel=1e-3)
    assert ring.sel(degree=4).item() == ring.sel(degree=2).item()
    assert ring.sel(degree=3).item() == pytest.approx(21.67 * 1.5, rel=1e-3)


def test_reason_of_hatched_cells_is_the_ports(degrees):
    with h5py.File(degrees) as file:
        group = file["grids/torus/static"]
        names = dict(zip(group["reason"].attrs["flag_meanings"].split(), group["reason"].attrs["flag_values"]))
        hatched = np.isnan(group["completion_time"][:])
        applies = group["status"][:] == 0
        assert (group["reason"][:][hatched & ~applies] != names["none"]).all() and hatched.any()
        assert names["too_few_ports"] in group["reason"][:][hatched]


@pytest.mark.parametrize("source, names", [
    ("threshold", ["threshold-64nodes.png"]), ("reuse", ["reuse-64nodes.png"]), ("ports", ["port-delay-64nodes.png"]),
    ("pools", ["pool-circulants-64nodes.png", "pool-members-circulants-64nodes.png"]),
    ("degrees", ["degree-64nodes.png", "degree-gain-64nodes.png"])])
def test_one_command_draws_pages_that_are_whole(source, names, request, tmp_path):
    assert command.main([str(request.getfixturevalue(source)), "-o", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for path in tmp_path.iterdir():
        pixels = plt.imread(path)[..., :3]
        assert pixels.shape[1] > 1000 and pixels.std() > 0.05, path
        for border in (pixels[:2], pixels[-2:], pixels[:, :2], pixels[:, -2:]):
            assert border.min() == 1.0, f"{path}: something is cut off"


def test_cells_without_a_value_are_hatched():
    figure, axis = plt.subplots()
    scale = maps.names("ports per node", [1, 2])
    one = maps.Map("base", scale, scale, np.array([[1.0, 2.0], [np.nan, 1.5]]))
    maps.draw_map(axis, one, None, page.BLUES, "a)")
    assert [patch.get_hatch() for patch in axis.patches] == ["////"]
    one.values = np.ones((2, 2))
    axis.clear()
    maps.draw_map(axis, one, None, page.BLUES, "a)")
    assert not axis.patches
    plt.close(figure)


def test_other_axes_make_pages_or_a_remedy(monkeypatch, tmp_path):
    """Two latencies per step: a page each for the threshold rule; one line too many for the others."""
    unpainted(monkeypatch)
    two = 'fabric.per_step_latency=["100ns", "10us"]'
    file = sweep(tmp_path, "sweeps/addanki/threshold", two, *smaller("allreduce", "alltoall"))
    assert [path.name for path in gains.threshold(file, tmp_path, "png")] == [
        f"threshold-{latency}-64nodes.png" for latency in ("100ns", "10us")]
    file = sweep(tmp_path, "sweeps/addanki/degree", two, 'grid.ring.message="64MiB"', "grid.torus.degree=4",
                 *[f'grid.{name}.collective="allreduce/swing"' for name in ("ring", "coprime-rings", "torus")])
    with pytest.raises(results.MissingData, match="per_step_latency varies as well.*--set per_step_latency=VALUE"):
        degree.draw(file, tmp_path, "png")


def test_missing_data_names_the_sweep(threshold):
    for draw, name in ((gains.reuse, "reuse"), (gains.port_delay, "port_delay"), (overlap.draw, "overlap"),
                       (pool.draw, "pool"), (degree.draw, "degree")):
        with pytest.raises(results.MissingData, match=f"sweeps/addanki/{name}.toml"):
            draw(threshold, None, "png")


@pytest.mark.parametrize("name", ["threshold", "reuse", "port_delay", "overlap", "pool", "degree", "degree_large"])
def test_sweep_files_are_valid(name):
    code, out, error = call("plan", SOURCE / f"sweeps/addanki/{name}.toml")
    assert code == 0 and "rows" in out, error
