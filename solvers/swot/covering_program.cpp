#include "solvers/swot/covering_program.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace lightsweep::solvers::swot {

namespace {

constexpr double feasible = 1e-11, smallest_pivot = 1e-9, spread = 1e-9;

}  // namespace

void CoveringProgram::reset(int rows, int columns) {
    rows_ = rows;
    columns_ = columns;
    width_ = columns + 1;
    tableau_.assign(static_cast<std::size_t>(rows) * width_, 0.0);
    cost_.assign(columns, 0.0);
}

int CoveringProgram::leaving_row() const {
    int worst = -1;
    double most = feasible;
    for (int row = 0; row < rows_; ++row) {
        const double missing = tableau_[row * width_ + columns_];
        if (missing > most) {
            most = missing;
            worst = row;
        }
    }
    return worst;
}

// Dual ratio test: a column that helps the row at the least cost per unit.
int CoveringProgram::entering_column(int row) const {
    int best = -1;
    double least = HUGE_VAL;
    const double* line = &tableau_[row * width_];
    for (int column = 0; column < columns_; ++column) {
        if (line[column] <= smallest_pivot) continue;
        const double ratio = cost_[column] / line[column];
        if (ratio < least) {
            least = ratio;
            best = column;
        }
    }
    return best;
}

// The tableau says, for the basic variables b and the others v:  b = A v - r, cost = const + c v.
// Rows with r > 0 are not feasible yet. Exchanges basis_[row] with at_[column] in place.
void CoveringProgram::pivot(int row, int column) {
    double* line = &tableau_[row * width_];
    const double inverse = 1 / line[column];
    for (int j = 0; j < width_; ++j) line[j] *= -inverse;
    line[column] = inverse;
    for (int i = 0; i < rows_; ++i) {
        if (i == row) continue;
        double* other = &tableau_[i * width_];
        const double factor = other[column];
        if (factor == 0) continue;
        other[column] = 0;
        for (int j = 0; j < width_; ++j) other[j] += factor * line[j];
    }
    const double factor = cost_[column];
    cost_[column] = 0;
    for (int j = 0; j < columns_; ++j) cost_[j] += factor * line[j];
    std::swap(basis_[row], at_[column]);
}

std::vector<double> CoveringProgram::solve() {
    at_.resize(columns_);
    basis_.resize(rows_);
    for (int j = 0; j < columns_; ++j) {
        at_[j] = j;
        cost_[j] += spread * (j + 1) / (columns_ + 1);
    }
    for (int i = 0; i < rows_; ++i) basis_[i] = columns_ + i;
    const int limit = 50 * (rows_ + columns_) + 1000;
    int pivots = 0;
    for (int row = leaving_row(); row >= 0; row = leaving_row()) {
        const int column = entering_column(row);
        if (column < 0 || ++pivots > limit)
            throw std::runtime_error("a linear program of " + std::to_string(rows_) + " x " +
                                     std::to_string(columns_) + " was not solved");
        pivot(row, column);
    }
    work_ = static_cast<std::int64_t>(pivots + 1) * rows_ * width_;
    std::vector<double> x(columns_, 0.0);
    for (int i = 0; i < rows_; ++i)
        if (basis_[i] < columns_) x[basis_[i]] = -tableau_[i * width_ + columns_];
    return x;
}

}  // namespace lightsweep::solvers::swot
