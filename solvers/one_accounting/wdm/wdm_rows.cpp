#include "solvers/one_accounting/wdm/wdm_rows.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/one_accounting/wdm/wdm_cost.hpp"
#include "solvers/one_accounting/wdm/wdm_schedule.hpp"

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
        if (is_formula_) std::ranges::fill(result.status, Status::formula);
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

namespace {

using optree::RingTask;
using optree::StageShape;

/// One all-gather, step by step.
class GatherSteps {
  public:
    explicit GatherSteps(const RingTask& task) : task_(task) {}

    /// Adds steps for items over so many lanes, one item per lane and step; `charged` before the
    /// first step.
    void relay(std::int64_t items, std::int64_t lanes, bool charged) {
        const auto full = items / lanes;
        add(full > 0, 1.0, charged);
        add(full - 1, 1.0, false);
        add(items % lanes > 0, static_cast<double>(items % lanes) / static_cast<double>(lanes),
            charged && full == 0);
    }
    void add(std::int64_t steps, double items, bool charged) {
        if (steps <= 0) return;
        const double transmission =
            items * 2 * static_cast<double>(task_.wavelengths) / static_cast<double>(task_.nodes);
        runs_.add({steps, stage_, 1, 1, transmission, charged ? 1.0 : 0.0});
    }
    void next_stage() { ++stage_; }
    std::vector<StepRun> take() { return runs_.take(); }

  private:
    const RingTask& task_;
    StepRuns runs_;
    std::int32_t stage_ = 0;
};

/// Adds steps for lightpaths in so many colours, where every step has its own circuits.
void add_direct(const RingTask& task, std::int64_t colours, const std::vector<std::int64_t>& rest,
                GatherSteps& steps) {
    for (const auto& [width, count] : direct_runs(colours, task.wavelengths, rest))
        steps.add(count, 1.0 / static_cast<double>(task.wavelengths / width), task.nodes > 3);
}

/// Adds rounds of one position; the last one of an even radix sends half of the items each way.
void add_relayed(const RingTask& task, const StageShape& shape, GatherSteps& steps) {
    const auto items = shape.prefix * task.items_per_node;
    const bool halved = shape.radix % 2 == 0;
    for (const auto& group : residue_groups(shape.stride, task.wavelengths)) {
        bool charged = shape.radix != task.nodes;
        for (std::int64_t round = 0; round < shape.radius(); ++round, charged = false) {
            const bool half = halved && round + 1 == shape.radius();
            steps.relay(items, half ? 2 * group.lanes : group.lanes, charged);
        }
    }
}

void add_broadcast(const RingTask& task, GatherSteps& steps) {
    const auto broadcast = wdm_broadcast(task);
    const auto charged = broadcast.charged();
    for (std::size_t step = 0; step < broadcast.parts.size(); ++step)
        steps.add(1, 1.0 / static_cast<double>(broadcast.parts[step]), charged[step]);
}

std::vector<StepRun> gather_runs(const WdmConstruction& plan, const RingTask& task) {
    GatherSteps steps(task);
    if (plan.form == WdmConstruction::Form::around)
        steps.add(task.nodes - 1, 1.0 / static_cast<double>(2 * task.wavelengths), false);
    if (plan.form == WdmConstruction::Form::broadcast) add_broadcast(task, steps);
    std::int64_t prefix = 1;
    for (const auto& stage : plan.stages) {
        const StageShape shape(task, stage.radix, prefix);
        if (stage.relayed)
            add_relayed(task, shape, steps);
        else
            add_direct(task, direct_colours(shape, plan.form == WdmConstruction::Form::tree),
                       stage.rest, steps);
        prefix *= stage.radix;
        steps.next_stage();
    }
    return steps.take();
}

}  // namespace

std::vector<StepRun> wdm_step_runs(const WdmConstruction& plan, kernels::Primitive primitive,
                                   kernels::Node n, std::int64_t wavelengths) {
    if (plan.form == WdmConstruction::Form::formula || n == 1) return {};
    const auto gather = gather_runs(plan, {n, wavelengths});
    if (primitive == kernels::Primitive::all_gather || primitive == kernels::Primitive::all_to_all)
        return gather;
    const auto scatter = backwards(gather);
    if (primitive == kernels::Primitive::reduce_scatter || gather.empty()) return scatter;
    StepRuns both;
    for (const auto* half : {&scatter, &gather})
        for (const auto& run : *half) both.add(run);
    return both.take();
}

}  // namespace lightsweep::solvers::one_accounting
