#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "sweeps/spec/sweep_spec.hpp"
#include "tests/support/spec_vocabulary.hpp"

namespace lightsweep::sweeps {
namespace {

BOOST_AUTO_TEST_SUITE(spec_sweep)

Sweep sound(const std::string& text) {
    ReadResult result = read_sweep(text, testing::test_vocabulary());
    BOOST_REQUIRE_MESSAGE(result.sweep, result.faults.text());
    return std::move(*result.sweep);
}

std::vector<std::string> dimension_names(const GridSpec& grid) {
    std::vector<std::string> names;
    for (const GridDimension& dimension : grid.dimensions) names.push_back(dimension.name);
    return names;
}

void check_names(const GridSpec& grid, const std::vector<std::string>& expected) {
    BOOST_TEST(dimension_names(grid) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_example_file) {
    const Sweep sweep = sound(testing::example_sweep());
    BOOST_TEST(sweep.title == "When Light Bends, figures 1 and 2");
    BOOST_TEST(sweep.rules == "addanki");
    BOOST_TEST(sweep.schedulers.size() == 3U);
    BOOST_TEST(sweep.text == testing::example_sweep());
    const GridSpec& grid = sweep.grids.at(0);
    check_names(
        grid, {"primitive", "algorithm", "topology", "nodes", "message", "reconfiguration_delay"});
    BOOST_TEST(grid.points() == 2U * 3 * 1 * 1 * 23 * 57);
    BOOST_TEST(grid.structures() == 6U);
    BOOST_TEST(grid.n_structural_dimensions() == 4U);
    BOOST_TEST(grid.constants.at("bandwidth").numbers[0] == 1e11);
    BOOST_TEST(grid.constants.at("per_step_latency").numbers[0] == 100e-9);
    BOOST_TEST(sweep.schedulers.size() * sweep.grids.front().points() == 3U * 7866);
}

// Of the 2 x 3 pairs only the three listed ones are applicable.
BOOST_AUTO_TEST_CASE(collectives_split_into_two_axes_when_both_vary) {
    const GridSpec grid = sound(testing::example_sweep()).grids.at(0);
    const std::vector<std::string> expected = {
        "allreduce/halving-doubling", "allreduce/swing", "", "", "", "alltoall/shift"};
    BOOST_TEST(grid.pairs == expected, boost::test_tools::per_element());
    BOOST_TEST(grid.applicable(std::vector<std::size_t>{0, 1, 0, 0, 0, 0}));
    BOOST_TEST(!grid.applicable(std::vector<std::size_t>{1, 0, 0, 0, 0, 0}));
    BOOST_TEST(grid.collective(std::vector<std::size_t>{1, 2, 0, 0, 0, 0}) == "alltoall/shift");
}

BOOST_AUTO_TEST_CASE(one_primitive_stays_one_axis) {
    const Sweep sweep = sound(testing::small_sweep(
        "collective = [\"allreduce/hd\", \"allreduce/ring\"]\nmessage = [\"1B\", \"2B\"]\n"));
    check_names(sweep.grids[0], {"collective", "message"});
    BOOST_TEST(sweep.grids[0].dimensions[0].axes[0].labels[0] == "allreduce/halving-doubling");
}

BOOST_AUTO_TEST_CASE(primitive_and_algorithm) {
    const Sweep both =
        sound(testing::small_sweep("primitive = [\"allreduce\", \"allgather\"]\nalgorithm = "
                                   "[\"ring\", \"hd\"]\nmessage = \"1B\"\n"));
    const std::vector<std::string> pairs = {"allreduce/ring", "allreduce/halving-doubling",
                                            "allgather/ring", ""};
    BOOST_TEST(both.grids[0].pairs == pairs, boost::test_tools::per_element());
    const Sweep one = sound(testing::small_sweep(
        "primitive = \"allreduce\"\nalgorithm = \"swing\"\nmessage = \"1B\"\n"));
    BOOST_TEST(one.grids[0].constants.at("collective").labels[0] == "allreduce/swing");
    const Sweep standard =
        sound(testing::small_sweep("primitive = \"allreduce\"\nmessage = \"1B\"\n"));
    BOOST_TEST(standard.grids[0].collective({}) == "allreduce/halving-doubling");
}

// 3 x 2 x 2 points; the last dimension is the fastest.
BOOST_AUTO_TEST_CASE(indices_and_values_of_points) {
    const Sweep sweep = sound(
        testing::small_sweep("collective = \"allreduce/ring\"\nmessage = [\"1KiB\", \"2048B\"]\n"
                             "reconfiguration_delay = [\"1us\", 0]\n",
                             "[2, 4, 8]"));
    const GridSpec& grid = sweep.grids[0];
    check_names(grid, {"nodes", "message", "reconfiguration_delay"});
    BOOST_TEST(grid.points() == 12U);
    for (std::uint64_t i = 0; i < 12; ++i) BOOST_TEST(grid.flat(grid.indices(i)) == i);
    const Point point = grid.at(grid.indices(7));
    BOOST_TEST(point.number("nodes", 0) == 4);
    BOOST_TEST(point.number("message", 0) == 2048);
    BOOST_TEST(point.number("reconfiguration_delay", 1) == 0);
    BOOST_TEST(point.text("topology", "") == "ring");
    BOOST_TEST(point.collective == "allreduce/ring");
    const Point structure = grid.at(std::vector<std::size_t>{2, open_index, open_index});
    BOOST_TEST(structure.number("nodes", 0) == 8);
    BOOST_TEST(!structure.numbers.contains("message"));
}

BOOST_AUTO_TEST_CASE(zipped_axes_share_one_dimension) {
    const std::string lines =
        "collective = \"allreduce/ring\"\nmessage = [\"1B\", \"2B\"]\nnodes = [8, 8, 16]\n"
        "degree = [1, 2, 2]\nbandwidth = [\"1e9B/s\", \"2e9B/s\", \"3e9B/s\"]\n";
    const std::string head =
        testing::small_sweep("").substr(0, testing::small_sweep("").find("nodes"));
    const Sweep one = sound(head + lines + "zip = [\"bandwidth\", \"nodes\", \"degree\"]\n");
    const GridSpec& grid = one.grids[0];
    check_names(grid, {"nodes_degree_bandwidth", "message"});
    BOOST_TEST(grid.dimensions[0].structural);
    BOOST_TEST(grid.points() == 6U);
    const Point point = grid.at(grid.indices(5));
    BOOST_TEST(point.number("nodes", 0) == 16);
    BOOST_TEST(point.number("bandwidth", 0) == 3e9);
    const Sweep two = sound(testing::small_sweep(
        "collective = [\"allreduce/ring\", \"alltoall/shift\"]\nmessage = [\"1B\", \"2B\"]\ndegree "
        "= [1, 2]\n"
        "bandwidth = [\"1e9B/s\", \"2e9B/s\"]\nzip = [[\"collective\", \"message\"], [\"degree\", "
        "\"bandwidth\"]]\n"));
    check_names(two.grids[0], {"collective_message", "degree_bandwidth"});
}

BOOST_AUTO_TEST_CASE(where_selects_points) {
    const Sweep sweep = sound(testing::small_sweep(
        "collective = [\"allreduce/ring\", \"alltoall/shift\"]\nmessage = [\"1KiB\", \"1MiB\"]\n"
        "where = [\"message >= 1MiB or nodes <= 4\", \"primitive == 'allreduce'\"]\n",
        "[2, 4, 8]"));
    const GridSpec& grid = sweep.grids[0];
    int selected = 0;
    for (std::uint64_t i = 0; i < grid.points(); ++i) {
        const auto at = grid.indices(i);
        if (grid.applicable(at) && grid.selected(at)) ++selected;
    }
    BOOST_TEST(selected == 3 + 2);  // 1 MiB on three sizes, 1 KiB on two; ring only
    BOOST_TEST(grid.n_structural_dimensions() == 3U);
    const std::size_t open = open_index;
    BOOST_TEST((grid.verdict(std::vector<std::size_t>{0, 0, 2, open}) == Verdict::unknown));
    BOOST_TEST((grid.verdict(std::vector<std::size_t>{1, open, open, open}) == Verdict::no));
}

// A refusal counts only where the condition lets the point through.
BOOST_AUTO_TEST_CASE(where_excludes_what_would_be_refused) {
    const std::string lines =
        "collective = [\"allreduce/hd\", \"allreduce/ring\"]\nmessage = \"1B\"\n"
        "where = \"nodes != 12 or algorithm != 'halving-doubling'\"\n";
    BOOST_TEST(sound(testing::small_sweep(lines, "[8, 12]")).grids[0].points() == 4U);
}

BOOST_AUTO_TEST_CASE(limits_of_the_physical_range_are_legal) {
    for (const char* nodes : {"1", "2"}) {
        const Sweep sweep =
            sound(testing::small_sweep("collective = \"allreduce/ring\"\nmessage = [0]\n", nodes));
        BOOST_TEST(sweep.grids[0].dimensions[0].axes[0].numbers[0] == 0.0);
    }
}

BOOST_AUTO_TEST_CASE(top_level_flags_and_options) {
    const std::string top =
        "title = \"t\"\nseed = 7\nschedules = true\nenvelopes = true\n"
        "columns = [\"lower_bound\"]\nbest = { minimise = [\"scheduler\", \"collective\"] }\n";
    const std::string tables =
        "[swot]\nmax_nodes = 10000\nmode = \"fast\"\nslack = \"1us\"\nwarm = true\n";
    const Sweep sweep = sound(
        top + testing::small_sweep("collective = \"allreduce/ring\"\nmessage = \"1B\"\n") + tables);
    BOOST_TEST(sweep.seed == 7U);
    BOOST_TEST((sweep.schedules && sweep.envelopes && sweep.best));
    BOOST_TEST(sweep.minimise.size() == 2U);
    BOOST_TEST(sweep.columns.at(0) == "lower_bound");
    const Options& options = sweep.scheduler_options.at("swot");
    BOOST_TEST(options.at("max_nodes").number == 10000);
    BOOST_TEST(options.at("mode").text == "fast");
    BOOST_TEST(options.at("slack").number == 1e-6);
    BOOST_TEST(options.at("warm").number == 1.0);
}

// [grid.swot] stands behind its [[grid]] and counts there alone; other options stay the sweep's.
BOOST_AUTO_TEST_CASE(options_of_one_grid) {
    const std::string lines = "collective = \"allreduce/ring\"\nmessage = \"1B\"\n";
    const Sweep sweep = sound(testing::small_sweep(lines) + "[grid.swot]\nmax_nodes = 5\n" +
                              "[[grid]]\nname = \"h\"\ntopology = \"ring\"\nnodes = 8\n" + lines +
                              "[swot]\nmax_nodes = 10\nmode = \"fast\"\n");
    const auto of = [&](std::size_t grid) { return sweep.options_of(sweep.grids[grid], "swot"); };
    BOOST_TEST(of(0).at("max_nodes").number == 5);
    BOOST_TEST(of(0).at("mode").text == "fast");
    BOOST_TEST(of(1).at("max_nodes").number == 10);
    BOOST_TEST(sweep.options_of(sweep.grids[0], "planes").empty());
}

// A grid's own spelling of the bandwidth replaces the fabric's.
BOOST_AUTO_TEST_CASE(grid_overrides_fabric) {
    const Sweep sweep = sound(testing::small_sweep(
        "collective = \"allreduce/ring\"\nmessage = \"1B\"\nlink_rate = \"400Gbps\"\n"
        "per_hop_latency = [\"1ns\"]\n"));
    const GridSpec& grid = sweep.grids[0];
    BOOST_TEST(!grid.constants.contains("bandwidth"));
    BOOST_TEST(grid.constants.at("link_rate").numbers[0] == 5e10);
    BOOST_TEST(grid.find("per_hop_latency")->numbers[0] == 1e-9);
}

BOOST_AUTO_TEST_CASE(dims_and_offsets_are_single_values) {
    const std::string circulant =
        "[[grid]]\nname = \"c\"\ncollective = \"allreduce/ring\"\nmessage = \"1B\"\nnodes = 5\n"
        "topology = \"circulant\"\noffsets = [1, -2]\n";
    std::string text = testing::small_sweep(
        "collective = \"allreduce/ring\"\nmessage = \"1B\"\ndims = [[2, 4], [4, 2]]\n" + circulant);
    const std::string ring = "\"ring\"";
    text.replace(text.find(ring), ring.size(), "\"torus2d\"");
    const Sweep sweep = sound(text);
    const AxisValues* dims = sweep.grids[0].find("dims");
    BOOST_TEST(dims->labels[1] == "4x2");
    BOOST_TEST(dims->tuples[1][0] == 4);
    BOOST_TEST(sweep.grids[1].at({}).tuples.at("offsets")[1] == -2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::sweeps
