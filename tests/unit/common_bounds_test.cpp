// Lower bounds under one accounting against enumeration, and against what schedules cost.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/common_bounds.hpp"
#include "kernels/cost/exchange_bounds.hpp"
#include "kernels/cost/gather_bounds.hpp"
#include "tests/support/campaign.hpp"
#include "tests/unit/unpruned_bounds.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_bounds)

using kernels::CommonBounds;
using kernels::Permutation;
using kernels::Topology;

using Peers = std::vector<Node>;

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
std::int64_t choose(std::int64_t n, std::int64_t r) {
    return r == 0 ? 1 : r > n ? 0 : choose(n - 1, r - 1) * n / r;
}

/// The least sum of r x_r, sum of x_r = left, x_r <= room_r, over all ways to choose x_r.
std::int64_t least_sum(const std::vector<std::int64_t>& room, std::size_t r, std::int64_t left) {
    if (left == 0) return 0;
    if (r == room.size()) return far_away;
    std::int64_t best = far_away;
    for (std::int64_t x = 0; x <= std::min(room[r], left); ++x)
        best =
            std::min(best, static_cast<std::int64_t>(r + 1) * x + least_sum(room, r + 1, left - x));
    return best;
}

std::vector<Peers> all_permutations(Node n) {
    Peers to(static_cast<std::size_t>(n));
    std::iota(to.begin(), to.end(), 0);
    std::vector<Peers> all;
    do all.push_back(to);
    while (std::next_permutation(to.begin(), to.end()));
    return all;
}

/// Calls `use` with every sequence of `length` of them.
void for_each_sequence(const std::vector<Peers>& all, std::size_t length,
                       const std::function<void(const std::vector<const Peers*>&)>& use) {
    std::vector<const Peers*> chosen;
    const std::function<void()> extend = [&] {
        if (chosen.size() == length) return use(chosen);
        for (const auto& one : all) {
            chosen.push_back(&one);
            extend();
            chosen.pop_back();
        }
    };
    extend();
}

struct Distances {
    std::int64_t sum = 0, farthest = 0;
};

/// From every node to every other, walking along the permutations in their order: each at most
/// `times` times.
Distances walked(const std::vector<const Peers*>& sequence, Node n, int times) {
    Distances found;
    for (Node from = 0; from < n; ++from) {
        std::vector<std::int64_t> moves(static_cast<std::size_t>(n), far_away);
        moves[from] = 0;
        for (const auto* to : sequence)
            for (int k = 0; k < times; ++k) {
                auto next = moves;
                for (Node j = 0; j < n; ++j)
                    next[(*to)[j]] = std::min(next[(*to)[j]], moves[j] + 1);
                moves = std::move(next);
            }
        for (const auto one : moves) {
            found.sum += one;
            found.farthest = std::max(found.farthest, one);
        }
    }
    return found;
}

BOOST_AUTO_TEST_CASE(logarithms_are_exact) {
    for (std::int64_t radix = 2; radix <= 7; ++radix)
        for (std::int64_t exponent = 0, value = 1; value < std::int64_t{1} << 40;
             ++exponent, value *= radix) {
            BOOST_TEST(kernels::ceil_log(value, radix) == exponent);
            BOOST_TEST(kernels::ceil_log(value + 1, radix) == exponent + 1);
            if (value > radix) BOOST_TEST(kernels::ceil_log(value - 1, radix) == exponent);
        }
}

BOOST_AUTO_TEST_CASE(filling_the_shortest_first_is_best) {
    for (std::int64_t n = 2; n <= 14; ++n)
        for (std::int64_t p = 1; p <= 4; ++p) {
            for (auto steps = kernels::ceil_log(n, p + 1); steps <= n; ++steps) {
                std::vector<std::int64_t> room;
                for (std::int64_t r = 1; r <= std::min<std::int64_t>(steps, 5); ++r)
                    room.push_back(choose(steps, r) * power(p, r));
                BOOST_TEST(kernels::fewest_moves(n, p, steps) == least_sum(room, 0, n - 1),
                           "n " << n << " p " << p << " steps " << steps);
            }
            for (std::int64_t changes = 1; changes <= 4; ++changes) {
                std::vector<std::int64_t> room;
                for (std::int64_t h = 1; h <= 6; ++h)
                    room.push_back(choose(h + changes, changes) * power(p, h));
                BOOST_TEST(kernels::reach_of(n, p, changes).sum == least_sum(room, 0, n - 1),
                           "n " << n << " p " << p << " changes " << changes);
            }
            BOOST_CHECK_THROW(kernels::fewest_moves(n, p, kernels::ceil_log(n, p + 1) - 1),
                              std::invalid_argument);
        }
    // The directed ring; Bruck on a power of two; shifts in turn.
    BOOST_TEST(kernels::reach_of(9, 1, 0).sum == 36);
    BOOST_TEST(kernels::reach_of(9, 1, 0).farthest == 8);
    BOOST_TEST(kernels::fewest_moves(64, 1, 6) == 64 * 6 / 2);
    BOOST_TEST(kernels::fewest_moves(64, 1, 63) == 63);
    BOOST_TEST(kernels::fewest_moves(std::int64_t{1} << 30, 3, 15) > 0);
}

BOOST_AUTO_TEST_CASE(no_sequence_of_permutations_has_fewer_moves_or_hops) {
    for (const auto& [n, most] : {std::pair{Node{4}, std::size_t{3}}, {Node{5}, std::size_t{2}}}) {
        const auto all = all_permutations(n);
        for (std::size_t length = 1; length <= most; ++length) {
            std::int64_t least_moves = far_away, least_walk = far_away, least_hops = far_away;
            for_each_sequence(all, length, [&](const auto& sequence) {
                least_moves = std::min(least_moves, walked(sequence, n, 1).sum);
                const auto walks = walked(sequence, n, n - 1);
                least_walk = std::min(least_walk, walks.sum);
                least_hops = std::min(least_hops, walks.farthest);
            });
            const auto reach = kernels::reach_of(n, 1, static_cast<std::int64_t>(length) - 1);
            BOOST_TEST(least_walk >= n * reach.sum, "n " << n << " length " << length);
            BOOST_TEST(least_hops >= reach.farthest, "n " << n << " length " << length);
            if (length == 1) BOOST_TEST(least_walk == n * reach.sum);
            const auto steps = static_cast<std::int64_t>(length);
            if (steps < kernels::ceil_log(n, 2)) {
                BOOST_TEST(least_moves >= far_away);
                continue;
            }
            BOOST_TEST(least_moves >= n * kernels::fewest_moves(n, 1, steps));
            if (n == 4) BOOST_TEST(least_moves == n * kernels::fewest_moves(n, 1, steps));
        }
    }
}

/// A dimension of one node has no links, so that the other one has them all.
BOOST_AUTO_TEST_CASE(a_dimension_of_one_node_carries_nothing) {
    kernels::PathLengths lengths{};
    lengths.mean_sum = 16;
    lengths.dimension_sums = {0, 16};
    BOOST_TEST(lengths.busiest_sum() == 16);
    lengths.dimension_sums = {4, 12};
    BOOST_TEST(lengths.busiest_sum() == 24);
}

/// Two trees over the ring, in as many steps and hops as they need for X = 2 (n-1)/n.
BOOST_AUTO_TEST_CASE(long_all_reduces_stay_possible) {
    std::vector<Node> sizes{16, 40, 58, 64, 129, 200};
    if (is_campaign()) sizes.insert(sizes.end(), {48, 96, 128});
    for (const Node n : sizes)
        for (const Node lanes : {1, 2}) {
            const auto base = lanes == 1 ? Topology::ring_uni(n)
                                         : Topology::ring(n, kernels::LinkBandwidth::split);
            const CommonBounds bounds(Primitive::all_reduce, n, lanes, kernels::path_lengths(base));
            const double steps = lanes == 1 ? 2 * (n - 1) : n;
            for (const double z : {1e-5, 1e-3, 0.1}) {
                const double time = steps * 1.1e-6 + 2.0 * (n - 1) / n * z;
                BOOST_TEST(bounds.on_base({1e-6, 1e-7, z, 1}) <= time * (1 + 1e-9),
                           "n " << n << ", lanes " << lanes << ", z " << z);
            }
        }
    // Circuits that are no ring to the bounds: the same without tolls.
    const auto base = Topology::circulant(64, {1}, kernels::LinkBandwidth::split);
    const CommonBounds bounds(Primitive::all_reduce, 64, 1, kernels::path_lengths(base));
    BOOST_TEST(bounds.on_base({1e-6, 1e-7, 0.1, 1}) <= 126 * 1.1e-6 + 126.0 / 64 * 0.1 + 1e-12);
}

/// Bound 3 (v): steps of one hop on random circuits, where a lane that is set up anew sits one step
/// out. Every node sends to all that it can.
BOOST_AUTO_TEST_CASE(lanes_that_stay_inform_fewer) {
    std::mt19937 g(11);
    int tight = 0;
    for (int number = 0; number < 3000; ++number) {
        const int n = 40 + int(g() % 400), lanes = 2 + int(g() % 4);
        const auto circuits = [&] {
            std::vector<int> to(static_cast<std::size_t>(n));
            std::iota(to.begin(), to.end(), 0);
            std::shuffle(to.begin(), to.end(), g);
            return to;
        };
        std::vector<std::vector<int>> standing(std::size_t(lanes), circuits());
        std::vector<bool> used(std::size_t(lanes), false);
        std::set<int> known{0};
        std::int64_t before = 0, now = 1;
        for (int step = 0; step < 6; ++step) {
            const auto holds = known;
            for (std::size_t lane = 0; lane < standing.size(); ++lane) {
                if (!used[lane]) standing[lane] = circuits();
                used[lane] = g() % 3 > 0;
                if (!used[lane]) continue;
                for (const int node : holds) known.insert(standing[lane][std::size_t(node)]);
            }
            const auto after = std::ssize(known);
            if (step > 0)
                BOOST_TEST(after <= lanes * now + before,
                           "instance " << number << ", step " << step << ": " << after);
            tight += step > 0 && after == lanes * now + before;
            before = std::exchange(now, after);
        }
    }
    BOOST_TEST(tight > 20);
}

/// Every algorithm of shifts alone on one plane: staying on the directed ring, and in every step on
/// its own circuits.
BOOST_AUTO_TEST_CASE(schedules_on_one_plane_are_no_faster) {
    std::mt19937 g(101);
    std::uniform_real_distribution<double> exponent(-8, -3);
    const auto draw = [&] { return std::pow(10.0, exponent(g)); };
    int checked = 0;
    for (const auto& row : kernels::collective_table())
        for (const Node n : {2, 3, 8, 13, 16, 27}) {
            if (kernels::refuse_nodes(row, n)) continue;
            const auto c = kernels::build_collective(row.name, n, kernels::Order::near);
            if (std::ranges::find(primitives, c.primitive) == std::end(primitives)) continue;
            std::int64_t ring_hops = 0, changes = 0;
            double on_ring = 0, direct = 0;
            auto standing = Permutation::shift(n, 1);
            bool shifts = true;
            for (const auto& step : c.steps) {
                const auto shift = step.peer.as_shift();
                shifts = shifts && shift && step.other_peers.empty();
                if (!shifts) break;
                ring_hops += *shift;
                on_ring += step.share * *shift;
                direct += step.share;
                changes += !(step.peer == standing);
                standing = step.peer;
            }
            if (!shifts) continue;
            const CommonBounds bounds(c.primitive, n, 1,
                                      kernels::path_lengths(Topology::ring_uni(n)));
            const auto steps = static_cast<double>(c.steps.size());
            for (int k = 0; k < 20; ++k, ++checked) {
                const BoundParameters p{draw(), draw(), draw(), draw()};
                const double stays = steps * p.per_step +
                                     static_cast<double>(ring_hops) * p.per_hop +
                                     on_ring * p.transmission,
                             changing = steps * (p.per_step + p.per_hop) + direct * p.transmission +
                                        static_cast<double>(changes) * p.delay;
                const double least = std::min(stays, changing) * (1 + 1e-12);
                BOOST_TEST(bounds.on_base(p) <= stays * (1 + 1e-12), row.name << " n " << n);
                BOOST_TEST(bounds.sync(p) <= least, row.name << " n " << n);
                BOOST_TEST(bounds.any(p) <= least, row.name << " n " << n);
            }
            // What the directed ring carries of an all-to-all is exactly this bound.
            if (row.name == "alltoall/shift" || (row.name == "alltoall/bruck" && n != 1))
                BOOST_TEST(std::abs(bounds.on_base({0, 0, 1, 0}) - on_ring) < 1e-12);
        }
    BOOST_TEST(checked > 500);
}

BOOST_AUTO_TEST_CASE(lengths_of_bases) {
    using enum kernels::LinkBandwidth;
    for (const auto& base :
         {Topology::ring_uni(7), Topology::ring_uni(8), Topology::ring(9, split),
          Topology::ring(2, split), Topology::ring(12, full), Topology::torus({3, 5}, split),
          Topology::torus({2, 4, 3}, full), Topology::torus({1, 6}, full)}) {
        std::vector<kernels::Edge> links = base.links();
        const auto closed = kernels::path_lengths(base),
                   searched = kernels::path_lengths(Topology::edges(base.size(), links, full));
        BOOST_TEST(closed.diameter == searched.diameter, base.describe());
        BOOST_TEST(std::abs(closed.mean_sum - searched.mean_sum) < 1e-9, base.describe());
    }
    BOOST_TEST(kernels::path_lengths(Topology::torus({8, 8}, split)).mean_sum == 256.0);
    BOOST_CHECK_THROW(kernels::path_lengths(Topology::edges(3, {{0, 1, 1}, {1, 0, 1}}, full)),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(one_node_costs_nothing_and_others_are_refused) {
    const CommonBounds one(Primitive::all_to_all, 1, 4, {0, 0});
    const BoundParameters p{1, 1, 1, 1};
    for (const double value : {one.any(p), one.on_base(p), one.sync(p), one.reconfigured(p),
                               one.on_switch(p), one.on_wdm_ring(p)})
        BOOST_TEST(value == 0);
    BOOST_CHECK_THROW(CommonBounds(Primitive::custom, 4, 1, {3, 6}), std::invalid_argument);
    BOOST_CHECK_THROW(CommonBounds(Primitive::all_to_all, 4, 0, {3, 6}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(planes_are_few) {
    const CommonBounds bounds(Primitive::all_to_all, 4096, 1,
                              kernels::path_lengths(Topology::ring_uni(4096)));
    BOOST_TEST(bounds.sync_costs().size() < 400u);
    BOOST_TEST(bounds.sync_costs().size() > 10u);
}

/// Three nodes on a one-way ring, seven lanes, z = 1, per_step = 1, per_hop = 1/4. Two lanes send
/// 1/3 to the neighbour, five lanes 1/3 over two hops (2/3 of lane time), each group with its own
/// hops: 1 + 1/4 + 7/2 1/3 = 2.417 and 1 + 1/2 + 7/5 2/3 = 2.433. With one group: 1 + 1/2 + 1
/// = 2.5.
BOOST_AUTO_TEST_CASE(groups_undercut_one_group) {
    const CommonBounds bounds(Primitive::all_to_all, 3, 7,
                              kernels::path_lengths(kernels::Topology::ring_uni(3)));
    const BoundParameters p{1, 0.25, 1, 100};
    BOOST_TEST(bounds.on_switch(p) == 2.5);
    BOOST_TEST(std::abs(bounds.on_switch_in_groups(p) - 29.0 / 12) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
