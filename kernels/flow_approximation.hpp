#pragma once
// Certified approximation of the maximum concurrent flow, for graphs too large for a program.
//
// Multiplicative weights (Garg & Koenemann 2007; Fleischer 2000): every pair in turn sends along
// its shortest path under link weights that grow exponentially with what a link carries. What was
// sent, scaled until no link is overloaded, is a flow: a proven lower value. The weights bound
// every flow: a proven upper value. The best of either is kept, so that the bracket is valid
// whenever one stops.
//
// The first rounds search; later ones mostly choose among the paths found so far, which costs a
// hundredth. Each stage counts its flow anew, because early rounds know too little, and the step
// size halves when a stage gains little. No random numbers: the same result everywhere.

#include "kernels/path_pricing.hpp"

namespace lightsweep::kernels {

class FlowApproximation {
  public:
    /// The pricing must outlive this.
    explicit FlowApproximation(PathPricing& pricing);

    /// Runs until (high - low) / high <= gap, at most about `searches` rounds of path searches and
    /// `rounds` rounds in all. True if the gap was reached.
    bool improve(double gap, int searches, int rounds);

    /// Proven by a flow, in units of the problem.
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
    int spacing_ = 1;  ///< rounds from one that searches to the next
    double sent_ = 0;  ///< by every pair in this stage
    double low_ = 0;
};

}  // namespace lightsweep::kernels
