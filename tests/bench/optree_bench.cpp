// OpTree: plans, bounds, construction and validation, one core. Every figure comes with a check of
// its answers.
#include <benchmark/benchmark.h>

#include "kernels/parallel/for_each.hpp"
#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "kernels/wdm/lightpath_check.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/optree/gather_construction.hpp"
#include "solvers/optree/trees/broadcast_construction.hpp"
#include "solvers/optree/windows/radix_program.hpp"
#include "solvers/registry/registry.hpp"

namespace {

using namespace lightsweep;
using namespace solvers;
using namespace solvers::optree;

RingTask task_of(const benchmark::State& state) {
    return {state.range(0), state.range(1)};
}

/// The exact program over factorisations, 0 tree, 1 lifted, 2 windowed.
void radix_program(benchmark::State& state) {
    RadixConstruction plan;
    for (auto _ : state) {
        plan = best_radices(task_of(state), static_cast<RadixFamily>(state.range(2)));
        benchmark::DoNotOptimize(plan.stages.data());
    }
    const std::int64_t known[] = {352, 192, 64};
    if (state.range(0) == 4096 && state.range(1) == 64 && plan.cost.steps != known[state.range(2)])
        state.SkipWithError("not the known optimum");
    state.counters["steps"] = static_cast<double>(plan.cost.steps);
}

void bound(benchmark::State& state) {
    std::int64_t steps = 0;
    for (auto _ : state) {
        steps = kernels::gather_lower_bound(state.range(0), state.range(1));
        benchmark::DoNotOptimize(steps);
    }
    if (state.range(0) == 1000000 && steps != 15385) state.SkipWithError("not the known bound");
    state.counters["steps"] = static_cast<double>(steps);
}

/// The edges of the broadcast trees with their wavelengths, no lightpaths.
void broadcast_construction(benchmark::State& state) {
    BroadcastConstruction plan;
    for (auto _ : state) {
        plan = plan_broadcast(task_of(state));
        benchmark::DoNotOptimize(plan.launches.data());
    }
    if (plan.steps() > plan.lower_bound) state.SkipWithError("above the bound");
    state.counters["steps"] = static_cast<double>(plan.steps());
}

void validate(benchmark::State& state, Method method) {
    const kernels::parallel::Borrowing alone;
    const auto plan = plan_gather(task_of(state), method);
    kernels::CheckedSchedule seen;
    for (auto _ : state) seen = kernels::check_all_gather(plan.schedule);
    if (!seen.valid() || seen.steps != plan.steps) state.SkipWithError(seen.fault.c_str());
    state.SetItemsProcessed(state.iterations() * seen.deliveries);
    state.counters["steps"] = static_cast<double>(plan.steps);
}
void validate_optimal(benchmark::State& state) {
    validate(state, Method::optimal);
}
void validate_windowed(benchmark::State& state) {
    validate(state, Method::windowed);
}
void validate_tree(benchmark::State& state) {
    validate(state, Method::tree);
}

/// The sizes that the suite leaves out: every method's schedule of 1021, 1024 and 4096 nodes on 1
/// to 64 wavelengths, accepted at exactly its steps.
void large_schedules(benchmark::State& state) {
    const auto method = static_cast<Method>(state.range(1));
    std::int64_t cells = 0, lightpaths = 0;
    for (auto _ : state)
        for (const std::int64_t w : {1, 2, 4, 16, 64}) {
            const auto plan = plan_gather({state.range(0), w}, method);
            const auto seen = kernels::check_all_gather(plan.schedule);
            if (!seen.valid() || seen.steps != plan.steps || plan.steps < plan.lower_bound)
                state.SkipWithError(("w = " + std::to_string(w) + ": " + seen.fault).c_str());
            ++cells;
            lightpaths += seen.deliveries;
        }
    state.SetLabel(std::string(method_name(method)));
    state.SetItemsProcessed(lightpaths);
    state.counters["cells"] = static_cast<double>(cells);
}
BENCHMARK(large_schedules)
    ->ArgsProduct({{1021, 1024, 4096}, {0, 1, 2, 3, 4}})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

/// wdm-optimal with few transmitters: (N, w, x).
void limited_plan(benchmark::State& state) {
    GatherConstruction plan;
    for (auto _ : state) plan = plan_limited_gather(task_of(state), state.range(2));
    if (plan.steps > plan.lower_bound + 10) state.SkipWithError("far above the bound");
    state.counters["steps"] = static_cast<double>(plan.steps);
    state.counters["bound"] = static_cast<double>(plan.lower_bound);
}
BENCHMARK(limited_plan)
    ->Args({1024, 64, 16})
    ->Args({4096, 64, 1})
    ->Args({4096, 64, 32})
    ->Unit(benchmark::kMillisecond);

/// Every ring from the first number to the second, all 1 <= w <= the third, planned and validated;
/// counters: cells, and those one step above the bound.
void all_rings(benchmark::State& state) {
    const kernels::parallel::Borrowing alone;
    std::int64_t cells = 0, above = 0;
    for (auto _ : state)
        for (auto n = state.range(0); n <= state.range(1); ++n)
            for (std::int64_t w = 1; w <= state.range(2); ++w) {
                const auto plan = plan_gather({n, w}, Method::optimal);
                const auto seen = kernels::check_all_gather(plan.schedule);
                if (!seen.valid() || seen.steps != plan.steps || plan.steps > plan.lower_bound + 1)
                    state.SkipWithError("not a schedule within one step of the bound");
                ++cells;
                above += plan.steps - plan.lower_bound;
            }
    state.counters["cells"] = static_cast<double>(cells);
    state.counters["one_above"] = static_cast<double>(above);
}

/// Step counts in exact integers over (N, w, k).
void step_counts(benchmark::State& state) {
    std::int64_t count = 0, sum = 0;
    for (auto _ : state)
        for (std::int64_t n = 1000; n < 1100; ++n)
            for (const std::int64_t w : {4, 64})
                for (std::int64_t k = 1; k <= 10; ++k, ++count)
                    sum += kernels::theorem_steps(n, w, k);
    if (kernels::theorem_steps(1024, 64, 10) != 76) state.SkipWithError("not exact");
    benchmark::DoNotOptimize(sum);
    state.SetItemsProcessed(count);
}

/// From a structure to answers as sweeps ask for them: whole rows of delays, all columns.
void ring_rows(benchmark::State& state, const char* name, bool held) {
    LightpathRings rings;
    rings.shape = {1, 1024};
    rings.wavelengths = 64;
    rings.held = held;
    Problem structure{{kernels::Primitive::all_gather, "any", 1024, {}, {}},
                      kernels::Topology::ring(1024, kernels::LinkBandwidth::full),
                      {}};
    structure.rings = rings;
    const auto plan =
        prepare(*find_scheduler(name), std::make_shared<const Problem>(std::move(structure)), {});
    std::vector<double> delays(4096);
    for (std::size_t i = 0; i < delays.size(); ++i) delays[i] = 1e-8 * static_cast<double>(i);
    ResultRow row;
    for (auto _ : state) {
        plan->evaluate({0, 0, 1e-3, delays}, row);
        benchmark::DoNotOptimize(row.completion.data());
    }
    if (!held && row.more_steps[17] != (std::string_view(name) == "wdm-optimal" ? 19 : 70))
        state.SkipWithError("not the known steps");
    state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK_CAPTURE(ring_rows, formula, "optree-formula", false);
BENCHMARK_CAPTURE(ring_rows, optimal, "wdm-optimal", false);
BENCHMARK_CAPTURE(ring_rows, held, "wdm-optimal", true);

/// From nodes to a plan, all that a sweep pays per structure.
void plan_times(benchmark::State& state) {
    GatherConstruction plan;
    for (auto _ : state)
        plan = plan_gather(task_of(state), all_methods()[static_cast<std::size_t>(state.range(2))]);
    state.counters["steps"] = static_cast<double>(plan.steps);
}
BENCHMARK(plan_times)
    ->ArgsProduct({{256, 1021, 1024, 4096}, {64}, {0, 1, 2, 3}})
    ->Unit(benchmark::kMillisecond);

BENCHMARK(radix_program)
    ->ArgsProduct({{1024, 4096}, {64, 256}, {0, 1, 2}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(bound)->Args({1024, 64})->Args({1000000, 64})->Unit(benchmark::kMicrosecond);
BENCHMARK(broadcast_construction)
    ->Args({1024, 64})
    ->Args({1021, 64})
    ->Args({4096, 64})
    ->Args({4096, 256})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(validate_optimal)
    ->Args({1024, 64})
    ->Args({1021, 64})
    ->Args({4096, 64})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(validate_windowed)->Args({1024, 64})->Args({4096, 64})->Unit(benchmark::kMillisecond);
BENCHMARK(validate_tree)->Args({1024, 64})->Args({4096, 64})->Unit(benchmark::kMillisecond);
BENCHMARK(all_rings)
    ->Args({1, 130, 16})
    ->Args({131, 300, 16})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);
BENCHMARK(step_counts);

}  // namespace

BENCHMARK_MAIN();
