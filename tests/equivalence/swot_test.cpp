// SWOT's optimum three ways: the canonical queue, a search over sets of planes with clocks, and the
// compact mixed-integer program.
#include <boost/test/unit_test.hpp>

#include "kernels/parallel/for_each.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/search/block_bound.hpp"
#include "solvers/swot/search/canonical_search.hpp"
#include "solvers/swot/search/label_layers.hpp"
#include "solvers/swot/search/priced_search.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/plane_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_optimum)

namespace swot = solvers::swot;
constexpr double programs = 1e-6;  // relative: Clp's and the searches' tolerances
constexpr double cbc = 5e-6;       // relative: integrality

void check_replay(const kernels::PlaneProblem& problem, const swot::Solution& found) {
    const auto timeline = kernels::replay_planes(problem, found.schedule);
    BOOST_TEST(timeline.violation == "", describe(problem));
    BOOST_TEST(std::abs(timeline.end() - found.value) <= 1e-12 * found.value, describe(problem));
    BOOST_TEST(found.lower_bound <= found.value, describe(problem));
}

BOOST_AUTO_TEST_CASE(queue_against_sets_of_planes) {
    std::mt19937 random(20241);
    for (int n = 0; n < 60; ++n) {
        auto problem = random_planes(random, 3, 6);
        if (n % 2) hold_individually(random, problem);
        const auto found = swot::solve(problem);
        check_replay(problem, found);
        const auto other =
            swot::search_used_sets(problem, swot::strawman_schedule(problem), 1'000'000);
        check_replay(problem, other);
        BOOST_TEST(found.proven, describe(problem));
        BOOST_TEST(other.proven, describe(problem));
        BOOST_TEST(std::abs(found.value - other.value) <= programs * other.value,
                   found.value << " and " << other.value << ": " << describe(problem));
    }
}

/// The best sequence has a use without work: left out, the step's other planes share anew.
BOOST_AUTO_TEST_CASE(uses_without_work) {
    kernels::PlaneProblem problem;
    problem.planes = kernels::alike_planes(4, 1, 0.15256303633879981);
    const int labels[] = {0, 1, 2, 2, 1, 0};
    const double bytes[] = {0.6086665871308311,  0.52937486999853645, 0.66285869192635405,
                            0.11670499370724324, 0.21457064114622149, 0.15781643704816339};
    for (int i = 0; i < 6; ++i) problem.steps.push_back({labels[i], bytes[i]});
    const auto free = swot::solve(problem);
    problem.initial = kernels::InitialPlanes::first;
    const auto first = swot::solve(problem);
    BOOST_TEST(free.proven);
    BOOST_TEST(free.value <= first.value * (1 + programs));
}

BOOST_AUTO_TEST_CASE(queue_against_the_program) {
    std::mt19937 random(20242);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_planes(random, 3, 5);
        if (n % 2) hold_individually(random, problem);
        const auto found = swot::solve(problem);
        const auto program = swot::solve_by_program(problem, 100'000);
        check_replay(problem, program);
        BOOST_TEST(found.proven, describe(problem));
        BOOST_TEST(program.proven, describe(problem));
        BOOST_TEST(std::abs(found.value - program.value) <= cbc * found.value,
                   found.value << " and " << program.value << ": " << describe(problem));
    }
}

/// Planes that differ: the search over sets against the program; bounds hold whatever the budget.
BOOST_AUTO_TEST_CASE(planes_that_differ) {
    std::mt19937 random(20243);
    for (int n = 0; n < 25; ++n) {
        auto problem = random_planes(random, 3, 4);
        for (std::size_t j = 0; j < problem.planes.size(); ++j) {
            problem.planes[j].bandwidth *= 1 + static_cast<double>(j);
            problem.planes[j].reconfiguration_delay /= 1 + 0.5 * static_cast<double>(j);
        }
        if (n % 2) hold_individually(random, problem);
        const auto found = swot::solve(problem, {std::int64_t{1} << 40});
        check_replay(problem, found);
        BOOST_TEST(found.proven, describe(problem));
        const auto program = swot::solve_by_program(problem, 100'000);
        check_replay(problem, program);
        BOOST_TEST(std::abs(found.value - program.value) <= cbc * found.value,
                   found.value << " and " << program.value << ": " << describe(problem));
        const auto hasty = swot::solve(problem, {200'000});
        check_replay(problem, hasty);
        BOOST_TEST(hasty.value >= found.value * (1 - programs), describe(problem));
        BOOST_TEST(hasty.lower_bound <= found.value * (1 + programs), describe(problem));
    }
}

/// A smaller budget widens the gap, and nothing else.
BOOST_AUTO_TEST_CASE(any_budget_brackets_the_optimum) {
    std::mt19937 random(20244);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_planes(random, 4, 8);
        if (n % 3 == 0) hold_individually(random, problem);
        const auto found = swot::solve(problem);
        check_replay(problem, found);
        for (const std::int64_t transitions : {0, 100, 3'000, 100'000}) {
            const auto hasty = swot::solve(problem, {transitions});
            check_replay(problem, hasty);
            BOOST_TEST(hasty.value >= found.lower_bound * (1 - 1e-9), describe(problem));
            BOOST_TEST(hasty.lower_bound <= found.value * (1 + 1e-9), describe(problem));
        }
    }
}

/// Bounds by prices at any price, and by blocks, against the proven optimum; the search with prices
/// ends with it whatever the price.
BOOST_AUTO_TEST_CASE(prices_never_pass_the_optimum) {
    std::mt19937 random(20245);
    for (int n = 0; n < trials(20, 60); ++n) {
        auto problem = random_planes(random, 4, 7);
        if (n % 3 == 0) hold_individually(random, problem);
        const auto queue = swot::queue_problem(problem);
        BOOST_TEST_REQUIRE(queue.has_value());
        const double cold = kernels::starts_cold(problem) ? queue->unit : 0.0;
        const auto sets = swot::search_used_sets(problem, swot::strawman_schedule(problem),
                                                 n % 3 == 0 ? 20'000 : 500);
        const double most = (sets.value - cold) / queue->unit;  // at least the optimum
        for (const double share : {0.0, 0.3, 0.8, 1.0}) {
            const double price = share / queue->planes;
            for (const std::int64_t limit : {0, 200, 3'000, 100'000'000}) {
                swot::Effort effort{limit};
                swot::Incumbent incumbent(*queue);
                swot::offer_constructions(*queue, incumbent);
                swot::PricedSearch search(*queue, price, effort, incumbent);
                const bool ended = search.run();
                BOOST_TEST(search.lower_bound() <= most * (1 + programs), describe(problem));
                if (!ended) continue;
                BOOST_TEST(incumbent.value() <= most * (1 + programs), describe(problem));
                BOOST_TEST(incumbent.value() >=
                               sets.lower_bound / queue->unit * (1 - programs) - cold / queue->unit,
                           describe(problem));
            }
            if (!swot::is_uniform(*queue)) continue;
            swot::Effort effort{1'000'000};
            swot::BlockBound blocks(*queue, price);
            while (blocks.grow(effort))
                BOOST_TEST(blocks.lower_bound() <= most * (1 + programs), describe(problem));
        }
    }
}

/// Blocks bound what is left from any state: as a guide of the sweeps they change no optimum.
BOOST_AUTO_TEST_CASE(runs_of_equal_steps) {
    std::mt19937 random(20246);
    const auto real = [&] { return std::uniform_real_distribution<double>(0, 1)(random); };
    for (int n = 0; n < 12; ++n) {
        kernels::PlaneProblem problem;
        problem.planes = kernels::alike_planes(2 + n % 2, 1, 0.1 + 2 * real());
        problem.base_latency = 0.05;
        problem.initial = kernels::InitialPlanes::free;
        const double work = 0.05 + real();
        for (int i = 0; i < 8; ++i) problem.steps.push_back({i, work});
        const auto queue = swot::queue_problem(problem);
        const double optimum = swot::solve(problem).value / queue->unit;
        for (const double share : {0.4, 1.0}) {
            swot::Effort effort{5'000'000};
            swot::BlockBound blocks(*queue, share / queue->planes);
            for (int m = 0; m < 3; ++m) blocks.grow(effort);
            swot::LabelLayers layers(*queue, 4, 400, blocks, optimum * (1 + 1e-6), effort);
            BOOST_TEST_REQUIRE(layers.complete());
            BOOST_TEST(!layers.empty(), describe(problem));  // the optimum passes
            BOOST_TEST(layers.least_end() <= optimum * (1 + 2e-6), describe(problem));
        }
    }
}

/// Whoever helps, and wherever the budget ends, the search counts the same transitions.
BOOST_AUTO_TEST_CASE(threads_that_help_change_no_answer) {
    kernels::PlaneProblem problem;
    problem.planes = kernels::alike_planes(8, 1, 0.4);
    problem.base_latency = 0.04;
    problem.initial = kernels::InitialPlanes::free;
    for (int i = 0; i < 60; ++i) problem.steps.push_back({i, 1});
    int helped = 0;
    for (const std::int64_t transitions : {0, 100'000, 777'777, 2'000'000, 6'000'000}) {
        const auto solve = [&](kernels::parallel::Borrow idle) {
            const kernels::parallel::Borrowing others(std::move(idle));
            return swot::solve(problem, {transitions});
        };
        const auto alone = solve(nullptr);
        const auto together = solve([&](int n) {
            helped += n > 0;
            return n > 0 ? std::min(n, 2) : n;
        });
        BOOST_TEST(together.value == alone.value, transitions);
        BOOST_TEST(together.lower_bound == alone.lower_bound, transitions);
        BOOST_TEST(together.effort == alone.effort, transitions);
        check_replay(problem, together);
    }
    BOOST_TEST(helped > 0);
}

/// Equal budgets give equal answers, and larger ones gaps that are no wider.
BOOST_AUTO_TEST_CASE(budgets_are_counted_in_transitions) {
    std::mt19937 random(20247);
    for (int n = 0; n < 25; ++n) {
        auto problem = random_planes(random, 4, 9);
        if (n % 3 == 0) hold_individually(random, problem);
        double gap = 1;
        for (const std::int64_t transitions : {0, 1, 1'000, 300'000'000}) {
            const auto found = swot::solve(problem, {transitions});
            const auto again = swot::solve(problem, {transitions});
            check_replay(problem, found);
            BOOST_TEST(found.value == again.value, describe(problem));
            BOOST_TEST(found.lower_bound == again.lower_bound, describe(problem));
            BOOST_TEST(found.effort == again.effort, describe(problem));
            const double now = 1 - found.lower_bound / found.value;
            BOOST_TEST(now <= gap + 1e-9, describe(problem));
            gap = now;
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
