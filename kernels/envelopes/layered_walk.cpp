#include "kernels/envelopes/layered_walk.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::lane_count;

/// Numbers per state and lane in the recurrence: cost, changes, size.
constexpr std::size_t rest_numbers = 3;

}  // namespace

void LayeredSweep::begin(const LayeredWalk& problem, std::span<const WalkWeights> weights) {
    problem_ = problem;
    layers_.clear();
    first_.assign(1, 0);
    for (const auto& choices : problem.choices) {
        layers_.push_back({choices.data(), choices.size()});
        first_.push_back(first_.back() + choices.size());
    }
    rest_.resize(2 * problem.n_states * lane_count);
    met_.resize(problem.n_states);
    entered_.resize(problem.steps() * lane_count);
    leaves_.resize((first_.back() + 1) * lane_count);
    weights_.resize(4 * lane_count);
    weight_.resize(lane_count);
    // Lanes past the end repeat the last weights.
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        const WalkWeights& at = weights[std::min(lane, weights.size() - 1)];
        weights_[lane] = at.hops;
        weights_[lane_count + lane] = at.congestion;
        weights_[2 * lane_count + lane] = at.changes;
        weights_[3 * lane_count + lane] = at.fixed;
    }
}

bool LayeredSweep::solve(const LayeredWalk& problem, std::span<const WalkWeights> weights,
                         const double* penalty) {
    begin(problem, weights);
    const LayeredTask task{layers_.data(),  problem.steps(), problem.n_states, problem.n_standing,
                           problem.restore, weights_.data(), penalty,          rest_.data(),
                           met_.data(),     entered_.data(), leaves_.data(),   weight_.data()};
    return LIGHTSWEEP_IN_USE(solve_layers)(task);
}

std::vector<std::size_t> LayeredSweep::walk(std::size_t lane) const {
    std::vector<std::size_t> states;
    std::size_t now = 0, before = first_.back();  // a choice among all; the last is the start
    for (std::size_t i = 0; i < problem_.steps(); ++i) {
        if (leaves_[before * lane_count + lane] != 0)
            now = static_cast<std::size_t>(entered_[i * lane_count + lane]);
        const auto& choices = problem_.choices[i];
        const auto at = std::ranges::lower_bound(choices, now, {}, &StateCost::state);
        before = first_[i] + static_cast<std::size_t>(at - choices.begin());
        states.push_back(now);
    }
    return states;
}

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
        state = p.next[edge];
        const double factor = p.factor[edge];
        const std::size_t at = i * p.n_states + state;
        sum.factors += factor;
        sum.changes += factor > 0;
        if (!p.ports.empty()) sum.ports += p.ports[edge];
        sum.hops += p.hops[at];
        sum.congestion += p.congestion[at];
        if (!p.more_steps.empty()) sum.more_steps += p.more_steps[at];
        states[i] = state;
    }
    sum.factors += p.last_changes[state];
    sum.changes += static_cast<std::int32_t>(p.last_changes[state]);
    return sum;
}

namespace {

struct Scratch {
    std::vector<double> matched_time, extra_time, extra_share;
};

StepSweepTask prepare(const StepCosts& costs, const DelayRow& row, SweptRow& result,
                      Scratch& scratch) {
    const std::size_t n = costs.steps();
    scratch.matched_time.resize(n);
    scratch.extra_time.resize(n);
    scratch.extra_share.resize(n);
    const Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, 0.0};
    for (std::size_t i = 0; i < n; ++i) {
        scratch.matched_time[i] = costs.matched_time(i, p);
        scratch.extra_share[i] = costs.extra_share(i);
        scratch.extra_time[i] = costs.extra_time(i, p);
    }
    const std::size_t delays = row.delays.size();
    for (auto* column : {&result.hops, &result.congestion, &result.reconfigurations, &result.bound})
        column->resize(delays);
    return {scratch.matched_time.data(),
            scratch.extra_time.data(),
            costs.hops.data(),
            costs.active.data(),
            scratch.extra_share.data(),
            n,
            row.delays.data(),
            delays,
            result.hops.data(),
            result.congestion.data(),
            result.reconfigurations.data(),
            result.bound.data()};
}

}  // namespace

void sweep_threshold(const StepCosts& costs, const DelayRow& row, SweptRow& result) {
    thread_local Scratch scratch;
    const StepSweepTask task = prepare(costs, row, result, scratch);
    return LIGHTSWEEP_IN_USE(fill_threshold)(task);
}

void sweep_two_state(const StepCosts& costs, const DelayRow& row, SweptRow& result) {
    thread_local Scratch scratch;
    const StepSweepTask task = prepare(costs, row, result, scratch);
    return LIGHTSWEEP_IN_USE(fill_two_state)(task);
}

}  // namespace lightsweep::kernels
