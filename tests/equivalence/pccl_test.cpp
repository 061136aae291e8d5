// PCCL's optimum: list of planes == recurrence == enumeration == replay; dimension-ordered paths
// from coordinates == by walking; a simulator's numbers.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/routes/path_congestion.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/equivalence/walk_enumeration.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_optimum)

using kernels::Node;
using kernels::Topology;
using namespace lightsweep::solvers;

const char* const algorithms[] = {"reduce-scatter/halving-doubling",
                                  "allreduce/halving-doubling-far",
                                  "allreduce/swing",
                                  "alltoall/hypercube",
                                  "reduce-scatter/ring",
                                  "allgather/bucket-2d",
                                  "alltoall/shift"};

Topology draw_topology(Generator& g, Node n) {
    const auto bandwidth =
        draw(g, 0, 1) ? kernels::LinkBandwidth::full : kernels::LinkBandwidth::split;
    switch (draw(g, 0, 3)) {
        case 0:
            return Topology::ring(n, bandwidth);
        case 1:
            return Topology::hypercube(n, bandwidth);
        case 2:
            return Topology::torus({2, n / 2}, bandwidth);
        default:
            return Topology::grid({2, n / 2}, bandwidth);
    }
}

struct Instance {
    std::shared_ptr<const Problem> structure;
    std::string text;
};

Instance draw_instance(Generator& g, int number) {
    const Node n = draw(g, 0, 2) == 0 ? 8 : 4;
    const char* const name = algorithms[draw(g, 0, 6)];
    const StepMeasure rules[] = {measures::paths_dor, measures::paths_lex, measures::paths_ecmp};
    Pool pool;
    for (int k = draw(g, 0, 2); k > 0; --k) pool.others.push_back(draw_topology(g, n));
    auto structure = make_problem(kernels::build_collective(name, n), draw_topology(g, n),
                                  std::move(pool), 0, rules[draw(g, 0, 2)]);
    const auto text = "seed 71 instance " + std::to_string(number) + ": " + name + " n " +
                      std::to_string(n) + " on " + structure.base.describe();
    return {std::make_shared<const Problem>(std::move(structure)), text};
}

/// The 0-1 program, proven, and its own bound.
void check_program(const std::shared_ptr<const Problem>& structure, const SchedulerOptions& options,
                   const kernels::DelayRow& row, const ResultRow& optimum,
                   const std::string& text) {
    if (structure->steps() > 8) return;
    ResultRow program;
    pccl::prepare_pccl_milp(structure, options)->evaluate(row, program);
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const auto where = text + " delay " + std::to_string(row.delays[i]);
        BOOST_TEST((program.status[i] == Status::optimal), where);
        BOOST_TEST(close(program.completion[i], optimum.completion[i], 1e-7), where);
        BOOST_TEST(program.lower_bound[i] <= optimum.completion[i] * (1 + 1e-9), where);
    }
}

BOOST_AUTO_TEST_CASE(planes_recurrence_enumeration_and_replay_agree) {
    Generator g(71);
    int n_enumerated = 0;
    for (int number = 0; number < 300; ++number) {
        const auto [structure, text] = draw_instance(g, number);
        SchedulerOptions options;
        options.stay_away = draw(g, 0, 1);
        const auto planes = pccl::prepare_pccl(structure, options),
                   recurrence = optimum_by_recurrence(
                       pccl::class_walks(pccl::class_space(structure, options.stay_away == 0)));
        std::vector<double> delays{0.0};
        for (int k = 0; k < 6; ++k) delays.push_back(std::pow(10.0, draw(g, -80, -20) / 10.0));
        const kernels::DelayRow row{draw(g, 0, 1) * 1e-6, draw(g, 0, 20) * 1e-7,
                                    std::pow(10.0, draw(g, -80, -20) / 10.0), delays};
        ResultRow one, other;
        one.want_decisions = other.want_decisions = true;
        planes->evaluate(row, one);
        recurrence->evaluate(row, other);
        if (number % 4 == 0) check_program(structure, options, row, one, text);
        const auto space = pccl::class_space(structure, options.stay_away == 0);
        const bool small =
            std::pow(static_cast<double>(space.states()), static_cast<double>(space.steps())) < 2e5;
        for (std::size_t i = 0; i < delays.size(); ++i) {
            const auto where = text + " delay " + std::to_string(delays[i]);
            BOOST_TEST(close(one.completion[i], other.completion[i], 1e-12), where);
            BOOST_TEST(one.n_reconfigurations[i] == other.n_reconfigurations[i], where);
            const kernels::Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time,
                                        1.0, delays[i]};
            const std::size_t words = planes->space().words();
            const auto [collective, schedule] =
                planes->space().decode({one.decision.data() + i * words, words});
            const auto line = kernels::replay(schedule, collective, p, structure->measure.oracle(1),
                                              planes->space().rules);
            BOOST_TEST(line.violation == "", where);
            BOOST_TEST(close(line.cost.total(), one.completion[i], 1e-12), where);
            if (!small) continue;
            ++n_enumerated;
            BOOST_TEST(close(least_over_walks(space, row, delays[i]), one.completion[i], 1e-12),
                       where);
        }
    }
    BOOST_TEST(n_enumerated > 500);
}

/// lex on a line of ascending numbers is dor; everywhere dilation and the sum of loads agree.
BOOST_AUTO_TEST_CASE(coordinates_and_walks_agree) {
    Generator g(73);
    const std::vector<std::vector<Node>> shapes{{7}, {16}, {3, 5}, {4, 4}, {2, 3, 4}, {5, 2, 2}};
    for (int number = 0; number < 200; ++number) {
        const auto& dims = shapes[draw(g, 0, 5)];
        const auto grid = Topology::grid(dims, kernels::LinkBandwidth::full);
        std::vector<Node> to(static_cast<std::size_t>(grid.size()));
        for (Node j = 0; j < grid.size(); ++j) to[j] = j;
        std::shuffle(to.begin(), to.end(), g);
        const auto round = kernels::Permutation::list(to);
        const auto by_coordinates = kernels::PathCounter(grid, kernels::Route::dor)(round),
                   by_walking = kernels::PathCounter(grid, kernels::Route::lex)(round);
        const auto where = "seed 73 instance " + std::to_string(number) + " " + grid.describe();
        BOOST_TEST(by_coordinates.dilation == by_walking.dilation, where);
        if (dims.size() == 1) {
            BOOST_TEST(by_coordinates.congestion == by_walking.congestion, where);
            BOOST_TEST(by_coordinates.undirected == by_walking.undirected, where);
        }
    }
}

/// 700 times the same 64 transfers: they are counted in parts, whose loads are added.
BOOST_AUTO_TEST_CASE(many_transfers_count_like_few) {
    const auto cube = Topology::hypercube(64, kernels::LinkBandwidth::full);
    const auto once = kernels::transfers(kernels::Permutation::shift(64, 27));
    std::vector<kernels::Pair> often;
    for (int k = 0; k < 700; ++k) often.insert(often.end(), once.begin(), once.end());
    for (const auto route : {kernels::Route::lex, kernels::Route::ecmp}) {
        const kernels::PathCounter counter(cube, route);
        const auto few = counter(once), many = counter(often);
        BOOST_TEST(many.dilation == few.dilation);
        BOOST_TEST(close(many.congestion, 700 * few.congestion, 1e-12));
        BOOST_TEST(close(many.undirected, 700 * few.undirected, 1e-12));
    }
    // A transfer without a path in the last part is seen.
    const auto pairs = kernels::Topology::matching(kernels::Permutation::exclusive_or(64, 1));
    often.assign(40000, {0, 1});
    often.push_back({0, 2});
    BOOST_TEST(!kernels::PathCounter(pairs, kernels::Route::lex)(often).reachable());
}

/// ASTRA-sim's congestion-aware library, halving-doubling reduce-scatter of 256 MiB on a ring of
/// 50 GiB/s links, 500 ns per hop: it counts whole nanoseconds per hop, and lacks 7.06 ns on 1,024.
BOOST_AUTO_TEST_CASE(numbers_of_a_simulator) {
    const std::pair<Node, double> known[] = {
        {64, 106672125e-9}, {128, 213383812e-9}, {1024, 1707176532e-9}};
    for (const auto& [n, seconds] : known) {
        const auto structure = std::make_shared<const Problem>(make_problem(
            kernels::build_collective("reduce-scatter/halving-doubling-far", n),
            Topology::ring(n, kernels::LinkBandwidth::full), {}, 0, measures::paths_dor));
        const auto plan = prepare(*find_scheduler("static"), structure, {});
        const std::vector<double> delays{0.0};
        ResultRow row;
        plan->evaluate({0, 500e-9, 268435456.0 / (50.0 * 1073741824.0), delays}, row);
        BOOST_TEST(std::abs(row.completion[0] - seconds) <= 7.1e-9,
                   n << " nodes: " << row.completion[0]);
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
