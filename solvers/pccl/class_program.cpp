// PCCL's 0-1 program (Algorithm 1, eqs. 2 to 8) through CBC. x_is = 1 if round i runs on class s;
// y_i = 1 if the class changes before round i. Every round has one class, every change is paid, and
// a class that round i may not change to can only be kept:
//
//   sum over s of x_is = 1,   x_is - x_(i-1)s <= y_i,   x_is <= x_(i-1)s unless s is a target of i
//
// Eq. (5) as printed mixes the index of a round with that of a topology; under the reading used
// here the recurrence is exact.
#include <algorithm>
#include <cmath>

#include "solvers/pccl/pccl.hpp"
#include "solvers/walks/walk_program.hpp"

namespace lightsweep::solvers::pccl {

namespace {

/// Columns x[round][class], then y[round].
class Program {
  public:
    Program(const WalkSpace& space, const kernels::DelayRow& row, double delay)
        : space_(space), classes_(space.states()) {
        double most = delay;
        for (std::size_t i = 0; i < space.steps(); ++i) {
            double least = milp::unbounded;
            for (std::size_t s = 0; s < classes_; ++s) least = std::min(least, seconds(row, i, s));
            // Several peers may be faster on links of full rate than their bytes at rate b.
            raised_.push_back(std::max(0.0, -least));
            most += delay + least + raised_.back();
            raised += raised_.back();
        }
        double stay = 0;
        for (std::size_t i = 0; i < space.steps(); ++i) stay += seconds(row, i, 0);
        // Scaled so that the cheaper of staying in G0 and of a change before every round costs
        // about 1, because Clp's tolerances are absolute.
        most = std::min(most, stay);
        scale = most > 0 ? most : 1;
        for (std::size_t i = 0; i < space.steps(); ++i)
            for (std::size_t s = 0; s < classes_; ++s) add_choice(seconds(row, i, s));
        for (std::size_t i = 0; i < space.steps(); ++i) add_choice(delay);
    }

    void add_rounds() {
        for (std::size_t i = 0; i < space_.steps(); ++i) {
            const int one = program.add_row(1, 1);
            for (std::size_t s = 0; s < classes_; ++s) program.set(one, x(i, s), 1);
            const auto allowed = targets(space_, i);
            for (std::size_t s = 0; s < classes_; ++s) {
                const bool is_target = std::ranges::find(allowed, s) != allowed.end();
                link(i, s, is_target);
            }
        }
    }
    int x(std::size_t i, std::size_t s) const { return static_cast<int>(i * classes_ + s); }

    milp::LinearProgram program;
    double scale = 1;
    double raised = 0;  ///< by which all costs of the rounds are raised, so that none is negative

  private:
    double seconds(const kernels::DelayRow& row, std::size_t i, std::size_t s) const {
        if (!space_.on[s].reachable(i)) return milp::unbounded;
        const double cost = row.per_hop_latency * space_.on[s].hops[i] +
                            row.message_time * space_.on[s].base_congestion(i);
        return i < raised_.size() ? cost + raised_[i] : cost;
    }
    /// A choice that alone costs more than a whole schedule is in no better schedule.
    void add_choice(double cost) {
        const bool usable = std::isfinite(cost) && cost <= scale * (1 + 1e-9);
        program.add_column(usable ? cost / scale : 0, 0, usable ? 1 : 0, true);
    }
    /// Adds x_is <= x_(i-1)s, plus y_i if the round may change to s; before the first round the
    /// class is G0.
    void link(std::size_t i, std::size_t s, bool is_target) {
        const double before = i == 0 && s == 0 ? 1 : 0;
        const int row = program.add_row(-milp::unbounded, before);
        program.set(row, x(i, s), 1);
        if (i > 0) program.set(row, x(i - 1, s), -1);
        if (is_target) program.set(row, static_cast<int>(space_.steps() * classes_ + i), -1);
    }

    const WalkSpace& space_;
    std::size_t classes_;
    std::vector<double> raised_{};  ///< per round
};

/// Solves one point within a node limit; times are in seconds.
ProgramWalk solve_classes(const WalkSpace& space, const kernels::DelayRow& row, double delay,
                          int max_nodes) {
    if (space.steps() == 0) return {{}, true, 0};
    Program made(space, row, delay);
    made.add_rounds();
    auto walk = solve_scaled(made.program, made.scale, max_nodes, [&](const auto& columns) {
        std::vector<std::size_t> states;
        for (std::size_t i = 0; i < space.steps(); ++i)
            for (std::size_t s = 0; s < space.states(); ++s)
                if (columns[made.x(i, s)] > 0.5) states.push_back(s);
        return states;
    });
    walk.bound -= made.raised;
    return walk;
}

}  // namespace

Prepared prepare_pccl_milp(Subject problem, const SchedulerOptions& options) {
    const auto space =
        std::make_shared<const WalkSpace>(class_space(std::move(problem), options.stay_away == 0));
    const auto solve = [space, most = options.max_nodes](const kernels::DelayRow& row,
                                                         double delay) {
        return solve_classes(*space, row, delay, most);
    };
    // The fallback: the round's own circuits carry every round.
    return program_over(space, space->on[0].volume, solve, space->own);
}

}  // namespace lightsweep::solvers::pccl
