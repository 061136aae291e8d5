// Exact numbers against 64-bit arithmetic; pieces of an axis against every point of it.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numeric>
#include <random>

#include "kernels/envelopes/axis_pieces.hpp"
#include "kernels/exact/exact_number.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(axis_pieces)

using kernels::AxisPiece;
using kernels::Rational;
using kernels::ScheduleCost;

BOOST_AUTO_TEST_CASE(integers_of_any_size) {
    std::mt19937_64 g(103);
    const auto draw = [&] { return static_cast<std::int64_t>(g()) >> (g() % 63); };
    for (int number = 0; number < 3000; ++number) {
        const std::int64_t a = draw(), b = draw(), c = draw(), d = draw();
        const Rational x(a), y(b), z(c), w(d);
        BOOST_TEST(((x <=> y) == (a <=> b)), "seed 103: " << a << " " << b);
        BOOST_TEST((x + y - y == x));
        BOOST_TEST((x * (y + z) == x * y + x * z));
        BOOST_TEST(((x + y) * (z - w) - x * z + x * w - y * z + y * w == Rational(0)));
        const std::int64_t small = a >> 32, other = b >> 32;
        BOOST_TEST((Rational(small) * Rational(other) == Rational(small * other)));
        BOOST_TEST((Rational(small) - Rational(other) == Rational(small - other)));
    }
    BOOST_TEST((Rational::decimal(1e18) == Rational(1000000000000000000)));
    const Rational half(std::int64_t{1} << 62);
    BOOST_TEST((Rational(INT64_MIN) + half + half == Rational(0)));
}

BOOST_AUTO_TEST_CASE(fractions) {
    BOOST_TEST((Rational::decimal(1e-7) * 10000000 == Rational(1)));
    BOOST_TEST((Rational::decimal(-12.5) * 2 == Rational(-25)));
    BOOST_TEST((Rational::decimal(1e22) / Rational::decimal(1e20) == Rational(100)));
    BOOST_TEST((Rational::decimal(0.1) + Rational::decimal(0.2) == Rational::decimal(0.3)));
    BOOST_TEST((Rational::decimal(0) == Rational(0)));
    BOOST_TEST((Rational(1) / -3 < Rational(0)));
    BOOST_TEST((Rational::decimal(1e300) * Rational::decimal(1e300) /
                (Rational::decimal(1e299) * Rational::decimal(1e301)))
                   .rounded() == 1.0);
    std::mt19937_64 g(107);
    for (int number = 0; number < 2000; ++number) {
        const auto above = static_cast<std::int64_t>(g() % 2000000),
                   below = static_cast<std::int64_t>(1 + g() % 100000);
        const double value = static_cast<double>(above) / static_cast<double>(below);
        // As left by a sum in another order.
        const double near = value * (1 + 4e-16 * (static_cast<double>(g() % 5) - 2));
        BOOST_TEST((Rational::simplest(near) == Rational(above, below)),
                   "seed 107: " << above << "/" << below);
        BOOST_TEST(std::abs(Rational(above, below).rounded() - value) <= 5e-16 * value);
        BOOST_TEST(std::abs(Rational::decimal(value).rounded() - value) <= 5e-16 * value);
    }
    BOOST_CHECK_THROW(Rational::decimal(INFINITY), std::invalid_argument);
    BOOST_CHECK_THROW(Rational::simplest(NAN), std::invalid_argument);
    BOOST_CHECK_THROW(Rational::simplest(1e17), std::invalid_argument);
}

double time_of(const ScheduleCost& cost, double m, double delay) {
    return cost.steps * 1e-6 + cost.hops * 1e-7 + cost.transmission * m / 1e11 +
           cost.reconfigurations * delay;
}

std::size_t piece_at(const std::vector<AxisPiece>& pieces, double x) {
    std::size_t k = 0;
    while (k + 1 < pieces.size() && pieces[k + 1].from <= x) ++k;
    return pieces[k].schedule;
}

BOOST_AUTO_TEST_CASE(the_least_at_every_point) {
    std::mt19937 g(109);
    const auto draw = [&g](int count) {
        return static_cast<double>(g() % static_cast<std::uint32_t>(count));
    };
    for (int number = 0; number < 200; ++number) {
        std::vector<ScheduleCost> costs;
        for (int k = 1 + static_cast<int>(g() % 12); k > 0; --k)
            costs.push_back({1 + draw(20), draw(60), draw(8), draw(64) / 16});
        const double m = std::pow(10.0, draw(8)), delay = std::pow(10.0, -3 - draw(5));
        const auto by_delay = kernels::delay_pieces(costs, {1e-6, 1e-7, 1e11}, m);
        const auto by_message =
            kernels::message_pieces(costs, {1e-6, 1e-7, 1e11}, delay, 1024, 1e9);
        const auto where = "seed 109 instance " + std::to_string(number);
        for (int k = 0; k < 100; ++k) {
            const double at_delay = std::pow(10.0, -9 + 8 * draw(1000) / 1000),
                         at_message = 1024 * std::pow(10.0, 5.9 * draw(1000) / 1000);
            double least_delay = INFINITY, least_message = INFINITY;
            for (const auto& cost : costs) {
                least_delay = std::min(least_delay, time_of(cost, m, at_delay));
                least_message = std::min(least_message, time_of(cost, at_message, delay));
            }
            const auto close = [](double a, double b) { return std::abs(a - b) <= 1e-12 * b; };
            BOOST_TEST(
                close(time_of(costs[piece_at(by_delay, at_delay)], m, at_delay), least_delay),
                where);
            BOOST_TEST(close(time_of(costs[piece_at(by_message, at_message)], at_message, delay),
                             least_message),
                       where);
        }
        for (const auto* pieces : {&by_delay, &by_message})
            for (std::size_t k = 1; k < pieces->size(); ++k)
                BOOST_TEST((*pieces)[k - 1].from < (*pieces)[k].from, where);
    }
}

BOOST_AUTO_TEST_CASE(three_lines_through_one_point_leave_no_sliver) {
    for (int scale = 1; scale < 400; ++scale) {
        // Lines through one point at D = scale / 3e7, which no double holds, and one above them.
        std::vector<ScheduleCost> fan;
        for (const double changes : {5, 4, 3})
            fan.push_back({20, 0, changes, 10 + (5 - changes) * scale / 30.0});
        fan.push_back({20, 1, 4, 10 + scale / 30.0});
        const auto pieces = kernels::delay_pieces(fan, {1e-6, 1e-7, 1e6}, 1);
        BOOST_TEST_REQUIRE(pieces.size() == 2u, "scale " << scale);
        BOOST_TEST(pieces[0].schedule == 0u);
        BOOST_TEST(pieces[1].schedule == 2u);
        BOOST_TEST(std::abs(pieces[1].from - scale / 3e7) <= 1e-15 * scale / 3e7);
    }
}

BOOST_AUTO_TEST_CASE(ties_and_ends) {
    const std::vector<ScheduleCost> costs{{4, 4, 2, 1.0}, {4, 4, 2, 1.0}, {4, 4, 1, 1.0}};
    const auto pieces = kernels::delay_pieces(costs, {1e-6, 1e-7, 1e11}, 1e6);
    BOOST_TEST_REQUIRE(pieces.size() == 1u);  // equal at no delay: fewest reconfigurations
    BOOST_TEST(pieces[0].schedule == 2u);
    const std::vector<ScheduleCost> alike{{4, 4, 0, 1.0}, {4, 4, 0, 1.0}};
    BOOST_TEST(kernels::delay_pieces(alike, {1e-6, 1e-7, 1e11}, 1e6)[0].schedule == 0u);
    BOOST_TEST(kernels::delay_pieces({}, {1e-6, 1e-7, 1e11}, 1e6).empty());
    // Ring against Bruck, 8 nodes: they cross at 4 us * 1e11 B/s / 0.625; outside [from, to)
    // nothing.
    const std::vector<ScheduleCost> two{{3, 7, 0, 1.5}, {7, 7, 0, 0.875}};
    const auto whole = kernels::message_pieces(two, {1e-6, 1e-7, 1e11}, 1e-5, 1, 1e9);
    BOOST_TEST_REQUIRE(whole.size() == 2u);
    BOOST_TEST(whole[0].from == 1.0);
    BOOST_TEST(whole[1].from == 640000.0);
    const auto endless = kernels::message_pieces(two, {1e-6, 1e-7, 1e11}, 1e-5, 0, INFINITY);
    BOOST_TEST_REQUIRE(endless.size() == 2u);
    BOOST_TEST(endless[1].from == 640000.0);
    BOOST_TEST(kernels::message_pieces(two, {1e-6, 1e-7, 1e11}, 1e-5, 1, 640000).size() == 1u);
    const auto right = kernels::message_pieces(two, {1e-6, 1e-7, 1e11}, 1e-5, 640000, 1e9);
    BOOST_TEST_REQUIRE(right.size() == 1u);
    BOOST_TEST(right[0].schedule == 1u);
    BOOST_CHECK_THROW(kernels::delay_pieces(two, {-1, 0, 1}, 1), std::invalid_argument);
    BOOST_CHECK_THROW(kernels::delay_pieces(two, {0, 0, 0}, 1), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
