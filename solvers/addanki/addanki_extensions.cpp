#include "solvers/addanki/addanki_extensions.hpp"

#include <algorithm>

#include "solvers/addanki/addanki.hpp"
#include "solvers/addanki/best_pool.hpp"
#include "solvers/addanki/circuit_table.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/prepared_walks.hpp"

namespace lightsweep::solvers::addanki {

namespace {

DecisionSpace overlapped(Subject problem) {
    auto space = base_or_matching(std::move(problem));
    space.rules.overlapped = true;
    return space;
}

/// The optimum over base and matching, at the delays that the computation does not hide.
class PreparedOverlap : public PreparedScheduler {
  public:
    PreparedOverlap(Subject problem, const SchedulerOptions& options)
        : PreparedScheduler(overlapped(problem)), exposed_(prepare_addanki(problem, options)) {}
    std::size_t bytes() const override { return exposed_->bytes(); }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        thread_local std::vector<double> delays;
        delays.assign(row.delays.begin(), row.delays.end());
        for (double& delay : delays) delay = std::max(0.0, delay - row.compute_time);
        exposed_->evaluate({row.per_step_latency, row.per_hop_latency, row.message_time, delays},
                           result);
    }

  private:
    Prepared exposed_;
};

}  // namespace

Prepared prepare_reuse(Subject problem, const SchedulerOptions&) {
    return optimum_over_states(reuse_states(std::move(problem)));
}

Prepared prepare_every_step_reuse(Subject problem, const SchedulerOptions&) {
    auto distinct = distinct_matchings(problem);
    const auto& costs = problem->costs;
    kernels::ListedSchedule schedule{costs.matched_hops(), 0, 0,
                                     kernels::base_throughout(costs.steps(), kernels::state_bits)};
    std::size_t before = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        kernels::put_state(schedule.decision, i, distinct.own[i], kernels::state_bits);
        schedule.reconfigurations += distinct.own[i] != before;
        before = distinct.own[i];
    }
    kernels::Envelope table(costs.steps(), costs.volume, {std::move(schedule)},
                            kernels::state_bits);
    return std::make_unique<PreparedEnvelope>(std::move(table), std::move(distinct.decisions));
}

Prepared prepare_overlap(Subject problem, const SchedulerOptions& options) {
    return std::make_unique<PreparedOverlap>(std::move(problem), options);
}

Prepared prepare_ports(Subject problem, const SchedulerOptions&) {
    auto walks = base_and_matching(std::move(problem));
    walks.decisions.rules.price = kernels::ReconfigurationRules::Price::by_ports;
    return std::make_unique<PreparedWalks>(walks.decisions, port_walk(walks));
}

Prepared prepare_pool(Subject problem, const SchedulerOptions&) {
    using Price = kernels::ReconfigurationRules::Price;
    const auto& switching = problem->pool.switching;
    auto walks = pool_states(problem);
    if (switching.price == Switching::Price::whole) return optimum_over_states(std::move(walks));
    walks.decisions.rules.price =
        switching.price == Switching::Price::by_links ? Price::by_links : Price::by_pair;
    walks.decisions.rules.factors = switching.factors;
    return std::make_unique<PreparedWalks>(walks.decisions, pool_walk(walks));
}

Prepared prepare_best_pool(Subject problem, const SchedulerOptions& options) {
    const std::size_t bases = problem->pool.others.size() + 1;
    const int wanted = problem->pool.size;
    const std::size_t size = wanted == 0 ? bases : std::min(bases, std::size_t(wanted));
    if (size == bases) return optimum_over_states(pool_states(std::move(problem)));
    return std::make_unique<PreparedBestPool>(pool_states(std::move(problem)), size,
                                              static_cast<std::size_t>(options.max_pools));
}

// Measured on 64 nodes (tests/bench/evaluate_bench.cpp): pools of 20 bases, best pools of 3.
double reuse_prepare_seconds(double n_steps) {
    return 4e-3 + 4e-7 * n_steps * n_steps * std::min(n_steps, 128.0);
}
double reuse_point_seconds(double n_steps) {
    return n_steps > 128 ? 5e-10 * n_steps * n_steps : 2e-8;
}
// The flows are those of the problem.
double pool_prepare_seconds(double) {
    return 5e-3;
}
double pool_point_seconds(double n_steps) {
    return 1e-8 + 5e-9 * n_steps;
}
double ports_point_seconds(double n_steps) {
    return 1e-8 + 1.2e-8 * n_steps;
}
double best_pool_point_seconds(double n_steps) {
    return 8e-7 * (1 + n_steps);
}

}  // namespace lightsweep::solvers::addanki
