#pragma once
// Vocabulary of this build for the reader of sweep files: schedulers, collectives, topologies,
// rules and columns, taken from the registries; and back, options for the solvers.

#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/spec/grid.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

const Vocabulary& domain_vocabulary();
/// The vocabulary, made again from the current tables.
Vocabulary make_vocabulary();

/// The base topologies with one sentence each, for lists and messages.
struct TopologyEntry {
    std::string name, summary;
};
const std::vector<TopologyEntry>& topology_table();

/// A scheduler's options: the defaults, overwritten by those that the file sets.
solvers::SchedulerOptions scheduler_options(const solvers::SchedulerRow& scheduler,
                                            const Options& given);

}  // namespace lightsweep::sweeps
