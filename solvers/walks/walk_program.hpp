#pragma once
// Programs over walk spaces, as prepared schedulers.

#include "solvers/contract/prepared_program.hpp"
#include "solvers/walks/walk_space.hpp"

namespace lightsweep::solvers {

/// `solve` finds one point's walk in the space, `otherwise` is always one.
inline std::unique_ptr<PreparedScheduler> program_over(
    std::shared_ptr<const WalkSpace> space,
    std::function<ProgramWalk(const kernels::DelayRow&, double)> solve,
    std::vector<std::size_t> otherwise) {
    WalkProgram program{space->on[0].volume, std::move(solve),
                        [space](const auto& states) { return plane_of(*space, states); },
                        std::move(otherwise)};
    return std::make_unique<PreparedProgram>(space->decisions, std::move(program));
}

}  // namespace lightsweep::solvers
