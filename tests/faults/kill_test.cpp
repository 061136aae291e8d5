// Killed at any moment: before every call into the file system, and at random times on 1 to 4
// ranks.
#include <boost/test/unit_test.hpp>

#include <functional>

#include "engine/file/finalize.hpp"
#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(kills)

namespace {

constexpr int killed = 128 + 9;

using Victim = std::function<Outcome(const ScratchFolder&, const std::vector<std::string>& faults)>;

Outcome resume(const ScratchFolder& folder, const std::vector<std::string>& faults = {}) {
    return run_demo(0, {folder / "out.h5", "--resume"}, faults);
}

Outcome finalize(const ScratchFolder& folder, const std::vector<std::string>& faults) {
    return run_program(0, {"finalize", folder / "out.h5"}, faults);
}

Outcome merge(const ScratchFolder& folder, const std::vector<std::string>& faults = {}) {
    return run_program(0, {"merge", folder / "1.h5", folder / "2.h5", "-o", folder / "out.h5"},
                       faults);
}

std::string nth_call(int n) {
    return "LIGHTSWEEP_FAULT=kill@" + std::to_string(n);
}

void copy(const std::string& from, const ScratchFolder& to) {
    std::filesystem::copy(from, to.path(), std::filesystem::copy_options::recursive);
}

// A folder whose sweep was killed before the n-th call.
void prepare_killed(const ScratchFolder& folder, int n) {
    BOOST_TEST_REQUIRE(resume(folder, {nth_call(n)}).code == killed);
}

// Kills the victim before its n-th call, for n = 1, 1 + step, ... until it survives, each time on a
// copy of `fixture`; then `recover` must leave the whole result. Returns the number of kills.
int kill_at_every_call(const std::string& fixture, const Victim& victim, const Victim& recover) {
    const int step = trials(47, 1);
    for (int n = 1, kills = 0;; n += step, ++kills) {
        const ScratchFolder folder;
        copy(fixture, folder);
        const int code = victim(folder, {nth_call(n)}).code;
        if (code == killed) {
            if (std::filesystem::exists(folder / "out.h5"))
                BOOST_TEST(engine::status(folder / "out.h5").complete, "call " << n);
            const auto recovered = recover(folder, {});
            BOOST_TEST(recovered.code == 0, "call " << n << ": " << recovered.output);
        }
        BOOST_TEST(digest_of(folder / "out.h5") == reference_digest(), "call " << n);
        BOOST_TEST(is_alone(folder / "out.h5"), "call " << n);
        if (code != killed) return kills;
    }
}

// Fills `whole` with the journal of a whole sweep, which a killed run has left. Returns the number
// of the call before which it was killed. Another run may get as far a few calls sooner or later,
// because the file is begun while tasks are computed.
int prepare_whole(const ScratchFolder& whole) {
    for (int n = 60;; ++n) {
        const ScratchFolder folder;
        prepare_killed(folder, n);
        if (!engine::status(folder / "out.h5").complete) continue;
        copy(folder.path(), whole);
        return n;
    }
}

// What merge can do again: nothing is left to do if the file has its name already.
Outcome merge_again(const ScratchFolder& folder, const std::vector<std::string>&) {
    if (std::filesystem::exists(folder / "out.h5")) return resume(folder);
    return merge(folder);
}

}  // namespace

BOOST_AUTO_TEST_CASE(before_every_call_of_run_resume_finalize_and_merge) {
    const ScratchFolder empty, half, whole, shards;
    prepare_killed(half, prepare_whole(whole) / 2);
    for (const char* i : {"1", "2"})
        BOOST_TEST(run_demo(0, {shards / (i + std::string(".h5")), "--shard", i, "2"}).code == 0);
    const int in_run = kill_at_every_call(empty.path(), resume, resume);
    const int in_resume = kill_at_every_call(half.path(), resume, resume);
    const int in_finalize = kill_at_every_call(whole.path(), finalize, resume);
    const int in_merge = kill_at_every_call(shards.path(), merge, merge_again);
    BOOST_TEST(std::min({in_run, in_resume, in_finalize, in_merge}) > 3);
    BOOST_TEST_MESSAGE("killed before every call: run " << in_run << ", resume " << in_resume
                                                        << ", finalize " << in_finalize
                                                        << ", merge " << in_merge);
}

// A run that died while it removed its journal leaves some of its records beside the whole result.
BOOST_AUTO_TEST_CASE(a_result_with_a_part_of_its_journal_is_complete) {
    const ScratchFolder folder, whole, killed_late;
    BOOST_TEST(run_demo(0, {whole / "out.h5"}).code == 0);
    prepare_killed(folder, prepare_whole(killed_late) / 2);
    const auto part = engine::status(folder / "out.h5");
    BOOST_TEST((part.present > 0 && !part.complete));
    std::filesystem::copy(whole / "out.h5", folder / "out.h5");
    const auto now = engine::status(folder / "out.h5");
    BOOST_TEST(now.complete);
    BOOST_TEST(now.present == now.tasks);
    BOOST_TEST(resume(folder).code == 0);
    BOOST_TEST(is_alone(folder / "out.h5"));
}

BOOST_AUTO_TEST_CASE(at_random_moments_it_loses_nothing_and_resumes_to_the_same) {
    std::mt19937 random(seed());
    const auto between = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    int strikes = 0, while_writing = 0;
    const int rounds = trials(2, 250);
    for (int round = 0; round < rounds; ++round) {
        const ScratchFolder folder;
        const std::string out = folder / "out.h5", slow = std::to_string(between(0, 15));
        std::uint64_t present = 0;
        for (int kill = 0; kill < 4; ++kill, ++strikes) {
            Job job(demo_command(between(1, 4), {out, "--resume", "--slow", slow}));
            const int longest_ms = between(30, 600);
            for (int ms = 0; ms < longest_ms || (kill == 3 && ms < 3000); ++ms) {
                if (kill == 3 && has_unfinished(folder.path())) break;
                sleep_ms(1);
            }
            job.kill_all();
            while_writing += has_unfinished(folder.path()) ? 1 : 0;
            if (!std::filesystem::exists(out) && !std::filesystem::exists(out + ".journal"))
                continue;
            const auto now = engine::status(out).present;
            BOOST_TEST(now >= present, "round " << round << " lost tasks");
            present = now;
        }
        const auto last = run_demo(between(1, 4), {out, "--resume"});
        BOOST_TEST(last.code == 0, "round " << round << ": " << last.output);
        BOOST_TEST(digest_of(out) == reference_digest(), "round " << round);
        BOOST_TEST(is_alone(out), "round " << round);
    }
    BOOST_TEST_MESSAGE("killed at random moments on 1 to 4 ranks: "
                       << rounds << " sweeps, " << strikes << " kills, " << while_writing
                       << " of them while the result was written");
}

BOOST_AUTO_TEST_SUITE_END()
