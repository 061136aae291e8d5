#include "kernels/timeline.hpp"

namespace lightsweep::kernels {

namespace {

std::string missing_topology(const Schedule& schedule, const Collective& collective) {
    if (schedule.choice.size() != collective.steps.size())
        return "the schedule has " + std::to_string(schedule.choice.size()) +
               " decisions, the collective " + std::to_string(collective.steps.size()) + " steps";
    for (std::size_t step = 0; step < schedule.choice.size(); ++step) {
        if (schedule.choice[step] >= schedule.topologies.size())
            return "step " + std::to_string(step) + " names topology " +
                   std::to_string(schedule.choice[step]) + ", which is not in the pool";
        if (schedule.topologies[schedule.choice[step]].size() != collective.n)
            return "step " + std::to_string(step) + ": the topology has another number of nodes";
    }
    return {};
}

bool reconfigures(std::size_t before, std::size_t now, AddankiRules) {
    return now != 0 || before != 0;
}

/// One step's transmission from the moment `start`; false if the topology does not connect it.
bool transmit(Timeline& line, const Step& step, const StepFlow& flow, const Parameters& p) {
    if (!flow.reachable()) return false;
    const double startup = p.per_step_latency;
    const double propagation = p.per_hop_latency * flow.hops;
    const bool idle = flow.hops == 0;
    const double full_rate = idle ? 0.0 : step.share * p.message / p.bandwidth;
    const double rate = flow.theta < 1 ? flow.theta : 1.0;
    const double shared_links = full_rate / rate - full_rate;
    line.cost.startup += startup;
    line.cost.propagation += propagation;
    line.cost.transmission += full_rate;
    line.cost.congestion += shared_links;
    line.events.back().end += startup + propagation + full_rate + shared_links;
    return true;
}

}  // namespace

Timeline replay(const Schedule& schedule, const Collective& collective, const Parameters& p,
                const FlowOracle& flow, AddankiRules rules) {
    Timeline line;
    line.violation = missing_topology(schedule, collective);
    if (!line.violation.empty()) return line;
    std::size_t in_force = 0;
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        const std::size_t next = schedule.choice[i];
        if (reconfigures(in_force, next, rules)) {
            const double start = line.end();
            line.events.push_back(
                {Event::Kind::reconfiguration, i, next, start, start + p.reconfiguration_delay});
            line.cost.reconfiguration += p.reconfiguration_delay;
            ++line.n_reconfigurations;
        }
        in_force = next;
        const double start = line.end();
        line.events.push_back({Event::Kind::step, i, next, start, start});
        const Topology& topology = schedule.topologies[next];
        if (transmit(line, collective.steps[i], flow(topology, collective.steps[i].peer), p))
            continue;
        line.violation = "step " + std::to_string(i) + ": " + topology.describe() +
                         " does not connect every pair of " + collective.steps[i].peer.describe();
        return line;
    }
    return line;
}

}  // namespace lightsweep::kernels
