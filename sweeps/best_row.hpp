#pragma once
// Who wins along a row of delays, by how much, and against what bound.

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/workload.hpp"
#include "solvers/scheduler.hpp"

namespace lightsweep::sweeps {

/// Times within this factor are a tie: the earlier candidate, the simplest scheduler, is named.
inline constexpr double winner_tie = 1e-9;

class BestRow {
  public:
    explicit BestRow(std::size_t n);
    /// A candidate's time and proven bound at point i; candidates come in the order of ties.
    void consider(std::size_t i, std::int32_t candidate, std::string_view scheduler, double time,
                  double bound);
    /// Writes the columns of a best group from offset `at` on.
    void store(std::size_t at, engine::Tile& tile) const;

  private:
    struct Entry {
        std::int32_t winner = -1;
        double time, second, fixed, every, bound;
    };
    /// Optimal among everything the compared schedulers may do, if the bound says so.
    static solvers::Status status(const Entry& entry);
    double value(const Entry& entry, const std::string& column) const;
    std::vector<Entry> entries_;
};

}  // namespace lightsweep::sweeps
