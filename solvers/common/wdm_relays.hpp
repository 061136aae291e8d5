#pragma once
// Lightpaths of stages in which every node passes on what it got last (wdm_cost.hpp).

#include "solvers/common/wdm_schedule.hpp"

namespace lightsweep::solvers::common {

/// Pieces into which items must be cut for a relayed stage to fill its wavelengths evenly.
std::int64_t relayed_pieces(const optree::RingTask& task, const optree::StageShape& shape);

/// Appends a relayed stage; the schedule's pieces must be a multiple of relayed_pieces.
void add_relays(const optree::RingTask& task, const optree::StageShape& shape,
                WdmSchedule& schedule);

/// Appends all of an all-gather: half of every item all the way round over either fibre. The
/// schedule's pieces must be 2w.
void add_around(const optree::RingTask& task, WdmSchedule& schedule);

}  // namespace lightsweep::solvers::common
