// Concurrent flow, one core: closed forms, exact programs, certified approximations. Every figure
// comes with a check of its values: certificates, or another way to the same number.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

#include "kernels/flow/circulant_batch.hpp"
#include "solvers/flow/concurrent_flow.hpp"

namespace {

using namespace lightsweep;
using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Permutation;
using kernels::Topology;
using solvers::flow::FlowSolver;

Permutation random_permutation(Node n, std::uint64_t seed) {
    std::mt19937_64 generator(seed);
    std::vector<Node> to(static_cast<std::size_t>(n));
    std::iota(to.begin(), to.end(), 0);
    std::shuffle(to.begin(), to.end(), generator);
    return Permutation::list(to);
}

/// Coordinates reversed along the first dimension, shifted along the second: a list.
Permutation reversed_rows() {
    std::vector<Node> to(64);
    for (Node j = 0; j < 64; ++j) to[j] = (7 - j / 8) * 8 + (j + 3) % 8;
    return Permutation::list(to);
}

struct ClosedForm {
    const char* name;
    Topology topology;
    Permutation permutation;
    double theta;
};

const std::vector<ClosedForm>& closed_forms() {
    static const std::vector<ClosedForm> all{
        {"torus 8x8, translation", Topology::torus({8, 8}, LinkBandwidth::full),
         Permutation::translation({8, 8}, {3, 2}), 8.0 / 15},
        {"torus 8x8, exclusive-or", Topology::torus({8, 8}, LinkBandwidth::full),
         Permutation::exclusive_or(64, 21), 1.0 / 2},
        {"torus 8x8, list", Topology::torus({8, 8}, LinkBandwidth::full), reversed_rows(), 1.0 / 2},
        {"grid 8x8, exclusive-or", Topology::grid({8, 8}, LinkBandwidth::full),
         Permutation::exclusive_or(64, 21), 1.0 / 4},
        {"hypercube 64, exclusive-or", Topology::hypercube(64, LinkBandwidth::full),
         Permutation::exclusive_or(64, 21), 1.0},
        {"circulant 64 {1, 9}, shift", Topology::circulant(64, {1, 9}, LinkBandwidth::split),
         Permutation::shift(64, 32), 0.10625}};
    return all;
}

void closed_form(benchmark::State& state) {
    const auto& one = closed_forms()[static_cast<std::size_t>(state.range(0))];
    const FlowSolver solver(one.topology);
    if (std::abs(solver(one.permutation).theta - one.theta) > 1e-12)
        state.SkipWithError("not the value worked out by hand");
    for (auto _ : state) benchmark::DoNotOptimize(solver(one.permutation));
    state.SetLabel(one.name);
}

/// The largest gap of the permutations solved.
void general(benchmark::State& state, const Topology& topology, double gap, const char* label) {
    const FlowSolver solver(topology, {gap});
    double largest = 0;
    std::uint64_t seed = 0;
    for (auto _ : state) {
        const auto flow = solver(random_permutation(topology.size(), seed++ % 5));
        benchmark::DoNotOptimize(flow);
        largest = std::max(largest, flow.gap());
    }
    if (largest > std::max(gap, 1e-9)) state.SkipWithError("the certificates are too far apart");
    state.counters["gap"] = largest;
    state.SetLabel(label);
}

void torus_exact(benchmark::State& state) {
    general(state, Topology::torus({8, 8}, LinkBandwidth::split), 0, "torus 8x8, exact");
}
void torus_certified(benchmark::State& state) {
    general(state, Topology::torus({8, 8}, LinkBandwidth::split), 0.01, "torus 8x8, 1 %");
}
/// A shift mixes the coordinates of a torus, but keeps its row translations.
void torus_shift(benchmark::State& state) {
    const auto n = static_cast<Node>(state.range(0) * state.range(0));
    const FlowSolver solver(
        Topology::torus({static_cast<Node>(state.range(0)), static_cast<Node>(state.range(0))},
                        LinkBandwidth::split));
    double largest = 0;
    Node t = 0;
    for (auto _ : state) {
        t = (t + 37) % n;
        const auto flow = solver(Permutation::shift(n, t == 0 ? 1 : t));
        largest = std::max(largest, flow.gap());
    }
    if (largest > 1e-9) state.SkipWithError("the certificates are too far apart");
    state.SetLabel(solver.topology().describe() + ", shifts, exact");
}
void regular_exact(benchmark::State& state) {
    general(state, Topology::random_regular(64, 4, 1, LinkBandwidth::split), 0,
            "random regular of 64, degree 4, exact");
}
void regular_certified(benchmark::State& state) {
    general(state, Topology::random_regular(256, 4, 1, LinkBandwidth::split),
            static_cast<double>(state.range(0)) / 100,
            state.range(0) == 5 ? "random regular of 256, degree 4, 5 %"
                                : "random regular of 256, degree 4, 1 %");
}

const std::vector<std::vector<std::int64_t>> circulants{{1, -1},
                                                        {1, 33},
                                                        {1, 2},
                                                        {1, 11, 101},
                                                        {1, -1, 33, -33},
                                                        {1, 5, 25, 125},
                                                        {1, -1, 7, -7, 51, -51},
                                                        {3, -3, 100, -100, 317, -317},
                                                        {1, -1, 5, -5, 25, -25, 125, -125},
                                                        {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}};

std::vector<Node> all_shifts(Node n) {
    std::vector<Node> shifts(static_cast<std::size_t>(n) - 1);
    std::iota(shifts.begin(), shifts.end(), 1);
    return shifts;
}

/// The largest gap of all shifts, hops included.
double solve_all(const Topology& topology, const std::vector<Node>& shifts) {
    double largest = 0;
    for (const auto& flow : kernels::circulant_flows(topology, shifts))
        largest = std::max(largest, flow.gap());
    return largest;
}

void all_to_all(benchmark::State& state) {
    const auto& offsets = circulants[static_cast<std::size_t>(state.range(0))];
    const auto topology = Topology::circulant(1024, offsets, LinkBandwidth::split);
    const auto shifts = all_shifts(1024);
    double largest = 0;
    for (auto _ : state) largest = std::max(largest, solve_all(topology, shifts));
    if (largest > 1e-9) state.SkipWithError("the certificates are too far apart");
    state.SetLabel(topology.describe() + " of 1024");
}

/// One odd offset at least, so that the graph is connected; with its opposite each if in pairs.
std::vector<std::int64_t> random_offsets(Node n, std::size_t count, bool pairs,
                                         std::mt19937_64& generator) {
    std::vector<std::int64_t> drawn;
    while (drawn.size() < count) {
        const auto a = static_cast<std::int64_t>(1 + generator() % (pairs ? n / 2 - 1 : n - 1));
        const bool fresh = std::find(drawn.begin(), drawn.end(), a) == drawn.end();
        if (fresh && (!drawn.empty() || a % 2 == 1)) drawn.push_back(a);
    }
    if (pairs)
        for (std::size_t g = 0; g < count; ++g) drawn.push_back(-drawn[g]);
    return drawn;
}

/// Twenty random circulants per iteration. Each is timed at its best: median and maximum of these.
void all_to_all_random(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const auto count = static_cast<std::size_t>(state.range(0));
    const bool pairs = state.range(1) == 1;
    const auto shifts = all_shifts(1024);
    std::vector<double> best(20, 1e9);
    double largest = 0;
    for (auto _ : state) {
        std::mt19937_64 generator(7 + count);
        for (double& time : best) {
            const auto offsets = random_offsets(1024, count, pairs, generator);
            const auto topology = Topology::circulant(1024, offsets, LinkBandwidth::split);
            const auto begin = Clock::now();
            largest = std::max(largest, solve_all(topology, shifts));
            time = std::min(time, std::chrono::duration<double>(Clock::now() - begin).count());
        }
    }
    if (largest > 1e-9) state.SkipWithError("the certificates are too far apart");
    std::sort(best.begin(), best.end());
    state.counters["median_ms"] = 500 * (best[9] + best[10]);
    state.counters["max_ms"] = 1000 * best.back();
    state.SetLabel(std::to_string(count) + (pairs ? " random pairs" : " random offsets") +
                   " of 1024, 20 circulants");
}

BENCHMARK(closed_form)->DenseRange(0, 5);
BENCHMARK(torus_exact)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_certified)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_shift)->Arg(8)->Arg(16)->Unit(benchmark::kMillisecond);
BENCHMARK(regular_exact)->Unit(benchmark::kMillisecond);
BENCHMARK(regular_certified)->Arg(5)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(all_to_all)
    ->DenseRange(0, static_cast<int>(circulants.size()) - 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(all_to_all_random)
    ->ArgsProduct({{2, 3, 4, 5, 6, 8}, {1}})
    ->ArgsProduct({{2, 4, 6, 8, 10}, {0}})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
