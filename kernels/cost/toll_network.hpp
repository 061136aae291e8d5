#pragma once
// The ways of the contributions of an all-reduce on a ring or torus (path_tolls.hpp): one layer of
// displacements after every step, and moves between them that pay tolls.
//
// Reflections leave a network as it is, so that one end stands for all its images (`weight`), one
// move for all of its images, and displacements are the same if a reflection that keeps the end
// takes one to the other. What is left of the displacements are the nodes of the layers.

#include <cstdint>
#include <vector>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

class TollNetwork {
  public:
    /// `count` displacements of node `from` come to node `to`.
    struct Way {
        std::size_t from, to;
        double count;
    };
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

    /// ends: displacements in every dimension; those that a reflection takes to an earlier one
    /// count with it.
    TollNetwork(const std::vector<Node>& dims, bool directed, std::int64_t steps,
                const std::vector<std::vector<Node>>& ends);

    /// Nodes of all layers but the one before the first step, which has the source alone.
    std::size_t nodes() const { return weights_.size(); }
    std::size_t source() const { return nodes(); }
    const std::vector<double>& weights() const { return weights_; }  ///< ends per node
    const std::vector<Step>& steps() const { return steps_; }
    const std::vector<Move>& moves() const { return moves_; }
    const std::vector<Way>& ways() const { return ways_; }
    /// Without toll: to stay, and one way also to pass the source, to any smaller displacement.
    const std::vector<Way>& free_ways() const { return free_; }

    /// Sum over the ends of the cheapest path's toll; tolls[i] of ways()[i].
    double cheapest(const std::vector<double>& tolls) const;

  private:
    struct End;
    struct Pattern;
    void add_step(const Pattern& all, std::int64_t step, std::int64_t steps);

    std::vector<double> weights_{};
    std::vector<Step> steps_{};
    std::vector<Move> moves_{};
    std::vector<Way> ways_{}, free_{};
};

}  // namespace lightsweep::kernels
