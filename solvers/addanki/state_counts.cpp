#include "solvers/addanki/state_counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/addanki/state_space.hpp"
#include "solvers/addanki/useful_schedules.hpp"

namespace lightsweep::solvers::addanki {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Limit of entries, for one table and for all tables of a search together.
constexpr std::size_t most_entries = std::size_t{1} << 21;
constexpr std::size_t most_work = std::size_t{160} << 20;

double finite_sum(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values)
        if (std::isfinite(value)) sum += value;
    return sum;
}

}  // namespace

StateCountTable::StateCountTable(const kernels::StateCosts& costs, std::vector<double> weights)
    : steps_(costs.steps()),
      n_states_(costs.n_states),
      n_standing_(costs.n_standing),
      width_(steps_ + 1),
      weights_(std::move(weights)),
      rest_((steps_ + 1) * n_states_ * width_, infinity) {
    for (std::size_t j = 0; j < n_states_; ++j) std::fill_n(after(steps_, j), width_, 0.0);
    for (std::size_t i = steps_; i-- > 0;) fill_step(i);
}

void StateCountTable::fill_step(std::size_t i) {
    std::vector<double> change(width_, infinity);
    for (std::size_t k = 0; k < n_states_; ++k) {
        const double weight = weights_[i * n_states_ + k];
        const double* rest = after(i + 1, k);
        for (std::size_t q = 1; q < width_; ++q)
            change[q] = std::min(change[q], weight + rest[q - 1]);
    }
    for (std::size_t j = 0; j < n_states_; ++j) {
        double* to = after(i, j);
        std::copy(change.begin(), change.end(), to);
        if (j >= n_standing_) continue;
        const double weight = weights_[i * n_states_ + j];
        const double* rest = after(i + 1, j);
        for (std::size_t q = 0; q < width_; ++q) to[q] = std::min(to[q], weight + rest[q]);
    }
}

std::pair<double, bool> StateCountTable::taking(std::size_t i, std::size_t j, std::size_t k,
                                                std::size_t q) const {
    const double weight = weights_[i * n_states_ + k];
    if (k == j && k < n_standing_) return {weight + after(i + 1, k)[q], false};
    return {q > 0 ? weight + after(i + 1, k)[q - 1] : infinity, true};
}

std::vector<std::uint64_t> StateCountTable::decision(std::size_t changes) const {
    auto words = kernels::base_throughout(steps_, kernels::state_bits);
    std::size_t state = 0;
    for (std::size_t i = 0, q = changes; i < steps_; ++i) {
        double least = infinity;
        std::size_t best = 0;
        bool is_change = false;
        for (std::size_t k = 0; k < n_states_; ++k) {
            const auto [cost, changed] = taking(i, state, k, q);
            if (!(cost < least * kernels::tie_factor)) continue;
            least = cost;
            best = k;
            is_change = changed;
        }
        q -= is_change ? 1 : 0;
        state = best;
        kernels::put_state(words, i, state, kernels::state_bits);
    }
    return words;
}

std::optional<kernels::Envelope> state_envelope(const kernels::StateCosts& costs) {
    const std::size_t s = costs.steps();
    const std::size_t entries = std::max<std::size_t>(1, (s + 1) * (s + 1) * costs.n_states);
    if (entries > most_entries) return std::nullopt;
    const double scale = balancing_scale(finite_sum(costs.hops), finite_sum(costs.congestion));
    const auto least = [&](double t) {
        std::vector<double> weights(costs.hops.size(), infinity);
        for (std::size_t i = 0; i < weights.size(); ++i)
            if (std::isfinite(costs.hops[i]))
                weights[i] = (1 - t) * costs.hops[i] + t * scale * costs.congestion[i];
        const StateCountTable table(costs, std::move(weights));
        std::vector<kernels::ListedSchedule> planes;
        for (std::size_t count = 0; count <= s; ++count)
            planes.push_back(plane_of(costs, table.decision(count)));
        return planes;
    };
    return useful_schedules(PlaneSearch{s, costs.volume, scale, kernels::state_bits, least,
                                        std::max<std::size_t>(2, most_work / entries)});
}

}  // namespace lightsweep::solvers::addanki
