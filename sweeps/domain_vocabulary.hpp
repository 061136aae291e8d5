#pragma once
// What this build knows, for the reader of sweep files: schedulers, collectives, topologies, rules
// and columns, taken from the registries.

#include "sweeps/spec/vocabulary.hpp"

namespace lightsweep::sweeps {

const Vocabulary& domain_vocabulary();

/// The base topologies, for lists and messages.
struct TopologyEntry {
    std::string name, summary;
};
const std::vector<TopologyEntry>& topology_table();

}  // namespace lightsweep::sweeps
