#pragma once
// Shortest walks from residue 0 to every residue of a circulant, for eight sets of class weights
// side by side: a walk along the residues waits for its own last step, eight of them do not.

#include <array>
#include <vector>

#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/parallel/lanes.hpp"
#include "kernels/permutation.hpp"

namespace lightsweep::kernels {

/// The classes commute, so that one pass over the residues per class finds min y k and an arg min.
class ResidueDistances {
  public:
    using Lane = std::size_t;
    static constexpr std::size_t lanes = parallel::lane_count;

    ResidueDistances(Node n, std::vector<Node> offsets);

    /// The weight y >= 0 of a class, for the next price().
    void set_weight(std::size_t g, Lane lane, double weight) { weights_[g][lane] = weight; }
    void price();

    double distance(Node t, Lane lane) const { return distance_[at(t, lane)]; }
    /// The counts of a shortest walk to t, one per class.
    void counts(Node t, Lane lane, std::vector<Node>& result) const;

  private:
    static std::size_t at(Node t, Lane lane) { return static_cast<std::size_t>(t) * lanes + lane; }

    Node n_;
    std::vector<Node> offsets_;
    parallel::AlignedVector<std::array<double, lanes>> weights_;
    parallel::AlignedVector<double> distance_;
    /// Of each class, when it was walked: steps that led to a residue.
    std::vector<parallel::AlignedVector<std::int32_t>> steps_;
};

}  // namespace lightsweep::kernels
