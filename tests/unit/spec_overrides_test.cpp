#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "sweeps/spec/sweep_spec.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_overrides)

ReadResult with(const std::vector<std::string>& overrides) {
    const std::string second =
        "[[grid]]\nname = \"second\"\ntopology = \"hypercube\"\nnodes = 4\n"
        "collective = \"allreduce/ring\"\nmessage = \"5B\"\nper_hop_latency = \"1ns\"\n";
    return read_sweep(testing::example_sweep() + second + "reconfiguration_delay = \"1us\"\n",
                      testing::test_vocabulary(), {"", overrides});
}

Sweep sound(const std::vector<std::string>& overrides) {
    ReadResult result = with(overrides);
    BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
    return std::move(*result.sweep);
}

std::string faults(const std::vector<std::string>& overrides) {
    return with(overrides).faults.text();
}

std::vector<double> numbers(const Sweep& sweep, std::size_t grid, const std::string& key) {
    const AxisValues* axis = sweep.grids.at(grid).find(key);
    BOOST_REQUIRE(axis != nullptr);
    return axis->numbers;
}

BOOST_AUTO_TEST_CASE(a_key_is_replaced_wherever_it_stands) {
    const Sweep sweep = sound({"nodes=16", "per_hop_latency=200ns"});
    BOOST_TEST(numbers(sweep, 0, "nodes").at(0) == 16);
    BOOST_TEST(numbers(sweep, 1, "nodes").at(0) == 16);
    BOOST_TEST(numbers(sweep, 0, "per_hop_latency").at(0) == 200e-9);
    BOOST_TEST(numbers(sweep, 1, "per_hop_latency").at(0) == 200e-9);
    BOOST_TEST(sweep.overrides.size() == 2U);
}

BOOST_AUTO_TEST_CASE(values_are_toml_or_words_or_lists) {
    const std::vector<double> sizes = {8388608, 16777216};
    for (const char* text :
         {"message=8MiB,16MiB", "message=[8MiB, 16MiB]", "message=[\"8MiB\", \"16777216B\"]",
          "message = \"8388608B\" , 16MiB"}) {
        BOOST_TEST(numbers(sound({text}), 0, "message") == sizes, boost::test_tools::per_element());
    }
    const Sweep range = sound({"message={from=\"1KiB\", to=\"4KiB\", step=\"x2\"}"});
    BOOST_TEST(numbers(range, 1, "message").size() == 3U);
    BOOST_TEST(sound({"topology=ring"}).grids[1].find("topology")->labels[0] == "ring");
    BOOST_TEST(sound({"message=0"}).grids[0].find("message")->numbers[0] == 0.0);
}

BOOST_AUTO_TEST_CASE(targets_of_one_grid_the_top_and_a_scheduler) {
    const Sweep sweep = sound({"grid.second.nodes=[2, 8]", "title=other", "schedulers=static",
                               "swot.max_nodes=5", "seed=3", "degree=2", "fabric.route=dor"});
    BOOST_TEST(numbers(sweep, 0, "nodes").at(0) == 64);
    BOOST_TEST(numbers(sweep, 1, "nodes").size() == 2U);
    BOOST_TEST(sweep.title == "other");
    BOOST_TEST(sweep.schedulers.size() == 1U);
    BOOST_TEST(sweep.scheduler_options.at("swot").at("max_nodes").number == 5);
    BOOST_TEST(sweep.seed == 3U);
    BOOST_TEST(numbers(sweep, 1, "degree").at(0) == 2);
}

BOOST_AUTO_TEST_CASE(faults_name_the_option) {
    BOOST_TEST(faults({"grid.ring.nodes=12"}) ==
               "--set grid.ring.nodes=12: grid.ring.nodes = 12: allreduce/halving-doubling needs a "
               "power of two (8, 16, ...)\n");
    BOOST_TEST(faults({"nodse=12"}) ==
               "--set nodse=12: fabric.nodse = 12: unknown key (did you mean nodes)\n");
    BOOST_TEST(faults({"grid.rinh.nodes=12"}) ==
               "--set grid.rinh.nodes=12: there is no grid 'rinh' (did you mean ring)\n");
    BOOST_TEST(faults({"swoot.max_nodes=1"}) ==
               "--set swoot.max_nodes=1: there is no 'swoot' (did you mean swot)\n");
    BOOST_TEST(faults({"nodes"}) == "--set nodes: is no assignment (--set axis=value)\n");
    BOOST_TEST(faults({"nodes="}) == "--set nodes=: has no value (axis=value)\n");
    for (const char* text : {"message=8Mib", "message=nan", "message={from=1}", "message=[]",
                             "message={oops", "grid.ring=3", "grid=3", "=3", "fabric=1",
                             "message=\"1B\"\nseed=2", "rules=none", "topology=ring,rong"}) {
        const std::string report = faults({text});
        BOOST_TEST(report.starts_with("--set "), text << " gave " << report);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
