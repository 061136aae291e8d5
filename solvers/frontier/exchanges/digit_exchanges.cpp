// All-to-alls by digits, in closed form for any number of nodes.
//
// Offsets are written in mixed radices, d = sum c_i w_i with w_1 = 1 and w_(i+1) = w_i r_i; the
// last digit is cut off where the offsets end. Blocks pass one digit after the other, which goes in
// one of three ways:
//
//   in turn  k values of the digit per step, over one hop of circuits of their own: ceil((r-1)/k)
//            steps and as many changes
//   stretch  one change to circuits of +w, or of +w and -w by halves; a block walks |c| of them, in
//            steps of several hops (static digits)
//   base     the same on a ring that stands, for the first digit
//
// With k + 1 values per digit in turn this is Bruck's algorithm, with n of them every pair has
// circuits of its own; stretches are BRIDGE's subrings. Both ways the digits lie around 0: half of
// every block has the digits -floor((r-1)/2) .. floor(r/2), the other half these with signs
// changed. All counts are exact: of the offsets -A .. n - 1 - A, A = sum a_i w_i with a_i the
// digits below 0, blocks with a digit c are those whose d + A has the digit c + a_i.
//
// Lists of radices are built from the left. Of those with the same weight so far none is kept that
// another one undercuts in steps, hops, x and changes.
//
// Alternating planes: all digits in turn or in stretches of one step each, the first on a ring's
// base, over half of the lanes, while the other half is set up for the next digit. Lists are
// compared by the same sums, although a delay hides best behind steps that take equally long.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Kind = FrontierBase::Kind;

enum class Carried : std::uint8_t { in_turn, stretch, on_base };

struct Digit {
    Node weight, radix;
    Carried by;
};
/// Lanes that send: all of them, or one half.
enum class Planes : std::uint8_t { together, alternating };

/// One step, with its circuits.
struct DigitStep {
    PlanStep figures;  ///< topology: whether circuits are set up before it
    MovementStep moves;
};

class DigitSteps {
  public:
    DigitSteps(const FrontierBase& base, const Digit& digit, Planes planes)
        : n_(base.nodes()),
          k_(base.lanes),
          sending_(planes == Planes::together ? k_ : k_ / 2),
          digit_(digit),
          both_ways_(sending_ % 2 == 0 &&
                     (digit.by == Carried::on_base ? base.kind == Kind::ring
                                                   : digit.by == Carried::stretch)) {}

    std::vector<DigitStep> take() && {
        digit_.by == Carried::in_turn ? one_by_one() : walk();
        return std::move(steps_);
    }

  private:
    /// Blocks of a node whose digit is c, of -back .. radix - 1 - back.
    double blocks(Node c, Node back) const {
        if (c < -back || c >= digit_.radix - back) return 0;
        const auto period = std::int64_t{digit_.weight} * digit_.radix;
        const auto place = std::int64_t{digit_.weight} * (c + back);
        return double(n_ / period * digit_.weight +
                      std::clamp<std::int64_t>(n_ % period - place, 0, digit_.weight));
    }
    /// In the mean over both halves of a block.
    double blocks(Node c) const {
        if (!both_ways_) return blocks(c, 0);
        return (blocks(c, (digit_.radix - 1) / 2) + blocks(c, digit_.radix / 2)) / 2;
    }
    Node at(Node c) const {
        return static_cast<Node>(((std::int64_t{c} * digit_.weight) % n_ + n_) % n_);
    }

    void one_by_one() {
        for (Node first = 1; first < digit_.radix; first += sending_) {
            const Node values = std::min(sending_, digit_.radix - first),
                       copies = sending_ / values;
            DigitStep step{{1, 0, 1}, {}};
            for (Node c = first; c < first + values; ++c) {
                step.figures.x = std::max(step.figures.x, k_ * blocks(c) / copies / n_);
                step.moves.peers.push_back(at(c));
                step.moves.lanes.insert(step.moves.lanes.end(), std::size_t(copies), at(c));
            }
            steps_.push_back(std::move(step));
        }
    }
    void walk() {
        const Node ahead = both_ways_ ? digit_.radix / 2 : digit_.radix - 1;
        const Node each = both_ways_ ? k_ / 2 : k_;
        std::vector<double> forth, behind;
        for (Node near = 0; near < ahead;) {
            const auto reach = static_cast<Node>(
                std::min<std::int64_t>(ahead, near + std::int64_t{each} * (near + 1)));
            DigitStep step{{0, 0, steps_.empty() && digit_.by != Carried::on_base}, {}};
            std::set<Node> peers;
            offsets_.emplace_back();
            for (Node c = reach - near; c > 0; c -= near + 1) {
                offsets_.back().push_back(c);
                peers.insert(at(c));
                if (both_ways_) peers.insert(at(-c));
            }
            step.figures.hops = reach - near;
            step.moves.peers.assign(peers.begin(), peers.end());
            step.moves.lanes.assign(std::size_t(sending_), at(1));
            if (both_ways_)
                std::fill_n(step.moves.lanes.begin(), std::size_t(sending_ / 2), at(-1));
            steps_.push_back(std::move(step));
            near = reach;
        }
        forth.assign(steps_.size(), 0);
        behind = forth;
        for (Node c = 1; c <= ahead; ++c) {
            add_walk(c, blocks(c), forth);
            add_walk(c, blocks(-c), behind);
        }
        const double ways = double(k_) / sending_ * (both_ways_ ? 2 : 1);
        for (std::size_t t = 0; t < steps_.size(); ++t)
            steps_[t].figures.x = ways * std::max(forth[t], behind[t]) / n_;
    }
    /// In every step, from the last one back, by the largest offset that is not beyond what is
    /// left.
    void add_walk(Node c, double blocks, std::vector<double>& loads) const {
        for (auto t = offsets_.size(); t-- > 0;)
            for (const Node offset : offsets_[t])
                if (offset <= c) {
                    loads[t] += blocks * offset;
                    c -= offset;
                    break;
                }
    }

    Node n_, k_, sending_;
    Digit digit_;
    bool both_ways_;
    std::vector<DigitStep> steps_{};
    std::vector<std::vector<Node>> offsets_{};  ///< of every step of a walk, the largest first
};

/// Digits from the left, and what they cost: changes, steps, hops and x.
struct MixedRadix {
    std::vector<Digit> all;
    std::array<double, 4> costs{};

    MixedRadix and_digit(const Digit& digit, const std::array<double, 4>& cost) const {
        MixedRadix more = *this;
        more.all.push_back(digit);
        for (std::size_t i = 0; i < cost.size(); ++i) more.costs[i] += cost[i];
        return more;
    }
    /// x nearly.
    bool undercuts(const MixedRadix& other) const {
        return costs[0] <= other.costs[0] && costs[1] <= other.costs[1] &&
               costs[2] <= other.costs[2] && costs[3] <= other.costs[3] * 1.002;
    }
};

std::array<double, 4> cost_of(const std::vector<DigitStep>& steps) {
    std::array<double, 4> cost{};
    for (const auto& step : steps) {
        cost[0] += step.figures.topology;
        cost[1] += 1;
        cost[2] += step.figures.hops;
        cost[3] += step.figures.x;
    }
    return cost;
}

void keep(std::vector<MixedRadix>& kept, MixedRadix digits) {
    for (const auto& one : kept)
        if (one.undercuts(digits)) return;
    std::erase_if(kept, [&](const MixedRadix& one) { return digits.undercuts(one); });
    kept.push_back(std::move(digits));
}

/// Radices of all but the last digit: all up to 10, then ever fewer.
Node next_radix(Node radix) {
    return radix + std::max<Node>(1, radix < 10 ? 1 : radix / 5);
}

std::vector<MixedRadix> digits_of(const FrontierBase& base, Planes planes) {
    const Node n = base.nodes();
    std::map<Node, std::vector<MixedRadix>> open{{1, {MixedRadix{}}}};
    std::vector<MixedRadix> all;
    while (!open.empty()) {
        const auto [weight, lists] = *open.begin();
        open.erase(open.begin());
        const Node last = (n + weight - 1) / weight;
        for (Node radix = 2; radix <= last;
             radix = radix < last ? std::min(last, next_radix(radix)) : last + 1)
            for (const auto by : {Carried::in_turn, Carried::stretch, Carried::on_base}) {
                if (by == Carried::on_base && (weight > 1 || base.kind == Kind::torus)) continue;
                const Digit digit{weight, radix, by};
                const auto steps = DigitSteps(base, digit, planes).take();
                if (planes == Planes::alternating &&
                    (steps.size() > 1 || (weight == 1) != (by == Carried::on_base)))
                    continue;
                auto& to = radix < last ? open[weight * radix] : all;
                const auto cost = cost_of(steps);
                for (const auto& list : lists) keep(to, list.and_digit(digit, cost));
            }
    }
    return all;
}

FrontierPlan plan_of(const FrontierBase& base, Planes planes, const MixedRadix& digits) {
    FrontierPlan plan{"digit by digit", "", {}};
    if (planes == Planes::alternating) plan.set_up = SetUp::in_turn;
    int topology = 0;
    for (const auto& digit : digits.all) {
        plan.text += (plan.text.empty() ? "" : ", ") + std::to_string(digit.radix) +
                     (digit.by == Carried::in_turn   ? " in turn"
                      : digit.by == Carried::stretch ? " in a stretch"
                                                     : " on the base");
        for (auto& step : DigitSteps(base, digit, planes).take()) {
            step.figures.topology = topology += step.figures.topology;
            plan.steps.push_back(step.figures);
        }
    }
    if (planes == Planes::alternating) plan.text += ", by alternating planes";
    plan.moves = moving([base, planes, all = digits.all] {
        Movement movement{Group(base.nodes())};
        for (const auto& digit : all)
            for (auto& step : DigitSteps(base, digit, planes).take())
                movement.steps.push_back(std::move(step.moves));
        return movement;
    });
    return plan;
}

}  // namespace

std::vector<FrontierPlan> digit_exchanges(const FrontierBase& base) {
    std::vector<FrontierPlan> plans;
    for (const auto planes : {Planes::together, Planes::alternating}) {
        if (planes == Planes::alternating &&
            (base.kind == Kind::torus || (base.lanes % 4 != 0 && base.lanes != 2)))
            continue;
        for (const auto& digits : digits_of(base, planes))
            plans.push_back(plan_of(base, planes, digits));
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
