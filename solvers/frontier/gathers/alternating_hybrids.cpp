// Hybrids over planes in turn: the sums of near digits are scattered, far digits exchange whole
// parts, and the near digits gather back. The digits make the columns and the rows exactly; near
// ones lie along the columns, the first of them on the base.
#include <set>

#include "solvers/frontier/gathers/alternating_steps.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Act = MovementStep::Kind;
using Digits = std::vector<Node>;

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
            for (const Node by : one.peers(part == 1)) {
                const Node peer = places.along(one.down, by);
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

/// The digits of one plan.
struct NearFar {
    Digits near;
    TorusDigits far;
};

class AlternatingHybrids {
  public:
    explicit AlternatingHybrids(const FrontierBase& base)
        : base_(base), off_base_(growths(base.lanes / 2)) {}

    Plans plans() {
        for (const auto& first : base_growths(base_)) {
            if (!growth(first.radix) || base_.columns % first.radix != 0) continue;
            first_ = first;
            add_near({first.radix}, first.radix);
            for (const auto& second : off_base_)
                if (base_.columns % (first.radix * second.radix) == 0)
                    add_near({first.radix, second.radix}, first.radix * second.radix);
        }
        return without_dominated(std::move(plans_));
    }

  private:
    const Growth* growth(Node radix) const {
        const auto found = std::ranges::find(off_base_, radix, &Growth::radix);
        return found == off_base_.end() ? nullptr : &*found;
    }
    void add_near(Digits near, Node parts) {
        if (parts > most_near || parts == base_.nodes()) return;
        NearFar digits{std::move(near), {}};
        add_far(digits, {base_.columns / parts, base_.rows});
    }
    /// All far digits of what is left, in falling order within the columns and then within the
    /// rows.
    void add_far(NearFar& digits, std::array<Node, 2> left) {
        if (left[0] == 1 && left[1] == 1) return add(digits);
        const bool down = left[0] == 1;
        for (const auto& way : off_base_) {
            const bool falls = digits.far.empty() || digits.far.back().down != down ||
                               way.radix <= digits.far.back().radix;
            if (!falls || left[down] % way.radix != 0) continue;
            digits.far.push_back({down, way.radix});
            auto rest = left;
            rest[down] /= way.radix;
            add_far(digits, rest);
            digits.far.pop_back();
        }
    }

    void add(const NearFar& digits) {
        FrontierPlan plan{"alternating hybrid", in_words(digits), steps_of(digits), SetUp::in_turn};
        plan.moves = moving([base = base_, digits] { return movement_of(base, digits); });
        plans_.push_back(std::move(plan));
    }
    static std::string in_words(const NearFar& digits) {
        std::string far;
        for (const auto& [down, radix] : digits.far)
            far += (far.empty() ? "" : ", ") + std::to_string(radix) + (down ? " down" : "");
        return "near " + listed(digits.near) + ", far " + far;
    }
    std::vector<PlanStep> steps_of(const NearFar& digits) const {
        const double k = base_.lanes;
        std::vector<PlanStep> steps;
        const auto add = [&](const Growth& way, Node parts) {
            steps.push_back({way.hops, way.load * k / parts, static_cast<int>(steps.size())});
        };
        Node parts = 1;
        for (const Node radix : digits.near) {
            parts *= radix;
            add(steps.empty() ? first_ : *growth(radix), parts);
        }
        for (const auto& [down, radix] : digits.far) add(*growth(radix), parts);
        for (auto i = digits.near.size(); i-- > 0; parts /= digits.near[i])
            add(*growth(digits.near[i]), parts);
        return steps;
    }
    static Movement movement_of(const FrontierBase& base, const NearFar& digits) {
        const auto off_base = [&](Node unit, TorusDigit digit) {
            return reach_off_base(Places(base), base.lanes / 2, unit, digit);
        };
        std::array<Node, 2> unit{1, 1};
        std::vector<Reach> gather, far;
        for (const Node radix : digits.near) {
            gather.insert(gather.begin(), off_base(unit[0], {false, radix}));
            unit[0] *= radix;
        }
        for (const auto& digit : digits.far) {
            far.push_back(off_base(unit[digit.down], digit));
            unit[digit.down] *= digit.radix;
        }
        auto scatter = gather;
        scatter.back() = reach_on_base(base, digits.near.front());
        const auto steps = [&](const std::vector<Reach>& reaches, Act kind) {
            Movement movement{translations(base), {}, alternating_parts(base)};
            add_steps(movement, base, reaches, kind);
            return movement;
        };
        auto movement = backwards(steps(scatter, Act::copy), true);
        movement.chunks = product_of(digits.near);
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
