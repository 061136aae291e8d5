#pragma once
// Schedules on subrings as a file stores them: a number per step, 0 the ring.

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/envelopes/schedule_costs.hpp"
#include "analysis/read/figure_panel.hpp"

namespace lightsweep::analysis::bridge_points {

/// State of every step: the exponent t of its subring of stride 2^t, or of an exchange 1 + k.
using States = std::vector<int>;

/// Bits of a step in the decisions of a group with these attributes and columns.
int bits_per_step(const engine::Attributes& attributes, const std::vector<engine::Column>& columns);

/// The states that `words` encode for that many steps.
States states_of(const std::vector<std::uint64_t>& words, int bits, std::size_t n_steps);

/// x_k = 1 if the links are set anew before step k; the first step's stand already (Table 1).
std::string change_vector(const States& states);

/// The decision at the first cell of a panel, /schedules; empty if the file holds none.
States stored_states(const FigurePanel& panel, const std::string& scheduler);

/// A schedule of /envelopes.
struct ListedSchedule {
    ScheduleCost cost;
    States states;
};
/// All that a scheduler lists for the panel's structure; empty if the file holds none.
std::vector<ListedSchedule> listed_schedules(const FigurePanel& panel,
                                             const std::string& scheduler);

}  // namespace lightsweep::analysis::bridge_points
