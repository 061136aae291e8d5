// A damaged file system under the program (damaged_disk.cpp): writes fail, come late or are torn,
// syncs fail after they have reached the disk, files are not renamed. Nothing committed is lost.
#include <boost/test/unit_test.hpp>

#include "engine/file/finalize.hpp"
#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(damaged_disk)

namespace {

/// The environment of a program whose disk is damaged: one call in `1000 / share`.
std::vector<std::string> on_damaged_disk(unsigned seed, int share) {
    return {"LD_PRELOAD=" LIGHTSWEEP_DAMAGED_DISK,
            "LIGHTSWEEP_DISK=" + std::to_string(seed) + " " + std::to_string(share)};
}

/// Tasks that the result, or else the journal, holds.
std::uint64_t present_in(const std::string& out) {
    if (!std::filesystem::exists(out) && !std::filesystem::exists(out + ".journal")) return 0;
    return engine::status(out).present;
}

}  // namespace

BOOST_AUTO_TEST_CASE(loses_nothing_committed_and_resumes_to_the_same) {
    const unsigned first = seed();
    int failures = 0;
    const int rounds = trials(6, 500);
    for (int round = 0; round < rounds; ++round) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5";
        std::uint64_t present = 0;
        for (const int share : {60, 20, 4}) {
            const auto where =
                "seed " + std::to_string(first + round) + ", share " + std::to_string(share) + ": ";
            const auto run = run_demo(0, {out, "--resume"}, on_damaged_disk(first + round, share));
            BOOST_TEST((run.code == 0 || run.code == 3), where << run.code << ": " << run.output);
            failures += run.code == 3;
            const auto now = present_in(out);
            BOOST_TEST(now >= present, where << now << " tasks after " << present);
            present = now;
        }
        const auto last = run_demo(0, {out, "--resume"});
        BOOST_TEST(last.code == 0, "seed " << first + round << ": " << last.output);
        BOOST_TEST(digest_of(out) == reference_digest(), "seed " << first + round);
        BOOST_TEST(is_alone(out), "seed " << first + round);
    }
    BOOST_TEST(failures > 0);
    BOOST_TEST_MESSAGE("on a damaged disk: " << rounds << " sweeps, " << failures
                                             << " runs that failed");
}

BOOST_AUTO_TEST_CASE(finalize_and_merge_fail_without_harm) {
    const unsigned first = seed();
    const ScratchFolder shards;
    for (const char* i : {"1", "2"})
        BOOST_TEST(run_demo(0, {shards / (i + std::string(".h5")), "--shard", i, "2"}).code == 0);
    const std::vector<std::string> merge{"merge", shards / "1.h5", shards / "2.h5", "-o",
                                         shards / "out.h5"};
    int failures = 0;
    for (int round = 0; round < trials(12, 500); ++round) {
        std::filesystem::remove(shards / "out.h5");
        const auto damaged = run_program(0, merge, on_damaged_disk(first + round, 100));
        BOOST_TEST((damaged.code == 0 || damaged.code == 3),
                   "seed " << first + round << ": " << damaged.output);
        failures += damaged.code == 3;
        if (damaged.code == 3 && !std::filesystem::exists(shards / "out.h5")) {
            const auto again = run_program(0, merge);
            BOOST_TEST(again.code == 0, "seed " << first + round << ": " << again.output);
        }
        BOOST_TEST(digest_of(shards / "out.h5") == reference_digest(), "seed " << first + round);
        BOOST_TEST(!has_unfinished(shards.path()), "seed " << first + round);
    }
    BOOST_TEST(failures > 0);
}

BOOST_AUTO_TEST_SUITE_END()
