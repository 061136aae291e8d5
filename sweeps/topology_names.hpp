#pragma once
// Names of topologies of lanes for people (rules = common), and how result files keep them: text in
// words of eight UTF-8 bytes, zeros behind, as the decisions beside it are words.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/scheduler.hpp"

namespace lightsweep::sweeps {

/// Words of a text in a result file: 256 bytes, some twenty names.
inline constexpr std::size_t name_words = 32;

/// Whether the states of its decisions are topologies of lanes, which the file names.
bool names_topologies(const solvers::SchedulerRow& scheduler);

/// "shift +8", "2 x xor 4 | 2 x xor 8"; circuits that are no shift, exclusive-or or translation are
/// called after the first step that sends over them: "peers of step 3".
std::string topology_name(const kernels::Topology& topology, const kernels::Collective& collective);

/// What a decision uses, in the order of first use, the base by that word: "base; shift +8". Names
/// that do not fit into name_words are left out from the end, and " ..." says so.
std::string names_used(const solvers::DecisionSpace& space,
                       std::span<const std::uint64_t> decision);

/// The text as name_words words; no longer than they hold.
std::vector<std::uint64_t> words_of(const std::string& text);

}  // namespace lightsweep::sweeps
