#include "solvers/swot/schedulers.hpp"

#include <algorithm>
#include <set>

#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "solvers/swot/turns_program.hpp"

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;

namespace {

/// Baselines in closed form: one problem per row, of which only the delay changes.
class Baseline : public PlaneScheduler {
    using PlaneScheduler::PlaneScheduler;
    virtual Answer answer(const PlaneProblem& problem, bool want_schedule) const = 0;
    void fill(const kernels::DelayRow& row, ResultRow& result) const override {
        result.resize(row.delays.size(), space().words());
        if (row.delays.empty()) return;
        const auto collective = carried(row);
        const bool is_own = collective.get() == &structure().collective;
        auto problem = plane_problem(*collective, structure().planes, row, 0);
        const auto parts = fixed_parts(problem);
        for (std::size_t i = 0; i < row.delays.size(); ++i) {
            for (std::size_t j = 0; j < problem.planes.size(); ++j)
                problem.planes[j].reconfiguration_delay =
                    row.delays[i] * structure().planes.delays[j];
            auto found = answer(problem, result.want_decisions);
            if (!is_own) found.collective = collective;
            store(parts, i, std::move(found), result);
        }
    }
};

class Ideal : public Baseline {
    using Baseline::Baseline;
    Answer answer(const PlaneProblem& problem, bool) const override {
        const double time = ideal_time(problem);
        return {time, time, Status::formula};
    }
};

class Strawman : public Baseline {
    using Baseline::Baseline;
    Answer answer(const PlaneProblem& problem, bool want_schedule) const override {
        Answer answer;
        const bool alike =
            problem.equal_planes() && problem.initial != kernels::InitialPlanes::individual;
        if (alike) {
            answer.value = strawman_time(problem);
            answer.n_reconfigurations = problem.n_planes() * lockstep_changes(problem);
        } else {
            const auto line = kernels::replay_planes(problem, strawman_schedule(problem));
            answer.value = line.end();
            answer.n_reconfigurations = line.n_reconfigurations;
        }
        answer.bound = answer.value;
        if (want_schedule) answer.schedule = strawman_schedule(problem);
        return answer;
    }
};

class OneShotPlanes : public Baseline {
  public:
    OneShotPlanes(Subject structure, OneShot reading)
        : Baseline(std::move(structure)), reading_(reading) {}

  private:
    Answer answer(const PlaneProblem& problem, bool) const override {
        // Leaving out steps without bytes can only reduce the number of configurations.
        const double time = one_shot_time(problem, reading_).value();
        Answer answer{time, time, Status::formula};
        answer.schedule = one_shot_schedule(problem, reading_);
        if (!answer.schedule) return answer;
        answer.status = Status::optimal;
        if (problem.initial != kernels::InitialPlanes::free)
            answer.n_reconfigurations =
                kernels::replay_planes(problem, *answer.schedule).n_reconfigurations;
        return answer;
    }
    bool idles() const override {
        return structure().planes.initial == kernels::InitialPlanes::free;
    }
    OneShot reading_;
};

class SwotProgram : public Searching {
  public:
    SwotProgram(Subject structure, const SchedulerOptions& options)
        : Searching(std::move(structure), "swot-milp", options.max_nodes), turns_(options.turns) {}

  private:
    std::string kind_of(const kernels::Collective& collective) const override {
        auto kind = Searching::kind_of(collective);
        return turns_ > 1 ? kind + " in turns " + std::to_string(turns_) : kind;
    }
    Solution solution(const kernels::Collective& collective, double, const PlaneProblem& problem,
                      std::int64_t budget) const override {
        if (turns_ == 1) return solve_by_program(problem, static_cast<int>(budget));
        const auto joined = with_fewer_rounds(collective, problem);
        auto found = solve_in_turns(joined, turns_, static_cast<int>(budget),
                                    kernels::replay_planes(problem, strawman_schedule(problem)));
        const auto whole = std::ranges::count(collective.steps, false, &kernels::Step::continues);
        if (joined.steps.size() > static_cast<std::size_t>(whole)) {  // other rounds may be shorter
            double least = 0;
            for (const auto& step : joined.steps) least += step.volume();
            found.proven = false;
            found.lower_bound = std::min(found.lower_bound, least / joined.total_bandwidth());
        }
        return found;
    }
    /// More turns carry more peers: rounds of a step become one step while they fit.
    PlaneProblem with_fewer_rounds(const kernels::Collective& collective,
                                   PlaneProblem problem) const {
        const auto most = problem.planes.size() * static_cast<std::size_t>(turns_);
        std::vector<kernels::PlaneStep> steps;
        for (std::size_t i = 0; i < problem.steps.size(); ++i) {
            auto& step = problem.steps[i];
            const bool joins = collective.steps[i].continues && !steps.empty() &&
                               steps.back().peers() + step.peers() <= most;
            if (!joins) {
                steps.push_back(std::move(step));
                continue;
            }
            for (std::size_t c = 0; c < step.peers(); ++c)
                steps.back().others.push_back(step.peer(c));
        }
        problem.steps = std::move(steps);
        return problem;
    }

    int turns_;
};

std::size_t configurations_of(const kernels::Collective& collective) {
    std::set<std::int64_t> labels;
    for (const auto& step : kernels::plane_steps(collective, 1))
        for (std::size_t c = 0; c < step.peers() && step.bytes > 0; ++c)
            labels.insert(step.peer(c).configuration);
    return labels.size();
}

}  // namespace

Prepared prepare_ideal(Subject structure, const SchedulerOptions&) {
    return std::make_unique<Ideal>(std::move(structure));
}

Prepared prepare_strawman(Subject structure, const SchedulerOptions&) {
    return std::make_unique<Strawman>(std::move(structure));
}

Prepared prepare_one_shot(Subject structure, const SchedulerOptions& options) {
    return std::make_unique<OneShotPlanes>(std::move(structure), OneShot(options.reading));
}

Prepared prepare_swot_milp(Subject structure, const SchedulerOptions& options) {
    return std::make_unique<SwotProgram>(with_store(std::move(structure)), options);
}

std::optional<Reason> refuse_mirrored_halves(const Problem& structure, const SchedulerOptions&) {
    return structure.collective.mirrored ? std::optional(Reason::unions_not_supported)
                                         : std::nullopt;
}

std::optional<Reason> refuse_too_few_planes(const Problem& structure,
                                            const SchedulerOptions& options) {
    if (const auto why = refuse_mirrored_halves(structure, options)) return why;
    const auto& planes = structure.planes;
    const auto differs = [](const std::vector<double>& of) {
        return std::ranges::adjacent_find(of, std::not_equal_to<>()) != of.end();
    };
    if (differs(planes.speeds) || differs(planes.delays)) return Reason::planes_differ;
    const bool fits = configurations_of(structure.collective) <= planes.speeds.size();
    return fits ? std::nullopt : std::optional(Reason::too_few_planes);
}

}  // namespace lightsweep::solvers::swot
