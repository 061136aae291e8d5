#include "kernels/collectives/multiport_collectives.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/collectives/all_to_all.hpp"
#include "kernels/collectives/transmitters.hpp"

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
    /// The neighbour along dimension k at `sign`.
    Permutation next_along(std::size_t k, Node sign) const {
        std::vector<std::int64_t> offset(dims.size(), 0);
        offset[k] = sign;
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
    Collective result{primitive, {}, lattice.n, {}, {}};
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::size_t k = reduces ? i : dims.size() - 1 - i;
        const auto next = lattice.next_along(k, 1);
        for (Node p = 0; p + 1 < dims[k]; ++p) {
            passes.push_back({k, p});
            result.steps.push_back({next, static_cast<double>(lattice.strides[k]) / lattice.n});
        }
    }
    result.blocks = [lattice, passes, reduces](std::size_t step, Node sender) {
        const auto [k, p] = passes[step];
        const std::int64_t at = lattice.coordinate(sender, k) - p - (reduces ? 1 : 0);
        return BlockTransfer{lattice.blocks(sender, k, at), reduces};
    };
    return result;
}

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

Step to_four_neighbours(Node side) {
    const std::vector<Node> dims{side, side};
    const auto along = [&dims](std::int64_t rows, std::int64_t columns) {
        return Permutation::translation(dims, {rows, columns});
    };
    return {along(1, 0), 0, {along(-1, 0), along(0, 1), along(0, -1)}};
}

/// Swing's exchanges that take the dimensions in this order in turn, the even nodes to `sign`
/// first.
std::vector<Permutation> signed_swing(const std::vector<Node>& dims,
                                      const std::vector<std::size_t>& order, Node sign) {
    const Lattice lattice(dims);
    std::vector<Permutation> exchanges;
    std::int64_t power = -2, reached = 2;  // (-2)^(s + 1) and 2^(s + 1) of the local step s
    for (const Node largest = *std::ranges::max_element(dims); reached <= largest;
         power *= -2, reached *= 2)
        for (const std::size_t k : order) {
            if (dims[k] < reached) continue;
            const std::int64_t rho = sign * (1 - power) / 3;
            std::vector<Node> to(static_cast<std::size_t>(lattice.n));
            for (Node j = 0; j < lattice.n; ++j) {
                const Node c = lattice.coordinate(j, k);
                to[j] = lattice.moved(j, k, c % 2 == 0 ? c + rho : c - rho);
            }
            exchanges.push_back(Permutation::list(std::move(to)));
        }
    return exchanges;
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
    std::vector<std::size_t> order(dims.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return signed_swing(dims, order, 1);
}

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

namespace {

/// One collective per port; own: how many of the message's equal pieces each carries. Permutations
/// that several use in the same step are one, with their bytes added.
Collective side_by_side(const std::vector<Collective>& parts, const std::vector<Node>& own) {
    std::vector<std::int64_t> first{0};
    for (const Node pieces : own) first.push_back(first.back() + pieces);
    const auto count = first.back();
    Collective result{parts[0].primitive, {}, parts[0].n, {}, {}};
    result.pieces = count;
    std::vector<std::vector<std::vector<std::size_t>>> users;  // per step and permutation: parts
    for (std::size_t k = 0; k < parts[0].steps.size(); ++k) {
        std::vector<Permutation> peers;
        std::vector<double> bytes;
        users.emplace_back();
        for (std::size_t p = 0; p < parts.size(); ++p) {
            const auto& step = parts[p].steps[k];
            const auto at =
                static_cast<std::size_t>(std::ranges::find(peers, step.peer) - peers.begin());
            if (at == peers.size()) {
                peers.push_back(step.peer);
                bytes.push_back(0);
                users.back().emplace_back();
            }
            bytes[at] += step.share * own[p] / static_cast<double>(count);
            users.back()[at].push_back(p);
        }
        Step whole{peers[0], 0, {peers.begin() + 1, peers.end()}};
        set_bytes(whole, bytes);
        result.steps.push_back(std::move(whole));
    }
    result.blocks = [parts, users, first, count](std::size_t k, Node sender) {
        BlockTransfer all;
        for (const auto& together : users[k]) {
            const auto before = all.blocks.size();
            for (const auto p : together) {
                const auto transfer = parts[p].blocks(k, sender);
                for (const auto block : transfer.blocks)
                    for (auto piece = first[p]; piece < first[p + 1]; ++piece)
                        all.blocks.push_back(block * count + piece);
                all.reduce = transfer.reduce;
            }
            all.per_peer.push_back(all.blocks.size() - before);
        }
        return all;
    };
    return result;
}

/// Dimensions with more than one node, from the q-th of them on, in a cycle.
std::vector<std::size_t> dimensions_from(const std::vector<Node>& dims, std::size_t q) {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < dims.size(); ++k)
        if (dims[k] > 1) order.push_back(k);
    std::ranges::rotate(order, order.begin() + static_cast<std::ptrdiff_t>(q));
    return order;
}

/// A bucket that walks the dimensions in this order, to the neighbour at `sign`.
Collective signed_bucket(const std::vector<Node>& dims, const std::vector<std::size_t>& order,
                         Node sign) {
    const Lattice lattice(dims);
    Collective result{Primitive::reduce_scatter, {}, lattice.n, {}, {}};
    std::vector<Pass> passes;
    double share = 1;
    for (const std::size_t k : order) {
        const auto next = lattice.next_along(k, sign);
        share /= dims[k];
        for (Node p = 0; p + 1 < dims[k]; ++p) {
            passes.push_back({k, p});
            result.steps.push_back({next, share});
        }
    }
    result.blocks = [lattice, passes, order, sign](std::size_t step, Node sender) {
        const auto [k, p] = passes[step];
        const Node at =
            modulo(lattice.coordinate(sender, k) - std::int64_t{sign} * (p + 1), lattice.dims[k]);
        BlockTransfer transfer{{}, true};
        for (Node block = 0; block < lattice.n; ++block) {
            bool fits = lattice.coordinate(block, k) == at;
            for (std::size_t d = 0; fits && order[d] != k; ++d)
                fits = lattice.coordinate(block, order[d]) == lattice.coordinate(sender, order[d]);
            if (fits) transfer.blocks.push_back(block);
        }
        return transfer;
    };
    return result;
}

/// pieces: of every first dimension and sign; empty: 1 each.
template <class Make>
Collective on_all_ports(const std::vector<Node>& dims, const std::vector<Node>& pieces,
                        const Make& make) {
    std::vector<Collective> parts;
    std::vector<Node> own;
    const auto dimensions = dimensions_from(dims, 0).size();
    for (std::size_t q = 0; q < dimensions; ++q)
        for (const Node sign : {1, -1}) {
            parts.push_back(make(dimensions_from(dims, q), sign));
            own.push_back(pieces.empty() ? 1 : pieces[q]);
        }
    if (parts.empty()) parts.push_back(make({}, 1)), own.push_back(1);
    return side_by_side(parts, own);
}

/// An all-gather from a reduce-scatter: backwards in time, to the same neighbours.
Collective mirrored_in_time(const Collective& scatter, const std::vector<Node>& dims,
                            const std::vector<std::size_t>& order, Node sign) {
    auto result = scatter;
    result.primitive = Primitive::all_gather;
    std::ranges::reverse(result.steps);
    const Lattice lattice(dims);
    result.blocks = [scatter, lattice, order, sign](std::size_t k, Node sender) {
        // What a node passes on to the neighbour at `sign`, that neighbour would send at -sign.
        const auto back = scatter.steps.size() - 1 - k;
        std::size_t d = 0, begin = 0;
        while (back >= begin + static_cast<std::size_t>(lattice.dims[order[d]] - 1))
            begin += static_cast<std::size_t>(lattice.dims[order[d++]] - 1);
        const auto dimension = order[d];
        const auto passed = static_cast<std::int64_t>(lattice.dims[dimension]) - 2 -
                            static_cast<std::int64_t>(back - begin);
        const Node at =
            modulo(lattice.coordinate(sender, dimension) - sign * passed, lattice.dims[dimension]);
        BlockTransfer transfer;
        for (Node block = 0; block < lattice.n; ++block) {
            bool fits = lattice.coordinate(block, dimension) == at;
            for (std::size_t e = 0; fits && e < d; ++e)
                fits = lattice.coordinate(block, order[e]) == lattice.coordinate(sender, order[e]);
            if (fits) transfer.blocks.push_back(block);
        }
        return transfer;
    };
    return result;
}

}  // namespace

Collective bucket_on_all_ports(const std::vector<Node>& dims, Primitive primitive,
                               const std::vector<Node>& pieces) {
    return on_all_ports(dims, pieces, [&](const std::vector<std::size_t>& order, Node sign) {
        const auto scatter = signed_bucket(dims, order, sign);
        return primitive == Primitive::reduce_scatter
                   ? scatter
                   : mirrored_in_time(scatter, dims, order, sign);
    });
}

Collective swing_on_all_ports(const std::vector<Node>& dims, Primitive primitive) {
    return on_all_ports(dims, {}, [&](const std::vector<std::size_t>& order, Node sign) {
        auto exchanges = signed_swing(dims, order, sign);
        const Node n = Lattice(dims).n;
        return primitive == Primitive::reduce_scatter ? exchange_scatter(n, std::move(exchanges))
                                                      : exchange_gather(n, std::move(exchanges));
    });
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
    result.steps.assign(one.steps.size(), to_four_neighbours(side));
    for (std::size_t k = 0; k < one.steps.size(); ++k)
        result.steps[k].share = one.steps[k].share / n_buckets;
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
