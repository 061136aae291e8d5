#pragma once
// Random structures of rules = common, and what their schedules replay to.

#include <boost/test/unit_test.hpp>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/cost/timeline.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {

using kernels::Node;
using solvers::StepMeasure;
namespace measures = solvers::measures;
using solvers::ResultRow;
using Subject = std::shared_ptr<const solvers::Problem>;

inline const char* const lane_bases[] = {"ring-uni", "ring", "torus2d"};
inline const char* const lane_algorithms[] = {
    "ring",         "ring-bidirectional", "halving-doubling",   "swing", "bruck", "bruck-radix3",
    "bruck-radix5", "bucket-multiport",   "recursive-doubling", "shift", "xor",   "hypercube",
    "bucket-2d",    "swing-2d",           "bruck-far"};
inline const kernels::Primitive lane_primitives[] = {
    kernels::Primitive::reduce_scatter, kernels::Primitive::all_gather,
    kernels::Primitive::all_reduce, kernels::Primitive::all_to_all};

/// One structure under both route rules.
struct Drawn {
    Subject flow, path;
    kernels::Primitive primitive;
    std::string text;
};

inline std::optional<Drawn> draw_lanes(Generator& g, int instance, Node most_nodes) {
    constexpr Node planes[] = {1, 2, 3, 4, 8};
    const Node n = draw(g, 1, most_nodes), k = planes[draw(g, 0, 4)];
    const auto primitive = lane_primitives[draw(g, 0, 3)];
    const std::string name = std::string(kernels::name_of(primitive)) + "/" +
                             lane_algorithms[draw(g, 0, std::size(lane_algorithms) - 1)];
    const std::string base = lane_bases[draw(g, 0, 2)];
    const bool restore = draw(g, 0, 2) == 0;
    const auto topology = solvers::one_accounting::base_topology(base, n, k);
    const auto* row = kernels::find_collective(name).row;
    if (!topology || !row || kernels::refuse_nodes(*row, n)) return std::nullopt;
    const auto made = [&](const StepMeasure& measure) {
        auto structure = solvers::one_accounting::make_problem(
            kernels::in_rounds(kernels::build_collective(name, n, kernels::Order::near), k),
            *topology, k, measure);
        structure.subrings.restore = restore;
        return std::make_shared<const solvers::Problem>(std::move(structure));
    };
    return Drawn{made(measures::lanes_flow), made(measures::lanes_path), primitive,
                 name + " on " + std::to_string(n) + " nodes, " + base + " of " +
                     std::to_string(k) + " lanes" + (restore ? ", restored" : "") + ", instance " +
                     std::to_string(instance)};
}

inline bool has_single_peers(const Drawn& drawn) {
    return drawn.flow->collective.union_ports() == 0;
}

inline kernels::Parameters draw_lane_point(Generator& g) {
    auto p = draw_parameters(g);
    p.port_delay = p.compute_time = 0;
    return p;
}

/// A schedule that replays to what the row claims.
inline void check_replay(const solvers::PreparedScheduler& plan, const kernels::Parameters& p,
                         const ResultRow& row, const std::string& what) {
    const auto carried = plan.space().decode({row.decision.data(), plan.space().words()});
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

inline ResultRow solved(const char* scheduler, const Subject& structure,
                        const kernels::Parameters& p) {
    const auto& row = *solvers::find_scheduler(scheduler, solvers::common_scheduler_table());
    return evaluate_at(*solvers::prepare(row, structure, {}), p);
}

}  // namespace lightsweep::tests
