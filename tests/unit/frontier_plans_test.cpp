// Plans of the frontier: blocks and contributions are moved, and no plan is below a bound.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "kernels/cost/common_bounds.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/torus_sets.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_plans)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using frontier::FrontierPlan;
using kernels::Node;
using kernels::Primitive;
using Digits = std::vector<Node>;
using Levels = std::vector<Digits>;

struct Transfer {
    std::size_t level;
    Node from, shift;
};

/// The offsets [from, to) of one head at `from`, level by level on a directed ring.
void expand(const Levels& levels, std::size_t level, Node from, Node to,
            std::vector<Transfer>& transfers) {
    if (level == levels.size()) {
        BOOST_TEST(to == from + 1);
        return;
    }
    Node head = from;
    for (const Node shift : levels[level]) {
        if (from + shift >= to) break;
        transfers.push_back({level, from, shift});
        expand(levels, level + 1, head, from + shift, transfers);
        head = from + shift;
    }
    expand(levels, level + 1, head, to, transfers);
}

/// Every node sends the block of the node `from` behind it to the node `shift` ahead.
void check_blocks(const Levels& levels, Node n, Node peers) {
    std::vector<Transfer> transfers;
    expand(levels, 0, 0, n, transfers);
    const auto lengths = frontier::level_lengths(levels, n, false);
    std::vector<std::set<Node>> held(static_cast<std::size_t>(n));
    for (Node v = 0; v < n; ++v) held[v].insert(v);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        auto next = held;
        std::set<Node> shifts;
        std::int64_t links = 0;
        for (const auto& one : transfers) {
            if (one.level != level) continue;
            shifts.insert(one.shift);
            links += one.shift;
            for (Node v = 0; v < n; ++v) {
                const Node block = (v - one.from + n) % n;
                BOOST_TEST_REQUIRE(held[v].count(block) == 1);
                next[(v + one.shift) % n].insert(block);
            }
        }
        BOOST_TEST(links == lengths[level]);
        BOOST_TEST(std::ssize(shifts) <= peers);
        held = std::move(next);
    }
    for (const auto& blocks : held) BOOST_TEST(std::ssize(blocks) == n);
}

BOOST_AUTO_TEST_CASE(levels_move_every_block) {
    for (const Node n : {2, 3, 5, 12, 16, 23, 48, 64})
        for (const Node peers : {1, 2, 4, 8}) {
            if (n == 48 && !is_campaign()) continue;
            const auto plans = frontier::level_plans(n, peers, false);
            BOOST_TEST(!plans.empty());
            for (const auto& plan : plans) {
                check_blocks(plan.levels, n, peers);
                BOOST_TEST(plan.hops == n - 1);
            }
        }
}

/// All offsets of a ring both ways are sums of at most one signed shift per level.
BOOST_AUTO_TEST_CASE(levels_both_ways_reach_every_offset) {
    for (const Node n : {3, 5, 12, 16, 23, 48})
        for (const Node each : {1, 2, 4})
            for (const auto& plan : frontier::level_plans(n, each, true)) {
                std::set<Node> reached{0};
                for (const auto& shifts : plan.levels) {
                    auto next = reached;
                    for (const Node from : reached)
                        for (const Node shift : shifts) {
                            next.insert((from + shift) % n);
                            next.insert((from + n - shift) % n);
                        }
                    reached = std::move(next);
                }
                BOOST_TEST(std::ssize(reached) == n);
                BOOST_TEST(plan.hops == n / 2);
                // Every transfer takes at least one link, and brings the block to one more node.
                BOOST_TEST(plan.length >= n - 1);
            }
}

/// The circulant +-1 and others of alternating plans: every peer is a sum of at most two lanes, and
/// no lane carries more than stated.
BOOST_AUTO_TEST_CASE(halves_of_planes_serve_their_peers) {
    struct Case {
        std::vector<Node> lanes;  ///< positive ones
        Node ahead;
        bool halved;  ///< the farthest peer is on either side with one half each
        double load;
    };
    const Case cases[] = {{{1}, 2, true, 2},     {{1}, 2, false, 3},     {{1, 2}, 3, true, 1.5},
                          {{1, 2}, 3, false, 2}, {{1, 3}, 4, true, 2.5}, {{1, 3}, 4, false, 3}};
    for (const auto& one : cases) {
        // Shares of words go to the least loaded lane, in small pieces.
        std::map<Node, double> load;
        for (int piece = 0; piece < 1000; ++piece)
            for (Node peer = one.ahead; peer >= 1; --peer) {
                const double size = (one.halved && peer == one.ahead ? 0.5 : 1) / 1000;
                std::vector<std::vector<Node>> words;
                for (const Node a : one.lanes) {
                    if (a == peer) words.push_back({a});
                    for (const Node b : one.lanes) {
                        if (a + b == peer) words.push_back({a, b});
                        if (a - b == peer) words.push_back({a, b});
                    }
                }
                BOOST_TEST_REQUIRE(!words.empty());
                const auto cost = [&](const std::vector<Node>& word) {
                    double most = 0;
                    for (const Node lane : word)
                        most = std::max(most,
                                        load[lane] + size * double(std::ranges::count(word, lane)));
                    return most;
                };
                const auto& word = *std::ranges::min_element(words, {}, cost);
                for (const Node lane : word) load[lane] += size;
            }
        // The mirror image of every word uses the lane that runs the other way.
        for (const auto& [lane, sum] : load) BOOST_TEST(sum <= one.load + 0.01);
    }
}

kernels::PathLengths lengths_of(const FrontierBase& base) {
    using enum kernels::LinkBandwidth;
    if (base.kind == FrontierBase::Kind::ring_uni)
        return kernels::path_lengths(kernels::Topology::ring_uni(base.nodes()));
    if (base.kind == FrontierBase::Kind::ring)
        return kernels::path_lengths(kernels::Topology::ring(base.nodes(), split));
    return kernels::path_lengths(kernels::Topology::torus({base.rows, base.columns}, split));
}

/// No plan is faster than any schedule can be; on the base, not in any single term either.
BOOST_AUTO_TEST_CASE(no_plan_is_below_a_bound) {
    std::vector<FrontierBase> bases;
    for (const Node n : {2, 3, 5, 12, 16, 23})
        for (const Node k : {1, 2, 4, 8, 16}) {
            if ((n == 16 || n == 23 || k == 16) && !is_campaign()) continue;
            bases.push_back({FrontierBase::Kind::ring_uni, 1, n, k});
            if (k % 2 == 0 && n > 2) bases.push_back({FrontierBase::Kind::ring, 1, n, k});
        }
    for (const Node k : {4, 8}) {
        bases.push_back({FrontierBase::Kind::torus, 3, 4, k});
        bases.push_back({FrontierBase::Kind::torus, 4, 4, k});
        if (is_campaign()) bases.push_back({FrontierBase::Kind::torus, 3, 7, k});
    }
    for (const auto& base : bases)
        for (const auto primitive : {Primitive::reduce_scatter, Primitive::all_gather,
                                     Primitive::all_reduce, Primitive::all_to_all}) {
            const auto plans =
                primitive == Primitive::all_to_all ? frontier::exchange_plans(base, 2e5)
                : primitive == Primitive::all_reduce
                    ? frontier::all_reduce_plans(base, 1e5)
                    : frontier::gather_plans(base, primitive == Primitive::reduce_scatter, 1e5);
            BOOST_TEST(!plans.empty());
            const kernels::CommonBounds bounds(primitive, base.nodes(), base.lanes,
                                               lengths_of(base));
            for (const double message : {1e3, 3e4, 1e6, 3e7, 1e9})
                for (const double delay : {1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 2e-2}) {
                    const kernels::BoundParameters p{1e-6, 1e-7, message / 1e11, delay};
                    const double bound = bounds.on_switch(p);
                    const auto& plan = *std::ranges::min_element(
                        plans, {}, [&](const FrontierPlan& one) { return one.time(p); });
                    BOOST_TEST(plan.time(p) >= bound * (1 - 1e-9),
                               kernels::name_of(primitive)
                                   << " n " << base.nodes() << " k " << base.lanes << " kind "
                                   << int(base.kind) << " " << plan.family << " " << plan.text
                                   << ": " << plan.time(p) << " below " << bound);
                }
            for (const auto& plan : plans)
                if (plan.changes() == 0 && plan.set_up == frontier::SetUp::between_steps &&
                    base.nodes() > 2)
                    BOOST_TEST(plan.hops() >= base.diameter());
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
