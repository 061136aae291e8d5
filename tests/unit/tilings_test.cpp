// All-reduces over sets of shifts that tile a torus or a circulant digraph: carried out, and
// against all pairs of sets.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "kernels/execution/plane_execution_check.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/plans/movement.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(tilings)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using kernels::Node;
using Kind = FrontierBase::Kind;

/// Carries a plan out, and compares its end with the stated one.
void check(const frontier::FrontierPlan& plan, const FrontierBase& base) {
    const auto where =
        std::to_string(base.rows) + " x " + std::to_string(base.columns) + ", " + plan.text;
    const double bytes = 5040.0 * base.nodes();
    const kernels::Parameters p{1e-6, 1e-7, bytes, bytes / 1e-6, 1e-6};
    const auto planned = frontier::carry_out(plan, base, kernels::Primitive::all_reduce, p);
    const auto run = kernels::execute(planned.plan, planned.problem, planned.promise);
    BOOST_TEST(run.violation == "", where << ": " << run.violation);
    const double stated = plan.time(
        {p.per_step_latency, p.per_hop_latency, p.message_time(), p.reconfiguration_delay});
    BOOST_TEST(std::abs(run.end / stated - 1) <= 5e-4, where << ": " << run.end / stated);
    for (const auto& step : planned.promise.steps)
        BOOST_TEST(std::ssize(step.demand()) <= base.lanes, where);
}

/// How many of the plans scatter a set.
int check_all(const std::vector<frontier::FrontierPlan>& plans, const FrontierBase& base,
              int changes) {
    int scattered = 0;
    for (const auto& plan : plans) {
        check(plan, base);
        BOOST_TEST(plan.changes() == changes, plan.text);
        scattered += plan.family.ends_with("hybrid");
    }
    return scattered;
}

BOOST_AUTO_TEST_CASE(every_contribution_is_added_once) {
    int scattered = 0;
    for (const auto& base : {FrontierBase{Kind::torus, 4, 4, 4},
                             {Kind::torus, 3, 5, 4},
                             {Kind::torus, 6, 6, 4},
                             {Kind::torus, 6, 8, 4},
                             {Kind::torus, 4, 6, 8},
                             {Kind::torus, 2, 9, 4},
                             {Kind::torus, 6, 8, 8}})
        scattered += check_all(frontier::torus_tilings(base), base, 0);
    BOOST_TEST(scattered > 20);
}

BOOST_AUTO_TEST_CASE(circulants_add_every_contribution_once) {
    int scattered = 0;
    for (const auto& base : {FrontierBase{Kind::ring_uni, 1, 12, 3},
                             {Kind::ring_uni, 1, 24, 2},
                             {Kind::ring, 1, 36, 4},
                             {Kind::ring_uni, 1, 40, 8},
                             {Kind::torus, 6, 8, 4}})
        scattered += check_all(frontier::circulant_tilings(base.nodes(), base.lanes, 3e4), base, 1);
    BOOST_TEST(scattered > 10);
    // A prime factor above k + 1 leaves no chain of lattices.
    for (const auto& [nodes, lanes] : {std::pair<Node, Node>{21, 2}, {22, 4}, {80, 3}, {210, 2}})
        BOOST_TEST(frontier::circulant_tilings(nodes, lanes, 3e4).empty());
}

/// Links of four directions that a set of shifts takes on a torus of 4 x 4 nodes, times four: a
/// shift of two goes either way, half each.
double busiest(const std::vector<Node>& shifts) {
    std::array<double, 4> load{};
    for (const Node shift : shifts)
        for (const auto& [part, first] : {std::pair{shift % 4, 0}, {shift / 4, 2}}) {
            if (part == 2) load[first] += 1;
            if (part == 2) load[first + 1] += 1;
            if (part % 2 == 1) load[first + (part == 3)] += 1;
        }
    return 4 * *std::ranges::max_element(load);
}
Node length(Node shift) {
    return std::min(shift % 4, 4 - shift % 4) + std::min(shift / 4, 4 - shift / 4);
}

/// Every pair of sets of three shifts of which each offset is a sum in one way.
BOOST_AUTO_TEST_CASE(no_pair_of_sets_is_better) {
    std::vector<std::vector<Node>> sets;
    for (Node a = 1; a < 16; ++a)
        for (Node b = a + 1; b < 16; ++b)
            for (Node c = b + 1; c < 16; ++c) sets.push_back({a, b, c});
    const auto farthest = [](const auto& set) {
        return std::max({length(set[0]), length(set[1]), length(set[2])});
    };
    const auto tile = [](const auto& one, const auto& other) {
        unsigned reached = 0;
        for (const Node first : {Node{0}, one[0], one[1], one[2]})
            for (const Node second : {Node{0}, other[0], other[1], other[2]})
                reached |= 1u << ((first % 4 + second % 4) % 4 + (first / 4 + second / 4) % 4 * 4);
        return reached == 0xffff;
    };
    // Whole, the first set scattered, the second one, both: steps, hops and x.
    std::map<std::pair<std::size_t, Node>, double> least;
    const auto found = [&](std::size_t steps, Node hops, double x) {
        auto& known = least.try_emplace({steps, hops}, x).first->second;
        known = std::min(known, x);
    };
    for (const auto& one : sets)
        for (const auto& other : sets) {
            if (!tile(one, other)) continue;
            const Node h = farthest(one), g = farthest(other);
            const double x = busiest(one), y = busiest(other);
            found(2, h + g, x + y);
            found(3, 2 * h + g, x / 2 + y / 4);
            found(3, h + 2 * g, x + y / 2);
            found(4, 2 * h + 2 * g, x / 2 + y / 8);
        }
    BOOST_TEST((least.at({2, 4}) == 12 && least.at({3, 5}) == 4 && least.at({4, 8}) == 3));
    const auto plans = frontier::torus_tilings({Kind::torus, 4, 4, 4});
    for (const auto& [at, x] : least) {
        const auto reached = [&](const auto& plan) {
            return plan.steps.size() <= at.first && plan.hops() <= at.second && plan.x() <= x;
        };
        BOOST_TEST(std::ranges::any_of(plans, reached),
                   at.first << " steps, " << at.second << " hops, x " << x);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
