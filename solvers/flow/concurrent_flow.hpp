#pragma once
// Maximum concurrent flow theta(G, M) and hops of one step on any topology, exact or certified.
//
//   matching, also one of another step          kernels/matching_flow.hpp
//   ring, circulant                             kernels/ring_flow.hpp, kernels/circulant_flow.hpp
//   torus, grid, hypercube, dimension by dimension   kernels/product_flow.hpp
//   ring, any other permutation                 one variable per pair (its clockwise share)
//   unions of permutations, where proven        kernels/union_flow.hpp
//   everything else                             column generation over paths, or, where a gap is
//                                               allowed, the certified approximation
//
// Programs are certified: the flow found is scaled until no link is overloaded (a proven lower
// value) and the dual's link weights bound every flow (a proven upper value).

#include <functional>
#include <memory>

#include "kernels/demand.hpp"
#include "kernels/ring_flow.hpp"

namespace lightsweep::solvers::flow {

struct FlowOptions {
    /// Largest (theta_high - theta) / theta_high allowed where there is no closed form; 0: exact,
    /// i.e. certificates within 1e-9.
    double gap = 0;
    /// Called now and then within a long solution, from any thread; what it throws ends it.
    std::function<void()> checkpoint{};
};

/// The flows of many steps on one topology: what they share is computed once. Calls may run in
/// parallel.
class FlowSolver {
  public:
    /// Throws std::invalid_argument if the gap is not in [0, 1).
    explicit FlowSolver(kernels::Topology topology, FlowOptions options = {});

    /// The flow of a permutation or union of the same size. Throws std::runtime_error, naming the
    /// certificates, if gap is 0 and they are further apart than 1e-9 when the budget (about two
    /// minutes; enough for 512 nodes of degree 4 without symmetry) is used up; with a gap, a wider
    /// bracket is returned as it is and shows in StepFlow::gap().
    kernels::StepFlow operator()(const kernels::Demand& demand) const;

    const kernels::Topology& topology() const { return topology_; }

  private:
    struct Shared;
    /// Of a permutation in which somebody sends.
    kernels::StepFlow one(const kernels::Permutation& permutation) const;

    kernels::Topology topology_;
    FlowOptions options_;
    std::shared_ptr<Shared> shared_;
};

/// One exact flow, nothing shared with the next; errors as FlowSolver's. Many shifts of a circulant
/// are faster through a FlowSolver, which solves them all at once.
kernels::StepFlow concurrent_flow(const kernels::Topology& topology, const kernels::Demand& demand);

/// theta with its certificates, theta_low <= theta <= theta_high.
struct CertifiedFlow {
    double theta_low, theta_high;
    kernels::Node hops;
};

/// Bidirectional ring of link capacity c [b] by the compact program: maximise theta, pair j sends
/// x_j clockwise and theta - x_j counterclockwise; 2n load rows.
CertifiedFlow ring_program(const kernels::Permutation& permutation, double capacity);

/// Any topology: a short approximation finds paths and weights to start from, column generation
/// over paths closes the gap; where a gap is allowed and the graph is large, the approximation goes
/// on alone. Stops when (theta_high - theta_low) / theta_high <= gap or 1e-10, or when its budgets
/// are used up; the certificates are valid in any case. Unreachable pairs give 0 and hops -1.
CertifiedFlow general_flow(const kernels::Topology& topology, const kernels::Demand& demand,
                           const FlowOptions& options);

}  // namespace lightsweep::solvers::flow
