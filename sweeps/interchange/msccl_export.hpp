#pragma once
// A solution on switch planes as an MSCCL program and the controller file beside it, which says
// what the format cannot: the circuits at the start and every reconfiguration, with the steps of
// the program that must have ended before and may begin after.

#include "sweeps/interchange/msccl_write.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

struct MscclExport {
    std::string program;
    std::string controller;  ///< lightsweep/controller/v1; empty without reconfigurations
};

/// per_block: chunks per block; 0: 1 on one plane, else the least power of two up to 64 that moves
/// the end by less than 1 %. Throws engine::BadInput where the format cannot say the plan.
MscclExport export_msccl(const Solution& solution, MscclDialect dialect, std::int64_t per_block);

}  // namespace lightsweep::sweeps
