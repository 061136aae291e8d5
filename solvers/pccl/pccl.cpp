#include "solvers/pccl/pccl.hpp"

#include <algorithm>

#include "kernels/envelopes/region_boundaries.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/pccl/class_program.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers::pccl {

namespace {

/// With more unfinished walks than this, the recurrence is faster.
constexpr std::size_t most_walks = 600;

}  // namespace

Prepared prepare_pccl(Subject structure, const SchedulerOptions& options) {
    auto space = class_space(std::move(structure), options.stay_away == 0);
    if (auto table = walk_envelope_up_to(space, most_walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(space.decisions));
    return optimum_by_recurrence(class_walks(space));
}

Prepared prepare_recurrence(Subject structure, const SchedulerOptions& options) {
    return optimum_by_recurrence(
        class_walks(class_space(std::move(structure), options.stay_away == 0)));
}

Prepared prepare_pccl_milp(Subject structure, const SchedulerOptions& options) {
    const auto space = std::make_shared<const WalkSpace>(
        class_space(std::move(structure), options.stay_away == 0));
    const auto solve = [space, most = options.max_nodes](const kernels::DelayRow& row,
                                                         double delay) {
        return solve_classes(*space, row, delay, most);
    };
    // The fallback: the round's own circuits carry every round.
    return program_over(space, solve, space->own);
}

double pccl_prepare_seconds(double n_steps) {
    return 1e-6 * std::min(n_steps, 200.0) * n_steps;
}

double pccl_point_seconds(double n_steps) {
    return n_steps > 30 ? 1e-8 * n_steps * n_steps : 1e-8;
}

double class_program_point_seconds(double n_steps) {
    return 1e-3 + 1e-5 * n_steps * n_steps * n_steps * n_steps;
}

}  // namespace lightsweep::solvers::pccl
