#include "kernels/circulant_program.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::kernels {

namespace {

constexpr double tolerance = 1e-13;
constexpr int most_pivots = 200;
constexpr int most_stalled = 20;

}  // namespace

CirculantProgram::CirculantProgram(const std::vector<double>& capacities,
                                   const std::vector<Node>& counts)
    : capacities_(capacities), rows_(capacities.size() + 1), inverse_(rows_ * rows_, 0.0) {
    std::size_t tight = 0;
    for (std::size_t g = 1; g + 1 < rows_; ++g)
        if (counts[g] * capacities[tight] > counts[tight] * capacities[g]) tight = g;
    // Basis: D, the slacks of all classes but the tight one, and the walk, whose share is 1.
    const double d = counts[tight] / capacities[tight];
    inverse_[tight] = 1 / capacities[tight];
    inverse_[rows_ - 1] = d;
    for (std::size_t g = 0; g + 1 < rows_; ++g) {
        if (g == tight) continue;
        basis_.push_back({static_cast<int>(g), {}});
        double* row = &inverse_[basis_.size() * rows_];
        row[tight] = capacities[g] / capacities[tight];
        row[g] = -1;
        row[rows_ - 1] = capacities[g] * d - counts[g];
    }
    basis_.push_back({-1, counts});
    inverse_[rows_ * rows_ - 1] = 1;
}

std::vector<double> CirculantProgram::column_of(const Variable& variable) const {
    std::vector<double> column(rows_, 0.0);
    if (variable.slack >= 0) {
        column[variable.slack] = -1;
        return column;
    }
    for (std::size_t g = 0; g + 1 < rows_; ++g) column[g] = -variable.counts[g];
    column[rows_ - 1] = 1;
    return column;
}

/// Among equal ratios the largest pivot. At a degenerate vertex that may go round in circles: after
/// a while without progress the choice among equals is drawn, always by the same dice.
std::size_t CirculantProgram::leaving_row(const std::vector<double>& direction) {
    std::size_t leaving = 0, ties = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t row = 1; row < rows_; ++row) {
        if (direction[row] <= 1e-11) continue;
        const double ratio = std::max(0.0, multiplier(row, rows_ - 1)) / direction[row];
        if (ratio > least) continue;
        ties = ratio < least ? 1 : ties + 1;
        dice_ = dice_ * 1664525u + 1013904223u;
        const bool preferred = stalled_ < most_stalled ? direction[row] > direction[leaving]
                                                       : (dice_ >> 8) % ties == 0;
        if (ratio < least || preferred) leaving = row;
        least = ratio;
    }
    return leaving;
}

bool CirculantProgram::pivot(Variable entering) {
    const auto column = column_of(entering);
    std::vector<double> direction(rows_, 0.0);
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t i = 0; i < rows_; ++i) direction[row] += multiplier(row, i) * column[i];
    const std::size_t leaving = leaving_row(direction);
    if (leaving == 0) return false;
    for (std::size_t i = 0; i < rows_; ++i) inverse_[leaving * rows_ + i] /= direction[leaving];
    for (std::size_t row = 0; row < rows_; ++row) {
        if (row == leaving || direction[row] == 0) continue;
        for (std::size_t i = 0; i < rows_; ++i)
            inverse_[row * rows_ + i] -= direction[row] * multiplier(leaving, i);
    }
    basis_[leaving - 1] = std::move(entering);
    return true;
}

/// A slack whose class has a negative weight enters, until all weights are >= 0.
void CirculantProgram::restore() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
        std::size_t worst = 0;
        for (std::size_t g = 1; g + 1 < rows_; ++g)
            if (weight(g) * capacities_[g] < weight(worst) * capacities_[worst]) worst = g;
        if (weight(worst) * capacities_[worst] >= -tolerance) return;
        if (!pivot({static_cast<int>(worst), {}})) return;
    }
}

bool CirculantProgram::enter(const std::vector<Node>& counts) {
    double length = 0;
    for (std::size_t g = 0; g + 1 < rows_; ++g) length += weight(g) * counts[g];
    const double before = value();
    if (length >= before * (1 - tolerance)) return false;
    if (!pivot({-1, counts})) return false;
    restore();
    stalled_ = value() < before * (1 - tolerance) ? 0 : stalled_ + 1;
    return true;
}

double CirculantProgram::certified_value() const {
    std::vector<double> load(rows_ - 1, 0.0);
    double total = 0;
    for (std::size_t row = 1; row < rows_; ++row) {
        const double share = std::max(0.0, multiplier(row, rows_ - 1));
        if (basis_[row - 1].slack >= 0) continue;
        total += share;
        for (std::size_t g = 0; g < load.size(); ++g) load[g] += share * basis_[row - 1].counts[g];
    }
    double largest = 0;
    for (std::size_t g = 0; g < load.size(); ++g)
        largest = std::max(largest, load[g] / (total * capacities_[g]));
    return largest;
}

}  // namespace lightsweep::kernels
