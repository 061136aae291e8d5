#include "kernels/collectives/free_orders.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"

namespace lightsweep::kernels {

namespace {

using Places = std::vector<std::size_t>;

/// The group of a collective without parts; count 0 if nothing is free.
FreeSteps own_group(const Collective& collective) {
    const auto count = collective.steps.size();
    const bool permutations = std::ranges::all_of(
        collective.steps, [](const Step& step) { return step.other_peers.empty(); });
    if (!permutations || collective.mirrored) return {0, 0, false};
    const auto* row = find_collective(collective.name()).row;
    const auto free = row ? row->facts.free_order : FreeOrder::none;
    if (free == FreeOrder::all_steps) return {0, count, true};
    if (free == FreeOrder::second_half) return {count / 2, count / 2, false};
    return {0, 0, false};
}

// ---- all-to-all: every block in the steps that it needs ----------------------------------------

/// needs[o * n + t][k]: the block from o to t travels in step k of the given order.
std::vector<std::vector<bool>> needed_steps(const Collective& given) {
    const auto n = static_cast<std::size_t>(given.n);
    std::vector<std::vector<bool>> needs(n * n, std::vector<bool>(given.steps.size(), false));
    for (std::size_t k = 0; k < given.steps.size(); ++k)
        for (Node sender = 0; sender < given.n; ++sender)
            for (const auto block : given.blocks(k, sender).blocks) needs[block][k] = true;
    return needs;
}

/// [step][sender]: the blocks that the sender sends in the step.
using Sent = std::vector<std::vector<std::vector<std::int64_t>>>;

Sent moved_blocks(const Collective& given, const Places& order) {
    const auto needs = needed_steps(given);
    Sent sent(order.size(), std::vector<std::vector<std::int64_t>>(given.n));
    for (std::size_t block = 0; block < needs.size(); ++block) {
        auto holder = static_cast<Node>(block / static_cast<std::size_t>(given.n));
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (!needs[block][order[i]]) continue;
            sent[i][holder].push_back(static_cast<std::int64_t>(block));
            holder = given.steps[order[i]].peer(holder);
        }
    }
    return sent;
}

Collective reordered_all_to_all(const Collective& given, const Places& order) {
    Collective result = given;
    for (std::size_t i = 0; i < order.size(); ++i) result.steps[i] = given.steps[order[i]];
    if (!given.blocks) return result;
    const auto sent = std::make_shared<const Sent>(moved_blocks(given, order));
    result.blocks = [sent](std::size_t k, Node sender) {
        return BlockTransfer{(*sent)[k][sender]};
    };
    return result;
}

// ---- all-gather by exchanges -------------------------------------------------------------------

/// The blocks that a node holds after exchanges with these peers: its own and theirs.
std::vector<std::int64_t> gathered(const std::vector<Permutation>& peers, std::size_t count,
                                   Node node) {
    std::vector<std::int64_t> held{node};
    for (std::size_t k = 0; k < count; ++k) {
        const auto known = held.size();
        for (std::size_t i = 0; i < known; ++i)
            held.push_back(peers[k](static_cast<Node>(held[i])));
    }
    return held;
}

Collective reordered_gather(const Collective& given, const Places& order) {
    Collective result = given;
    const auto turn = given.steps.size() - order.size();
    std::vector<Permutation> peers;
    for (std::size_t i = 0; i < order.size(); ++i) {
        peers.push_back(given.steps[turn + order[i]].peer);
        result.steps[turn + i].peer = peers.back();
    }
    if (!given.blocks) return result;
    result.blocks = [scatter = given.blocks, peers, turn](std::size_t k, Node sender) {
        if (k < turn) return scatter(k, sender);
        return BlockTransfer{gathered(peers, k - turn, sender)};
    };
    return result;
}

void require_order(const FreeSteps& group, Places order) {
    std::ranges::sort(order);
    Places all(group.count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (order != all)
        throw std::invalid_argument("order: give every number from 0 to " +
                                    std::to_string(group.count - 1) + " once for the steps from " +
                                    std::to_string(group.first) + " on");
}

}  // namespace

std::vector<FreeSteps> free_steps(const Collective& collective) {
    std::vector<FreeSteps> groups;
    if (collective.primitive != Primitive::sequence) {
        const auto group = own_group(collective);
        if (group.count > 1) groups.push_back(group);
        return groups;
    }
    std::size_t first = 0;
    for (const auto& part : collective.parts) {
        for (auto group : free_steps(part)) {
            group.first += first;
            groups.push_back(group);
        }
        first += part.steps.size();
    }
    return groups;
}

Collective reordered(const Collective& collective, std::span<const Places> orders) {
    const auto groups = free_steps(collective);
    if (groups.size() != orders.size())
        throw std::invalid_argument("order: " + std::to_string(orders.size()) + " given, " +
                                    collective.name() + " has " + std::to_string(groups.size()) +
                                    " groups of free steps");
    if (collective.primitive != Primitive::sequence) {
        if (groups.empty()) return collective;
        require_order(groups[0], orders[0]);
        return groups[0].bytes_move ? reordered_all_to_all(collective, orders[0])
                                    : reordered_gather(collective, orders[0]);
    }
    std::vector<Collective> parts;
    for (const auto& part : collective.parts) {
        const auto own = free_steps(part).size();
        parts.push_back(reordered(part, orders.first(own)));
        orders = orders.subspan(own);
    }
    return sequence(std::move(parts));
}

bool can_be_mirrored(std::string_view name) {
    const auto* row = find_collective(name).row;
    return row && row->facts.mirrors;
}

Collective with_mirrored_halves(Collective collective) {
    for (auto& step : collective.steps) {
        if (!step.peer.as_shift() || !step.other_peers.empty())
            throw std::invalid_argument("mirrored: " + collective.name() +
                                        " has other steps than shifts on one port");
        step.share /= 2;
    }
    collective.mirrored = true;
    collective.blocks = nullptr;
    for (auto& part : collective.parts) part = with_mirrored_halves(std::move(part));
    return collective;
}

Permutation mirror_image(const Permutation& peer) {
    const auto ahead = peer.as_shift();
    if (!ahead) throw std::invalid_argument("only shifts have a mirror image");
    return Permutation::shift(peer.size(), -*ahead);
}

}  // namespace lightsweep::kernels
