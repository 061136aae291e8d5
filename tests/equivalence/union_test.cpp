// Unions of permutations: their concurrent flow against the program over links, their
// matchings and the schedules on them against enumeration, and what fewer ports than permutations
// cost.
#include <boost/test/unit_test.hpp>

#include "kernels/cost/step_costs.hpp"
#include "kernels/flow/union_flow.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/flow/concurrent_flow.hpp"
#include "tests/equivalence/union_oracles.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(unions)

using kernels::Demand;
using solvers::Status;
using solvers::flow::FlowSolver;

void check_flow(const Topology& topology, const Step& step, const std::string& where) {
    const auto flow = concurrent_flow(topology, step.demand());
    const auto program = link_program(topology, step.demand());
    const auto what = where + " " + topology.describe() + " n " + std::to_string(topology.size()) +
                      " " + step.describe_peers();
    BOOST_TEST(flow.hops == program.hops, what);
    if (step.demand().is_idle()) return;
    BOOST_TEST(close(flow.theta, program.theta_low, 1e-8),
               what << ": " << flow.theta << " != " << program.theta_low);
    BOOST_TEST(flow.theta <= program.theta_high * (1 + 1e-9), what);
    BOOST_TEST(flow.theta_high >= program.theta_low * (1 - 1e-9), what);
}

BOOST_AUTO_TEST_CASE(flows_equal_the_program_over_links) {
    Generator g(20261121);
    for (int instance = 0; instance < 160; ++instance) {
        const auto n = static_cast<Node>(2 * draw(g, 2, 4));
        check_flow(draw_base(g, n), draw_union(g, n, 4),
                   "seed 20261121 instance " + std::to_string(instance));
    }
}

BOOST_AUTO_TEST_CASE(closed_forms_on_rings_equal_the_program_over_links) {
    Generator g(5);
    for (int instance = 0; instance < 120; ++instance) {
        const auto n = static_cast<Node>(draw(g, 2, 11));
        Step step{Permutation::shift(n, draw(g, 1, n - 1)), 1.0, {}};
        for (int k = draw(g, 1, 4); k > 0; --k)
            step.other_peers.push_back(Permutation::shift(n, draw(g, 0, n - 1)));
        const auto where = "seed 5 instance " + std::to_string(instance);
        for (const auto& ring : {Topology::ring_uni(n), Topology::ring(n, LinkBandwidth::full),
                                 Topology::ring(n, LinkBandwidth::split)})
            check_flow(ring, step, where);
        BOOST_TEST(kernels::ring_union_flow(step.demand(), 1.0).has_value(), where);
    }
    // Both neighbours at once fill a bidirectional ring exactly; 1 + 2 + 3 share a directed one.
    const Step both{Permutation::shift(64, 1), 1.0, {Permutation::shift(64, -1)}};
    BOOST_TEST(concurrent_flow(Topology::ring(64, LinkBandwidth::full), both.demand()).theta == 1);
    const Step three{
        Permutation::shift(64, 1), 1.0, {Permutation::shift(64, 2), Permutation::shift(64, 3)}};
    BOOST_TEST(concurrent_flow(Topology::ring_uni(64), three.demand()).theta == 1.0 / 6);
}

BOOST_AUTO_TEST_CASE(one_permutation_is_what_it_was) {
    Generator g(11);
    for (int instance = 0; instance < trials(30, 60); ++instance) {
        const auto n = static_cast<Node>(2 * draw(g, 2, 4));
        const auto base = draw_base(g, n);
        const auto p = draw_permutation(g, n);
        const Step step{p, 1e5, {}}, with_idle{p, 1e5, {Permutation::shift(n, 0)}};
        const FlowSolver solver(base);
        const auto flow = solver(p);
        for (const Step* one : {&step, &with_idle}) {
            const auto as_union = solver(one->demand());
            BOOST_TEST(as_union.theta == flow.theta, "seed 11 instance " << instance);
            BOOST_TEST(as_union.theta_high == flow.theta_high, "seed 11 instance " << instance);
            BOOST_TEST(as_union.hops == flow.hops, "seed 11 instance " << instance);
        }
        const auto plain = solvers::flow_costs(kernels::custom_collective({step}), base);
        const auto idle = solvers::flow_costs(kernels::custom_collective({with_idle}), base);
        BOOST_TEST(plain.share[0] == (p.is_identity() ? 0.0 : 1e5));
        BOOST_TEST(plain.stretch[0] == flow.stretch());
        BOOST_TEST(idle.share[0] == plain.share[0]);
        BOOST_TEST(idle.stretch[0] == plain.stretch[0]);
        BOOST_TEST(plain.matched_stretch.empty());
    }
    const auto plain = kernels::build_collective("alltoall/shift", 9);
    const auto ported = kernels::build_collective("alltoall/shift", 9, kernels::Order::near, 1);
    for (std::size_t k = 0; k < plain.steps.size(); ++k)
        BOOST_TEST(plain.steps[k].sends_like(ported.steps[k]));
}

BOOST_AUTO_TEST_CASE(circuits_carry_their_union_at_the_rate_of_their_ports) {
    Generator g(3);
    for (int instance = 0; instance < 80; ++instance) {
        const auto n = static_cast<Node>(draw(g, 3, 8));
        const auto step = draw_union(g, n, 4);
        const auto k = static_cast<Node>(active(step).size());
        if (k == 0) continue;
        const Node ports = draw(g, k, 9);
        const auto rounds = kernels::rounds_of(step, ports);
        BOOST_TEST_REQUIRE(rounds.size() == 1u);
        const auto circuits = kernels::round_circuits(rounds[0], ports);
        const double rate = static_cast<double>(ports / k) / ports;
        const auto flow = concurrent_flow(circuits, rounds[0].demand());
        const auto where = "seed 3 instance " + std::to_string(instance);
        BOOST_TEST(close(flow.theta, k == 1 ? 1.0 : rate, 1e-12), where);
        BOOST_TEST(flow.hops == 1, where);
        check_flow(circuits, rounds[0], where);
    }
}

BOOST_AUTO_TEST_CASE(schedules_equal_enumeration_and_bounds_hold) {
    Generator g(17);
    int split = 0, unused_ports = 0;
    for (int instance = 0; instance < 200; ++instance) {
        const auto s = draw_union_structure(g, 6);
        const auto p = draw_balanced(g);
        const auto where = "seed 17 instance " + std::to_string(instance) + " " +
                           s->base.describe() + " ports " + std::to_string(s->collective.ports);
        const auto found = enumerate(*s, p);
        split += found.splits;
        unused_ports += !found.splits && !s->costs.matched_stretch.empty();
        for (const char* name : {"addanki", "addanki-milp"}) {
            const auto r = evaluate_at(*solvers::find_scheduler(name)->prepare(s, {}), p);
            const double allowed = std::string(name) == "addanki" ? 1e-12 : 1e-7;
            BOOST_TEST(close(r.completion[0], found.in_order, allowed),
                       where << " " << name << ": " << r.completion[0] << " != " << found.in_order);
            BOOST_TEST(r.lower_bound[0] <= r.completion[0], where);
            // With ports enough, one configuration is all that a step may take.
            if (found.splits)
                BOOST_TEST(r.lower_bound[0] <= found.any_grouping * (1 + 1e-7), where);
            BOOST_TEST((r.status[0] == (found.splits ? Status::feasible : Status::optimal)), where);
            if (!found.splits) BOOST_TEST(close(r.lower_bound[0], r.completion[0], allowed), where);
        }
        for (const char* name : {"static", "every-step", "threshold"}) {
            const auto r = evaluate_at(*solvers::find_scheduler(name)->prepare(s, {}), p);
            BOOST_TEST(r.lower_bound[0] <= r.completion[0], where << " " << name);
            BOOST_TEST(r.completion[0] >= found.in_order * (1 - 1e-12), where << " " << name);
            const bool is_base = std::string(name) == "static";
            if (found.splits && !is_base) BOOST_TEST((r.status[0] == Status::feasible), where);
        }
    }
    BOOST_TEST(split > 30);
    BOOST_TEST(unused_ports > 10);
}

BOOST_AUTO_TEST_CASE(long_unions_agree_with_planes) {
    // Beyond most_listed_steps the O(s) program runs at every point: the same rules, other code.
    Generator g(23);
    for (int instance = 0; instance < 20; ++instance) {
        const Node n = 8;
        std::vector<Step> few;
        for (int k = 0; k < 6; ++k) few.push_back(draw_union(g, n, 3));
        std::vector<Step> many(150, Step{Permutation::shift(n, 0), 0.0, {}});
        many.insert(many.end(), few.begin(), few.end());
        const auto base = draw_base(g, n);
        const auto make = [&](const std::vector<Step>& steps) {
            auto collective = kernels::custom_collective(steps);
            collective.ports = 4;
            return std::make_shared<const solvers::Problem>(
                solvers::make_problem(std::move(collective), base));
        };
        auto p = draw_balanced(g);
        p.per_step_latency = 0;  // idle steps then cost nothing
        const auto& addanki = *solvers::find_scheduler("addanki");
        const auto swept = evaluate_at(*addanki.prepare(make(many), {}), p);
        const auto planes = evaluate_at(*addanki.prepare(make(few), {}), p);
        const auto where = "seed 23 instance " + std::to_string(instance);
        BOOST_TEST(close(swept.completion[0], planes.completion[0], 1e-12), where);
        const auto& threshold = *solvers::find_scheduler("threshold");
        const auto rule = evaluate_at(*threshold.prepare(make(few), {}), p);
        BOOST_TEST(rule.lower_bound[0] <= planes.completion[0] * (1 + 1e-12), where);
        BOOST_TEST(rule.completion[0] >= planes.completion[0] * (1 - 1e-12), where);
        BOOST_TEST(rule.completion[0] <= 2 * planes.completion[0] * (1 + 1e-12), where);
        BOOST_TEST(close(swept.transmission[0], planes.transmission[0], 1e-12));
    }
}

BOOST_AUTO_TEST_CASE(replay_equals_what_was_reported) {
    Generator g(29);
    const auto measured = [](const Topology& topology, const Demand& demand) {
        const auto value = link_program(topology, demand);
        return kernels::StepFlow{value.theta_low, value.hops};
    };
    int replayed = 0;
    for (int instance = 0; instance < 60; ++instance) {
        const auto s = draw_union_structure(g, 6);
        auto p = draw_balanced(g);
        p.compute_time = draw(g, 0, 1) * 3e-6;
        for (const auto& row : solvers::scheduler_table()) {
            if (solvers::why_not_applicable(row, *s)) continue;
            const auto plan = solvers::prepare(row, s, {});
            const auto r = evaluate_at(*plan, p);
            const auto [collective, schedule] = plan->space().decode(r.decision);
            const auto line =
                kernels::replay(schedule, collective, p, concurrent_flow, plan->space().rules);
            // Programs on the base agree to the nine digits that they promise, not to twelve.
            const auto witness =
                kernels::replay(schedule, collective, p, measured, plan->space().rules);
            const auto where = "seed 29 instance " + std::to_string(instance) + " " +
                               std::string(row.name) + " " + s->base.describe();
            BOOST_TEST(line.violation == "", where);
            BOOST_TEST(close(line.end(), r.completion[0], 1e-12),
                       where << ": " << line.end() << " != " << r.completion[0]);
            BOOST_TEST(close(line.cost.total(), r.completion[0], 1e-12), where);
            BOOST_TEST(line.n_reconfigurations == r.n_reconfigurations[0], where);
            BOOST_TEST(close(witness.end(), r.completion[0], 1e-9), where);
            ++replayed;
        }
    }
    BOOST_TEST(replayed > 150);
}

BOOST_AUTO_TEST_CASE(the_replay_refuses_missing_rounds) {
    auto collective = kernels::build_collective("alltoall/shift", 7, kernels::Order::near, 3);
    collective.ports = 2;
    const auto base = Topology::ring_uni(7);
    auto schedule = kernels::bases_or_matching({base}, collective, {1, 0});
    BOOST_TEST_REQUIRE(schedule.later.size() == 2u);
    BOOST_TEST(schedule.later[0].size() == 1u);
    const kernels::Parameters p{1e-6, 1e-7, 7e6, 1e11, 1e-4};
    BOOST_TEST(kernels::replay(schedule, collective, p, concurrent_flow).violation == "");
    schedule.later[0].push_back(schedule.later[0].front());
    BOOST_TEST(kernels::replay(schedule, collective, p, concurrent_flow).violation ==
               "step 0 has 3 configurations, on 2 ports it takes 2");
    BOOST_CHECK_THROW(kernels::round_circuits(collective.steps[0], 2), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(no_scheduler_on_a_base_needs_all_ports) {
    auto collective = kernels::build_collective("alltoall/shift", 7, kernels::Order::near, 3);
    for (const Node ports : {2, 3}) {
        collective.ports = ports;
        const auto s = solvers::make_problem(collective, Topology::ring_uni(7));
        for (const char* name : {"every-step-reuse", "addanki-reuse", "addanki-ports",
                                 "addanki-pool", "addanki-best-pool", "static", "every-step",
                                 "threshold", "addanki", "addanki-milp", "addanki-overlap"})
            BOOST_TEST(!solvers::why_not_applicable(*solvers::find_scheduler(name), s), name);
    }
}

/// Every sequence of base and own circuits over the rounds, replayed: the computation before a step
/// hides a delay before its first round alone.
BOOST_AUTO_TEST_CASE(overlap_in_rounds_is_the_least_of_all_replays) {
    Generator g(31);
    int cut = 0;
    for (int instance = 0; instance < 120; ++instance) {
        const auto s = draw_union_structure(g, 3);
        auto p = draw_balanced(g);
        p.compute_time = draw(g, 1, 12) * 1e-6;
        const auto plan = solvers::prepare(*solvers::find_scheduler("addanki-overlap"), s, {});
        const auto found = evaluate_at(*plan, p);
        const auto& space = plan->space();
        const auto rounds = space.structure->steps();
        double least = HUGE_VAL;
        for (std::uint64_t mask = 0; mask < std::uint64_t{1} << rounds; ++mask) {
            const auto [collective, schedule] = space.decode({&mask, 1});
            const auto line =
                kernels::replay(schedule, collective, p, concurrent_flow, space.rules);
            if (line.violation.empty()) least = std::min(least, line.end());
        }
        BOOST_TEST(close(found.completion[0], least, 1e-12), "instance " << instance);
        BOOST_TEST(found.lower_bound[0] <= found.completion[0]);
        cut += rounds > s->steps();
    }
    BOOST_TEST(cut > 40);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
