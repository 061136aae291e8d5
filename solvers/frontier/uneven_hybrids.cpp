#include "solvers/frontier/uneven_hybrids.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "solvers/frontier/mixed_lanes.hpp"
#include "solvers/frontier/ring_levels.hpp"

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

/// Each offset of a level from the nearest that has the block and is one of the shifts away.
WindowGather by_levels(const LevelPlan& plan, Node near, bool both_ways) {
    WindowGather gather{listed(plan.levels), {}};
    const auto offsets = level_offsets(plan.levels, near, both_ways);
    std::vector<Node> known{0};
    for (std::size_t t = 0; t < offsets.size(); ++t) {
        auto& sends = gather.steps.emplace_back();
        for (const Node to : offsets[t]) {
            std::optional<Node> from;
            for (const Node one : known) {
                const Node shift = both_ways ? std::abs(to - one) : to - one;
                if (std::ranges::find(plan.levels[t], shift) == plan.levels[t].end()) continue;
                if (!from || shift < std::abs(to - *from)) from = one;
            }
            sends.push_back({from.value(), to});
        }
        known.insert(known.end(), offsets[t].begin(), offsets[t].end());
    }
    return gather;
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

/// One dimension of a torus as a ring, for half of the vector and so with half of the lanes.
FrontierBase line_of(const FrontierBase& torus, Node size) {
    return {Kind::ring, 1, size, torus.lanes / 2, true};
}

const Plans& no_steps() {
    static const Plans one{
        {"", "", {}, SetUp::between_steps, moving([] { return Movement{Group(1)}; })}};
    return one;
}

/// Plans within one dimension of a torus, which are found once.
class LinePlans {
  public:
    explicit LinePlans(const FrontierBase& torus) : torus_(torus) {}

    /// Gathers within windows of so many places.
    const Plans& gathers(Node size, Node near) {
        if (near == 1) return no_steps();
        auto& plans = gathers_[{size, near}];
        if (plans.empty()) plans = ring_plans(line_of(torus_, size), near, torus_.lanes / 4);
        return plans;
    }
    /// Exchanges of whole vectors.
    const Plans& exchanges(Node size) {
        if (size == 1) return no_steps();
        auto& plans = exchanges_[size];
        if (plans.empty()) {
            plans = whole_vectors(line_of(torus_, size));
            std::erase_if(plans, [](const FrontierPlan& plan) { return plan.changes() > 0; });
        }
        return plans;
    }

  private:
    const FrontierBase& torus_;
    std::map<std::pair<Node, Node>, Plans> gathers_{};
    std::map<Node, Plans> exchanges_{};
};

Plans scaled(Plans plans, double hops, double x) {
    for (auto& plan : plans)
        for (auto& step : plan.steps) step = {step.hops * hops, step.x * x};
    return plans;
}

/// What one half of the vector does, and what the other half does at the same time.
struct Beside {
    FrontierPlan both;
    Moving first, second;
};

/// All pairs of equally many steps, but for those that another has no more hops and x than.
std::vector<Beside> beside(const Plans& first, const Plans& second) {
    std::vector<Beside> all;
    const auto no_worse = [](const Beside& one, const Beside& other) {
        return one.both.steps.size() == other.both.steps.size() &&
               one.both.hops() <= other.both.hops() && one.both.x() <= other.both.x();
    };
    for (const auto& one : first)
        for (const auto& other : second) {
            if (one.steps.size() != other.steps.size()) continue;
            Beside pair{{"", one.text + " / " + other.text, {}}, one.moves, other.moves};
            for (std::size_t t = 0; t < one.steps.size(); ++t)
                pair.both.steps.push_back({std::max(one.steps[t].hops, other.steps[t].hops),
                                           std::max(one.steps[t].x, other.steps[t].x)});
            const auto beaten = [&](const Beside& known) { return no_worse(known, pair); };
            if (std::ranges::any_of(all, beaten)) continue;
            std::erase_if(all, [&](const Beside& known) { return no_worse(pair, known); });
            all.push_back(std::move(pair));
        }
    return all;
}

/// The halves of a vector on a torus: the first one gathers along the columns' dimension.
class TorusHalves {
  public:
    TorusHalves(const FrontierBase& base, std::array<Node, 2> near)
        : base_(base), near_(near), movement_{translations(base), {}, {0.25, 0.25, 0.25, 0.25}} {}

    void gather(const Beside& gather, bool backwards) {
        const Movement lines[] = {(*gather.first)(), (*gather.second)()};
        const auto count = lines[0].steps.size();
        std::vector<ChunkSteps> trees;
        for (std::size_t part = 0; part < 4; ++part)
            trees.push_back(tree(lines[part / 2], part % 2, size(part / 2 == 1)));
        for (std::size_t i = 0; i < count; ++i) {
            const auto t = backwards ? count - 1 - i : i;
            std::vector<std::vector<ChunkSend>> sends(4);
            for (std::size_t part = 0; part < 4; ++part)
                for (const Node head : heads(part / 2 == 1))
                    for (const auto& [from, to] : trees[part][t]) {
                        const Node near = along(part / 2 == 1, from),
                                   far = along(part / 2 == 1, to);
                        sends[part].push_back({added(head, backwards ? far : near),
                                               added(head, backwards ? near : far)});
                    }
            add(std::move(sends), backwards ? MovementStep::Kind::sum : MovementStep::Kind::copy);
        }
    }
    /// Of whole vectors along the own dimension of each half, from head to head, or along the
    /// other one.
    void exchange(const Beside& exchange, bool own) {
        const Movement lines[] = {(*exchange.first)(), (*exchange.second)()};
        for (std::size_t t = 0; t < lines[0].steps.size(); ++t) {
            std::vector<std::vector<ChunkSend>> sends(4);
            for (std::size_t part = 0; part < 4; ++part) {
                const bool down = part / 2 == 1;
                for (const Node peer : lines[part / 2].steps[t].peers)
                    for (const Node head : heads(down))
                        sends[part].push_back(
                            {head,
                             added(head, along(down == own, own ? peer * near_[down] : peer))});
            }
            add(std::move(sends), MovementStep::Kind::sum);
        }
    }
    Movement take() { return std::move(movement_); }

  private:
    Node size(bool down) const { return down ? base_.rows : base_.columns; }
    Node along(bool down, Node offset) const {
        return (offset % size(down) + size(down)) % size(down) * (down ? base_.columns : 1);
    }
    Node added(Node one, Node other) const { return movement_.group.multiply(one, other); }
    /// Offsets of the nodes that a half of a block is summed up at, window by window.
    std::vector<Node> heads(bool down) const {
        std::vector<Node> all;
        for (Node place = 0; place < size(down); place += near_[down])
            for (Node other = 0; other < size(!down); ++other)
                all.push_back(added(along(down, place), along(!down, other)));
        return all;
    }
    /// Every offset from the nearest that has the block and is a peer away.
    static ChunkSteps tree(const Movement& line, std::size_t part, Node size) {
        ChunkSteps steps;
        std::vector<Node> known{0};
        const auto far = [size](Node by) { return std::min(by, size - by); };
        for (const auto& step : line.steps) {
            auto& sends = steps.emplace_back();
            for (const Node to : step.fresh[part]) {
                std::optional<Node> from;
                for (const Node one : known) {
                    const Node by = (to - one + size) % size;
                    if (std::ranges::find(step.peers, by) == step.peers.end()) continue;
                    if (!from || far(by) < far((to - *from + size) % size)) from = one;
                }
                sends.push_back({from.value(), to});
            }
            known.insert(known.end(), step.fresh[part].begin(), step.fresh[part].end());
        }
        return steps;
    }
    void add(std::vector<std::vector<ChunkSend>> sends, MovementStep::Kind kind) {
        std::set<Node> peers;
        for (const auto& part : sends)
            for (const auto& [from, to] : part)
                peers.insert(added(movement_.group.inverse(from), to));
        movement_.steps.push_back(
            {generators_of(base_), {peers.begin(), peers.end()}, kind, {}, std::move(sends)});
    }

    FrontierBase base_;
    std::array<Node, 2> near_;
    Movement movement_;
};

Plans torus_hybrids_near(const FrontierBase& base, Node across, Node down, LinePlans& lines) {
    Plans plans;
    const auto gathers =
        beside(lines.gathers(base.columns, across), lines.gathers(base.rows, down));
    const auto others = beside(scaled(lines.exchanges(base.rows), 1, 1.0 / across),
                               scaled(lines.exchanges(base.columns), 1, 1.0 / down));
    const auto own = beside(scaled(lines.exchanges(base.columns / across), across, 1),
                            scaled(lines.exchanges(base.rows / down), down, 1));
    for (const auto& gather : gathers)
        for (const auto& other : others)
            for (const auto& far : own) {
                FrontierPlan plan = reversed(gather.both);
                plan.family = across * down == 1 ? "static whole vectors" : "static hybrid";
                plan.text = "near " + std::to_string(across) + " / " + std::to_string(down) +
                            " by " + gather.both.text + ", " + other.both.text + ", far " +
                            far.both.text;
                for (const auto* next : {&other.both, &far.both, &gather.both})
                    plan.steps.insert(plan.steps.end(), next->steps.begin(), next->steps.end());
                plan.moves = moving([=] {
                    TorusHalves halves(base, {across, down});
                    halves.gather(gather, true);
                    halves.exchange(other, false);
                    halves.exchange(far, true);
                    halves.gather(gather, false);
                    return halves.take();
                });
                plans.push_back(std::move(plan));
            }
    return without_dominated(std::move(plans));
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

Plans torus_hybrids(const FrontierBase& base) {
    Plans plans;
    if (base.kind != Kind::torus) return plans;
    LinePlans lines(base);
    for (Node across = 1; across <= base.columns; ++across)
        for (Node down = 1; down <= base.rows; ++down)
            if (base.columns % across == 0 && base.rows % down == 0)
                append(plans, torus_hybrids_near(base, across, down, lines));
    return without_dominated(std::move(plans));
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
