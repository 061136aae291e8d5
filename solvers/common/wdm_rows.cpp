#include "solvers/common/wdm_rows.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "solvers/common/wdm_schedule.hpp"
#include "solvers/common/wdm_steps.hpp"
#include "solvers/plane_plan.hpp"

namespace lightsweep::solvers::common {

namespace {

/// Schedules of more nodes are not built slot by slot on the way.
constexpr kernels::Node most_built = 512;

/// Beyond, plans take minutes and counts of steps leave 32 bits.
constexpr kernels::Node most_nodes = 1 << 16;

/// Whether pieces can be numbered by owner, receiver and part.
bool can_be_numbered(const WdmSchedule& schedule) {
    const std::int64_t n = schedule.slots.shape.nodes();
    return n * schedule.slots.items() <= std::numeric_limits<std::int32_t>::max();
}

class WdmRows : public PlanePlan {
  public:
    WdmRows(std::shared_ptr<const Structure> structure, WdmPlanes planes)
        : PlanePlan(std::move(planes.table), place_of_a_plan(std::move(structure))),
          plans_(std::move(planes.plans)),
          is_formula_(planes.is_formula),
          built_(plans_.size()) {}

    /// Of one half; built when first asked for.
    const LightpathPlan* lightpaths(std::uint64_t decision) const override {
        const auto& collective = structure().collective;
        if (is_formula_ || decision >= plans_.size() || collective.n > most_built) return nullptr;
        const std::scoped_lock lock(guard_);
        auto& built = built_[decision];
        if (!built) {
            const auto& plan = plans_[decision];
            const auto w = structure().rings->wavelengths;
            const auto figures = figures_of(plan, kernels::Primitive::all_gather, collective.n, w);
            auto schedule = wdm_schedule(plan, kernels::Primitive::all_gather, collective.n, w);
            if (!schedule || !can_be_numbered(*schedule)) return nullptr;
            built = LightpathPlan{plan.text, figures.steps, figures.reconfigurations,
                                  std::move(schedule->slots), std::move(schedule->step_slots)};
        }
        return &*built;
    }

    std::vector<StepRun> step_runs(std::span<const std::uint64_t> decision) const override {
        const auto& collective = structure().collective;
        return wdm_step_runs(plans_[decision[0]], collective.primitive, collective.n,
                             structure().rings->wavelengths);
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        PlanePlan::fill(row, result);
        if (is_formula_) std::fill(result.status.begin(), result.status.end(), Status::formula);
    }

  private:
    std::vector<WdmPlan> plans_;
    bool is_formula_;
    mutable std::mutex guard_;
    mutable std::vector<std::optional<LightpathPlan>> built_;
};

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_wdm(std::string_view name,
                                               std::shared_ptr<const Structure> structure) {
    const auto& collective = structure->collective;
    auto planes =
        wdm_planes(name, collective.primitive, collective.n, structure->rings->wavelengths);
    return std::make_unique<WdmRows>(std::move(structure), std::move(planes));
}

std::optional<Reason> refuse_on_ring(std::string_view name, const Structure& structure) {
    if (name == "optree-formula") return Reason::no_achievable_schedule;
    if (wdm_refusal(name, structure.collective.primitive)) return Reason::gathers_only;
    return structure.collective.n > most_nodes ? std::optional(Reason::too_many_nodes)
                                               : std::nullopt;
}

}  // namespace lightsweep::solvers::common
