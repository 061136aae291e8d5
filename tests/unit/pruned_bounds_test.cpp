// Lower bounds under one accounting, which leave out what cannot be the least, against all numbers
// of steps, hops, changes and blocks there are.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <string>

#include "kernels/cost/common_bounds.hpp"
#include "tests/support/campaign.hpp"
#include "tests/unit/unpruned_bounds.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pruned_bounds)

using kernels::CommonBounds;
using kernels::Topology;

/// Where delays, transmissions and latencies of all steps are about as long, lanes one by one have
/// the most choices.
BOOST_AUTO_TEST_CASE(pruning_loses_nothing_between_regimes) {
    std::mt19937 g(131);
    std::uniform_real_distribution<double> exponent(-1, 1);
    for (int number = 0; number < trials(16, 600); ++number) {
        const Node n = 6 + static_cast<Node>(g() % 43), lanes = 2 + static_cast<Node>(g() % 3);
        const auto primitive = std::array{Primitive::reduce_scatter, Primitive::all_gather,
                                          Primitive::all_reduce}[g() % 3];
        const auto lengths = kernels::path_lengths(
            lanes == 3 || g() % 2 == 0 ? Topology::ring_uni(n)
                                       : Topology::ring(n, kernels::LinkBandwidth::split));
        const double z = n * std::pow(4.0, exponent(g)), per_hop = g() % 2 == 0 ? 0.02 : 0.3;
        const BoundParameters p{1, per_hop, z, z * std::pow(4.0, exponent(g))};
        const double bound = CommonBounds(primitive, n, lanes, lengths).reconfigured(p),
                     expected = Unpruned(primitive, n, lanes, lengths, p).reconfigured();
        BOOST_TEST(std::abs(bound - expected) <= 1e-12 * expected,
                   "seed 131 instance " << number << ": " << kernels::name_of(primitive) << " n "
                                        << n << " lanes " << lanes << " z " << z << " delay "
                                        << p.delay << " per hop " << per_hop << ": " << bound << " "
                                        << expected);
    }
}

/// Of all-to-alls, too; and a bound that is known not to be exceeded changes nothing.
BOOST_AUTO_TEST_CASE(all_to_alls_between_regimes) {
    std::mt19937 g(137);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(g);
    };
    for (int number = 0; number < trials(12, 200); ++number) {
        const Node n = 4 + static_cast<Node>(g() % 9), lanes = 2 + static_cast<Node>(g() % 3);
        const auto lengths = kernels::path_lengths(Topology::ring_uni(n));
        const BoundParameters p{between(0.1, 0.6), between(0.02, 0.15), between(0.5, 4),
                                between(1, 6)};
        const CommonBounds bounds(Primitive::all_to_all, n, lanes, lengths);
        Unpruned expected(Primitive::all_to_all, n, lanes, lengths, p);
        const auto where = "seed 137 instance " + std::to_string(number) + ": n " +
                           std::to_string(n) + " lanes " + std::to_string(lanes);
        const double least = expected.reconfigured();
        BOOST_TEST(std::abs(bounds.reconfigured(p) - least) <= 1e-12 * least, where);
        for (const bool in_groups : {false, true}) {
            const auto at_most = [&](double most) {
                return in_groups ? bounds.on_switch_in_groups(p, most) : bounds.on_switch(p, most);
            };
            const double value = at_most(kernels::unknown_bound);
            for (const double above : {1 + 1e-9, 1.01, 1.03, 1.1})
                BOOST_TEST(std::abs(at_most(value * above) - value) <= 1e-12 * value,
                           where << ", in groups " << in_groups << ", at most " << above);
        }
    }
}

/// Along rising delays values between equal ones are not asked for, and others start from a greater
/// one. Rounding may differ in the last digit.
BOOST_AUTO_TEST_CASE(rows_have_the_bounds_of_their_points) {
    std::mt19937 g(149);
    std::uniform_real_distribution<double> exponent(-9, -3);
    const auto draw = [&] { return std::pow(10.0, exponent(g)); };
    for (int number = 0; number < trials(24, 600); ++number) {
        const Node n = 2 + static_cast<Node>(g() % 63), lanes = 1 + static_cast<Node>(g() % 8);
        const auto primitive = primitives[g() % 4];
        const CommonBounds bounds(primitive, n, lanes,
                                  kernels::path_lengths(Topology::ring_uni(n)));
        const BoundParameters p{draw(), draw() / 10, draw(), 0};
        std::vector<double> delays(50), values(delays.size());
        std::ranges::generate(delays, draw);
        if (number % 5 > 0) std::ranges::sort(delays);
        const bool in_groups = g() % 2 == 0;
        const auto at = [&](double delay, double most) {
            const BoundParameters point{p.per_step, p.per_hop, p.transmission, delay};
            return in_groups ? bounds.on_switch_in_groups(point, most)
                             : bounds.on_switch(point, most);
        };
        kernels::along_delays(delays, values, at);
        for (std::size_t i = 0; i < delays.size(); ++i)
            BOOST_TEST(
                std::abs(values[i] - at(delays[i], kernels::unknown_bound)) <= 1e-15 * values[i],
                "seed 149 instance " << number << ": " << kernels::name_of(primitive) << " n " << n
                                     << " lanes " << lanes << " delay " << delays[i]);
    }
}

BOOST_AUTO_TEST_CASE(pruning_loses_nothing) {
    std::mt19937 g(97);
    std::uniform_real_distribution<double> exponent(-9, -2);
    const auto draw = [&] { return g() % 8 == 0 ? 0.0 : std::pow(10.0, exponent(g)); };
    for (int number = 0; number < trials(30, 300); ++number) {
        const Node n = 2 + static_cast<Node>(g() % 15), lanes = 1 + static_cast<Node>(g() % 5);
        const auto primitive = primitives[g() % 4];
        const auto lengths = kernels::path_lengths(
            lanes % 2 ? Topology::ring_uni(n) : Topology::ring(n, kernels::LinkBandwidth::split));
        const BoundParameters p{draw(), draw(), draw(), draw()};
        const CommonBounds bounds(primitive, n, lanes, lengths);
        Unpruned expected(primitive, n, lanes, lengths, p);
        const auto where = "seed 97 instance " + std::to_string(number) + ": " +
                           kernels::name_of(primitive) + " n " + std::to_string(n) + " lanes " +
                           std::to_string(lanes);
        const auto equal = [](double a, double b) {
            return std::abs(a - b) <= 1e-12 * std::max(a, b);
        };
        BOOST_TEST(equal(bounds.any(p), expected.any()),
                   where << " any " << bounds.any(p) << " " << expected.any());
        BOOST_TEST(equal(bounds.on_base(p), expected.on_base()),
                   where << " base " << bounds.on_base(p) << " " << expected.on_base());
        if (primitive != Primitive::all_to_all)
            BOOST_TEST(equal(bounds.sync(p), expected.sync()),
                       where << " sync " << bounds.sync(p) << " " << expected.sync());
        BOOST_TEST(equal(bounds.reconfigured(p), expected.reconfigured()),
                   where << " reconfigured " << bounds.reconfigured(p) << " "
                         << expected.reconfigured() << " " << p.per_step << " " << p.per_hop << " "
                         << p.transmission << " " << p.delay);
        BOOST_TEST(bounds.any(p) * (1 - 1e-12) <= bounds.on_switch(p), where);
        BOOST_TEST(bounds.on_switch_in_groups(p) <= bounds.on_switch(p) * (1 + 1e-12), where);
        if (lanes > 1) {
            const double grouped = bounds.on_switch_in_groups(p);
            double most = expected.in_groups();
            if (primitive == Primitive::all_to_all)
                most = std::max(most,
                                Unpruned(Primitive::all_gather, n, lanes, lengths, p).in_groups());
            // Lines between the costs of neighbouring step counts may lie below both.
            BOOST_TEST(grouped <= most * (1 + 1e-8), where << " groups " << grouped << " " << most);
            BOOST_TEST(grouped >= 0.9 * most, where << " groups " << grouped << " " << most);
            BOOST_TEST(bounds.any(p) * (1 - 1e-12) <= grouped, where);
        }
        BOOST_TEST(bounds.any(p) * (1 - 1e-12) <= bounds.on_wdm_ring(p), where);
        // More lanes, or less of anything, never raise a bound.
        const CommonBounds wider(primitive, n, 2 * lanes, lengths);
        const double factor = 1 - 1e-12;
        BOOST_TEST(wider.any(p) * factor <= bounds.any(p), where);
        BOOST_TEST(wider.sync(p) * factor <= bounds.sync(p), where);
        for (int which = 0; which < 4; ++which) {
            auto more = p;
            (which == 0   ? more.per_step
             : which == 1 ? more.per_hop
             : which == 2 ? more.transmission
                          : more.delay) *= 2;
            BOOST_TEST(bounds.on_switch(p) * factor <= bounds.on_switch(more), where);
            BOOST_TEST(bounds.on_wdm_ring(p) * factor <= bounds.on_wdm_ring(more), where);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
