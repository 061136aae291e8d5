#include "solvers/frontier/gathers/uneven_hybrids.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/windows.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Beyond so many nodes there are too many windows to try; beyond so many places, levels of a
/// window take long to find.
constexpr Node most_nodes = 256, most_places = 48;

/// An all-gather within a window, by offsets from its head.
struct WindowGather {
    std::string text;
    ChunkSteps steps;
};

/// What lies in a shorter window; nothing if a sender does not.
std::optional<ChunkSteps> cropped(const WindowGather& gather, Node back, Node ahead) {
    const auto inside = [&](Node offset) { return -back <= offset && offset <= ahead; };
    ChunkSteps steps;
    for (const auto& sends : gather.steps) {
        steps.emplace_back();
        for (const auto& send : sends) {
            if (!inside(send.to)) continue;
            if (!inside(send.from)) return std::nullopt;
            steps.back().push_back(send);
        }
    }
    return steps;
}

WindowGather by_levels(const LevelPlan& plan, Node near, bool both_ways) {
    const Node size = 4 * near;  // never all the way round
    auto peers = plan.levels;
    if (both_ways)
        for (auto& level : peers)
            for (std::size_t i = level.size(); i-- > 0;) level.push_back(size - level[i]);
    return {listed(plan.levels),
            nearest_senders(level_offsets(plan.levels, near, both_ways), peers, size)};
}

/// The known window grows from its begin on, as many times as each digit says.
WindowGather by_growth(const Digits& digits, Node near) {
    WindowGather gather{"(" + listed(digits) + ")", {}};
    Node known = 1;
    for (const Node digit : digits) {
        auto& sends = gather.steps.emplace_back();
        for (Node to = known; to < std::min(near, known * digit); ++to)
            sends.push_back({to % known, to});
        known *= digit;
    }
    return gather;
}

std::vector<WindowGather> gathers_of(const FrontierBase& base, Node near, bool direct) {
    std::vector<WindowGather> all;
    const bool both_ways = base.kind == Kind::ring;
    if (direct)
        for_each_digits(near, base.lanes + 1, kernels::ceil_log(near, base.lanes + 1),
                        [&](const Digits& digits) { all.push_back(by_growth(digits, near)); });
    else
        for (const auto& plan :
             level_plans(near, both_ways ? base.lanes / 2 : base.lanes, both_ways))
            all.push_back(by_levels(plan, near, both_ways));
    return all;
}

/// So many windows of `near` places but for the last, and where their heads are.
class Windows {
  public:
    Windows(const FrontierBase& base, Node near, Node count, bool direct)
        : n_(base.nodes()), one_way_(!direct && base.kind == Kind::ring_uni) {
        const bool from_begin = direct || one_way_;
        const Node back = from_begin ? 0 : (near - 1) / 2;
        for (Node i = 0; i < count; ++i) {
            const Node size = i + 1 < count ? near : n_ - i * near;
            back_.push_back(std::min(back, size - 1));
            ahead_.push_back(size - 1 - back_.back());
            heads_.push_back(i * near + back_.back());
            reach_ = std::max(
                reach_, from_begin ? size : std::max(2 * back_.back() + 1, 2 * ahead_.back()));
        }
    }
    Node count() const { return static_cast<Node>(heads_.size()); }
    std::string text() const {
        const Node last = back_.back() + 1 + ahead_.back(), near = back_[0] + 1 + ahead_[0];
        return "near " + std::to_string(near) + ", last " + std::to_string(last);
    }
    /// Places of a gather that has all windows in it.
    Node reach() const { return reach_; }

    /// A gather in every window, and backwards to every head; nothing if it does not fit.
    bool gather(const WindowGather& by, UnevenHybrid& hybrid) const {
        hybrid.gather.resize(by.steps.size());
        hybrid.scatter.resize(by.steps.size());
        for (std::size_t i = 0; i < heads_.size(); ++i) {
            const auto steps = cropped(by, back_[i], ahead_[i]);
            // One way, a window sends its sums to the next head, its own length away.
            const auto head = one_way_ ? heads_[(i + 1) % heads_.size()] : heads_[i];
            for (std::size_t t = 0; steps && t < steps->size(); ++t)
                for (const auto& [from, to] : (*steps)[t]) {
                    hybrid.gather[t].push_back({at(heads_[i] + from), at(heads_[i] + to)});
                    auto& sends = hybrid.scatter[steps->size() - 1 - t];
                    sends.push_back(one_way_ ? ChunkSend{at(head - to), at(head - from)}
                                             : ChunkSend{at(head + to), at(head + from)});
                }
            if (!steps) return false;
        }
        return true;
    }
    /// Every head gets the sums of digit - 1 others, at multiples of a weight that grows.
    ChunkSteps exchange(const Digits& digits) const {
        ChunkSteps steps;
        Node weight = 1;
        for (const Node digit : digits) {
            auto& sends = steps.emplace_back();
            const Node behind = one_way_ ? digit - 1 : digit / 2;
            for (Node to = 0; to < count(); ++to)
                for (Node j = -behind; j < digit - behind; ++j) {
                    const Node from = (to + j * weight + count() * digit) % count();
                    if (j != 0)
                        sends.push_back({heads_[std::size_t(from)], heads_[std::size_t(to)]});
                }
            weight *= digit;
        }
        return steps;
    }

  private:
    Node at(Node place) const { return (place + n_) % n_; }

    Node n_, reach_ = 2;
    bool one_way_;
    std::vector<Node> heads_{}, back_{}, ahead_{};
};

/// Sends by their shifts, from 1 to n - 1.
std::map<Node, double> by_shift(Node n, const std::vector<ChunkSend>& sends) {
    std::map<Node, double> all;
    for (const auto& [from, to] : sends) ++all[(to - from + n) % n];
    return all;
}

/// Lanes of every shift, so that the busiest takes the least time; and how much that one sends.
std::pair<std::map<Node, Node>, double> shared_lanes(const std::map<Node, double>& sends,
                                                     Node lanes) {
    std::map<Node, Node> copies;
    for (const auto& [shift, count] : sends) copies[shift] = 1;
    const auto load = [&](const auto& one) { return one.second / copies.at(one.first); };
    const auto most = [&] { return std::ranges::max_element(sends, {}, load); };
    for (auto left = lanes - std::ssize(sends); left > 0; --left) ++copies[most()->first];
    return {copies, load(*most())};
}

/// Peers of a step; both ways also those of the mirror image.
std::set<Node> peers_of(Node n, const std::vector<ChunkSend>& sends, bool both_ways) {
    std::set<Node> peers;
    for (const auto& [shift, count] : by_shift(n, sends)) {
        peers.insert(shift);
        if (both_ways) peers.insert(n - shift);
    }
    return peers;
}

std::vector<ChunkSend> mirrored(Node n, std::vector<ChunkSend> sends) {
    for (auto& [from, to] : sends) from = (n - from) % n, to = (n - to) % n;
    return sends;
}

Movement movement_of(const FrontierBase& base, const UnevenHybrid& hybrid, bool direct) {
    const Node n = base.nodes();
    const bool both_ways = !direct && base.kind == Kind::ring;
    Movement movement{Group(n), {}, std::vector<double>(both_ways ? 2 : 1, both_ways ? 0.5 : 1)};
    const auto add = [&](const ChunkSteps& steps, MovementStep::Kind kind) {
        for (const auto& sends : steps) {
            const auto peers = peers_of(n, sends, both_ways);
            auto lanes = generators_of(base);
            if (direct) {
                lanes.clear();
                for (const auto& [shift, copies] :
                     shared_lanes(by_shift(n, sends), base.lanes).first)
                    lanes.insert(lanes.end(), static_cast<std::size_t>(copies), shift);
            }
            std::vector<std::vector<ChunkSend>> parts{sends};
            if (both_ways) parts.push_back(mirrored(n, sends));
            movement.steps.push_back(
                {lanes, {peers.begin(), peers.end()}, kind, {}, std::move(parts)});
        }
    };
    add(hybrid.scatter, MovementStep::Kind::sum);
    add(hybrid.exchange, MovementStep::Kind::sum);
    add(hybrid.gather, MovementStep::Kind::copy);
    return movement;
}

void add_hybrids(const FrontierBase& base, const Windows& windows, bool direct,
                 std::vector<UnevenHybrid>& hybrids) {
    if (windows.reach() > most_places) return;
    const Node count = windows.count(), most = std::min(base.lanes + 1, count);
    for (const auto& gather : gathers_of(base, windows.reach(), direct)) {
        UnevenHybrid hybrid{windows.text() + " by " + gather.text + ", far "};
        if (!windows.gather(gather, hybrid)) continue;
        const auto least = kernels::ceil_log(count, most);
        for (auto steps = least; steps <= least + 1; ++steps)
            for_each_digits(count, most, steps, [&](const Digits& digits) {
                if (product_of(digits) != count) return;
                hybrids.push_back(hybrid);
                hybrids.back().text += "(" + listed(digits) + ")";
                hybrids.back().exchange = windows.exchange(digits);
            });
    }
}

}  // namespace

ChunkSteps UnevenHybrid::all() const {
    auto steps = scatter;
    steps.insert(steps.end(), exchange.begin(), exchange.end());
    steps.insert(steps.end(), gather.begin(), gather.end());
    return steps;
}

std::vector<UnevenHybrid> uneven_hybrids_of(const FrontierBase& base, bool direct) {
    std::vector<UnevenHybrid> hybrids;
    const Node n = base.nodes();
    if (n > most_nodes || (!direct && base.kind == Kind::torus)) return hybrids;
    for (Node near = 1; near < n; ++near)
        for (Node count = std::max(2, n / near); (count - 1) * near < n; ++count)
            if (count * near != n)
                add_hybrids(base, Windows(base, near, count, direct), direct, hybrids);
    return hybrids;
}

std::optional<PlanStep> step_of(const FrontierBase& base, const std::vector<ChunkSend>& sends,
                                int topology) {
    const Node n = base.nodes();
    const bool both_ways = topology == 0 && base.kind == Kind::ring;
    if (sends.empty() || std::ssize(peers_of(n, sends, both_ways)) > base.lanes)
        return std::nullopt;
    PlanStep step{0, 0, topology};
    const auto shifts = by_shift(n, sends);
    for (const auto& [shift, count] : shifts) {
        const Node links = both_ways ? std::min(shift, n - shift) : topology == 0 ? shift : 1;
        step.hops = std::max<double>(step.hops, links);
        step.x += count * links / n;
    }
    if (topology > 0) step.x = base.lanes * shared_lanes(shifts, base.lanes).second / n;
    return step;
}

Plans uneven_hybrids(const FrontierBase& base) {
    Plans plans;
    for (const bool direct : {false, true}) {
        if (direct && base.stays) continue;
        for (const auto& hybrid : uneven_hybrids_of(base, direct)) {
            FrontierPlan plan{direct ? "direct hybrid" : "static hybrid", hybrid.text, {}};
            for (const auto& sends : hybrid.all())
                if (const auto step =
                        step_of(base, sends, direct ? static_cast<int>(plan.steps.size()) + 1 : 0))
                    plan.steps.push_back(*step);
            if (plan.steps.size() < hybrid.all().size()) continue;
            plan.moves =
                moving([base, hybrid, direct] { return movement_of(base, hybrid, direct); });
            plans.push_back(std::move(plan));
        }
    }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
