// All-reduces by windows of whole vectors, alone and between near windows.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include "solvers/frontier/gather_plans.hpp"
#include "solvers/frontier/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Whole vectors that a node receives in one step from an offset along the columns and the rows.
struct Received {
    Node x, y;
    double vectors;
};

/// The loads of one dimension, in vectors times links.
struct Loads {
    double forth = 0, back = 0, either = 0;

    /// Links to an offset in a dimension of so many nodes.
    Node carry(Node offset, Node nodes, bool both_ways, double vectors) {
        const Node ahead = (offset % nodes + nodes) % nodes;
        const bool turned = both_ways && 2 * ahead > nodes;
        const Node links = turned ? nodes - ahead : ahead;
        (both_ways && 2 * ahead == nodes ? either : turned ? back : forth) += vectors * links;
        return links;
    }
    /// Of the busier way; what is half way round goes either way, in any shares.
    double busier() const { return std::max({2 * forth, 2 * back, forth + back + either}); }
};

PlanStep over_base(const FrontierBase& base, const std::vector<Received>& all) {
    const bool one_way = base.kind == Kind::ring_uni;
    PlanStep step{0, 0};
    Loads x, y;
    for (const auto& one : all)
        step.hops =
            std::max<double>(step.hops, x.carry(one.x, base.columns, !one_way, one.vectors) +
                                            y.carry(one.y, base.rows, true, one.vectors));
    step.x = one_way                    ? x.forth
             : base.kind == Kind::torus ? 2 * std::max(x.busier(), y.busier())
                                        : x.busier();
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

/// Steps of whole vectors; who sends them to whom, unless a node has to hold several sums.
struct Whole {
    std::vector<PlanStep> steps;
    std::string text;
    std::optional<std::vector<MovementStep>> moves;
};

/// Windows side by side on a ring, from multiples of `span`; nothing if the digits do not make
/// `nodes`.
std::optional<std::vector<PlanStep>> whole_on_ring(const FrontierBase& base, const Digits& digits,
                                                   Node nodes, Node span) {
    if (product_of(digits) != nodes) return std::nullopt;
    std::vector<PlanStep> steps;
    Node weight = span;
    for (const Node digit : digits) {
        const Node behind = base.kind == Kind::ring_uni ? 0 : (digit - 1) / 2;
        std::vector<Received> received;
        for (Node j = -behind; j < digit - behind; ++j)
            if (j != 0) received.push_back({j * weight, 0, 1});
        steps.push_back(over_base(base, received));
        weight *= digit;
    }
    return steps;
}

/// Cut windows on a base of columns x rows positions, which lie `span` nodes apart along the
/// columns: of every number of steps up to one more than the least, those with the fewest hops or
/// the least x. The windows are chosen from the last step back, the narrowest first.
class CutWindows {
  public:
    CutWindows(const FrontierBase& base, Node columns, Node rows, Node span)
        : base_(base), span_(span) {
        const auto least = kernels::ceil_log(std::int64_t{columns} * rows, base.lanes + 1);
        for (auto steps = least; steps <= least + 1; ++steps) {
            left_ = most_steps_tried;
            narrow(window(columns), window(rows), steps);
        }
    }
    std::vector<Whole> take() { return std::move(found_); }

  private:
    static constexpr int most_steps_tried = 100'000;

    CutWindow window(Node size) const {
        const Node back = base_.kind == Kind::ring_uni ? 0 : (size - 1) / 2;
        return {back, size - 1 - back, {}};
    }
    /// Sizes of the window before: all, or few of many.
    std::vector<Node> sizes_before(Node size) const {
        const Node least = std::max<Node>(1, (size + base_.lanes) / (base_.lanes + 1));
        std::vector<Node> sizes;
        for (Node one = least; one <= size;
             one += one < least + 4 ? 1 : std::max<Node>(1, (size - least) / 12))
            sizes.push_back(one);
        if (sizes.back() != size) sizes.push_back(size);
        return sizes;
    }
    void narrow(const CutWindow& x, const CutWindow& y, std::int64_t steps) {
        if (x.size() * y.size() == 1) return keep();
        if (std::pow(base_.lanes + 1, steps) < x.size() * y.size()) return;
        for (const Node columns : sizes_before(x.size()))
            for (const Node rows : sizes_before(y.size())) {
                auto before_x = window(columns), before_y = window(rows);
                if (columns * rows == x.size() * y.size() || left_ == 0) continue;
                auto parts_x = parts_of(x, before_x), parts_y = parts_of(y, before_y);
                if ((std::ssize(parts_x) + 1) * (std::ssize(parts_y) + 1) > base_.lanes + 1)
                    continue;
                --left_;
                parts_x.push_back(own_part(x, before_x));
                parts_y.push_back(own_part(y, before_y));
                const auto all = received(parts_x, parts_y);
                backwards_.push_back({over_base(base_, all), x.size() * y.size(),
                                      sender(all, columns * rows, x.size() * y.size())});
                narrow(before_x, before_y, steps - 1);
                backwards_.pop_back();
            }
    }
    /// The step of a movement if every sum is a peer's whole vector.
    std::optional<MovementStep> sender(const std::vector<Received>& all, Node before,
                                       Node after) const {
        if (std::ssize(all) != after / before - 1 || after % before != 0) return std::nullopt;
        MovementStep step{generators_of(base_), {}, MovementStep::Kind::whole};
        for (const auto& one : all) {
            if (one.vectors > 1) return std::nullopt;
            step.peers.push_back((one.y + base_.rows) % base_.rows * base_.columns +
                                 (one.x + base_.columns) % base_.columns);
        }
        return step;
    }
    /// From the nodes ahead or behind along one dimension, and along both.
    std::vector<Received> received(const std::vector<WindowPart>& x,
                                   const std::vector<WindowPart>& y) const {
        std::vector<Received> all;
        for (const auto& one : x)
            for (const auto& other : y)
                if (one.peer != 0 || other.peer != 0)
                    all.push_back({one.peer * span_, other.peer,
                                   double(one.sums.size() * other.sums.size())});
        return all;
    }
    void keep() {
        Whole found{{}, "windows of ", std::vector<MovementStep>{}};
        Digits sizes;
        for (auto step = backwards_.rbegin(); step != backwards_.rend(); ++step) {
            found.steps.push_back(step->figures);
            sizes.push_back(step->size);
            if (!step->sender)
                found.moves.reset();
            else if (found.moves)
                found.moves->push_back(*step->sender);
        }
        found.text += listed(sizes);
        const auto sums = [](const Whole& one) {
            PlanStep all{0, 0};
            for (const auto& step : one.steps) all = {all.hops + step.hops, all.x + step.x};
            return all;
        };
        const auto no_worse = [&sums](const Whole& a, const Whole& b) {
            return a.steps.size() == b.steps.size() && sums(a).hops <= sums(b).hops &&
                   sums(a).x <= sums(b).x && (a.moves || !b.moves);
        };
        for (const auto& one : found_)
            if (no_worse(one, found)) return;
        std::erase_if(found_, [&](const Whole& one) { return no_worse(found, one); });
        found_.push_back(std::move(found));
    }

    struct Step {
        PlanStep figures;
        Node size;
        std::optional<MovementStep> sender;
    };
    const FrontierBase& base_;
    Node span_;
    int left_ = 0;
    std::vector<Step> backwards_{};
    std::vector<Whole> found_{};
};

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
        std::vector<Received> received;
        for (Node i = -((rx - 1) / 2); i <= rx / 2; ++i)
            for (Node j = -((ry - 1) / 2); j <= ry / 2; ++j)
                received.push_back({i * wx, j * wy, 1});
        return over_base(base, received);
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
                    const std::vector<PlanStep>& middle, const std::string& far,
                    const std::optional<std::vector<MovementStep>>& moves) {
    auto plan = reversed(gather);
    plan.family = std::move(family);
    plan.text = "near " + std::to_string(near) + " by " + gather.text + ", far " + far;
    for (auto step : middle) {
        step.x /= near;
        if (step.topology > 0) step.topology += static_cast<int>(gather.steps.size());
        plan.steps.push_back(step);
    }
    plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
    plan.moves =
        moves ? both_movements(gather.moves, gather.moves, *moves) : without_movement(several_sums);
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
            !moves ? without_movement(several_sums) : moving([base, steps = std::move(*moves)] {
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
    for (auto& [steps, text, moves] : CutWindows(base, base.columns, base.rows, 1).take()) {
        plans.push_back({"static whole vectors", std::move(text), std::move(steps)});
        plans.back().moves =
            !moves ? without_movement(several_sums) : moving([base, all = std::move(*moves)] {
                return Movement{translations(base), all, {1}, 1};
            });
    }
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
                const auto text = "(" + listed(digits) + ")";
                if (const auto middle =
                        ring.empty() ? std::nullopt : whole_on_ring(base, digits, far, near))
                    for (const auto& gather : ring)
                        plans.push_back(hybrid("static hybrid", gather, near, *middle, text,
                                               whole_movement(base, true, digits, far, near)));
                if (const auto middle = whole_direct(base.lanes, digits, far))
                    for (const auto& gather : circuits)
                        plans.push_back(hybrid("direct hybrid", gather, near, *middle, text,
                                               whole_movement(base, false, digits, far, near)));
            });
        if (!ring.empty())
            for (const auto& [steps, text, moves] : CutWindows(base, far, 1, near).take())
                for (const auto& gather : ring)
                    plans.push_back(hybrid("static hybrid", gather, near, steps, text, moves));
        plans = without_dominated(std::move(plans));
    }
    return plans;
}

namespace {

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

std::vector<WindowStep> windows_ahead(Node n, const std::vector<Node>& digits) {
    const auto product = product_of(digits);
    const auto counts = product == n ? Digits{} : coefficients(n, digits);
    std::vector<WindowStep> steps;
    if (product != n && counts.empty()) return steps;
    Node weight = 1, held = 0;
    for (std::size_t i = 0; i < digits.size(); weight *= digits[i++]) {
        std::vector<int> vectors(static_cast<std::size_t>(digits[i]), 1);
        if (!counts.empty()) {
            const auto count = static_cast<std::size_t>(counts[i]);
            if (i + 1 == digits.size())
                vectors.resize(held > 0 ? count + 1 : count);
            else if (held > 0)
                ++vectors[count];
            held += counts[i] * weight;
        }
        steps.push_back({weight, std::move(vectors)});
    }
    return steps;
}

}  // namespace lightsweep::solvers::frontier
