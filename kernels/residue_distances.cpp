#include "kernels/residue_distances.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/parallel/vector_width.hpp"

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
      stepped_(offsets_.size(), std::vector<std::uint16_t>(static_cast<std::size_t>(n))) {}

void ResidueDistances::price() {
    std::fill(distance_.begin(), distance_.end(), std::numeric_limits<double>::infinity());
    std::fill_n(distance_.begin(), lanes, 0.0);
    for (std::size_t g = 0; g < offsets_.size(); ++g) {
        const Node cycles = std::gcd(offsets_[g], n_);
        run({n_, offsets_[g], cycles, n_ / cycles, weights_[g].data(), distance_.data(),
             stepped_[g].data()});
    }
}

double ResidueDistances::largest_distance(Node t) const {
    std::array<double, lanes> largest;
    std::copy_n(&distance_[at(t, 0)], lanes, largest.begin());
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t lane = 0; lane < half; ++lane)
            largest[lane] = std::max(largest[lane], largest[half + lane]);
    return largest[0];
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
