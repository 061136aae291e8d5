#include "kernels/flow/circulant_program.hpp"

#include <algorithm>
#include <limits>

#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/circulant_vector.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double tolerance = 1e-13;
constexpr int most_pivots = 200;
constexpr int most_stalled = 20;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t padded(std::size_t classes) {
    return (classes + pivot_lanes - 1) / pivot_lanes * pivot_lanes;
}

void face(const PivotTask& task, const double* column) {
    return LIGHTSWEEP_IN_USE(face_column)(task, column);
}

void exchange(const PivotTask& task, std::size_t leaving) {
    return LIGHTSWEEP_IN_USE(exchange_column)(task, leaving);
}

}  // namespace

CirculantProgram::CirculantProgram(const std::vector<double>& capacities)
    : capacities_(capacities),
      slots_(padded(classes())),
      weights_(classes() + 1),
      inverse_((classes() + 1) * slots_),
      walks_(classes() * classes()),
      is_walk_(classes()),
      column_(classes() + 1),
      direction_(slots_),
      ratio_(slots_) {}

/// The walk takes the slot of the class that it fills most, with share 1; the other slots hold
/// slacks.
void CirculantProgram::start(const std::vector<Node>& counts) {
    std::size_t tight = 0;
    for (std::size_t g = 1; g < classes(); ++g)
        if (counts[g] * capacities_[tight] > counts[tight] * capacities_[g]) tight = g;
    const double d = counts[tight] / capacities_[tight];
    std::ranges::fill(weights_, 0.0);
    std::ranges::fill(inverse_, 0.0);
    std::ranges::fill(is_walk_, 0);
    weights_[tight] = 1 / capacities_[tight];
    weights_[classes()] = d;
    for (std::size_t g = 0; g < classes(); ++g) {
        inverse_[classes() * slots_ + g] = g == tight ? 1 : capacities_[g] * d - counts[g];
        if (g == tight) continue;
        inverse_[tight * slots_ + g] = capacities_[g] / capacities_[tight];
        inverse_[g * slots_ + g] = -1;
    }
    store(tight, counts);
    stalled_ = 0;
    dice_ = 1;
}

void CirculantProgram::store(std::size_t slot, const std::vector<Node>& counts) {
    std::copy(counts.begin(), counts.end(), &walks_[slot * classes()]);
    is_walk_[slot] = 1;
}

/// The slot with the smallest ratio, of equal ones the largest pivot. At a degenerate vertex this
/// may cycle, so after a while without progress the choice among equals is random, with a fixed
/// seed.
std::size_t CirculantProgram::leaving_slot() {
    std::size_t leaving = slots_, ties = 0;
    double least = infinity;
    for (std::size_t slot = 0; slot < classes(); ++slot) {
        if (ratio_[slot] > least || direction_[slot] <= least_pivot) continue;
        ties = ratio_[slot] < least ? 1 : ties + 1;
        dice_ = dice_ * 1664525u + 1013904223u;
        const bool preferred = ratio_[slot] < least ||
                               (stalled_ < most_stalled ? direction_[slot] > direction_[leaving]
                                                        : (dice_ >> 8) % ties == 0);
        if (preferred) leaving = slot;
        least = ratio_[slot];
    }
    return leaving;
}

std::size_t CirculantProgram::pivot() {
    const PivotTask task{classes() + 1, slots_, inverse_.data(), direction_.data(), ratio_.data()};
    face(task, column_.data());
    const std::size_t leaving = leaving_slot();
    if (leaving == slots_) return leaving;
    double descent = 0;
    for (std::size_t i = 0; i <= classes(); ++i) descent += column_[i] * weights_[i];
    exchange(task, leaving);
    for (std::size_t i = 0; i <= classes(); ++i)
        weights_[i] -= descent * inverse_[i * slots_ + leaving];
    return leaving;
}

/// Slacks of classes with a negative weight enter, until all weights are >= 0.
void CirculantProgram::restore() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
        std::size_t worst = 0;
        for (std::size_t g = 1; g < classes(); ++g)
            if (weight(g) * capacities_[g] < weight(worst) * capacities_[worst]) worst = g;
        if (weight(worst) * capacities_[worst] >= -tolerance) return;
        std::ranges::fill(column_, 0.0);
        column_[worst] = -1;
        const std::size_t leaving = pivot();
        if (leaving == slots_) return;
        is_walk_[leaving] = 0;
    }
}

bool CirculantProgram::enter(const std::vector<Node>& counts) {
    double length = 0;
    for (std::size_t g = 0; g < classes(); ++g) length += weight(g) * counts[g];
    const double before = value();
    if (length >= before * (1 - tolerance)) return false;
    for (std::size_t g = 0; g < classes(); ++g) column_[g] = -counts[g];
    column_[classes()] = 1;
    const std::size_t leaving = pivot();
    if (leaving == slots_) return false;
    store(leaving, counts);
    restore();
    stalled_ = value() < before * (1 - tolerance) ? 0 : stalled_ + 1;
    return true;
}

double CirculantProgram::certified_value() const {
    double total = 0, largest = 0;
    for (std::size_t slot = 0; slot < classes(); ++slot)
        if (is_walk_[slot]) total += std::max(0.0, share(slot));
    for (std::size_t g = 0; g < classes(); ++g) {
        double load = 0;
        for (std::size_t slot = 0; slot < classes(); ++slot)
            if (is_walk_[slot]) load += std::max(0.0, share(slot)) * walks_[slot * classes() + g];
        largest = std::max(largest, load / (total * capacities_[g]));
    }
    return largest;
}

}  // namespace lightsweep::kernels
