// Schedulers of other rules under rules = common: programs and recipes that find no more than their
// optimum, portfolios, and names that have no place there.
#include <map>

#include "sweeps/problem/solve_problem.hpp"
#include "tests/contract/common_draws.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_witnesses)

void check_witness(const char* program, const char* optimum, const Drawn& drawn,
                   const kernels::Parameters& p) {
    const auto what = "seed 74: " + std::string(program) + ", " + drawn.text;
    const auto plan = solvers::prepare(
        *solvers::find_scheduler(program, solvers::common_scheduler_table()), drawn.flow, {});
    const auto found = evaluate_at(*plan, p), best = solved(optimum, drawn.flow, p);
    BOOST_TEST(close(found.completion[0], best.completion[0], 1e-7),
               what << ": " << found.completion[0] << ", not " << best.completion[0]);
    BOOST_TEST(found.lower_bound[0] <= best.completion[0] * (1 + 1e-12), what);
    BOOST_TEST((found.status[0] == solvers::Status::optimal) ==
                   (best.status[0] == solvers::Status::optimal),
               what);
    check_replay(*plan, p, found, what);
}

/// Programs find what the recurrences do, and schedules that replay to it; delays are about what
/// the bytes take, where choices are close.
BOOST_AUTO_TEST_CASE(programs_are_witnesses) {
    const std::pair<const char*, const char*> witnesses[] = {
        {"addanki-milp", "addanki"}, {"pccl-milp", "pccl"}, {"bridge-ilp", "bridge"}};
    Generator g(74);
    std::map<std::string, int> seen;
    for (int k = 0; k < 250; ++k) {
        const auto drawn = draw_lanes(g, k, 17);
        auto p = draw_lane_point(g);
        if (!drawn || drawn->flow->steps() > 14) continue;
        for (const auto& [program, optimum] : witnesses) {
            if (solvers::why_not_applicable(
                    *solvers::find_scheduler(program, solvers::common_scheduler_table()),
                    *drawn->flow))
                continue;
            for (const double share : {0.03, 0.1, 0.3, 1.0, 3.0}) {
                p.reconfiguration_delay = share * (p.message_time() + p.per_hop_latency);
                check_witness(program, optimum, *drawn, p);
            }
            ++seen[program];
        }
    }
    for (const auto& [program, optimum] : witnesses) BOOST_TEST(seen[program] > 10, program);
}

/// Where staying or changing costs nothing, whatever else does is far below any tolerance.
BOOST_AUTO_TEST_CASE(programs_where_a_walk_costs_nothing) {
    const std::pair<const char*, const char*> witnesses[] = {
        {"addanki-milp", "addanki"}, {"pccl-milp", "pccl"}, {"bridge-ilp", "bridge"}};
    Generator g(77);
    int seen = 0;
    for (int k = 0; k < 250; ++k) {
        const auto drawn = draw_lanes(g, k, 17);
        auto p = draw_lane_point(g);
        if (!drawn || drawn->flow->steps() > 14) continue;
        p.per_hop_latency = p.reconfiguration_delay = 0;
        p.message = std::size_t{1} << draw(g, 0, 6);
        for (const auto& [program, optimum] : witnesses) {
            if (solvers::why_not_applicable(
                    *solvers::find_scheduler(program, solvers::common_scheduler_table()),
                    *drawn->flow))
                continue;
            check_witness(program, optimum, *drawn, p);
            ++seen;
        }
    }
    BOOST_TEST(seen > 50);
}

/// SWOT's program from what the lanes hold: the search's time, where both have a proof.
BOOST_AUTO_TEST_CASE(plane_program_is_a_witness) {
    Generator g(75);
    const auto& row = *solvers::find_scheduler("swot-milp", solvers::common_scheduler_table());
    solvers::SchedulerOptions options;
    options.max_nodes = 3000;
    int proven = 0, individual = 0;
    for (int k = 0; k < 3000 && proven < 40; ++k) {
        const auto drawn = draw_lanes(g, k, 8);
        const auto p = draw_lane_point(g);
        if (!drawn || drawn->flow->steps() > 4 || drawn->flow->lanes > 4 || p.message == 0 ||
            solvers::why_not_applicable(row, *drawn->flow))
            continue;
        const auto what = "seed 75: " + drawn->text;
        ResultRow found;
        found.want_decisions = true;
        solvers::prepare(row, drawn->flow, options)->evaluate(kernels::row_at(p), found);
        const auto best = solved("swot", drawn->flow, p);
        BOOST_TEST(found.completion[0] >= best.lower_bound[0] * (1 - 1e-6), what);
        BOOST_TEST(found.lower_bound[0] <= best.completion[0] * (1 + 1e-6), what);
        const auto run = sweeps::run_planes(*drawn->flow, p, found, 0);
        BOOST_TEST_REQUIRE(run.has_value(), what);
        BOOST_TEST(close(run->timeline.end(), found.completion[0], 1e-6), what);
        if (found.status[0] != solvers::Status::optimal ||
            best.status[0] != solvers::Status::optimal)
            continue;
        BOOST_TEST(close(found.completion[0], best.completion[0], 1e-5),
                   what << ": " << found.completion[0] << ", not " << best.completion[0]);
        ++proven;
        individual += drawn->flow->planes.initial == kernels::InitialPlanes::individual;
    }
    BOOST_TEST(proven > 20);
    BOOST_TEST(individual > 5);
}

/// An algorithm left open: the least of pccl's times over all that there are, and its schedule.
BOOST_AUTO_TEST_CASE(portfolio_is_the_least_of_its_algorithms) {
    Generator g(76);
    int seen = 0, restored = 0;
    for (int k = 0; k < 60; ++k) {
        const Node n = draw(g, 2, 12), lanes = draw(g, 1, 4);
        const auto primitive = std::string(kernels::name_of(lane_primitives[draw(g, 0, 3)]));
        const auto base =
            solvers::one_accounting::base_topology(lane_bases[draw(g, 0, 2)], n, lanes);
        if (!base) continue;
        const auto p = draw_lane_point(g);
        const bool restore = draw(g, 0, 1) == 0;
        const auto made = [&](const std::string& name) {
            auto structure = solvers::one_accounting::make_problem(
                kernels::build_collective(name, n, kernels::Order::near), *base, lanes,
                measures::lanes_flow);
            structure.subrings.restore = restore;
            return std::make_shared<const solvers::Problem>(std::move(structure));
        };
        double least = std::numeric_limits<double>::infinity();
        for (const auto& name : kernels::concrete_names(primitive + "/any")) {
            if (kernels::refuse_nodes(name, n)) continue;
            const auto structure = made(name);
            if (!solvers::why_not_applicable(
                    *solvers::find_scheduler("pccl", solvers::common_scheduler_table()),
                    *structure))
                least = std::min(least, solved("pccl", structure, p).completion[0]);
        }
        const auto what = "seed 76: " + primitive + " on " + std::to_string(n) + " nodes, " +
                          std::to_string(lanes) + " lanes, instance " + std::to_string(k);
        const auto& row =
            *solvers::find_scheduler("pccl-portfolio", solvers::common_scheduler_table());
        const auto plan = solvers::prepare(row, made(primitive + "/any"), {});
        const auto found = evaluate_at(*plan, p);
        BOOST_TEST(close(found.completion[0], least, 1e-12),
                   what << ": " << found.completion[0] << ", not " << least);
        check_replay(*plan, p, found, what);
        ++seen;
        restored += restore && found.n_reconfigurations[0] > 0;
    }
    BOOST_TEST(seen > 20);
    BOOST_TEST(restored > 0);
}

/// Every name of the other rules is known, and those that have no place say why.
BOOST_AUTO_TEST_CASE(every_name_is_known) {
    int refused = 0;
    const auto structure =
        std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
            kernels::build_collective("allgather/bruck", 8),
            *solvers::one_accounting::base_topology("ring", 8, 4), 4, measures::lanes_flow));
    for (const auto& row : solvers::scheduler_table()) {
        const auto* here = solvers::find_scheduler(row.name, solvers::common_scheduler_table());
        BOOST_TEST_REQUIRE(here, row.name);
        BOOST_TEST(here->traits.shares_lanes(), row.name);
        const auto never = here->traits.never;
        if (never == solvers::Reason::none) continue;
        ++refused;
        BOOST_TEST((solvers::why_not_applicable(*here, *structure) == never), row.name);
        BOOST_TEST(!solvers::row_of(never).remedy.empty(), row.name);
    }
    // Nine of the papers, and five of uneven all-to-alls, which are known on switch planes alone.
    BOOST_TEST(refused == 14);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
