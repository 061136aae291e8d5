#include "solvers/swot/schedulers.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "kernels/plane_collectives.hpp"
#include "solvers/swot/baselines.hpp"
#include "solvers/swot/solution_store.hpp"
#include "solvers/swot/swot_milp.hpp"

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;
using kernels::PlaneSchedule;

namespace {

/// The problem at the row's first delay.
PlaneProblem row_problem(const Structure& structure, const kernels::DelayRow& row) {
    PlaneProblem problem;
    problem.steps = kernels::plane_steps(structure.collective, row.message_time);
    const auto& planes = structure.planes;
    const double all = planes.total_speed();
    for (const double speed : planes.speeds) problem.planes.push_back({speed / all, 0});
    problem.base_latency = row.per_step_latency;
    problem.initial = planes.initial;
    return problem;
}

void set_delay(const Structure& structure, double delay, PlaneProblem& problem) {
    for (std::size_t j = 0; j < problem.planes.size(); ++j)
        problem.planes[j].reconfiguration_delay = delay * structure.planes.delays[j];
}

/// What a scheduler says of one problem; no schedule: a formula.
struct Answer {
    double value = 0, bound = 0;
    Status status = Status::optimal;
    std::optional<PlaneSchedule> schedule;
};

class OnPlanes : public PreparedScheduler {
  public:
    explicit OnPlanes(std::shared_ptr<const Structure> structure)
        : PreparedScheduler(base_or_matching(std::move(structure))) {}

  protected:
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        auto problem = row_problem(structure(), row);
        result.resize(row.delays.size(), space().words());
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            set_delay(structure(), row.delays[i], problem);
            store(problem, answer(problem), i, result);
        }
    }
    virtual Answer answer(const PlaneProblem& problem) const = 0;
    /// Whether what reconfigurations do not explain is shown as such: planes that stand idle.
    virtual bool idles() const { return false; }

  private:
    void store(const PlaneProblem& problem, Answer answer, std::size_t i, ResultRow& result) const {
        kernels::CostBreakdown cost;
        cost.startup = problem.base_latency * double(kernels::loaded_steps(problem).size());
        cost.transmission = ideal_time(problem) - cost.startup;
        const double rest = std::max(0.0, answer.value - cost.startup - cost.transmission);
        (idles() ? cost.congestion : cost.reconfiguration) = rest;
        result.set(i, cost);
        result.lower_bound[i] = std::min(answer.bound, result.completion[i]);
        result.status[i] = answer.status;
        result.reason[i] = answer.status == Status::budget ? Reason::node_limit : Reason::none;
        result.n_reconfigurations[i] = 0;
        if (answer.schedule)
            result.n_reconfigurations[i] =
                kernels::replay_planes(problem, *answer.schedule).n_reconfigurations;
        if (result.want_decisions)
            result.plane_schedules.push_back(answer.schedule ? std::move(*answer.schedule)
                                                             : PlaneSchedule{});
    }
};

class Ideal : public OnPlanes {
    using OnPlanes::OnPlanes;
    Answer answer(const PlaneProblem& problem) const override {
        const double time = ideal_time(problem);
        return {time, time, Status::formula, {}};
    }
};

class Strawman : public OnPlanes {
    using OnPlanes::OnPlanes;
    Answer answer(const PlaneProblem& problem) const override {
        auto schedule = strawman_schedule(problem);
        const double time = problem.equal_planes()
                                ? strawman_time(problem)
                                : kernels::replay_planes(problem, schedule).end();
        return {time, time, Status::optimal, std::move(schedule)};
    }
};

class OneShotPlanes : public OnPlanes {
  public:
    OneShotPlanes(std::shared_ptr<const Structure> structure, OneShot reading)
        : OnPlanes(std::move(structure)), reading_(reading) {}

  private:
    Answer answer(const PlaneProblem& problem) const override {
        // Steps of no bytes may leave fewer configurations than the structure has, never more.
        const double time = one_shot_time(problem, reading_).value();
        auto schedule = one_shot_schedule(problem, reading_);
        const auto status = schedule ? Status::optimal : Status::formula;
        return {time, time, status, std::move(schedule)};
    }
    bool idles() const override {
        return structure().planes.initial == kernels::InitialPlanes::free;
    }
    OneShot reading_;
};

/// Solves every point, unless the structure knows its solution.
class Searching : public OnPlanes {
  public:
    Searching(std::shared_ptr<const Structure> structure, std::string_view name,
              std::int64_t budget)
        : OnPlanes(std::move(structure)), name_(name), budget_(budget) {}

    std::string solution_key(const kernels::DelayRow& row, std::size_t i) const override {
        return exact_key(name_, budget_, plane_problem(structure(), row, i));
    }

  private:
    virtual Solution solution(const PlaneProblem& problem, std::int64_t budget) const = 0;
    Answer answer(const PlaneProblem& problem) const override {
        auto found = known_or_solved(problem);
        const auto status = found.proven      ? Status::optimal
                            : found.exhausted ? Status::budget
                                              : Status::feasible;
        return {found.value, found.lower_bound, status, std::move(found.schedule)};
    }
    Solution known_or_solved(const PlaneProblem& problem) const {
        const auto& store = structure().planes.known;
        if (!store) return solution(problem, budget_);
        const auto key = exact_key(name_, budget_, problem);
        if (auto known = store->find(key)) return std::move(*known);
        auto solved = solution(problem, budget_);
        store->put(key, solved);
        return solved;
    }
    std::string_view name_;
    std::int64_t budget_;
};

class Swot : public Searching {
    using Searching::Searching;
    Solution solution(const PlaneProblem& problem, std::int64_t budget) const override {
        return solve(problem, {budget});
    }
};

class SwotProgram : public Searching {
    using Searching::Searching;
    Solution solution(const PlaneProblem& problem, std::int64_t budget) const override {
        return solve_by_program(problem, static_cast<int>(budget));
    }
};

std::size_t configurations_of(const kernels::Collective& collective) {
    std::set<std::int64_t> labels;
    for (const auto& step : kernels::plane_steps(collective, 1))
        if (step.bytes > 0) labels.insert(step.configuration);
    return labels.size();
}

}  // namespace

PlaneProblem plane_problem(const Structure& structure, const kernels::DelayRow& row,
                           std::size_t i) {
    auto problem = row_problem(structure, row);
    set_delay(structure, row.delays[i], problem);
    return problem;
}

Prepared prepare_ideal(std::shared_ptr<const Structure> structure, const SchedulerOptions&) {
    return std::make_unique<Ideal>(std::move(structure));
}

Prepared prepare_strawman(std::shared_ptr<const Structure> structure, const SchedulerOptions&) {
    return std::make_unique<Strawman>(std::move(structure));
}

Prepared prepare_one_shot(std::shared_ptr<const Structure> structure,
                          const SchedulerOptions& options) {
    return std::make_unique<OneShotPlanes>(std::move(structure), OneShot(options.reading));
}

Prepared prepare_swot(std::shared_ptr<const Structure> structure, const SchedulerOptions& options) {
    return std::make_unique<Swot>(std::move(structure), "swot",
                                  std::int64_t{1000} * options.transitions);
}

Prepared prepare_swot_milp(std::shared_ptr<const Structure> structure,
                           const SchedulerOptions& options) {
    return std::make_unique<SwotProgram>(std::move(structure), "swot-milp", options.max_nodes);
}

std::optional<Reason> refuse_other_than_permutations(const Structure& structure,
                                                     const SchedulerOptions&) {
    const auto& collective = structure.collective;
    const auto& steps = collective.steps;
    const bool unions = std::any_of(steps.begin(), steps.end(),
                                    [](const kernels::Step& step) { return !step.also.empty(); });
    return unions || collective.mirrored ? std::optional(Reason::unions_not_supported)
                                         : std::nullopt;
}

std::optional<Reason> refuse_too_few_planes(const Structure& structure,
                                            const SchedulerOptions& options) {
    if (const auto why = refuse_other_than_permutations(structure, options)) return why;
    const auto& planes = structure.planes;
    const auto differs = [](const std::vector<double>& of) {
        return std::adjacent_find(of.begin(), of.end(), std::not_equal_to<>()) != of.end();
    };
    const bool fits = configurations_of(structure.collective) <= planes.speeds.size();
    if (fits && !differs(planes.speeds) && !differs(planes.delays)) return std::nullopt;
    return Reason::too_few_planes;
}

double formula_point_seconds(double n_steps) {
    return 1e-7 + 5e-8 * n_steps;
}

double search_point_seconds(double n_steps) {
    return std::min(3.0, 1e-4 * n_steps * n_steps);
}

double program_point_seconds(double n_steps) {
    return 1e-2 * n_steps * n_steps;
}

}  // namespace lightsweep::solvers::swot
