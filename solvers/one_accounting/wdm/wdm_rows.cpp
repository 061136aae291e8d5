#include "solvers/one_accounting/wdm/wdm_rows.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/one_accounting/wdm/wdm_schedule.hpp"
#include "solvers/one_accounting/wdm/wdm_steps.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

/// For more nodes no schedule is built slot by slot.
constexpr kernels::Node most_built = 512;

/// For more nodes, preparing takes minutes and step counts exceed 32 bits.
constexpr kernels::Node most_nodes = 1 << 16;

/// Whether pieces can be numbered by owner, receiver and part.
bool can_be_numbered(const WdmSchedule& schedule) {
    const std::int64_t n = schedule.slots.shape.nodes();
    return n * schedule.slots.items() <= std::numeric_limits<std::int32_t>::max();
}

class WdmRows : public PreparedEnvelope {
  public:
    WdmRows(std::shared_ptr<const Problem> problem, WdmPlanes planes)
        : PreparedEnvelope(std::move(planes.table), place_of_a_plan(std::move(problem))),
          plans_(std::move(planes.plans)),
          is_formula_(planes.is_formula),
          built_(plans_.size()) {}

    /// The construction of one half, built at first use.
    const LightpathConstruction* lightpaths(std::uint64_t decision) const override {
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
            built =
                LightpathConstruction{plan.text, figures.steps, figures.reconfigurations,
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
        PreparedEnvelope::fill(row, result);
        if (is_formula_) std::fill(result.status.begin(), result.status.end(), Status::formula);
    }

  private:
    std::vector<WdmConstruction> plans_;
    bool is_formula_;
    mutable std::mutex guard_;
    mutable std::vector<std::optional<LightpathConstruction>> built_;
};

}  // namespace

std::unique_ptr<PreparedScheduler> prepare_wdm(std::string_view name,
                                               std::shared_ptr<const Problem> problem) {
    const auto& collective = problem->collective;
    auto planes =
        wdm_envelopes(name, collective.primitive, collective.n, problem->rings->wavelengths);
    return std::make_unique<WdmRows>(std::move(problem), std::move(planes));
}

std::optional<Reason> refuse_on_ring(std::string_view name, const Problem& problem) {
    if (name == "optree-formula") return Reason::no_achievable_schedule;
    if (wdm_refusal(name, problem.collective.primitive)) return Reason::gathers_only;
    return problem.collective.n > most_nodes ? std::optional(Reason::too_many_nodes) : std::nullopt;
}

}  // namespace lightsweep::solvers::one_accounting
