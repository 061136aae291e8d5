#pragma once
// Pairwise exchanges drawn from a seed, and permutations in words.

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {

inline std::string text_of(const kernels::Permutation& p) {
    std::string text = p.describe();
    if (p.as_shift() || p.as_exclusive_or()) return text;
    for (kernels::Node j = 0; j < p.size(); ++j) text += " " + std::to_string(p(j));
    return text;
}

/// An exchange of random pairs among nodes that one of the given sets holds; each with somebody if
/// `all`.
inline kernels::Permutation draw_exchange(Generator& g, kernels::Node n,
                                          std::vector<std::vector<kernels::Node>> among, bool all) {
    std::vector<kernels::Node> to(static_cast<std::size_t>(n), -1);
    for (auto& nodes : among) {
        std::shuffle(nodes.begin(), nodes.end(), g);
        for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) {
            if (!all && draw(g, 0, 3) == 0) continue;
            to[nodes[i]] = nodes[i + 1];
            to[nodes[i + 1]] = nodes[i];
        }
    }
    return kernels::Permutation::list(to);
}

inline std::vector<kernels::Node> nodes_upto(kernels::Node n) {
    std::vector<kernels::Node> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

inline std::string instance(int seed, int k) {
    return "seed " + std::to_string(seed) + " instance " + std::to_string(k);
}

}  // namespace lightsweep::tests
