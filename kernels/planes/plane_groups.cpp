#include "kernels/planes/plane_groups.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/collectives/transmitters.hpp"
#include "kernels/planes/plane_run.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double tolerance = 1e-9;  // relative: shares are rounded

std::string plane_name(int plane) {
    return "plane " + std::to_string(plane);
}

/// One node on and one back in both dimensions.
std::vector<Permutation> torus_circuits(const std::vector<Node>& dims) {
    std::vector<Permutation> circuits;
    for (const auto& offset : {std::vector<std::int64_t>{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
        circuits.push_back(Permutation::translation(dims, offset));
    return circuits;
}

/// Sizes of the torus that equally many planes of four permutations form, if they do.
std::optional<std::vector<Node>> torus_of(const std::vector<Lanes>& lanes) {
    if (lanes.size() != 4) return std::nullopt;
    const Permutation::Grid* grid = nullptr;
    for (const auto& lane : lanes) {
        if (lane.count != lanes[0].count) return std::nullopt;
        if (lane.circuits.as_translation()) grid = lane.circuits.as_translation();
    }
    if (!grid || grid->dims.size() != 2) return std::nullopt;
    for (const auto& wanted : torus_circuits(grid->dims))
        if (std::ranges::none_of(lanes, [&](const Lanes& lane) { return lane.circuits == wanted; }))
            return std::nullopt;
    return grid->dims;
}

/// Which of the step's permutations these circuits are; their number if none.
std::size_t place_of(const Permutation& circuits, const Step& step) {
    const auto demand = step.demand();
    std::size_t c = 0;
    while (c < demand.size() && demand[c] != circuits) ++c;
    return c;
}

/// What is wrong with the planes of a group, or ""; marks them as used.
std::string fault_in(const PlaneGroup& group, Node n, bool is_alone, std::vector<bool>& used) {
    if (group.planes.empty() || group.circuits.size() != group.planes.size())
        return "a group needs planes, and circuits for each of them";
    for (std::size_t i = 0; i < group.planes.size(); ++i) {
        const int plane = group.planes[i];
        if (plane < 0 || static_cast<std::size_t>(plane) >= used.size())
            return plane_name(plane) + " is not one of " + std::to_string(used.size());
        if (used[plane]) return plane_name(plane) + " is used twice";
        if (group.circuits[i].size() != n)
            return plane_name(plane) + " has circuits of another number of nodes";
        if (is_alone && i > 0) return plane_name(plane) + " does not send alone";
        used[plane] = true;
    }
    if (!std::isfinite(group.bytes) || group.bytes < 0)
        return "a group carries " + std::to_string(group.bytes) + " bytes";
    return "";
}

/// What is wrong with the groups of one step, or "".
std::string fault_in(const std::vector<PlaneGroup>& groups, const Step& step,
                     const GroupProblem& problem, double bytes) {
    const bool is_alone = !problem.measure;
    if (!is_loaded(step) || (is_alone && bytes == 0))
        return groups.empty() ? "" : "nobody sends, but planes are used";
    const auto own = is_alone ? merged(step) : step;
    std::vector<bool> used(problem.planes.size(), false);
    std::vector<double> sums(is_alone ? own.demand().size() : 1, 0.0);
    for (const auto& group : groups) {
        if (auto fault = fault_in(group, step.peer.size(), is_alone, used); !fault.empty())
            return fault;
        const auto c = is_alone ? place_of(group.circuits[0], own) : 0;
        if (c == sums.size())
            return plane_name(group.planes[0]) + " does not send on the step's own circuits";
        sums[c] += group.bytes;
    }
    for (std::size_t c = 0; c < sums.size(); ++c)
        if (const double wanted = bytes * (is_alone ? own.weight(c) : 1);
            std::abs(sums[c] - wanted) > tolerance * wanted)
            return std::to_string(sums[c]) + " of " + std::to_string(wanted) + " bytes are carried";
    return "";
}

/// The run of one schedule.
struct Run {
    const Collective& collective;
    const GroupProblem& problem;
    PlaneRun<Permutation> run;
    std::vector<double> hops{};
    CostBreakdown cost{};

    /// False if its circuits do not connect the step's pairs.
    bool send(std::size_t step, const PlaneGroup& group) {
        const auto count = static_cast<double>(group.planes.size());
        const double start = run.ready(step, group.planes, group.circuits);
        const auto end =
            problem.measure ? end_together(step, group, start) : end_alone(group, start);
        if (std::isinf(end)) return false;
        run.send(step, group.planes, group.circuits, group.bytes / count, start, end);
        return true;
    }
    double end_alone(const PlaneGroup& group, double start) const {
        const auto& plane = problem.planes[group.planes[0]];
        return start + group.bytes / plane.bandwidth + problem.per_step_latency;
    }
    double end_together(std::size_t step, const PlaneGroup& group, double start) {
        const auto k = static_cast<Node>(problem.planes.size());
        const auto flow = group.routed ? *group.routed
                                       : flow_of_group(group.circuits, collective.steps[step], k,
                                                       problem.measure);
        if (!flow.reachable()) return HUGE_VAL;
        const double sending = group.bytes / (problem.bandwidth * flow.theta);
        cost.congestion += sending * static_cast<double>(group.planes.size()) / k;
        if (hops[step] == 0 || flow.hops < hops[step]) hops[step] = flow.hops;
        return start + problem.per_step_latency + problem.per_hop_latency * flow.hops + sending;
    }

    /// What is wrong with the step, or "".
    std::string run_step(std::size_t step, const std::vector<PlaneGroup>& groups) {
        const double bytes = problem.bytes[step];
        auto fault = fault_in(groups, collective.steps[step], problem, bytes);
        if (!fault.empty()) return fault;
        hops.push_back(0);
        if (!problem.computation.empty()) run.compute(problem.computation[step]);
        for (const auto& group : groups)
            if (!send(step, group)) return "a group does not connect its pairs";
        run.end_step();
        if (!problem.measure || !is_loaded(collective.steps[step])) return "";
        cost.startup += problem.per_step_latency;
        cost.propagation += problem.per_hop_latency * hops[step];
        cost.transmission +=
            collective.sharing_width(collective.steps[step]) * bytes / problem.bandwidth;
        return "";
    }
    std::string run_all(const GroupSchedule& schedule) {
        if (schedule.steps.size() != collective.steps.size())
            return "the schedule has " + std::to_string(schedule.steps.size()) +
                   " steps, the collective " + std::to_string(collective.steps.size());
        for (std::size_t i = 0; i < schedule.steps.size(); ++i)
            if (const auto fault = run_step(i, schedule.steps[i]); !fault.empty())
                return "step " + std::to_string(i) + ": " + fault;
        return "";
    }
};

/// The circuits that a schedule gives a plane in a step; null if it sits out.
const Permutation* circuits_in(const GroupSchedule& schedule, std::size_t step, int plane) {
    for (const auto& group : schedule.steps[step])
        for (std::size_t i = 0; i < group.planes.size(); ++i)
            if (group.planes[i] == plane) return &group.circuits[i];
    return nullptr;
}

std::vector<double> computations(const GroupProblem& problem, std::size_t n_steps) {
    return problem.computation.empty() ? std::vector<double>(n_steps, 0.0) : problem.computation;
}

/// G1 to G3 on the events alone. No group is faster than its planes are, up to rounding.
std::string broken_rule_of(const PlaneTimeline& line, const GroupProblem& problem,
                           const GroupSchedule& schedule) {
    return broken_rule(
        line, problem.planes, states_at_start(problem.held, problem.chooses),
        computations(problem, schedule.steps.size()),
        [&](const PlaneEvent& event) { return circuits_in(schedule, event.step, event.plane); },
        [&](const PlaneEvent& event) {
            return event.bytes / problem.planes[event.plane].bandwidth * (1 - tolerance);
        });
}

}  // namespace

bool is_loaded(const Step& step) {
    return step.share > 0 && !step.demand().is_idle();
}

std::vector<std::size_t> loaded_steps(const Collective& collective) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < collective.steps.size(); ++i)
        if (is_loaded(collective.steps[i])) found.push_back(i);
    return found;
}

std::vector<Permutation> circuits_of_planes(const Topology& topology, Node k) {
    std::vector<Permutation> circuits;
    if (topology.kind() == Topology::Kind::torus && topology.dims().size() == 2 && k % 4 == 0) {
        for (const auto& one : torus_circuits(topology.dims()))
            circuits.insert(circuits.end(), static_cast<std::size_t>(k / 4), one);
        return circuits;
    }
    if (topology.kind() == Topology::Kind::lanes)
        for (const auto& lane : topology.lane_list())
            circuits.insert(circuits.end(), static_cast<std::size_t>(lane.count), lane.circuits);
    if (circuits.size() != static_cast<std::size_t>(k))
        throw std::invalid_argument(topology.describe() + " is no topology of " +
                                    std::to_string(k) + " planes: build it with Topology::lanes");
    return circuits;
}

Topology topology_of_group(const std::vector<Permutation>& circuits) {
    std::vector<Lanes> lanes;
    for (const auto& one : circuits) lanes.push_back({one, 1});
    auto topology = Topology::lanes(std::move(lanes));
    const auto dims = torus_of(topology.lane_list());
    return dims ? Topology::torus(*dims, LinkBandwidth::split) : topology;
}

StepFlow flow_of_group(const std::vector<Permutation>& circuits, const Step& step, Node k,
                       const FlowOracle& measure) {
    auto flow = flow_of(measure, topology_of_group(circuits), step);
    const double share = static_cast<double>(circuits.size()) / k;
    flow.theta = std::min(1.0, flow.theta) * share;
    flow.theta_high = std::min(1.0, flow.theta_high) * share;
    return flow;
}

GroupProblem group_problem(const Collective& collective, const std::vector<Permutation>& start,
                           const Parameters& p, const FlowOracle& measure) {
    GroupProblem problem;
    for (const auto& step : collective.steps)
        problem.bytes.push_back(is_loaded(step) ? step.share * p.message : 0);
    problem.planes =
        alike_planes(static_cast<int>(start.size()),
                     p.bandwidth / static_cast<double>(start.size()), p.reconfiguration_delay);
    problem.bandwidth = p.bandwidth;
    problem.per_step_latency = p.per_step_latency;
    problem.per_hop_latency = p.per_hop_latency;
    problem.held.assign(start.begin(), start.end());
    problem.measure = measure;
    return problem;
}

GroupTimeline replay_groups(const Collective& collective, const GroupProblem& problem,
                            const GroupSchedule& schedule) {
    Run all{collective, problem,
            PlaneRun(std::span(problem.planes), states_at_start(problem.held, problem.chooses))};
    auto fault = all.run_all(schedule);
    GroupTimeline line{std::move(all.run.line), std::move(all.hops), all.cost};
    if (fault.empty()) fault = broken_rule_of(line.planes, problem, schedule);
    line.planes.violation = std::move(fault);
    if (!problem.measure) return line;
    auto& cost = line.cost;
    cost.congestion = std::max(0.0, cost.congestion - cost.transmission);
    cost.reconfiguration = std::max(0.0, line.planes.end() - cost.total());
    return line;
}

}  // namespace lightsweep::kernels
