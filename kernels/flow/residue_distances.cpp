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
            std::fill(distance_.begin(), distance_.end(), std::numeric_limits<double>::infinity());
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

}  // namespace lightsweep::kernels
