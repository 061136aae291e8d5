#include "kernels/wdm/standing_circuits.hpp"

#include <algorithm>

namespace lightsweep::kernels {

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
