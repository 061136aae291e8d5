#include "sweeps/interchange/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/io/errors.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "kernels/cost/common_bounds.hpp"
#include "kernels/execution/plane_execution_check.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plane_controller.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;
using kernels::Permutation;
using kernels::Topology;

constexpr std::size_t most_violations = 20;

void cut_list(std::vector<std::string>& list) {
    if (list.size() <= most_violations) return;
    const auto more = list.size() - most_violations;
    list.resize(most_violations);
    list.push_back(std::to_string(more) + " further violations");
}

bool is_near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// ---- planes
// --------------------------------------------------------------------------------------

/// What the plan must have in common with the problem before it can be carried out.
std::string differs(const kernels::ExecutionPlan& plan, const kernels::ExecutionPlan& own,
                    const kernels::Collective& collective) {
    const auto is = [](const char* what, auto value, auto wanted) {
        return std::string(what) + " = " + std::to_string(value) + ": the problem has " +
               std::to_string(wanted);
    };
    if (plan.n != own.n) return is("n", plan.n, own.n);
    if (plan.buffers.size() != own.buffers.size())
        return is("parts", plan.buffers.size(), own.buffers.size());
    if (plan.knows_blocks && !own.knows_blocks) return "knows_blocks: the problem knows none";
    if (plan.knows_blocks && plan.message != own.message)
        return is("message", plan.message, own.message);
    for (const auto& group : plan.groups)
        if (group.step >= collective.steps.size())
            return is("step", group.step, collective.steps.size()) + " steps";
    return {};
}

}  // namespace

kernels::CostBreakdown cost_on_planes(const PlanesRun& run, const kernels::ExecutionPlan& plan,
                                      double time) {
    std::vector<std::size_t> hops(run.collective.steps.size(), 1);
    for (const auto& stream : plan.streams)
        if (stream.step < hops.size())
            hops[stream.step] = std::max(hops[stream.step], stream.way.size());
    kernels::CostBreakdown cost;
    for (const auto step : kernels::loaded_steps(run.collective)) {
        cost.startup += run.problem.per_step_latency;
        cost.propagation += run.problem.per_hop_latency * static_cast<double>(hops[step]);
        cost.transmission += run.problem.bytes[step] / run.problem.bandwidth;
    }
    const double rest = time - cost.total();
    cost.reconfiguration = std::abs(rest) > 1e-9 * time ? rest : 0;  // or rounding
    return cost;
}

Judgement judge(const Solution& rules, const kernels::ExecutionPlan& plan) {
    return judge(rules, plan, plan_on_planes(rules, "judge"));
}

Judgement judge(const Solution& rules, const kernels::ExecutionPlan& plan,
                const kernels::ExecutionPlan& own) {
    Judgement judgement;
    const auto& run = *rules.planes;
    if (auto fault = differs(plan, own, run.collective); !fault.empty()) {
        judgement.violations.push_back(std::move(fault));
        return judgement;
    }
    if (!plan.knows_blocks && own.knows_blocks)
        judgement.notes.push_back("the plan knows no blocks: amounts are judged, not which data");
    const auto result = kernels::execute(plan, run.problem, run.collective);
    judgement.time = result.end;
    if (!result.violation.empty()) {
        judgement.violations.push_back(result.violation);
        judgement.time = NAN;
    }
    for (const auto& track : plan.planes)
        judgement.n_reconfigurations += static_cast<std::int64_t>(track.setups.size());
    judgement.cost = cost_on_planes(run, plan, judgement.time);
    return judgement;
}

// ---- whole topologies
// ----------------------------------------------------------------------------

namespace {

using LinkRates = std::map<std::pair<Node, Node>, double>;

LinkRates links_of(const std::vector<kernels::Edge>& edges) {
    LinkRates links;
    for (const auto& edge : edges) links[{edge.from, edge.to}] += edge.capacity;
    return links;
}

bool are_equal(const LinkRates& a, const LinkRates& b) {
    return std::ranges::equal(a, b, [](const auto& one, const auto& other) {
        return one.first == other.first && is_near(one.second, other.second);
    });
}

/// One circuit of full rate for every sender, if that is what they are.
std::optional<Permutation> permutation_in(const LinkRates& links, Node n) {
    std::vector<Node> to(static_cast<std::size_t>(n), -1);
    std::set<Node> reached;
    for (const auto& [pair, capacity] : links) {
        if (!is_near(capacity, 1) || to[pair.first] >= 0 || !reached.insert(pair.second).second)
            return std::nullopt;
        to[pair.first] = pair.second;
    }
    return Permutation::list(std::move(to));
}

class TopologyJudge {
  public:
    TopologyJudge(const Solution& rules, const TopologyPlan& plan) : rules_(rules), plan_(plan) {
        const auto& own = rules.schedule;
        schedule_.n_bases = own.topologies.empty() ? 1 : own.n_bases;
        schedule_.topologies =
            own.topologies.empty() ? std::vector<Topology>{rules.structure->base} : own.topologies;
    }

    Judgement run() {
        std::vector<std::size_t> places;
        for (const auto& edges : plan_.topologies) places.push_back(place_of(links_of(edges)));
        choose(places);
        const auto& space = rules_.prepared->space();
        const auto timeline = kernels::replay(schedule_, rules_.collective, rules_.parameters,
                                              space.oracle(), space.rules);
        if (!timeline.violation.empty()) add(timeline.violation);
        judgement_.time = timeline.end();
        judgement_.cost = timeline.cost;
        judgement_.n_reconfigurations = timeline.n_reconfigurations;
        if (timeline.violation.empty() && !plan_.sends.empty()) compare_sends(timeline);
        cut_list(judgement_.violations);
        return std::move(judgement_);
    }

  private:
    void add(std::string violation) { judgement_.violations.push_back(std::move(violation)); }
    /// Number in the schedule, where it is added if it is new.
    std::size_t place_of(const LinkRates& links) {
        auto& all = schedule_.topologies;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (are_equal(links, links_of(planned_links(rules_, all[i])))) return i;
        const Node n = rules_.collective.n, lanes = rules_.structure->lanes;
        const auto permutation = permutation_in(links, n);
        if (lanes > 0 && !permutation)
            throw engine::BadInput(
                "judge: rules = common: these circuits are no single permutation; choose other "
                "rules, for example addanki");
        std::vector<kernels::Edge> edges;
        for (const auto& [pair, capacity] : links)
            edges.push_back({pair.first, pair.second, capacity});
        all.push_back(lanes > 0 ? Topology::lanes({{*permutation, lanes}})
                      : permutation
                          ? Topology::matching(*permutation)
                          : Topology::edges(n, std::move(edges), kernels::LinkBandwidth::full));
        return all.size() - 1;
    }
    void choose(const std::vector<std::size_t>& places) {
        const auto steps = rules_.collective.steps.size();
        schedule_.choice.resize(steps);
        schedule_.later.resize(steps);
        if (places.empty()) return add("topologies: there is none");
        std::size_t now = places[plan_.initial], next = 0;
        if (!rules_.prepared->space().rules.free_start && now != 0)
            add("initial_topology = " + std::to_string(plan_.initial) +
                ": is not the base, which is in force at the start");
        for (std::size_t step = 0; step < steps; ++step) {
            bool is_first = true;
            for (; next < plan_.setups.size() && plan_.setups[next].first == step; ++next) {
                now = places[plan_.setups[next].second];
                if (is_first)
                    schedule_.choice[step] = now;
                else
                    schedule_.later[step].push_back(now);
                is_first = false;
            }
            if (is_first) schedule_.choice[step] = now;
        }
        for (; next < plan_.setups.size(); ++next)
            if (plan_.setups[next].first > steps)
                add("controller: a reconfiguration for step " +
                    std::to_string(plan_.setups[next].first) + ", of " + std::to_string(steps));
    }
    using Sent = std::map<std::tuple<std::size_t, Node, Node>, double>;

    Sent demanded(const kernels::Timeline& timeline) const {
        Sent all;
        for (const auto& event : timeline.events) {
            if (event.kind != kernels::Event::Kind::step) continue;
            const auto step = kernels::sent_during(event, schedule_, rules_.collective);
            const auto demand = step.demand();
            for (std::size_t c = 0; c < demand.size(); ++c)
                for (Node node = 0; node < demand.nodes(); ++node) {
                    const double bytes = step.share * step.weight(c) * rules_.parameters.message;
                    const Node to = demand[c](node);
                    if (to == node) continue;
                    all[{event.step, node, to}] += bytes;
                    if (rules_.collective.mirrored)
                        all[{event.step, node, kernels::mirror_image(demand[c])(node)}] += bytes;
                }
        }
        return all;
    }
    void compare_sends(const kernels::Timeline& timeline) {
        Sent left = demanded(timeline);
        for (const auto& send : plan_.sends) left[{send.step, send.from, send.to}] -= send.bytes;
        for (const auto& [at, bytes] : left) {
            const auto& [step, from, to] = at;
            if (std::abs(bytes) > 1e-9 * rules_.parameters.message)
                add("step " + std::to_string(step) + ": rank " + std::to_string(from) + " sends " +
                    std::to_string(std::abs(bytes)) + " bytes too " + (bytes > 0 ? "few" : "many") +
                    " to " + std::to_string(to));
        }
    }

    const Solution& rules_;
    const TopologyPlan& plan_;
    kernels::Schedule schedule_{};
    Judgement judgement_{};
};

}  // namespace

Judgement judge(const Solution& rules, const TopologyPlan& plan) {
    if (rules.on_planes || rules.structure->rings || rules.plan || !rules.prepared)
        throw engine::BadInput(
            "judge: a schedule of whole topologies needs rules and a scheduler of such schedules, "
            "for example --rules addanki --scheduler addanki-reuse");
    return TopologyJudge(rules, plan).run();
}

double universal_bound(const Solution& s) {
    using kernels::Primitive;
    const auto& structure = *s.structure;
    const auto primitive = s.collective.primitive;
    const bool known = primitive == Primitive::all_reduce || primitive == Primitive::all_gather ||
                       primitive == Primitive::reduce_scatter || primitive == Primitive::all_to_all;
    if (!known || structure.rings || s.collective.mirrored || s.collective.transmitters.count > 0 ||
        !s.collective.blocks)
        return -1;
    Node ports = std::max(structure.lanes, s.collective.matching_ports());
    if (s.on_planes)
        ports = static_cast<Node>(structure.planes.speeds.size());
    else if (structure.lanes == 0)
        ports = std::max(ports, structure.base.degree());
    // Where links have the full bandwidth each, a node sends on all of them at once.
    const double rate = s.on_planes || structure.lanes > 0
                            ? 1
                            : std::max(1.0, static_cast<double>(structure.base.degree()) *
                                                structure.base.link_capacity());
    // What holds on any topology; without its dimensions a base costs nothing more.
    auto base = kernels::path_lengths(Topology::ring_uni(s.collective.n));
    base.dims.clear();
    const kernels::CommonBounds bounds(primitive, s.collective.n, ports, base);
    const auto& p = s.parameters;
    return bounds.any(
        {p.per_step_latency, p.per_hop_latency, p.message_time() / rate, p.reconfiguration_delay});
}

}  // namespace lightsweep::sweeps
