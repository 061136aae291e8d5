#pragma once
// Numbers at all positions of a base, read from a translation behind: every row stands twice, so
// that what lies behind a row is one run of numbers, and searches compare whole rows at once.

#include <algorithm>
#include <vector>

#include "solvers/frontier/plans/base.hpp"

namespace lightsweep::solvers::frontier {

class RowsBehind {
  public:
    explicit RowsBehind(const FrontierBase& base)
        : rows_(std::size_t(base.rows)), columns_(std::size_t(base.columns)) {}

    /// Every row of `values`, one number per position, twice.
    void repeat(const std::vector<int>& values, std::vector<int>& twice) const {
        twice.resize(2 * values.size());
        for (std::size_t row = 0; row < rows_; ++row)
            for (const std::size_t copy : {2 * row, 2 * row + 1})
                std::copy_n(values.begin() + std::ptrdiff_t(row * columns_), columns_,
                            twice.begin() + std::ptrdiff_t(copy * columns_));
    }
    /// Calls use(first, behind, columns) for every row: what lies `shift` behind position first + i
    /// stands at behind + i of the repeated numbers.
    template <typename Use>
    void for_each_row(Node shift, const Use& use) const {
        const auto down = std::size_t(shift) / columns_, across = std::size_t(shift) % columns_;
        for (std::size_t row = 0; row < rows_; ++row) {
            const auto source = row < down ? row + rows_ - down : row - down;
            use(row * columns_, (2 * source + 1) * columns_ - across, columns_);
        }
    }

  private:
    std::size_t rows_, columns_;
};

}  // namespace lightsweep::solvers::frontier
