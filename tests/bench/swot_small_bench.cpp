// SWOT on small and on long instances:
//   a  500 random ones: the solver, the mixed-integer program and (up to three planes and six
//      steps) the search over sets of planes agree where they prove, and bounds never exceed
//      another's value; any contradiction fails
//   b  8 equal steps on 3 planes: time to a proof, against CBC on the compact program
//   c  500 steps on 8 planes: a schedule with a bound
#include <chrono>
#include <cstdio>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/search/canonical_search.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/support/plane_cases.hpp"

namespace {

using namespace lightsweep;
namespace swot = solvers::swot;

constexpr double tolerance = 5e-6;  // relative: CBC's integrality
constexpr int few_nodes = 500;      // what CBC does not prove then it seldom proves in 500

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Another method beside the solver, on many problems.
struct Witness {
    const char* name;
    int asked = 0, proven = 0, contradictions = 0;
    double seconds = 0;
    double largest = 0;  ///< relative difference of values that both prove

    void compare(const swot::Solution& one, const swot::Solution& other,
                 const kernels::PlaneProblem& problem) {
        ++asked;
        proven += other.proven;
        const double difference = std::abs(one.value - other.value) / one.value;
        const bool both = one.proven && other.proven;
        if (both) largest = std::max(largest, difference);
        const double slack = tolerance * one.value;
        const bool bracketed =
            other.lower_bound <= one.value + slack && one.lower_bound <= other.value + slack;
        if (bracketed && (!both || difference <= tolerance)) return;
        ++contradictions;
        std::printf("%.9g [%.9g] and by %s %.9g [%.9g]: %s\n", one.value, one.lower_bound, name,
                    other.value, other.lower_bound, tests::describe(problem).c_str());
    }
    void print() const {
        std::printf(
            "   %s: %d of %d proven (%.1f s), largest relative difference %.1e, "
            "%d contradictions\n",
            name, proven, asked, seconds, largest, contradictions);
    }
};

/// Calls solve and adds what it takes.
template <class Solve>
swot::Solution timed(double& seconds, Solve&& solve) {
    const double begin = now();
    auto found = solve();
    seconds += now() - begin;
    return found;
}

bool agree_on_random_instances() {
    std::mt19937 random(500);
    Witness program{"CBC"}, sets{"sets of planes"};
    int proven = 0;
    double seconds = 0;
    for (int n = 0; n < 500; ++n) {
        const auto problem = tests::random_planes(random, 4, 8);
        const auto found = timed(seconds, [&] { return swot::solve(problem); });
        proven += found.proven;
        program.compare(
            found,
            timed(program.seconds, [&] { return swot::solve_by_program(problem, few_nodes); }),
            problem);
        if (problem.n_planes() > 3 || problem.steps.size() > 6) continue;
        const auto start = swot::strawman_schedule(problem);
        sets.compare(
            found,
            timed(sets.seconds, [&] { return swot::search_used_sets(problem, start, 1'000'000); }),
            problem);
    }
    std::printf("a  500 random instances: %d proven (%.2f s)\n", proven, seconds);
    program.print();
    sets.print();
    return proven == 500 && program.contradictions + sets.contradictions == 0;
}

kernels::PlaneProblem equal_steps(int steps, int planes, double bytes) {
    kernels::PlaneProblem problem{
        {}, kernels::alike_planes(planes, 1, 1), 0.1, kernels::InitialPlanes::free};
    for (int i = 0; i < steps; ++i) problem.steps.push_back({i, bytes});
    return problem;
}

bool race_cbc() {
    const auto problem = equal_steps(8, 3, 0.8);
    constexpr int times = 20;
    swot::Solution found;
    const double begin = now();
    for (int i = 0; i < times; ++i) found = swot::solve(problem);
    const double own = (now() - begin) / times, middle = now();
    const auto program = swot::solve_by_program(problem, 20'000);
    const double cbc = now() - middle;
    std::printf("b  8 equal steps, 3 planes: proof in %.3f ms, CBC %s after %.2f s, %.0f times\n",
                1e3 * own, program.proven ? "proves it" : "gives up", cbc, cbc / own);
    return found.proven && found.lower_bound <= program.value * (1 + tolerance) &&
           program.lower_bound <= found.value * (1 + tolerance);
}

bool solve_long(double bytes) {
    const auto problem = equal_steps(500, 8, bytes);
    const double begin = now();
    const auto quick = swot::solve(problem, {0});
    const double middle = now();
    const auto found = swot::solve(problem, {1'000'000});
    const double end = now();
    std::printf(
        "c  500 equal steps of %g, 8 planes: no transitions %.1f ms, gap %.2f %%; 1e6 transitions "
        "%.1f ms, gap %.2f %%\n",
        bytes, 1e3 * (middle - begin), 100 * (1 - quick.lower_bound / quick.value),
        1e3 * (end - middle), 100 * (1 - found.lower_bound / found.value));
    return kernels::replay_planes(problem, found.schedule).violation.empty() &&
           found.value <= quick.value && found.lower_bound >= quick.lower_bound;
}

}  // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    bool long_ones = true;
    for (const double bytes : {0.01, 0.2, 0.8, 10.0}) long_ones = solve_long(bytes) && long_ones;
    const bool raced = race_cbc(), agreed = agree_on_random_instances();
    return agreed && raced && long_ones ? 0 : 1;
}
