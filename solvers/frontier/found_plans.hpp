#pragma once
// Plans that long searches have found: a table that ships with the program, so that nobody searches
// them again. tests/bench/frontier_table.cpp makes it. A line has the structure, the family, the
// group, and per step (topology, lanes, peers where they differ) its hops and x:
//
//   alltoall ring 1 64 4|together|16 4 3|3*1:43,45,26,38=1:0.66/...
//
// Sets of shifts on tori, of all-gathers, have no figures: their heads are chosen again.

#include <span>

#include "solvers/frontier/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

/// The effort for which the table stands in for searches.
inline constexpr double default_effort = 3e7;
/// Of an effort, the part that a search for gathers takes.
constexpr double effort_of_gathers(double effort) {
    return effort / 8;
}

/// The lines of found_plans.txt, which CMake writes into the program.
std::span<const char* const> table_lines();

/// "ring 1 64 4": base, rows, columns, lanes.
std::string table_key(const FrontierBase& base);

/// What a line says of a plan: its steps, and the lanes and peers of its movement.
struct FoundPlan {
    std::string family;
    Movement movement;
    std::vector<PlanStep> steps;

    /// From the family on, as the table has it.
    std::string line() const;
    /// The plan of an all-to-all.
    FrontierPlan exchange() const;
};

/// Circuits, peers and shifts of an all-to-all in words.
std::string in_words(const std::string& family, const Movement& movement,
                     const std::vector<PlanStep>& steps);

/// What these lines have for "alltoall" or "allgather" on a base. Lines that cannot be read, and
/// plans that do not fit the structure, are left out.
std::vector<FoundPlan> found_plans(const std::string& primitive, const FrontierBase& base,
                                   std::span<const char* const> lines = table_lines());

}  // namespace lightsweep::solvers::frontier
