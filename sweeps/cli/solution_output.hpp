#pragma once
// What `schedule` and `eval` print of a solution: JSON, text for people, execution plans.

#include <iosfwd>
#include <string>

#include "kernels/execution/execution_plan.hpp"
#include "sweeps/problem/solve_problem.hpp"

namespace lightsweep::sweeps {

class JsonPlace;

/// The problem of a plan. Throws engine::BadInput where its scheduler is a program: a plan may come
/// from anybody, and only people start programs.
JsonPlace problem_of_plan(const JsonPlace& plan);

/// The solution of a problem that was read; its faults, and those of solving, as engine::BadInput.
Solution solved(const ProblemResult& read);

/// The scheduler that is compared with imported steps.
inline constexpr const char* opponent = "addanki-reuse";
/// The first rules that know a scheduler; empty where there is none.
std::string rules_of(const std::string& scheduler);

/// {"status", "completion_time", "breakdown", "n_reconfigurations", "lower_bound", "gap",
/// "schedule"}: numbers in SI units, infinite times as null; schedule has "base" or "matching" per
/// step.
std::string solution_json(const Solution& solution);

/// As solution_json, with the topology, start and end of every step; indented.
std::string timeline_json(const Solution& solution);

/// Every node's transfers per step, and the switch controller's reconfigurations; indented.
/// {"n", "topologies": [[[from, to], ...], ...], "controller": [{"start", "end", "before_step",
/// "topology"}, ...], "ranks": [{"rank", "sends": [{"step", "to", "bytes", "start", "end"}]}]}
/// with_ways: every send has its "ways", [{"share", "path": [from, ..., to]}, ...].
std::string execution_plan_json(const Solution& solution, bool with_ways);

/// The execution plan on planes or whole topologies; throws engine::BadInput where there is none,
/// and where the ways are asked for of a plan that is not of whole topologies.
std::string plan_json(const Solution& solution, bool with_ways = false);

/// The schedule as an HTML page with zoom, hover and the network of every step. Throws
/// engine::BadInput where there is no plan, and where the page is not built.
std::string schedule_page(const Solution& solution);

std::string error_json(const std::string& message);

/// The answer of a study at the only point of a grid: its columns by name.
std::string study_json(const GridSpec& grid);

// A schedule on switch planes as a table of its steps and a Gantt chart, for people.

/// Prints the steps with their peers, bytes and planes, then one bar per plane. The solution must
/// be on planes.
void print_planes(const Solution& solution, std::ostream& out);

/// A permutation for people in at most `most` characters: its name, or the first of its pairs,
/// "0>9 1>8 ..".
std::string peers_text(const kernels::Permutation& peer, std::size_t most = 40);

// Solutions on WDM rings as text for people, and as JSON with every lightpath.

/// Prints times, the schedule in words and a line per step; a formula has no steps to print.
void print_lightpaths(const Solution& solution, std::ostream& out);

/// The lightpaths as columns and rows; throws engine::BadInput if there are too many to list.
std::string lightpaths_json(const Solution& solution);

/// Throws engine::IoError with the validator's fault, if the schedule is small enough to check in a
/// moment.
void check_lightpaths(const Solution& solution);

// The execution plan of a schedule of lightpaths: what the switches set up and what every node
// sends and receives, step by step.

/// The plan as JSON. Controller: setups in order, each with the step before which it happens, its
/// time, and all circuits that stand afterwards (source, destination, direction, wavelength).
/// Ranks: sends and receives with step, peer, item, direction, wavelength and time; `reduce` where
/// what is received is added. A step begins when the one before has ended at all nodes and its
/// circuits stand. Times [s], items by number (owner times items per node, plus its part) of
/// item_bytes each; in an all-to-all a node's items are those for node 0, for node 1 and so on, its
/// own among them. A circuit may carry several in one step, one after the other, the step's latency
/// before the first. Under rules = common and where `standing` is "held" one setup lights what all
/// steps until the next need (sweeps/events/lightpath_events.hpp), elsewhere there is one before
/// every step: as many as charged, or fewer. Throws engine::BadInput for formulas and where there
/// are too many lightpaths.
std::string lightpath_plan_json(const Solution& solution);

// The dual-track execution plan of a solution on switch planes
// (kernels/execution/execution_plan.hpp).

/// The plan as JSON: the controller's reconfigurations of every plane, and per rank its transfers
/// with plane, peers, ranges of bytes and what they wait for; where planes send in groups over
/// several hops, the groups with what they wait for, and per rank what it sends, passes on and
/// receives over which plane. Circuits are {"shift": 3}, {"xor": 4}, {"label": "cfg 2"} or
/// {"peers": [1, 0, ...]}: where every rank's port leads. The plan has been carried out by a
/// simulator of ranks and switches. Throws std::invalid_argument where there is no plan (fractions
/// of bytes, too large, a formula), std::runtime_error with what the simulator found.
std::string plane_plan_json(const Solution& solution);
/// The same plan before it is carried out. Throws std::invalid_argument likewise.
kernels::ExecutionPlan plane_plan(const Solution& solution);

/// The plan of a scheduler that lists plans (Solution::plan); the solution gets the planes on which
/// it runs. Throws std::invalid_argument with the reason where there is none.
kernels::ExecutionPlan carry_out_listed(Solution& solution);
/// That plan as plane_plan_json has them.
std::string listed_plan_json(Solution solution);

}  // namespace lightsweep::sweeps
