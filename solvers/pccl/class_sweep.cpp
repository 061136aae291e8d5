#include "solvers/pccl/class_sweep.hpp"

#include <algorithm>
#include <limits>

#include "solvers/pccl/topology_classes.hpp"

namespace lightsweep::solvers::pccl {

/// [round][class], and the class that is best to change to before each round.
struct ClassSweep::Tables {
    std::size_t classes;
    std::vector<double> time{};
    std::vector<Rest> rest{};
    std::vector<std::size_t> target{};

    double at(std::size_t round, std::size_t k) const { return time[round * classes + k]; }
};

using kernels::is_better;

ClassSweep::ClassSweep(WalkSpace space)
    : PreparedScheduler(space.decisions), space_(std::move(space)) {
    for (std::size_t i = 0; i < space_.steps(); ++i) targets_.push_back(targets(space_, i));
}

std::size_t ClassSweep::bytes() const {
    return space_.states() * space_.steps() * 5 * sizeof(double);
}

void ClassSweep::solve(double delay, Tables& tables) const {
    const std::size_t n = space_.steps(), classes = space_.states();
    tables.rest.assign((n + 1) * classes, {0, 0});
    tables.target.assign(n, 0);
    for (std::size_t i = n; i-- > 0;) {
        Rest* here = &tables.rest[i * classes];
        const Rest* next = here + classes;
        Rest best{std::numeric_limits<double>::infinity(), 0};
        for (const std::size_t k : targets_[i]) {
            const Rest via{delay + tables.at(i, k) + next[k].cost, next[k].changes + 1};
            if (!is_better(via.cost, via.changes, best.cost, best.changes)) continue;
            best = via;
            tables.target[i] = k;
        }
        for (std::size_t s = 0; s < classes; ++s) {
            const Rest stays{tables.at(i, s) + next[s].cost, next[s].changes};
            const bool moves = is_better(best.cost, best.changes, stays.cost, stays.changes);
            here[s] = moves ? best : stays;
        }
    }
}

void ClassSweep::read_off(const kernels::DelayRow& row, std::size_t at, const Tables& tables,
                          ResultRow& result) const {
    const std::size_t n = space_.steps(), classes = space_.states();
    kernels::CostBreakdown cost;
    std::int32_t changes = 0;
    std::vector<std::size_t> states;
    std::size_t now = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Rest* next = &tables.rest[(i + 1) * classes];
        const Rest stays{tables.at(i, now) + next[now].cost, next[now].changes};
        const std::size_t k = tables.target[i];
        const Rest via{row.delays[at] + tables.at(i, k) + next[k].cost, next[k].changes + 1};
        if (is_better(via.cost, via.changes, stays.cost, stays.changes)) {
            now = k;
            ++changes;
        }
        states.push_back(now);
        cost.propagation += row.per_hop_latency * space_.on[now].hops[i];
        cost.congestion += row.message_time * space_.on[now].base_congestion(i);
    }
    cost.startup = row.per_step_latency * static_cast<double>(n);
    cost.transmission = row.message_time * space_.on[0].volume;
    cost.reconfiguration = row.delays[at] * changes;
    result.set(at, cost);
    result.lower_bound[at] = result.completion[at];
    result.n_reconfigurations[at] = changes;
    if (!result.want_decisions) return;
    const auto decision = decision_of(space_, states);
    std::copy(decision.begin(), decision.end(),
              result.decision.begin() + static_cast<std::ptrdiff_t>(at * space().words()));
}

void ClassSweep::fill(const kernels::DelayRow& row, ResultRow& result) const {
    const std::size_t n = space_.steps(), classes = space_.states();
    result.resize(row.delays.size(), space().words());
    thread_local Tables tables;
    tables.classes = classes;
    tables.time.resize(n * classes);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t s = 0; s < classes; ++s)
            tables.time[i * classes + s] =
                space_.on[s].reachable(i) ? row.per_hop_latency * space_.on[s].hops[i] +
                                                row.message_time * space_.on[s].base_congestion(i)
                                          : std::numeric_limits<double>::infinity();
    for (std::size_t at = 0; at < row.delays.size(); ++at) {
        solve(row.delays[at], tables);
        read_off(row, at, tables, result);
    }
    std::fill(result.status.begin(), result.status.end(), Status::optimal);
    std::fill(result.reason.begin(), result.reason.end(), Reason::none);
}

}  // namespace lightsweep::solvers::pccl
