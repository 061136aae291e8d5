// Sweeps on switch planes: what is solved once for all, what the rows and events hold, and that
// points are what the solvers say of them in bytes.
#include <random>

#include "engine/farm/stopping.hpp"
#include "engine/journal/manifest.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(plane_sweeps)

namespace swot = solvers::swot;

const std::string start = R"(schedulers = ["ideal", "strawman", "one-shot", "swot"]
rules = "swot"
best = true
schedules = true
[fabric]
bandwidth = "100GB/s"
per_step_latency = "20us"
reconfiguration_delay = "200us"
)";

// 8 steps of 2 MB each on 8 planes: Bruck on 256 nodes and the shifts of 9 nodes at 16 MB.
const std::string twins = R"([[grid]]
name = "bruck"
collective = "alltoall/bruck"
volumes = "swot"
nodes = 256
planes = 8
message = ["1MB", "2MB"]
[[grid]]
name = "shift"
collective = "alltoall/shift"
volumes = "swot"
nodes = 9
planes = 8
message = ["16MB", "64MB"]
)";

/// The list of one point, as its columns' bytes.
engine::RaggedRow list_of(sweeps::SweepWorkload& workload, const std::string& path,
                          std::uint64_t point) {
    const auto& layout = workload.layout();
    for (std::size_t g = 0; g < layout.ragged.size(); ++g) {
        if (layout.ragged[g].path != path) continue;
        engine::RaggedRow row;
        row.columns.resize(layout.ragged[g].columns.size());
        const auto group = static_cast<std::uint32_t>(layout.arrays.size() + g);
        BOOST_TEST(workload.compute_row({group, point}, row).failed == 0u);
        return row;
    }
    BOOST_FAIL("no list " << path);
    return {};
}

double f64(const engine::RaggedRow& row, std::size_t column, std::size_t i) {
    double value = 0;
    std::memcpy(&value, row.columns[column].data() + i * sizeof value, sizeof value);
    return value;
}

BOOST_AUTO_TEST_CASE(equal_problems_are_solved_once_and_adopted_solutions_give_the_same_rows) {
    TestSweep alone(start + twins), farm(start + twins);
    auto& workload = farm.workload();
    BOOST_TEST_REQUIRE(workload.n_preparations() == 3u);
    for (std::size_t k = 0; k < 3; ++k)
        workload.adopt(k, {workload.preparation_key(k), workload.prepare(k), ""});
    for (const std::string grid : {"bruck", "shift"}) {
        const auto expected = alone.compute("grids/" + grid + "/swot"),
                   computed = farm.compute("grids/" + grid + "/swot");
        for (std::size_t i = 0; i < 2; ++i) {
            BOOST_TEST(computed.f64("completion_time", i) == expected.f64("completion_time", i));
            BOOST_TEST(computed.f64("lower_bound", i) == expected.f64("lower_bound", i));
        }
    }
    const auto bruck = farm.compute("grids/bruck/swot"), shift = farm.compute("grids/shift/swot");
    BOOST_TEST(bruck.f64("completion_time", 1) == shift.f64("completion_time", 0));
}

BOOST_AUTO_TEST_CASE(every_task_needs_the_solutions_of_its_points_alone) {
    TestSweep sweep(start + twins);
    auto& workload = sweep.workload();
    const engine::TaskSpace tasks(workload.layout());
    for (std::uint64_t number = 0; number < tasks.size(); ++number) {
        const auto task = tasks.task(number);
        const std::string path = tasks.is_ragged(task) ? tasks.ragged(task).path
                                                       : workload.layout().arrays[task.group].path;
        const auto needs = workload.needs(task);
        const bool searched = path.ends_with("/swot") || path.ends_with("/best");
        const std::size_t expected = !searched ? 0 : tasks.is_ragged(task) ? 1 : 2;
        BOOST_TEST(needs.size() == expected, path);
    }
}

BOOST_AUTO_TEST_CASE(a_run_that_is_to_end_abandons_its_searches) {
    TestSweep sweep(start + twins);
    auto& workload = sweep.workload();
    engine::request_stop(true);
    for (std::size_t k = 0; k < workload.n_preparations(); ++k)
        BOOST_CHECK_THROW(workload.prepare(k), engine::Abandoned);
    engine::request_stop(false);
    BOOST_TEST(!workload.prepare(0).empty());
}

BOOST_AUTO_TEST_CASE(nobody_wins_with_a_formula) {
    TestSweep sweep(start + twins);
    const auto best = sweep.compute("grids/bruck/best"), rows = sweep.compute("grids/bruck/swot"),
               ideal = sweep.compute("grids/bruck/ideal");
    for (std::size_t i = 0; i < 2; ++i) {
        BOOST_TEST(ideal.meaning("status", i) == "formula");
        BOOST_TEST(ideal.f64("completion_time", i) < best.f64("completion_time", i));
        BOOST_TEST(best.f64("completion_time", i) == rows.f64("completion_time", i));
    }
}

BOOST_AUTO_TEST_CASE(events_carry_all_bytes_and_end_with_the_row) {
    TestSweep sweep(start + twins);
    const auto rows = sweep.compute("grids/shift/swot");
    for (std::uint64_t point = 0; point < 2; ++point) {
        const auto events = list_of(sweep.workload(), "schedules/shift/swot", point);
        double sent = 0, end = 0;
        for (std::size_t i = 0; i < events.columns[3].size() / sizeof(double); ++i) {
            sent += f64(events, 3, i);
            end = std::max(end, f64(events, 5, i));
        }
        BOOST_TEST(std::abs(sent / (point == 0 ? 16e6 : 64e6) - 1) < 1e-9);
        BOOST_TEST(std::abs(end / rows.f64("completion_time", point) - 1) < 1e-9);
    }
}

sweeps::Solution solution(const std::string& keys) {
    const auto read =
        sweeps::read_problem(R"({"rules":"swot","nodes":8,"per_step_latency":0.25,)" + keys + "}",
                             sweeps::domain_vocabulary());
    BOOST_REQUIRE_MESSAGE(read.problem, read.error);
    return sweeps::solve(*read.problem);
}

// Second witness: the same problem put together in bytes and given to the solvers directly.
BOOST_AUTO_TEST_CASE(answers_are_those_of_the_solvers_in_bytes) {
    std::mt19937 random(20261122);
    const auto pick = [&](int from, int to) {
        return std::uniform_int_distribution<int>(from, to)(random);
    };
    const std::string starts[] = {"free", "first", "cold"};
    for (int trial = 0; trial < 60; ++trial) {
        const int planes = pick(1, 3), start_word = pick(0, 2), steps = pick(1, 5);
        kernels::PlaneProblem problem;
        std::string list, speeds, delays;
        for (int i = 0; i < steps; ++i) {
            const int cfg = pick(0, 3), bytes = pick(0, 9);
            problem.steps.push_back({cfg, double(bytes)});
            list += (i ? "," : "") + std::string("{\"cfg\":") + std::to_string(cfg) +
                    ",\"bytes\":" + std::to_string(bytes) + "}";
        }
        const double delay = pick(0, 20) / 4.0;
        for (int j = 0; j < planes; ++j) {
            const int speed = trial % 3 == 0 ? 100 : 50 * pick(j == 0 ? 1 : 0, 3);
            const int slow = trial % 3 == 0 ? 100 : 50 * pick(0, 3);
            speeds += (j ? "," : "") + std::to_string(speed);
            delays += (j ? "," : "") + std::to_string(slow);
            if (speed > 0) problem.planes.push_back({2.0 * speed / 100, delay * slow / 100});
        }
        problem.base_latency = 0.25;
        problem.initial = kernels::InitialPlanes(start_word);
        const std::string keys =
            "\"collective\":\"custom\",\"steps\":[" + list +
            "],\"planes\":" + std::to_string(planes) + ",\"plane_bandwidth\":2,\"plane_speeds\":[" +
            speeds + "],\"plane_delays\":[" + delays + "],\"initial\":\"" + starts[start_word] +
            "\",\"reconfiguration_delay\":" + std::to_string(delay);
        const auto found = solution("\"scheduler\":\"swot\"," + keys);
        const auto expected = swot::solve(problem);
        BOOST_TEST(std::abs(found.row.completion[0] - expected.value) <= 1e-9 * expected.value,
                   "trial " << trial << ": " << keys << ": " << found.row.completion[0]
                            << " is not " << expected.value);
        BOOST_TEST_REQUIRE(found.planes.has_value());
        BOOST_TEST(found.planes->timeline.violation == "");
        BOOST_TEST(std::abs(found.planes->timeline.end() - expected.value) <=
                   1e-9 * expected.value);
        const auto ideal = solution("\"scheduler\":\"ideal\"," + keys);
        BOOST_TEST(std::abs(ideal.row.completion[0] - swot::ideal_time(problem)) <= 1e-9,
                   "trial " << trial << ": " << keys);
        BOOST_TEST(ideal.row.completion[0] <= found.row.lower_bound[0] * (1 + 1e-9));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
