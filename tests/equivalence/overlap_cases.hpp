#pragma once
// Random problems for planes one by one over several hops, and what their scheduler makes of them.

#include <boost/test/unit_test.hpp>
#include <sstream>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/planes/plane_groups.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {

inline constexpr double seconds_in_bandwidth = 1.0;  ///< plans carry seconds in the place of bytes

struct Instance {
    std::shared_ptr<const solvers::Problem> structure;
    kernels::Parameters p;
    std::string text;

    std::vector<kernels::Permutation> start() const {
        return kernels::circuits_of_planes(structure->base, structure->lanes);
    }
    kernels::FlowOracle measure() const { return structure->measure.oracle(0); }
    kernels::GroupProblem problem() const {
        return kernels::group_problem(structure->collective, start(), p, measure());
    }
    kernels::GroupTimeline replayed(const kernels::GroupSchedule& schedule) const {
        return kernels::replay_groups(structure->collective, problem(), schedule);
    }
};

inline Instance instance_of(const char* collective, kernels::Node n, const char* base,
                            kernels::Node k, kernels::Parameters p) {
    auto structure = std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        kernels::build_collective(collective, n),
        solvers::one_accounting::base_topology(base, n, k).value(), k,
        solvers::measures::lanes_flow));
    std::ostringstream text;
    text << collective << " n " << n << " " << base << " k " << k << " per-step "
         << p.per_step_latency << " per-hop " << p.per_hop_latency << " m/b " << p.message
         << " delay " << p.reconfiguration_delay;
    return {std::move(structure), p, text.str()};
}

/// Delays of the size of a step, where overlap counts.
inline Instance draw_instance(Generator& g, std::vector<kernels::Node> nodes,
                              std::vector<kernels::Node> lanes) {
    const char* collectives[] = {"reduce-scatter/halving-doubling",
                                 "allgather/halving-doubling",
                                 "allreduce/halving-doubling",
                                 "alltoall/shift",
                                 "alltoall/xor",
                                 "alltoall/bruck",
                                 "allreduce/bruck",
                                 "allreduce/swing"};
    const char* bases[] = {"ring-uni", "ring", "torus2d"};
    for (;;) {
        const char* collective = collectives[draw(g, 0, 7)];
        const char* base = bases[draw(g, 0, 2)];
        const kernels::Node n = nodes[static_cast<std::size_t>(draw(g, 0, int(nodes.size()) - 1))];
        const kernels::Node k = lanes[static_cast<std::size_t>(draw(g, 0, int(lanes.size()) - 1))];
        const auto log_uniform = [&](double low, double high) {
            return low * std::exp(std::uniform_real_distribution<>(0, std::log(high / low))(g));
        };
        const kernels::Parameters p{log_uniform(0.01, 1), log_uniform(0.001, 0.1),
                                    log_uniform(0.1, 100), seconds_in_bandwidth,
                                    log_uniform(0.05, 50)};
        const bool any_nodes = std::string_view(collective) == "alltoall/shift" ||
                               std::string_view(collective) == "alltoall/bruck";
        if (!kernels::is_power_of_two(n) && !any_nodes) continue;
        if (solvers::one_accounting::base_topology(base, n, k))
            return instance_of(collective, n, base, k, p);
    }
}

inline solvers::SchedulerOptions quick() {
    solvers::SchedulerOptions options;
    options.transitions = 300;
    return options;
}

inline solvers::ResultRow solved(const char* scheduler, const Instance& one) {
    const auto* row = solvers::find_scheduler(scheduler, solvers::common_scheduler_table());
    BOOST_TEST_REQUIRE(row != nullptr, scheduler);
    BOOST_TEST_REQUIRE(!solvers::why_not_applicable(*row, *one.structure), one.text);
    return evaluate_at(*solvers::prepare(*row, one.structure, quick()), one.p);
}

inline const kernels::GroupSchedule& schedule_of(const solvers::ResultRow& row) {
    return row.plane_plans.at(0).schedule;
}

}  // namespace lightsweep::tests
