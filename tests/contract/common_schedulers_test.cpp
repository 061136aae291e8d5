// What schedulers promise under rules = common, at random points: which of them contain which, the
// bounds of all, and schedules that replay to the times they claim.
#include <boost/test/unit_test.hpp>
#include <map>

#include "kernels/common_bounds.hpp"
#include "kernels/hop_distance.hpp"
#include "kernels/timeline.hpp"
#include "solvers/certified_plan.hpp"
#include "solvers/common/common_structure.hpp"
#include "solvers/common/lane_pool.hpp"
#include "sweeps/solve_problem.hpp"
#include "tests/contract/random_structures.hpp"
#include "tests/vectors/reference.hpp"

namespace lightsweep::tests {
namespace {

using kernels::CommonBounds;
using kernels::Node;
using solvers::Accounting;
using solvers::ResultRow;
using Subject = std::shared_ptr<const solvers::Structure>;

const char* const single_topology[] = {
    "static",    "ring-hamiltonian", "s-bruck", "every-step", "g-bruck", "strawman", "one-shot",
    "threshold", "addanki",          "bridge",  "r-hd",       "pccl",    "segments"};
const char* const bases[] = {"ring-uni", "ring", "torus2d"};
const char* const algorithms[] = {
    "ring",         "ring-bidirectional", "halving-doubling",   "swing", "bruck", "bruck-radix3",
    "bruck-radix5", "bucket-multiport",   "recursive-doubling", "shift", "xor",   "hypercube",
    "bucket-2d",    "swing-2d",           "bruck-far"};
const kernels::Primitive primitives[] = {
    kernels::Primitive::reduce_scatter, kernels::Primitive::all_gather,
    kernels::Primitive::all_reduce, kernels::Primitive::all_to_all};

/// One structure under both route rules.
struct Drawn {
    Subject flow, path;
    kernels::Primitive primitive;
    std::string text;
};

std::optional<Drawn> draw_lanes(Generator& g, int instance, Node most_nodes) {
    constexpr Node planes[] = {1, 2, 3, 4, 8};
    const Node n = draw(g, 1, most_nodes), k = planes[draw(g, 0, 4)];
    const auto primitive = primitives[draw(g, 0, 3)];
    const std::string name = std::string(kernels::name_of(primitive)) + "/" +
                             algorithms[draw(g, 0, std::size(algorithms) - 1)];
    const std::string base = bases[draw(g, 0, 2)];
    const auto topology = solvers::common::base_topology(base, n, k);
    const auto* row = kernels::find_collective(name).row;
    if (!topology || !row || kernels::refuse_nodes(*row, n)) return std::nullopt;
    const auto made = [&](Accounting accounting) {
        return std::make_shared<const solvers::Structure>(solvers::common::make_structure(
            kernels::build_collective(name, n, kernels::Order::near), *topology, k, accounting));
    };
    return Drawn{made(Accounting::lanes_flow), made(Accounting::lanes_path), primitive,
                 name + " on " + std::to_string(n) + " nodes, " + base + " of " +
                     std::to_string(k) + " lanes, instance " + std::to_string(instance)};
}

kernels::Parameters draw_point(Generator& g) {
    auto p = draw_parameters(g);
    p.port_delay = p.compute_time = 0;
    return p;
}

using Times = std::map<std::string, double>;

/// A schedule that replays to what the row claims.
void check_replay(const solvers::PreparedScheduler& plan, const kernels::Parameters& p,
                  const ResultRow& row, const std::string& what) {
    const auto carried = plan.space().carried_out({row.decision.data(), plan.space().words()});
    const auto run = kernels::replay(carried.schedule, carried.collective, p, plan.space().oracle(),
                                     plan.space().rules);
    BOOST_TEST(run.violation.empty(), what << ": " << run.violation);
    BOOST_TEST(close(run.end(), row.completion[0], 1e-9),
               what << ": ends at " << run.end() << ", not " << row.completion[0]);
    BOOST_TEST(run.n_reconfigurations == row.n_reconfigurations[0], what);
    const auto cost = row.breakdown(0);
    const double scale = std::max(cost.total(), 1e-300);
    const std::pair<double, double> parts[] = {{run.cost.startup, cost.startup},
                                               {run.cost.propagation, cost.propagation},
                                               {run.cost.transmission, cost.transmission},
                                               {run.cost.congestion, cost.congestion},
                                               {run.cost.reconfiguration, cost.reconfiguration}};
    for (const auto& [replayed, claimed] : parts)
        BOOST_TEST(std::abs(replayed - claimed) <= 1e-9 * scale,
                   what << ": part " << replayed << ", not " << claimed);
}

/// Every scheduler of one topology at a time that applies, its schedule replayed.
Times times_of(const Subject& structure, const kernels::Parameters& p, const std::string& text) {
    Times times;
    for (const char* name : single_topology) {
        const auto& row = *solvers::find_scheduler(name, "common");
        if (solvers::refuse(row, *structure)) continue;
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

void check_containment(const Times& times, const std::string& text) {
    for (const char* name : single_topology) check_order(times, "segments", name, text);
    for (const char* name : {"static", "every-step", "threshold"}) {
        check_order(times, "addanki", name, text);
        check_order(times, "pccl", name, text);
    }
    check_order(times, "pccl", "addanki", text);
    check_order(times, "bridge", "s-bruck", text);
    check_order(times, "bridge", "g-bruck", text);
    check_order(times, "r-hd", "static", text);
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

BOOST_AUTO_TEST_SUITE(common_schedulers_contract)

BOOST_AUTO_TEST_CASE(containment_bounds_and_replays) {
    Generator g(71);
    int seen = 0, paths = 0;
    for (int k = 0; k < 700; ++k) {
        const auto drawn = draw_lanes(g, k, 17);
        if (!drawn) continue;
        const auto text = "seed 71: " + drawn->text;
        const auto p = draw_point(g);
        const auto by_flow = times_of(drawn->flow, p, text),
                   by_path = times_of(drawn->path, p, text + " by paths");
        check_containment(by_flow, text);
        check_containment(by_path, text + " by paths");
        check_bounds(*drawn, by_flow, p);
        check_bounds(*drawn, by_path, p);
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
}

/// Planes one by one are no slower than all together, and replay to the time they claim.
BOOST_AUTO_TEST_CASE(planes_one_by_one) {
    Generator g(72);
    int seen = 0;
    for (int k = 0; k < 400 && seen < 40; ++k) {
        const auto drawn = draw_lanes(g, k, 8);
        if (!drawn || drawn->flow->steps() > 6) continue;
        const auto& row = *solvers::find_scheduler("swot", "common");
        if (solvers::refuse(row, *drawn->flow)) continue;
        const auto p = draw_point(g);
        const auto text = "seed 72: " + drawn->text;
        ResultRow result;
        result.want_decisions = true;
        solvers::prepare(row, drawn->flow, {})->evaluate(kernels::row_at(p), result);
        BOOST_TEST(result.lower_bound[0] <= result.completion[0] * (1 + 1e-12), text);
        const auto every = times_of(drawn->flow, p, text);
        if (const auto one = every.find("every-step"); one != every.end())
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

Subject starting(const solvers::Structure& structure, kernels::InitialPlanes initial) {
    auto other = structure;
    other.planes.initial = initial;
    other.planes.held.clear();
    return std::make_shared<const solvers::Structure>(std::move(other));
}

/// Planes start on what the base's lanes hold: never slower than with nothing set up, bounded at
/// least as if all could choose.
BOOST_AUTO_TEST_CASE(planes_start_on_the_lanes) {
    Generator g(73);
    const auto& row = *solvers::find_scheduler("swot", "common");
    int seen = 0, gains = 0;
    for (int k = 0; k < 1500 && seen < 40; ++k) {
        const auto drawn = draw_lanes(g, k, 9);
        if (!drawn || drawn->flow->steps() > 8 || solvers::refuse(row, *drawn->flow)) continue;
        if (drawn->flow->planes.initial != kernels::InitialPlanes::individual) continue;
        const auto p = draw_point(g);
        const auto text = "seed 73: " + drawn->text;
        const auto solved = [&](const Subject& structure) {
            ResultRow result;
            solvers::prepare(row, structure, {})->evaluate(kernels::row_at(p), result);
            return result;
        };
        const auto own = solved(drawn->flow);
        const auto cold = solved(starting(*drawn->flow, kernels::InitialPlanes::cold));
        const auto free = solved(starting(*drawn->flow, kernels::InitialPlanes::free));
        BOOST_TEST(own.completion[0] <= cold.completion[0] * (1 + 1e-6), text);
        BOOST_TEST(own.lower_bound[0] >= free.lower_bound[0] * (1 - 1e-6), text);
        const auto every = times_of(drawn->flow, p, text);
        if (const auto one = every.find("every-step"); one != every.end())
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
        return solvers::common::make_structure(kernels::build_collective(collective, n),
                                               *solvers::common::base_topology(base, n, k), k,
                                               Accounting::lanes_flow)
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
