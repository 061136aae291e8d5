#pragma once
// One iteration by list scheduling: every rank runs one computation and one collective at a time.
//
// A computation begins when all that it waits for has ended and its ranks compute nothing else; a
// collective when all that its members wait for has ended and their ports are free. Of all that
// could begin the first in time begins first, ties by id. Nothing is held back for what comes
// later, so that shorter collectives may change the order and end the iteration later.
//
// A collective is planned by itself, in its group, from the moment when the ports of all members
// are free; its first step waits until all that its members wait for has ended, and changes run
// beside that. Every group has a switch of its own, on which circuits stand until its next
// collective.

#include <cstdint>
#include <functional>

#include "sweeps/studies/study.hpp"
#include "sweeps/studies/trace_schedule.hpp"

namespace lightsweep::sweeps {

/// What a collective of the entry takes, with what stands in its group and how long its members
/// are still waiting when the ports are free [s].
using GroupLine = std::function<IterationLine(std::size_t entry, IterationCosts::Start, double)>;

/// Of so many entries: when each first computes, first waits for its network alone, and has ended
/// everywhere. `changes` counts those of every group. ranks: 0: as if no task had to wait for
/// another one of its ranks.
IterationLine line_of_tasks(const TaskGraph& graph, std::size_t ranks, std::size_t entries,
                            IterationCosts::Start start, const GroupLine& line_of_group);

/// The graph of a list in the order of every rank: in each group of an entry a computation behind
/// the collective before of each rank, or beside it if that one overlaps, then a collective.
struct RankedEntry {
    double computation;
    bool overlaps;
    std::vector<std::vector<std::int64_t>> groups;
};
TaskGraph graph_of(const std::vector<RankedEntry>& entries, std::size_t ranks);

}  // namespace lightsweep::sweeps
