// The event simulator of flows, against systems that are worked out by hand in the comments.
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/test/unit_test.hpp>
#include <random>

#include "tests/support/simulated.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(flow_simulation)

using simulation::RunOptions;
using Exact = boost::multiprecision::cpp_rational;

std::vector<double> ends_of(const std::vector<Wire>& wires, const std::vector<Stream>& flows,
                            const RunOptions& options = {}, double per_hop = 0,
                            double per_step = 0) {
    auto run = simulation::carry_out(system_of(wires, flows, per_hop, per_step), options);
    BOOST_TEST(run.sound());
    run.finish.resize(flows.size());
    return run.finish;
}

boost::test_tools::assertion_result near(const std::vector<double>& found,
                                         const std::vector<double>& expected) {
    boost::test_tools::assertion_result result(found.size() == expected.size());
    for (std::size_t i = 0; result && i < found.size(); ++i)
        if (!(std::abs(found[i] - expected[i]) <= 1e-12 * expected[i])) {
            result = false;
            result.message() << "flow " << i << ": " << found[i] << " instead of " << expected[i];
        }
    return result;
}

/// Times of one byte-second each: a flow of as many bytes as its rate ends after 1 s.
void check_rates(const std::vector<Wire>& wires, const std::vector<std::vector<int>>& paths,
                 const std::vector<double>& expected) {
    std::vector<Stream> flows;
    for (const auto& path : paths) flows.push_back({path, 1});
    const auto system = system_of(wires, flows);
    simulation::FairShares shares(system.capacity);
    for (std::size_t i = 0; i < flows.size(); ++i) {
        std::vector<simulation::Link> links;
        for (const auto& hop : system.transfers[i].ways[0].hops) links.push_back(hop.link);
        shares.begin(static_cast<int>(i), links);
    }
    shares.settle();
    for (std::size_t i = 0; i < flows.size(); ++i)
        BOOST_TEST(shares.rate(static_cast<int>(i)) == expected[i]);
}

// A line 0 - 1 - 2 of two links. x takes both, y the first, z the second.
//   10 and 10: both links fill at 5, all have 5
//   10 and 4: the second fills at 2 (x, z); on the first y rises on to 10 - 2 = 8
BOOST_AUTO_TEST_CASE(shares_on_a_line) {
    const std::vector<std::vector<int>> paths{{0, 1, 2}, {0, 1}, {1, 2}};
    check_rates({{0, 1, 10}, {1, 2, 10}}, paths, {5, 5, 5});
    check_rates({{0, 1, 10}, {1, 2, 4}}, paths, {2, 8, 2});
}

// A directed ring of 4 links of 12: a 0-1-2, b 1-2-3, c 2-3, d 2-3-0-1. Link 2-3 has b, c and d: 4
// each. Then 1-2 has 12 - 4 left for a, and 0-1 as much: a gets 8.
BOOST_AUTO_TEST_CASE(shares_on_a_ring) {
    check_rates({{0, 1, 12}, {1, 2, 12}, {2, 3, 12}, {3, 0, 12}},
                {{0, 1, 2}, {1, 2, 3}, {2, 3}, {2, 3, 0, 1}}, {8, 4, 4, 4});
}

// The line with 10 B/s and x = 10 B, y = 20 B, z = 5 B. All flow at 5: z ends at 1. x and y share
// the first link: x has 5 B left and ends at 2. y has 10 B left, alone at 10 B/s: 3.
// A start-up of 1 s and 0.5 s per hop: z 1 + 1 + 0.5, x 1 + 2 + 2 * 0.5, y 1 + 3 + 0.5.
// Store and forward: z has the second link alone until 0.5. x and y share the first at 5: x is
// through at 2, y has 10 B left and takes them alone until 3; x has the second link alone: 2 + 1.
BOOST_AUTO_TEST_CASE(ends_on_a_line) {
    const std::vector<Wire> line{{0, 1, 10}, {1, 2, 10}};
    const std::vector<Stream> flows{{{0, 1, 2}, 10}, {{0, 1}, 20}, {{1, 2}, 5}};
    BOOST_TEST(near(ends_of(line, flows), {2, 3, 1}));
    BOOST_TEST(near(ends_of(line, flows, {}, 0.5, 1), {4, 4.5, 2.5}));
    BOOST_TEST(near(ends_of(line, flows, {.store = true}), {3, 3, 0.5}));
}

// A ring of 4, shift by 2, 12 B each, 12 B/s, 0.25 s per hop. Cut-through: two flows on every link,
// 6 B/s: 2 + 2 * 0.25. Store and forward: twice 1 + 0.25.
// Acknowledged: the way back costs 2 * 0.25 more. Start-ups at relays: 1 s more at one relay.
BOOST_AUTO_TEST_CASE(shift_on_a_ring) {
    std::vector<Wire> ring;
    std::vector<Stream> flows;
    for (int r = 0; r < 4; ++r) {
        ring.push_back({r, (r + 1) % 4, 12});
        flows.push_back({{r, (r + 1) % 4, (r + 2) % 4}, 12});
    }
    BOOST_TEST(near(ends_of(ring, flows, {}, 0.25), {2.5, 2.5, 2.5, 2.5}));
    BOOST_TEST(near(ends_of(ring, flows, {.store = true}, 0.25), {2.5, 2.5, 2.5, 2.5}));
    BOOST_TEST(near(ends_of(ring, flows, {.acknowledged = true}, 0.25), {3, 3, 3, 3}));
    BOOST_TEST(near(ends_of(ring, flows, {.store = true, .relay_startup = true}, 0.25, 1),
                    {4.5, 4.5, 4.5, 4.5}));
}

// Links P and Q of 1 B/s. x = P Q of 1 B and y = P of 3 B begin at 0, w = Q of 3 B at 1. x and y
// have 1/2 until 1 s: x has 1/2 B left, y 2.5. On Q x and w have 1/2, on P y 1/2: x ends at 2, y
// has 2 B left and ends at 4, w 2.5 B and ends at 4.5. With x first all would end at 4.
BOOST_AUTO_TEST_CASE(flows_that_begin_apart) {
    BOOST_TEST(near(ends_of({{0, 1, 1}, {1, 2, 1}}, {{{0, 1, 2}, 1}, {{0, 1}, 3}, {{1, 2}, 3, 1}}),
                    {2, 4, 4.5}));
}

// A line of three links of 2 B/s: 0-2 of 2 B, 0-1 of 4 B, 1-3 of 2 B, 2-3 of 4 B, 1-2 of 2 B. The
// middle link has three flows: 2/3 each, so 0-1 and 2-3 have 4/3. At 3 all three end, and 0-1, 2-3
// have sent all 4 B.
BOOST_AUTO_TEST_CASE(three_links) {
    BOOST_TEST(
        near(ends_of({{0, 1, 2}, {1, 2, 2}, {2, 3, 2}},
                     {{{0, 1, 2}, 2}, {{0, 1}, 4}, {{1, 2, 3}, 2}, {{2, 3}, 4}, {{1, 2}, 2}}),
             {3, 3, 3, 3, 3}));
}

// Both directions of a wire are two links: nobody waits for the other.
BOOST_AUTO_TEST_CASE(two_directions) {
    BOOST_TEST(near(ends_of({{0, 1, 4}, {1, 0, 4}}, {{{0, 1}, 4}, {{1, 0}, 4}}), {1, 1}));
}

// Weighted: on one link of 4 B/s, 1 B and 3 B flow at 1 and 3 B/s and end together at 1.
BOOST_AUTO_TEST_CASE(weighted_sharing) {
    BOOST_TEST(near(ends_of({{0, 1, 4}}, {{{0, 1}, 1}, {{0, 1}, 3}}, {.weighted = true}), {1, 1}));
    BOOST_TEST(near(ends_of({{0, 1, 4}}, {{{0, 1}, 1}, {{0, 1}, 3}}), {0.5, 1}));
}

// 8 B over two links of 4 and 2 B/s in packets of 1 B: 8 / 2, and the last packet 1 / 2 more.
BOOST_AUTO_TEST_CASE(packets) {
    BOOST_TEST(near(ends_of({{0, 1, 4}, {1, 2, 2}}, {{{0, 1, 2}, 8}}, {.mtu = 1}), {4.5}));
}

// The two draws that the model's text works out.
BOOST_AUTO_TEST_CASE(draws) {
    BOOST_TEST(simulation::draw(7, {1, 0, 0, 1, 0}) == 0.642416683711324);
    BOOST_TEST(simulation::draw(0, {2, 1, 1}) == 0.48391433507699944);
}

// ---- random systems --------------------------------------------------------------------------

struct RandomSystem {
    std::vector<Wire> wires;
    std::vector<Stream> flows;
};

/// Walks on a ring with chords; whole bytes and starts in quarters of a second.
RandomSystem random_system(std::mt19937& random, bool starts) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    RandomSystem made;
    const int n = 3 + below(4);
    for (int r = 0; r < n; ++r) made.wires.push_back({r, (r + 1) % n, 1.0 + below(12)});
    for (int r = 0; r < n; ++r)
        if (below(2) == 0) made.wires.push_back({r, (r + 2) % n, 1.0 + below(12)});
    for (int f = 2 + below(8); f > 0; --f) {
        Stream flow{{below(n)}, 1.0 + below(20), starts ? below(8) / 4.0 : 0.0};
        for (int hops = 1 + below(n - 1); hops > 0; --hops)
            flow.path.push_back((flow.path.back() + 1) % n);
        made.flows.push_back(flow);
    }
    return made;
}

/// Max-min fair rates by filling once more from nothing, exactly.
std::vector<Exact> exact_rates(const std::vector<Wire>& wires,
                               const std::vector<std::vector<std::size_t>>& links,
                               const std::vector<bool>& active) {
    std::vector<Exact> rates(links.size(), 0);
    auto rising = active;
    while (std::ranges::find(rising, true) != rising.end()) {
        std::vector<Exact> free(wires.size());
        std::vector<int> flows(wires.size(), 0);
        for (std::size_t l = 0; l < wires.size(); ++l) free[l] = Exact(wires[l].capacity);
        for (std::size_t f = 0; f < links.size(); ++f)
            for (const auto l : links[f]) {
                if (active[f]) free[l] -= rates[f];
                flows[l] += rising[f];
            }
        Exact step = -1;
        for (std::size_t l = 0; l < wires.size(); ++l)
            if (flows[l] > 0 && (step < 0 || free[l] / flows[l] < step)) step = free[l] / flows[l];
        for (std::size_t f = 0; f < links.size(); ++f)
            if (rising[f]) rates[f] += step;
        for (std::size_t f = 0; f < links.size(); ++f)
            for (const auto l : links[f])
                if (rising[f] && flows[l] > 0 && free[l] == step * flows[l]) {
                    rising[f] = false;
                    break;
                }
    }
    return rates;
}

/// The same machine in rational numbers, without anything kept between moments.
std::vector<double> exact_ends(const RandomSystem& one) {
    std::vector<std::vector<std::size_t>> links(one.flows.size());
    for (std::size_t f = 0; f < links.size(); ++f)
        for (std::size_t i = 1; i < one.flows[f].path.size(); ++i)
            for (std::size_t l = 0; l < one.wires.size(); ++l)
                if (one.wires[l].from == one.flows[f].path[i - 1] &&
                    one.wires[l].to == one.flows[f].path[i])
                    links[f].push_back(l);
    std::vector<Exact> left, start;
    for (const auto& flow : one.flows) {
        left.emplace_back(flow.bytes);
        start.emplace_back(flow.start);
    }
    std::vector<double> ends(links.size(), -1);
    for (Exact now = 0; std::ranges::find(ends, -1.0) != ends.end();) {
        std::vector<bool> active(links.size());
        for (std::size_t f = 0; f < links.size(); ++f) active[f] = ends[f] < 0 && start[f] <= now;
        const auto rates = exact_rates(one.wires, links, active);
        Exact next = -1;
        for (std::size_t f = 0; f < links.size(); ++f) {
            if (ends[f] >= 0) continue;
            const Exact at = active[f] ? Exact(now + left[f] / rates[f]) : start[f];
            if (next < 0 || at < next) next = at;
        }
        for (std::size_t f = 0; f < links.size(); ++f) {
            if (!active[f]) continue;
            left[f] -= rates[f] * (next - now);
            if (left[f] == 0) ends[f] = static_cast<double>(next);
        }
        now = next;
    }
    return ends;
}

std::string text_of(const RandomSystem& one) {
    std::string text;
    for (const auto& wire : one.wires)
        text += std::to_string(wire.from) + ">" + std::to_string(wire.to) + ":" +
                std::to_string(wire.capacity) + " ";
    for (const auto& flow : one.flows) {
        text += "[";
        for (const int rank : flow.path) text += std::to_string(rank) + " ";
        text += std::to_string(flow.bytes) + " at " + std::to_string(flow.start) + "]";
    }
    return text;
}

BOOST_AUTO_TEST_CASE(equal_to_a_twin_in_rational_numbers) {
    std::mt19937 random(17);
    for (int i = 0; i < 100; ++i) {
        const auto one = random_system(random, true);
        const auto found = ends_of(one.wires, one.flows);
        const auto expected = exact_ends(one);
        for (std::size_t f = 0; f < found.size(); ++f)
            BOOST_TEST(std::abs(found[f] - expected[f]) <= 1e-12 * expected[f],
                       "flow " << f << ": " << found[f] << " instead of " << expected[f] << " in "
                               << text_of(one));
    }
}

// No link carries more than it can, and every flow has a full link on which nobody is faster.
// Equal bytes end after max over links of load / capacity (theorem 1), any bytes with weights too
// (theorem 2).
BOOST_AUTO_TEST_CASE(fair_shares_are_max_min) {
    std::mt19937 random(29);
    for (int i = 0; i < 500; ++i) {
        auto one = random_system(random, false);
        const auto system = system_of(one.wires, one.flows);
        simulation::FairShares shares(system.capacity);
        std::vector<double> load(one.wires.size(), 0), bytes = load, used = load;
        for (std::size_t f = 0; f < one.flows.size(); ++f) {
            std::vector<simulation::Link> links;
            for (const auto& hop : system.transfers[f].ways[0].hops) {
                links.push_back(hop.link);
                load[static_cast<std::size_t>(hop.link)] += 1;
                bytes[static_cast<std::size_t>(hop.link)] += one.flows[f].bytes;
            }
            shares.begin(static_cast<int>(f), links);
        }
        shares.settle();
        const auto rate = [&](std::size_t f) { return shares.rate(static_cast<int>(f)); };
        std::vector<double> fastest(one.wires.size(), 0);
        for (std::size_t f = 0; f < one.flows.size(); ++f)
            for (const auto& hop : system.transfers[f].ways[0].hops) {
                used[static_cast<std::size_t>(hop.link)] += rate(f);
                fastest[static_cast<std::size_t>(hop.link)] =
                    std::max(fastest[static_cast<std::size_t>(hop.link)], rate(f));
            }
        double most = 0, most_bytes = 0;
        for (std::size_t l = 0; l < used.size(); ++l) {
            BOOST_TEST(used[l] <= one.wires[l].capacity * (1 + 1e-12), text_of(one));
            most = std::max(most, load[l] / one.wires[l].capacity);
            most_bytes = std::max(most_bytes, bytes[l] / one.wires[l].capacity);
        }
        for (std::size_t f = 0; f < one.flows.size(); ++f)
            BOOST_TEST(std::ranges::any_of(system.transfers[f].ways[0].hops,
                                           [&](const simulation::Circuit& hop) {
                                               const auto l = static_cast<std::size_t>(hop.link);
                                               return used[l] >=
                                                          one.wires[l].capacity * (1 - 1e-12) &&
                                                      fastest[l] <= rate(f) * (1 + 1e-12);
                                           }),
                       "flow " << f << " could be faster in " << text_of(one));
        const auto weighted = ends_of(one.wires, one.flows, {.weighted = true});
        BOOST_TEST(std::abs(std::ranges::max(weighted) - most_bytes) <= 1e-9 * most_bytes,
                   text_of(one));
        for (auto& flow : one.flows) flow.bytes = 6;
        const auto equal = ends_of(one.wires, one.flows);
        BOOST_TEST(std::abs(std::ranges::max(equal) - 6 * most) <= 6e-9 * most, text_of(one));
    }
}

BOOST_AUTO_TEST_CASE(numbering_of_flows_changes_no_byte) {
    std::mt19937 random(41);
    for (int i = 0; i < 200; ++i) {
        const auto one = random_system(random, true);
        std::vector<std::size_t> order(one.flows.size());
        for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
        std::ranges::shuffle(order, random);
        std::vector<Stream> permuted;
        for (const auto f : order) permuted.push_back(one.flows[f]);
        for (const RunOptions options : {RunOptions{}, {.store = true}, {.weighted = true}}) {
            const auto found = ends_of(one.wires, one.flows, options, 0.125);
            const auto again = ends_of(one.wires, permuted, options, 0.125);
            for (std::size_t f = 0; f < order.size(); ++f)
                BOOST_TEST(again[f] == found[order[f]], text_of(one));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
