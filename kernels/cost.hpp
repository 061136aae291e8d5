#pragma once
// What a collective costs: the parameters of the hardware, the parts of a completion time, and the
// accounting rules under which the parts are charged.

#include <cstdint>

namespace lightsweep::kernels {

/// The parametric axes of one point. SI units.
struct Parameters {
    double per_step_latency;       ///< fixed overhead of a step (alpha) [s], >= 0
    double per_hop_latency;        ///< propagation over one link (delta) [s], >= 0
    double message;                ///< m [B], >= 0
    double bandwidth;              ///< of a node in one direction (b) [B/s], > 0
    double reconfiguration_delay;  ///< alpha_r [s], >= 0
    double port_delay = 0;         ///< per transmit port whose target changes [s], >= 0
    double compute_time = 0;       ///< computation before every step [s], >= 0

    /// Time the whole message takes on one link [s].
    double message_time() const { return message / bandwidth; }
};

/// Where the time goes [s]. Under every rule the completion time is the sum and nothing else.
struct CostBreakdown {
    double startup = 0;          ///< per-step latencies
    double propagation = 0;      ///< per-hop latencies
    double transmission = 0;     ///< bytes / bandwidth at full rate
    double congestion = 0;       ///< what sharing links adds to the transmission
    double reconfiguration = 0;  ///< delays that are not hidden
    double computation = 0;      ///< of all steps; the network waits for it

    double total() const {
        return startup + propagation + transmission + congestion + reconfiguration + computation;
    }
};

/// A computed time counts as better only if it is smaller by more than this factor: ties go to the
/// plan with fewer reconfigurations, then to the lexicographically smallest decision.
inline constexpr double tie_factor = 1 - 1e-12;

/// Better by more than rounding, or as good with fewer changes of topology.
inline bool is_better(double cost, std::int32_t changes, double than, std::int32_t than_changes) {
    if (cost < than * tie_factor) return true;
    return changes < than_changes && cost * tie_factor <= than;
}

}  // namespace lightsweep::kernels
