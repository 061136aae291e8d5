#pragma once
// Shortest paths on a grid: A*, with the ties of Dijkstra's algorithm, and without a pass over the
// grid from search to search.
//
// Dijkstra's algorithm with a heap ordered by (distance, node) and strict improvement reaches every
// node from that neighbour on a shortest path which has the least (distance, node), provided that
// distances grow along paths. So the distances of the nodes on shortest paths are enough, in
// whatever order they were found. A* finds them among the nodes with distance + bound <= distance
// of the target, its bound being the edges to the target, the last one at the least weight of the
// target's edges. Nodes of equal key, as all are between the ends of an empty grid, wait on a stack
// instead of the heap.
//
// From 2^52 on adding 1 may not change a distance any more: the order of the heap's entries counts,
// and keys that are equal by rounding alone would have nodes expanded over and over. Then the
// search is Dijkstra's, entry by entry.

#include <limits>
#include <span>
#include <vector>

#include "kernels/circuits.hpp"

namespace lightsweep::kernels {

class GridSearch {
  public:
    explicit GridSearch(const GridShape& grid);

    /// The nodes of a shortest path, ends included, by weights per edge number, each >= 1 or
    /// infinite; empty if every path is infinite. Valid until the next search.
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
    /// False if weights on the way are too large for its sums to be exact.
    bool find_distances(Pair pair, std::span<const double> weights);
    void expand(const Entry& entry, double key, std::span<const double> weights);
    void trace(Pair pair, std::span<const double> weights);
    void follow_dijkstra(Pair pair, std::span<const double> weights);
    void aim(Node target, std::span<const double> weights);
    /// What any path from a node to the target weighs at least.
    double bound(Node node) const;
    void push(const Entry& entry);
    Entry pop();

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    GridShape grid_;
    Node target_ = 0;
    double last_step_ = 0;  ///< least weight of the target's edges
    std::uint32_t search_ = 0;
    std::vector<std::uint32_t> search_of_;  ///< search that set the node's distance
    std::vector<double> distance_;
    std::vector<Entry> heap_, stack_;
    std::vector<Node> path_;
};

}  // namespace lightsweep::kernels
