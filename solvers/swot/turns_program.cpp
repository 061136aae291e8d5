#include "solvers/swot/turns_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::swot {

using kernels::PlaneProblem;

namespace {

constexpr double turns_tolerance = 5e-6;  // relative, of the solver

class TurnsProgram {
  public:
    TurnsProgram(const PlaneProblem& problem, int turns, const kernels::PlaneTimeline& known)
        : problem_(problem), known_(known), unit_(known.end()), planes_(problem.planes.size()) {
        std::set<std::int64_t> used;
        for (const auto& step : problem.steps)
            for (std::size_t c = 0; c < step.peers(); ++c) used.insert(step.peer(c).configuration);
        labels_.assign(used.begin(), used.end());
        start();
        for (std::size_t i = 0; i < problem.steps.size(); ++i) add_step(i, turns);
        program_.objective_[end_] = 1;
    }

    Solution solve(int max_nodes) const {
        auto found = milp::solve_integer(program_, max_nodes);
        Solution best;
        best.nodes = found.nodes;
        best.lower_bound = found.bound * unit_;
        best.exhausted = found.outcome == milp::Outcome::budget;
        if (found.x.empty()) {
            best.value = unit_;
            best.changes = known_.n_reconfigurations;
            return best;
        }
        const auto exact = milp::solve_relaxation(with_choices(found.x));
        best.value = exact.x[end_] * unit_;
        double changes = 0;
        for (const int r : switches_) changes += std::round(exact.x[r]);
        best.changes = static_cast<std::int32_t>(changes);
        best.proven = found.outcome == milp::Outcome::optimal;
        if (best.proven) best.lower_bound = best.value * (1 - turns_tolerance);
        best.lower_bound = std::min(best.lower_bound, best.value);
        return best;
    }

  private:
    using Terms = std::vector<std::pair<int, double>>;
    void row(const Terms& terms, double lower, double upper) {
        const int index = program_.add_row(lower, upper);
        for (const auto& [column, coefficient] : terms) program_.set(index, column, coefficient);
    }

    /// The program with its 0-1 variables fixed: what remains is exact.
    milp::LinearProgram with_choices(const std::vector<double>& x) const {
        auto fixed = program_;
        for (std::size_t c = 0; c < x.size(); ++c) {
            if (!fixed.integer_[c]) continue;
            fixed.integer_[c] = false;
            fixed.lower_[c] = fixed.upper_[c] = std::round(x[c]);
        }
        return fixed;
    }

    /// What the planes hold before the first slot.
    void start() {
        const bool free = problem_.initial == kernels::InitialPlanes::free;
        const auto held = kernels::held_at_start(problem_);
        end_ = program_.add_column(0, 0, 0);
        for (std::size_t j = 0; j < planes_; ++j) {
            clock_.push_back(end_);
            auto& own = holds_.emplace_back();
            for (const auto label : labels_) {
                const double stands = held[j] == label ? 1 : 0;
                own.push_back(free ? program_.add_column(0, 0, 1, true)
                                   : program_.add_column(0, stands, stands));
            }
            if (free) row(sum_of(own), 1, 1);
        }
    }
    static Terms sum_of(const std::vector<int>& columns) {
        Terms terms;
        for (const int column : columns) terms.emplace_back(column, 1);
        return terms;
    }

    void add_step(std::size_t i, int turns) {
        const auto& step = problem_.steps[i];
        const double computed = step.computation / unit_;
        const int before = end_;
        end_ = program_.add_column(0, 0, 1 + 1e-9);
        row({{end_, 1}, {before, -1}},
            computed + (step.volume() / problem_.total_bandwidth() + problem_.base_latency) / unit_,
            milp::unbounded);
        std::vector<int> work;
        for (std::size_t c = 0; c < step.peers(); ++c)
            work.push_back(program_.add_row(step.peer(c).bytes / problem_.total_bandwidth() / unit_,
                                            milp::unbounded));
        for (std::size_t j = 0; j < planes_; ++j) {
            Terms earlier;
            for (int u = 0; u < turns; ++u) earlier = add_slot(step, j, before, work, earlier);
            row({{end_, 1}, {clock_[j], -1}}, 0, milp::unbounded);
        }
    }

    /// Returns the uses of the slot; a turn is taken only after the one before.
    Terms add_slot(const kernels::PlaneStep& step, std::size_t j, int before,
                   const std::vector<int>& work, const Terms& earlier) {
        const auto& plane = problem_.planes[j];
        const int clock = program_.add_column(0, 0, milp::unbounded),
                  change = program_.add_column(0, 0, 1);
        switches_.push_back(change);
        std::vector<int> holds;
        for (std::size_t c = 0; c < labels_.size(); ++c) {
            holds.push_back(program_.add_column(0, 0, 1, true));
            row({{change, 1}, {holds[c], -1}, {holds_[j][c], 1}}, 0, milp::unbounded);
        }
        row(sum_of(holds), 1, 1);
        const double latency = problem_.base_latency / unit_;
        Terms uses,
            own{{clock, 1}, {clock_[j], -1}, {change, -plane.reconfiguration_delay / unit_}};
        Terms barrier{{clock, 1}, {before, -1}};
        for (std::size_t c = 0; c < step.peers(); ++c) {
            const double most = step.peer(c).bytes / plane.bandwidth / unit_;
            const int sent = program_.add_column(0, 0, most);
            const int used = program_.add_column(0, 0, 1, true);
            row({{sent, 1}, {used, -most}}, -milp::unbounded, 0);
            const auto place = std::ranges::lower_bound(labels_, step.peer(c).configuration);
            row({{used, 1}, {holds[place - labels_.begin()], -1}}, -milp::unbounded, 0);
            program_.set(work[c], sent, plane.bandwidth / problem_.total_bandwidth());
            uses.emplace_back(used, 1);
            for (auto* terms : {&own, &barrier}) terms->emplace_back(sent, -1);
            own.emplace_back(used, -latency);
            barrier.emplace_back(used, -latency - most_);
        }
        row(uses, -milp::unbounded, 1);
        row(own, 0, milp::unbounded);
        row(barrier, step.computation / unit_ - most_, milp::unbounded);
        if (!earlier.empty()) {
            auto order = earlier;
            for (const auto& [column, one] : uses) order.emplace_back(column, -one);
            row(order, 0, milp::unbounded);
        }
        clock_[j] = clock;
        holds_[j] = std::move(holds);
        return uses;
    }

    static constexpr double most_ = 1 + 1e-6;  // of E_{i-1} + a_i, in units of the known time

    const PlaneProblem& problem_;
    const kernels::PlaneTimeline& known_;
    double unit_;  ///< [s]
    std::size_t planes_;
    std::vector<std::int64_t> labels_;
    milp::LinearProgram program_;
    int end_ = 0;
    std::vector<int> clock_, switches_;    // the last slot's, per plane; all
    std::vector<std::vector<int>> holds_;  // the last slot's, per plane and label
};

}  // namespace

Solution solve_in_turns(const PlaneProblem& problem, int turns, int max_nodes,
                        const kernels::PlaneTimeline& known) {
    kernels::require_sound(problem);
    const auto loaded = kernels::without_empty_steps(problem);
    if (loaded.steps.empty()) {
        Solution nothing;
        nothing.proven = true;
        nothing.changes = 0;
        return nothing;
    }
    return TurnsProgram(loaded, turns, known).solve(max_nodes);
}

}  // namespace lightsweep::solvers::swot
