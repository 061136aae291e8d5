"""The figures of BRIDGE: numbers of the paper in the sweeps, and a page per grid."""
import matplotlib.pyplot as plt
import numpy as np
import pytest

from conftest import call, sweep
from lightsweep import maps, page, results
from figures import command
from figures.bridge import gains, regions, schedules, shares


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bridge")
    return {name: sweep(folder, f"sweeps/bridge/{name}") for name in ("alltoall", "reduce_scatter", "motivation")}


NAMES = {"m": "message", "delay": "reconfiguration_delay", "hop": "per_hop_latency", "n": "nodes"}
DELAY, MESSAGE = NAMES["delay"], NAMES["m"]


def over(file, grid, *schedulers):
    """Time of the fastest of the baselines over BRIDGE's, over the axes of the grid."""
    times = [gains.time_of(file, grid, name) for name in schedulers]
    return gains.sum_up(dict(enumerate(times))) / gains.time_of(file, grid, "bridge")


def at(quotient, **where):
    """Part of a grid; one value of a key that the grid does not vary may be named as well."""
    for key, value in where.items():
        if NAMES[key] in quotient.dims:
            quotient = quotient.sel({NAMES[key]: value}, method="nearest")
    return quotient


def ratio(file, grid, scheduler, **where):
    """Time of a baseline over BRIDGE's at one point of a grid."""
    return float(at(over(file, grid, scheduler), **where).squeeze())


def steps(quotient, key):
    """What changes from one value of the key to the next."""
    return quotient.diff(NAMES[key]).values


# Claims 3, 11, 17, 18, 20 and 23 of the paper, as its model gives them.
@pytest.mark.parametrize("sweep_name, grid, scheduler, where, expected", [
    ("alltoall", "fig5", "s-bruck", {"m": 256e6, "delay": 1e-6}, 10.48),
    ("alltoall", "fig7", "s-bruck", {"m": 256e6, "delay": 1e-6, "n": 128}, 18.1),
    ("alltoall", "fig7", "s-bruck", {"m": 256e6, "delay": 1e-6, "n": 256}, 31.8),
    ("alltoall", "fig5", "g-bruck", {"m": 16e6, "delay": 1e-3}, 2.563),
    ("reduce_scatter", "fig9", "ring-hamiltonian", {"m": 1e3, "delay": 1e-6}, 8.02),
    ("reduce_scatter", "fig9", "ring-hamiltonian", {"m": 1e3, "delay": 1e-5}, 4.97),
    ("reduce_scatter", "fig9", "r-hd", {"m": 16e6, "delay": 1e-4}, 1.48),
    ("reduce_scatter", "fig10", "ring-hamiltonian", {"m": 1e6, "delay": 1e-6, "hop": 2e-6}, 6.56),
    ("reduce_scatter", "fig11", "ring-hamiltonian", {"m": 32e6, "delay": 1e-6, "n": 256}, 2.90)])
def test_ratios_of_the_paper(files, sweep_name, grid, scheduler, where, expected):
    assert ratio(files[sweep_name], grid, scheduler, **where) == pytest.approx(expected, rel=0.003)


def bridge_grids(file):
    return [grid for grid in results.grids(file) if gains.is_comparison(file, grid)]


def test_bridge_is_never_slower_than_bruck_or_exchanges(files):
    for name, file in files.items():
        for grid in bridge_grids(file):
            for scheduler in set(results.grids(file)[grid]) & {"s-bruck", "g-bruck", "r-hd", "bridge-paper"}:
                quotient = gains.time_of(file, grid, scheduler) / gains.time_of(file, grid, "bridge")
                assert np.nanmin(quotient) >= 1 - 1e-12, (name, grid, scheduler)


def test_figure_5_speedups_fall_with_the_delay(files):
    static, both = (over(files["alltoall"], "fig5", *names) for names in (["s-bruck"], ["s-bruck", "g-bruck"]))
    assert 10.3 <= static.max() <= 10.5
    assert (steps(static, "delay") <= 1e-12).all()
    assert 2.0 <= at(both, m=128e6, delay=5e-3) <= 2.1


def test_figure_6_latency_per_hop_matters_to_small_messages_alone(files):
    large = at(over(files["alltoall"], "fig6", "s-bruck", "g-bruck"), m=16e6, delay=1e-3)
    assert ((large >= 2.3) & (large <= 2.45)).all()
    assert (steps(at(over(files["alltoall"], "fig6", "s-bruck"), m=1e3), "hop") >= -1e-12).all()


def test_figure_7_speedups_grow_with_the_nodes(files):
    static = over(files["alltoall"], "fig7", "s-bruck")
    assert (steps(static, "n") >= -1e-12).all()
    assert (at(static, n=256).sel({DELAY: slice(None, 1.51e-4)}) >= 1.39).all()
    assert static.max() == pytest.approx(31.8, abs=0.05)


def test_figure_8_has_one_peak_between_the_extremes(files):
    greedy, both = (over(files["alltoall"], "fig8", *names) for names in (["g-bruck"], ["s-bruck", "g-bruck"]))
    assert at(greedy, hop=1e-6).sel({MESSAGE: slice(1.8e6, None)}).values == pytest.approx(1, abs=1e-12)
    for hop in both["per_hop_latency"].values:
        line = at(both, hop=hop).squeeze().values
        peak = int(line.argmax())
        assert 1.9 <= line[peak] <= 2.05
        assert (np.diff(line[:peak + 1]) >= -1e-12).all() and (np.diff(line[peak:]) <= 1e-12).all()


def test_figures_9_and_10_where_ring_begins_to_win(files):
    ring = over(files["reduce_scatter"], "fig9", "ring-hamiltonian")
    assert at(ring, m=4e6, delay=1.5e-4) > 1 > at(ring, m=8e6, delay=1.5e-4)
    hops = at(over(files["reduce_scatter"], "fig10", "ring-hamiltonian"), m=16e6, delay=1.5e-4)
    assert at(hops, hop=2e-6) < 1 < at(hops, hop=4e-6)
    exchanges = over(files["reduce_scatter"], "fig9", "r-hd")
    assert 1 - 1e-12 <= exchanges.min() and exchanges.max() <= 1.515


def test_figure_11_ring_wins_in_small_networks(files):
    ring = over(files["reduce_scatter"], "fig11", "ring-hamiltonian")
    assert at(ring, n=256, m=1e3, delay=1e-6) == pytest.approx(24.07, abs=0.005)
    assert (at(ring, n=16, m=32e6).sel({DELAY: slice(1.9e-5, None)}) < 1).all()


def test_figure_12_ends_where_it_began(files):
    ring = over(files["reduce_scatter"], "fig12", "ring-hamiltonian").squeeze()
    assert at(ring, m=1e3) == pytest.approx(4.97, abs=0.005)
    assert 1 <= ring.isel({MESSAGE: -1}) <= 1.05
    assert (steps(ring, "m") <= 1e-12).all()


@pytest.mark.parametrize("message", [1e6, 16e6])
def test_figure_1_bruck_leaves_the_common_line_earlier(files, message):
    lines = {(name, r): schedules.cumulative(files["motivation"], "fig1", name, message, r)
             for name in ("r-hd", "bridge") for r in range(3)}
    for r in range(3):
        assert lines["r-hd", r][:6 - r] == pytest.approx(lines["r-hd", 0][:6 - r], rel=1e-12)
        assert lines["bridge", r][-1] <= lines["r-hd", r][-1] * (1 + 1e-12)
    assert lines["bridge", 0] == pytest.approx(lines["r-hd", 0], rel=1e-12)
    for r in (1, 2):
        assert lines["bridge", r][5 - r] < lines["r-hd", r][5 - r]


def test_the_all_gather_of_figure_1_is_the_reduce_scatter_backwards():
    assert schedules.with_all_gather(np.array([1.0, 3.0, 7.0])).tolist() == [1, 3, 7, 11, 13, 14]


def test_every_row_of_maps_has_a_scale_of_its_own(files, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(maps, "draw_page", lambda path, target, rows, *rest: found.append(rows))
    gains.draw(files["alltoall"], tmp_path, "png")
    for rows in found:
        for row in rows:
            largest = max(np.nanmax(np.abs(np.log(one.values))) for one in row.maps)
            assert np.log(row.norm.vmax) == pytest.approx(min(max(largest, np.log(1.2)), np.log(32))), row.maps[0].title
    assert found[0][-1].norm.vmax < 3 < found[0][1].norm.vmax


def test_figure_8_is_over_s_bruck_with_bridge_in_an_inset(files, tmp_path, monkeypatch):
    figures = []
    monkeypatch.setattr(page, "save", lambda figure, path: figures.append(figure) or path)
    gains.draw(files["alltoall"], tmp_path, "png")
    axis = figures[-1].axes[-1]
    optimum, static = (gains.time_of(files["alltoall"], "fig8", name).squeeze().isel(per_hop_latency=-1) for name in ("bridge", "s-bruck"))
    shown = {line.get_label(): line.get_ydata() for line in axis.lines}
    np.testing.assert_allclose(shown["BRIDGE"], static / optimum)
    inset, = axis.child_axes
    assert inset.lines[0].get_ydata().max() == pytest.approx(1.93, abs=0.01)
    for one in figures:
        plt.close(one)


def test_the_last_point_of_figure_1_is_the_sweeps_time(files):
    """Of the ring and of as many reconfigurations as the optimum has, less their delays."""
    static = gains.time_of(files["motivation"], "fig1", "s-bruck").squeeze()
    for message in (1e6, 16e6):
        line = schedules.cumulative(files["motivation"], "fig1", "bridge", message, 0)
        assert line[-1] == pytest.approx(float(static.sel({MESSAGE: message})), rel=1e-12)
    optimum = results.load(files["motivation"], "fig1", "bridge").sel(collective="reduce-scatter/bruck")
    for message in (1e6, 16e6):
        row = optimum.sel({MESSAGE: message})
        line = schedules.cumulative(files["motivation"], "fig1", "bridge", message, int(row.n_reconfigurations))
        assert line[-1] == pytest.approx(float(row.completion_time - row.reconfiguration_time), rel=1e-12)


def test_figure_2_shares(files):
    groups = results.grids(files["motivation"])["fig2"]
    panels = shares.panels_of(files["motivation"], "fig2", groups)
    assert list(panels) == list(shares.PANELS.values())
    alltoall, ring = panels["All-to-all, Bruck"][0], panels["All-reduce, RING"][0]
    assert (np.diff(alltoall["congestion_time"].values) > 0).all()
    assert (ring["congestion_time"].values == 0).all()
    assert (np.diff(ring["transmission_time"].values) > 0).all() and ring["transmission_time"].values[-1] > 0.93
    for parts, _ in panels.values():
        assert sum(one.values for one in parts.values()) == pytest.approx(1, rel=1e-12)


def test_table_1_is_the_papers(files):
    assert schedules.table_rows(files["motivation"]) == [
        ("R = 1, All-to-All", [0, 0, 0, 1, 0, 0]), ("R = 1, Reduce-Scatter", [0, 0, 1, 0, 0, 0]),
        ("R = 1, AllGather", [0, 0, 0, 0, 1, 0]), ("R = 2, All-to-All", [0, 0, 1, 0, 1, 0]),
        ("R = 2, Reduce-Scatter", [0, 1, 0, 1, 0, 0]), ("R = 2, AllGather", [0, 0, 0, 1, 0, 1])]


def test_motivation_has_its_pages_and_others_say_what_they_lack(files, tmp_path):
    names = {path.name for path in command.draw(files["motivation"], tmp_path, "png")}
    assert names == {f"bridge-{name}-64nodes.png" for name in ("steps-fig1", "shares-fig2", "table1")}
    assert all((tmp_path / name).stat().st_size > 10000 for name in names)
    for figure in ("bridge-steps", "bridge-shares", "bridge-table1"):
        with pytest.raises(results.MissingData, match="run sweeps/bridge/motivation.toml"):
            command.draw(files["alltoall"], tmp_path, "png", [figure])


def test_every_grid_has_its_page(files, tmp_path, painted):
    names = {path.name for name in ("alltoall", "reduce_scatter")
             for path in command.draw(files[name], tmp_path, "png", ["bridge"])}
    assert names == {f"bridge-fig{number}{nodes}.png" for number in range(5, 13) for nodes in ("" if number in (7, 11) else "-64nodes",)}
    assert len(painted()) >= 4 and all((tmp_path / name).stat().st_size > 10000 for name in painted())


def test_critical_delays_are_multiples_of_a_hop_and_its_bytes(files):
    """c = per_hop + (m / b) / 2: on 64 nodes rewiring pays below 49 c, everywhere below c."""
    code, out, _ = call("critical", files["alltoall"], "--grid", "fig5")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.strip().startswith("1 kB")]
    assert rows and rows[0][2:6] == ["1.005", "us", "49.25", "us"]
    assert rows[0][6] == "2"


@pytest.fixture(scope="module")
def map_file(tmp_path_factory):
    return sweep(tmp_path_factory.mktemp("regions"), "sweeps/bridge/regions")


def test_regions_are_exact_and_drawn(map_file, tmp_path):
    """All-to-all on 64 nodes: critical delays 49 c, 5 c and c with c = hop + message time / 2, three straight lines."""
    found = {(one.place.get("collective", one.place.get("primitive")), one.place["nodes"]): one
             for one in regions.lists_of(map_file, "regions", "bridge")}
    small = next(one for (name, nodes), one in found.items() if name.startswith("alltoall") and nodes == 64)
    assert [line[4:] for line in small.boundaries] == [(49, 24.5), (5, 2.5), (1, 0.5)]
    assert [small.segments(schedule) for schedule in (0, 1, 2)] == ["6", "3,3", "2,2,2"]
    scatter = next(one for (name, nodes), one in found.items() if name.startswith("reduce-scatter") and nodes == 64)
    upright = [line[0] for line in scatter.boundaries if np.isnan(line[4])]
    assert upright == pytest.approx([64 / 3, 16]), "segments change at these messages, whatever the delay"
    assert [path.name for path in command.draw(str(map_file), tmp_path, "png", ["regions"])] == ["regions-regions.png"]


def test_boundaries_lie_between_the_best_schedules(map_file):
    """On both sides of every boundary the schedule costs of the file say so."""
    for one in regions.lists_of(map_file, "regions", "bridge"):
        for low, high, _, _, start, rise in one.boundaries:
            if np.isnan(start):
                continue
            message = (low + min(high, 4 * low + 100)) / 2
            for side, more in ((1 - 1e-6, True), (1 + 1e-6, False)):
                best = one.best(np.array([message]), np.array([(start + rise * message) * side]), 1.0, 1.0)[0, 0]
                other = one.best(np.array([message]), np.array([(start + rise * message) * (2 - side)]), 1.0, 1.0)[0, 0]
                turns = one.costs["reconfigurations"]
                assert (turns[best] > turns[other]) == more


def test_critical_lists_delays_and_sizes(files):
    code, out, error = call("critical", files["reduce_scatter"], "--grid", "fig9", "--regimes")
    assert code == 0, error
    assert "16 MB         5 (to 3.5 us), 4 (to 11 us), 3 (to 23 us), 2 (to 57 us), 1 (to 285 us), 0" in out
    code, out, error = call("critical", files["reduce_scatter"], "--grid", "fig9", "--sizes")
    assert code == 0, error
    assert "100 us                 0 (to 3.667 MB), 1 (to 29.76 MB), 2 (to 77.6 MB)" in out
    code, _, error = call("critical", files["reduce_scatter"], "--sizes", "--regimes")
    assert code == 2 and "exclude" in error


def test_technologies_vary_with_their_delay_and_ports(tmp_path):
    file = sweep(tmp_path, "sweeps/bridge/technology")
    data = results.load(file, "technology", "bridge")
    axis = next(name for name in data.dims if "technology" in name)
    assert list(data["technology"].values) == ["sip", "rotornet", "3d-mems", "piezo"]
    assert list(data["reconfiguration_delay"].values) == [7e-6, 1e-5, 15e-3, 25e-3]
    assert list(data["switch_ports"].values) == [32, 128, 320, 576]
    exchange = results.load(file, "technology", "r-hd").sel(collective="reduce-scatter/halving-doubling")
    possible = np.isfinite(exchange["completion_time"]).any("message").transpose("nodes", axis).values
    assert (possible == (2 * np.array([16, 32, 64, 128, 256, 512])[:, None] <= data["switch_ports"].values)).all()


def test_choosing_per_segment_gains_and_is_drawn(tmp_path):
    file = sweep(tmp_path, "sweeps/bridge/hybrid", "nodes=[64]")
    assert [path.name for path in command.draw(str(file), tmp_path, "png", ["hybrid"])] == ["hybrid-hybrid.png"]
    best = np.fmin(gains.time_of(file, "hybrid", "bridge"), gains.time_of(file, "hybrid", "ring-hamiltonian"))
    gain = best / gains.time_of(file, "hybrid", "bridge-hybrid")
    assert gain.min() >= 1 - 1e-12
    assert gain.max() == pytest.approx(1.282, abs=5e-4)
