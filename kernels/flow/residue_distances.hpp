#pragma once
// Shortest walks from residue 0 to every residue of a circulant, for sixteen sets of class weights
// side by side. One walk along the residues has to wait for its own last step; sixteen independent
// ones fill that time.

#include <array>
#include <vector>

#include "kernels/flow/circulant_program.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/permutations/permutation.hpp"
#include "kernels/vector/circulant_vector.hpp"

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

// Store of the walks of solved shifts (kernels/flow/circulant_batch.hpp), offered to shifts nearby.

/// Counts of walks, by the residue that they reach. They are proposals only: lengths are in single
/// precision.
class CirculantWalks {
  public:
    CirculantWalks(Node n, std::size_t classes);

    /// Stores the walks that the program of residue t uses; class g is stored as renamed[g].
    void keep(Node t, const CirculantProgram& program, const std::vector<std::size_t>& renamed);
    /// Takes over the weights of a program for the lengths computed from here on.
    void set_weights(const CirculantProgram& program);
    bool known(Node t) const { return first_[t] < last_[t]; }
    /// Calls body(counts) for every walk to t that is clearly shorter than limit; counts(g) is its
    /// number of steps of class g.
    template <typename Body>
    void for_each_below(Node t, double limit, const Body& body) const {
        for (std::size_t first = first_[t]; first < last_[t]; first += group()) {
            const float* walks = &walks_[first];
            for (unsigned hits = below(walks, limit); hits != 0; hits &= hits - 1) {
                const float* walk = walks + __builtin_ctz(hits);
                body([walk](std::size_t g) { return static_cast<Node>(walk[g * walk_lanes]); });
            }
        }
    }

  private:
    std::size_t group() const { return (weights_.size() + 1) * walk_lanes; }
    unsigned below(const float* walks, double limit) const;

    std::vector<std::size_t> first_, last_;  ///< range of a residue's walks
    std::vector<float> weights_;
    parallel::AlignedVector<float> walks_;  ///< [group][class + 1][lane]
};

}  // namespace lightsweep::kernels
