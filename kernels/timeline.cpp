#include "kernels/timeline.hpp"

#include <algorithm>

#include "kernels/circuit_changes.hpp"

namespace lightsweep::kernels {

namespace {

using Price = ReconfigurationRules::Price;

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

/// What one change of topology costs.
struct Charge {
    bool is_due;
    double seconds;
};

/// Multiple of the delay between two topologies of the schedule, index `before` and `now`.
double factor_of(const Schedule& schedule, std::size_t before, std::size_t now,
                 const ReconfigurationRules& rules) {
    if (rules.price == Price::by_links)
        return new_link_share(schedule.topologies[before], schedule.topologies[now]);
    const bool between_bases = before < schedule.n_bases && now < schedule.n_bases;
    if (rules.price == Price::by_pair && between_bases)
        return rules.factors.at(before * schedule.n_bases + now);
    return 1.0;
}

Charge charge(const Schedule& schedule, std::size_t before, std::size_t now, const Parameters& p,
              const ReconfigurationRules& rules) {
    if (rules.price == Price::by_ports) {
        const auto ports = changed_ports(schedule.topologies.front(), schedule.topologies[before],
                                         schedule.topologies[now]);
        if (ports == 0) return {false, 0.0};
        return {true, p.reconfiguration_delay + static_cast<double>(ports) * p.port_delay};
    }
    if (before == now && (rules.matchings_stand || now < schedule.n_bases)) return {false, 0.0};
    const double factor = factor_of(schedule, before, now, rules);
    return {factor > 0, factor * p.reconfiguration_delay};
}

class Run {
  public:
    Run(const Schedule& schedule, const Parameters& p, const ReconfigurationRules& rules)
        : schedule_(schedule), p_(p), rules_(rules) {}

    void prepare(std::size_t step, std::size_t before, std::size_t now) {
        const double start = line.end();
        const double computed = start + p_.compute_time;
        if (p_.compute_time > 0) {
            line.events.push_back({Event::Kind::computation, step, now, start, computed});
            line.cost.computation += p_.compute_time;
        }
        const Charge due = charge(schedule_, before, now, p_, rules_);
        if (!due.is_due) return;
        ++line.n_reconfigurations;
        const double begin = rules_.overlapped ? start : computed;
        line.events.push_back(
            {Event::Kind::reconfiguration, step, now, begin, begin + due.seconds});
        line.cost.reconfiguration +=
            rules_.overlapped ? std::max(0.0, due.seconds - p_.compute_time) : due.seconds;
        const std::size_t last = line.events.size() - 1;
        if (p_.compute_time > 0 && line.events[last - 1].end > line.events[last].end)
            std::swap(line.events[last - 1], line.events[last]);
    }

    /// One step's transmission; false if the topology does not connect it.
    bool transmit(std::size_t index, std::size_t topology, const Step& step, const StepFlow& flow) {
        if (!flow.reachable()) return false;
        const double startup = p_.per_step_latency;
        const double propagation = p_.per_hop_latency * flow.hops;
        const bool idle = flow.hops == 0;
        const double full_rate = idle ? 0.0 : step.share * p_.message / p_.bandwidth;
        const double rate = flow.theta < 1 ? flow.theta : 1.0;
        const double shared_links = full_rate / rate - full_rate;
        line.cost.startup += startup;
        line.cost.propagation += propagation;
        line.cost.transmission += full_rate;
        line.cost.congestion += shared_links;
        const double start = line.end();
        line.events.push_back({Event::Kind::step, index, topology, start,
                               start + startup + propagation + full_rate + shared_links,
                               static_cast<double>(flow.hops), 1 / rate});
        return true;
    }

    Timeline line;

  private:
    const Schedule& schedule_;
    const Parameters& p_;
    const ReconfigurationRules& rules_;
};

}  // namespace

Timeline replay(const Schedule& schedule, const Collective& collective, const Parameters& p,
                const FlowOracle& flow, const ReconfigurationRules& rules) {
    Run run(schedule, p, rules);
    run.line.violation = missing_topology(schedule, collective);
    if (!run.line.violation.empty()) return run.line;
    std::size_t in_force = 0;
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        const std::size_t next = schedule.choice[i];
        run.prepare(i, in_force, next);
        in_force = next;
        const Topology& topology = schedule.topologies[next];
        const Step& step = collective.steps[i];
        if (run.transmit(i, next, step, flow(topology, step.peer))) continue;
        run.line.violation = "step " + std::to_string(i) + ": " + topology.describe() +
                             " does not connect every pair of " + step.peer.describe();
        return run.line;
    }
    return run.line;
}

}  // namespace lightsweep::kernels
