#include "solvers/frontier/gathers/tilings.hpp"

#include <numeric>

namespace lightsweep::solvers::frontier {

namespace {

/// The sums of a tiling: of whole vectors if no set is scattered, else of a part of every node.
class TilingMovement {
  public:
    TilingMovement(Node rows, Node columns, std::vector<Node> lanes,
                   const std::vector<TilingSet>& sets)
        : rows_(rows),
          columns_(columns),
          lanes_(std::move(lanes)),
          movement_{Group(rows, columns)} {
        if (is_whole(sets)) {
            for (const auto& set : sets)
                movement_.steps.push_back({lanes_, peers_of(set), MovementStep::Kind::whole});
            movement_.chunks = 1;
            return;
        }
        // Offsets from a node whose part is summed up there; those that are sums of whole sets.
        Offsets heads(static_cast<std::size_t>(rows * columns)), whole{0};
        std::iota(heads.begin(), heads.end(), Node{0});
        std::vector<std::pair<const TilingSet*, Offsets>> scattered;
        for (const auto& set : sets) {
            if (set.scattered)
                scattered.emplace_back(&set, heads = sums(whole, elements(set.within)));
            else
                whole = sums(whole, with_none(peers_of(set)));
            add(set, heads, MovementStep::Kind::sum);
        }
        for (auto back = scattered.rbegin(); back != scattered.rend(); ++back)
            add(*back->first, back->second, MovementStep::Kind::copy);
    }
    Movement take() { return std::move(movement_); }

  private:
    using Offsets = std::vector<Node>;

    Offsets elements(const Lattice& lattice) const {
        Offsets all;
        for (Node node = 0; node < rows_ * columns_; ++node)
            if (lattice.has(node % columns_, node / columns_)) all.push_back(node);
        return all;
    }
    Offsets peers_of(const TilingSet& set) const { return peers_at(set.shifts, rows_, columns_); }
    static Offsets with_none(Offsets peers) {
        peers.push_back(0);
        return peers;
    }
    Offsets sums(const Offsets& some, const Offsets& others) const {
        Offsets all;
        for (const Node one : some)
            for (const Node other : others) all.push_back(movement_.group.multiply(one, other));
        return all;
    }
    /// Sums to the heads from the shifts behind them, or copies from the heads to the shifts.
    void add(const TilingSet& set, const Offsets& heads, MovementStep::Kind kind) {
        MovementStep step{lanes_, peers_of(set), kind};
        step.sends.emplace_back();
        const auto& group = movement_.group;
        for (const Node head : heads)
            for (const Node peer : step.peers)
                step.sends[0].push_back(
                    kind == MovementStep::Kind::sum
                        ? ChunkSend{group.multiply(head, group.inverse(peer)), head}
                        : ChunkSend{head, group.multiply(head, peer)});
        movement_.steps.push_back(std::move(step));
    }

    Node rows_, columns_;
    Offsets lanes_;
    Movement movement_;
};

}  // namespace

bool is_whole(const std::vector<TilingSet>& sets) {
    return std::ranges::none_of(sets, &TilingSet::scattered);
}

std::string in_words(const std::vector<TilingSet>& sets, Node rows) {
    std::string text = "shifts";
    for (const auto& set : sets) {
        if (&set != &sets.front()) text += " |";
        for (const auto& [x, y, vectors] : set.shifts)
            text += rows == 1 ? " " + std::to_string(x)
                              : " (" + std::to_string(x) + ", " + std::to_string(y) + ")";
        if (set.scattered) text += " scattered";
    }
    return text;
}

Movement tiling_movement(Node rows, Node columns, const std::vector<Node>& lanes,
                         const std::vector<TilingSet>& sets) {
    return TilingMovement(rows, columns, lanes, sets).take();
}

}  // namespace lightsweep::solvers::frontier
