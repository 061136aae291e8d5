#pragma once
// Certified approximation of the maximum concurrent flow, for graphs that are too large for a
// linear program.
//
// Multiplicative weights (Garg & Koenemann 2007; Fleischer 2000): every pair in turn sends along
// its shortest path, under link weights that grow exponentially with the load of a link. The flow
// sent so far, scaled until no link is overloaded, proves a lower value. The weights bound every
// flow, which proves an upper value. The best of both is kept, so the bracket is valid at any time.
//
// The first rounds search for paths. Later rounds mostly choose among the paths found so far, at a
// hundredth of the cost. Each stage starts with an empty flow, because early rounds choose badly;
// the step size halves when a stage gains little. Heuristic: both rules set the speed only, never
// the validity. There are no random numbers: the result is the same everywhere.

#include "kernels/flow/path_pricing.hpp"

namespace lightsweep::kernels {

class FlowApproximation {
  public:
    /// Keeps a reference: the pricing must outlive this object.
    explicit FlowApproximation(PathPricing& pricing);

    /// Runs until (high - low) / high <= gap, for at most about `searches` rounds of path searches
    /// and `rounds` rounds in total. True if the gap was reached.
    bool improve(double gap, int searches, int rounds);

    /// Value proven by a flow, in units of the problem.
    double low() const { return low_; }
    double high() const { return pricing_.high(); }

  private:
    void round(double amount, bool searching);
    void send(std::span<const Link> path, double amount);
    std::size_t shortest_known(std::size_t pair) const;
    bool stage(double gap, int& searches, int& rounds);
    void renormalise();

    PathPricing& pricing_;
    const std::vector<double>& capacity_;
    std::vector<double> weights_, load_;
    double step_ = 0.25;
    int spacing_ = 1;  ///< distance between two rounds that search
    double sent_ = 0;  ///< amount sent by every pair in this stage
    double low_ = 0;
};

}  // namespace lightsweep::kernels
