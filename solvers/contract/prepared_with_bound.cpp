#include "solvers/contract/prepared_with_bound.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lightsweep::solvers {

namespace {

constexpr double exact_enough = 1 - 1e-9;

class PreparedWithBound : public PreparedScheduler {
  public:
    PreparedWithBound(std::unique_ptr<PreparedScheduler> achieved,
                      std::unique_ptr<PreparedScheduler> bound)
        : PreparedScheduler(achieved->space()),
          achieved_(std::move(achieved)),
          bound_(std::move(bound)) {}

    std::size_t bytes() const override { return achieved_->bytes() + bound_->bytes(); }
    /// The envelope of the schedules as achieved; its minimum is the reported time, not the bound.
    const kernels::Envelope* envelope() const override { return achieved_->envelope(); }
    std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const override {
        return achieved_->step_runs(decision);
    }

  protected:
    // The caller adds the computation before every step, once.
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        thread_local ResultRow least;
        least.want_decisions = false;
        achieved_->evaluate_without_computation(row, result);
        bound_->evaluate_without_computation(row, least);
        for (std::size_t i = 0; i < result.size(); ++i) {
            result.lower_bound[i] = std::min(result.completion[i], least.lower_bound[i]);
            if (result.status[i] == Status::optimal &&
                result.lower_bound[i] < result.completion[i] * exact_enough)
                result.status[i] = Status::feasible;
        }
    }

  private:
    std::unique_ptr<PreparedScheduler> achieved_, bound_;
};

}  // namespace

std::unique_ptr<PreparedScheduler> prepare(const SchedulerRow& scheduler,
                                           std::shared_ptr<const Problem> problem,
                                           const SchedulerOptions& options) {
    if (const auto why = why_not_applicable(scheduler, *problem, options))
        throw std::invalid_argument(std::string(scheduler.name) + ": " +
                                    std::string(row_of(*why).word) +
                                    "; take addanki, or single permutations");
    require_memory(scheduler.traits.bytes(size_of(*problem)), std::string(scheduler.name));
    if (problem->is_exact() || scheduler.traits.bounds_itself)
        return scheduler.prepare(std::move(problem), options);
    auto optimistic = std::make_shared<const Problem>(problem->optimistic());
    return std::make_unique<PreparedWithBound>(scheduler.prepare(std::move(problem), options),
                                               scheduler.prepare(std::move(optimistic), options));
}

}  // namespace lightsweep::solvers
