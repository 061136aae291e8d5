#include "solvers/common/uniform_sweep.hpp"

#include <cmath>
#include <limits>

namespace lightsweep::solvers::common {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t stays = ~std::uint32_t{0};

}  // namespace

/// rest[j]: from a step to the end when j was in force before it.
struct UniformSweep::Tables {
    std::vector<double> rest, ahead;
    std::vector<std::int32_t> changes, ahead_changes;
    std::vector<std::uint32_t> best;   ///< per step: the state that it is best to change to
    std::vector<std::uint8_t> leaves;  ///< [step][state]
};

UniformSweep::UniformSweep(UniformWalks walks)
    : PreparedScheduler(walks.decisions), walks_(std::move(walks)) {
    const std::size_t steps = walks_.steps(), states = walks_.states();
    is_target_.assign(steps * states, 0);
    hops_.resize(steps * states);
    congestion_.resize(steps * states);
    for (std::size_t i = 0; i < steps; ++i) {
        for (const std::size_t to : walks_.targets[i]) is_target_[i * states + to] = 1;
        for (std::size_t j = 0; j < states; ++j) {
            hops_[i * states + j] = walks_.on[j].hops[i];
            congestion_[i * states + j] =
                walks_.on[j].reachable(i) ? walks_.on[j].base_congestion(i) : infinity;
        }
    }
}

std::size_t UniformSweep::bytes() const {
    return hops_.size() * (2 * sizeof(double) + 1);
}

void UniformSweep::solve(double delay, const std::vector<double>& time, Tables& tables) const {
    const std::size_t steps = walks_.steps(), states = walks_.states();
    tables.ahead.assign(states, 0.0);
    tables.ahead_changes.assign(states, 0);
    tables.best.assign(steps, stays);
    tables.leaves.assign(steps * states, 0);
    tables.rest.resize(states);
    tables.changes.resize(states);
    for (std::size_t i = steps; i-- > 0;) {
        const double* cost = &time[i * states];
        double least = infinity;
        std::int32_t least_changes = 0;
        for (const std::size_t to : walks_.targets[i]) {
            const double one = cost[to] + tables.ahead[to];
            if (!kernels::is_better(one, tables.ahead_changes[to], least, least_changes)) continue;
            least = one;
            least_changes = tables.ahead_changes[to];
            tables.best[i] = static_cast<std::uint32_t>(to);
        }
        least += delay;
        ++least_changes;
        for (std::size_t j = 0; j < states; ++j) {
            const bool may_stay = walks_.may_stay || is_target_[i * states + j];
            const double stay = may_stay ? cost[j] + tables.ahead[j] : infinity;
            const bool leave = std::isinf(stay) || kernels::is_better(least, least_changes, stay,
                                                                      tables.ahead_changes[j]);
            tables.rest[j] = leave ? least : stay;
            tables.changes[j] = leave ? least_changes : tables.ahead_changes[j];
            tables.leaves[i * states + j] = leave;
        }
        tables.rest.swap(tables.ahead);
        tables.changes.swap(tables.ahead_changes);
    }
}

std::vector<std::size_t> UniformSweep::walk(const Tables& tables) const {
    std::vector<std::size_t> states;
    std::size_t now = 0;
    for (std::size_t i = 0; i < walks_.steps(); ++i) {
        if (tables.leaves[i * walks_.states() + now]) now = tables.best[i];
        states.push_back(now);
    }
    return states;
}

void UniformSweep::store(const kernels::DelayRow& row, std::size_t i,
                         const std::vector<std::size_t>& states, ResultRow& result) const {
    const auto plane = plane_of(walks_, states);
    result.set(i, {row.per_step_latency * static_cast<double>(walks_.steps()),
                   row.per_hop_latency * plane.hops, row.message_time * walks_.on[0].volume,
                   row.message_time * plane.congestion, row.delays[i] * plane.reconfigurations});
    result.n_reconfigurations[i] = plane.reconfigurations;
    result.lower_bound[i] = result.completion[i];
    result.status[i] = Status::optimal;
    result.reason[i] = Reason::none;
    if (!result.want_decisions) return;
    const std::size_t words = space().words();
    std::copy(plane.decision.begin(), plane.decision.end(), &result.decision[i * words]);
}

void UniformSweep::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local Tables tables;
    thread_local std::vector<double> time;
    result.resize(row.delays.size(), space().words());
    time.resize(hops_.size());
    for (std::size_t at = 0; at < time.size(); ++at)
        time[at] = std::isinf(congestion_[at])
                       ? infinity
                       : row.per_hop_latency * hops_[at] + row.message_time * congestion_[at];
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        solve(row.delays[i], time, tables);
        if (walks_.steps() > 0 && std::isinf(tables.ahead[0]))
            return result.fill_without_plan(Status::infeasible, Reason::base_disconnects_step);
        store(row, i, walk(tables), result);
    }
}

}  // namespace lightsweep::solvers::common
