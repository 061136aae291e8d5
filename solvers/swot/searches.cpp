// The searching schedulers: one collective as it is, the best of its orders, the best of its
// algorithms.
#include <algorithm>
#include <cmath>

#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/order_choice.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::swot {

using kernels::Collective;
using kernels::PlaneProblem;

namespace {

/// Solves sequences also by their parts.
class Swot : public Searching {
    using Searching::Searching;
    std::string kind_of(const Collective& collective) const override {
        auto kind = Searching::kind_of(collective);
        for (const std::size_t length : lengths_of(collective))
            kind += "+" + std::to_string(length);
        return kind;
    }
    Solution solution(const Collective& collective, double, const PlaneProblem& problem,
                      std::int64_t budget) const override {
        const Budget within{budget, structure().planes.known.get()};
        if (collective.parts.empty()) return solve(problem, within);
        return solve_sequence(problem, lengths_of(collective), within);
    }
    static std::vector<std::size_t> lengths_of(const Collective& collective) {
        std::vector<std::size_t> lengths;
        for (const auto& part : collective.parts) lengths.push_back(part.steps.size());
        return lengths;
    }
};

class Ordered : public Searching {
    using Searching::Searching;
    std::string kind_of(const Collective& collective) const override {
        return Searching::kind_of(collective) + " " + collective.name();
    }
    Solution solution(const Collective& collective, double message_time,
                      const PlaneProblem& problem, std::int64_t budget) const override {
        OrderBudget orders;
        orders.last = {budget};
        auto choice = choose_order(collective, message_time, problem, orders);
        choice.solution.orders = std::move(choice.orders);
        return std::move(choice.solution);
    }
    Answer answer(const kernels::DelayRow& row, std::size_t i) const override {
        const auto& collective = structure().collective;
        auto found = known_or_solved(collective, row, i);
        const auto orders = std::move(found.orders);
        auto answer = answer_of(std::move(found));
        answer.collective =
            std::make_shared<const Collective>(kernels::reordered(collective, orders));
        return answer;
    }
};

/// An algorithm is not solved if its ideal time is above the lockstep time of another one.
class Portfolio : public Swot {
    using Swot::Swot;
    std::vector<std::shared_ptr<const Collective>> parts(const kernels::DelayRow& row,
                                                         std::size_t i) const override {
        std::vector<std::pair<const Collective*, double>> able;
        double achieved = HUGE_VAL;
        for (const auto& one : structure().collective.alternatives) {
            const auto problem = plane_problem(one, structure().planes, row, i);
            able.emplace_back(&one, ideal_time(problem));
            achieved = std::min(achieved,
                                kernels::replay_planes(problem, strawman_schedule(problem)).end());
        }
        std::vector<std::shared_ptr<const Collective>> promising;
        for (const auto& [one, ideal] : able)
            if (ideal <= achieved * (1 + 1e-12))
                promising.emplace_back(std::shared_ptr<const void>(), one);
        return promising;
    }
    Answer answer(const kernels::DelayRow& row, std::size_t i) const override {
        const Collective* winner = nullptr;
        Solution best;
        double bound = HUGE_VAL;
        for (const auto& part : parts(row, i)) {
            const auto* one = part.get();
            auto found = known_or_solved(*one, row, i);
            bound = std::min(bound, found.lower_bound);
            if (winner && found.value >= best.value * kernels::tie_factor) continue;
            winner = one;
            best = std::move(found);
        }
        best.lower_bound = bound;
        best.proven = best.value <= bound * (1 + proven_gap);
        best.exhausted = !best.proven;
        auto answer = answer_of(std::move(best));
        answer.collective = std::make_shared<const Collective>(*winner);
        answer.algorithm =
            static_cast<std::int32_t>(winner - structure().collective.alternatives.data());
        return answer;
    }
};

constexpr std::int64_t thousand = 1000;

}  // namespace

Prepared prepare_swot(Subject structure, const SchedulerOptions& options) {
    if (options.turns > 1) return prepare_swot_milp(std::move(structure), options);
    return std::make_unique<Swot>(with_store(std::move(structure)), "swot",
                                  thousand * options.transitions);
}

Prepared prepare_swot_order(Subject structure, const SchedulerOptions& options) {
    return std::make_unique<Ordered>(std::move(structure), "swot-order",
                                     thousand * options.transitions);
}

Prepared prepare_swot_portfolio(Subject structure, const SchedulerOptions& options) {
    // It has the name of the plain search, because its solutions are the same.
    return std::make_unique<Portfolio>(std::move(structure), "swot",
                                       thousand * options.transitions);
}

std::optional<Reason> refuse_without_algorithms(const Problem& structure, const SchedulerOptions&) {
    return structure.collective.alternatives.empty() ? std::optional(Reason::no_such_algorithm)
                                                     : std::nullopt;
}

}  // namespace lightsweep::solvers::swot
