// Planes that form two groups and change in turn.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "solvers/frontier/gathers/alternating_steps.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// The steps in the order of an all-gather: off the base after it, or before it (`backwards`).
std::vector<Reach> reaches_of(const FrontierBase& base, bool backwards, Node radix,
                              const TorusDigits& digits) {
    std::vector<Reach> reaches{reach_on_base(base, radix)};
    Place unit{radix, 1};
    for (const auto& digit : digits) {
        reaches.push_back(reach_off_base(Places(base), base.lanes / 2, unit, digit));
        for (const std::size_t along : {0, 1}) unit[along] *= digit.size[along];
    }
    if (backwards) std::rotate(reaches.begin(), reaches.begin() + 1, reaches.end());
    return reaches;
}

/// One part of a block on its way: which offsets have it.
class Spread {
  public:
    /// mirrored: the second half. The windows lie in so many positions, which begin as far back as
    /// they reach; backwards, they are those of every radix-th column.
    Spread(const FrontierBase& base, const std::vector<Reach>& reaches, bool backwards, Node radix,
           bool mirrored)
        : places_(base), mirrored_(mirrored), has_(std::size_t(base.nodes()), 0) {
        const Node apart = backwards ? radix : 1;
        most_ = {(base.columns + apart - 1) / apart * apart, base.rows};
        for (std::size_t t = 0; t + (backwards ? 1 : 0) < reaches.size(); ++t)
            for (const std::size_t along : {0, 1})
                low_[along] -= behind(reaches[t])[along] * reaches[t].unit[along];
        has_[0] = 1;
    }

    std::vector<Place> peers(const Reach& one) const { return one.peers(mirrored_); }
    /// Passes the block on to them; the offsets that get it. free: windows have no ends any more.
    Digits pass_on(const Reach& one, bool free) {
        Digits fresh;
        const auto before = known_;
        for (const auto& by : peers(one))
            for (auto to : before) {
                for (const std::size_t along : {0, 1}) to[along] += by[along];
                const Node node = places_.at(to);
                if (has_[std::size_t(node)] || (!free && !within(to))) continue;
                has_[std::size_t(node)] = 1;
                known_.push_back(to);
                fresh.push_back(node);
            }
        return fresh;
    }

  private:
    const Place& behind(const Reach& one) const {
        return mirrored_ && one.mirrored ? one.ahead : one.behind;
    }
    bool within(const Place& place) const {
        return place[0] >= low_[0] && place[0] < low_[0] + most_[0] && place[1] >= low_[1] &&
               place[1] < low_[1] + most_[1];
    }

    Places places_;
    bool mirrored_;
    std::vector<char> has_;
    Place low_{0, 0}, most_;
    std::vector<Place> known_{{0, 0}};
};

/// In time a reduce-scatter's (`backwards`) first step is on the base, too.
Movement alternating_movement(const FrontierBase& base, bool backwards, bool whole, Node radix,
                              const TorusDigits& digits) {
    const auto reaches = reaches_of(base, backwards, radix, digits);
    const auto kind = whole ? MovementStep::Kind::whole : MovementStep::Kind::copy;
    Movement movement{translations(base), {}, alternating_parts(base)};
    if (whole) movement.chunks = 1;
    std::vector<Spread> parts;
    for (std::size_t part = 0; part < movement.parts.size(); ++part)
        parts.emplace_back(base, reaches, backwards, radix, part == 1);
    for (std::size_t t = 0; t < reaches.size(); ++t) {
        const auto& one = reaches[t];
        std::set<Node> peers;
        std::vector<Digits> fresh;
        for (auto& part : parts) {
            Digits to;
            for (const auto& offset : part.peers(one)) to.push_back(Places(base).at(offset));
            peers.insert(to.begin(), to.end());
            fresh.push_back(whole ? std::move(to)
                                  : part.pass_on(one, backwards && t + 1 == reaches.size()));
        }
        movement.steps.push_back({one.lanes, {peers.begin(), peers.end()}, kind, std::move(fresh)});
    }
    return backwards ? frontier::backwards(std::move(movement), true) : movement;
}

/// Vectors on the busiest of these planes, if the node at j units ahead sends vectors[j]: each over
/// a plane of its own, or over sums of two units, the planes' or twice the largest.
double busiest_ahead(Node planes, const std::vector<int>& vectors) {
    const auto most = static_cast<std::size_t>(planes);
    std::vector<double> loads(most + 1);
    for (std::size_t j = 1; j < vectors.size(); ++j) {
        loads[std::min(j, most)] += vectors[j];
        if (j > most) loads[j - most] += vectors[j];
    }
    return std::ranges::max(loads);
}

/// Per digit the vectors on the busiest plane of windows that need not fill the nodes exactly: of
/// the last digit, too, the peers lie at multiples of the window, and the farthest sends its part
/// V. Empty if the digits cannot make the nodes.
std::vector<double> window_loads(Node n, Node planes, const Digits& digits) {
    std::vector<double> loads;
    for (const auto& step : windows_ahead(n, digits))
        loads.push_back(busiest_ahead(planes, step.vectors));
    return loads;
}

/// Enumerates the plans and counts their steps.
class Alternating {
  public:
    Alternating(const FrontierBase& base, bool backwards, bool whole)
        : base_(base),
          backwards_(backwards),
          whole_(whole),
          off_base_(growths(base.lanes / 2)),
          most_(off_base_.back().radix) {}

    Plans plans() {
        const auto least = kernels::ceil_log(base_.columns, most_) +
                           (base_.rows > 1 ? kernels::ceil_log(base_.rows, most_) : 0);
        for (auto steps = least; steps <= least + 1; ++steps)
            for (const auto& first : base_growths(base_))
                for (std::int64_t down = 0; down < (base_.rows > 1 ? steps : 1); ++down)
                    add(first, steps - 1 - down, down);
        return without_dominated(std::move(plans_));
    }

  private:
    /// All lists of so many digits within the columns and within the rows.
    void add(const Growth& first, std::int64_t across, std::int64_t down) {
        const Node windows = (base_.columns + first.radix - 1) / first.radix;
        for_each_digits(base_.rows, most_, down, [&](const Digits& rows) {
            for_each_digits(windows, most_, across, [&](const Digits& columns) {
                add(first, joined(columns, false, rows));
                if (!rows.empty() && !columns.empty()) add(first, joined(rows, true, columns));
            });
        });
    }
    static TorusDigits joined(const Digits& before, bool down, const Digits& after) {
        TorusDigits digits;
        for (const Node digit : before) digits.push_back(digit_along(down, digit));
        for (const Node digit : after) digits.push_back(digit_along(!down, digit));
        return digits;
    }

    void add(const Growth& first, const TorusDigits& digits) {
        const Node n = base_.nodes();
        Place product{first.radix, 1};
        for (const auto& digit : digits)
            for (const std::size_t along : {0, 1}) product[along] *= digit.size[along];
        const bool exact = product[0] == base_.columns && product[1] == base_.rows;
        std::vector<double> windows;
        if (whole_ && !exact) {
            if (base_.rows > 1) return;
            Digits all{first.radix};
            for (const auto& digit : digits) all.push_back(digit.radix());
            windows = window_loads(n, base_.lanes / 2, all);
            if (windows.empty()) return;
        }
        FrontierPlan plan{whole_ ? "alternating whole vectors" : "alternating",
                          text_of(first.radix, digits), steps_of(first, digits), SetUp::in_turn};
        if (!windows.empty())
            for (std::size_t t = 1; t < plan.steps.size(); ++t)
                plan.steps[t].x = windows[t] * base_.lanes;
        plan.moves = whole_ && !exact
                         ? without_movement(several_sums)
                         : moving([base = base_, backwards = backwards_, whole = whole_,
                                   radix = first.radix, digits] {
                               return alternating_movement(base, backwards, whole, radix, digits);
                           });
        plans_.push_back(std::move(plan));
    }

    static std::string text_of(Node radix, const TorusDigits& digits) {
        std::string text = std::to_string(radix) + " |";
        for (std::size_t t = 0; t < digits.size(); ++t)
            text += (t == 0 ? " " : ", ") + in_words(digits[t]);
        return text;
    }

    /// The base digit comes first in time; backwards, that is after all others, with the heads that
    /// it needs.
    std::vector<PlanStep> steps_of(const Growth& first, const TorusDigits& digits) const {
        const double n = base_.nodes(), k = base_.lanes;
        const double last[] = {
            backwards_ ? std::ceil(double(base_.columns) / first.radix) : double(base_.columns),
            double(base_.rows)};
        double known[] = {backwards_ ? 1.0 : double(first.radix), 1};
        std::vector<PlanStep> steps;
        for (const auto& digit : digits) {
            const Node radix = digit.radix();
            const auto way = *std::ranges::find(off_base_, radix, &Growth::radix);
            double load = way.load * known[0] * known[1];
            // Peers beyond the last window are left out.
            if (base_.lanes == 2 && known[0] * radix > last[0])
                for (Node j = radix - 1; j > 0; --j)
                    load -= j * std::clamp(known[0] * (j + 1) - last[0], 0.0, known[0]);
            if (whole_) load = n * way.load;
            steps.push_back({way.hops, load * k / n, static_cast<int>(steps.size()) + 1});
            for (const std::size_t along : {0, 1})
                known[along] = std::min(known[along] * digit.size[along], last[along]);
        }
        if (backwards_) std::ranges::reverse(steps);
        const double heads = whole_ ? n : backwards_ ? last[0] * last[1] : 1;
        steps.insert(steps.begin(), {first.hops, first.load * k * heads / n, 0});
        return steps;
    }

    FrontierBase base_;
    bool backwards_, whole_;
    std::vector<Growth> off_base_;
    Node most_;
    Plans plans_{};
};

}  // namespace

Plans alternating(const FrontierBase& base, bool backwards, bool whole) {
    if (base.lanes % 2 != 0 || base.nodes() < 4) return {};
    return Alternating(base, backwards, whole).plans();
}

}  // namespace lightsweep::solvers::frontier
