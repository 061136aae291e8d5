// At random points of rules = common: no scheduler is below the bound of all schedules, and none on
// the same lanes is faster than the frontier, unless its planes change one by one.
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "kernels/cost/common_bounds.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "tests/contract/common_draws.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_contract)

const char* const together[] = {
    "static",   "ring-hamiltonian", "every-step", "every-step-reuse", "s-bruck",
    "strawman", "one-shot",         "addanki",    "bridge",           "pccl",
    "r-hd",     "segments"};
const char* const one_by_one[] = {"swot", "segments-overlap"};

/// The drawn structure with its algorithm left open.
Subject open(const Drawn& drawn) {
    const auto& structure = *drawn.flow;
    kernels::Collective any{drawn.primitive, "any", structure.collective.n, {}, {}};
    any.alternatives.push_back(structure.collective);
    return std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        std::move(any), structure.base, structure.lanes, structure.measure));
}

struct Campaign {
    int points = 0, compared = 0, faster = 0;
    double most = 1;  ///< times that a plane by plane schedule is faster
};

/// most_listed: nodes up to which the frontier is compared.
void check(const Drawn& drawn, Generator& g, bool with_planes, kernels::Node most_listed,
           Campaign& campaign) {
    const auto& structure = *drawn.flow;
    const kernels::CommonBounds bounds(drawn.primitive, structure.collective.n, structure.lanes,
                                       kernels::path_lengths(structure.base));
    solvers::SchedulerOptions little;
    little.effort = 300;
    solvers::Prepared frontier;
    if (structure.collective.n <= most_listed)
        frontier = solvers::prepare(
            *solvers::find_scheduler("frontier", solvers::common_scheduler_table()), open(drawn),
            little);
    std::vector<std::pair<std::string, solvers::Prepared>> others;
    const auto add = [&](const char* name) {
        const auto& row = *solvers::find_scheduler(name, solvers::common_scheduler_table());
        if (!solvers::why_not_applicable(row, structure))
            others.emplace_back(name, solvers::prepare(row, drawn.flow, {}));
    };
    for (const char* name : together) add(name);
    for (const char* name : one_by_one)
        if (with_planes) add(name);
    for (int point = 0; point < 5; ++point) {
        const auto p = draw_lane_point(g);
        const kernels::BoundParameters at{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                          p.reconfiguration_delay};
        const double bound = bounds.on_switch(at), in_groups = bounds.on_switch_in_groups(at);
        const double best = frontier ? evaluate_at(*frontier, p).completion[0] : INFINITY;
        BOOST_TEST(best >= bound * (1 - 1e-9), drawn.text);
        for (const auto& [name, prepared] : others) {
            const double time = evaluate_at(*prepared, p).completion[0];
            BOOST_TEST(time >= (name == "segments-overlap" ? in_groups : bound) * (1 - 1e-9),
                       name << " " << drawn.text << ": " << time << " below " << bound);
            ++campaign.points;
            if (!frontier) continue;
            ++campaign.compared;
            if (std::ranges::find(together, name) != std::end(together))
                BOOST_TEST(best <= time * (1 + 1e-9), name << " " << drawn.text);
            campaign.faster += time < best * (1 - 1e-9);
            campaign.most = std::max(campaign.most, best / time);
        }
    }
}

/// LIGHTSWEEP_CAMPAIGN=1: 20,000 points of up to 300 nodes.
BOOST_AUTO_TEST_CASE(nobody_is_below_the_bound_and_few_beat_the_frontier) {
    const bool all = is_campaign();
    Generator g(22);
    Campaign campaign;
    for (int i = 0; campaign.points < (all ? 20'000 : 500); ++i)
        if (const auto drawn = draw_lanes(g, i, all && i % 2 == 0 ? 300 : 16))
            check(*drawn, g, drawn->flow->steps() <= 6 && drawn->flow->collective.n <= 8, 24,
                  campaign);
    BOOST_TEST(campaign.compared > 200);
    BOOST_TEST_MESSAGE(campaign.points << " points, " << campaign.faster << " of "
                                       << campaign.compared << " faster than the frontier, by "
                                       << campaign.most << " at most");
}

BOOST_AUTO_TEST_CASE(the_frontier_has_all_that_others_have_on_many_nodes) {
    Generator g(23);
    Campaign campaign;
    const int wanted = is_campaign() ? 2'000 : 100;
    for (int i = 0; campaign.compared < wanted; ++i)
        if (const auto drawn = draw_lanes(g, i, 300))
            if (drawn->flow->collective.n > 128 && drawn->flow->steps() < 40)
                check(*drawn, g, false, 300, campaign);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
