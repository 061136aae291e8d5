#include "solvers/swot/order_choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "kernels/planes/plane_collectives.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/problem/baselines.hpp"

namespace lightsweep::solvers::swot {

using kernels::FreeSteps;
using kernels::PlaneProblem;

namespace {

// The bound over all orders of the free steps, from pieces around and between the groups.

bool is_distinct(const PlaneProblem& piece) {
    std::set<std::int64_t> labels;
    for (const auto& step : piece.steps) labels.insert(step.configuration);
    return labels.size() == piece.steps.size();
}

/// The smallest bound over all arrangements of the volumes, or the ideal time if there are too
/// many.
double bound_of_arrangements(PlaneProblem piece, const OrderBudget& budget) {
    const double ideal = ideal_time(piece);
    std::vector<double> volumes;
    for (const auto& step : piece.steps) volumes.push_back(step.bytes);
    std::ranges::sort(volumes);
    double least = HUGE_VAL;
    std::int64_t count = 0;
    do {
        if (++count > budget.orders) return ideal;
        for (std::size_t i = 0; i < volumes.size(); ++i) piece.steps[i].bytes = volumes[i];
        least = std::min(least, solve(piece, budget.each).lower_bound);
    } while (least > ideal && std::next_permutation(volumes.begin(), volumes.end()));
    return std::max(ideal, least);
}

double bound_of_group(const PlaneProblem& piece, const FreeSteps& group,
                      const OrderBudget& budget) {
    if (!is_distinct(piece)) return ideal_time(piece);
    const bool even = std::ranges::all_of(piece.steps, [&](const kernels::PlaneStep& step) {
        return step.bytes == piece.steps[0].bytes;
    });
    if (group.bytes_move && !even) return bound_of_arrangements(piece, budget);
    return solve(piece, budget.last).lower_bound;
}

using Orders = std::vector<std::vector<std::size_t>>;

constexpr std::size_t most_reversals = 64;  // subsets of groups
constexpr double better = 1 - 1e-9;         // relative: rounding is no improvement

class OrderSearch {
  public:
    OrderSearch(const PlaneProblem& given, const std::vector<FreeSteps>& groups,
                const OrderBudget& budget, double bound)
        : given_(given), groups_(groups), budget_(budget), bound_(bound) {
        for (const auto& group : groups) {
            std::vector<std::size_t> order(group.count);
            std::iota(order.begin(), order.end(), std::size_t{0});
            best_.push_back(std::move(order));
        }
        offer(best_);
    }

    void run() {
        const auto few = count_orders() <= static_cast<double>(budget_.orders);
        if (few) {
            try_all(best_, 0);
            exhaustive_ = !done();
        } else {
            try_reversals();
            while (!done() && improve()) {
            }
        }
    }

    PlaneProblem problem_in(const Orders& orders) const {
        PlaneProblem problem = given_;
        for (std::size_t g = 0; g < groups_.size(); ++g)
            for (std::size_t i = 0; i < groups_[g].count; ++i) {
                auto& place = problem.steps[groups_[g].first + i];
                const auto& from = given_.steps[groups_[g].first + orders[g][i]];
                place.configuration = from.configuration;
                if (groups_[g].bytes_move) place.bytes = from.bytes;
            }
        return problem;
    }
    const Orders& best() const { return best_; }
    std::int64_t n_solved() const { return static_cast<std::int64_t>(known_.size()); }
    bool exhaustive() const { return exhaustive_; }

  private:
    /// Whether nothing better exists or the budget is spent.
    bool done() const {
        return value_ <= bound_ * (1 + proven_gap) || n_solved() >= budget_.orders;
    }

    double count_orders() const {
        double count = 1;
        for (const auto& group : groups_)
            for (std::size_t i = 2; i <= group.count; ++i) count *= static_cast<double>(i);
        return count;
    }

    bool offer(const Orders& orders) {
        const auto problem = problem_in(orders);
        const auto [known, is_new] = known_.emplace(problem_key(problem), 0.0);
        if (is_new) known->second = solve(problem, budget_.each).value;
        if (known->second >= value_ * better) return false;
        value_ = known->second;
        best_ = orders;
        return true;
    }

    void try_all(Orders orders, std::size_t g) {
        if (g == orders.size()) {
            offer(orders);
            return;
        }
        std::ranges::sort(orders[g]);
        do try_all(orders, g + 1);
        while (!done() && std::next_permutation(orders[g].begin(), orders[g].end()));
    }

    /// Tries groups in reverse order: any subset of the first few groups; the rest alternate.
    void try_reversals() {
        const auto given = best_;
        const auto subsets =
            std::min(most_reversals, std::size_t{1} << std::min<std::size_t>(groups_.size(), 6));
        for (std::size_t subset = subsets; subset-- > 1 && !done();) {
            auto orders = given;
            for (std::size_t g = 0; g < orders.size(); ++g)
                if (subset >> (g % 6) & 1) std::ranges::reverse(orders[g]);
            offer(orders);
        }
    }

    /// Takes the first exchange of two places that helps.
    bool improve() {
        for (std::size_t g = 0; g < groups_.size(); ++g)
            for (std::size_t i = 0; i + 1 < groups_[g].count; ++i)
                for (std::size_t j = i + 1; j < groups_[g].count && !done(); ++j) {
                    auto orders = best_;
                    std::swap(orders[g][i], orders[g][j]);
                    if (offer(orders)) return true;
                }
        return false;
    }

    const PlaneProblem& given_;
    const std::vector<FreeSteps>& groups_;
    const OrderBudget& budget_;
    double bound_;
    std::map<ProblemKey, double> known_;
    Orders best_;
    double value_ = HUGE_VAL;
    bool exhaustive_ = false;
};

}  // namespace

double bound_over_orders(const PlaneProblem& problem, const std::vector<FreeSteps>& groups,
                         const OrderBudget& budget) {
    double sum = 0;
    std::size_t done = 0;
    const auto add_fixed = [&](std::size_t end) {
        if (done < end) sum += solve(part_of(problem, done, end), budget.last).lower_bound;
        done = end;
    };
    for (const auto& group : groups) {
        add_fixed(group.first);
        done = group.first + group.count;
        auto piece = part_of(problem, group.first, done);
        // If planes hold configurations, it matters which configurations come first.
        if (piece.initial == kernels::InitialPlanes::individual)
            piece = kernels::starting(std::move(piece), kernels::InitialPlanes::free);
        sum += bound_of_group(piece, group, budget);
    }
    add_fixed(problem.steps.size());
    return sum;
}

OrderChoice choose_order(const kernels::Collective& collective, double message,
                         const PlaneProblem& hardware, const OrderBudget& budget) {
    PlaneProblem given = hardware;
    given.steps = kernels::plane_steps(collective, message);
    kernels::require_sound(given);
    const auto groups = kernels::free_steps(collective);
    const double bound = bound_over_orders(given, groups, budget);
    OrderSearch search(given, groups, budget, bound);
    search.run();
    OrderChoice choice{search.best(),
                       kernels::reordered(collective, search.best()),
                       search.problem_in(search.best()),
                       {}};
    choice.n_solved = search.n_solved();
    choice.exhaustive = search.exhaustive();
    const auto as_given = solve(given, budget.last);
    choice.solution = solve(choice.problem, budget.last);
    if (as_given.value <= choice.solution.value) {
        for (auto& order : choice.orders) std::ranges::sort(order);
        choice.collective = collective;
        choice.problem = given;
        choice.solution = as_given;
    }
    choice.solution.lower_bound = std::min(bound, choice.solution.value);
    choice.solution.proven =
        choice.solution.value <= choice.solution.lower_bound * (1 + proven_gap);
    return choice;
}

}  // namespace lightsweep::solvers::swot
