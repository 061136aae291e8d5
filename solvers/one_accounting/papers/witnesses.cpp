// The papers' witnesses and recipes under the common accounting: none is faster than its optimum.
#include "solvers/bridge/bridge.hpp"
#include "solvers/one_accounting/lanes/lane_pool.hpp"
#include "solvers/one_accounting/papers/paper_walks.hpp"
#include "solvers/one_accounting/walks/uniform_program.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

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
