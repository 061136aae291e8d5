#include "sweeps/interchange/harvest_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/topologies/topology.hpp"
#include "solvers/flow/concurrent_flow.hpp"

namespace lightsweep::sweeps {

namespace {

using kernels::Node;
using Edges = std::vector<HarvestEdge>;
using Transfers = std::vector<ForeignTransfer>;

/// 1 / theta of a demand in units of `chunk` where every node has at most one outgoing edge, so
/// that every pair has one path; negative if a pair has none.
double stretch_of_one_path(const Edges& edges, Node n, const Transfers& demand, double chunk) {
    std::vector<const HarvestEdge*> next(static_cast<std::size_t>(n), nullptr);
    for (const auto& edge : edges) next[edge.from] = &edge;
    std::vector<double> load(static_cast<std::size_t>(n), 0);
    for (const auto& one : demand) {
        Node at = one.from;
        for (Node hops = 0; at != one.to; ++hops) {
            if (next[at] == nullptr || hops >= n) return -1;
            load[at] +=
                static_cast<double>(one.bytes) / chunk / static_cast<double>(next[at]->links);
            at = next[at]->to;
        }
    }
    return std::ranges::max(load);
}

/// The same on any graph, by the certified flow; the demand must be equal bytes.
double stretch_of_flow(const Edges& edges, Node n, const Transfers& demand) {
    std::vector<kernels::Edge> links;
    for (const auto& edge : edges)
        links.push_back({edge.from, edge.to, static_cast<double>(edge.links)});
    const auto topology =
        kernels::Topology::edges(n, std::move(links), kernels::LinkBandwidth::full);
    const auto form = forms_of({"", n, {demand}}, true, "step").front();
    const kernels::Demand all(form.peers.front(), std::span(form.peers).subspan(1));
    const auto flow = solvers::flow::general_flow(topology, all, {});
    return flow.hops < 0 ? -1 : 1 / flow.theta_low;
}

bool is_one_path(const Edges& edges) {
    return std::ranges::adjacent_find(edges, {}, &HarvestEdge::from) == edges.end();
}

std::string step_name(std::size_t step) {
    return "step " + std::to_string(step + 1);
}

/// 1 / theta, at least 1; negative with a fault.
double stretch_of(const Edges& edges, Node n, const Transfers& demand, double chunk,
                  const std::string& where, HarvestVerdict& verdict) {
    const bool even = std::ranges::all_of(demand, [&](const ForeignTransfer& one) {
        return static_cast<double>(one.bytes) == chunk;
    });
    if (!is_one_path(edges) && !even) {
        verdict.faults.push_back(where + ": unequal bytes on several paths are not judged");
        return -1;
    }
    const double stretch = is_one_path(edges) ? stretch_of_one_path(edges, n, demand, chunk)
                                              : stretch_of_flow(edges, n, demand);
    if (stretch < 0) verdict.faults.push_back(where + ": a pair of the demand has no path");
    return stretch < 0 ? stretch : std::max(1.0, stretch);
}

/// n: of the problem, or 0 where it is not known.
void check_simulator(const Edges& edges, Node n, const std::string& where,
                     HarvestVerdict& verdict) {
    for (const auto& edge : edges) n = std::max({n, edge.from + 1, edge.to + 1});
    std::vector<int> out(static_cast<std::size_t>(n), 0);
    for (const auto& edge : edges) ++out[edge.from];
    const auto other = std::ranges::find_if(out, [](int count) { return count != 1; });
    if (other != out.end())
        verdict.faults.push_back(where + ": node " + std::to_string(other - out.begin()) + " has " +
                                 std::to_string(*other) +
                                 " outgoing circuits, and their simulator needs exactly 1");
}

/// A number of the file that follows from others.
void require_equal(const char* key, const std::optional<double>& stated, double wanted,
                   const char* why, HarvestVerdict& verdict) {
    if (stated && std::abs(*stated - wanted) > 1e-6 * wanted)
        verdict.faults.push_back(std::string(key) + " = " + std::to_string(*stated) +
                                 " ns: " + why + std::to_string(wanted) + " ns");
}

HarvestVerdict checked_form(const HarvestSchedule& schedule, bool simulator, Node n) {
    HarvestVerdict verdict;
    for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
        if (simulator) check_simulator(schedule.steps[i], n, step_name(i), verdict);
        if (i > 0 && schedule.steps[i] != schedule.steps[i - 1]) ++verdict.reconfigurations;
    }
    if (verdict.reconfigurations != schedule.reconfigurations)
        verdict.faults.push_back("num_of_reconfigs = " + std::to_string(schedule.reconfigurations) +
                                 ": the topology changes " +
                                 std::to_string(verdict.reconfigurations) + " times");
    if (schedule.reconfiguration_delay)
        require_equal(
            "reconf_cost_total", schedule.reconfiguration_cost,
            static_cast<double>(schedule.reconfigurations) * *schedule.reconfiguration_delay,
            "num_of_reconfigs times alpha_r is ", verdict);
    return verdict;
}

}  // namespace

HarvestVerdict check_form(const HarvestSchedule& schedule, bool simulator) {
    return checked_form(schedule, simulator, 0);
}

HarvestVerdict check_harvest(const HarvestSchedule& schedule, const ForeignSteps& pattern,
                             const HarvestHardware& hardware, bool simulator) {
    auto verdict = checked_form(schedule, simulator, pattern.n);
    require_equal("alpha_r", schedule.reconfiguration_delay, hardware.alpha_r,
                  "--reconfiguration-delay is ", verdict);
    if (schedule.collective != pattern.collective)
        verdict.faults.push_back("collective = " + schedule.collective + ": the problem has " +
                                 pattern.collective);
    if (schedule.steps.size() != pattern.steps.size()) {
        verdict.faults.push_back("has " + std::to_string(schedule.steps.size()) +
                                 " steps, the problem " + std::to_string(pattern.steps.size()));
        return verdict;
    }
    for (std::size_t i = 0; i < pattern.steps.size(); ++i) {
        const auto& edges = schedule.steps[i];
        const auto outside = [&](const HarvestEdge& edge) {
            return std::max(edge.from, edge.to) >= pattern.n;
        };
        if (std::ranges::any_of(edges, outside)) {
            verdict.faults.push_back(step_name(i) + ": has a node beyond the problem's " +
                                     std::to_string(pattern.n));
            continue;
        }
        double chunk = 0;
        for (const auto& one : pattern.steps[i])
            chunk = std::max(chunk, static_cast<double>(one.bytes));
        const double stretch =
            stretch_of(edges, pattern.n, pattern.steps[i], chunk, step_name(i), verdict);
        verdict.cost +=
            hardware.alpha + (hardware.delta + chunk / hardware.capacity) * std::abs(stretch);
    }
    verdict.cost += static_cast<double>(verdict.reconfigurations) * hardware.alpha_r;
    if (schedule.has_cost && verdict.faults.empty() &&
        std::abs(schedule.cost - verdict.cost) > 1e-3 * verdict.cost)
        verdict.faults.push_back("cost = " + std::to_string(schedule.cost) +
                                 " ns: the formula gives " + std::to_string(verdict.cost) + " ns");
    return verdict;
}

}  // namespace lightsweep::sweeps
