// Steps to several peers where topologies stand, are counted by ports or come from a pool: every
// sequence of topologies is tried, flows come from the program over links, and schedules are
// replayed. Steps of more peers than ports are cut.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/cost/timeline.hpp"
#include "kernels/topologies/circuits.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/registry/registry.hpp"
#include "tests/contract/state_oracles.hpp"
#include "tests/equivalence/union_oracles.hpp"
#include "tests/support/link_program.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(standing_unions)

using solvers::Problem;
using solvers::Status;
using Subject = std::shared_ptr<const Problem>;

/// Random steps of up to three peers, a third of them with bytes of their own; some occur twice.
Subject draw_problem(Generator& g, Node ports, int most_peers, bool pooled) {
    const auto n = static_cast<Node>(draw(g, 4, 6));
    std::vector<Step> known;
    for (int k = draw(g, 2, 3); k > 0; --k) {
        auto step = draw_union(g, n, most_peers);
        std::vector<double> bytes{1e5};
        for (std::size_t c = 0; c < step.other_peers.size(); ++c)
            bytes.push_back(draw(g, 0, 2) ? 1e5 : draw(g, 1, 8) * 1e5);
        kernels::set_bytes(step, bytes);
        known.push_back(kernels::merged(step));
    }
    std::vector<Step> steps;
    for (int k = draw(g, 2, 4); k > 0; --k) {
        steps.push_back(known[draw(g, 0, static_cast<int>(known.size()) - 1)]);
        steps.back().share *= draw(g, 1, 3);
    }
    auto collective = kernels::custom_collective(std::move(steps));
    collective.ports = ports;
    solvers::Pool pool;
    if (pooled) pool.others.push_back(Topology::ring(n, LinkBandwidth::split));
    if (pooled && draw(g, 0, 1)) pool.switching.price = solvers::Switching::Price::by_links;
    return std::make_shared<const Problem>(
        solvers::make_problem(std::move(collective), draw_ring(g, n), std::move(pool)));
}

std::string text_of(const Problem& s, int instance) {
    std::string text = "instance " + std::to_string(instance) + " on " + s.base.describe() + ":";
    for (const auto& step : s.collective.steps) {
        text += " [" + step.describe_peers();
        for (const double weight : step.weights) text += " " + std::to_string(weight);
        text += " x " + std::to_string(step.share) + "]";
    }
    return text;
}

/// The step's own circuits as the rules say: a port each, then by bytes; equal ones evenly.
Topology own_of(const Step& step, Node ports) {
    return kernels::round_circuits(kernels::rounds_of(step, ports).front(), ports);
}

/// Circuits made for the step carry each permutation directly, other topologies by any routes.
double step_time(const Topology& topology, const Step& step, Node ports,
                 const kernels::Parameters& p) {
    if (step.demand().is_idle()) return p.per_step_latency;
    const auto flow = link_program(topology, step.demand());
    if (flow.hops < 0) return std::numeric_limits<double>::infinity();
    const auto own = own_of(step, ports);
    double theta = flow.theta_low;
    if (!step.weights.empty() && kernels::same_circuits(topology, own)) {
        const auto lanes = kernels::lanes_by_bytes(step.weights, ports);
        theta = HUGE_VAL;
        for (std::size_t c = 0; c < lanes.size(); ++c)
            theta = std::min(theta, lanes[c] / (step.weights[c] * ports));
    }
    theta = std::min(theta, 1 / step.width());
    return p.per_step_latency + p.per_hop_latency * flow.hops +
           step.share * p.message_time() / theta;
}

std::vector<Topology> states_of(const Problem& s, Node ports) {
    std::vector<Topology> states{s.base};
    for (const auto& step : s.collective.steps) {
        if (step.demand().is_idle()) continue;
        const auto own = own_of(step, ports);
        if (std::ranges::none_of(
                states, [&](const Topology& known) { return kernels::same_circuits(known, own); }))
            states.push_back(own);
    }
    return states;
}

/// Rounding of bytes to sixteenths costs a flow over other circuits at most this.
constexpr double rounding = 0.0701;

solvers::ResultRow answer(const char* name, const Subject& s, const kernels::Parameters& p,
                          const std::string& where) {
    const auto plan = solvers::prepare(*solvers::find_scheduler(name), s, {});
    solvers::ResultRow r;
    r.want_decisions = true;
    plan->evaluate(kernels::row_at(p), r);
    const auto [collective, schedule] = plan->space().decode(r.decision);
    const auto line =
        kernels::replay(schedule, collective, p, plan->space().oracle(), plan->space().rules);
    BOOST_TEST(line.violation == "", where << " " << name << ": " << line.violation);
    BOOST_TEST(close(line.end(), r.completion[0], 1e-9),
               where << " " << name << ": replayed " << line.end() << ", " << r.completion[0]);
    BOOST_TEST(line.n_reconfigurations == r.n_reconfigurations[0], where << " " << name);
    BOOST_TEST(r.lower_bound[0] <= r.completion[0] * (1 + 1e-12), where << " " << name);
    return r;
}

void check_least(const solvers::ResultRow& r, double least, const std::string& where) {
    if (r.status[0] == Status::optimal) {
        BOOST_TEST(close(r.completion[0], least, 1e-8),
                   where << ": " << r.completion[0] << ", enumerated " << least);
        return;
    }
    BOOST_TEST(r.completion[0] >= least * (1 - 1e-8), where);
    BOOST_TEST(r.completion[0] <= least * (1 + rounding), where);
    BOOST_TEST(r.lower_bound[0] <= least * (1 + 1e-8), where);
}

BOOST_AUTO_TEST_CASE(reuse_equals_the_enumeration_of_all_topologies) {
    Generator g(2411);
    int unions = 0, uneven = 0;
    for (int instance = 0; instance < 150; ++instance) {
        const Node ports = draw(g, 3, 4);
        const auto s = draw_problem(g, ports, 3, false);
        const auto p = draw_balanced(g);
        const auto where = "seed 2411 " + text_of(*s, instance);
        const auto states = states_of(*s, ports);
        WalkProblem walks;
        for (const auto& step : s->collective.steps) {
            unions += !step.other_peers.empty();
            uneven += !step.weights.empty();
            auto& times = walks.time.emplace_back();
            for (const auto& topology : states)
                times.push_back(step_time(topology, step, ports, p));
        }
        walks.charge = [&](std::size_t, std::size_t from, std::size_t to) {
            return Charged{from == to ? 0 : p.reconfiguration_delay, from != to};
        };
        check_least(answer("addanki-reuse", s, p, where), enumerate_walks(walks).cost, where);
        answer("every-step-reuse", s, p, where);
        answer("addanki", s, p, where);
        answer("every-step", s, p, where);
    }
    BOOST_TEST(unions > 150);
    BOOST_TEST(uneven > 60);
}

/// Targets of a node's ports, as often as it has ports there.
std::multiset<Node> targets(const Topology& topology, Node node, Node ports, bool is_base) {
    std::multiset<Node> all;
    std::size_t out = 0;
    for (const auto& link : topology.links()) out += link.from == node;
    for (const auto& link : topology.links()) {
        if (link.from != node) continue;
        const double count = topology.kind() == Topology::Kind::matching ? ports
                             : is_base ? std::max<double>(1, ports / static_cast<Node>(out))
                                       : link.capacity * ports;
        for (int k = 0; k < std::lround(count); ++k) all.insert(link.to);
    }
    return all;
}

BOOST_AUTO_TEST_CASE(ports_and_pools_equal_the_enumeration) {
    Generator g(2412);
    for (int instance = 0; instance < 120; ++instance) {
        const Node ports = draw(g, 3, 4);
        const bool pooled = instance % 2 == 1;
        const auto s = draw_problem(g, ports, 3, pooled);
        auto p = draw_balanced(g);
        p.port_delay = pooled ? 0 : draw(g, 0, 4) * 1e-7;
        const auto where = "seed 2412 " + text_of(*s, instance);
        auto bases = s->bases();
        const auto topology = [&](std::size_t step, std::size_t state) {
            return state < bases.size() ? bases[state] : own_of(s->collective.steps[step], ports);
        };
        WalkProblem walks;
        for (const auto& step : s->collective.steps) {
            auto& times = walks.time.emplace_back();
            for (std::size_t state = 0; state <= bases.size(); ++state)
                times.push_back(state < bases.size()
                                    ? step_time(bases[state], step, ports, p)
                                    : p.per_step_latency +
                                          p.per_hop_latency * !step.demand().is_idle() +
                                          step.share * step.width() * p.message_time() *
                                              kernels::matched_step(step, ports).stretch);
        }
        const bool by_links = s->pool.switching.price == solvers::Switching::Price::by_links;
        const bool unions = s->collective.union_ports() > 0;
        walks.charge = [&](std::size_t step, std::size_t from, std::size_t to) {
            const auto wanted = topology(step, to);
            const auto standing = topology(step == 0 ? 0 : step - 1, from);
            if (pooled && !by_links) {
                const bool pays = from != to || to == bases.size();
                return Charged{pays ? p.reconfiguration_delay : 0, pays};
            }
            if (pooled) {
                const double share = kernels::new_link_share(standing, wanted);
                return Charged{share * p.reconfiguration_delay, share > 0};
            }
            std::int64_t changed = 0;
            for (Node j = 0; j < s->collective.n; ++j) {
                const Node own = unions ? ports : std::max<Node>(1, s->base.degree());
                const auto before = targets(standing, j, own, from == 0);
                auto rest = targets(wanted, j, own, to == 0);
                for (const Node at : before)
                    if (const auto same = rest.find(at); same != rest.end()) rest.erase(same);
                changed += static_cast<std::int64_t>(rest.size());
            }
            return Charged{changed == 0 ? 0
                                        : p.reconfiguration_delay +
                                              static_cast<double>(changed) * p.port_delay,
                           changed > 0};
        };
        const auto least = enumerate_walks(walks).cost;
        check_least(answer(pooled ? "addanki-pool" : "addanki-ports", s, p, where), least, where);
        if (pooled && !by_links)
            check_least(answer("addanki-best-pool", s, p, where), least, where);
    }
}

BOOST_AUTO_TEST_CASE(more_peers_than_ports_are_several_steps) {
    Generator g(2413);
    int cut = 0;
    for (int instance = 0; instance < 60; ++instance) {
        const auto s = draw_problem(g, 2, 4, false);
        const auto p = draw_balanced(g);
        const auto where = "seed 2413 " + text_of(*s, instance);
        const auto r = answer("addanki-reuse", s, p, where);
        if (!s->costs.has_rounds()) continue;
        ++cut;
        BOOST_TEST(
            (r.status[0] == Status::feasible || close(r.lower_bound[0], r.completion[0], 1e-9)),
            where);
        auto parts = kernels::in_rounds(s->collective, 2);
        BOOST_TEST(r.more_steps_of(0) == static_cast<std::int32_t>(parts.steps.size() - s->steps()),
                   where);
        const auto whole = std::make_shared<const Problem>(solvers::make_problem(parts, s->base));
        const auto same = answer("addanki-reuse", whole, p, where);
        BOOST_TEST(close(same.completion[0], r.completion[0], 1e-12), where);
        BOOST_TEST(r.lower_bound[0] <= same.completion[0] * (1 + 1e-12), where);
    }
    BOOST_TEST(cut > 30);
}

BOOST_AUTO_TEST_CASE(by_hand) {
    // 8 nodes, 2 ports of 1 B/s: {+1, +2} of 2 B and 1 B, then +1 of 1 B, then {+1, +2} again. On
    // the ring the union takes 2 + 2 = 4 s, +1 takes 1 s. Circuits {+1, +2}: b/2 each, 4 s; +1 on
    // them: at least 2 s. A delay of a tenth: never worth it.
    Step both{Permutation::shift(8, 1), 2, {Permutation::shift(8, 2)}};
    both.weights = {1, 0.5};
    const auto s = std::make_shared<const Problem>(solvers::make_problem(
        kernels::custom_collective({both, {Permutation::shift(8, 1), 1}, both}),
        Topology::ring_uni(8)));
    const kernels::Parameters p{0, 0, 1, 1, 0.1};
    const auto r = answer("addanki-reuse", s, p, "by hand");
    BOOST_TEST(close(r.completion[0], 9, 1e-12), r.completion[0]);
    BOOST_TEST(r.n_reconfigurations[0] == 0);
    // On a ring backwards the union takes 7 * 2 + 6 s. On circuits +1 it takes 2 + 2 s as on its
    // own, and the step between 1 s instead of 2.
    const auto back = std::make_shared<const Problem>(
        solvers::make_problem(s->collective, Topology::circulant(8, {7}, LinkBandwidth::full)));
    const auto kept = answer("addanki-reuse", back, {0, 0, 1, 1, 2}, "by hand, backwards");
    BOOST_TEST(kept.n_reconfigurations[0] == 1);
    BOOST_TEST(close(kept.completion[0], 2 + 4 + 1 + 4, 1e-9), kept.completion[0]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
