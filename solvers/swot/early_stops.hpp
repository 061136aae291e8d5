#pragma once
// All ways in which the planes that leave a step for the queue may stop early, in cells.

#include <cstdint>
#include <vector>

namespace lightsweep::solvers::swot {

/// Cells m_1 >= m_2 >= ... of the planes that leave: cell 0 is no early stop, cell m is
/// (m - 1, m] / cells of a reconfiguration delay.
struct EarlyStops {
    int lower;            ///< sum of max(0, m_j - 1)
    int upper;            ///< sum of m_j
    int most;             ///< m_1; 0 if nobody leaves
    std::uint64_t debts;  ///< bytes cells - m_1, cells - m_2, ..., lowest first
};

/// Lists for 0..planes leaving, each by rising `lower`, then `upper`. choose(cells + planes,
/// planes) entries in the longest.
class EarlyStopLists {
  public:
    EarlyStopLists(int cells, int planes);
    const std::vector<EarlyStops>& of(int leaving) const { return lists_[leaving]; }

  private:
    std::vector<std::vector<EarlyStops>> lists_;
};

}  // namespace lightsweep::solvers::swot
