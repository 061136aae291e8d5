#include "sweeps/interchange/harvest_export.hpp"

#include <algorithm>
#include <cmath>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

/// Nanoseconds; a value on the grid of picoseconds loses the noise of its last digit.
double in_ns(double seconds) {
    const double ns = seconds * 1e9, on_grid = std::round(ns * 1e3) / 1e3;
    return std::abs(ns - on_grid) <= 1e-12 * ns ? on_grid : ns;
}

void refuse_other_forms(const Solution& s) {
    const char* why = nullptr;
    if (s.planes && s.planes->over_relays())
        why = "relays: the format has one topology for all nodes and no relays";
    else if (s.on_planes)
        why = "planes_differ: the format has one topology at a time, and planes change one by one";
    else if (s.structure->rings)
        why = "lightpaths: the format has no wavelengths";
    else if (s.plan)
        why = "the scheduler tells its plan step by step, without topologies";
    else if (s.collective.mirrored)
        why = "mirrored: the format has no second direction";
    if (why)
        throw engine::BadInput(
            std::string("harvest: ") + why +
            "; choose a scheduler of whole topologies, for example addanki-reuse");
}

std::vector<ForeignTransfer> demand_of(const kernels::Step& step, double bytes,
                                       const std::string& where) {
    if (bytes != std::floor(bytes))
        throw engine::BadInput(
            "harvest: " + where + ": " + std::to_string(bytes) +
            " bytes are no whole number; choose a message that the steps divide");
    std::vector<ForeignTransfer> all;
    const auto demand = step.demand();
    for (std::size_t k = 0; k < demand.size(); ++k)
        for (kernels::Node node = 0; node < demand.nodes(); ++node)
            if (demand[k](node) != node)
                all.push_back({node, demand[k](node), static_cast<std::int64_t>(bytes)});
    if (bytes == 0 || all.empty())
        throw engine::BadInput("harvest: " + where +
                               ": nobody sends a byte; leave the step out, or give it bytes");
    return all;
}

/// The rate of one circuit, relative to a node's bandwidth: the smallest of any link.
double circuit_of(const Solution& s) {
    double least = 1;
    for (const auto choice : s.schedule.choice)
        for (const auto& link : s.schedule.topologies[choice].links())
            least = std::min(least, link.capacity);
    return least;
}

std::vector<HarvestEdge> edges_of(const kernels::Topology& topology, double circuit) {
    std::vector<HarvestEdge> edges;
    for (const auto& link : topology.links()) {
        const double links = link.capacity / circuit;
        if (std::abs(links - std::round(links)) > 1e-9)
            throw engine::BadInput("harvest: " + topology.describe() +
                                   ": a link is no whole number of equal circuits; choose "
                                   "link_bandwidth = \"full\"");
        edges.push_back({link.from, link.to, static_cast<std::int64_t>(std::round(links))});
    }
    std::ranges::sort(edges);
    return edges;
}

}  // namespace

HarvestExport export_harvest(const Solution& s) {
    refuse_other_forms(s);
    if (s.collective.n > most_harvest_nodes)
        throw engine::BadInput("harvest: nodes = " + std::to_string(s.collective.n) +
                               ": at most 65536");
    HarvestExport out;
    const double circuit = circuit_of(s);
    out.hardware = {in_ns(s.parameters.per_step_latency), in_ns(s.parameters.per_hop_latency),
                    in_ns(s.parameters.reconfiguration_delay),
                    s.parameters.bandwidth * circuit * 1e-9};
    out.pattern = {harvest_name(s.collective.name()), s.collective.n, {}};
    out.schedule.collective = out.pattern.collective;
    out.schedule.reconfiguration_delay = out.hardware.alpha_r;
    out.schedule.has_cost = true;
    for (std::size_t i = 0; i < s.collective.steps.size(); ++i) {
        const auto& step = s.collective.steps[i];
        out.pattern.steps.push_back(
            demand_of(step, step.share * s.parameters.message, "step " + std::to_string(i + 1)));
        out.schedule.steps.push_back(
            edges_of(s.schedule.topologies[s.schedule.choice[i]], circuit));
        if (i > 0 && out.schedule.steps[i] != out.schedule.steps[i - 1])
            ++out.schedule.reconfigurations;
    }
    out.dropped = static_cast<double>(s.row.n_reconfigurations[0] - out.schedule.reconfigurations) *
                  out.hardware.alpha_r;
    out.schedule.cost = in_ns(s.row.completion[0]) - out.dropped;
    return out;
}

std::string HarvestExport::name(double message) const {
    const auto whole = [](double value) {
        return std::to_string(static_cast<std::int64_t>(std::round(value)));
    };
    const auto has = [&](const char* word) {
        return pattern.collective.find(word) != std::string::npos;
    };
    const auto* algorithm = has("swing")       ? "swing"
                            : has("to-all-nd") ? "direct1"
                                               : "halvingDoubling";
    std::size_t unit = 0;
    for (; unit < 3 && message >= 1024; ++unit) message /= 1024;
    const char* const units[] = {"B", "KB", "MB", "GB"};
    return std::string("harvest-") + algorithm + "-" + std::to_string(pattern.n) + "-1-" +
           whole(message) + units[unit] + "-" + whole(hardware.capacity * 8) + "-" +
           whole(hardware.alpha) + "-" + whole(hardware.delta) + "-" + whole(hardware.alpha_r) +
           "-0.json";
}

}  // namespace lightsweep::sweeps
