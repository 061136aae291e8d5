#pragma once
// All-to-alls that searches of the default effort have found: a table that ships with the program,
// so that nobody searches them again. Of every plan it holds circuits and peers alone; hops and x
// are measured again when it is read, as after a search, so that the list of a structure is the
// same with the table and without. tests/bench/frontier_table.cpp makes it.

#include <span>

#include "solvers/frontier/gather_plans.hpp"

namespace lightsweep::solvers::frontier {

/// The effort of those searches.
inline constexpr double default_effort = 3e7;

struct FoundExchange {
    std::string family;
    Movement movement;
    std::vector<int> topologies;  ///< of every step

    /// As the table has it: "together|16 4 3|1:43,45/1:43,45" - family, group, and per step its
    /// topology, lanes and, where they differ, peers.
    std::string text() const;
};

/// The lines of found_exchanges.txt, which CMake writes into the program.
std::span<const char* const> table_lines();

/// "ring 1 64 4": what a line of the table begins with.
std::string table_key(const FrontierBase& base);

/// What the table has for a structure; null: nothing. Plans that do not fit the structure are left
/// out.
const std::vector<FoundExchange>* found_exchanges(const FrontierBase& base);

}  // namespace lightsweep::solvers::frontier
