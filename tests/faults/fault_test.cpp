// A disk that fills up or fails at the n-th call: exit 3, and nothing committed is lost.
#include <boost/test/unit_test.hpp>

#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(faults)

namespace {

// One run with a fault, then one without: true when the fault was met.
bool fail_and_recover(const std::string& fault, const std::string& expected) {
    const ScratchFolder folder;
    const std::string out = folder / "out.h5";
    const auto failed = run_demo(0, {out}, {"LIGHTSWEEP_FAULT=" + fault});
    BOOST_TEST((failed.code == 3 || failed.code == 0), fault << ": " << failed.output);
    BOOST_TEST(!has_unfinished(folder.path()), fault);
    if (failed.code == 3) {
        const std::string reason =
            fault.starts_with("eio") ? "Input/output error" : "No space left";
        BOOST_TEST(failed.output.find(reason) != std::string::npos, fault << failed.output);
        BOOST_TEST(failed.output.find("--resume") != std::string::npos, fault << failed.output);
        const auto resumed = run_demo(0, {out, "--resume"});
        BOOST_TEST(resumed.code == 0, fault << ": " << resumed.output);
    }
    BOOST_TEST(digest_of(out) == expected, fault);
    return failed.code == 3;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_at_many_calls) {
    const std::string expected = reference_digest();
    for (const char* kind : {"enospc@", "eio@", "short@"}) {
        int met = 0;
        const int near = trials(4, 12);
        for (int n = 1; n < 400; n += n < near ? 1 : 1 + n / near)
            met += fail_and_recover(kind + std::to_string(n), expected) ? 1 : 0;
        BOOST_TEST(met > trials(8, 20), kind << " was met " << met << " times only");
    }
}

BOOST_AUTO_TEST_CASE(a_short_write_that_goes_on_is_no_fault) {
    const std::string expected = reference_digest();
    for (const int n : {4, 7, 20, 60, 120, 150}) {
        const ScratchFolder folder;
        const auto outcome =
            run_demo(0, {folder / "out.h5"}, {"LIGHTSWEEP_FAULT=interrupted@" + std::to_string(n)});
        BOOST_TEST(outcome.code == 0, outcome.output);
        BOOST_TEST(digest_of(folder / "out.h5") == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_failure_on_one_rank_ends_the_run_on_all) {
    const std::string expected = reference_digest();
    for (const int n : {1, 2, 4, 6}) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5";
        auto words = demo_command(1, {out, "--slow", "5"});
        const auto second = demo_command(1, {out, "--slow", "5"});
        words.insert(words.end(),
                     {":", "-n", "1", "-env", "LIGHTSWEEP_FAULT", "enospc@" + std::to_string(n)});
        words.insert(words.end(), second.begin() + 3, second.end());
        Job job(words);
        BOOST_TEST(job.wait() == 3, job.output());
        BOOST_TEST(job.output().find("rank 1: ") != std::string::npos, job.output());
        BOOST_TEST(run_demo(3, {out, "--resume"}).code == 0);
        BOOST_TEST(digest_of(out) == expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()
