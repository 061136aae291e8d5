#pragma once
// Registry rows of the schedulers of rules = optree.

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/optree/ring_schedulers.hpp"

namespace lightsweep::solvers::optree {

inline constexpr std::array stage_options{
    OptionRow{"k_rule", "k* of eq. 2: ceil (the paper's tables), round (its figure 4), argmin",
              &SchedulerOptions::stage_rule, OptionRow::Range::word, stage_rule_words}};
inline constexpr std::array wrht_options{
    OptionRow{"case_rule", "which broadcast: few-roots (the tables), lemma, shorter, longer",
              &SchedulerOptions::wrht_rule, OptionRow::Range::word, wrht_rule_words}};
inline constexpr std::array neighbor_options{
    OptionRow{"two_items", "1: the two items of every step but the first are both charged",
              &SchedulerOptions::two_items, OptionRow::Range::no_or_yes}};
inline constexpr std::array tree_options{OptionRow{.name = "radices",
                                                   .summary =
                                                       "of the tree, each at least 2, with a "
                                                       "product of at least the nodes",
                                                   .value = nullptr,
                                                   .list = &SchedulerOptions::radices}};

inline constexpr std::string_view ring_states = "the plan's place in the scheduler's list of them";

/// Traits of a count under rules = optree; no schedule with this count is known.
constexpr SchedulerTraits formula_traits(bool reads_stages = false) {
    return {.states = ring_states,
            .state_kind = "plan",
            .lists_envelope = false,
            .is_formula = true,
            .takes = "a formula for one WDM ring",
            .why_not_applicable = refuse_formula,
            .hardware = RingTraits{.is_built = false, .reads_stages = reads_stages}};
}

/// Traits of schedules of lightpaths under rules = optree.
constexpr SchedulerTraits lightpath_traits(
    WhyNotApplicable why_not = refuse_built,
    std::string_view takes = "WDM rings and tori of them, to 65,536 nodes") {
    return {.states = ring_states,
            .state_kind = "plan",
            .lists_envelope = false,
            .takes = takes,
            .why_not_applicable = why_not,
            .hardware = RingTraits{}};
}

// Estimates in seconds by the number of nodes, measured on one core.
inline constexpr auto built_prepare_seconds = [](double n) { return 1e-4 + 3e-6 * n; };
inline constexpr auto gather_point_seconds = [](double) { return 2e-8; };

constexpr SchedulerRow formula_row(std::string_view name, std::string_view paper,
                                   std::string_view summary, Prepare prepare,
                                   std::span<const OptionRow> options = {},
                                   bool reads_stages = false) {
    return scheduler_row(
        name, paper, summary, prepare, [](double) { return 1e-6; }, gather_point_seconds,
        formula_traits(reads_stages), options);
}

constexpr SchedulerRow lightpath_row(std::string_view name, std::string_view paper,
                                     std::string_view summary, Prepare prepare,
                                     double (*seconds)(double) = built_prepare_seconds,
                                     SchedulerTraits traits = lightpath_traits(),
                                     std::span<const OptionRow> options = {}) {
    return scheduler_row(name, paper, summary, prepare, seconds, gather_point_seconds, traits,
                         options);
}

inline constexpr std::array ring_rows{
    formula_row("optree-formula", "OpTree, Theorem 1", "steps of the k-stage tree by the theorem",
                prepare_formula, stage_options, true),
    formula_row("wrht", "OpTree, Table 1", "steps of WRHT by its formula", prepare_wrht,
                wrht_options),
    formula_row("osm", "OpTree, Table 1", "the one-stage model, ceil(N^2 / 8w)", prepare_one_stage),
    formula_row("wdm-ring", "OpTree, Table 1", "one item a step around the ring, N - 1",
                prepare_ring),
    formula_row("wdm-neighbor", "OpTree, Table 1", "neighbour exchange, N / 2 steps",
                prepare_neighbor, neighbor_options),
    lightpath_row(
        "optree-tree", "OpTree, section 3", "the best tree that can be built, any N", prepare_tree,
        [](double n) { return 1e-4 + 1e-8 * n * n; },
        with_bytes(lightpath_traits(), bytes_of_trees), tree_options),
    lightpath_row("wdm-lifted", "OpTree, extended",
                  "mixed radices, every stage direct on the whole ring", prepare_lifted),
    lightpath_row("wdm-windowed", "OpTree, extended",
                  "mixed radices or strides, stages relayed in windows", prepare_windowed),
    lightpath_row("wdm-optimal", "OpTree, extended",
                  "broadcast trees that meet the lower bound, or one step more", prepare_optimal,
                  built_prepare_seconds,
                  lightpath_traits(refuse_optimal, "also with fewer transmitters")),
    lightpath_row("wdm-multicast", "OpTree, extended",
                  "other hardware: every node that a lightpath passes taps it (drop and continue)",
                  prepare_multicast, built_prepare_seconds,
                  lightpath_traits(refuse_multicast,
                                   "all-gathers whose nodes tap the light that passes them")),
    lightpath_row("optree-milp", "OpTree, extended",
                  "fewest steps of any schedule by a 0-1 program, to 10 nodes: a witness",
                  prepare_gather_program, built_prepare_seconds,
                  lightpath_traits(refuse_gather_program, "rings of at most 10 nodes"),
                  program_options),
};

}  // namespace lightsweep::solvers::optree
