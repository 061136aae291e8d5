// All-gathers that stay on the base.
#include <algorithm>
#include <set>

#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/torus_sets.hpp"
#include "solvers/frontier/plans/found_plans.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Kind = FrontierBase::Kind;
using Elements = std::vector<Node>;

/// Step t brings all blocks at distance t. A node's in-links lie in four directions of k/4 lanes.
FrontierPlan balls(const FrontierBase& base) {
    const Node n = base.nodes(), columns = base.columns;
    FrontierPlan plan{
        "static balls", std::to_string(base.rows) + " x " + std::to_string(columns), {}};
    const auto all = breadth_first(translations(base), {1, columns - 1, columns, n - columns});
    for (const double x : all.value()) plan.steps.push_back({1, x});
    plan.moves = moving([base, n] {
        return breadth_first_movement(translations(base), {{generators_of(base), n}});
    });
    return plan;
}

using Levels = std::vector<std::vector<Node>>;

/// A quarter of every block goes through the columns' levels first, one through the rows' first,
/// and two take the mirror images.
Movement halves_movement(const FrontierBase& base, const Levels& across, const Levels& down) {
    const Node rows = base.rows, columns = base.columns;
    Movement movement{translations(base), {}, {0.25, 0.25, 0.25, 0.25}};
    const auto x = level_offsets(across, columns, true), y = level_offsets(down, rows, true);
    std::vector<Elements> known(4, {0}), heads(known);
    for (std::size_t t = 0; t < x.size() + y.size(); ++t) {
        std::vector<Elements> fresh(4);
        std::set<Node> peers;
        for (std::size_t part = 0; part < 4; ++part) {
            const auto lead = part % 2 == 0 ? x.size() : y.size();
            const bool is_x = (part % 2 == 0) == (t < lead);
            const auto level = t < lead ? t : t - lead;
            const Node size = is_x ? columns : rows, unit = is_x ? 1 : columns;
            const auto at = [&](Node offset) {
                return ((part < 2 ? offset : -offset) + size) % size * unit;
            };
            if (level == 0) heads[part] = known[part];
            for (const Node shift : is_x ? across[level] : down[level])
                peers.insert({at(shift), at(-shift)});
            for (const Node head : heads[part])
                for (const Node offset : is_x ? x[level] : y[level])
                    fresh[part].push_back(movement.group.multiply(head, at(offset)));
            known[part].insert(known[part].end(), fresh[part].begin(), fresh[part].end());
        }
        movement.copy(generators_of(base), {peers.begin(), peers.end()}, std::move(fresh));
    }
    return movement;
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
            plan.moves = moving(
                [base, x = across.levels, y = down.levels] { return halves_movement(base, x, y); });
            plans.push_back(std::move(plan));
        }
    return plans;
}

Plans torus_sets(const FrontierBase& base, double effort) {
    Plans plans;
    const auto search = [&] {
        return torus_set_plans(base.rows, base.columns, base.lanes, effort);
    };
    for (const auto& found : found_plans({"allgather", base, effort}, search)) {
        TorusSets sets{base.rows, base.columns, {}};
        for (const auto& step : found.movement.steps) {
            sets.sets.emplace_back();
            for (const Node shift : step.peers)
                sets.sets.back().push_back({shift / base.columns, shift % base.columns});
        }
        if (auto plan = torus_set_plan(sets, base.lanes); !plan.steps.empty())
            plans.push_back(std::move(plan));
    }
    return plans;
}

}  // namespace

void add_levels(Movement& movement, const Elements& lanes, const Levels& levels, Node positions,
                Node stride, Elements& known) {
    const Node n = movement.group.size();
    const bool both_ways = movement.parts.size() > 1;
    const auto offsets = level_offsets(levels, positions, both_ways);
    const auto before = known;
    for (std::size_t t = 0; t < levels.size(); ++t) {
        Elements peers;
        for (const Node shift : levels[t]) {
            peers.push_back(shift * stride);
            if (both_ways && 2 * shift != n) peers.push_back(n - shift);
        }
        std::vector<Elements> fresh(movement.parts.size());
        for (const Node head : before)
            for (const Node offset : offsets[t]) {
                const Node reached = head + offset * stride;
                if (!both_ways && reached >= n) continue;
                fresh[0].push_back((reached + n) % n);
                if (both_ways) fresh[1].push_back((n - reached) % n);
            }
        known.insert(known.end(), fresh[0].begin(), fresh[0].end());
        movement.copy(lanes, std::move(peers), std::move(fresh));
    }
}

Plans ring_plans(const FrontierBase& base, Node positions, Node peers) {
    Plans plans;
    const Node n = base.nodes();
    const bool both_ways = base.kind == Kind::ring;
    for (const auto& plan : level_plans(positions, peers, both_ways)) {
        FrontierPlan one{"static levels", listed(plan.levels), {}};
        const auto lengths = level_lengths(plan.levels, positions, both_ways);
        for (std::size_t i = 0; i < lengths.size(); ++i)
            one.steps.push_back(
                {double(plan.levels[i].back()), static_cast<double>(lengths[i]) / positions});
        one.moves = moving([=, levels = plan.levels] {
            Movement movement{Group(n),
                              {},
                              std::vector<double>(both_ways ? 2 : 1, both_ways ? 0.5 : 1),
                              positions};
            Elements known{0};
            add_levels(movement, generators_of(base), levels, positions, 1, known);
            return movement;
        });
        plans.push_back(std::move(one));
    }
    return plans;
}

Plans static_plans(const FrontierBase& base, double effort) {
    if (base.kind == Kind::ring) return ring_plans(base, base.nodes(), base.lanes / 2);
    Plans plans;
    if (base.kind == Kind::torus) {
        plans = halves(base);
        plans.push_back(balls(base));
        if (base.nodes() <= most_nodes_of_sets) append(plans, torus_sets(base, effort));
        return plans;
    }
    for (Node peers = 1; peers <= std::min(base.lanes, base.nodes() - 1); ++peers)
        append(plans, ring_plans(base, base.nodes(), peers));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
