#pragma once
// What is known about a result, and why there may be none: the words of files and messages.

#include <cstddef>
#include <cstdint>
#include <iterator>
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

/// Why a row has no ordinary value. The order is the file's: new reasons stand at the end.
enum class Reason : std::int8_t {
    none,
    base_disconnects_step,
    nodes_not_supported,
    no_such_algorithm,
    where_filter,
    node_limit,
    evaluation_failed,
    not_computed,
    too_few_ports,
    unions_not_supported,
    split_unions_not_supported,  ///< no longer given: its number is that of earlier files
    no_bruck_steps,
    no_exchange_steps,
    no_ring_steps,
    single_collectives_only,
    too_many_reconfigurations,
    too_few_switch_ports,
    restore_not_supported,
    no_ring_windows,
    needs_one_algorithm,
    other_rules,
    too_few_planes,
    torus_not_supported,
    items_not_supported,
    transmitters_not_supported,
    too_many_nodes,
    power_budget,
    too_few_lanes,
    base_not_supported,
    single_peers_only,
    separate_parts_only,
    no_achievable_schedule,
    gathers_only,
    planes_differ,
    too_many_items,
    computation_hides_nothing,
    ports_not_counted,
    no_pool,
    steps_are_given,
    algorithm_is_an_axis,
    other_hardware,
    counts_slots,
    other_topology,
    time_limit,
    algorithm_is_named,
    needs_matrix,
    whole_fabric_only,
    matrix_too_large,
};

/// What is said of a reason: its word in files, a sentence, and what to do instead.
struct ReasonRow {
    Reason code;
    std::string_view word, sentence, remedy;
};
inline constexpr ReasonRow reason_table[] = {
    {Reason::none, "none", "", ""},
    {Reason::base_disconnects_step, "base_disconnects_step",
     "some pair of a step has no path on the base topology",
     "choose a connected topology, or a scheduler that gives every step its own circuits"},
    {Reason::nodes_not_supported, "nodes_not_supported",
     "the algorithm needs another number of nodes",
     "choose a number of nodes that `lightsweep list collectives` names for it"},
    {Reason::no_such_algorithm, "no_such_algorithm", "this primitive has no algorithm of that name",
     "choose one of `lightsweep list collectives`"},
    {Reason::where_filter, "where_filter", "the condition `where` of the sweep is false here",
     "change the key `where`"},
    {Reason::node_limit, "node_limit",
     "branch and bound, or a search, stopped at its limit; the plan is valid and has a bound",
     "set a larger max_nodes or transitions"},
    {Reason::evaluation_failed, "evaluation_failed",
     "the evaluation failed; the log has the message", "report it with the problem"},
    {Reason::not_computed, "not_computed", "the point has not been computed",
     "run the sweep again with --resume"},
    {Reason::too_few_ports, "too_few_ports",
     "a node has more links on the base topology than ports",
     "set a larger degree, or choose a topology with fewer links"},
    {Reason::unions_not_supported, "unions_not_supported",
     "a step sends to several peers at once, which this scheduler cannot do",
     "choose an algorithm with one peer per step, or a scheduler that takes several"},
    {Reason::split_unions_not_supported, "split_unions_not_supported",
     "a step has more peers than a node has ports, and this scheduler does not split it",
     "give a node as many ports as peers"},
    {Reason::no_bruck_steps, "no_bruck_steps",
     "a step is no shift by a power of the radix on every port",
     "choose an algorithm of Bruck, with order = \"near\" where it has an order"},
    {Reason::no_exchange_steps, "no_exchange_steps", "a step is no exchange with node j xor 2^k",
     "choose an algorithm of recursive exchanges, for example halving-doubling"},
    {Reason::no_ring_steps, "no_ring_steps", "a step sends elsewhere than to the next node",
     "choose a ring algorithm"},
    {Reason::single_collectives_only, "single_collectives_only",
     "the scheduler has no rule for several collectives in a row", "give one collective"},
    {Reason::too_many_reconfigurations, "too_many_reconfigurations",
     "as many reconfigurations are asked for as there are steps, or more",
     "set the option reconfigurations to a smaller number"},
    {Reason::too_few_switch_ports, "too_few_switch_ports",
     "the switch has too few ports for two per node, and no blocks fit or the scheduler has none",
     "set more switch_ports, or choose a scheduler of BRIDGE"},
    {Reason::restore_not_supported, "restore_not_supported",
     "the scheduler does not set the base up again at the end",
     "set restore = false, or choose a scheduler of one topology at a time"},
    {Reason::no_ring_windows, "no_ring_windows", "no part can run as a windowed ring",
     "choose near Bruck on one port with exact volumes"},
    {Reason::needs_one_algorithm, "needs_one_algorithm",
     "the collective leaves its algorithm open, and only a portfolio chooses",
     "name the algorithm, or choose a portfolio"},
    {Reason::other_rules, "other_rules",
     "the scheduler is defined under other rules, or for other hardware",
     "set the rules that `lightsweep list schedulers` names for it"},
    {Reason::too_few_planes, "too_few_planes", "each configuration needs switch planes of its own",
     "set more planes"},
    {Reason::torus_not_supported, "torus_not_supported", "the formula is for one ring",
     "set topology = wdm-ring"},
    {Reason::items_not_supported, "items_not_supported",
     "the scheduler knows one item per node only", "set items_per_node = 1"},
    {Reason::transmitters_not_supported, "transmitters_not_supported",
     "the scheduler needs as many transmitters as wavelengths",
     "remove the key transmitters, or choose another scheduler"},
    {Reason::too_many_nodes, "too_many_nodes",
     "the schedule, or the program, would be too large to build", "choose fewer nodes"},
    {Reason::power_budget, "power_budget", "loss or crosstalk allows no schedule",
     "choose fewer nodes, or better components"},
    {Reason::too_few_lanes, "too_few_lanes",
     "a step has more peers than a node has lanes, or the lanes cannot form the base",
     "set more planes; ring needs an even number of them, torus2d a multiple of 4 and nodes of two "
     "sizes >= 3"},
    {Reason::base_not_supported, "base_not_supported", "the scheduler is defined on a ring",
     "choose a ring as topology"},
    {Reason::single_peers_only, "single_peers_only", "a step has several peers",
     "choose an algorithm with one peer per step"},
    {Reason::separate_parts_only, "separate_parts_only",
     "the scheduler takes a reduce-scatter or an all-gather, not both", "choose one of the two"},
    {Reason::no_achievable_schedule, "no_achievable_schedule",
     "no schedule is known that attains this count of steps",
     "choose a scheduler whose lightpaths are built"},
    {Reason::gathers_only, "gathers_only",
     "broadcast trees carry no personalised data, and tapped lightpaths no sums",
     "choose an all-gather, or another scheduler"},
    {Reason::planes_differ, "planes_differ",
     "the scheduler knows planes of equal speeds and delays only",
     "choose swot, or give all planes the same speed and delay"},
    {Reason::too_many_items, "too_many_items",
     "all nodes together have too many items to build a schedule for",
     "choose fewer nodes or items_per_node"},
    {Reason::computation_hides_nothing, "computation_hides_nothing",
     "rules = common charge every delay in full, whatever is computed meanwhile",
     "choose addanki, or rules = addanki"},
    {Reason::ports_not_counted, "ports_not_counted",
     "rules = common charge one delay for a change, however many ports it touches",
     "choose addanki, or rules = addanki with port_delay"},
    {Reason::no_pool, "no_pool", "rules = common know no pool of bases",
     "choose segments, which has a pool of its own, or rules = addanki"},
    {Reason::steps_are_given, "steps_are_given",
     "the scheduler exchanges or reorders steps, which rules = common leave to the algorithm",
     "choose several algorithms, or the rules of the scheduler's paper"},
    {Reason::algorithm_is_an_axis, "algorithm_is_an_axis",
     "the algorithm is an axis of the sweep here",
     "choose swot with several algorithms, and set [best] minimise = [\"algorithm\"]"},
    {Reason::other_hardware, "other_hardware",
     "the scheduler needs nodes that tap passing light, which rules = common do not have",
     "choose wdm-optimal, or rules = optree"},
    {Reason::counts_slots, "counts_slots", "the scheduler minimises slots of one item, not seconds",
     "choose wdm-optimal, which needs as few steps where that is proven, or rules = optree"},
    {Reason::other_topology, "other_topology",
     "schedulers of WDM rings and of switches exclude each other",
     "choose topology = wdm-ring for schedulers of WDM rings, and another one for all others"},
    {Reason::time_limit, "time_limit", "the time limit of `eval` ended the computation",
     "set a larger --time-limit, or choose fewer nodes"},
    {Reason::algorithm_is_named, "algorithm_is_named",
     "the scheduler takes a primitive, whatever its algorithm",
     "give the collective as allgather/any, reduce-scatter/any, allreduce/any or alltoall/any"},
    {Reason::needs_matrix, "needs_matrix",
     "the scheduler cuts a matrix of bytes, and this collective has equal blocks",
     "set collective = \"alltoall/matrix\" with matrix or generator"},
    {Reason::whole_fabric_only, "whole_fabric_only",
     "the scheduler plans for all nodes of a fabric together", "remove groups"},
    {Reason::matrix_too_large, "matrix_too_large",
     "the program for the flow of an uneven all-to-all over the base takes up to 128 nodes",
     "choose up to 128 nodes, or a scheduler that changes circuits: swot, strawman"},
};
static_assert(
    [] {
        for (std::size_t i = 0; i < std::size(reason_table); ++i)
            if (static_cast<std::size_t>(reason_table[i].code) != i) return false;
        return std::size(reason_table) == static_cast<std::size_t>(Reason::matrix_too_large) + 1;
    }(),
    "one row per reason, in the order of the enumeration");

constexpr const ReasonRow& row_of(Reason reason) {
    return reason_table[static_cast<std::size_t>(reason)];
}

}  // namespace lightsweep::solvers
