// The study of two binary trees: rows equal the kernels' formulas, worked out by hand once.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "kernels/planes/plane_collectives.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(tree_study)

const std::string head = R"([[grid]]
name = "tree"
study = "double-binary-tree"
bandwidth = "100GB/s"
per_step_latency = "20us"
reconfiguration_delay = "200us"
)";

double released(std::int64_t nodes, double message, double plane_bandwidth) {
    double least = 1e300;
    for (std::int64_t chunks = 1; chunks <= nodes; chunks *= 2)
        least = std::min(least, kernels::double_binary_tree_time_released(
                                    nodes, message, plane_bandwidth, 20e-6, 200e-6, chunks));
    return least;
}

BOOST_AUTO_TEST_CASE(rows_are_the_kernels_formulas) {
    TestSweep sweep(head + "nodes = [5, 256]\nplanes = [2, 8]\nmessage = [\"125kB\", \"512MB\"]\n");
    const auto group = sweep.compute("studies/tree");
    std::size_t i = 0;
    for (const std::int64_t nodes : {5, 256})
        for (const double planes : {2.0, 8.0})
            for (const double message : {125e3, 512e6}) {
                const auto chunks = kernels::best_tree_chunks(nodes, message, 100e9, 20e-6);
                const auto time = [&](std::int64_t count) {
                    return kernels::double_binary_tree_time(nodes, message, 100e9, 20e-6, count);
                };
                BOOST_TEST(group.f64("completion_time", i) == time(chunks));
                BOOST_TEST(group.tile.i32(group.column("chunks"))[i] == static_cast<int>(chunks));
                BOOST_TEST(group.f64("plain_time", i) == time(1));
                BOOST_TEST(group.f64("released_time", i) ==
                           released(nodes, message, 100e9 / planes));
                BOOST_TEST(group.meaning("status", i) == "formula");
                ++i;
            }
    BOOST_TEST(i == engine::product(group.group.shape()));
}

// 512 MB take 5.12 ms. 256 nodes: height 8, so 14 + 2 c steps. c = 32: 78 x (20 + 80 us) = 7.8 ms,
// c = 1: 16 x (20 us + 2.56 ms); with two divisions and an eighth of the rate, c = 32 again:
// 78 x (20 + 20 us) + 200 us. No all-reduce takes less than 2 x 255 / 256 x 5.12 ms.
BOOST_AUTO_TEST_CASE(one_row_by_hand) {
    const auto tolerance = boost::test_tools::tolerance(1e-12);
    TestSweep sweep(head + "nodes = 256\nplanes = 8\nmessage = \"512MB\"\n");
    const auto group = sweep.compute("studies/tree");
    BOOST_TEST(group.f64("completion_time", 0) == 7.8e-3, tolerance);
    BOOST_TEST(group.tile.i32(group.column("chunks"))[0] == 32);
    BOOST_TEST(group.f64("plain_time", 0) == 41.28e-3, tolerance);
    BOOST_TEST(group.f64("released_time", 0) == 3.32e-3, tolerance);
    BOOST_TEST(group.f64("bandwidth_bound", 0) == 10.2e-3, tolerance);
}

BOOST_AUTO_TEST_CASE(all_keys_are_needed) {
    const auto found =
        sweeps::read_sweep(head + "nodes = 8\nmessage = \"1MB\"\n", sweeps::domain_vocabulary());
    BOOST_TEST(!found.sweep);
    const std::string faults = found.faults.line();
    BOOST_TEST(faults.find("grid.tree.planes") != std::string::npos, faults);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
