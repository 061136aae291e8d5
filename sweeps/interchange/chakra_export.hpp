#pragma once
// A solution on switch planes as nodes of Chakra: for ASTRA-sim a folder with a custom collective,
// its workload, system and network, and for LogGOPSim a text in GOAL. Reconfigurations are
// computations, which their plane's later transfers wait for.
//
// Per rank, by step, then plane: the setup that the exchange names, if it is not written yet, a
// send and a receive. They wait for this rank's exchanges of the steps up to after_step, and for
// the setup; a setup waits for this rank's exchanges on its plane up to its after_step, and for the
// setup before it. Ranks with more than 64 exchanges name only what the others do not imply.

#include "sweeps/problem/solve_problem.hpp"
#include "sweeps/spec/chakra/chakra_trace.hpp"

namespace lightsweep::sweeps {

struct ChakraExport {
    /// Content by name in the folder; the controller file alone may be empty.
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<std::string> faults;    ///< of the written files, read again and carried out
    double planned_end, simulated_end;  ///< [ns]; ranks that differ may end before the plan
};

/// round_delay: delays that are no whole number of microseconds are rounded up, else refused.
/// Throws engine::BadInput where the format cannot say the plan.
ChakraExport export_chakra(const Solution& solution, bool round_delay);

struct GoalExport {
    std::string text;
    std::vector<std::string> faults;  ///< of the text, read again and carried out
    double unit;                      ///< of every time in the text and below [ns]
    std::int64_t latency, time_per_byte;
};
GoalExport export_goal(const Solution& solution, bool round_delay);

/// A folder that export_chakra wrote, or another with the same names: carried out.
struct ChakraCheck {
    std::vector<std::string> faults;
    std::size_t ranks = 0, nodes = 0;
    double end = 0;  ///< [ns]
};
ChakraCheck check_chakra(const std::string& folder);

}  // namespace lightsweep::sweeps
