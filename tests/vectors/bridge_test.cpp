// BRIDGE's reference vectors: volumes, segments, subrings.
#include "kernels/collectives/bruck.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "tests/support/segment_transmission.hpp"
#include "tests/vectors/bridge_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(bridge_vectors)

using namespace lightsweep::solvers;

std::vector<double> volumes(const kernels::Collective& collective, double m) {
    std::vector<double> bytes;
    for (const auto& step : collective.steps) bytes.push_back(step.share * m);
    return bytes;
}

void check_volumes(const Json& c, const std::string& what, const std::vector<double>& bytes) {
    const auto& expected = c["expected"][what];
    BOOST_TEST_REQUIRE(bytes.size() == expected.size(), c["id"] << " " << what);
    for (std::size_t k = 0; k < bytes.size(); ++k) check_close(c, what, bytes[k], expected[k]);
}

BOOST_AUTO_TEST_CASE(volumes_of_any_number_of_nodes) {
    for (const auto& c : bridge_cases("volumes")) {
        const Node n = c["inputs"]["n"];
        for (const auto& [name, expected] : c["expected"].items()) {
            // The latency-optimal all-reduce is for powers of two (spec (b) 10).
            if (name == "ar_lat" && !kernels::is_power_of_two(n)) continue;
            check_volumes(c, name, volumes(bruck(name, n), c["inputs"]["m"]));
        }
    }
    for (const auto& c : bridge_cases("volumes_paper_mode"))
        for (const auto& [name, expected] : c["expected"].items())
            check_volumes(c, name,
                          volumes(kernels::with_bridge_volumes(bruck(name, c["inputs"]["n"])),
                                  c["inputs"]["m"]));
}

BOOST_AUTO_TEST_CASE(volumes_and_offsets_on_several_ports) {
    for (const auto& c : bridge_cases("multiport_volumes")) {
        const Node n = c["inputs"]["n"], ports = c["inputs"]["ports"];
        BOOST_TEST(kernels::bruck_steps(n, ports) == c["expected"]["steps"].get<int>());
        for (const std::string name : {"a2a", "rs"}) {
            const auto collective = bruck(name, n, ports);
            check_volumes(c, name, volumes(collective, c["inputs"]["m"]));
            for (std::size_t k = 0; k < collective.steps.size(); ++k) {
                const auto& offsets = c["expected"]["offsets"][k];
                const auto demand = collective.steps[k].demand();
                BOOST_TEST(demand.size() == offsets.size(), c["id"]);
                for (std::size_t i = 0; i < demand.size(); ++i)
                    BOOST_TEST(*demand[i].as_shift() == offsets[i].get<Node>(), c["id"]);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(segments_of_the_recipe) {
    for (const auto& c : bridge_cases("thm33_all_R")) {
        const std::size_t s = c["inputs"]["s"];
        for (std::size_t r = 0; r < s; ++r) {
            const auto& expected = c["expected"]["R" + std::to_string(r)];
            const auto segments = bridge::transmission_segments(s, r);
            BOOST_TEST(segments == expected["segments"].get<Segments>(), c["id"] << " R " << r);
            BOOST_TEST(scaled_transmission(s, segments) ==
                       expected["scaled_cost_times_2_pow_s_minus_1"].get<std::int64_t>());
        }
    }
    for (const auto& c : bridge_cases("balanced_all_R")) {
        const std::size_t s = c["inputs"]["s"];
        for (std::size_t r = 0; r < s; ++r) {
            const auto& expected = c["expected"]["R" + std::to_string(r)];
            auto segments = bridge::balanced_segments(s, r);
            BOOST_TEST(segments == expected["rs"].get<Segments>(), c["id"] << " R " << r);
            std::int64_t hops = 0;
            for (const auto length : segments) hops += (std::int64_t{1} << length) - 1;
            BOOST_TEST(hops == expected["hop_sum"].get<std::int64_t>());
            std::reverse(segments.begin(), segments.end());
            BOOST_TEST(segments == expected["ag"].get<Segments>(), c["id"] << " R " << r);
        }
    }
}

/// x_k = 1 where a step's topology is another one than the step's before.
std::vector<int> changes(const std::vector<std::size_t>& states) {
    std::vector<int> x(states.size(), 0);
    for (std::size_t k = 1; k < states.size(); ++k) x[k] = states[k] != states[k - 1];
    return x;
}

BOOST_AUTO_TEST_CASE(table_1) {
    for (const auto& c : bridge_cases("table1"))
        for (const std::size_t r : {1u, 2u}) {
            const auto key = "_R" + std::to_string(r);
            const auto& out = c["expected"];
            const auto balanced = bridge::balanced_segments(6, r),
                       least = bridge::transmission_segments(6, r);
            BOOST_TEST(changes(bridge::rising_states(balanced, 6)) ==
                       out["a2a" + key].get<std::vector<int>>());
            BOOST_TEST(changes(bridge::rising_states(least, 6)) ==
                       out["rs" + key].get<std::vector<int>>());
            BOOST_TEST(changes(bridge::falling_states({least.rbegin(), least.rend()}, 6)) ==
                       out["ag" + key].get<std::vector<int>>());
        }
}

BOOST_AUTO_TEST_CASE(figure_1) {
    for (const auto& c : bridge_cases("figure1_cumulative")) {
        for (const auto& [name, expected] : c["expected"].items()) {
            const std::size_t r = name.back() - '0', s = 6;
            Segments segments = name.starts_with("bruck_balanced")
                                    ? bridge::balanced_segments(s, r)
                                    : bridge::transmission_segments(s, r);
            if (name.starts_with("hd")) {
                segments.assign(r + 1, 1);
                segments[0] = s - r;
            }
            double hops = 0, sent = 0;
            const auto states = bridge::rising_states(segments, s);
            for (std::size_t k = 0; k < s; ++k) {
                const double way = std::exp2(static_cast<double>(k - states[k]));
                hops += way;
                sent += way / std::exp2(static_cast<double>(k));
                check_close(c, name + " hops", hops, expected["hops"][k]);
                check_close(c, name + " transmission", sent, expected["transmission"][k]);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(subrings) {
    for (const auto& c : bridge_cases("subrings")) {
        const Node n = c["inputs"]["n"];
        const auto next = kernels::subring(n, std::int64_t{1} << c["inputs"]["k"].get<int>());
        for (const auto& ring : c["expected"]["rings"])
            for (std::size_t i = 0; i < ring.size(); ++i)
                BOOST_TEST(next(ring[i].get<Node>()) == ring[(i + 1) % ring.size()].get<Node>());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
