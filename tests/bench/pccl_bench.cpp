// PCCL's circuits and tasks, one core. Every figure comes with a check of its answers.
#include <benchmark/benchmark.h>

#include "kernels/collectives/edge_colouring.hpp"
#include "kernels/rack/mesh_routes.hpp"
#include "kernels/training/transformer_tasks.hpp"
#include "solvers/pccl/fibre_program.hpp"
#include "tests/support/circuit_routes.hpp"

namespace {

using namespace lightsweep;
using kernels::GridShape;
using kernels::Node;
using kernels::Pair;

/// All pairs: per transfer.
void split_all_pairs(benchmark::State& state) {
    const auto n = static_cast<Node>(state.range(0)), limit = static_cast<Node>(state.range(1));
    const auto transfers = tests::all_pairs(n);
    kernels::TransferSplit split;
    for (auto _ : state) {
        split = kernels::split_transfers(n, transfers, limit);
        benchmark::DoNotOptimize(split.round.data());
    }
    if (const auto fault = tests::split_fault(n, transfers, limit, split); !fault.empty())
        state.SkipWithError(fault.c_str());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(transfers.size()));
}

/// Random pairs of a square mesh; the counter says how many found a route. With seed 6 of 64
/// circuits on 256 x 256 the edges of one circuit's end are full, and all its trials are in vain.
void mesh(benchmark::State& state, bool with_trials) {
    const GridShape grid{static_cast<Node>(state.range(0)), static_cast<Node>(state.range(0))};
    const auto count = static_cast<int>(state.range(1));
    const auto circuits =
        kernels::random_circuits(grid.nodes(), count, static_cast<std::uint64_t>(state.range(2)));
    kernels::MeshRoutes found;
    for (auto _ : state) {
        found = with_trials ? kernels::route_mesh(grid, circuits)
                            : kernels::route_mesh_around_full(grid, circuits, 1);
        benchmark::DoNotOptimize(found.routes.data());
    }
    if (const auto fault =
            tests::routes_fault(grid, circuits, found.routes, found.loads, found.failed);
        !fault.empty())
        state.SkipWithError(fault.c_str());
    state.counters["routed"] = static_cast<double>(found.routed());
}
void mesh_with_trials(benchmark::State& state) {
    mesh(state, true);
}
void mesh_around_full(benchmark::State& state) {
    mesh(state, false);
}

/// Ten sets of random circuits on 8 x 8 servers in turn, bound included; how many were proven.
void fibres(benchmark::State& state) {
    const GridShape grid{8, 8};
    std::vector<std::vector<Pair>> sets;
    for (std::uint64_t seed = 0; seed < 10; ++seed)
        sets.push_back(kernels::random_circuits(64, static_cast<int>(state.range(0)), seed));
    std::size_t set = 0;
    int proven = 0, solved = 0;
    for (auto _ : state) {
        const auto& circuits = sets[set++ % sets.size()];
        const auto found = kernels::route_fibres(grid, circuits);
        proven += found.proven();
        ++solved;
        if (!tests::routes_fault(grid, circuits, found.routes, found.loads, {}).empty())
            state.SkipWithError("not routes");
    }
    state.counters["proven"] = proven / static_cast<double>(solved);
}

/// 3 x 3 servers from routes that were never improved, so that the program has work now and then.
void fibre_program(benchmark::State& state) {
    std::uint64_t seed = 0;
    for (auto _ : state) {
        const auto circuits = kernels::random_circuits(9, 12, seed++ % 20);
        const auto plan = solvers::pccl::fewest_fibres({3, 3}, circuits, {}, {.passes = 0});
        if (plan.status != solvers::pccl::FibreConstruction::Status::optimal)
            state.SkipWithError("not proven");
    }
}

/// The transformer's iteration, tasks and simulation.
void training_iteration(benchmark::State& state) {
    kernels::Transformer model;
    model.layers = static_cast<int>(state.range(0));
    model.stages = static_cast<int>(state.range(1));
    const kernels::TrainingSpeed speed{60e12, [](double bytes) { return bytes / 450e9; },
                                       [](double bytes) { return bytes / 450e9; }};
    double makespan = 0;
    for (auto _ : state)
        makespan = kernels::simulate_tasks(kernels::transformer_tasks(model, speed)).makespan;
    // The last reduction, 64 MiB, starts after all computing.
    if (model.layers == 12 && std::abs(makespan - 1.8746e12 / 60e12 - 67108864 / 450e9) > 1e-5)
        state.SkipWithError("not the makespan worked out by hand");
    state.counters["makespan"] = makespan;
}

BENCHMARK(split_all_pairs)->ArgsProduct({{64, 256, 1024}, {1, 3}})->Unit(benchmark::kMillisecond);
BENCHMARK(mesh_with_trials)
    ->Args({64, 16, 3})
    ->Args({256, 12, 3})
    ->Args({256, 64, 3})
    ->Args({256, 64, 6})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(mesh_around_full)->Args({256, 64, 3})->Args({256, 512, 3})->Unit(benchmark::kMillisecond);
BENCHMARK(fibres)->Arg(100)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK(fibre_program)->Unit(benchmark::kMillisecond);
BENCHMARK(training_iteration)->Args({12, 1})->Args({96, 8})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
