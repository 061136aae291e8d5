#include "solvers/one_accounting/papers/paper_walks.hpp"

#include <algorithm>
#include <bit>

#include "kernels/parallel/for_each.hpp"
#include "solvers/bridge/bridge.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/one_accounting/walks/uniform_program.hpp"

namespace lightsweep::solvers::one_accounting {

using kernels::Node;
using kernels::Topology;

namespace {

// The papers' witnesses and recipes under the common accounting: none is faster than its optimum.

using States = std::vector<std::size_t>;

/// Adds the recipe's schedules on subrings of one kind; exponent 0 is the base.
void add_recipe(const Subject& problem, bool both_ways, const std::vector<States>& recipe,
                TopologyList& list, std::vector<States>& candidates) {
    const auto n = problem->collective.n, k = problem->lanes;
    for (States states : recipe) {
        for (auto& state : states) {
            const std::int64_t stride = std::int64_t{1} << state;
            if (state > 0)
                state = list.place(both_ways ? lanes_both_ways(n, stride, k)
                                             : lanes_forward(n, stride, k));
        }
        candidates.push_back(std::move(states));
    }
}

}  // namespace

UniformWalks base_and_own(const Subject& problem, bool keeps) {
    const auto pool = own_pool(*problem);
    auto walks = no_choices(problem, pool.list.all());
    const LaneCosts costs(*problem, walks.decisions.topologies);
    kernels::parallel::for_each(walks.steps(), [&](std::size_t i) {
        const std::size_t own = pool.own[i].value_or(0);
        costs.add(walks, i, 0);
        for (std::size_t state = 1; keeps && state < walks.states(); ++state)
            costs.add(walks, i, state, state == own);
        if (!keeps && own != 0) costs.add(walks, i, own);
    });
    return walks;
}

UniformWalks base_and_all_own(const Subject& problem) {
    return all_choices(problem, own_pool(*problem).list.all());
}

std::optional<int> exponent_of(const kernels::Step& step) {
    const auto stride = step.peer.as_shift();
    if (!step.other_peers.empty() || !stride || *stride == 0 ||
        !std::has_single_bit(static_cast<std::uint32_t>(*stride)))
        return std::nullopt;
    return std::countr_zero(static_cast<std::uint32_t>(*stride));
}

UniformWalks on_subrings(const Subject& problem) {
    const Node n = problem->collective.n, k = problem->lanes;
    TopologyList list;
    list.place(problem->base);
    std::vector<int> lowest{0};  // exponent that a topology carries
    for (int e = 0; std::int64_t{1} << e < n; ++e)
        for (const bool both_ways : {false, true}) {
            if (both_ways && k % 2 != 0) continue;
            const std::int64_t stride = std::int64_t{1} << e;
            const auto at =
                list.place(both_ways ? lanes_both_ways(n, stride, k) : lanes_forward(n, stride, k));
            if (at == lowest.size()) lowest.push_back(e);
        }
    auto walks = all_choices(problem, list.all());
    for (std::size_t i = 0; i < problem->steps(); ++i)
        std::erase_if(walks.choices[i], [&](const StateCost& choice) {
            return exponent_of(problem->collective.steps[i]).value_or(0) < lowest[choice.state];
        });
    return walks;
}

Prepared best_of(const Subject& problem, std::vector<Topology> topologies,
                 const std::vector<std::vector<std::size_t>>& candidates) {
    auto walks = no_choices(problem, std::move(topologies));
    const LaneCosts costs(*problem, walks.decisions.topologies);
    std::vector<kernels::ListedSchedule> schedules;
    for (const auto& states : candidates) {
        bool possible = true;
        for (std::size_t i = 0; i < states.size(); ++i) {
            walks.choices[i].clear();
            costs.add(walks, i, states[i]);
            possible = possible && !walks.choices[i].empty();
        }
        if (possible) schedules.push_back(schedule_of(walks, states));
    }
    kernels::Envelope table(walks.steps(), walks.volume, std::move(schedules), kernels::state_bits);
    return std::make_unique<PreparedEnvelope>(std::move(table), std::move(walks.decisions));
}

Prepared prepare_addanki_milp(Subject problem, const SchedulerOptions& options) {
    return optimum_by_program(base_and_own(problem, false), options.max_nodes);
}

Prepared prepare_pccl_milp(Subject problem, const SchedulerOptions& options) {
    return optimum_by_program(base_and_own(problem, true), options.max_nodes);
}

Prepared prepare_bridge_ilp(Subject problem, const SchedulerOptions& options) {
    return optimum_by_program(on_subrings(problem), options.max_nodes);
}

Prepared prepare_bridge_paper(Subject problem, const SchedulerOptions& options) {
    const auto recipe = bridge::recipe_walks(problem->collective, options.reconfigurations);
    TopologyList list;
    list.place(problem->base);
    std::vector<States> candidates;
    add_recipe(problem, false, recipe, list, candidates);
    if (problem->lanes % 2 == 0) add_recipe(problem, true, recipe, list, candidates);
    return best_of(problem, list.all(), candidates);
}

Prepared prepare_addanki_reuse(Subject problem, const SchedulerOptions&) {
    return optimum_over(base_and_all_own(problem));
}

}  // namespace lightsweep::solvers::one_accounting
