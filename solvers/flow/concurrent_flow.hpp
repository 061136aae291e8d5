#pragma once
// Maximum concurrent flow theta(G, M) and hops of one step on any topology, exact or certified.
//
//   matching, also of another step       kernels/flow/union_flow.hpp
//   ring, circulant                      kernels/flow/ring_flow.hpp, circulant_batch.hpp
//   torus, grid, hypercube, dimension    kernels/flow/ring_flow.hpp
//   by dimension
//   ring, any other permutation          a program with one variable per pair (its clockwise share)
//   union of permutations on a matching  kernels/flow/union_flow.hpp
//   or ring, elsewhere if proven
//   everything else                      column generation over paths or, where a gap is allowed,
//                                        the certified approximation
//
// Programs are certified: the flow found is scaled until no link is overloaded, which proves a
// lower value, and the dual's link weights bound every flow, which proves an upper value. Limit
// case: a step on its own matching has theta = 1.

#include <memory>

#include "kernels/flow/ring_flow.hpp"
#include "kernels/permutations/demand.hpp"

namespace lightsweep::solvers::flow {

struct FlowOptions {
    /// Largest allowed (theta_high - theta) / theta_high where no closed form exists. 0 means
    /// exact: certificates within 1e-9.
    double gap = 0;
};

/// Solves many steps on one topology; common work is done once. Calls may run in parallel.
class FlowSolver {
  public:
    /// Throws std::invalid_argument if the gap is not in [0, 1).
    explicit FlowSolver(kernels::Topology topology, FlowOptions options = {});

    /// The flow of a permutation or union of the same size. If gap is 0 and the certificates are
    /// still further apart than 1e-9 when the budget is used up, throws std::runtime_error that
    /// names them. The budget is about two minutes, enough for 512 nodes of degree 4 without
    /// symmetry. With a gap, a wider bracket is returned as it is and shows in StepFlow::gap().
    kernels::StepFlow operator()(const kernels::Demand& demand) const;

    const kernels::Topology& topology() const { return topology_; }

  private:
    struct Shared;
    /// Flow of one permutation in which some node sends.
    kernels::StepFlow one(const kernels::Permutation& permutation) const;

    kernels::Topology topology_;
    FlowOptions options_;
    std::shared_ptr<Shared> shared_;
};

/// One exact flow, which shares nothing with the next call; errors as for FlowSolver. For many
/// shifts of a circulant a FlowSolver is faster, because it solves them together.
kernels::StepFlow concurrent_flow(const kernels::Topology& topology, const kernels::Demand& demand);

/// theta with its certificates, theta_low <= theta <= theta_high.
struct CertifiedFlow {
    double theta_low, theta_high;
    kernels::Node hops;
};

/// The bidirectional ring of link capacity c [b] by a compact program: maximise theta, where pair j
/// sends x_j clockwise and theta - x_j counterclockwise; 2n load rows.
CertifiedFlow ring_program(const kernels::Permutation& permutation, double capacity);

/// Any topology. A short approximation and a saddle point find paths and flows to start from, and
/// column generation over paths closes the gap. Where a gap is allowed and the graph is large, the
/// approximation continues alone. Stops when (theta_high - theta_low) / theta_high <= gap or 1e-10,
/// or when its budgets are used up; the certificates are valid in any case. Unreachable pairs give
/// theta 0 and hops -1.
CertifiedFlow general_flow(const kernels::Topology& topology, const kernels::Demand& demand,
                           const FlowOptions& options);

}  // namespace lightsweep::solvers::flow
