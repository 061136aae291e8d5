// Rounds of more circuits than transmitters: split exactly, shared by hand, optimum == enumeration
// == replay.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "kernels/topologies/link_graph.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/problem/solve_problem.hpp"
#include "tests/equivalence/walk_enumeration.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/refusal.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(pccl_transmitters)

using kernels::Collective;
using kernels::Node;
using kernels::Permutation;
using kernels::Step;
using kernels::Topology;
using kernels::Transmitters;
using Beyond = Transmitters::Beyond;
using namespace lightsweep::solvers;

/// Every transfer as often as it occurs.
std::map<std::pair<Node, Node>, int> transfers_of(const std::vector<Step>& steps) {
    std::map<std::pair<Node, Node>, int> count;
    for (const auto& step : steps)
        for (const auto& [from, to] : kernels::transfers(step.demand())) ++count[{from, to}];
    return count;
}

Permutation draw_partial(Generator& g, Node n) {
    std::vector<Node> to(static_cast<std::size_t>(n));
    for (Node j = 0; j < n; ++j) to[j] = j;
    std::shuffle(to.begin(), to.end(), g);
    for (auto& one : to)
        if (draw(g, 0, 2) == 0) one = -1;
    return Permutation::list(std::move(to));
}

Step draw_union(Generator& g, Node n) {
    Step step{draw(g, 0, 1) ? draw_partial(g, n) : Permutation::shift(n, draw(g, 1, n - 1)),
              draw(g, 1, 8) / 8.0};
    for (int k = draw(g, 0, 3); k > 0; --k)
        step.other_peers.push_back(draw(g, 0, 1) ? draw_partial(g, n)
                                                 : Permutation::shift(n, draw(g, 1, n - 1)));
    return step;
}

Collective draw_collective(Generator& g, Node n) {
    switch (draw(g, 0, 3)) {
        case 0:
            return kernels::build_collective("reduce-scatter/ring-bidirectional", n);
        case 1:
            return kernels::build_collective("alltoall/shift", n, {}, std::min<Node>(3, n - 1));
        case 2:
            return kernels::build_collective("allgather/bruck-near", n, {},
                                             std::min<Node>(2, n - 1));
        default:
            std::vector<Step> steps;
            for (int k = draw(g, 1, 3); k > 0; --k) steps.push_back(draw_union(g, n));
            return kernels::custom_collective(std::move(steps));
    }
}

Topology draw_base(Generator& g, Node n) {
    const auto bandwidth =
        draw(g, 0, 1) ? kernels::LinkBandwidth::full : kernels::LinkBandwidth::split;
    if (draw(g, 0, 1)) return Topology::ring(n, bandwidth);
    return Topology::grid({1, n}, bandwidth);
}

BOOST_AUTO_TEST_CASE(rounds_are_as_few_as_can_be_and_keep_every_transfer) {
    Generator g(83);
    for (int number = 0; number < 300; ++number) {
        const Node n = draw(g, 2, 9), limit = draw(g, 1, 3);
        const auto step = draw_union(g, n);
        const auto where = "seed 83 instance " + std::to_string(number);
        const auto whole = kernels::custom_collective({step});
        const auto rounds = kernels::with_transmitters(whole, {limit, Beyond::rounds}).steps;
        const auto one = kernels::with_transmitters(whole, {limit, Beyond::circuits}).steps;
        const auto degree = std::max<std::int64_t>(1, step.demand().width());
        BOOST_TEST(static_cast<std::int64_t>(rounds.size()) == (degree + limit - 1) / limit, where);
        BOOST_TEST(one.size() == 1u, where);
        BOOST_TEST((transfers_of(rounds) == transfers_of({step})), where);
        BOOST_TEST((transfers_of(one) == transfers_of({step})), where);
        for (std::size_t i = 0; i < rounds.size(); ++i) {
            BOOST_TEST(rounds[i].demand().width() <= limit, where);
            BOOST_TEST(rounds[i].share == step.share, where);
            BOOST_TEST(rounds[i].continues == (i > 0), where);
        }
    }
}

/// A ring both ways on 1 and 2 transmitters, 8 nodes, 1 MB pieces: by hand.
BOOST_AUTO_TEST_CASE(both_ways_round_by_hand) {
    const auto both = kernels::build_collective("allgather/ring-bidirectional", 8);
    const auto time = [&](const Collective& c, const char* scheduler) {
        const auto s = std::make_shared<const Problem>(make_problem(
            c, Topology::hypercube(8, kernels::LinkBandwidth::full), {}, 0, measures::paths_lex));
        const std::vector<double> delays{0.0};
        ResultRow row;
        prepare(*find_scheduler(scheduler), s, {})->evaluate({0, 1e-6, 16e-6, delays}, row);
        return row.completion[0];
    };
    // 3 rounds of m/8 = 2 us and one of m/16, 1 us per link: own circuits at full rate; at half; in
    // twice as many rounds.
    BOOST_TEST(
        close(time(kernels::with_transmitters(both, {2, Beyond::rounds}), "pccl"), 11e-6, 1e-12));
    BOOST_TEST(
        close(time(kernels::with_transmitters(both, {1, Beyond::circuits}), "pccl"), 18e-6, 1e-12));
    BOOST_TEST(
        close(time(kernels::with_transmitters(both, {1, Beyond::rounds}), "pccl"), 22e-6, 1e-12));
    BOOST_TEST(close(time(kernels::with_transmitters(both, {2, Beyond::rounds, true}), "pccl"),
                     18e-6, 1e-12));
    // Without a number of transmitters the circuits of a step share the node's bandwidth.
    for (const char* name : {"pccl", "every-step"})
        BOOST_TEST(close(time(both, name), 18e-6, 1e-12));
    const auto limited =
        make_problem(kernels::with_transmitters(both, {2, Beyond::rounds}),
                     Topology::ring(8, kernels::LinkBandwidth::full), {}, 0, measures::paths_dor);
    for (const char* name : {"pccl", "every-step", "threshold", "addanki", "addanki-reuse"})
        BOOST_TEST(!why_not_applicable(*find_scheduler(name), limited), name);
    // The ring's own links carry both directions: nothing to change.
    const std::vector<double> delays{0.0};
    ResultRow row;
    prepare(*find_scheduler("pccl"), std::make_shared<const Problem>(limited), {})
        ->evaluate({0, 1e-6, 16e-6, delays}, row);
    BOOST_TEST(close(row.completion[0], 11e-6, 1e-12));
    BOOST_TEST(row.n_reconfigurations[0] == 0);
}

BOOST_AUTO_TEST_CASE(optimum_enumeration_program_and_replay_agree) {
    Generator g(89);
    int n_enumerated = 0, n_unions = 0;
    const StepMeasure rules[] = {measures::paths_dor, measures::paths_lex, measures::paths_ecmp};
    for (int number = 0; number < 200; ++number) {
        const Node n = draw(g, 3, 6);
        const Transmitters limit{draw(g, 1, 3), draw(g, 0, 1) ? Beyond::rounds : Beyond::circuits,
                                 draw(g, 0, 3) == 0};
        Pool pool;
        if (draw(g, 0, 1)) pool.others.push_back(draw_base(g, n));
        auto drawn = draw_collective(g, n);
        if (number % 3 > 0) drawn = kernels::with_transmitters(std::move(drawn), limit);
        const auto structure = std::make_shared<const Problem>(make_problem(
            std::move(drawn), draw_base(g, n), std::move(pool), 0, rules[draw(g, 0, 2)]));
        const auto where = "seed 89 instance " + std::to_string(number) + " " +
                           structure->collective.name() + " n " + std::to_string(n) + " on " +
                           structure->base.describe();
        std::vector<double> delays{0.0};
        for (int k = 0; k < 4; ++k) delays.push_back(std::pow(10.0, draw(g, -80, -30) / 10.0));
        const kernels::DelayRow row{1e-7, draw(g, 0, 20) * 1e-7,
                                    std::pow(10.0, draw(g, -80, -30) / 10.0), delays};
        const auto space = pccl::class_space(structure, true);
        for (const auto& step : structure->collective.steps) n_unions += !step.other_peers.empty();
        for (const char* name : {"pccl", "static", "pccl-portfolio", "every-step", "threshold",
                                 "addanki", "addanki-reuse", "every-step-reuse"}) {
            const auto plan = prepare(*find_scheduler(name), structure, {});
            ResultRow result;
            result.want_decisions = true;
            plan->evaluate(row, result);
            for (std::size_t i = 0; i < delays.size(); ++i) {
                if (result.status[i] == Status::infeasible) continue;
                const std::size_t words = plan->space().words();
                const auto [collective, schedule] =
                    plan->space().decode({result.decision.data() + i * words, words});
                const kernels::Parameters p{row.per_step_latency, row.per_hop_latency,
                                            row.message_time, 1.0, delays[i]};
                const auto line = kernels::replay(
                    schedule, collective, p, structure->measure.oracle(1), plan->space().rules);
                BOOST_TEST(line.violation == "", where << " " << name);
                BOOST_TEST(close(line.cost.total(), result.completion[i], 1e-12),
                           where << " " << name);
                BOOST_TEST(line.n_reconfigurations == result.n_reconfigurations[i], where);
                const bool small = std::pow(static_cast<double>(space.states()),
                                            static_cast<double>(space.steps())) < 1e4;
                if (!small || std::string_view(name) != "pccl") continue;
                ++n_enumerated;
                BOOST_TEST(
                    close(least_over_walks(space, row, delays[i]), result.completion[i], 1e-12),
                    where);
            }
        }
        if (structure->steps() > 6) continue;
        ResultRow program, optimum;
        pccl::prepare_pccl_milp(structure, {})->evaluate(row, program);
        optimum_by_recurrence(pccl::class_walks(pccl::class_space(structure, true)))
            ->evaluate(row, optimum);
        for (std::size_t i = 0; i < delays.size(); ++i)
            BOOST_TEST(close(program.completion[i], optimum.completion[i], 1e-7), where);
    }
    BOOST_TEST(n_enumerated > 200);
    BOOST_TEST(n_unions > 200);
}

/// The answer to one problem, or its fault.
std::string answer(const std::string& more) {
    const auto read = sweeps::read_problem(
        R"({"scheduler":"pccl","nodes":4,"topology":"ring","bandwidth":"100GB/s",)"
        R"("per_step_latency":"0s","per_hop_latency":"1us","reconfiguration_delay":"1us",)" +
            more + "}",
        sweeps::domain_vocabulary());
    if (!read.problem) return read.error;
    double seconds = 0;
    const auto why = refusal([&] { seconds = sweeps::solve(*read.problem).row.completion[0]; });
    return why.empty() ? std::to_string(std::lround(seconds * 1e9)) + " ns" : why;
}

BOOST_AUTO_TEST_CASE(problems_and_what_they_refuse) {
    const std::string custom =
        R"("rules":"pccl","collective":"custom","steps":[{"shift":[1,-1,2],"bytes":"1MB"}])";
    // Circuits for all three, at full rate: 1 us to change, 1 us per link, 10 us.
    BOOST_TEST(answer(custom + R"(,"transmitters":3)") == "12000 ns");
    // Three rounds: two on the ring's links, 11 us each, the exchange by its circuits, 1 us more.
    BOOST_TEST(answer(custom + R"(,"transmitters":1)") == "34000 ns");
    // Two of them on the ring together.
    BOOST_TEST(answer(custom + R"(,"transmitters":2)") == "23000 ns");
    // Circuits at a third, 1 + 1 + 30 us, are no better than the ring, whose busiest link has three
    // transfers: 2 + 30 us.
    BOOST_TEST(answer(custom + R"(,"transmitters":1,"split":"circuits")") == "32000 ns");
    BOOST_TEST(answer(custom + R"(,"transmitters":0)").starts_with("transmitters = 0: must be"));
    BOOST_TEST(answer(custom + R"(,"split":"circuits")") ==
               "split = circuits: says what becomes of circuits beyond transmitters, which are not "
               "given (for example transmitters = 1)");
    BOOST_TEST(answer(R"("rules":"addanki","collective":"alltoall/shift","message":"1MB",)"
                      R"("transmitters":2)")
                   .starts_with("transmitters = 2: is known under rules = pccl and optree alone"));
    BOOST_TEST(refusal([] {
                   kernels::with_transmitters(kernels::build_collective("alltoall/shift", 4),
                                              {0, Beyond::rounds});
               }) == "transmitters = 0: a node needs at least 1");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
