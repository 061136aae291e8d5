#include "kernels/plane_groups.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

constexpr double tolerance = 1e-9;  // relative: shares are rounded

std::string place(std::size_t step) {
    return "step " + std::to_string(step) + ": ";
}

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
        if (std::none_of(lanes.begin(), lanes.end(),
                         [&](const Lanes& lane) { return lane.circuits == wanted; }))
            return std::nullopt;
    return grid->dims;
}

/// What is wrong with the groups of one step, or "".
std::string fault_in(const std::vector<PlaneGroup>& groups, const Step& step, double bytes,
                     std::size_t n_planes) {
    if (!is_loaded(step)) return groups.empty() ? "" : "nobody sends, but planes are used";
    std::vector<bool> used(n_planes, false);
    double sum = 0;
    for (const auto& group : groups) {
        if (group.planes.empty() || group.circuits.size() != group.planes.size())
            return "a group needs planes, and circuits for each of them";
        for (std::size_t i = 0; i < group.planes.size(); ++i) {
            const int plane = group.planes[i];
            if (plane < 0 || static_cast<std::size_t>(plane) >= n_planes)
                return plane_name(plane) + " is not one of " + std::to_string(n_planes);
            if (used[static_cast<std::size_t>(plane)]) return plane_name(plane) + " is used twice";
            if (group.circuits[i].size() != step.peer.size())
                return plane_name(plane) + " has circuits of another number of nodes";
            used[static_cast<std::size_t>(plane)] = true;
        }
        if (!std::isfinite(group.bytes) || group.bytes < 0)
            return "a group carries " + std::to_string(group.bytes) + " bytes";
        sum += group.bytes;
    }
    if (std::abs(sum - bytes) > tolerance * bytes)
        return std::to_string(sum) + " of " + std::to_string(bytes) + " bytes are carried";
    return "";
}

struct PlaneState {
    Permutation circuits;
    double free_since;
};

std::vector<PlaneState> states_at(const std::vector<Permutation>& start) {
    std::vector<PlaneState> states;
    for (const auto& circuits : start) states.push_back({circuits, 0});
    return states;
}

/// The run of one schedule.
struct Run {
    const Collective& collective;
    const Parameters& p;
    const FlowOracle& measure;
    std::vector<PlaneState> states;
    double barrier = 0;
    GroupTimeline line{};

    Node planes() const { return static_cast<Node>(states.size()); }

    /// When all planes of a group are ready; their reconfigurations are noted.
    double ready(std::size_t step, const PlaneGroup& group) {
        double at = barrier;
        for (std::size_t i = 0; i < group.planes.size(); ++i) {
            const auto& state = states[static_cast<std::size_t>(group.planes[i])];
            if (state.circuits == group.circuits[i]) continue;
            const double end = state.free_since + p.reconfiguration_delay;
            line.planes.events.push_back({group.planes[i], step, 0, state.free_since, end, true});
            ++line.planes.n_reconfigurations;
            at = std::max(at, end);
        }
        return at;
    }

    /// When the group has sent; infinite if its circuits do not connect the step's pairs.
    double send(std::size_t step, const PlaneGroup& group) {
        const auto flow =
            flow_of_group(group.circuits, collective.steps[step].peer, planes(), measure);
        if (!flow.reachable()) return HUGE_VAL;
        const double start = ready(step, group);
        const double sending = group.bytes / (p.bandwidth * flow.theta);
        const double end = start + p.per_step_latency + p.per_hop_latency * flow.hops + sending;
        const auto count = static_cast<double>(group.planes.size());
        for (std::size_t i = 0; i < group.planes.size(); ++i) {
            line.planes.events.push_back(
                {group.planes[i], step, group.bytes / count, start, end, false});
            states[static_cast<std::size_t>(group.planes[i])] = {group.circuits[i], end};
        }
        line.cost.congestion += sending * count / planes();
        if (line.hops[step] == 0 || flow.hops < line.hops[step]) line.hops[step] = flow.hops;
        return end;
    }

    /// False at a violation.
    bool run_step(std::size_t step, const std::vector<PlaneGroup>& groups) {
        const double bytes = collective.steps[step].share * p.message;
        const auto fault = fault_in(groups, collective.steps[step], bytes, states.size());
        line.hops.push_back(0);
        double end = barrier;
        if (fault.empty())
            for (const auto& group : groups) end = std::max(end, send(step, group));
        if (!fault.empty() || std::isinf(end)) {
            line.planes.violation =
                place(step) + (fault.empty() ? "a group does not connect its pairs" : fault);
            return false;
        }
        barrier = end;
        line.planes.step_ends.push_back(end);
        if (!is_loaded(collective.steps[step])) return true;
        line.cost.startup += p.per_step_latency;
        line.cost.propagation += p.per_hop_latency * line.hops[step];
        line.cost.transmission += bytes / p.bandwidth;
        return true;
    }
};

/// The circuits that a schedule gives a plane in a step; null if it sits out.
const Permutation* circuits_in(const GroupSchedule& schedule, std::size_t step, int plane) {
    for (const auto& group : schedule.steps[step])
        for (std::size_t i = 0; i < group.planes.size(); ++i)
            if (group.planes[i] == plane) return &group.circuits[i];
    return nullptr;
}

/// G1 to G3 on the events alone: nothing of the run is trusted.
std::string broken_rule(const std::vector<Permutation>& start, const GroupSchedule& schedule,
                        const Parameters& p, const PlaneTimeline& timeline) {
    auto states = states_at(start);
    std::vector<double> begins(schedule.steps.size(), HUGE_VAL), ends(schedule.steps.size(), 0);
    for (const auto& event : timeline.events) {
        const auto name = place(event.step) + plane_name(event.plane) + " ";
        auto& state = states[static_cast<std::size_t>(event.plane)];
        const auto* wanted = circuits_in(schedule, event.step, event.plane);
        if (!wanted) return name + "is in no group";
        if (event.start < state.free_since) return name + "does two things at once";
        if (event.reconfigure) {
            if (event.end < event.start + p.reconfiguration_delay)
                return name + "reconfigures too fast";
            state = {*wanted, event.end};
            continue;
        }
        if (!(state.circuits == *wanted)) return name + "holds other circuits";
        begins[event.step] = std::min(begins[event.step], event.start);
        ends[event.step] = std::max(ends[event.step], event.end);
        state.free_since = event.end;
    }
    double barrier = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (begins[i] < barrier) return place(i) + "begins before the step before has ended";
        barrier = std::max(barrier, ends[i]);
    }
    return {};
}

}  // namespace

bool is_loaded(const Step& step) {
    return step.share > 0 && !step.peer.is_identity();
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

StepFlow flow_of_group(const std::vector<Permutation>& circuits, const Demand& demand, Node k,
                       const FlowOracle& measure) {
    auto flow = measure(topology_of_group(circuits), demand);
    const double share = static_cast<double>(circuits.size()) / k;
    flow.theta = std::min(1.0, flow.theta) * share;
    flow.theta_high = std::min(1.0, flow.theta_high) * share;
    return flow;
}

GroupTimeline replay_groups(const Collective& collective, const std::vector<Permutation>& start,
                            const GroupSchedule& schedule, const Parameters& parameters,
                            const FlowOracle& measure) {
    for (const auto& step : collective.steps)
        if (!step.also.empty())
            throw std::invalid_argument(collective.name() +
                                        " sends to several peers in a step: take segments");
    Run run{collective, parameters, measure, states_at(start)};
    if (schedule.steps.size() != collective.steps.size()) {
        run.line.planes.violation = "the schedule has " + std::to_string(schedule.steps.size()) +
                                    " steps, the collective " +
                                    std::to_string(collective.steps.size());
        return run.line;
    }
    for (std::size_t i = 0; i < schedule.steps.size(); ++i)
        if (!run.run_step(i, schedule.steps[i])) return run.line;
    auto& line = run.line;
    line.planes.violation = broken_rule(start, schedule, parameters, line.planes);
    auto& cost = line.cost;
    cost.congestion = std::max(0.0, cost.congestion - cost.transmission);
    cost.reconfiguration = std::max(0.0, line.planes.end() - cost.total());
    return line;
}

}  // namespace lightsweep::kernels
