// All-to-alls over lightpaths of a WDM ring: colours, shares, and the bound of those that leave the
// neighbour ring.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "kernels/cost/common_bounds.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/plans/shares.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(lightpath_exchanges)

using kernels::Node;
namespace frontier = solvers::frontier;
using Elements = std::vector<Node>;

/// Nodes and wavelengths.
const std::vector<std::pair<Node, Node>> rings{{16, 8},  {16, 64}, {23, 16},  {48, 64},
                                               {61, 64}, {64, 64}, {100, 64}, {64, 256}};

/// Colours of all arcs of one length around a ring: blocks of nodes as equal as possible, each at
/// least as long as the arcs, whose nodes take the colours in order. No colour covers a segment
/// twice.
Node colours_by_blocks(Node n, Node length) {
    const Node blocks = n / length;
    std::vector<std::vector<char>> covered;
    for (Node block = 0; block < blocks; ++block) {
        const Node from = block * n / blocks, to = (block + 1) * n / blocks;
        for (Node start = from; start < to; ++start) {
            const auto colour = std::size_t(start - from);
            if (colour == covered.size()) covered.emplace_back(std::size_t(n));
            for (Node i = 0; i < length; ++i) {
                auto& segment = covered[colour][std::size_t((start + i) % n)];
                BOOST_TEST(!segment);
                segment = 1;
            }
        }
    }
    return static_cast<Node>(std::ssize(covered));
}

/// The lanes of the only step, whose every second one goes to the other side.
Elements lanes_of(const frontier::FrontierPlan& plan) {
    const auto steps = (*plan.moves)().steps;
    BOOST_TEST_REQUIRE(steps.size() == 1u);
    return steps[0].lanes;
}

/// The fewest colours of offsets that lie behind one another on arcs, in this order.
Node fewest_colours(Node n, const Elements& offsets) {
    std::vector<Node> fewest(offsets.size() + 1, std::numeric_limits<Node>::max());
    fewest[0] = 0;
    std::map<Node, Node> colours;
    for (std::size_t from = 0; from < offsets.size(); ++from)
        for (std::size_t to = from + 1, arc = 0; to <= offsets.size(); ++to) {
            arc += std::size_t(offsets[to - 1]);
            if (arc > std::size_t(n)) break;
            const auto length = static_cast<Node>(arc);
            if (!colours.contains(length)) colours[length] = colours_by_blocks(n, length);
            fewest[to] = std::min(fewest[to], fewest[from] + colours[length]);
        }
    return fewest.back();
}

BOOST_AUTO_TEST_CASE(offsets_fit_the_wavelengths) {
    for (const auto& [n, w] : rings) {
        const auto plans = frontier::lightpath_exchanges(n, w);
        BOOST_TEST(!plans.empty());
        for (const auto& plan : plans) {
            const auto lanes = lanes_of(plan);
            Elements offsets;
            for (std::size_t i = 0; i < lanes.size(); i += 2) {
                BOOST_TEST(lanes[i + 1] == n - lanes[i]);
                offsets.push_back(lanes[i]);
            }
            const Node colours = fewest_colours(n, offsets);
            BOOST_TEST(colours <= w,
                       n << " nodes, " << w << " wavelengths, " << plan.text << ": " << colours);
            BOOST_TEST(plan.changes() == 1);
        }
    }
}

/// All ways of at most so many hops to every other node, as offers of one step.
std::vector<frontier::Offer> ways_within(Node n, Node wavelengths, const Elements& lanes,
                                         int hops) {
    std::map<Node, int> parallel;
    for (const Node lane : lanes) ++parallel[lane % n];
    std::vector<frontier::Offer> offers;
    std::map<Node, int> way;
    const std::function<void(Node, std::map<Node, int>::iterator, int)> extend =
        [&](Node at, std::map<Node, int>::iterator first, int left) {
            if (at != 0) {
                offers.push_back({at, {}});
                for (const auto& [lane, count] : way)
                    offers.back().uses.push_back(
                        {lane, 2.0 * wavelengths * count / parallel[lane] / n});
            }
            if (left == 0) return;
            for (auto lane = first; lane != parallel.end(); ++lane) {
                ++way[lane->first];
                extend((at + lane->first) % n, lane, left - 1);
                if (--way[lane->first] == 0) way.erase(lane->first);
            }
        };
    extend(0, parallel.begin(), hops);
    return offers;
}

/// A linear program over all ways finds no less than the distances, and the plan is near it.
BOOST_AUTO_TEST_CASE(shares_are_near_the_linear_program) {
    for (const auto& [n, w] : rings)
        for (const auto& plan : frontier::lightpath_exchanges(n, w)) {
            if (plan.hops() > 3 || n > 64) continue;
            const auto x = frontier::balanced(
                frontier::Group(n), {ways_within(n, w, lanes_of(plan), int(plan.hops()))});
            BOOST_TEST_REQUIRE(x.size() == 1u, n << ": " << plan.text << " does not reach all");
            BOOST_TEST(x[0] >= std::floor(n * n / 4.0) / n - 1e-6);
            BOOST_TEST(plan.x() >= x[0] - 1e-6, n << ": " << plan.text);
            BOOST_TEST(plan.x() <= 1.01 * x[0], n << ": " << plan.text << ", " << x[0]);
        }
}

/// One hop in all needs a lightpath for every pair: the segments of all distances within 2w.
BOOST_AUTO_TEST_CASE(one_hop_lights_every_pair) {
    const double per_step = 1, per_hop = 0.5, delay = 0.001;
    for (const Node n : {8, 9, 16, 23})
        for (const Node w : {4, 8, 10, 32, 33, 66, 67}) {
            if (2 * w < n - 1) continue;
            const kernels::CommonBounds bounds(
                kernels::Primitive::all_to_all, n, 2 * w,
                kernels::path_lengths(kernels::Topology::ring(n, kernels::LinkBandwidth::full)));
            Node distances = 0;
            for (Node d = 1; d < n; ++d) distances += std::min(d, n - d);
            const int hops = distances <= 2 * w ? 1 : 2;
            // On the neighbour ring n/2 hops, else D.
            BOOST_TEST(std::abs(bounds.on_wdm_ring({per_step, per_hop, 0, delay}) -
                                (per_step + hops * per_hop + delay)) < 1e-12,
                       n << " nodes, " << w << " wavelengths");
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
