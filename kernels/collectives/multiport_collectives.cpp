#include "kernels/collectives/multiport_collectives.hpp"

#include <array>
#include <cmath>

#include "kernels/collectives/lattice_collectives.hpp"

namespace lightsweep::kernels {

namespace {

// ---- ring, both ways at once -----------------------------------------------------------------

/// The blocks of n nodes, cut into halves if a step between antipodes carries a half each way.
struct TwoWays {
    std::int64_t n, steps;

    std::int64_t pieces() const { return n % 2 == 0 ? 2 : 1; }
    /// Whether a block that has travelled over `way` nodes is at the antipode of its origin.
    bool meets(std::int64_t way) const { return 2 * way == n; }

    /// Pieces of a block that travel forward, then of a block that travel back, over `way` nodes.
    BlockTransfer transfer(std::int64_t forward, std::int64_t back, std::int64_t way,
                           bool reduce) const {
        if (meets(way)) return {{2 * forward, 2 * back + 1}, reduce};
        BlockTransfer result{{}, reduce};
        for (const std::int64_t block : {forward, back})
            for (std::int64_t piece = 0; piece < pieces(); ++piece)
                result.blocks.push_back(block * pieces() + piece);
        return result;
    }
};

// ---- four buckets on a square torus ------------------------------------------------------------

constexpr int n_buckets = 4;

/// A symmetry of the torus that swaps its dimensions, reverses them, or both; it is its own
/// inverse.
struct Image {
    Node side;
    bool backward, swapped;

    Image(Node q, int bucket) : side(q), backward(bucket % 2 == 1), swapped(bucket >= 2) {}

    Node operator()(std::int64_t node) const {
        auto row = static_cast<Node>(node / side), column = static_cast<Node>(node % side);
        if (swapped) std::swap(row, column);
        if (backward) row = modulo(-row, side), column = modulo(-column, side);
        return row * side + column;
    }
};

/// The bucket that sends in direction `peer` of the step's four directions; in the second dimension
/// the buckets have exchanged their directions.
int bucket_towards(int peer, bool first_dimension) {
    return first_dimension ? peer : (peer + n_buckets / 2) % n_buckets;
}

Step to_four_neighbours(Node side, double share) {
    const std::vector<Node> dims{side, side};
    const auto along = [&dims](std::int64_t rows, std::int64_t columns) {
        return Permutation::translation(dims, {rows, columns});
    };
    return {along(1, 0), share, {along(-1, 0), along(0, 1), along(0, -1)}};
}

}  // namespace

std::int64_t two_way_ring_steps(std::int64_t n) {
    return n / 2;
}

Collective two_way_ring(Node n, Primitive primitive) {
    const TwoWays ways{n, two_way_ring_steps(n)};
    const bool reduce = primitive == Primitive::reduce_scatter;
    // The distance that a step's blocks have travelled (all-gather) or still have to travel
    // (reduce-scatter).
    const auto way_of = [ways, reduce](std::size_t k) {
        const auto done = static_cast<std::int64_t>(k);
        return reduce ? ways.steps - done : done + 1;
    };
    Collective result{primitive, {}, n, {}, {}};
    result.pieces = ways.pieces();
    for (std::size_t k = 0; k < static_cast<std::size_t>(ways.steps); ++k) {
        const double share = (ways.meets(way_of(k)) ? 0.5 : 1.0) / n;
        result.steps.push_back({Permutation::shift(n, 1), share, {Permutation::shift(n, -1)}});
    }
    result.blocks = [ways, way_of, reduce, n](std::size_t k, Node sender) {
        const std::int64_t way = way_of(k), ahead = reduce ? way : 1 - way;
        return ways.transfer(modulo(sender + ahead, n), modulo(sender - ahead, n), way, reduce);
    };
    return result;
}

Node square_side(std::int64_t n) {
    const auto side = static_cast<Node>(std::llround(std::sqrt(static_cast<double>(n))));
    const bool fits = std::int64_t{side} * side == n && (side == 1 || side >= 3);
    return fits ? side : 0;
}

std::int64_t multiport_bucket_steps(std::int64_t n) {
    return std::max<std::int64_t>(0, 2 * (std::int64_t{square_side(n)} - 1));
}

Collective multiport_bucket(Node n, Primitive primitive) {
    const Node side = square_side(n);
    const std::vector<Node> dims{side, side};
    const auto one = primitive == Primitive::reduce_scatter ? bucket_reduce_scatter(dims)
                                                            : bucket_all_gather(dims);
    Collective result{primitive, {}, n, {}, {}};
    result.pieces = n_buckets;
    for (const auto& step : one.steps)
        result.steps.push_back(to_four_neighbours(side, step.share / n_buckets));
    const auto down = Permutation::translation(dims, {1, 0});
    result.blocks = [one, side, down](std::size_t k, Node sender) {
        BlockTransfer all;
        for (int peer = 0; peer < n_buckets; ++peer) {
            const int bucket = bucket_towards(peer, one.steps[k].peer == down);
            const Image image(side, bucket);
            const auto transfer = one.blocks(k, image(sender));
            for (const auto block : transfer.blocks)
                all.blocks.push_back(std::int64_t{image(block)} * n_buckets + bucket);
            all.reduce = transfer.reduce;
        }
        return all;
    };
    return result;
}

}  // namespace lightsweep::kernels
