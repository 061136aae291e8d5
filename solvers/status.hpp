#pragma once
// What is known about a result, and why there may be none.

#include <cstdint>
#include <string_view>

namespace lightsweep::solvers {

/// What is known about a row of results. The order is the file's (engine/FORMAT.md).
enum class Status : std::int8_t {
    optimal,         ///< least over everything this scheduler may do
    feasible,        ///< a valid plan; lower_bound says how far from the optimum at most
    budget,          ///< the solver's budget ran out; still a valid plan with a bound
    formula,         ///< a closed form that no schedule was built for
    infeasible,      ///< no plan exists; completion_time is infinite
    not_applicable,  ///< the scheduler cannot be used on this structure
    excluded,        ///< ruled out by the sweep's `where`
    error,           ///< the evaluation failed; the log has the message
    missing,         ///< not computed
};
inline constexpr std::string_view status_names[] = {"optimal",  "feasible",   "budget",
                                                    "formula",  "infeasible", "not_applicable",
                                                    "excluded", "error",      "missing"};

/// Why a row has no ordinary value.
enum class Reason : std::int8_t {
    none,
    base_disconnects_step,  ///< some pair of a step has no path on the base
    nodes_not_supported,    ///< the algorithm needs another number of nodes
    no_such_algorithm,      ///< this primitive has no algorithm of that name
    where_filter,           ///< the sweep's `where` is false here
    node_limit,             ///< branch and bound stopped at its node limit
    evaluation_failed,      ///< an exception; see the log
    not_computed,
    too_few_ports,         ///< a node has more links on the base than ports
    unions_not_supported,  ///< a step sends to several peers at once, which this scheduler cannot
    split_unions_not_supported,  ///< it can, but not with fewer ports than peers
    no_bruck_steps,              ///< a step is no shift by a power of the radix on every port
    no_exchange_steps,           ///< a step is no exchange with j xor 2^k
    no_ring_steps,               ///< a step goes elsewhere than to the next node
    single_collectives_only,     ///< a sequence, for which this scheduler has no rule
    too_many_reconfigurations,   ///< as many as steps, or more
    too_few_switch_ports,        ///< for two per node, and no blocks fit or the scheduler has none
    restore_not_supported,       ///< the scheduler does not set the base up again at the end
    no_ring_windows,  ///< no part can run as a windowed ring: near Bruck, one port, exact volumes
    needs_one_algorithm,         ///< the collective leaves it open, and only a portfolio chooses
    other_rules,                 ///< the scheduler belongs to a fabric that these rules do not have
    too_few_planes,              ///< each configuration needs switch planes of its own
    torus_not_supported,         ///< a formula for one ring
    items_not_supported,         ///< it knows one item per node only
    transmitters_not_supported,  ///< it cannot do with fewer transmitters than wavelengths
    too_many_nodes,              ///< to build a schedule, or a program, for
    power_budget,                ///< loss or crosstalk allows no schedule
    too_few_lanes,               ///< a step has more peers, or the base needs more or others
    base_not_supported,          ///< it is defined on a ring
    single_peers_only,           ///< a step has several peers
    separate_parts_only,         ///< a reduce-scatter or an all-gather, not both
    no_achievable_schedule,      ///< a count of steps that no schedule is known to attain
    gathers_only,    ///< broadcast trees carry no personalised data, tapped lightpaths no sums
    planes_differ,   ///< the scheduler knows planes of equal speeds and delays alone
    too_many_items,  ///< of all nodes together, to build a schedule for
    // Of schedulers that rules = common have no place for (explanation_of).
    computation_hides_nothing,
    ports_not_counted,
    no_pool,
    steps_are_given,
    algorithm_is_an_axis,
    other_hardware,
    counts_slots,
    other_topology,  ///< lanes of a switch for a scheduler of WDM rings, or the other way round
};
inline constexpr std::string_view reason_names[] = {"none",
                                                    "base_disconnects_step",
                                                    "nodes_not_supported",
                                                    "no_such_algorithm",
                                                    "where_filter",
                                                    "node_limit",
                                                    "evaluation_failed",
                                                    "not_computed",
                                                    "too_few_ports",
                                                    "unions_not_supported",
                                                    "split_unions_not_supported",
                                                    "no_bruck_steps",
                                                    "no_exchange_steps",
                                                    "no_ring_steps",
                                                    "single_collectives_only",
                                                    "too_many_reconfigurations",
                                                    "too_few_switch_ports",
                                                    "restore_not_supported",
                                                    "no_ring_windows",
                                                    "needs_one_algorithm",
                                                    "other_rules",
                                                    "too_few_planes",
                                                    "torus_not_supported",
                                                    "items_not_supported",
                                                    "transmitters_not_supported",
                                                    "too_many_nodes",
                                                    "power_budget",
                                                    "too_few_lanes",
                                                    "base_not_supported",
                                                    "single_peers_only",
                                                    "separate_parts_only",
                                                    "no_achievable_schedule",
                                                    "gathers_only",
                                                    "planes_differ",
                                                    "too_many_items",
                                                    "computation_hides_nothing",
                                                    "ports_not_counted",
                                                    "no_pool",
                                                    "steps_are_given",
                                                    "algorithm_is_an_axis",
                                                    "other_hardware",
                                                    "counts_slots",
                                                    "other_topology"};

/// What to do instead, of reasons whose names do not say it; else empty.
constexpr std::string_view explanation_of(Reason reason) {
    switch (reason) {
        case Reason::restore_not_supported:
            return "it does not set the base up again at the end; restore = false, or a scheduler "
                   "of one topology at a time";
        case Reason::computation_hides_nothing:
            return "rules = common charge every delay in full, whatever is computed meanwhile; "
                   "take addanki, or rules = addanki";
        case Reason::ports_not_counted:
            return "rules = common charge one delay for a change, however many ports it touches; "
                   "take addanki, or rules = addanki with port_delay";
        case Reason::no_pool:
            return "rules = common know no pool of bases; take segments, which has one of its own, "
                   "or rules = addanki";
        case Reason::steps_are_given:
            return "it exchanges or reorders steps, and under rules = common the algorithm says "
                   "them all; take several algorithms, or the rules of its paper";
        case Reason::algorithm_is_an_axis:
            return "take swot, several algorithms and [best] minimise = [\"algorithm\"]";
        case Reason::other_hardware:
            return "its nodes tap the light that passes them, which no other hardware of rules = "
                   "common does; take wdm-optimal, or rules = optree";
        case Reason::counts_slots:
            return "its program counts slots of one item, not seconds; take wdm-optimal, which has "
                   "as few steps where that is proven, or rules = optree";
        case Reason::other_topology:
            return "schedulers of WDM rings take topology = wdm-ring, all others the lanes of a "
                   "switch";
        default:
            return "";
    }
}

}  // namespace lightsweep::solvers
