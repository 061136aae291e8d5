// Circuits of several wavelengths against the exact program for every assignment, and racks worked
// out by hand.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <random>

#include "kernels/rack/rack.hpp"
#include "solvers/pccl/fibre_program.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(racks)

using kernels::GridShape;
using kernels::Pair;

/// Fewest fibres over all assignments of wavelengths, each wavelength by the exact program.
int fewest_by_enumeration(const GridShape& grid, const std::vector<Pair>& circuits,
                          int wavelengths) {
    int best = static_cast<int>(circuits.size());
    std::vector<int> of(circuits.size(), 0);
    for (;;) {
        int most = 0;
        for (int w = 0; w < wavelengths && most < best; ++w) {
            std::vector<Pair> own;
            for (std::size_t i = 0; i < of.size(); ++i)
                if (of[i] == w) own.push_back(circuits[i]);
            if (own.empty()) continue;
            const auto plan = solvers::pccl::fewest_fibres(grid, own);
            BOOST_REQUIRE(plan.status == solvers::pccl::FibreConstruction::Status::optimal);
            most = std::max(most, plan.routes.reached);
        }
        best = std::min(best, most);
        std::size_t i = 0;
        while (i < of.size() && ++of[i] == wavelengths) of[i++] = 0;
        if (i == of.size()) return best;
    }
}

/// Most circuits of one wavelength on an edge, counted anew.
int most_on_an_edge(const GridShape& grid, const kernels::WavelengthRoutes& found) {
    std::map<std::pair<int, std::size_t>, int> loads;
    int most = 0;
    for (std::size_t i = 0; i < found.routes.size(); ++i)
        for (std::size_t k = 1; k < found.routes[i].size(); ++k) {
            const auto edge = grid.edge(found.routes[i][k - 1], found.routes[i][k]);
            most = std::max(most, ++loads[{found.wavelength[i], edge}]);
        }
    return most;
}

BOOST_AUTO_TEST_CASE(wavelengths_against_every_assignment) {
    constexpr int n_problems = 60;
    std::mt19937_64 random(7);
    int exact = 0;
    for (int problem = 0; problem < n_problems; ++problem) {
        const GridShape grid = problem % 2 == 0 ? GridShape{2, 3} : GridShape{3, 3};
        const int count = 4 + static_cast<int>(random() % 5);
        const auto circuits = kernels::random_circuits(grid.nodes(), count, random());
        const auto joint = kernels::route_fibres(grid, circuits);
        const auto found = kernels::route_by_wavelength(grid, circuits, joint, 2);
        const int fewest = fewest_by_enumeration(grid, circuits, 2);
        const auto where = "problem " + std::to_string(problem) + " of seed 7, " +
                           std::to_string(count) + " circuits";
        BOOST_TEST(found.bound <= fewest, where);
        BOOST_TEST(fewest <= found.fibres, where);
        BOOST_TEST(most_on_an_edge(grid, found) == found.fibres, where);
        for (std::size_t i = 0; i < circuits.size(); ++i) {
            BOOST_TEST(found.routes[i].front() == circuits[i].from, where);
            BOOST_TEST(found.routes[i].back() == circuits[i].to, where);
        }
        exact += found.fibres == fewest;
    }
    BOOST_TEST_MESSAGE("fewest reached in " << exact << " of " << n_problems);
    BOOST_TEST(exact >= n_problems * 9 / 10);
}

BOOST_AUTO_TEST_CASE(one_wavelength_is_the_joint_problem) {
    const GridShape grid{8, 8};
    const auto circuits = kernels::random_circuits(64, 100, 1);
    const auto joint = kernels::route_fibres(grid, circuits);
    const auto found = kernels::route_by_wavelength(grid, circuits, joint, 1);
    BOOST_TEST(found.fibres == joint.reached);
    BOOST_TEST(found.bound == joint.bound);
    BOOST_TEST((found.routes == joint.routes));
}

kernels::RackFit fitted(const kernels::Rack& rack, const std::vector<Pair>& circuits) {
    return kernels::judge_rack(rack, circuits, 0).best;
}

BOOST_AUTO_TEST_CASE(rack_of_two_servers) {
    // Servers 0 and 1 beside each other with 4 devices each; devices 0..3 exchange with 4..7.
    std::vector<Pair> circuits;
    for (kernels::Node v = 0; v < 4; ++v) {
        circuits.push_back({v, v + 4});
        circuits.push_back({v + 4, v});
    }
    const auto one = fitted({{1, 2}, 4, 16, 1}, circuits);
    BOOST_TEST(one.circuits == 8);
    BOOST_TEST(one.outside == 8);
    BOOST_TEST(one.fibres == 8);
    BOOST_TEST(one.fibre_bound == 8);
    const auto four = fitted({{1, 2}, 4, 16, 4}, circuits);
    BOOST_TEST(four.fibres == 2);
    BOOST_TEST(four.fibre_bound == 2);
    BOOST_TEST(four.unrouted == 0);
    // Inside one server no fibre is needed; 2 x 2 devices on the smallest mesh are its nodes.
    const auto inside = fitted({{1, 1}, 4, 2, 1}, {{0, 1}, {1, 3}, {3, 2}, {2, 0}});
    BOOST_TEST(inside.outside == 0);
    BOOST_TEST(inside.fibres == 0);
    BOOST_TEST(inside.unrouted == 0);
    // A fifth circuit finds all waveguides taken.
    const auto full = fitted({{1, 1}, 4, 2, 1}, {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {0, 3}});
    BOOST_TEST(full.unrouted == 1);
}

BOOST_AUTO_TEST_CASE(more_never_hurts) {
    // A ring of 128 devices on 4 x 4 servers: more wavelengths, fibres or a larger mesh.
    using Answer = kernels::RackVerdict::Answer;
    std::vector<Pair> ring;
    for (kernels::Node v = 0; v < 128; ++v) {
        ring.push_back({v, (v + 1) % 128});
        ring.push_back({(v + 1) % 128, v});
    }
    for (const int fibres : {1, 2, 4, 0}) {
        Answer before = Answer::fails;
        for (const int wavelengths : {1, 2, 3, 4, 5, 8}) {
            const auto verdict = kernels::judge_rack({{4, 4}, 8, 32, wavelengths}, ring, fibres);
            const auto where =
                std::to_string(fibres) + " fibres, " + std::to_string(wavelengths) + " wavelengths";
            BOOST_TEST((verdict.answer <= before), where);
            before = verdict.answer;
            const bool too_few = fibres > 0 && verdict.best.fibre_bound > fibres;
            BOOST_TEST((verdict.answer == Answer::fails) == too_few, where);
        }
        BOOST_TEST((before == Answer::fits));
    }
}

BOOST_AUTO_TEST_CASE(refused_racks) {
    const auto refusal = [](const kernels::Rack& rack, const std::vector<Pair>& circuits) {
        try {
            fitted(rack, circuits);
        } catch (const std::invalid_argument& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    BOOST_TEST(refusal({{1, 2}, 9, 2, 1}, {}) ==
               "mesh = 2: too small for 9 devices, give at least 3");
    BOOST_TEST(refusal({{1, 2}, 0, 2, 1}, {}) == "devices_per_server = 0: must be >= 1");
    BOOST_TEST(refusal({{1, 2}, 4, 2, 0}, {}) == "wavelengths = 0: must be >= 1");
    BOOST_TEST(refusal({{1, 2}, 4, 2, 1}, {{0, 8}}).find("0..7") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
