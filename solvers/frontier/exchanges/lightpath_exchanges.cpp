// All-to-alls on a WDM ring that leave the neighbour ring once: one step over a few hops of
// lightpaths.
//
// All nodes light the same offsets, to both sides. The n arcs of length a around a ring of n nodes
// take ceil(n / floor(n / a)) colours of each fibre: cut the ring into floor(n / a) blocks of
// nodes, as equal as possible, whose nodes take the colours in order. No choice carries less than
// the blocks' distances (kernels/cost/exchange_bounds.hpp): lightpaths save hops alone, and pay D.
#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Elements = std::vector<Node>;

/// Colours of one wavelength for all nodes at that offset.
Node colours_of(Node n, Node offset) {
    const Node together = n / offset;
    return (n + together - 1) / together;
}

Node colours_of(Node n, const Elements& offsets) {
    Node sum = 0;
    for (const Node one : offsets) sum += colours_of(n, one);
    return sum;
}

/// Hops of every element over these offsets to both sides.
std::vector<int> hops_over(Node n, const Elements& offsets) {
    std::vector<int> hops(std::size_t(n), n);
    Elements queue{0};
    hops[0] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (const Node offset : offsets)
            for (const Node by : {offset, n - offset}) {
                const auto to = std::size_t((queue[head] + by) % n);
                if (hops[to] < n) continue;
                hops[to] = hops[std::size_t(queue[head])] + 1;
                queue.push_back(static_cast<Node>(to));
            }
    return hops;
}

/// So many offsets within the colours, with few hops for the farthest block and little load.
Elements searched(Node n, Node wavelengths, std::size_t count, std::mt19937_64& random) {
    const auto draw = [&] { return 1 + static_cast<Node>(random() % std::uint64_t(n / 2)); };
    Elements offsets(count, 1), best;
    anneal(
        random, 20000, 2.0,
        [&] {
            const auto at = std::size_t(random() % count);
            const Node before = std::exchange(offsets[at], draw());
            return [&offsets, at, before] { offsets[at] = before; };
        },
        [&] {
            const auto hops = hops_over(n, offsets);
            const auto over = std::max(0, colours_of(n, offsets) - wavelengths);
            return 4.0 * *std::ranges::max_element(hops) + 10.0 * over +
                   std::accumulate(hops.begin(), hops.end(), 0.0) / n;
        },
        [&] {
            if (colours_of(n, offsets) <= wavelengths) best = offsets;
        });
    return best;
}

/// The step to all other nodes over these offsets, some of them on several wavelengths.
FrontierPlan plan_of(Node n, Node wavelengths, const Elements& offsets) {
    FrontierPlan plan{"lightpaths", "offsets " + listed(offsets), {{0, 0, 1}}};
    MovementStep step;
    for (const Node offset : offsets) step.lanes.insert(step.lanes.end(), {offset, n - offset});
    step.peers.resize(std::size_t(n - 1));
    std::iota(step.peers.begin(), step.peers.end(), 1);
    const Group group(n);
    const auto x = balanced(group, {over_lanes(group, step, 2 * wavelengths, plan.steps[0].hops)});
    if (x.empty()) return {};
    plan.steps[0].x = x[0];
    plan.moves = moving([group, step = std::move(step)] { return Movement{group, {step}}; });
    return plan;
}

}  // namespace

Plans lightpath_exchanges(Node n, Node wavelengths) {
    Plans plans;
    if (n < 8 || n > 128 || 2 * wavelengths < n - 1) return plans;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 512 +
                           static_cast<std::uint64_t>(wavelengths));
    for (std::size_t count = 2; count <= 8; ++count) {
        auto offsets = searched(n, wavelengths, count, random);
        if (offsets.empty()) break;
        std::ranges::sort(offsets);
        // Wavelengths that are left repeat the offsets in turn, the shortest ones first.
        for (std::size_t i = 0, kept = offsets.size(); i < kept; i = (i + 1) % kept) {
            if (colours_of(n, offsets) + colours_of(n, offsets[i]) > wavelengths) break;
            offsets.push_back(offsets[i]);
        }
        std::ranges::sort(offsets);
        if (auto plan = plan_of(n, wavelengths, offsets); !plan.steps.empty())
            plans.push_back(std::move(plan));
    }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
