// All-reduces on a torus over sets of shifts that tile it: of whole vectors, and hybrids.
//
// A chain of lattices of offsets leads from all offsets down to offset 0. Each link of the chain is
// a set of shifts: the shortest one of every coset of a lattice within the lattice before. Each
// offset is the sum of one shift per set in exactly one way. So if every node adds in turn what the
// nodes at the shifts of each set have summed up, every contribution is added once. Boxes of
// windows are the chains of lattices whose bases are parallel to the sides. Others need fewer hops
// or less volume: on a torus of 4 x 4 nodes with four lanes, shifts to three neighbours and then
// (1, 2), (2, 0), (-1, 2) have X = 12 in four hops, where boxes have 16.
//
// A set of m - 1 shifts may also cut the vector into m parts (`in_parts`). Then a node sends one
// part to each shift, the part that the node there sums up. The sets after it sum up these parts
// alone, and at last they go over the same shifts once more, to all who lack them. On those 4 x 4
// nodes the first set in parts makes three steps of five hops and X = 4. The part of a node is
// summed up at all offsets that are a sum of shifts of the whole sets so far and of the lattice of
// the last set in parts.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

#include "kernels/parallel/for_each.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/gathers/whole_steps.hpp"

namespace lightsweep::solvers::frontier {

namespace {

/// Beyond so many nodes only lattices parallel to the sides are tried.
constexpr Node most_nodes_of_skew_lattices = 1024;

/// The offsets (x, y) that (across, 0) and (skew, down) generate; 0 <= skew < across.
struct Lattice {
    Node across, skew, down;
    auto operator<=>(const Lattice&) const = default;

    Node index() const { return across * down; }
    bool has(Node x, Node y) const { return y % down == 0 && (x - y / down * skew) % across == 0; }
};

/// A set of shifts between the cosets of a lattice within another; in parts: a step before the sets
/// after it, and one behind them.
struct TilingSet {
    Lattice within;
    std::vector<Received> shifts;
    bool in_parts;
};

/// Sets of shifts, and the steps that they make.
struct Tiling {
    std::vector<TilingSet> sets{};
    std::vector<PlanStep> steps{};

    /// The same after one set more.
    Tiling after(TilingSet set, PlanStep step) const {
        Tiling all = *this;
        if (set.in_parts) {
            const auto parts = static_cast<double>(set.shifts.size() + 1);
            step.x /= parts;
            for (auto& one : all.steps) one.x /= parts;
            all.steps.push_back(step);
        }
        all.steps.insert(all.steps.begin(), step);
        all.sets.insert(all.sets.begin(), std::move(set));
        return all;
    }
    bool no_worse(const Tiling& other) const {
        const auto sums = [](const Tiling& tiling) {
            std::array<double, 2> all{};
            for (const auto& step : tiling.steps) all = {all[0] + step.hops, all[1] + step.x};
            return all;
        };
        const auto mine = sums(*this), theirs = sums(other);
        return steps.size() <= other.steps.size() && mine[0] <= theirs[0] && mine[1] <= theirs[1];
    }
};

class TorusTilings {
  public:
    explicit TorusTilings(const FrontierBase& torus)
        : torus_(torus),
          most_steps_(2 * kernels::ceil_log(torus.nodes(), torus.lanes + 1) + 2),
          zero_{torus.columns, 0, torus.rows} {}

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
            const auto shifts = shifts_to(lattice, within);
            const auto step = over_base(torus_, shifts);
            for (const auto& tiling : tilings(within))
                for (const bool in_parts : {false, true})
                    keep(best, tiling.after({within, shifts, in_parts}, step));
        }
        return found_[lattice] = std::move(best);
    }
    void keep(std::vector<Tiling>& best, Tiling tiling) const {
        if (std::ssize(tiling.steps) > most_steps_) return;
        for (const auto& one : best)
            if (one.no_worse(tiling)) return;
        std::erase_if(best, [&](const Tiling& one) { return tiling.no_worse(one); });
        best.push_back(std::move(tiling));
    }

    /// Lattices within a lattice that hold offset 0 of the torus, of at most k + 1 cosets.
    std::vector<Lattice> lattices_within(const Lattice& all) const {
        std::vector<Lattice> found;
        const Node most = (torus_.lanes + 1) * all.index();
        for (Node down = all.down; down <= torus_.rows; down += all.down)
            for (Node across = all.across; across <= torus_.columns; across += all.across) {
                if (torus_.rows % down != 0 || torus_.columns % across != 0) continue;
                if (across * down > most || across * down == all.index()) continue;
                const Node first = down / all.down * all.skew % all.across;
                for (Node skew = first; skew < across; skew += all.across)
                    if (torus_.rows / down * skew % across == 0 &&
                        (skew == 0 || torus_.nodes() <= most_nodes_of_skew_lattices))
                        found.push_back({across, skew, down});
            }
        return found;
    }

    /// The shortest offsets of the coset of (x, y).
    std::vector<Received> shortest(const Lattice& lattice, Node x, Node y) const {
        std::vector<Received> found;
        Node least = torus_.nodes();
        const auto consider = [&](Node turns) {
            const Node down = y + turns * lattice.down;
            if (2 * down <= -torus_.rows || 2 * down > torus_.rows) return;
            Node across = (x + turns * lattice.skew) % lattice.across;
            if (across < 0) across += lattice.across;
            const bool far = 2 * across > lattice.across;
            if (far) across -= lattice.across;
            const Node length = std::abs(across) + std::abs(down);
            if (length > least) return;
            if (length < least) found.clear();
            least = length;
            found.push_back({across, down, 1});
            if (2 * across == lattice.across && lattice.across < torus_.columns)
                found.push_back({-across, down, 1});
        };
        for (Node turns = 0; turns * lattice.down - y <= least; ++turns) {
            consider(turns);
            if (turns > 0) consider(-turns);
        }
        return found;
    }

    /// One of the shortest shifts of every other coset, so that no way is busier than it must be.
    std::vector<Received> shifts_to(const Lattice& all, const Lattice& within) const {
        std::vector<std::vector<Received>> options;
        for (Node j = 0; j < within.down / all.down; ++j)
            for (Node i = 0; i < within.across / all.across; ++i)
                if (i != 0 || j != 0)
                    options.push_back(
                        shortest(within, i * all.across + j * all.skew, j * all.down));
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
        double least = over_base(torus_, chosen).x;
        const double before = least;
        for (const auto& option : options) {
            chosen[at] = option;
            const double x = over_base(torus_, chosen).x;
            if (x >= least) continue;
            least = x;
            best = option;
        }
        chosen[at] = best;
        return least < before;
    }

    const FrontierBase& torus_;
    std::int64_t most_steps_;
    Lattice zero_;
    std::map<Lattice, std::vector<Tiling>> found_{};
};

std::string in_words(const std::vector<TilingSet>& sets) {
    std::string text = "shifts";
    for (const auto& set : sets) {
        if (&set != &sets.front()) text += " |";
        for (const auto& shift : set.shifts)
            text += " (" + std::to_string(shift.x) + ", " + std::to_string(shift.y) + ")";
        if (set.in_parts) text += " in parts";
    }
    return text;
}

/// The sums of a tiling: as whole vectors if no set is in parts, else a part of every node.
class TilingMovement {
  public:
    TilingMovement(const FrontierBase& base, const std::vector<TilingSet>& sets)
        : base_(base), movement_{translations(base)} {
        if (std::ranges::none_of(sets, &TilingSet::in_parts)) {
            for (const auto& set : sets)
                movement_.steps.push_back(sent_over_base(base, set.shifts));
            movement_.chunks = 1;
            return;
        }
        // Offsets from a node whose part is summed up there; those that are sums of whole sets.
        Offsets heads(static_cast<std::size_t>(base.nodes())), whole{0};
        std::iota(heads.begin(), heads.end(), Node{0});
        std::vector<std::pair<const TilingSet*, Offsets>> in_parts;
        for (const auto& set : sets) {
            if (set.in_parts)
                in_parts.emplace_back(&set, heads = sums(whole, elements(set.within)));
            else
                whole = sums(whole, peers_of(set));
            add(set, heads, MovementStep::Kind::sum);
        }
        for (auto back = in_parts.rbegin(); back != in_parts.rend(); ++back)
            add(*back->first, back->second, MovementStep::Kind::copy);
    }
    Movement take() { return std::move(movement_); }

  private:
    using Offsets = std::vector<Node>;

    Offsets elements(const Lattice& lattice) const {
        Offsets all;
        for (Node node = 0; node < base_.nodes(); ++node)
            if (lattice.has(node % base_.columns, node / base_.columns)) all.push_back(node);
        return all;
    }
    /// Offset 0 and the shifts.
    Offsets peers_of(const TilingSet& set) const {
        auto peers = sent_over_base(base_, set.shifts).peers;
        peers.push_back(0);
        return peers;
    }
    Offsets sums(const Offsets& some, const Offsets& others) const {
        Offsets all;
        for (const Node one : some)
            for (const Node other : others) all.push_back(movement_.group.multiply(one, other));
        return all;
    }
    /// Sums to the heads from the shifts behind them, or copies from the heads to the shifts.
    void add(const TilingSet& set, const Offsets& heads, MovementStep::Kind kind) {
        auto step = sent_over_base(base_, set.shifts);
        step.kind = kind;
        step.sends.emplace_back();
        const auto& group = movement_.group;
        for (const Node head : heads)
            for (const Node peer : step.peers)
                step.sends[0].push_back(
                    kind == MovementStep::Kind::sum
                        ? ChunkSend{group.multiply(head, group.inverse(peer)), head}
                        : ChunkSend{head, group.multiply(head, peer)});
        movement_.steps.push_back(std::move(step));
    }

    const FrontierBase& base_;
    Movement movement_;
};

}  // namespace

std::vector<FrontierPlan> torus_tilings(const FrontierBase& base) {
    std::vector<FrontierPlan> plans;
    TorusTilings tilings(base);
    for (const auto& [sets, steps] : tilings.all()) {
        const bool whole = std::ranges::none_of(sets, &TilingSet::in_parts);
        plans.push_back({whole ? "static whole vectors" : "static hybrid", in_words(sets), steps});
        plans.back().moves =
            moving([base, sets = sets] { return TilingMovement(base, sets).take(); });
    }
    return plans;
}

}  // namespace lightsweep::solvers::frontier
