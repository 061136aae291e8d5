#include "solvers/one_accounting/overlap/group_shares.hpp"

#include <algorithm>
#include <optional>

#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using kernels::GroupSchedule;
using kernels::PlaneGroup;

constexpr double none = milp::unbounded;

/// The program, with times in units of the longest step or delay.
struct Clocks {
    const std::vector<kernels::Permutation>& start;
    const kernels::Parameters& p;
    const kernels::FlowOracle& measure;
    double unit = 1;
    milp::LinearProgram program{};
    std::vector<const kernels::Permutation*> held{};
    std::vector<std::optional<int>> last{};  ///< per plane: column of its last group's end
    std::optional<int> end{};                ///< column of the previous step's end

    void set_up() {
        for (const auto& circuits : start) held.push_back(&circuits);
        last.resize(start.size());
    }
    /// Adds the row finish - bytes * slowness >= before + wait.
    void after(int finish, int bytes, double slowness, std::optional<int> before, double wait) {
        const int row = program.add_row(wait / unit, none);
        program.set(row, finish, 1);
        program.set(row, bytes, -slowness);
        if (before) program.set(row, *before, -1);
    }
    /// Adds a group; returns the column of its bytes.
    int add_group(const kernels::Step& step, const PlaneGroup& group, int step_end) {
        const auto flow = kernels::flow_of_group(group.circuits, step.peer,
                                                 static_cast<kernels::Node>(start.size()), measure);
        const double latency = p.per_step_latency + p.per_hop_latency * flow.hops;
        const int finish = program.add_column(0, 0, none), bytes = program.add_column(0, 0, none);
        after(finish, bytes, 1 / flow.theta, end, latency);
        for (std::size_t i = 0; i < group.planes.size(); ++i) {
            const auto plane = static_cast<std::size_t>(group.planes[i]);
            const bool stays = *held[plane] == group.circuits[i];
            if (!stays || last[plane])
                after(finish, bytes, 1 / flow.theta, last[plane],
                      latency + (stays ? 0 : p.reconfiguration_delay));
            held[plane] = &group.circuits[i];
            last[plane] = finish;
        }
        const int row = program.add_row(0, none);
        program.set(row, step_end, 1);
        program.set(row, finish, -1);
        return bytes;
    }
    std::vector<int> add_step(const kernels::Step& step, const std::vector<PlaneGroup>& groups,
                              bool is_last) {
        const int step_end = program.add_column(is_last ? 1 : 0, 0, none);
        const double work = step.share * p.message_time() / unit;
        const int all = program.add_row(work, work);
        std::vector<int> bytes;
        for (const auto& group : groups) {
            bytes.push_back(add_group(step, group, step_end));
            program.set(all, bytes.back(), 1);
        }
        end = step_end;
        return bytes;
    }
};

/// The groups with bytes; together they have exactly the step's bytes.
std::vector<PlaneGroup> shared(const std::vector<PlaneGroup>& groups,
                               const std::vector<int>& columns, const std::vector<double>& x,
                               double bytes) {
    std::vector<PlaneGroup> kept;
    double sum = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const double share = x[static_cast<std::size_t>(columns[g])];
        if (share <= 0) continue;
        kept.push_back(groups[g]);
        kept.back().bytes = share;
        sum += share;
    }
    for (auto& group : kept) group.bytes *= bytes / sum;
    return kept;
}

}  // namespace

GroupSchedule with_best_shares(const kernels::Collective& collective,
                               const std::vector<kernels::Permutation>& start,
                               const GroupSchedule& schedule, const kernels::Parameters& parameters,
                               const kernels::FlowOracle& measure) {
    Clocks clocks{start, parameters, measure};
    clocks.set_up();
    clocks.unit = std::max(parameters.reconfiguration_delay, parameters.per_step_latency);
    std::size_t last = 0;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        if (schedule.steps[i].empty()) continue;
        last = i;
        clocks.unit = std::max(clocks.unit, collective.steps[i].share * parameters.message_time());
    }
    std::vector<std::vector<int>> columns(schedule.steps.size());
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!schedule.steps[i].empty())
            columns[i] = clocks.add_step(collective.steps[i], schedule.steps[i], i == last);
    if (clocks.program.n_columns() == 0) return schedule;
    const auto solution = milp::solve_relaxation(clocks.program);
    GroupSchedule result = schedule;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!schedule.steps[i].empty())
            result.steps[i] = shared(schedule.steps[i], columns[i], solution.x,
                                     collective.steps[i].share * parameters.message);
    return result;
}

}  // namespace lightsweep::solvers::one_accounting
