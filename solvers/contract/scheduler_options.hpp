#pragma once
// What a sweep file may set for one scheduler, under its name:
//
//   [swot]
//   transitions = 100
//
// One struct holds the options of all schedulers, so that every scheduler is prepared through one
// signature. A scheduler reads the ones that its row in the registry lists as OptionRow, and a
// sweep file that sets another is refused. A new option is a member with its default, and an
// OptionRow in the table of its paper.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lightsweep::solvers {

/// Values of the options. Each scheduler reads its own ones.
struct SchedulerOptions {
    int max_nodes = 100000;     ///< branch and bound nodes of a 0-1 program
    int max_pools = 20000;      ///< largest number of pools of the wanted size that are all tried
    int charge_first = 0;       ///< 1: setting up the links of the first step is charged too
    int stay_away = 0;          ///< 1: the initial topology is not entered again after it is left
    int mixed = 0;              ///< 1: windows and Bruck may share a segment
    int reconfigurations = -1;  ///< number that each part of a collective must have; -1: any
    int transitions = 300'000;  ///< thousands of elementary transitions before a search gives up
    int reading = 0;            ///< reading of a baseline whose paper allows several
    /// Index into stage_rule_words (solvers/optree/ring_schedulers.hpp).
    int stage_rule = 2;
    int wrht_rule = 0;  ///< index into wrht_rule_words
    /// 1: neighbour exchange is charged for the two items that it sends.
    int two_items = 0;
    std::vector<std::int64_t> radices{};  ///< radices of a tree; empty: the best ones
};

/// One key under a scheduler's name in a sweep file.
struct OptionRow {
    std::string_view name, summary;
    int SchedulerOptions::*value;
    enum class Range : std::int8_t { from_one, from_zero, no_or_yes, word } range = Range::from_one;
    /// Words of Range::word: the value is the word's index.
    std::span<const std::string_view> words{};
    /// a list of numbers, instead of value.
    std::vector<std::int64_t> SchedulerOptions::*list = nullptr;
};

}  // namespace lightsweep::solvers
