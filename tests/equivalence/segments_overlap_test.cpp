// Planes one by one over several hops (segments-overlap): the replay of its schedules, enumeration
// of all schedules on small instances, and the two schedulers that it contains.
#include <boost/test/unit_test.hpp>

#include <numeric>

#include "solvers/one_accounting/overlap/group_shares.hpp"
#include "tests/equivalence/overlap_cases.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/link_program.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(segments_overlap)

using kernels::GroupSchedule;
using kernels::Node;
using kernels::Permutation;
using kernels::PlaneGroup;
using solvers::Problem;
using solvers::Status;

/// The time of a schedule by hand: nothing of the replay is used but its rules.
double time_by_hand(const Instance& one, const GroupSchedule& schedule,
                    const kernels::FlowOracle& measure) {
    auto held = one.start();
    std::vector<double> free(held.size(), 0);
    double barrier = 0;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        double end = barrier, sent = 0;
        for (const auto& group : schedule.steps[i]) {
            std::vector<kernels::Lanes> lanes;
            double begin = barrier;
            for (std::size_t j = 0; j < group.planes.size(); ++j) {
                const auto plane = static_cast<std::size_t>(group.planes[j]);
                lanes.push_back({group.circuits[j], 1});
                if (held[plane] == group.circuits[j]) continue;
                begin = std::max(begin, free[plane] + one.p.reconfiguration_delay);
                held[plane] = group.circuits[j];
            }
            const auto flow =
                measure(kernels::Topology::lanes(lanes), one.structure->collective.steps[i].peer);
            const double share = double(group.planes.size()) / double(held.size());
            const double stop = begin + one.p.per_step_latency + one.p.per_hop_latency * flow.hops +
                                group.bytes / one.p.bandwidth * flow.stretch() / share;
            for (const int plane : group.planes) free[static_cast<std::size_t>(plane)] = stop;
            end = std::max(end, stop);
            sent += group.bytes;
        }
        BOOST_TEST(close(sent, one.structure->collective.steps[i].share * one.p.message, 1e-9));
        barrier = end;
    }
    return barrier;
}

kernels::StepFlow by_program(const kernels::Topology& topology, const kernels::Demand& demand) {
    const auto value = link_program(topology, demand);
    return {value.theta_low, value.hops};
}

BOOST_AUTO_TEST_CASE(never_worse_than_segments_and_swot) {
    Generator g(20261122);
    int better = 0, proven = 0;
    double best = 1;
    for (int i = 0; i < trials(150, 300); ++i) {
        const auto one = draw_instance(g, {4, 8, 9, 16}, {1, 2, 4});
        if (solvers::why_not_applicable(
                *solvers::find_scheduler("segments-overlap", solvers::common_scheduler_table()),
                *one.structure))
            continue;
        const auto both = solved("segments-overlap", one);
        const double other =
            std::min(solved("segments", one).completion[0], solved("swot", one).completion[0]);
        const double value = both.completion[0];
        const std::string where = "seed 20261122 instance " + std::to_string(i) + " " + one.text;
        BOOST_TEST(value <= other * (1 + 1e-12), where << ": " << value << " > " << other);
        BOOST_TEST(both.lower_bound[0] <= value, where);
        BOOST_TEST((both.status[0] != Status::optimal || both.lower_bound[0] == value), where);
        const auto line = one.replayed(schedule_of(both));
        BOOST_TEST(line.planes.violation == "", where);
        BOOST_TEST(close(line.planes.end(), value, 1e-12), where);
        BOOST_TEST(close(line.cost.total(), value, 1e-12), where);
        BOOST_TEST(line.planes.n_reconfigurations == both.n_reconfigurations[0], where);
        better += value < other * 0.999;
        proven += both.status[0] == Status::optimal;
        best = std::min(best, value / other);
    }
    BOOST_TEST_MESSAGE("better at " << better << ", proven " << proven << ", best ratio " << best);
    BOOST_TEST(better >= 15);
    BOOST_TEST(best < 0.9);
}

BOOST_AUTO_TEST_CASE(times_by_the_program_over_links) {
    Generator g(7);
    for (int i = 0; i < 40; ++i) {
        const auto one = draw_instance(g, {4, 8}, {2, 4});
        const auto row = solved("segments-overlap", one);
        // The lanes' rule lets some mixed circuits stand idle, so that the program may be faster.
        const double known = time_by_hand(one, schedule_of(row), one.measure());
        const double free = time_by_hand(one, schedule_of(row), by_program);
        BOOST_TEST(close(known, row.completion[0], 1e-9), "seed 7 instance " << i << one.text);
        BOOST_TEST(free <= row.completion[0] * (1 + 1e-7), "seed 7 instance " << i << one.text);
    }
}

/// All schedules whose planes hold one of `circuits`, by depth-first search; the best of those that
/// take less than `below`.
class Enumeration {
  public:
    Enumeration(const Instance& one, std::vector<Permutation> circuits, double below)
        : one_(one), circuits_(std::move(circuits)), best_(below), measure_(one.measure()) {
        const auto& steps = one.structure->collective.steps;
        rest_.assign(steps.size() + 1, 0);
        for (std::size_t i = steps.size(); i-- > 0;)
            rest_[i] = rest_[i + 1] + one.p.per_step_latency + one.p.per_hop_latency +
                       steps[i].share * one.p.message_time();
        list_moves();
    }
    double best() {
        GroupSchedule schedule;
        descend(schedule, 0);
        return best_;
    }

  private:
    struct Move {
        std::vector<PlaneGroup> groups;
        std::vector<double> least;  ///< per step: the time of a step that waits for nothing
    };
    void list_moves() {
        const auto add = [&](std::vector<PlaneGroup> groups) {
            Move move{std::move(groups), {}};
            for (const auto& step : one_.structure->collective.steps)
                move.least.push_back(least_time(move.groups, step));
            moves_.push_back(std::move(move));
        };
        for (const auto& a : circuits_) {
            for (const int plane : {0, 1}) add({{{plane}, {a}, 0}});
            for (const auto& b : circuits_) {
                add({{{0, 1}, {a, b}, 0}});
                add({{{0}, {a}, 0}, {{1}, {b}, 0}});
            }
        }
    }
    double least_time(const std::vector<PlaneGroup>& groups, const kernels::Step& step) const {
        double rate = 0, latency = HUGE_VAL;
        for (const auto& group : groups) {
            const auto flow = kernels::flow_of_group(group.circuits, step, 2, measure_);
            if (!flow.reachable()) return HUGE_VAL;
            rate += flow.theta;
            latency =
                std::min(latency, one_.p.per_step_latency + one_.p.per_hop_latency * flow.hops);
        }
        return latency + step.share * one_.p.message_time() / rate;
    }
    void descend(GroupSchedule& schedule, double before) {
        const std::size_t i = schedule.steps.size();
        const auto& steps = one_.structure->collective.steps;
        if (i == steps.size()) return offer(schedule);
        for (const auto& move : moves_) {
            if (!(before + move.least[i] + rest_[i + 1] < best_)) continue;
            schedule.steps.push_back(move.groups);
            for (auto& group : schedule.steps.back())
                group.bytes = steps[i].share * one_.p.message / double(move.groups.size());
            descend(schedule, before + move.least[i]);
            schedule.steps.pop_back();
        }
    }
    void offer(const GroupSchedule& schedule) {
        const auto& collective = one_.structure->collective;
        const auto shared = solvers::one_accounting::with_best_shares(collective, one_.start(),
                                                                      schedule, one_.p, measure_);
        const auto line = kernels::replay_groups(collective, problem_, shared);
        BOOST_TEST_REQUIRE(line.planes.violation == "", one_.text);
        best_ = std::min(best_, line.planes.end());
    }

    const Instance& one_;
    std::vector<Permutation> circuits_;
    double best_;
    kernels::FlowOracle measure_;
    kernels::GroupProblem problem_ = one_.problem();
    std::vector<double> rest_;
    std::vector<Move> moves_;
};

void add_circuits(std::vector<Permutation>& all, const Permutation& one) {
    if (!one.is_identity() && std::find(all.begin(), all.end(), one) == all.end())
        all.push_back(one);
}

/// Three steps on two planes: no schedule is better than the best of all, and few are far from it.
BOOST_AUTO_TEST_CASE(against_all_schedules) {
    Generator g(31);
    int equal = 0, seen = 0;
    double worst = 1;
    for (int i = 0; i < 80; ++i) {
        const auto one = draw_instance(g, {4, 8}, {2});
        if (one.structure->steps() > 3) continue;
        const auto row = solved("segments-overlap", one);
        std::vector<Permutation> circuits;
        for (const auto& circuit : one.start()) add_circuits(circuits, circuit);
        for (const auto& step : one.structure->collective.steps) add_circuits(circuits, step.peer);
        for (const auto& step : schedule_of(row).steps)
            for (const auto& group : step)
                for (const auto& circuit : group.circuits) add_circuits(circuits, circuit);
        const double value = row.completion[0];
        const double best = Enumeration(one, circuits, value * (1 + 1e-6)).best();
        const std::string where = "seed 31 instance " + std::to_string(i) + " " + one.text;
        // Some schedule of the model attains it, and none of them undercuts the bound.
        BOOST_TEST(best <= value * (1 + 2e-7), where << ": " << value << ", all: " << best);
        BOOST_TEST(best >= row.lower_bound[0] * (1 - 1e-7), where);
        if (value > best * (1 + 1e-6))
            BOOST_TEST_MESSAGE(where << ": " << value << ", all: " << best);
        equal += value <= best * (1 + 1e-6);
        worst = std::max(worst, value / best);
        ++seen;
    }
    BOOST_TEST_MESSAGE(equal << " of " << seen << " are best, worst " << worst);
    BOOST_TEST(seen >= 12);
    BOOST_TEST(equal * 10 >= seen * 8);
    BOOST_TEST(worst < 1.05);
}

BOOST_AUTO_TEST_CASE(the_replay_refuses_what_breaks_the_rules) {
    const auto one =
        instance_of("alltoall/shift", 4, "ring-uni", 2, {1, 0.1, 3, seconds_in_bandwidth, 5});
    const auto shift = [](Node by) { return Permutation::shift(4, by); };
    const double bytes = one.structure->collective.steps[0].share * one.p.message;
    const auto violation = [&](const GroupSchedule& schedule) {
        return one.replayed(schedule).planes.violation;
    };
    GroupSchedule base;
    for (int i = 0; i < 3; ++i) base.steps.push_back({{{0, 1}, {shift(1), shift(1)}, bytes}});
    BOOST_TEST(violation(base) == "");
    auto broken = base;
    broken.steps.pop_back();
    BOOST_TEST(violation(broken) == "the schedule has 2 steps, the collective 3");
    broken = base;
    broken.steps[1][0].planes[1] = 0;
    BOOST_TEST(violation(broken) == "step 1: plane 0 is used twice");
    broken = base;
    broken.steps[1][0].planes[1] = 2;
    BOOST_TEST(violation(broken) == "step 1: plane 2 is not one of 2");
    broken = base;
    broken.steps[2][0].bytes *= 0.5;
    BOOST_TEST(violation(broken).starts_with("step 2: "));
    broken = base;
    broken.steps[0][0].circuits = {shift(2), shift(2)};
    BOOST_TEST(violation(broken) == "step 0: a group does not connect its pairs");
    broken = base;
    broken.steps[0].clear();
    BOOST_TEST(violation(broken).starts_with("step 0: 0.0"));
}

/// Two planes on a ring: while one is changed, the other carries a step over two hops.
BOOST_AUTO_TEST_CASE(a_plane_is_changed_while_the_other_sends) {
    const auto one =
        instance_of("alltoall/shift", 4, "ring-uni", 2, {1, 0, 4, seconds_in_bandwidth, 4});
    const auto shift = [](Node by) { return Permutation::shift(4, by); };
    // Steps of 1 s at full bandwidth. Plane 1 is changed to shift 3 from 0 to 4 s, while plane 0
    // sends step 0 (latency 1 s + 1 s at half rate) and step 1 over two hops (1 s + 4 s).
    const GroupSchedule schedule{
        {{{{0}, {shift(1)}, 1}}, {{{0}, {shift(1)}, 1}}, {{{1}, {shift(3)}, 1}}}};
    const auto line = one.replayed(schedule);
    BOOST_TEST(line.planes.violation == "");
    BOOST_TEST(line.planes.step_ends[0] == 3);
    BOOST_TEST(line.planes.step_ends[1] == 8);
    BOOST_TEST(line.planes.step_ends[2] == 11);
    BOOST_TEST(line.planes.n_reconfigurations == 1);
    BOOST_TEST(line.cost.startup == 3);
    BOOST_TEST(line.cost.transmission == 3);
    BOOST_TEST(close(line.cost.total(), 11, 1e-12));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
