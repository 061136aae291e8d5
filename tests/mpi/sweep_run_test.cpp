// Real sweeps under MPI: the same data for every number of ranks and threads and for every vector
// width, and after any number of kills.
#include <signal.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "engine/file/result_file.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "tests/support/launch.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(sweep_runs)

const char* const fabric = R"(rules = "addanki"
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
)";

/// Everything that a file can hold, small.
std::string wide_sweep() {
    return R"(title = "wide"
schedulers = ["static", "every-step", "threshold", "addanki"]
best = { minimise = ["scheduler", "collective"] }
envelopes = true
schedules = true
)" + std::string(fabric) +
           R"toml(
[[grid]]
name = "rings"
topology = ["ring-uni", "ring", "ring-split"]
nodes = [8, 16]
collective = ["allreduce/halving-doubling-near", "allreduce/swing", "alltoall/shift"]
message = { from = "1KiB", to = "64MiB", step = "x16" }
reconfiguration_delay = { from = "1ns", to = "10ms", per_decade = 3 }
where = "message >= 1KiB and not (nodes == 8 and reconfiguration_delay > 1ms)"
[[grid]]
name = "zipped"
topology = "ring-uni"
nodes = [5, 12]
collective = "alltoall/bruck"
planes = [1, 2, 4]
plane_bandwidth = ["800Gbps", "400Gbps", "100Gbps"]
zip = ["planes", "plane_bandwidth"]
message = ["1MiB", "3MB", 0]
reconfiguration_delay = [0, "10us"]
)toml";
}

/// Slow enough to be killed: a 0-1 program at every point.
std::string slow_sweep() {
    return R"(title = "slow"
schedulers = ["addanki-milp", "addanki"]
)" + std::string(fabric) +
           R"(
[[grid]]
name = "ring"
topology = "ring"
nodes = [8, 16, 32, 64]
collective = ["allreduce/swing", "allreduce/halving-doubling"]
message = { from = "1KiB", to = "1GiB", step = "x4" }
reconfiguration_delay = { from = "100ns", to = "1ms", per_decade = 2 }
)";
}

// The zipped grid gives plane_bandwidth, so the fabric's bandwidth must not be there for it.
std::string separate_fabrics(std::string text) {
    const std::string line = "bandwidth = \"800Gbps\"\n";
    text.erase(text.find(line), line.size());
    const std::string grid = "name = \"rings\"\n";
    return text.insert(text.find(grid) + grid.size(), line);
}

bool is_supported(const std::string& width) {
    using namespace kernels::parallel;
    for (const auto one : {VectorWidth::avx512, VectorWidth::avx2, VectorWidth::baseline})
        if (width == name_of(one)) return supported(one);
    return false;
}

BOOST_AUTO_TEST_CASE(unknown_vector_widths_and_faults_are_refused) {
    const ScratchFolder folder;
    const auto sweep = folder / "wide.toml", out = folder / "out.h5";
    write_text(sweep, separate_fabrics(wide_sweep()));
    for (const char* setting : {"LIGHTSWEEP_VECTOR=banana", "LIGHTSWEEP_FAULT=foo@3",
                                "LIGHTSWEEP_FAULT=enospc", "LIGHTSWEEP_FAULT=eio@x"}) {
        const auto run = run_program(0, {"run", sweep, "-o", out}, {setting});
        BOOST_TEST(run.code == 2, setting << ": " << run.output);
        BOOST_TEST(run.output.find("unset it") != std::string::npos, run.output);
    }
}

BOOST_AUTO_TEST_CASE(ranks_that_read_different_sweeps_are_refused) {
    const ScratchFolder folder;
    const auto one = folder / "one.toml", two = folder / "two.toml", out = folder / "out.h5";
    write_text(one, separate_fabrics(wide_sweep()));
    write_text(two, separate_fabrics(wide_sweep()) + "# the same but for a grid\n[[grid]]\n");
    auto words = program_command(1, {"run", one, "-o", out});
    const auto other = program_command(1, {"run", two, "-o", out});
    words.push_back(":");
    words.insert(words.end(), other.begin() + 1, other.end());
    Job job(words);
    BOOST_TEST(job.wait() == 2, job.output());
    BOOST_TEST(job.output().find("rank 1 reads another sweep") != std::string::npos, job.output());
}

// Clp takes SIGINT for itself unless it is held back, and then cuts its programs short.
BOOST_AUTO_TEST_CASE(an_interrupt_never_reaches_a_solver) {
    const ScratchFolder folder;
    const auto sweep = folder / "milp.toml";
    write_text(sweep, slow_sweep());
    BOOST_TEST_REQUIRE(run_program(2, {"run", sweep, "-o", folder / "whole.h5"}).code == 0);
    for (int round = 0; round < 4; ++round) {
        const auto out = folder / ("out" + std::to_string(round) + ".h5");
        Job job(program_command(2, {"run", sweep, "-o", out, "--threads", "2"}));
        BOOST_TEST_REQUIRE(job.says(" points"), job.output());
        sleep_ms(60 + 90 * round);
        for (int i = 0; i < 20; ++i) job.signal_ranks(SIGINT);
        const int code = job.wait();
        BOOST_TEST((code == 75 || code == 0), code << ": " << job.output());
        BOOST_TEST(run_program(2, {"run", sweep, "-o", out, "--resume"}).code == 0);
        BOOST_TEST(digest_of(out) == digest_of(folder / "whole.h5"), "round " << round);
    }
}

BOOST_AUTO_TEST_CASE(same_data_however_it_is_computed) {
    const ScratchFolder folder;
    const auto sweep = folder / "wide.toml";
    write_text(sweep, separate_fabrics(wide_sweep()));
    std::string expected;
    int number = 0;
    for (const int ranks : {1, 2, 3})
        for (const char* threads : {"1", "2"})
            for (const char* width : {"baseline", "avx2", "avx512"}) {
                if (ranks == 3 && std::string(width) != "avx2") continue;
                if (!is_supported(width)) continue;
                const auto out = folder / ("out" + std::to_string(number++) + ".h5");
                const auto run = run_program(ranks, {"run", sweep, "-o", out, "--threads", threads},
                                             {std::string("LIGHTSWEEP_VECTOR=") + width});
                BOOST_TEST_REQUIRE(run.code == 0, run.output);
                const auto digest = digest_of(out);
                if (expected.empty()) expected = digest;
                BOOST_TEST(digest == expected,
                           ranks << " ranks, " << threads << " threads, " << width);
            }
}

/// Rows that walk through more states than two, listed as planes and swept.
const char* const standing_sweep = R"(schedulers = ["every-step-reuse", "addanki-reuse",
    "addanki-overlap", "addanki-ports", "addanki-pool", "addanki-best-pool"]
schedules = true
rules = "addanki"
[addanki-best-pool]
max_pools = 2
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
port_delay = "20ns"
compute_time = ["0us", "3us"]
pool = ["ring-split", "circulant(1,3)-split", "circulant(1,5)-split"]
pool_size = [2, 3, 4]
message = ["64KiB", "8MiB"]
reconfiguration_delay = { from = "100ns", to = "1ms", per_decade = 5 }
[[grid]]
name = "whole"
topology = "ring-uni"
nodes = 16
collective = ["allreduce/swing", "allreduce/swing+alltoall/shift"]
[[grid]]
name = "long"
topology = "ring-uni"
nodes = 160
collective = "alltoall/shift"
)";

BOOST_AUTO_TEST_CASE(walks_through_states_have_the_same_data_too) {
    const ScratchFolder folder;
    const auto sweep = folder / "standing.toml";
    write_text(sweep, standing_sweep);
    std::string expected;
    for (const char* width : {"baseline", "avx2", "avx512"}) {
        if (!is_supported(width)) continue;
        const auto out = folder / (std::string(width) + ".h5");
        const auto run =
            run_program(2, {"run", sweep, "-o", out}, {std::string("LIGHTSWEEP_VECTOR=") + width});
        BOOST_TEST_REQUIRE(run.code == 0, run.output);
        const auto digest = digest_of(out);
        if (expected.empty()) expected = digest;
        BOOST_TEST(digest == expected, width);
    }
}

const char* const planes_sweep = R"(title = "planes"
schedulers = ["ideal", "strawman", "one-shot", "swot"]
rules = "swot"
best = true
schedules = true
[fabric]
bandwidth = "100GB/s"
per_step_latency = "20us"
[[grid]]
name = "free"
collective = ["allreduce/halving-doubling", "alltoall/shift"]
nodes = [4, 8]
planes = [2, 3]
message = ["1MB", "8MB", "32MB"]
reconfiguration_delay = ["200us", "2ms"]
where = "nodes == 8 or message > 1MB"
[[grid]]
name = "cold"
collective = "alltoall/shift"
nodes = 8
planes = 3
plane_speeds = [100, 100, 50]
initial = "cold"
message = "8MB"
reconfiguration_delay = "200us"
[[grid]]
name = "groups"
collective = "allreduce/halving-doubling"
nodes = 16
groups = { size = [4, 8], stride = [1, 2] }
planes = 2
message = ["1MB", "8MB"]
reconfiguration_delay = ["200us", "2ms"]
[[grid]]
name = "beside"
nodes = 8
planes = [2, 3]
reconfiguration_delay = ["20us", "200us"]
parallel = [
    { collective = "allreduce/halving-doubling", groups = { size = 4, stride = 1 }, message = "8MB" },
    { collective = "alltoall/shift", groups = [[0, 2], [4, 6]], message = "1MB" },
]
)";

BOOST_AUTO_TEST_CASE(solutions_on_planes_have_the_same_data_too) {
    const ScratchFolder folder;
    const auto sweep = folder / "planes.toml";
    write_text(sweep, planes_sweep);
    std::string expected;
    for (const int ranks : {1, 2, 3}) {
        const auto out = folder / (std::to_string(ranks) + ".h5");
        const auto run = run_program(ranks, {"run", sweep, "-o", out});
        BOOST_TEST_REQUIRE(run.code == 0, run.output);
        const auto digest = digest_of(out);
        if (expected.empty()) expected = digest;
        BOOST_TEST(digest == expected, ranks);
    }
}

/// One structure or one search, whose loops the threads without a tile share.
BOOST_AUTO_TEST_CASE(threads_that_help_one_tile_change_nothing) {
    const ScratchFolder folder;
    const std::string bench = std::string(LIGHTSWEEP_SOURCE_DIR) + "/tests/bench/";
    const std::pair<std::string, std::vector<std::string>> shorter[] = {
        {"one_graph.toml", {"--set", "nodes=64"}},
        {"one_search.toml", {"--set", "nodes=48", "--set", "swot.transitions=30000"}}};
    for (const auto& [sweep, settings] : shorter) {
        std::string expected;
        for (const char* threads : {"1", "2", "3"}) {
            const auto out = folder / (threads + sweep + ".h5");
            std::vector<std::string> words{"run", bench + sweep, "-o", out, "--threads", threads};
            words.insert(words.end(), settings.begin(), settings.end());
            const auto run = run_program(1, words);
            BOOST_TEST_REQUIRE(run.code == 0, run.output);
            const auto digest = digest_of(out);
            if (expected.empty()) expected = digest;
            BOOST_TEST(digest == expected, sweep << ", " << threads << " threads");
        }
    }
}

BOOST_AUTO_TEST_CASE(where_and_zip_in_the_file) {
    const ScratchFolder folder;
    const auto sweep = folder / "wide.toml", out = folder / "out.h5";
    write_text(sweep, separate_fabrics(wide_sweep()));
    BOOST_TEST_REQUIRE(run_program(1, {"run", sweep, "-o", out}).code == 0);
    const engine::ResultFile file(out);
    const auto status = file.read_i64("grids/rings/addanki", "status");
    // primitive 2 x algorithm 3 x topology 3 x nodes 2 x message 5 x delay 22; three of the six
    // pairs exist; 3 of the 22 delays are above 1 ms, excluded at nodes = 8.
    BOOST_TEST(status.size() == 2u * 3 * 3 * 2 * 5 * 22);
    BOOST_TEST(std::count(status.begin(), status.end(), 6) == 6 * 3 * 5 * 3);
    BOOST_TEST(std::count(status.begin(), status.end(), 5) >= 3 * 3 * 2 * 5 * 19);
    BOOST_TEST(std::count(status.begin(), status.end(), 8) == 0);
    const auto* zipped = file.array("grids/zipped/addanki");
    BOOST_TEST_REQUIRE(zipped != nullptr);
    const auto zip = std::find_if(zipped->axes.begin(), zipped->axes.end(),
                                  [](const engine::Axis& axis) { return !axis.auxiliary.empty(); });
    BOOST_TEST_REQUIRE((zip != zipped->axes.end()));
    BOOST_TEST(zip->size() == 3u);
    BOOST_TEST(zip->auxiliary.size() == 2u);
    // 1 x 800, 2 x 400 and 4 x 100 Gbps: the first two are the same node.
    const auto time = file.read_f64("grids/zipped/static", "transmission_time");
    BOOST_TEST(time.size() == 2u * 3 * 3);
    for (std::size_t nodes = 0; nodes < 2; ++nodes)
        for (std::size_t m = 0; m < 3; ++m) {
            BOOST_TEST(time[nodes * 9 + m] == time[nodes * 9 + 3 + m]);
            BOOST_TEST(time[nodes * 9 + 6 + m] == 2 * time[nodes * 9 + m]);
        }
}

BOOST_AUTO_TEST_CASE(killed_and_resumed_with_other_ranks) {
    const ScratchFolder folder;
    const auto sweep = folder / "slow.toml", whole = folder / "whole.h5";
    write_text(sweep, slow_sweep());
    BOOST_TEST_REQUIRE(run_program(2, {"run", sweep, "-o", whole}).code == 0);
    const auto expected = digest_of(whole);
    std::mt19937_64 g(9);
    for (int round = 0; round < 4; ++round) {
        const auto out = folder / ("out" + std::to_string(round) + ".h5");
        for (int kill = 0; kill < 2; ++kill) {
            Job job(program_command(1 + static_cast<int>(g() % 3),
                                    {"run", sweep, "-o", out, "--resume"}));
            sleep_ms(30 + static_cast<int>(g() % 900));
            job.kill_all();
        }
        const auto last =
            run_program(1 + static_cast<int>(g() % 3), {"run", sweep, "-o", out, "--resume"});
        BOOST_TEST(last.code == 0, last.output);
        BOOST_TEST(digest_of(out) == expected, "seed 9 round " << round);
    }
}

BOOST_AUTO_TEST_CASE(shards_merge_into_the_whole) {
    const ScratchFolder folder;
    const auto sweep = folder / "wide.toml", whole = folder / "whole.h5",
               merged = folder / "merged.h5";
    write_text(sweep, separate_fabrics(wide_sweep()));
    BOOST_TEST_REQUIRE(run_program(2, {"run", sweep, "-o", whole}).code == 0);
    std::vector<std::string> merge{"merge"};
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        merge.push_back(folder / (std::string("part") + shard[0] + ".h5"));
        const auto part = run_program(1, {"run", sweep, "-o", merge.back(), "--shard", shard});
        BOOST_TEST_REQUIRE(part.code == 0, part.output);
    }
    merge.insert(merge.end(), {"-o", merged});
    const auto done = run_program(0, merge);
    BOOST_TEST_REQUIRE(done.code == 0, done.output);
    BOOST_TEST(digest_of(merged) == digest_of(whole));
}

BOOST_AUTO_TEST_CASE(every_fault_in_one_report_before_any_work) {
    const ScratchFolder folder;
    const auto sweep = folder / "bad.toml", out = folder / "out.h5";
    write_text(sweep, R"(schedulers = ["statick", "addanki"]
rules = "addanki"
[fabric]
bandwidth = "-1Gbps"
per_step_latency = "100ns"
per_hop_latency = "100 parsec"
[[grid]]
name = "g"
topology = "rign"
nodes = [8, 12]
collective = "allreduce/halving-doubling"
mesage = "1MiB"
reconfiguration_delay = []
)");
    const auto run = run_program(2, {"run", sweep, "-o", out});
    BOOST_TEST(run.code == 2);
    for (const char* part :
         {"statick", "did you mean static", ":4: ", "parsec", "rign", "nodes[1] = 12",
          "needs a power of two", "mesage", "did you mean message", ":13: "})
        BOOST_TEST(run.output.find(part) != std::string::npos, part << " is not in\n"
                                                                    << run.output);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
