// Plans with one mistake each: the execution must notice every one of them.
#include <map>

#include "tests/plan_cases.hpp"

namespace lightsweep::tests {
namespace {

using kernels::Exchange;
using kernels::ExecutionPlan;
using kernels::InitialPlanes;
using Random = std::mt19937;

BOOST_AUTO_TEST_SUITE(plan_mutations)

std::size_t below(Random& random, std::size_t n) {
    return random() % n;
}

template <typename Change>
void for_exchanges(ExecutionPlan& plan, std::size_t step, int plane, Change change) {
    for (auto& rank : plan.ranks)
        for (auto& exchange : rank.exchanges)
            if (exchange.step == step && exchange.plane == plane) change(exchange);
}

Exchange& any_exchange(ExecutionPlan& plan, Random& random) {
    auto& list = plan.ranks[below(random, plan.ranks.size())].exchanges;
    return list[below(random, list.size())];
}

// Every mutation says whether it found something to spoil.

/// One step's transfers on a plane go over another plane, which has other circuits then.
bool move_to_another_plane(ExecutionPlan& plan, Random& random) {
    const auto chosen = any_exchange(plan, random);
    const auto circuits_of = [&](int plane, int number) {
        const auto& track = plan.planes[plane];
        return number == 0 ? track.held : std::optional(track.setups[number - 1].circuits);
    };
    for (int other = 0; other < static_cast<int>(plan.planes.size()); ++other) {
        int number = 0;
        bool used = false;
        for (const auto& exchange : plan.ranks[0].exchanges)
            if (exchange.plane == other && exchange.step <= chosen.step)
                number = exchange.after_reconfiguration, used |= exchange.step == chosen.step;
        const bool last = number == static_cast<int>(plan.planes[other].setups.size());
        if (other == chosen.plane || used || !last ||
            circuits_of(other, number) == circuits_of(chosen.plane, chosen.after_reconfiguration))
            continue;
        for_exchanges(plan, chosen.step, chosen.plane, [&](Exchange& exchange) {
            exchange.plane = other;
            exchange.after_reconfiguration = number;
        });
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
    for (auto& rank : plan.ranks)
        for (auto& exchange : rank.exchanges)
            if (exchange.plane == static_cast<int>(plane) &&
                exchange.after_reconfiguration > static_cast<int>(dropped))
                --exchange.after_reconfiguration;
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
    auto& exchange = any_exchange(plan, random);
    return move_ranges(exchange.send, plan.buffers[exchange.part]);
}
bool wrong_receive_offset(ExecutionPlan& plan, Random& random) {
    auto& exchange = any_exchange(plan, random);
    return move_ranges(exchange.receive, plan.buffers[exchange.part]);
}

bool copy_for_reduce(ExecutionPlan& plan, Random& random) {
    auto& exchange = any_exchange(plan, random);
    exchange.reduce = !exchange.reduce;
    return exchange.receive_from >= 0;
}

bool one_byte_less(ExecutionPlan& plan, Random& random) {
    auto& exchange = any_exchange(plan, random);
    if (exchange.send.empty() || exchange.send.back().bytes == 1) return false;
    --exchange.send.back().bytes;
    return true;
}

bool drop_a_transfer(ExecutionPlan& plan, Random& random) {
    const auto chosen = any_exchange(plan, random);
    for (auto& rank : plan.ranks)
        std::erase_if(rank.exchanges, [&](const Exchange& exchange) {
            return exchange.step == chosen.step && exchange.plane == chosen.plane;
        });
    return true;
}

bool wrong_peer(ExecutionPlan& plan, Random& random) {
    if (plan.n < 3) return false;
    auto& exchange = any_exchange(plan, random);
    exchange.send_to = (exchange.send_to + 1) % plan.n;
    return true;
}

/// Only where nothing else makes the step wait: no plane of it is set up for it.
bool drop_the_wait_for_the_step_before(ExecutionPlan& plan, Random& random) {
    const auto chosen = any_exchange(plan, random);
    if (chosen.after_step < 0 || chosen.after_reconfiguration > 0) return false;
    for (auto& rank : plan.ranks)
        for (auto& exchange : rank.exchanges)
            if (exchange.step == chosen.step) exchange.after_step = -1;
    return true;
}

/// Only where the step really waits for it.
bool drop_the_wait_for_a_setup(ExecutionPlan& plan, Random& random) {
    const auto chosen = any_exchange(plan, random);
    if (chosen.after_reconfiguration == 0) return false;
    const auto& setup = plan.planes[chosen.plane].setups[chosen.after_reconfiguration - 1];
    double before = 0;
    for (const auto& exchange : plan.ranks[0].exchanges)
        if (exchange.step < chosen.step) before = std::max(before, exchange.planned_end);
    if (setup.planned_end < before + 1e-7) return false;
    for_exchanges(plan, chosen.step, chosen.plane,
                  [](Exchange& exchange) { exchange.after_reconfiguration = 0; });
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
    auto& exchange = any_exchange(plan, random);
    exchange.after_step = static_cast<std::ptrdiff_t>(exchange.step);
    return true;
}

/// Bytes that the rank still sends are overwritten.
bool receive_in_place(ExecutionPlan& plan, Random& random) {
    auto& exchange = any_exchange(plan, random);
    bool staged = false;
    for (auto& range : exchange.receive)
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
    {"drop the wait for the step before", drop_the_wait_for_the_step_before},
    {"drop the wait for a setup", drop_the_wait_for_a_setup},
    {"set up too early", set_up_too_early},
    {"wait for ever", wait_for_ever},
    {"receive in place", receive_in_place},
};

bool noticed(const ExecutionPlan& plan, const PlanCase& one) {
    if (!execute(plan, one.problem, one.collective).violation.empty()) return true;
    for (std::uint64_t seed = 0; seed < 5; ++seed)
        if (!execute(plan, one.problem, one.collective, {4.0, seed}).violation.empty()) return true;
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
    BOOST_TEST(execute(plan, one.problem, collective).violation == "");
    one.problem.initial = InitialPlanes::first;
    BOOST_TEST(execute(plan, one.problem, collective).violation ==
               "plane 1 begins with circuits that it does not hold");
    one.problem.initial = InitialPlanes::cold;
    BOOST_TEST(execute(plan, one.problem, collective).violation ==
               "plane 0 begins with circuits that it does not hold");
    one.problem.initial = InitialPlanes::individual;
    one.problem.held = {one.problem.steps[0].configuration, one.problem.steps[1].configuration};
    BOOST_TEST(execute(plan, one.problem, collective).violation == "");
    one.problem.held[1] = std::nullopt;
    BOOST_TEST(execute(plan, one.problem, collective).violation ==
               "plane 1 begins with circuits that it does not hold");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests
