#include "kernels/envelopes/state_sweep.hpp"

#include <algorithm>

#include "kernels/parallel/lanes.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/state_sweep_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::lane_count;

void run(const UniformTask& task) {
    return parallel::at_width(baseline::solve_uniform, avx2::solve_uniform,
                              avx512::solve_uniform)(task);
}

void run(const PairTask& task) {
    return parallel::at_width(baseline::solve_pairs, avx2::solve_pairs, avx512::solve_pairs)(task);
}

}  // namespace

void StateSweep::begin(const StateCosts& costs, const DelayRow& row) {
    costs_ = &costs;
    row_ = row;
    const std::size_t n = costs.n_states;
    time_.resize(costs.steps() * n);
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        const double full_rate = row.per_step_latency + costs.share[i] * row.message_time;
        for (std::size_t k = i * n; k < (i + 1) * n; ++k)
            // A state that does not connect the step is no choice, whatever the parameters.
            time_[k] = costs.hops[k] == __builtin_inf()
                           ? costs.hops[k]
                           : full_rate + row.per_hop_latency * costs.hops[k] +
                                 row.message_time * costs.congestion[k];
    }
    rest_.resize(4 * n * lane_count);
    delays_.resize(lane_count);
    cost_.resize(lane_count);
}

void StateSweep::load_delays(std::size_t first) {
    // Lanes past the end repeat the last delay.
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        delays_[lane] = row_.delays[std::min(first + lane, row_.delays.size() - 1)];
}

void StateSweep::solve_uniform(std::size_t first, const double* penalty) {
    load_delays(first);
    changes_ = nullptr;
    target_.resize(costs_->steps() * lane_count);
    stays_.resize(costs_->steps() * costs_->n_states * lane_count);
    run(UniformTask{time_.data(), costs_->steps(), costs_->n_states, costs_->n_standing,
                    delays_.data(), penalty, rest_.data(), target_.data(), stays_.data(),
                    cost_.data()});
}

void StateSweep::solve_costs(std::size_t first, const double* penalty, double* cost) {
    load_delays(first);
    run(UniformTask{time_.data(), costs_->steps(), costs_->n_states, costs_->n_standing,
                    delays_.data(), penalty, rest_.data(), nullptr, nullptr, cost});
}

void StateSweep::restrict_to(std::span<const std::uint16_t> states) {
    n_restricted_ = states.size();
    restricted_time_.resize(costs_->steps() * n_restricted_);
    for (std::size_t i = 0; i < costs_->steps(); ++i)
        for (std::size_t k = 0; k < n_restricted_; ++k)
            restricted_time_[i * n_restricted_ + k] = time_[i * costs_->n_states + states[k]];
}

void StateSweep::solve_restricted(std::size_t first, double* cost) {
    load_delays(first);
    run(UniformTask{restricted_time_.data(), costs_->steps(), n_restricted_, n_restricted_ - 1,
                    delays_.data(), nullptr, rest_.data(), nullptr, nullptr, cost});
}

void StateSweep::solve_pairs(const StateChanges& changes, std::size_t first) {
    load_delays(first);
    changes_ = &changes;
    const std::size_t n = costs_->n_states;
    target_.resize(costs_->steps() * n * lane_count);
    fixed_.resize(changes.factor.size());
    for (std::size_t i = 0; i < fixed_.size(); ++i)
        fixed_[i] = changes.ports.empty() ? 0.0 : row_.port_delay * changes.ports[i];
    run(PairTask{time_.data(), costs_->steps(), n, changes.factor.data(), fixed_.data(),
                 delays_.data(), rest_.data(), target_.data()});
}

StateWalk StateSweep::walk(std::size_t lane, std::span<std::uint16_t> states) const {
    const std::size_t n = costs_->n_states;
    StateWalk sum;
    std::size_t state = 0;
    for (std::size_t i = 0; i < costs_->steps(); ++i) {
        const std::size_t before = state;
        if (changes_) {
            const std::size_t row = i * n + before;
            state = static_cast<std::size_t>(target_[row * lane_count + lane]);
            const double factor = changes_->factor[row * n + state];
            sum.factors += factor;
            if (!changes_->ports.empty()) sum.ports += changes_->ports[row * n + state];
            sum.reconfigurations += factor > 0;
        } else if (stays_[(i * n + before) * lane_count + lane] == 0) {
            state = static_cast<std::size_t>(target_[i * lane_count + lane]);
            sum.factors += 1;
            ++sum.reconfigurations;
        }
        sum.hops += costs_->hops[i * n + state];
        sum.congestion += costs_->congestion[i * n + state];
        if (!states.empty()) states[i] = static_cast<std::uint16_t>(state);
    }
    return sum;
}

}  // namespace lightsweep::kernels
