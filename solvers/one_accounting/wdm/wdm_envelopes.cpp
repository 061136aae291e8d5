#include "solvers/one_accounting/wdm/wdm_envelopes.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernels/envelopes/decision_mask.hpp"
#include "kernels/wdm/gather_steps.hpp"
#include "solvers/one_accounting/wdm/wdm_cost.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::Primitive;
using optree::RadixFamily;
using optree::RingTask;
using Constructions = std::vector<WdmConstruction>;

/// The colours of several last steps, ", last steps of 2 + 1 colours"; empty for one step.
std::string colours_text(const std::vector<std::int64_t>& rest) {
    std::string text;
    for (std::size_t i = 0; rest.size() > 1 && i < rest.size(); ++i)
        text += (i == 0 ? " (last steps of " : " + ") + std::to_string(rest[i]);
    return text.empty() ? text : text + " colours)";
}

std::string text_of(const std::vector<WdmStage>& stages) {
    std::string text;
    for (const auto& stage : stages)
        text += (text.empty() ? "" : " x ") + std::to_string(stage.radix) +
                (stage.relayed ? " relayed" : "") + colours_text(stage.rest);
    return text;
}

WdmConstruction staged(const RingTask& task, RadixFamily family, std::vector<WdmStage> stages) {
    const auto cost = cost_of(task, family, stages);
    auto text = text_of(stages);
    return {
        family == RadixFamily::tree ? WdmConstruction::Form::tree : WdmConstruction::Form::windowed,
        std::move(stages), cost, std::move(text)};
}

Constructions of_family(const RingTask& task, RadixFamily family) {
    Constructions plans;
    for (auto& plan : useful_stage_plans(task, family))
        plans.push_back(staged(task, family, std::move(plan.stages)));
    return plans;
}

Constructions tree(const RingTask& task) {
    return of_family(task, RadixFamily::tree);
}
Constructions lifted(const RingTask& task) {
    return of_family(task, RadixFamily::lifted);
}
Constructions windowed(const RingTask& task) {
    return of_family(task, RadixFamily::windowed);
}

Constructions one_stage(const RingTask& task) {
    Constructions plans;
    const auto colours = direct_colours({task, task.nodes, 1}, false);
    for (auto& rest : ColourSplits(task.wavelengths).of(colours))
        plans.push_back(staged(task, RadixFamily::lifted, {{task.nodes, false, std::move(rest)}}));
    return plans;
}

Constructions neighbor(const RingTask& task) {
    return {staged(task, RadixFamily::windowed, {{task.nodes, true}})};
}

/// Half an item over either fibre, on all wavelengths.
Constructions around(const RingTask& task) {
    const auto steps = task.nodes - 1;
    const auto items = static_cast<double>(steps) / static_cast<double>(2 * task.wavelengths);
    return {{WdmConstruction::Form::around, {}, {steps, 0, items}, "around both ways"}};
}

Constructions optimal(const RingTask& task) {
    if (wdm_broadcast_is_one_stage(task)) return one_stage(task);
    const auto plan = wdm_broadcast(task);
    return {{WdmConstruction::Form::broadcast,
             {},
             plan.cost(),
             "broadcast tree on a ring of " + std::to_string(plan.plan.virtual_nodes)}};
}

Constructions wrht(const RingTask& task) {
    const auto steps =
        kernels::wrht_steps(task.nodes, task.wavelengths, kernels::WrhtRule::few_roots);
    return {{WdmConstruction::Form::formula,
             {},
             {steps, steps, static_cast<double>(steps)},
             "step count"}};
}

struct Scheduler {
    std::string_view name;
    Constructions (*plans)(const RingTask&);
    bool personalised = false;
};
constexpr std::array schedulers{
    Scheduler{"optree-tree", tree},      Scheduler{"wdm-lifted", lifted},
    Scheduler{"wdm-windowed", windowed}, Scheduler{"wdm-optimal", optimal},
    Scheduler{"wdm-ring", around},       Scheduler{"wdm-neighbor", neighbor},
    Scheduler{"osm", one_stage, true},   Scheduler{"wrht", wrht}};

const Scheduler* find(std::string_view name) {
    const auto* found =
        std::ranges::find_if(schedulers, [&](const Scheduler& one) { return one.name == name; });
    return found == schedulers.end() ? nullptr : found;
}

double halves_of(Primitive primitive) {
    return primitive == Primitive::all_reduce ? 2 : 1;
}

kernels::ListedSchedule schedule_of(const WdmFigures& figures, double volume, std::size_t place) {
    kernels::ListedSchedule schedule{
        static_cast<double>(figures.steps), std::max(0.0, figures.transmission - volume),
        static_cast<std::int32_t>(figures.reconfigurations), kernels::base_throughout(0)};
    schedule.decision[0] = place;
    schedule.more_steps = static_cast<std::int32_t>(figures.steps);
    return schedule;
}

}  // namespace

std::optional<std::string_view> wdm_refusal(std::string_view scheduler, Primitive primitive) {
    if (scheduler == "optree-formula") return "a step count that is not attained by a schedule";
    const auto* row = find(scheduler);
    if (!row) return "not a scheduler of WDM rings under rules = common";
    switch (primitive) {
        case Primitive::reduce_scatter:
        case Primitive::all_gather:
        case Primitive::all_reduce:
            return std::nullopt;
        case Primitive::all_to_all:
            if (row->personalised) return std::nullopt;
            return "an all-gather tree carries no personalised data";
        default:
            return "WDM rings have plans for whole primitives alone";
    }
}

WdmFigures figures_of(const WdmConstruction& plan, Primitive primitive, kernels::Node n,
                      std::int64_t wavelengths) {
    const auto halves = primitive == Primitive::all_reduce ? 2 : 1;
    return {plan.cost.steps * halves, plan.cost.reconfigurations * halves,
            plan.cost.items * static_cast<double>(2 * wavelengths * halves) / n};
}

WdmPlanes wdm_envelopes(std::string_view scheduler, Primitive primitive, kernels::Node n,
                        std::int64_t wavelengths) {
    if (const auto reason = wdm_refusal(scheduler, primitive))
        throw std::invalid_argument("scheduler " + std::string(scheduler) + ", primitive " +
                                    kernels::name_of(primitive) + ": " + std::string(*reason));
    const RingTask task{n, wavelengths};
    task.check();
    const auto* row = find(scheduler);
    WdmPlanes found;
    found.plans = n == 1 ? Constructions{WdmConstruction{}} : row->plans(task);
    found.is_formula = found.plans.front().form == WdmConstruction::Form::formula;
    const double volume = halves_of(primitive) * (n - 1) / n;
    std::vector<kernels::ListedSchedule> schedules;
    for (std::size_t i = 0; i < found.plans.size(); ++i)
        schedules.push_back(
            schedule_of(figures_of(found.plans[i], primitive, n, wavelengths), volume, i));
    found.table = {0, volume, std::move(schedules), kernels::state_bits};
    return found;
}

std::vector<std::string_view> wdm_schedulers() {
    std::vector<std::string_view> names;
    for (const auto& one : schedulers) names.push_back(one.name);
    return names;
}

}  // namespace lightsweep::solvers::one_accounting
