#pragma once
// Common part of column generation and of the certified approximation of the concurrent flow: the
// scaled problem, the paths found so far, and the bound that link weights prove.
//
//   theta <= (sum over links of c w) / (sum over pairs of the w-distance)   for any weights w >= 0
//
// Scaling. Let B be the smallest width of the pairs' widest paths. Sending B / (number of pairs)
// along every widest path overloads no link, and no pair can send more than (links) * B, so B /
// pairs <= theta <= links * B. In units of B, capacities above pairs * links never bind and are cut
// there. Links whose summed capacity is tiny are left out: the flow through them is smaller than
// their capacity, so theta loses at most that much (in the bound they have the largest distance as
// weight, which keeps them off every shortest path). Symmetry: kernels/flow/translation_orbits.hpp.

#include <span>
#include <unordered_set>

#include "kernels/flow/translation_orbits.hpp"
#include "kernels/topologies/link_graph.hpp"

namespace lightsweep::kernels {

/// A concurrent flow problem in scaled units: theta of the original is `unit` times theta of this
/// one. Pairs that translations make equal are stored once; capacities are stored by classes of
/// links.
struct FlowProblem {
    FlowProblem(const Topology& topology, const Demand& demand);

    std::vector<Pair> pairs;
    double unit = 0;               ///< 0 if some pair is not connected
    double left_out = 0;           ///< summed capacity of the links left out
    std::vector<double> capacity;  ///< capacity of each class of links
    LinkGraph graph;

  private:
    void scale();
    void reduce(const TranslationOrbits& orbits);
};

/// Distinct paths per pair, each as a list of link classes; a class may occur several times.
class PathPool {
  public:
    explicit PathPool(std::size_t pairs) : of_pair_(pairs) {}

    /// Adds a path; false if it is there already.
    bool add(std::size_t pair, std::span<const Link> path);
    std::size_t paths() const { return end_.size(); }
    std::span<const Link> links(std::size_t path) const;
    /// Indices of a pair's paths.
    std::span<const Link> of_pair(std::size_t pair) const { return of_pair_[pair]; }

  private:
    std::vector<Link> links_;
    std::vector<std::size_t> end_;
    std::vector<std::vector<Link>> of_pair_;
    std::unordered_set<std::uint64_t> known_;
};

class PathPricing {
  public:
    /// Keeps a reference: the problem must outlive this object, and its unit must not be 0.
    explicit PathPricing(const FlowProblem& problem);

    /// Finds the shortest path of one pair, adds it and returns it.
    const std::vector<Link>& search(std::size_t pair, std::span<const double> weights);
    /// Finds the shortest path of every pair, improves the bound and adds the paths. Returns the
    /// number of new paths.
    std::size_t price(std::span<const double> weights);

    const FlowProblem& problem() const { return problem_; }
    const PathPool& pool() const { return pool_; }
    /// Smallest upper bound so far, in units of the problem, and the weights that prove it.
    double high() const { return high_; }
    const std::vector<double>& best_weights() const { return best_weights_; }

  private:
    const FlowProblem& problem_;
    PathSearch search_;
    PathPool pool_;
    double high_;
    std::vector<double> best_weights_;
};

}  // namespace lightsweep::kernels
