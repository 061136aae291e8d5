#include "kernels/collectives/collective.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

using Contributors = std::vector<bool>;

/// For every node and block: the set of nodes whose data the node's copy contains.
class BlockStore {
  public:
    explicit BlockStore(const Collective& c)
        : n_(c.n),
          root_(c.root),
          pieces_(c.pieces),
          blocks_(c.primitive == Primitive::all_to_all ? std::int64_t{c.n} * c.n : c.n * pieces_),
          held_(static_cast<std::size_t>(n_ * blocks_),
                Contributors(static_cast<std::size_t>(c.n))) {
        for (Node node = 0; node < c.n; ++node) start(c.primitive, node);
    }

    Contributors& at(Node node, std::int64_t block) { return held_[node * blocks_ + block]; }
    std::int64_t blocks() const { return blocks_; }

    bool holds_any(Node node, std::int64_t block) {
        for (const bool in : at(node, block))
            if (in) return true;
        return false;
    }
    bool holds_all(Node node, std::int64_t block) {
        for (const bool in : at(node, block))
            if (!in) return false;
        return true;
    }

  private:
    void start(Primitive primitive, Node node) {
        for (std::int64_t block = 0; block < blocks_; ++block) {
            const bool from_root =
                primitive == Primitive::broadcast || primitive == Primitive::scatter;
            const bool gathers =
                primitive == Primitive::all_gather || primitive == Primitive::gather;
            const bool own = gathers                              ? block / pieces_ == node
                             : primitive == Primitive::all_to_all ? block / n_ == node
                             : from_root                          ? node == root_
                                                                  : true;
            if (!own) continue;
            if (gathers || from_root)
                at(node, block).assign(static_cast<std::size_t>(n_), true);
            else
                at(node, block)[node] = true;
        }
    }

    std::int64_t n_, root_, pieces_, blocks_;
    std::vector<Contributors> held_;
};

struct Parcel {
    Node receiver;
    std::int64_t block;
    Contributors data;
    bool reduce;
};

std::string at_step(std::size_t step, Node node, const std::string& what) {
    return "step " + std::to_string(step) + ", node " + std::to_string(node) + ": " + what;
}

/// Number of blocks for every peer, in the order of the permutations.
std::vector<std::size_t> counts_per_peer(const BlockTransfer& transfer, std::size_t peers) {
    if (!transfer.per_peer.empty()) return transfer.per_peer;
    return std::vector<std::size_t>(peers, transfer.blocks.size() / peers);
}

/// Whether every node sends the same number of blocks in a step. Where the peers' bytes differ and
/// in rooted collectives, nodes may send less than the share, or nothing.
bool moves_evenly(const Collective& c) {
    return c.primitive < Primitive::broadcast && !c.has_idle_senders &&
           std::ranges::all_of(c.steps, [](const Step& step) { return step.weights.empty(); });
}

/// Whether no peer gets more blocks than its share of step k.
bool within_shares(const Collective& c, std::size_t k, const std::vector<std::size_t>& counts) {
    const auto& step = c.steps[k];
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (static_cast<double>(counts[i]) >
            step.share * step.weight(i) * static_cast<double>(c.n * c.pieces) + 1e-9)
            return false;
    return true;
}

/// The first permutation of a step of which no sender sends its whole share.
std::optional<std::string> unused_share(const Collective& c, std::size_t k) {
    const auto& step = c.steps[k];
    for (std::size_t i = 0; i < step.demand().size(); ++i) {
        std::size_t most = 0;
        for (Node node = 0; node < c.n; ++node)
            most = std::max(most, counts_per_peer(c.blocks(k, node), step.demand().size())[i]);
        const double share = step.share * step.weight(i) * static_cast<double>(c.n * c.pieces);
        if (std::abs(static_cast<double>(most) - share) > 1e-9 * (1 + share))
            return "step " + std::to_string(k) + ": at most " + std::to_string(most) +
                   " blocks of a share of " + std::to_string(share) + " go to peer " +
                   std::to_string(i);
    }
    return std::nullopt;
}

std::optional<std::string> send(const Collective& c, BlockStore& store, std::size_t k, Node node,
                                std::vector<Parcel>& parcels) {
    const BlockTransfer transfer = c.blocks(k, node);
    const auto demand = c.steps[k].demand();
    const double expected = c.steps[k].share * static_cast<double>(c.n * c.pieces);
    const auto counts = counts_per_peer(transfer, demand.size());
    const auto most = static_cast<double>(*std::ranges::max_element(counts));
    const bool fits = moves_evenly(c) ? std::abs(most - expected) <= 1e-9 * (1 + expected)
                                      : within_shares(c, k, counts);
    if (counts.size() != demand.size() || !fits ||
        std::accumulate(counts.begin(), counts.end(), std::size_t{0}) != transfer.blocks.size())
        return at_step(k, node,
                       "sends " + std::to_string(transfer.blocks.size()) + " blocks, at most " +
                           std::to_string(most) + " to a peer; the step's volume is " +
                           std::to_string(expected));
    std::size_t peer = 0, left = counts[0];
    for (std::size_t i = 0; i < transfer.blocks.size(); ++i, --left) {
        while (left == 0) left = counts[++peer];
        const std::int64_t block = transfer.blocks[i];
        if (!store.holds_any(node, block))
            return at_step(k, node, "sends block " + std::to_string(block) + " without holding it");
        parcels.push_back({demand[peer](node), block, store.at(node, block), transfer.adds(i)});
        if (c.primitive == Primitive::all_to_all)
            store.at(node, block).assign(static_cast<std::size_t>(c.n), false);
    }
    return std::nullopt;
}

std::optional<std::string> receive(BlockStore& store, std::size_t k, const Parcel& parcel) {
    Contributors& held = store.at(parcel.receiver, parcel.block);
    if (!parcel.reduce) {
        held = parcel.data;
        return std::nullopt;
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (held[i] && parcel.data[i])
            return at_step(k, parcel.receiver,
                           "adds node " + std::to_string(i) + " to block " +
                               std::to_string(parcel.block) + " a second time");
        held[i] = held[i] || parcel.data[i];
    }
    return std::nullopt;
}

bool has_result(const Collective& c, BlockStore& store, Node node, std::int64_t block) {
    switch (c.primitive) {
        case Primitive::reduce_scatter:
        case Primitive::scatter:
            return block / c.pieces != node || store.holds_all(node, block);
        case Primitive::reduce:
        case Primitive::gather:
            return node != c.root || store.holds_all(node, block);
        case Primitive::all_to_all:
            return block % c.n != node || store.holds_any(node, block);
        default:
            return store.holds_all(node, block);
    }
}

}  // namespace

const char* name_of(Primitive primitive) {
    switch (primitive) {
        case Primitive::reduce_scatter:
            return "reduce-scatter";
        case Primitive::all_gather:
            return "allgather";
        case Primitive::all_reduce:
            return "allreduce";
        case Primitive::all_to_all:
            return "alltoall";
        case Primitive::custom:
            return "custom";
        case Primitive::sequence:
            return "sequence";
        case Primitive::broadcast:
            return "broadcast";
        case Primitive::reduce:
            return "reduce";
        case Primitive::gather:
            return "gather";
        case Primitive::scatter:
            return "scatter";
    }
    return "";
}

std::string Collective::name() const {
    const bool whole = primitive == Primitive::custom || primitive == Primitive::sequence;
    return whole ? algorithm : name_of(primitive) + ("/" + algorithm);
}

std::string Step::describe_peers() const {
    std::string text = peer.describe();
    for (const auto& other : other_peers) text += " | " + other.describe();
    return text;
}

Node Collective::matching_ports() const {
    if (ports > 0 && !transmitters.make_circuits()) return ports;
    std::size_t most = 1;
    for (const auto& step : steps) most = std::max(most, 1 + step.other_peers.size());
    return static_cast<Node>(most);
}

Node Collective::union_ports() const {
    const auto is_union = [](const Step& step) { return !step.other_peers.empty(); };
    return std::ranges::any_of(steps, is_union) ? matching_ports() : 0;
}

double Step::width() const {
    if (weights.empty()) return static_cast<double>(demand().width());
    std::vector<double> out(static_cast<std::size_t>(peer.size()), 0.0), in = out;
    for (std::size_t i = 0; i < demand().size(); ++i)
        for (Node j = 0; j < peer.size(); ++j)
            if (const Node to = demand()[i](j); to != j) {
                out[j] += weights[i];
                in[to] += weights[i];
            }
    return std::max(*std::ranges::max_element(out), *std::ranges::max_element(in));
}

BlockTransfer blocks_to(const BlockTransfer& all, std::size_t peer, std::size_t peers) {
    if (peers == 1) return all;
    std::size_t begin = 0;
    const auto count = [&](std::size_t i) {
        return all.per_peer.empty() ? all.blocks.size() / peers : all.per_peer[i];
    };
    for (std::size_t i = 0; i < peer; ++i) begin += count(i);
    const auto own = [&](const auto& list) {
        const auto first = list.begin() + static_cast<std::ptrdiff_t>(begin);
        return std::remove_cvref_t<decltype(list)>(
            first, first + static_cast<std::ptrdiff_t>(count(peer)));
    };
    BlockTransfer part{own(all.blocks), all.reduce};
    if (!all.reduces.empty()) part.reduces = own(all.reduces);
    return part;
}

std::int64_t Pipeline::best_chunks(double message_time, double latency, int planes) const {
    const int own = std::max(1, planes / static_cast<int>(peers));
    const double all = share * message_time * planes / own;
    const auto time = [&](std::int64_t chunks) {
        const auto c = static_cast<double>(chunks);
        return (static_cast<double>(lead) + c) * (latency + all / c);
    };
    constexpr double most = 1 << 16;  // without a latency more chunks are always better
    const double ideal = latency > 0 ? std::sqrt(static_cast<double>(lead) * all / latency) : most;
    const auto below = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(ideal, most)));
    return time(below + 1) < time(below) ? below + 1 : below;
}

double Collective::sharing_width(const Step& step) const {
    if (transmitters.count > 0) return step.demand().is_idle() ? 0.0 : 1.0;
    return step.width();
}

Collective all_reduce_of(const Collective& scatter, const Collective& gather) {
    Collective result{Primitive::all_reduce, {}, scatter.n, scatter.steps, {}};
    result.pieces = scatter.pieces;
    result.steps.insert(result.steps.end(), gather.steps.begin(), gather.steps.end());
    result.blocks = [scatter, gather](std::size_t k, Node sender) {
        const std::size_t turn = scatter.steps.size();
        return k < turn ? scatter.blocks(k, sender) : gather.blocks(k - turn, sender);
    };
    return result;
}

Collective sequence(std::vector<Collective> parts) {
    if (parts.empty()) throw std::invalid_argument("a sequence needs at least one collective");
    Collective result{Primitive::sequence, {}, parts.front().n, {}, {}, {}};
    for (const auto& part : parts) {
        if (part.n != result.n)
            throw std::invalid_argument("sequence: " + part.name() + " is for " +
                                        std::to_string(part.n) + " nodes, the first for " +
                                        std::to_string(result.n));
        result.algorithm += (result.algorithm.empty() ? "" : "+") + part.name();
        result.steps.insert(result.steps.end(), part.steps.begin(), part.steps.end());
    }
    result.parts = std::move(parts);
    return result;
}

namespace {

/// The fault of the first part that breaks its promise, or of a step that differs from the part's.
std::optional<std::string> broken_part(const Collective& c) {
    std::size_t k = 0;
    for (const auto& part : c.parts) {
        if (auto fault = broken_promise(part)) return part.name() + ": " + *fault;
        for (const auto& step : part.steps) {
            const bool same =
                k < c.steps.size() && c.steps[k].sends_like(step) && c.steps[k].share == step.share;
            if (!same) return "step " + std::to_string(k) + " is not that of " + part.name();
            ++k;
        }
    }
    if (k == c.steps.size()) return std::nullopt;
    return "step " + std::to_string(k) + " belongs to no part";
}

}  // namespace

std::optional<std::string> broken_promise(const Collective& c) {
    if (c.primitive == Primitive::custom) return std::nullopt;
    if (c.primitive == Primitive::sequence) return broken_part(c);
    BlockStore store(c);
    for (std::size_t k = 0; k < c.steps.size(); ++k) {
        std::vector<Parcel> parcels;
        for (Node node = 0; node < c.n; ++node)
            if (auto fault = send(c, store, k, node, parcels)) return fault;
        for (const auto& parcel : parcels)
            if (auto fault = receive(store, k, parcel)) return fault;
        if (!moves_evenly(c))
            if (auto fault = unused_share(c, k)) return fault;
    }
    for (Node node = 0; node < c.n; ++node)
        for (std::int64_t block = 0; block < store.blocks(); ++block)
            if (!has_result(c, store, node, block))
                return at_step(c.steps.size(), node, "lacks block " + std::to_string(block));
    return std::nullopt;
}

}  // namespace lightsweep::kernels
