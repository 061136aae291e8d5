#pragma once
// A workload of Chakra, one trace per rank, as a list of collectives with the computation before
// each: what the study `trace` schedules.
//
// Every rank's nodes are taken in the order of their dependencies, ties by id. The k-th collectives
// of a group, one per member, are one. A computation counts before the next collective behind it in
// this order, or behind the last one, and of the members the slowest counts. Where none of it
// depends on the collective before, that one overlaps: it runs beside the computation.
//
// The list is made in rounds. A round has the collectives that are next for all their members,
// equal ones as one entry, so that the list keeps every rank's order. Where ranks wait for each
// other in a circle there is none: a deadlock. If every round is one collective of all ranks, they
// have one sequence; otherwise each keeps an order of its own.
//
// The list is coarser than the traces: a computation may begin before the list says so. The graph
// has every computation and every collective, and what they wait for.

#include <map>
#include <set>

#include "sweeps/spec/chakra/chakra_trace.hpp"
#include "sweeps/spec/chakra/task_graph.hpp"

namespace lightsweep::sweeps {

struct WorkloadEntry {
    std::string name, primitive;  ///< empty: computation behind the last collective
    std::int64_t micros = 0;      ///< computation before it [us]
    std::int64_t message = 0;
    bool overlaps = false;
    std::set<std::vector<std::int64_t>> groups{};  ///< the ranks of each, all of one size
    std::size_t members() const { return groups.begin()->size(); }
    auto kind() const { return std::tuple(primitive, members(), message); }
};

struct Workload {
    std::size_t ranks = 0;
    std::vector<WorkloadEntry> entries{};
    bool by_rank = false;  ///< some entry leaves ranks out
    /// Without tasks where all ranks run the entries in step, one after the other.
    TaskGraph graph{};
    std::map<std::string, std::int64_t> left_out{};  ///< nodes of all ranks, by their sort
};

/// The traces PREFIX.N.et, or those of a folder with one prefix (or `workload`). groups: a file;
/// empty: groups.json beside them, if it is there. Throws engine::BadInput with file, node and
/// remedy.
Workload read_workload(const std::string& path, const std::string& groups = "");
/// The same from traces that are read and the text of groups; `prefix` and `file` stand in
/// messages.
Workload workload_of(const std::vector<TraceFile>& traces, const std::string& groups,
                     const std::string& prefix, const std::string& file = "groups.json");

/// "allreduce/ring"; algorithm: empty: ring, or shift of an all-to-all.
std::string collective_of(const WorkloadEntry& entry, const std::string& algorithm);

/// The entries as a grid of the study `trace`. algorithm: of all; empty: ring, or shift.
std::string sweep_of(const Workload& workload, const std::string& algorithm);
/// A line for `eval` per distinct collective, with `count`: how often one rank runs it at
/// most. head: the members before it.
std::string problems_of(const Workload& workload, const std::string& algorithm,
                        const std::string& head);

}  // namespace lightsweep::sweeps
