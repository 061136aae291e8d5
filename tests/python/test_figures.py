"""Figures: what is drawn equals what the file says, and pages are not blank."""
import contextlib
import io
import re
import subprocess

import h5py
import numpy as np
import pytest
import xarray as xr
from conftest import SOURCE, call
from lightsweep import maps, page, pictures, results
from figures import answer, command, delay_panels
from figures.addanki import speedup
from matplotlib import pyplot as plt

HD_NEAR, HD_FAR = "allreduce/halving-doubling-near", "allreduce/halving-doubling-far"
SWING, ALL_TO_ALL = "allreduce/swing", "alltoall/shift"

# Peaks on the grid of figure 1 at 100 ns per step, from an independent implementation of the model:
# over every-step; over static at 4 GiB and 1 ns; over the better of both.
PEAKS = {
    ("ring-uni", HD_NEAR): (1817, 32, 1.480), ("ring-uni", HD_FAR): (None, 32, 1.476),
    ("ring-uni", SWING): (1708, 32, 1.478), ("ring-uni", ALL_TO_ALL): (3026, 32, 1.318),
    ("ring", HD_NEAR): (8660, 2.794, 1.437), ("ring", HD_FAR): (None, 13.540, 1.831),
    ("ring", SWING): (12460, 1.571, 1.424), ("ring", ALL_TO_ALL): (5790, 10.834, 1.242),
    ("ring-split", HD_NEAR): (None, 5.587, 1.437), ("ring-split", HD_FAR): (None, 27.079, 1.882),
    ("ring-split", SWING): (None, 3.143, 1.419), ("ring-split", ALL_TO_ALL): (None, 21.667, 1.246),
}


def run(*words):
    """The command in this process: another one takes a second to import all that it needs."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as error:
        code = command.main([str(word) for word in words])
    return code, out.getvalue(), error.getvalue()


def test_xarray_opens_every_group(demo):
    with h5py.File(demo) as file:
        groups = []
        file.visititems(lambda name, item: groups.append(name) if isinstance(item, h5py.Group) else None)
        leaves = [name for name in groups if any(isinstance(one, h5py.Dataset) for one in file[name].values())]
    assert len(leaves) == 12
    for name in leaves:
        with xr.open_dataset(demo, group=name, engine="h5netcdf") as data:
            assert len(data.variables) > 0, name


def test_peaks_are_those_of_the_reference(fig1):
    found = {(one.place["topology"], one.place["collective"]): one for one in delay_panels.panels(fig1, speedup.SCHEDULERS)}
    assert set(found) == set(PEAKS)
    for key, (over_every, over_static, over_both) in PEAKS.items():
        panel = found[key]
        every = panel.speedup("every-step")
        assert np.unravel_index(every.argmax(), every.shape) == (0, 56), key
        if over_every:
            assert every.max() == pytest.approx(over_every, rel=5e-4), key
        assert panel.speedup("static")[22, 0] == pytest.approx(over_static, rel=1e-3), key
        assert panel.speedup("static", "every-step").max() == pytest.approx(over_both, abs=6e-4), key
        assert min(panel.speedup("static").min(), every.min()) >= 1 - 1e-12, key


def test_speedups_drawn_are_those_of_the_file(fig1, monkeypatch, tmp_path):
    """What pcolormesh is given equals the quotient of the columns that h5py reads."""
    drawn = []
    original = plt.Axes.pcolormesh

    def listen(self, x, y, values, **rest):
        if values.shape == (23, 57):  # colour bars are drawn by the same function
            drawn.append(values)
        return original(self, x, y, values, **rest)

    monkeypatch.setattr(plt.Axes, "pcolormesh", listen)
    monkeypatch.setattr(page, "save", lambda figure, path: plt.close(figure))  # painted pages: see the next test
    speedup.figure1(fig1, tmp_path, "png")
    with h5py.File(fig1) as file:
        grid = file["grids/allreduce"]
        axes = [grid["addanki"][name].asstr()[:] for name in ("collective", "topology")]
        at = list(axes[0]).index(HD_FAR), list(axes[1]).index("ring-uni")
        best = grid["addanki/completion_time"][at].squeeze()
        every = grid["every-step/completion_time"][at].squeeze()
        static = grid["static/completion_time"][at].squeeze()[:, None]
    np.testing.assert_array_equal(drawn[1], every / best)
    np.testing.assert_array_equal(drawn[5], static / best)


def test_pages_are_written_and_not_blank(demo, tmp_path):
    code, out, error = run(demo, "-o", tmp_path)
    assert code == 0, error
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}-64nodes.png" for name in ("answer", "fig1", "fig2", "threshold")]
    assert len(out.split()) == 4
    for path in tmp_path.iterdir():
        pixels = plt.imread(path)[..., :3]
        assert pixels.shape[1] > 1000 and pixels.std() > 0.05, path
        border = np.concatenate([pixels[:, :2].ravel(), pixels[:, -2:].ravel()])
        assert border.min() == 1.0, f"{path}: something is cut off at the sides"


def test_the_answer_is_over_the_best_that_never_reconfigures(demo):
    """Both over all algorithms of the primitive: the rows without a reconfiguration, and all rows, read with h5py."""
    found = answer.panels(demo)
    assert [one.place["primitive"] for one in found] == ["allreduce", "alltoall"]
    with h5py.File(demo) as file:
        groups = [file[f"grids/ring/{name}"] for name in ("static", "every-step", "threshold", "addanki")]
        times, changes = (np.array([np.broadcast_to(one[name][...].reshape(2, 3, 23, -1), (2, 3, 23, 57)) for one in groups])
                          for name in ("completion_time", "n_reconfigurations"))
    best, fixed = np.nanmin(times, axis=(0, 2)), np.nanmin(np.where(changes == 0, times, np.nan), axis=(0, 2))
    for at, one in enumerate(found):
        np.testing.assert_allclose(one["gain"], fixed[at] / best[at], rtol=1e-12)
        names = ("static", "every-step", "threshold", "addanki")
        fastest = np.nanmin(times[:, at], axis=1)  # of each scheduler, over the algorithms
        named = np.take_along_axis(fastest, np.vectorize(names.index)(one["scheduler"])[None], 0)[0]
        np.testing.assert_allclose(named, best[at], rtol=1e-9)
        assert set(np.unique(one["algorithm"])) <= {"halving-doubling", "swing", "shift"} and one["gain"].max() > 2


def test_gains_have_lines_or_numbers(demo, coarse):
    """Lines at 1.01, 1.1 and 2 where cells are many, the gain in every cell where they are few."""
    for file, lines in ((demo, True), (coarse, False)):
        one = answer.panels(file)[0]
        figure, (axis,) = page.panels(1)
        maps.draw_map(axis, one.map("", one["gain"], marks=[maps.mark_gains(one["gain"])]), maps.norm_of([one["gain"]]), page.BLUES, "a)")
        texts = [found.get_text() for found in axis.texts]
        drawn = len(axis.collections) - 1  # beside the cells
        assert (drawn > 0 and not texts) if lines else (drawn == 0 and texts == [f"{value:.3g}" for value in one["gain"].ravel()])
        plt.close(figure)


def test_a_speedup_of_one_is_white():
    assert page.BLUES(0.0) == (1.0, 1.0, 1.0, 1.0)


@pytest.mark.parametrize("value, expected", [(1e-9, "1 ns"), (421.7e-6, "421.7 us"), (1e-3, "1 ms"), (0.01, "10 ms")])
def test_seconds_for_people(value, expected):
    assert page.seconds(value) == expected


@pytest.mark.parametrize("value, expected", [(2**26, "64 MiB"), (256e6, "256 MB"), (1e3, "1 kB"), (1024, "1 KiB"), (512, "512 B")])
def test_sizes_are_in_the_units_of_the_sweep(value, expected):
    assert page.size(value) == expected


def test_headings_say_what_links_share():
    assert page.heading({"topology": "ring"}) == "bidirectional ring, full links"
    assert page.heading({"topology": "ring", "planes": 4}) == "bidirectional ring, 4 planes share a node's rate"


def test_headings_tell_pages_of_other_nodes_and_rates_apart():
    place = {"topology": "ring", "nodes": 64, "per_step_latency": 1e-7}
    assert page.heading({**place, "bandwidth": 1e11}) == "bidirectional ring, full links, 64 nodes, 800 Gbit/s, 100 ns per step"
    assert len({page.heading({**place, "nodes": nodes, "bandwidth": rate}) for nodes in (16, 64) for rate in (1e10, 1e11)}) == 4


def test_a_long_heading_is_not_cut(coarse, tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(page, "save", lambda figure, path: seen.append([text.get_window_extent() for text in figure.texts + [figure._suptitle]]))
    for words in ("short", "a heading of many words " * 8):
        figure, _ = page.panels(1)
        page.write(figure, tmp_path / "page.png", coarse, words, {}, "")
        assert all(0 <= one.x0 and one.x1 <= figure.bbox.width for one in seen[-1]), words
        plt.close(figure)
    assert seen[0][-1].height > 1.5 * seen[1][-1].height  # short ones stay as large as they are


@pytest.mark.parametrize("value, expected", [(1.0, "1"), (1.004, "1.004"), (1.00012, "1.0001"), (0.9996, "0.9996"), (1.384, "1.38"),
                                             (45.67, "45.7"), (999.7, "1000"), (1487.2, "1487")])
def test_a_cell_that_says_1_is_1(value, expected):
    """1.004 as "1" would stand in a coloured cell, beside a winner that is not the one of 1."""
    assert maps.factor(value) == expected


def test_bytes_stand_within_their_bars():
    """A size that is wider than its bar would run into those of the bars beside it."""
    sizes = [1.5e6, 187.5e3, 93.75e3, 93.75e3, 187.5e3, 64 * 1024, 649.3e3, 99.33e3]
    ends = np.cumsum([0, 16, 4.85, 5.05, 5.05, 4.85, 4.0, 40, 41.4]) * 1e-6
    bars = [(0, step, 0, size, ends[step], ends[step + 1]) for step, size in enumerate(sizes)]
    figure = pictures.timeline({"swing": bars}, False)
    figure.canvas.draw()
    axis = figure.axes[0]
    for text in axis.texts:
        step = int(text.get_text().split("\n")[0]) - 1
        left, right = axis.transData.transform([(1e6 * ends[step], 0), (1e6 * ends[step + 1], 0)])[:, 0]
        box = text.get_window_extent()
        assert left <= box.x0 and box.x1 <= right, text.get_text()
    assert sum("B" in text.get_text() for text in axis.texts) == 3 and len(axis.texts) == 8
    plt.close(figure)


def test_names_of_pages_hold_the_nodes_and_what_varies():
    places = [{"nodes": 16, "topology": ring, "per_step_latency": 1e-7, "planes": 2} for ring in ("ring", "ring-uni")]
    assert delay_panels.endings(places) == ["-ring-16nodes", "-ring-uni-16nodes"]


def test_bases_and_routes_that_differ_have_pages_and_headings_of_their_own():
    """Panels of co-prime rings, or of two ways to route, would otherwise stand beside each other under one title."""
    place = {"nodes": 64, "topology": "circulant", "collective": ALL_TO_ALL}
    found = [delay_panels.Panel({**place, "offsets": offsets, "route": route}, None) for offsets in ("1", "1x9") for route in ("flow", "path")]
    found += [delay_panels.Panel({**one.place, "collective": SWING}, None) for one in found]
    pages = delay_panels.sort_into_pages(found)
    assert [ending for ending, _ in pages] == [f"-offsets{a}-{b}-64nodes" for a in ("1", "1x9") for b in ("flow", "path")]
    assert all(len(panels) == 2 for _, panels in pages)
    assert page.heading(pages[3][1][0].place) == "circulant of offsets {1, 9}, route path, 64 nodes"
    assert page.heading({"topology": "wdm-ring", "planes": 1, "wavelengths": 64}) == "ring with 64 wavelengths, one plane"


def test_few_values_at_unequal_distances_are_cells_of_one_width():
    """5, 10, 25, 50, 500 us and 1 ms: the middle of a cell is its tick; equal distances and long axes stay logarithmic."""
    uneven = [5e-6, 1e-5, 2.5e-5, 5e-5, 5e-4, 1e-3]
    one = maps.delays(uneven).cells()
    figure, (axis,) = page.panels(1)
    maps.draw_map(axis, maps.Map("", one, maps.messages([1e6, 1e9]), np.ones((2, 6))), maps.norm_of([np.ones(2)]), page.BLUES, "a)")
    _, x, y = maps.centres(axis)
    assert list(x) == list(one.places()) == [0, 1, 2, 3, 4, 5] and [one.text(tick) for tick in one.ticks] == [page.seconds(v) for v in uneven]
    np.testing.assert_allclose(y, [1e6, 1e9])
    assert all(maps.delays(values).cells().logarithmic for values in ([1e-6], [1e-6, 1e-3], [1e-6, 1e-5, 1e-4], np.cumsum(np.arange(1, 20))))
    plt.close(figure)


def test_pictures_go_into_the_folder_of_the_result(demo, tmp_path):
    (tmp_path / "demo.h5").symlink_to(demo)
    code, out, error = run(tmp_path / "demo.h5", "--figure", "fig2")
    assert code == 0 and out.split() == [str(tmp_path / "fig2-64nodes.png")], error


def test_no_two_colours_of_a_page_are_alike():
    """More names than colours: those that stand on one page differ, and keep their colour if they can."""
    assert answer.apart(["#F0E442", "#0072B2", "#F0E442"])[:2] == ["#F0E442", "#0072B2"]
    assert all(len(set(answer.apart([one] * 12))) == 12 for one in ("#F0E442", "#009E73"))


def test_the_answer_on_lanes_names_their_planes(common, tmp_path, monkeypatch):
    """The figures of one paper are not drawn."""
    seen = []

    def keep(figure, path):
        seen.append((path.name, [text.get_text() for text in figure.texts]))
        plt.close(figure)
        return path

    monkeypatch.setattr(page, "save", keep)
    command.draw(common, tmp_path, "png", ["answer"])
    names, texts = zip(*seen)
    assert names and all("64nodes" in name for name in names)
    assert all("4 planes" in words for one in texts for words in one if words.startswith("Every scheduler"))
    for figure in ("fig1", "fig2", "threshold"):
        with pytest.raises(results.MissingData):
            command.draw(common, tmp_path, "png", [figure])


def test_missing_groups_name_the_remedy(fig1, tmp_path):
    code, _, error = run(fig1, "-o", tmp_path, "--figure", "answer")
    assert code == 2 and "best = true" in error
    code, _, error = run(tmp_path / "absent.h5")
    assert code == 2 and "lightsweep run" in error


def crossing_by_hand(message):
    """Delay at which static and every-step halving/doubling take equally long on a directed ring of 8.

    Six steps (distances 1, 2, 4, 4, 2, 1; half, a quarter, an eighth of the message and back) take 7, 6, 4 hops
    where a matching takes 1, and a quarter of the bandwidth, since a link carries half of the 8 pairs:
    6 delay = (2 * (7 + 6 + 4) - 6) * 100 ns + 2 * (1/2 + 1/4 + 1/8) * (4 - 1) * message / 100 GB/s.
    """
    return (28 * 100e-9 + 5.25 * message / 1e11) / 6


def test_the_dashed_line_is_exact_on_a_coarse_grid(coarse, monkeypatch, tmp_path):
    lines = []
    original = plt.Axes.plot

    def listen(self, x, y, *rest, **more):
        lines.append((np.array(x), np.array(y)))
        return original(self, x, y, *rest, **more)

    monkeypatch.setattr(plt.Axes, "plot", listen)
    speedup.figure2(coarse, tmp_path, "png")
    (delays, messages), = lines
    np.testing.assert_array_equal(messages, [2**10, 2**20, 2**30])
    np.testing.assert_allclose(delays, [crossing_by_hand(one) for one in messages], rtol=1e-9)


def test_no_line_where_one_is_always_faster():
    def panel(static, every):
        dims = ("message", "reconfiguration_delay")
        return delay_panels.Panel({}, xr.Dataset({"static": (dims, [static]), "every-step": (dims, [every])},
                                                 {"message": [1.0], "reconfiguration_delay": [1e-9, 1e-3]}))

    assert panel([3.0, 3.0], [1 + 1e-9, 1 + 1e-3]).crossings() == pytest.approx([2.0])
    assert np.isnan(panel([1.0, 1.0], [1 + 1e-9, 1 + 1e-3]).crossings())  # at no delay above 0
    assert np.isnan(panel([1.0, 1.0], [1.0, 1.0]).crossings())
    assert np.isnan(panel([np.inf, np.inf], [1 + 1e-9, 1 + 1e-3]).crossings())


def test_zeros_are_left_out_of_log_axes_and_named(coarse, tmp_path, monkeypatch):
    code, out, error = run(coarse, "-o", tmp_path)
    assert code == 0 and len(out.split()) == 3, error
    assert "not in the pictures, whose axes are logarithmic: message 0, reconfiguration_delay 0" in error
    texts = []
    original = plt.Figure.text
    monkeypatch.setattr(plt.Figure, "text", lambda self, *words, **more: (
        texts.append(words[2]), original(self, *words, **more))[1])
    monkeypatch.setattr(page, "save", lambda figure, path: plt.close(figure))  # painted above
    for draw in (speedup.figure1, answer.draw):
        texts.clear()
        draw(coarse, tmp_path, "png")
        assert any(text.endswith("not shown on log axes: message 0, reconfiguration delay 0") for text in texts)
    panel = delay_panels.panels(coarse, speedup.SCHEDULERS)[0]
    assert panel["message"][0] == 1024 and panel["reconfiguration_delay"][0] == 1e-6
    assert panel["static"].shape == (3, 2)


def test_a_file_of_zeros_alone_is_no_figure(coarse, tmp_path):
    bare = tmp_path / "zeros.h5"
    bare.write_bytes(coarse.read_bytes())
    with h5py.File(bare, "a") as file:
        for group in file["grids/coarse"].values():
            group["message"][...] = 0
    code, _, error = run(bare, "-o", tmp_path)
    assert code == 2 and "above 0" in error and "Traceback" not in error


def test_missing_links_are_no_crash(coarse, tmp_path):
    """A base that cannot carry the collective: static times are infinite."""
    broken = tmp_path / "infinite.h5"
    broken.write_bytes(coarse.read_bytes())
    with h5py.File(broken, "a") as file:
        file["grids/coarse/static/completion_time"][...] = np.inf
    code, _, error = run(broken, "-o", tmp_path)
    assert code == 0 and "Traceback" not in error, error


def damage(path, folder, position):
    """A copy with one bit flipped; position counts from the end if negative."""
    data = bytearray(path.read_bytes())
    data[position] ^= 4
    copy = folder / "damaged.h5"
    copy.write_bytes(data)
    return copy


def hdf5_size(path):
    """Bytes before the seal, from its footer."""
    return int.from_bytes(path.read_bytes()[-24:-16], "little")


# Superblock, root group, metadata and data of the file; the table of checksums behind it.
@pytest.mark.parametrize("place", [0, 9, 40, 96, 800, 5000, 70000, "middle", "last", "table"])
def test_a_damaged_byte_is_named_before_hdf5_sees_it(coarse, tmp_path, place):
    size = hdf5_size(coarse)
    where = {"middle": size // 2, "last": size - 1, "table": size + 3}.get(place, place)
    code, out, error = run(damage(coarse, tmp_path, where), "-o", tmp_path)
    assert code == 3 and not out
    assert error.startswith(f"lightsweep-figures: {tmp_path}/damaged.h5: is damaged (") and error.count("\n") == 1
    expected = "table of checksums" if place == "table" else f"bytes {where // 65536 * 65536} to "
    assert expected in error


def test_one_intact_footer_is_enough(coarse, tmp_path):
    for position in (-1, -41):
        copy = damage(coarse, tmp_path, position)
        assert run(copy, "-o", tmp_path, "--figure", "fig2")[0] == 0
        data = bytearray(copy.read_bytes())
        data[-100000] ^= 1
        copy.write_bytes(data)
        assert run(copy, "-o", tmp_path)[0] == 3


def test_files_without_a_seal(coarse, tmp_path):
    bare = tmp_path / "bare.h5"
    bare.write_bytes(coarse.read_bytes()[:hdf5_size(coarse)])
    code, out, error = run(bare, "-o", tmp_path)
    assert code == 0 and len(out.split()) == 3, error
    for name, data in {"cut": bare.read_bytes()[:50000], "text": b"no HDF5", "empty": b""}.items():
        bare.write_bytes(data)
        code, out, error = run(bare, "-o", tmp_path)
        assert code == 3 and not out, name
        assert error.startswith(f"lightsweep-figures: {bare}: ") and error.count("\n") == 1, name


def test_an_unfinished_file_is_named_as_such(part, tmp_path):
    code, _, error = run(part, "-o", tmp_path, "--figure", "fig2")
    assert re.search(r"part\.h5: is incomplete: part 1/2, \d+ of \d+ tasks are missing; finish it with", error)
    assert code == 2 and "run sweeps/" not in error and "again" not in error


def test_pdf_and_list(demo, tmp_path):
    code, _, _ = run(demo, "-o", tmp_path, "--format", "pdf", "--figure", "fig2")
    assert code == 0 and (tmp_path / "fig2-64nodes.pdf").read_bytes().startswith(b"%PDF")
    listed = subprocess.run([str(SOURCE / "analysis/lightsweep-figures"), "--list"], capture_output=True, text=True, timeout=120)
    code, out = listed.returncode, listed.stdout
    assert code == 0 and "answer" in out


@pytest.mark.parametrize("name", ["demo", "addanki/fig1", "addanki/fig2", "addanki/claims", "bridge/claims", "bridge/motivation",
                                  "pccl/claims"])
def test_sweep_files_are_valid(name):
    code, out, error = call("plan", SOURCE / f"sweeps/{name}.toml")
    assert code == 0 and "rows" in out, error
