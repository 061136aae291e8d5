#pragma once
// The points of grids on a base topology: what the rules of Addanki, BRIDGE and PCCL share.

#include <string_view>

#include "kernels/topologies/topology.hpp"
#include "sweeps/points/grid_points.hpp"

namespace lightsweep::sweeps {

// Estimates of the time that a flow takes: enough to order tasks and to tell users how long they
// wait.

/// The method of solvers/flow on a topology: closed forms, programs reduced by symmetry, or a
/// program for any graph.
enum class FlowEffort { closed_form, coordinates, circulant_shifts, symmetric, any_graph };

FlowEffort effort_of(kernels::Topology::Kind kind);
/// The method by the topology's name in a sweep file, before a topology exists.
FlowEffort effort_of(std::string_view topology_name);

struct FlowTask {
    FlowEffort effort;
    double nodes, links_per_node;
    double gap;  ///< 0: exact
};

/// Estimated seconds of one core for one permutation.
double flow_seconds(const FlowTask& task);

class BasePoints : public GridPoints {
  public:
    using GridPoints::GridPoints;

    solvers::Problem make_problem(const Indices& indices, bool with_pool,
                                  const KnownCosts& known) const override;
    kernels::Topology make_topology(const Indices& indices) const override;
    solvers::Pool make_pool(const Indices& indices) const override;
    /// Schedulers that cut steps of more peers than ports have more steps.
    double n_steps(const Indices& indices) const override {
        const double degree = number("degree", indices, 0);
        return degree > 0 ? n_rounds(indices, degree) : GridPoints::n_steps(indices);
    }
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
