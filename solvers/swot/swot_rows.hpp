#pragma once
// Registry rows of the schedulers of rules = swot.

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/swot/schedulers.hpp"

namespace lightsweep::solvers::swot {

inline constexpr OptionRow turns_option{
    "turns", "transmissions of a plane in one step, one after the other; above 1 by a program",
    &SchedulerOptions::turns};
inline constexpr std::array search_options{
    OptionRow{"transitions", "thousands of elementary transitions before a search gives up",
              &SchedulerOptions::transitions, OptionRow::Range::from_zero}};
inline constexpr std::array swot_options{search_options[0], turns_option};
inline constexpr std::array turn_program_options{program_options[0], turns_option};

inline constexpr std::array one_shot_options{
    OptionRow{"reading",
              "planes of a configuration: best partition, literal ceil(planes / configurations), "
              "or floor",
              &SchedulerOptions::reading, OptionRow::Range::word, one_shot_readings}};

/// Common traits of SWOT's rows: schedules are events of planes, not bits.
constexpr SchedulerTraits plane_traits(WhyNotApplicable why_not = refuse_mirrored_halves,
                                       bool shares_solutions = false) {
    return {.lists_envelope = false,
            .shares_solutions = shares_solutions,
            .takes = "all steps; more peers than planes in several rounds",
            .why_not_applicable = why_not,
            .hardware = PlaneTraits{}};
}

/// Traits of the scheduler that also chooses the algorithm.
constexpr SchedulerTraits choosing_traits() {
    auto traits = plane_traits(refuse_without_algorithms, true);
    traits.chooses_algorithm = true;
    return traits;
}

/// Traits of a time on planes that no schedule has.
constexpr SchedulerTraits ideal_traits() {
    auto traits = plane_traits();
    traits.is_formula = true;
    return traits;
}

constexpr SchedulerRow plane_row(std::string_view name, std::string_view paper,
                                 std::string_view summary, std::span<const OptionRow> options,
                                 double (*point_seconds)(double), Prepare prepare,
                                 const SchedulerTraits& traits) {
    return scheduler_row(name, paper, summary, prepare, no_seconds, point_seconds, traits, options);
}

/// Traits of a search; equal problems share its solutions.
constexpr SchedulerTraits search_traits() {
    auto traits = plane_traits(refuse_mirrored_halves, true);
    traits.bytes = bytes_of_plane_search;
    return traits;
}

constexpr SchedulerTraits with_entries(SchedulerTraits traits) {
    traits.hardware = PlaneTraits{.takes_entries = true};
    return traits;
}

constexpr SchedulerTraits program_traits() {
    auto traits = search_traits();
    traits.bytes = bytes_of_plane_program;
    return traits;
}

// Estimates in seconds, as in SchedulerRow.
inline constexpr auto formula_point_seconds = [](double n) { return 1e-7 + 5e-8 * n; };
inline constexpr auto search_point_seconds = [](double n) { return 1e-3 + 2e-5 * n * n; };
inline constexpr auto program_point_seconds = [](double n) { return 1e-2 * n * n; };

inline constexpr std::array plane_rows{
    without_delay(
        plane_row("ideal", "SWOT, section 4.1",
                  "no reconfiguration at all: bytes / bandwidth and latencies, a lower bound", {},
                  formula_point_seconds, prepare_ideal, ideal_traits())),
    plane_row("strawman", "SWOT, section 4.1",
              "all planes in every step; they reconfigure together while nothing is sent", {},
              formula_point_seconds, prepare_strawman, plane_traits()),
    plane_row("one-shot", "SWOT, section 4.1",
              "planes are set up once, some planes for each configuration", one_shot_options,
              formula_point_seconds, prepare_one_shot, plane_traits(refuse_too_few_planes)),
    plane_row("swot", "SWOT, extended",
              "planes reconfigure while others send: exact within a budget, else a proven gap",
              swot_options, search_point_seconds, prepare_swot, with_entries(search_traits())),
    plane_row(
        "swot-order", "SWOT, extended",
        "swot over the orders of steps that an all-to-all or all-gather leaves free",
        search_options, [](double n) { return 10 * search_point_seconds(n); }, prepare_swot_order,
        search_traits()),
    plane_row("swot-portfolio", "SWOT, extended",
              "the fastest algorithm of a primitive (allreduce/any), each by swot", search_options,
              search_point_seconds, prepare_swot_portfolio, choosing_traits()),
    plane_row("swot-milp", "SWOT, section 3.2",
              "the compact mixed-integer program through CBC, a witness", turn_program_options,
              program_point_seconds, prepare_swot_milp, with_entries(program_traits())),
};

}  // namespace lightsweep::solvers::swot
