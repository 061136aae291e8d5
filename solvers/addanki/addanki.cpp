#include "solvers/addanki/addanki.hpp"

#include <algorithm>

#include "solvers/addanki/reconfiguration_program.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/prepared_sweep.hpp"
#include "solvers/walks/prepared_split.hpp"

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

class ProgramPlanner : public PreparedScheduler {
  public:
    ProgramPlanner(std::shared_ptr<const Problem> structure, int max_nodes)
        : PreparedScheduler(base_or_matching(std::move(structure))), max_nodes_(max_nodes) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                        1.0, row.delays[i]};
            evaluate_point(p, i, result);
        }
    }

  private:
    void evaluate_point(const kernels::Parameters& p, std::size_t i, ResultRow& result) const {
        const auto& costs = structure().costs;
        const StepTimes times(costs, p);
        auto found = solve_program(times.matched, times.base, p.reconfiguration_delay, max_nodes_);
        const std::size_t words = space().words();
        // Matching every step is always possible; it is used if the budget gave no schedule.
        if (found.decision.empty()) found.decision = kernels::matching_throughout(costs.steps());
        const auto plane = plane_of(costs, found.decision);
        result.set(i, {p.per_step_latency * static_cast<double>(costs.steps()),
                       p.per_hop_latency * plane.hops, p.message_time() * costs.volume,
                       p.message_time() * plane.congestion,
                       p.reconfiguration_delay * plane.reconfigurations});
        result.n_reconfigurations[i] = plane.reconfigurations;
        double bound = found.bound;
        if (costs.has_rounds()) {
            const auto least = costs.relaxed();
            bound = time_of(least, decide_base_or_matching(least, p), p);
        }
        result.lower_bound[i] = std::min(bound, result.completion[i]);
        result.status[i] = !found.complete      ? Status::budget
                           : costs.has_rounds() ? Status::feasible
                                                : Status::optimal;
        result.reason[i] = found.complete ? Reason::none : Reason::node_limit;
        if (result.want_decisions)
            std::copy_n(found.decision.begin(), words, result.decision.begin() + i * words);
    }

    int max_nodes_;
};

}  // namespace

std::vector<std::uint64_t> decide_base_or_matching(const kernels::StepCosts& costs,
                                                   const kernels::Parameters& p) {
    const StepTimes times(costs, p);
    return solve_two_state(times.matched, times.base, p.reconfiguration_delay).decision;
}

std::unique_ptr<PreparedScheduler> prepare_addanki(std::shared_ptr<const Problem> structure,
                                                   const SchedulerOptions&) {
    if (structure->costs.has_rounds())
        return std::make_unique<PreparedSplit>(
            std::move(structure), SplitRule{decide_base_or_matching, decide_base_or_matching});
    if (structure->steps() > most_listed_steps)
        return std::make_unique<PreparedSweep>(
            base_or_matching(std::move(structure)),
            SweepRule{kernels::sweep_two_state, decide_base_or_matching, Status::optimal});
    auto planes = useful_schedules(structure->costs);
    return std::make_unique<PreparedEnvelope>(std::move(planes),
                                              base_or_matching(std::move(structure)));
}

std::unique_ptr<PreparedScheduler> prepare_program(std::shared_ptr<const Problem> structure,
                                                   const SchedulerOptions& options) {
    return std::make_unique<ProgramPlanner>(std::move(structure), options.max_nodes);
}

double addanki_prepare_seconds(double n_steps) {
    return n_steps > most_listed_steps ? 1e-8 * n_steps : 3e-8 * n_steps * n_steps * n_steps;
}

double addanki_point_seconds(double n_steps) {
    return n_steps > most_listed_steps ? 1e-9 * n_steps : 1e-8;
}

double program_point_seconds(double n_steps) {
    return 5e-4 + 5e-5 * n_steps;
}

}  // namespace lightsweep::solvers::addanki
