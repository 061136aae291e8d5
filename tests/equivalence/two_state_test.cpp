// The same optimum by five roads: the O(s) program, the count DP, schedule costs, the printed 0-1
// program, enumeration; and the same bytes however the work is cut.
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "kernels/envelopes/layered_walk.hpp"
#include "solvers/addanki/state_space.hpp"
#include "solvers/addanki/two_state.hpp"
#include "solvers/addanki/useful_schedules.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/two_state_oracles.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(two_state)

using namespace solvers::addanki;

struct Instance {
    std::vector<double> matched, base;
    double delay;
};

/// Integer costs with many ties, or real ones; now and then an unreachable base.
Instance draw_instance(Generator& g, int most_steps) {
    Instance one;
    const bool integer = draw(g, 0, 1) == 0;
    const auto value = [&](int most) {
        return integer ? draw(g, 0, most) : std::uniform_real_distribution(0.0, double(most))(g);
    };
    for (int i = draw(g, 0, most_steps); i > 0; --i) {
        one.matched.push_back(value(3));
        one.base.push_back(draw(g, 0, 9) == 0 ? INFINITY : one.matched.back() + value(6));
    }
    one.delay = value(4);
    return one;
}

double least_line(const std::vector<double>& costs, double delay) {
    double least = INFINITY;
    for (std::size_t r = 0; r < costs.size(); ++r)
        least = std::min(least, costs[r] + static_cast<double>(r) * delay);
    return least;
}

/// The O(s) program at one point of a structure.
TwoStateSchedule solved_at(const solvers::Problem& s, const kernels::Parameters& p) {
    std::vector<double> matched, base;
    for (std::size_t i = 0; i < s.steps(); ++i) {
        matched.push_back(s.costs.matched_time(i, p));
        base.push_back(base_time(s.costs, i, p));
    }
    return solve_two_state(matched, base, p.reconfiguration_delay);
}

BOOST_AUTO_TEST_CASE(program_counts_and_enumeration_agree) {
    Generator g(300);
    for (int k = 0; k < 2000; ++k) {
        const auto one = draw_instance(g, 10);
        const auto oracle = enumerate_two_state(one.matched, one.base, one.delay);
        const auto plan = solve_two_state(one.matched, one.base, one.delay);
        BOOST_TEST(close(plan.cost, oracle.cost, 1e-12), "seed 300 instance " << k);
        BOOST_TEST(plan.reconfigurations == oracle.reconfigurations, "seed 300 instance " << k);
        const auto counts = cost_by_count(one.matched, one.base);
        BOOST_TEST(close(least_line(counts, one.delay), oracle.cost, 1e-12),
                   "seed 300 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(ties_go_to_the_earliest_base) {
    // Costs 6 with three reconfigurations in two ways, 111 and 101: the base comes first at step 2.
    const auto plan = solve_two_state(std::vector{1.0, 1.0, 1.0}, std::vector{5.0, 1.0, 5.0}, 1.0);
    BOOST_TEST(plan.decision[0] == 0b101u);
    // All equal: nothing moves.
    BOOST_TEST(
        solve_two_state(std::vector{1.0, 1.0}, std::vector{2.0, 1.0}, 1.0).reconfigurations == 0);
}

BOOST_AUTO_TEST_CASE(the_printed_program_agrees) {
    Generator g(80);
    for (int k = 0; k < 150; ++k) {
        const auto one = draw_instance(g, 12);
        const auto plan = solve_two_state(one.matched, one.base, one.delay);
        const auto program = solve_program(one.matched, one.base, one.delay, 1000);
        double cost = 0;
        bool on_base = true;
        for (std::size_t i = 0; i < one.matched.size(); ++i) {
            const bool match = (program.decision[0] >> i) & 1;
            cost += match ? one.matched[i] + one.delay : one.base[i] + (on_base ? 0.0 : one.delay);
            on_base = !match;
        }
        BOOST_TEST(program.complete, "seed 80 instance " << k);
        BOOST_TEST(close(cost, plan.cost, 1e-9),
                   "seed 80 instance " << k << ": " << cost << " " << plan.cost);
        BOOST_TEST(program.bound <= plan.cost * (1 + 1e-12), "seed 80 instance " << k);
    }
}

BOOST_AUTO_TEST_CASE(planes_agree_with_the_program_everywhere) {
    Generator g(41);
    for (int k = 0; k < 200; ++k) {
        const auto s = std::make_shared<const solvers::Problem>(draw_structure(g));
        const solvers::PreparedEnvelope plan(*useful_schedules(base_and_matching(s)),
                                             solvers::base_or_matching(s));
        for (int point = 0; point < 20; ++point) {
            auto p = draw_parameters(g);
            p.compute_time = 0;
            const auto exact = solved_at(*s, p);
            const auto row = evaluate_at(plan, p);
            BOOST_TEST(close(row.completion[0], exact.cost, 1e-12),
                       "seed 41 structure " << k << " point " << point << ": " << row.completion[0]
                                            << " " << exact.cost);
            BOOST_TEST(row.n_reconfigurations[0] == exact.reconfigurations,
                       "seed 41 structure " << k << " point " << point);
        }
    }
}

BOOST_AUTO_TEST_CASE(volumes_of_eleven_decades_in_one_list) {
    Generator g(11);
    const auto log_uniform = [&g](double low, double high) {
        return std::pow(10.0, std::uniform_real_distribution(low, high)(g));
    };
    for (int k = 0; k < 1500; ++k) {
        std::vector<kernels::Step> steps;
        for (int step = draw(g, 2, 12); step > 0; --step)
            steps.push_back({kernels::Permutation::shift(8, draw(g, 1, 7)), log_uniform(0, 11)});
        const auto ring = draw_ring(g, 8);
        const auto s = std::make_shared<const solvers::Problem>(
            solvers::make_problem(kernels::custom_collective(std::move(steps)), ring));
        const solvers::PreparedEnvelope plan(*useful_schedules(base_and_matching(s)),
                                             solvers::base_or_matching(s));
        const kernels::Parameters p{0, log_uniform(-10, -6), 1, 1e11, log_uniform(-9, -2)};
        const auto exact = solved_at(*s, p);
        const auto row = evaluate_at(plan, p);
        BOOST_TEST(close(row.completion[0], exact.cost, 1e-12),
                   "seed 11 instance " << k << ": " << row.completion[0] << " " << exact.cost);
    }
}

BOOST_AUTO_TEST_CASE(sweep_of_long_lists_agrees_with_planes) {
    Generator g(42);
    for (int k = 0; k < 100; ++k) {
        const auto s = std::make_shared<const solvers::Problem>(draw_structure(g));
        const solvers::PreparedEnvelope plan(*useful_schedules(base_and_matching(s)),
                                             solvers::base_or_matching(s));
        std::vector<double> delays;
        for (int d = 0; d < 13; ++d) delays.push_back(draw_parameters(g).reconfiguration_delay);
        const auto p = draw_parameters(g);
        const kernels::DelayRow row{p.per_step_latency, p.per_hop_latency, p.message_time(),
                                    delays};
        kernels::SweptRow swept;
        kernels::sweep_two_state(s->costs, row, swept);
        solvers::ResultRow result;
        plan.evaluate(row, result);
        for (std::size_t d = 0; d < delays.size(); ++d) {
            const kernels::CostBreakdown cost{
                p.per_step_latency * static_cast<double>(s->steps()),
                p.per_hop_latency * swept.hops[d], p.message_time() * s->costs.volume,
                p.message_time() * (swept.congestion[d] + s->costs.matched_congestion()),
                delays[d] * swept.reconfigurations[d]};
            BOOST_TEST(close(cost.total(), result.completion[d], 1e-12),
                       "seed 42 structure " << k << " delay " << d << " " << s->collective.name()
                                            << " n " << s->collective.n << ": " << cost.total()
                                            << " " << result.completion[d]);
            BOOST_TEST(static_cast<int>(swept.reconfigurations[d]) == result.n_reconfigurations[d],
                       "seed 42 structure " << k << " delay " << d);
        }
    }
}

template <typename Column>
bool same_bytes(const Column& all, std::size_t at, const Column& one, std::size_t width = 1) {
    return std::memcmp(&all[at * width], &one[0], width * sizeof one[0]) == 0;
}

/// Result d of the batch against a result of its own: every column, every word of the decisions.
void check_point(const solvers::ResultRow& batch, std::size_t d, const solvers::ResultRow& one,
                 std::size_t words, const std::string& where) {
    BOOST_TEST(same_bytes(batch.completion, d, one.completion), where);
    BOOST_TEST(same_bytes(batch.startup, d, one.startup), where);
    BOOST_TEST(same_bytes(batch.propagation, d, one.propagation), where);
    BOOST_TEST(same_bytes(batch.transmission, d, one.transmission), where);
    BOOST_TEST(same_bytes(batch.congestion, d, one.congestion), where);
    BOOST_TEST(same_bytes(batch.reconfiguration, d, one.reconfiguration), where);
    BOOST_TEST(same_bytes(batch.lower_bound, d, one.lower_bound), where);
    BOOST_TEST(same_bytes(batch.n_reconfigurations, d, one.n_reconfigurations), where);
    BOOST_TEST(same_bytes(batch.status, d, one.status), where);
    BOOST_TEST(same_bytes(batch.reason, d, one.reason), where);
    BOOST_TEST(same_bytes(batch.decision, d, one.decision, words), where);
}

/// More steps than a word of decisions has bits.
solvers::Problem draw_long_structure(Generator& g) {
    const auto n = static_cast<kernels::Node>(draw(g, 2, 12));
    std::vector<kernels::Step> steps;
    for (int k = draw(g, 65, 200); k > 0; --k)
        steps.push_back({draw_permutation(g, n), draw(g, 0, 8) / 8.0});
    return solvers::make_problem(kernels::custom_collective(std::move(steps)), draw_ring(g, n));
}

/// Collectives that the schedulers of subrings and exchanges take, by their own accounting.
solvers::Problem draw_subring_structure(Generator& g) {
    static const char* const names[] = {"alltoall/bruck", "allreduce/bruck-near",
                                        "reduce-scatter/halving-doubling", "allgather/ring"};
    const auto n = static_cast<kernels::Node>(1 << draw(g, 1, 6));
    return solvers::make_problem(kernels::build_collective(names[draw(g, 0, 3)], n),
                                 kernels::Topology::ring(n, kernels::LinkBandwidth::full), {}, 0,
                                 solvers::measures::routed);
}

BOOST_AUTO_TEST_CASE(a_batch_is_its_points_to_the_last_bit) {
    Generator g(99);
    std::size_t most_words = 0;
    for (int k = 0; k < trials(6, 60); ++k) {
        const bool is_long = k % 6 == 5;
        const auto s =
            std::make_shared<const solvers::Problem>(is_long      ? draw_long_structure(g)
                                                     : k % 3 == 2 ? draw_subring_structure(g)
                                                                  : draw_structure(g));
        most_words = std::max(most_words, kernels::decision_words(s->steps(), 1));
        std::vector<double> delays;
        for (int d = draw(g, 1, 40); d > 0; --d)
            delays.push_back(draw_parameters(g).reconfiguration_delay);
        if (draw(g, 0, 1)) std::sort(delays.begin(), delays.end());
        auto p = draw_parameters(g);
        for (const auto& entry : solvers::scheduler_table()) {
            const bool is_program = entry.name.ends_with("-milp") || entry.name.ends_with("-ilp");
            if (solvers::why_not_applicable(entry, *s) || (is_program && (k > 5 || is_long)))
                continue;
            const auto plan = entry.prepare(s, {});
            solvers::ResultRow batch;
            batch.want_decisions = true;
            plan->evaluate({p.per_step_latency, p.per_hop_latency, p.message_time(), delays,
                            p.port_delay, p.compute_time},
                           batch);
            for (std::size_t d = 0; d < delays.size(); ++d) {
                p.reconfiguration_delay = delays[d];
                const auto where = "seed 99 structure " + std::to_string(k) + " " +
                                   std::string(entry.name) + " delay " + std::to_string(d);
                check_point(batch, d, evaluate_at(*plan, p), plan->space().words(), where);
            }
        }
    }
    BOOST_TEST(most_words > 1u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
