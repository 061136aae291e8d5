#pragma once
// What column generation and the certified approximation of the concurrent flow share: the scaled
// problem, the paths found so far, and the bound that link weights prove.
//
//   theta <= (sum over links of c w) / (sum over pairs of the w-distance)   for any weights w >= 0
//
// Scaling. Let B be the least, over the pairs, of the widest path's width. Sending B / (number of
// pairs) along every widest path overloads nothing, and no pair gets more than (links) * B through,
// so B / pairs <= theta <= links * B. In units of B, capacities above pairs * links never bind and
// are cut there; links that are tiny even in sum are left out: all flow through them is less than
// their capacity, so theta loses at most that (they enter the bound with the largest distance as
// weight, which keeps them off every shortest path). Symmetry: see kernels/translation_orbits.hpp.

#include <functional>
#include <span>
#include <unordered_set>

#include "kernels/link_graph.hpp"
#include "kernels/translation_orbits.hpp"

namespace lightsweep::kernels {

/// Links, capacities in units of `unit` [b], pairs to connect: theta = unit * theta of this. What
/// translations make equal is there once: pairs, and capacities by classes of links.
struct FlowProblem {
    /// checkpoint, if any, is called before every search and may throw to end the work.
    FlowProblem(const Topology& topology, const Demand& demand,
                const std::function<void()>& checkpoint = {});

    std::vector<Pair> pairs;
    double unit = 0;               ///< 0 if some pair is not connected
    double left_out = 0;           ///< summed capacity of the links left out
    std::vector<double> capacity;  ///< of a class of links
    LinkGraph graph;

  private:
    void scale();
    void reduce(const TranslationOrbits& orbits);
};

/// Distinct paths per pair, as classes of links; a class may come more than once.
class PathPool {
  public:
    explicit PathPool(std::size_t pairs) : of_pair_(pairs) {}

    /// False if the path is there already.
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
    /// The problem must outlive this; its unit must not be 0. checkpoint, if any, is called before
    /// every search and may throw to end the work.
    explicit PathPricing(const FlowProblem& problem, std::function<void()> checkpoint = {});

    /// Finds one pair's shortest path and adds it; the path.
    const std::vector<Link>& search(std::size_t pair, std::span<const double> weights);
    /// Finds every pair's shortest path, improves the bound, adds the paths; how many were new.
    std::size_t price(std::span<const double> weights);

    const FlowProblem& problem() const { return problem_; }
    const PathPool& pool() const { return pool_; }
    /// Least bound so far, in units of the problem, and the weights that prove it.
    double high() const { return high_; }
    const std::vector<double>& best_weights() const { return best_weights_; }
    const std::function<void()>& checkpoint() const { return checkpoint_; }

  private:
    const FlowProblem& problem_;
    PathSearch search_;
    PathPool pool_;
    double high_;
    std::vector<double> best_weights_;
    std::function<void()> checkpoint_;
};

}  // namespace lightsweep::kernels
