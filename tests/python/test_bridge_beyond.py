"""BRIDGE on the switches of its Table 2, and sequences whose schedules are too many for a list."""
import numpy as np
import pytest

from conftest import call, sweep
from lightsweep import page, results
from figures import command
from figures.bridge import regions, technology


@pytest.fixture(scope="module")
def switches(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("switches"), "sweeps/bridge/technology")


def test_every_switch_has_its_line(switches, tmp_path):
    optimum = technology.time_of(switches, "technology", "bridge")
    assert list(optimum["technology"].values) == ["sip", "rotornet", "3d-mems", "piezo"]
    assert np.isfinite(optimum.values).all()
    # Segments of 3 and 3 steps: 6 start-ups, 14 hops, one delay, and 3 / 2 + 3 / 16 of the message time.
    rotor = optimum.sel(technology="rotornet", nodes=64, message=1e3)
    assert float(rotor) == pytest.approx(34.2e-6 + 16.875e-9, rel=1e-9)
    assert [technology.has_blocks(rotor.copy(data=0).assign_coords(nodes=nodes)) for nodes in (64, 65)] == [False, True]
    # Where a switch has ports enough, a shorter delay is never worse.
    enough = optimum.sel(nodes=16)
    assert (enough.diff("technology") >= -1e-18).all()
    drawn, = command.draw(switches, tmp_path, "png", ["technology"])
    assert drawn.name == "technology-technology.png" and drawn.stat().st_size > 30000


def test_baselines_may_lack_a_switch(switches):
    optimum = technology.time_of(switches, "technology", "bridge")
    times = technology.baselines(switches, "technology", optimum)
    assert set(times) == {"s-bruck", "g-bruck", "r-hd", "ring-hamiltonian"}
    exchanges = times["r-hd"].sel(technology="sip")
    assert np.isfinite(exchanges.sel(nodes=16)).all() and np.isnan(exchanges.sel(nodes=32)).all()


def test_technology_figure_says_what_it_needs(tmp_path):
    alltoall = sweep(tmp_path, "sweeps/bridge/alltoall")
    with pytest.raises(results.MissingData, match="run sweeps/bridge/technology.toml"):
        command.draw(alltoall, tmp_path, "png", ["technology"])


def test_small_print_fits_narrow_pages():
    figure = page.plt.figure(figsize=(3, 2))
    page.small_print(figure, {"title": "a title that is longer than the page is wide " * 2, "revision": "0123456789ab"}, {}, "x")
    for text in figure.texts:
        box = text.get_window_extent()
        assert box.x1 <= figure.bbox.width and (text.get_text() != "x" or text.get_fontsize() == 6.5)
    page.plt.close(figure)


LONG = """title = "all-reduces in a row"
schedulers = ["s-bruck", "bridge"]
rules = "bridge"
envelopes = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "1.7us"
per_hop_latency = "1us"
[[grid]]
name = "long"
order = "near"
nodes = 256
collective = ["allreduce/bruck", "%s"]
message = ["1KB", "1MB", "256MB"]
reconfiguration_delay = ["1us", "10us", "1ms"]
""" % "+".join(["allreduce/bruck"] * 16)


@pytest.fixture(scope="module")
def long_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    (folder / "long.toml").write_text(LONG)
    return sweep(folder, str(folder / "long"))


def test_long_sequences_are_exact_without_a_list(long_file):
    data = results.load(long_file, "long", "bridge").squeeze()
    one, many = data.isel(collective=0), data.isel(collective=1)
    assert many["completion_time"].values == pytest.approx(16 * one["completion_time"].values, rel=1e-12)
    assert (many["status"] == 0).all() and (many["lower_bound"] == many["completion_time"]).all()
    assert [len(lists.boundaries) > 0 for lists in regions.lists_of(long_file, "long", "bridge")] == [True]


@pytest.mark.parametrize("words", [[], ["--regimes"], ["--sizes"]])
def test_critical_says_where_there_is_no_list(long_file, words):
    code, out, _ = call("critical", *words, long_file)
    assert code == 0
    assert out.count("no list: its schedules are too many, so that bridge is solved point by point (exactly)") == 1
