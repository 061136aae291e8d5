// SWOT on small and on long instances:
//   a  500 random ones: the solver, the mixed-integer program and (up to three planes and six
//      steps) the search over sets of planes agree; any difference fails
//   b  8 equal steps on 3 planes: time to a proof, against CBC on the compact program
//   c  500 steps on 8 planes: a schedule with a bound
#include <chrono>
#include <cstdio>

#include "solvers/swot/baselines.hpp"
#include "solvers/swot/general_search.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/plane_cases.hpp"

namespace {

using namespace lightsweep;
namespace swot = solvers::swot;

constexpr double tolerance = 5e-6;  // relative: CBC's integrality
constexpr int most_nodes = 500;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Counts {
    int proven = 0, by_program = 0, by_sets = 0, differences = 0;
    double seconds = 0, program_seconds = 0, sets_seconds = 0;

    void compare(const swot::Solution& one, const swot::Solution& other,
                 const kernels::PlaneProblem& problem) {
        const double slack = tolerance * one.value;
        const bool equal = !other.proven || std::abs(one.value - other.value) <= slack;
        const bool bracketed =
            other.lower_bound <= one.value + slack && one.lower_bound <= other.value + slack;
        if (equal && bracketed) return;
        ++differences;
        std::printf("%.9g [%.9g] and %.9g [%.9g]: %s\n", one.value, one.lower_bound, other.value,
                    other.lower_bound, tests::describe(problem).c_str());
    }
};

bool agree_on_random_instances() {
    std::mt19937 random(500);
    Counts counts;
    for (int n = 0; n < 500; ++n) {
        const auto problem = tests::random_planes(random, 4, 8);
        const double begin = now();
        const auto found = swot::solve(problem);
        const double solved = now();
        const auto program = swot::solve_by_program(problem, most_nodes);
        const double programmed = now();
        counts.seconds += solved - begin;
        counts.program_seconds += programmed - solved;
        counts.proven += found.proven;
        counts.by_program += program.proven;
        counts.compare(found, program, problem);
        if (problem.n_planes() > 3 || problem.steps.size() > 6) continue;
        const auto sets =
            swot::search_used_sets(problem, swot::strawman_schedule(problem), 1'000'000);
        counts.sets_seconds += now() - programmed;
        counts.by_sets += sets.proven;
        counts.compare(found, sets, problem);
    }
    std::printf(
        "a  500 random instances: %d proven (%.2f s), %d by CBC (%.2f s), %d by sets of planes "
        "(%.2f s), %d differences\n",
        counts.proven, counts.seconds, counts.by_program, counts.program_seconds, counts.by_sets,
        counts.sets_seconds, counts.differences);
    return counts.proven == 500 && counts.differences == 0;
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
    const auto found = swot::solve(problem, {2'000'000});
    const double end = now();
    std::printf(
        "c  500 equal steps of %g, 8 planes: no transitions %.1f ms, gap %.2f %%; 2e6 transitions "
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
