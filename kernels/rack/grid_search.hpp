#pragma once
// Shortest paths on a grid by A*, with the tie-breaking of Dijkstra's algorithm and without a pass
// over the grid between searches.
//
// Dijkstra's algorithm with a heap ordered by (distance, node) and strict improvement reaches every
// node from the neighbour on a shortest path that has the least (distance, node), provided that
// distances grow along paths. So the distances of the nodes on shortest paths are enough, in any
// order of discovery. A* finds them among the nodes with distance + bound <= distance of the
// target. Its bound is the number of edges to the target, with the last edge at the least weight of
// the target's edges. Nodes of equal key, such as all nodes between the ends in an empty grid, wait
// on a stack instead of the heap.
//
// From 2^52 on, adding 1 may not change a distance any more. Then the order of the heap's entries
// counts, and keys that are equal by rounding alone would expand nodes again and again. In this
// case the search is Dijkstra's, entry by entry.

#include <limits>
#include <span>
#include <vector>

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

class GridSearch {
  public:
    explicit GridSearch(const GridShape& grid);

    /// Nodes of a shortest path, ends included, under weights per edge number, each >= 1 or
    /// infinite. Empty if every path is infinite. Valid until the next search.
    std::span<const Node> shortest(Pair pair, std::span<const double> weights);

  private:
    struct Entry {
        double key, distance;
        Node node;
        bool operator>(const Entry& other) const {
            return key != other.key ? key > other.key : node > other.node;
        }
    };
    double distance(Node node) const {
        return search_of_[node] == search_ ? distance_[node] : infinity;
    }
    void begin(Node source);
    /// False if the weights are too large for exact sums.
    bool find_distances(Pair pair, std::span<const double> weights);
    void expand(const Entry& entry, double key, std::span<const double> weights);
    void trace(Pair pair, std::span<const double> weights);
    void follow_dijkstra(Pair pair, std::span<const double> weights);
    void aim(Node target, std::span<const double> weights);
    /// Lower bound on the weight of any path from a node to the target.
    double bound(Node node) const;
    void push(const Entry& entry);
    Entry pop();

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    GridShape grid_;
    Node target_ = 0;
    double last_step_ = 0;  ///< least weight of the target's edges
    std::uint32_t search_ = 0;
    std::vector<std::uint32_t> search_of_;  ///< search that last set the node's distance
    std::vector<double> distance_;
    std::vector<Entry> heap_, stack_;
    std::vector<Node> path_;
};

}  // namespace lightsweep::kernels
