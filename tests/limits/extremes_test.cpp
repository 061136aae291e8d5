// Where the answer is known without solving: no delay, endless delay, no bytes, one node, many
// nodes.
#include <boost/test/unit_test.hpp>
#include <chrono>

#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(extremes)

solvers::ResultRow run(const char* scheduler, const solvers::Problem& s,
                       const kernels::Parameters& p) {
    return evaluate_at(*solvers::find_scheduler(scheduler)->prepare(
                           std::make_shared<const solvers::Problem>(s), {}),
                       p);
}

BOOST_AUTO_TEST_CASE(free_reconfiguration_is_a_matching_for_every_step) {
    Generator g(11);
    for (int k = 0; k < 100; ++k) {
        const auto s = draw_structure(g);
        auto p = draw_parameters(g);
        p.reconfiguration_delay = 0;
        BOOST_TEST(
            close(run("addanki", s, p).completion[0], run("every-step", s, p).completion[0], 1e-12),
            "seed 11 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(endless_reconfiguration_is_the_base_throughout) {
    Generator g(12);
    for (int k = 0; k < 100; ++k) {
        const auto s = draw_structure(g);
        auto p = draw_parameters(g);
        const double fixed = run("static", s, p).completion[0];
        p.reconfiguration_delay = 2 * fixed + 1;
        const auto best = run("addanki", s, p);
        BOOST_TEST(close(best.completion[0], fixed, 1e-12), "seed 12 instance " << k);
        BOOST_TEST(best.n_reconfigurations[0] == 0, "seed 12 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(no_bytes_leave_the_latencies) {
    // Eight nodes, distances 1, 2, 4 and back on a bidirectional ring: hops 1 + 2 + 4, twice.
    const auto s = solvers::make_problem(kernels::build_collective("allreduce/halving-doubling", 8),
                                         kernels::Topology::ring(8, kernels::LinkBandwidth::full));
    const auto r = run("static", s, {1e-6, 1e-7, 0, 1e11, 1e-3});
    BOOST_TEST(close(r.completion[0], 6 * 1e-6 + 14 * 1e-7, 1e-12));
    BOOST_TEST(r.transmission[0] == 0);
    BOOST_TEST(r.congestion[0] == 0);
}

BOOST_AUTO_TEST_CASE(a_step_in_which_nobody_sends_costs_its_start_up) {
    const auto s = solvers::make_problem(
        kernels::custom_collective({{kernels::Permutation::shift(4, 0), 1e6}}),
        kernels::Topology::ring_uni(4));
    for (const char* name : {"static", "addanki", "addanki-milp", "threshold"})
        BOOST_TEST(run(name, s, {1e-6, 1e-7, 1, 1e11, 1e-3}).completion[0] == 1e-6, name);
}

BOOST_AUTO_TEST_CASE(nothing_costs_nothing) {
    const auto s = solvers::make_problem(kernels::build_collective("alltoall/shift", 6),
                                         kernels::Topology::ring_uni(6));
    for (const auto& row : solvers::scheduler_table()) {
        if (solvers::why_not_applicable(row, s)) continue;
        const auto r = run(std::string(row.name).c_str(), s, {0, 0, 0, 1e11, 0});
        BOOST_TEST(r.completion[0] == 0, row.name);
    }
}

BOOST_AUTO_TEST_CASE(one_node_and_two_nodes) {
    const kernels::Parameters p{1e-6, 1e-7, 1e6, 1e11, 1e-9};
    for (const auto& collective : kernels::collective_table())
        for (const auto& ring : {kernels::Topology::ring_uni(1),
                                 kernels::Topology::ring(1, kernels::LinkBandwidth::full)})
            for (const auto& row : solvers::scheduler_table()) {
                auto s = solvers::make_problem(kernels::build_collective(collective.name, 1), ring);
                if (row.traits.plane_scheduler()) {
                    s.measure = solvers::measures::switch_planes;
                    s.planes = {{0, 1, 2}, {1, 1, 1}, {1, 1, 1}, kernels::InitialPlanes::cold, {}};
                }
                if (row.traits.ring() != nullptr) s.rings.emplace();
                if (row.traits.plane_scheduler() && solvers::why_not_applicable(row, s)) continue;
                BOOST_TEST(run(std::string(row.name).c_str(), s, p).completion[0] == 0,
                           collective.name << " " << row.name);
            }
    // Two nodes: one exchange of half the vector each way, on a base that is the matching already.
    const auto s = solvers::make_problem(kernels::build_collective("allreduce/halving-doubling", 2),
                                         kernels::Topology::ring_uni(2));
    const auto r = run("addanki", s, p);
    BOOST_TEST(close(r.completion[0], 2 * (1e-6 + 1e-7 + 0.5e6 / 1e11), 1e-12));
    BOOST_TEST(r.n_reconfigurations[0] == 0);
}

BOOST_AUTO_TEST_CASE(sixty_five_thousand_nodes) {
    const kernels::Node n = 65536;
    const std::vector<double> delays{0, 1e-7, 1e-5, 1e-3};
    for (const char* name : {"alltoall/shift", "alltoall/xor", "allreduce/ring", "allreduce/swing",
                             "allreduce/halving-doubling", "alltoall/bruck"})
        for (const auto& ring : {kernels::Topology::ring_uni(n),
                                 kernels::Topology::ring(n, kernels::LinkBandwidth::split)}) {
            const auto s = std::make_shared<const solvers::Problem>(
                solvers::make_problem(kernels::build_collective(name, n), ring));
            solvers::ResultRow best, fixed, every;
            const kernels::DelayRow row{1e-7, 1e-7, 1e-2, delays};
            solvers::find_scheduler("addanki")->prepare(s, {})->evaluate(row, best);
            solvers::find_scheduler("static")->prepare(s, {})->evaluate(row, fixed);
            solvers::find_scheduler("every-step")->prepare(s, {})->evaluate(row, every);
            BOOST_TEST(close(best.completion[0], every.completion[0], 1e-12), name);
            for (std::size_t d = 0; d < delays.size(); ++d) {
                BOOST_TEST(best.completion[d] <= fixed.completion[d] * (1 + 1e-12), name);
                BOOST_TEST(best.completion[d] <= every.completion[d] * (1 + 1e-12), name);
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
