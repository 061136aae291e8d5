#include "kernels/rack/grid_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace lightsweep::kernels {

namespace {

/// Allows for the rounding of distances, so that no node on a shortest path is missed.
constexpr double slack = 1 + 1e-12;

/// Sums of whole weights are exact up to 2^53.
constexpr double exact_below = 4503599627370496.0;  // 2^52

}  // namespace

GridSearch::GridSearch(const GridShape& grid)
    : grid_(grid),
      search_of_(static_cast<std::size_t>(grid.nodes()), 0),
      distance_(static_cast<std::size_t>(grid.nodes())) {}

void GridSearch::aim(Node target, std::span<const double> weights) {
    target_ = target;
    last_step_ = infinity;
    grid_.neighbours(
        target, [&](Node, std::size_t edge) { last_step_ = std::min(last_step_, weights[edge]); });
}

double GridSearch::bound(Node node) const {
    if (node == target_) return 0;
    const Node down = std::abs(node / grid_.columns - target_ / grid_.columns);
    const Node across = std::abs(node % grid_.columns - target_ % grid_.columns);
    return last_step_ + (down + across - 1);
}

void GridSearch::push(const Entry& entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), std::greater{});
}

GridSearch::Entry GridSearch::pop() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater{});
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
}

void GridSearch::begin(Node source) {
    if (++search_ == 0) {  // the counter has wrapped around
        std::ranges::fill(search_of_, 0);
        search_ = 1;
    }
    heap_.clear();
    stack_.clear();
    path_.clear();
    search_of_[source] = search_;
    distance_[source] = 0;
}

void GridSearch::expand(const Entry& entry, double key, std::span<const double> weights) {
    grid_.neighbours(entry.node, [&](Node next, std::size_t edge) {
        const double reached = entry.distance + weights[edge];
        if (!(reached < distance(next))) return;
        search_of_[next] = search_;
        distance_[next] = reached;
        const Entry found{reached + bound(next), reached, next};
        if (found.key <= key)
            stack_.push_back(found);
        else
            push(found);
    });
}

bool GridSearch::find_distances(Pair pair, std::span<const double> weights) {
    begin(pair.from);
    aim(pair.to, weights);
    if (last_step_ == infinity) return true;
    push({bound(pair.from), 0, pair.from});
    while (!heap_.empty() && heap_.front().key <= distance(pair.to) * slack) {
        const double key = heap_.front().key;
        // Keys that rounding makes equal would have nodes expanded again and again.
        if (key == infinity) return true;
        if (key >= exact_below) return false;
        stack_.push_back(pop());
        while (!stack_.empty()) {
            const Entry entry = stack_.back();
            stack_.pop_back();
            if (entry.distance == distance_[entry.node]) expand(entry, key, weights);
        }
    }
    return true;
}

void GridSearch::trace(Pair pair, std::span<const double> weights) {
    path_.push_back(pair.to);
    while (path_.back() != pair.from) {
        const Node node = path_.back();
        Node best = -1;
        grid_.neighbours(node, [&](Node before, std::size_t edge) {
            if (distance(before) + weights[edge] != distance(node)) return;
            if (best < 0 || distance(before) < distance(best)) best = before;
        });
        path_.push_back(best);
    }
    std::ranges::reverse(path_);
}

void GridSearch::follow_dijkstra(Pair pair, std::span<const double> weights) {
    begin(pair.from);
    std::vector<Node> before(static_cast<std::size_t>(grid_.nodes()), -1);
    push({0, 0, pair.from});
    while (!heap_.empty()) {
        const Entry entry = pop();
        if (entry.node == pair.to) break;
        if (entry.distance > distance_[entry.node]) continue;
        grid_.neighbours(entry.node, [&](Node next, std::size_t edge) {
            const double reached = entry.distance + weights[edge];
            if (!(reached < distance(next))) return;
            search_of_[next] = search_;
            distance_[next] = reached;
            before[next] = entry.node;
            push({reached, reached, next});
        });
    }
    if (distance(pair.to) == infinity) return;
    for (Node node = pair.to; node >= 0; node = before[node]) path_.push_back(node);
    std::ranges::reverse(path_);
}

std::span<const Node> GridSearch::shortest(Pair pair, std::span<const double> weights) {
    if (!find_distances(pair, weights))
        follow_dijkstra(pair, weights);
    else if (distance(pair.to) < infinity)
        trace(pair, weights);
    return path_;
}

}  // namespace lightsweep::kernels
