// Pools, port delays, computation and sequences on their way from a sweep file to the result.
#include <boost/test/unit_test.hpp>

#include "kernels/topologies/circuits.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pools)

const std::string head = R"(rules = "addanki"
schedules = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
[[grid]]
name = "g"
topology = "ring-uni"
nodes = 8
message = ["64KiB", "8MiB"]
reconfiguration_delay = ["1us", "40us", "300us"]
)";

std::string sweep_of(const std::string& schedulers, const std::string& lines) {
    return "schedulers = [" + schedulers + "]\n" + head + lines;
}

/// Every fault of a sweep, those of whole grids included.
std::string faults_of(const std::string& text) {
    auto read = sweeps::read_sweep(text, sweeps::domain_vocabulary());
    if (read.sweep)
        for (const auto& grid : read.sweep->grids) sweeps::check_grid(grid, read.faults);
    return read.faults.text();
}

void expect_fault(const std::string& text, const std::string& message) {
    const auto said = faults_of(text);
    BOOST_TEST(said.find(message) != std::string::npos, "wanted " << message << " in\n" << said);
}

BOOST_AUTO_TEST_CASE(topologies_as_texts) {
    using kernels::topology_of_text;
    constexpr auto full = kernels::LinkBandwidth::full, split = kernels::LinkBandwidth::split;
    BOOST_TEST((topology_of_text("ring", 8, full) == kernels::Topology::ring(8, full)));
    BOOST_TEST((topology_of_text("ring-split", 8, full) == kernels::Topology::ring(8, split)));
    BOOST_TEST((topology_of_text("ring-full", 8, split) == kernels::Topology::ring(8, full)));
    BOOST_TEST((topology_of_text("circulant(1,-3)", 8, split) ==
                kernels::Topology::circulant(8, {1, -3}, split)));
    BOOST_TEST(
        (topology_of_text("torus2d(2x4)", 8, full) == kernels::Topology::torus({2, 4}, full)));
    BOOST_TEST((topology_of_text("kautz(3)", 8, full) == kernels::Topology::kautz(8, 3, full)));
    BOOST_TEST((topology_of_text("random-regular(3, 7)", 8, full) ==
                kernels::Topology::random_regular(8, 3, 7, full)));
    for (const char* text : {"", "rong", "ring(2)", "circulant", "circulant(", "circulant()",
                             "circulant(1;2)", "circulant(1,2", "circulant(99999999999999999999)",
                             "kautz(2,3)", "kautz", "torus2d(3x3)", "edges", "circulant(2,4)"})
        BOOST_CHECK_THROW(topology_of_text(text, 8, full), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(circuits_that_change) {
    using kernels::Permutation;
    using kernels::Topology;
    const auto uni = Topology::ring_uni(4);
    const auto both = Topology::ring(4, kernels::LinkBandwidth::split);
    const auto next = Topology::matching(Permutation::shift(4, 1));
    const auto across = Topology::matching(Permutation::shift(4, 2));
    const auto half = Topology::matching(Permutation::list({1, 0, -1, -1}));
    BOOST_TEST(kernels::same_circuits(uni, next));
    BOOST_TEST(!kernels::same_circuits(both, next));
    BOOST_TEST(kernels::changed_ports(uni, uni, next) == 0);
    BOOST_TEST(kernels::changed_ports(uni, uni, across) == 4);
    BOOST_TEST(kernels::changed_ports(uni, uni, half) == 1);    // 0 -> 1 stands, 1 -> 0 does not
    BOOST_TEST(kernels::changed_ports(uni, half, uni) == 3);    // two ports are dark
    BOOST_TEST(kernels::changed_ports(both, both, next) == 4);  // one of two ports at each node
    BOOST_TEST(kernels::changed_ports(both, across, next) == 8);
    BOOST_TEST(kernels::new_link_share(uni, both) == 0.5);
    BOOST_TEST(kernels::new_link_share(both, uni) == 0.0);
    BOOST_TEST(kernels::new_link_share(both, across) == 1.0);
}

BOOST_AUTO_TEST_CASE(every_fault_comes_before_any_work) {
    const std::string collective = "collective = \"alltoall/shift\"\n";
    const std::string pool = collective + "pool = [\"ring-uni\", \"circulant(1,3)\"]\n";
    const auto with_pool = [](const std::string& lines) {
        return sweep_of("\"addanki-pool\"", lines);
    };
    const auto best = [](const std::string& lines) {
        return sweep_of("\"addanki-best-pool\"", lines);
    };
    BOOST_TEST(faults_of(with_pool(pool)) == "");
    BOOST_TEST(faults_of(best(pool + "pool_size = [1, 2]\n")) == "");
    expect_fault(with_pool(collective),
                 "grid.g.pool: is missing; read by addanki-pool (for example");
    expect_fault(with_pool(collective + "pool = []\n"), "line 15: grid.g.pool = []: is empty");
    expect_fault(with_pool(collective + "pool = \"ring\"\n"), "is no list");
    expect_fault(with_pool(collective + "pool = [3]\n"), "pool[0] = 3: is no name of a topology");
    expect_fault(with_pool(collective + "pool = [\"ring\", \"ring\"]\n"),
                 "pool[1] = ring: repeats grid.g.pool[0] (remove it)");
    expect_fault(with_pool(collective + "pool = [\"rong\"]\n"),
                 "line 15: grid.g.pool[0]: 'rong': unknown; use one of ring, ring-uni");
    expect_fault(with_pool(collective + "pool = [\"torus2d(3x3)\"]\n"),
                 "their product is not nodes = 8");
    expect_fault(best(pool + "pool_size = 0\n"), "pool_size = 0: must be an integer >= 1");
    expect_fault(best(pool + "pool_size = [2, 3]\n"),
                 "pool_size[1] = 3: the pool has 2 bases, the one in force at the start included "
                 "(at most 2, or a larger pool)");
    expect_fault(best(pool), "grid.g.pool_size: is missing");
    expect_fault(sweep_of("\"addanki\"", collective + "pool_size = 2\n"),
                 "there is no pool to choose from");
    expect_fault(with_pool(pool + "switching = \"free\"\n"), "is no price of a change");
    expect_fault(with_pool(pool + "switching = [[0, 1]]\n"), "must have 2 rows of 2 factors");
    expect_fault(with_pool(pool + "switching = [[0, -1], [1, 0]]\n"),
                 "switching[0][1] = -1: must be a number >= 0");
    expect_fault(with_pool(pool + "switching = [[1, 1], [1, 0]]\n"),
                 "switching[0][0] = 1: must be 0");
    expect_fault(with_pool(collective + "pool = [\"ring\"]\nswitching = [[0]]\n"),
                 "ring-uni, is not a member: add it to pool");
    expect_fault(sweep_of("\"addanki\"", collective + "switching = \"links\"\n"), "there is none");
    expect_fault(best(pool + "pool_size = 1\nswitching = \"links\"\n"),
                 "addanki-best-pool pays one delay for every change");
    expect_fault(sweep_of("\"addanki-ports\"", collective), "grid.g.port_delay: is missing");
    expect_fault(sweep_of("\"addanki-ports\"", collective + "port_delay = \"-1us\"\n"),
                 "must be >= 0");
    expect_fault(sweep_of("\"addanki-overlap\"", collective), "grid.g.compute_time: is missing");
    expect_fault(sweep_of("\"addanki\"", collective + "port_delay = [\"1us\", \"2us\"]\n"),
                 "no scheduler of this sweep (addanki) reads this axis");
    expect_fault(sweep_of("\"addanki-ports\"", collective + "port_delay = \"1e308s\"\n"), "2^53");
    expect_fault(sweep_of("\"addanki\"", "collective = \"alltoall/shift+alltoall/shaft\"\n"),
                 "is not known");
    expect_fault(sweep_of("\"addanki\"", "collective = \"alltoall/shift+\"\n"), "is not known");
    expect_fault(sweep_of("\"addanki\"", "collective = \"alltoall/shift+custom\"\n"),
                 "is not known");
}

/// What eval says of the same point.
sweeps::Solution solved(const std::string& scheduler, const std::string& message,
                        const std::string& delay, const std::string& more) {
    const auto read = sweeps::read_problem(
        R"({"rules": "addanki", "topology": "ring-uni", "nodes": 8, "bandwidth": "800Gbps",
            "per_step_latency": "100ns", "per_hop_latency": "100ns", "scheduler": ")" +
            scheduler + R"(", "message": ")" + message + R"(", "reconfiguration_delay": ")" +
            delay + "\", " + more + "}",
        sweeps::domain_vocabulary());
    BOOST_REQUIRE_MESSAGE(read.problem, read.error);
    return sweeps::solve(*read.problem);
}

BOOST_AUTO_TEST_CASE(groups_have_the_axes_that_their_scheduler_reads) {
    TestSweep sweep(sweep_of(
        "\"static\", \"addanki\", \"addanki-overlap\", \"addanki-ports\", \"addanki-best-pool\"",
        "collective = \"alltoall/shift\"\npool = [\"circulant(1,3)-split\", \"ring-split\"]\n"
        "pool_size = [1, 2]\nport_delay = [\"0us\", \"2us\"]\ncompute_time = [\"0us\", "
        "\"30us\"]\n"));
    const std::map<std::string, std::size_t> points{{"static", 2 * 2},
                                                    {"addanki", 2 * 2 * 3},
                                                    {"addanki-overlap", 2 * 2 * 3},
                                                    {"addanki-ports", 2 * 2 * 2 * 3},
                                                    {"addanki-best-pool", 2 * 2 * 2 * 3}};
    for (const auto& [name, count] : points)
        BOOST_TEST(sweep.empty("grids/g/" + name).tile.points() == count, name);
    const auto overlap = sweep.compute("grids/g/addanki-overlap");
    const auto pools = sweep.compute("grids/g/addanki-best-pool");
    const auto choices = sweep.compute("schedules/g/addanki-best-pool");
    const char* const messages[] = {"64KiB", "8MiB"};
    const char* const delays[] = {"1us", "40us", "300us"};
    for (std::size_t i = 0; i < 12; ++i) {
        const auto one =
            solved("addanki-overlap", messages[i / 6], delays[i % 3],
                   i / 3 % 2 ? R"("compute_time": "30us", "collective": "alltoall/shift")"
                             : R"("compute_time": 0, "collective": "alltoall/shift")");
        BOOST_TEST(overlap.f64("completion_time", i) == one.row.completion[0]);
        BOOST_TEST(overlap.f64("computation_time", i) == one.row.computation);
        BOOST_TEST(one.timeline.end() == one.row.completion[0],
                   boost::test_tools::tolerance(1e-12));
    }
    // pool_size, message, compute_time, delay
    for (std::size_t i = 0; i < 24; ++i) {
        const std::string size = i < 12 ? "1" : "2", time = i / 3 % 2 ? "30us" : "0us";
        const auto one = solved("addanki-best-pool", messages[i / 6 % 2], delays[i % 3],
                                R"("collective": "alltoall/shift", "compute_time": ")" + time +
                                    R"(", "pool": ["circulant(1,3)-split", "ring-split"],
                                "pool_size": )" +
                                    size);
        BOOST_TEST(pools.f64("completion_time", i) == one.row.completion[0]);
        BOOST_TEST(choices.u64("decision", i * 2) == one.row.decision[0]);
        BOOST_TEST(one.timeline.violation == "");
    }
}

BOOST_AUTO_TEST_CASE(computation_has_a_column_only_where_there_is_some) {
    const std::string lines = "collective = \"alltoall/shift\"\n";
    const auto has_column = [](const Computed& group) {
        const auto& columns = group.group.columns;
        return std::any_of(columns.begin(), columns.end(), [](const engine::Column& column) {
            return column.name == "computation_time";
        });
    };
    TestSweep without(sweep_of("\"addanki\"", lines));
    BOOST_TEST(!has_column(without.empty("grids/g/addanki")));
    TestSweep with(sweep_of("\"addanki\"", lines + "compute_time = \"1us\"\n"));
    BOOST_TEST(has_column(with.empty("grids/g/addanki")));
    const auto plain = without.compute("grids/g/addanki"), slower = with.compute("grids/g/addanki");
    for (std::size_t i = 0; i < plain.tile.points(); ++i)
        BOOST_TEST(slower.f64("completion_time", i) == plain.f64("completion_time", i) + 7 * 1e-6,
                   boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(sequences_in_lists_and_with_aliases) {
    TestSweep sweep(sweep_of("\"addanki\", \"addanki-reuse\"",
                             "collective = [\"allreduce/hd\", \"alltoall/shift\", "
                             "\"allreduce/hd+alltoall/shift\"]\n"));
    const auto rows = sweep.compute("grids/g/addanki");
    BOOST_TEST(rows.group.axes.front().index.name == "collective");
    BOOST_TEST(rows.tile.points() == 3u * 2 * 3);
    for (std::size_t i = 0; i < 6; ++i) {
        const double both = rows.f64("completion_time", 12 + i);
        const double apart = rows.f64("completion_time", i) + rows.f64("completion_time", 6 + i);
        // The state carries over: at most one delay more or less than one after the other.
        const double delay = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 40e-6 : 300e-6;
        BOOST_TEST(both >= apart * (1 - 1e-12));
        BOOST_TEST(both <= (apart + delay) * (1 + 1e-12));
    }
    const auto solution =
        solved("addanki-reuse", "8MiB", "40us", R"("collective": "allreduce/hd+alltoall/shift")");
    BOOST_TEST(solution.structure->collective.name() ==
               "allreduce/halving-doubling+alltoall/shift");
    BOOST_TEST(rows.meaning("status", 0) == "optimal");
    const auto reuse = sweep.compute("grids/g/addanki-reuse");
    BOOST_TEST(reuse.f64("completion_time", 12 + 4) == solution.row.completion[0]);
}

BOOST_AUTO_TEST_CASE(a_matrix_is_in_the_order_of_the_pool) {
    const std::string pool =
        R"("collective": "alltoall/shift", "pool": ["ring-split", "ring-uni"])";
    const auto into =
        solved("addanki-pool", "8MiB", "300us", pool + R"(, "switching": [[0, 9], [0.25, 0]])");
    const auto out_of =
        solved("addanki-pool", "8MiB", "300us", pool + R"(, "switching": [[0, 0.25], [9, 0]])");
    // From ring-uni, the start and the second of the pool, to ring-split.
    BOOST_TEST(into.row.reconfiguration[0] == 0.25 * 300e-6);
    BOOST_TEST(into.row.n_reconfigurations[0] == 1);
    BOOST_TEST(into.timeline.end() == into.row.completion[0], boost::test_tools::tolerance(1e-12));
    BOOST_TEST(out_of.row.completion[0] > into.row.completion[0]);
}

BOOST_AUTO_TEST_CASE(the_pool_is_part_of_a_sweeps_identity) {
    const auto fingerprint = [](const std::string& lines) {
        const auto read = sweeps::read_sweep(
            sweep_of("\"addanki-pool\"", "collective = \"alltoall/shift\"\n" + lines),
            sweeps::domain_vocabulary());
        BOOST_REQUIRE_MESSAGE(read.sweep, read.faults.text());
        return sweeps::fingerprint(*read.sweep);
    };
    const std::string plain = "pool = [\"ring\", \"ring-uni\"]\n";
    std::map<std::string, std::string> seen{{fingerprint(plain), plain}};
    for (const std::string& other :
         {std::string("pool = [\"ring-uni\", \"ring\"]\n"), std::string("pool = [\"ring-uni\"]\n"),
          plain + "switching = \"links\"\n", plain + "switching = [[0, 1], [1, 0]]\n",
          plain + "switching = [[0, 1], [2, 0]]\n"})
        BOOST_TEST(seen.emplace(fingerprint(other), other).second, other);
    BOOST_TEST(fingerprint(plain + "switching = \"whole\"\n") == fingerprint(plain));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
