#pragma once
// The points of grids on a base topology: what the rules of Addanki, BRIDGE and PCCL share.

#include "sweeps/points/flow_estimate.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

class BasePoints : public GridPoints {
  public:
    using GridPoints::GridPoints;

    solvers::Problem make_problem(const Indices& indices, bool with_pool,
                                  const KnownCosts& known) const override;
    kernels::Topology make_topology(const Indices& indices) const override;
    solvers::Pool make_pool(const Indices& indices) const override;
    /// Too few ports for the base rule a problem out.
    bool has_structure(const Indices& indices) const override;
    double build_seconds(const Indices& indices) const override;
    double build_seconds(const Indices& indices, const kernels::Topology& base) const override;

  protected:
    /// The configuration in force at the start where the grid does not say: base or free.
    virtual const char* usual_initial() const { return "base"; }
    double links_of(const solvers::Problem& structure) const override;
    kernels::LinkBandwidth link_bandwidth(const Indices& indices) const;
    /// Steps times the permutations of each.
    double flows(const Indices& indices) const;

  private:
    solvers::SubringRules subring_rules(const Indices& indices) const;
    kernels::Node block_of(const Indices& indices) const;
    /// The members of the grid's pool other than `base`, and the price of switching, with the base
    /// first.
    solvers::Pool pool_beside(const kernels::Topology& base, const Indices& indices) const;
    FlowEffort effort_at(const std::string& topology, const Indices& indices) const;
};

}  // namespace lightsweep::sweeps
