#include "kernels/rack/fibre_cuts.hpp"

#include <algorithm>
#include <cstdint>

namespace lightsweep::kernels {

namespace {

/// The rectangles of rows r0..r1, for growing r1.
class RowBand {
  public:
    RowBand(const GridShape& grid, std::span<const Pair> circuits, std::span<const int> existing)
        : grid_(grid),
          existing_(existing),
          low_(static_cast<std::size_t>(grid.rows)),
          high_(low_.size()),
          width_(static_cast<std::size_t>(grid.columns)) {
        for (const auto& [from, to] : circuits) {
            high_[std::max(from, to) / grid.columns].push_back({from, to});
            low_[std::min(from, to) / grid.columns].push_back({from, to});
        }
    }

    void begin(Node row) {
        first_row_ = row;
        ends_.assign(width_ + 1, 0);
        beside_.assign(width_ + 1, 0);
        pairs_.assign(width_ * width_, 0);
    }

    void add(Node row) {
        last_row_ = row;
        for (const auto& [from, to] : low_[row]) ++ends_[std::min(from, to) % grid_.columns];
        for (const auto& [from, to] : high_[row]) {
            ++ends_[std::max(from, to) % grid_.columns];
            if (std::min(from, to) / grid_.columns < first_row_) continue;
            const Node a = from % grid_.columns, b = to % grid_.columns;
            ++pairs_[std::min(a, b) * width_ + std::max(a, b)];
        }
        for (Node column = 1; column < grid_.columns; ++column)
            beside_[column] += there(row * grid_.columns + column - 1, 0);
    }

    void visit_rectangles(const std::function<void(const RectangleCut&)>& visit) {
        inside_.assign((width_ + 1) * (width_ + 1), 0);
        for (Node c0 = grid_.columns - 1; c0 >= 0; --c0) {
            std::int64_t ends = 0, across = 0;
            for (Node c1 = c0; c1 < grid_.columns; ++c1) {
                ends += ends_[c1];
                across += there((first_row_ - 1) * grid_.columns + c1, 1) +
                          there(last_row_ * grid_.columns + c1, 1);
                const std::int64_t circuits =
                    ends - 2 * circuits_inside(c0, c1) + across + beside_[c0] + beside_[c1 + 1];
                const std::int64_t edges = boundary(c0, c1);
                if (edges > 0) visit({first_row_, last_row_, c0, c1, circuits, edges});
            }
        }
    }

  private:
    /// Circuits already on the edge from a node to the right (0) or downwards (1).
    std::int64_t there(Node node, int down) const {
        return existing_.empty() || node < 0 ? 0
                                             : existing_[2 * static_cast<std::size_t>(node) + down];
    }
    std::int64_t circuits_inside(Node c0, Node c1) {
        const auto at = [&](Node a, Node b) -> std::int64_t& {
            return inside_[static_cast<std::size_t>(a) * (width_ + 1) + b + 1];
        };
        const std::int64_t shorter = at(c0 + 1, c1) + at(c0, c1 - 1) - at(c0 + 1, c1 - 1);
        return at(c0, c1) = shorter + pairs_[c0 * width_ + c1];
    }
    std::int64_t boundary(Node c0, Node c1) const {
        const Node rows = last_row_ - first_row_ + 1;
        return std::int64_t{rows} * ((c0 > 0) + (c1 + 1 < grid_.columns)) +
               std::int64_t{c1 - c0 + 1} * ((first_row_ > 0) + (last_row_ + 1 < grid_.rows));
    }

    const GridShape& grid_;
    std::span<const int> existing_;
    std::vector<std::vector<Pair>> low_, high_;  ///< circuits by the lesser and the greater row
    std::size_t width_;
    Node first_row_ = 0, last_row_ = 0;
    std::vector<std::int64_t> ends_;    ///< of circuits, in each column of the band
    std::vector<std::int64_t> beside_;  ///< circuits already there on the edges left of each column
    std::vector<std::int64_t>
        pairs_;  ///< circuits within the band by their columns, left and right
    std::vector<std::int64_t> inside_;
};

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

void for_each_rectangle(const GridShape& grid, std::span<const Pair> circuits,
                        std::span<const int> existing,
                        const std::function<void(const RectangleCut&)>& visit) {
    RowBand band(grid, circuits, existing);
    for (Node r0 = 0; r0 < grid.rows; ++r0) {
        band.begin(r0);
        for (Node r1 = r0; r1 < grid.rows; ++r1) {
            band.add(r1);
            band.visit_rectangles(visit);
        }
    }
}

int fibre_cut_bound(const GridShape& grid, std::span<const Pair> circuits,
                    std::span<const int> existing) {
    std::int64_t best = 0;
    for (const int load : existing) best = std::max<std::int64_t>(best, load);
    for_each_rectangle(grid, circuits, existing, [&](const RectangleCut& cut) {
        best = std::max(best, (cut.circuits + cut.edges - 1) / cut.edges);
    });
    return static_cast<int>(best);
}

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
