"""PCCL's figures as numbers, and a page for each of them."""
import matplotlib.pyplot as plt
import numpy as np
import pytest

from conftest import FEW_SEEDS, call, sweep
from lightsweep import arrays, maps, page, results
from figures import command
from figures.pccl import algorithms, breakdown, buffers, portfolio, stacked_bars, training

TOPOLOGIES = ["ring", "torus2d", "torus3d", "grid2d", "grid3d"]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pccl")
    found = {name: sweep(folder, f"sweeps/pccl/{name}") for name in ("reduce_scatter", "alltoall", "training")}
    few = {"circuits": ["grid.fig19a.mesh=[8, 16]", "grid.fig19a.seed=[1, 2]", "grid.fibres.seed=[1, 2, 3]"],
           "rack": ["mesh=[8, 16]", "wavelengths=[1, 4]"],
           "portfolio": ['message=["1KiB", "1MiB", "1GiB"]', 'reconfiguration_delay=["1us", "1ms"]']}
    return found | {name: sweep(folder, f"sweeps/pccl/{name}", *values) for name, values in few.items()}


def at(data, **where):
    for key, value in where.items():
        data = data.sel({key: value}, **({} if isinstance(value, str) else {"method": "nearest"}))
    return data


def times(file, grid, scheduler):
    data = results.load(file, grid, scheduler)
    return data.sel(primitive="reduce-scatter", drop=True) if "primitive" in data.dims else data


def algorithm(data, name):
    key = "collective" if "collective" in data.dims else "algorithm"
    return data.sel({key: f"reduce-scatter/{name}" if key == "collective" else name})


def test_figure_8_is_the_same_on_all_topologies(files):
    """256 MB at 5 us: seven reconfigurations, 620.44 us, and the best fixed algorithm over it (claims 1 and 3)."""
    own = algorithm(times(files["reduce_scatter"], "fig8", "pccl"), "halving-doubling-far")
    fixed = times(files["reduce_scatter"], "fig8", "static").completion_time
    key = "collective" if "collective" in fixed.dims else "algorithm"
    for topology, expected in zip(TOPOLOGIES, (1.52, 1.02, 0.96, 1.46, 1.13)):
        point = at(own, topology=topology, message=256e6, reconfiguration_delay=5e-6)
        assert float(point.completion_time) == pytest.approx(620.44e-6, rel=1e-5)
        assert int(point.n_reconfigurations) == 7
        best = at(fixed, topology=topology, message=256e6).min(key)
        assert float(best) / float(point.completion_time) == pytest.approx(expected, abs=0.005)


def test_figure_9_has_four_reconfigurations_on_the_ring_alone(files):
    """1 GB at 1 ms (claim 2, with decimal bytes), where every fixed algorithm of the topology is faster (claim 4)."""
    own = algorithm(times(files["reduce_scatter"], "fig8", "pccl"), "halving-doubling-far")
    counts = [int(at(own, topology=one, message=1e9, reconfiguration_delay=1e-3).n_reconfigurations) for one in TOPOLOGIES]
    assert counts == [4, 2, 0, 2, 0]
    ring = at(own, topology="ring", message=1e9, reconfiguration_delay=1e-3)
    assert float(ring.completion_time) == pytest.approx(7474.14e-6, rel=1e-6)


def test_all_to_alls(files):
    """Figure 10a (claim 9), and figure 1's 7.5 times if links share a node's rate (claim 8)."""
    own, fixed = (results.load(files["alltoall"], "fig10", name) for name in ("pccl", "static"))
    for topology, expected in zip(TOPOLOGIES, (16.3, 2.83, 1.67, 2.83, 1.67)):
        ratio = float(fixed.completion_time.sel(topology=topology)) / float(own.completion_time.sel(topology=topology))
        assert ratio == pytest.approx(expected, abs=0.05 if expected > 10 else 0.005)
    assert (own.n_reconfigurations == 6).all()
    own, fixed = (results.load(files["alltoall"], "fig1", name).completion_time for name in ("pccl", "static"))
    ratio = fixed / own
    assert float(at(ratio, link_bandwidth="split", message=2**25)) == pytest.approx(7.51, abs=0.005)
    assert float(at(ratio, link_bandwidth="full", message=2**25)) == pytest.approx(1.36, abs=0.005)


def test_critical_delays_of_pccl(files):
    code, out, error = call("critical", files["reduce_scatter"], "--grid", "fig8", "--regimes")
    assert code == 0, error
    assert "256 MB" in out and "7 (to " in out


def test_figure_7_large_buffers_are_as_fast_as_the_best(files):
    """From 256 MB on, at most 5 % slower than the best fixed algorithm of every topology; never more than log2 n changes."""
    own = algorithm(times(files["reduce_scatter"], "fig7", "pccl"), "halving-doubling-far")
    fixed = times(files["reduce_scatter"], "fig7", "static").completion_time
    key = "collective" if "collective" in fixed.dims else "algorithm"
    ratio = own.completion_time / fixed.min(key)
    large = ratio.sel(nodes=128, message=slice(2.5e8, None))
    assert large.sizes["message"] == 5 and (large <= 1.05).all()
    assert (own.n_reconfigurations <= np.log2(own.nodes)).all()
    assert (own.n_reconfigurations.sel(topology="ring", nodes=128, message=slice(6e7, None)) == 7).all()


@pytest.mark.parametrize("column, overlap", [("all_reduce_time", 0), ("all_reduce_time", 1), ("iteration_time", 0)])
def test_figures_12_to_16_time_is_concave_in_the_delay(files, column, overlap):
    """A least sum of lines never falls as the delay grows, and its slope never rises. Overlap hides the start of it."""
    time = results.load_group(files["training"], "studies/throughput/pccl")[column].sel(overlap=overlap)
    steps = np.diff(time.transpose(..., "reconfiguration_delay").values, axis=-1)
    slopes = steps / np.diff(time["reconfiguration_delay"].values)
    assert (steps >= -1e-12).all() and (steps > 0).any()
    assert (np.diff(slopes, axis=-1) <= 1e-6).all()


def test_figure_12_pccl_is_fastest_on_grids(files):
    fixed, own = algorithms.columns(files["training"], "throughput", "throughput", "studies")
    here = {**training.assumptions(own), "reconfiguration_delay": 5e-6}
    assert here["device_flops"] == 40e12 and here["overlap"] == 0
    fixed, own = (arrays.pick(one, **here) for one in (fixed, own))
    for topology in ("grid2d", "grid3d"):
        *others, mine = algorithms.series(fixed, own, "reduce-scatter", topology)
        assert mine.is_own and len(others) == 5
        assert all((mine.values >= one.values).all() for one in others)


def test_figure_19a_routes_within_2500_ms(pccl_claims):
    """The whole mesh of 256 x 256."""
    seconds = results.load_group(pccl_claims, "timing/routes").running_time
    assert seconds.sizes["seed"] == (2 if FEW_SEEDS else 5) and (seconds.mean("seed") < 2.5).all() and (seconds > 0).all()


def test_parts_of_the_bars_are_the_times(files):
    here = {"message": 1e9, "reconfiguration_delay": 1e-3}
    bars = breakdown.parts_of(files["reduce_scatter"], "fig8", here, "ring")
    assert [one.title for one, _, _ in bars] == ["Ring", "Bucket 2D", "Bucket 3D", "RHD", "Swing", "PCCL"]
    for one, parts, _ in bars:
        assert sum(parts.values()) == pytest.approx(float(one.values), rel=1e-12)
    assert bars[-1][2] == 4 and bars[-1][1][stacked_bars.DELAY] == pytest.approx(4e-3)


def test_bars_are_cut_only_where_others_vanish():
    assert stacked_bars.cut_at(1.0, 2.1) == 2.1
    assert stacked_bars.cut_at(1.0, 24.0) == 2.0


def test_figure_10b_buffers():
    """4 h^2, h^2, h^2 weights of 4 B per layer: 64, 16 and 16 MiB."""
    known = {"layers": 12, "hidden": 2048, "element_bytes": 4.0, "tensor_degree": 1}
    assert buffers.calls(known) == {16 * 2**20: 24, 64 * 2**20: 12}
    assert buffers.calls({**known, "tensor_degree": 4}) == {4 * 2**20: 24, 16 * 2**20: 12}


PAGES = {"reduce_scatter": {"pccl-sizes-32nodes", "pccl-sizes-64nodes", "pccl-sizes-128nodes", "pccl-breakdown-128nodes-256MB-5us",
                            "pccl-breakdown-128nodes-1GB-1000us"},
         "alltoall": {"pccl-alltoall-1-64nodes", "pccl-alltoall-10a-128nodes"},
         "portfolio": {f"pccl-portfolio-{name}-128nodes" for name in ("reduce_scatter", "all_reduce", "all_to_all")},
         "training": {"pccl-buffers"} | {f"pccl-training-{delay}us" for delay in (5, 10, 25, 50, 500)},
         "circuits": {"pccl-mesh", "pccl-fibres"}, "rack": {"pccl-rack-128nodes"}}


def draw_all(file, folder):
    """Stems of the pages of all of PCCL's figures that the file holds; others say which sweep to run."""
    for figure in [name for name in command.FIGURES if name.startswith("pccl-")]:
        try:
            command.FIGURES[figure][0](file, folder, "png")
        except results.MissingData as fault:
            assert "run sweeps/pccl/" in str(fault)
    return {one.stem for one in folder.iterdir()}


@pytest.mark.parametrize("name", ["alltoall", "circuits", "rack"])
def test_every_file_has_its_pages(files, tmp_path, name):
    assert draw_all(files[name], tmp_path) == PAGES[name]


@pytest.mark.parametrize("name", ["reduce_scatter", "training"])
def test_pages_of_five_panels(files, tmp_path, monkeypatch, name):
    """What is drawn, without the pictures, which take a second each."""
    texts = []

    def keep(figure, path):
        texts.append(" ".join(text.get_text() for text in figure.texts))
        titles = [axis.get_title(loc="left") for axis in figure.axes]
        assert len(titles) == 1 or titles[:5] == ["a) ring", "b) 2D torus", "c) 3D torus", "d) 2D grid", "e) 3D grid"]
        plt.close(figure)
        path.touch()
        return path

    monkeypatch.setattr(page, "save", keep)
    assert draw_all(files[name], tmp_path) == PAGES[name]
    if name == "training":
        assert sum("assumed: 40 TFLOP/s per GPU, all-reduces after the backward pass" in text for text in texts) == 5


def test_files_of_studies_alone_are_no_damage(files, tmp_path):
    """They have no /grids."""
    assert command.main([str(files["circuits"]), "-o", str(tmp_path), "--figure", "pccl-mesh"]) == 0
    assert results.zeros(files["circuits"]) == "" and results.grids(files["circuits"]) == {}


def test_squeezed_bars_keep_the_shares_of_their_parts():
    figure, axis = page.plt.subplots()
    parts = dict(zip(stacked_bars.PARTS, (1.0, 2.0, 16.0, 1.0)))
    assert stacked_bars.stack(axis, 0, parts, 5.0) == 5.0
    assert [bar.get_height() for bar in axis.patches] == pytest.approx([0.25, 0.5, 4.0, 0.25])
    plt.close(figure)


def test_the_band_of_training_spans_all_speeds(files, tmp_path, monkeypatch):
    bands = []
    monkeypatch.setattr(plt.Axes, "fill_between", lambda self, x, low, high, **style: bands.append((low, high)))
    least = []
    monkeypatch.setattr(page, "save", lambda figure, path: (least.append((figure.axes[5].get_ylim()[0], figure.axes[5].get_yticks()[0])), plt.close(figure)))
    command.FIGURES["pccl-training"][0](files["training"], tmp_path, "png")
    assert all(tick <= 1 and (tick < 1 or low > 0.5) for low, tick in least)  # losses below 1 can be read off as gains above
    fixed, own = (results.load_group(files["training"], f"studies/throughput/{who}")["throughput"] for who in ("static", "pccl"))
    where = {"topology": "ring", "overlap": 0, "reconfiguration_delay": 5e-6}
    ours = own.sel(collective="reduce-scatter/halving-doubling-far").sel(where)
    ratio = ours / fixed.sel(collective="reduce-scatter/ring", topology="ring", overlap=0)
    low, high = bands[0]
    np.testing.assert_allclose(low, ratio.min("device_flops").values.squeeze())
    np.testing.assert_allclose(high, ratio.max("device_flops").values.squeeze())
    assert (high > 1.05 * low).all()


def test_the_map_of_the_portfolio_shows_the_algorithm_of_the_file(files, tmp_path, monkeypatch):
    found = {}
    monkeypatch.setattr(maps, "draw_page", lambda path, target, rows, *rest: found.setdefault("rows", rows))
    portfolio.draw(files["portfolio"], tmp_path, "png")
    row, = found["rows"]
    column = results.load(files["portfolio"], "reduce_scatter", "pccl-portfolio")["algorithm"].transpose("topology", "message", ...)
    assert len(row.maps) == 5
    for one, codes in zip(row.maps, column.values):
        shown = {place: set(codes[one.values == place]) for place in np.unique(one.values)}
        assert all(len(same) == 1 for same in shown.values()) and len(set.union(*shown.values())) == len(shown)
