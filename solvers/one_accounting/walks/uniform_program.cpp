#include "solvers/one_accounting/walks/uniform_program.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

constexpr int none = -1;

using States = std::vector<std::size_t>;

/// What a step does where it has two ways: keep what stands, or the cheapest that it may enter.
enum class Habit { keeps, changes };

/// Walks made step by step: which topologies lead to the end, found backwards, then one of them.
class WalkMaker {
  public:
    explicit WalkMaker(const UniformWalks& walks) : walks_(walks), leads_(walks.steps()) {
        for (std::size_t i = walks.steps(); i-- > 0;) look_at(i);
    }

    /// Seconds of a choice by its weights; empty if there is no walk.
    States make(Habit habit, double per_hop, double per_congestion) const {
        States states;
        std::size_t now = 0;
        for (std::size_t i = 0; i < walks_.steps(); ++i) {
            const auto next = choose(i, now, habit, per_hop, per_congestion);
            if (!next) return {};
            states.push_back(now = *next);
        }
        return states;
    }

  private:
    void look_at(std::size_t i) {
        const bool last = i + 1 == walks_.steps();
        const auto enterable = [&](std::size_t step) {
            const auto& choices = walks_.choices[step];
            for (std::size_t c = 0; c < choices.size(); ++c)
                if (choices[c].may_enter && leads_[step][c]) return true;
            return false;
        };
        const bool changes = last || enterable(i + 1);
        for (const StateCost& choice : walks_.choices[i])
            leads_[i].push_back(changes || leads(i + 1, choice.state));
    }
    bool leads(std::size_t i, std::size_t state) const {
        const auto& choices = walks_.choices[i];
        for (std::size_t c = 0; c < choices.size(); ++c)
            if (choices[c].state == state) return leads_[i][c];
        return false;
    }
    std::optional<std::size_t> choose(std::size_t i, std::size_t now, Habit habit, double per_hop,
                                      double per_congestion) const {
        const auto& choices = walks_.choices[i];
        std::optional<std::size_t> best;
        double least = HUGE_VAL;
        for (std::size_t c = 0; c < choices.size(); ++c) {
            const StateCost& one = choices[c];
            if (!leads_[i][c] || (one.state != now && !one.may_enter)) continue;
            if (one.state == now && habit == Habit::keeps) return now;
            const double seconds = per_hop * one.hops + per_congestion * one.congestion;
            if (seconds >= least) continue;
            least = seconds;
            best = one.state;
        }
        return best;
    }

    const UniformWalks& walks_;
    std::vector<std::vector<bool>> leads_;  ///< per choice
};

/// A short walk's time: no better one has a part that takes longer [s].
double known_time(const UniformWalks& walks, const WalkMaker& maker, const kernels::DelayRow& row,
                  double delay) {
    double least = HUGE_VAL;
    for (const Habit habit : {Habit::keeps, Habit::changes}) {
        const auto schedule =
            schedule_of(walks, maker.make(habit, row.per_hop_latency, row.message_time));
        least = std::min(least, row.per_hop_latency * schedule.hops +
                                    row.message_time * schedule.congestion +
                                    delay * schedule.reconfigurations);
    }
    return least;
}

/// Columns x and u of every step's choices. In units of a walk that is known, since Clp's
/// tolerances are absolute; what alone takes longer is left out.
class Program {
  public:
    Program(const UniformWalks& walks, const kernels::DelayRow& row, double delay, double known)
        : scale(known > 0 ? known : 1), most_(known * (1 + 1e-9)), walks_(walks) {
        for (std::size_t i = 0; i < walks.steps(); ++i) {
            first_.push_back(program.n_columns());
            for (const StateCost& choice : walks.choices[i]) {
                const bool restored =
                    walks.decisions.rules.restore && choice.state != 0 && i + 1 == walks.steps();
                add_column(row.per_hop_latency * choice.hops +
                           row.message_time * choice.congestion + (restored ? delay : 0.0));
                add_column(choice.may_enter ? delay : HUGE_VAL);
            }
        }
        for (std::size_t i = 0; i < walks.steps(); ++i) add_rows(i);
    }

    States states(const std::vector<double>& columns) const {
        States states;
        for (std::size_t i = 0; i < walks_.steps(); ++i)
            for (std::size_t c = 0; c < walks_.choices[i].size(); ++c)
                if (columns[x(i, c)] > 0.5) states.push_back(walks_.choices[i][c].state);
        return states;
    }

    milp::LinearProgram program;
    double scale;  ///< [s]

  private:
    int x(std::size_t i, std::size_t c) const { return first_[i] + 2 * static_cast<int>(c); }
    int u(std::size_t i, std::size_t c) const { return x(i, c) + 1; }

    void add_column(double seconds) {
        const bool usable = seconds <= most_;
        program.add_column(usable ? seconds / scale : 0, 0, usable ? 1 : 0, true);
    }
    /// The column of a state in the step before, if it is one of its choices.
    int before(std::size_t i, std::uint32_t state) const {
        if (i == 0) return none;
        const auto& choices = walks_.choices[i - 1];
        const auto at = std::ranges::lower_bound(choices, state, {}, &StateCost::state);
        if (at == choices.end() || at->state != state) return none;
        return x(i - 1, static_cast<std::size_t>(at - choices.begin()));
    }
    void add_rows(std::size_t i) {
        const auto& choices = walks_.choices[i];
        const int one = program.add_row(1, 1);
        for (std::size_t c = 0; c < choices.size(); ++c) program.set(one, x(i, c), 1);
        for (std::size_t c = 0; c < choices.size(); ++c) {
            const bool stands = i == 0 && choices[c].state == 0;
            const int kept = program.add_row(-milp::unbounded, stands ? 1 : 0);
            program.set(kept, x(i, c), 1);
            program.set(kept, u(i, c), -1);
            if (const int column = before(i, choices[c].state); column != none)
                program.set(kept, column, -1);
        }
    }

    double most_;  ///< that a part of an optimum takes [s]; 0 where a walk costs nothing
    const UniformWalks& walks_;
    std::vector<int> first_;  ///< column of every step's first choice
};

/// Solves one point within a node limit; the walks have one at least.
ProgramWalk solve_walks(const UniformWalks& walks, const kernels::DelayRow& row, double delay,
                        int max_nodes) {
    if (walks.steps() == 0) return {{}, true, 0};
    const Program made(walks, row, delay, known_time(walks, WalkMaker(walks), row, delay));
    return solve_scaled(made.program, made.scale, max_nodes,
                        [&](const auto& columns) { return made.states(columns); });
}

}  // namespace

std::unique_ptr<PreparedScheduler> optimum_by_program(UniformWalks walks, int max_nodes) {
    auto otherwise = WalkMaker(walks).make(Habit::keeps, 0, 0);
    if (otherwise.size() != walks.steps())
        return std::make_unique<PreparedEnvelope>(kernels::Envelope{}, std::move(walks.decisions));
    const auto shared = std::make_shared<const UniformWalks>(std::move(walks));
    const auto solve = [shared, max_nodes](const kernels::DelayRow& row, double delay) {
        return solve_walks(*shared, row, delay, max_nodes);
    };
    return program_over(shared, shared->volume, solve, std::move(otherwise));
}

}  // namespace lightsweep::solvers::one_accounting
