#pragma once
// What the rules on a base topology share beside their points: the keys that their schedulers read,
// and the checks of Bruck's keys.

#include "sweeps/points/grid_check.hpp"
#include "sweeps/points/grid_points.hpp"
#include "sweeps/rules/base_points.hpp"
#include "sweeps/rules/rules.hpp"

namespace lightsweep::sweeps {

/// Points of this kind for a grid: the `points` of a set of rules.
template <typename Points>
std::unique_ptr<const GridPoints> make_points(const GridSpec& grid) {
    return std::make_unique<Points>(grid);
}

/// Schedulers on a base topology.
bool is_on_a_base(const solvers::SchedulerTraits& traits);
/// The keys of groups, which every scheduler on a base, planes or lanes reads.
void add_group_keys(SchedulerEntry& entry);

SchedulerEntry keys_on_a_base(const solvers::SchedulerRow& row);

/// radix, ports, volumes and switch_ports, which Bruck's algorithms and the switch between their
/// nodes bring along.
class BruckCheck : public GridCheck {
  public:
    using GridCheck::GridCheck;
    void check_bruck();

  protected:
    static constexpr std::int64_t most_planes = 256;
    /// At every combination of collective, nodes and ports.
    virtual void look_at(const Indices& at);
    std::int64_t ports(const Indices& at) const {
        return number("radix", at, number("ports", at, 1) + 1) - 1;
    }

  private:
    void look_at_blocks(const Indices& at, std::int64_t n, std::int64_t ports);
};

class BaseCheck : public BruckCheck {
  public:
    using BruckCheck::BruckCheck;
    void run();

  protected:
    void look_at(const Indices& at) override;
};

// Builds problems on WDM rings for the rules that have them: the task, the ring and its
// wavelengths.

/// The ring at these indices, of n nodes, and what is to be done on it; transmitters: 0 where the
/// grid gives none. shares_lanes: a node's bandwidth is shared by its wavelengths.
solvers::LightpathRings rings_at(const GridSpec& grid, const Indices& indices, kernels::Node n,
                                 bool shares_lanes);

/// The problem on that ring.
solvers::Problem ring_structure(const solvers::LightpathRings& rings, kernels::Node n);

}  // namespace lightsweep::sweeps
