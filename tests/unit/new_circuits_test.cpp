// What new circuits carry, against all choices of lanes that send over them.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "kernels/cost/new_circuits.hpp"
#include "kernels/permutations/permutation.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(new_circuits)

using kernels::Node;
using kernels::Primitive;

/// What lanes may do that send over new circuits first in the j-th last step: all choices of
/// numbers of lanes, and for each the least time in which the cheapest receipts fit.
double least_time_of_choices(bool all_gather, Node n, Node lanes, std::int64_t steps,
                             std::int64_t later, const kernels::BroadcastLength& length, double z,
                             double delay, double unit) {
    const double k = lanes, w = k * z / n, latency = double(steps) * unit;
    const auto costs_of = [&](std::int64_t left) {
        std::vector<double> costs;
        for (Node nodes = 2; nodes <= n && std::isfinite(length.of(nodes, left)); ++nodes)
            costs.push_back(length.of(nodes, left) - length.of(nodes - 1, left));
        return costs;
    };
    const auto fits = [&](const std::vector<int>& changed, double time) {
        // Edges by the steps that are left after them: how many, and the costs under each.
        std::vector<std::pair<double, double>> receipts;  // cost, number
        for (const double cost : costs_of(steps)) receipts.emplace_back(cost, 1);
        const auto add = [&](double edges, std::int64_t left) {
            receipts.emplace_back(1, edges);
            for (const double cost : costs_of(left)) receipts.emplace_back(cost, edges);
        };
        double time_of_lanes = k * (time - latency), edges = 0;
        for (std::int64_t j = 1; j <= later; ++j) {
            const double silent = std::max(latency, delay + double(j) * unit);
            const int number = changed[std::size_t(j - 1)];
            if (number > 0 && time < silent) return false;
            time_of_lanes -= number * (silent - latency);
            if (all_gather)
                add(number * (time - silent) / w, j - 1);
            else
                edges += number * (time - silent) / w;
        }
        for (double step = 1, room = std::min(n - 1, lanes); step <= double(later) && edges > 0;
             ++step, room *= double(std::min(n - 1, lanes) + 1)) {
            add(std::min(room, edges), steps - std::int64_t(step));
            edges -= std::min(room, edges);
        }
        std::ranges::sort(receipts);
        double left = n - 1, links = 0;
        for (const auto& [cost, number] : receipts) {
            links += cost * std::min(left, number);
            left -= std::min(left, number);
        }
        return left <= 1e-9 && w * links <= time_of_lanes + 1e-12;
    };
    double least = 1e9;
    std::vector<int> changed(std::size_t(later), 0);
    for (bool more = true; more;) {
        more = false;
        for (auto& one : changed) {
            if (std::accumulate(changed.begin(), changed.end(), 0) < int(lanes)) {
                ++one;
                more = true;
                break;
            }
            one = 0;
        }
        if (!more) break;
        double low = 0, high = 1e4;
        for (int i = 0; i < 60; ++i)
            (fits(changed, (low + high) / 2) ? high : low) = (low + high) / 2;
        least = std::min(least, high);
    }
    return least;
}

BOOST_AUTO_TEST_CASE(no_choice_of_lanes_takes_less) {
    std::mt19937 g(71);
    double nearest = 0;
    for (int number = 0; number < trials(60, 600); ++number) {
        const Node n = 6 + Node(g() % 20), lanes = 2 + Node(g() % 4);
        const auto steps = kernels::ceil_log(n, lanes + 1) + std::int64_t(g() % 3);
        const auto later = 1 + std::int64_t(g() % std::uint64_t(steps));
        const bool all_gather = g() % 2 == 0;
        const kernels::BroadcastLength length(kernels::BroadcastLength::Base::directed_ring, n,
                                              lanes);
        const double z = 0.1 * std::pow(1.5, double(g() % 14)),
                     delay = 0.5 * std::pow(1.5, double(g() % 12)), unit = 1.1;
        const kernels::NewCircuits circuits(
            all_gather ? Primitive::all_gather : Primitive::reduce_scatter, n, lanes, length);
        const double bound = circuits.least_time(
            {steps, later, double(steps) * unit, double(n - 1)}, {1, 0.1, z, delay});
        const double least =
            least_time_of_choices(all_gather, n, lanes, steps, later, length, z, delay, unit);
        BOOST_TEST(bound <= least * (1 + 1e-9),
                   "seed 71 instance " << number << ": n " << n << ", lanes " << lanes << ", steps "
                                       << steps << ", later " << later << ", z " << z << ", delay "
                                       << delay << ": " << bound << " against " << least);
        nearest = std::max(nearest, bound / least);
    }
    BOOST_TEST(nearest >= 0.999);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
