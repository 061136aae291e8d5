// Steps to several peers on a node's lanes (rules = common): single topologies against every
// allotment of the lanes, planes one by one against the program and SWOT's own rules, and what
// merging, cutting and the rules of Addanki make of the same steps.
#include <boost/test/unit_test.hpp>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "solvers/registry/registry.hpp"
#include "solvers/swot/problem/baselines.hpp"
#include "solvers/swot/swot.hpp"
#include "solvers/swot/swot_milp.hpp"
#include "tests/contract/common_draws.hpp"
#include "tests/support/campaign.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(common_unions)

using kernels::Permutation;
using kernels::Step;
using kernels::Topology;
using solvers::Reason;
using solvers::Status;

constexpr double programs = 5e-6;

struct Limits {
    Node lanes;
    int steps, labels;
};

std::vector<Step> draw_steps(Generator& g, Node n, const Limits& limits) {
    std::vector<Step> steps;
    for (int i = 0; i < limits.steps; ++i) {
        std::vector<Node> shifts(static_cast<std::size_t>(limits.labels));
        std::iota(shifts.begin(), shifts.end(), Node{1});
        std::shuffle(shifts.begin(), shifts.end(), g);
        const int peers = draw(g, 1, std::min<int>(limits.lanes, limits.labels));
        Step step{Permutation::shift(n, shifts[0]), 0};
        std::vector<double> bytes{draw(g, 1, 30) * 1e4};
        for (int c = 1; c < peers; ++c) {
            step.other_peers.push_back(Permutation::shift(n, shifts[c]));
            bytes.push_back(draw(g, 1, 30) * 1e4);
        }
        kernels::set_bytes(step, bytes);
        steps.push_back(std::move(step));
    }
    return steps;
}

Subject on_lanes(std::vector<Step> steps, Node k, const char* base = "ring-uni") {
    const Node n = steps[0].peer.size();
    return std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        kernels::in_rounds(kernels::custom_collective(std::move(steps)), k),
        *solvers::one_accounting::base_topology(base, n, k), k, measures::lanes_flow));
}

std::string text_of(const solvers::Problem& s, int instance) {
    std::string text = "instance " + std::to_string(instance) + " on " + std::to_string(s.lanes) +
                       " lanes, " + s.base.describe() + ":";
    for (const auto& step : s.collective.steps) {
        text += " [" + step.describe_peers();
        for (std::size_t c = 0; c < step.demand().size(); ++c)
            text += " " + std::to_string(step.share * step.weight(c));
        text += "]";
    }
    return text;
}

kernels::Parameters draw_point(Generator& g) {
    const double latencies[] = {0, 2e-6}, delays[] = {1e-6, 1e-5, 4e-5};
    return {latencies[draw(g, 0, 1)], latencies[draw(g, 0, 1)] / 2, 1, 1e11, delays[draw(g, 0, 2)]};
}

/// What planes make of it: the lanes of the base, one by one.
kernels::PlaneProblem planes_of(const solvers::Problem& s, const kernels::Parameters& p) {
    kernels::PlaneProblem planes;
    planes.steps = kernels::plane_steps(s.collective, 1);
    planes.planes = kernels::alike_planes(s.lanes, p.bandwidth / s.lanes, p.reconfiguration_delay);
    planes.base_latency = p.per_step_latency + p.per_hop_latency;
    planes.initial = kernels::InitialPlanes::individual;
    for (const auto& circuits : kernels::circuits_of_planes(s.base, s.lanes))
        planes.held.push_back(kernels::configuration_of(circuits, s.collective, planes.steps));
    return planes;
}

/// Allotments of k lanes to permutations, none left out.
void allot(std::size_t count, Node k, std::vector<Node>& own, std::vector<std::vector<Node>>& all) {
    if (own.size() + 1 == count) {
        own.push_back(k);
        all.push_back(own);
        own.pop_back();
        return;
    }
    for (Node lanes = 0; lanes <= k; ++lanes) {
        own.push_back(lanes);
        allot(count, k - lanes, own, all);
        own.pop_back();
    }
}

/// The least time over every sequence of allotments, where a step uses its own circuits alone.
double enumerated(const solvers::Problem& s, const kernels::Parameters& p) {
    std::vector<Permutation> known;
    for (const auto& step : s.collective.steps)
        for (std::size_t c = 0; c < step.demand().size(); ++c)
            if (std::ranges::find(known, step.demand()[c]) == known.end())
                known.push_back(step.demand()[c]);
    if (std::ranges::find(known, Permutation::shift(s.collective.n, 1)) == known.end())
        known.push_back(Permutation::shift(s.collective.n, 1));
    std::vector<std::vector<Node>> all;
    std::vector<Node> own;
    allot(known.size(), s.lanes, own, all);
    std::vector<double> time;
    for (const auto& lanes : all) {
        bool is_base = true;
        for (std::size_t c = 0; c < known.size(); ++c)
            is_base = is_base && (known[c].as_shift() == 1 || lanes[c] == 0);
        time.push_back(is_base ? 0 : p.reconfiguration_delay);
    }
    double least = 0;
    for (std::size_t i = 0; i < s.steps(); ++i) {
        const auto& step = s.collective.steps[i];
        const double before = i == 0 ? HUGE_VAL : least + p.reconfiguration_delay;
        least = HUGE_VAL;
        for (std::size_t a = 0; a < all.size(); ++a) {
            double slowest = 0;
            for (std::size_t c = 0; c < step.demand().size(); ++c) {
                const auto at = std::ranges::find(known, step.demand()[c]) - known.begin();
                slowest = std::max(slowest, step.share * step.weight(c) * s.lanes / all[a][at]);
            }
            time[a] = std::min(time[a], before) + p.per_step_latency + p.per_hop_latency +
                      slowest / p.bandwidth;
            least = std::min(least, time[a]);
        }
    }
    return least;
}

BOOST_AUTO_TEST_CASE(planes_equal_the_program_and_rules_of_swot) {
    Generator g(2421);
    const int instances = trials(32, 200);
    int proven = 0;
    const Limits kinds[] = {{2, 3, 3}, {3, 3, 3}, {3, 2, 4}, {4, 2, 4}};
    for (int instance = 0; instance < instances; ++instance) {
        const auto& limits = kinds[instance % 4];
        const auto s = on_lanes(draw_steps(g, 6, limits), limits.lanes,
                                limits.lanes % 2 == 0 && draw(g, 0, 1) ? "ring" : "ring-uni");
        const auto p = draw_point(g);
        const auto where = "seed 2421 " + text_of(*s, instance);
        const auto own = solved("swot", s, p);
        const auto planes = planes_of(*s, p);
        const auto solution = solvers::swot::solve(planes);
        BOOST_TEST(close(own.completion[0], solution.value, 1e-9), where);
        const auto program = solvers::swot::solve_by_program(planes, 100'000);
        BOOST_TEST(close(own.completion[0], program.value, programs), where);
        BOOST_TEST(close(solved("swot-milp", s, p).completion[0], program.value, programs), where);
        proven += own.status[0] == Status::optimal;
        const auto ideal = solved("ideal", s, p).completion[0];
        BOOST_TEST(close(ideal, solvers::swot::ideal_time(planes), 1e-9), where);
        BOOST_TEST(ideal <= own.completion[0] * (1 + programs), where);
        const auto both = solved("segments-overlap", s, p), one = solved("segments", s, p);
        BOOST_TEST(
            both.completion[0] <= std::min(own.completion[0], one.completion[0]) * (1 + 1e-9),
            where);
        BOOST_TEST(
            both.lower_bound[0] <= std::min(own.completion[0], one.completion[0]) * (1 + 1e-9),
            where);
        auto schedule = own.plane_plans[0].schedule;  // in seconds of all planes
        for (auto& step : schedule.steps)
            for (auto& group : step) group.bytes *= p.bandwidth;
        const auto line =
            kernels::replay_groups(s->collective, kernels::group_problem(s->collective, planes),
                                   schedule)
                .planes;
        BOOST_TEST(line.violation == "", where << ": " << line.violation);
        BOOST_TEST(close(line.end(), own.completion[0], 1e-9), where);
    }
    BOOST_TEST(proven == instances);
}

BOOST_AUTO_TEST_CASE(single_topologies_equal_the_enumeration_of_all) {
    Generator g(2422);
    int equal = 0;
    for (int instance = 0; instance < 150; ++instance) {
        const Limits limits{draw(g, 2, 4), draw(g, 2, 4), 3};
        auto steps = draw_steps(g, 6, limits);
        // Single permutations may take several hops; that is not enumerated here.
        std::erase_if(steps, [](const Step& step) { return step.other_peers.empty(); });
        if (steps.empty()) continue;
        const auto s = on_lanes(steps, limits.lanes);
        const auto p = draw_point(g);
        const auto where = "seed 2422 " + text_of(*s, instance);
        const double least = enumerated(*s, p);
        for (const char* name : {"segments", "addanki-reuse", "pccl", "pccl-milp", "addanki",
                                 "addanki-milp", "threshold", "strawman", "every-step"}) {
            const auto r = solved(name, s, p);
            BOOST_TEST(r.completion[0] >= least * (1 - 1e-9), where << " " << name);
            check_replay(
                *solvers::prepare(*solvers::find_scheduler(name, solvers::common_scheduler_table()),
                                  s, {}),
                p, r, where + " " + name);
        }
        equal += close(solved("segments", s, p).completion[0], least, 1e-9);
        const auto& one_shot =
            *solvers::find_scheduler("one-shot", solvers::common_scheduler_table());
        if (solvers::why_not_applicable(one_shot, *s)) continue;
        const auto fixed = solved("one-shot", s, p);
        check_replay(*solvers::prepare(one_shot, s, {}), p, fixed, where + " one-shot");
        const auto free = kernels::starting(planes_of(*s, p), kernels::InitialPlanes::free);
        const double partition = *solvers::swot::one_shot_time(free, solvers::swot::OneShot::best);
        BOOST_TEST((close(fixed.completion[0], partition + p.reconfiguration_delay, 1e-9) ||
                    close(fixed.completion[0], partition, 1e-9)),
                   where);
        BOOST_TEST(fixed.completion[0] >= least * (1 - 1e-9), where);
    }
    BOOST_TEST(equal > 50);
}

BOOST_AUTO_TEST_CASE(common_and_addanki_agree_where_their_accountings_do) {
    Generator g(2423);
    for (int instance = 0; instance < 100; ++instance) {
        const Limits limits{4, draw(g, 1, 4), 4};
        auto steps = draw_steps(g, 6, limits);
        for (auto& step : steps) {  // 1, 2 or 4 peers divide 4 lanes: no port is idle
            if (step.other_peers.size() == 2) step.other_peers.pop_back();
            step.weights.clear();
            step.share = 1e5;
        }
        const auto common = on_lanes(steps, limits.lanes);
        auto collective = kernels::custom_collective(steps);
        collective.ports = limits.lanes;
        const auto own = std::make_shared<const solvers::Problem>(
            solvers::make_problem(collective, Topology::ring_uni(6)));
        const auto p = draw_point(g);
        const auto where = "seed 2423 " + text_of(*common, instance);
        ResultRow r;
        solvers::prepare(*solvers::find_scheduler("every-step-reuse"), own, {})
            ->evaluate(kernels::row_at(p), r);
        const auto ours = solved("every-step-reuse", common, p);
        BOOST_TEST(close(ours.completion[0], r.completion[0], 1e-9), where);
        BOOST_TEST(ours.n_reconfigurations[0] == r.n_reconfigurations[0], where);
    }
}

BOOST_AUTO_TEST_CASE(equal_permutations_merged_are_one_peer) {
    Generator g(2424);
    for (int instance = 0; instance < trials(20, 40); ++instance) {
        const Node k = draw(g, 2, 4);
        std::vector<Step> twice, once;
        for (int i = draw(g, 1, 4); i > 0; --i) {
            const auto peer = Permutation::shift(6, draw(g, 1, 5));
            const double bytes[] = {draw(g, 1, 9) * 1e4, draw(g, 1, 9) * 1e4};
            Step step{peer, 0, {peer}};
            kernels::set_bytes(step, bytes);
            twice.push_back(std::move(step));
            once.push_back({peer, bytes[0] + bytes[1]});
        }
        const auto several = on_lanes(twice, k), single = on_lanes(once, k);
        const auto p = draw_point(g);
        const auto where = "seed 2424 " + text_of(*several, instance);
        for (const auto& row : solvers::common_scheduler_table()) {
            if (solvers::why_not_applicable(row, *single)) continue;
            const std::string name(row.name);
            const auto a = solved(name.c_str(), several, p), b = solved(name.c_str(), single, p);
            BOOST_TEST(close(a.completion[0], b.completion[0], 1e-9), where << " " << name);
            BOOST_TEST(close(a.lower_bound[0], b.lower_bound[0], 1e-9), where << " " << name);
        }
    }
}

BOOST_AUTO_TEST_CASE(cut_steps_are_feasible_and_no_other_cut_beats_their_bound) {
    Generator g(2425);
    int cut = 0;
    for (int instance = 0; instance < 40; ++instance) {
        const auto steps = draw_steps(g, 6, {4, 2, 4});
        auto turned = steps;  // another cut: the peers in another order
        for (auto& step : turned) {
            if (step.other_peers.empty()) continue;
            auto demand = step.demand();
            std::vector<double> bytes;
            std::vector<Permutation> peers;
            for (std::size_t c = demand.size(); c-- > 0;) {
                bytes.push_back(step.share * step.weight(c));
                peers.push_back(demand[c]);
            }
            step = {peers[0], 0, {peers.begin() + 1, peers.end()}};
            kernels::set_bytes(step, bytes);
        }
        const auto s = on_lanes(steps, 2), other = on_lanes(turned, 2);
        const bool is_cut = s->steps() > steps.size();
        cut += is_cut;
        const auto p = draw_point(g);
        const auto where = "seed 2425 " + text_of(*s, instance);
        for (const char* name : {"swot", "swot-milp", "segments", "segments-overlap", "addanki",
                                 "every-step", "addanki-reuse", "pccl"}) {
            const auto a = solved(name, s, p), b = solved(name, other, p);
            BOOST_TEST(a.lower_bound[0] <= b.completion[0] * (1 + 1e-9), where << " " << name);
            const bool tight = close(a.lower_bound[0], a.completion[0], 1e-6);
            if (is_cut) BOOST_TEST((a.status[0] != Status::optimal || tight), where << " " << name);
        }
    }
    BOOST_TEST(cut > 15);
}

BOOST_AUTO_TEST_CASE(every_scheduler_takes_several_peers) {
    const auto both = kernels::build_collective("allgather/ring-bidirectional", 8);
    const auto s = std::make_shared<const solvers::Problem>(solvers::one_accounting::make_problem(
        both, *solvers::one_accounting::base_topology("ring", 8, 4), 4, measures::lanes_flow));
    for (const char* name : {"swot", "swot-milp", "one-shot", "strawman", "ideal", "segments",
                             "segments-overlap", "addanki", "addanki-reuse", "pccl", "pccl-milp"})
        BOOST_TEST(!solvers::why_not_applicable(
                       *solvers::find_scheduler(name, solvers::common_scheduler_table()), *s),
                   name);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
