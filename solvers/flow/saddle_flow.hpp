#pragma once
// A nearly optimal flow on few paths, from which the exact program needs few pivots.
//
// The program of path_program.hpp is a saddle point of flows f, theta and multipliers w (links),
// d (pairs):
//
//   max over theta, f >= 0, min over w, d >= 0:
//       theta + sum over links of w (c - load) + sum over pairs of d (flow of the pair - theta)
//
// Primal-dual hybrid gradient (Chambolle & Pock 2011): flows and multipliers in turn take a step
// along their gradient and are cut off at 0, so that paths of no use carry nothing. A step costs
// one pass over the paths. Steps are as long as a path's links and a link's paths allow (Pock &
// Chambolle 2011). A stage restarts from the mean of the last (Applegate et al. 2021), whose link
// weights also find new paths. Nothing here needs to be exact: the program proves its own values.

#include <vector>

#include "kernels/flow/path_pricing.hpp"

namespace lightsweep::solvers::flow {

class SaddleFlow {
  public:
    /// Starts from flows on the pool's paths, of which every pair gets theta, and from the
    /// pricing's best weights. Every pair must have a path. Keeps a reference to the pricing.
    SaddleFlow(kernels::PathPricing& pricing, const std::vector<double>& flows, double theta);

    /// Takes that many steps; after every stage, the mean's link weights add paths to the pool.
    void run(int steps);
    /// By path of the pool, without overloads.
    std::vector<double> flows() const;

  private:
    void stage(int steps);
    void step();
    void step_pair(std::size_t pair, double theta);
    double ahead(std::size_t column, double gradient, double entries);
    double length(kernels::Link path) const;

    kernels::PathPricing& pricing_;
    std::size_t links_;
    std::vector<double> primal_;       ///< theta, then the flow of every path
    std::vector<double> dual_;         ///< of links, then of pairs
    std::vector<double> load_, uses_;  ///< per link: flow, and how often paths use it
    double ratio_ = 0.01;              ///< length of the multipliers' steps over the flows'
};

/// Flows by path without overloads: each reduced by the path's most overloaded link.
std::vector<double> without_overload(const kernels::PathPricing& pricing,
                                     std::vector<double> flows);

}  // namespace lightsweep::solvers::flow
