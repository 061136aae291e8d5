#include "solvers/frontier/plans/mixed_lanes.hpp"

#include <algorithm>
#include <set>

#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Lanes per direction that stay, all `stay` of them together: as equal as possible, and few
/// directions first. Opposite directions and, on a torus, the two dimensions count alike.
std::vector<std::vector<Node>> shares(Node stay, std::size_t directions, Node most) {
    std::vector<Node> equal(directions), few(directions);
    const std::size_t order[] = {0, directions > 2 ? 2u : 1u, 1, 3};
    for (Node lane = 0; lane < stay; ++lane) ++equal[order[std::size_t(lane) % directions]];
    for (std::size_t i = 0, left = std::size_t(stay); i < directions && left > 0; ++i) {
        few[i] = static_cast<Node>(std::min<std::size_t>(left, std::size_t(most)));
        left -= static_cast<std::size_t>(few[i]);
    }
    if (equal == few) return {equal};
    return {equal, few};
}

}  // namespace

std::vector<StayingLanes> staying_lanes(const FrontierBase& base) {
    const Node k = base.lanes;
    const auto directions = directions_of(base);
    std::vector<StayingLanes> all;
    for (const Node fresh : std::set<Node>{1, k / 4, k / 2, k - k / 4, k - 1}) {
        if (fresh < 1 || fresh >= k) continue;
        for (const auto& share :
             shares(k - fresh, directions.size(), k / static_cast<Node>(directions.size()))) {
            all.push_back({{}, fresh});
            for (std::size_t i = 0; i < share.size(); ++i)
                all.back().generators.insert(all.back().generators.end(), std::size_t(share[i]),
                                             directions[i]);
        }
    }
    return all;
}

std::string in_words(const std::vector<Node>& staying, const std::vector<Node>& fresh) {
    return "lanes that stay " + listed(staying) + "; set up " + listed(fresh);
}

Sums::Sums(const Group& group) : n_(std::size_t(group.size())), table_(n_ * n_), inverse_(n_) {
    for (Node one = 0; one < group.size(); ++one) {
        inverse_[std::size_t(one)] = static_cast<std::int16_t>(group.inverse(one));
        for (Node other = 0; other < group.size(); ++other)
            table_[std::size_t(one) * n_ + std::size_t(other)] =
                static_cast<std::int16_t>(group.multiply(one, other));
    }
}

}  // namespace lightsweep::solvers::frontier
