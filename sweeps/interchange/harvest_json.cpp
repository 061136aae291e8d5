#include "sweeps/interchange/harvest_json.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/io/errors.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = nlohmann::ordered_json;

/// Fields with older names: those are read, never written.
JsonPlace renamed(const JsonPlace& root, const char* name, const char* older) {
    return root.at(root.has(name) || !root.has(older) ? name : older);
}

std::vector<ForeignTransfer> demand_of(const JsonPlace& step, kernels::Node n) {
    std::vector<ForeignTransfer> demand;
    std::int64_t largest = 0;
    for (const auto& entry : step.at("demand").items()) {
        const auto triple = entry.items();
        if (triple.size() != 3) entry.refuse("has no three numbers", "[source, target, bytes]");
        const auto from = static_cast<kernels::Node>(triple[0].whole(0, n - 1));
        const auto to = static_cast<kernels::Node>(triple[1].whole(0, n - 1));
        const double bytes = triple[2].number(0);
        if (bytes != static_cast<double>(static_cast<std::int64_t>(std::min(bytes, 0x1p62))))
            triple[2].refuse("is no whole number of bytes below 2^62", "a whole number");
        if (from == to) entry.refuse("sends from a node to itself", "two nodes, or remove it");
        demand.push_back({from, to, static_cast<std::int64_t>(bytes)});
        largest = std::max(largest, demand.back().bytes);
    }
    if (step.has("chunksize"))
        if (const auto size = step.at("chunksize"); size.number(0) != static_cast<double>(largest))
            size.refuse("is not the largest demand of the step", std::to_string(largest));
    return demand;
}

std::vector<HarvestEdge> topology_of(const JsonPlace& step) {
    std::vector<HarvestEdge> edges;
    for (const auto& entry : step.at("topology").items()) {
        const auto triple = entry.items();
        if (triple.size() != 3) entry.refuse("has no three numbers", "[from, to, links]");
        edges.push_back({static_cast<kernels::Node>(triple[0].whole(0, most_harvest_nodes - 1)),
                         static_cast<kernels::Node>(triple[1].whole(0, most_harvest_nodes - 1)),
                         triple[2].whole(1, most_harvest_nodes)});
        if (edges.back().from == edges.back().to)
            entry.refuse("leads from a node to itself", "two nodes");
    }
    std::ranges::sort(edges);
    const auto same = [](const HarvestEdge& a, const HarvestEdge& b) {
        return a.from == b.from && a.to == b.to;
    };
    if (const auto twice = std::ranges::adjacent_find(edges, same); twice != edges.end())
        step.at("topology")
            .refuse("has the edge " + std::to_string(twice->from) + " to " +
                        std::to_string(twice->to) + " twice",
                    "one edge with the sum of the links");
    return edges;
}

/// A number of a step, from 1 on, where it has one.
void check_number(const JsonPlace& step, const char* key, std::size_t steps) {
    if (const auto next = static_cast<std::int64_t>(steps) + 1;
        step.has(key) && step.at(key).whole(1) != next)
        step.at(key).refuse("is out of order", std::to_string(next) + " belongs here");
}

/// What the pattern says beside its steps.
void check_shape(const JsonPlace& root, kernels::Node n) {
    if (root.has("units") && root.at("units").text() != "bytes")
        root.at("units").refuse("is not known", "\"bytes\"");
    if (root.has("ports")) root.at("ports").whole(1, most_harvest_nodes);
    if (!root.has("dims")) return;
    double nodes = 1;
    for (const auto size : root.at("dims").wholes(1, n)) nodes *= static_cast<double>(size);
    if (nodes != n)
        root.at("dims").refuse(
            "has a product of " + nlohmann::json(nodes).dump() + ", n = " + std::to_string(n),
            "give sizes whose product is n");
}

}  // namespace

ForeignSteps read_harvest_pattern(const std::string& text, const std::string& file) {
    const auto root = JsonPlace::root(text, file);
    if (root.has("schema") && root.at("schema").text() != "collective_pattern/v1")
        root.at("schema").refuse("is not known", "\"collective_pattern/v1\"");
    ForeignSteps pattern;
    pattern.collective = root.at("collective").text();
    pattern.n = static_cast<kernels::Node>(root.at("n").whole(2, most_harvest_nodes));
    check_shape(root, pattern.n);
    for (const auto& step : root.at("steps").items()) {
        check_number(step, "id", pattern.steps.size());
        pattern.steps.push_back(demand_of(step, pattern.n));
    }
    if (pattern.steps.empty()) root.at("steps").refuse("has no step", "at least one");
    return pattern;
}

HarvestSchedule read_harvest_schedule(const std::string& text, const std::string& file) {
    const auto root = JsonPlace::root(text, file);
    HarvestSchedule schedule;
    schedule.collective = root.at("collective").text();
    schedule.has_cost = root.has("cost") || root.has("total_cost");
    if (schedule.has_cost) schedule.cost = renamed(root, "cost", "total_cost").number(0);
    if (root.has("alpha_r")) schedule.reconfiguration_delay = root.at("alpha_r").number(0);
    if (root.has("reconf_cost_total") || root.has("total_reconf_cost"))
        schedule.reconfiguration_cost =
            renamed(root, "reconf_cost_total", "total_reconf_cost").number(0);
    schedule.reconfigurations =
        renamed(root, "num_of_reconfigs", "total_num_of_reconfigs").whole(0);
    for (const auto& step : root.at("steps").items()) {
        check_number(step, "step", schedule.steps.size());
        schedule.steps.push_back(topology_of(step));
    }
    if (schedule.steps.empty()) root.at("steps").refuse("has no step", "at least one");
    return schedule;
}

std::string written(const ForeignSteps& pattern) {
    Json steps = Json::array();
    for (const auto& step : pattern.steps) {
        std::int64_t largest = 0;
        Json demand = Json::array();
        for (const auto& one : step) {
            largest = std::max(largest, one.bytes);
            demand.push_back({one.from, one.to, one.bytes});
        }
        steps.push_back(
            {{"id", steps.size() + 1}, {"chunksize", largest}, {"demand", std::move(demand)}});
    }
    return Json{{"schema", "collective_pattern/v1"},
                {"collective", pattern.collective},
                {"n", pattern.n},
                {"dims", Json::array({pattern.n})},
                {"ports", 1},
                {"units", "bytes"},
                {"steps", std::move(steps)}}
        .dump();
}

std::string written(const HarvestSchedule& schedule) {
    Json steps = Json::array();
    for (const auto& step : schedule.steps) {
        Json topology = Json::array();
        for (const auto& edge : step) topology.push_back({edge.from, edge.to, edge.links});
        steps.push_back({{"step", steps.size() + 1}, {"topology", std::move(topology)}});
    }
    const double delay = schedule.reconfiguration_delay.value_or(0);
    return Json{{"alpha_r", delay},
                {"collective", schedule.collective},
                {"cost", schedule.cost},
                {"num_of_reconfigs", schedule.reconfigurations},
                {"reconf_cost_total", static_cast<double>(schedule.reconfigurations) * delay},
                {"steps", std::move(steps)}}
        .dump();
}

std::string harvest_name(const std::string& collective) {
    constexpr std::array<std::pair<const char*, const char*>, 4> primitives{
        {{"allreduce/", "all-reduce"},
         {"reduce-scatter/", "reduce-scatter"},
         {"allgather/", "all-gather"},
         {"alltoall/", "all-to-all"}}};
    for (const auto& [ours, theirs] : primitives) {
        if (!collective.starts_with(ours)) continue;
        auto algorithm = collective.substr(std::string(ours).size());
        if (collective == "alltoall/shift") return "all-to-all-nd";
        if (algorithm.starts_with("bruck")) algorithm = "rd";
        return std::string(theirs) + "-" + algorithm + "-nd";
    }
    return collective;
}

}  // namespace lightsweep::sweeps
