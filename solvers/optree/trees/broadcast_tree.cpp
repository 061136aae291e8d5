#include "solvers/optree/trees/broadcast_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace lightsweep::solvers::optree {

namespace {

using Point = std::span<const Coordinate>;

/// Order by side, step and size of each coordinate in turn, so that the sets needed by expand() are
/// contiguous.
bool earlier(Point a, Point b) {
    const auto both = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < both; ++i) {
        if ((a[i].value < 0) != (b[i].value < 0)) return a[i].value > 0;
        if (a[i].step != b[i].step) return a[i].step < b[i].step;
        if (a[i].value != b[i].value) return std::abs(a[i].value) < std::abs(b[i].value);
    }
    return a.size() < b.size();
}

/// A range of sorted points [begin, end) that agree in the coordinates before `depth`.
struct Run {
    const Point *begin, *end;
    std::size_t depth;

    std::int32_t size() const { return static_cast<std::int32_t>(end - begin); }
    const Coordinate& head(const Point* p) const { return (*p)[depth]; }
    template <typename Same>
    const Point* while_true(const Point* from, const Same& same) const {
        return std::partition_point(from, end, same);
    }
};

class TreeBuilder {
  public:
    explicit TreeBuilder(std::vector<TreeEdge>& edges) : edges_(edges) {}

    void expand(std::int32_t root, std::int32_t side, Run run) {
        while (run.begin != run.end) {
            const auto step = run.head(run.begin).step;
            const auto* stop = run.while_true(
                run.begin, [&](const Point& p) { return p[run.depth].step == step; });
            root = call(root, side, {run.begin, stop, run.depth});
            run.begin = stop;
        }
    }

  private:
    /// Handles all points that start with the same step; returns the outermost node called.
    std::int32_t call(std::int32_t root, std::int32_t side, Run run) {
        const auto most = std::abs(run.head(run.end - 1).value);
        std::vector<Run> sizes;
        for (const auto* p = run.begin; p != run.end;) {
            const auto value = run.head(p).value;
            const auto* stop =
                run.while_true(p, [&](const Point& q) { return q[run.depth].value == value; });
            sizes.push_back({p, stop, run.depth + 1});
            p = stop;
        }
        if (static_cast<std::int32_t>(sizes.size()) != most) throw not_closed();
        auto current = root;
        for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
            if (size->begin->size() != size->depth) throw not_closed();
            const auto next = fill(current, side, *size);
            edges_.push_back({root, next, run.head(run.begin).step});
            current = next;
        }
        return current;
    }
    /// Handles the points between two consecutive called nodes; returns the farther one.
    std::int32_t fill(std::int32_t current, std::int32_t side, const Run& run) {
        const auto* first = run.begin + 1;
        const auto* turn =
            run.while_true(first, [&](const Point& p) { return p[run.depth].value > 0; });
        Run upward{first, turn, run.depth}, downward{turn, run.end, run.depth};
        const auto& outward = side > 0 ? upward : downward;
        const auto& back = side > 0 ? downward : upward;
        expand(current, side, outward);
        const auto next = current + side * (outward.size() + back.size() + 1);
        expand(next, -side, back);
        return next;
    }
    static std::logic_error not_closed() {
        return std::logic_error("broadcast_tree: a point's predecessor is missing");
    }

    std::vector<TreeEdge>& edges_;
};

void set_arrivals(BroadcastTree& tree, std::size_t nodes) {
    for (const auto& edge : tree.edges) tree.lowest = std::min(tree.lowest, edge.to);
    constexpr auto never = std::numeric_limits<std::int32_t>::max();
    tree.arrival.assign(nodes, never);
    tree.arrival[-tree.lowest] = -1;
    for (const auto& edge : tree.edges) {
        const auto at = static_cast<std::size_t>(edge.to - tree.lowest);
        if (at >= nodes || tree.arrival[at] != never)
            throw std::logic_error("broadcast_tree: the offsets are not consecutive");
        tree.arrival[at] = edge.step;
    }
}

}  // namespace

BroadcastTree broadcast_tree(const VectorSet& set) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (!set[i].empty()) points.push_back(set[i]);
    std::ranges::sort(points, earlier);
    const auto* begin = points.data();
    const auto* end = begin + points.size();
    const auto* turn =
        std::partition_point(begin, end, [](const Point& p) { return p[0].value > 0; });
    BroadcastTree tree;
    TreeBuilder builder(tree.edges);
    builder.expand(0, 1, {begin, turn, 0});
    builder.expand(0, -1, {turn, end, 0});
    std::ranges::stable_sort(tree.edges,
                             [](const auto& a, const auto& b) { return a.step < b.step; });
    set_arrivals(tree, set.size());
    return tree;
}

}  // namespace lightsweep::solvers::optree
