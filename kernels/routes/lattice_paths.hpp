#pragma once
// Dimension-ordered shortest paths on rings, tori and grids, from coordinates alone. Every transfer
// is one range of links per dimension. Ranges are marked in difference arrays line by line, so the
// work does not depend on the length of the paths.

#include <mutex>
#include <optional>
#include <vector>

#include "kernels/routes/path_congestion.hpp"

namespace lightsweep::kernels {

class LatticePaths {
  public:
    /// dims >= 1, row-major, the last moves fastest. wraps: dimensions of size 3 and more are
    /// closed by a link.
    LatticePaths(std::vector<Node> dims, bool wraps);

    PathUse operator()(std::span<const Pair> round) const;
    /// Closed form for an exchange over one bit of one dimension, and for a shift on a ring
    /// (congestion = dilation = distance, half-way ties all in one direction); nothing for other
    /// rounds.
    std::optional<PathUse> in_closed_form(const Permutation& round) const;
    /// Largest number of links of a node; at least 1.
    Node degree() const;

  private:
    struct Marks;
    void make_coordinates() const;
    Node mark(Node from, Node to, Marks& marks) const;

    std::vector<Node> dims_, strides_;
    mutable std::once_flag coordinates_made_;
    mutable std::vector<std::vector<Node>> coordinate_;  ///< [dimension][node], filled at first use
    Node n_ = 1;
    bool wraps_, powers_of_two_ = true;
};

}  // namespace lightsweep::kernels
