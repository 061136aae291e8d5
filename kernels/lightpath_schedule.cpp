#include "kernels/lightpath_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

/// Everything that the micro-rings must know of a lightpath.
std::uint64_t circuit(const Lightpath& path) {
    return (static_cast<std::uint64_t>(path.source) << 40) ^
           (static_cast<std::uint64_t>(path.destination) << 17) ^
           (static_cast<std::uint64_t>(path.wavelength) << 1) ^
           static_cast<std::uint64_t>(path.direction);
}

/// Follows the standing circuits and the busiest transmitter from step to step.
class StepReader {
  public:
    explicit StepReader(ScheduleFigures& figures) : figures_(figures) {}

    void read(const Lightpath* begin, const Lightpath* end) {
        if (begin == end) return;
        ++figures_.steps;
        std::vector<std::uint64_t> circuits;
        for (const auto* path = begin; path != end; ++path) circuits.push_back(circuit(*path));
        std::sort(circuits.begin(), circuits.end());
        count_sent(circuits);
        if (std::includes(standing_.begin(), standing_.end(), circuits.begin(), circuits.end()))
            return;
        ++figures_.reconfigurations;
        standing_ = std::move(circuits);
    }

  private:
    void count_sent(const std::vector<std::uint64_t>& sorted) {
        std::int32_t run[2] = {0, 0};
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i == 0 || sorted[i] >> 40 != sorted[i - 1] >> 40) run[0] = run[1] = 0;
            figures_.most_sent = std::max(figures_.most_sent, ++run[sorted[i] & 1]);
        }
    }
    ScheduleFigures& figures_;
    std::vector<std::uint64_t> standing_{};
};

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
    std::reverse(schedule.stages.begin(), schedule.stages.end());
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

ScheduleFigures figures_of(const LightpathSchedule& schedule) {
    ScheduleFigures figures;
    StepReader reader(figures);
    std::int32_t first_step = 0;
    for (const auto& stage : schedule.stages) {
        auto paths = lightpaths_of(stage, first_step);
        std::stable_sort(paths.begin(), paths.end(),
                         [](const auto& a, const auto& b) { return a.step < b.step; });
        figures.lightpaths += static_cast<std::int64_t>(paths.size());
        for (const auto& path : paths)
            figures.longest =
                std::max(figures.longest, path_length(schedule.shape, stage.dimension, path));
        for (auto begin = paths.begin(); begin != paths.end();) {
            const auto end = std::find_if(
                begin, paths.end(), [&](const auto& path) { return path.step != begin->step; });
            reader.read(&*begin, &*begin + (end - begin));
            begin = end;
        }
        first_step += stage.steps;
    }
    return figures;
}

}  // namespace lightsweep::kernels
