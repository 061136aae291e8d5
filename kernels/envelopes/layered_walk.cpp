#include "kernels/envelopes/layered_walk.hpp"

#include <algorithm>

#include "kernels/parallel/vector_width.hpp"

namespace lightsweep::kernels {

using parallel::lane_count;

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
        const auto at = std::lower_bound(
            choices.begin(), choices.end(), now,
            [](const StateCost& choice, std::size_t state) { return choice.state < state; });
        before = first_[i] + static_cast<std::size_t>(at - choices.begin());
        states.push_back(now);
    }
    return states;
}

}  // namespace lightsweep::kernels
