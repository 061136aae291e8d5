#include "sweeps/interchange/plan_head.hpp"

#include <cmath>
#include <set>
#include <utility>

#include "kernels/routes/routed_flow.hpp"

namespace lightsweep::sweeps {

namespace {

/// How pairs without a link of their own find their ways, by the measure of the rules.
const char* ways_of(const solvers::StepMeasure& measure) {
    namespace measures = solvers::measures;
    if (measure == measures::routed) return "forwards";
    if (measure == measures::paths_dor) return "dor";
    if (measure == measures::paths_lex) return "lex";
    if (measure == measures::paths_ecmp) return "ecmp";
    return measure == measures::lanes_path ? "path" : "flow";
}

OrderedJson planes_of(const Solution& s) {
    OrderedJson planes = OrderedJson::array();
    for (std::size_t j = 0; j < s.planes->problem.planes.size(); ++j)
        planes.push_back(
            {{"plane", s.plane_number(static_cast<int>(j))},
             {"bandwidth", s.planes->problem.planes[j].bandwidth},
             {"reconfiguration_delay", s.planes->problem.planes[j].reconfiguration_delay}});
    return planes;
}

OrderedJson hardware_of(const Solution& s) {
    const auto& p = s.parameters;
    OrderedJson hardware{{"per_step_latency", p.per_step_latency},
                         {"per_hop_latency", p.per_hop_latency},
                         {"bandwidth", p.bandwidth},
                         {"reconfiguration_delay", p.reconfiguration_delay}};
    if (s.planes) {
        const auto& problem = s.planes->problem;
        hardware["per_step_latency"] = problem.per_step_latency;
        hardware["per_hop_latency"] = problem.per_hop_latency;
        hardware["bandwidth"] = problem.bandwidth;
        hardware["planes"] = planes_of(s);
        return hardware;
    }
    if (s.structure->rings) return hardware;
    if (p.compute_time > 0) hardware["compute_time"] = p.compute_time;
    hardware["ports"] = s.collective.matching_ports();
    hardware["ways"] = ways_of(s.structure->measure);
    return hardware;
}

}  // namespace

OrderedJson number_json(double value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

OrderedJson breakdown_json(const kernels::CostBreakdown& cost) {
    OrderedJson parts{{"startup", number_json(cost.startup)},
                      {"propagation", number_json(cost.propagation)},
                      {"transmission", number_json(cost.transmission)},
                      {"congestion", number_json(cost.congestion)},
                      {"reconfiguration", number_json(cost.reconfiguration)}};
    if (cost.computation > 0) parts["computation"] = number_json(cost.computation);
    return parts;
}

OrderedJson circuits_json(const kernels::Permutation& circuits) {
    if (circuits.is_label()) return {{"label", circuits.describe()}};
    if (const auto offset = circuits.as_shift()) return {{"shift", *offset}};
    if (const auto mask = circuits.as_exclusive_or()) return {{"xor", *mask}};
    OrderedJson peers = OrderedJson::array();
    for (kernels::Node rank = 0; rank < circuits.size(); ++rank) peers.push_back(circuits(rank));
    return {{"peers", std::move(peers)}};
}

bool has_ring_per_port(const Solution& s) {
    return s.structure->measure == solvers::measures::routed && s.collective.matching_ports() > 1;
}

std::vector<kernels::Edge> planned_links(const Solution& s, const kernels::Topology& topology) {
    std::vector<kernels::Edge> links;
    if (has_ring_per_port(s)) {
        const double rate = 1.0 / s.collective.matching_ports();
        std::set<std::pair<kernels::Node, kernels::Node>> known;
        for (kernels::Node port = 0; port < s.collective.matching_ports(); ++port) {
            const auto ring = kernels::ring_of_port(topology, static_cast<std::size_t>(port));
            for (kernels::Node from = 0; from < ring.size(); ++from)
                if (ring(from) != from && known.emplace(from, ring(from)).second)
                    links.push_back({from, ring(from), rate});
        }
        return links;
    }
    const bool back = s.collective.mirrored && topology.kind() == kernels::Topology::Kind::matching;
    for (auto link : topology.links()) {
        if (s.structure->measure.takes_shortest_paths) link.capacity = topology.link_capacity();
        links.push_back(link);
        if (back) links.push_back({link.to, link.from, link.capacity});
    }
    return links;
}

OrderedJson plan_head(const Solution& s, const std::string& kind) {
    const auto& row = s.row;
    return {{"schema", plan_schema},
            {"kind", kind},
            {"scheduler", s.asked.scheduler},
            {"rules", s.asked.rules},
            {"problem",
             s.asked.text.empty() ? OrderedJson::object() : OrderedJson::parse(s.asked.text)},
            {"collective", s.structure->rings ? kernels::name_of(s.structure->collective.primitive)
                                              : s.collective.name()},
            {"n", s.structure->rings ? s.structure->rings->shape.nodes() : s.collective.n},
            {"status", solvers::status_names[static_cast<std::size_t>(row.status[0])]},
            {"completion_time", number_json(row.completion[0])},
            {"breakdown", breakdown_json(row.breakdown(0))},
            {"n_reconfigurations", row.n_reconfigurations[0]},
            {"lower_bound", number_json(row.lower_bound[0])},
            {"hardware", hardware_of(s)}};
}

}  // namespace lightsweep::sweeps
