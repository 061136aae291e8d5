#pragma once
// The columns of a journal record, as they are stored.

#include <vector>

#include "engine/journal/journal_scan.hpp"
#include "engine/journal/manifest.hpp"
#include "engine/journal/record.hpp"

namespace lightsweep::engine {

/// They lie in the record's payload. Throws IoError if the record does not hold the columns of its
/// task, which must exist.
std::vector<ColumnView> columns_of(const TaskSpace& tasks, const StoredRecord& record);

/// Throws IoError if a column of a tile has a wrong size: HDF5 1.10 reads beyond the end of a chunk
/// that is too short. Damage within a deflated column is left to its reader.
void check_sizes(const TaskSpace& tasks, const StoredRecord& record);

}  // namespace lightsweep::engine
