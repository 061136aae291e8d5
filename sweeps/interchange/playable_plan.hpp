#pragma once
// Execution plans as ranks of MPI can play them, with the collective of MPI that each part is held
// against.

#include "engine/farm/transfers.hpp"
#include "kernels/execution/execution_plan.hpp"
#include "sweeps/interchange/plan_reader.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

/// One collective of a sequence.
struct PlayedPart {
    engine::Operation operation;
    const char* mpi_name;
    kernels::Node root = 0;
};

struct PlayablePlan {
    kernels::ExecutionPlan plan;
    std::vector<PlayedPart> parts;
    kernels::GroupLists groups{};  ///< each runs the collective by itself; none: all ranks are one
};

inline constexpr std::int64_t most_played_bytes = 1 << 30;

/// "allreduce/ring+alltoall/shift" as its parts.
std::vector<PlayedPart> parts_of(const std::string& collective, kernels::Node root);
/// Throws engine::BadInput where ranks cannot play it to its end.
void require_playable(const PlayablePlan& playable);

/// A plan of kind `planes` or `groups`. Of groups a relay stores what it forwards: hop h of step s
/// becomes step s H + h, where ways have at most H hops. Throws engine::BadInput with what cannot
/// be played, and where.
PlayablePlan playable_planes(const JsonPlace& file);
/// A plan of kind `planes` whose ranks form groups. It says amounts alone; where judge finds
/// nothing wrong with them, byte i of a step is byte i of what the groups' own collective sends in
/// it.
PlayablePlan playable_amounts(const Solution& solution, const JsonPlace& file,
                              const RankGroups& groups);
/// A plan of kind `topologies`, step after step on the whole network. It says amounts alone; where
/// judge finds nothing wrong with them they are those of the solution's collective, and so are the
/// bytes. Of groups, each carries out its members' collective.
PlayablePlan playable_topologies(const Solution& solution, const JsonPlace& file,
                                 const std::optional<RankGroups>& groups = {});
/// A plan of kind `lightpaths`: item i of N is block i of the message, in one step the next.
PlayablePlan playable_lightpaths(const JsonPlace& file);

}  // namespace lightsweep::sweeps
