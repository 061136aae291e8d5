#include "sweeps/lightpath_events.hpp"

#include "kernels/lightpath_check.hpp"

namespace lightsweep::sweeps {

using solvers::LightpathRings;

std::int64_t count_lightpaths(const solvers::LightpathPlan& plan, const LightpathRings& rings) {
    const auto& schedule = plan.schedule;
    if (schedule.reception == kernels::Reception::destination)
        return schedule.items() * (rings.shape.nodes() - 1) * rings.halves();
    return kernels::figures_of(schedule).lightpaths;  // few: a node's item on two of them per ring
}

std::string too_many_lightpaths(const solvers::LightpathPlan& plan, const LightpathRings& rings) {
    return "nodes = " + std::to_string(rings.shape.nodes()) + ": has " +
           std::to_string(count_lightpaths(plan, rings)) +
           " lightpaths to list; a list holds at most " + std::to_string(most_listed_lightpaths) +
           ", an all-gather's of 2048 nodes: take fewer nodes";
}

kernels::LightpathSchedule carried_out(const solvers::LightpathPlan& plan,
                                       LightpathRings::Half half) {
    if (half == LightpathRings::Half::gather) return plan.schedule;
    auto scatter = kernels::reversed(plan.schedule);
    return half == LightpathRings::Half::scatter
               ? scatter
               : kernels::concatenated(std::move(scatter), plan.schedule);
}

std::string fault_of(const kernels::LightpathSchedule& schedule, LightpathRings::Half half) {
    if (half == LightpathRings::Half::gather) return kernels::check_all_gather(schedule).fault;
    if (half == LightpathRings::Half::scatter) return kernels::check_reduce_scatter(schedule).fault;
    return kernels::check_all_reduce(schedule).fault;
}

std::vector<engine::Column> lightpath_columns() {
    const auto number = [](const char* name, const char* meaning) {
        return engine::Column{name, "1", meaning, engine::ElementType::i32, -1, {}, 1, {}};
    };
    return {number("stage", "of the schedule, from 0"),
            number("step", "of the schedule, from 0"),
            number("source", "node that sends"),
            number("destination",
                   "node that receives; of wdm-multicast the last of those passed, which all do"),
            engine::Column{"direction",
                           "1",
                           "fibre: to the next higher node, or to the next lower one",
                           engine::ElementType::i8,
                           -1,
                           {{0, "clockwise"}, {1, "counterclockwise"}},
                           1,
                           {}},
            number("wavelength", "from 0"),
            number("item", "owner times items per node, plus its part")};
}

void append_lightpaths(const kernels::LightpathSchedule& schedule, engine::RaggedRow& row) {
    std::int32_t first = 0;
    for (std::size_t stage = 0; stage < schedule.stages.size(); ++stage) {
        for (const auto& path : kernels::lightpaths_of(schedule.stages[stage], first)) {
            row.append(0, static_cast<std::int32_t>(stage));
            row.append(1, path.step);
            row.append(2, static_cast<std::int32_t>(path.source));
            row.append(3, static_cast<std::int32_t>(path.destination));
            row.append(4, static_cast<std::int8_t>(path.direction));
            row.append(5, std::int32_t{path.wavelength});
            row.append(6, path.item);
        }
        first += schedule.stages[stage].steps;
    }
}

}  // namespace lightsweep::sweeps
