#include "kernels/collectives/groups.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "kernels/collectives/transmitters.hpp"

namespace lightsweep::kernels {

namespace {

/// Permutations of the members as permutations of the fabric, each made once.
class Lifting {
  public:
    Lifting(const GroupLists& groups, Node n) : groups_(groups), n_(n) {}

    const Permutation& operator()(const Permutation& members) {
        auto& known = by_hash_[members.hash()];
        for (const auto& [one, lifted] : known)
            if (one == members) return lifted;
        return known.emplace_back(members, lift(members)).second;
    }

  private:
    Permutation lift(const Permutation& members) const {
        if (members.is_label())
            throw std::invalid_argument(members.describe() +
                                        " names no peers, and groups need them: give shift, xor or "
                                        "peer, or no groups, which cost what one costs");
        std::vector<Node> to(static_cast<std::size_t>(n_), -1);
        for (const auto& group : groups_)
            for (Node rank = 0; rank < members.size(); ++rank)
                to[group[rank]] = static_cast<Node>(group[members(rank)]);
        return Permutation::list(std::move(to));
    }
    const GroupLists& groups_;
    Node n_;
    std::unordered_map<std::uint64_t, std::vector<std::pair<Permutation, Permutation>>> by_hash_;
};

bool is_whole_fabric(const GroupLists& groups, Node n) {
    return groups.size() == 1 && groups[0].size() == static_cast<std::size_t>(n) &&
           std::ranges::is_sorted(groups[0]);
}

}  // namespace

GroupLists even_groups(Node n, std::int64_t size, std::int64_t stride) {
    GroupLists groups(static_cast<std::size_t>(n / size));
    for (std::int64_t v = 0; v < n; ++v)
        groups[v / (size * stride) * stride + v % stride].push_back(v);
    return groups;
}

std::optional<GroupFault> fault_of_groups(const GroupLists& groups, Node n) {
    std::set<std::int64_t> taken;
    for (const auto& group : groups) {
        if (group.size() != groups[0].size())
            return GroupFault{"has groups of " + std::to_string(groups[0].size()) + " and of " +
                                  std::to_string(group.size()) + " nodes",
                              "groups of one size; parallel = [...] runs collectives in groups of "
                              "different sizes"};
        for (const auto node : group) {
            if (node < 0 || node >= n)
                return GroupFault{"names node " + std::to_string(node) + ", which does not exist",
                                  "nodes are numbered from 0 to " + std::to_string(n - 1)};
            if (!taken.insert(node).second)
                return GroupFault{"names node " + std::to_string(node) + " twice",
                                  "every node in one group at most"};
        }
    }
    if (groups.empty() || groups[0].size() < 2)
        return GroupFault{"has groups without two nodes, which send nothing",
                          "at least two nodes in a group"};
    return std::nullopt;
}

Collective in_groups(Collective members, const GroupLists& groups, Node n) {
    if (const auto fault = fault_of_groups(groups, n))
        throw std::invalid_argument("groups: " + fault->problem + "; " + fault->remedy);
    if (groups[0].size() != static_cast<std::size_t>(members.n))
        throw std::invalid_argument("groups of " + std::to_string(groups[0].size()) +
                                    " nodes cannot run a collective of " +
                                    std::to_string(members.n));
    if (is_whole_fabric(groups, n)) return members;
    members.algorithm = members.name();
    if (members.primitive != Primitive::sequence) members.primitive = Primitive::custom;
    members.n = n;
    members.blocks = nullptr;
    Lifting lift(groups, n);
    for (auto& step : members.steps) {
        step.peer = lift(step.peer);
        for (auto& other : step.other_peers) other = lift(other);
    }
    for (auto& part : members.parts) part = in_groups(std::move(part), groups, n);
    for (auto& one : members.alternatives) one = in_groups(std::move(one), groups, n);
    if (!members.pipeline) return members;
    auto pipeline = *members.pipeline;
    pipeline.build = [build = pipeline.build, groups, n](std::int64_t chunks) {
        return in_groups(build(chunks), groups, n);
    };
    members.pipeline = std::make_shared<const Pipeline>(std::move(pipeline));
    return members;
}

namespace {

/// The permutations of one step of several collectives.
class GluedStep {
  public:
    /// entry: numbers that ascend from call to call.
    void add(const Permutation& peer, double bytes, std::size_t entry) {
        if (peer.is_identity() || bytes == 0) return;
        const auto fits = [&](const Glued& one) {
            for (Node v = 0; v < peer.size(); ++v)
                if (peer(v) != v && (one.takes_part[v] || one.takes_part[peer(v)])) return false;
            return one.entry != entry;
        };
        auto place = std::ranges::find_if(all_, fits);
        if (place == all_.end())
            place = all_.insert(place, Glued{std::vector<Node>(std::size_t(peer.size()), -1),
                                             std::vector<bool>(std::size_t(peer.size())), 0, 0});
        for (Node v = 0; v < peer.size(); ++v) {
            if (peer(v) == v) continue;
            place->to[v] = peer(v);
            place->takes_part[v] = place->takes_part[peer(v)] = true;
        }
        place->bytes = std::max(place->bytes, bytes);
        place->entry = entry;
    }

    Step step(Node n) {
        if (all_.empty()) return {Permutation::shift(n, 0), 0};
        Step whole{Permutation::list(std::move(all_[0].to)), all_[0].bytes};
        std::vector<double> bytes{all_[0].bytes};
        for (std::size_t i = 1; i < all_.size(); ++i) {
            whole.other_peers.push_back(Permutation::list(std::move(all_[i].to)));
            bytes.push_back(all_[i].bytes);
        }
        set_bytes(whole, bytes);
        return whole;
    }

  private:
    struct Glued {
        std::vector<Node> to;
        std::vector<bool> takes_part;
        double bytes;
        std::size_t entry;  ///< that was glued last
    };
    std::vector<Glued> all_;
};

}  // namespace

Collective glued(const std::vector<Collective>& entries) {
    std::size_t length = 0;
    Collective whole{Primitive::custom, {}, entries.front().n, {}, {}};
    for (const auto& entry : entries) {
        length = std::max(length, entry.steps.size());
        whole.algorithm += (whole.algorithm.empty() ? "" : " | ") + entry.name();
    }
    for (std::size_t i = 0; i < length; ++i) {
        GluedStep together;
        for (std::size_t e = 0; e < entries.size(); ++e) {
            if (i >= entries[e].steps.size()) continue;
            const auto& step = entries[e].steps[i];
            for (std::size_t c = 0; c < step.demand().size(); ++c)
                together.add(step.demand()[c], step.share * step.weight(c), e + 1);
        }
        whole.steps.push_back(together.step(whole.n));
    }
    return whole;
}

}  // namespace lightsweep::kernels
