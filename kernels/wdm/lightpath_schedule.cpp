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

LightpathSchedule ring_schedule(std::int64_t nodes, std::int64_t wavelengths,
                                std::int64_t items_per_node) {
    return {{1, static_cast<Node>(nodes)},
            static_cast<std::int32_t>(wavelengths),
            static_cast<std::int32_t>(items_per_node)};
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

StepSlots::StepSlots(const TorusShape& shape, std::int32_t wavelengths, Dimension dimension)
    : shape_(shape),
      wavelengths_(static_cast<std::size_t>(wavelengths)),
      dimension_(dimension),
      row_words_(static_cast<std::size_t>(shape.ring_length(dimension) + 63) / 64),
      taken_(static_cast<std::size_t>(shape.nodes() / shape.ring_length(dimension)) * 2 *
             wavelengths_ * row_words_) {}

void StepSlots::clear() {
    std::ranges::fill(taken_, 0);
}

bool StepSlots::take(const Lightpath& path, Node length) {
    const Node ring = shape_.ring_length(dimension_);
    const auto row = (static_cast<std::size_t>(shape_.ring(dimension_, path.source)) * 2 +
                      static_cast<std::size_t>(path.direction)) *
                         wavelengths_ +
                     static_cast<std::size_t>(path.wavelength);
    // Segment v of the other fibre leads from v + 1 to v: the same segments, entered at the far
    // end.
    const Node begin = shape_.position(
        dimension_, path.direction == Direction::clockwise ? path.source : path.destination);
    const Node end = begin + length;
    if (end <= ring) return take_run(row, begin, end);
    const bool tail = take_run(row, begin, ring);
    return take_run(row, 0, end - ring) && tail;
}

bool StepSlots::take_run(std::size_t row, Node begin, Node end) {
    std::uint64_t* words = taken_.data() + row * row_words_;
    std::uint64_t clash = 0;
    for (auto at = static_cast<std::size_t>(begin); at < static_cast<std::size_t>(end);) {
        const std::size_t word = at / 64, stop = std::min<std::size_t>(
                                              static_cast<std::size_t>(end), word * 64 + 64);
        const std::uint64_t bits = (~std::uint64_t{0} >> (64 - (stop - at))) << (at % 64);
        clash |= words[word] & bits;
        words[word] |= bits;
        at = stop;
    }
    return clash == 0;
}

StandingCircuits::StandingCircuits(const TorusShape& shape, std::int32_t wavelengths,
                                   LitAtStart start)
    : shape_(shape), wavelengths_(wavelengths), neighbours_(start == LitAtStart::neighbour_ring) {}

bool StandingCircuits::need_setup(const StepPaths& step) {
    neighbours_ = neighbours_ && joins_neighbours(step);
    if (neighbours_ || (any_ && all_fit(step))) return false;
    clear();
    all_fit(step);
    any_ = true;
    return true;
}

bool StandingCircuits::joins_neighbours(const StepPaths& step) const {
    return std::all_of(step.begin, step.end, [&](const Lightpath& path) {
        return path_length(shape_, step.dimension, path) == 1;
    });
}

bool StandingCircuits::all_fit(const StepPaths& step) {
    return std::all_of(step.begin, step.end,
                       [&](const Lightpath& path) { return stands(path, step.dimension); });
}

bool StandingCircuits::stands(const Lightpath& path, Dimension dimension) {
    auto& taken = slots(dimension);
    auto& lit =
        lit_[static_cast<std::size_t>(dimension)][(static_cast<std::size_t>(path.source) * 2 +
                                                   static_cast<std::size_t>(path.direction)) *
                                                      static_cast<std::size_t>(wavelengths_) +
                                                  static_cast<std::size_t>(path.wavelength)];
    if (lit == path.destination) return true;
    if (lit >= 0 || !taken.take(path, path_length(shape_, dimension, path))) return false;
    lit = path.destination;
    return true;
}

StepSlots& StandingCircuits::slots(Dimension dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    if (!slots_[d]) {
        slots_[d].emplace(shape_, wavelengths_, dimension);
        lit_[d].assign(
            static_cast<std::size_t>(shape_.nodes()) * 2 * static_cast<std::size_t>(wavelengths_),
            -1);
    }
    return *slots_[d];
}

void StandingCircuits::clear() {
    for (std::size_t d = 0; d < 2; ++d) {
        if (slots_[d]) slots_[d]->clear();
        std::ranges::fill(lit_[d], -1);
    }
}

std::vector<std::int32_t> setup_steps(const LightpathSchedule& schedule, LitAtStart start) {
    StandingCircuits standing(schedule.shape, schedule.wavelengths, start);
    std::vector<std::int32_t> steps;
    for_each_step(schedule, [&](const StepPaths& step) {
        if (standing.need_setup(step)) steps.push_back(step.begin->step);
    });
    return steps;
}

}  // namespace lightsweep::kernels
