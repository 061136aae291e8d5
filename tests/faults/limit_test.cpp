// Limits of the system and links in the way: exit 3 with a reason, no file of anybody overwritten.
#include <boost/test/unit_test.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "engine/file/finalize.hpp"
#include "engine/journal/journal_scan.hpp"
#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(limits)

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

Outcome with_file_limit(int bytes, std::vector<std::string> words) {
    words.insert(words.begin(), {"prlimit", "--fsize=" + std::to_string(bytes), "--"});
    // MPICH's shared memory would be larger than the limit; one process needs none.
    Job job(words, {"UCX_TLS=self"});
    const int code = job.wait();
    return {code, job.output()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_limit_of_file_sizes_is_an_error_with_a_remedy) {
    int met = 0;
    const int step = trials(9000, 500);
    for (int bytes = 4000; bytes < 90000; bytes += step) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5";
        const auto limited = with_file_limit(bytes, demo_command(0, {out}));
        BOOST_TEST((limited.code == 3 || limited.code == 0),
                   bytes << ": code " << limited.code << ": " << limited.output);
        BOOST_TEST(!has_unfinished(folder.path()), bytes);
        if (limited.code == 3) {
            ++met;
            BOOST_TEST(limited.output.find("File too large") != std::string::npos, limited.output);
            BOOST_TEST(limited.output.find("ulimit -f") != std::string::npos, limited.output);
            BOOST_TEST(run_demo(0, {out, "--resume"}).code == 0);
        }
        BOOST_TEST(digest_of(out) == reference_digest(), bytes);
        BOOST_TEST(is_alone(out), bytes);
    }
    BOOST_TEST(met > 3);
    BOOST_TEST_MESSAGE("runs that met the limit of file sizes: " << met);
}

BOOST_AUTO_TEST_CASE(a_link_named_lock_is_not_followed) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    write_text(folder / "precious", "data");
    std::filesystem::create_directory(out + ".journal");
    std::filesystem::create_symlink(folder / "precious", out + ".journal/lock");
    const auto run = run_demo(0, {out, "--resume"});
    BOOST_TEST(run.code == 3, run.output);
    BOOST_TEST(run.output.find("links of that name are not followed") != std::string::npos,
               run.output);
    BOOST_TEST(text_of(folder / "precious") == "data");
}

// Verbs that only read look at the lock and at the records too.
BOOST_AUTO_TEST_CASE(links_in_a_journal_are_not_followed_by_readers) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5", journal = out + ".journal";
    BOOST_TEST(run_demo(0, {out, "--slow", "20", "--walltime", "0.3"}).code == 75);
    for (const auto& file : {engine::journal_file(journal, 0, 0), engine::lock_file(journal)}) {
        std::filesystem::rename(file, folder / "elsewhere");
        std::filesystem::create_symlink(folder / "elsewhere", file);
        const auto run = run_program(0, {"status", out});
        BOOST_TEST(run.code == 3, run.output);
        BOOST_TEST(run.output.find("links of that name are not followed") != std::string::npos,
                   run.output);
        std::filesystem::rename(folder / "elsewhere", file);
    }
    BOOST_TEST(run_demo(0, {out, "--resume"}).code == 0);
    BOOST_TEST(digest_of(out) == reference_digest());
}

BOOST_AUTO_TEST_CASE(a_pipe_in_a_journal_stops_nobody) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {out, "--slow", "20", "--walltime", "0.3"}).code == 75);
    const std::string pipe = engine::journal_file(out + ".journal", 7, 0);
    BOOST_TEST(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(engine::status(out).present > 0u);
    BOOST_TEST(run_demo(0, {out, "--resume"}).code == 0);
    BOOST_TEST(digest_of(out) == reference_digest());
    BOOST_TEST(is_alone(out));
}

// Earlier versions named their unfinished files by the process.
BOOST_AUTO_TEST_CASE(a_link_named_as_an_unfinished_file_is_not_followed) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    write_text(folder / "precious", "data");
    BOOST_TEST(run_demo(0, {out, "--slow", "20", "--walltime", "0.3"}).code == 75);
    for (const char* name : {"out.h5", "out.partial.h5"})
        std::filesystem::create_symlink(
            folder / "precious", folder / (name + (".writing-" + std::to_string(::getpid()))));
    engine::finalize(out);
    BOOST_TEST(text_of(folder / "precious") == "data");
    BOOST_TEST(!has_unfinished(folder.path()));
}

BOOST_AUTO_TEST_CASE(an_unfinished_file_is_removed_by_whoever_holds_the_lock_next) {
    for (const bool by_merge : {false, true}) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5";
        write_text(folder / "out.h5.writing-0123456789abcdef", "half a file");
        write_text(folder / "out.partial.h5.writing-fedcba9876543210", "half a file");
        write_text(folder / "other.h5.writing-77", "of another sweep");
        write_text(folder / "out.h5.writing-notes", "of the user");
        const auto run = by_merge ? run_demo(0, {folder / "1.h5"}) : run_demo(0, {out});
        BOOST_TEST(run.code == 0, run.output);
        if (by_merge) engine::merge({folder / "1.h5"}, out);
        BOOST_TEST(!std::filesystem::exists(folder / "out.h5.writing-0123456789abcdef"));
        BOOST_TEST(!std::filesystem::exists(folder / "out.partial.h5.writing-fedcba9876543210"));
        BOOST_TEST(std::filesystem::exists(folder / "other.h5.writing-77"));
        BOOST_TEST(std::filesystem::exists(folder / "out.h5.writing-notes"));
    }
}

BOOST_AUTO_TEST_SUITE_END()
