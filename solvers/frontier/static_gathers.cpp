// All-gathers that stay on the base.
#include <algorithm>
#include <bit>
#include <cmath>

#include "solvers/frontier/gather_plans.hpp"
#include "solvers/frontier/ring_levels.hpp"
#include "solvers/frontier/torus_sets.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// Step t brings all blocks at distance t. A node's in-links lie in four directions of k/4 lanes.
FrontierPlan balls(const FrontierBase& base) {
    const Node rows = base.rows, columns = base.columns;
    // From which directions a block d positions around a ring of that size can come.
    const auto sides = [](Node d, Node size) {
        if (d == 0) return 0;
        return 2 * d == size ? 3 : 2 * d < size ? 1 : 2;
    };
    std::vector<std::vector<int>> blocks(static_cast<std::size_t>(base.diameter()),
                                         std::vector<int>(16));
    for (Node r = 0; r < rows; ++r)
        for (Node c = 0; c < columns; ++c)
            if (const Node far = std::min(r, rows - r) + std::min(c, columns - c); far > 0)
                ++blocks[far - 1][sides(r, rows) + 4 * sides(c, columns)];
    FrontierPlan plan{"static balls", std::to_string(rows) + " x " + std::to_string(columns), {}};
    for (const auto& step : blocks) {
        double most = 0;
        for (int set = 1; set < 16; ++set) {
            int within = 0;
            for (int from = 1; from < 16; ++from)
                if ((from & set) == from) within += step[from];
            most = std::max(most, 4.0 * within / std::popcount(unsigned(set)) / base.nodes());
        }
        plan.steps.push_back({1, most});
    }
    return plan;
}

/// Half the block through the rows first, half through the columns first, k/4 lanes a direction.
Plans halves(const FrontierBase& base) {
    Plans plans;
    const Node n = base.nodes(), each = base.lanes / 4;
    for (const auto& across : level_plans(base.columns, each, true))
        for (const auto& down : level_plans(base.rows, each, true)) {
            const auto x = level_lengths(across.levels, base.columns, true);
            const auto y = level_lengths(down.levels, base.rows, true);
            FrontierPlan plan{
                "static halves", listed(across.levels) + "; " + listed(down.levels), {}};
            for (std::size_t t = 0; t < x.size() + y.size(); ++t) {
                // The second dimension of a half is passed by every head of the first.
                double along_x = 0, along_y = 0, hops = 0;
                const auto use_x = [&](std::size_t i, Node heads) {
                    along_x += static_cast<double>(x[i]) * heads / n;
                    hops = std::max<double>(hops, across.levels[i].back());
                };
                const auto use_y = [&](std::size_t i, Node heads) {
                    along_y += static_cast<double>(y[i]) * heads / n;
                    hops = std::max<double>(hops, down.levels[i].back());
                };
                t < x.size() ? use_x(t, 1) : use_y(t - x.size(), base.columns);
                t < y.size() ? use_y(t, 1) : use_x(t - y.size(), base.rows);
                plan.steps.push_back({hops, std::max(along_x, along_y)});
            }
            plans.push_back(std::move(plan));
        }
    return plans;
}

}  // namespace

Plans ring_plans(Node n, Node peers, bool both_ways) {
    Plans plans;
    for (const auto& plan : level_plans(n, peers, both_ways)) {
        FrontierPlan one{"static levels", listed(plan.levels), {}};
        const auto lengths = level_lengths(plan.levels, n, both_ways);
        for (std::size_t i = 0; i < lengths.size(); ++i)
            one.steps.push_back(
                {double(plan.levels[i].back()), static_cast<double>(lengths[i]) / n});
        plans.push_back(std::move(one));
    }
    return plans;
}

Plans static_plans(const FrontierBase& base, double effort) {
    if (base.kind == Kind::ring) return ring_plans(base.nodes(), base.lanes / 2, true);
    Plans plans;
    if (base.kind == Kind::torus) {
        plans = halves(base);
        plans.push_back(balls(base));
        if (base.nodes() <= 256)
            append(plans, torus_set_plans(base.rows, base.columns, base.lanes, effort));
        return plans;
    }
    for (Node peers = 1; peers <= std::min(base.lanes, base.nodes() - 1); ++peers)
        std::ranges::move(ring_plans(base.nodes(), peers, false), std::back_inserter(plans));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
