#include "solvers/pccl/pccl.hpp"

#include <algorithm>

#include "kernels/envelopes/region_boundaries.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/walk_envelope.hpp"

namespace lightsweep::solvers::pccl {

namespace {

/// With more unfinished walks than this, the recurrence is faster.
constexpr std::size_t most_walks = 600;

}  // namespace

Prepared prepare_pccl(Subject problem, const SchedulerOptions& options) {
    auto space = class_space(std::move(problem), options.stay_away == 0);
    if (auto table = walk_envelope(space, most_walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(space.decisions));
    return optimum_by_recurrence(class_walks(space));
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
