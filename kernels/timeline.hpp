#pragma once
// What a schedule implies when it is run: every reconfiguration and every transmission with its
// start and end. The replay knows the accounting rules but no solver: it re-measures hops and
// concurrent flow of every step on the topology in force and charges the delays as they fall due,
// so that a solver's reported time has a second witness.

#include <string>

#include "kernels/collective.hpp"
#include "kernels/schedule.hpp"
#include "kernels/step_costs.hpp"

namespace lightsweep::kernels {

/// When a change of topology costs one reconfiguration delay (Addanki 2025, eq. 6 and 7):
/// a step on a matching always pays, also if the same matching was in force already; a step on the
/// base pays if it follows a matching. The first topology in force is the base, free of charge.
struct AddankiRules {};

struct Event {
    enum class Kind { reconfiguration, step };
    Kind kind;
    std::size_t step;
    std::size_t topology;  ///< index into the schedule's pool
    double start, end;     ///< [s]
};

struct Timeline {
    std::vector<Event> events;
    CostBreakdown cost;
    int n_reconfigurations = 0;
    std::string violation;  ///< empty if the schedule obeys the rules

    /// End of the last event [s].
    double end() const { return events.empty() ? 0.0 : events.back().end; }
};

/// Runs the schedule. A violation (a step without a topology, a topology of another size, a step
/// whose pairs the topology does not connect) ends the run there and is named.
Timeline replay(const Schedule& schedule, const Collective& collective,
                const Parameters& parameters, const FlowOracle& flow, AddankiRules rules = {});

}  // namespace lightsweep::kernels
