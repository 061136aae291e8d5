#pragma once
// Checks of rank 0 before a run: layout, existing files, free space, lock, and the tasks still to
// do.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/farm/dispatcher.hpp"
#include "engine/farm/farm.hpp"
#include "engine/file/output_lock.hpp"
#include "engine/journal/manifest.hpp"

namespace lightsweep::engine {

/// What rank 0 finds before any work, and decides for all.
struct SweepStart {
    int exit_code = -1;   ///< the run is over already with this code, unless negative
    std::string message;  ///< why, or what is continued
    std::uint32_t generation = 0;
    std::optional<OutputLock> lock;  ///< held until destroyed
    PendingWork pending;
    std::map<std::size_t, Preparation> prepared;  ///< of earlier runs
    std::uint64_t total_points = 0, done_points = 0;
};

/// Checks the layout, what is there already and the free space; locks or makes the journal folder;
/// lists what is left to do. Refusals are in the result, not thrown.
SweepStart start_sweep(const Workload& workload, const RunOptions& options);

}  // namespace lightsweep::engine
