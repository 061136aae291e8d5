#pragma once
// Measures steps on the lanes of a node, under rules = common.
//
// The values are those of kernels/flow/lane_flow.hpp, except on a torus whose pairs may take
// several routes. There a permutation that does not act coordinate by coordinate is a maximum
// concurrent flow, solved exactly where translations of the torus leave few classes of pairs and
// links, as for every shift. Otherwise, and on more than 256 nodes, the value stays between the
// flow of one route per pair and the bound of the distances. Example: the shift by 7 on a 4x4 torus
// takes 3.5 times its bytes, and 8 times on one route per pair.

#include "kernels/flow/lane_flow.hpp"

namespace lightsweep::solvers::flow {

/// Largest torus on which it splits routes by a program.
inline constexpr kernels::Node most_split_nodes = 256;

class LaneSolver {
  public:
    /// shifts and errors: as for kernels::LaneFlow.
    LaneSolver(const kernels::Topology& topology, kernels::LaneRoute route,
               std::vector<kernels::Node> shifts = {});
    /// Thread-safe.
    kernels::StepFlow operator()(const kernels::Demand& demand) const;

  private:
    kernels::LaneFlow lanes_;
    std::optional<kernels::Topology> torus_;  ///< where routes may be split
};

}  // namespace lightsweep::solvers::flow
