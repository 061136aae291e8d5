// BRIDGE's schedulers on 256 nodes over (message x delay x latency) on one core, with the full
// breakdown and decisions; and what preparing a structure takes. A point of every row is recomputed
// from all segments' planes.
#include <benchmark/benchmark.h>

#include <cmath>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "solvers/registry/registry.hpp"

namespace {

using namespace lightsweep;

const char* const collectives[] = {"alltoall/bruck", "reduce-scatter/bruck-near",
                                   "allreduce/bruck-near"};

std::shared_ptr<const solvers::Problem> structure(std::int64_t which, kernels::Node n = 256) {
    auto made = solvers::make_problem(kernels::build_collective(collectives[which], n),
                                      kernels::Topology::ring(n, kernels::LinkBandwidth::full), {},
                                      0, solvers::measures::routed);
    made.subrings.free_start = true;
    return std::make_shared<const solvers::Problem>(std::move(made));
}

/// The least of the planes at the last delay.
bool agrees(const kernels::Envelope& table, const kernels::DelayRow& row,
            const solvers::ResultRow& result) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& plane : table.schedules())
        least = std::min(least, static_cast<double>(table.steps()) * row.per_step_latency +
                                    row.per_hop_latency * plane.hops +
                                    row.message_time * (table.volume() + plane.congestion) +
                                    row.delays.back() * plane.reconfigurations);
    return std::abs(result.completion[row.delays.size() - 1] - least) <= 1e-12 * least;
}

void evaluations(benchmark::State& state) {
    const auto s = structure(state.range(0));
    const auto plan = solvers::find_scheduler("bridge")->prepare(s, {});
    std::vector<double> delays;
    for (int i = 0; i <= 56; ++i) delays.push_back(std::pow(10.0, -9 + i / 8.0));
    solvers::ResultRow result;
    result.want_decisions = true;
    std::size_t points = 0;
    bool right = true;
    for (auto _ : state)
        for (const double latency : {1e-7, 5e-7, 1e-6, 2e-6})
            for (int k = 10; k <= 32; ++k) {
                const kernels::DelayRow row{1.7e-6, latency, std::ldexp(1e-11, k), delays};
                plan->evaluate(row, result);
                benchmark::DoNotOptimize(result.completion.data());
                points += delays.size();
                if (k == 20) right = right && agrees(*plan->envelope(), row, result);
            }
    if (!right) state.SkipWithError("not the least of the planes");
    state.SetItemsProcessed(static_cast<std::int64_t>(points));
    state.SetLabel(std::string(collectives[state.range(0)]) + ", " +
                   std::to_string(plan->envelope()->size()) + " planes, " +
                   kernels::parallel::name_of(kernels::parallel::vector_width()));
}

void preparation(benchmark::State& state) {
    const auto s = structure(state.range(0), static_cast<kernels::Node>(state.range(1)));
    for (auto _ : state)
        benchmark::DoNotOptimize(solvers::find_scheduler("bridge")->prepare(s, {}));
    state.SetLabel(std::string(collectives[state.range(0)]) + ", " +
                   std::to_string(state.range(1)) + " nodes");
}

BENCHMARK(evaluations)->Arg(0)->Arg(1)->Arg(2);
BENCHMARK(preparation)->ArgsProduct({{0, 1, 2}, {256, 65536}})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
