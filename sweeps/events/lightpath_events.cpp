#include "sweeps/events/lightpath_events.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/wdm/lightpath_check.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

using solvers::LightpathRings;

namespace {

/// Merges runs of slots into one step each; a stage ends with a step.
void merge_slots(kernels::LightpathSchedule& schedule, const std::vector<std::int32_t>& slots) {
    auto next = slots.begin();
    for (auto& stage : schedule.stages) {
        std::vector<std::int32_t> step_of;
        std::int32_t steps = 0;
        for (; static_cast<std::int32_t>(step_of.size()) < stage.steps; ++next)
            step_of.insert(step_of.end(), static_cast<std::size_t>(*next), steps++);
        stage = {steps, stage.dimension, [build = stage.build, step_of](kernels::Lightpaths& out) {
                     const auto first = static_cast<std::ptrdiff_t>(out.size());
                     build(out);
                     std::stable_sort(out.begin() + first, out.end(),
                                      [](const auto& a, const auto& b) { return a.step < b.step; });
                     for (auto path = out.begin() + first; path != out.end(); ++path)
                         path->step = step_of[path->step];
                 }};
    }
}

void number_by_receiver(kernels::LightpathSchedule& schedule) {
    const auto pieces = schedule.items_per_node;
    const auto n = schedule.shape.nodes();
    for (auto& stage : schedule.stages)
        stage.build = [build = stage.build, n, pieces](kernels::Lightpaths& out) {
            const auto first = static_cast<std::ptrdiff_t>(out.size());
            build(out);
            for (auto path = out.begin() + first; path != out.end(); ++path)
                path->item =
                    (path->item / pieces * n + path->destination) * pieces + path->item % pieces;
        };
    schedule.items_per_node = n * pieces;
}

bool is_sent_by_owners(const kernels::LightpathSchedule& schedule) {
    bool by_owners = true;
    kernels::for_each_step(schedule, [&](const kernels::StepPaths& step) {
        for (const auto* path = step.begin; path != step.end; ++path)
            by_owners = by_owners && path->item / schedule.items_per_node == path->source;
    });
    return by_owners;
}

std::vector<std::int32_t> setups_of(const LightpathRun& run, const solvers::LightpathRings& rings) {
    if (rings.held || rings.shares_lanes) return kernels::setup_steps(run.schedule, run.start);
    std::vector<std::int32_t> all(run.slots.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

}  // namespace

std::int64_t count_lightpaths(const solvers::LightpathConstruction& plan,
                              const LightpathRings& rings) {
    const auto& schedule = plan.schedule;
    if (schedule.reception == kernels::Reception::destination)
        return schedule.items() * (rings.shape.nodes() - 1) * rings.halves();
    // few: a node's item is on two of them per ring
    return kernels::figures_of(schedule).lightpaths;
}

std::string size_of(const solvers::LightpathConstruction& plan, const LightpathRings& rings) {
    const auto parts = plan.schedule.items_per_node;
    return "nodes = " + std::to_string(rings.shape.nodes()) + ": has " +
           std::to_string(count_lightpaths(plan, rings)) + " lightpaths" +
           (parts > 1 ? " of 1/" + std::to_string(parts) + " item each" : "");
}

std::string too_many_lightpaths(const solvers::LightpathConstruction& plan,
                                const LightpathRings& rings) {
    return size_of(plan, rings) + " to list; a list holds at most " +
           std::to_string(most_listed_lightpaths) +
           ", an all-gather's of 2048 nodes with whole items: take fewer nodes";
}

kernels::LightpathSchedule decode(const solvers::LightpathConstruction& plan,
                                  LightpathRings::Half half) {
    if (half == LightpathRings::Half::gather || half == LightpathRings::Half::exchange)
        return plan.schedule;
    auto scatter = kernels::reversed(plan.schedule);
    return half == LightpathRings::Half::scatter
               ? scatter
               : kernels::concatenated(std::move(scatter), plan.schedule);
}

std::vector<std::int32_t> slots_of_steps(const solvers::LightpathConstruction& plan,
                                         LightpathRings::Half half) {
    auto slots = plan.step_slots;
    if (slots.empty()) slots.assign(static_cast<std::size_t>(plan.schedule.steps()), 1);
    const auto gather = slots;
    if (half == LightpathRings::Half::scatter || half == LightpathRings::Half::both)
        std::ranges::reverse(slots);
    if (half == LightpathRings::Half::both) slots.insert(slots.end(), gather.begin(), gather.end());
    return slots;
}

kernels::LightpathSchedule in_steps(const solvers::LightpathConstruction& plan,
                                    LightpathRings::Half half) {
    auto schedule = decode(plan, half);
    if (!plan.step_slots.empty()) merge_slots(schedule, slots_of_steps(plan, half));
    if (half == LightpathRings::Half::exchange) number_by_receiver(schedule);
    return schedule;
}

std::string fault_of(const kernels::LightpathSchedule& schedule, LightpathRings::Half half) {
    if (half == LightpathRings::Half::exchange && !is_sent_by_owners(schedule))
        return "an item of an all-to-all is relayed";
    if (half == LightpathRings::Half::gather || half == LightpathRings::Half::exchange)
        return kernels::check_all_gather(schedule).fault;
    if (half == LightpathRings::Half::scatter) return kernels::check_reduce_scatter(schedule).fault;
    return kernels::check_all_reduce(schedule).fault;
}

std::vector<engine::Column> lightpath_columns() {
    return {
        count_column("stage", "of the schedule, from 0"),
        count_column("step",
                     "of the schedule, from 0; a wavelength may carry several items in one"),
        count_column("source", "node that sends"),
        count_column("destination",
                     "node that receives; of wdm-multicast the last of those passed, which all do"),
        code_column("direction", "fibre: to the next higher node, or to the next lower one",
                    {{0, "clockwise"}, {1, "counterclockwise"}}),
        count_column("wavelength", "from 0"),
        count_column(
            "item",
            "owner times items per node, plus its part; of an all-to-all (owner times nodes "
            "plus receiver) times parts, plus its part")};
}

void append_lightpaths(const kernels::LightpathSchedule& schedule, engine::RaggedRow& row) {
    std::int32_t first = 0;
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage) {
        for (const auto& path : kernels::lightpaths_of(schedule.stages[stage], first))
            row.append(
                0, static_cast<std::int32_t>(stage), path.step,
                static_cast<std::int32_t>(path.source), static_cast<std::int32_t>(path.destination),
                static_cast<std::int8_t>(path.direction), std::int32_t{path.wavelength}, path.item);
        first += schedule.stages[stage].steps;
    }
}

double LightpathRun::planned_time() const {
    double time = delay * static_cast<double>(setups.size());
    for (const auto count : slots) time += latency + slot * count;
    return time;
}

LightpathRun run_lightpaths(const Solution& s) {
    const auto& rings = *s.structure->rings;
    const auto& p = s.parameters;
    const auto items = static_cast<double>(s.lightpaths->schedule.items());
    LightpathRun run{
        in_steps(*s.lightpaths, rings.half),
        slots_of_steps(*s.lightpaths, rings.half),
        {},
        rings.shares_lanes ? kernels::LitAtStart::neighbour_ring : kernels::LitAtStart::nothing,
        p.per_step_latency + p.per_hop_latency,
        p.message / items / (p.bandwidth / rings.lanes()),
        p.reconfiguration_delay};
    run.setups = setups_of(run, rings);
    return run;
}

std::string no_lightpaths(const Solution& s) {
    if (s.row.status[0] == solvers::Status::formula)
        return "a formula has no plan; take wdm-optimal";
    const auto& rings = *s.structure->rings;
    return "nodes = " + std::to_string(rings.shape.nodes()) +
           ", wavelengths = " + std::to_string(rings.wavelengths) +
           ": too many lightpaths to make them one by one (rules = common: at most 512 nodes); "
           "take fewer nodes";
}

}  // namespace lightsweep::sweeps
