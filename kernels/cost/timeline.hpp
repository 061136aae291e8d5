#pragma once
// Replay of a schedule: the start and end of every reconfiguration, computation and transmission.
// The replay knows the accounting rules but no solver. It measures hops and concurrent flow of
// every step again on the topology in force, counts the circuits that change, and charges each
// delay when it falls due. A solver's reported time thus has a second witness.

#include <string>

#include "kernels/collectives/collective.hpp"
#include "kernels/cost/step_costs.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

// A schedule: which topology is in force in each step. It holds decisions only, no times.

struct Schedule {
    std::vector<Topology> topologies;  ///< [0] is the base in force at the start
    std::vector<std::size_t> choice;   ///< per step: index into the topologies
    /// The first n_bases topologies are bases, the others matchings.
    std::size_t n_bases = 1;
    /// Further configurations of a step whose matching takes several
    /// (kernels/cost/step_costs.hpp), in order, per step; empty if no step needs more than one.
    std::vector<std::vector<std::size_t>> later{};
};

/// Schedule from one state per step: a state below bases.size() is that base, the state
/// bases.size() is the step's own matching, carried by the collective's matching_ports().
Schedule bases_or_matching(const std::vector<Topology>& bases, const Collective& collective,
                           const std::vector<std::size_t>& state);

/// When a change of topology is charged, and how much of the reconfiguration delay it costs. The
/// schedule's first base is in force at the start, free of charge, unless free_start is set. The
/// defaults are Addanki 2025, eq. 6 and 7: a step on a matching always pays, even if the same
/// matching was in force already; a step on a base pays unless that base was in force.
struct ReconfigurationRules {
    enum class Price {
        whole,  ///< one delay
        /// Between two bases: a factor per pair times the delay; with a matching: one delay.
        by_pair,
        by_links,  ///< delay times the share of wanted links that are new
        by_ports   ///< (delay if any port changes) + port_delay * ports whose target changes
    };
    bool matchings_stand = false;  ///< a matching that was in force already is free
    bool overlapped = false;       ///< the computation before a step hides the delay
    bool free_start = false;       ///< the first step's topology is in force at the start
    bool restore = false;          ///< the base is set up again after the last step
    Price price = Price::whole;
    std::vector<double> factors{};  ///< factors of by_pair, at [from * bases + to]
};

struct Event {
    enum class Kind { reconfiguration, computation, step };
    Kind kind;
    std::size_t step;
    std::size_t topology;            ///< index into the schedule's topologies
    double start, end;               ///< [s]
    double hops = 0, stretch = 1.0;  ///< of a step: links of the farthest pair; 1 / theta
    std::size_t round = 0;           ///< index of the configuration, where a step has several
};

struct Timeline {
    std::vector<Event> events;  ///< the last one ends last
    CostBreakdown cost;
    int n_reconfigurations = 0;
    std::string violation;  ///< empty if the schedule obeys the rules

    /// End of the last event [s].
    double end() const { return events.empty() ? 0.0 : events.back().end; }
};

/// The transfers of an event that is a step, or a round of a step.
Step sent_during(const Event& event, const Schedule& schedule, const Collective& collective);

/// Runs the schedule. Before every step comes its computation, then the reconfiguration if one is
/// due (at the same time if overlapped). A step whose matching takes several configurations
/// (Schedule::later) sends in rounds: one start-up, and a reconfiguration before each round. A
/// violation ends the run and is named: a step without a topology, a topology of another size, a
/// step whose pairs the topology does not connect, or a wrong number of rounds. Restoring the base
/// is an event of the last step.
Timeline replay(const Schedule& schedule, const Collective& collective,
                const Parameters& parameters, const FlowOracle& flow,
                const ReconfigurationRules& rules = {});

}  // namespace lightsweep::kernels
