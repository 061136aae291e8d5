// How fast lanes that change in turn inform nodes, against trees that are searched in full.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

#include "tests/support/campaign.hpp"
#include "tests/unit/drawn_lanes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lanes_in_turn)

using kernels::Primitive;

/// The cheapest links of a broadcast from node 0, or of a reduction to it, by the hops beyond one
/// per step: over all sets of informed nodes, a step after the other, a send after the other.
class Cheapest {
  public:
    Cheapest(const Timeline& timeline, Node n, int lanes, bool backwards)
        : n_(n), peers_(std::min<int>(n - 1, lanes)) {
        auto steps = timeline.active;
        if (backwards) std::ranges::reverse(steps);
        Costs costs = nothing();
        costs[1][0] = 0;
        for (const auto& circuits : steps) {
            auto between = distances(circuits, n);
            if (backwards)
                for (Node a = 0; a < n; ++a)
                    for (Node b = 0; b < a; ++b) std::swap(between[a][b], between[b][a]);
            costs = after(costs, between, double(lanes) / double(circuits.size()));
        }
        by_hops = costs.back();
    }
    std::vector<double> by_hops;

  private:
    /// By the set of informed nodes, and by hops.
    using Costs = std::vector<std::vector<double>>;

    static constexpr std::size_t most_hops = 16;
    Costs nothing() const {
        return Costs(std::size_t{1} << n_, std::vector<double>(most_hops, unreached));
    }
    Costs after(const Costs& before, const std::vector<std::vector<int>>& between,
                double weight) const {
        auto next = nothing();
        for (std::size_t informed = 0; informed < before.size(); ++informed) {
            if (*std::ranges::min_element(before[informed]) >= unreached) continue;
            const auto sent = sends(informed, between, weight);
            for (std::size_t now = 0; now < sent.size(); ++now)
                for (std::size_t hops = 0; hops < most_hops; ++hops)
                    for (std::size_t extra = 0; extra + hops < most_hops; ++extra)
                        next[now][extra + hops] = std::min(
                            next[now][extra + hops], before[informed][extra] + sent[now][hops]);
        }
        return next;
    }
    /// What one step costs from these informed nodes on, by the hops of its farthest send beyond
    /// one.
    Costs sends(std::size_t informed, const std::vector<std::vector<int>>& between,
                double weight) const {
        auto costs = nothing();
        costs[informed][0] = 0;
        for (Node from = 0; from < n_; ++from)
            for (int send = 0; informed >> from & 1U && send < peers_; ++send) {
                const auto before = costs;
                for (std::size_t now = 0; now < before.size(); ++now)
                    for (std::size_t hops = 0; hops < most_hops; ++hops)
                        if (before[now][hops] < unreached)
                            add(before[now][hops], now, hops, between[from], weight, costs);
            }
        return costs;
    }
    void add(double cost, std::size_t now, std::size_t hops, const std::vector<int>& between,
             double weight, Costs& costs) const {
        for (Node to = 0; to < n_; ++to) {
            const int links = between[to];
            if (now >> to & 1U || links >= unreached) continue;
            auto& known = costs[now | std::size_t{1} << to][std::max(hops, std::size_t(links - 1))];
            known = std::min(known, cost + weight * links);
        }
    }
    Node n_;
    int peers_;
};

BOOST_AUTO_TEST_CASE(no_schedule_takes_fewer_links) {
    double nearest = 0;
    for (int number = 0; number < trials(1200, 12000); ++number) {
        std::mt19937 g(std::uint32_t(5300 + number));
        const Node n = g() % 64 == 0 ? 6 : g() % 4 == 0 ? 5 : 4;
        const int lanes = 2 + int(g() % 2), steps = 2 + int(g() % 3);
        const bool directed = lanes == 3 || g() % 2 == 0, backwards = g() % 2 == 0;
        const auto timeline = drawn(g, n, lanes, steps, directed);
        if (!timeline.changes && timeline.late == 0) continue;
        const LanesInTurn bounds(backwards ? Primitive::reduce_scatter : Primitive::all_gather, n,
                                 lanes, ring_lengths(n, directed));
        const auto costs = Cheapest(timeline, n, lanes, backwards).by_hops;
        for (int hops = 0; hops < std::ssize(costs); ++hops) {
            const double cost = costs[std::size_t(hops)];
            if (cost >= unreached) continue;
            const double links = least_links(bounds, steps, timeline.late, hops);
            BOOST_TEST(links <= cost + 1e-9,
                       "seed " << 5300 + number << ": n " << n << ", lanes " << lanes << ", steps "
                               << steps << (backwards ? ", backwards" : "") << ", late "
                               << timeline.late << ", hops " << hops << ": " << links << " against "
                               << cost);
            if (links > double(n - 1) + 1e-9) nearest = std::max(nearest, links / cost);
        }
    }
    BOOST_TEST(nearest >= 0.85);
}

/// Trees of many nodes, in which every node that is informed in the same step does the same, over
/// circuits that never lead to the same node: drawn at random.
struct DrawnTree {
    std::int64_t nodes = 1;
    double links = 0;
    std::int64_t hops = 0;  ///< beyond one per step
    std::int64_t late = 0;
    bool changes = false;  ///< some lane was, or may have been, set up
};

DrawnTree drawn_tree(std::mt19937& g, int lanes, int steps, bool backwards) {
    // Numbers of the circuits that lanes have in every step; circuit 0 is the base.
    std::vector<std::vector<int>> active(static_cast<std::size_t>(steps));
    DrawnTree tree;
    int circuits = 0;
    for (int lane = 0; lane < lanes; ++lane) {
        int circuit = 0;
        bool sent = true;
        for (auto& step : active) {
            const bool sends = g() % 3 > 0 || (lane + 1 == lanes && step.empty());
            if (sends && g() % 2 == 0) {
                circuit = ++circuits;
                tree.late += sent;
            }
            tree.changes |= sends && !sent;
            if (sends) step.push_back(circuit);
            sent = sends;
        }
    }
    std::vector<double> weights;
    for (const auto& step : active) weights.push_back(double(lanes) / double(step.size()));
    if (backwards) {
        std::ranges::reverse(active);
        std::ranges::reverse(weights);
    }
    const int on_base = backwards ? steps - 1 : 0;
    std::vector<bool> far;
    for (int step = 0; step < steps; ++step)
        far.push_back(g() % 2 == 0 && (step != on_base || tree.late > 0));
    // The tree that is worth most at some price of a node: what each informed node does is known
    // once it is known for the later ones.
    const double price = 1 + 0.25 * double(1 + g() % 16);
    std::vector<std::int64_t> nodes(std::size_t(steps) + 1, 1);
    std::vector<double> links(std::size_t(steps) + 1, 0);
    for (auto informed = std::size_t(steps); informed-- > 0;) {
        const auto gain = [&](std::size_t step, double length) {
            return std::max(
                0.0, price * double(nodes[step + 1]) - links[step + 1] - length * weights[step]);
        };
        std::vector<int> left(std::size_t(steps), lanes);  // sends
        const auto add = [&](std::size_t step, double length) {
            if (gain(step, length) <= 0) return;
            --left[step];
            nodes[informed] += nodes[step + 1];
            links[informed] += links[step + 1] + length * weights[step];
        };
        const auto by_use = [&](std::size_t step) {
            return gain(step, 1) - (far[step] ? gain(step, 2) : 0);
        };
        for (int circuit = 0; circuit <= circuits; ++circuit) {
            std::size_t best = std::size_t(steps);
            for (auto step = informed; step < std::size_t(steps); ++step)
                if (std::ranges::count(active[step], circuit) > 0 &&
                    (best == std::size_t(steps) || by_use(step) > by_use(best)))
                    best = step;
            if (best < std::size_t(steps)) add(best, 1);
        }
        for (auto step = informed; step < std::size_t(steps); ++step)
            for (int send = left[step]; far[step] && send > 0; --send) add(step, 2);
    }
    tree.nodes = nodes[0];
    tree.links = links[0];
    tree.hops = std::ranges::count(far, true);
    return tree;
}

BOOST_AUTO_TEST_CASE(no_tree_of_many_nodes_takes_fewer_links) {
    double nearest = 0;
    for (int number = 0; number < trials(200, 20000); ++number) {
        std::mt19937 g(std::uint32_t(90000 + number));
        const int lanes = 2 + int(g() % 3), steps = 2 + int(g() % (lanes == 2 ? 4 : 2));
        const bool backwards = g() % 2 == 0;
        const auto tree = drawn_tree(g, lanes, steps, backwards);
        if (tree.nodes <= lanes || (!tree.changes && tree.late == 0)) continue;
        const LanesInTurn bounds(backwards ? Primitive::reduce_scatter : Primitive::all_gather,
                                 tree.nodes, lanes, ring_lengths(Node(tree.nodes), true));
        const double links = least_links(bounds, steps, tree.late, tree.hops);
        BOOST_TEST(links <= tree.links + 1e-9,
                   "seed " << 90000 + number << ": " << tree.nodes << " nodes, lanes " << lanes
                           << ", steps " << steps << (backwards ? ", backwards" : "") << ", late "
                           << tree.late << ", hops " << tree.hops << ": " << links << " against "
                           << tree.links);
        if (links > double(tree.nodes - 1) + 1e-9) nearest = std::max(nearest, links / tree.links);
    }
    BOOST_TEST(nearest >= 0.9);
}

/// The fewest hops beyond one per step with which some choice of near and far steps knows all
/// nodes, where no lane is set up between two steps in a row.
std::int64_t fewest_hops(Node n, Node lanes, std::int64_t steps, const PathLengths& base,
                         bool backwards) {
    std::int64_t fewest = 1000;
    for (std::int64_t far_steps = 0; far_steps < std::int64_t{1} << steps; ++far_steps)
        for (std::int64_t on_base = 1; on_base <= n; ++on_base) {
            // A far step has two hops, but on the base as many as this says.
            std::int64_t before = 0, now = 1, extra = 0;
            for (std::int64_t t = 0; t < steps; ++t) {
                const bool is_base = t == (backwards ? steps - 1 : 0), far = far_steps >> t & 1,
                           after_far = t > 0 && (far_steps >> (t - 1) & 1);
                if (is_base && far != (on_base > 1)) extra = 1000;
                extra += far ? (is_base ? on_base - 1 : 1) : 0;
                auto next = now * (std::min(n - 1, lanes) + 1);
                if (is_base) next = std::min(next, now * base.ball(on_base));
                if (t > 0 && !far && !after_far) next = std::min(next, lanes * now + before);
                before = std::exchange(now, std::min<std::int64_t>(n, next));
            }
            if (now >= n) fewest = std::min(fewest, extra);
        }
    return fewest;
}

BOOST_AUTO_TEST_CASE(no_fewer_hops_than_some_choice_has) {
    for (const Node n : {5, 9, 16, 23, 48})
        for (const Node lanes : {2, 3, 4, 8})
            for (const bool directed : {true, false}) {
                if (!directed && lanes % 2 != 0) continue;
                const auto base = ring_lengths(n, directed);
                const auto first = kernels::ceil_log(n, std::min(n - 1, lanes) + 1);
                for (const bool backwards : {false, true}) {
                    const LanesInTurn bounds(
                        backwards ? Primitive::reduce_scatter : Primitive::all_gather, n, lanes,
                        base);
                    for (auto steps = first; steps <= first + 2; ++steps) {
                        if (steps == 1) continue;
                        const auto fewest = fewest_hops(n, lanes, steps, base, backwards);
                        BOOST_TEST(least_links(bounds, steps, 0, fewest - 1) == 1e9,
                                   "n " << n << ", lanes " << lanes << ", steps " << steps);
                    }
                }
            }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
