#include "kernels/wdm/standing_circuits.hpp"

#include <algorithm>

namespace lightsweep::kernels {

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
        std::fill(lit_[d].begin(), lit_[d].end(), -1);
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
