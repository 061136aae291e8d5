#include "solvers/milp/covering_program.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::solvers::milp {

namespace {

constexpr double feasible = 1e-11, smallest_pivot = 1e-9, spread = 1e-9;

}  // namespace

void CoveringProgram::reset(int rows, int columns) {
    rows_ = rows;
    columns_ = columns;
    if (const auto entries = static_cast<std::size_t>(rows) * columns; entries > entries_) {
        tableau_ = std::make_unique_for_overwrite<double[]>(entries);
        entries_ = entries;
    }
    right_.assign(rows, 0.0);
    ranges_.assign(rows, {columns, 0});
    cost_.assign(columns, 0.0);
}

void CoveringProgram::reset(const LinearProgram& program) {
    reset(program.n_rows(), program.n_columns());
    cost_ = program.objective_;
    right_ = program.row_lower_;
    for (std::size_t e = 0; e < program.entry_row_.size(); ++e)
        set_entry(program.entry_row_[e], program.entry_column_[e], program.entry_value_[e]);
}

void CoveringProgram::set_entry(int row, int column, double value) {
    widen(row, {column, column + 1});
    line(row)[column] = value;
}

void CoveringProgram::widen(int row, Range by) {
    auto& [begin, end] = ranges_[row];
    double* line = this->line(row);
    if (begin >= end) begin = end = by.begin;
    if (by.begin < begin) std::fill(line + by.begin, line + std::exchange(begin, by.begin), 0.0);
    if (by.end > end) std::fill(line + end, line + by.end, 0.0), end = by.end;
}

int CoveringProgram::leaving_row() const {
    int worst = -1;
    double most = feasible;
    for (int row = 0; row < rows_; ++row)
        if (right_[row] > most) {
            most = right_[row];
            worst = row;
        }
    return worst;
}

// Dual ratio test: a column that helps the row at the least cost per unit.
int CoveringProgram::entering_column(int row) const {
    int best = -1;
    double least = HUGE_VAL;
    const double* line = this->line(row);
    for (int column = ranges_[row].begin; column < ranges_[row].end; ++column) {
        if (line[column] <= smallest_pivot) continue;
        const double ratio = cost_[column] / line[column];
        if (ratio < least) {
            least = ratio;
            best = column;
        }
    }
    return best;
}

void CoveringProgram::add_multiple(int to, int from, double factor) {
    const auto [begin, end] = ranges_[from];
    widen(to, {begin, end});
    double* other = line(to);
    const double* line = this->line(from);
    for (int j = begin; j < end; ++j) other[j] += factor * line[j];
    right_[to] += factor * right_[from];
    work_ += end - begin;
}

// The tableau relates the basic variables b to the others v: b = A v - r, cost = const + c v. Rows
// with r > 0 are not feasible yet. A pivot exchanges basis_[row] with at_[column] in place.
void CoveringProgram::pivot(int row, int column) {
    double* line = this->line(row);
    const auto [begin, end] = ranges_[row];
    const double inverse = 1 / line[column];
    for (int j = begin; j < end; ++j) line[j] *= -inverse;
    right_[row] *= -inverse;
    line[column] = inverse;
    work_ += rows_;
    for (int i = 0; i < rows_; ++i) {
        if (i == row || column < ranges_[i].begin || column >= ranges_[i].end) continue;
        double& entry = this->line(i)[column];
        const double factor = entry;
        if (factor == 0) continue;
        entry = 0;
        add_multiple(i, row, factor);
    }
    for (auto* costs : {&cost_, &exact_}) {
        const double factor = std::exchange((*costs)[column], 0.0);
        for (int j = begin; j < end; ++j) (*costs)[j] += factor * line[j];
    }
    std::swap(basis_[row], at_[column]);
}

const std::vector<double>& CoveringProgram::solve(std::int64_t most_work) {
    at_.resize(columns_);
    basis_.resize(rows_);
    exact_ = cost_;
    for (int j = 0; j < columns_; ++j) {
        at_[j] = j;
        cost_[j] += spread * (j + 1) / (columns_ + 1);
    }
    for (int i = 0; i < rows_; ++i) basis_[i] = columns_ + i;
    const int limit = 50 * (rows_ + columns_) + 1000;
    int pivots = 0;
    work_ = rows_ + columns_;
    for (int row = leaving_row(); row >= 0; row = leaving_row()) {
        const int column = entering_column(row);
        if (column < 0 || ++pivots > limit)
            throw std::runtime_error("a linear program of " + std::to_string(rows_) + " x " +
                                     std::to_string(columns_) + " was not solved");
        kernels::parallel::checkpoint();
        pivot(row, column);
        if (work_ > most_work) {
            x_.clear();
            return x_;
        }
    }
    x_.assign(columns_, 0.0);
    for (int i = 0; i < rows_; ++i)
        if (basis_[i] < columns_) x_[basis_[i]] = -right_[i];
    return x_;
}

std::vector<double> CoveringProgram::multipliers() const {
    std::vector<double> found(rows_, 0.0);
    for (int j = 0; j < columns_; ++j)
        if (at_[j] >= columns_) found[at_[j] - columns_] = exact_[j];
    return found;
}

}  // namespace lightsweep::solvers::milp
