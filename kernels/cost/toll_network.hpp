#pragma once
// The ways of the contributions of an all-reduce on a ring or torus (path_tolls.hpp): a layer of
// displacements after every step, and moves between them that pay tolls.
//
// Reflections leave a network as it is, so that one end stands for all its images, one move for all
// of its images, and displacements are one node if a reflection that keeps the end takes one to
// the other.

#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

/// `count` displacements of node `from` come to node `to`.
struct TollWay {
    std::size_t from, to;
    double count;
};

/// One step in the middle.
struct TollPattern {
    struct Move {
        double length;  ///< links
        std::vector<TollWay> ways;
    };
    struct End {
        std::size_t source, end;  ///< nodes
        double images;
    };
    struct Distances {
        double from_source, to_end;  ///< links
        std::size_t end;             ///< on paths to which end
    };

    std::vector<End> ends{};
    std::vector<Distances> nodes{};
    std::vector<Move> moves{};
    /// Without toll: to stay.
    std::vector<TollWay> stays{};
    /// One way, to pass the source, to any smaller displacement; without toll too.
    std::vector<TollWay> passes{};

    /// ends: displacements in every dimension; those that a reflection takes to an earlier one
    /// count with it.
    TollPattern(const std::vector<Node>& dims, bool directed,
                const std::vector<std::vector<Node>>& ends);

    /// One way, of a path to any end that passes the source.
    double fewest_links_past_source() const;
};

/// What the paths of a step may do, in links.
struct TollLimits {
    double move = std::numeric_limits<double>::infinity();         ///< longest
    double from_source = std::numeric_limits<double>::infinity();  ///< after the step
    double to_end = std::numeric_limits<double>::infinity();       ///< after the step
    bool may_pass = true;                                          ///< the source
};

class TollNetwork {
  public:
    /// The ways of one move, whose tolls add up to its length at most.
    struct Move {
        std::size_t first, last;  ///< ways
        double length;            ///< links
    };
    struct Step {
        std::size_t first_move, last_move, first_free, last_free;
        std::size_t before, nodes_before;  ///< first node of the layer before it, and their number
        std::size_t after, nodes_after;
    };

    /// As many steps as limits.
    TollNetwork(const TollPattern& pattern, const std::vector<TollLimits>& limits);

    /// Whether there is a path to every end; if not, there are no steps.
    bool has_paths() const { return !steps_.empty(); }
    /// Nodes of all layers but the one before the first step, which has the source alone.
    std::size_t nodes() const { return weights_.size(); }
    std::size_t source() const { return nodes(); }
    const std::vector<double>& weights() const { return weights_; }  ///< ends per node
    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<Move>& moves() const { return moves_; }
    const std::vector<TollWay>& ways() const { return ways_; }
    const std::vector<TollWay>& free_ways() const { return free_; }

    /// Sum over the ends of the cheapest path's toll; tolls[i] of ways()[i].
    double cheapest(const std::vector<double>& tolls) const;

  private:
    using Places = std::vector<std::size_t>;  ///< per node of the pattern its place in a layer
    void add_step(const TollPattern& pattern, const TollLimits& limits, std::size_t step,
                  const Places& before, const Places& after);

    std::vector<double> weights_{};
    std::vector<Step> steps_{};
    std::vector<Move> moves_{};
    std::vector<TollWay> ways_{}, free_{};
};

}  // namespace lightsweep::kernels
