#pragma once
// Store of the walks of solved shifts (kernels/flow/circulant_batch.hpp), offered to shifts nearby.

#include <vector>

#include "kernels/flow/circulant_program.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/permutations/permutation.hpp"
#include "kernels/vector/circulant_walks_vector.hpp"

namespace lightsweep::kernels {

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
