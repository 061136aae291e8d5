// All-reduces by windows of whole vectors, alone and between near windows.
#include <algorithm>
#include <optional>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/whole_steps.hpp"
#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Windows side by side on a ring, from multiples of `span`; nothing if the digits do not make
/// `nodes`.
std::optional<Whole> whole_on_ring(const FrontierBase& base, const Digits& digits, Node nodes,
                                   Node span) {
    if (product_of(digits) != nodes) return std::nullopt;
    Whole whole{{}, "(" + listed(digits) + ")", std::vector<MovementStep>{}};
    Node weight = span;
    for (const Node digit : digits) {
        const Node behind = base.kind == Kind::ring_uni ? 0 : (digit - 1) / 2;
        std::vector<Received> received;
        for (Node j = -behind; j < digit - behind; ++j)
            if (j != 0) received.push_back({j * weight, 0, 1});
        whole.steps.push_back(over_base(base, received));
        whole.moves->push_back(sent_over_base(base, received));
        weight *= digit;
    }
    return whole;
}

/// New circuits for every step, to multiples of `span`: every peer has an equal number of lanes; x
/// in whole vectors. Nobody sends one vector alone if the windows do not fill the nodes exactly.
std::optional<Whole> whole_direct(const FrontierBase& base, const Digits& digits, Node nodes,
                                  Node span) {
    const bool exact = product_of(digits) == nodes;
    if (!exact && coefficients(nodes, digits).empty()) return std::nullopt;
    Whole whole{{}, "(" + listed(digits) + ")", {}};
    if (exact) whole.moves.emplace();
    Node weight = span;
    for (const Node digit : digits) {
        const Node copies = base.lanes / (digit - 1);
        whole.steps.push_back(
            {1, base.lanes / double(copies), static_cast<int>(whole.steps.size()) + 1});
        if (!exact) continue;
        MovementStep step{{}, {}, MovementStep::Kind::whole};
        for (Node j = 1; j < digit; ++j) step.peers.push_back(j * weight % base.nodes());
        for (Node copy = 0; copy < copies; ++copy)
            step.lanes.insert(step.lanes.end(), step.peers.begin(), step.peers.end());
        whole.moves->push_back(std::move(step));
        weight *= digit;
    }
    return whole;
}

/// On one lane, in stretches of so many windows on circuits of +w each, the first one on the base.
/// A prime factor r takes r - 1 steps, in which a node passes on what came last. Each has as many
/// hops as the factors before it in the stretch multiply to. x in whole vectors.
Whole whole_in_stretches(const Digits& lengths) {
    Whole whole{{}, "(" + listed(lengths) + ")", std::vector<MovementStep>{}};
    Node weight = 1;
    for (std::size_t i = 0; i < lengths.size(); weight *= lengths[i++]) {
        Node span = 1;
        for (Node factor = 2; span < lengths[i];) {
            if (lengths[i] / span % factor != 0) {
                ++factor;
                continue;
            }
            for (Node step = 1; step < factor; ++step)
                whole.steps.push_back({double(span), double(span), static_cast<int>(i)});
            if (factor > 2) whole.moves.reset();
            if (whole.moves)
                whole.moves->push_back({{weight}, {weight * span}, MovementStep::Kind::whole});
            span *= factor;
        }
    }
    return whole;
}

/// Reduce-scatter by a plan over near windows, whole sub-vectors between them, and back.
FrontierPlan hybrid(std::string family, const FrontierPlan& gather, Node near,
                    const Whole& middle) {
    auto plan = reversed(gather);
    plan.family = std::move(family);
    plan.text = "near " + std::to_string(near) + " by " + gather.text + ", far " + middle.text;
    for (auto step : middle.steps) {
        step.x /= near;
        if (step.topology > 0) step.topology += static_cast<int>(gather.steps.size());
        plan.steps.push_back(step);
    }
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    plan.moves = middle.moves ? both_movements(gather.moves, gather.moves, *middle.moves)
                              : without_movement(several_sums);
    return plan;
}

}  // namespace

Plans whole_vectors(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes(), most = std::min(base.lanes + 1, n);
    const auto least = kernels::ceil_log(n, most);
    const auto add = [&plans](const char* family, std::optional<Whole> whole, const Group& group) {
        if (!whole) return;
        plans.push_back({family, std::move(whole->text), std::move(whole->steps)});
        plans.back().moves = !whole->moves ? without_movement(several_sums)
                                           : moving([group, steps = std::move(*whole->moves)] {
                                                 return Movement{group, steps, {1}, 1};
                                             });
    };
    for (auto count = least; count <= least + 1; ++count)
        for_each_digits(n, most, count, [&](const Digits& digits) {
            if (base.kind != Kind::torus)
                add("static whole vectors", whole_on_ring(base, digits, n, 1), Group(n));
            add("direct whole vectors", whole_direct(base, digits, n, 1), Group(n));
        });
    if (base.lanes == 1)
        for_each_factors(n, [&](const Digits& lengths) {
            add("whole vectors in stretches", whole_in_stretches(lengths), Group(n));
        });
    if (base.kind == Kind::torus) append(plans, torus_tilings(base));
    for (auto& whole : cut_windows(base, base.columns, base.rows, 1))
        add("static whole vectors", std::move(whole), translations(base));
    return without_dominated(std::move(plans));
}

Plans hybrids(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes();
    for (Node near = 2; near < n; ++near) {
        if (n % near != 0) continue;
        const Node far = n / near, most = std::min(base.lanes + 1, far);
        const auto least = kernels::ceil_log(far, most);
        const auto ring =
            base.kind == Kind::torus
                ? Plans{}
                : ring_plans(base, near, base.kind == Kind::ring ? base.lanes / 2 : base.lanes);
        const auto circuits = direct(n, near, base.lanes);
        const auto add = [&](const char* family, const Plans& gathers,
                             const std::optional<Whole>& middle) {
            if (!middle) return;
            for (const auto& gather : gathers)
                plans.push_back(hybrid(family, gather, near, *middle));
        };
        for (auto count = least; count <= least + 1; ++count)
            for_each_digits(far, most, count, [&](const Digits& digits) {
                if (!ring.empty())
                    add("static hybrid", ring, whole_on_ring(base, digits, far, near));
                add("direct hybrid", circuits, whole_direct(base, digits, far, near));
            });
        if (!ring.empty())
            for (const auto& middle : cut_windows(base, far, 1, near))
                add("static hybrid", ring, middle);
        plans = without_dominated(std::move(plans));
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
