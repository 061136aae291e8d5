#include "solvers/frontier/gather_plans.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Digits = std::vector<Node>;

/// The reduce-scatter of a plan, then its all-gather, which starts on the circuits on which the
/// reduce-scatter ends.
FrontierPlan both_halves(const FrontierPlan& gather) {
    auto plan = reversed(gather);
    plan.text += ", both ways";
    for (std::size_t t = 0; t < gather.x_backwards.size(); ++t)
        plan.steps[plan.steps.size() - 1 - t].x = gather.x_backwards[t];
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    plan.moves = both_movements(gather.moves, gather.moves);
    return plan;
}

/// All-gathers whose lanes change together, or never.
Plans half_plans(const FrontierBase& base, bool base_last, double effort) {
    auto plans = static_plans(base, effort);
    if (base.stays) return plans;
    append(plans, leave_once(base.nodes(), base.lanes, effort));
    append(plans, direct(base.nodes(), base.nodes(), base.lanes));
    if (base.lanes == 1) append(plans, strides(base.nodes(), base_last));
    return plans;
}

const Plans& nothing_to_do() {
    static const Plans one{{"static levels", "one node", {}}};
    return one;
}

/// The sums over these offsets that the cuts of a window leave.
WindowPart divided(const CutWindow& window, Node first, Node last, Node peer) {
    WindowPart part{peer, {{first, last}}};
    for (const Node cut : window.cuts) {
        if (cut <= first || cut > last) continue;
        part.sums.back().second = cut - 1;
        part.sums.emplace_back(cut, last);
    }
    return part;
}

}  // namespace

Node product_of(const Digits& digits) {
    return std::accumulate(digits.begin(), digits.end(), Node{1}, std::multiplies<>());
}

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

Moving both_movements(Moving scatter, Moving gather, std::vector<MovementStep> between) {
    return moving(
        [scatter = std::move(scatter), gather = std::move(gather), between = std::move(between)] {
            auto movement = backwards((*scatter)(), false);
            movement.steps.insert(movement.steps.end(), between.begin(), between.end());
            const auto forth = (*gather)();
            movement.steps.insert(movement.steps.end(), forth.steps.begin(), forth.steps.end());
            return movement;
        });
}

Movement breadth_first_movement(const Group& group, const std::vector<Stretch>& stretches) {
    Movement movement{group};
    auto layers = breadth_first_layers(group, stretches);
    std::size_t t = 0;
    for (const auto& [generators, steps] : stretches)
        for (int step = 0; step < steps && t < layers.size(); ++step, ++t)
            movement.copy(generators, generators, {std::move(layers[t])});
    return movement;
}

void append(Plans& plans, Plans more) {
    std::ranges::move(more, std::back_inserter(plans));
}

void for_each_digits(Node n, Node most, std::int64_t length,
                     const std::function<void(const Digits&)>& use) {
    Digits digits;
    const std::function<void(std::int64_t)> extend = [&](std::int64_t product) {
        if (std::ssize(digits) == length) {
            for (const Node digit : digits)
                if (product / digit * (digit - 1) >= n) return;
            if (product >= n) use(digits);
            return;
        }
        for (Node digit = 2; digit <= most; ++digit) {
            digits.push_back(digit);
            extend(product * digit);
            digits.pop_back();
        }
    };
    extend(1);
}

Node FrontierBase::diameter() const {
    if (kind == Kind::ring_uni) return nodes() - 1;
    return rows / 2 + columns / 2;
}

Plans gather_plans(const FrontierBase& base, bool backwards, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    auto plans = half_plans(base, backwards, effort);
    if (backwards)
        for (auto& plan : plans) plan = reversed(std::move(plan));
    plans = without_dominated(std::move(plans));
    if (base.stays) return plans;
    append(plans, mixed_gathers(base, backwards, effort));
    append(plans, alternating(base, backwards, false));
    return plans;
}

Plans all_reduce_plans(const FrontierBase& base, double effort) {
    const Node n = base.nodes();
    if (n == 1) return nothing_to_do();
    Plans plans;
    for (const auto& gather : half_plans(base, true, effort)) plans.push_back(both_halves(gather));
    append(plans, whole_vectors(base));
    append(plans, hybrids(base));
    append(plans, uneven_hybrids(base));
    append(plans, torus_hybrids(base));
    append(plans, walk_all_reduces(n, base.lanes));
    if (base.stays)
        std::erase_if(plans, [](const FrontierPlan& plan) { return plan.changes() > 0; });
    plans = without_dominated(std::move(plans));
    if (base.stays) return plans;
    append(plans, mixed_all_reduces(base, effort));
    append(plans, alternating(base, false, true));
    return plans;
}

WindowPart own_part(const CutWindow& window, const CutWindow& before) {
    return divided(window, -before.back, before.ahead, 0);
}

std::vector<WindowPart> parts_of(const CutWindow& window, CutWindow& before) {
    std::vector<WindowPart> parts;
    std::set<Node> cuts;
    const auto cut_at = [&](Node offset) {
        if (-before.back < offset && offset <= before.ahead) cuts.insert(offset);
    };
    const auto add = [&](Node first, Node last, Node peer) {
        parts.push_back(divided(window, first, last, peer));
        for (const auto& sum : parts.back().sums) {
            cut_at(sum.first - peer);
            cut_at(sum.second + 1 - peer);
        }
    };
    for (Node end = window.ahead; end > before.ahead; end -= before.size())
        add(std::max(before.ahead, end - before.size()) + 1, end, end - before.ahead);
    for (Node end = -window.back; end < -before.back; end += before.size())
        add(end, std::min(-before.back, end + before.size()) - 1, end + before.back);
    for (const Node cut : window.cuts) cut_at(cut);
    before.cuts.assign(cuts.begin(), cuts.end());
    return parts;
}

}  // namespace lightsweep::solvers::frontier
