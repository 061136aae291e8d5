#include "kernels/frontier/torus_sets.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace lightsweep::kernels {

namespace {

/// Loads of the directions of one dimension: ahead, back, either.
struct Loads {
    double ahead = 0, back = 0, either = 0;

    void add(Node shift, Node size, double count) {
        const Node far = std::min(shift, size - shift);
        (2 * shift == size ? either : shift == far ? ahead : back) += count * far;
    }
    double busiest() const { return std::max({ahead, back, (ahead + back + either) / 2}); }
};

class Torus {
  public:
    Torus(Node rows, Node columns) : rows_(rows), columns_(columns) {}

    Node size() const { return rows_ * columns_; }
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

    std::vector<PlanStep> steps(const std::vector<ShiftSet>& sets) const {
        // can[t]: nodes that may hold the block after t steps.
        std::vector<std::vector<char>> can(1, std::vector<char>(static_cast<std::size_t>(size())));
        can[0][0] = 1;
        for (const auto& set : sets) {
            auto next = can.back();
            for (Node node = 0; node < size(); ++node)
                for (const auto& shift : set)
                    if (can.back()[node]) next[moved(node, shift)] = 1;
            can.push_back(std::move(next));
        }
        if (!std::ranges::all_of(can.back(), [](char one) { return one != 0; })) return {};
        std::vector<PlanStep> steps(sets.size());
        std::vector<char> wanted = can.back();
        for (auto t = sets.size(); t-- > 0;) wanted = step_back(sets[t], can[t], wanted, steps[t]);
        return steps;
    }

  private:
    /// The heads of a step after which `wanted` hold the block, and the step's figures.
    std::vector<char> step_back(const ShiftSet& set, const std::vector<char>& can,
                                std::vector<char> wanted, PlanStep& step) const {
        std::vector<char> heads(wanted.size());
        Loads down, across;
        step = {0, 0};
        const auto take = [&](Node head) {
            heads[head] = 1;
            wanted[head] = 0;
            for (const auto& shift : set) {
                const Node to = moved(head, shift);
                if (!wanted[to]) continue;
                wanted[to] = 0;
                down.add(shift.down, rows_, 1);
                across.add(shift.across, columns_, 1);
                step.hops = std::max<double>(step.hops, length(shift));
            }
        };
        if (wanted[0]) take(0);
        for (;;) {
            Node best = -1, most = 0;
            for (Node head = 0; head < size(); ++head) {
                if (!can[head] || heads[head]) continue;
                Node fresh = wanted[head];
                for (const auto& shift : set) fresh += wanted[moved(head, shift)];
                if (fresh > most) {
                    most = fresh;
                    best = head;
                }
            }
            if (best < 0) break;
            take(best);
        }
        step.x = 4 * std::max(down.busiest(), across.busiest()) / size();
        return heads;
    }

    Node rows_, columns_;
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

}  // namespace

std::vector<PlanStep> steps_of(const TorusSets& plan) {
    return Torus(plan.rows, plan.columns).steps(plan.sets);
}

namespace {

double x_of(const std::vector<PlanStep>& steps) {
    double x = 0;
    for (const auto& step : steps) x += step.x;
    return x;
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

/// Climbs from random sets with the given radii: first until all nodes are covered, then as x falls.
void climb(const Torus& torus, const std::vector<ShiftSet>& near, Node peers, int moves,
           std::mt19937_64& random, FrontierPlan& best) {
    const auto draw = [&](std::size_t below) {
        return static_cast<std::size_t>(random() % below);
    };
    std::vector<ShiftSet> sets(near.size());
    for (std::size_t t = 0; t < sets.size(); ++t)
        while (std::ssize(sets[t]) < std::min<std::ptrdiff_t>(peers, std::ssize(near[t])))
            sets[t].push_back(near[t][draw(near[t].size())]);
    Node reached = torus.covered(sets);
    double x = INFINITY;
    for (int move = 0; move < moves; ++move) {
        const auto t = draw(sets.size()), at = draw(sets[t].size());
        const auto before = std::exchange(sets[t][at], near[t][draw(near[t].size())]);
        const Node now = torus.covered(sets);
        double x_now = INFINITY;
        if (now == torus.size()) {
            const auto steps = torus.steps(sets);
            x_now = x_of(steps);
            move += 4;  // costs as much as some coverings
            if (best.steps.empty() || x_now < best.x() - 1e-12) {
                best.steps = steps;
                best.text = text_of(sets);
            }
        }
        if (now > reached || (now == reached && x_now <= x)) {
            reached = now;
            x = x_now;
        } else {
            sets[t][at] = before;
        }
    }
}

}  // namespace

std::vector<FrontierPlan> torus_set_plans(Node rows, Node columns, Node peers, double effort) {
    const Torus torus(rows, columns);
    const Node n = rows * columns, diameter = rows / 2 + columns / 2;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 64 + static_cast<std::uint64_t>(peers));
    std::vector<FrontierPlan> plans;
    for (auto count = ceil_log(n, peers + 1); count < diameter; ++count) {
        std::vector<std::vector<ShiftSet>> choices;
        for_each_partition(diameter, count, [&](const std::vector<Node>& radii) {
            std::vector<ShiftSet> near;
            for (const Node radius : radii) {
                near.emplace_back();
                for (Node down = 0; down < rows; ++down)
                    for (Node across = 0; across < columns; ++across) {
                        const Node far = torus.length({down, across});
                        if (far >= 1 && far <= radius) near.back().push_back({down, across});
                    }
            }
            choices.push_back(std::move(near));
        });
        FrontierPlan best{"static sets", "", {}};
        const int restarts = 6;
        const int moves = static_cast<int>(effort / (2.0 * n * peers) /
                                           static_cast<double>(choices.size()) / restarts);
        for (const auto& near : choices)
            for (int restart = 0; restart < restarts; ++restart)
                climb(torus, near, peers, std::max(moves, 10), random, best);
        if (best.steps.empty()) continue;
        const bool falls = plans.empty() || best.x() < plans.back().x() - 1e-9;
        if (falls) plans.push_back(std::move(best));
        if (plans.back().x() < double(n - 1) / n + 1e-9) break;
    }
    return plans;
}

}  // namespace lightsweep::kernels
