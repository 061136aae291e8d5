#include "kernels/envelopes/walk_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/parallel/lanes.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/state_sweep_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::lane_count;

/// Numbers per state and lane in the recurrence: cost, changes, size.
constexpr std::size_t rest_numbers = 3;

void run(const EdgeTask& task) {
    return parallel::at_width(baseline::solve_edges, avx2::solve_edges, avx512::solve_edges)(task);
}

}  // namespace

void WalkSweep::begin(const WalkSteps& steps, const DelayRow& row) {
    steps_ = &steps;
    row_ = row;
    fixed_ =
        row.per_step_latency * static_cast<double>(steps.n_steps) + row.message_time * steps.volume;
    time_.resize(steps.hops.size());
    size_.resize(steps.hops.size());
    for (std::size_t k = 0; k < time_.size(); ++k) {
        size_[k] = steps.more_steps[k] + steps.hops[k] + steps.congestion[k];
        // A state that does not connect the step is no choice, whatever the parameters.
        time_[k] = std::isinf(size_[k]) ? size_[k]
                                        : row.per_step_latency * steps.more_steps[k] +
                                              row.per_hop_latency * steps.hops[k] +
                                              row.message_time * steps.congestion[k];
    }
    rest_.resize(2 * rest_numbers * steps.n_states * lane_count);
    target_.resize(steps.n_steps * steps.n_states * lane_count);
    delays_.resize(lane_count);
}

void WalkSweep::solve(std::size_t first) {
    // Lanes past the end repeat the last delay.
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        delays_[lane] = row_.delays[std::min(first + lane, row_.delays.size() - 1)];
    for (std::size_t k = 0; k < steps_->n_states; ++k)
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            double* rest = &rest_[rest_numbers * k * lane_count + lane];
            rest[0] = fixed_ + delays_[lane] * steps_->last_changes[k];
            rest[lane_count] = steps_->last_changes[k];
            rest[2 * lane_count] = 0;
        }
    run(EdgeTask{time_.data(), size_.data(), steps_->n_steps, steps_->n_states,
                 steps_->topology.data(), steps_->first.data(), steps_->next.data(), delays_.data(),
                 rest_.data(), target_.data()});
}

std::uint16_t WalkSweep::best_start(std::size_t lane) const {
    std::uint16_t best = steps_->starts.front();
    const auto number = [&](std::uint16_t state, std::size_t which) {
        return rest_[(rest_numbers * state + which) * lane_count + lane];
    };
    for (const std::uint16_t state : steps_->starts) {
        const double cost = number(state, 0), least = number(best, 0);
        const double changes = number(state, 1), fewest = number(best, 1);
        const bool as_good = !(least < cost * tie_factor);
        const bool smaller = changes < fewest ||
                             (changes == fewest && number(state, 2) < number(best, 2) * tie_factor);
        if (cost < least * tie_factor || (as_good && smaller)) best = state;
    }
    return best;
}

WalkSums WalkSweep::walk(std::size_t lane, std::span<std::uint16_t> states) const {
    const std::size_t n = steps_->n_states;
    WalkSums sum;
    std::uint16_t state = best_start(lane);
    for (std::size_t i = 0; i < steps_->n_steps; ++i) {
        const std::uint16_t before = state;
        state = static_cast<std::uint16_t>(target_[(i * n + before) * lane_count + lane]);
        sum.changes += steps_->topology[state] != steps_->topology[before];
        sum.hops += steps_->hops[i * n + state];
        sum.congestion += steps_->congestion[i * n + state];
        sum.more_steps += steps_->more_steps[i * n + state];
        states[i] = state;
    }
    sum.changes += static_cast<std::int32_t>(steps_->last_changes[state]);
    return sum;
}

}  // namespace lightsweep::kernels
