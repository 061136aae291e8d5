#pragma once
// Walks of the shifts solved so far (kernels/circulant_batch.hpp), kept for those nearby.

#include <vector>

#include "kernels/circulant_program.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/permutation.hpp"
#include "kernels/vector/circulant_walks_vector.hpp"

namespace lightsweep::kernels {

/// Counts of walks by the residue they reach. They are only proposed: lengths in single precision.
class CirculantWalks {
  public:
    CirculantWalks(Node n, std::size_t classes);

    /// The walks in use by the program of residue t; class g is stored as renamed[g].
    void keep(Node t, const CirculantProgram& program, const std::vector<std::size_t>& renamed);
    /// Those of a program, for the lengths that follow.
    void set_weights(const CirculantProgram& program);
    bool known(Node t) const { return first_[t] < last_[t]; }
    /// Calls body(counts) for every walk to t that is clearly shorter than limit, where counts(g)
    /// are its steps of class g.
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

    std::vector<std::size_t> first_, last_;  ///< of a residue's walks
    std::vector<float> weights_;
    parallel::AlignedVector<float> walks_;  ///< [group][class + 1][lane]
};

}  // namespace lightsweep::kernels
