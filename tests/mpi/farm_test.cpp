// Runs of the demo under the MPI launcher: same bytes for any ranks and threads, refusals, exits.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/file/finalize.hpp"
#include "engine/file/result_file.hpp"
#include "tests/support/launch.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(farm)

namespace {

bool mentions(const Outcome& outcome, const std::string& text) {
    return outcome.output.find(text) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

// The demo on one rank and one thread: what everything else is compared with.
std::string reference_digest(const std::vector<std::string>& more = {}) {
    const ScratchFolder folder;
    std::vector<std::string> words{folder / "reference.h5"};
    words.insert(words.end(), more.begin(), more.end());
    run_demo(0, words);
    return digest_of(folder / "reference.h5");
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_and_threads_do_not_change_the_digest) {
    const std::string expected = reference_digest();
    for (const int ranks : {1, 2, 3})
        for (const char* threads : {"1", "2"}) {
            const ScratchFolder folder;
            const auto outcome = run_demo(ranks, {folder / "out.h5", "--threads", threads});
            BOOST_TEST(outcome.code == 0, outcome.output);
            BOOST_TEST(digest_of(folder / "out.h5") == expected);
            BOOST_TEST(!std::filesystem::exists(folder / "out.h5.journal"));
        }
}

BOOST_AUTO_TEST_CASE(xarray_and_h5py_open_every_group) {
    const ScratchFolder folder;
    BOOST_TEST(run_demo(1, {folder / "out.h5"}).code == 0);
    const std::string script = R"(
import sys
try:
    import h5py, h5netcdf, numpy, xarray
except ImportError as missing:
    print(missing); sys.exit(77)
name = sys.argv[1]
first = xarray.open_dataset(name, group='grids/zipped/first', engine='h5netcdf')
assert first.time.dims == ('label', 'case', 'delay') and first.sizes['word'] == 2
assert list(first.label.values) == ['plain', 'gr\u00fc\u00df', 'third']
assert list(first.nodes.values) == [4, 8, 16, 32, 64] and first.nodes.dims == ('case',)
assert first.time.attrs['units'] == 's' and first.status.attrs['flag_meanings'] == 'ok error missing'
assert first.status.dtype == 'int8' and first.words.dtype == 'uint64'
place = (numpy.arange(3 * 5 * 37) + 2.0).reshape(3, 5, 37)
assert (first.time.values == numpy.sqrt(place)).all()
second = xarray.open_dataset(name, group='grids/long/second', engine='h5netcdf')
assert second.time.shape == (200,) and numpy.isnan(second.constant.values).all()  # all fill
assert float(xarray.open_dataset(name, group='studies/one', engine='h5netcdf').answer) == 2 ** 0.5
lists = xarray.open_dataset(name, group='lists/third', engine='h5netcdf')
begin, n = int(lists.offset[4]), int(lists['count'][4])
assert n == 3 and list(lists.pair.values[begin:begin + n, 1]) == [0, 1, 2]
xarray.open_dataset(name, group='timing', engine='h5netcdf').load()
with h5py.File(name) as file:
    assert file.attrs['format'] == 'lightsweep' and file['grids/zipped/first/time'].dims[2][0].name.endswith('delay')
)";
    Job python({"/usr/bin/python3", "-c", script, folder / "out.h5"});
    const int code = python.wait();
    if (code == 77)
        BOOST_TEST_MESSAGE("not checked: " << python.output());
    else
        BOOST_TEST(code == 0, python.output());
}

BOOST_AUTO_TEST_CASE(run_refuses_what_is_there_and_resume_knows_it) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(1, {out}).code == 0);
    const auto again = run_demo(2, {out});
    BOOST_TEST(again.code == 2);
    BOOST_TEST(mentions(again, "--resume"));
    const auto resumed = run_demo(2, {out, "--resume"});
    BOOST_TEST(resumed.code == 0);
    BOOST_TEST(mentions(resumed, "complete already"));
    const auto other = run_demo(1, {out, "--resume", "--fingerprint", "other"});
    BOOST_TEST(other.code == 2);
    BOOST_TEST(mentions(other, "belongs to another sweep"));
}

BOOST_AUTO_TEST_CASE(a_journal_of_another_sweep_or_shard_is_refused) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {out, "--slow", "20", "--walltime", "0.2"}).code == 75);
    const auto other = run_demo(0, {out, "--resume", "--fingerprint", "other"});
    BOOST_TEST(other.code == 2);
    BOOST_TEST(mentions(other, "belongs to another sweep"));
    const auto shard = run_demo(0, {out, "--resume", "--shard", "1", "2"});
    BOOST_TEST(shard.code == 2);
    BOOST_TEST(mentions(shard, "belongs to shard 1/1"));
    BOOST_TEST(run_demo(0, {out}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_second_writer_is_kept_out_and_readers_are_not) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    Job first(demo_command(2, {out, "--slow", "80"}));
    while (!std::filesystem::exists(out + ".journal/lock")) sleep_ms(5);
    sleep_ms(200);
    const auto second = run_demo(1, {out, "--resume"});
    BOOST_TEST(second.code == 2);
    BOOST_TEST(mentions(second, "another process writes this sweep"));
    BOOST_TEST(mentions(second, "process"));
    BOOST_TEST(engine::status(out).running);
    const auto partial = engine::finalize(out);
    BOOST_TEST(partial.file == folder / "out.partial.h5");
    BOOST_TEST(!partial.journal_removed);
    BOOST_TEST(engine::ResultFile(partial.file).attribute("complete") == "0");
    BOOST_TEST(first.wait() == 0, first.output());
    BOOST_TEST(digest_of(out) == reference_digest());
    BOOST_TEST(!std::filesystem::exists(partial.file));
}

BOOST_AUTO_TEST_CASE(shards_merge_to_the_whole) {
    const ScratchFolder folder;
    const std::vector<std::string> parts{folder / "1.h5", folder / "2.h5", folder / "3.h5"};
    for (const char* i : {"1", "2", "3"})
        BOOST_TEST(run_demo(1, {folder / (i + std::string(".h5")), "--shard", i, "3"}).code == 0);
    BOOST_TEST(engine::ResultFile(parts[0]).attribute("complete") == "0");
    BOOST_TEST(engine::ResultFile(parts[0]).attribute("shard") == "1/3");
    const auto two = engine::merge({parts[0], parts[2]}, folder / "two.h5");
    BOOST_TEST(!two.result.complete);
    BOOST_TEST(two.missing.size() == 4u);  // all groups: the single point is task 49, in shard 2
    BOOST_TEST(engine::ResultFile(folder / "two.h5").attribute("complete") == "0");
    const auto whole = engine::merge({folder / "two.h5", parts[1]}, folder / "whole.h5");
    BOOST_TEST(whole.result.complete);
    BOOST_TEST(whole.missing.empty());
    BOOST_TEST(digest_of(folder / "whole.h5") == reference_digest());
    BOOST_TEST(run_demo(1, {parts[0], "--resume", "--shard", "1", "3"}).code == 0);
    BOOST_TEST(run_demo(1, {parts[0], "--resume", "--shard", "2", "3"}).code == 2);
    BOOST_CHECK_THROW(engine::merge(parts, folder / "whole.h5"), std::exception);
}

BOOST_AUTO_TEST_CASE(merge_refuses_parts_of_different_sweeps) {
    const ScratchFolder folder;
    run_demo(0, {folder / "1.h5", "--shard", "1", "2"});
    run_demo(0, {folder / "2.h5", "--shard", "2", "2", "--fingerprint", "other"});
    BOOST_CHECK_THROW(engine::merge({folder / "1.h5", folder / "2.h5"}, folder / "out.h5"),
                      std::exception);
}

BOOST_AUTO_TEST_CASE(a_launcher_of_another_mpi_is_refused) {
    const ScratchFolder folder;
    for (const char* fake : {"PMI_SIZE=2", "OMPI_COMM_WORLD_SIZE=2", "SLURM_STEP_NUM_TASKS=2"}) {
        const auto outcome = run_demo(0, {folder / "out.h5"}, {fake});
        BOOST_TEST(outcome.code == 2, fake << ": " << outcome.output);
        BOOST_TEST(mentions(outcome, "each would run the whole sweep"));
    }
    // The first that is set counts: the launcher's own, not that of an allocation around it.
    BOOST_TEST(run_demo(2, {folder / "out.h5"}, {"SLURM_STEP_NUM_TASKS=9"}).code == 0);
}

BOOST_AUTO_TEST_CASE(failing_points_and_throwing_tasks_end_with_4) {
    const ScratchFolder folder;
    // 555 points, those with number 50, 150, ... 550 fail: 6.
    BOOST_TEST(run_demo(2, {folder / "points.h5", "--fail"}).code == 4);
    BOOST_TEST(engine::ResultFile(folder / "points.h5").attribute("failed_points") == "6");
    const auto resumed = run_demo(1, {folder / "points.h5", "--fail", "--resume"});
    BOOST_TEST(resumed.code == 4, resumed.output);
    BOOST_TEST(mentions(resumed, "6 points failed"), resumed.output);
    const auto thrown = run_demo(2, {folder / "tasks.h5", "--throw"});
    BOOST_TEST(thrown.code == 4);
    BOOST_TEST(mentions(thrown, "the demo was asked to throw"));
    const engine::ResultFile file(folder / "tasks.h5");
    // Chunks {1, 2, 10} of {3, 5, 37}: tile 3 is label 0, cases 0-1, delays 30-36.
    const auto status = file.read_i64("grids/zipped/first", "status", {{0, 0, 29}, {1, 1, 8}});
    BOOST_TEST(status[0] == 0);
    for (std::size_t i = 1; i < 8; ++i) BOOST_TEST(status[i] == 7);
}

BOOST_AUTO_TEST_CASE(preparations_are_done_once_and_reach_every_rank) {
    const std::string expected = reference_digest();
    for (const int ranks : {1, 2, 3}) {
        const ScratchFolder folder;
        const auto outcome =
            run_demo(ranks, {folder / "out.h5", "--prepare", folder / "log", "--threads", "2"});
        BOOST_TEST(outcome.code == 0, outcome.output);
        BOOST_TEST(digest_of(folder / "out.h5") == expected);
        BOOST_TEST(lines_of(folder / "log") == (std::vector<std::string>{"0", "1", "2", "3", "4"}));
    }
}

BOOST_AUTO_TEST_CASE(preparations_survive_in_the_journal) {
    const ScratchFolder folder;
    const std::vector<std::string> words{folder / "out.h5", "--prepare", folder / "log", "--slow",
                                         "40"};
    Job first(demo_command(2, words));
    while (lines_of(folder / "log").size() < 5) sleep_ms(5);
    sleep_ms(1300);  // a commit
    first.kill_all();
    auto resumed_words = words;
    resumed_words.insert(resumed_words.end(), {"--resume", "--slow", "0"});
    const auto resumed = run_demo(3, resumed_words);
    BOOST_TEST(resumed.code == 0, resumed.output);
    BOOST_TEST(lines_of(folder / "log").size() == 5u);
    BOOST_TEST(digest_of(folder / "out.h5") == reference_digest());
}

BOOST_AUTO_TEST_CASE(a_failed_preparation_fails_the_tasks_that_need_it_and_no_others) {
    const ScratchFolder folder;
    const auto outcome =
        run_demo(2, {folder / "out.h5", "--prepare", folder / "log", "--prepare-fail"});
    BOOST_TEST(outcome.code == 4, outcome.output);
    BOOST_TEST(mentions(outcome, "the demo was asked to fail"));
    const engine::ResultFile file(folder / "out.h5");
    // Chunks {1, 2, 10} of {3, 5, 37}: tile i of the first label is delays 10 i to 10 i + 9, and
    // needs the preparations i and i + 2 modulo 5.
    const auto status = file.read_i64("grids/zipped/first", "status", {{0, 0, 0}, {1, 1, 37}});
    for (std::size_t i = 0; i < 37; ++i) BOOST_TEST(status[i] == (i / 10 % 2 == 1 ? 7 : 0));
}

BOOST_AUTO_TEST_SUITE_END()
