#include "kernels/circulant_program.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::kernels {

namespace {

constexpr double tolerance = 1e-13;
constexpr int most_pivots = 200;
constexpr int most_stalled = 20;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Whole registers of every width.
std::size_t padded(std::size_t classes) {
    return (classes + 3) / 4 * 4;
}

}  // namespace

CirculantProgram::CirculantProgram(const std::vector<double>& capacities)
    : capacities_(capacities),
      slots_(padded(classes())),
      weights_(classes() + 1),
      inverse_((classes() + 1) * slots_),
      walks_(classes() * classes()),
      is_walk_(classes()),
      direction_(slots_) {}

/// The walk takes the slot of the class that it fills most, its share is 1; the others hold slacks.
void CirculantProgram::start(const std::vector<Node>& counts) {
    std::size_t tight = 0;
    for (std::size_t g = 1; g < classes(); ++g)
        if (counts[g] * capacities_[tight] > counts[tight] * capacities_[g]) tight = g;
    const double d = counts[tight] / capacities_[tight];
    std::fill(weights_.begin(), weights_.end(), 0.0);
    std::fill(inverse_.begin(), inverse_.end(), 0.0);
    std::fill(is_walk_.begin(), is_walk_.end(), 0);
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

void CirculantProgram::face_walk(const std::vector<Node>& counts) {
    descent_ = value();
    std::copy_n(&inverse_[classes() * slots_], slots_, direction_.begin());
    for (std::size_t g = 0; g < classes(); ++g) {
        if (counts[g] == 0) continue;
        const double count = counts[g];
        descent_ -= count * weights_[g];
        const double* row = &inverse_[g * slots_];
        for (std::size_t slot = 0; slot < slots_; ++slot) direction_[slot] -= count * row[slot];
    }
}

void CirculantProgram::face_slack(std::size_t g) {
    descent_ = -weights_[g];
    for (std::size_t slot = 0; slot < slots_; ++slot)
        direction_[slot] = -inverse_[g * slots_ + slot];
}

/// Among equal ratios the largest pivot. At a degenerate vertex that may go round in circles: after
/// a while without progress the choice among equals is drawn, always by the same dice.
std::size_t CirculantProgram::leaving_slot() {
    std::size_t leaving = slots_, ties = 0;
    double least = infinity;
    for (std::size_t slot = 0; slot < classes(); ++slot) {
        if (direction_[slot] <= 1e-11) continue;
        const double ratio = std::max(0.0, share(slot)) / direction_[slot];
        if (ratio > least) continue;
        ties = ratio < least ? 1 : ties + 1;
        dice_ = dice_ * 1664525u + 1013904223u;
        const bool preferred =
            ratio < least || (stalled_ < most_stalled ? direction_[slot] > direction_[leaving]
                                                      : (dice_ >> 8) % ties == 0);
        if (preferred) leaving = slot;
        least = ratio;
    }
    return leaving;
}

void CirculantProgram::exchange(std::size_t leaving) {
    const double pivot = direction_[leaving];
    for (std::size_t i = 0; i <= classes(); ++i) {
        double* row = &inverse_[i * slots_];
        const double entering = row[leaving] / pivot;
        weights_[i] -= descent_ * entering;
        for (std::size_t slot = 0; slot < slots_; ++slot) row[slot] -= direction_[slot] * entering;
        row[leaving] = entering;
    }
}

/// A slack whose class has a negative weight enters, until all weights are >= 0.
void CirculantProgram::restore() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
        std::size_t worst = 0;
        for (std::size_t g = 1; g < classes(); ++g)
            if (weight(g) * capacities_[g] < weight(worst) * capacities_[worst]) worst = g;
        if (weight(worst) * capacities_[worst] >= -tolerance) return;
        face_slack(worst);
        const std::size_t leaving = leaving_slot();
        if (leaving == slots_) return;
        exchange(leaving);
        is_walk_[leaving] = 0;
    }
}

bool CirculantProgram::enter(const std::vector<Node>& counts) {
    double length = 0;
    for (std::size_t g = 0; g < classes(); ++g) length += weight(g) * counts[g];
    const double before = value();
    if (length >= before * (1 - tolerance)) return false;
    face_walk(counts);
    const std::size_t leaving = leaving_slot();
    if (leaving == slots_) return false;
    exchange(leaving);
    store(leaving, counts);
    restore();
    stalled_ = value() < before * (1 - tolerance) ? 0 : stalled_ + 1;
    return true;
}

double CirculantProgram::certified_value() const {
    std::vector<double> load(classes(), 0.0);
    double total = 0;
    for (std::size_t slot = 0; slot < classes(); ++slot) {
        if (!is_walk_[slot]) continue;
        const double part = std::max(0.0, share(slot));
        total += part;
        for (std::size_t g = 0; g < classes(); ++g) load[g] += part * walks_[slot * classes() + g];
    }
    double largest = 0;
    for (std::size_t g = 0; g < load.size(); ++g)
        largest = std::max(largest, load[g] / (total * capacities_[g]));
    return largest;
}

}  // namespace lightsweep::kernels
