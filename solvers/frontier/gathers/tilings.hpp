#pragma once
// All-reduces over sets of shifts that tile a group of offsets: of whole vectors, and hybrids.
//
// A chain of lattices of offsets leads from all offsets down to offset 0. Each link of the chain is
// a set of shifts: a shortest one of every coset of a lattice within the lattice before. Each
// offset is the sum of one shift per set in exactly one way. So if every node sends, set by set,
// what it has summed up to the nodes at the shifts, which add it, every contribution is added once.
// Lattices whose bases are parallel to the sides give windows of rows and columns; skew ones may
// need fewer hops or less volume. On a torus of 4 x 4 nodes with four lanes, shifts to three
// neighbours and then (1, 2), (2, 0), (-1, 2) have X = 12 in four hops.
//
// A set of m - 1 shifts may be `scattered`: it cuts the vector into m parts, and a node sends to
// the node at each shift the part that this one sums up. The sets after it sum up these parts
// alone, and at last the parts go over the same shifts once more, to all nodes that lack them. On
// those 4 x 4 nodes the first set scattered makes three steps of five hops and X = 4. The part of a
// node is summed up at the offsets w + l: w a sum of shifts of the earlier whole sets, l in the
// lattice of the last scattered set.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/parallel/for_each.hpp"
#include "solvers/frontier/gathers/whole_steps.hpp"

namespace lightsweep::solvers::frontier {

/// Beyond so many nodes only lattices with the basis (across, 0), (0, down) are tried.
inline constexpr Node most_nodes_of_skew_lattices = 1024;

/// The offsets (x, y) that (across, 0) and (skew, down) generate; 0 <= skew < across.
struct Lattice {
    Node across, skew, down;
    auto operator<=>(const Lattice&) const = default;

    Node index() const { return across * down; }
    bool has(Node x, Node y) const { return y % down == 0 && (x - y / down * skew) % across == 0; }
};

/// A set of shifts between the cosets of a lattice within another; scattered: a step before the
/// sets after it, and one behind them.
struct TilingSet {
    Lattice within;
    std::vector<Received> shifts;
    bool scattered;
};

/// Steps, and the sums of their hops and x.
struct TilingFigures {
    std::size_t steps = 0;
    double hops = 0, x = 0;

    void add(double step_hops, double step_x) {
        ++steps;
        hops += step_hops;
        x += step_x;
    }
    bool no_worse(const TilingFigures& other) const {
        return steps <= other.steps && hops <= other.hops && x <= other.x;
    }
};

/// Steps after one more set of so many shifts, which makes this step of whole vectors before them.
inline std::vector<PlanStep> steps_after(const std::vector<PlanStep>& steps, std::size_t shifts,
                                         bool scattered, PlanStep step) {
    const double parts = scattered ? double(shifts + 1) : 1;
    step.x /= parts;
    std::vector<PlanStep> all{step};
    all.reserve(steps.size() + 2);
    for (auto one : steps) {
        one.x /= parts;
        all.push_back(one);
    }
    if (scattered) all.push_back(step);
    return all;
}

/// A set of shifts before the sets of another tiling, and the steps that all of them make. The
/// Tilings that made it must outlive it.
struct Tiling {
    const TilingSet* first = nullptr;  ///< null: no set
    const Tiling* rest = nullptr;
    std::vector<PlanStep> steps{};
    TilingFigures figures{};

    std::vector<TilingSet> sets() const {
        std::vector<TilingSet> all;
        for (auto one = this; one->first; one = one->rest) all.push_back(*one->first);
        return all;
    }
    /// Those of steps_after.
    TilingFigures figures_after(std::size_t shifts, bool scattered, const PlanStep& step) const {
        TilingFigures all;
        const double parts = scattered ? double(shifts + 1) : 1;
        all.add(step.hops, step.x / parts);
        for (const auto& one : steps) all.add(one.hops, one.x / parts);
        if (scattered) all.add(step.hops, step.x / parts);
        return all;
    }
};

/// A Network has rows x columns nodes with so many `lanes`. Its shortest(lattice, x, y) are the
/// offsets that the fewest hops reach in the coset of (x, y), and step(shifts) are the hops and x
/// of a step of whole vectors.
template <typename Network>
class Tilings {
  public:
    explicit Tilings(const Network& network)
        : network_(network),
          nodes_(network.rows * network.columns),
          most_steps_(2 * kernels::ceil_log(nodes_, network.lanes + 1) + 2),
          zero_{network.columns, 0, network.rows} {}

    const std::vector<Tiling>& all() { return tilings({1, 0, 1}); }

  private:
    /// Of the offsets of a lattice; those that no other undercuts in steps, hops and x.
    const std::vector<Tiling>& tilings(const Lattice& lattice) {
        const auto known = found_.find(lattice);
        if (known != found_.end()) return known->second;
        std::vector<Tiling> best;
        if (lattice == zero_) best.emplace_back();
        for (const auto& within : lattices_within(lattice)) {
            kernels::parallel::checkpoint();
            const auto& whole =
                sets_.emplace_back(TilingSet{within, shifts_to(lattice, within), false});
            const auto& scattered = sets_.emplace_back(TilingSet{within, whole.shifts, true});
            const auto step = network_.step(whole.shifts);
            for (const auto& tiling : tilings(within))
                for (const auto* set : {&whole, &scattered}) offer(best, *set, step, tiling);
        }
        return found_[lattice] = std::move(best);
    }
    void offer(std::vector<Tiling>& best, const TilingSet& set, const PlanStep& step,
               const Tiling& rest) const {
        const auto shifts = set.shifts.size();
        const auto figures = rest.figures_after(shifts, set.scattered, step);
        if (make_room(best, figures))
            best.push_back(
                {&set, &rest, steps_after(rest.steps, shifts, set.scattered, step), figures});
    }
    /// Whether a tiling of these figures is worth keeping; those that it makes needless go.
    bool make_room(std::vector<Tiling>& best, const TilingFigures& figures) const {
        if (std::int64_t(figures.steps) > most_steps_) return false;
        for (const auto& one : best)
            if (one.figures.no_worse(figures)) return false;
        std::erase_if(best, [&](const Tiling& one) { return figures.no_worse(one.figures); });
        return true;
    }

    /// Lattices within a lattice that hold offset 0 of the torus, of at most k + 1 cosets.
    std::vector<Lattice> lattices_within(const Lattice& all) const {
        std::vector<Lattice> found;
        const Node most = (network_.lanes + 1) * all.index();
        for (Node down = all.down; down <= network_.rows; down += all.down)
            for (Node across = all.across; across <= network_.columns; across += all.across) {
                if (network_.rows % down != 0 || network_.columns % across != 0) continue;
                if (across * down > most || across * down == all.index()) continue;
                const Node first = down / all.down * all.skew % all.across;
                for (Node skew = first; skew < across; skew += all.across)
                    if (network_.rows / down * skew % across == 0 &&
                        (skew == 0 || nodes_ <= most_nodes_of_skew_lattices))
                        found.push_back({across, skew, down});
            }
        return found;
    }

    /// One of the shortest shifts of every other coset, chosen one after the other so that the
    /// busiest way carries little.
    std::vector<Received> shifts_to(const Lattice& all, const Lattice& within) const {
        std::vector<std::vector<Received>> options;
        for (Node j = 0; j < within.down / all.down; ++j)
            for (Node i = 0; i < within.across / all.across; ++i)
                if (i != 0 || j != 0)
                    options.push_back(
                        network_.shortest(within, i * all.across + j * all.skew, j * all.down));
        std::ranges::stable_sort(options, {}, [](const auto& few) { return few.size(); });
        std::vector<Received> chosen;
        for (const auto& option : options) {
            chosen.push_back(option[0]);
            choose(chosen, chosen.size() - 1, option);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < chosen.size(); ++i)
                changed = choose(chosen, i, options[i]) || changed;
        }
        return chosen;
    }
    /// Takes the option of the least x; whether that is less than before.
    bool choose(std::vector<Received>& chosen, std::size_t at,
                const std::vector<Received>& options) const {
        auto best = chosen[at];
        double least = network_.step(chosen).x;
        const double before = least;
        for (const auto& option : options) {
            chosen[at] = option;
            const double x = network_.step(chosen).x;
            if (x >= least) continue;
            least = x;
            best = option;
        }
        chosen[at] = best;
        return least < before;
    }

    const Network& network_;
    Node nodes_;
    std::int64_t most_steps_;
    Lattice zero_;
    std::map<Lattice, std::vector<Tiling>> found_{};
    std::deque<TilingSet> sets_{};
};

bool is_whole(const std::vector<TilingSet>& sets);

/// "shifts (1, 0) (0, 1) scattered | (2, 1)"; of one row "shifts 1 5 scattered | 2".
std::string in_words(const std::vector<TilingSet>& sets, Node rows);

/// The movement of sums over these sets. lanes: generators of the circuits in the group of rows x
/// columns offsets, one of each lane.
Movement tiling_movement(Node rows, Node columns, const std::vector<Node>& lanes,
                         const std::vector<TilingSet>& sets);

}  // namespace lightsweep::solvers::frontier
