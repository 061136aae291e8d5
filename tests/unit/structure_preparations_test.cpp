// Which structures are prepared by the farm, and that what it hands over is what is computed.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "engine/farm/stopping.hpp"
#include "engine/journal/manifest.hpp"
#include "sweeps/farm/row_walk.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(structure_preparations)

const std::string start = R"(schedulers = ["static", "addanki"]
rules = "addanki"
best = true
envelopes = true
[fabric]
bandwidth = "800Gbps"
per_step_latency = "100ns"
per_hop_latency = "100ns"
)";

const std::string graphs = R"(topology = "random-regular"
link_bandwidth = "split"
degree = 4
nodes = 64
collective = ["allgather/halving-doubling", "allgather/swing"]
message = ["1MiB", "16MiB"]
reconfiguration_delay = ["1us", "1ms"]
)";

BOOST_AUTO_TEST_CASE(every_graph_and_collective_is_prepared_once_for_all_that_need_it) {
    TestSweep sweep(start + "[[grid]]\nname = \"one\"\nseed = [1, 2, 3]\n" + graphs +
                    "[[grid]]\nname = \"two\"\nseed = [3, 4]\n" + graphs);
    auto& workload = sweep.workload();
    // Seeds 1 to 4 with two collectives each: seed 3 is shared by both grids.
    BOOST_TEST(workload.n_preparations() == 8u);
    const engine::TaskSpace tasks(workload.layout());
    std::set<std::size_t> needed;
    for (std::uint64_t number = 0; number < tasks.size(); ++number) {
        const auto needs = workload.needs(tasks.task(number));
        BOOST_TEST(!needs.empty(), "task " << number);
        needed.insert(needs.begin(), needs.end());
    }
    BOOST_TEST(needed.size() == 8u);
}

const std::string pooled = R"toml([[grid]]
name = "g"
topology = ["ring", "random-regular"]
link_bandwidth = "split"
degree = 4
nodes = 64
seed = 3
pool_size = 2
pool = ["ring", "random-regular(4,3)", "random-regular(4,9)", "torus2d(8x8)"]
collective = "allgather/halving-doubling"
message = ["1MiB", "16MiB"]
reconfiguration_delay = ["1us", "1ms"]
)toml";

std::string with_pools(const std::string& schedulers) {
    std::string text = start;
    text.replace(text.find("\"static\", \"addanki\""), 19, schedulers);
    return text + pooled;
}

BOOST_AUTO_TEST_CASE(members_of_a_pool_are_prepared_too_and_once) {
    TestSweep sweep(with_pools("\"addanki\", \"addanki-pool\", \"addanki-best-pool\""));
    auto& workload = sweep.workload();
    // Two random graphs, whether base or member, for three schedulers and two bases.
    BOOST_TEST(workload.n_preparations() == 2u);
    TestSweep without(with_pools("\"static\", \"addanki\""));
    BOOST_TEST(without.workload().n_preparations() == 1u);
    const auto expected = TestSweep(with_pools("\"addanki-pool\"")).compute("grids/g/addanki-pool");
    for (std::size_t k = 0; k < 2; ++k)
        workload.adopt(k, {workload.preparation_key(k), workload.prepare(k), ""});
    const auto computed = sweep.compute("grids/g/addanki-pool");
    for (std::size_t i = 0; i < 8; ++i)
        BOOST_TEST(computed.f64("completion_time", i) == expected.f64("completion_time", i));
}

BOOST_AUTO_TEST_CASE(a_run_that_is_to_end_abandons_what_it_prepares) {
    TestSweep sweep(start + "[[grid]]\nname = \"g\"\nseed = 1\n" + graphs);
    engine::request_stop(true);
    BOOST_CHECK_THROW(sweep.workload().prepare(0), engine::Abandoned);
    engine::request_stop(false);
    BOOST_TEST(!sweep.workload().prepare(0).empty());
}

BOOST_AUTO_TEST_CASE(what_changes_the_steps_of_a_collective_is_prepared_apart) {
    std::string text = graphs;
    const std::string named = R"(["allgather/halving-doubling", "allgather/swing"])";
    text.replace(text.find(named), named.size(),
                 R"("alltoall/bruck"
radix = [2, 3]
volumes = "exact")");
    TestSweep sweep(start + "[[grid]]\nname = \"g\"\nseed = 1\n" + text);
    BOOST_TEST_REQUIRE(sweep.workload().n_preparations() == 2u);
    BOOST_TEST(sweep.workload().preparation_key(0) != sweep.workload().preparation_key(1));
}

BOOST_AUTO_TEST_CASE(closed_forms_and_excluded_structures_are_not_prepared) {
    TestSweep rings(start + R"([[grid]]
name = "g"
topology = ["ring", "ring-uni", "hypercube"]
nodes = [64, 128]
collective = "alltoall/xor"
message = "1MiB"
reconfiguration_delay = "1us"
)");
    BOOST_TEST(rings.workload().n_preparations() == 0u);
    TestSweep excluded(start + "[[grid]]\nname = \"g\"\nwhere = \"seed > 2\"\nseed = [1, 2, 3]\n" +
                       graphs);
    BOOST_TEST(excluded.workload().n_preparations() == 2u);
}

BOOST_AUTO_TEST_CASE(adopted_costs_give_the_same_rows_and_a_failure_fails_its_rows_only) {
    const std::string text = start + "[[grid]]\nname = \"g\"\nseed = [1, 2]\n" + graphs;
    TestSweep alone(text), farm(text), failing(text);
    auto& workload = farm.workload();
    for (std::size_t k = 0; k < workload.n_preparations(); ++k) {
        const engine::Preparation done{workload.preparation_key(k), workload.prepare(k), ""};
        workload.adopt(k, done);
        failing.workload().adopt(k, k == 0 ? engine::Preparation{done.key, "", "no luck"} : done);
    }
    const auto expected = alone.compute("grids/g/addanki"),
               computed = farm.compute("grids/g/addanki");
    const auto partly = failing.compute("grids/g/addanki");
    const std::size_t n = engine::product(expected.group.shape());
    BOOST_TEST(n == 2u * 2 * 2 * 2);
    for (std::size_t i = 0; i < n; ++i) {
        BOOST_TEST(computed.f64("completion_time", i) == expected.f64("completion_time", i));
        BOOST_TEST(partly.meaning("status", i) == (i < 4 ? "error" : "optimal"), i);
    }
    BOOST_TEST(partly.failed == 4u);
}

/// Rings of 4 to 23 nodes, whose preparation starts no loops of its own: what is asked for is for
/// the structures of a tile.
BOOST_AUTO_TEST_CASE(idle_threads_take_structures_of_a_tile) {
    const std::string text = start + R"([[grid]]
name = "g"
topology = "ring-uni"
nodes = { from = 4, to = 23, step = "+1" }
collective = ["allgather/ring", "allreduce/ring"]
message = ["1MiB", "16MiB"]
reconfiguration_delay = ["1us", "1ms"]
)";
    TestSweep alone(text), together(text);
    int asked = 0, lent = 0;
    together.workload().use_idle_threads([&](int n) {
        asked = std::max(asked, n);
        n = n > 0 ? std::min(n, 3) : n;
        lent += n;
        return n;
    });
    for (const char* path : {"grids/g/addanki", "grids/g/best"}) {
        asked = 0;
        const auto one = alone.compute(path), many = together.compute(path);
        BOOST_TEST(asked == 39);  // all of 40 but the first
        BOOST_TEST(one.failed == many.failed);
        BOOST_TEST((one.buffers == many.buffers), path);
    }
    BOOST_TEST(lent == 0);
}

BOOST_AUTO_TEST_CASE(structures_are_being_made_until_they_are_there) {
    sweeps::StructureCache cache(1 << 20);
    const sweeps::StructureCache::Key key{0, 1, 2};
    BOOST_TEST(!cache.is_being_made(key));
    cache.get(key, [&] {
        BOOST_TEST(cache.is_being_made(key));
        return sweeps::ReadyScheduler{nullptr, nullptr, solvers::Reason::none};
    });
    BOOST_TEST(!cache.is_being_made(key));
}

BOOST_AUTO_TEST_CASE(structures_that_are_being_made_come_last) {
    sweeps::TileStructures structures(4);
    const auto busy = [](std::size_t one) { return one == 0 || one == 2; };
    for (const std::size_t expected : {1u, 3u, 0u, 2u})
        BOOST_TEST(structures.next(busy) == expected);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
