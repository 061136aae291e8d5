// The event simulator: one large plan, and many plans of 64 nodes, with and without reading them.
#include <benchmark/benchmark.h>

#include "tests/support/simulated.hpp"

namespace lightsweep {
namespace {

using Json = nlohmann::json;
namespace simulation = sweeps::simulation;

Json problem_of(const char* rules, const char* scheduler, const char* collective, int nodes) {
    return {{"rules", rules},           {"scheduler", scheduler},
            {"collective", collective}, {"nodes", nodes},
            {"bandwidth", 1e11},        {"message", 1 << 25},
            {"per_step_latency", 1e-6}, {"reconfiguration_delay", 1e-5}};
}

/// 256 nodes, 8 planes, all of them set up before every step: 32,768 transfers.
void all_reduce_of_256_nodes(benchmark::State& state) {
    auto problem = problem_of("swot", "strawman", "allreduce/halving-doubling", 256);
    problem["planes"] = 8;
    const auto system = simulation::read_plan(tests::plan_of(problem), {});
    for (auto _ : state) benchmark::DoNotOptimize(simulation::carry_out(system, {}).end);
    state.counters["transfers"] = static_cast<double>(system.transfers.size());
}
BENCHMARK(all_reduce_of_256_nodes)->Unit(benchmark::kMillisecond);

/// Plans of all kinds on 64 nodes.
std::vector<Json> plans_of_64() {
    std::vector<Json> plans;
    for (const char* collective : {"allreduce/halving-doubling", "allreduce/swing",
                                   "allgather/bruck", "alltoall/bruck", "allreduce/ring"}) {
        for (const char* scheduler : {"static", "every-step", "segments", "segments-overlap"}) {
            auto problem = problem_of("common", scheduler, collective, 64);
            problem.update({{"per_hop_latency", 1e-7}, {"topology", "ring"}, {"planes", 4}});
            problem["route"] = "path";
            plans.push_back(tests::plan_of(problem));
        }
        for (const char* scheduler : {"strawman", "one-shot", "swot"}) {
            auto problem = problem_of("swot", scheduler, collective, 64);
            problem["planes"] = 4;
            plans.push_back(tests::plan_of(problem));
        }
    }
    std::erase_if(plans, [](const Json& plan) { return plan.is_null(); });
    return plans;
}

void schedules_of_64_nodes(benchmark::State& state) {
    const auto plans = plans_of_64();
    std::vector<simulation::System> systems;
    for (const auto& plan : plans) systems.push_back(simulation::read_plan(plan, {}));
    for (auto _ : state)
        for (std::size_t i = 0; i < systems.size(); ++i) {
            if (state.range(0) > 0) systems[i] = simulation::read_plan(plans[i], {});
            benchmark::DoNotOptimize(simulation::carry_out(systems[i], {}).end);
        }
    state.counters["s of 10,000"] = benchmark::Counter(
        static_cast<double>(state.iterations() * static_cast<std::int64_t>(systems.size())) / 1e4,
        benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(schedules_of_64_nodes)->ArgName("read")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lightsweep

BENCHMARK_MAIN();
