// At random points of rules = common: no scheduler is below the bound of all schedules, and none on
// the same lanes is faster than the frontier, unless its planes change one by one.
#include <boost/test/unit_test.hpp>
#include <deque>

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
        BOOST_TEST(best >= bound * (1 - 1e-9),
                   drawn.text << ": " << best << " below " << bound << ", per step " << at.per_step
                              << ", per hop " << at.per_hop << ", transmission " << at.transmission
                              << ", delay " << at.delay);
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
    BOOST_TEST(campaign.faster == 0);
}

/// The least time of a primitive, and the bound, on one structure.
class Least {
  public:
    Least(kernels::Primitive primitive, const char* base, Node n, Node k)
        : bounds_(primitive, n, k, kernels::path_lengths(*base_of(base, n, k))) {
        const char* algorithm = primitive == kernels::Primitive::all_to_all ? "shift" : "ring";
        kernels::Collective any{primitive, "any", n, {}, {}};
        any.alternatives.push_back(kernels::in_rounds(
            kernels::build_collective(std::string(kernels::name_of(primitive)) + "/" + algorithm, n,
                                      kernels::Order::near),
            k));
        prepared_ = solvers::prepare(
            *solvers::find_scheduler("frontier", solvers::common_scheduler_table()),
            std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
                std::move(any), *base_of(base, n, k), k, measures::lanes_flow)),
            {});
    }
    static std::optional<kernels::Topology> base_of(const char* base, Node n, Node k) {
        return solvers::one_accounting::base_topology(base, n, k);
    }
    double time(const kernels::Parameters& p) const {
        return evaluate_at(*prepared_, p).completion[0];
    }
    double bound(const kernels::Parameters& p) const {
        return bounds_.on_switch(
            {p.per_step_latency, p.per_hop_latency, p.message_time(), p.reconfiguration_delay});
    }

  private:
    kernels::CommonBounds bounds_;
    solvers::Prepared prepared_;
};

/// Groups of lanes are lanes; an all-to-all of equal blocks is an all-gather, and of partial sums a
/// reduce-scatter; whoever has all vectors has their sum.
BOOST_AUTO_TEST_CASE(collectives_and_lanes_serve_for_others) {
    Generator g(24);
    for (const auto* base : lane_bases)
        for (const auto& [n, k] :
             {std::pair<Node, Node>{5, 4}, {8, 2}, {12, 8}, {16, 4}, {23, 8}}) {
            if (!Least::base_of(base, n, k) || (k == 8 && !is_campaign())) continue;
            std::deque<Least> least, fewer;
            for (const auto primitive : lane_primitives) {
                least.emplace_back(primitive, base, n, k);
                if (Least::base_of(base, n, k / 2)) fewer.emplace_back(primitive, base, n, k / 2);
            }
            for (int point = 0; point < 40; ++point) {
                auto p = draw_lane_point(g);
                const auto what = std::string(base) + " " + std::to_string(n) + " nodes, " +
                                  std::to_string(k) + " lanes, point " + std::to_string(point);
                const auto at = [&](std::size_t i) { return least[i].time(p) * (1 - 1e-9); };
                for (std::size_t i = 0; i < fewer.size(); ++i)
                    BOOST_TEST(at(i) <= fewer[i].time(p), what << ", primitive " << i);
                BOOST_TEST(at(0) <= least[3].time(p), what << ": reduce-scatter");
                BOOST_TEST(at(1) <= least[3].time(p), what << ": all-gather");
                BOOST_TEST(least[1].bound(p) <= least[3].bound(p) * (1 + 1e-9), what << ": bound");
                const double all_reduce = at(2);
                p.message *= n;
                BOOST_TEST(all_reduce <= least[1].time(p), what << ": all-reduce");
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
