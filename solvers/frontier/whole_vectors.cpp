// All-reduces by windows of whole vectors, alone and between near windows.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "solvers/frontier/gather_plans.hpp"
#include "solvers/frontier/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Whole vectors that a node receives in one step from an offset on the ring.
struct Received {
    Node offset;
    double vectors;
};

PlanStep over_ring(const FrontierBase& base, const std::vector<Received>& all) {
    const Node n = base.nodes();
    PlanStep step{0, 0};
    double forth = 0, back = 0, either = 0;
    for (const auto& one : all) {
        const Node ahead = (one.offset % n + n) % n;
        const bool turned = base.kind == Kind::ring && 2 * ahead > n;
        const Node distance = turned ? n - ahead : ahead;
        step.hops = std::max<double>(step.hops, distance);
        (base.kind == Kind::ring && 2 * ahead == n ? either
         : turned                                  ? back
                                                   : forth) += one.vectors * distance;
    }
    // What is half way round goes either way, in any shares.
    step.x = base.kind == Kind::ring_uni ? forth
                                         : std::max({2 * forth, 2 * back, forth + back + either});
    return step;
}

/// n = sum c_i w_i from the top, c_i < r_i.
Digits coefficients(Node n, const Digits& digits) {
    Digits weights{1}, counts(digits.size());
    for (const Node digit : digits) weights.push_back(weights.back() * digit);
    for (auto i = digits.size(); i-- > 0;) {
        counts[i] = std::min(digits[i] - 1, n / weights[i]);
        n -= counts[i] * weights[i];
    }
    if (n > 0) counts.clear();
    return counts;
}

/// Whole vectors on a ring: what a node receives in every step from multiples of `span`; nothing if
/// the digits do not make `nodes`.
std::optional<std::vector<PlanStep>> whole_on_ring(const FrontierBase& base, const Digits& digits,
                                                   Node nodes, Node span) {
    std::vector<PlanStep> steps;
    if (base.kind == Kind::ring_uni) {
        for (const auto& step : windows_ahead(nodes, digits)) {
            std::vector<Received> received;
            for (std::size_t j = 1; j < step.vectors.size(); ++j)
                received.push_back(
                    {static_cast<Node>(j) * step.weight * span, double(step.vectors[j])});
            // The last step adds whole windows to its own part: they begin nearer.
            if (step.held > 0)
                for (auto& one : received) one.offset -= (step.weight - step.held) * span;
            steps.push_back(over_ring(base, received));
        }
        return steps.empty() ? std::nullopt : std::optional(steps);
    }
    const auto product = product_of(digits);
    const auto counts = product == nodes ? Digits{} : coefficients(nodes, digits);
    if (product != nodes && counts.empty()) return std::nullopt;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        Node ahead = digits[i] / 2, behind = digits[i] - 1 - ahead;
        if (!counts.empty()) {
            const bool last = i + 1 == digits.size();
            ahead = last && held == 0 ? counts[i] - 1 : counts[i];
            behind = last ? 0 : digits[i] - 1 - counts[i];
            held += counts[i] * weight;
        }
        std::vector<Received> received;
        for (Node j = -behind; j <= ahead; ++j)
            if (j != 0) received.push_back({j * weight * span, 1});
        steps.push_back(over_ring(base, received));
    }
    return steps;
}

/// New circuits for every step: every peer has an equal number of lanes; x in whole vectors.
std::optional<std::vector<PlanStep>> whole_direct(Node lanes, const Digits& digits, Node nodes) {
    if (product_of(digits) != nodes && coefficients(nodes, digits).empty()) return std::nullopt;
    std::vector<PlanStep> steps;
    for (const Node digit : digits)
        steps.push_back({1, lanes / std::floor(double(lanes) / (digit - 1)),
                         static_cast<int>(steps.size()) + 1});
    return steps;
}

/// Who sends whole vectors to whom, by multiples of `span`: over the base's lanes, or over an equal
/// number of new circuits to every peer. Nothing if the windows do not fill the nodes exactly.
std::optional<std::vector<MovementStep>> whole_movement(const FrontierBase& base, bool on_base,
                                                        const Digits& digits, Node nodes,
                                                        Node span) {
    if (product_of(digits) != nodes) return std::nullopt;
    const Node n = base.nodes();
    std::vector<MovementStep> steps;
    Node weight = span;
    for (const Node digit : digits) {
        const Node behind = on_base && base.kind == Kind::ring ? (digit - 1) / 2 : 0;
        MovementStep step{{}, {}, MovementStep::Kind::whole};
        for (Node j = -behind; j < digit - behind; ++j)
            if (j != 0) step.peers.push_back((j * weight + n) % n);
        if (on_base) step.lanes = generators_of(base);
        for (Node copy = 0; !on_base && copy < base.lanes / (digit - 1); ++copy)
            step.lanes.insert(step.lanes.end(), step.peers.begin(), step.peers.end());
        steps.push_back(std::move(step));
        weight *= digit;
    }
    return steps;
}

/// On a torus: boxes of windows, r_x r_y <= k + 1, that fill rows and columns exactly.
Plans whole_on_torus(const FrontierBase& base) {
    Plans plans;
    FrontierPlan plan{"static whole vectors", "", {}};
    std::vector<MovementStep> boxes;
    const auto most = kernels::ceil_log(base.nodes(), base.lanes + 1) + 2;
    const auto step_of = [&](Node rx, Node ry, Node wx, Node wy) {
        PlanStep step{0, 0};
        double x[3] = {}, y[3] = {};  // ahead, back, either way
        const auto walk = [](double(&loads)[3], Node steps, Node size) {
            const Node ahead = (steps % size + size) % size, far = std::min(ahead, size - ahead);
            loads[2 * ahead == size ? 2 : ahead == far ? 0 : 1] += far;
            return far;
        };
        for (Node i = -((rx - 1) / 2); i <= rx / 2; ++i)
            for (Node j = -((ry - 1) / 2); j <= ry / 2; ++j)
                step.hops = std::max<double>(
                    step.hops, walk(x, i * wx, base.columns) + walk(y, j * wy, base.rows));
        for (const auto& one : {x, y})
            step.x = std::max({step.x, 4 * one[0], 4 * one[1], 2 * (one[0] + one[1] + one[2])});
        return step;
    };
    const auto box_of = [&](Node rx, Node ry, Node wx, Node wy) {
        MovementStep step{generators_of(base), {}, MovementStep::Kind::whole};
        for (Node i = -((rx - 1) / 2); i <= rx / 2; ++i)
            for (Node j = -((ry - 1) / 2); j <= ry / 2; ++j)
                if (i != 0 || j != 0)
                    step.peers.push_back((j * wy + base.rows) % base.rows * base.columns +
                                         (i * wx + base.columns) % base.columns);
        return step;
    };
    const std::function<void(Node, Node)> extend = [&](Node wx, Node wy) {
        if (wx == base.columns && wy == base.rows) {
            plan.moves = moving([base, boxes] {
                return Movement{translations(base), boxes, {1}, 1};
            });
            plans.push_back(plan);
        }
        if (std::ssize(plan.steps) == most) return;
        for (Node rx = 1; rx <= base.lanes + 1; ++rx)
            for (Node ry = 1; rx * ry <= base.lanes + 1; ++ry) {
                if (rx * ry == 1 || base.columns % (wx * rx) != 0 || base.rows % (wy * ry) != 0)
                    continue;
                const auto text = plan.text;
                plan.text +=
                    (text.empty() ? "" : ", ") + std::to_string(rx) + " x " + std::to_string(ry);
                plan.steps.push_back(step_of(rx, ry, wx, wy));
                boxes.push_back(box_of(rx, ry, wx, wy));
                extend(wx * rx, wy * ry);
                boxes.pop_back();
                plan.steps.pop_back();
                plan.text = text;
            }
    };
    extend(1, 1);
    return without_dominated(std::move(plans));
}

/// Reduce-scatter by a plan over near windows, whole sub-vectors between them, and back.
FrontierPlan hybrid(std::string family, const FrontierPlan& gather, Node near,
                    const std::vector<PlanStep>& middle, const Digits& digits,
                    const std::optional<std::vector<MovementStep>>& moves) {
    auto plan = reversed(gather);
    plan.family = std::move(family);
    plan.text =
        "near " + std::to_string(near) + " by " + gather.text + ", far (" + listed(digits) + ")";
    for (auto step : middle) {
        step.x /= near;
        if (step.topology > 0) step.topology += static_cast<int>(gather.steps.size());
        plan.steps.push_back(step);
    }
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    plan.moves =
        moves ? both_movements(gather.moves, gather.moves, *moves) : without_movement(two_sums);
    return plan;
}

}  // namespace

Plans whole_vectors(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes(), most = std::min(base.lanes + 1, n);
    const auto least = kernels::ceil_log(n, most);
    const auto add = [&](const char* family, const Digits& digits, const auto& steps,
                         bool on_base) {
        if (!steps) return;
        plans.push_back({family, "(" + listed(digits) + ")", *steps});
        auto moves = whole_movement(base, on_base, digits, n, 1);
        plans.back().moves =
            !moves ? without_movement(two_sums) : moving([base, steps = std::move(*moves)] {
                return Movement{Group(base.nodes()), steps, {1}, 1};
            });
    };
    for (auto count = least; count <= least + 1; ++count)
        for_each_digits(n, most, count, [&](const Digits& digits) {
            if (base.kind != Kind::torus)
                add("static whole vectors", digits, whole_on_ring(base, digits, n, 1), true);
            add("direct whole vectors", digits, whole_direct(base.lanes, digits, n), false);
        });
    if (base.kind == Kind::torus) append(plans, whole_on_torus(base));
    return without_dominated(std::move(plans));
}

Plans hybrids(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes();
    const bool both_ways = base.kind == Kind::ring;
    for (Node near = 2; near < n; ++near) {
        if (n % near != 0) continue;
        const Node far = n / near, most = std::min(base.lanes + 1, far);
        const auto least = kernels::ceil_log(far, most);
        const auto ring = base.kind == Kind::torus
                              ? Plans{}
                              : ring_plans(base, near, both_ways ? base.lanes / 2 : base.lanes);
        const auto circuits = direct(n, near, base.lanes);
        for (auto count = least; count <= least + 1; ++count)
            for_each_digits(far, most, count, [&](const Digits& digits) {
                if (const auto middle =
                        ring.empty() ? std::nullopt : whole_on_ring(base, digits, far, near))
                    for (const auto& gather : ring)
                        plans.push_back(hybrid("static hybrid", gather, near, *middle, digits,
                                               whole_movement(base, true, digits, far, near)));
                if (const auto middle = whole_direct(base.lanes, digits, far))
                    for (const auto& gather : circuits)
                        plans.push_back(hybrid("direct hybrid", gather, near, *middle, digits,
                                               whole_movement(base, false, digits, far, near)));
            });
        plans = without_dominated(std::move(plans));
    }
    return plans;
}

std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits) {
    const auto product = product_of(digits);
    const auto counts = product == n ? Digits{} : coefficients(n, digits);
    std::vector<WindowStep> steps;
    if (product != n && counts.empty()) return steps;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        std::vector<int> vectors(static_cast<std::size_t>(digits[i]), 1);
        const Node before = held;
        if (!counts.empty()) {
            const auto count = static_cast<std::size_t>(counts[i]);
            if (i + 1 == digits.size())
                vectors.resize(held > 0 ? count + 1 : count);
            else if (held > 0)
                ++vectors[count];
            held += counts[i] * weight;
        }
        const bool last = i + 1 == digits.size();
        steps.push_back({weight, std::move(vectors), last ? before : 0});
    }
    return steps;
}

}  // namespace lightsweep::solvers::frontier
