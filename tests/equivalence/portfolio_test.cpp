// The portfolio of algorithms == the least of the single optima == its replay == its own planes.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sweep_tiles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_portfolio)

using kernels::Node;
using kernels::Topology;
using namespace lightsweep::solvers;

struct Single {
    std::string name;
    ResultRow row;
    std::size_t steps;
};

std::shared_ptr<const Problem> structure_of(const std::string& name, const Topology& base,
                                            const Pool& pool, const StepMeasure& measure) {
    return std::make_shared<const Problem>(
        make_problem(kernels::build_collective(name, base.size()), base, pool, 0, measure));
}

/// pccl on every algorithm that the name may stand for.
std::vector<Single> singles(const std::string& name, const Topology& base, const Pool& pool,
                            const StepMeasure& measure, const SchedulerOptions& options,
                            const kernels::DelayRow& row) {
    std::vector<Single> all;
    for (const auto& one : kernels::concrete_names(name)) {
        if (kernels::refuse_nodes(one, base.size())) continue;
        const auto structure = structure_of(one, base, pool, measure);
        // Circuits of several peers would have several times the bandwidth of a base.
        if (structure->collective.union_ports() > 0 &&
            structure->collective.transmitters.count == 0)
            continue;
        if (why_not_applicable(*find_scheduler("pccl"), *structure)) continue;
        Single single{one, {}, structure->steps()};
        prepare(*find_scheduler("pccl"), structure, options)->evaluate(row, single.row);
        all.push_back(std::move(single));
    }
    return all;
}

/// The first of those with the fewest changes among the fastest.
const Single& best_of(const std::vector<Single>& all, std::size_t i) {
    const Single* best = &all.front();
    for (const auto& one : all) {
        const double time = one.row.completion[i], least = best->row.completion[i];
        const bool equal = close(time, least, 1e-12);
        if (equal ? one.row.n_reconfigurations[i] < best->row.n_reconfigurations[i] : time < least)
            best = &one;
    }
    return *best;
}

Topology draw_base(Generator& g, Node n) {
    const auto full = kernels::LinkBandwidth::full;
    switch (draw(g, 0, 3)) {
        case 0:
            return Topology::ring(n, kernels::LinkBandwidth::split);
        case 1:
            return n % 2 == 0 ? Topology::torus({2, n / 2}, full) : Topology::ring(n, full);
        case 2:
            return Topology::grid({1, n}, full);
        default:
            return Topology::ring_uni(n);
    }
}

BOOST_AUTO_TEST_CASE(least_of_the_single_optima) {
    Generator g(79);
    const char* const names[] = {"reduce-scatter/any",
                                 "allgather/any",
                                 "allreduce/any",
                                 "alltoall/any",
                                 "reduce-scatter/any+allgather/halving-doubling-near",
                                 "allreduce/ring+alltoall/any"};
    const StepMeasure rules[] = {measures::paths_dor, measures::paths_lex, measures::paths_ecmp};
    std::set<std::string> winners;
    for (int number = 0; number < 120; ++number) {
        const Node sizes[] = {1, 2, 4, 5, 8, 8, 6, 4};
        const Node n = sizes[draw(g, 0, 7)];
        const std::string name = names[draw(g, 0, n == 5 || n == 6 ? 3 : 5)];
        const auto base = draw_base(g, n);
        const auto measure = rules[draw(g, 0, 2)];
        Pool pool;
        if (draw(g, 0, 2) == 0) pool.others.push_back(draw_base(g, n));
        SchedulerOptions options;
        options.stay_away = draw(g, 0, 1);
        std::vector<double> delays{0.0};
        for (int k = 0; k < 6; ++k) delays.push_back(std::pow(10.0, draw(g, -80, -20) / 10.0));
        const kernels::DelayRow row{draw(g, 0, 1) * 1e-6,
                                    draw(g, 0, 20) * 1e-7,
                                    std::pow(10.0, draw(g, -80, -20) / 10.0),
                                    delays,
                                    0,
                                    draw(g, 0, 1) * 1e-6};
        const auto open = structure_of(name, base, pool, measure);
        const auto plan = prepare(*find_scheduler("pccl-portfolio"), open, options);
        ResultRow joint;
        joint.want_decisions = true;
        plan->evaluate(row, joint);
        const auto all = singles(name, base, pool, measure, options, row);
        for (std::size_t i = 0; i < delays.size(); ++i) {
            const auto where = "seed 79 instance " + std::to_string(number) + " " + name + " n " +
                               std::to_string(n) + " on " + base.describe() + " delay " +
                               std::to_string(delays[i]);
            const auto& best = best_of(all, i);
            BOOST_TEST(close(joint.completion[i], best.row.completion[i], 1e-12), where);
            BOOST_TEST(joint.n_reconfigurations[i] == best.row.n_reconfigurations[i], where);
            BOOST_TEST((joint.status[i] == Status::optimal), where);
            // Another algorithm may be as fast but for rounding.
            BOOST_TEST(joint.lower_bound[i] <= joint.completion[i], where);
            BOOST_TEST(close(joint.lower_bound[i], joint.completion[i], 1e-12), where);
            BOOST_TEST(joint.breakdown(i).total() == joint.completion[i], where);
            BOOST_TEST(static_cast<std::size_t>(joint.more_steps[i]) == best.steps, where);
            const auto& chosen =
                open->collective.alternatives[static_cast<std::size_t>(joint.algorithm[i])];
            BOOST_TEST(chosen.name() == best.name, where);
            winners.insert(chosen.name());
            const std::size_t words = plan->space().words();
            const auto [collective, schedule] =
                plan->space().decode({joint.decision.data() + i * words, words});
            BOOST_TEST(collective.name() == best.name, where);
            const kernels::Parameters p{
                row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, delays[i], 0,
                row.compute_time};
            const auto line =
                kernels::replay(schedule, collective, p, measure.oracle(1), plan->space().rules);
            BOOST_TEST(line.violation == "", where);
            BOOST_TEST(close(line.cost.total(), joint.completion[i], 1e-12), where);
            BOOST_TEST(line.n_reconfigurations == joint.n_reconfigurations[i], where);
            BOOST_TEST_REQUIRE(plan->envelope());
            double least = std::numeric_limits<double>::infinity();
            for (const auto& schedule : plan->envelope()->schedules())
                least = std::min(
                    least,
                    (row.per_step_latency + row.compute_time) * schedule.more_steps +
                        row.per_hop_latency * schedule.hops +
                        row.message_time * (plan->envelope()->volume() + schedule.congestion) +
                        delays[i] * schedule.reconfigurations);
            BOOST_TEST(close(least, joint.completion[i], 1e-12), where);
        }
    }
    BOOST_TEST(winners.size() > 8u);
}

BOOST_AUTO_TEST_CASE(a_collective_that_names_its_algorithm_is_pccl) {
    const auto structure =
        structure_of("allreduce/swing", Topology::ring(8, kernels::LinkBandwidth::full), {},
                     measures::paths_dor);
    const std::vector<double> delays{0, 1e-6, 1e-4};
    const kernels::DelayRow row{1e-6, 1e-6, 1e-4, delays};
    ResultRow one, other;
    prepare(*find_scheduler("pccl-portfolio"), structure, {})->evaluate(row, one);
    prepare(*find_scheduler("pccl"), structure, {})->evaluate(row, other);
    for (std::size_t i = 0; i < delays.size(); ++i)
        BOOST_TEST(one.completion[i] == other.completion[i]);
    BOOST_TEST(one.algorithm.empty());
}

/// Beyond PCCL's single schedule: 16 MiB at 500 us on a ring of 128.
BOOST_AUTO_TEST_CASE(swing_wins_where_reconfiguring_is_slow) {
    const auto ring = Topology::ring(128, kernels::LinkBandwidth::full);
    const std::vector<double> delays{500e-6};
    const kernels::DelayRow row{0, 3e-6, 16777216 / 450e9, delays};
    const auto open = structure_of("reduce-scatter/any", ring, {}, measures::paths_dor);
    ResultRow joint, far;
    prepare(*find_scheduler("pccl-portfolio"), open, {})->evaluate(row, joint);
    prepare(*find_scheduler("pccl"),
            structure_of("reduce-scatter/halving-doubling-far", ring, {}, measures::paths_dor), {})
        ->evaluate(row, far);
    BOOST_TEST(std::abs(far.completion[0] - 1608e-6) < 0.5e-6, far.completion[0]);
    BOOST_TEST(std::abs(joint.completion[0] - 319e-6) < 0.5e-6, joint.completion[0]);
    BOOST_TEST(open->collective.alternatives[static_cast<std::size_t>(joint.algorithm[0])].name() ==
               "reduce-scatter/swing");
    BOOST_TEST(joint.n_reconfigurations[0] == 0);
}

/// In a sweep: the column `algorithm`, rows of other schedulers, the pair of both axes.
BOOST_AUTO_TEST_CASE(rows_of_a_sweep_name_the_algorithm) {
    TestSweep sweep(R"(
title = "t"
schedulers = ["pccl", "pccl-portfolio"]
rules = "pccl"
schedules = true
envelopes = true
[fabric]
bandwidth = "450GB/s"
per_step_latency = "0s"
per_hop_latency = "3us"
[[grid]]
name = "g"
nodes = 128
topology = "ring"
collective = ["reduce-scatter/any", "reduce-scatter/ring"]
message = ["16MiB", "256MB"]
reconfiguration_delay = ["5us", "500us"]
)");
    const auto rows = sweep.compute("grids/g/pccl-portfolio");
    const char* const winners[] = {"reduce-scatter/swing", "reduce-scatter/swing",
                                   "reduce-scatter/swing", "reduce-scatter/ring"};
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(rows.meaning("algorithm", i) == winners[i], i);
        BOOST_TEST(rows.meaning("algorithm", 4 + i) == "reduce-scatter/ring");
    }
    BOOST_TEST(std::abs(rows.f64("completion_time", 1) - 319e-6) < 0.5e-6);
    const auto plain = sweep.compute("grids/g/pccl");
    BOOST_TEST(plain.meaning("status", 0) == "not_applicable");
    BOOST_TEST(plain.meaning("reason", 0) == "needs_one_algorithm");
    for (std::size_t i = 4; i < 8; ++i)
        BOOST_TEST(plain.f64("completion_time", i) == rows.f64("completion_time", i));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
