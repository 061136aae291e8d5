#pragma once
// The dual-track execution plan of a schedule of groups of planes (plane_groups.hpp): the
// controller's setups as in execution_plan.hpp, and in the place of exchanges streams of bytes that
// pass through relays.
//
// A group sends from the moment when every group of the steps up to its after_step has ended and
// its planes' setups are done. All of its streams flow at once and evenly: a relay sends on what
// arrives while it arrives. The group has ended after
//
//     per_step + hops per_hop + max over its circuits of (bytes over the circuit / plane bandwidth)
//
// hops counting the links between the farthest pair of the step, as the accounting does (a stream
// may take a longer way to be out of the others'). Buffers and whole bytes: execution_plan.hpp.

#include "kernels/execution_plan.hpp"

namespace lightsweep::kernels {

/// From the node before, over the circuit of this plane.
struct RelayHop {
    int plane;
    Node to;
};

struct RelayedStream {
    std::size_t step, part, group;  ///< step over all parts of a sequence; group of the plan
    Node origin;
    std::vector<RelayHop> way;             ///< to relays, and last to the one that receives
    std::vector<ByteRange> send, receive;  ///< at the origin, at the end of the way
    bool reduce = false;                   ///< add what is received to what is there; else copy

    Node target() const { return way.back().to; }
};

struct GroupRun {
    std::size_t step;
    std::vector<int> planes;
    std::vector<int> after_reconfiguration;  ///< per plane: number of its setup
    std::ptrdiff_t after_step;               ///< -1: nothing to wait for
    double planned_start, planned_end;       ///< [s]
};

struct RelayedPlan {
    ExecutionPlan tracks;  ///< planes, buffers and copies; nobody has exchanges
    std::vector<GroupRun> groups;
    std::vector<RelayedStream> streams;  ///< by group, then by origin
};

}  // namespace lightsweep::kernels
