#include "solvers/addanki/addanki.hpp"

#include <algorithm>

#include "solvers/addanki/best_pool.hpp"
#include "solvers/addanki/state_space.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/prepared_walks.hpp"

namespace lightsweep::solvers::addanki {

namespace {

struct StepTimes {
    std::vector<double> matched, base;

    StepTimes(const kernels::StepCosts& costs, const kernels::Parameters& p) {
        for (std::size_t i = 0; i < costs.steps(); ++i) {
            const double time = costs.matched_time(i, p);
            base.push_back(time + costs.extra_time(i, p));
            // The program charges one delay per matched step; the delays of further rounds are part
            // of the step's time.
            matched.push_back(time + (costs.rounds_of(i) - 1) * p.reconfiguration_delay);
        }
    }
};

PointSchedule solved_by_program(const kernels::StepCosts& costs, const kernels::Parameters& p,
                                int max_nodes) {
    const StepTimes times(costs, p);
    auto found = solve_program(times.matched, times.base, p.reconfiguration_delay, max_nodes);
    // Matching every step is always possible; it is used if the budget gave no schedule.
    if (found.decision.empty()) found.decision = kernels::matching_throughout(costs.steps());
    if (costs.has_rounds()) {
        const auto least = costs.relaxed();
        found.bound = time_of(least, decide_base_or_matching(least, p), p);
    }
    return {schedule_of(costs, std::move(found.decision)), found.bound,
            !found.complete      ? Status::budget
            : costs.has_rounds() ? Status::feasible
                                 : Status::optimal,
            found.complete ? Reason::none : Reason::node_limit};
}

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
    bool has_rounds() const {
        return std::ranges::any_of(structure().collective.steps, &kernels::Step::continues);
    }

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        if (has_rounds()) return fill_rounds(row, result);
        thread_local std::vector<double> delays;
        delays.assign(row.delays.begin(), row.delays.end());
        for (double& delay : delays) delay = std::max(0.0, delay - row.compute_time);
        exposed_->evaluate({row.per_step_latency, row.per_hop_latency, row.message_time, delays},
                           result);
    }

  private:
    /// No computation hides a delay between the rounds of a step.
    void fill_rounds(const kernels::DelayRow& row, ResultRow& result) const {
        const auto& costs = structure().costs;
        const StepTimes times(costs,
                              {row.per_step_latency, row.per_hop_latency, row.message_time, 1, 0});
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            std::vector<double> delays;
            for (const auto& step : structure().collective.steps)
                delays.push_back(
                    std::max(0.0, row.delays[i] - (step.continues ? 0 : row.compute_time)));
            const auto plan = solve_two_state(times.matched, times.base, delays);
            auto cost =
                cost_of(schedule_of(costs, plan.decision), costs.steps(), costs.volume, row, i);
            cost.reconfiguration = 0;
            for (std::size_t s = 0, before = 0; s < delays.size(); ++s) {
                const auto now = kernels::state_at(plan.decision, s, 1);
                if (now + before > 0) cost.reconfiguration += delays[s];
                before = now;
            }
            result.set_optimum(i, cost, plan.reconfigurations);
            if (result.want_decisions)
                std::ranges::copy(
                    plan.decision,
                    result.decision.begin() + static_cast<std::ptrdiff_t>(i * space().words()));
        }
    }

    Prepared exposed_;
};

}  // namespace

std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p) {
    const StepTimes times(costs, p);
    return solve_two_state(times.matched, times.base, p.reconfiguration_delay).decision;
}

Prepared prepare_addanki(Subject problem, const SchedulerOptions&) {
    if (problem->costs.has_rounds())
        return prepare_split(std::move(problem),
                             {decide_base_or_matching, decide_base_or_matching});
    if (problem->steps() > most_listed_steps)
        return std::make_unique<PreparedSweep>(
            base_or_matching(std::move(problem)),
            SweepRule{kernels::sweep_two_state, decide_base_or_matching, Status::optimal});
    return optimum_over_states(base_and_matching(std::move(problem)));
}

Prepared prepare_program(Subject problem, const SchedulerOptions& options) {
    const double volume = problem->costs.volume;
    const auto decide = [problem, most = options.max_nodes](const kernels::DelayRow& row,
                                                            std::size_t i) {
        return solved_by_program(
            problem->costs,
            {row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, row.delays[i]},
            most);
    };
    return std::make_unique<PreparedPoints>(base_or_matching(problem), volume, decide);
}

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
        // Where the base has the step's circuits, other links may help to carry uneven bytes.
        const bool on_base = distinct.own[i] == 0 && !problem->collective.steps[i].weights.empty();
        schedule.congestion += on_base ? costs.base_congestion(i) : costs.matched_congestion(i);
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

}  // namespace lightsweep::solvers::addanki
