// Two and three starts at once: one computes, the others are told who does, nothing is lost.
#include <boost/test/unit_test.hpp>

#include <memory>

#include "engine/file/finalize.hpp"
#include "engine/journal/journal_scan.hpp"
#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(double_starts)

namespace {

struct Tally {
    int won = 0, complete_already = 0, refused = 0;
};

bool names_one_of(const std::string& log, const std::vector<std::unique_ptr<Job>>& jobs) {
    for (const auto& job : jobs)
        if (log.find("process " + std::to_string(job->pid()) + ")") != std::string::npos)
            return true;
    return false;
}

void judge(Job& job, const std::vector<std::unique_ptr<Job>>& jobs, int trial, Tally& tally) {
    const int code = job.wait();
    const std::string log = job.output();
    BOOST_TEST((code == 0 || code == 2), "trial " << trial << ": code " << code << ": " << log);
    if (code == 2) {
        ++tally.refused;
        BOOST_TEST(log.find("another process writes this sweep") != std::string::npos, log);
        BOOST_TEST(names_one_of(log, jobs), "trial " << trial << ": " << log);
    } else if (log.find("complete already") != std::string::npos) {
        ++tally.complete_already;
    } else {
        ++tally.won;
    }
}

// `n` starts with up to `longest_ms` between them; the tasks take `slow` ms each.
void start_at_once(int trial, int n, std::mt19937& random, Tally& tally) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    const std::string slow = std::to_string(random() % 3 == 0 ? 12 : 0);
    std::vector<std::unique_ptr<Job>> jobs;
    for (int i = 0; i < n; ++i) {
        if (i > 0) sleep_ms(static_cast<int>(random() % 51));
        jobs.push_back(std::make_unique<Job>(demo_command(0, {out, "--resume", "--slow", slow})));
    }
    const int before = tally.won;
    for (const auto& job : jobs) judge(*job, jobs, trial, tally);
    BOOST_TEST(tally.won == before + 1, "trial " << trial);
    BOOST_TEST_REQUIRE(std::filesystem::exists(out), "trial " << trial);
    BOOST_TEST(digest_of(out) == reference_digest(), "trial " << trial);
    BOOST_TEST(is_alone(out), "trial " << trial);
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_wins_and_the_others_are_told) {
    std::mt19937 random(seed());
    Tally tally;
    const int n = trials(8, 1000);
    for (int trial = 0; trial < n; ++trial) start_at_once(trial, 2 + trial % 2, random, tally);
    BOOST_TEST_MESSAGE(n << " double and triple starts: " << tally.won << " computed, "
                         << tally.refused << " were refused, " << tally.complete_already
                         << " found a complete result");
}

BOOST_AUTO_TEST_CASE(a_complete_result_does_not_remove_the_journal_of_another_sweep) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {folder / "other.h5", "--fingerprint", "other", "--slow", "20",
                            "--walltime", "0.3"})
                   .code == 75);
    BOOST_TEST(run_demo(0, {out}).code == 0);
    std::filesystem::rename(folder / "other.h5.journal", out + ".journal");
    const auto present = engine::status(out).present;
    BOOST_TEST(present > 0u);
    const auto resumed = run_demo(0, {out, "--resume"});
    BOOST_TEST(resumed.code == 2, resumed.output);
    BOOST_TEST(resumed.output.find("belongs to another sweep") != std::string::npos);
    BOOST_TEST(resumed.output.find("remove that folder or choose another name") !=
               std::string::npos);
    BOOST_TEST(engine::status(out).present == present);
}

BOOST_AUTO_TEST_CASE(a_complete_result_does_not_remove_a_journal_that_says_nothing) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {out}).code == 0);
    std::filesystem::create_directory(out + ".journal");
    const std::string damaged = engine::journal_file(out + ".journal", 0, 0);
    write_text(damaged, std::string(5000, 'x'));
    const auto resumed = run_demo(0, {out, "--resume"});
    BOOST_TEST(resumed.code == 2, resumed.output);
    BOOST_TEST(resumed.output.find("is damaged") != std::string::npos, resumed.output);
    BOOST_TEST(std::filesystem::file_size(damaged) == 5000u);
}

BOOST_AUTO_TEST_CASE(a_complete_result_does_not_remove_the_journal_of_a_running_sweep) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {folder / "first.h5"}).code == 0);
    Job running(demo_command(0, {out, "--slow", "30"}));
    BOOST_TEST_REQUIRE(running.says(" points"), running.output());
    std::filesystem::copy(folder / "first.h5", out);
    const auto second = run_demo(0, {out, "--resume"});
    BOOST_TEST(second.code == 2, second.output);
    BOOST_TEST(second.output.find("process " + std::to_string(running.pid())) != std::string::npos);
    BOOST_TEST(running.wait() == 0, running.output());
    BOOST_TEST(digest_of(out) == reference_digest());
    BOOST_TEST(is_alone(out));
}

BOOST_AUTO_TEST_CASE(a_complete_result_removes_what_its_own_run_left) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {folder / "first.h5"}).code == 0);
    BOOST_TEST(run_demo(0, {out, "--slow", "20", "--walltime", "0.3"}).code == 75);
    std::filesystem::copy(folder / "first.h5", out);
    BOOST_TEST(run_demo(0, {out, "--resume"}).code == 0);
    BOOST_TEST(is_alone(out));
}

BOOST_AUTO_TEST_CASE(a_run_whose_journal_is_removed_says_so_and_ends) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    Job job(demo_command(0, {out, "--slow", "30"}));
    BOOST_TEST_REQUIRE(job.says(" points"), job.output());
    std::filesystem::remove_all(out + ".journal");
    BOOST_TEST(job.wait() == 3, job.output());
    BOOST_TEST(job.output().find("was removed while this run writes it") != std::string::npos,
               job.output());
    BOOST_TEST(run_demo(0, {out, "--resume"}).code == 0);
    BOOST_TEST(digest_of(out) == reference_digest());
}

BOOST_AUTO_TEST_CASE(a_merge_into_a_running_sweep_is_refused) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    BOOST_TEST(run_demo(0, {folder / "1.h5", "--shard", "1", "2"}).code == 0);
    BOOST_TEST(run_demo(0, {folder / "2.h5", "--shard", "2", "2"}).code == 0);
    Job running(demo_command(0, {out, "--slow", "30"}));
    BOOST_TEST_REQUIRE(running.says(" points"), running.output());
    const auto merged = run_program(0, {"merge", folder / "1.h5", folder / "2.h5", "-o", out});
    BOOST_TEST(merged.code == 2, merged.output);
    BOOST_TEST(merged.output.find("another process writes") != std::string::npos, merged.output);
    BOOST_TEST(running.wait() == 0, running.output());
    BOOST_TEST(digest_of(out) == reference_digest());
}

BOOST_AUTO_TEST_SUITE_END()
