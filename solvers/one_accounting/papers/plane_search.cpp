// SWOT's search and program under the common accounting: a node's lanes are switch planes.
#include <algorithm>

#include "solvers/one_accounting/papers/common_schedulers.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

class LanesAsPlanes : public PreparedScheduler {
  public:
    /// search: SWOT's scheduler on planes.
    LanesAsPlanes(Subject problem, const SchedulerOptions& options, Prepared search)
        : PreparedScheduler(base_or_matching(problem)),
          search_(std::move(search)),
          together_(prepare_every_step(problem, options)) {
        if (!refuse_other_than_partition(*problem, options))
            apart_ = prepare_one_shot(problem, options);
    }

    std::vector<std::string> solution_keys(const kernels::DelayRow& row,
                                           std::size_t i) const override {
        return search_->solution_keys(row, i);
    }
    void solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const override {
        search_->solve_part(row, i, part);
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        if (row.message_time == 0) return fill_without_bytes(row, result);
        search_->evaluate_without_computation(row, result);
        for (std::size_t i = 0; i < result.size(); ++i) split_startup(row, i, result);
    }

  private:
    /// Time of steps without bytes, which the search leaves out: all planes together, or each
    /// configuration on its own planes, whichever takes less.
    void fill_without_bytes(const kernels::DelayRow& row, ResultRow& result) const {
        ResultRow every, apart;
        together_->evaluate_without_computation(row, every);
        if (apart_) apart_->evaluate_without_computation(row, apart);
        result.resize(every.size(), space().words());
        for (std::size_t i = 0; i < every.size(); ++i) {
            const bool better = apart_ && apart.completion[i] < every.completion[i];
            const auto& plan = better ? apart : every;
            const auto cost = plan.breakdown(i);
            result.set(i, cost);
            result.n_reconfigurations[i] = plan.n_reconfigurations[i] * structure().lanes;
            result.lower_bound[i] = cost.startup + cost.propagation;
            result.status[i] = cost.reconfiguration > 0 ? Status::feasible : Status::optimal;
            result.reason[i] = Reason::none;
        }
        if (result.want_decisions) result.plane_plans.assign(every.size(), {});
    }

    /// Splits the start-up, because the search knows only one latency per step.
    static void split_startup(const kernels::DelayRow& row, std::size_t i, ResultRow& result) {
        const double unit = row.per_step_latency + row.per_hop_latency;
        auto cost = result.breakdown(i);
        if (unit > 0) cost.propagation = cost.startup * (row.per_hop_latency / unit);
        cost.startup -= cost.propagation;
        result.set(i, cost);
        result.lower_bound[i] = std::min(result.lower_bound[i], result.completion[i]);
    }

    Prepared search_, together_;
    Prepared apart_{};  ///< null where there are more configurations than planes
};

}  // namespace

Prepared prepare_swot(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<LanesAsPlanes>(problem, options, swot::prepare_swot(problem, options));
}

Prepared prepare_swot_milp(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<LanesAsPlanes>(problem, options,
                                           swot::prepare_swot_milp(problem, options));
}

}  // namespace lightsweep::solvers::one_accounting
