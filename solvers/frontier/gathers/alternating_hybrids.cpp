// Hybrids over planes in turn: the sums of near digits are scattered, far digits exchange whole
// parts, and the near digits gather back. The digits make the columns and the rows exactly; near
// ones lie along the rows, the first of them on the base, and far ones along either dimension or
// both.
#include <set>

#include "solvers/frontier/gathers/alternating_steps.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Act = MovementStep::Kind;

constexpr Node most_near = 64;  ///< parts of a vector

/// Adds the digits' steps of copies, the last one first, or of whole parts.
void add_steps(Movement& movement, const FrontierBase& base, const std::vector<Reach>& reaches,
               Act kind) {
    const Places places(base);
    std::vector<std::vector<Node>> known(movement.parts.size(), {0});
    for (const auto& one : reaches) {
        MovementStep step{one.lanes, {}, kind};
        std::set<Node> peers;
        for (std::size_t part = 0; part < known.size(); ++part) {
            auto& fresh = step.fresh.emplace_back();
            for (const auto& by : one.peers(part == 1)) {
                const Node peer = places.at(by);
                peers.insert(peer);
                for (const Node from : known[part])
                    fresh.push_back(movement.group.multiply(from, peer));
            }
            if (kind == Act::copy)
                known[part].insert(known[part].end(), fresh.begin(), fresh.end());
        }
        step.peers.assign(peers.begin(), peers.end());
        movement.steps.push_back(std::move(step));
    }
}

/// The digits of one plan; the first near one lies on the base.
struct NearFar {
    TorusDigits near, far;

    Node parts() const {
        Node all = 1;
        for (const auto& digit : near) all *= digit.radix();
        return all;
    }
};

class AlternatingHybrids {
  public:
    explicit AlternatingHybrids(const FrontierBase& base)
        : base_(base), off_base_(growths(base.lanes / 2)) {}

    Plans plans() {
        for (const auto& first : base_growths(base_)) {
            if (!growth(first.radix) || base_.columns % first.radix != 0) continue;
            first_ = first;
            const Place left{base_.columns / first.radix, base_.rows};
            add_near({digit_along(false, first.radix)}, left);
            for_each_digit(left, [&](const TorusDigit& second, const Place& rest) {
                if (second.size[1] == 1) add_near({digit_along(false, first.radix), second}, rest);
            });
        }
        return without_dominated(std::move(plans_));
    }

  private:
    const Growth* growth(Node radix) const {
        const auto found = std::ranges::find(off_base_, radix, &Growth::radix);
        return found == off_base_.end() ? nullptr : &*found;
    }
    /// All that these places can have next, and what is left.
    template <typename Use>
    void for_each_digit(const Place& left, const Use& use) const {
        for (Node across = 1; across <= left[0]; ++across)
            for (Node down = 1; down <= left[1]; ++down) {
                const TorusDigit digit{{across, down}};
                if (left[0] % across != 0 || left[1] % down != 0 || !growth(digit.radix()))
                    continue;
                if (across == 1 || down == 1 || spans_both(base_.lanes / 2, digit))
                    use(digit, Place{left[0] / across, left[1] / down});
            }
    }
    void add_near(TorusDigits near, const Place& left) {
        NearFar digits{std::move(near), {}};
        if (digits.parts() <= most_near && left != Place{1, 1}) add_far(digits, left);
    }
    /// All far digits of what is left, in falling order.
    void add_far(NearFar& digits, const Place& left) {
        if (left == Place{1, 1}) return add(digits);
        for_each_digit(left, [&](const TorusDigit& digit, const Place& rest) {
            if (!digits.far.empty() && digits.far.back().size < digit.size) return;
            digits.far.push_back(digit);
            add_far(digits, rest);
            digits.far.pop_back();
        });
    }

    void add(const NearFar& digits) {
        FrontierPlan plan{"alternating hybrid", text_of(digits), steps_of(digits), SetUp::in_turn};
        plan.moves = moving([base = base_, digits] { return movement_of(base, digits); });
        plans_.push_back(std::move(plan));
    }
    static std::string text_of(const NearFar& digits) {
        const auto listed = [](const TorusDigits& some) {
            std::string text;
            for (const auto& digit : some) text += (text.empty() ? "" : ", ") + in_words(digit);
            return text;
        };
        return "near " + listed(digits.near) + ", far " + listed(digits.far);
    }
    std::vector<PlanStep> steps_of(const NearFar& digits) const {
        const double k = base_.lanes;
        std::vector<PlanStep> steps;
        const auto add = [&](const Growth& way, Node parts) {
            steps.push_back({way.hops, way.load * k / parts, static_cast<int>(steps.size())});
        };
        Node parts = 1;
        for (const auto& digit : digits.near) {
            parts *= digit.radix();
            add(steps.empty() ? first_ : *growth(digit.radix()), parts);
        }
        for (const auto& digit : digits.far) add(*growth(digit.radix()), parts);
        for (auto i = digits.near.size(); i-- > 0; parts /= digits.near[i].radix())
            add(*growth(digits.near[i].radix()), parts);
        return steps;
    }
    static Movement movement_of(const FrontierBase& base, const NearFar& digits) {
        Place unit{1, 1};
        const auto off_base = [&](const TorusDigit& digit) {
            auto reach = reach_off_base(Places(base), base.lanes / 2, unit, digit);
            for (const std::size_t along : {0, 1}) unit[along] *= digit.size[along];
            return reach;
        };
        std::vector<Reach> gather, far;
        for (const auto& digit : digits.near) gather.insert(gather.begin(), off_base(digit));
        for (const auto& digit : digits.far) far.push_back(off_base(digit));
        auto scatter = gather;
        scatter.back() = reach_on_base(base, digits.near.front().radix());
        const auto steps = [&](const std::vector<Reach>& reaches, Act kind) {
            Movement movement{translations(base), {}, alternating_parts(base)};
            add_steps(movement, base, reaches, kind);
            return movement;
        };
        auto movement = backwards(steps(scatter, Act::copy), true);
        movement.chunks = digits.parts();
        for (const auto& [reaches, kind] : {std::pair{far, Act::whole}, {gather, Act::copy}})
            std::ranges::move(steps(reaches, kind).steps, std::back_inserter(movement.steps));
        return movement;
    }

    FrontierBase base_;
    std::vector<Growth> off_base_;
    Growth first_{};
    Plans plans_{};
};

}  // namespace

Plans alternating_hybrids(const FrontierBase& base) {
    if (base.lanes % 2 != 0 || base.nodes() < 4) return {};
    return AlternatingHybrids(base).plans();
}

}  // namespace lightsweep::solvers::frontier
