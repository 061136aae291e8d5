"""Result files that another program has altered: every verb says exit 3 with the place and the remedy, and follows no link."""
import os
import random
import shutil
import zlib

import h5py
import numpy as np
import pytest
from conftest import CAMPAIGN, SOURCE, call

GRID = "grids/zipped/addanki"
LISTS = "envelopes/zipped/addanki"


def replace(group, name, **how):
    """A dataset with the attributes of the old one but its dimensions."""
    old = dict(group[name].attrs)
    del group[name]
    group.create_dataset(name, **how)
    for key, value in old.items():
        if key not in ("DIMENSION_LIST", "REFERENCE_LIST"):
            group[name].attrs[key] = value


def set_index(name, row, value):
    def alter(file):
        file[LISTS][name][(row,) + (0,) * (file[LISTS][name].ndim - 1)] = value
    return alter


def set_root(name, value):
    def alter(file):
        file.attrs[name] = value
    return alter


def soft_link(file):
    del file[GRID]["status"]
    file[GRID]["status"] = h5py.SoftLink("/" + GRID + "/status")


def external_link(file):
    file["grids/zipped/elsewhere"] = h5py.ExternalLink("other.h5", "/")


def external_data(file):
    replace(file[GRID], "n_steps", shape=(2, 3), dtype="i4", external=[("/etc/passwd", 0, h5py.h5f.UNLIMITED)])


def list_in_another_file(file):
    layout = h5py.VirtualLayout(shape=file[LISTS]["count"].shape, dtype="i8")
    layout[...] = h5py.VirtualSource("whole.h5", LISTS + "/count", shape=layout.shape)
    attributes = dict(file[LISTS]["count"].attrs)
    del file[LISTS]["count"]
    file[LISTS].create_virtual_dataset("count", layout)
    file[LISTS]["count"].attrs["long_name"] = attributes["long_name"]


def deep(file):
    group = file.id
    for _ in range(5000):
        group = h5py.h5g.create(group, b"a")


def endless_parameter(file):
    file[GRID]["reconfiguration_delay"][0] = np.inf


def huge_axis(file):
    column = file.create_group("zz").create_dataset("x", shape=(10**9,), dtype="f8", chunks=(1024,))
    column[0] = 1
    column.make_scale("x")
    values = file["zz"].create_dataset("c", shape=(10**9,), dtype="f8", chunks=(1024,))
    values.dims[0].attach_scale(column)


def loop(file):
    file[GRID]["again"] = file["grids"]


def scale_list_as_numbers(file):
    dataset = file[GRID]["status"]
    del dataset.attrs["DIMENSION_LIST"]
    dataset.attrs["DIMENSION_LIST"] = np.arange(dataset.ndim)


def short_scale_list(file):
    column = file[GRID]["status"]
    value = column.attrs["DIMENSION_LIST"][:1]
    del column.attrs["DIMENSION_LIST"]
    column.attrs.create("DIMENSION_LIST", value, dtype=h5py.special_dtype(vlen=h5py.special_dtype(ref=h5py.Reference)))


def no_scale_list(file):
    del file[GRID]["completion_time"].attrs["DIMENSION_LIST"]


def missing_count(file):
    del file[LISTS]["count"]


def short_count(file):
    replace(file[LISTS], "count", data=np.zeros(1, dtype="i8"))


def other_shape(file):
    replace(file[GRID], "completion_time", data=np.zeros((1, 1)))


def column_of_text(file):
    replace(file[GRID], "completion_time", data=["a", "b"])


def keep_scales(group, name, **how):
    """Like replace, with the dimensions kept."""
    scales = group[name].attrs["DIMENSION_LIST"]
    replace(group, name, **how)
    group[name].attrs.create("DIMENSION_LIST", scales, dtype=h5py.special_dtype(vlen=h5py.special_dtype(ref=h5py.Reference)))


def column_of_integers(file):
    data = file[GRID]["completion_time"][()]
    keep_scales(file[GRID], "completion_time", data=(data * 1e9).astype("i8"))


def decisions_as_numbers(file):
    data = file[LISTS]["decision"][()]
    keep_scales(file[LISTS], "decision", data=data.astype("f8"))


def no_meanings(file):
    del file[GRID]["status"].attrs["flag_meanings"]


def no_flags(file):
    for name in ("flag_meanings", "flag_values"):
        del file[GRID]["status"].attrs[name]


def few_meanings(file):
    file[GRID]["status"].attrs["flag_meanings"] = "optimal"


ALTERED = {
    soft_link: "is a link", external_link: "is a link", external_data: "in another file",
    list_in_another_file: "in another file", deep: "nested too deep", endless_parameter: "not finite", huge_axis: "stored bytes can hold", loop: "loop of links",
    scale_list_as_numbers: "DIMENSION_LIST", short_scale_list: "DIMENSION_LIST", no_scale_list: "has the shape",
    missing_count: "count is missing", short_count: "has the shape", other_shape: "has the shape",
    column_of_text: "does not hold numbers", column_of_integers: "does not hold numbers of a type", decisions_as_numbers: "does not hold words",
    no_meanings: "flag_meanings", no_flags: "flag_meanings", few_meanings: "flag_meanings",
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("altered")
    code, _, error = call("run", SOURCE / "tests/python/small_axes.toml", "-o", folder / "whole.h5")
    assert code == 0, error
    return folder / "whole.h5"


def altered(original, tmp_path, alter):
    path = tmp_path / "altered.h5"
    shutil.copy(original, path)
    with h5py.File(path, "r+") as file:
        alter(file)
    return path


def check_refused(path, verb, *expected):
    out = ["-o", path.parent / "merged.h5"] if verb == "merge" else []
    code, _, error = call(verb, path, *out)
    assert code == 3, (verb, code, error)
    for text in ("altered.h5", "restore a copy", *expected):
        assert text in error, (verb, error)
    assert not (path.parent / "merged.h5").exists()


@pytest.mark.parametrize("alter", ALTERED, ids=lambda alter: alter.__name__)
def test_every_verb_refuses(original, tmp_path, alter):
    """In the suite two of the verbs, in turn."""
    path = altered(original, tmp_path, alter)
    at = list(ALTERED).index(alter)
    verbs = ("verify", "status", "merge", "winners", "critical", "table")
    for verb in verbs if CAMPAIGN else (verbs[at % 6], verbs[(at + 3) % 6]):
        check_refused(path, verb, ALTERED[alter])


def winners_without_meanings(file):
    for path in ("grids/zipped/best", "envelopes/zipped/best"):
        for name in ("flag_meanings", "flag_values"):
            del file[path]["winner"].attrs[name]


def winners_beyond_meanings(file):
    for path in ("grids/zipped/best", "envelopes/zipped/best"):
        file[path]["winner"][...] = 2**31 - 1


@pytest.mark.parametrize("alter", [winners_without_meanings, winners_beyond_meanings], ids=lambda alter: alter.__name__)
def test_winners_without_a_name(original, tmp_path, alter):
    path = altered(original, tmp_path, alter)
    check_refused(path, "winners", "/best/winner", "flag_meanings")
    code, _, error = call("critical", path, "--regimes")
    assert code in (0, 3) and "defect" not in error, (code, error)


def test_missing_columns(original, tmp_path):
    def remove(file):
        for name in ("hops", "n_steps"):
            for column in [one for one in file["envelopes/zipped"].values() if name in one]:
                del column[name]
    code, _, error = call("critical", altered(original, tmp_path, remove), "--regimes")
    assert code == 3 and "is missing" in error, (code, error)


@pytest.mark.parametrize("name,row,value", [("count", 0, -7), ("offset", 0, -2), ("count", 0, 2**62), ("offset", 0, 2**63 - 1),
                                            ("count", 0, -2**63)])
def test_lists_outside_their_elements(original, tmp_path, name, row, value):
    path = altered(original, tmp_path, set_index(name, row, value))
    for verb in ("verify", "merge", "critical"):
        check_refused(path, verb, LISTS + "/count", str(value))


@pytest.mark.parametrize("name,value", [("tasks", "many"), ("missing_tasks", -3), ("missing_tasks", 10**9), ("ranks", 2**40),
                                        ("shard", "1/0"), ("shard", "one"), ("points", 0.5)])
def test_root_attributes(original, tmp_path, name, value):
    path = altered(original, tmp_path, set_root(name, value))
    for verb in ("status", "merge"):
        check_refused(path, verb, f"root attribute {name} = ")


def test_chunks_of_other_filters_are_not_copied(original, tmp_path):
    def repack(file):
        data = file[GRID]["completion_time"][()]
        keep_scales(file[GRID], "completion_time", data=data, chunks=data.shape, compression="gzip")
    path = altered(original, tmp_path, repack)
    assert call("verify", path)[0] == 0
    check_refused(path, "merge", "other filters")


@pytest.mark.parametrize("how", [{}, {"chunks": (1, 2)}, {"maxshape": (None, None)}, {"dtype": ">f8"}], ids=["contiguous", "chunks", "resizable", "big-endian"])
def test_columns_stored_in_another_way_read_the_same(original, tmp_path, how):
    def rewrite(file):
        keep_scales(file[GRID], "completion_time", data=file[GRID]["completion_time"][()], **how)
    path = altered(original, tmp_path, rewrite)
    columns = ["--columns", "completion_time,status"]
    assert call("table", path, GRID, *columns) == call("table", original, GRID, *columns)


@pytest.mark.parametrize("content", [b"\0" * 8, b"", b"\0" * 1_000_000], ids=["short", "empty", "long"])
@pytest.mark.parametrize("group,name", [(GRID, "completion_time"), (LISTS, "hops"), (LISTS, "count")])
def test_chunks_that_do_not_unpack_to_their_values(original, tmp_path, group, name, content):
    """HDF5 itself reads beyond a chunk that is too short."""
    def shorten(file):
        keep_scales(file[group], name, data=file[group][name][()], chunks=tuple(max(1, size) for size in file[group][name].shape), compression="gzip", shuffle=True)
        file.flush()
        file[group][name].id.write_direct_chunk((0,) * file[group][name].ndim, zlib.compress(content, 9))
    path = altered(original, tmp_path, shorten)
    for verb in ("verify", "status", "winners", "critical", "table"):
        check_refused(path, verb, f"{group}/{name}, chunk at (0", "bytes")


def test_other_filters_are_refused(original, tmp_path):
    def pack(file):
        keep_scales(file[GRID], "completion_time", data=file[GRID]["completion_time"][()], compression="lzf")
    check_refused(altered(original, tmp_path, pack), "verify", "/completion_time", "other filters than shuffle, deflate and fletcher32")


@pytest.mark.parametrize("how", [{"compression": 9}, {"compression": 1, "shuffle": True}, {"shuffle": True}, {"fletcher32": True}, {"compression": 4, "shuffle": True, "fletcher32": True}], ids=str)
def test_filters_that_are_known_read_the_same(original, tmp_path, how):
    def pack(file):
        keep_scales(file[GRID], "completion_time", data=file[GRID]["completion_time"][()], **how)
        keep_scales(file[GRID], "status", data=file[GRID]["status"][()], **how)
    path = altered(original, tmp_path, pack)
    columns = ["--columns", "completion_time,status"]
    assert call("table", path, GRID, *columns) == call("table", original, GRID, *columns)


@pytest.mark.parametrize("value", [2.0**63, -1e308])
def test_costs_beyond_all_numbers(original, tmp_path, value):
    def change(file):
        file["envelopes/zipped/best/hops"][0] = value
    check_refused(altered(original, tmp_path, change), "critical", "envelopes/zipped/best/hops", "2^53")


def test_numbers_of_any_size_end_no_verb(original, tmp_path):
    """Extreme numbers in any column, scale or list (`LIGHTSWEEP_CAMPAIGN=1`: 5,000 files)."""
    share = os.environ.get("LIGHTSWEEP_CAMPAIGN")
    draw = random.Random(None if share else 20261123)
    for trial in range(max(1, int(float(share) * 5000)) if share else 6):
        changed = []

        def change(file):
            names = []
            file.visititems(lambda name, one: names.append(name) if isinstance(one, h5py.Dataset) and one.dtype.kind in "iuf" and one.size else None)
            for name in draw.choices(sorted(names), k=draw.choice([1, 1, 2, 4])):
                values = np.ravel(file[name][()]).copy()
                limits = np.iinfo(values.dtype) if values.dtype.kind in "iu" else None
                extreme = draw.choice([limits.min, limits.max, 0, 1] if limits else [np.nan, np.inf, -1.0, 0.0, 1e308, 1e-320, 2.0**63])
                values[draw.randrange(values.size)] = extreme
                file[name][...] = values.reshape(file[name].shape)
                changed.append((name, extreme))
        path = altered(original, tmp_path, change)
        for words in (["verify"], ["status"], ["winners"], ["critical", "--regimes"], ["table", changed[0][0].rsplit("/", 1)[0]]):
            code, _, error = call(words[0], path, *words[1:])
            assert code in (0, 2, 3) and "defect" not in error, (trial, changed, words, code, error)


def test_chunks_of_another_shape_are_not_copied(original, tmp_path):
    """All columns of a group are cut alike; HDF5 would read chunks of another shape as other points."""
    def recut(file):
        old = file[GRID]["n_steps"]
        chunks = tuple(max(1, extent // 2) for extent in old.shape)
        keep_scales(file[GRID], "n_steps", data=old[()], chunks=chunks, shuffle=True, compression="gzip")
    path = altered(original, tmp_path, recut)
    check_refused(path, "merge", GRID + "/n_steps", "chunks of another shape")


def test_a_length_that_is_no_scale_any_more_is_no_column(original, tmp_path):
    def unmark(file):
        file[LISTS]["element"].attrs["CLASS"] = b"SOMETHING"
    path = altered(original, tmp_path, unmark)
    assert call("verify", path)[1].replace("altered.h5", "") == call("verify", original)[1].replace("whole.h5", "").replace(str(original.parent), str(tmp_path))
    assert call("merge", path, original, "-o", tmp_path / "merged.h5")[0] == 0


def name_with_an_escape(file):
    file[GRID].move("n_steps", "n_\x1b[31mps")


def text_with_an_escape(file):
    file[GRID]["n_steps"].attrs["long_name"] = "hops\x1b]0;title\x07"


@pytest.mark.parametrize("alter", [name_with_an_escape, text_with_an_escape], ids=lambda alter: alter.__name__)
def test_nothing_of_a_file_reaches_the_terminal_as_a_command(original, tmp_path, alter):
    path = altered(original, tmp_path, alter)
    for words in (["verify"], ["status"], ["merge", "-o", tmp_path / "merged.h5"], ["winners"], ["critical"], ["table"]):
        code, output, error = call(words[0], path, *words[1:])
        assert code == 3 and "control characters" in error, (words, code, error)
        assert "\x1b" not in output + error, words


@pytest.mark.parametrize("name,value", [("format", "x" * 60000), ("format_version", "\x1b[2J"), ("shard", "9" * 60000)], ids=["format", "version", "shard"])
def test_root_attributes_are_shown_in_part(original, tmp_path, name, value):
    path = altered(original, tmp_path, set_root(name, value))
    code, output, error = call("status", path)
    assert code == 3 and len(output + error) < 5000 and "\x1b" not in error, (code, len(error))


def test_parts_of_other_shapes_are_not_merged(original, tmp_path):
    def shorten(file):
        del file["grids/items"]
    path = altered(original, tmp_path, shorten)
    code, _, error = call("merge", original, path, "-o", tmp_path / "merged.h5")
    assert code == 3 and "has other groups" in error, error
