// Topologies that stand, ports that change and delays that are hidden, against every sequence of
// states and against each other.
#include <boost/test/unit_test.hpp>

#include "kernels/flow/union_flow.hpp"
#include "solvers/addanki/state_space.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "tests/equivalence/walk_problems.hpp"
#include "tests/support/link_program.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(standing_topologies)

using kernels::Topology;
using solvers::Problem;

WalkProblem reuse_problem(const Problem& s, const kernels::Parameters& p) {
    std::vector<Topology> states{s.base};
    for (const auto& step : s.collective.steps) {
        const auto matching = Topology::matching(step.peer);
        if (std::find(states.begin(), states.end(), matching) == states.end())
            states.push_back(matching);
    }
    WalkProblem problem;
    for (const auto& step : s.collective.steps) {
        problem.time.emplace_back();
        for (const auto& topology : states)
            problem.time.back().push_back(time_on(topology, step, p));
    }
    problem.charge = whole_delays(p.reconfiguration_delay, states.size());
    return problem;
}

BOOST_AUTO_TEST_CASE(a_standing_matching_carries_what_the_program_over_links_says) {
    Generator g(606);
    for (int k = 0; k < 300; ++k) {
        const auto n = static_cast<kernels::Node>(draw(g, 2, 9));
        const auto standing = draw(g, 0, 2) ? draw_permutation(g, n)
                                            : kernels::Permutation::shift(n, draw(g, 1, n - 1));
        const auto demand = draw(g, 0, 2) ? draw_permutation(g, n)
                                          : kernels::Permutation::shift(n, draw(g, 1, n - 1));
        const auto flow = kernels::matching_flow(standing, demand);
        const auto program = link_program(Topology::matching(standing), demand);
        const auto where = "seed 606 instance " + std::to_string(k);
        BOOST_TEST(flow.hops == program.hops, where);
        if (!demand.is_identity()) BOOST_TEST(close(flow.theta, program.theta_low, 1e-7), where);
    }
}

BOOST_AUTO_TEST_CASE(reuse_equals_enumeration) {
    Generator g(501);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 6);
        const auto p = draw_close_parameters(g);
        const auto where = place("501", k, *s);
        const auto row = evaluate_at(*prepared("addanki-reuse", s), p);
        check_optimum(row, enumerate_walks(reuse_problem(*s, p)), where);
        const auto literal = evaluate_at(*prepared("addanki", s), p);
        BOOST_TEST(row.completion[0] <= literal.completion[0] * (1 + 1e-12), where);
        const auto every = evaluate_at(*prepared("every-step-reuse", s), p);
        BOOST_TEST(row.completion[0] <= every.completion[0] * (1 + 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(changed_ports_equal_enumeration) {
    Generator g(503);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 9);
        const auto p = draw_close_parameters(g);
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            const auto before = topology_of(*s, {s->base}, i == 0 ? 0 : i - 1, from);
            const auto ports = counted_ports(s->base, before, topology_of(*s, {s->base}, i, to));
            const double each = static_cast<double>(ports) * p.port_delay;
            return Charged{ports > 0 ? p.reconfiguration_delay + each : 0.0, ports > 0};
        };
        check_optimum(evaluate_at(*prepared("addanki-ports", s), p), enumerate_walks(problem),
                      place("503", k, *s));
    }
}

BOOST_AUTO_TEST_CASE(overlap_equals_enumeration) {
    Generator g(504);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 9);
        auto p = draw_close_parameters(g);
        p.compute_time = draw(g, 0, 24) * 1e-6;
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = whole_delays(std::max(0.0, p.reconfiguration_delay - p.compute_time), 1);
        auto oracle = enumerate_walks(problem);
        oracle.cost += p.compute_time * static_cast<double>(s->steps());
        const auto where = place("504", k, *s);
        const auto row = evaluate_at(*prepared("addanki-overlap", s), p);
        check_optimum(row, oracle, where);
        BOOST_TEST(close(row.computation, p.compute_time * static_cast<double>(s->steps()), 1e-15),
                   where);
        const auto serial = evaluate_at(*prepared("addanki", s), p);
        BOOST_TEST(row.completion[0] <= serial.completion[0] * (1 + 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(overlap_with_other_computation_before_every_step) {
    Generator g(506);
    for (int k = 0; k < 300; ++k) {
        const auto s = draw_small_structure(g, 9);
        const auto p = draw_close_parameters(g);
        std::vector<double> matched, base, exposed;
        for (std::size_t i = 0; i < s->steps(); ++i) {
            matched.push_back(s->costs.matched_time(i, p));
            base.push_back(matched.back() + s->costs.extra_time(i, p));
            exposed.push_back(std::max(0.0, p.reconfiguration_delay - draw(g, 0, 24) * 1e-6));
        }
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            const bool due = from == 1 || to == 1;
            return Charged{due ? exposed[i] : 0.0, due};
        };
        const auto oracle = enumerate_walks(problem);
        const auto plan = solvers::addanki::solve_two_state(matched, base, exposed);
        BOOST_TEST(close(plan.cost, oracle.cost, 1e-12), place("506", k, *s));
        BOOST_TEST(plan.reconfigurations == oracle.reconfigurations, place("506", k, *s));
    }
}

BOOST_AUTO_TEST_CASE(listed_planes_equal_the_sweep_over_delays) {
    Generator g(508);
    for (int k = 0; k < 200; ++k) {
        const auto s = std::make_shared<const Problem>(draw_structure(g));
        for (const bool reuse : {true, false}) {
            const auto walks =
                reuse ? solvers::addanki::reuse_states(s) : solvers::addanki::pool_states(s);
            BOOST_TEST_REQUIRE(solvers::addanki::useful_schedules(walks).has_value());
            const auto listed = solvers::addanki::optimum_over_states(walks);
            const auto swept = solvers::optimum_by_recurrence(walks);
            for (int point = 0; point < 5; ++point) {
                const auto p = draw_parameters(g);
                const auto a = evaluate_at(*listed, p), b = evaluate_at(*swept, p);
                const auto where = place("508", k, *s) + (reuse ? " reuse" : " pool");
                BOOST_TEST(close(a.completion[0], b.completion[0], 1e-12),
                           where << " " << a.completion[0] << " " << b.completion[0]);
                BOOST_TEST(a.n_reconfigurations[0] == b.n_reconfigurations[0], where);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_schedule_of_matchings_kept_where_they_repeat) {
    for (const char* name : {"allreduce/halving-doubling", "allreduce/swing"}) {
        const auto s = std::make_shared<const Problem>(
            solvers::make_problem(kernels::build_collective(name, 64), Topology::ring_uni(64)));
        const kernels::Parameters p{1e-7, 1e-7, 8388608, 1e11, 1e-5};
        BOOST_TEST(evaluate_at(*prepared("every-step", s), p).n_reconfigurations[0] == 12, name);
        BOOST_TEST(evaluate_at(*prepared("every-step-reuse", s), p).n_reconfigurations[0] == 11,
                   name);
    }
    // The ring algorithm's matching has the circuits of the directed ring itself.
    const auto ring = std::make_shared<const Problem>(solvers::make_problem(
        kernels::build_collective("allreduce/ring", 64), Topology::ring_uni(64)));
    const auto row =
        evaluate_at(*prepared("every-step-reuse", ring), {1e-7, 1e-7, 1e6, 1e11, 1e-5});
    BOOST_TEST(row.n_reconfigurations[0] == 0);
}

BOOST_AUTO_TEST_CASE(more_pairs_of_step_and_topology_than_fit_are_refused) {
    const auto s = std::make_shared<const Problem>(solvers::make_problem(
        kernels::build_collective("alltoall/shift", 4096), Topology::ring_uni(4096)));
    BOOST_CHECK_THROW(prepared("addanki-reuse", s), std::invalid_argument);
    const kernels::Parameters p{1e-7, 1e-7, 8388608, 1e11, 1e-5};
    // Its first matching has the circuits of the directed ring itself.
    BOOST_TEST(evaluate_at(*prepared("every-step-reuse", s), p).n_reconfigurations[0] == 4094);
}

BOOST_AUTO_TEST_CASE(ties_go_to_the_smallest_states) {
    // Three equal steps without a message and without latencies: all walks take no time at all.
    const auto s = std::make_shared<const Problem>(solvers::make_problem(
        kernels::custom_collective(
            {{kernels::Permutation::shift(4, 2), 0.0}, {kernels::Permutation::shift(4, 3), 0.0}}),
        Topology::ring_uni(4), {{Topology::ring(4, kernels::LinkBandwidth::full)}, 0, {}}));
    for (const char* name : {"addanki-reuse", "addanki-pool", "addanki-ports", "addanki-overlap"}) {
        const auto row = evaluate_at(*prepared(name, s), {0, 0, 1, 1e11, 0});
        BOOST_TEST(row.decision[0] == 0u, name);
        BOOST_TEST(row.n_reconfigurations[0] == 0, name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
