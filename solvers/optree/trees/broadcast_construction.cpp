#include "solvers/optree/trees/broadcast_construction.hpp"

#include <algorithm>
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
    std::stable_sort(rings.begin(), rings.end(), [&](auto a, auto b) {
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
    const auto most = *std::max_element(chooser.loads().begin(), chooser.loads().end());
    if (most > task.wavelengths) return {};
    return with_wavelengths(task, nodes, steps, std::move(trees));
}

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
            plan.launches[static_cast<std::size_t>(edge.step)][edge.clockwise() ? 0 : 1]
                .calls.push_back({static_cast<std::int32_t>(item), edge});
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

}  // namespace lightsweep::solvers::optree
