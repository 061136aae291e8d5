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

/// Steps of whole vectors; who sends them to whom, unless a node has to hold several sums.
struct Whole {
    std::vector<PlanStep> steps;
    std::string text;
    std::optional<std::vector<MovementStep>> moves;
};

/// Every node sends all that it has summed up to the nodes at these offsets, over the base.
MovementStep sent_over_base(const FrontierBase& base, const std::vector<Received>& all) {
    MovementStep step{generators_of(base), {}, MovementStep::Kind::whole};
    for (const auto& one : all)
        step.peers.push_back((one.y + base.rows) % base.rows * base.columns +
                             (one.x + base.columns) % base.columns);
    return step;
}

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
             one += one < least + 4 ? 1 : std::max<Node>(1, (size - least) / 48))
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
        const auto in_parts = [](const Received& one) { return one.vectors > 1; };
        if (std::ranges::any_of(all, in_parts)) return std::nullopt;
        return sent_over_base(base_, all);
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

/// On a torus: boxes of windows, r_x r_y <= k + 1, that fill rows and columns exactly.
Plans whole_on_torus(const FrontierBase& base) {
    Plans plans;
    FrontierPlan plan{"static whole vectors", "", {}};
    std::vector<MovementStep> boxes;
    const auto most = kernels::ceil_log(base.nodes(), base.lanes + 1) + 2;
    const auto box = [](Node rx, Node ry, Node wx, Node wy) {
        std::vector<Received> received;
        for (Node i = -((rx - 1) / 2); i <= rx / 2; ++i)
            for (Node j = -((ry - 1) / 2); j <= ry / 2; ++j)
                if (i != 0 || j != 0) received.push_back({i * wx, j * wy, 1});
        return received;
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
                const auto received = box(rx, ry, wx, wy);
                plan.steps.push_back(over_base(base, received));
                boxes.push_back(sent_over_base(base, received));
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
    if (base.kind == Kind::torus) append(plans, whole_on_torus(base));
    for (auto& whole : CutWindows(base, base.columns, base.rows, 1).take())
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
            for (const auto& middle : CutWindows(base, far, 1, near).take())
                add("static hybrid", ring, middle);
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
