// Walks over topologies where every change costs one delay
// (solvers/walks/uniform_walks.hpp), with the base restored at the end or not: the
// list, the recurrence, the 0-1 program and all walks one by one.
#include <boost/test/unit_test.hpp>

#include "kernels/flow/lane_flow.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/one_accounting/lanes/lane_problem.hpp"
#include "solvers/one_accounting/walks/uniform_program.hpp"
#include "solvers/walks/uniform_sweep.hpp"
#include "solvers/walks/uniform_walks.hpp"
#include "tests/support/random_structures.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_walks)

using kernels::Node;
using kernels::Permutation;
using kernels::Topology;
using solvers::UniformWalks;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::shared_ptr<const solvers::Problem> draw_steps(Generator& g, int count) {
    std::vector<kernels::Step> steps;
    for (int i = 0; i < count; ++i)
        steps.push_back({Permutation::shift(5, 1 + i % 4), draw(g, 1, 4) / 4.0});
    return std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        kernels::custom_collective(std::move(steps)),
        Topology::lanes({{Permutation::shift(5, 1), 2}}), 2, solvers::measures::lanes_flow));
}

/// Costs of few values, so that walks tie; some steps out of reach of a state, none of the base if
/// `base_works`.
UniformWalks draw_walks(Generator& g, int steps, int states, bool base_works) {
    const auto structure = draw_steps(g, steps);
    std::vector<Topology> topologies{structure->base};
    for (int j = 1; j < states; ++j)
        topologies.push_back(Topology::lanes({{Permutation::shift(5, 2), j}}));
    UniformWalks walks{{structure, topologies, 1, false, kernels::state_bits, {}}, 0, {}};
    walks.decisions.n_bases = topologies.size();
    walks.decisions.rules.restore = draw(g, 0, 1) == 0;
    walks.volume = structure->costs.volume;
    walks.choices.resize(static_cast<std::size_t>(steps));
    for (int i = 0; i < steps; ++i)
        for (int j = 0; j < states; ++j) {
            const bool out = (j > 0 || !base_works) && draw(g, 0, 5) == 0;
            const double stretch = draw(g, 2, 8) / 2.0;
            if (!out)
                walks.choices[i].push_back({static_cast<std::uint32_t>(j), true,
                                            static_cast<double>(draw(g, 1, 4)),
                                            structure->costs.share[i] * (stretch - 1)});
        }
    return walks;
}

/// Some states may only be kept, or not even that.
void restrict_choices(Generator& g, UniformWalks& walks) {
    const bool may_keep = draw(g, 0, 1) == 0;
    for (auto& choices : walks.choices) {
        for (auto& choice : choices) choice.may_enter = draw(g, 0, 1) == 0;
        if (!may_keep) std::erase_if(choices, [](const auto& choice) { return !choice.may_enter; });
    }
}

struct Least {
    double time = infinity;
    int changes = 0;
    std::vector<std::size_t> states;
};

/// All walks, in the order of their states: the first of those with fewest changes.
void visit(const UniformWalks& walks, const kernels::Parameters& p, std::vector<std::size_t>& way,
           double time, int changes, Least& least) {
    const std::size_t i = way.size();
    if (i == walks.steps()) {
        if (walks.decisions.rules.restore && !way.empty() && way.back() != 0) {
            time += p.reconfiguration_delay;
            ++changes;
        }
        const bool tied = std::abs(time - least.time) <= 1e-12 * time;
        if (tied ? changes < least.changes : time < least.time) least = {time, changes, way};
        return;
    }
    const std::size_t before = way.empty() ? 0 : way.back();
    for (const auto& choice : walks.choices[i]) {
        const std::size_t j = choice.state;
        if (j != before && !choice.may_enter) continue;
        const double step =
            p.per_step_latency + p.per_hop_latency * choice.hops +
            p.message_time() * (walks.decisions.structure->costs.share[i] + choice.congestion);
        way.push_back(j);
        visit(walks, p, way, time + step + (j != before) * p.reconfiguration_delay,
              changes + (j != before), least);
        way.pop_back();
    }
}

Least least_of(const UniformWalks& walks, const kernels::Parameters& p) {
    Least least;
    std::vector<std::size_t> way;
    visit(walks, p, way, 0, 0, least);
    return least;
}

kernels::Parameters draw_point(Generator& g) {
    auto p = draw_parameters(g);
    p.port_delay = p.compute_time = 0;
    // Whole numbers of the same unit, so that ties are many.
    if (draw(g, 0, 1) == 0)
        p = {1e-6, draw(g, 0, 2) * 1e-6, draw(g, 0, 4) * 1e5, 1e11, draw(g, 0, 6) * 1e-6};
    return p;
}

bool is(const solvers::ResultRow& row, solvers::Status status) {
    return row.status[0] == status;
}

/// Of equal walks the program takes any.
void check_program(const solvers::PreparedScheduler& plan, const Least& least,
                   const kernels::Parameters& p, const std::string& what) {
    const auto row = evaluate_at(plan, p);
    if (std::isinf(least.time)) {
        BOOST_TEST(is(row, solvers::Status::infeasible), what);
        return;
    }
    BOOST_TEST(is(row, solvers::Status::optimal), what);
    BOOST_TEST(close(row.completion[0], least.time, 1e-7),
               what << ": " << row.completion[0] << ", not " << least.time);
    BOOST_TEST(row.lower_bound[0] <= least.time * (1 + 1e-12), what);
    BOOST_TEST(row.lower_bound[0] >= least.time * (1 - 1e-6),
               what << ": bound " << row.lower_bound[0] << " of " << least.time);
}

void check(const solvers::PreparedScheduler& plan, const Least& least, const kernels::Parameters& p,
           const std::string& what) {
    const auto row = evaluate_at(plan, p);
    if (std::isinf(least.time)) {
        BOOST_TEST(is(row, solvers::Status::infeasible), what);
        return;
    }
    BOOST_TEST(close(row.completion[0], least.time, 1e-12),
               what << ": " << row.completion[0] << ", not " << least.time);
    BOOST_TEST(row.n_reconfigurations[0] == least.changes, what);
    BOOST_TEST(close(row.lower_bound[0], row.completion[0], 1e-12), what);
}

/// The states of the least walk by the recurrence for one weight, without vectors; none if there is
/// no walk.
std::vector<std::size_t> scalar_walk(const UniformWalks& walks, const kernels::WalkWeights& at) {
    struct Rest {
        double time = 0;
        int changes = 0;
        std::vector<std::size_t> states{};
    };
    const auto better = [](const Rest& a, const Rest& b) {
        return kernels::is_better(a.time, a.changes, b.time, b.changes);
    };
    std::vector<Rest> kept(walks.states());
    if (walks.decisions.rules.restore)
        for (std::size_t state = 1; state < kept.size(); ++state) kept[state] = {at.changes, 1};
    for (std::size_t i = walks.steps(); i-- > 0;) {
        Rest best{infinity};
        std::vector<Rest> taken(walks.states(), best);
        std::vector<bool> is_choice(walks.states(), false);
        for (const auto& choice : walks.choices[i]) {
            Rest& rest = taken[choice.state] = kept[choice.state];
            rest.time += at.hops * choice.hops + at.congestion * choice.congestion;
            rest.states.insert(rest.states.begin(), choice.state);
            is_choice[choice.state] = true;
            if (choice.may_enter && better(rest, best)) best = rest;
        }
        best.time += at.changes;
        ++best.changes;
        for (std::size_t state = 0; state < kept.size(); ++state)
            kept[state] = is_choice[state] && !better(best, taken[state]) ? taken[state] : best;
    }
    return std::isinf(kept[0].time) ? std::vector<std::size_t>{} : kept[0].states;
}

std::string states_of(const solvers::PreparedScheduler& plan, const kernels::Parameters& p) {
    const auto row = evaluate_at(plan, p);
    std::string text;
    for (std::size_t i = 0; i < plan.space().structure->steps(); ++i)
        text += std::to_string(kernels::state_at({row.decision.data(), plan.space().words()}, i,
                                                 plan.space().bits)) +
                " ";
    return text;
}

BOOST_AUTO_TEST_CASE(list_recurrence_and_enumeration_agree) {
    Generator g(61);
    int listed = 0, restricted = 0, impossible = 0, restored = 0;
    for (int k = 0; k < 200; ++k) {
        auto walks = draw_walks(g, draw(g, 1, 5), draw(g, 1, 4), draw(g, 0, 3) > 0);
        if (draw(g, 0, 1) == 0) {
            restrict_choices(g, walks);
            ++restricted;
        }
        const auto table = solvers::list_walks(walks, 2000);
        BOOST_TEST_REQUIRE(table.has_value());
        listed += table->size() > 1;
        restored += walks.decisions.rules.restore;
        const auto by_recurrence = solvers::optimum_by_recurrence(walks),
                   by_list = solvers::optimum_over(walks),
                   by_program = solvers::one_accounting::optimum_by_program(walks, 100'000);
        for (int point = 0; point < 5; ++point) {
            const auto p = draw_point(g);
            const auto what =
                "seed 61 instance " + std::to_string(k) + " point " + std::to_string(point);
            const auto least = least_of(walks, p);
            impossible += std::isinf(least.time);
            check(*by_recurrence, least, p, what + " by recurrence");
            check(*by_list, least, p, what + " by list");
            check_program(*by_program, least, p, what + " by program");
        }
    }
    BOOST_TEST(listed > 50);
    BOOST_TEST(restricted > 50);
    BOOST_TEST(restored > 50);
    BOOST_TEST(impossible > 0);
}

/// The vectorised sweep takes the very states of the scalar one, in every lane, ties included.
BOOST_AUTO_TEST_CASE(lanes_equal_the_scalar_recurrence) {
    Generator g(65);
    int none = 0, tied = 0;
    kernels::LayeredSweep sweep;
    for (int k = 0; k < 400; ++k) {
        auto walks = draw_walks(g, draw(g, 1, 12), draw(g, 1, 9), draw(g, 0, 3) > 0);
        if (draw(g, 0, 1) == 0) restrict_choices(g, walks);
        std::vector<kernels::WalkWeights> weights;
        for (int lane = draw(g, 1, 8); lane > 0; --lane) {
            const auto p = draw_point(g);
            weights.push_back({p.per_hop_latency, p.message_time(), p.reconfiguration_delay});
            tied += p.per_hop_latency == 0;
        }
        const bool found = sweep.solve(walks.layers(), weights);
        none += !found;
        for (std::size_t lane = 0; lane < weights.size(); ++lane) {
            const auto expected = scalar_walk(walks, weights[lane]);
            BOOST_TEST(found == !expected.empty(), "seed 65 instance " << k);
            if (found) BOOST_TEST((sweep.walk(lane) == expected), "seed 65 instance " << k);
        }
    }
    BOOST_TEST(none > 0);
    BOOST_TEST(tied > 50);
}

/// Among walks of the same time and changes both name the one with the first state.
BOOST_AUTO_TEST_CASE(ties_go_to_the_first_states) {
    Generator g(62);
    for (int k = 0; k < 200; ++k) {
        auto walks = draw_walks(g, draw(g, 1, 5), draw(g, 2, 4), true);
        for (auto& choices : walks.choices)
            for (auto& choice : choices) choice.congestion = 0;
        // Hops, changes and nothing else: every walk of the same time has the same parts.
        const kernels::Parameters p{0, 1e-6, 0, 1e11, 2.5e-6};
        const auto least = least_of(walks, p);
        std::string expected;
        for (const auto state : least.states) expected += std::to_string(state) + " ";
        const auto what = "seed 62 instance " + std::to_string(k) + ", expected " + expected;
        const auto by_recurrence = states_of(*solvers::optimum_by_recurrence(walks), p),
                   by_list = states_of(*solvers::optimum_over(walks), p);
        BOOST_TEST(by_recurrence == expected, what << ", not " << by_recurrence);
        BOOST_TEST(by_list == expected, what << ", not " << by_list);
    }
}

/// Longer walks, and delays that dwarf all else: 1e-7 of a delay is more than any step.
BOOST_AUTO_TEST_CASE(program_equals_the_recurrence) {
    Generator g(64);
    int apart = 0;
    for (int k = 0; k < 60; ++k) {
        const auto walks = draw_walks(g, draw(g, 6, 24), draw(g, 2, 12), true);
        const auto by_program = solvers::one_accounting::optimum_by_program(walks, 100'000),
                   by_recurrence = solvers::optimum_by_recurrence(walks);
        for (const double delay : {0.0, 2e-6, 2e-5, 20.0}) {
            const kernels::Parameters p{1e-6, 1e-6, draw(g, 0, 4) * 1e5, 1e11, delay};
            const auto expected = evaluate_at(*by_recurrence, p);
            const auto what =
                "seed 64 instance " + std::to_string(k) + ", delay " + std::to_string(delay) + " s";
            check_program(*by_program, {expected.completion[0], 0, {}}, p, what);
            apart += expected.n_reconfigurations[0] > 0;
        }
    }
    BOOST_TEST(apart > 60);
}

BOOST_AUTO_TEST_CASE(dominated_states_are_in_no_best_walk_alone) {
    Generator g(63);
    int dropped = 0;
    for (int k = 0; k < 200; ++k) {
        auto walks = draw_walks(g, draw(g, 1, 5), draw(g, 2, 4), draw(g, 0, 1) == 0);
        const auto rest = solvers::without_dominated(walks);
        dropped += rest.states() < walks.states();
        BOOST_TEST((rest.decisions.topologies[0] == walks.decisions.topologies[0]));
        for (int point = 0; point < 5; ++point) {
            const auto p = draw_point(g);
            const auto before = least_of(walks, p), after = least_of(rest, p);
            const auto what = "seed 63 instance " + std::to_string(k);
            BOOST_TEST(close(before.time, after.time, 1e-12), what);
            BOOST_TEST(before.changes == after.changes, what);
        }
    }
    BOOST_TEST(dropped > 20);
}

/// Only the schedules that are best somewhere, found by asking: the least everywhere all the same.
BOOST_AUTO_TEST_CASE(asked_for_equals_the_recurrence) {
    Generator g(20261122);
    int found = 0;
    for (int instance = 0; instance < 60; ++instance) {
        const auto walks = draw_walks(g, draw(g, 1, 14), draw(g, 1, 9), true);
        const solvers::UniformSweep sweep(walks);
        const auto table = solvers::supported_schedules(sweep, 20000);
        BOOST_TEST_REQUIRE(table.has_value(), "instance " << instance);
        const solvers::PreparedEnvelope plan(*table, walks.decisions);
        found += static_cast<int>(table->size());
        for (int point = 0; point < 40; ++point) {
            const auto magnitude = [&](int least, int most) {
                return std::pow(10.0, draw(g, 10 * least, 10 * most) / 10.0);
            };
            const double delay = draw(g, 0, 9) == 0 ? 0.0 : magnitude(-4, 4);
            const double per_hop = draw(g, 0, 9) == 0 ? 0.0 : 1.0;
            const kernels::DelayRow row{1.0, per_hop, magnitude(-4, 4), {&delay, 1}};
            solvers::ResultRow listed, recurred;
            plan.evaluate(row, listed);
            sweep.evaluate(row, recurred);
            BOOST_TEST(std::abs(listed.completion[0] - recurred.completion[0]) <=
                           1e-11 * recurred.completion[0],
                       "instance " << instance << ", delay " << delay << ", message time "
                                   << row.message_time << ", per hop " << per_hop << ": "
                                   << listed.completion[0] << " instead of "
                                   << recurred.completion[0]);
        }
    }
    BOOST_TEST(found > 200);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
