#pragma once
// What a schedule implies when it is run: every reconfiguration, computation and transmission with
// its start and end. The replay knows the accounting rules but no solver: it re-measures hops and
// concurrent flow of every step on the topology in force, counts the circuits that change, and
// charges the delays as they fall due, so that a solver's reported time has a second witness.

#include <string>

#include "kernels/collective.hpp"
#include "kernels/schedule.hpp"
#include "kernels/step_costs.hpp"

namespace lightsweep::kernels {

/// When a change of topology is paid, and how much of the reconfiguration delay it costs. The first
/// topology in force is the schedule's first base, free of charge, unless said. The default is
/// Addanki 2025, eq. 6 and 7: a step on a matching always pays, also if the same matching was in
/// force already; a step on a base pays unless that base was in force.
struct ReconfigurationRules {
    enum class Price {
        whole,     ///< one delay
        by_pair,   ///< between two bases, that multiple of the delay; with a matching, one delay
        by_links,  ///< the delay times the new share of the links wanted
        by_ports   ///< (delay if any port changes) + port_delay * ports whose target changes
    };
    bool matchings_stand = false;  ///< a matching that was in force already is free
    bool overlapped = false;       ///< the computation before a step hides the delay
    bool free_start = false;       ///< the first step's topology is in force at the start
    bool restore = false;          ///< after the last step the base is set up again
    Price price = Price::whole;
    std::vector<double> factors{};  ///< by_pair: from * bases + to
};

struct Event {
    enum class Kind { reconfiguration, computation, step };
    Kind kind;
    std::size_t step;
    std::size_t topology;            ///< index into the schedule's topologies
    double start, end;               ///< [s]
    double hops = 0, stretch = 1.0;  ///< of a step: links of the farthest pair, 1 / theta
    std::size_t round = 0;           ///< of a step in several configurations
};

struct Timeline {
    std::vector<Event> events;  ///< the last one ends last
    CostBreakdown cost;
    int n_reconfigurations = 0;
    std::string violation;  ///< empty if the schedule obeys the rules

    /// End of the last event [s].
    double end() const { return events.empty() ? 0.0 : events.back().end; }
};

/// What is sent during an event that is a step, or a round of one.
Step sent_during(const Event& event, const Schedule& schedule, const Collective& collective);

/// Runs the schedule: before every step its computation, then (overlapped: at the same time) the
/// reconfiguration, if one is due. A step whose matching takes several configurations (Schedule::
/// later) sends in rounds, the start-up once, a reconfiguration before each. A violation (a step
/// without a topology, a topology of another size, a step whose pairs the topology does not
/// connect, other rounds than the step has) ends the run there and is named. Restoring the base is
/// an event of the last step.
Timeline replay(const Schedule& schedule, const Collective& collective,
                const Parameters& parameters, const FlowOracle& flow,
                const ReconfigurationRules& rules = {});

}  // namespace lightsweep::kernels
