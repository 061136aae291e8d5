// Gathers and all-reduces on a base of which some lanes stay while the others are set up to chords:
// circuits from every node v to a v + b mod n, with a prime to n.
//
// The translations of a base commute, so that few distinct nodes are reached over few of them: s
// steps over a ring and one shift reach about s^2/2 nodes. A chord with a > 1 does not commute with
// the ring, and s steps reach up to 2^s. Circuits differ from node to node: a step takes as long as
// its busiest receiver, whose blocks are shared over the lanes on which they can come (Hall's
// theorem over sets of lanes). Chords with a = 1 are translations of a ring, and move as in
// movement.hpp.
//
// An all-gather starts on the base: every step sends all blocks to the nodes `stride` links ahead,
// so that nodes that are informed have neighbours to inform later. A reduce-scatter is an
// all-gather backwards in time over the circuits the other way round, which ends on the base. The
// chords of an all-reduce are those of a good reduce-scatter.
#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "kernels/parallel/kept_once.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Steps = std::vector<PlanStep>;

constexpr Node fewest_chorded_nodes = 8, most_chorded_nodes = 128;
constexpr Node most_chorded_lanes = 4;  // more serve as groups

struct Chord {
    Node factor, shift;
};
using Chords = std::vector<Chord>;

/// Per lane and node: who sends to it, or backwards whom it sends to.
using Senders = std::vector<std::vector<Node>>;

/// Steps over the lanes that stay: how many links ahead each one sends.
using Strides = std::vector<Node>;

/// What a search is for: the least time at this latency of a step and delay, in units of m/b.
struct Aim {
    double step, delay;

    /// A further hop is a tenth of a step.
    double time(const Steps& steps) const {
        double on_base = 0, mixed = 0;
        for (const auto& one : steps)
            (one.topology == 0 ? on_base : mixed) += step * (1 + 0.1 * (one.hops - 1)) + one.x;
        return std::max(delay, on_base) + mixed;
    }
};
constexpr std::array aims{Aim{0.1, 1}, Aim{0.03, 0.6}, Aim{0.01, 0.3}};

/// Who knows which blocks, of n <= most nodes.
template <std::size_t most>
class Knowledge {
  public:
    /// every: step() measures the receivers 0, every, 2 every, ...
    Knowledge(Node n, std::size_t every)
        : every_(every), known_(static_cast<std::size_t>(n)), next_(known_) {
        for (std::size_t v = 0; v < known_.size(); ++v) known_[v].set(v);
    }
    /// Whether steps by which every node gets the blocks of `from` in the end bring all blocks.
    bool would_be_everywhere(const Knowledge& from) const {
        for (const auto& senders : from.known_) {
            Blocks known;
            for (std::size_t v = 0; v < known_.size(); ++v)
                if (senders[v]) known |= known_[v];
            if (known.count() < known_.size()) return false;
        }
        return true;
    }
    bool everywhere() const {
        return std::ranges::all_of(known_,
                                   [&](const Blocks& one) { return one.count() == known_.size(); });
    }
    /// All blocks over all lanes; returns those of the busiest lane.
    double step(const Senders& senders) {
        double blocks = 0;
        for (std::size_t v = 0; v < known_.size(); v += every_)
            blocks = std::max(blocks, busiest(senders, v));
        spread(senders);
        return blocks;
    }
    /// A step without its load.
    void spread(const Senders& senders) {
        next_ = known_;
        for (const auto& lane : senders)
            for (std::size_t v = 0; v < known_.size(); ++v)
                next_[v] |= known_[std::size_t(lane[v])];
        known_.swap(next_);
    }

  private:
    using Blocks = std::bitset<most>;

    double busiest(const Senders& senders, std::size_t receiver) const {
        std::array<Blocks, std::size_t{1} << most_chorded_lanes> over;  // known to a set's lanes
        const std::size_t sets = std::size_t{1} << senders.size();
        for (std::size_t set = 1; set < sets; ++set)
            over[set] = over[set & (set - 1)] |
                        known_[std::size_t(senders[std::size_t(std::countr_zero(set))][receiver])];
        double blocks = 0;
        for (std::size_t set = 1; set < sets; ++set) {
            const auto only = over[set] & ~over[sets - 1 - set] & ~known_[receiver];
            blocks = std::max(blocks, double(only.count()) / std::popcount(set));
        }
        return blocks;
    }

    std::size_t every_;
    std::vector<Blocks> known_, next_;
};

/// The lanes that stay, and what may join them.
template <std::size_t most>
class ChordedBase {
  public:
    using Knows = Knowledge<most>;

    ChordedBase(const FrontierBase& base, const StayingLanes& lanes)
        : n_(base.nodes()),
          k_(base.lanes),
          on_ring_(base.kind != FrontierBase::Kind::torus),
          staying_(lanes.generators) {
        const auto group = translations(base);
        for (const Node lane : staying_) {
            ahead_.emplace_back();
            behind_.emplace_back();
            for (Node v = 0; v < n_; ++v) {
                ahead_.back().push_back(group.multiply(v, lane));
                behind_.back().push_back(group.multiply(v, group.inverse(lane)));
            }
        }
        for (Node factor = 1; factor < n_; ++factor)
            for (Node shift = 0; shift < n_ && std::gcd(factor, n_) == 1; ++shift) {
                all.push_back({factor, shift});
                // Turning a ring by t nodes adds t (1 - factor) to the shift.
                if (!on_ring_ || shift < std::gcd(factor - 1, n_))
                    firsts.push_back({factor, shift});
            }
    }

    /// Steps on the base, with the links of each; base_last: the last steps, not the first ones.
    struct OnBase {
        Strides strides;
        bool base_last;
        std::vector<Senders> links;
        Knows after;        ///< what these steps alone bring
        Steps first;        ///< these steps, unless they are the last ones
        std::size_t every;  ///< as in Knowledge
        bool useful;        ///< whether each of these steps brings something, if they come first
    };
    OnBase on_base(const Strides& strides, bool base_last, std::size_t every = 1) const {
        OnBase steps{strides, base_last, {}, Knows(n_, every), {}, every, true};
        for (const Node stride : strides)
            steps.links.push_back(far_links(base_last ? ahead_ : behind_, stride));
        if (base_last)
            for (const auto& links : steps.links) steps.after.spread(links);
        else
            steps.useful = add_on_base(steps, steps.after, steps.first);
        return steps;
    }
    /// First the steps on the base, then steps over all lanes until every block has arrived. If
    /// base_last, first as few steps over all lanes as let the base do the rest. Empty if some
    /// block does not arrive.
    Steps steps(const Chords& chords, const OnBase& on_base) const {
        if (!on_base.useful) return {};
        const auto lanes = senders(chords, on_base.base_last);
        auto steps = on_base.first;
        if (!on_base.base_last) {
            auto known = on_base.after;
            while (!known.everywhere())
                if (!add(known, lanes, 1, 1, steps)) return {};
            return steps;
        }
        Knows known(n_, on_base.every);
        while (!known.would_be_everywhere(on_base.after))
            if (!add(known, lanes, 1, 1, steps)) return {};
        return add_on_base(on_base, known, steps) ? steps : Steps{};
    }
    /// A plan of such steps, in the order of an all-gather; no steps where the base is enough.
    FrontierPlan plan(const Chords& chords, const OnBase& on_base) const {
        FrontierPlan plan{"prefix", "", steps(chords, on_base), SetUp::at_start};
        const auto mixed = std::ranges::count(plan.steps, 1, &PlanStep::topology);
        if (mixed == 0) return {};
        auto taken = on_base.strides;
        taken.resize(plan.steps.size() - std::size_t(mixed));
        plan.text = "lanes that stay " + listed(staying_) + ", by " + listed(taken) + "; chords";
        for (std::size_t i = 0; i < chords.size(); ++i)
            plan.text += (i == 0 ? " " : ", ") + std::to_string(chords[i].factor) + " v + " +
                         std::to_string(chords[i].shift);
        plan.moves = moves(chords, taken, std::size_t(mixed), on_base.base_last);
        return plan;
    }

    Chords all{};
    Chords firsts{};  ///< first chords, one of those that are alike after a turn of the ring

  private:
    /// The movement, where all chords are translations of a ring.
    Moving moves(const Chords& chords, const Strides& on_base, std::size_t mixed,
                 bool base_last) const {
        if (!on_ring_ || std::ranges::any_of(chords, [](const Chord& c) { return c.factor > 1; }))
            return without_movement(differing_circuits);
        auto lanes = staying_;
        for (const auto& chord : chords) lanes.push_back(chord.shift);
        return moving([=, n = n_, staying = staying_] {
            std::vector<Stretch> stretches;  // to the peers, over the lanes of the same place
            std::vector<std::vector<Node>> over;
            const auto step = [&](const std::vector<Node>& by, Node stride) {
                std::set<Node> peers;
                for (const Node lane : by)
                    if (lane != 0) peers.insert(lane * stride % n);
                stretches.push_back({{peers.begin(), peers.end()}, 1});
                over.push_back(by);
            };
            const auto over_lanes = [&] {
                for (std::size_t i = 0; i < mixed; ++i) step(lanes, 1);
            };
            if (base_last) over_lanes();
            for (const Node stride : on_base) step(staying, stride);
            if (!base_last) over_lanes();
            Movement movement{Group(n)};
            auto layers = breadth_first_layers(movement.group, stretches);
            for (std::size_t t = 0; t < layers.size(); ++t)
                movement.copy(over[t], stretches[t].generators, {std::move(layers[t])});
            return movement;
        });
    }
    static Senders far_links(const Senders& links, Node stride) {
        auto far = links;
        for (Node link = 1; link < stride; ++link)
            for (std::size_t lane = 0; lane < links.size(); ++lane)
                for (auto& sender : far[lane]) sender = links[lane][std::size_t(sender)];
        return far;
    }
    Senders senders(const Chords& chords, bool backwards) const {
        auto senders = backwards ? ahead_ : behind_;
        for (const auto& [factor, shift] : chords) {
            auto& lane = senders.emplace_back(std::size_t(n_));
            for (Node v = 0, to = shift; v < n_; ++v, to += factor) {
                if (to >= n_) to -= n_;
                lane[std::size_t(backwards ? v : to)] = backwards ? to : v;
            }
        }
        return senders;
    }
    bool add(Knows& known, const Senders& senders, Node stride, int topology, Steps& steps) const {
        const double blocks = known.step(senders);
        steps.push_back({double(stride), blocks * stride * k_ / n_, topology});
        return blocks > 0;
    }
    bool add_on_base(const OnBase& on_base, Knows& known, Steps& steps) const {
        for (std::size_t i = 0; i < on_base.links.size() && !known.everywhere(); ++i)
            if (!add(known, on_base.links[i], on_base.strides[i], 0, steps)) return false;
        return true;
    }

    Node n_, k_;
    bool on_ring_;
    std::vector<Node> staying_;
    Senders ahead_{}, behind_{};  ///< over the lanes that stay: whom they lead to, and from
};

/// The best chords for every aim: of a single one all are tried, of more some.
template <std::size_t most>
std::vector<Chords> good_chords(const ChordedBase<most>& base, std::size_t count, int draws,
                                std::mt19937_64& random,
                                const std::function<Steps(const Chords&)>& steps_of) {
    std::array<double, aims.size()> least;
    least.fill(std::numeric_limits<double>::infinity());
    std::vector<Chords> best(aims.size());
    const auto time_of = [&](const Chords& chords, std::size_t aim) {
        const auto steps = steps_of(chords);
        if (steps.empty()) return 1e6;
        for (std::size_t i = 0; i < aims.size(); ++i)
            if (const double time = aims[i].time(steps); time < least[i]) {
                least[i] = time;
                best[i] = chords;
            }
        return aims[aim].time(steps);
    };
    const auto drawn = [&](std::size_t at) {
        const auto& from = at == 0 ? base.firsts : base.all;
        return from[random() % from.size()];
    };
    if (count == 1 && base.firsts.size() < base.all.size()) {
        for (const auto& one : base.firsts) time_of({one}, 0);
        return best;
    }
    for (std::size_t aim = 0; aim < aims.size(); ++aim) {
        Chords chords;
        while (chords.size() < count) chords.push_back(drawn(chords.size()));
        anneal(
            random, draws, 0.05,
            [&] {
                const auto at = std::size_t(random() % count);
                const auto before = std::exchange(chords[at], drawn(at));
                return [&chords, at, before] { chords[at] = before; };
            },
            [&] { return time_of(chords, aim); }, [] {});
    }
    return best;
}

/// Nodes that are informed at a distance have neighbours to inform over the mixed topology: 4, 4, 2
/// informs every second one of twelve nodes.
std::vector<Strides> strides_on_base(bool base_last) {
    const auto links = [](std::size_t steps) { return Strides(steps, 1); };
    if (base_last) return {links(2), links(3), links(4), links(6), links(8)};
    return {links(2), links(6), {3, 3}, {2, 2, 2}, {3, 3, 3}, {4, 4, 2}, {7, 3, 3}, {2, 2, 2, 2}};
}

/// A plan in the order of an all-gather, and the all-gather on its mixed topology alone.
struct Chorded {
    FrontierPlan plan, gather;
};

template <std::size_t most>
std::vector<Chorded> searched(const FrontierBase& base, bool base_last, double effort) {
    std::vector<Chorded> all;
    const Node n = base.nodes(), k = base.lanes;
    if (k < 2 || k > most_chorded_lanes || n < fewest_chorded_nodes || n > most_chorded_nodes)
        return all;
    for (const auto& lanes : staying_lanes(base)) {
        const ChordedBase<most> chorded(base, lanes);
        const auto at_once = chorded.on_base({}, false);
        for (const auto& strides : strides_on_base(base_last)) {
            std::mt19937_64 random(static_cast<std::uint64_t>(n) * 4096 +
                                   static_cast<std::uint64_t>(k));
            // Loads repeat with the factors of n: the receivers that are measured must not.
            std::size_t every = lanes.fresh == 1 ? 1 : 5;
            while (std::gcd(every, std::size_t(n)) > 1) ++every;
            const auto on_base = chorded.on_base(strides, base_last),
                       some = chorded.on_base(strides, base_last, every);
            const auto about = [&](const Chords& chords) { return chorded.steps(chords, some); };
            const double visits = double(n) * double(std::ssize(strides) + kernels::ceil_log(n, k));
            const int draws = static_cast<int>(std::max(effort / visits, 20.0));
            for (const auto& chords :
                 good_chords(chorded, std::size_t(lanes.fresh), draws, random, about)) {
                if (chords.empty()) continue;
                auto plan = chorded.plan(chords, on_base);
                if (!plan.steps.empty())
                    all.push_back({std::move(plan), chorded.plan(chords, at_once)});
            }
        }
    }
    return all;
}

/// Searched once per process.
std::vector<Chorded> found(const FrontierBase& base, bool base_last, double effort) {
    using Key = std::tuple<FrontierBase::Kind, Node, Node, Node, bool, double>;
    static kernels::parallel::KeptOnce<Key, std::vector<Chorded>> kept;
    return kept.get({base.kind, base.rows, base.columns, base.lanes, base_last, effort}, [&] {
        return base.nodes() <= 64 ? searched<64>(base, base_last, effort)
                                  : searched<most_chorded_nodes>(base, base_last, effort);
    });
}

}  // namespace

Plans chord_gathers(const FrontierBase& base, bool backwards, double effort) {
    Plans plans;
    for (auto& [plan, gather] : found(base, backwards, effort / 50))
        plans.push_back(backwards ? reversed(std::move(plan)) : std::move(plan));
    return without_dominated(std::move(plans));
}

Plans chord_all_reduces(const FrontierBase& base, double effort) {
    Plans plans;
    for (auto& [scatter, gather] : found(base, true, effort / 50)) {
        if (gather.steps.empty()) continue;
        auto plan = reversed(scatter);
        plan.steps.insert(plan.steps.end(), gather.steps.begin(), gather.steps.end());
        plan.moves = both_movements(scatter.moves, gather.moves);
        plans.push_back(std::move(plan));
    }
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
