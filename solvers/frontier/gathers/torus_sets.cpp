#include "solvers/frontier/gathers/torus_sets.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "solvers/frontier/gathers/ring_levels.hpp"
#include "solvers/frontier/gathers/torus_covers.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Non-increasing lists of `parts` numbers >= 1 whose sum is `sum`.
void for_each_partition(Node sum, std::int64_t parts,
                        const std::function<void(const std::vector<Node>&)>& use) {
    std::vector<Node> list;
    const std::function<void(Node, Node)> extend = [&](Node left, Node most) {
        if (std::ssize(list) == parts) {
            if (left == 0) use(list);
            return;
        }
        for (Node part = std::min(left, most); part >= 1; --part) {
            list.push_back(part);
            extend(left - part, part);
            list.pop_back();
        }
    };
    extend(sum, sum);
}

Movement movement_of(const Torus& torus, Node columns, const std::vector<ShiftSet>& sets,
                     const FrontierBase& base) {
    const auto parts = torus.turns({0, 1}).size();
    Movement movement{translations(base), {}, std::vector<double>(parts, 1.0 / double(parts))};
    std::vector<std::vector<Node>> fresh;
    torus.best_order(sets, &fresh);
    for (std::size_t t = 0; t < sets.size(); ++t) {
        std::vector<Node> peers;
        for (const auto& shift : sets[t]) peers.push_back(torus.moved(0, shift));
        std::vector<std::vector<Node>> turned(parts);
        for (const Node node : fresh[t]) {
            const auto turns = torus.turns({node / columns, node % columns});
            for (std::size_t part = 0; part < parts; ++part)
                turned[part].push_back(torus.moved(0, turns[part]));
        }
        movement.copy(generators_of(base), std::move(peers), std::move(turned));
    }
    return movement;
}

std::string text_of(const std::vector<ShiftSet>& sets) {
    std::string text;
    for (const auto& set : sets) {
        text += text.empty() ? "" : " | ";
        for (const auto& shift : set)
            text += (&shift == &set.front() ? "" : ", ") + std::to_string(shift.down) + ":" +
                    std::to_string(shift.across);
    }
    return text;
}

FrontierPlan plan_of(const Torus& torus, const TorusSets& plan, Node peers) {
    return {"static sets", text_of(plan.sets), torus.best_order(plan.sets), SetUp::between_steps,
            moving([torus, peers, plan] {
                return movement_of(torus, plan.columns, plan.sets,
                                   {FrontierBase::Kind::torus, plan.rows, plan.columns, peers});
            })};
}

/// What the shifts of one step are chosen from: shifts, or those that turns make of one shift, at
/// most so many of them together.
struct Near {
    std::vector<ShiftSet> turned;
    std::size_t most;
};

/// Climbs from random sets within the given radii: first until all nodes are covered, then as x
/// falls.
void climb(const Torus& torus, const std::vector<Near>& near, int moves, std::mt19937_64& random,
           FrontierPlan& best, std::vector<ShiftSet>& best_sets) {
    const auto draw = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    std::vector<std::vector<std::size_t>> chosen(near.size());
    std::vector<ShiftSet> sets(near.size());
    const auto fill = [&](std::size_t t) {
        sets[t].clear();
        for (const auto one : chosen[t])
            sets[t].insert(sets[t].end(), near[t].turned[one].begin(), near[t].turned[one].end());
    };
    for (std::size_t t = 0; t < sets.size(); ++t) {
        while (chosen[t].size() < std::min(near[t].most, near[t].turned.size()))
            chosen[t].push_back(draw(near[t].turned.size()));
        fill(t);
    }
    Node reached = torus.covered(sets);
    double x = INFINITY;
    for (int move = 0; move < moves; ++move) {
        const auto t = draw(sets.size()), at = draw(chosen[t].size());
        const auto before = std::exchange(chosen[t][at], draw(near[t].turned.size()));
        fill(t);
        const Node now = torus.covered(sets);
        double x_now = INFINITY;
        if (now == torus.size()) {
            const auto steps = torus.steps(sets, false, random());
            x_now = x_of(steps);
            move += std::max(4, torus.size() / 16);  // costs as much as some coverings
            if (best.steps.empty() || x_now < best.x() - 1e-12) {
                best.steps = steps;
                best_sets = sets;
            }
        }
        if (now > reached || (now == reached && x_now <= x)) {
            reached = now;
            x = x_now;
        } else {
            chosen[t][at] = before;
            fill(t);
        }
    }
}

/// Levels of one shift each way in both dimensions at once: eight peers.
void offer_products(const Torus& torus, Node rows, Node columns, std::int64_t count,
                    FrontierPlan& best, std::vector<ShiftSet>& best_sets) {
    for (const auto& down : level_plans(rows, 1, true))
        for (const auto& across : level_plans(columns, 1, true)) {
            if (std::ssize(down.levels) != count || std::ssize(across.levels) != count) continue;
            std::vector<ShiftSet> sets;
            for (std::size_t t = 0; t < down.levels.size(); ++t) {
                const Node w = down.levels[t][0], v = across.levels[t][0];
                sets.push_back({{w, 0}, {rows - w, 0}, {0, v}, {0, columns - v}});
                for (const Node d : {w, rows - w})
                    for (const Node a : {v, columns - v}) sets.back().push_back({d, a});
            }
            auto steps = torus.best_order(sets);
            if (steps.empty() || (!best.steps.empty() && x_of(steps) >= best.x())) continue;
            best.steps = std::move(steps);
            best_sets = std::move(sets);
        }
}

/// The shifts that each step may take, at most so far.
std::vector<Near> near_sets(const Torus& torus, Node rows, Node columns, Node peers,
                            const std::vector<Node>& radii) {
    std::vector<Near> near;
    for (const Node radius : radii) {
        const auto most = static_cast<std::size_t>(peers) / torus.turns({0, 1}).size();
        near.push_back({{}, most});
        std::set<Node> seen;
        for (Node down = 0; down < rows; ++down)
            for (Node across = 0; across < columns; ++across) {
                const Node far = torus.length({down, across});
                if (far < 1 || far > radius) continue;
                ShiftSet turned;
                for (const auto& shift : torus.turns({down, across}))
                    if (seen.insert(torus.moved(0, shift)).second) turned.push_back(shift);
                if (!turned.empty()) near.back().turned.push_back(std::move(turned));
            }
    }
    return near;
}

}  // namespace

std::vector<PlanStep> steps_of(const TorusSets& plan) {
    return Torus(plan.rows, plan.columns, Parts::one).best_order(plan.sets);
}

namespace {

/// Whether the parts' symmetries leave every set alone.
bool are_closed(const std::vector<ShiftSet>& sets, const Torus& torus) {
    return std::ranges::all_of(sets, [&](const ShiftSet& set) {
        std::set<Node> nodes;
        for (const auto& shift : set) nodes.insert(torus.moved(0, shift));
        return std::ranges::all_of(set, [&](const TorusShift& shift) {
            return std::ranges::all_of(torus.turns(shift), [&](const TorusShift& one) {
                return nodes.contains(torus.moved(0, one));
            });
        });
    });
}

}  // namespace

FrontierPlan torus_set_plan(const TorusSets& plan, Node peers) {
    auto most = Parts::one;
    for (const auto parts : kinds_of_parts(plan.rows, plan.columns))
        if (are_closed(plan.sets, Torus(plan.rows, plan.columns, parts))) most = parts;
    return plan_of(Torus(plan.rows, plan.columns, most), plan, peers);
}

namespace {

/// Plans of sets that the symmetries of such parts leave alone.
std::vector<FrontierPlan> searched(Node rows, Node columns, Node peers, Parts parts,
                                   double effort) {
    const Torus torus(rows, columns, parts);
    const Node n = rows * columns, diameter = rows / 2 + columns / 2;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 64 + static_cast<std::uint64_t>(peers));
    std::vector<FrontierPlan> plans;
    for (auto count = kernels::ceil_log(n, peers + 1); count < diameter; ++count) {
        std::vector<std::vector<Near>> choices;
        for_each_partition(diameter, count, [&](const std::vector<Node>& radii) {
            choices.push_back(near_sets(torus, rows, columns, peers, radii));
        });
        FrontierPlan best{"static sets", "", {}};
        std::vector<ShiftSet> best_sets;
        const int restarts = 6;
        const int moves = static_cast<int>(effort / (2.0 * n * peers) /
                                           static_cast<double>(choices.size()) / restarts);
        if (peers >= 8 && parts == Parts::one)
            offer_products(torus, rows, columns, count, best, best_sets);
        for (const auto& near : choices)
            for (int restart = 0; restart < restarts; ++restart)
                climb(torus, near, std::max(moves, 10), random, best, best_sets);
        if (best.steps.empty()) continue;
        best = plan_of(torus, {rows, columns, best_sets}, peers);
        const bool falls = plans.empty() || best.x() < plans.back().x() - 1e-9;
        if (falls) plans.push_back(std::move(best));
        if (plans.back().x() < double(n - 1) / n + 1e-9) break;
    }
    return plans;
}

}  // namespace

std::vector<FrontierPlan> torus_set_plans(Node rows, Node columns, Node peers, double effort) {
    std::vector<FrontierPlan> plans;
    for (const auto parts : kinds_of_parts(rows, columns))
        append(plans, searched(rows, columns, peers, parts, effort / 3));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
