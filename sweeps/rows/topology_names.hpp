#pragma once
// Names of topologies of lanes for people (rules = common), and their form in result files: text as
// words of eight UTF-8 bytes, padded with zeros, because the decisions beside it are words.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/contract/scheduler_row.hpp"

namespace lightsweep::sweeps {

/// Number of words of a text in a result file: 256 bytes, about twenty names.
inline constexpr std::size_t name_words = 32;

/// Whether the states of its decisions are topologies of lanes, which the file names.
bool names_topologies(const solvers::SchedulerRow& scheduler);

/// "shift +8", "2 x xor 4 | 2 x xor 8". Circuits that are no shift, exclusive-or or translation are
/// named after the first step that uses them: "peers of step 3".
std::string topology_name(const kernels::Topology& topology, const kernels::Collective& collective);

/// The topologies that a decision uses, in the order of first use, with "base" for the base: "base;
/// shift +8". Names beyond name_words are left out, and " ..." marks this.
std::string names_used(const solvers::DecisionSpace& space,
                       std::span<const std::uint64_t> decision);

/// The text as name_words words; it must not be longer than they hold.
std::vector<std::uint64_t> words_of(const std::string& text);

}  // namespace lightsweep::sweeps
