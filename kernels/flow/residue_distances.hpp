#pragma once
// Shortest walks from residue 0 to every residue of a circulant, for sixteen sets of class weights
// side by side. One walk along the residues has to wait for its own last step; sixteen independent
// ones fill that time.

#include <array>
#include <vector>

#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/permutations/permutation.hpp"
#include "kernels/vector/residue_distances_vector.hpp"

namespace lightsweep::kernels {

/// The classes commute, so one pass over the residues per class finds min y k and an arg min. For
/// the arg min only one bit per class and residue is stored: whether the class was stepped last.
/// Full counts would not fit into the cache, and few walks are asked for.
class ResidueDistances {
  public:
    using Lane = std::size_t;
    static constexpr std::size_t lanes = residue_lanes;

    ResidueDistances(Node n, std::vector<Node> offsets);

    /// Sets the weight y >= 0 of a class for the next price().
    void set_weight(std::size_t g, Lane lane, double weight) { weights_[g][lane] = weight; }
    double weight(std::size_t g, Lane lane) const { return weights_[g][lane]; }
    void price();

    double distance(Node t, Lane lane) const { return distance_[at(t, lane)]; }
    /// The largest distance of any lane so far: the best lower bound on the shift by t.
    double bound(Node t) const { return bounds_[t]; }
    /// Counts of a shortest walk to t, one per class. Takes time proportional to the length of the
    /// walk.
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
