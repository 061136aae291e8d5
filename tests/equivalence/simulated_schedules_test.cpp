// Closed forms against the event simulator, which shares no code with them: 2,800 random schedules
// for which the forms are exact.
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "kernels/flow/circulant_batch.hpp"
#include "sweeps/simulation/circulant_ways.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/simulated.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(simulated_schedules)

using Json = nlohmann::json;
using Words = std::vector<std::string>;

class RandomProblems {
  public:
    explicit RandomProblems(unsigned seed) : random_(seed) {}

    template <typename Value>
    const Value& any(const std::vector<Value>& values) {
        return values[random_() % values.size()];
    }
    Json with_hardware(Json problem) {
        problem["bandwidth"] = 1e11;
        problem["message"] = any(std::vector<std::int64_t>{4096, 65536, 524288, 4194304, 33554432});
        problem["per_step_latency"] = any(std::vector<double>{1e-7, 1e-6, 1.7e-6});
        problem["per_hop_latency"] =
            problem["rules"] == "swot" ? 0.0 : any(std::vector<double>{0.0, 1e-7, 1e-6});
        problem["reconfiguration_delay"] = any(std::vector<double>{1e-7, 3e-6, 2.45e-5, 2.69e-4});
        if (problem["rules"] == "swot") problem.erase("per_hop_latency");
        return problem;
    }
    Json planes() {
        return with_hardware({{"rules", "swot"},
                              {"scheduler", any(Words{"strawman", "one-shot", "swot"})},
                              {"collective", any(collectives_)},
                              {"nodes", any(sizes_)},
                              {"planes", any(std::vector<int>{1, 2, 3})},
                              {"initial", any(Words{"free", "first", "cold"})}});
    }
    Json bridge() {
        const bool halving = random_() % 4 == 0;
        return with_hardware(
            {{"rules", "bridge"},
             {"scheduler",
              halving ? "r-hd" : any(Words{"bridge", "bridge-paper", "s-bruck", "g-bruck"})},
             {"collective",
              halving ? "allreduce/halving-doubling"
                      : any(Words{"alltoall/bruck", "reduce-scatter/bruck", "allgather/bruck"})},
             {"nodes",
              halving ? any(std::vector<int>{4, 8, 16}) : any(std::vector<int>{4, 8, 11, 16, 20})},
             {"restore", random_() % 2 == 0}});
    }
    /// Every port has a ring of its own.
    Json ports() {
        const auto ports = any(std::vector<int>{2, 3, 4});
        return with_hardware({{"rules", "bridge"},
                              {"scheduler", any(Words{"bridge", "s-bruck", "g-bruck"})},
                              {"collective", any(Words{"alltoall/bruck", "reduce-scatter/bruck",
                                                       "allgather/bruck", "allreduce/bruck"})},
                              {"nodes", any(std::vector<int>{4, 5, 9, 16, 20, 27})},
                              {"ports", ports}});
    }
    Json addanki() {
        const bool every = random_() % 2 == 0;
        return with_hardware(
            {{"rules", "addanki"},
             {"scheduler", every ? "every-step" : any(Words{"static", "threshold", "addanki"})},
             {"collective", any(collectives_)},
             {"nodes", any(std::vector<int>{4, 8, 16})},
             {"topology", every ? any(Words{"ring", "ring-uni", "hypercube"}) : "ring-uni"}});
    }
    Json common() {
        const auto topology = any(Words{"ring-uni", "ring", "torus2d"});
        return with_hardware(
            {{"rules", "common"},
             {"scheduler", any(Words{"static", "every-step", "segments", "addanki", "pccl",
                                     "segments-overlap"})},
             {"collective", any(collectives_)},
             {"nodes", topology == "torus2d" ? any(std::vector<int>{9, 16}) : any(sizes_)},
             {"topology", topology},
             {"planes", topology == "torus2d" ? 4 : any(std::vector<int>{2, 4})},
             {"route", "path"}});
    }
    Json pccl() {
        return with_hardware({{"rules", "pccl"},
                              {"scheduler", any(Words{"static", "pccl"})},
                              {"collective", any(collectives_)},
                              {"nodes", any(std::vector<int>{4, 8, 16})},
                              {"topology", any(Words{"ring", "torus2d", "hypercube", "grid2d"})},
                              {"route", any(Words{"dor", "lex"})}});
    }
    Json pccl_by_any_route() {
        auto problem = pccl();
        if (coin()) problem["route"] = "ecmp";
        return problem;
    }
    /// All-to-all on circuits of several shifts, where two shortest ways tie.
    Json ties() {
        auto problem = common();
        problem.update({{"scheduler", "segments"}, {"collective", "alltoall/shift"}});
        return problem;
    }
    /// Any steps under the optimal concurrent flow.
    Json flows() {
        const bool lanes = coin();
        auto problem = lanes ? common() : addanki();
        problem["route"] = "flow";
        if (lanes && problem["scheduler"] == "segments-overlap") problem["scheduler"] = "pccl";
        if (lanes) return problem;
        problem.erase("route");
        problem["topology"] = any(Words{"ring", "torus2d", "hypercube"});
        return problem;
    }
    /// Steps that are shifts, under the optimal concurrent flow.
    Json shifts() {
        const bool lanes = coin();
        Json problem{{"rules", lanes ? "common" : "addanki"},
                     {"scheduler", any(lanes ? Words{"static", "every-step", "segments", "pccl"}
                                             : Words{"static", "every-step", "threshold"})},
                     {"collective", any(Words{"allgather/bruck", "alltoall/bruck", "alltoall/shift",
                                              "reduce-scatter/bruck"})},
                     {"nodes", any(sizes_)},
                     {"topology", any(Words{"ring", "ring-uni"})}};
        if (lanes) problem["planes"] = 4, problem["route"] = "flow";
        return with_hardware(problem);
    }
    /// WDM rings of rules = optree, whose circuits stand or not, and of rules = common.
    Json lightpaths() {
        Json problem{
            {"topology", "wdm-ring"},
            {"scheduler", any(Words{"optree-tree", "wdm-lifted", "wdm-windowed", "wdm-optimal"})},
            {"collective", any(Words{"allgather/any", "reduce-scatter/any", "allreduce/any"})},
            {"nodes", any(sizes_)},
            {"wavelengths", any(std::vector<int>{1, 2, 4})}};
        problem["rules"] = coin() ? "optree" : "common";
        problem = with_hardware(problem);
        if (problem["rules"] == "common") return problem;
        for (const char* key : {"bandwidth", "per_step_latency", "per_hop_latency"})
            problem.erase(key);
        problem["wavelength_bandwidth"] = 5e9;
        if (coin()) problem["standing"] = "held";
        if (coin()) problem["scheduler"] = "wdm-multicast", problem["collective"] = "allgather/any";
        return problem;
    }
    bool coin() { return random_() % 2 == 0; }

  private:
    std::mt19937 random_;
    const Words collectives_{"allreduce/halving-doubling",
                             "allreduce/swing",
                             "reduce-scatter/ring",
                             "allgather/bruck",
                             "alltoall/bruck",
                             "alltoall/shift",
                             "allreduce/ring"};
    const std::vector<int> sizes_{4, 5, 8, 9, 12, 16};
};

/// Null where the problem cannot be posed: a collective that needs a power of two, and so on.
Json plan_or_null(const Json& problem, bool with_ways = false) {
    try {
        return plan_of(problem, with_ways);
    } catch (const std::invalid_argument&) {
        return {};
    }
}

/// Segments of an all-to-all may stand on circuits of several shifts, where two shortest ways tie
/// and the accounting takes another one than the simulator.
bool has_ties(const Json& problem) {
    return problem.value("route", "") == "path" && problem["scheduler"] == "segments" &&
           problem["collective"] == "alltoall/shift";
}

/// Simulates `whole` schedules of a family, a quarter in the suite; the simulated time must be the
/// planned one. Under optimal ways the split flows share by weight, and hops count as the forms
/// count them.
void check_equal(int whole, unsigned seed, Json (RandomProblems::*next)(), bool stores,
                 simulation::Routes routes = simulation::Routes::plan) {
    const int count = trials(whole / 4, whole);
    RandomProblems problems(seed);
    int done = 0;
    for (int tries = 0; done < count && tries < 10 * count; ++tries) {
        const auto problem = (problems.*next)();
        simulation::RunOptions options;
        options.store = stores && problems.coin();
        options.weighted = options.by_distance = routes == simulation::Routes::optimal;
        const auto plan = plan_or_null(problem);
        if (plan.is_null() || has_ties(problem)) continue;
        ++done;
        const auto system = simulation::read_plan(plan, {.barriers = true, .routes = routes});
        const auto run = simulation::carry_out(system, options);
        BOOST_TEST(run.sound(), "a violation: " << problem);
        BOOST_TEST(std::abs(run.end - system.planned_end) <=
                       1e-9 * system.planned_end + system.rounding_time,
                   run.end << " instead of " << system.planned_end << ": " << problem);
    }
    BOOST_TEST(done == count);
}

BOOST_AUTO_TEST_CASE(planes) {
    check_equal(500, 1, &RandomProblems::planes, true);
}
BOOST_AUTO_TEST_CASE(bridge) {
    check_equal(500, 2, &RandomProblems::bridge, true);
}
BOOST_AUTO_TEST_CASE(bridge_on_several_ports) {
    check_equal(300, 13, &RandomProblems::ports, true);
}
BOOST_AUTO_TEST_CASE(one_direction) {
    check_equal(500, 3, &RandomProblems::addanki, false);
}
BOOST_AUTO_TEST_CASE(one_path_per_pair) {
    check_equal(500, 4, &RandomProblems::common, false);
}
BOOST_AUTO_TEST_CASE(lightpaths) {
    check_equal(200, 6, &RandomProblems::lightpaths, false);
}
BOOST_AUTO_TEST_CASE(best_ways_of_flows) {
    check_equal(300, 7, &RandomProblems::shifts, false, simulation::Routes::optimal);
}
// 1 / theta of the flow solver, which has another method and a certificate.
BOOST_AUTO_TEST_CASE(walks_attain_theta) {
    std::mt19937 random(8);
    for (int i = 0; i < 100; ++i) {
        const int n = 5 + static_cast<int>(random() % 30);
        const auto any = [&] { return 1 + static_cast<int>(random() % unsigned(n - 1)); };
        const std::set<int> offsets{1, any(), any(), any()};
        std::vector<std::pair<int, double>> links;
        for (const int offset : offsets) links.emplace_back(offset, 1.0);
        const kernels::Node shift = any();
        const auto walks = simulation::best_walks(n, links, shift);
        double most = 0;
        for (const int offset : offsets) {
            double load = 0;
            for (const auto& walk : walks)
                load += walk.share * static_cast<double>(std::ranges::count(walk.offsets, offset));
            most = std::max(most, load);
        }
        const auto topology = kernels::Topology::circulant(n, {offsets.begin(), offsets.end()},
                                                           kernels::LinkBandwidth::full);
        const auto flow = kernels::circulant_flows(topology, std::span(&shift, 1))[0];
        BOOST_TEST(std::abs(most * flow.theta - 1) < 1e-9, shift << " on " << n);
    }
}

double time_of(const Json& plan, simulation::Routes routes, const simulation::RunOptions& options) {
    const auto run = simulation::carry_out(
        simulation::read_plan(plan, {.barriers = true, .routes = routes}), options);
    BOOST_TEST(run.sound());
    return run.end;
}

/// Two witnesses of routes: the ways that the exporter lists, and those that the simulator finds.
void check_witnesses(int count, unsigned seed, Json (RandomProblems::*next)()) {
    RandomProblems problems(seed);
    int done = 0;
    for (int tries = 0; done < count && tries < 10 * count; ++tries) {
        const auto problem = (problems.*next)();
        if (problem["scheduler"] == "segments-overlap" || has_ties(problem)) continue;
        const auto plan = plan_or_null(problem, true);
        if (plan.is_null()) continue;
        ++done;
        const bool spreads = plan["hardware"]["ways"] == "ecmp";
        const double listed = time_of(plan, simulation::Routes::plan, {}),
                     found = time_of(
                         plan, spreads ? simulation::Routes::ecmp : simulation::Routes::single, {});
        BOOST_TEST(std::abs(listed - found) <= 1e-9 * found,
                   listed << " by listed ways, " << found << " by others: " << problem);
    }
    BOOST_TEST(done == count);
}
BOOST_AUTO_TEST_CASE(listed_ways_of_bridge) {
    check_witnesses(100, 9, &RandomProblems::bridge);
}
BOOST_AUTO_TEST_CASE(listed_ways_of_addanki) {
    check_witnesses(100, 10, &RandomProblems::addanki);
}
BOOST_AUTO_TEST_CASE(listed_ways_of_common) {
    check_witnesses(100, 11, &RandomProblems::common);
}
BOOST_AUTO_TEST_CASE(listed_ways_of_pccl) {
    check_witnesses(150, 12, &RandomProblems::pccl_by_any_route);
}

/// Plans that end when they say only by the ways that they list: the simulator's own are as good in
/// some, and never better.
void check_listed_ends(int count, unsigned seed, Json (RandomProblems::*next)(),
                       const simulation::RunOptions& options, simulation::Routes others) {
    RandomProblems problems(seed);
    int done = 0, later = 0;
    for (int tries = 0; done < count && tries < 10 * count; ++tries) {
        const auto problem = (problems.*next)();
        const auto plan = plan_or_null(problem, true);
        if (plan.is_null()) continue;
        ++done;
        const double planned = plan["completion_time"];
        const double listed = time_of(plan, simulation::Routes::plan, options);
        BOOST_TEST(std::abs(listed - planned) <= 1e-9 * planned,
                   listed << " instead of " << planned << ": " << problem);
        later += time_of(plan, others, options) > planned * (1 + 1e-9);
    }
    BOOST_TEST(done == count);
    BOOST_TEST(later > 0);
}
BOOST_AUTO_TEST_CASE(listed_flows_attain_theta) {
    check_listed_ends(150, 13, &RandomProblems::flows, {.weighted = true, .by_distance = true},
                      simulation::Routes::optimal);
}
BOOST_AUTO_TEST_CASE(listed_ways_decide_ties) {
    check_listed_ends(60, 14, &RandomProblems::ties, {}, simulation::Routes::single);
}

// PCCL charges the longest path and the busiest link, which need not be on one way: never later.
BOOST_AUTO_TEST_CASE(pccl_is_never_late) {
    RandomProblems problems(5);
    for (int tries = 0; tries < 300; ++tries) {
        const auto problem = problems.pccl();
        const auto plan = plan_or_null(problem);
        if (plan.is_null()) continue;
        const auto system = simulation::read_plan(plan, {.barriers = true});
        const auto run = simulation::carry_out(system, {});
        BOOST_TEST(run.sound());
        BOOST_TEST(simulation::keeps_plan(system, run), run.end << ": " << problem);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
