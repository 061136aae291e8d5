#pragma once
// All-gathers of one torus by given sets of shifts: which nodes hold a block after every step, and
// what the directions of the links carry.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solvers/frontier/gathers/torus_sets.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::frontier {

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

inline double x_of(const std::vector<PlanStep>& steps) {
    double x = 0;
    for (const auto& step : steps) x += step.x;
    return x;
}

/// A block moves in parts that are images of each other: by half a turn, by the reflections of both
/// dimensions, or, on a square torus, by quarter turns.
enum class Parts : std::uint8_t { one, halves, reflections, quarters };

/// Those that a torus has, the fewest parts first.
inline std::vector<Parts> kinds_of_parts(Node rows, Node columns) {
    return {Parts::one, Parts::halves, rows == columns ? Parts::quarters : Parts::reflections};
}

/// A torus whose nodes all do the same, seen from one block that node 0 has.
class Torus {
  public:
    Torus(Node rows, Node columns, Parts parts) : rows_(rows), columns_(columns), parts_(parts) {
        for (Node node = 0; node < size(); ++node)
            places_.push_back({node / columns, node % columns});
    }

    Node size() const { return rows_ * columns_; }
    /// The shift of every part.
    std::vector<TorusShift> turns(const TorusShift& by) const {
        switch (parts_) {
            case Parts::one:
                return {by};
            case Parts::halves:
                return {by, back(by)};
            case Parts::reflections: {
                const TorusShift reflected{by.down, (columns_ - by.across) % columns_};
                return {by, reflected, back(by), back(reflected)};
            }
            case Parts::quarters: {
                const TorusShift quarter{(columns_ - by.across) % columns_, by.down};
                return {by, quarter, back(by), back(quarter)};
            }
        }
        return {};
    }
    Node moved(Node node, const TorusShift& by) const {
        const auto& place = places_[std::size_t(node)];
        const Node row = place.down + by.down, column = place.across + by.across;
        return (row < rows_ ? row : row - rows_) * columns_ +
               (column < columns_ ? column : column - columns_);
    }
    TorusShift back(const TorusShift& by) const {
        return {(rows_ - by.down) % rows_, (columns_ - by.across) % columns_};
    }
    Node length(const TorusShift& by) const {
        return std::min(by.down, rows_ - by.down) + std::min(by.across, columns_ - by.across);
    }

    /// Nodes that the sets reach.
    Node covered(const std::vector<ShiftSet>& sets) const {
        std::vector<char> reached(static_cast<std::size_t>(size()));
        std::vector<Node> nodes{0};
        nodes.reserve(reached.size());
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
        return steps(reach_of(sets), exact, order, fresh);
    }

    /// Exact steps with the heads that cost least among many choices.
    std::vector<PlanStep> best_order(const std::vector<ShiftSet>& sets,
                                     std::vector<std::vector<Node>>* fresh = nullptr) const {
        const auto reach = reach_of(sets);
        std::uint64_t best = 0;
        double least = INFINITY;
        for (std::uint64_t order = 0; order < 400; ++order) {
            const double x = x_of(steps(reach, false, order * 7919));
            if (x < least) {
                least = x;
                best = order * 7919;
            }
        }
        return steps(reach, true, best, fresh);
    }

  private:
    using Flags = std::vector<char>;
    /// A set of shifts: for each one the nodes at it from every node, and the nodes behind it.
    struct Moves {
        ShiftSet set;
        std::vector<std::vector<Node>> to{}, from{};
    };
    struct Reach {
        std::vector<Moves> moves{};
        std::vector<Flags> can{};  ///< [t]: nodes that may hold the block after t steps
    };

    Reach reach_of(const std::vector<ShiftSet>& sets) const {
        Reach reach;
        reach.can.emplace_back(static_cast<std::size_t>(size()))[0] = 1;
        for (const auto& set : sets) {
            auto& [shifts, to, from] = reach.moves.emplace_back(Moves{set});
            auto next = reach.can.back();
            for (const auto& shift : set) {
                to.emplace_back();
                from.emplace_back();
                for (Node node = 0; node < size(); ++node) {
                    to.back().push_back(moved(node, shift));
                    from.back().push_back(moved(node, back(shift)));
                    if (reach.can.back()[node]) next[to.back().back()] = 1;
                }
            }
            reach.can.push_back(std::move(next));
        }
        return reach;
    }

    std::vector<PlanStep> steps(const Reach& reach, bool exact, std::uint64_t order,
                                std::vector<std::vector<Node>>* fresh = nullptr) const {
        const auto& [moves, can] = reach;
        if (!std::ranges::all_of(can.back(), [](char one) { return one != 0; })) return {};
        // Backwards: what is wanted after each step, of which the heads hold the block before it.
        std::vector<Flags> wanted(1, can.back());
        for (auto t = moves.size(); t-- > 0;)
            wanted.push_back(heads_for(moves[t], can[t], wanted.back(), order + t));
        // Forwards: whoever holds the block sends it, and nobody gets it twice.
        std::vector<PlanStep> steps;
        Flags held = can[0];
        for (std::size_t t = 0; t < moves.size(); ++t) {
            const auto& after = wanted[moves.size() - 1 - t];
            steps.push_back(delivered(moves[t], held, after, exact));
            if (fresh) fresh->emplace_back();
            for (Node node = 0; node < size(); ++node) {
                if (fresh && after[node] && !held[node]) fresh->back().push_back(node);
                held[node] |= after[node];
            }
        }
        return steps;
    }

    /// The shifts over which each node that gets a block may get it, one node after the other.
    struct Ways {
        std::vector<TorusShift> shifts{};
        std::vector<std::size_t> ends{};

        std::span<const TorusShift> of(std::size_t receiver) const {
            const auto first = receiver == 0 ? 0 : ends[receiver - 1];
            return std::span(shifts).subspan(first, ends[receiver] - first);
        }
    };

    /// Whether what runs ahead in one part runs back in another.
    bool in_turns() const { return parts_ != Parts::one; }

    /// The wanted nodes that a possible head and its peers are; 0 if it is none.
    static std::vector<Node> fresh_of(const Moves& moves, const Flags& can, const Flags& wanted) {
        std::vector<Node> fresh(wanted.begin(), wanted.end());
        for (const auto& to : moves.to)
            for (std::size_t head = 0; head < fresh.size(); ++head)
                fresh[head] += wanted[std::size_t(to[head])];
        for (std::size_t head = 0; head < fresh.size(); ++head)
            if (!can[head]) fresh[head] = 0;
        return fresh;
    }

    /// Few nodes that hold the block before the step, so that all wanted ones hold it afterwards.
    Flags heads_for(const Moves& moves, const Flags& can, Flags wanted, std::uint64_t order) const {
        Flags heads(wanted.size());
        auto fresh = fresh_of(moves, can, wanted);
        const auto cover = [&](Node node) {
            if (!std::exchange(wanted[node], 0)) return;
            --fresh[node];
            for (const auto& from : moves.from) --fresh[from[node]];
        };
        const auto take = [&](Node head) {
            heads[head] = 1;
            fresh[head] = 0;
            cover(head);
            for (const auto& to : moves.to) cover(to[head]);
        };
        if (wanted[0]) take(0);
        for (;;) {
            const auto first =
                fresh.begin() +
                static_cast<Node>((order = order * 6364136223846793005u + 1) >> 33) % size();
            Node most = 0;
            for (const Node one : fresh) most = std::max(most, one);
            if (most == 0) return heads;
            auto best = std::find(first, fresh.end(), most);
            if (best == fresh.end()) best = std::find(fresh.begin(), first, most);
            take(static_cast<Node>(best - fresh.begin()));
        }
    }

    /// Figures of a step that brings the block to all wanted nodes that are no heads.
    PlanStep delivered(const Moves& moves, const Flags& heads, const Flags& wanted,
                       bool exact) const {
        Ways ways;
        PlanStep step{0, 0};
        for (Node node = 0; node < size(); ++node) {
            if (!wanted[node] || heads[node]) continue;
            for (std::size_t i = 0; i < moves.set.size(); ++i)
                if (heads[moves.from[i][node]]) {
                    ways.shifts.push_back(moves.set[i]);
                    step.hops = std::max<double>(step.hops, length(moves.set[i]));
                }
            ways.ends.push_back(ways.shifts.size());
        }
        step.x = 4 / double(size()) *
                 (parts_ == Parts::quarters ? even_load(ways)
                  : exact                   ? least_load(ways)
                                            : greedy_load(ways));
        return step;
    }

    /// Of quarter turns, a quarter of all links.
    double even_load(const Ways& ways) const {
        double sum = 0;
        for (std::size_t receiver = 0; receiver < ways.ends.size(); ++receiver) {
            const auto shifts = ways.of(receiver);
            Node least = size();
            for (const auto& shift : shifts) least = std::min(least, length(shift));
            sum += least;
        }
        return sum / 4;
    }

    double greedy_load(const Ways& ways) const {
        Loads down, across;
        for (std::size_t receiver = 0; receiver < ways.ends.size(); ++receiver) {
            const auto shifts = ways.of(receiver);
            const TorusShift* best = nullptr;
            double least = 0;
            for (const auto& shift : shifts) {
                auto d = down, a = across;
                d.add(shift.down, rows_, 1);
                a.add(shift.across, columns_, 1);
                // The sum of loads breaks ties.
                const double load =
                    std::max(d.busiest(in_turns()), a.busiest(in_turns())) + 1e-3 * length(shift);
                if (best && load >= least) continue;
                best = &shift;
                least = load;
            }
            down.add(best->down, rows_, 1);
            across.add(best->across, columns_, 1);
        }
        return std::max(down.busiest(in_turns()), across.busiest(in_turns()));
    }

    /// The least load of the busiest direction over all shares.
    double least_load(const Ways& ways) const {
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
                if (in_turns() || !mirrored)
                    program.set(direction[first + (ahead == mirrored)], column,
                                in_turns() ? far / 2.0 : far);
        };
        for (std::size_t receiver = 0; receiver < ways.ends.size(); ++receiver) {
            const auto shifts = ways.of(receiver);
            const int all = program.add_row(1, 1);
            for (const auto& shift : shifts)
                for (const bool other : {false, true}) {
                    const int column = program.add_column(0, 0, milp::unbounded);
                    program.set(all, column, 1);
                    walk(0, shift.down, rows_, column, other);
                    walk(2, shift.across, columns_, column, other);
                }
        }
        return ways.ends.empty() ? 0 : milp::solve_relaxation(program).x[most];
    }

    Node rows_, columns_;
    Parts parts_;
    std::vector<TorusShift> places_{};  ///< row and column of every node
};

}  // namespace lightsweep::solvers::frontier
