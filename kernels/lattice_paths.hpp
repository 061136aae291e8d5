#pragma once
// Dimension-ordered shortest paths on rings, tori and grids, from coordinates alone. Every transfer
// is one range of links per dimension; ranges are marked in difference arrays line by line, so that
// the work does not grow with the length of the paths.

#include <mutex>
#include <optional>
#include <vector>

#include "kernels/path_congestion.hpp"

namespace lightsweep::kernels {

class LatticePaths {
  public:
    /// dims >= 1, row-major, the last fastest. wraps: dimensions of 3 and more have a link around.
    LatticePaths(std::vector<Node> dims, bool wraps);

    PathUse operator()(std::span<const Pair> round) const;
    /// Exchanges over one bit of one dimension, and shifts on a ring (congestion = dilation =
    /// distance, half-way ties in one direction); nothing for other rounds.
    std::optional<PathUse> in_closed_form(const Permutation& round) const;
    /// Links of a node, at most; at least 1.
    Node degree() const;

  private:
    struct Marks;
    void make_coordinates() const;
    Node mark(Node from, Node to, Marks& marks) const;

    std::vector<Node> dims_, strides_;
    mutable std::once_flag coordinates_made_;
    mutable std::vector<std::vector<Node>> coordinate_;  ///< [dimension][node], once asked for
    Node n_ = 1;
    bool wraps_, powers_of_two_ = true;
};

}  // namespace lightsweep::kernels
