// Schedulers beyond base and matching against every sequence of states, and against each other.
#include <boost/test/unit_test.hpp>

#include "kernels/circuit_changes.hpp"
#include "kernels/matching_flow.hpp"
#include "solvers/addanki/best_pool.hpp"
#include "solvers/addanki/state_counts.hpp"
#include "solvers/addanki/state_plan.hpp"
#include "solvers/addanki/two_state.hpp"
#include "tests/contract/link_program.hpp"
#include "tests/contract/state_oracles.hpp"
#include "tests/vectors/reference.hpp"

namespace lightsweep::tests {
namespace {

using kernels::Topology;
using solvers::Structure;
using solvers::Switching;
using Subject = std::shared_ptr<const Structure>;

std::string place(const char* seed, int instance, const Structure& s) {
    std::string text = std::string("seed ") + seed + " instance " + std::to_string(instance) +
                       ", n " + std::to_string(s.collective.n) + " on " + s.base.describe() + ":";
    for (const auto& step : s.collective.steps) text += " " + step.peer.describe();
    return text;
}

std::unique_ptr<solvers::PreparedScheduler> prepared(const char* name, const Subject& s) {
    return solvers::find_scheduler(name)->prepare(s, {});
}

/// Every change between different states costs one delay; the last states may never stand.
std::function<Charged(std::size_t, std::size_t, std::size_t)> whole_delays(double delay,
                                                                           std::size_t standing) {
    return [=](std::size_t, std::size_t from, std::size_t to) {
        const bool due = from != to || to >= standing;
        return Charged{due ? delay : 0.0, due};
    };
}

WalkProblem reuse_problem(const Structure& s, const kernels::Parameters& p) {
    std::vector<Topology> states{s.base};
    for (const auto& step : s.collective.steps) {
        const auto matching = Topology::matching(step.peer);
        if (std::find(states.begin(), states.end(), matching) == states.end())
            states.push_back(matching);
    }
    WalkProblem problem;
    for (const auto& step : s.collective.steps) {
        problem.time.emplace_back();
        for (const auto& topology : states)
            problem.time.back().push_back(time_on(topology, step, p));
    }
    problem.charge = whole_delays(p.reconfiguration_delay, states.size());
    return problem;
}

WalkProblem pool_problem(const Structure& s, const kernels::Parameters& p,
                         const std::vector<Topology>& bases) {
    WalkProblem problem;
    for (const auto& step : s.collective.steps) {
        problem.time.emplace_back();
        for (const auto& topology : bases)
            problem.time.back().push_back(time_on(topology, step, p));
        problem.time.back().push_back(time_on(Topology::matching(step.peer), step, p));
    }
    problem.charge = whole_delays(p.reconfiguration_delay, bases.size());
    return problem;
}

/// The topology of a state; the state after the bases is the step's matching.
Topology topology_of(const Structure& s, const std::vector<Topology>& bases, std::size_t step,
                     std::size_t state) {
    return state < bases.size() ? bases[state] : Topology::matching(s.collective.steps[step].peer);
}

void check_optimum(const solvers::ResultRow& row, const BestWalk& oracle,
                   const std::string& where) {
    BOOST_TEST(close(row.completion[0], oracle.cost, 1e-12),
               where << " " << row.completion[0] << ", enumerated " << oracle.cost);
    BOOST_TEST(row.n_reconfigurations[0] == oracle.reconfigurations, where);
}

BOOST_AUTO_TEST_CASE(a_standing_matching_carries_what_the_program_over_links_says) {
    Generator g(606);
    for (int k = 0; k < 300; ++k) {
        const auto n = static_cast<kernels::Node>(draw(g, 2, 9));
        const auto standing = draw(g, 0, 2) ? draw_permutation(g, n)
                                            : kernels::Permutation::shift(n, draw(g, 1, n - 1));
        const auto demand = draw(g, 0, 2) ? draw_permutation(g, n)
                                          : kernels::Permutation::shift(n, draw(g, 1, n - 1));
        const auto flow = kernels::matching_flow(standing, demand);
        const auto program = link_program(Topology::matching(standing), demand);
        const auto where = "seed 606 instance " + std::to_string(k);
        BOOST_TEST(flow.hops == program.hops, where);
        if (!demand.is_identity()) BOOST_TEST(close(flow.theta, program.theta_low, 1e-7), where);
    }
}

BOOST_AUTO_TEST_CASE(reuse_equals_enumeration) {
    Generator g(501);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 6);
        const auto p = draw_close_parameters(g);
        const auto where = place("501", k, *s);
        const auto row = evaluate_at(*prepared("addanki-reuse", s), p);
        check_optimum(row, enumerate_walks(reuse_problem(*s, p)), where);
        const auto literal = evaluate_at(*prepared("addanki", s), p);
        BOOST_TEST(row.completion[0] <= literal.completion[0] * (1 + 1e-12), where);
        const auto every = evaluate_at(*prepared("every-step-reuse", s), p);
        BOOST_TEST(row.completion[0] <= every.completion[0] * (1 + 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(pools_equal_enumeration_whatever_switching_costs) {
    Generator g(502);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 5);
        const auto p = draw_close_parameters(g);
        const auto bases = s->bases();
        auto problem = pool_problem(*s, p, bases);
        const auto& switching = s->pool.switching;
        const auto whole = problem.charge;
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            if (switching.price == Switching::Price::whole) return whole(i, from, to);
            double factor = 1;
            if (switching.price == Switching::Price::by_links) {
                const auto before = topology_of(*s, bases, i == 0 ? 0 : i - 1, from);
                factor = kernels::new_link_share(before, topology_of(*s, bases, i, to));
            } else if (from < bases.size() && to < bases.size()) {
                factor = switching.factors[from * bases.size() + to];
            }
            return Charged{factor * p.reconfiguration_delay, factor > 0};
        };
        check_optimum(evaluate_at(*prepared("addanki-pool", s), p), enumerate_walks(problem),
                      place("502", k, *s));
    }
}

BOOST_AUTO_TEST_CASE(changed_ports_equal_enumeration) {
    Generator g(503);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 9);
        const auto p = draw_close_parameters(g);
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            const auto before = topology_of(*s, {s->base}, i == 0 ? 0 : i - 1, from);
            const auto ports =
                kernels::changed_ports(s->base, before, topology_of(*s, {s->base}, i, to));
            const double each = static_cast<double>(ports) * p.port_delay;
            return Charged{ports > 0 ? p.reconfiguration_delay + each : 0.0, ports > 0};
        };
        check_optimum(evaluate_at(*prepared("addanki-ports", s), p), enumerate_walks(problem),
                      place("503", k, *s));
    }
}

BOOST_AUTO_TEST_CASE(overlap_equals_enumeration) {
    Generator g(504);
    for (int k = 0; k < 400; ++k) {
        const auto s = draw_small_structure(g, 9);
        auto p = draw_close_parameters(g);
        p.compute_time = draw(g, 0, 24) * 1e-6;
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = whole_delays(std::max(0.0, p.reconfiguration_delay - p.compute_time), 1);
        auto oracle = enumerate_walks(problem);
        oracle.cost += p.compute_time * static_cast<double>(s->steps());
        const auto where = place("504", k, *s);
        const auto row = evaluate_at(*prepared("addanki-overlap", s), p);
        check_optimum(row, oracle, where);
        BOOST_TEST(close(row.computation, p.compute_time * static_cast<double>(s->steps()), 1e-15),
                   where);
        const auto serial = evaluate_at(*prepared("addanki", s), p);
        BOOST_TEST(row.completion[0] <= serial.completion[0] * (1 + 1e-12), where);
    }
}

BOOST_AUTO_TEST_CASE(overlap_with_other_computation_before_every_step) {
    Generator g(506);
    for (int k = 0; k < 300; ++k) {
        const auto s = draw_small_structure(g, 9);
        const auto p = draw_close_parameters(g);
        std::vector<double> matched, base, exposed;
        for (std::size_t i = 0; i < s->steps(); ++i) {
            matched.push_back(s->costs.matched_time(i, p));
            base.push_back(matched.back() + s->costs.extra_time(i, p));
            exposed.push_back(std::max(0.0, p.reconfiguration_delay - draw(g, 0, 24) * 1e-6));
        }
        auto problem = pool_problem(*s, p, {s->base});
        problem.charge = [&](std::size_t i, std::size_t from, std::size_t to) {
            const bool due = from == 1 || to == 1;
            return Charged{due ? exposed[i] : 0.0, due};
        };
        const auto oracle = enumerate_walks(problem);
        const auto plan = solvers::addanki::solve_two_state(matched, base, exposed);
        BOOST_TEST(close(plan.cost, oracle.cost, 1e-12), place("506", k, *s));
        BOOST_TEST(plan.reconfigurations == oracle.reconfigurations, place("506", k, *s));
    }
}

/// A structure with the bases at these places of the pool only (0 is the start).
Subject with_bases(const Structure& s, const std::vector<std::size_t>& kept) {
    Structure part = s;
    part.pool = {};
    for (const std::size_t k : kept)
        if (k > 0) part.pool.others.push_back(s.pool.others[k - 1]);
    return std::make_shared<const Structure>(std::move(part));
}

/// Least time over every pool of that size, each prepared by itself.
double best_of_all_pools(const Structure& s, std::size_t size, const kernels::Parameters& p) {
    double best = std::numeric_limits<double>::infinity();
    const std::size_t others = s.pool.others.size();
    for (std::uint32_t mask = 0; mask < (1u << others); ++mask) {
        std::vector<std::size_t> kept{0};
        for (std::size_t k = 0; k < others; ++k)
            if ((mask >> k) & 1) kept.push_back(k + 1);
        if (kept.size() != size) continue;
        const auto part = with_bases(s, kept);
        best = std::min(best, enumerate_walks(pool_problem(*part, p, part->bases())).cost);
    }
    return best;
}

Subject with_size(const Structure& s, int size) {
    Structure sized = s;
    sized.pool.size = size;
    sized.pool.switching = {};
    return std::make_shared<const Structure>(std::move(sized));
}

BOOST_AUTO_TEST_CASE(best_pools_equal_all_pools_and_greedy_ones_keep_their_bound) {
    Generator g(505);
    int inexact = 0;
    for (int k = 0; k < 300; ++k) {
        const auto drawn = draw_small_structure(g, 4);
        const auto p = draw_close_parameters(g);
        const auto size = draw(g, 1, static_cast<int>(drawn->pool.others.size()) + 1);
        const auto s = with_size(*drawn, size);
        const auto where = place("505", k, *s) + " size " + std::to_string(size);
        const double best = best_of_all_pools(*s, static_cast<std::size_t>(size), p);
        const auto tried = evaluate_at(*prepared("addanki-best-pool", s), p);
        BOOST_TEST(close(tried.completion[0], best, 1e-12), where);
        BOOST_TEST((tried.status[0] == solvers::Status::optimal), where);
        const solvers::addanki::BestPoolPlan one_by_one(solvers::addanki::pool_states(s),
                                                        static_cast<std::size_t>(size), 0);
        BOOST_TEST(!one_by_one.is_exhaustive());
        const auto greedy = evaluate_at(one_by_one, p);
        BOOST_TEST(greedy.completion[0] >= best * (1 - 1e-12), where);
        BOOST_TEST(greedy.lower_bound[0] <= best * (1 + 1e-12), where);
        if (greedy.status[0] == solvers::Status::optimal)
            BOOST_TEST(close(greedy.completion[0], best, 1e-11), where);
        inexact += greedy.status[0] == solvers::Status::feasible;
    }
    BOOST_TEST(inexact > 0, "no instance where a smaller pool costs more than all candidates");
}

BOOST_AUTO_TEST_CASE(more_bases_never_cost_more) {
    Generator g(507);
    for (int k = 0; k < 300; ++k) {
        const auto drawn = draw_small_structure(g, 8);
        const auto s = with_size(*drawn, 0);
        const auto p = draw_close_parameters(g);
        const auto where = place("507", k, *s);
        const double all = evaluate_at(*prepared("addanki-pool", s), p).completion[0];
        const double start = evaluate_at(*prepared("addanki", s), p).completion[0];
        BOOST_TEST(all <= start * (1 + 1e-12), where);
        for (const auto& other : s->pool.others) {
            // The other base alone is in force from the start, here after one delay at most.
            const auto alone =
                std::make_shared<const Structure>(solvers::make_structure(s->collective, other));
            const double time = evaluate_at(*prepared("addanki", alone), p).completion[0];
            BOOST_TEST(all <= (time + p.reconfiguration_delay) * (1 + 1e-12), where);
        }
    }
}

BOOST_AUTO_TEST_CASE(listed_planes_equal_the_sweep_over_delays) {
    Generator g(508);
    for (int k = 0; k < 200; ++k) {
        const auto s = std::make_shared<const Structure>(draw_structure(g));
        for (const bool reuse : {true, false}) {
            const auto space =
                reuse ? solvers::addanki::reuse_states(s) : solvers::addanki::pool_states(s);
            BOOST_TEST_REQUIRE(solvers::addanki::state_planes(space.costs).has_value());
            const auto listed = solvers::addanki::uniform_plan(space);
            const solvers::addanki::StatePlan swept(space, std::nullopt);
            for (int point = 0; point < 5; ++point) {
                const auto p = draw_parameters(g);
                const auto a = evaluate_at(*listed, p), b = evaluate_at(swept, p);
                const auto where = place("508", k, *s) + (reuse ? " reuse" : " pool");
                BOOST_TEST(close(a.completion[0], b.completion[0], 1e-12),
                           where << " " << a.completion[0] << " " << b.completion[0]);
                BOOST_TEST(a.n_reconfigurations[0] == b.n_reconfigurations[0], where);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_schedule_of_matchings_kept_where_they_repeat) {
    for (const char* name : {"allreduce/halving-doubling", "allreduce/swing"}) {
        const auto s = std::make_shared<const Structure>(
            solvers::make_structure(kernels::build_collective(name, 64), Topology::ring_uni(64)));
        const kernels::Parameters p{1e-7, 1e-7, 8388608, 1e11, 1e-5};
        BOOST_TEST(evaluate_at(*prepared("every-step", s), p).n_reconfigurations[0] == 12, name);
        BOOST_TEST(evaluate_at(*prepared("every-step-reuse", s), p).n_reconfigurations[0] == 11,
                   name);
    }
    // The ring algorithm's matching has the circuits of the directed ring itself.
    const auto ring = std::make_shared<const Structure>(solvers::make_structure(
        kernels::build_collective("allreduce/ring", 64), Topology::ring_uni(64)));
    const auto row =
        evaluate_at(*prepared("every-step-reuse", ring), {1e-7, 1e-7, 1e6, 1e11, 1e-5});
    BOOST_TEST(row.n_reconfigurations[0] == 0);
}

BOOST_AUTO_TEST_CASE(ties_go_to_the_smallest_states) {
    // Three equal steps without a message and without latencies: all walks take no time at all.
    const auto s = std::make_shared<const Structure>(solvers::make_structure(
        kernels::custom_collective(
            {{kernels::Permutation::shift(4, 2), 0.0}, {kernels::Permutation::shift(4, 3), 0.0}}),
        Topology::ring_uni(4), {{Topology::ring(4, kernels::LinkBandwidth::full)}, 0, {}}));
    for (const char* name : {"addanki-reuse", "addanki-pool", "addanki-ports", "addanki-overlap"}) {
        const auto row = evaluate_at(*prepared(name, s), {0, 0, 1, 1e11, 0});
        BOOST_TEST(row.decision[0] == 0u, name);
        BOOST_TEST(row.n_reconfigurations[0] == 0, name);
    }
}

BOOST_AUTO_TEST_CASE(pools_are_counted) {
    using solvers::addanki::count_pools;
    BOOST_TEST(count_pools(4, 1, 100) == 1u);
    BOOST_TEST(count_pools(4, 2, 100) == 3u);
    BOOST_TEST(count_pools(4, 4, 100) == 1u);
    BOOST_TEST(count_pools(21, 3, 20000) == 190u);
    BOOST_TEST(count_pools(65, 33, 20000) == 20001u);
}

}  // namespace
}  // namespace lightsweep::tests
