// Hybrids and whole vectors on a torus.
//
// Each half of the vector takes one dimension as its own: it is reduced within windows along it,
// exchanged as whole sub-vectors along the other dimension and then from window to window along its
// own, and gathered again. While one half sends along the rows, the other one sends along the
// columns. Each half has at most k/2 peers in a step and half of all links, so that a step takes
// the x of a ring with k/2 lanes.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/window_trees.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;

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
    static ChunkSteps tree(const Movement& line, std::size_t part, Node size) {
        std::vector<std::vector<Node>> fresh, peers;
        for (const auto& step : line.steps) {
            fresh.push_back(step.fresh[part]);
            peers.push_back(step.peers);
        }
        return nearest_senders(fresh, peers, size);
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

}  // namespace

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

}  // namespace lightsweep::solvers::frontier
