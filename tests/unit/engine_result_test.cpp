#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>

#include "engine/file/early_copy.hpp"
#include "engine/file/finalize.hpp"
#include "engine/file/output_lock.hpp"
#include "engine/file/result_file.hpp"
#include "engine/file/run_record.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/codec.hpp"
#include "engine/journal/journal_scan.hpp"
#include "engine/journal/journal_writer.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/record.hpp"
#include "engine/journal/seal.hpp"

using namespace lightsweep::engine;

BOOST_AUTO_TEST_SUITE(engine_result)

namespace {

std::string scratch(const std::string& name) {
    return (std::filesystem::temp_directory_path() / ("lightsweep-" + name)).string();
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void remove_all(const std::string& out) {
    for (const auto& path : {out, out + ".journal"}) std::filesystem::remove_all(path);
}

Layout layout_with_chunk(std::vector<std::size_t> chunk) {
    Column value;
    value.name = "value";
    value.units = "s";
    value.long_name = "a value";
    value.fill = -5;
    Column code;
    code.name = "code";
    code.type = ElementType::i8;
    code.flags = {{0, "good"}, {9, "missing"}};
    code.fill = 9;
    Column words;
    words.name = "words";
    words.type = ElementType::u64;
    words.width = 3;
    words.width_name = "word";
    Layout layout;
    layout.attributes = {{"title", std::string("t")}};
    layout.arrays = {{"grids/a/b",
                      {{{"name", "", "names", std::vector<std::string>{"x", "\xc3\xa4", ""}}, {}},
                       {{"k", "1", "numbers", std::vector<std::int64_t>{3, 1, 2, 7}},
                        {{"twin", "B", "zipped", std::vector<double>{0.5, 1, 2, 4}}}}},
                      {value, code, words},
                      std::move(chunk),
                      {{"note", std::string("n")}, {"real", 0.25}, {"whole", std::int64_t{-3}}}}};
    return layout;
}

// value = 10 * row + column, words = that times 1, 2, 3 with the top bit set.
std::vector<Encoded> tile_columns(const TaskSpace& tasks, Task task) {
    const ArrayGroup& group = tasks.array(task);
    const std::size_t points = product(group.chunk);
    std::vector<double> value(points, -5);
    std::vector<std::int8_t> code(points, 9);
    std::vector<std::uint64_t> words(3 * points);
    const auto origin = tasks.origin(task), extent = tasks.extent(task);
    for (std::size_t i = 0; i < extent[0]; ++i)
        for (std::size_t j = 0; j < extent[1]; ++j) {
            const std::size_t at = i * group.chunk[1] + j;
            value[at] = static_cast<double>(10 * (origin[0] + i) + origin[1] + j);
            code[at] = 0;
            for (std::uint64_t w = 0; w < 3; ++w)
                words[3 * at + w] =
                    (std::uint64_t{1} << 63) + static_cast<std::uint64_t>(value[at]) * (w + 1);
        }
    return {encode(std::as_bytes(std::span(value)), 8), encode(std::as_bytes(std::span(code)), 1),
            encode(std::as_bytes(std::span(words)), 8)};
}

// A column in which its encoder or the memory behind it went wrong.
const Encoded too_short{std::vector<std::byte>(5), unfiltered_mask(8)},
    not_deflated{std::vector<std::byte>(5), 0};

// A journal with all tasks but one, written by the run of generation 0. A spoilt one has this first
// column in every tile, under right checksums.
void write_journal(const std::string& out, const Layout& layout, std::uint64_t left_out,
                   const Encoded* spoilt = nullptr) {
    remove_all(out);
    std::filesystem::create_directory(journal_folder(out));
    const TaskSpace tasks(layout);
    RecordHead head;
    head.identity = identity_of("f", layout);
    head.kind = RecordKind::manifest;
    JournalWriter writer(journal_file(journal_folder(out), 0, 0));
    writer.put(make_record(head, packed(Manifest{"f", {}, layout})));
    head.kind = RecordKind::tile;
    for (std::uint64_t number = 0; number < tasks.size(); ++number) {
        head.task = tasks.task(number);
        auto columns = tile_columns(tasks, head.task);
        if (spoilt) columns[0] = *spoilt;
        if (number != left_out) writer.put(make_record(head, join_columns(columns)));
    }
    writer.close();
}

FinalizeReport write_sample(const std::string& out, const Layout& layout, std::uint64_t left_out) {
    write_journal(out, layout, left_out);
    return finalize(out);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
    const std::string out = scratch("unit-read.h5");
    Layout layout = layout_with_chunk({2, 3});
    BOOST_TEST(write_sample(out, layout, 99).complete);
    const ResultFile file(out);
    const ArrayGroup* group = file.array("grids/a/b");
    BOOST_REQUIRE(group);
    BOOST_TEST((*group == layout.arrays[0]));
    BOOST_TEST(file.attribute("title") == "t");
    BOOST_TEST(file.attribute("absent", "default") == "default");
    BOOST_TEST(file.read_f64("grids/a/b", "value") ==
               (std::vector<double>{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}));
    BOOST_TEST(file.read_i64("grids/a/b", "value", {{1, 2}, {2, 1}}) ==
               (std::vector<std::int64_t>{12, 22}));
    BOOST_TEST(
        file.read_u64("grids/a/b", "words", {{2, 3, 0}, {1, 1, 3}}) ==
        (std::vector<std::uint64_t>{(1ull << 63) + 23, (1ull << 63) + 46, (1ull << 63) + 69}));
    BOOST_TEST(file.shape("grids/a/b", "words") == (std::vector<std::size_t>{3, 4, 3}));
    BOOST_CHECK_THROW(file.read_f64("grids/a/b", "nothing"), IoError);
    BOOST_CHECK_THROW(file.read_f64("grids/a/b", "value", {{0, 3}, {1, 2}}), IoError);
    BOOST_CHECK_THROW(ResultFile(out + ".absent"), BadInput);
    remove_all(out);
}

// value = 10 * row + column, code = 0; 3 rows and 4 columns.
void check_block(const ResultFile& file, const Slab& slab, bool has_gap) {
    std::vector<double> value, code;
    std::vector<std::uint64_t> words;
    for (std::size_t i = slab.start[0]; i < slab.start[0] + slab.count[0]; ++i)
        for (std::size_t j = slab.start[1]; j < slab.start[1] + slab.count[1]; ++j) {
            const bool gap = has_gap && i < 2 && j < 2;
            value.push_back(gap ? -5 : static_cast<double>(10 * i + j));
            code.push_back(gap ? 9 : 0);
            for (std::uint64_t w = 1; w <= 3 && !has_gap; ++w)
                words.push_back((std::uint64_t{1} << 63) + (10 * i + j) * w);
        }
    BOOST_TEST(file.read_f64("grids/a/b", "value", slab) == value);
    BOOST_TEST(file.read_f64("grids/a/b", "code", slab) == code);
    const std::vector<std::int64_t> whole(value.begin(), value.end());
    BOOST_TEST(file.read_i64("grids/a/b", "value", slab) == whole);
    const Slab with_words{{slab.start[0], slab.start[1], 0}, {slab.count[0], slab.count[1], 3}};
    if (!has_gap) BOOST_TEST(file.read_u64("grids/a/b", "words", with_words) == words);
}

BOOST_AUTO_TEST_CASE(every_block_of_every_chunk_shape_is_read) {
    const std::string out = scratch("unit-blocks.h5");
    for (const auto& chunk : {std::vector<std::size_t>{2, 3}, {1, 4}, {3, 1}, {2, 2}, {3, 4}})
        for (const bool has_gap : {false, true}) {
            if (has_gap && chunk != std::vector<std::size_t>{2, 2}) continue;
            const auto written = write_sample(out, layout_with_chunk(chunk), has_gap ? 0 : 99).file;
            const ResultFile file(written);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 4; ++j)
                    for (std::size_t rows = 0; rows <= 3 - i; ++rows)
                        for (std::size_t columns = 0; columns <= 4 - j; ++columns)
                            check_block(file, {{i, j}, {rows, columns}}, has_gap);
            remove_all(written);
        }
    remove_all(out);
}

BOOST_AUTO_TEST_CASE(the_digest_does_not_see_chunk_shapes_but_every_value) {
    const std::string out = scratch("unit-digest.h5");
    write_sample(out, layout_with_chunk({2, 3}), 99);
    const auto first = verify(out);
    write_sample(out, layout_with_chunk({1, 1}), 99);
    const auto second = verify(out);
    write_sample(out, layout_with_chunk({3, 4}), 99);
    const auto third = verify(out);
    BOOST_TEST(first.size() == 2u);
    BOOST_TEST(first.back().digest.size() == 32u);
    BOOST_TEST(first.back().digest == second.back().digest);
    BOOST_TEST(first.back().digest == third.back().digest);
    Layout other = layout_with_chunk({3, 4});
    std::get<std::vector<double>>(other.arrays[0].axes[1].auxiliary[0].values)[0] = 0.6;
    write_sample(out, other, 99);
    BOOST_TEST(verify(out).back().digest != third.back().digest);
    remove_all(out);
}

BOOST_AUTO_TEST_CASE(tiles_of_other_runs_are_unpacked_first_and_verify_unpacks_all) {
    const std::string out = scratch("unit-own.h5");
    const Layout layout = layout_with_chunk({2, 3});
    write_sample(out, layout, 99);
    const auto expected = verify(out).back().digest;
    write_journal(out, layout, 99);
    auto lock = OutputLock::take(out);
    BOOST_TEST(write_result(out, &lock, {}, {0, nullptr}).journal_removed);
    BOOST_TEST(verify(out).back().digest == expected);
    const auto written = [&](std::optional<std::uint32_t> own) {
        auto again = OutputLock::take(out);
        return write_result(out, &again, {}, {own, nullptr}).complete;
    };
    for (const auto* spoilt : {&too_short, &not_deflated})
        for (const std::optional<std::uint32_t> other : {std::optional<std::uint32_t>{}, {1}}) {
            write_journal(out, layout, 99, spoilt);
            BOOST_CHECK_THROW(written(other), IoError);
        }
    write_journal(out, layout, 99, &too_short);
    BOOST_CHECK_THROW(written(0), IoError);
    write_journal(out, layout, 99, &not_deflated);
    const auto folder = journal_folder(out), file = journal_file(folder, 0, 0);
    std::filesystem::rename(file, folder + "/run-00000-rank-000000 (copy).lsj");
    BOOST_CHECK_THROW(written(0), IoError);  // no run has named it
    std::filesystem::rename(folder + "/run-00000-rank-000000 (copy).lsj", file);
    BOOST_TEST(written(0));
    BOOST_CHECK_THROW(verify(out), IoError);
    remove_all(out);
}

namespace {

std::string tile_record(const TaskSpace& tasks, std::uint64_t number, const std::string& sweep) {
    RecordHead head;
    head.identity = identity_of(sweep, tasks.layout());
    head.kind = RecordKind::tile;
    head.task = tasks.task(number);
    const auto bytes = make_record(head, join_columns(tile_columns(tasks, head.task)));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

// Tiles come in falling order from two ranks; one record is torn while it is read, and one is of
// another sweep.
BOOST_AUTO_TEST_CASE(tiles_copied_while_others_are_computed_are_in_the_file) {
    const std::string out = scratch("unit-early.h5");
    Layout layout = layout_with_chunk({2, 3});
    layout.arrays.push_back(layout.arrays[0]);
    layout.arrays[1].path = "grids/a/c";
    const TaskSpace tasks(layout);
    write_sample(out, layout, tasks.size());
    const auto expected = verify(out).back().digest;
    write_journal(out, layout, tasks.size());
    const std::string whole = read_text(journal_file(journal_folder(out), 0, 0));
    const auto manifest = whole.substr(0, whole.find(tile_record(tasks, 0, "f")));
    std::string first = manifest;
    for (std::uint64_t number = tasks.size(); number-- > 1;)
        first += tile_record(tasks, number, "f");
    write_text(journal_file(journal_folder(out), 0, 0), first);
    auto lock = OutputLock::take_if_free(out);
    BOOST_REQUIRE(lock.has_value());
    EarlyCopy copy(out, 0, 2, layout, "f");
    using namespace std::chrono_literals;
    BOOST_TEST(copy.copy_for(10s));
    BOOST_TEST(!copy.copy_for(10s));
    const auto other = tile_record(tasks, 0, "another sweep"), last = tile_record(tasks, 0, "f");
    const auto second = journal_file(journal_folder(out), 0, 1);
    write_text(second, other + last.substr(0, last.size() - 1));
    BOOST_TEST(copy.copy_for(10s));  // past the other sweep's record
    BOOST_TEST(!copy.holds(tasks.task(0)));
    write_text(second, last);
    EarlyCopy again(out, 0, 2, layout, "f");
    BOOST_TEST(again.copy_for(10s));
    for (std::uint64_t number = 0; number < tasks.size(); ++number)
        BOOST_TEST(again.holds(tasks.task(number)));
    const auto report = write_result(out, &*lock, {}, {0, &again});
    BOOST_TEST(report.complete);
    BOOST_TEST(report.file == out);
    BOOST_TEST(verify(out).back().digest == expected);
    remove_all(out);
}

// What was not copied early, or of other runs, comes from the journal at the end.
BOOST_AUTO_TEST_CASE(the_rest_of_an_early_copy_comes_from_the_journal) {
    const std::string out = scratch("unit-rest.h5");
    const Layout layout = layout_with_chunk({2, 3});
    const TaskSpace tasks(layout);
    write_sample(out, layout, tasks.size());
    const auto expected = verify(out).back().digest;
    for (const int ranks : {0, 1}) {
        write_journal(out, layout, tasks.size());
        auto lock = OutputLock::take_if_free(out);
        EarlyCopy copy(out, 0, ranks, layout, "f");
        BOOST_TEST(copy.copy_for(std::chrono::seconds(ranks)) == (ranks == 1));
        BOOST_TEST(copy.holds(tasks.task(0)) == (ranks == 1));
        BOOST_TEST(write_result(out, &*lock, {}, {0, &copy}).complete);
        BOOST_TEST(verify(out).back().digest == expected);
    }
    write_journal(out, layout, 0);  // a task is missing: the partial file has the others
    auto lock = OutputLock::take_if_free(out);
    EarlyCopy copy(out, 0, 1, layout, "f");
    BOOST_TEST(copy.copy_for(std::chrono::seconds(1)));
    const auto report = write_result(out, &*lock, {}, {0, &copy});
    BOOST_TEST(report.missing == 1);
    BOOST_TEST(report.file == partial_name(out));
    BOOST_TEST(ResultFile(report.file).read_f64("grids/a/b", "value", {{2, 3}, {1, 1}}) ==
               (std::vector<double>{23}));
    std::filesystem::remove(report.file);
    remove_all(out);
}

BOOST_AUTO_TEST_CASE(a_missing_tile_reads_as_fill_and_is_counted) {
    const std::string out = scratch("unit-partial.h5");
    const auto report = write_sample(out, layout_with_chunk({3, 2}), 1);
    BOOST_TEST(!report.complete);
    BOOST_TEST(report.missing == 1u);
    BOOST_TEST(!report.journal_removed);
    const ResultFile file(report.file);
    BOOST_TEST(file.attribute("missing_tasks") == "1");
    BOOST_TEST(file.read_f64("grids/a/b", "value", {{0, 0}, {1, 4}}) ==
               (std::vector<double>{0, 1, -5, -5}));
    BOOST_TEST(file.read_i64("grids/a/b", "code", {{2, 0}, {1, 4}}) ==
               (std::vector<std::int64_t>{0, 0, 9, 9}));
    const auto state = status(out);
    BOOST_TEST(state.present == 1u);
    BOOST_TEST(to_text(state).find("1 of 2 tasks") != std::string::npos);
    std::filesystem::remove(report.file);
    remove_all(out);
    BOOST_CHECK_THROW(status(out), BadInput);
    BOOST_CHECK_THROW(finalize(out), BadInput);
}

// HDF5 alone crashes or hangs on some of these files: getting to the end is part of the test.
BOOST_AUTO_TEST_CASE(damaged_files_are_errors_or_read_the_same) {
    const std::string out = scratch("unit-damage.h5"), copy = scratch("unit-damaged.h5");
    write_sample(out, layout_with_chunk({2, 3}), 99);
    const std::string bytes = read_text(out), expected = verify(out).back().digest;
    std::mt19937_64 random(5);
    int refused = 0;
    for (int round = 0; round < 600; ++round) {
        std::string damaged = bytes;
        const int flips = 1 << (round % 7);
        for (int i = 0; i < flips; ++i) {
            const std::uint64_t bit = random() % (8 * damaged.size());
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        }
        if (round % 5 == 4) damaged.resize(random() % damaged.size());
        write_text(copy, damaged);
        try {
            BOOST_TEST(verify(copy).back().digest == expected, "round " << round);
        } catch (const IoError& error) {
            ++refused;
            BOOST_TEST(std::string(error.what()).starts_with(copy), error.what());
        }
    }
    BOOST_TEST(refused > 500);
    remove_all(out);
    remove_all(copy);
}

BOOST_AUTO_TEST_CASE(a_file_whose_seal_is_cut_off_is_read_as_it_is) {
    const std::string out = scratch("unit-seal.h5");
    write_sample(out, layout_with_chunk({2, 3}), 99);
    const std::string expected = verify(out).back().digest;
    const std::uint64_t size = SealedReader(out).size();
    BOOST_TEST(SealedReader(out).sealed());
    BOOST_TEST(size < std::filesystem::file_size(out));
    std::filesystem::resize_file(out, size);
    BOOST_TEST(!SealedReader(out).sealed());
    BOOST_TEST(verify(out).back().digest == expected);
    remove_all(out);
}

BOOST_AUTO_TEST_SUITE_END()
