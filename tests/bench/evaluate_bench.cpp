// Batched evaluation of one structure over (message x delay x latencies) on one core, with the full
// breakdown, reconfiguration count and decision mask: scheduler evaluations per second. The vector
// width is that of LIGHTSWEEP_VECTOR. The points checked are recomputed by the O(s) program.
#include <benchmark/benchmark.h>

#include <cmath>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/common_bounds.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "solvers/one_accounting/common_rows.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/registry/registry.hpp"

namespace {

using namespace lightsweep;

const char* const collectives[] = {"allreduce/halving-doubling", "alltoall/shift"};

struct Grid {
    std::vector<double> delays, message_times;
    std::vector<double> latencies{1e-7, 1e-6, 1e-5, 1e-4};
    explicit Grid(int delays_per_decade = 8) {
        for (int i = 0; i <= 7 * delays_per_decade; ++i)
            delays.push_back(std::pow(10.0, -9 + double(i) / delays_per_decade));
        for (int k = 10; k <= 32; ++k) message_times.push_back(std::pow(2.0, k) / 1e11);
    }
    std::size_t points() const { return delays.size() * message_times.size() * latencies.size(); }
};

std::shared_ptr<const solvers::Problem> structure(std::int64_t which, kernels::Node n = 64) {
    return std::make_shared<const solvers::Problem>(solvers::make_problem(
        kernels::build_collective(collectives[which], n), kernels::Topology::ring_uni(n)));
}

/// The optimum at the last delay of the row, once more.
bool agrees(const solvers::Problem& s, const kernels::DelayRow& row,
            const solvers::ResultRow& result) {
    std::vector<double> matched, base;
    const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time, 1,
                                row.delays.back()};
    for (std::size_t i = 0; i < s.steps(); ++i) {
        matched.push_back(s.costs.matched_time(i, p));
        base.push_back(s.costs.matched_time(i, p) + s.costs.extra_time(i, p));
    }
    const double exact =
        solvers::addanki::solve_two_state(matched, base, p.reconfiguration_delay).cost;
    return std::abs(result.completion[row.delays.size() - 1] - exact) <= 1e-12 * exact;
}

void run(benchmark::State& state, std::initializer_list<const char*> schedulers,
         std::int64_t which) {
    const Grid grid;
    const auto s = structure(which);
    std::vector<std::unique_ptr<solvers::PreparedScheduler>> plans;
    for (const char* name : schedulers)
        plans.push_back(solvers::find_scheduler(name)->prepare(s, {}));
    solvers::ResultRow result;
    result.want_decisions = true;
    bool right = true;
    for (auto _ : state)
        for (const double latency : grid.latencies)
            for (const double time : grid.message_times) {
                const kernels::DelayRow row{latency, 1e-7, time, grid.delays};
                for (const auto& plan : plans) plan->evaluate(row, result);
                benchmark::DoNotOptimize(result.completion.data());
                if (time == grid.message_times.back() && plans.size() == 3)
                    right = right && agrees(*s, row, result);
            }
    if (!right) state.SkipWithError("the optimum is not the O(s) program's");
    state.SetItemsProcessed(
        static_cast<std::int64_t>(state.iterations() * grid.points() * plans.size()));
    state.SetLabel(std::string(collectives[which]) + ", " +
                   kernels::parallel::name_of(kernels::parallel::vector_width()));
}

void evaluations(benchmark::State& state) {
    run(state, {"static", "every-step", "addanki"}, state.range(0));
}
void threshold(benchmark::State& state) {
    run(state, {"threshold"}, state.range(0));
}

/// All schedule costs of a problem, from the step list on.
void preparation(benchmark::State& state) {
    const auto s = structure(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(solvers::find_scheduler("addanki")->prepare(s, {}));
    state.SetLabel(collectives[state.range(0)]);
}

/// The printed 0-1 program through CBC: the witness that the planes replace.
void printed_program(benchmark::State& state) {
    const auto s = structure(state.range(0));
    std::vector<double> matched, base;
    const kernels::Parameters p{1e-7, 1e-7, 8388608, 1e11, 4e-4};
    for (std::size_t i = 0; i < s->steps(); ++i) {
        matched.push_back(s->costs.matched_time(i, p));
        base.push_back(s->costs.matched_time(i, p) + s->costs.extra_time(i, p));
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(solvers::addanki::solve_program(matched, base, 4e-4, 1000));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
    state.SetLabel(collectives[state.range(0)]);
}

/// Concurrent flow of a permutation on a ring of 64, in closed form.
void closed_form(benchmark::State& state) {
    const auto swing = kernels::build_collective("reduce-scatter/swing", 64);
    const auto ring = kernels::Topology::ring(64, kernels::LinkBandwidth::full);
    const auto p = state.range(0) == 0   ? kernels::Permutation::shift(64, 21)
                   : state.range(0) == 1 ? kernels::Permutation::exclusive_or(64, 21)
                                         : swing.steps[4].peer;
    for (auto _ : state) benchmark::DoNotOptimize(solvers::flow::concurrent_flow(ring, p));
    state.SetLabel(p.describe());
}

/// The rows beyond base and matching, on the directed ring of 64 with a pool of 20 co-prime rings.
const char* const standing[] = {"every-step-reuse", "addanki-reuse", "addanki-overlap",
                                "addanki-ports",    "addanki-pool",  "addanki-best-pool"};

std::shared_ptr<const solvers::Problem> with_pool(std::int64_t which, bool by_links) {
    solvers::Pool pool{{}, 3, {}};
    for (std::int64_t offset = 3; pool.others.size() < 20; offset += 2)
        pool.others.push_back(
            kernels::Topology::circulant(64, {1, offset}, kernels::LinkBandwidth::split));
    if (by_links) pool.switching.price = solvers::Switching::Price::by_links;
    return std::make_shared<const solvers::Problem>(
        solvers::make_problem(kernels::build_collective(collectives[which], 64),
                              kernels::Topology::ring_uni(64), std::move(pool)));
}

void standing_rows(benchmark::State& state, const solvers::SchedulerRow& row,
                   const std::shared_ptr<const solvers::Problem>& s,
                   const solvers::SchedulerOptions& options = {}, const Grid& grid = Grid()) {
    const auto plan = row.prepare(s, options);
    solvers::ResultRow result;
    result.want_decisions = true;
    bool right = true;
    for (auto _ : state)
        for (const double time : grid.message_times) {
            plan->evaluate({1e-7, 1e-7, time, grid.delays, 1e-8, 1e-6}, result);
            right = right && result.completion[0] >= result.lower_bound[0];
        }
    if (!right) state.SkipWithError("below its bound");
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * grid.delays.size() *
                                                      grid.message_times.size()));
}

void standing_topologies(benchmark::State& state) {
    const auto& row = *solvers::find_scheduler(standing[state.range(0)]);
    standing_rows(state, row, with_pool(state.range(1), false));
    state.SetLabel(std::string(row.name) + ", " + collectives[state.range(1)]);
}

/// Switching priced by changed links; the best pool of 3 by adding one base at a time.
void priced_pool(benchmark::State& state) {
    standing_rows(state, *solvers::find_scheduler("addanki-pool"), with_pool(state.range(0), true));
    state.SetLabel(collectives[state.range(0)]);
}
void greedy_pool(benchmark::State& state) {
    solvers::SchedulerOptions options;
    options.max_pools = 1;
    standing_rows(state, *solvers::find_scheduler("addanki-best-pool"),
                  with_pool(state.range(0), false), options);
    state.SetLabel(collectives[state.range(0)]);
}

void standing_preparation(benchmark::State& state) {
    const auto& row = *solvers::find_scheduler(standing[state.range(0)]);
    const auto s = with_pool(state.range(1), false);
    for (auto _ : state) benchmark::DoNotOptimize(row.prepare(s, {}));
    state.SetLabel(std::string(row.name) + ", " + collectives[state.range(1)]);
}

/// Points of the frontier, 64 nodes with four lanes and 1,002 delays a row: from the list alone,
/// and with the lower bound of all schedules.
void frontier_points(benchmark::State& state) {
    static const char* const primitives[] = {"allgather/any", "allreduce/any", "alltoall/any"};
    const auto open = kernels::build_collective(primitives[state.range(0)], 64);
    auto s = solvers::one_accounting::make_problem(
        open, *solvers::one_accounting::base_topology("ring", 64, 4, {}), 4,
        solvers::measures::lanes_flow);
    if (state.range(1))
        s.bounds = std::make_shared<const kernels::CommonBounds>(open.primitive, 64, 4,
                                                                 kernels::path_lengths(s.base));
    standing_rows(state, *solvers::find_scheduler("frontier", solvers::common_scheduler_table()),
                  std::make_shared<const solvers::Problem>(std::move(s)), {}, Grid(143));
    state.SetLabel(std::string(primitives[state.range(0)]) +
                   (state.range(1) ? ", with bounds" : ""));
}

BENCHMARK(frontier_points)->ArgsProduct({{0, 1, 2}, {0, 1}});
BENCHMARK(standing_topologies)->ArgsProduct({{0, 1, 2, 3, 4, 5}, {0, 1}});
BENCHMARK(priced_pool)->Arg(0)->Arg(1);
BENCHMARK(greedy_pool)->Arg(0)->Arg(1);
BENCHMARK(standing_preparation)->ArgsProduct({{1, 4}, {0, 1}});
BENCHMARK(evaluations)->Arg(0)->Arg(1);
BENCHMARK(threshold)->Arg(0)->Arg(1);
BENCHMARK(preparation)->Arg(0)->Arg(1);
BENCHMARK(printed_program)->Arg(0)->Arg(1);
BENCHMARK(closed_form)->Arg(0)->Arg(1)->Arg(2);

}  // namespace

BENCHMARK_MAIN();
