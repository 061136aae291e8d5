#include "solvers/swot/algorithm_choice.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "kernels/collective_algorithms.hpp"
#include "kernels/plane_collectives.hpp"
#include "solvers/swot/baselines.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/problem_key.hpp"

namespace lightsweep::solvers::swot {

using kernels::Collective;
using kernels::PlaneProblem;

namespace {

struct Runner {
    std::size_t candidate;
    Collective collective;
    PlaneProblem problem;
};

/// Collective and problem, or the reason in `candidate`.
std::optional<Runner> runner_of(Candidate& candidate, kernels::Node n, double message,
                                const PlaneProblem& hardware, Volumes volumes) {
    if (const auto reason = kernels::refuse_nodes(candidate.name, n)) {
        candidate.reason = *reason;
        return std::nullopt;
    }
    auto collective = kernels::build_collective(candidate.name, n);
    if (volumes == Volumes::swot) collective = kernels::with_swot_volumes(std::move(collective));
    const bool unions = std::any_of(collective.steps.begin(), collective.steps.end(),
                                    [](const kernels::Step& step) { return !step.also.empty(); });
    if (unions) {
        candidate.reason = candidate.name +
                           " sends to several nodes at once; a plane holds one "
                           "permutation";
        return std::nullopt;
    }
    PlaneProblem problem = hardware;
    problem.steps = kernels::plane_steps(collective, message);
    kernels::require_sound(problem);
    return Runner{0, std::move(collective), std::move(problem)};
}

/// The most promising first, so that the others need not be solved.
std::vector<std::size_t> by_lockstep_time(const std::vector<Runner>& runners) {
    std::vector<std::size_t> order(runners.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> time;
    for (const auto& runner : runners) time.push_back(strawman_time(runner.problem));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return time[a] < time[b]; });
    return order;
}

class Contest {
  public:
    Contest(const std::vector<Runner>& runners, const Budget& budget,
            std::vector<Candidate>& candidates)
        : runners_(runners), budget_(budget), candidates_(candidates) {}

    void enter(std::size_t number) {
        const auto& runner = runners_[number];
        auto& candidate = candidates_[runner.candidate];
        candidate.lower_bound = ideal_time(runner.problem);
        candidate.value = strawman_time(runner.problem);
        if (winner_ && candidate.lower_bound > best_.value) return;
        auto [known, is_new] = solved_.emplace(problem_key(runner.problem), Solution{});
        if (is_new) known->second = solve_mirrored(runner.problem, budget_);
        candidate.value = known->second.value;
        candidate.lower_bound = known->second.lower_bound;
        candidate.solved = true;
        const bool wins = !winner_ || candidate.value < best_.value * (1 - 1e-12) ||
                          (candidate.value <= best_.value * (1 + 1e-12) &&
                           runner.candidate < runners_[*winner_].candidate);
        if (!wins) return;
        winner_ = number;
        best_ = known->second;
    }
    std::optional<std::size_t> winner() const { return winner_; }
    const Solution& best() const { return best_; }

  private:
    const std::vector<Runner>& runners_;
    Budget budget_;
    std::vector<Candidate>& candidates_;
    std::map<ProblemKey, Solution> solved_;
    std::optional<std::size_t> winner_;
    Solution best_;
};

}  // namespace

AlgorithmChoice choose_algorithm(std::string_view name, kernels::Node n, double message,
                                 const PlaneProblem& hardware, Volumes volumes,
                                 const Budget& budget) {
    AlgorithmChoice choice{{}, {kernels::Primitive::custom, {}, n, {}, {}}, {}, {}, {}};
    for (auto& one : kernels::concrete_names(name)) {
        choice.candidates.emplace_back();
        choice.candidates.back().name = std::move(one);
    }
    std::vector<Runner> runners;
    for (std::size_t c = 0; c < choice.candidates.size(); ++c)
        if (auto runner = runner_of(choice.candidates[c], n, message, hardware, volumes)) {
            runner->candidate = c;
            runners.push_back(std::move(*runner));
        }
    Contest contest(runners, budget, choice.candidates);
    for (const auto number : by_lockstep_time(runners)) contest.enter(number);
    if (!contest.winner()) return choice;
    const auto& winner = runners[*contest.winner()];
    choice.winner = choice.candidates[winner.candidate].name;
    choice.collective = winner.collective;
    choice.problem = winner.problem;
    choice.solution = contest.best();
    for (const auto& runner : runners)
        choice.solution.lower_bound =
            std::min(choice.solution.lower_bound, choice.candidates[runner.candidate].lower_bound);
    choice.solution.proven =
        choice.solution.value <= choice.solution.lower_bound * (1 + proven_gap);
    return choice;
}

}  // namespace lightsweep::solvers::swot
