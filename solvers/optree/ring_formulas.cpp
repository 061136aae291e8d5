// OpTree's formula and the counts of its Table 1 as schedulers.
#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "solvers/optree/ring_costs.hpp"
#include "solvers/optree/ring_schedulers.hpp"

namespace lightsweep::solvers::optree {

namespace {

const LightpathRings& rings_of(const Subject& problem) {
    return *problem->rings;
}

/// `once`: the cost of one half.
Prepared prepared(Subject problem, RingCost once) {
    const auto& rings = rings_of(problem);
    const auto halves = static_cast<double>(rings.halves());
    const auto bound = charged(kernels::gather_lower_bound(rings.shape.nodes(), rings.wavelengths) *
                               rings.halves());
    RingCosts costs{{{once.steps * halves, once.items * halves, once.reconfigurations * halves}},
                    bound};
    return prepare_costs(std::move(problem), std::move(costs));
}

}  // namespace

Prepared prepare_formula(Subject problem, const SchedulerOptions& options) {
    const auto& rings = rings_of(problem);
    const std::int64_t n = rings.shape.nodes();
    const auto rule = static_cast<kernels::StageRule>(options.stage_rule);
    const auto stages = rings.stages > 0 ? rings.stages : kernels::best_stages(n, rule);
    const auto steps = kernels::theorem_steps(n, rings.wavelengths, stages);
    return prepared(std::move(problem), charged(steps));
}

Prepared prepare_wrht(Subject problem, const SchedulerOptions& options) {
    const auto& rings = rings_of(problem);
    const auto steps = kernels::wrht_steps(rings.shape.nodes(), rings.wavelengths,
                                           static_cast<kernels::WrhtRule>(options.wrht_rule));
    return prepared(std::move(problem), charged(steps));
}

Prepared prepare_one_stage(Subject problem, const SchedulerOptions&) {
    const auto& rings = rings_of(problem);
    const auto steps = kernels::one_stage_steps(rings.shape.nodes(), rings.wavelengths);
    return prepared(std::move(problem), charged(steps));
}

Prepared prepare_ring(Subject problem, const SchedulerOptions&) {
    const auto steps = kernels::ring_steps_unidirectional(rings_of(problem).shape.nodes());
    return prepared(std::move(problem), charged(steps));
}

/// Charges two items in every step but the first, if the option asks for it.
Prepared prepare_neighbor(Subject problem, const SchedulerOptions& options) {
    auto cost = charged(kernels::neighbor_exchange_steps(rings_of(problem).shape.nodes()));
    if (options.two_items != 0 && cost.steps > 0) cost.items = 2 * cost.steps - 1;
    return prepared(std::move(problem), cost);
}

std::optional<Reason> refuse_formula(const Problem& problem, const SchedulerOptions&) {
    const auto& rings = *problem.rings;
    if (rings.is_torus()) return Reason::torus_not_supported;
    if (rings.items_per_node > 1) return Reason::items_not_supported;
    if (rings.is_limited()) return Reason::transmitters_not_supported;
    return std::nullopt;
}

double formula_prepare_seconds(double) {
    return 1e-6;
}

double gather_point_seconds(double) {
    return 2e-8;
}

}  // namespace lightsweep::solvers::optree
