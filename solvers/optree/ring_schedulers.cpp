#include "solvers/optree/ring_schedulers.hpp"

#include "kernels/wdm/broadcast_bound.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::optree {

namespace {

Status status_of(const RingCosts& costs, const ResultRow& result, std::size_t i) {
    if (costs.plans.empty()) return Status::formula;
    if (result.lower_bound[i] >= result.completion[i] * kernels::tie_factor) return Status::optimal;
    return costs.complete ? Status::feasible : Status::budget;
}

}  // namespace

void store(const RingCosts& costs, std::size_t chosen, double parts, const kernels::DelayRow& row,
           std::size_t i, ResultRow& result) {
    const auto& cost = costs.schedules[chosen];
    const double item_time = row.message_time / parts;
    result.set(i, {.startup = cost.steps * row.per_step_latency,
                   .transmission = cost.items * item_time,
                   .reconfiguration = cost.reconfigurations * row.delays[i]});
    result.lower_bound[i] = costs.bound.at(row, item_time, row.delays[i]);
    result.n_reconfigurations[i] = static_cast<std::int32_t>(cost.reconfigurations);
    result.more_steps[i] = static_cast<std::int32_t>(cost.steps);
    result.status[i] = status_of(costs, result, i);
    result.reason[i] = result.status[i] == Status::budget ? Reason::node_limit : Reason::none;
}

namespace {

class PreparedRing : public PreparedScheduler {
  public:
    PreparedRing(Subject problem, RingCosts costs)
        : PreparedScheduler(place_of_a_plan(problem)),
          costs_(std::move(costs)),
          parts_(problem->rings->parts()) {}

    const LightpathConstruction* lightpaths(std::uint64_t decision) const override {
        return decision < costs_.plans.size() ? &costs_.plans[decision] : nullptr;
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), 1);
        result.more_steps.resize(row.delays.size());
        const double item_time = row.message_time / parts_;
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto best = cheapest(row, item_time, row.delays[i]);
            store(costs_, best, parts_, row, i, result);
            if (result.want_decisions) result.decision[i] = best;
        }
    }

  private:
    std::size_t cheapest(const kernels::DelayRow& row, double item_time, double delay) const {
        std::size_t best = 0;
        for (std::size_t k = 1; k < costs_.schedules.size(); ++k)
            if (costs_.schedules[k].at(row, item_time, delay) <
                costs_.schedules[best].at(row, item_time, delay) * kernels::tie_factor)
                best = k;
        return best;
    }

    RingCosts costs_;
    double parts_;
};

// OpTree's formula and the counts of its Table 1 as schedulers.

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

Prepared prepare_costs(Subject problem, RingCosts costs) {
    return std::make_unique<PreparedRing>(std::move(problem), std::move(costs));
}

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

}  // namespace lightsweep::solvers::optree
