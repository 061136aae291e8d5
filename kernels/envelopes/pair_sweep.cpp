#include "kernels/envelopes/pair_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/parallel/lanes.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/pair_sweep_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::lane_count;

/// Numbers per state and lane in the recurrence: cost, changes, size.
constexpr std::size_t rest_numbers = 3;

}  // namespace

void PairSweep::begin(const PairWalk& problem, const DelayRow& row) {
    problem_ = &problem;
    row_ = row;
    fixed_ = row.per_step_latency * static_cast<double>(problem.n_steps) +
             row.message_time * problem.volume;
    time_.resize(problem.hops.size());
    size_.resize(problem.hops.size());
    for (std::size_t k = 0; k < time_.size(); ++k) {
        const double more = problem.more_steps.empty() ? 0.0 : problem.more_steps[k];
        size_[k] = more + problem.hops[k] + problem.congestion[k];
        // A state that does not connect the step is no choice, whatever the parameters.
        time_[k] = std::isinf(size_[k])
                       ? size_[k]
                       : row.per_step_latency * more + row.per_hop_latency * problem.hops[k] +
                             row.message_time * problem.congestion[k];
    }
    port_time_.resize(problem.ports.size());
    for (std::size_t e = 0; e < port_time_.size(); ++e)
        port_time_[e] = row.port_delay * problem.ports[e];
    rest_.resize(2 * rest_numbers * problem.n_states * lane_count);
    taken_.resize(problem.n_steps * problem.n_states * lane_count);
    delays_.resize(lane_count);
}

void PairSweep::solve(std::size_t first) {
    // Lanes past the end repeat the last delay.
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        delays_[lane] = row_.delays[std::min(first + lane, row_.delays.size() - 1)];
    const PairWalk& p = *problem_;
    for (std::size_t k = 0; k < p.n_states; ++k)
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            double* rest = &rest_[rest_numbers * k * lane_count + lane];
            rest[0] = fixed_ + delays_[lane] * p.last_changes[k];
            rest[lane_count] = p.last_changes[k];
            rest[2 * lane_count] = 0;
        }
    const PairTask task{time_.data(),    size_.data(),
                        p.n_steps,       p.n_states,
                        p.first.data(),  p.next.data(),
                        p.factor.data(), port_time_.empty() ? nullptr : port_time_.data(),
                        delays_.data(),  rest_.data(),
                        taken_.data()};
    return LIGHTSWEEP_IN_USE(solve_pairs)(task);
}

std::uint16_t PairSweep::best_start(std::size_t lane) const {
    std::uint16_t best = problem_->starts.front();
    const auto number = [&](std::uint16_t state, std::size_t which) {
        return rest_[(rest_numbers * state + which) * lane_count + lane];
    };
    for (const std::uint16_t state : problem_->starts) {
        const double cost = number(state, 0), least = number(best, 0);
        const double changes = number(state, 1), fewest = number(best, 1);
        const bool as_good = !(least < cost * tie_factor);
        const bool smaller = changes < fewest ||
                             (changes == fewest && number(state, 2) < number(best, 2) * tie_factor);
        if (cost < least * tie_factor || (as_good && smaller)) best = state;
    }
    return best;
}

WalkSums PairSweep::walk(std::size_t lane, std::span<std::uint16_t> states) const {
    const PairWalk& p = *problem_;
    WalkSums sum;
    std::uint16_t state = best_start(lane);
    for (std::size_t i = 0; i < p.n_steps; ++i) {
        const auto edge = taken_[(i * p.n_states + state) * lane_count + lane];
        state = p.next[static_cast<std::size_t>(edge)];
        const double factor = p.factor[static_cast<std::size_t>(edge)];
        const std::size_t at = i * p.n_states + state;
        sum.factors += factor;
        sum.changes += factor > 0;
        if (!p.ports.empty()) sum.ports += p.ports[static_cast<std::size_t>(edge)];
        sum.hops += p.hops[at];
        sum.congestion += p.congestion[at];
        if (!p.more_steps.empty()) sum.more_steps += p.more_steps[at];
        states[i] = state;
    }
    sum.factors += p.last_changes[state];
    sum.changes += static_cast<std::int32_t>(p.last_changes[state]);
    return sum;
}

}  // namespace lightsweep::kernels
