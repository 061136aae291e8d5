// The kinds of execution plans: what each has, and the reader of whole topologies.
#include <cmath>
#include <vector>

#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plan_reader.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

std::vector<JsonPlace> ranks_of(const JsonPlace& plan, std::int64_t n) {
    auto ranks = plan.at("ranks").items();
    if (std::ssize(ranks) != n)
        plan.at("ranks").refuse(
            "has " + std::to_string(ranks.size()) + " ranks, n = " + std::to_string(n),
            "give each rank once");
    std::vector<bool> seen(ranks.size(), false);
    for (const auto& rank : ranks) {
        const auto number = static_cast<std::size_t>(rank.at("rank").whole(0, n - 1));
        if (seen[number]) rank.at("rank").refuse("stands twice", "once each");
        seen[number] = true;
    }
    return ranks;
}

TopologyPlan read_topology_plan(const JsonPlace& file) {
    TopologyPlan plan;
    const auto n = file.at("n").whole(1, most_plan_ranks);
    const double bandwidth = file.at("hardware").at("bandwidth").number(1e-9);
    for (const auto& topology : file.at("topologies").items()) {
        auto& links = plan.topologies.emplace_back();
        for (const auto& link : topology.at("links").items()) {
            const auto parts = link.items();
            if (parts.size() != 3) link.refuse("is no link", "[from, to, rate]");
            links.push_back({static_cast<Node>(parts[0].whole(0, n - 1)),
                             static_cast<Node>(parts[1].whole(0, n - 1)),
                             parts[2].number(1e-9) / bandwidth});
            if (links.back().from == links.back().to)
                link.refuse("leads to its own rank", "remove it");
        }
    }
    const auto most = static_cast<std::int64_t>(plan.topologies.size()) - 1;
    const auto index = [&](const JsonPlace& place) {
        return static_cast<std::size_t>(place.whole(0, most));
    };
    plan.initial = index(file.at("initial_topology"));
    for (const auto& setup : file.at("controller").items()) {
        const auto step = setup.has("after_step")
                              ? setup.at("after_step").whole(0, most_plan_steps) + 1
                              : setup.at("before_step").whole(0, most_plan_steps);
        if (!plan.setups.empty() && static_cast<std::size_t>(step) < plan.setups.back().first)
            setup.refuse("is out of order", "sort the reconfigurations by step");
        plan.setups.emplace_back(step, index(setup.at("topology")));
    }
    for (const auto& rank : ranks_of(file, n))
        for (const auto& send : rank.at("sends").items())
            plan.sends.push_back(
                {static_cast<std::size_t>(send.at("step").whole(0, most_plan_steps)),
                 static_cast<Node>(rank.at("rank").whole(0, n - 1)),
                 static_cast<Node>(send.at("to").whole(0, n - 1)), send.at("bytes").number(0)});
    return plan;
}

namespace {

/// What plans of a kind have, and no others.
constexpr std::pair<const char*, const char*> marks_of_kinds[] = {
    {"groups", "groups"}, {"topologies", "topologies"}, {"lightpaths", "lit_at_start"}};

/// The planes' own delay and bandwidths are those of the hardware, unless the problem gives each
/// plane a delay of its own.
void require_one_hardware(const JsonPlace& plan) {
    if (!plan.has("hardware") || !plan.at("hardware").has("planes")) return;
    const auto hardware = plan.at("hardware");
    if (!hardware.at("planes").json().is_array()) return;
    const auto delay = hardware.at("reconfiguration_delay"), rate = hardware.at("bandwidth");
    const bool differ = plan.has("problem") && plan.at("problem").has("plane_delays");
    double sum = 0;
    for (const auto& plane : hardware.at("planes").items()) {
        sum += plane.at("bandwidth").number(0);
        const auto own = plane.at("reconfiguration_delay");
        if (!differ && own.number(0) != delay.number(0))
            delay.refuse("plane " + plane.at("plane").json().dump() + " has " + own.json().dump(),
                         "give both the same");
    }
    if (std::abs(rate.number(0) - sum) > 1e-9 * sum)
        rate.refuse("its planes have " + nlohmann::json(sum).dump() + " together",
                    "give the sum of the planes");
}

/// Where blocks are known, the buffers that hold the message have its size.
void require_one_message(const JsonPlace& plan) {
    if (!plan.at("knows_blocks").flag()) return;
    const auto message = plan.at("message").whole(0);
    for (const auto& part : plan.at("buffers").items())
        for (const char* name : {"vector", "input", "output"})
            if (part.has(name) && part.at(name).whole(0) != message)
                part.at(name).refuse("is not the message", std::to_string(message));
}

}  // namespace

std::string kind_of_plan(const JsonPlace& plan) {
    const auto schema = plan.at("schema");
    if (schema.text() != plan_schema)
        schema.refuse("is no plan", std::string("\"") + plan_schema + "\"");
    const auto kind = plan.at("kind");
    const auto name = kind.text();
    for (const auto& [of, member] : marks_of_kinds)
        if (plan.has(member) != (name == of))
            kind.refuse(std::string("the plan has ") + (name == of ? "no " : "") + member,
                        "write the kind of its content");
    return name;
}

void require_plan(const JsonPlace& plan) {
    const auto kind = kind_of_plan(plan);
    plan.at("message").number(0);
    if (kind == "topologies") {
        read_topology_plan(plan);
        if (const auto hardware = plan.at("hardware"); hardware.has("ports"))
            hardware.at("ports").whole(0, most_plan_ranks);
    } else if (kind == "lightpaths") {
        ranks_of(plan, plan.at("n").whole(1, most_plan_ranks));
    } else if (kind == "planes" || kind == "groups") {
        require_one_hardware(plan);
        read_plane_plan(plan);
        require_one_message(plan);
    } else {
        plan.at("kind").refuse("is not known",
                               "\"planes\", \"groups\", \"topologies\" or \"lightpaths\"");
    }
}

}  // namespace lightsweep::sweeps
