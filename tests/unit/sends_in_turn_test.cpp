// All-reduces and all-to-alls over lanes that change in turn, by sends that are drawn.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/support/campaign.hpp"
#include "tests/unit/drawn_lanes.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lanes_in_turn)

using kernels::Primitive;

/// Who sends to whom in a step, over so many links, each as long as on all lanes.
struct Send {
    Node from, to;
    double links;
};

bool all_know_all(const std::vector<std::vector<Send>>& steps, Node n) {
    std::vector<unsigned> known;
    for (Node v = 0; v < n; ++v) known.push_back(1U << v);
    for (const auto& step : steps) {
        const auto before = known;
        for (const auto& send : step) known[std::size_t(send.to)] |= before[std::size_t(send.from)];
    }
    return std::ranges::all_of(known, [n](unsigned one) { return one == (1U << n) - 1; });
}

/// All sends over at most so many hops, of which every node keeps `peers` drawn ones each way.
std::vector<Send> drawn_sends(std::mt19937& g, const std::vector<std::vector<int>>& between,
                              int hops, int peers, double weight) {
    const auto n = static_cast<Node>(between.size());
    std::vector<Send> all, kept;
    for (Node from = 0; from < n; ++from)
        for (Node to = 0; to < n; ++to)
            if (from != to && between[from][to] <= hops)
                all.push_back({from, to, weight * between[from][to]});
    std::ranges::shuffle(all, g);
    std::vector<int> sent(std::size_t(n), 0), got(sent);
    for (const auto& one : all)
        if (sent[one.from] < peers && got[one.to] < peers) {
            ++sent[one.from];
            ++got[one.to];
            kept.push_back(one);
        }
    return kept;
}

/// Sends over lanes that are drawn, step by step.
struct DrawnSchedule {
    Node n;
    int lanes;
    bool directed, stays;  ///< stays: no lane was, or may have been, set up
    int late, extra = 0;   ///< extra: hops beyond one per step
    std::vector<std::vector<Send>> sends{};

    explicit DrawnSchedule(std::mt19937& g) {
        n = 4 + Node(g() % 6);
        lanes = 2 + int(g() % 3);
        const int peers = std::min<int>(n - 1, lanes);
        const auto steps = int(kernels::ceil_log(n, peers + 1)) + int(g() % 3);
        directed = lanes == 3 || g() % 2 == 0;
        const auto timeline = drawn(g, n, lanes, steps, directed);
        late = timeline.late;
        stays = !timeline.changes && late == 0;
        for (const auto& circuits : timeline.active) {
            const int hops = 1 + int(g() % 2);
            extra += hops - 1;
            sends.push_back(drawn_sends(g, distances(circuits, n), hops, peers,
                                        double(lanes) / double(circuits.size())));
        }
    }
    double least(Primitive primitive) const {
        return least_links(LanesInTurn(primitive, n, lanes, ring_lengths(n, directed)),
                           std::ssize(sends), late, extra);
    }
    std::string in_words() const {
        return ": n " + std::to_string(n) + ", lanes " + std::to_string(lanes) + ", steps " +
               std::to_string(sends.size()) + ", late " + std::to_string(late) + ", hops " +
               std::to_string(extra);
    }
};

/// Of drawn sends over drawn lanes as many are left out as can be, in a drawn order.
BOOST_AUTO_TEST_CASE(no_all_reduce_takes_fewer_links) {
    int complete = 0;
    double nearest = 0;
    for (int number = 0; number < trials(400, 100000); ++number) {
        std::mt19937 g(std::uint32_t(41000 + number));
        DrawnSchedule schedule(g);
        if (schedule.stays) continue;
        auto& sends = schedule.sends;
        const Node n = schedule.n;
        if (!all_know_all(sends, n)) continue;
        ++complete;
        std::vector<std::pair<std::size_t, Send>> order;
        for (std::size_t t = 0; t < sends.size(); ++t)
            for (const auto& send : sends[t]) order.emplace_back(t, send);
        std::ranges::shuffle(order, g);
        for (const auto& [t, send] : order) {
            auto fewer = sends;
            std::erase_if(fewer[t], [&send = send](const Send& one) {
                return one.from == send.from && one.to == send.to;
            });
            if (all_know_all(fewer, n)) sends = std::move(fewer);
        }
        double cost = 0;
        for (const auto& step : sends)
            for (const auto& send : step) cost += send.links;
        const double links = schedule.least(Primitive::all_reduce);
        BOOST_TEST(links <= cost + 1e-9, "seed " << 41000 + number << schedule.in_words() << ": "
                                                 << links << " against " << cost);
        if (links > 2 * double(n - 1) + 1e-9) nearest = std::max(nearest, links / cost);
    }
    BOOST_TEST_MESSAGE(complete << " all-reduces, the nearest at " << nearest);
    BOOST_TEST(complete >= 100);
    BOOST_TEST(nearest >= 0.8);
}

/// What the cheapest routes over these sends take together, from all nodes to all others, over n.
double routes_over(const std::vector<std::vector<Send>>& steps, Node n) {
    double sum = 0;
    for (Node source = 0; source < n; ++source) {
        std::vector<double> costs(std::size_t(n), unreached);
        costs[source] = 0;
        for (const auto& step : steps) {
            const auto before = costs;
            for (const auto& [from, to, links] : step)
                costs[to] = std::min(costs[to], before[from] + links);
        }
        for (const double cost : costs) sum += cost;
    }
    return sum / double(n);
}

BOOST_AUTO_TEST_CASE(no_all_to_all_takes_fewer_links) {
    int complete = 0;
    double nearest = 0;
    for (int number = 0; number < trials(2000, 200000); ++number) {
        std::mt19937 g(std::uint32_t(61000 + number));
        DrawnSchedule schedule(g);
        if (schedule.stays) continue;
        auto& sends = schedule.sends;
        const Node n = schedule.n;
        const double cost = routes_over(sends, n);
        if (cost >= unreached) continue;
        ++complete;
        const double links = schedule.least(Primitive::all_to_all);
        BOOST_TEST(links <= cost + 1e-9, "seed " << 61000 + number << schedule.in_words() << ": "
                                                 << links << " against " << cost);
        nearest = std::max(nearest, links / cost);
    }
    BOOST_TEST_MESSAGE(complete << " all-to-alls, the nearest at " << nearest);
    BOOST_TEST(complete >= 100);
    BOOST_TEST(nearest >= 0.8);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
