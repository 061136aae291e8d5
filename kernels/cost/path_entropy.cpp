#include "kernels/cost/path_entropy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/cost/layered_system.hpp"

namespace lightsweep::kernels {

namespace {

constexpr std::size_t most_entropy_steps = 64;
constexpr int rounds_per_sharpness = 60;
/// The program is solved for growths that are greater by this part, so that it has an interior; the
/// multipliers prove the bound of the exact ones.
constexpr double ease = 1e-5;

using Values = std::vector<double>;
using Multipliers = PathEntropy::Multipliers;

/// Transfers d of a node in a step that matter: log(d + 1) and log((d + 1) / G(d)).
struct Degree {
    double choices, spread;
};
struct EntropyStep {
    std::vector<Degree> degrees;   ///< by rising d
    std::array<double, 2> limits;  ///< of a_t and b_t
    double highest;                ///< G(p) / (p + 1)

    double growth() const { return degrees.back().choices; }
};

std::vector<EntropyStep> steps_of(const std::vector<PathStep>& steps, std::int64_t n) {
    std::vector<EntropyStep> all;
    const auto limit = [n](std::int64_t nodes) {
        return std::log(static_cast<double>(std::min(n, nodes)));
    };
    for (const auto& [costs, sources, ends] : steps) {
        all.push_back({{}, {limit(sources), limit(ends)}, costs.back() / double(costs.size() + 1)});
        for (std::size_t d = 1; d <= costs.size(); ++d) {
            const bool inside = d > 1 && d < costs.size();
            if (inside && costs[d] - costs[d - 1] == costs[d - 1] - costs[d - 2]) continue;
            const double choices = std::log1p(double(d));
            all.back().degrees.push_back({choices, choices - std::log(costs[d - 1])});
        }
    }
    return all;
}

/// The least of a side of a step, at its part of the cost.
double of_side(const EntropyStep& step, double spread, double growth, double part) {
    double most = -std::numeric_limits<double>::infinity();
    for (const auto& degree : step.degrees)
        most = std::max(most, spread * degree.spread + growth * degree.choices);
    const double rest = part * std::exp(-most / spread);
    return rest > spread ? 0 : spread * (1 - std::log(spread / part)) - most - rest;
}

/// The dual value, in cost per node.
double proven_by(const std::vector<Multipliers>& of, const std::vector<EntropyStep>& steps,
                 double log_n) {
    double sum = log_n * (of.back().growth[0] + of.front().growth[1]);
    for (std::size_t t = 0; t < steps.size(); ++t) {
        const auto& here = of[t];
        for (const std::size_t side : {0, 1})
            sum += of_side(steps[t], here.spread[side], here.growth[side], here.part[side]) +
                   log_n * here.spread[side];
        if (t + 1 == steps.size()) break;
        const auto& next = of[t + 1];
        const double a = here.growth[0] - next.growth[0] - next.spread[0] - next.spread[1],
                     b = next.growth[1] - here.growth[1] - here.spread[0] - here.spread[1];
        sum += steps[t].limits[0] * std::min(0.0, a) + steps[t].limits[1] * std::min(0.0, b);
    }
    return sum;
}

/// Unknowns of a step: a_t, b_t, c_t, then q_d of what is received, and of what is sent.
class PathProgram {
  public:
    PathProgram(double log_n, const std::vector<EntropyStep>& steps)
        : log_n_(log_n), steps_(steps), system_(sizes()) {
        for (const auto& step : steps) {
            begin_.push_back(x_.size());
            x_.resize(x_.size() + size_of(step));
        }
        gradient_.resize(x_.size());
        start_between();
        for (std::size_t t = 0; t < steps.size(); ++t) {
            const double crowd = std::max(0.0, log_n_ - before(x_, t, 0) - at(x_, t, 1));
            at(x_, t, 2) = 4 * (1 + std::exp(crowd)) * std::max(1.0, steps[t].highest);
            const auto kinds = steps[t].degrees.size();
            for (std::size_t kind = 0; kind < 2 * kinds; ++kind)
                at(x_, t, 3 + kind) =
                    kind % kinds + 1 == kinds ? 1 - ease / 4 : ease / 8 / double(kinds);
        }
    }
    bool is_feasible() const { return feasible_; }

    /// The multipliers on the way that prove the most; none if none prove anything.
    std::vector<Multipliers> best() {
        std::vector<Multipliers> best;
        double most = 0;
        for (sharpness_ = 1; sharpness_ < 1e9; sharpness_ *= 20) {
            for (int round = 0; round < rounds_per_sharpness && improve(); ++round) {
            }
            auto found = multipliers();
            if (found.empty()) continue;
            const double proven = proven_by(found, steps_, log_n_);
            if (!(proven > most)) continue;
            most = proven;
            best = std::move(found);
        }
        return best;
    }

  private:
    static std::size_t size_of(const EntropyStep& step) { return 3 + 2 * step.degrees.size(); }
    std::vector<std::size_t> sizes() const {
        std::vector<std::size_t> sizes;
        for (const auto& step : steps_) sizes.push_back(size_of(step));
        return sizes;
    }
    /// a_t and b_t half way between the least and the greatest that can still be.
    void start_between() {
        const auto count = steps_.size();
        const auto growth = [this](std::size_t t) { return (1 + ease / 2) * steps_[t].growth(); };
        std::array<double, 2> most{}, left{};
        for (std::size_t t = 0; t < count; ++t)
            for (double& one : left) one += growth(t);
        for (std::size_t i = 0; i + 1 < count; ++i)
            for (const std::size_t side : {0, 1}) {
                const auto t = side == 0 ? i : count - 2 - i;
                const double grown = growth(side == 0 ? t : t + 1);
                most[side] = std::min(most[side] + grown, steps_[t].limits[side]);
                left[side] -= grown;
                const double least = std::max(0.0, log_n_ - left[side]);
                at(x_, t, side) = (least + most[side]) / 2;
                feasible_ = feasible_ && least < most[side];
            }
        feasible_ =
            feasible_ && most[0] + growth(count - 1) > log_n_ && most[1] + growth(0) > log_n_;
        at(x_, count - 1, 0) = log_n_;
    }
    double& at(Values& x, std::size_t step, std::size_t unknown) const {
        return x[begin_[step] + unknown];
    }
    double at(const Values& x, std::size_t step, std::size_t unknown) const {
        return x[begin_[step] + unknown];
    }
    double before(const Values& x, std::size_t t, std::size_t unknown) const {
        return t > 0 ? at(x, t - 1, unknown) : unknown == 0 ? 0 : log_n_;
    }
    /// Calls use(degree, its unknown) for what is received or sent.
    template <typename Use>
    void for_each_degree(std::size_t t, std::size_t side, const Use& use) const {
        const auto& degrees = steps_[t].degrees;
        for (std::size_t kind = 0; kind < degrees.size(); ++kind)
            use(degrees[kind], 3 + side * degrees.size() + kind);
    }
    /// q_0 of what is received or sent.
    double idle(const Values& x, std::size_t t, std::size_t side) const {
        double busy = 0;
        for_each_degree(t, side, [&](const Degree&, std::size_t i) { busy += at(x, t, i); });
        return 1 - busy;
    }
    /// (1'), right side less left.
    double spread(const Values& x, std::size_t t, std::size_t side) const {
        const double none = idle(x, t, side), busy = 1 - none;
        double sum = -none * std::log(none) + busy * std::log(at(x, t, 2) / busy) +
                     before(x, t, 0) + at(x, t, 1) - log_n_;
        for_each_degree(t, side, [&](const Degree& degree, std::size_t i) {
            sum += at(x, t, i) * degree.spread;
        });
        return sum;
    }
    /// (2'), right side less left.
    double growth(const Values& x, std::size_t t, std::size_t side) const {
        double sum = side == 0 ? before(x, t, 0) - at(x, t, 0) : at(x, t, 1) - before(x, t, 1);
        for_each_degree(t, side, [&](const Degree& degree, std::size_t i) {
            sum += at(x, t, i) * (1 + ease) * degree.choices;
        });
        return sum;
    }
    /// What the barrier method minimises; infinite outside.
    double height(const Values& x) const {
        double sum = 0;
        const auto keep = [&](double value) {
            sum = value > 0 ? sum - std::log(value) : std::numeric_limits<double>::infinity();
        };
        for (std::size_t t = 0; t < steps_.size(); ++t) {
            sum += sharpness_ * at(x, t, 2);
            if (t + 1 < steps_.size())
                for (const std::size_t side : {0, 1}) keep(steps_[t].limits[side] - at(x, t, side));
            for (std::size_t i = 2; i < size_of(steps_[t]); ++i) keep(at(x, t, i));
            for (const std::size_t side : {0, 1}) {
                keep(idle(x, t, side));
                if (!std::isfinite(sum)) return sum;
                keep(spread(x, t, side));
                keep(growth(x, t, side));
            }
        }
        return sum;
    }
    /// Adds -log(value) of a linear or concave value with this gradient.
    void add_barrier(std::size_t t, double value, const Values& below, const Values& here) {
        system_.add_square(t, 1 / (value * value), below, here);
        for (std::size_t i = 0; i < here.size(); ++i) at(gradient_, t, i) -= here[i] / value;
        for (std::size_t i = 0; i < below.size(); ++i) at(gradient_, t - 1, i) -= below[i] / value;
    }
    /// The same of one unknown, with or against it.
    void add_wall(std::size_t t, std::size_t i, double value, double sign) {
        system_.add_single(t, 1 / (value * value), i);
        at(gradient_, t, i) -= sign / value;
    }
    Values nothing_below(std::size_t t) const { return Values(t > 0 ? size_of(steps_[t - 1]) : 0); }
    void add_side(std::size_t t, std::size_t side) {
        const auto size = size_of(steps_[t]);
        const double none = idle(x_, t, side), busy = 1 - none, sent = at(x_, t, 2);
        const double slack = spread(x_, t, side);
        const auto nothing = nothing_below(t);
        Values below(nothing), grown_below(nothing), here(size), grown(size), all(size),
            ratio(size);
        if (t > 0) below[0] = 1;
        if (t > 0) grown_below[side] = side == 0 ? 1 : -1;
        here[1] = 1;
        here[2] = busy / sent;
        ratio[2] = -busy / sent;
        grown[side] = side == 0 ? -1 : 1;
        for_each_degree(t, side, [&](const Degree& degree, std::size_t i) {
            here[i] = std::log(none) + std::log(sent / busy) + degree.spread;
            grown[i] = (1 + ease) * degree.choices;
            all[i] = -1;
            ratio[i] = 1;
        });
        add_barrier(t, slack, below, here);
        add_barrier(t, growth(x_, t, side), grown_below, grown);
        add_barrier(t, none, nothing, all);
        // The curvature of -q_0 log q_0, and of q log(C / q).
        system_.add_square(t, 1 / (none * slack), nothing, all);
        system_.add_square(t, 1 / (busy * slack), nothing, ratio);
    }
    /// A Newton step; false if it no longer helps.
    bool improve() {
        system_.clear();
        std::ranges::fill(gradient_, 0.0);
        for (std::size_t t = 0; t < steps_.size(); ++t) {
            const auto size = size_of(steps_[t]);
            at(gradient_, t, 2) += sharpness_;
            for (std::size_t i = 2; i < size; ++i) add_wall(t, i, at(x_, t, i), 1);
            if (t + 1 < steps_.size())
                for (const std::size_t i : {0, 1})
                    add_wall(t, i, steps_[t].limits[i] - at(x_, t, i), -1);
            for (const std::size_t side : {0, 1}) add_side(t, side);
        }
        for (const std::size_t unknown : {0, 1}) {  // the ends are given
            system_.add_single(steps_.size() - 1, 1e18, unknown);
            at(gradient_, steps_.size() - 1, unknown) = 0;
        }
        if (!system_.factor()) return false;
        Values change(gradient_);
        system_.solve(change);
        return move(change);
    }
    bool move(const Values& change) {
        double slope = 0;
        for (std::size_t i = 0; i < x_.size(); ++i) slope += gradient_[i] * change[i];
        if (!(slope > 1e-9)) return false;
        const double now = height(x_);
        Values next(x_);
        for (double step = 1; step > 1e-9; step /= 2) {
            for (std::size_t i = 0; i < x_.size(); ++i) next[i] = x_[i] - step * change[i];
            if (height(next) < now - 0.1 * step * slope) {
                x_ = next;
                return true;
            }
        }
        return false;
    }
    /// Those that belong to x; none if one would be negative.
    std::vector<Multipliers> multipliers() const {
        std::vector<Multipliers> of(steps_.size());
        for (std::size_t t = 0; t < steps_.size(); ++t) {
            std::array<double, 2> parts{};
            for (const std::size_t side : {0, 1}) {
                const double slack = spread(x_, t, side), room = growth(x_, t, side);
                if (!(slack > 0 && room > 0)) return {};
                of[t].spread[side] = 1 / (sharpness_ * slack);
                of[t].growth[side] = 1 / (sharpness_ * room);
                parts[side] = of[t].spread[side] * (1 - idle(x_, t, side));
            }
            for (const std::size_t side : {0, 1})
                of[t].part[side] = parts[side] / (parts[0] + parts[1]);
        }
        return of;
    }

    double log_n_;
    const std::vector<EntropyStep>& steps_;
    std::vector<std::size_t> begin_{};  ///< of each step's unknowns
    bool feasible_ = true;
    double sharpness_ = 1;
    LayeredSystem system_;
    Values x_{}, gradient_{};
};

}  // namespace

double PathEntropy::least_cost(const std::vector<PathStep>& schedule) {
    const double log_n = std::log(static_cast<double>(n_));
    const auto steps = steps_of(schedule, n_);
    PathProgram program(log_n, steps);
    if (!program.is_feasible() || schedule.back().sources < n_)
        return std::numeric_limits<double>::infinity();
    auto found = program.best();
    if (found.empty()) return 0;
    const double cost = proven_by(found, steps, log_n);
    known_.push_back(std::move(found));
    return static_cast<double>(n_) * cost;
}

double PathEntropy::known_cost(const std::vector<PathStep>& schedule, double enough) const {
    const double log_n = std::log(static_cast<double>(n_));
    const auto steps = steps_of(schedule, n_);
    for (auto known = known_.rbegin(); known != known_.rend(); ++known)
        if (const double cost = static_cast<double>(n_) * proven_by(*known, steps, log_n);
            cost >= enough)
            return cost;
    return 0;
}

double path_entropy_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    if (steps > static_cast<std::int64_t>(most_entropy_steps)) return 0;
    std::vector<double> costs(static_cast<std::size_t>(peers));
    for (std::size_t d = 0; d < costs.size(); ++d) costs[d] = double(d + 1);
    return PathEntropy(n).least_cost(std::vector(std::size_t(steps), PathStep{costs, n, n}));
}

}  // namespace lightsweep::kernels
