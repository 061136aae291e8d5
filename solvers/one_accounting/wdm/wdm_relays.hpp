#pragma once
// Lightpaths of relayed stages, in which every node passes on the items that it received last
// (wdm_cost.hpp).

#include "solvers/one_accounting/wdm/wdm_schedule.hpp"

namespace lightsweep::solvers::one_accounting {

/// Number of pieces into which items must be cut so that a relayed stage fills its wavelengths
/// evenly.
std::int64_t relayed_pieces(const optree::RingTask& task, const optree::StageShape& shape);

/// Appends a relayed stage. The schedule's pieces must be a multiple of relayed_pieces.
void add_relays(const optree::RingTask& task, const optree::StageShape& shape,
                WdmSchedule& schedule);

/// Appends a whole all-gather in which half of every item goes all the way round over each fibre.
/// The schedule must have 2w pieces.
void add_around(const optree::RingTask& task, WdmSchedule& schedule);

}  // namespace lightsweep::solvers::one_accounting
