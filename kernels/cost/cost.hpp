#pragma once
// Parameters of the hardware and parts of a completion time, which every accounting shares.

#include <cstdint>

namespace lightsweep::kernels {

/// Values of the parametric axes at one point, in SI units.
struct Parameters {
    double per_step_latency;       ///< fixed overhead of a step (alpha) [s], >= 0
    double per_hop_latency;        ///< propagation over one link (delta) [s], >= 0
    double message;                ///< m [B], >= 0
    double bandwidth;              ///< bandwidth of a node in one direction (b) [B/s], > 0
    double reconfiguration_delay;  ///< alpha_r [s], >= 0
    double port_delay = 0;         ///< delay per transmit port whose target changes [s], >= 0
    double compute_time = 0;       ///< computation before every step [s], >= 0

    /// Time that the whole message takes on one link [s].
    double message_time() const { return message / bandwidth; }
};

/// Parts of a completion time [s]. Under every accounting the completion time is their sum.
struct CostBreakdown {
    double startup = 0;          ///< per-step latencies
    double propagation = 0;      ///< per-hop latencies
    double transmission = 0;     ///< bytes / bandwidth at full rate
    double congestion = 0;       ///< extra transmission time where links are shared
    double reconfiguration = 0;  ///< delays that are not hidden
    double computation = 0;      ///< computation of all steps; the network waits for it

    double total() const {
        return startup + propagation + transmission + congestion + reconfiguration + computation;
    }
};

/// A time counts as better only if it is smaller than the other one by more than this factor.
/// Within it the schedule with fewer reconfigurations wins, then the lexicographically smallest
/// decision.
inline constexpr double tie_factor = 1 - 1e-12;

/// True if `cost` is lower by more than rounding, or equally good with fewer changes of topology.
inline bool is_better(double cost, std::int32_t changes, double than, std::int32_t than_changes) {
    if (cost < than * tie_factor) return true;
    return changes < than_changes && cost * tie_factor <= than;
}

}  // namespace lightsweep::kernels
