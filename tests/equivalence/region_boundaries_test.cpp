// The exact map of which schedule is best against asking for the best at random points.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "kernels/collectives/bruck.hpp"
#include "kernels/envelopes/region_boundaries.hpp"
#include "solvers/bridge/subring_space.hpp"
#include "solvers/walks/walk_envelope.hpp"
#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(region_boundaries)

using namespace lightsweep::solvers;
using kernels::Envelope;
using kernels::RegionBoundary;

struct Crossing {
    double delay;
    std::int32_t below, above;
};

/// Critical delays at one message size, from the boundaries that reach over it.
std::vector<Crossing> crossings(const std::vector<RegionBoundary>& boundaries, double message) {
    std::vector<Crossing> found;
    for (const auto& one : boundaries) {
        if (std::isnan(one.delay_per_hop)) continue;
        if (message <= one.from_message || message >= one.to_message) continue;
        found.push_back(
            {one.delay_per_hop + one.delay_per_message * message, one.below, one.above});
    }
    std::sort(found.begin(), found.end(),
              [](const Crossing& a, const Crossing& b) { return a.delay < b.delay; });
    return found;
}

double cost(const Envelope& table, std::size_t plane, double message, double delay) {
    return table[plane].hops + message * table[plane].congestion +
           delay * table[plane].reconfigurations;
}

double least(const Envelope& table, double message, double delay) {
    double value = cost(table, 0, message, delay);
    for (std::size_t k = 1; k < table.size(); ++k)
        value = std::min(value, cost(table, k, message, delay));
    return value;
}

/// Between the critical delays the schedules of the boundaries are best, and nothing is left out.
void check_at(const Envelope& table, const std::vector<RegionBoundary>& boundaries, double message,
              const std::string& where) {
    const auto steps = crossings(boundaries, message);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
        BOOST_TEST(steps[i].above == steps[i + 1].below, where << " message " << message);
    double before = 0;
    for (std::size_t i = 0; i <= steps.size(); ++i) {
        const double next = i < steps.size() ? steps[i].delay : 2 * before + 1;
        const double delay = (before + next) / 2;
        if (!steps.empty() && next - before > 1e-9 * next) {
            const auto best = i < steps.size() ? steps[i].below : steps[i - 1].above;
            BOOST_TEST(
                cost(table, best, message, delay) <= least(table, message, delay) * (1 + 1e-12),
                where << " message " << message << " delay " << delay);
        }
        before = next;
    }
}

Envelope random_table(Generator& g) {
    std::vector<kernels::ListedSchedule> planes;
    const int count = draw(g, 1, 12);
    for (int k = 0; k < count; ++k)
        planes.push_back({static_cast<double>(draw(g, 0, 20)),
                          draw(g, 0, 20) / 4.0,
                          draw(g, 0, 5),
                          {static_cast<std::uint64_t>(k)}});
    return {6, 1.0, std::move(planes)};
}

BOOST_AUTO_TEST_CASE(between_boundaries_their_schedules_are_best) {
    Generator g(61);
    for (int number = 0; number < 400; ++number) {
        const auto table = random_table(g);
        const auto boundaries = kernels::region_boundaries(table);
        const auto where = "seed 61 instance " + std::to_string(number);
        for (int i = 0; i < 30; ++i)
            check_at(table, boundaries, std::pow(10.0, draw(g, -200, 200) / 100.0), where);
        // Across an upright boundary the best schedule changes with the message.
        for (const auto& one : boundaries) {
            if (!std::isnan(one.delay_per_hop)) continue;
            const double delay =
                std::isinf(one.to_delay) ? one.from_delay + 1 : (one.from_delay + one.to_delay) / 2;
            for (const double side : {0.999999, 1.000001}) {
                const double message = one.from_message * side;
                const auto best = side < 1 ? one.above : one.below;
                BOOST_TEST(
                    cost(table, best, message, delay) <= least(table, message, delay) * (1 + 1e-12),
                    where);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(boundaries_of_bridge) {
    for (const char* name : {"alltoall/bruck", "reduce-scatter/bruck-near", "allreduce/bruck-near"})
        for (kernels::Node n : {16, 64, 100, 256}) {
            auto structure = make_problem(kernels::build_collective(name, n),
                                          kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                                          {}, 0, measures::routed);
            structure.subrings.free_start = true;
            const auto table =
                *walk_envelope(bridge::subring_space(std::make_shared<const Problem>(structure)));
            const auto boundaries = kernels::region_boundaries(table);
            Generator g(67);
            for (int i = 0; i < 200; ++i)
                check_at(table, boundaries, std::pow(10.0, draw(g, -300, 400) / 100.0),
                         std::string(name) + " n " + std::to_string(n));
        }
}

/// BRIDGE's all-to-all on 64 nodes (spec: 49 c, 5 c and c with c = 1 + x / 2): three boundaries
/// without an end, and none for 3 and 4 reconfigurations, which are best nowhere.
BOOST_AUTO_TEST_CASE(all_to_all_on_64_nodes) {
    auto structure = make_problem(kernels::build_collective("alltoall/bruck", 64),
                                  kernels::Topology::ring(64, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    const auto found = kernels::region_boundaries(*walk_envelope(
        bridge::subring_space(std::make_shared<const Problem>(std::move(structure)))));
    BOOST_TEST_REQUIRE(found.size() == 3U);
    const double multiples[] = {49, 5, 1};
    for (std::size_t i = 0; i < found.size(); ++i) {
        BOOST_TEST(found[i].delay_per_hop == multiples[i]);
        BOOST_TEST(found[i].delay_per_message == multiples[i] / 2);
        BOOST_TEST(std::isinf(found[i].to_message));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
