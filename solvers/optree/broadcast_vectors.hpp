#pragma once
// Which N integer points of Z^T make the broadcast tree of a T-step all-gather.
//
// A point z stands for a receiver; coordinate t says how many arcs of step t lie over it and on
// which side (broadcast_tree.hpp). The wire that step t needs clockwise is the sum of the positive
// z_t, counterclockwise that of the negative ones; these 2T sums are the bins. Taken are all points
// of L1 norm <= K, the largest full ball, and n' more of norm K + 1, so that the bins' total is
// S_T(N), the least there can be, and evenly so: the twisted shift of the bins b -> b + d mod 2T
// maps shells to themselves, and a whole orbit loads all bins alike. After whole orbits less than
// 2T points are missing; these are windows, i.e. ones in K + 1 bins in a row, that start so that
// bins differ by at most one. Where K + 1 > T there are no windows: the rest are points that keep
// the fullest bin least (heuristic).

#include <cstdint>
#include <span>
#include <vector>

namespace lightsweep::solvers::optree {

/// One non-zero coordinate: step 0 .. T-1.
struct Coordinate {
    std::int32_t step, value;

    bool operator==(const Coordinate&) const = default;
};
using SparseVector = std::vector<Coordinate>;  ///< ascending steps

/// Vectors end to end in one array.
class VectorSet {
  public:
    std::size_t size() const { return begin_.size() - 1; }
    std::span<const Coordinate> operator[](std::size_t i) const {
        return {coordinates_.data() + begin_[i], begin_[i + 1] - begin_[i]};
    }
    void add(std::span<const Coordinate> vector);

  private:
    std::vector<Coordinate> coordinates_{};
    std::vector<std::size_t> begin_{0};
};

/// Sums of |z_t| per bin: (t, +) at t, (t, -) at T + t.
using BinLoads = std::vector<std::int64_t>;

/// How the points beyond the ball and the whole orbits are chosen.
enum class RestRule {
    even,       ///< windows as above
    late,       ///< kept off the first steps, whose hops are the longest; less even
    long_hops,  ///< (K+1) e_0 and its negative first, then ones in the emptiest bins: leaves a hop
                ///< of one in the first step, which ragged rings need (ties by a fixed sequence)
};

/// Chooses the points item by item: the items' windows are one common run.
class VectorChooser {
  public:
    /// T = steps >= 1, n = points >= 1.
    VectorChooser(std::int64_t steps, std::int64_t points, RestRule rule);

    /// The next item's n points.
    VectorSet next();
    /// All items so far.
    const BinLoads& loads() const { return loads_; }

  private:
    void add_window(VectorSet& set);
    void add_late_windows(VectorSet& set);
    void add_least_loaded(VectorSet& set, std::int64_t count);
    void add_long_hops(VectorSet& set);
    void add(VectorSet& set, std::span<const Coordinate> vector);
    SparseVector ones_in_emptiest_bins();

    std::int32_t steps_;
    RestRule rule_;
    std::int32_t norm_ = 1;      ///< K + 1
    std::int64_t rest_ = 0;      ///< points that are neither in the ball nor in whole orbits
    bool whole_orbits_ = false;  ///< some are in: that of (K+1) e_0 is the first
    std::int64_t windows_ = 0;   ///< so far
    std::uint64_t ties_ = 1;
    VectorSet common_{};  ///< ball and whole orbits
    BinLoads common_loads_{}, loads_{};
    std::vector<SparseVector> spare_{};  ///< of norm K + 1, unused; only if there are no windows
};

}  // namespace lightsweep::solvers::optree
