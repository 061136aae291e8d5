#include "solvers/optree/trees/broadcast_construction.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "kernels/wdm/broadcast_bound.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr std::size_t most_rings = 60;  ///< virtual rings tried per number of steps

bool enough_wire(const RingTask& task, std::int64_t nodes, std::int64_t steps) {
    return task.items_per_node * kernels::fill_shells(steps, nodes).sum <=
           2 * task.wavelengths * steps;
}

/// Rank by the chance that wavelengths fit: multiples of w first, then rings with a divisor just
/// below w.
int rank(std::int64_t nodes, std::int64_t wavelengths) {
    if (nodes % wavelengths == 0) return 0;
    for (auto d = wavelengths; d >= std::max<std::int64_t>(1, wavelengths - 2); --d)
        if (nodes % d == 0) return 1;
    return 2;
}

std::vector<std::int64_t> virtual_rings(const RingTask& task, std::int64_t steps) {
    std::vector<std::int64_t> rings;
    const auto last = ceil_div(task.nodes, task.wavelengths) * task.wavelengths;
    for (auto v = task.nodes; v <= last && enough_wire(task, v, steps); ++v) rings.push_back(v);
    std::ranges::stable_sort(rings, [&](auto a, auto b) {
        return rank(a, task.wavelengths) < rank(b, task.wavelengths);
    });
    if (rings.size() > most_rings) rings.resize(most_rings);
    return rings;
}

std::optional<BroadcastConstruction> try_ring(const RingTask& task, std::int64_t nodes,
                                              std::int64_t steps, RestRule rule) {
    VectorChooser chooser(steps, nodes, rule);
    std::vector<BroadcastTree> trees;
    for (std::int64_t item = 0; item < task.items_per_node; ++item)
        trees.push_back(broadcast_tree(chooser.next()));
    const auto most = *std::ranges::max_element(chooser.loads());
    if (most > task.wavelengths) return {};
    return with_wavelengths(task, nodes, steps, std::move(trees));
}

using kernels::Direction;
using kernels::Lightpaths;
using kernels::Node;

/// A virtual ring laid over the physical one: virtual node v is node floor(v N / V).
class VirtualRing {
  public:
    VirtualRing(std::int64_t nodes, std::int64_t virtual_nodes)
        : size_(virtual_nodes), physical_(static_cast<std::size_t>(virtual_nodes)) {
        for (std::int64_t v = 0; v < virtual_nodes; ++v) {
            const auto node = v * nodes / virtual_nodes;
            physical_[v] = static_cast<Node>(node);
            if (static_cast<std::int64_t>(first_.size()) == node) first_.push_back(v);
        }
        first_.push_back(virtual_nodes);
    }
    Node node(std::int64_t v) const { return physical_[v]; }
    std::int64_t wrap(std::int64_t v) const {
        return v < 0 ? v + size_ : v >= size_ ? v - size_ : v;
    }
    /// Whether virtual node v's item stands for the item of its physical node.
    bool counts(std::int64_t v) const { return first(node(v)) == v; }

    /// Whether virtual node u + b is the first of its physical node to get the item of u.
    bool first_delivery(const BroadcastTree& tree, std::int64_t u, std::int32_t b) const {
        const auto target = wrap(u + b);
        const auto arrival = arrival_at(tree, u, target);
        for (auto v = first(node(target)); v < first(node(target) + 1); ++v) {
            const auto rival = arrival_at(tree, u, v);
            if (rival < arrival || (rival == arrival && v < target)) return false;
        }
        return true;
    }

  private:
    std::int64_t first(Node node) const { return first_[node]; }
    std::int32_t arrival_at(const BroadcastTree& tree, std::int64_t u, std::int64_t v) const {
        return tree.arrival[(v - u - tree.lowest + 2 * size_) % size_];
    }

    std::int64_t size_;
    std::vector<Node> physical_;
    std::vector<std::int64_t> first_{};
};

/// Writes the launches of one step in one direction.
class LaunchWriter {
  public:
    LaunchWriter(const BroadcastConstruction& plan, const VirtualRing& ring, Direction direction,
                 const StepLaunches& launches)
        : plan_(plan),
          ring_(ring),
          direction_(direction),
          launches_(launches),
          wavelengths_(plan.virtual_nodes, plan.task.wavelengths, launches.hops(),
                       launches.assignment) {}

    void write(Lightpaths& out) const {
        const bool all = plan_.virtual_nodes == plan_.task.nodes;
        for (std::size_t i = 0; i < launches_.calls.size(); ++i)
            for (std::int64_t u = 0; u < plan_.virtual_nodes; ++u)
                if (all || needed(launches_.calls[i], u)) write_call(out, i, u);
    }

  private:
    bool needed(const StepCall& call, std::int64_t u) const {
        const auto& tree = plan_.trees[call.item];
        return ring_.counts(u) && ring_.first_delivery(tree, u, call.edge.to);
    }
    void write_call(Lightpaths& out, std::size_t i, std::int64_t u) const {
        const auto& [item, edge] = launches_.calls[i];
        const auto source = ring_.wrap(u + edge.from);
        const auto position =
            direction_ == Direction::clockwise ? source : plan_.virtual_nodes - 1 - source;
        const auto m = static_cast<std::int32_t>(plan_.task.items_per_node);
        out.push_back({0, ring_.node(source), ring_.node(ring_.wrap(u + edge.to)),
                       ring_.node(u) * m + item, wavelengths_(i, position), direction_});
    }

    const BroadcastConstruction& plan_;
    const VirtualRing& ring_;
    Direction direction_;
    const StepLaunches& launches_;
    HopWavelengths wavelengths_;
};

}  // namespace

std::vector<std::int32_t> StepLaunches::hops() const {
    std::vector<std::int32_t> lengths;
    for (const auto& call : calls) lengths.push_back(call.edge.hop());
    return lengths;
}

std::int64_t BroadcastConstruction::transmitters() const {
    std::size_t most = 0;
    for (const auto& step : launches)
        for (const auto& direction : step) most = std::max(most, direction.calls.size());
    return static_cast<std::int64_t>(most);
}

std::int64_t BroadcastConstruction::longest() const {
    std::int32_t longest = 0;
    for (const auto& tree : trees)
        for (const auto& edge : tree.edges) longest = std::max(longest, edge.hop());
    return longest;
}

std::int64_t BroadcastConstruction::load(std::size_t step, int direction) const {
    const auto hops = launches[step][static_cast<std::size_t>(direction)].hops();
    return std::accumulate(hops.begin(), hops.end(), std::int64_t{0});
}

std::optional<BroadcastConstruction> with_wavelengths(const RingTask& task,
                                                      std::int64_t virtual_nodes,
                                                      std::int64_t steps,
                                                      std::vector<BroadcastTree> trees) {
    BroadcastConstruction plan;
    plan.task = task;
    plan.virtual_nodes = virtual_nodes;
    plan.trees = std::move(trees);
    plan.launches.resize(static_cast<std::size_t>(steps));
    for (std::size_t item = 0; item < plan.trees.size(); ++item)
        for (const auto& edge : plan.trees[item].edges)
            plan.launches[edge.step][edge.clockwise() ? 0 : 1].calls.push_back(
                {static_cast<std::int32_t>(item), edge});
    for (auto& step : plan.launches)
        for (auto& direction : step) {
            auto assignment = assign_hops(virtual_nodes, task.wavelengths, direction.hops());
            if (!assignment) return {};
            direction.assignment = std::move(*assignment);
        }
    return plan;
}

BroadcastConstruction plan_broadcast(const RingTask& task) {
    task.check();
    const auto bound =
        kernels::gather_lower_bound(task.nodes, task.wavelengths, task.items_per_node);
    for (auto steps = bound;; ++steps)
        for (const auto nodes : virtual_rings(task, steps))
            for (const auto rule : {RestRule::even, RestRule::late, RestRule::long_hops})
                if (auto plan = try_ring(task, nodes, steps, rule)) {
                    plan->lower_bound = bound;
                    return *std::move(plan);
                }
}

kernels::LightpathSchedule broadcast_schedule(BroadcastConstruction made) {
    const auto plan = std::make_shared<const BroadcastConstruction>(std::move(made));
    const auto ring = std::make_shared<const VirtualRing>(plan->task.nodes, plan->virtual_nodes);
    auto schedule =
        kernels::ring_schedule(plan->task.nodes, plan->task.wavelengths, plan->task.items_per_node);
    for (std::size_t step = 0; step < plan->launches.size(); ++step)
        schedule.stages.push_back(
            {1, kernels::Dimension::along_rows, [plan, ring, step](Lightpaths& out) {
                 const auto& [cw, ccw] = plan->launches[step];
                 out.reserve(out.size() + (cw.calls.size() + ccw.calls.size()) *
                                              static_cast<std::size_t>(plan->virtual_nodes));
                 LaunchWriter(*plan, *ring, Direction::clockwise, cw).write(out);
                 LaunchWriter(*plan, *ring, Direction::counterclockwise, ccw).write(out);
             }});
    return schedule;
}

}  // namespace lightsweep::solvers::optree
