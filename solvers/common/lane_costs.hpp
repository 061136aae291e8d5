#pragma once
// What the steps of a structure cost on topologies of lanes, one pair at a time: where a scheduler
// looks at few of all pairs, which are as many as steps times topologies.

#include "kernels/lane_flow.hpp"
#include "solvers/common/uniform_walks.hpp"

namespace lightsweep::solvers::common {

class LaneCosts {
  public:
    LaneCosts(const Structure& structure, const std::vector<kernels::Topology>& topologies);

    /// Nothing if the topology does not carry the step. Of the base, topology 0, the structure's.
    std::optional<Choice> at(std::size_t step, std::size_t topology, bool may_enter = true) const;
    /// Adds that to the walks, if there is anything.
    void add(UniformWalks& walks, std::size_t step, std::size_t topology,
             bool may_enter = true) const;

  private:
    friend UniformWalks all_choices(std::shared_ptr<const Structure> structure,
                                    std::vector<kernels::Topology> topologies);
    /// Of a step's transfers, whatever their bytes.
    struct Measure {
        double hops, stretch;
    };
    std::optional<Measure> measure(std::size_t step, std::size_t topology) const;
    Choice choice(std::size_t step, std::size_t topology, const Measure& measure,
                  bool may_enter) const;

    const Structure& structure_;
    bool may_be_inexact_;  ///< the plan gets a bound of its own (certified_plan.hpp)
    std::vector<kernels::LaneFlow> flows_;  ///< of topologies 1, 2, ...
};

/// Walks on these topologies without any choices yet.
UniformWalks no_choices(std::shared_ptr<const Structure> structure,
                        std::vector<kernels::Topology> topologies);

/// The same with every topology a choice of every step that it carries.
UniformWalks all_choices(std::shared_ptr<const Structure> structure,
                         std::vector<kernels::Topology> topologies);

}  // namespace lightsweep::solvers::common
