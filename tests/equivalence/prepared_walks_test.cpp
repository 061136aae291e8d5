// The optimum over walks delay by delay == the list of planes, to the last bit; long sequences
// answer at once and replay.
#include <boost/test/unit_test.hpp>

#include <chrono>

#include "kernels/collectives/bruck.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "solvers/bridge/ring_windows.hpp"
#include "solvers/bridge/subring_space.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/walks/prepared_walks.hpp"
#include "solvers/walks/walk_envelope.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(prepared_walks)

using kernels::Node;
using namespace lightsweep::solvers;
using Subject = std::shared_ptr<const Problem>;

/// Bruck's and, where ports is 1, what windows run on.
const char* const parts[] = {"reduce-scatter/bruck-near", "allgather/bruck-near",
                             "allreduce/bruck-near", "alltoall/bruck", "alltoall/bruck-far"};

Subject structure_of(const std::string& name, Node n, Node ports, SubringRules rules) {
    auto structure = make_problem(kernels::build_collective(name, n, {}, ports),
                                  kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                  measures::routed);
    structure.subrings = rules;
    return std::make_shared<const Problem>(std::move(structure));
}

struct Instance {
    Subject structure;
    std::string text;
};

Instance draw_instance(Generator& g, int number) {
    const bool blocks = draw(g, 0, 3) == 0;
    const auto n = static_cast<Node>(blocks ? 1 << draw(g, 2, 6) : draw(g, 1, 60));
    const auto ports = static_cast<Node>(blocks || n < 4 ? 1 : draw(g, 1, 3));
    std::string name = parts[draw(g, 0, ports == 1 ? 4 : 3)];
    while (draw(g, 0, 1) == 0) name += std::string("+") + parts[draw(g, 0, 3)];
    const SubringRules rules{draw(g, 0, 1) == 0, draw(g, 0, 1) == 0,
                             static_cast<Node>(blocks ? 1 << draw(g, 0, 2) : 1)};
    return {structure_of(name, n, ports, rules),
            "seed 83 instance " + std::to_string(number) + ": " + name + " n " + std::to_string(n) +
                " ports " + std::to_string(ports) + " block " + std::to_string(rules.block) +
                (rules.free_start ? " free" : "") + (rules.restore ? " restored" : "")};
}

double draw_parameter(Generator& g) {
    return draw(g, 0, 5) == 0 ? 0 : std::pow(10.0, draw(g, -800, -300) / 100.0);
}

/// Bruck's space, or that of windows, plain or mixed, where there are any.
WalkSpace draw_space(Generator& g, const Subject& structure) {
    const int kind = draw(g, 0, 2);
    if (kind > 0 && bridge::has_ring_windows(structure->collective))
        return bridge::ring_window_space(structure, kind == 2);
    return bridge::with_equal_subrings(bridge::subring_space(structure));
}

void check_equal(const ResultRow& list, const ResultRow& recurrence, std::size_t words,
                 const std::string& text) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto where = text + " delay " + std::to_string(i);
        BOOST_TEST(list.completion[i] == recurrence.completion[i], where);
        BOOST_TEST(list.lower_bound[i] == recurrence.lower_bound[i], where);
        BOOST_TEST(list.propagation[i] == recurrence.propagation[i], where);
        BOOST_TEST(list.congestion[i] == recurrence.congestion[i], where);
        BOOST_TEST(list.startup[i] == recurrence.startup[i], where);
        BOOST_TEST(list.n_reconfigurations[i] == recurrence.n_reconfigurations[i], where);
        BOOST_TEST((recurrence.status[i] == Status::optimal), where);
        const auto first = list.decision.begin() + static_cast<std::ptrdiff_t>(i * words);
        BOOST_TEST(std::equal(first, first + static_cast<std::ptrdiff_t>(words),
                              recurrence.decision.begin() + static_cast<std::ptrdiff_t>(i * words)),
                   where << ": another schedule");
    }
}

void check_replay(const PreparedScheduler& plan, const kernels::DelayRow& row,
                  const ResultRow& result, const std::string& text) {
    const std::size_t words = plan.space().words();
    const auto ports = plan.space().structure->collective.matching_ports();
    for (std::size_t i = 0; i < row.delays.size(); ++i) {
        const auto [collective, schedule] =
            plan.space().decode({result.decision.data() + i * words, words});
        const auto line = kernels::replay(
            schedule, collective,
            {row.per_step_latency, row.per_hop_latency, row.message_time, 1, row.delays[i]},
            kernels::routed_oracle(ports), plan.space().rules);
        BOOST_TEST(line.violation == "", text);
        BOOST_TEST(close(line.cost.total(), result.completion[i], 1e-12), text);
    }
}

BOOST_AUTO_TEST_CASE(the_recurrence_is_the_list) {
    Generator g(83);
    int compared = 0;
    for (int number = 0; number < 600; ++number) {
        const auto [structure, text] = draw_instance(g, number);
        auto space = draw_space(g, structure);
        auto table = walk_envelope(space, 3000);
        if (!table) continue;
        const PreparedEnvelope list(std::move(*table), space.decisions);
        const PreparedWalks recurrence(std::move(space));
        std::vector<double> delays;
        for (int k = 0; k < 11; ++k) delays.push_back(draw_parameter(g));
        const kernels::DelayRow row{draw_parameter(g), draw_parameter(g), draw_parameter(g),
                                    delays};
        ResultRow one, other;
        one.want_decisions = other.want_decisions = true;
        list.evaluate(row, one);
        recurrence.evaluate(row, other);
        check_equal(one, other, list.space().words(), text);
        BOOST_TEST((one.more_steps == other.more_steps || one.more_steps.empty()), text);
        check_replay(recurrence, row, other, text);
        ++compared;
    }
    BOOST_TEST(compared > 400);
}

BOOST_AUTO_TEST_CASE(no_row_depends_on_its_length) {
    const auto structure = structure_of("allreduce/bruck-near+alltoall/bruck", 64, 1, {true});
    const PreparedWalks plan(bridge::ring_window_space(structure, true));
    std::vector<double> delays;
    for (int k = 0; k < 21; ++k) delays.push_back(1e-7 * k * k);
    ResultRow whole, single;
    whole.want_decisions = single.want_decisions = true;
    plan.evaluate({1e-6, 1e-6, 1e-5, delays}, whole);
    for (std::size_t i = 0; i < delays.size(); ++i) {
        plan.evaluate({1e-6, 1e-6, 1e-5, {&delays[i], 1}}, single);
        BOOST_TEST(single.completion[0] == whole.completion[i]);
        const std::size_t words = plan.space().words();
        for (std::size_t w = 0; w < words; ++w)
            BOOST_TEST(single.decision[w] == whole.decision[i * words + w]);
    }
}

std::string repeated(const std::string& name, int times) {
    std::string all = name;
    for (int k = 1; k < times; ++k) all += "+" + name;
    return all;
}

/// Sixteen all-reduces in a row, free of each other's delays only where they end as they began:
/// 16 times the optimum of one that sets the ring up again.
BOOST_AUTO_TEST_CASE(long_sequences_answer_at_once) {
    const std::vector<double> delays{0, 1e-7, 3e-6, 1e-5, 1e-4, 1e-2};
    const kernels::DelayRow row{1.7e-6, 1e-6, 1e-5, delays};
    const auto one = structure_of("allreduce/bruck-near", 256, 1, {}),
               many = structure_of(repeated("allreduce/bruck-near", 16), 256, 1, {});
    for (const char* const name : {"bridge", "bridge-hybrid"}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto plan = prepare(*find_scheduler(name), many, {});
        ResultRow result, single;
        result.want_decisions = true;
        plan->evaluate(row, result);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        BOOST_TEST(took.count() < 0.5, name << " took " << took.count() << " s");
        BOOST_TEST(plan->envelope() == nullptr);
        check_replay(*plan, row, result, name);
        prepare(*find_scheduler(name), one, {})->evaluate(row, single);
        for (std::size_t i = 0; i < delays.size(); ++i)
            BOOST_TEST(close(result.completion[i], 16 * single.completion[i], 1e-12),
                       name << " delay " << delays[i]);
    }
}

BOOST_AUTO_TEST_CASE(a_thousand_million_nodes) {
    const std::vector<double> delays{1e-5};
    const kernels::DelayRow row{1.7e-6, 1e-6, 1e-5, delays};
    const auto begin = std::chrono::steady_clock::now();
    for (const char* const name :
         {"allreduce/bruck-near", "alltoall/bruck", "reduce-scatter/bruck-near"}) {
        const auto structure = structure_of(name, Node{1} << 30, 1, {true});
        const auto plan = prepare(*find_scheduler("bridge"), structure, {});
        ResultRow joint, recipe;
        joint.want_decisions = true;
        plan->evaluate(row, joint);
        prepare(*find_scheduler("bridge-paper"), structure, {})->evaluate(row, recipe);
        BOOST_TEST(joint.completion[0] <= recipe.completion[0] * (1 + 1e-12), name);
        check_replay(*plan, row, joint, name);
    }
    const auto exchanges = structure_of("allreduce/halving-doubling", Node{1} << 30, 1, {});
    ResultRow result;
    prepare(*find_scheduler("r-hd"), exchanges, {})->evaluate(row, result);
    BOOST_TEST(result.n_reconfigurations[0] > 0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    BOOST_TEST(took.count() < 2, "took " << took.count() << " s");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
