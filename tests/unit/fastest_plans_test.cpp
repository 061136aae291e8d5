// The fastest plan at every delay of a row, against the time of every plan.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/fastest_plans.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(fastest_plans)

namespace frontier = solvers::frontier;
using frontier::FastestPlans;
using frontier::FrontierBase;
using frontier::FrontierPlan;
using kernels::DelayRow;

/// Gathers and all-to-alls of a few structures: changes of all lanes, of some at the start, in
/// turn.
std::vector<std::vector<FrontierPlan>> lists() {
    using enum FrontierBase::Kind;
    std::vector<std::vector<FrontierPlan>> all;
    for (const auto& base : {FrontierBase{ring_uni, 1, 16, 1}, FrontierBase{ring_uni, 1, 16, 2},
                             FrontierBase{ring, 1, 12, 4}, FrontierBase{torus, 4, 4, 4}}) {
        all.push_back(frontier::gather_plans(base, false, 30));
        all.push_back(frontier::all_reduce_plans(base, 30));
        all.push_back(frontier::exchange_plans(base, 30));
    }
    return all;
}

void check_row(const std::vector<FrontierPlan>& plans, const DelayRow& row,
               const std::string& where) {
    const FastestPlans fastest(plans);
    FastestPlans::Row found, alone;
    fastest.find(row, found);
    BOOST_REQUIRE(found.places.size() == row.delays.size());
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const kernels::BoundParameters p{row.per_step_latency, row.per_hop_latency,
                                         row.message_time, row.delays[i]};
        double least = plans[0].time(p);
        for (const auto& plan : plans) least = std::min(least, plan.time(p));
        const auto& chosen = plans.at(static_cast<std::size_t>(found.places[i]));
        BOOST_TEST(std::abs(found.times[i] - least) <= 1e-12 * least,
                   where << " delay " << p.delay << ": " << found.times[i] << " " << least);
        BOOST_TEST(std::abs(chosen.time(p) - least) <= 1e-12 * least,
                   where << " delay " << p.delay << ": " << chosen.family << " " << chosen.text);
        auto one = row;
        one.delays = row.delays.subspan(i, 1);
        fastest.find(one, alone);
        BOOST_TEST(found.places[i] == alone.places[0], where << " alone at delay " << p.delay);
        BOOST_TEST(found.times[i] == alone.times[0], where << " alone at delay " << p.delay);
    }
}

BOOST_AUTO_TEST_CASE(rows_find_the_least_of_all_times) {
    std::mt19937 g(61);
    std::uniform_real_distribution<double> exponent(-9, -3);
    const auto draw = [&] { return g() % 8 == 0 ? 0.0 : std::pow(10.0, exponent(g)); };
    const auto all = lists();
    for (int number = 0; number < trials(8, 200); ++number)
        for (std::size_t list = 0; list < all.size(); ++list) {
            std::vector<double> delays(40);
            std::ranges::generate(delays, draw);
            if (g() % 4 > 0) std::ranges::sort(delays);
            check_row(all[list], {draw(), draw(), draw(), delays},
                      "seed 61 row " + std::to_string(number) + " of list " + std::to_string(list));
        }
}

/// Otherwise the rows above would say nothing of it.
BOOST_AUTO_TEST_CASE(every_kind_of_change_is_fastest_somewhere) {
    std::array<int, 3> fastest_of{};
    std::vector<double> delays;
    for (int i = 0; i <= 60; ++i) delays.push_back(std::pow(10.0, -9 + i / 10.0));
    for (const auto& plans : lists())
        for (const double message_time : {1e-8, 1e-6, 1e-5, 1e-4}) {
            FastestPlans::Row found;
            FastestPlans(plans).find({1e-6, 1e-7, message_time, delays}, found);
            for (const double place : found.places)
                ++fastest_of[static_cast<std::size_t>(
                    plans.at(static_cast<std::size_t>(place)).set_up)];
        }
    for (const int count : fastest_of) BOOST_TEST(count > 10);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
