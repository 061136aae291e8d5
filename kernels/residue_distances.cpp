#include "kernels/residue_distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/residue_distances_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::VectorWidth;

void run(const ResidueTask& task) {
    switch (parallel::vector_width()) {
        case VectorWidth::avx512:
            return avx512::relax_residues(task);
        case VectorWidth::avx2:
            return avx2::relax_residues(task);
        case VectorWidth::baseline:
            return baseline::relax_residues(task);
    }
}

}  // namespace

ResidueDistances::ResidueDistances(Node n, std::vector<Node> offsets)
    : n_(n),
      offsets_(std::move(offsets)),
      weights_(offsets_.size(), std::array<double, lanes>{}),
      distance_(at(n, 0)),
      steps_(offsets_.size(), parallel::AlignedVector<std::int32_t>(at(n, 0))) {}

void ResidueDistances::price() {
    std::fill(distance_.begin(), distance_.end(), std::numeric_limits<double>::infinity());
    std::fill_n(distance_.begin(), lanes, 0.0);
    for (std::size_t g = 0; g < offsets_.size(); ++g) {
        const Node cycles = std::gcd(offsets_[g], n_);
        run({n_, offsets_[g], cycles, n_ / cycles, weights_[g].data(), distance_.data(),
             steps_[g].data()});
    }
}

void ResidueDistances::counts(Node t, Lane lane, std::vector<Node>& result) const {
    result.resize(offsets_.size());
    for (std::size_t g = offsets_.size(); g-- > 0;) {
        result[g] = static_cast<Node>(steps_[g][at(t, lane)]);
        if (result[g] == 0) continue;
        const auto back = static_cast<Node>(std::int64_t{result[g]} * offsets_[g] % n_);
        t = t >= back ? t - back : t - back + n_;
    }
}

}  // namespace lightsweep::kernels
