#include "kernels/cost/timeline.hpp"

#include <algorithm>
#include <optional>

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::kernels {

namespace {

/// Index of the matching, which is appended if it is new.
std::size_t place_of(const Topology& wanted, Schedule& schedule) {
    auto& all = schedule.topologies;
    const auto found =
        std::find(all.begin() + static_cast<std::ptrdiff_t>(schedule.n_bases), all.end(), wanted);
    const auto place = static_cast<std::size_t>(found - all.begin());
    if (found == all.end()) all.push_back(wanted);
    return place;
}

using Price = ReconfigurationRules::Price;

/// The topologies of a step, one after the other.
std::vector<std::size_t> configurations(const Schedule& schedule, std::size_t step) {
    std::vector<std::size_t> all{schedule.choice[step]};
    if (!schedule.later.empty())
        all.insert(all.end(), schedule.later[step].begin(), schedule.later[step].end());
    return all;
}

/// The transfers of a step on each of its topologies.
std::vector<Step> sent_on(const std::vector<std::size_t>& topologies, const Step& step,
                          Node ports) {
    return topologies.size() == 1 ? std::vector<Step>{step} : rounds_of(step, ports);
}

std::string missing_topology(const Schedule& schedule, const Collective& collective) {
    if (schedule.choice.size() != collective.steps.size())
        return "the schedule has " + std::to_string(schedule.choice.size()) +
               " decisions, the collective " + std::to_string(collective.steps.size()) + " steps";
    for (std::size_t step = 0; step < schedule.choice.size(); ++step)
        for (const std::size_t choice : configurations(schedule, step)) {
            if (choice >= schedule.topologies.size())
                return "step " + std::to_string(step) + " names topology " +
                       std::to_string(choice) + ", which is not in the pool";
            if (schedule.topologies[choice].size() != collective.n)
                return "step " + std::to_string(step) +
                       ": the topology has another number of nodes";
        }
    return {};
}

/// Price of one change of topology.
struct Charge {
    bool is_due;
    double seconds;
};

/// Factor on the delay between two topologies of the schedule, with indices `before` and `now`.
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
              const ReconfigurationRules& rules, const Collective& collective) {
    if (rules.price == Price::by_ports) {
        const auto ports = changed_ports(schedule.topologies.front(), schedule.topologies[before],
                                         schedule.topologies[now], collective.union_ports());
        if (ports == 0) return {false, 0.0};
        return {true, p.reconfiguration_delay + static_cast<double>(ports) * p.port_delay};
    }
    if (before == now && (rules.matchings_stand || now < schedule.n_bases)) return {false, 0.0};
    const double factor = factor_of(schedule, before, now, rules);
    return {factor > 0, factor * p.reconfiguration_delay};
}

/// Where bytes differ, circuits made for the step carry every permutation directly, whatever the
/// flow over several of them would be.
StepFlow flow_in(const Collective& collective, const FlowOracle& flow, const Topology& topology,
                 const Step& step) {
    const bool is_own = !step.weights.empty() && !collective.transmitters.make_circuits() &&
                        topology.kind() == Topology::Kind::edges &&
                        step.demand().size() <= std::size_t(collective.matching_ports()) &&
                        topology == matched_circuits(collective, step);
    if (!is_own) return flow_of(flow, topology, step);
    const auto own = matched_step(step, collective.matching_ports());
    return {1 / (own.stretch * step.width()), 1};
}

class Replay {
  public:
    Replay(const Schedule& schedule, const Collective& collective, const Parameters& p,
           const FlowOracle& flow, const ReconfigurationRules& rules)
        : schedule_(schedule), collective_(collective), p_(p), flow_(flow), rules_(rules) {}

    /// Runs a step's computation before its first round, and a reconfiguration before every round.
    void prepare(std::size_t step, std::size_t before, std::size_t now, bool is_first) {
        const double start = line.end();
        const double compute_time = is_first ? p_.compute_time : 0.0;
        const double computed = start + compute_time;
        if (compute_time > 0) {
            line.events.push_back({Event::Kind::computation, step, now, start, computed});
            line.cost.computation += compute_time;
        }
        const Charge due = charge(schedule_, before, now, p_, rules_, collective_);
        if (!due.is_due) return;
        ++line.n_reconfigurations;
        const double begin = rules_.overlapped ? start : computed;
        line.events.push_back(
            {Event::Kind::reconfiguration, step, now, begin, begin + due.seconds});
        line.cost.reconfiguration +=
            rules_.overlapped ? std::max(0.0, due.seconds - compute_time) : due.seconds;
        const std::size_t last = line.events.size() - 1;
        if (compute_time > 0 && line.events[last - 1].end > line.events[last].end)
            std::swap(line.events[last - 1], line.events[last]);
    }

    /// Records a change of topology, if it costs anything.
    void reconfigure(std::size_t step, std::size_t before, std::size_t now) {
        const Charge due = charge(schedule_, before, now, p_, rules_, collective_);
        if (!due.is_due) return;
        ++line.n_reconfigurations;
        line.cost.reconfiguration += due.seconds;
        line.events.push_back(
            {Event::Kind::reconfiguration, step, now, line.end(), line.end() + due.seconds});
    }

    /// Runs one round of a step; false if the topology does not connect it.
    bool transmit(std::size_t index, std::size_t topology, const Step& step, std::size_t round) {
        const auto& flow = flow_on(topology, step);
        if (!flow.reachable()) return false;
        const double startup = round == 0 ? p_.per_step_latency : 0.0;
        const double propagation = p_.per_hop_latency * flow.hops;
        const bool idle = flow.hops == 0;
        // The bytes of the busiest node, which enters or leaves them at b at most.
        const double width = idle ? 1.0 : collective_.sharing_width(step);
        const double full_rate = idle ? 0.0 : step.share * width * p_.message / p_.bandwidth;
        const double rate = std::min(flow.theta * width, flow.most_rate);
        const double shared_links = full_rate / rate - full_rate;
        line.cost.startup += startup;
        line.cost.propagation += propagation;
        line.cost.transmission += full_rate;
        line.cost.congestion += shared_links;
        const double start = line.end();
        line.events.push_back({Event::Kind::step, index, topology, start,
                               start + startup + propagation + full_rate + shared_links,
                               static_cast<double>(flow.hops), 1 / rate, round});
        return true;
    }

    Timeline line;

  private:
    /// The flow of a round, computed once while rounds in a row send the same on one topology, as
    /// those of a ring do.
    const StepFlow& flow_on(std::size_t topology, const Step& step) {
        if (!last_ || last_->topology != topology || !step.sends_like(last_->step))
            last_ = {topology, step,
                     flow_in(collective_, flow_, schedule_.topologies[topology], step)};
        return last_->flow;
    }

    struct Round {
        std::size_t topology;
        Step step;
        StepFlow flow;
    };
    std::optional<Round> last_{};
    const Schedule& schedule_;
    const Collective& collective_;
    const Parameters& p_;
    const FlowOracle& flow_;
    const ReconfigurationRules& rules_;
};

}  // namespace

Schedule bases_or_matching(const std::vector<Topology>& bases, const Collective& collective,
                           const std::vector<std::size_t>& state) {
    Schedule schedule{bases, {}, bases.size()};
    const Node ports = collective.matching_ports();
    for (std::size_t i = 0; i < collective.steps.size(); ++i) {
        if (state[i] < bases.size()) {
            schedule.choice.push_back(state[i]);
            continue;
        }
        const auto rounds = rounds_of(collective.steps[i], ports);
        schedule.choice.push_back(place_of(matched_circuits(collective, rounds.front()), schedule));
        if (rounds.size() > 1) schedule.later.resize(collective.steps.size());
        for (std::size_t r = 1; r < rounds.size(); ++r)
            schedule.later[i].push_back(
                place_of(matched_circuits(collective, rounds[r]), schedule));
    }
    return schedule;
}

Step sent_during(const Event& event, const Schedule& schedule, const Collective& collective) {
    const Step& step = collective.steps[event.step];
    if (schedule.later.empty() || schedule.later[event.step].empty()) return step;
    return rounds_of(step, collective.matching_ports())[event.round];
}

Timeline replay(const Schedule& schedule, const Collective& collective, const Parameters& p,
                const FlowOracle& flow, const ReconfigurationRules& rules) {
    Replay run(schedule, collective, p, flow, rules);
    run.line.violation = missing_topology(schedule, collective);
    const Node ports = collective.matching_ports();
    std::size_t in_force = 0;
    if (rules.free_start && run.line.violation.empty() && !schedule.choice.empty())
        in_force = schedule.choice.front();
    for (std::size_t i = 0; i < collective.steps.size() && run.line.violation.empty(); ++i) {
        const auto topologies = configurations(schedule, i);
        const auto rounds = sent_on(topologies, collective.steps[i], ports);
        if (rounds.size() != topologies.size()) {
            run.line.violation = "step " + std::to_string(i) + " has " +
                                 std::to_string(topologies.size()) + " configurations, on " +
                                 std::to_string(ports) + " ports it takes " +
                                 std::to_string(rounds.size());
            break;
        }
        for (std::size_t r = 0; r < rounds.size() && run.line.violation.empty(); ++r) {
            run.prepare(i, in_force, topologies[r], r == 0 && !collective.steps[i].continues);
            in_force = topologies[r];
            const Topology& topology = schedule.topologies[in_force];
            if (!run.transmit(i, in_force, rounds[r], r))
                run.line.violation = "step " + std::to_string(i) + ": " + topology.describe() +
                                     " does not connect every pair of " +
                                     rounds[r].describe_peers();
        }
    }
    if (rules.restore && run.line.violation.empty() && !collective.steps.empty())
        run.reconfigure(collective.steps.size() - 1, in_force, 0);
    return run.line;
}

}  // namespace lightsweep::kernels
