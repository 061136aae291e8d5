#pragma once
// Chooses the N integer points of Z^T that make the broadcast tree of a T-step all-gather.
//
// A point z stands for a receiver; coordinate t says how many arcs of step t lie over it, and on
// which side (broadcast_tree.hpp). The wire that step t needs clockwise is the sum of the positive
// z_t, and counterclockwise of the negative ones; these 2T sums are the bins.
//
// The choice takes all points of L1 norm <= K, the largest full ball, and n' more of norm K + 1.
// The bins' total is then S_T(N), the least possible. It is also distributed evenly: the twisted
// shift of the bins b -> b + d mod 2T maps shells to themselves, and a whole orbit loads all bins
// equally. After whole orbits fewer than 2T points are missing. They are windows, i.e. ones in K +
// 1 consecutive bins, that start so that bins differ by at most one. Where K + 1 > T there are no
// windows; then the rest are points that keep the fullest bin smallest (heuristic).

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace lightsweep::solvers::optree {

/// One non-zero coordinate of a point; step 0 .. T-1.
struct Coordinate {
    std::int32_t step, value;

    bool operator==(const Coordinate&) const = default;
};
using SparseVector = std::vector<Coordinate>;  ///< coordinates with ascending steps

/// A list of points, stored in one array.
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

/// Sums of |z_t| per bin: bin (t, +) has index t, bin (t, -) has index T + t.
using BinLoads = std::vector<std::int64_t>;

/// Rule for the points beyond the ball and the whole orbits.
enum class RestRule {
    even,  ///< windows as above
    late,  ///< away from the first steps, whose hops are the longest; less even
    /// (K+1) e_0 and its negative first, then ones in the emptiest bins: leaves a hop of one in the
    /// first step, which ragged rings need (ties by a fixed sequence).
    long_hops,
};

/// Chooses the points item by item; the windows of all items form one common run.
class VectorChooser {
  public:
    /// T = steps >= 1, n = points >= 1.
    VectorChooser(std::int64_t steps, std::int64_t points, RestRule rule);

    /// The n points of the next item.
    VectorSet next();
    /// Loads of all items so far.
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
    std::int32_t norm_ = 1;  ///< K + 1
    std::int64_t rest_ = 0;  ///< points that are neither in the ball nor in whole orbits
    /// True: at least one whole orbit is in; the orbit of (K+1) e_0 is the first.
    bool whole_orbits_ = false;
    std::int64_t windows_ = 0;  ///< number of windows so far
    std::uint64_t ties_ = 1;
    VectorSet common_{};  ///< ball and whole orbits
    BinLoads common_loads_{}, loads_{};
    /// Unused points of norm K + 1; only if there are no windows.
    std::vector<SparseVector> spare_{};
};

// The points of one L1 norm in Z^T, grouped into orbits of the twisted shift b -> b + d mod 2T of
// the bins.

/// Visits all points of Z^T with L1 norm <= radius.
void for_ball(std::int32_t dimensions, std::int32_t radius,
              const std::function<void(const SparseVector&)>& visit);

/// The point shifted by d bins, 0 <= d < 2T.
SparseVector twisted(const SparseVector& point, std::int32_t dimensions, std::int32_t d);

/// Calls visit with all points of every orbit of that norm, until it returns false. Points with few
/// coordinates come first; the first orbit is that of (norm) e_0.
void for_orbits(std::int32_t dimensions, std::int32_t norm,
                const std::function<bool(const std::vector<SparseVector>&)>& visit);

/// The point with ones in `norm` consecutive bins from bin b on; norm <= T.
SparseVector window(std::int32_t dimensions, std::int32_t norm, std::int32_t b);

}  // namespace lightsweep::solvers::optree
