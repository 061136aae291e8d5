#include "solvers/swot/search/canonical_search.hpp"

#include <algorithm>

#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/problem/fixed_sets.hpp"

namespace lightsweep::solvers::swot {

namespace {

constexpr double equal_values = 1e-7;  // relative: programs are solved to about 1e-9

class Search {
  public:
    Search(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& start,
           std::int64_t max_programs)
        : problem_(problem),
          held_(kernels::held_at_start(problem)),
          programs_left_(max_programs),
          history_(problem.planes.size()) {
        best_.schedule = start;
        best_.value = kernels::replay_planes(problem, start).end();
        rest_.assign(problem.steps.size() + 1, 0);
        for (std::size_t i = problem.steps.size(); i-- > 0;)
            rest_[i] =
                rest_[i + 1] + problem.steps[i].computation +
                (problem.steps[i].others.empty()
                     ? problem.base_latency + problem.steps[i].bytes / problem.total_bandwidth()
                     : ideal_step(problem, problem.steps[i], problem.n_planes()));
    }

    Solution run() {
        cut_off_ = best_.value;
        visit(0);
        const double searched = best_.value * (1 - equal_values);
        best_.lower_bound = std::max(two_resource_bound(problem_), std::min(searched, cut_off_));
        best_.lower_bound = std::min(best_.lower_bound, best_.value);
        best_.proven = best_.value <= best_.lower_bound * (1 + proven_gap);
        best_.effort = best_.nodes;
        return best_;
    }

  private:
    /// Per plane 0 if it sits out, else 1 + the permutation that it carries.
    using Roles = std::vector<unsigned>;
    struct Child {
        Roles set;
        double bound;
    };

    void visit(std::size_t step) {
        ++best_.nodes;
        if (step == problem_.steps.size()) return;
        for (const auto& child : children_of(step)) {
            if (child.bound >= best_.value * (1 - equal_values)) break;
            if (programs_left_ <= 0) {
                cut_off_ = std::min(cut_off_, child.bound);
                break;
            }
            enter(step, child.set);
            visit(step + 1);
            leave(child.set);
        }
    }

    std::vector<Child> children_of(std::size_t step) {
        std::vector<Child> children;
        for (Roles set(problem_.planes.size(), 0); next(set, problem_.steps[step].peers());) {
            if (!serves_all(set, problem_.steps[step].peers()) || !first_of_its_kind(set)) continue;
            if (programs_left_ <= 0) {  // not visited: the rest of the tree stays open
                children.push_back({set, rest_[0]});
                continue;
            }
            enter(step, set);
            children.push_back({set, bound(step)});
            leave(set);
        }
        std::ranges::stable_sort(children,
                                 [](const Child& a, const Child& b) { return a.bound < b.bound; });
        return children;
    }

    /// Counts up, the first plane fastest; false after the last one.
    static bool next(Roles& set, std::size_t peers) {
        for (auto& role : set) {
            if (role++ < peers) return true;
            role = 0;
        }
        return false;
    }
    static bool serves_all(const Roles& set, std::size_t peers) {
        for (unsigned role = 1; role <= peers; ++role)
            if (std::ranges::find(set, role) == set.end()) return false;
        return true;
    }
    /// Whether interchangeable planes have falling roles.
    bool first_of_its_kind(const Roles& set) const {
        for (int j = 0; j < problem_.n_planes(); ++j)
            for (int before = 0; before < j; ++before)
                if (set[j] > set[before] && alike(before, j)) return false;
        return true;
    }
    bool alike(int a, int b) const {
        return problem_.planes[a].bandwidth == problem_.planes[b].bandwidth &&
               problem_.planes[a].reconfiguration_delay ==
                   problem_.planes[b].reconfiguration_delay &&
               history_[a] == history_[b] && (!history_[a].empty() || held_[a] == held_[b]);
    }

    double bound(std::size_t step) {
        --programs_left_;
        const auto found = best_shares(problem_, used_);
        if (step + 1 == problem_.steps.size() && found.value < best_.value) {
            const auto line = kernels::replay_planes(problem_, found.schedule);
            if (line.violation.empty() && line.end() < best_.value) {
                best_.value = line.end();
                best_.schedule = found.schedule;
            }
        }
        return found.value + rest_[step + 1];
    }

    void enter(std::size_t step, const Roles& set) {
        auto& planes = used_.emplace_back();
        for (int j = 0; j < problem_.n_planes(); ++j)
            if (set[j] > 0) {
                planes.push_back({j, set[j] - 1});
                history_[j].push_back({step, set[j]});
            }
    }
    void leave(const Roles& set) {
        used_.pop_back();
        for (int j = 0; j < problem_.n_planes(); ++j)
            if (set[j] > 0) history_[j].pop_back();
    }

    const kernels::PlaneProblem& problem_;
    std::vector<kernels::HeldConfiguration> held_;
    std::int64_t programs_left_;
    Solution best_;
    double cut_off_ = 0;  ///< smallest bound of the parts that were not searched
    std::vector<double> rest_;
    UsedSets used_;
    std::vector<std::vector<std::pair<std::size_t, unsigned>>> history_;  ///< steps and roles
};

}  // namespace

Solution search_used_sets(const kernels::PlaneProblem& problem, const kernels::PlaneSchedule& start,
                          std::int64_t max_programs) {
    return Search(problem, start, max_programs).run();
}

}  // namespace lightsweep::solvers::swot
