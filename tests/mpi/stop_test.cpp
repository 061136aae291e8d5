// Stopping and dying at any moment, and going on.
#include <boost/test/unit_test.hpp>

#include <signal.h>

#include <chrono>
#include <filesystem>

#include "engine/file/finalize.hpp"
#include "engine/file/result_file.hpp"
#include "tests/support/launch.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(stopping)

namespace {

std::string reference_digest() {
    const ScratchFolder folder;
    run_demo(0, {folder / "reference.h5"});
    return digest_of(folder / "reference.h5");
}

void check_stopped(const std::string& out, int code, const std::string& log) {
    BOOST_TEST(code == 75, code << ": " << log);
    BOOST_TEST(log.find("--resume") != std::string::npos);
    BOOST_TEST(!std::filesystem::exists(out));
    const auto status = engine::status(out);
    BOOST_TEST(!status.running);
    BOOST_TEST(!status.complete);
    BOOST_TEST(status.present < status.tasks);
}

}  // namespace

BOOST_AUTO_TEST_CASE(signals_leave_a_partial_file_and_a_journal) {
    const std::string expected = reference_digest();
    for (const int number : {SIGTERM, SIGUSR1, SIGINT}) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5";
        Job job(demo_command(2, {out, "--slow", "40"}));
        BOOST_TEST_REQUIRE(job.says(" points"), job.output());
        sleep_ms(300);  // every rank is at work, not only the one that logs
        job.signal_ranks(number);
        const int code = job.wait();
        check_stopped(out, code, job.output());
        const engine::ResultFile partial(folder / "out.partial.h5");
        BOOST_TEST(partial.attribute("complete") == "0");
        const auto resumed = run_demo(3, {out, "--resume"});
        BOOST_TEST(resumed.code == 0, resumed.output);
        BOOST_TEST(resumed.output.find("continuing") != std::string::npos);
        BOOST_TEST(digest_of(out) == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_signal_to_the_launcher_reaches_the_ranks) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    Job job(demo_command(2, {out, "--slow", "40"}));
    BOOST_TEST_REQUIRE(job.says(" points"), job.output());
    sleep_ms(300);
    job.signal(SIGUSR1);
    const int code = job.wait();
    // MPICH 4.0.2's launcher now and then answers 0 for ranks that ended with 75 after a signal
    // that it forwarded; a script must look at the journal (or `status`) too.
    BOOST_TEST((code == 75 || code == 0));
    check_stopped(out, 75, job.output());
}

BOOST_AUTO_TEST_CASE(missing_tiles_read_as_fill) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(1, {out, "--slow", "50", "--walltime", "0.4"}).code == 75);
    const engine::ResultFile partial(folder / "out.partial.h5");
    const auto status = partial.read_i64("grids/zipped/first", "status");
    const auto time = partial.read_f64("grids/zipped/first", "time");
    std::size_t n_missing = 0;
    for (std::size_t i = 0; i < status.size(); ++i) {
        n_missing += status[i] == 8 ? 1 : 0;
        BOOST_TEST((status[i] == 8) == (time[i] != time[i]));
    }
    BOOST_TEST(n_missing > 0u);
    BOOST_TEST(n_missing <= status.size());
}

BOOST_AUTO_TEST_CASE(wall_time_ends_with_75_and_resumes_to_the_same) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    const auto stopped = run_demo(2, {out, "--slow", "40", "--walltime", "0.5"});
    check_stopped(out, stopped.code, stopped.output);
    BOOST_TEST(run_demo(1, {out, "--resume", "--threads", "2"}).code == 0);
    BOOST_TEST(digest_of(out) == reference_digest());
}

BOOST_AUTO_TEST_CASE(a_task_that_never_asks_is_abandoned_after_the_grace_period) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    const auto begin = std::chrono::steady_clock::now();
    const auto stopped = run_demo(2, {out, "--stubborn", "30000", "--walltime", "0.3"});
    check_stopped(out, stopped.code, stopped.output);
    // 0.3 s of work and 2 s of grace, not the 30 s of the task.
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(15)));
    BOOST_TEST(run_demo(1, {out, "--resume"}).code == 0);
    BOOST_TEST(digest_of(out) == reference_digest());
}

BOOST_AUTO_TEST_SUITE_END()
