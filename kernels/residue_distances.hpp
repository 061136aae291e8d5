#pragma once
// Shortest walks from residue 0 to every residue of a circulant, for sixteen sets of class weights
// side by side: a walk along the residues waits for its own last step, sixteen of them do not.

#include <array>
#include <vector>

#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/permutation.hpp"
#include "kernels/vector/residue_distances_vector.hpp"

namespace lightsweep::kernels {

/// The classes commute, so that one pass over the residues per class finds min y k and an arg min.
/// Of the arg min only one bit per class and residue is kept, whether the class was stepped last:
/// few walks are asked for, and counts would not fit into the cache.
class ResidueDistances {
  public:
    using Lane = std::size_t;
    static constexpr std::size_t lanes = residue_lanes;

    ResidueDistances(Node n, std::vector<Node> offsets);

    /// The weight y >= 0 of a class, for the next price().
    void set_weight(std::size_t g, Lane lane, double weight) { weights_[g][lane] = weight; }
    double weight(std::size_t g, Lane lane) const { return weights_[g][lane]; }
    void price();

    double distance(Node t, Lane lane) const { return distance_[at(t, lane)]; }
    /// The largest distance of any lane so far: no weights seen bound the shift by t better.
    double bound(Node t) const { return bounds_[t]; }
    /// The counts of a shortest walk to t, one per class; takes as long as the walk.
    void counts(Node t, Lane lane, std::vector<Node>& result) const;

  private:
    static std::size_t at(Node t, Lane lane) { return static_cast<std::size_t>(t) * lanes + lane; }

    Node n_;
    std::vector<Node> offsets_;
    parallel::AlignedVector<std::array<double, lanes>> weights_;
    parallel::AlignedVector<double> distance_;
    std::vector<double> bounds_;
    std::vector<std::vector<std::uint16_t>> stepped_;  ///< [class][residue], a bit per lane
};

}  // namespace lightsweep::kernels
