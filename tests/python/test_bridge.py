"""The figures of BRIDGE: numbers of the paper in the sweeps, and a page per grid."""
import numpy as np
import pytest

from conftest import call, sweep
from figures import bridge, command, regions, results


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bridge")
    return {name: sweep(folder, f"sweeps/bridge/{name}") for name in ("alltoall", "reduce_scatter")}


def ratio(file, grid, scheduler, **where):
    """Time of a baseline over BRIDGE's at one point of a grid."""
    quotient = bridge.time_of(file, grid, scheduler) / bridge.time_of(file, grid, "bridge")
    names = {"m": "message", "delay": "reconfiguration_delay", "hop": "per_hop_latency", "n": "nodes"}
    for key, value in where.items():
        if names[key] in quotient.dims:
            quotient = quotient.sel({names[key]: value}, method="nearest")
    return float(quotient.squeeze())


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


def test_bridge_is_never_slower_than_bruck_or_exchanges(files):
    for name, file in files.items():
        for grid in results.grids(file):
            for scheduler in set(results.grids(file)[grid]) & {"s-bruck", "g-bruck", "r-hd", "bridge-paper"}:
                quotient = bridge.time_of(file, grid, scheduler) / bridge.time_of(file, grid, "bridge")
                assert np.nanmin(quotient) >= 1 - 1e-12, (name, grid, scheduler)


def test_every_grid_has_its_page(files, tmp_path):
    names = {path.name for file in files.values() for path in command.draw(file, tmp_path, "png", ["bridge"])}
    assert names == {f"bridge-fig{number}.png" for number in range(5, 13)}
    assert all((tmp_path / name).stat().st_size > 10000 for name in names)


def test_critical_delays_are_multiples_of_a_hop_and_its_bytes(files):
    """c = per_hop + (m / b) / 2: on 64 nodes rewiring pays below 49 c, everywhere below c."""
    code, out, _ = call("critical", files["alltoall"], "--grid", "fig5")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.strip().startswith("1 KB")]
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
    assert [small.segments(plane) for plane in (0, 1, 2)] == ["6", "3,3", "2,2,2"]
    scatter = next(one for (name, nodes), one in found.items() if name.startswith("reduce-scatter") and nodes == 64)
    upright = [line[0] for line in scatter.boundaries if np.isnan(line[4])]
    assert upright == pytest.approx([64 / 3, 16]), "segments change at these messages, whatever the delay"
    assert [path.name for path in command.draw(str(map_file), tmp_path, "png", ["regions"])] == ["regions-regions.png"]


def test_boundaries_lie_between_the_best_schedules(map_file):
    """On both sides of every boundary the planes of the file say so."""
    for one in regions.lists_of(map_file, "regions", "bridge"):
        for low, high, _, _, start, rise in one.boundaries:
            if np.isnan(start):
                continue
            message = (low + min(high, 4 * low + 100)) / 2
            for side, more in ((1 - 1e-6, True), (1 + 1e-6, False)):
                best = one.best(np.array([message]), np.array([(start + rise * message) * side]), 1.0, 1.0)[0, 0]
                other = one.best(np.array([message]), np.array([(start + rise * message) * (2 - side)]), 1.0, 1.0)[0, 0]
                turns = one.planes["reconfigurations"]
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
    best = np.fmin(bridge.time_of(file, "hybrid", "bridge"), bridge.time_of(file, "hybrid", "ring-hamiltonian"))
    gain = best / bridge.time_of(file, "hybrid", "bridge-hybrid")
    assert gain.min() >= 1 - 1e-12
    assert gain.max() == pytest.approx(1.282, abs=5e-4)
