// All-to-alls on a WDM ring that leave the neighbour ring once: one step over a few hops of
// lightpaths.
//
// All nodes light the same offsets, to both sides. Arcs of one length s, one from every node, are
// cut into offsets whose sum is s, so that every node is the start of each of them once. The n arcs
// take ceil(n / floor(n / s)) colours of each fibre: cut the ring into floor(n / s) blocks of
// nodes, as equal as possible, whose nodes take the colours in order. Where s divides n that is s
// colours, and no segment of them is idle. No choice carries less than the blocks' distances
// (kernels/cost/exchange_bounds.hpp): lightpaths save hops alone, and pay D. With 64 wavelengths,
// two hops carry within 1 % of that on 48 nodes, three on 61 and 64.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/annealing.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Plans = std::vector<FrontierPlan>;
using Elements = std::vector<Node>;

constexpr double unreached = std::numeric_limits<double>::infinity();

/// Colours of the arcs of one length from all nodes.
Node colours_of(Node n, Node length) {
    const Node together = n / length;
    return (n + together - 1) / together;
}

/// Adds the longest arcs that the wavelengths hold, of those whose colours are none too many
/// (`whole`: their lengths divide n); returns the wavelengths that are left.
Node add_longest(Node n, Node wavelengths, bool whole, std::size_t most, Elements& arcs) {
    for (Node length = std::min(n, wavelengths); length > 0 && arcs.size() < most;) {
        const Node colours = colours_of(n, length);
        if (colours > wavelengths || (whole && colours > length)) {
            --length;
            continue;
        }
        arcs.push_back(length);
        wavelengths -= colours;
    }
    return wavelengths;
}

/// Lengths of arcs that the wavelengths hold, the longest first, in a few ways: as long as
/// possible, without idle segments, and both (the first one long, the others without).
std::vector<Elements> arcs_within(Node n, Node wavelengths) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    Elements longest, whole, both;
    add_longest(n, wavelengths, false, all, longest);
    add_longest(n, wavelengths, true, all, whole);
    add_longest(n, add_longest(n, wavelengths, false, 1, both), true, all, both);
    std::vector<Elements> ways{longest};
    for (const auto& one : {whole, both})
        if (std::ranges::find(ways, one) == ways.end()) ways.push_back(one);
    return ways;
}

/// Arcs behind one another, by segments: where an offset begins.
using Cuts = std::vector<char>;

Elements offsets_of(const Cuts& cuts) {
    Elements offsets;
    for (const char begins : cuts)
        if (begins)
            offsets.push_back(1);
        else
            ++offsets.back();
    return offsets;
}

/// Shares of the blocks of a node over all ways of at most so many hops, by multiplicative weights:
/// in every round each block takes its cheapest way, then wavelengths become dearer the more they
/// carried. The mean of the rounds is feasible; prices bound what any shares carry.
class Shares {
  public:
    Shares(Node n, const Elements& offsets, int hops) : n_(n), hops_(hops) {
        Elements count(std::size_t(n / 2 + 1));
        for (const Node one : offsets) ++count[std::size_t(std::min(one, n - one))];
        for (Node offset = 1; offset <= n / 2; ++offset)
            if (const Node lanes = count[std::size_t(offset)]; lanes > 0)
                lanes_.push_back({offset, 2.0 * lanes, double(offset)});
        price_.assign(std::size_t(hops + 1), std::vector<double>(std::size_t(n), unreached));
        last_.assign(std::size_t(hops + 1), std::vector<Hop>(std::size_t(n)));
        price_[0][0] = 0;
    }

    /// Blocks over the busiest wavelength in the mean of so many rounds; `unreached` if some block
    /// has no way.
    double most(int rounds) {
        for (int round = 1; round <= rounds; ++round) {
            find_ways();
            if (missing() > 0) return unreached;
            send(round);
        }
        return most_;
    }
    /// Blocks over the busiest wavelength in any shares are at least this.
    double least() const { return least_; }
    /// Nodes that are further away.
    std::ptrdiff_t missing() const { return std::ranges::count(price_.back(), unreached); }

  private:
    struct Lane {
        Node offset;
        double wavelengths;  ///< of both sides
        double price;
        double load = 0, sum = 0;  ///< blocks in this round, and in all
    };
    /// The last hop of a way: none where a way of fewer hops is as cheap.
    struct Hop {
        Lane* lane = nullptr;
        Node from = 0;
    };

    void find_ways() {
        for (int h = 1; h <= hops_; ++h) {
            const auto& before = price_[std::size_t(h - 1)];
            price_[std::size_t(h)] = before;
            std::ranges::fill(last_[std::size_t(h)], Hop{});
            for (Node from = 0; from < n_; ++from)
                if (before[std::size_t(from)] < unreached)
                    for (auto& lane : lanes_) extend(h, from, lane);
        }
    }
    void extend(int h, Node from, Lane& lane) {
        const double price = price_[std::size_t(h - 1)][std::size_t(from)] + lane.price;
        for (const Node by : {lane.offset, n_ - lane.offset}) {
            const auto to = std::size_t((from + by) % n_);
            if (price >= price_[std::size_t(h)][to]) continue;
            price_[std::size_t(h)][to] = price;
            last_[std::size_t(h)][to] = {&lane, from};
        }
    }

    void send(int round) {
        for (auto& lane : lanes_) lane.load = 0;
        for (Node to = 1; to < n_; ++to) {
            Node at = to;
            for (int h = hops_; at != 0; --h)
                if (const auto& hop = last_[std::size_t(h)][std::size_t(at)]; hop.lane) {
                    ++hop.lane->load;
                    at = hop.from;
                }
        }
        double prices = 0, busiest = 0;
        for (auto& lane : lanes_) {
            prices += lane.price * lane.wavelengths;
            busiest = std::max(busiest, (lane.sum += lane.load) / lane.wavelengths / round);
        }
        const auto& cheapest = price_.back();
        least_ = std::max(least_, std::accumulate(cheapest.begin(), cheapest.end(), 0.0) / prices);
        most_ = std::min(most_, busiest);
        for (auto& lane : lanes_)
            lane.price *= std::exp(0.5 / std::sqrt(double(round)) *
                                   (lane.load / lane.wavelengths / least_ - 1));
    }

    Node n_;
    int hops_;
    std::vector<Lane> lanes_{};
    std::vector<std::vector<double>> price_{};  ///< by most hops and node
    std::vector<std::vector<Hop>> last_{};
    double most_ = unreached, least_ = 0;
};

/// Offsets within the arcs that reach all nodes in so many hops, with little load; empty if none
/// are found.
Elements searched(Node n, const Elements& arcs, int hops, std::mt19937_64& random) {
    Cuts cuts, best;
    std::vector<char> fixed;
    for (const Node arc : arcs)
        for (Node i = 0; i < arc; ++i) {
            fixed.push_back(i == 0);
            cuts.push_back(i == 0 || random() % 5 == 0);
        }
    if (std::ranges::count(fixed, 0) == 0) return {};
    bool reaches = false;
    anneal(
        random, std::min(4000, 256'000 / n), 0.03,
        [&] {
            std::size_t one = random() % cuts.size();
            while (fixed[one]) one = random() % cuts.size();
            // A cut comes or goes, or moves by one or two segments.
            const auto other = std::min(one + random() % 3, cuts.size() - 1);
            const std::pair before{cuts[one], cuts[other]};
            if (other == one || fixed[other])
                cuts[one] = !cuts[one];
            else
                std::swap(cuts[one], cuts[other]);
            return [&cuts, one, other, before] {
                cuts[other] = before.second;
                cuts[one] = before.first;
            };
        },
        [&] {
            Shares shares(n, offsets_of(cuts), hops);
            const double most = shares.most(12);
            reaches = most < unreached;
            return reaches ? (most + shares.least()) * 2 / n : 30.0 + double(shares.missing());
        },
        [&] {
            if (reaches) best = cuts;
        });
    return offsets_of(best);
}

/// One step to all other nodes; of every lightpath so many.
FrontierPlan plan_of(Node n, Node wavelengths, const Elements& offsets, Node copies, int hops) {
    MovementStep step;  // its lanes in the order of the arcs
    for (Node copy = 0; copy < copies; ++copy)
        for (const Node offset : offsets) step.lanes.insert(step.lanes.end(), {offset, n - offset});
    step.peers.resize(std::size_t(n - 1));
    std::iota(step.peers.begin(), step.peers.end(), 1);
    auto sorted = offsets;
    std::ranges::sort(sorted);
    FrontierPlan plan{"lightpaths", "offsets " + listed(sorted), {{double(hops), 0, 1}}};
    if (copies > 1) plan.text += ", each on " + std::to_string(copies) + " wavelengths";
    plan.steps[0].x = Shares(n, offsets, hops).most(2000) * 2 * wavelengths / copies / n;
    plan.moves = moving([n, step = std::move(step)] { return Movement{Group(n), {step}}; });
    return plan;
}

/// Plans of more and more hops, until these arcs carry little more than they must.
Plans plans_over(Node n, Node wavelengths, const Elements& arcs, Node copies,
                 std::mt19937_64& random) {
    Plans plans;
    const double distances = std::floor(n * n / 4.0);
    const double least =
        distances / n * wavelengths / copies / std::accumulate(arcs.begin(), arcs.end(), Node{0});
    for (int hops = distances > 2 * wavelengths ? 2 : 1; hops <= 8; ++hops) {
        const auto offsets = searched(n, arcs, hops, random);
        if (offsets.empty()) continue;
        plans.push_back(plan_of(n, wavelengths, offsets, copies, hops));
        const double x = plans.back().x();
        if (x < 1.01 * least) break;
        if (plans.size() > 1 && x > 0.99 * plans[plans.size() - 2].x()) break;
    }
    return plans;
}

}  // namespace

Plans lightpath_exchanges(Node n, Node wavelengths) {
    Plans plans;
    if (n < 8 || n > 128 || 2 * wavelengths < n - 1) return plans;
    std::mt19937_64 random(static_cast<std::uint64_t>(n) * 512 +
                           static_cast<std::uint64_t>(wavelengths));
    // Many wavelengths are few, each of them several times: the arcs go around the ring, or half.
    for (const Node copies :
         std::set{std::max(1, wavelengths / n), std::max(1, 2 * wavelengths / n)})
        if (copies == 1 || wavelengths > n)
            for (const auto& arcs : arcs_within(n, wavelengths / copies))
                append(plans, plans_over(n, wavelengths, arcs, copies, random));
    return without_dominated(std::move(plans));
}

}  // namespace lightsweep::solvers::frontier
