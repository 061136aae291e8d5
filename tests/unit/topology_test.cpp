// Topology families: their links, their refusals, their names.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <set>

#include "kernels/topologies/hop_distance.hpp"
#include "kernels/topologies/link_lists.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(topologies)

using kernels::LinkBandwidth;
using kernels::Node;
using kernels::Topology;
using Links = std::map<std::pair<Node, Node>, double>;

Links links_of(const Topology& topology) {
    Links links;
    for (const auto& link : topology.links()) {
        BOOST_TEST(links.emplace(std::pair(link.from, link.to), link.capacity).second,
                   topology.describe() << ": " << link.from << " -> " << link.to << " twice");
        BOOST_TEST(link.from != link.to, topology.describe());
    }
    return links;
}

double egress(const Topology& topology, Node node) {
    double sum = 0;
    for (const auto& link : topology.links())
        if (link.from == node) sum += link.capacity;
    return sum;
}

void check_refused(const std::function<void()>& make, const std::string& text) {
    const auto message = refusal(make);
    BOOST_TEST(message.find(text) != std::string::npos, message << ", expected " << text);
}

constexpr auto full = LinkBandwidth::full;
constexpr auto split = LinkBandwidth::split;

BOOST_AUTO_TEST_CASE(a_torus_of_one_dimension_is_a_ring) {
    for (Node n : {1, 2, 3, 8}) {
        for (const auto bandwidth : {full, split})
            if (n > 1 || bandwidth == full)
                BOOST_TEST((links_of(Topology::torus({n}, bandwidth)) ==
                            links_of(Topology::ring(n, bandwidth))));
        BOOST_TEST(
            (links_of(Topology::torus({1, n, 1}, full)) == links_of(Topology::ring(n, full))));
    }
}

BOOST_AUTO_TEST_CASE(links_of_small_tori_and_grids) {
    const Links torus = links_of(Topology::torus({2, 3}, full));
    BOOST_TEST(torus.size() == 18);
    BOOST_TEST(torus.at({0, 3}) == 2);  // both links around the dimension of size 2
    BOOST_TEST(torus.at({4, 1}) == 2);
    BOOST_TEST(torus.at({0, 2}) == 1);
    BOOST_TEST(torus.at({5, 3}) == 1);
    const Links grid = links_of(Topology::grid({2, 3}, full));
    BOOST_TEST(grid.size() == 14);
    BOOST_TEST(grid.at({0, 3}) == 1);
    BOOST_TEST(!grid.contains({0, 2}));
    BOOST_TEST(Topology::torus({2, 3}, full).degree() == 4);
    BOOST_TEST(Topology::grid({2, 3}, full).degree() == 3);
    BOOST_TEST(Topology::grid({3, 3}, split).links_sharing() == 4);
}

BOOST_AUTO_TEST_CASE(a_hypercube_is_a_grid_of_twos) {
    BOOST_TEST(
        (links_of(Topology::hypercube(16, full)) == links_of(Topology::grid({2, 2, 2, 2}, full))));
    BOOST_TEST((links_of(Topology::hypercube(16, split)) ==
                links_of(Topology::grid({2, 2, 2, 2}, split))));
    BOOST_TEST(Topology::hypercube(1, split).links().empty());
}

BOOST_AUTO_TEST_CASE(circulants) {
    BOOST_TEST(
        (links_of(Topology::circulant(9, {1, -1}, split)) == links_of(Topology::ring(9, split))));
    BOOST_TEST((links_of(Topology::circulant(9, {10}, full)) == links_of(Topology::ring_uni(9))));
    const auto weighted = Topology::circulant(8, {1, 3}, split, {1, 3});
    BOOST_TEST(weighted.links_sharing() == 4);
    BOOST_TEST(links_of(weighted).at({7, 2}) == 0.75);
    BOOST_TEST(weighted.degree() == 2);
}

BOOST_AUTO_TEST_CASE(de_bruijn_and_kautz) {
    const Links bruijn = links_of(Topology::de_bruijn(8, 2, full));
    BOOST_TEST(bruijn.size() == 14);  // the loops at 0 and 7 are dropped
    BOOST_TEST((bruijn.contains({3, 6}) && bruijn.contains({3, 7})));
    const Links kautz = links_of(Topology::kautz(12, 2, full));
    BOOST_TEST(kautz.size() == 24);
    BOOST_TEST((kautz.contains({0, 10}) && kautz.contains({0, 11}) && kautz.contains({11, 0})));
    const auto merged = Topology::de_bruijn(3, 5, full);  // 0 -> 0, 1, 2, 0, 1
    BOOST_TEST(links_of(merged).at({0, 1}) == 2);
    BOOST_TEST(links_of(merged).at({0, 2}) == 1);
    BOOST_TEST(merged.degree() == 5);
    for (Node n = 3; n < 40; ++n)
        for (Node d = 2; d < std::min(n, 6); ++d)
            for (const auto& graph :
                 {Topology::de_bruijn(n, d, split), Topology::kautz(n, d, split)}) {
                double largest = 0;
                for (Node j = 0; j < n; ++j) largest = std::max(largest, egress(graph, j));
                // A port that would lead back to its node stays idle, and the links keep b /
                // degree.
                double least = 1;
                for (const auto& link : graph.links()) least = std::min(least, link.capacity);
                BOOST_TEST(largest <= 1 + 1e-12, graph.describe() << " n " << n);
                BOOST_TEST(std::abs(least * d - std::round(least * d)) < 1e-12, graph.describe()
                                                                                    << " n " << n);
                // Imase & Itoh: the diameter is at most the smallest k with d^k >= n.
                Node bound = 0;
                for (Node reached = 1; reached < n; reached *= d) ++bound;
                for (const Node hops : kernels::hops_from(0, n, graph.links()))
                    BOOST_TEST((hops >= 0 && hops <= bound), graph.describe() << " n " << n);
            }
}

BOOST_AUTO_TEST_CASE(random_regular_graphs_are_what_they_say) {
    for (Node n = 2; n <= 24; ++n)
        for (Node degree = 1; degree < n; ++degree) {
            if (n * degree % 2 != 0 || (degree == 1 && n > 2)) continue;
            const auto graph = Topology::random_regular(n, degree, 7 + n, full);
            const Links links = links_of(graph);
            const auto where = "n " + std::to_string(n) + " degree " + std::to_string(degree);
            BOOST_TEST(links.size() == static_cast<std::size_t>(n * degree), where);
            for (const auto& [pair, capacity] : links)
                BOOST_TEST((capacity == 1 && links.contains({pair.second, pair.first})), where);
            for (Node j = 0; j < n; ++j) BOOST_TEST(egress(graph, j) == degree, where);
            BOOST_TEST(kernels::is_strongly_connected(n, graph.links()), where);
        }
}

/// Written down once: any other platform, library or version must draw the same graph.
BOOST_AUTO_TEST_CASE(a_random_regular_graph_as_written_down) {
    const std::set<std::pair<Node, Node>> expected{{0, 4}, {0, 6}, {0, 7}, {1, 3}, {1, 4}, {1, 5},
                                                   {2, 3}, {2, 4}, {2, 7}, {3, 5}, {5, 6}, {6, 7}};
    std::set<std::pair<Node, Node>> drawn;
    for (const auto& link : Topology::random_regular(8, 3, 1, full).links())
        if (link.from < link.to) drawn.emplace(link.from, link.to);
    BOOST_TEST((drawn == expected));
}

BOOST_AUTO_TEST_CASE(random_regular_graphs_depend_on_the_seed_alone) {
    const auto one = Topology::random_regular(64, 4, 1, full);
    BOOST_TEST((one == Topology::random_regular(64, 4, 1, full)));
    BOOST_TEST((!(one == Topology::random_regular(64, 4, 2, full))));
    BOOST_TEST((!(one == Topology::random_regular(64, 4, 1, split))));
}

BOOST_AUTO_TEST_CASE(offsets_equal_modulo_n_make_one_link_of_both_capacities) {
    const auto merged = Topology::circulant(8, {1, 3, -7, 11}, LinkBandwidth::split);
    BOOST_TEST(merged.links().size() == 16u);
    for (const auto& link : merged.links()) BOOST_TEST(link.capacity == 0.5);
    BOOST_TEST(merged.degree() == 4);
    BOOST_TEST(Topology::circulant(2, {1, -1}, full).links().size() == 2u);
    BOOST_TEST(Topology::circulant(1, {1, -1, 9, -9}, full).links().empty());
}

BOOST_AUTO_TEST_CASE(refusals_name_the_value_and_the_remedy) {
    check_refused([] { Topology::circulant(8, {2, 6}, full); }, "share the factor 2");
    check_refused([] { Topology::circulant(8, {1, 8}, full); }, "offset 8 leads back");
    check_refused([] { Topology::circulant(8, {1, 3, 1}, full); }, "offset 1 is given twice");
    check_refused([] { Topology::circulant(8, {1, 3}, full, {1}); }, "1 capacities");
    check_refused([] { Topology::circulant(8, {1}, full, {0}); }, "must be > 0 and finite");
    check_refused(
        [] { Topology::circulant(8, {1}, full, {std::numeric_limits<double>::infinity()}); },
        "must be > 0 and finite");
    check_refused([] { Topology::hypercube(12, full); }, "nodes = 12: must be a power of two");
    check_refused([] { Topology::torus({}, full); }, "give one size or more");
    check_refused([] { Topology::torus({4, 0}, full); }, "every size must be at least 1");
    check_refused([] { Topology::grid({70000, 70000}, full); }, "too many nodes");
    check_refused([] { Topology::de_bruijn(4, 0, full); }, "must be at least 1");
    check_refused([] { Topology::kautz(8, 1, full); }, "use degree 2 or more");
    check_refused([] { Topology::random_regular(5, 3, 1, full); }, "product is odd");
    check_refused([] { Topology::random_regular(5, 5, 1, full); }, "must be in 0..4");
    check_refused([] { Topology::random_regular(6, 1, 1, full); }, "never connected");
}

BOOST_AUTO_TEST_CASE(every_name_of_the_table_makes_its_topology) {
    for (const auto& row : kernels::topology_table())
        for (const auto bandwidth : {full, split}) {
            const auto graph = kernels::make_topology(row.name, {16, {}, {1, 5}, 3, 9, bandwidth});
            BOOST_TEST(graph.size() == 16, row.name);
            BOOST_TEST(kernels::is_strongly_connected(16, graph.links()), row.name);
            double largest = 0;
            for (Node j = 0; j < 16; ++j) largest = std::max(largest, egress(graph, j));
            const bool fat = bandwidth == split || row.name == "ring-uni";
            BOOST_TEST(std::abs(largest - (fat ? 1 : graph.degree())) < 1e-12, row.name);
        }
    BOOST_TEST(kernels::make_topology("torus2d", {32}).describe() == "torus 4x8");
    BOOST_TEST(kernels::make_topology("torus3d", {64}).describe() == "torus 4x4x4");
    BOOST_TEST(kernels::make_topology("grid3d", {4}).describe() == "grid 1x2x2");
    BOOST_TEST(kernels::make_topology("grid2d", {6, {3, 2}}).describe() == "grid 3x2");
}

BOOST_AUTO_TEST_CASE(the_factory_refuses_what_it_cannot_make) {
    using kernels::make_topology;
    check_refused([] { make_topology("tours2d", {16}); }, "use one of ring, ring-uni, torus2d");
    check_refused([] { make_topology("torus2d", {12}); }, "give dims whose product it is");
    check_refused([] { make_topology("torus2d", {12, {3, 5}}); }, "not nodes = 12");
    check_refused([] { make_topology("torus3d", {12, {3, 4}}); }, "give 3 sizes");
    check_refused([] { make_topology("circulant", {12}); }, "no offsets");
    check_refused([] { make_topology("kautz", {12}); }, "no degree");
    check_refused([] { make_topology("ring", {0}); }, "must be at least 1");
}

BOOST_AUTO_TEST_CASE(edge_lists_take_decimals_and_ignore_a_byte_order_mark) {
    const auto links = kernels::parse_edge_list(
        "\xEF\xBB\xBF"
        "0 1 0.5\r\n1 0 +2e0 # back\n",
        2, "f");
    BOOST_TEST_REQUIRE(links.size() == 2u);
    BOOST_TEST(links[0].capacity == 0.5);
    BOOST_TEST(links[1].capacity == 2.0);
    for (const char* wrong :
         {"0 1 0x10", "0 1 1,5", "0 1.0", "0 99999999999", "0 1 nan", "0 1 1 2"})
        check_refused([&] { kernels::parse_edge_list(wrong, 2, "f"); }, "f:1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
