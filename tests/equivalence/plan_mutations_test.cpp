// Plans with one mistake each: the execution must notice every one of them.
#include <map>

#include "tests/equivalence/plan_cases.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(plan_mutations)

using kernels::ExecutionPlan;
using kernels::InitialPlanes;
using kernels::Stream;
using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) {
    return random() % n;
}

Stream& any_stream(ExecutionPlan& plan, Random& random) {
    return plan.streams[below(random, plan.streams.size())];
}

/// A group that some stream belongs to.
std::size_t any_group(ExecutionPlan& plan, Random& random) {
    return any_stream(plan, random).group;
}

// Every mutation says whether it found something to spoil.

/// One step's streams on a plane go over another plane, which has other circuits then.
bool move_to_another_plane(ExecutionPlan& plan, Random& random) {
    const auto at = any_group(plan, random);
    auto& chosen = plan.groups[at];
    const auto circuits_of = [&](int plane, int number) {
        const auto& track = plan.planes[plane];
        return number == 0 ? track.held : std::optional(track.setups[number - 1].circuits);
    };
    for (int other = 0; other < static_cast<int>(plan.planes.size()); ++other) {
        int number = 0;
        bool used = false;
        for (const auto& group : plan.groups)
            if (group.planes[0] == other && group.step <= chosen.step)
                number = group.after_reconfiguration[0], used |= group.step == chosen.step;
        const bool last = number == static_cast<int>(plan.planes[other].setups.size());
        if (other == chosen.planes[0] || used || !last ||
            circuits_of(other, number) ==
                circuits_of(chosen.planes[0], chosen.after_reconfiguration[0]))
            continue;
        chosen.planes[0] = other;
        chosen.after_reconfiguration[0] = number;
        for (auto& stream : plan.streams)
            if (stream.group == at) stream.way[0].plane = other;
        return true;
    }
    return false;
}

bool drop_a_setup(ExecutionPlan& plan, Random& random) {
    const auto plane = below(random, plan.planes.size());
    auto& setups = plan.planes[plane].setups;
    if (setups.empty()) return false;
    const auto dropped = below(random, setups.size());
    setups.erase(setups.begin() + static_cast<std::ptrdiff_t>(dropped));
    for (auto& group : plan.groups)
        if (group.planes[0] == static_cast<int>(plane) &&
            group.after_reconfiguration[0] > static_cast<int>(dropped))
            --group.after_reconfiguration[0];
    return true;
}

bool other_circuits(ExecutionPlan& plan, Random& random) {
    auto& setups = plan.planes[below(random, plan.planes.size())].setups;
    if (setups.empty() || plan.n < 4) return false;
    auto& circuits = setups[below(random, setups.size())].circuits;
    const auto offset = static_cast<kernels::Node>(circuits.as_shift().value_or(0) + 1);
    circuits = kernels::Permutation::shift(plan.n, offset % plan.n);
    return true;
}

bool move_ranges(std::vector<kernels::ByteRange>& ranges, const kernels::BufferSizes& sizes) {
    if (ranges.empty()) return false;
    auto& range = ranges.front();
    const auto size = sizes[static_cast<std::size_t>(range.buffer)];
    if (range.offset + range.bytes < size)
        ++range.offset;
    else if (range.offset > 0)
        --range.offset;
    else
        return false;
    return true;
}
bool wrong_send_offset(ExecutionPlan& plan, Random& random) {
    auto& stream = any_stream(plan, random);
    return move_ranges(stream.send, plan.buffers[stream.part]);
}
bool wrong_receive_offset(ExecutionPlan& plan, Random& random) {
    auto& stream = any_stream(plan, random);
    return move_ranges(stream.receive, plan.buffers[stream.part]);
}

bool copy_for_reduce(ExecutionPlan& plan, Random& random) {
    auto& stream = any_stream(plan, random);
    stream.reduce = !stream.reduce;
    return true;
}

bool one_byte_less(ExecutionPlan& plan, Random& random) {
    auto& stream = any_stream(plan, random);
    if (stream.send.back().bytes == 1) return false;
    --stream.send.back().bytes;
    return true;
}

/// Of all ranks, or of one.
bool drop_a_transfer(ExecutionPlan& plan, Random& random) {
    const auto chosen = any_stream(plan, random);
    const bool all = random() % 2;
    std::erase_if(plan.streams, [&](const Stream& stream) {
        return stream.group == chosen.group && (all || stream.origin == chosen.origin);
    });
    return true;
}

bool wrong_peer(ExecutionPlan& plan, Random& random) {
    if (plan.n < 3) return false;
    auto& to = any_stream(plan, random).way.back().to;
    to = (to + 1) % plan.n;
    return true;
}

bool wrong_sender(ExecutionPlan& plan, Random& random) {
    auto& origin = any_stream(plan, random).origin;
    origin = (origin + 1) % plan.n;
    return true;
}

/// Only where nothing else makes the step wait: no plane of it is set up for it.
bool drop_the_wait_for_the_step_before(ExecutionPlan& plan, Random& random) {
    const auto chosen = plan.groups[any_group(plan, random)];
    if (chosen.after_step < 0 || chosen.after_reconfiguration[0] > 0) return false;
    for (auto& group : plan.groups)
        if (group.step == chosen.step) group.after_step = -1;
    return true;
}

/// Only where the step really waits for it.
bool drop_the_wait_for_a_setup(ExecutionPlan& plan, Random& random) {
    auto& chosen = plan.groups[any_group(plan, random)];
    const int number = chosen.after_reconfiguration[0];
    if (number == 0) return false;
    double before = 0;
    for (const auto& group : plan.groups)
        if (group.step < chosen.step) before = std::max(before, group.planned_end);
    if (plan.planes[chosen.planes[0]].setups[number - 1].planned_end < before + 1e-7) return false;
    chosen.after_reconfiguration[0] = 0;
    return true;
}

bool set_up_too_early(ExecutionPlan& plan, Random& random) {
    auto& setups = plan.planes[below(random, plan.planes.size())].setups;
    if (setups.empty()) return false;
    auto& setup = setups[below(random, setups.size())];
    if (setup.after_step < 0) return false;
    setup.after_step = -1;
    return true;
}

bool wait_for_ever(ExecutionPlan& plan, Random& random) {
    auto& group = plan.groups[any_group(plan, random)];
    group.after_step = static_cast<std::ptrdiff_t>(group.step);
    return true;
}

/// Bytes that the rank still sends are overwritten.
bool receive_in_place(ExecutionPlan& plan, Random& random) {
    bool staged = false;
    for (auto& range : any_stream(plan, random).receive)
        if (range.buffer == kernels::Buffer::scratch) {
            range.buffer = kernels::Buffer::vector;
            staged = true;
        }
    return staged;
}

struct Mutation {
    const char* name;
    bool (*spoil)(ExecutionPlan& plan, Random& random);
};
constexpr Mutation mutations[] = {
    {"move to another plane", move_to_another_plane},
    {"drop a setup", drop_a_setup},
    {"other circuits", other_circuits},
    {"wrong send offset", wrong_send_offset},
    {"wrong receive offset", wrong_receive_offset},
    {"copy for reduce", copy_for_reduce},
    {"one byte less", one_byte_less},
    {"drop a transfer", drop_a_transfer},
    {"wrong peer", wrong_peer},
    {"wrong sender", wrong_sender},
    {"drop the wait for the step before", drop_the_wait_for_the_step_before},
    {"drop the wait for a setup", drop_the_wait_for_a_setup},
    {"set up too early", set_up_too_early},
    {"wait for ever", wait_for_ever},
    {"receive in place", receive_in_place},
};

bool noticed(const ExecutionPlan& plan, const PlanCase& one) {
    if (!executed(plan, one).violation.empty()) return true;
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        if (!executed(plan, one, {4.0, seed}).violation.empty()) return true;
    return false;
}

BOOST_AUTO_TEST_CASE(every_mistake_is_noticed) {
    std::mt19937 random(3310);
    std::map<std::string, int> applied;
    const char* const names[] = {"allreduce/halving-doubling",
                                 "reduce-scatter/halving-doubling",
                                 "allgather/halving-doubling",
                                 "allreduce/recursive-doubling",
                                 "alltoall/bruck",
                                 "alltoall/shift",
                                 "allreduce/ring"};
    for (int n = 0; n < 120; ++n) {
        const auto start = static_cast<InitialPlanes>(random() % 4);
        const auto one = random_plan_case(
            random, kernels::build_collective(names[random() % 7], random() % 2 ? 4 : 8), 40000, 3,
            start);
        for (const auto& mutation : mutations) {
            auto plan = plan_of(one);
            if (!mutation.spoil(plan, random)) continue;
            ++applied[mutation.name];
            BOOST_TEST(noticed(plan, one), mutation.name << ": " << describe(one));
        }
    }
    for (const auto& mutation : mutations)
        BOOST_TEST(applied[mutation.name] >= 10, mutation.name << " " << applied[mutation.name]);
}

BOOST_AUTO_TEST_CASE(starts_are_checked) {
    const auto collective = kernels::build_collective("allreduce/halving-doubling", 4);
    PlanCase one{collective, 4000, {}, {}};
    one.problem = {kernels::plane_steps(collective, 4000), kernels::alike_planes(2, 1e9, 1e-6),
                   1e-7, InitialPlanes::free};
    for (const auto& step : one.problem.steps)  // each configuration has a plane of its own
        one.schedule.steps.push_back({{static_cast<int>(step.configuration), step.bytes}});
    const auto plan = plan_of(one);
    BOOST_TEST(executed(plan, one).violation == "");
    one.problem.initial = InitialPlanes::first;
    BOOST_TEST(executed(plan, one).violation ==
               "plane 1 begins with circuits that it does not hold");
    one.problem.initial = InitialPlanes::cold;
    BOOST_TEST(executed(plan, one).violation ==
               "plane 0 begins with circuits that it does not hold");
    one.problem.initial = InitialPlanes::individual;
    one.problem.held = {one.problem.steps[0].configuration, one.problem.steps[1].configuration};
    BOOST_TEST(executed(plan, one).violation == "");
    one.problem.held[1] = std::nullopt;
    BOOST_TEST(executed(plan, one).violation ==
               "plane 1 begins with circuits that it does not hold");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
