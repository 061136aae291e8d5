// Orders, algorithms and repetitions under SWOT, against enumeration and against each other.
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/swot/mirrored_pieces.hpp"
#include "solvers/swot/order_choice.hpp"
#include "solvers/swot/plane_scheduler.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "tests/equivalence/plan_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(swot_choices)

namespace swot = solvers::swot;
using kernels::InitialPlanes;
using kernels::Node;
using kernels::PlaneProblem;

constexpr double optima = 5.1e-6;  // relative: twice proven_gap and rounding

PlaneProblem hardware(std::mt19937& random, int planes, InitialPlanes initial) {
    const double delay = 1e-4 * std::pow(10, std::uniform_real_distribution<>(-1, 1)(random));
    return {{}, kernels::alike_planes(planes, 1e11 / planes, delay), 2e-5, initial};
}

void check_replay(const PlaneProblem& problem, const swot::Solution& found) {
    const auto timeline = kernels::replay_planes(problem, found.schedule);
    BOOST_TEST(timeline.violation == "", describe(problem));
    BOOST_TEST(std::abs(timeline.end() - found.value) <= 1e-12 * found.value, describe(problem));
    BOOST_TEST(found.lower_bound <= found.value, describe(problem));
}

BOOST_AUTO_TEST_CASE(mirrored_pieces_against_the_whole) {
    std::mt19937 random(4101);
    for (int n = 0; n < 60; ++n) {
        auto problem = random_planes(random, 3, 4);
        if (n % 3 == 0) hold_individually(random, problem);
        const auto piece = problem.steps;
        const int times = 2 + static_cast<int>(random() % 2);
        for (int t = 1; t < times; ++t) {
            auto next = piece;
            if (t % 2 == 1) std::reverse(next.begin(), next.end());
            problem.steps.insert(problem.steps.end(), next.begin(), next.end());
        }
        BOOST_TEST(swot::mirrored_piece(problem).has_value(), describe(problem));
        const auto found = swot::solve(problem);
        const auto whole = swot::solve_directly(problem);
        check_replay(problem, found);
        BOOST_TEST(found.lower_bound <= whole.value * (1 + 1e-9), describe(problem));
        BOOST_TEST(whole.lower_bound <= found.value * (1 + 1e-9), describe(problem));
        BOOST_TEST((found.proven || whole.proven), describe(problem));
        const bool plain =
            problem.initial == InitialPlanes::free || problem.initial == InitialPlanes::cold;
        if (plain) BOOST_TEST(found.proven, describe(problem));
        if (whole.proven && found.proven)
            BOOST_TEST(std::abs(found.value - whole.value) <= optima * whole.value,
                       found.value << " and " << whole.value << ": " << describe(problem));
    }
}

BOOST_AUTO_TEST_CASE(not_every_problem_is_mirrored) {
    PlaneProblem problem{{{0, 1}, {1, 2}, {1, 2}, {0, 3}}, kernels::alike_planes(2, 1, 1), 0, {}};
    BOOST_TEST(!swot::mirrored_piece(problem));  // the last step has other bytes
    problem.steps[3].bytes = 1;
    BOOST_TEST(swot::mirrored_piece(problem).value() == 2u);
    problem.steps.push_back({0, 1});
    BOOST_TEST(!swot::mirrored_piece(problem));  // half a piece too many
}

std::vector<std::vector<std::size_t>> random_orders(std::mt19937& random,
                                                    const kernels::Collective& collective) {
    std::vector<std::vector<std::size_t>> orders;
    for (const auto& group : kernels::free_steps(collective)) {
        std::vector<std::size_t> order(group.count);
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        orders.push_back(std::move(order));
    }
    return orders;
}

BOOST_AUTO_TEST_CASE(free_orders_keep_the_promise) {
    std::mt19937 random(4102);
    for (const char* name :
         {"alltoall/shift", "alltoall/xor", "alltoall/bruck", "alltoall/hypercube",
          "allreduce/halving-doubling-far", "alltoall/bruck+allreduce/halving-doubling"})
        for (const Node n : {2, 4, 5, 7, 8, 12, 16}) {
            if (kernels::refuse_nodes(name, n)) continue;
            const auto given = kernels::build_collective(name, n);
            for (int round = 0; round < 3; ++round) {
                const auto other = kernels::reordered(given, random_orders(random, given));
                const auto fault = kernels::broken_promise(other);
                BOOST_TEST(!fault, name << " n = " << n << ": " << fault.value_or(""));
                check_plan(random_plan_case(random, other, 50000, 2, InitialPlanes::free));
            }
        }
    const auto shift = kernels::build_collective("alltoall/shift", 4);
    BOOST_CHECK_THROW(kernels::reordered(shift, {}), std::invalid_argument);
    const std::vector<std::vector<std::size_t>> twice{{0, 1, 1}};
    BOOST_CHECK_THROW(kernels::reordered(shift, twice), std::invalid_argument);
    BOOST_TEST(kernels::free_steps(kernels::build_collective("allreduce/swing", 8)).empty());
}

/// The least value over all orders of up to two groups, each solved whole.
double enumerated(const kernels::Collective& given, double message, PlaneProblem problem) {
    std::vector<std::vector<std::size_t>> orders;
    for (const auto& group : kernels::free_steps(given)) {
        orders.emplace_back(group.count);
        for (std::size_t i = 0; i < group.count; ++i) orders.back()[i] = i;
    }
    double least = HUGE_VAL;
    do {
        do {
            problem.steps = kernels::plane_steps(kernels::reordered(given, orders), message);
            least = std::min(least, swot::solve(problem, {1'000'000}).value);
        } while (std::next_permutation(orders.back().begin(), orders.back().end()));
    } while (orders.size() > 1 &&
             std::next_permutation(orders.front().begin(), orders.front().end()));
    return least;
}

BOOST_AUTO_TEST_CASE(orders_against_enumeration) {
    std::mt19937 random(4103);
    for (const char* name : {"alltoall/bruck", "alltoall/shift", "allreduce/halving-doubling",
                             "alltoall/bruck+alltoall/bruck", "alltoall/shift+alltoall/shift"})
        for (const Node n : {4, 6}) {
            if (kernels::refuse_nodes(name, n)) continue;
            if (n > 4 && std::string(name).find("shift") != std::string::npos) continue;
            const auto given = kernels::build_collective(name, n);
            const auto start = static_cast<InitialPlanes>(random() % 3);
            const auto fabric = hardware(random, 2, start);
            const auto choice = swot::choose_order(given, 3e6, fabric);
            const auto where =
                std::string(name) + " n = " + std::to_string(n) + ", " + describe(choice.problem);
            const double least = enumerated(given, 3e6, fabric);
            check_replay(choice.problem, choice.solution);
            auto as_given = fabric;
            as_given.steps = kernels::plane_steps(given, 3e6);
            BOOST_TEST(choice.solution.value <= swot::solve(as_given).value, where);
            BOOST_TEST(choice.solution.lower_bound <= least * (1 + 1e-9), where);
            BOOST_TEST(std::abs(choice.solution.value - least) <= optima * least,
                       choice.solution.value << " and " << least << ": " << where);
            BOOST_TEST(!kernels::broken_promise(choice.collective), where);
        }
}

/// The second all-to-all begins where the first one ended: twice the time of one, exactly.
BOOST_AUTO_TEST_CASE(a_second_all_to_all_goes_back) {
    std::mt19937 random(4104);
    for (const int planes : {2, 4}) {
        const auto fabric = hardware(random, planes, InitialPlanes::free);
        const auto choice = swot::choose_order(
            kernels::build_collective("alltoall/shift+alltoall/shift", 5), 4e6, fabric);
        PlaneProblem one = fabric;
        one.steps = kernels::plane_steps(kernels::build_collective("alltoall/shift", 5), 4e6);
        const auto single = swot::solve(one);
        BOOST_TEST(choice.solution.proven, describe(choice.problem));
        BOOST_TEST(std::abs(choice.solution.value - 2 * single.value) <= optima * single.value,
                   describe(choice.problem));
    }
}

/// A structure on planes for `name`, with the solutions that it meets.
std::shared_ptr<const solvers::Problem> structure_of(const char* name, Node n,
                                                     const PlaneProblem& fabric) {
    solvers::Problem structure{
        kernels::in_rounds(kernels::build_collective(name, n), fabric.n_planes()),
        kernels::make_topology("ring", {.n = n}),
        {}};
    structure.measure = solvers::measures::switch_planes;
    structure.planes.initial = fabric.initial;
    structure.planes.known = std::make_shared<swot::SolutionStore>();
    for (int j = 0; j < fabric.n_planes(); ++j) {
        structure.planes.numbers.push_back(j);
        structure.planes.speeds.push_back(1);
        structure.planes.delays.push_back(1);
    }
    return std::make_shared<const solvers::Problem>(std::move(structure));
}

solvers::ResultRow answer_of(const char* scheduler, const char* name, Node n,
                             const PlaneProblem& fabric) {
    const auto& row = *solvers::find_scheduler(scheduler);
    const auto plan = solvers::prepare(row, structure_of(name, n, fabric), {});
    const kernels::Parameters p{fabric.base_latency, 0, 1e6, fabric.total_bandwidth(),
                                fabric.planes[0].reconfiguration_delay};
    solvers::ResultRow result;
    result.want_decisions = true;
    plan->evaluate(kernels::row_at(p), result);
    return result;
}

BOOST_AUTO_TEST_CASE(the_best_algorithm) {
    std::mt19937 random(4105);
    for (const char* name : {"allreduce/any", "alltoall/any", "reduce-scatter/any+allgather/ring"})
        for (const Node n : {4, 6, 8}) {
            const auto fabric = hardware(random, 3, static_cast<InitialPlanes>(random() % 3));
            const auto chosen = answer_of("swot-portfolio", name, n, fabric);
            double least = HUGE_VAL;
            for (const auto& one : kernels::concrete_names(name)) {
                if (kernels::refuse_nodes(one, n)) continue;
                least = std::min(least, answer_of("swot", one.c_str(), n, fabric).completion[0]);
            }
            BOOST_TEST(std::abs(chosen.completion[0] - least) <= 1e-12 * least,
                       name << " n = " << n << ": " << chosen.completion[0] << ", " << least);
            BOOST_TEST(chosen.lower_bound[0] <= least);
            const auto& plan = chosen.plane_plans[0];
            BOOST_TEST_REQUIRE(plan.collective);
            BOOST_TEST(plan.collective->steps.size() == plan.schedule.steps.size());
        }
}

/// One structure, one problem: whoever solves it, and however often it is asked.
BOOST_AUTO_TEST_CASE(orders_as_rows) {
    std::mt19937 random(4107);
    const char* name = "alltoall/shift+alltoall/shift";
    const auto fabric = hardware(random, 2, InitialPlanes::free);
    const auto given = answer_of("swot", name, 5, fabric),
               free = answer_of("swot-order", name, 5, fabric),
               one = answer_of("swot", "alltoall/shift", 5, fabric);
    BOOST_TEST(free.completion[0] <= given.completion[0]);
    BOOST_TEST(std::abs(free.completion[0] - 2 * one.completion[0]) <= optima * free.completion[0]);
    const auto& carried = *free.plane_plans[0].collective;
    BOOST_TEST(!kernels::broken_promise(carried).has_value());
    BOOST_TEST((carried.steps.back().peer == carried.steps.front().peer));
}

BOOST_AUTO_TEST_CASE(runs_in_a_row) {
    std::mt19937 random(4106);
    for (const char* name : {"alltoall/shift", "alltoall/bruck", "reduce-scatter/halving-doubling",
                             "allreduce/halving-doubling", "allreduce/recursive-doubling"})
        for (const auto start : {InitialPlanes::free, InitialPlanes::first, InitialPlanes::cold}) {
            const auto collective = kernels::build_collective(name, 4);
            const auto fabric = hardware(random, 2, start);
            const double delay = fabric.planes[0].reconfiguration_delay;
            std::vector<swot::Repeats> runs;
            for (const int times : {1, 2, 4})
                runs.push_back(swot::repeat(collective, times, 2e6, fabric));
            for (const auto& one : runs) {
                const auto where = std::string(name) + ": " + describe(one.problem);
                check_replay(one.problem, one.solution);
                BOOST_TEST(one.solution.value <= static_cast<double>(one.collective.parts.size()) *
                                                     (one.single + delay) * (1 + 1e-12),
                           where);
                BOOST_TEST(one.steady_lower <= one.steady_upper, where);
                for (const auto& other : runs)
                    BOOST_TEST(one.steady_lower <= other.steady_upper * (1 + 1e-12), where);
            }
            for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
                const auto where = std::string(name) + ": " + describe(runs[i + 1].problem);
                const double now = runs[i].per_run(), later = runs[i + 1].per_run();
                BOOST_TEST_REQUIRE((runs[i].solution.proven && runs[i + 1].solution.proven), where);
                if (start == InitialPlanes::free) BOOST_TEST(later >= now * (1 - optima), where);
                if (start == InitialPlanes::cold) BOOST_TEST(later <= now * (1 + optima), where);
                if (start == InitialPlanes::free &&
                    std::string(name) == "allreduce/halving-doubling")
                    BOOST_TEST(std::abs(later - now) <= optima * now, where);
            }
        }
}

BOOST_AUTO_TEST_CASE(a_bound_from_parts) {
    std::mt19937 random(4107);
    for (int n = 0; n < 40; ++n) {
        auto problem = random_planes(random, 3, 6);
        if (n % 3 == 0) hold_individually(random, problem);
        const auto whole = swot::solve(problem);
        const std::size_t middle = problem.steps.size() / 2;
        const auto head = swot::solve(swot::part_of(problem, 0, middle));
        const auto tail = swot::solve(swot::part_of(problem, middle, problem.steps.size()));
        const double sum = (middle ? head.lower_bound : 0) + tail.lower_bound;
        BOOST_TEST(sum <= whole.value * (1 + 1e-9), describe(problem));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
