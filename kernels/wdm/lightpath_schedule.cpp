#include "kernels/wdm/lightpath_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

/// The largest number of launches by one node in one direction, in these lightpaths of one step.
std::int32_t most_sent(const StepPaths& step, std::vector<std::int32_t>& sent) {
    std::ranges::fill(sent, 0);
    std::int32_t most = 0;
    for (const auto* path = step.begin; path != step.end; ++path)
        most = std::max(most, ++sent[static_cast<std::size_t>(path->source) * 2 +
                                     static_cast<std::size_t>(path->direction)]);
    return most;
}

LightpathStage turned(const LightpathStage& stage) {
    return {stage.steps, stage.dimension, [stage](Lightpaths& out) {
                const auto first = static_cast<std::ptrdiff_t>(out.size());
                stage.build(out);
                for (auto path = out.begin() + first; path != out.end(); ++path) {
                    path->step = stage.steps - 1 - path->step;
                    std::swap(path->source, path->destination);
                    path->direction = other(path->direction);
                }
            }};
}

}  // namespace

std::int64_t LightpathSchedule::steps() const {
    return std::accumulate(stages.begin(), stages.end(), std::int64_t{0},
                           [](auto sum, const auto& stage) { return sum + stage.steps; });
}

LightpathSchedule ring_schedule(Node nodes, std::int32_t wavelengths, std::int32_t items_per_node) {
    return {{1, nodes}, wavelengths, items_per_node};
}

LightpathSchedule reversed(LightpathSchedule schedule) {
    if (schedule.reception != Reception::destination)
        throw std::invalid_argument("reversed: tapped lightpaths have many receivers");
    std::ranges::reverse(schedule.stages);
    for (auto& stage : schedule.stages) stage = turned(stage);
    return schedule;
}

LightpathSchedule concatenated(LightpathSchedule first, const LightpathSchedule& second) {
    if (first.shape.rows != second.shape.rows || first.shape.columns != second.shape.columns ||
        first.wavelengths != second.wavelengths || first.items_per_node != second.items_per_node ||
        first.reception != second.reception)
        throw std::invalid_argument("concatenated: the schedules are of different networks");
    first.stages.insert(first.stages.end(), second.stages.begin(), second.stages.end());
    return first;
}

Lightpaths lightpaths_of(const LightpathStage& stage, std::int32_t first_step) {
    Lightpaths paths;
    stage.build(paths);
    for (auto& path : paths) path.step += first_step;
    return paths;
}

void for_each_step(const LightpathSchedule& schedule,
                   const std::function<void(const StepPaths&)>& visit) {
    std::int32_t first = 0;
    for (std::size_t i = 0; i < schedule.stages.size(); ++i) {
        const auto& stage = schedule.stages[i];
        auto paths = lightpaths_of(stage, first);
        std::ranges::stable_sort(paths,
                                 [](const auto& a, const auto& b) { return a.step < b.step; });
        const auto* end = paths.data() + paths.size();
        for (const auto* begin = paths.data(); begin != end;) {
            const auto* stop = std::find_if(
                begin, end, [&](const auto& path) { return path.step != begin->step; });
            visit({begin, stop, stage.dimension, i});
            begin = stop;
        }
        first += stage.steps;
    }
}

ScheduleFigures figures_of(const LightpathSchedule& schedule) {
    ScheduleFigures figures;
    std::vector<std::int32_t> sent(static_cast<std::size_t>(schedule.shape.nodes()) * 2);
    for_each_step(schedule, [&](const StepPaths& step) {
        ++figures.steps;
        figures.lightpaths += step.end - step.begin;
        figures.most_sent = std::max(figures.most_sent, most_sent(step, sent));
        for (const auto* path = step.begin; path != step.end; ++path)
            figures.longest =
                std::max(figures.longest, path_length(schedule.shape, step.dimension, *path));
    });
    return figures;
}

}  // namespace lightsweep::kernels
