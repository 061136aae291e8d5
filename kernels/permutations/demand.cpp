#include "kernels/permutations/demand.hpp"

#include <algorithm>
#include <vector>

namespace lightsweep::kernels {

namespace {

/// Whether every node sends in all permutations or in none, to another node each time unless the
/// permutations are equal.
bool is_regular(const Demand& demand) {
    bool shifts = true, masks = true;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const bool idle = demand[i].is_identity();
        shifts = shifts && (idle || demand[i].as_shift());
        masks = masks && (idle || demand[i].as_exclusive_or());
    }
    return shifts || masks;
}

/// Whether no node is idle, as far as the form tells.
bool sends_everywhere(const Permutation* p) {
    return p->as_shift() || p->as_exclusive_or() || p->as_translation();
}

std::vector<const Permutation*> active(const Demand& demand) {
    std::vector<const Permutation*> found;
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!demand[i].is_identity()) found.push_back(&demand[i]);
    return found;
}

std::int64_t count_different(std::vector<Node>& nodes) {
    std::ranges::sort(nodes);
    return std::unique(nodes.begin(), nodes.end()) - nodes.begin();
}

/// The largest count(peers), over the peers to which one node sends and those from which it
/// receives.
template <typename Count>
std::int64_t largest(const Demand& demand, const Count& count) {
    std::vector<std::vector<Node>> to(static_cast<std::size_t>(demand.nodes())), from(to.size());
    for (const Permutation* p : active(demand))
        for (Node j = 0; j < demand.nodes(); ++j) {
            if ((*p)(j) == j) continue;
            to[j].push_back((*p)(j));
            from[(*p)(j)].push_back(j);
        }
    std::int64_t most = 0;
    for (auto* side : {&to, &from})
        for (auto& peers : *side) most = std::max<std::int64_t>(most, count(peers));
    return most;
}

}  // namespace

// Fast path for one permutation, which is asked for millions of times: it needs no lists.

bool Demand::is_idle() const {
    if (!first_->is_identity()) return false;
    return std::ranges::all_of(others_, [](const Permutation& p) { return p.is_identity(); });
}

const Permutation* Demand::single() const {
    if (others_.empty()) return first_->is_identity() ? nullptr : first_;
    const auto found = active(*this);
    return found.size() == 1 ? found.front() : nullptr;
}

std::int64_t Demand::width() const {
    if (others_.empty()) return first_->is_identity() ? 0 : 1;
    const auto found = active(*this);
    if (found.size() <= 1 || std::ranges::all_of(found, sends_everywhere))
        return static_cast<std::int64_t>(found.size());
    return largest(*this, [](const std::vector<Node>& peers) { return peers.size(); });
}

std::int64_t Demand::most_peers() const {
    if (others_.empty()) return width();
    const auto found = active(*this);
    if (found.size() <= 1) return static_cast<std::int64_t>(found.size());
    if (!is_regular(*this)) return largest(*this, count_different);
    std::int64_t different = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        different += std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](const Permutation* p) { return *p == *found[i]; });
    return different;
}

}  // namespace lightsweep::kernels
