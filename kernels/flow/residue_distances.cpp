#include "kernels/flow/residue_distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::VectorWidth;

/// The builds for one vector width.
struct Kernels {
    decltype(&baseline::begin_residues) begin;
    decltype(&baseline::relax_residues) relax;
    decltype(&baseline::raise_bounds) raise;
};

Kernels kernels_in_use() {
    switch (parallel::vector_width()) {
        case VectorWidth::avx512:
            return {avx512::begin_residues, avx512::relax_residues, avx512::raise_bounds};
        case VectorWidth::avx2:
            return {avx2::begin_residues, avx2::relax_residues, avx2::raise_bounds};
        case VectorWidth::baseline:
            break;
    }
    return {baseline::begin_residues, baseline::relax_residues, baseline::raise_bounds};
}

/// Walks with a smaller improvement are left to the exact search.
constexpr double margin = 1e-6;

}  // namespace

ResidueDistances::ResidueDistances(Node n, std::vector<Node> offsets)
    : n_(n),
      offsets_(std::move(offsets)),
      weights_(offsets_.size(), std::array<double, lanes>{}),
      distance_(at(n, 0)),
      bounds_(static_cast<std::size_t>(n), 0.0),
      stepped_(offsets_.size(), std::vector<std::uint16_t>(static_cast<std::size_t>(n))) {}

/// Residues outside the cycle of 0 begin as unreached; the first class never steps to them.
void ResidueDistances::price() {
    const auto kernels = kernels_in_use();
    for (std::size_t g = 0; g < offsets_.size(); ++g) {
        const Node offset = offsets_[g], cycles = std::gcd(offset, n_);
        if (g == 0 && cycles > 1)
            std::ranges::fill(distance_, std::numeric_limits<double>::infinity());
        const ResidueTask task{n_,
                               offset,
                               cycles,
                               n_ / cycles,
                               weights_[g].data(),
                               distance_.data(),
                               stepped_[g].data()};
        (g == 0 ? kernels.begin : kernels.relax)(task);
    }
    kernels.raise(distance_.data(), n_, bounds_.data());
}

void ResidueDistances::counts(Node t, Lane lane, std::vector<Node>& result) const {
    result.assign(offsets_.size(), 0);
    for (std::size_t g = offsets_.size(); g-- > 0;) {
        const std::uint16_t* const stepped = stepped_[g].data();
        const Node offset = offsets_[g];
        Node count = 0;
        for (; (stepped[t] >> lane & 1) != 0; ++count) {
            const Node back = t - offset;
            t = back + (back >> 31 & n_);
        }
        result[g] = count;
    }
}

CirculantWalks::CirculantWalks(Node n, std::size_t classes)
    : first_(static_cast<std::size_t>(n), 0),
      last_(static_cast<std::size_t>(n), 0),
      weights_(classes, 0.0F) {}

void CirculantWalks::keep(Node t, const CirculantProgram& program,
                          const std::vector<std::size_t>& renamed) {
    std::size_t lane = walk_lanes;
    first_[t] = walks_.size();
    program.for_each_walk([&](const auto& count) {
        if (lane == walk_lanes) {
            lane = 0;
            walks_.resize(walks_.size() + group(), 0.0F);
            std::fill_n(walks_.end() - walk_lanes, walk_lanes,
                        std::numeric_limits<float>::infinity());
        }
        float* walk = &walks_[walks_.size() - group()] + lane++;
        for (std::size_t g = 0; g < weights_.size(); ++g)
            walk[renamed[g] * walk_lanes] = static_cast<float>(count(g));
        walk[weights_.size() * walk_lanes] = 0;
    });
    last_[t] = walks_.size();
}

void CirculantWalks::set_weights(const CirculantProgram& program) {
    for (std::size_t g = 0; g < weights_.size(); ++g)
        weights_[g] = static_cast<float>(program.weight(g));
}

unsigned CirculantWalks::below(const float* walks, double limit) const {
    const WalkTask task{walks, weights_.data(), weights_.size(),
                        static_cast<float>(limit * (1 - margin))};
    return LIGHTSWEEP_IN_USE(walks_below)(task);
}

}  // namespace lightsweep::kernels
