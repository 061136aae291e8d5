// What schedulers promise under rules = common, at random points: which of them contain which, the
// bounds of all, and schedules that replay to the times they claim.
#include <boost/test/unit_test.hpp>
#include <map>

#include "kernels/cost/common_bounds.hpp"
#include "kernels/topologies/hop_distance.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "tests/contract/common_draws.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_schedulers_contract)

using kernels::CommonBounds;

const char* const single_topology[] = {
    "static",  "ring-hamiltonian", "s-bruck",  "every-step", "every-step-reuse",
    "g-bruck", "strawman",         "one-shot", "threshold",  "addanki",
    "bridge",  "bridge-paper",     "r-hd",     "pccl",       "addanki-reuse",
    "segments"};
using Times = std::map<std::string, double>;

/// Every scheduler of one topology at a time that applies, its schedule replayed.
Times times_of(const Subject& structure, const kernels::Parameters& p, const std::string& text) {
    Times times;
    for (const char* name : single_topology) {
        const auto& row = *solvers::find_scheduler(name, solvers::common_scheduler_table());
        if (solvers::why_not_applicable(row, *structure)) continue;
        const auto plan = solvers::prepare(row, structure, {});
        const auto result = evaluate_at(*plan, p);
        const auto what = std::string(name) + ", " + text;
        BOOST_TEST_REQUIRE(std::isfinite(result.completion[0]), what);
        BOOST_TEST(result.lower_bound[0] <= result.completion[0] * (1 + 1e-12), what);
        check_replay(*plan, p, result, what);
        times[name] = result.completion[0];
    }
    return times;
}

void check_order(const Times& times, const std::string& better, const std::string& than,
                 const std::string& text) {
    const auto one = times.find(better), other = times.find(than);
    if (one == times.end() || other == times.end()) return;
    BOOST_TEST(one->second <= other->second * (1 + 1e-9), better << " " << one->second << " > "
                                                                 << than << " " << other->second
                                                                 << ", " << text);
}

/// single: every step has one peer. Else planes may be shared out in ways that are no topology of
/// `segments`, and a step's own lanes may carry a peer over the circuits of another.
void check_containment(const Times& times, bool single, const std::string& text) {
    for (const char* name : single_topology)
        if (single || std::string_view(name) != "one-shot")
            check_order(times, "segments", name, text);
    for (const char* name : {"static", "every-step", "threshold"}) {
        check_order(times, "addanki", name, text);
        check_order(times, "pccl", name, text);
    }
    check_order(times, "pccl", "addanki", text);
    check_order(times, "bridge", "s-bruck", text);
    check_order(times, "bridge", "g-bruck", text);
    check_order(times, "r-hd", "static", text);
    check_order(times, "bridge", "bridge-paper", text);
    check_order(times, "addanki-reuse", "pccl", text);
    check_order(times, "every-step", "every-step-reuse", text);
    check_order(times, "every-step-reuse", "every-step", text);
}

void check_bounds(const Drawn& drawn, const Times& times, const kernels::Parameters& p) {
    const auto& structure = *drawn.flow;
    const CommonBounds bounds(drawn.primitive, structure.collective.n, structure.lanes,
                              kernels::path_lengths(structure.base));
    const kernels::BoundParameters at{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                      p.reconfiguration_delay};
    for (const auto& [name, time] : times) {
        BOOST_TEST(time >= bounds.sync(at) * (1 - 1e-9), name << " " << drawn.text);
        BOOST_TEST(time >= bounds.on_switch(at) * (1 - 1e-9), name << " " << drawn.text);
        if (name == "static") BOOST_TEST(time >= bounds.on_base(at) * (1 - 1e-9), drawn.text);
    }
}

BOOST_AUTO_TEST_CASE(containment_bounds_and_replays) {
    Generator g(71);
    int seen = 0, paths = 0, restored = 0;
    for (int k = 0; k < 700; ++k) {
        const auto drawn = draw_lanes(g, k, 17);
        if (!drawn) continue;
        const auto text = "seed 71: " + drawn->text;
        const auto p = draw_lane_point(g);
        const auto by_flow = times_of(drawn->flow, p, text),
                   by_path = times_of(drawn->path, p, text + " by paths");
        check_containment(by_flow, has_single_peers(*drawn), text);
        check_containment(by_path, has_single_peers(*drawn), text + " by paths");
        check_bounds(*drawn, by_flow, p);
        check_bounds(*drawn, by_path, p);
        restored += drawn->flow->subrings.restore && by_flow.contains("segments");
        for (const auto& [name, time] : by_path) {
            const auto flow = by_flow.find(name);
            BOOST_TEST_REQUIRE((flow != by_flow.end()), name << " " << text);
            // The threshold's choices may be worse where its steps are faster.
            if (name != "threshold")
                BOOST_TEST(time >= flow->second * (1 - 1e-9), name << " " << text);
            ++paths;
        }
        seen += !by_flow.empty();
    }
    BOOST_TEST(seen > 100);
    BOOST_TEST(paths > 500);
    BOOST_TEST(restored > 30);
}

/// Planes one by one are no slower than all together, and replay to the time they claim.
BOOST_AUTO_TEST_CASE(planes_one_by_one) {
    Generator g(72);
    int seen = 0;
    for (int k = 0; k < 400 && seen < 40; ++k) {
        const auto drawn = draw_lanes(g, k, 8);
        if (!drawn || drawn->flow->steps() > 6) continue;
        const auto& row = *solvers::find_scheduler("swot", solvers::common_scheduler_table());
        if (solvers::why_not_applicable(row, *drawn->flow)) continue;
        const auto p = draw_lane_point(g);
        const auto text = "seed 72: " + drawn->text;
        ResultRow result;
        result.want_decisions = true;
        solvers::prepare(row, drawn->flow, {})->evaluate(kernels::row_at(p), result);
        BOOST_TEST(result.lower_bound[0] <= result.completion[0] * (1 + 1e-12), text);
        const auto every = times_of(drawn->flow, p, text);
        if (const auto one = every.find("every-step");
            has_single_peers(*drawn) && one != every.end())
            BOOST_TEST(result.completion[0] <= one->second * (1 + 1e-6), text);
        const CommonBounds bounds(drawn->primitive, drawn->flow->collective.n, drawn->flow->lanes,
                                  kernels::path_lengths(drawn->flow->base));
        const double bound = bounds.on_switch(
            {p.per_step_latency, p.per_hop_latency, p.message_time(), p.reconfiguration_delay});
        BOOST_TEST(result.completion[0] >= bound * (1 - 1e-6),
                   text << ": " << result.completion[0] << " < " << bound);
        ++seen;
        if (p.message == 0) continue;  // nothing to divide among planes
        const auto run = sweeps::run_planes(*drawn->flow, p, result, 0);
        BOOST_TEST_REQUIRE(run.has_value(), text);
        BOOST_TEST(close(run->timeline.end(), result.completion[0], 1e-6),
                   text << ": ends at " << run->timeline.end() << ", not " << result.completion[0]);
    }
    BOOST_TEST(seen > 20);
}

Subject starting(const solvers::Problem& structure, kernels::InitialPlanes initial) {
    auto other = structure;
    other.planes.initial = initial;
    other.planes.held.clear();
    return std::make_shared<const solvers::Problem>(std::move(other));
}

/// Planes start on what the base's lanes hold: never slower than with nothing set up, bounded at
/// least as if all could choose.
BOOST_AUTO_TEST_CASE(planes_start_on_the_lanes) {
    Generator g(73);
    const auto& row = *solvers::find_scheduler("swot", solvers::common_scheduler_table());
    const int wanted = trials(24, 40);
    int seen = 0, gains = 0;
    for (int k = 0; k < 1500 && seen < wanted; ++k) {
        const auto drawn = draw_lanes(g, k, 9);
        if (!drawn || drawn->flow->steps() > 8 || solvers::why_not_applicable(row, *drawn->flow))
            continue;
        if (drawn->flow->planes.initial != kernels::InitialPlanes::individual) continue;
        const auto p = draw_lane_point(g);
        const auto text = "seed 73: " + drawn->text;
        const auto own = solved("swot", drawn->flow, p);
        const auto cold = solved("swot", starting(*drawn->flow, kernels::InitialPlanes::cold), p);
        const auto free = solved("swot", starting(*drawn->flow, kernels::InitialPlanes::free), p);
        BOOST_TEST(own.completion[0] <= cold.completion[0] * (1 + 1e-6), text);
        BOOST_TEST(own.completion[0] >= free.lower_bound[0] * (1 - 1e-6), text);
        // With several peers a search that ends early may know less of the harder problem.
        if (has_single_peers(*drawn))
            BOOST_TEST(own.lower_bound[0] >= free.lower_bound[0] * (1 - 1e-6), text);
        const auto every = times_of(drawn->flow, p, text);
        if (const auto one = every.find("every-step");
            has_single_peers(*drawn) && one != every.end())
            BOOST_TEST(own.completion[0] <= one->second * (1 + 1e-6), text);
        gains += own.completion[0] < cold.completion[0] * (1 - 1e-6);
        ++seen;
    }
    BOOST_TEST(seen > 20);
    BOOST_TEST(gains > 5);
}

/// All-to-all by shifts on five nodes: steps shift 1 to 4, labels 0 to 3.
BOOST_AUTO_TEST_CASE(lanes_in_the_labels_of_steps) {
    using Held = std::vector<kernels::HeldConfiguration>;
    const auto planes = [](const char* collective, const char* base, Node n, Node k) {
        return solvers::one_accounting::make_problem(
                   kernels::build_collective(collective, n),
                   *solvers::one_accounting::base_topology(base, n, k), k, measures::lanes_flow)
            .planes;
    };
    const auto ring = planes("alltoall/shift", "ring", 5, 4);
    BOOST_TEST((ring.initial == kernels::InitialPlanes::individual));
    BOOST_TEST((ring.held == Held{0, 0, 3, 3}));
    const auto one_way = planes("alltoall/shift", "ring-uni", 5, 4);
    BOOST_TEST((one_way.initial == kernels::InitialPlanes::first));
    // Halving-doubling never sends to neighbours on one side alone.
    const auto exchanges = planes("reduce-scatter/halving-doubling", "ring", 8, 4);
    BOOST_TEST((exchanges.initial == kernels::InitialPlanes::cold));
    const auto bruck = planes("alltoall/bruck", "ring", 8, 2);  // shifts by 1, 2 and 4
    BOOST_TEST((bruck.initial == kernels::InitialPlanes::individual));
    BOOST_TEST((bruck.held == Held{0, std::nullopt}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
