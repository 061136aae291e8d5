#pragma once
// A program with the lines that are sent to it and what its answers must have. Each hardware has
// its own file, which prepares a problem for the program.

#include <nlohmann/json.hpp>
#include <string>

#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers::external {

using Json = nlohmann::ordered_json;

struct AskedProgram {
    std::string name, path;
};

/// What every line begins with.
Json head(const AskedProgram& program, const kernels::Collective& collective,
          const kernels::DelayRow& row, double delay);
/// Throws std::runtime_error: the program's answer is so.
[[noreturn]] void refuse(const AskedProgram& program, const std::string& what);
/// The list "schedule" of the answer, one entry per step of the problem, if it has steps.
Json schedule_of(const AskedProgram& program, const Json& problem);

/// The program must outlive what is prepared.
Prepared prepare_on_planes(const AskedProgram& program, Subject problem);
Prepared prepare_on_rings(const AskedProgram& program, Subject problem);

}  // namespace lightsweep::solvers::external
