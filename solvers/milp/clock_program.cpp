#include "solvers/milp/clock_program.hpp"

#include <algorithm>

#include "solvers/milp/covering_program.hpp"

namespace lightsweep::solvers::milp {

namespace {

/// Entries of the largest dense tableau; Clp's sparse one is faster beyond.
constexpr std::size_t most_entries = 100'000;

}  // namespace

void ClockProgram::add_step(double wait) {
    before_ = end_;
    end_ = program_.add_column(0, 0, unbounded);
    wait_ = wait;
}

int ClockProgram::add_work(double work) {
    return program_.add_row(work, unbounded);
}

ClockProgram::Sender ClockProgram::add_sender(int work, double amount, double slowness,
                                              double latency) {
    const int lead = program_.add_column(0, 0, unbounded);
    const Sender sender{{*end_, lead}, program_.add_column(0, 0, unbounded), slowness, latency};
    program_.set(work, sender.share, amount);
    const int row = add_begin(sender, wait_);
    if (before_) program_.set(row, *before_, -1);
    return sender;
}

void ClockProgram::begin_after(const Sender& sender, const std::optional<End>& before,
                               double wait) {
    const int row = add_begin(sender, wait);
    if (!before) return;
    program_.set(row, before->step, -1);
    program_.set(row, before->lead, 1);
}

/// Adds the row F - slowness q >= latency + wait; returns its index.
int ClockProgram::add_begin(const Sender& sender, double wait) {
    const int row = program_.add_row(sender.latency + wait, unbounded);
    program_.set(row, sender.end.step, 1);
    program_.set(row, sender.end.lead, -1);
    program_.set(row, sender.share, -sender.slowness);
    return row;
}

ClockProgram::Optimum ClockProgram::solve(double horizon) {
    if (end_) program_.objective_[*end_] = 1;
    std::ranges::fill(program_.upper_, horizon);
    const auto entries = static_cast<std::size_t>(program_.n_rows()) * program_.upper_.size();
    if (entries > most_entries) {
        auto found = solve_relaxation(program_);
        return {std::move(found.x), found.bound};
    }
    CoveringProgram dense;
    dense.reset(program_);
    auto x = dense.solve();
    return {std::move(x), program_.lagrangian_bound(dense.multipliers())};
}

}  // namespace lightsweep::solvers::milp
