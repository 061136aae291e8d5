#include <algorithm>

#include "kernels/rack/fibre_cuts.hpp"

namespace lightsweep::kernels {

namespace {

/// Edges on which no place stays free, because they are on the boundary of a rectangle that needs
/// all places.
std::vector<bool> full_edges(int most, const GridShape& grid, std::span<const Pair> circuits,
                             std::span<const int> existing) {
    std::vector<bool> full(grid.edge_numbers(), false);
    const auto mark_beside = [&](Node a, Node b) { full[grid.edge(a, b)] = true; };
    for_each_rectangle(grid, circuits, existing, [&](const RectangleCut& cut) {
        if (cut.circuits != most * cut.edges) return;
        for (Node column = cut.first_column; column <= cut.last_column; ++column) {
            const Node top = cut.first_row * grid.columns + column;
            const Node bottom = cut.last_row * grid.columns + column;
            if (cut.first_row > 0) mark_beside(top, top - grid.columns);
            if (cut.last_row + 1 < grid.rows) mark_beside(bottom, bottom + grid.columns);
        }
        for (Node row = cut.first_row; row <= cut.last_row; ++row) {
            const Node left = row * grid.columns + cut.first_column;
            const Node right = row * grid.columns + cut.last_column;
            if (cut.first_column > 0) mark_beside(left, left - 1);
            if (cut.last_column + 1 < grid.columns) mark_beside(right, right + 1);
        }
    });
    return full;
}

/// Per server: whether an odd number of places on its edges stays free.
std::vector<bool> odd_servers(int most, const GridShape& grid, std::span<const Pair> circuits,
                              std::span<const int> existing) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(grid.nodes()), 0);
    for (const auto& [from, to] : circuits) {
        --places[from];
        --places[to];
    }
    std::vector<bool> odd(places.size());
    for (Node node = 0; node < grid.nodes(); ++node) {
        grid.neighbours(node, [&](Node, std::size_t edge) {
            places[node] += most - (existing.empty() ? 0 : existing[edge]);
        });
        odd[node] = places[node] % 2 != 0;
    }
    return odd;
}

/// Whether the piece of a server is odd; visits all servers of the piece.
bool piece_is_odd(Node start, const GridShape& grid, const std::vector<bool>& full,
                  const std::vector<bool>& odd_server, std::vector<bool>& visited) {
    std::vector<Node> waiting{start};
    visited[start] = true;
    bool odd = false;
    while (!waiting.empty()) {
        const Node node = waiting.back();
        waiting.pop_back();
        odd ^= odd_server[node];
        grid.neighbours(node, [&](Node other, std::size_t edge) {
            if (full[edge] || visited[other]) return;
            visited[other] = true;
            waiting.push_back(other);
        });
    }
    return odd;
}

}  // namespace

bool parity_rules_out(int most, const GridShape& grid, std::span<const Pair> circuits,
                      std::span<const int> existing) {
    const auto full = full_edges(most, grid, circuits, existing);
    const auto odd = odd_servers(most, grid, circuits, existing);
    std::vector<bool> visited(odd.size(), false);
    for (Node node = 0; node < grid.nodes(); ++node)
        if (!visited[node] && piece_is_odd(node, grid, full, odd, visited)) return true;
    return false;
}

}  // namespace lightsweep::kernels
