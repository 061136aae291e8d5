// PCCL on one core: from a structure to an answer, many answers at once, and congestion and
// dilation of rounds by coordinates, in closed form and on graphs.
#include <benchmark/benchmark.h>

#include <cmath>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/parallel/for_each.hpp"
#include "kernels/routes/path_congestion.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/registry/registry.hpp"

namespace {

using namespace lightsweep;
using kernels::Node;
using kernels::Topology;

solvers::Problem structure_on_ring(Node n) {
    return solvers::make_problem(
        kernels::build_collective("reduce-scatter/halving-doubling-far", n),
        Topology::ring(n, kernels::LinkBandwidth::full), {}, 0, solvers::measures::paths_dor);
}

/// 256 MB at 5 us on 128 nodes: 620.44 us with seven reconfigurations (PCCL, figure 8).
void structure_to_answer(benchmark::State& state) {
    const kernels::parallel::Borrowing alone;
    const std::vector<double> delays{5e-6};
    solvers::ResultRow row;
    for (auto _ : state) {
        const auto s = std::make_shared<const solvers::Problem>(structure_on_ring(128));
        solvers::find_scheduler("pccl")->prepare(s, {})->evaluate({0, 3e-6, 256e6 / 450e9, delays},
                                                                  row);
    }
    if (std::abs(row.completion[0] - 620.44e-6) > 1e-8) state.SkipWithError("not figure 8");
}

void evaluations(benchmark::State& state) {
    const auto s = std::make_shared<const solvers::Problem>(structure_on_ring(128));
    const auto plan = solvers::find_scheduler("pccl")->prepare(s, {});
    std::vector<double> delays;
    for (int i = 0; i <= 56; ++i) delays.push_back(std::pow(10.0, -9 + i / 8.0));
    solvers::ResultRow row;
    row.want_decisions = true;
    std::size_t points = 0;
    for (auto _ : state)
        for (int k = 10; k <= 32; ++k) {
            plan->evaluate({0, 3e-6, std::ldexp(1 / 450e9, k), delays}, row);
            benchmark::DoNotOptimize(row.completion.data());
            points += delays.size();
        }
    state.SetItemsProcessed(static_cast<std::int64_t>(points));
    state.SetLabel(std::to_string(plan->envelope()->size()) + " schedules");
}

Topology named(const char* name, Node n) {
    kernels::TopologyParameters p;
    p.n = n;
    return kernels::make_topology(name, p);
}

/// All rounds of a collective on one topology, its tables included.
void all_rounds(benchmark::State& state, const char* topology, const char* collective, Node n,
                kernels::Route route, bool symbolic) {
    const kernels::parallel::Borrowing alone;
    const auto rounds = kernels::build_collective(collective, n);
    const auto graph = named(topology, n);
    double sum = 0;
    for (auto _ : state) {
        const kernels::PathCounter counter(graph, route);
        for (const auto& step : rounds.steps)
            sum += symbolic ? counter(step.peer).congestion
                            : counter(kernels::transfers(step.peer)).congestion;
    }
    benchmark::DoNotOptimize(sum);
    state.SetLabel(std::to_string(rounds.steps.size()) + " rounds");
}

constexpr const char* far = "reduce-scatter/halving-doubling-far";
BENCHMARK(structure_to_answer)->Unit(benchmark::kMicrosecond);
BENCHMARK(evaluations);
BENCHMARK_CAPTURE(all_rounds, ring_128_closed, "ring", far, 128, kernels::Route::dor, true)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(all_rounds, ring_128_dor, "ring", far, 128, kernels::Route::dor, false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(all_rounds, ring_128_graph, "ring", far, 128, kernels::Route::lex, false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(all_rounds, torus3d_65536_closed, "torus3d", far, 65536, kernels::Route::dor,
                  true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(all_rounds, torus3d_65536_dor, "torus3d", far, 65536, kernels::Route::dor, false)
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
