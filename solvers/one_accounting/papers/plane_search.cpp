// SWOT's search and program under the common accounting: a node's lanes are switch planes.
#include <algorithm>

#include "solvers/one_accounting/papers/common_schedulers.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

class LanesAsPlanes : public PreparedScheduler {
  public:
    /// search: SWOT's scheduler on planes.
    LanesAsPlanes(const Subject& problem, Prepared search)
        : PreparedScheduler(base_or_matching(problem)), search_(std::move(search)) {}

    std::vector<std::string> solution_keys(const kernels::DelayRow& row,
                                           std::size_t i) const override {
        return search_->solution_keys(with_bytes(row, i), 0);
    }
    void solve_part(const kernels::DelayRow& row, std::size_t i, std::size_t part) const override {
        search_->solve_part(with_bytes(row, i), 0, part);
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        if (row.message_time == 0) return fill_without_bytes(row, result);
        search_->evaluate_without_computation(row, result);
        for (std::size_t i = 0; i < result.size(); ++i) split_startup(row, i, result);
    }

  private:
    /// Point i of the row. SWOT leaves out steps without bytes, but here they take their latencies:
    /// they are searched with bytes whose transmission is beyond the digits of a result.
    kernels::DelayRow with_bytes(const kernels::DelayRow& row, std::size_t i) const {
        constexpr double negligible = 1e-10;
        auto point = row;
        point.delays = row.delays.subspan(i, 1);
        const double unit = row.per_step_latency + row.per_hop_latency;
        if (row.message_time == 0)
            point.message_time =
                negligible * (unit * static_cast<double>(structure().steps()) + row.delays[i]);
        return point;
    }

    void fill_without_bytes(const kernels::DelayRow& row, ResultRow& result) const {
        result.resize(row.delays.size(), space().words());
        ResultRow one;
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const auto point = with_bytes(row, i);
            if (point.message_time == 0) {  // nothing takes any time
                result.set(i, {});
                result.lower_bound[i] = 0;
                result.status[i] = Status::optimal;
                continue;
            }
            search_->evaluate_without_computation(point, one);
            auto cost = one.breakdown(0);
            cost.transmission = 0;
            if (cost.reconfiguration <= structure().lanes * point.message_time)
                cost.reconfiguration = 0;
            result.set(i, cost);
            result.n_reconfigurations[i] = one.n_reconfigurations[0];
            result.lower_bound[i] = one.lower_bound[0] - structure().lanes * point.message_time;
            result.status[i] = one.status[0];
            result.reason[i] = one.reason[0];
            split_startup(row, i, result);
        }
        if (result.want_decisions) result.plane_plans.assign(row.delays.size(), {});
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

    Prepared search_;
};

}  // namespace

Prepared prepare_swot(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<LanesAsPlanes>(problem, swot::prepare_swot(problem, options));
}

Prepared prepare_swot_milp(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<LanesAsPlanes>(problem, swot::prepare_swot_milp(problem, options));
}

}  // namespace lightsweep::solvers::one_accounting
