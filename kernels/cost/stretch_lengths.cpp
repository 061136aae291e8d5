#include "kernels/cost/stretch_lengths.hpp"

#include <algorithm>
#include <limits>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/cost/broadcast_length.hpp"
#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

/// [nodes - 1] of so many steps.
using Lengths = std::vector<double>;

/// before[S][g - 1]: least length of g nodes after S steps. The same after one more stretch.
std::vector<Lengths> with_stretch(const std::vector<Lengths>& before,
                                  const std::vector<Lengths>& trees) {
    const auto n = before[0].size();
    auto after = before;  // no step in the new stretch
    for (std::size_t steps = 1; steps < before.size(); ++steps)
        for (std::size_t own = 1; own <= steps; ++own)
            for (std::size_t roots = 1; roots <= n; ++roots) {
                const double so_far = before[steps - own][roots - 1];
                if (so_far == unreached) continue;
                for (auto nodes = roots; nodes <= n; ++nodes) {
                    const auto each = nodes / roots, larger = nodes % roots;
                    const double grown = double(roots - larger) * trees[own][each - 1] +
                                         (larger > 0 ? double(larger) * trees[own][each] : 0);
                    auto& least = after[steps][nodes - 1];
                    least = std::min(least, so_far + grown);
                }
            }
    return after;
}

}  // namespace

const StretchLengths& StretchLengths::of_nodes(std::int64_t n) {
    static parallel::KeptOnce<std::int64_t, StretchLengths> known;
    return known.get(n, [n] { return StretchLengths(n); });
}

StretchLengths::StretchLengths(std::int64_t n) : n_(n) {
    const BroadcastLength ring(BroadcastLength::Base::directed_ring, n, 1);
    // With one change, twice as many steps as the root of n leave no transfer longer than a link.
    std::int64_t most = 1;
    while ((most / 2 + 1) * (most - most / 2 + 1) < n) ++most;
    std::vector<Lengths> trees;
    for (std::int64_t steps = 0; steps <= most; ++steps) {
        trees.emplace_back();
        for (std::int64_t nodes = 1; nodes <= n; ++nodes)
            trees.back().push_back(ring.of(nodes, steps));
    }
    auto least = trees;
    for (std::int64_t changes = 1; changes <= std::max<std::int64_t>(ceil_log(n, 2), 1);
         ++changes) {
        least = with_stretch(least, trees);
        lengths_.emplace_back();
        for (const auto& of_steps : least) lengths_.back().push_back(of_steps.back());
    }
}

double StretchLengths::of(std::int64_t steps, std::int64_t changes) const {
    const auto& known = lengths_[static_cast<std::size_t>(changes - 1)];
    return steps < std::ssize(known) ? known[static_cast<std::size_t>(steps)]
                                     : static_cast<double>(n_ - 1);
}

}  // namespace lightsweep::kernels
