#pragma once
// Collectives on WDM rings as their schedulers see them (solvers/optree, solvers/common): the
// structural part of a point, and a plan as lightpaths.

#include <string>
#include <vector>

#include "kernels/lightpath_schedule.hpp"

namespace lightsweep::solvers {

/// A ring, or a torus of rings, with one fibre each way, and what is to be done on it.
struct LightpathRings {
    /// both: the reduce-scatter, then the all-gather; exchange: an all-to-all, the all-gather's
    /// lightpaths with another item for each receiver.
    enum class Half : std::int8_t { scatter, gather, both, exchange };

    kernels::TorusShape shape{};      ///< a ring is one row
    std::int64_t wavelengths = 1;     ///< per fibre
    std::int64_t items_per_node = 1;  ///< equal parts that a node's item is cut into
    std::int64_t transmitters = 0;    ///< per node and direction; 0: as many as wavelengths
    std::int64_t stages = 0;          ///< k of OpTree's formula; 0: by its rule
    bool held = false;                ///< circuits that stand cost nothing
    Half half = Half::gather;
    /// Rules = common: a node's bandwidth is shared by its lanes, one per wavelength and fibre;
    /// circuits that stand cost nothing, and the neighbour ring stands at the start.
    bool common = false;

    bool is_torus() const { return shape.rows > 1; }
    bool is_limited() const { return transmitters > 0 && transmitters < wavelengths; }
    /// A reduce-scatter takes as many steps as the all-gather that it reverses.
    std::int64_t halves() const { return half == Half::both ? 2 : 1; }
    /// Lanes that share what the point calls bandwidth.
    double lanes() const { return common ? 2 * static_cast<double>(wavelengths) : 1; }
    /// Items of the whole message, or parts of items.
    double parts() const {
        return static_cast<double>(shape.nodes()) * static_cast<double>(items_per_node);
    }
};

/// A schedule with what is known of it. Whatever is to be done on the rings, `schedule` is that of
/// the all-gather. Its steps are slots of one item, or part of it, per lightpath; where a step of
/// `steps` is a run of several over the same circuits, step_slots says of how many.
struct LightpathPlan {
    std::string form{};  ///< radices, rounds, strides or trees, in words
    std::int64_t steps = 0, reconfigurations = 0;
    kernels::LightpathSchedule schedule{};
    std::vector<std::int32_t> step_slots{};  ///< per step; empty: one each
};

}  // namespace lightsweep::solvers
