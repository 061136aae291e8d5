#include "kernels/collectives/lattice_collectives.hpp"

#include <algorithm>

namespace lightsweep::kernels {

namespace {

struct Lattice {
    std::vector<Node> dims, strides;
    Node n = 1;

    explicit Lattice(const std::vector<Node>& sizes) : dims(sizes), strides(sizes.size()) {
        for (std::size_t k = dims.size(); k-- > 0;) {
            strides[k] = n;
            n *= dims[k];
        }
    }
    Node coordinate(std::int64_t node, std::size_t k) const {
        return static_cast<Node>(node / strides[k] % dims[k]);
    }
    /// The node whose coordinate k is `to`, modulo the size of that dimension.
    Node moved(Node node, std::size_t k, std::int64_t to) const {
        return node + (modulo(to, dims[k]) - coordinate(node, k)) * strides[k];
    }
    Permutation next_along(std::size_t k) const {
        std::vector<std::int64_t> offset(dims.size(), 0);
        offset[k] = 1;
        return Permutation::translation(dims, std::move(offset));
    }
    /// Blocks of nodes that share the sender's coordinates below k, have `at` in k, and anything
    /// above.
    std::vector<std::int64_t> blocks(Node sender, std::size_t k, std::int64_t at) const {
        const Node first = moved(sender, k, at), below = first / strides[k] * strides[k];
        std::vector<std::int64_t> found(static_cast<std::size_t>(strides[k]));
        for (Node i = 0; i < strides[k]; ++i) found[i] = below + i;
        return found;
    }
};

/// One pass along one dimension.
struct Pass {
    std::size_t dimension;
    Node number;
};

Collective bucket(const std::vector<Node>& dims, Primitive primitive) {
    const bool reduces = primitive == Primitive::reduce_scatter;
    const Lattice lattice(dims);
    std::vector<Pass> passes;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::size_t k = reduces ? i : dims.size() - 1 - i;
        for (Node p = 0; p + 1 < dims[k]; ++p) passes.push_back({k, p});
    }
    Collective result{primitive, {}, lattice.n, {}, {}};
    for (const auto& pass : passes)
        result.steps.push_back({lattice.next_along(pass.dimension),
                                static_cast<double>(lattice.strides[pass.dimension]) / lattice.n});
    result.blocks = [lattice, passes, reduces](std::size_t step, Node sender) {
        const auto [k, p] = passes[step];
        const std::int64_t at = lattice.coordinate(sender, k) - p - (reduces ? 1 : 0);
        return BlockTransfer{lattice.blocks(sender, k, at), reduces};
    };
    return result;
}

}  // namespace

Collective bucket_reduce_scatter(const std::vector<Node>& dims) {
    return bucket(dims, Primitive::reduce_scatter);
}

Collective bucket_all_gather(const std::vector<Node>& dims) {
    return bucket(dims, Primitive::all_gather);
}

std::int64_t bucket_steps(const std::vector<Node>& dims) {
    std::int64_t steps = 0;
    for (const Node size : dims) steps += size - 1;
    return steps;
}

std::vector<Permutation> swing_exchanges(const std::vector<Node>& dims) {
    const Lattice lattice(dims);
    std::vector<Permutation> exchanges;
    std::int64_t power = -2, reached = 2;  // (-2)^(s + 1) and 2^(s + 1) of the local step s
    const Node largest = *std::max_element(dims.begin(), dims.end());
    for (; reached <= largest; power *= -2, reached *= 2)
        for (std::size_t k = 0; k < dims.size(); ++k) {
            if (dims[k] < reached) continue;
            const std::int64_t rho = (1 - power) / 3;
            std::vector<Node> to(static_cast<std::size_t>(lattice.n));
            for (Node j = 0; j < lattice.n; ++j) {
                const Node c = lattice.coordinate(j, k);
                to[j] = lattice.moved(j, k, c % 2 == 0 ? c + rho : c - rho);
            }
            exchanges.push_back(Permutation::list(std::move(to)));
        }
    return exchanges;
}

}  // namespace lightsweep::kernels
