#include "solvers/frontier/torus_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "solvers/frontier/mixed_lanes.hpp"
#include "solvers/frontier/ring_levels.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Loads of the directions of one dimension: ahead, back, either.
struct Loads {
    double ahead = 0, back = 0, either = 0;

    void add(Node shift, Node size, double count) {
        const Node far = std::min(shift, size - shift);
        (2 * shift == size ? either : shift == far ? ahead : back) += count * far;
    }
    /// The busier direction; of blocks in mirrored parts both are alike.
    double busiest(bool mirrored) const {
        return mirrored ? all() / 2 : std::max({ahead, back, all() / 2});
    }
    double all() const { return ahead + back + either; }
};

double x_of(const std::vector<PlanStep>& steps) {
    double x = 0;
    for (const auto& step : steps) x += step.x;
    return x;
}

class Torus {
  public:
    /// in_turns: a block moves in parts, one for each of turns().
    Torus(Node rows, Node columns, bool in_turns)
        : rows_(rows), columns_(columns), in_turns_(in_turns) {}

    Node size() const { return rows_ * columns_; }
    /// The shift by the symmetries of all parts: the quarter turns of a square torus, half a turn
    /// of any other.
    std::vector<TorusShift> turns(const TorusShift& by) const {
        if (!in_turns_) return {by};
        if (rows_ != columns_) return {by, back(by)};
        const auto quarter = [this](const TorusShift& one) {
            return TorusShift{(columns_ - one.across) % columns_, one.down};
        };
        return {by, quarter(by), back(by), quarter(back(by))};
    }
    Node moved(Node node, const TorusShift& by) const {
        const Node row = (node / columns_ + by.down) % rows_;
        return row * columns_ + (node % columns_ + by.across) % columns_;
    }
    TorusShift back(const TorusShift& by) const {
        return {(rows_ - by.down) % rows_, (columns_ - by.across) % columns_};
    }
    Node length(const TorusShift& by) const {
        return std::min(by.down, rows_ - by.down) + std::min(by.across, columns_ - by.across);
    }

    Node covered(const std::vector<ShiftSet>& sets) const {
        std::vector<char> reached(static_cast<std::size_t>(size()));
        std::vector<Node> nodes{0};
        reached[0] = 1;
        for (const auto& set : sets) {
            const auto before = nodes.size();
            for (const auto& shift : set)
                for (std::size_t i = 0; i < before; ++i)
                    if (auto& flag = reached[moved(nodes[i], shift)]; !flag) {
                        flag = 1;
                        nodes.push_back(moved(nodes[i], shift));
                    }
        }
        return static_cast<Node>(std::ssize(nodes));
    }

    /// exact: shares by a linear program; otherwise node by node onto the least loaded direction.
    /// `order` decides between heads that cover equally many nodes. fresh: the nodes that get the
    /// block in every step.
    std::vector<PlanStep> steps(const std::vector<ShiftSet>& sets, bool exact, std::uint64_t order,
                                std::vector<std::vector<Node>>* fresh = nullptr) const {
        // can[t]: nodes that may hold the block after t steps.
        std::vector<Flags> can(1, Flags(static_cast<std::size_t>(size())));
        can[0][0] = 1;
        for (const auto& set : sets) {
            auto next = can.back();
            for (Node node = 0; node < size(); ++node)
                for (const auto& shift : set)
                    if (can.back()[node]) next[moved(node, shift)] = 1;
            can.push_back(std::move(next));
        }
        if (!std::ranges::all_of(can.back(), [](char one) { return one != 0; })) return {};
        // Backwards: what is wanted after each step, of which the heads hold the block before it.
        std::vector<Flags> wanted(1, can.back());
        for (auto t = sets.size(); t-- > 0;)
            wanted.push_back(heads_for(sets[t], can[t], wanted.back(), order + t));
        // Forwards: whoever holds the block sends it, and nobody gets it twice.
        std::vector<PlanStep> steps;
        Flags held = can[0];
        for (std::size_t t = 0; t < sets.size(); ++t) {
            const auto& after = wanted[sets.size() - 1 - t];
            steps.push_back(delivered(sets[t], held, after, exact));
            if (fresh) fresh->emplace_back();
            for (Node node = 0; node < size(); ++node) {
                if (fresh && after[node] && !held[node]) fresh->back().push_back(node);
                held[node] |= after[node];
            }
        }
        return steps;
    }

    /// Exact steps with the heads that cost least among many choices.
    std::vector<PlanStep> best_order(const std::vector<ShiftSet>& sets,
                                     std::vector<std::vector<Node>>* fresh = nullptr) const {
        std::uint64_t best = 0;
        double least = INFINITY;
        for (std::uint64_t order = 0; order < 400; ++order) {
            const double x = x_of(steps(sets, false, order * 7919));
            if (x < least) {
                least = x;
                best = order * 7919;
            }
        }
        return steps(sets, true, best, fresh);
    }

  private:
    using Flags = std::vector<char>;

    /// Few nodes that hold the block before the step, so that all wanted ones hold it afterwards.
    Flags heads_for(const ShiftSet& set, const Flags& can, Flags wanted,
                    std::uint64_t order) const {
        Flags heads(wanted.size());
        const auto take = [&](Node head) {
            heads[head] = 1;
            wanted[head] = 0;
            for (const auto& shift : set) wanted[moved(head, shift)] = 0;
        };
        if (wanted[0]) take(0);
        for (;;) {
            Node best = -1, most = 0;
            const auto first = static_cast<Node>((order = order * 6364136223846793005u + 1) >> 33);
            for (Node i = 0; i < size(); ++i) {
                const Node head = (first % size() + i) % size();
                if (!can[head] || heads[head]) continue;
                Node fresh = wanted[head];
                for (const auto& shift : set) fresh += wanted[moved(head, shift)];
                if (fresh > most) {
                    most = fresh;
                    best = head;
                }
            }
            if (best < 0) return heads;
            take(best);
        }
    }

    /// Figures of a step that brings the block to all wanted nodes that are no heads.
    PlanStep delivered(const ShiftSet& set, const Flags& heads, const Flags& wanted,
                       bool exact) const {
        std::vector<std::vector<TorusShift>> ways;
        PlanStep step{0, 0};
        for (Node node = 0; node < size(); ++node) {
            if (!wanted[node] || heads[node]) continue;
            ways.emplace_back();
            for (const auto& shift : set)
                if (heads[moved(node, back(shift))]) ways.back().push_back(shift);
            for (const auto& shift : ways.back())
                step.hops = std::max<double>(step.hops, length(shift));
        }
        step.x = 4 / double(size()) *
                 (in_turns_ && rows_ == columns_ ? even_load(ways)
                  : exact                        ? least_load(ways)
                                                 : greedy_load(ways));
        return step;
    }

    /// Of quarter turns, a quarter of all links.
    double even_load(const std::vector<std::vector<TorusShift>>& ways) const {
        double sum = 0;
        for (const auto& shifts : ways) {
            Node least = size();
            for (const auto& shift : shifts) least = std::min(least, length(shift));
            sum += least;
        }
        return sum / 4;
    }

    double greedy_load(const std::vector<std::vector<TorusShift>>& ways) const {
        Loads down, across;
        for (const auto& shifts : ways) {
            const TorusShift* best = nullptr;
            double least = 0;
            for (const auto& shift : shifts) {
                auto d = down, a = across;
                d.add(shift.down, rows_, 1);
                a.add(shift.across, columns_, 1);
                // The sum of loads breaks ties.
                const double load =
                    std::max(d.busiest(in_turns_), a.busiest(in_turns_)) + 1e-3 * length(shift);
                if (best && load >= least) continue;
                best = &shift;
                least = load;
            }
            down.add(best->down, rows_, 1);
            across.add(best->across, columns_, 1);
        }
        return std::max(down.busiest(in_turns_), across.busiest(in_turns_));
    }

    /// The least load of the busiest direction over all shares.
    double least_load(const std::vector<std::vector<TorusShift>>& ways) const {
        milp::LinearProgram program;
        const int most = program.add_column(1, 0, milp::unbounded);
        std::array<int, 4> direction;  // 0 >= load - most
        for (auto& row : direction) {
            row = program.add_row(-milp::unbounded, 0);
            program.set(row, most, -1);
        }
        const auto walk = [&](int first, Node shift, Node size, int column, bool other) {
            const Node far = std::min(shift, size - shift);
            const bool ahead = 2 * shift == size ? !other : shift == far;
            if (far == 0) return;
            // In mirrored parts half of it goes the other way.
            for (const bool mirrored : {false, true})
                if (in_turns_ || !mirrored)
                    program.set(direction[first + (ahead == mirrored)], column,
                                in_turns_ ? far / 2.0 : far);
        };
        for (const auto& shifts : ways) {
            const int all = program.add_row(1, 1);
            for (const auto& shift : shifts)
                for (const bool other : {false, true}) {
                    const int column = program.add_column(0, 0, milp::unbounded);
                    program.set(all, column, 1);
                    walk(0, shift.down, rows_, column, other);
                    walk(2, shift.across, columns_, column, other);
                }
        }
        return ways.empty() ? 0 : milp::solve_relaxation(program).x[most];
    }

    Node rows_, columns_;
    bool in_turns_;
};

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
                return movement_of(
                    torus, plan.columns, plan.sets,
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
            move += 4;  // costs as much as some coverings
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
    return Torus(plan.rows, plan.columns, false).best_order(plan.sets);
}

FrontierPlan torus_set_plan(const TorusSets& plan, Node peers) {
    const Torus turning(plan.rows, plan.columns, true);
    const auto closed = std::ranges::all_of(plan.sets, [&](const ShiftSet& set) {
        std::set<Node> nodes;
        for (const auto& shift : set) nodes.insert(turning.moved(0, shift));
        return std::ranges::all_of(set, [&](const TorusShift& shift) {
            return std::ranges::all_of(turning.turns(shift), [&](const TorusShift& one) {
                return nodes.contains(turning.moved(0, one));
            });
        });
    });
    return plan_of(Torus(plan.rows, plan.columns, closed), plan, peers);
}

/// Plans of sets of any shifts, or (`in_turns`) of sets that the turns of the torus leave alone.
std::vector<FrontierPlan> searched(Node rows, Node columns, Node peers, bool in_turns,
                                   double effort) {
    const Torus torus(rows, columns, in_turns);
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
        if (peers >= 8 && !in_turns) offer_products(torus, rows, columns, count, best, best_sets);
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

std::vector<FrontierPlan> torus_set_plans(Node rows, Node columns, Node peers, double effort) {
    auto plans = searched(rows, columns, peers, false, effort / 2);
    append(plans, searched(rows, columns, peers, true, effort / 2));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
