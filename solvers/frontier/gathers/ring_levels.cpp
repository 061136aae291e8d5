#include "solvers/frontier/gathers/ring_levels.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "kernels/cost/bound_terms.hpp"
#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Lengths = std::vector<std::int64_t>;

/// Up to so many nodes level_plans() keeps its plans, which many families ask for: 0.4 MB at most
/// for every number of nodes and peers.
constexpr Node most_nodes_kept = 128;

/// More than any length: offsets that the levels do not reach.
constexpr std::int64_t out_of_reach = std::int64_t{1} << 40;

/// Offsets on one side of a head: itself and those beyond it. `later[c]` is the length for c of
/// them at all later levels.
std::int64_t at(const Lengths& later, Node offsets) {
    return offsets < std::ssize(later) ? later[static_cast<std::size_t>(offsets)] : out_of_reach;
}

/// How many of the offsets from one head to the next are with the first head, itself included: all
/// of them one way; both ways the others lie on the second head's near side.
Node with_first_head(const Lengths& later, Node distance, bool both_ways) {
    Node best = distance;
    if (!both_ways) return best;
    for (Node right = 1; right < distance; ++right)
        if (at(later, right) + at(later, distance + 1 - right) <
            at(later, best) + at(later, distance + 1 - best))
            best = right;
    return best;
}

/// Calls use(c) for every one-sided group of c offsets that one such group becomes, and returns the
/// links that its shifts take.
template <typename Use>
std::int64_t cut(const std::vector<Node>& shifts, const Lengths& later, Node offsets,
                 bool both_ways, const Use& use) {
    std::int64_t links = 0;
    Node before = 0;
    for (const Node shift : shifts) {
        if (shift >= offsets) break;
        const Node first = with_first_head(later, shift - before, both_ways);
        use(first);
        if (both_ways) use(shift - before + 1 - first);
        links += shift;
        before = shift;
    }
    use(offsets - before);
    return links;
}

std::int64_t length_of(const std::vector<Node>& shifts, const Lengths& later, Node offsets,
                       bool both_ways) {
    std::int64_t sum = 0;
    const auto links =
        cut(shifts, later, offsets, both_ways, [&](Node group) { sum += at(later, group); });
    return std::min(out_of_reach, sum + links);
}

/// Lengths for 0..most offsets.
Lengths lengths_up_to(const std::vector<Node>& shifts, const Lengths& later, Node most,
                      bool both_ways) {
    Lengths lengths{0};
    lengths.reserve(static_cast<std::size_t>(most) + 1);
    for (Node offsets = 1; offsets <= most; ++offsets)
        lengths.push_back(length_of(shifts, later, offsets, both_ways));
    return lengths;
}

/// A first level for so many offsets, and the lengths of it and all later levels together for every
/// smaller number of offsets.
struct Start {
    std::vector<Node> shifts{};
    Node next = 0;  ///< offsets for which the next level is made
    Lengths length{0, 0};
};

/// Ways to choose a first level and their lengths. Offsets are counted on one side: 0..L-1 on a
/// directed ring; on a ring both ways 0..L-1 are the source and L - 1 nodes beyond it.
class Planner {
  public:
    Planner(Node peers, bool both_ways, bool thorough)
        : peers_(peers), both_ways_(both_ways), thorough_(thorough) {}

    /// The best start for L offsets in so many levels; null if they are too few.
    const Start* plan(Node L, std::int64_t levels) {
        const auto key = levels << 32 | L;
        auto known = known_.find(key);
        if (known == known_.end())
            known = known_.emplace(key, L == 1 ? Start{} : searched(L, levels)).first;
        return known->second.length.empty() ? nullptr : &known->second;
    }

  private:
    /// The most offsets of a part of w, the heads' own sides included.
    Node room(Node w) const { return both_ways_ ? 2 * w - 1 : w; }

    std::vector<Node> widths(Node L, Node r, std::int64_t levels) const {
        // Both ways: w + r (2 w - 1) offsets are covered; one way: (r + 1) w.
        const Node least = both_ways_ ? (L + r + 2 * r) / (2 * r + 1) : (L + r) / (r + 1);
        const Node most = L - r;
        std::vector<Node> all;
        if (thorough_ && levels <= 14) {
            for (Node w = least; w <= most; ++w) all.push_back(w);
            return all;
        }
        for (const Node w :
             {least, least + 1, least + 2, least * 5 / 4, least * 3 / 2, (least + most) / 2, most})
            if (w >= least && w <= most) all.push_back(w);
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    /// Far parts full, near parts short, none empty.
    const std::vector<Node>& shifts_of(Node L, Node r, Node w) {
        shifts_.resize(static_cast<std::size_t>(r));
        Node head = L - w;
        for (auto i = shifts_.size(); i-- > 0; head -= room(w))
            head = shifts_[i] = std::max(head, static_cast<Node>(i) + 1);
        return shifts_;
    }

    Start searched(Node L, std::int64_t levels) {
        Start best{{}, 0, {}};
        if (levels == 0) return best;
        std::int64_t least = out_of_reach;
        for (Node r = 1; r <= std::min(peers_, L - 1); ++r)
            for (const Node w : widths(L, r, levels)) {
                const auto* later = plan(w, levels - 1);
                if (!later) continue;
                const auto& shifts = shifts_of(L, r, w);
                if (shifts.front() > room(w)) continue;
                // A link for every offset that is no head after this level, at least.
                if (std::accumulate(shifts.begin(), shifts.end(), std::int64_t{L - r - 1}) >= least)
                    continue;
                const auto sum = length_of(shifts, later->length, L, both_ways_);
                if (sum >= least) continue;
                least = sum;
                best.shifts = shifts;
                best.next = w;
            }
        if (best.shifts.empty()) return best;
        const auto& later = plan(best.next, levels - 1)->length;
        best.length = lengths_up_to(best.shifts, later, L, both_ways_);
        return best;
    }

    Node peers_;
    bool both_ways_, thorough_;
    std::vector<Node> shifts_{};                       ///< those asked last: millions are tried
    std::unordered_map<std::int64_t, Start> known_{};  ///< by levels and L
};

/// Of every level the lengths of it and all later ones, and of none.
std::vector<Lengths> lengths_from_each(const std::vector<std::vector<Node>>& levels, Node far,
                                       bool both_ways) {
    std::vector<Lengths> later{{0, 0}};
    for (auto level = levels.rbegin(); level != levels.rend(); ++level)
        later.push_back(lengths_up_to(
            *level, later.back(),
            std::min(far, static_cast<Node>(std::ssize(later.back()) - 1 + level->back())),
            both_ways));
    std::ranges::reverse(later);
    return later;
}

/// Offsets on one side of a head, itself included, and the way in which they lie: 1 or -1.
struct Side {
    Node head, offsets, way;
};

std::vector<Side> sides_at_start(Node n, bool both_ways) {
    if (!both_ways) return {{0, n, 1}};
    return {{0, n / 2 + 1, 1}, {0, (n - 1) / 2 + 1, -1}};
}

}  // namespace

std::vector<std::int64_t> level_lengths(const std::vector<std::vector<Node>>& levels, Node n,
                                        bool both_ways) {
    auto sides = sides_at_start(n, both_ways);
    const auto later = lengths_from_each(levels, sides[0].offsets, both_ways);
    std::vector<std::int64_t> lengths;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        std::vector<Side> next;
        lengths.push_back(0);
        for (const auto& side : sides)
            lengths.back() +=
                cut(levels[i], later[i + 1], side.offsets, both_ways, [&](Node offsets) {
                    next.push_back({0, offsets, 1});
                });
        sides = std::move(next);
    }
    if (std::ranges::any_of(sides, [](const Side& side) { return side.offsets != 1; }))
        throw std::invalid_argument("levels: some offset is not reached exactly once");
    return lengths;
}

std::vector<std::vector<Node>> level_offsets(const std::vector<std::vector<Node>>& levels, Node n,
                                             bool both_ways) {
    auto sides = sides_at_start(n, both_ways);
    const auto later = lengths_from_each(levels, sides[0].offsets, both_ways);
    std::vector<std::vector<Node>> reached(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        std::vector<Side> next;
        for (const auto& side : sides) {
            // cut() names, in turn, the far side of a head and the near side of the next one.
            std::size_t shift = 0;
            bool near = false;
            Node head = side.head;
            cut(levels[i], later[i + 1], side.offsets, both_ways, [&](Node offsets) {
                next.push_back({head, offsets, near ? -side.way : side.way});
                near = both_ways && !near;
                if (both_ways && !near) return;
                if (shift == levels[i].size()) return;
                head = side.head + side.way * levels[i][shift++];
            });
        }
        for (const auto& side : next)
            if (std::ranges::none_of(sides,
                                     [&](const Side& one) { return one.head == side.head; }) &&
                std::ranges::find(reached[i], side.head) == reached[i].end())
                reached[i].push_back(side.head);
        sides = std::move(next);
    }
    return reached;
}

namespace {

std::vector<LevelPlan> planned(Node n, Node peers, bool both_ways) {
    const Node far = both_ways ? n / 2 + 1 : n,
               near = both_ways ? (n - 1) / 2 + 1 : 1;  // of one: nothing to do
    const auto growth = both_ways ? 2 * std::int64_t{peers} + 1 : std::int64_t{peers} + 1;
    const auto first = kernels::ceil_log(n, growth);
    const std::int64_t last = n <= 128 ? far - 1 : n <= 512 ? first + 16 : first + 3;
    std::vector<LevelPlan> plans;
    Planner planner(peers, both_ways, n <= 128);
    const auto add = [&](std::int64_t steps) {
        LevelPlan plan;
        const auto* start = planner.plan(far, steps);
        if (!start) return;
        plan.length = start->length[static_cast<std::size_t>(far)] +
                      start->length[static_cast<std::size_t>(near)];
        for (; !start->shifts.empty(); start = planner.plan(start->next, --steps)) {
            plan.levels.push_back(start->shifts);
            plan.hops += start->shifts.back();
        }
        if (plan.length >= out_of_reach) return;
        if (plans.empty() || plan.length < plans.back().length) plans.push_back(std::move(plan));
    };
    for (auto steps = first; steps <= last; ++steps) add(steps);
    if (last < far - 1 && n <= 1 << 14) {
        LevelPlan each{std::vector<std::vector<Node>>(static_cast<std::size_t>(far - 1), {1}),
                       far - 1, n - 1};
        plans.push_back(std::move(each));
    }
    return plans;
}

}  // namespace

std::vector<LevelPlan> level_plans(Node n, Node peers, bool both_ways) {
    if (n > most_nodes_kept) return planned(n, peers, both_ways);
    static kernels::parallel::KeptOnce<std::tuple<Node, Node, bool>, std::vector<LevelPlan>> kept;
    return kept.get({n, peers, both_ways}, [&] { return planned(n, peers, both_ways); });
}

}  // namespace lightsweep::solvers::frontier
