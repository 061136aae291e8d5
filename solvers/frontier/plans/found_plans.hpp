#pragma once
// Plans that searches have found, in lines. The longest searches have filled a table that ships
// with the program (tests/bench/frontier_table.cpp makes it). What a process finds itself, or takes
// over from other ranks and earlier results, it keeps in lines of the same form. A line has the
// structure, the family, the group, and per step (topology, lanes, peers where they differ) its
// hops and x:
//
//   alltoall ring 1 64 4|together|16 4 3|3*1:43,45,26,38=1:0.66/...
//
// Sets of shifts on tori, of all-gathers, have no figures: their heads are chosen again.

#include <functional>
#include <span>

#include "solvers/frontier/plans/base.hpp"
#include "solvers/frontier/plans/plan.hpp"

namespace lightsweep::solvers::frontier {

/// The effort for which the table stands in for searches.
inline constexpr double default_effort = 3e7;
/// Of an effort, the part that a search for gathers takes.
constexpr double effort_of_gathers(double effort) {
    return effort / 8;
}

/// The lines of found_plans.txt, which CMake writes into the program.
std::span<const std::string_view> table_lines();

/// "ring 1 64 4": base, rows, columns, lanes.
std::string table_key(const FrontierBase& base);

/// What is searched: "alltoall" or "allgather" on a base, with so much effort.
struct SearchTask {
    std::string primitive;
    FrontierBase base;
    double effort;

    /// "alltoall ring 1 64 4, 30000000", with the effort in nodes: of equal tasks alike.
    std::string key() const;
    /// Whether the table has it.
    bool is_in_table() const;
};

/// What a line says of a plan: its steps, and the lanes and peers of its movement.
struct FoundPlan {
    std::string family;
    Movement movement;
    std::vector<PlanStep> steps;

    /// From the family on, as the table has it; x with so many digits.
    std::string line(int digits = 10) const;
    /// The plan of an all-to-all.
    FrontierPlan exchange() const;
};

/// What a line says of a searched plan: without steps that move nothing; of gathers no figures.
FoundPlan found_plan(const std::string& primitive, const FrontierPlan& plan);

/// Circuits, peers and shifts of an all-to-all in words.
std::string in_words(const std::string& family, const Movement& movement,
                     const std::vector<PlanStep>& steps);

/// What these lines have for "alltoall" or "allgather" on a base. Lines that cannot be read, and
/// plans that do not fit the structure, are left out.
std::vector<FoundPlan> found_plans(const std::string& primitive, const FrontierBase& base,
                                   std::span<const std::string_view> lines = table_lines());

/// The plans of a task: from the table (without effort, from nowhere else), from what this process
/// keeps if all of it can be read, or of `search`, which it keeps then. They are the same whether
/// they were kept or not.
std::vector<FoundPlan> found_plans(const SearchTask& task,
                                   const std::function<std::vector<FrontierPlan>()>& search);

/// The lines that this process keeps for a task, each with its key; empty: it keeps none.
std::string kept_lines(const SearchTask& task);
/// Keeps such lines.
void keep_lines(const std::string& lines);

}  // namespace lightsweep::solvers::frontier
