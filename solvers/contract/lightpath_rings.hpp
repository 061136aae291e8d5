#pragma once
// Problems on WDM rings as their schedulers see them (solvers/optree, solvers/one_accounting): the
// structural part of a point, and a schedule as lightpaths.

#include <string>
#include <vector>

#include "kernels/wdm/lightpath_schedule.hpp"

namespace lightsweep::solvers {

/// The task on a WDM ring, or on a torus of rings, with one fibre in each direction.
struct LightpathRings {
    /// The collective. both: the reduce-scatter, then the all-gather. exchange: an all-to-all,
    /// which uses the all-gather's lightpaths with a different item for each receiver.
    enum class Half : std::int8_t { scatter, gather, both, exchange };

    kernels::TorusShape shape{};      ///< a ring is one row
    std::int64_t wavelengths = 1;     ///< wavelengths per fibre
    std::int64_t items_per_node = 1;  ///< equal parts into which a node's item is cut
    /// Transmitters per node and direction; 0: as many as wavelengths.
    std::int64_t transmitters = 0;
    std::int64_t stages = 0;  ///< k of OpTree's formula; 0: chosen by the formula's rule
    bool held = false;        ///< true: standing circuits cost nothing
    Half half = Half::gather;
    /// Rules = common: a node's bandwidth is shared by its lanes, one per wavelength and fibre;
    /// circuits that stand cost nothing, and the neighbour ring stands at the start.
    bool shares_lanes = false;

    bool is_torus() const { return shape.rows > 1; }
    bool is_limited() const { return transmitters > 0 && transmitters < wavelengths; }
    /// Number of halves to run: a reduce-scatter takes as many steps as the all-gather that it
    /// reverses.
    std::int64_t halves() const { return half == Half::both ? 2 : 1; }
    /// Lanes that share what the point calls bandwidth.
    double lanes() const { return shares_lanes ? 2 * static_cast<double>(wavelengths) : 1; }
    /// Items of the whole message, or parts of items.
    double parts() const {
        return static_cast<double>(shape.nodes()) * static_cast<double>(items_per_node);
    }
};

/// A schedule of lightpaths with its figures. `schedule` is always the schedule of the all-gather,
/// for every task. Its steps are slots of one item, or one part of an item, per lightpath. Where a
/// step counted in `steps` is a run of several slots over the same circuits, step_slots gives their
/// number.
struct LightpathConstruction {
    std::string form{};  ///< radices, rounds, strides or trees, in words
    std::int64_t steps = 0, reconfigurations = 0;
    kernels::LightpathSchedule schedule{};
    std::vector<std::int32_t> step_slots{};  ///< slots of each step; empty: one slot each
};

}  // namespace lightsweep::solvers
