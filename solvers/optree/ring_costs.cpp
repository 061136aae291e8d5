#include "solvers/optree/ring_costs.hpp"

#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::optree {

namespace {

class PreparedRing : public PreparedScheduler {
  public:
    PreparedRing(std::shared_ptr<const Problem> problem, RingCosts costs)
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
            store(row, i, item_time, costs_.planes[best], result);
            if (result.want_decisions) result.decision[i] = best;
        }
    }

  private:
    std::size_t cheapest(const kernels::DelayRow& row, double item_time, double delay) const {
        std::size_t best = 0;
        for (std::size_t k = 1; k < costs_.planes.size(); ++k)
            if (costs_.planes[k].at(row, item_time, delay) <
                costs_.planes[best].at(row, item_time, delay) * kernels::tie_factor)
                best = k;
        return best;
    }

    void store(const kernels::DelayRow& row, std::size_t i, double item_time, const RingCost& cost,
               ResultRow& result) const {
        result.set(i, {.startup = cost.steps * row.per_step_latency,
                       .transmission = cost.items * item_time,
                       .reconfiguration = cost.reconfigurations * row.delays[i]});
        result.lower_bound[i] = costs_.bound.at(row, item_time, row.delays[i]);
        result.n_reconfigurations[i] = static_cast<std::int32_t>(cost.reconfigurations);
        result.more_steps[i] = static_cast<std::int32_t>(cost.steps);
        result.status[i] = status_of(result, i);
        result.reason[i] = result.status[i] == Status::budget ? Reason::node_limit : Reason::none;
    }

    Status status_of(const ResultRow& result, std::size_t i) const {
        if (costs_.plans.empty()) return Status::formula;
        if (result.lower_bound[i] >= result.completion[i] * kernels::tie_factor)
            return Status::optimal;
        return costs_.complete ? Status::feasible : Status::budget;
    }

    RingCosts costs_;
    double parts_;
};

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_costs(std::shared_ptr<const Problem> problem,
                                                 RingCosts costs) {
    return std::make_unique<PreparedRing>(std::move(problem), std::move(costs));
}

}  // namespace lightsweep::solvers::optree
