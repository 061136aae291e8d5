// Plans of the frontier, carried out: every block is moved by simulated ranks and switches, and the
// end is that of the accounting.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "kernels/execution/plane_execution_check.hpp"
#include "solvers/frontier/exchanges/exchange_plans.hpp"
#include "solvers/frontier/frontier.hpp"
#include "solvers/frontier/gathers/gather_plans.hpp"
#include "solvers/frontier/plans/movement.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(frontier_movement)

namespace frontier = solvers::frontier;
using frontier::FrontierBase;
using frontier::FrontierPlan;
using kernels::Node;
using kernels::Primitive;
using Kind = FrontierBase::Kind;

kernels::Parameters parameters_of(const FrontierBase& base, double delay) {
    // 1/7 of a step's latency is one block.
    return {1e-6, 1e-7, 5040.0 * base.nodes(), 5040.0 * base.nodes() / 1e-6 / 7, delay};
}

std::vector<FrontierPlan> plans_of(Primitive primitive, const FrontierBase& base) {
    if (primitive == Primitive::all_to_all) return frontier::exchange_plans(base, 1e5);
    if (primitive == Primitive::all_reduce) return frontier::all_reduce_plans(base, 5e4);
    return frontier::gather_plans(base, primitive == Primitive::reduce_scatter, 5e4);
}

/// Plans of a family, first and last, shortest and longest.
std::vector<const FrontierPlan*> some_of(const std::vector<const FrontierPlan*>& all) {
    std::set<const FrontierPlan*> some{all.front(), all.back(), all[all.size() / 2]};
    return {some.begin(), some.end()};
}

struct Count {
    int carried = 0, refused = 0;
    double least = 1;  ///< time over the stated one
};

void check(const FrontierPlan& plan, const FrontierBase& base, Primitive primitive, Count& count) {
    const auto where = std::string(kernels::name_of(primitive)) + " n " +
                       std::to_string(base.nodes()) + " k " + std::to_string(base.lanes) +
                       " kind " + std::to_string(int(base.kind)) + " " + plan.family + " " +
                       plan.text;
    const auto p = parameters_of(base, 4e-7);
    try {
        const auto planned = frontier::carry_out(plan, base, primitive, p);
        const auto run = kernels::execute(planned.plan, planned.problem, planned.promise);
        BOOST_TEST(run.violation == "", where << ": " << run.violation);
        const auto late =
            kernels::execute(planned.plan, planned.problem, planned.promise, {0.5, 22});
        BOOST_TEST(late.violation == "", where << ", delayed: " << late.violation);
        BOOST_TEST(std::abs(run.end - planned.plan.planned_end) <= 1e-9 * run.end, where);
        const kernels::BoundParameters at{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                          p.reconfiguration_delay};
        // Whole bytes: a few of a block's 5,040. Planes in turn and prefixes are charged more
        // than they send, and so are steps that turn out to send nothing. Digits are one way to
        // write an offset, and a program may find a better one.
        const double ratio = run.end / plan.time(at);
        BOOST_TEST(ratio <= 1 + 5e-4, where << ": " << ratio);
        std::set<std::size_t> sending;
        for (const auto& stream : planned.plan.streams) sending.insert(stream.step);
        if (plan.set_up == frontier::SetUp::between_steps && plan.family != "digit by digit" &&
            sending.size() == plan.steps.size())
            BOOST_TEST(ratio >= 1 - 5e-4, where << ": " << ratio);
        count.least = std::min(count.least, ratio);
        BOOST_TEST(std::abs(planned.plan.rounding_time - std::abs(run.end - plan.time(at))) <=
                   1e-9 * run.end);
        for (const auto& step : planned.promise.steps)
            BOOST_TEST(std::ssize(step.demand()) <= base.lanes, where);
        ++count.carried;
    } catch (const std::invalid_argument& refusal) {
        ++count.refused;
        const std::string words = refusal.what();
        BOOST_TEST(
            (words.find("several sums") != words.npos || words.find("arithmetic") != words.npos),
            where << ": " << words);
    }
}

std::map<std::string, Count> check_all(const std::vector<FrontierBase>& bases) {
    std::map<std::string, Count> counts;
    for (const auto& base : bases)
        for (const auto primitive : {Primitive::reduce_scatter, Primitive::all_gather,
                                     Primitive::all_reduce, Primitive::all_to_all}) {
            const auto plans = plans_of(primitive, base);
            std::map<std::string, std::vector<const FrontierPlan*>> families;
            for (const auto& plan : plans)
                if (!plan.steps.empty()) families[plan.family].push_back(&plan);
            for (const auto& [family, all] : families)
                for (const auto* plan : some_of(all)) check(*plan, base, primitive, counts[family]);
        }
    for (const auto& [family, count] : counts) {
        BOOST_TEST(frontier::family_states.find(" " + family + ",") != std::string_view::npos,
                   "files have no number for the family " << family);
        BOOST_TEST_MESSAGE(family << ": " << count.carried << " carried out, " << count.refused
                                  << " refused, at least " << count.least << " of the time");
    }
    return counts;
}

BOOST_AUTO_TEST_CASE(every_block_moves) {
    std::vector<FrontierBase> bases;
    for (const Node n : {5, 12, 16, 23})
        for (const Node k : {1, 2, 4}) {
            if (n == 23 && k != 2 && !is_campaign()) continue;
            bases.push_back({Kind::ring_uni, 1, n, k});
            if (k % 2 == 0) bases.push_back({Kind::ring, 1, n, k});
        }
    bases.push_back({Kind::torus, 3, 4, 4});
    bases.push_back({Kind::torus, 4, 4, 4});
    bases.push_back({Kind::torus, 4, 4, 8});
    const auto counts = check_all(bases);
    for (const auto* family : {"static levels",
                               "static balls",
                               "static halves",
                               "static sets",
                               "static digits",
                               "digit by digit",
                               "leave once",
                               "strides",
                               "direct",
                               "prefix",
                               "together",
                               "late groups",
                               "alternating",
                               "static whole vectors",
                               "static hybrid",
                               "direct whole vectors",
                               "direct hybrid",
                               "alternating whole vectors",
                               "alternating hybrid",
                               "whole vectors in stretches"})
        BOOST_TEST((counts.count(family) && counts.at(family).carried > 0), family);
}

BOOST_AUTO_TEST_CASE(halves_of_a_vector_cross_on_a_torus) {
    Count count;
    for (const auto& [rows, columns, lanes] : {std::tuple<Node, Node, Node>{3, 3, 4},
                                               {3, 9, 4},
                                               {4, 4, 8},
                                               {3, 5, 8},
                                               {5, 5, 8},
                                               {4, 6, 8},
                                               {6, 6, 8},
                                               {4, 6, 12}}) {
        if (lanes == 12 && !is_campaign()) continue;
        const FrontierBase base{Kind::torus, rows, columns, lanes};
        for (const auto& plan : frontier::torus_hybrids(base))
            check(plan, base, Primitive::all_reduce, count);
    }
    BOOST_TEST_MESSAGE(count.carried << " carried out, " << count.refused << " refused");
    BOOST_TEST(count.carried > 12);
}

BOOST_AUTO_TEST_CASE(planes_in_turn_move_every_block) {
    Count gathers, hybrids, exchanges;
    int boxes = 0;  // digits over both dimensions
    for (const auto& base : {FrontierBase{Kind::ring_uni, 1, 24, 2},
                             {Kind::ring, 1, 16, 2},
                             {Kind::ring, 1, 36, 4},
                             {Kind::ring_uni, 1, 20, 4},
                             {Kind::ring, 1, 16, 6},
                             {Kind::ring_uni, 1, 18, 6},
                             {Kind::ring, 1, 32, 8},
                             {Kind::torus, 4, 6, 4},
                             {Kind::torus, 6, 4, 4},
                             {Kind::torus, 3, 9, 8},
                             {Kind::torus, 4, 4, 8}}) {
        if (base.lanes == 6)
            for (const auto& plan : frontier::alternating(base, false, false))
                check(plan, base, Primitive::all_gather, gathers);
        for (const auto& plan : frontier::alternating_hybrids(base)) {
            check(plan, base, Primitive::all_reduce, hybrids);
            boxes += plan.text.find(" x ") != std::string::npos;
        }
        for (const auto& plan : frontier::digit_exchanges(base))
            if (plan.set_up == frontier::SetUp::in_turn)
                check(plan, base, Primitive::all_to_all, exchanges);
    }
    BOOST_TEST_MESSAGE(hybrids.carried << " hybrids, " << exchanges.carried << " all-to-alls");
    BOOST_TEST(gathers.carried > 2);
    BOOST_TEST(hybrids.carried > 40);
    BOOST_TEST(boxes > 2);
    BOOST_TEST(exchanges.carried > 10);
    BOOST_TEST(gathers.refused + hybrids.refused + exchanges.refused == 0);
}

BOOST_AUTO_TEST_CASE(gathers_over_all_to_alls_move_every_block_once) {
    Count count;
    for (const auto& base : {FrontierBase{Kind::ring_uni, 1, 21, 2},
                             {Kind::ring_uni, 1, 32, 4},
                             {Kind::ring, 1, 24, 4},
                             {Kind::torus, 4, 6, 4}})
        for (const auto primitive : {Primitive::reduce_scatter, Primitive::all_gather})
            for (const auto& plan :
                 frontier::mixed_gathers(base, primitive == Primitive::reduce_scatter, 1e3))
                check(plan, base, primitive, count);
    BOOST_TEST_MESSAGE(count.carried << " carried out, " << count.refused << " refused");
    BOOST_TEST(count.carried > 100);
    BOOST_TEST(count.refused == 0);
}

BOOST_AUTO_TEST_CASE(every_block_moves_on_48_and_64_nodes) {
    std::vector<FrontierBase> bases{{Kind::ring_uni, 1, 48, 1}, {Kind::ring, 1, 64, 2}};
    if (is_campaign())
        bases.insert(bases.end(), {{Kind::torus, 6, 8, 8},
                                   {Kind::ring_uni, 1, 64, 4},
                                   {Kind::ring, 1, 48, 4},
                                   {Kind::torus, 8, 8, 4}});
    check_all(bases);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
