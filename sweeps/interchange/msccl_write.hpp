#pragma once
// An execution plan as a program for MSCCL. Block b of N is F chunks; plane j is channel j; a rank
// has one thread block per plane, direction and peer. Waits for steps become waits for the last
// step of every other thread block that belongs to them. Setups of switches cannot be said: they
// go into the controller file beside the program.
//
// The program never blocks, with one slot too. By induction over the steps: the receives of step t
// wait for ends of earlier steps alone, and what folds scratch for sends of the same step.

#include <string>

#include "kernels/execution/execution_plan.hpp"
#include "sweeps/interchange/msccl_xml.hpp"
#include "sweeps/interchange/plane_controller.hpp"

namespace lightsweep::sweeps {

/// Bytes of a chunk when every block is `per_block` chunks. Throws engine::BadInput where blocks
/// are not known or do not divide, or where parts follow each other.
std::int64_t msccl_chunk(const kernels::ExecutionPlan& plan, std::int64_t blocks,
                         std::int64_t per_block);

/// The program; all cuts of the plan are multiples of the chunk [B].
MscclProgram msccl_program(const kernels::ExecutionPlan& plan, const std::string& collective,
                           std::int64_t chunk, std::vector<PlacedExchange>& exchanges);

/// The text that both runtimes read. maxBytes is the message.
std::string written(const MscclProgram& program, MscclDialect dialect, std::int64_t message);

}  // namespace lightsweep::sweeps
