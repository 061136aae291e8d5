#pragma once
// Registry rows of the schedulers of uneven all-to-alls (rules = swot).

#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/matrices/decompositions.hpp"
#include "solvers/matrices/matrix_schedulers.hpp"

namespace lightsweep::solvers::matrices {

/// A slice is a list of peers.
inline constexpr auto bytes_by_slice = [](const ProblemSize& size) {
    return size.steps * (320 + sizeof(kernels::Node) * size.nodes);
};

constexpr SchedulerTraits matrix_traits(WhyNotApplicable why_not = refuse_other_than_matrices) {
    return {.lists_envelope = false,
            .takes = "alltoall/matrix",
            .bytes = bytes_by_slice,
            .why_not_applicable = why_not,
            .hardware = PlaneTraits{.cuts_matrix = true}};
}

// Estimates in seconds, as in SchedulerRow; n is the number of shifts.
inline constexpr auto shift_seconds = [](double n) { return 1e-6 + 1e-8 * n * n; };
inline constexpr auto matching_seconds = [](double n) { return 1e-5 + 4e-8 * n * n * n; };
/// Up to exhaustive_nodes all prefixes and all durations are tried.
inline constexpr auto prefix_seconds = [](double n) {
    return 1e-5 + (n < exhaustive_nodes ? 6e-6 : 4e-7) * n * n * n;
};
inline constexpr auto eclipse_seconds = [](double n) {
    return 1e-5 + (n < exhaustive_nodes ? 1e-6 : 4e-8) * n * n * n;
};
inline constexpr auto slice_seconds = [](double n) { return 1e-6 + 1e-7 * n * n; };

inline constexpr std::array matrix_rows{
    scheduler_row("rotor", "RotorNet (SIGCOMM 2017)",
                  "shifts in turn, whatever the matrix: direct, or over two hops (hops = 2)",
                  prepare_rotor, shift_seconds, shift_seconds, matrix_traits()),
    scheduler_row("birkhoff", "Birkhoff and von Neumann",
                  "the matrix as a sum of permutations: exact, the fewest, or the best of both",
                  prepare_birkhoff, prefix_seconds, slice_seconds, matrix_traits()),
    scheduler_row("solstice", "Solstice (CoNEXT 2015)",
                  "permutations whose entries all exceed a threshold, which is halved",
                  prepare_solstice, matching_seconds, slice_seconds, matrix_traits()),
    scheduler_row("eclipse", "Eclipse (SIGMETRICS 2016)",
                  "greedy: the most bytes per time of a slice, its delay included", prepare_eclipse,
                  no_seconds, eclipse_seconds, matrix_traits()),
    scheduler_row(
        "matrix-milp", "beyond the papers",
        "the least time of up to 6 nodes by a 0-1 program, a witness", prepare_matrix_milp,
        no_seconds, [](double n) { return 1e-2 * n * n; }, matrix_traits(refuse_large_matrices),
        program_options),
};

}  // namespace lightsweep::solvers::matrices
