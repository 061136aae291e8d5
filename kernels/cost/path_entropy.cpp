#include "kernels/cost/path_entropy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/cost/layered_system.hpp"

namespace lightsweep::kernels {

namespace {

constexpr std::int64_t most_entropy_steps = 64;
constexpr int rounds_per_sharpness = 60;
/// The program is solved for growths that are greater by this part, so that it has an interior; the
/// multipliers prove the bound of the exact ones.
constexpr double ease = 1e-5;

using Values = std::vector<double>;

/// Unknowns of a step: a_t, b_t, C_t / n, then q_1 and q_p of what is received, and of what is sent
/// (one of them if p = 1).
class PathProgram {
  public:
    PathProgram(double nodes, double peers, std::size_t steps)
        : log_n_(std::log(nodes)),
          peers_(peers),
          steps_(steps),
          kinds_(peers > 1 ? 2 : 1),
          size_(3 + 2 * kinds_),
          system_(std::vector<std::size_t>(steps, size_)),
          x_(steps * size_),
          gradient_(x_.size()) {
        for (std::size_t t = 0; t < steps; ++t) {
            const double share = double(t + 1) / double(steps);
            at(x_, t, 0) = log_n_ * share;
            at(x_, t, 1) = log_n_ * (1 - share);
            at(x_, t, 2) = 4 * std::exp(log_n_ / double(steps)) + 4;
            for (std::size_t kind = 0; kind < 2 * kinds_; ++kind)
                at(x_, t, 3 + kind) = kind % kinds_ + 1 == kinds_ ? 1 - ease / 4 : ease / 16;
        }
    }

    /// The greatest bound on sum C_t / n that the multipliers on the way prove.
    double bound() {
        double best = 0;
        for (sharpness_ = 1; sharpness_ < 1e9; sharpness_ *= 8) {
            for (int round = 0; round < rounds_per_sharpness && improve(); ++round) {
            }
            best = std::max(best, proven());
        }
        return best;
    }

  private:
    double& at(Values& x, std::size_t step, std::size_t unknown) const {
        return x[step * size_ + unknown];
    }
    double at(const Values& x, std::size_t step, std::size_t unknown) const {
        return x[step * size_ + unknown];
    }
    double degree(std::size_t kind) const { return kind + 1 == kinds_ ? peers_ : 1; }
    double before(const Values& x, std::size_t t, std::size_t unknown) const {
        return t > 0 ? at(x, t - 1, unknown) : unknown == 0 ? 0 : log_n_;
    }
    /// q_0 of what is received or sent.
    double idle(const Values& x, std::size_t t, std::size_t side) const {
        double busy = 0;
        for (std::size_t kind = 0; kind < kinds_; ++kind)
            busy += at(x, t, 3 + side * kinds_ + kind);
        return 1 - busy;
    }
    /// (1'), right side less left.
    double spread(const Values& x, std::size_t t, std::size_t side) const {
        const double none = idle(x, t, side), busy = 1 - none;
        double sum = -none * std::log(none) + busy * std::log(at(x, t, 2) / busy) +
                     before(x, t, 0) + at(x, t, 1) - log_n_;
        for (std::size_t kind = 0; kind < kinds_; ++kind)
            sum += at(x, t, 3 + side * kinds_ + kind) * std::log1p(1 / degree(kind));
        return sum;
    }
    /// (2'), right side less left.
    double growth(const Values& x, std::size_t t, std::size_t side) const {
        double sum = side == 0 ? before(x, t, 0) - at(x, t, 0) : at(x, t, 1) - before(x, t, 1);
        for (std::size_t kind = 0; kind < kinds_; ++kind)
            sum += at(x, t, 3 + side * kinds_ + kind) * (1 + ease) * std::log1p(degree(kind));
        return sum;
    }
    /// What the barrier method minimises; infinite outside.
    double height(const Values& x) const {
        double sum = 0;
        const auto keep = [&](double value) {
            sum = value > 0 ? sum - std::log(value) : std::numeric_limits<double>::infinity();
        };
        for (std::size_t t = 0; t < steps_; ++t) {
            sum += sharpness_ * at(x, t, 2);
            if (t + 1 < steps_)
                for (const std::size_t unknown : {0, 1}) keep(log_n_ - at(x, t, unknown));
            for (std::size_t i = 2; i < size_; ++i) keep(at(x, t, i));
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
        for (std::size_t i = 0; i < size_; ++i) {
            at(gradient_, t, i) -= here[i] / value;
            if (t > 0) at(gradient_, t - 1, i) -= below[i] / value;
        }
    }
    void add_side(std::size_t t, std::size_t side) {
        const double none = idle(x_, t, side), busy = 1 - none, sent = at(x_, t, 2);
        const double slack = spread(x_, t, side);
        Values below(size_), here(size_), grown(size_), grown_below(size_), all(size_),
            ratio(size_);
        below[0] = here[1] = 1;
        here[2] = busy / sent;
        ratio[2] = -busy / sent;
        grown[side == 0 ? 0 : 1] = side == 0 ? -1 : 1;
        grown_below[side == 0 ? 0 : 1] = side == 0 ? 1 : -1;
        for (std::size_t kind = 0; kind < kinds_; ++kind) {
            const auto i = 3 + side * kinds_ + kind;
            here[i] = std::log(none) + std::log(sent / busy) + std::log1p(1 / degree(kind));
            grown[i] = (1 + ease) * std::log1p(degree(kind));
            all[i] = -1;
            ratio[i] = 1;
        }
        const Values nothing(size_);
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
        const Values nothing(size_);
        for (std::size_t t = 0; t < steps_; ++t) {
            at(gradient_, t, 2) += sharpness_;
            for (std::size_t i = 0; i < size_; ++i) {
                Values one(size_);
                one[i] = i < 2 ? -1 : 1;
                if (i >= 2)
                    add_barrier(t, at(x_, t, i), nothing, one);
                else if (t + 1 < steps_)
                    add_barrier(t, log_n_ - at(x_, t, i), nothing, one);
            }
            for (const std::size_t side : {0, 1}) add_side(t, side);
        }
        for (const std::size_t unknown : {0, 1}) {  // the ends are given
            system_.add_single(steps_ - 1, 1e18, unknown);
            at(gradient_, steps_ - 1, unknown) = 0;
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

    struct Multipliers {
        std::array<double, 2> spread, growth;
    };
    /// The least of a side of a step, at its part w of the transfers.
    double of_side(double spread, double growth, double part) const {
        double most = 0;
        for (std::size_t kind = 0; kind < kinds_; ++kind)
            most = std::max(
                most, spread * std::log1p(1 / degree(kind)) + growth * std::log1p(degree(kind)));
        const double rest = part * std::exp(-most / spread);
        return rest > spread ? 0 : spread * (1 - std::log(spread / part)) - most - rest;
    }
    /// The dual value of the multipliers that belong to x.
    double proven() const {
        std::vector<Multipliers> of(steps_);
        double sum = 0;
        for (std::size_t t = 0; t < steps_; ++t) {
            std::array<double, 2> parts{};
            for (const std::size_t side : {0, 1}) {
                const double slack = spread(x_, t, side), room = growth(x_, t, side);
                if (!(slack > 0 && room > 0)) return 0;  // multipliers must not be negative
                of[t].spread[side] = 1 / (sharpness_ * slack);
                of[t].growth[side] = 1 / (sharpness_ * room);
                parts[side] = of[t].spread[side] * (1 - idle(x_, t, side));
            }
            for (const std::size_t side : {0, 1})
                sum += of_side(of[t].spread[side], of[t].growth[side],
                               parts[side] / (parts[0] + parts[1]));
            sum += log_n_ * (of[t].spread[0] + of[t].spread[1]);
        }
        sum += log_n_ * (of[steps_ - 1].growth[0] + of[0].growth[1]);
        for (std::size_t t = 0; t + 1 < steps_; ++t) {
            const auto &here = of[t], &next = of[t + 1];
            const double a = here.growth[0] - next.growth[0] - next.spread[0] - next.spread[1],
                         b = next.growth[1] - here.growth[1] - here.spread[0] - here.spread[1];
            sum += log_n_ * (std::min(0.0, a) + std::min(0.0, b));
        }
        return sum;
    }

    double log_n_, peers_;
    std::size_t steps_, kinds_, size_;
    double sharpness_ = 1;
    LayeredSystem system_;
    Values x_, gradient_;
};

}  // namespace

double path_entropy_transfers(std::int64_t n, std::int64_t peers, std::int64_t steps) {
    if (steps > most_entropy_steps) return 0;
    const auto nodes = static_cast<double>(n);
    return nodes *
           PathProgram(nodes, static_cast<double>(peers), static_cast<std::size_t>(steps)).bound();
}

}  // namespace lightsweep::kernels
