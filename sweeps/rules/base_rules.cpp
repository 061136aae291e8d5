#include "sweeps/rules/base_rules.hpp"

#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"

namespace lightsweep::sweeps {

namespace {

std::string text(std::int64_t number) {
    return std::to_string(number);
}

/// Keys beyond those that every scheduler reads; all but the matrix of a pool are needed.
void add_traits(const solvers::BaseTraits& traits, SchedulerEntry& entry) {
    entry.axes.push_back("compute_time");
    std::vector<std::string> needed;
    if (traits.needs_compute_time) needed.push_back("compute_time");
    if (traits.reads_port_delay) needed.push_back("port_delay");
    if (traits.reads_pool && traits.needs_pool) needed.push_back("pool");
    if (traits.reads_pool && !traits.needs_pool) entry.axes.push_back("pool");
    if (traits.reads_pool_size) needed.push_back("pool_size");
    entry.axes.insert(entry.axes.end(), needed.begin(), needed.end());
    entry.needs.insert(entry.needs.end(), needed.begin(), needed.end());
    if (traits.reads_pool && !traits.reads_pool_size) entry.axes.push_back("switching");
    if (traits.reads_subrings) entry.axes.push_back("initial");
}

}  // namespace

bool is_on_a_base(const solvers::SchedulerTraits& traits) {
    return std::holds_alternative<solvers::BaseTraits>(traits.hardware);
}

void add_group_keys(SchedulerEntry& entry) {
    entry.axes.insert(entry.axes.end(), {"groups", "group_size", "group_stride"});
}

SchedulerEntry keys_on_a_base(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{std::string(row.name), std::string(row.summary), {}, {"topology"}, {}};
    entry.axes = {"order",   "ports",     "topology",         "planes",
                  "message", "bandwidth", "per_step_latency", "per_hop_latency",
                  "hop_cost"};
    for (const char* key : {"route", "transmitters", "split"}) entry.axes.push_back(key);
    if (row.reads_delay)
        entry.axes.insert(entry.axes.end(),
                          {"reconfiguration_delay", "technology", "switch_ports", "restore"});
    add_traits(row.traits.base(), entry);
    add_group_keys(entry);
    return entry;
}

void BruckCheck::check_bruck() {
    if (grid().find("ports") && grid().find("radix"))
        report("radix", 0, "ports is given as well, and radix is ports + 1", "give one of them");
    each_combination({"collective", "primitive", "algorithm", "order", "nodes", "group_size",
                      "ports", "radix", "volumes", "switch_ports", "mirrored", "root"},
                     [this](const Indices& at) { look_at(at); });
}

void BruckCheck::look_at(const Indices& at) {
    const std::int64_t n = number("nodes", at, 1);
    const std::int64_t members = grid().members(at);
    if (grid().find("root") && number("root", at, 0) >= members)
        report("root", grid().value_index("root", at), "is no node of 0 to " + text(members - 1),
               "a smaller number");
    if (grid().find("radix"))
        if (const auto why =
                kernels::refuse_ports(grid().collective(at), grid().members(at), ports(at)))
            report("radix", grid().value_index("radix", at), *why + ", the radix is one more",
                   "a smaller radix, or where = \"radix <= nodes\"");
    if (grid().find("switch_ports") && !grid().find("technology")) look_at_blocks(at, n, ports(at));
    const AxisValues* volumes = grid().find("volumes");
    if (!volumes) return;
    const std::size_t i = grid().value_index("volumes", at);
    if (volumes->labels[i] == "bridge" && ports(at) > 1)
        report("volumes", i, "are stated for one port", "exact, or ports = 1");
}

void BruckCheck::look_at_blocks(const Indices& at, std::int64_t n, std::int64_t ports) {
    const std::size_t i = grid().value_index("switch_ports", at);
    const std::int64_t z = number("switch_ports", at, 2 * n);
    const std::string where = " on " + text(n) + " nodes";
    if (z < 2 || z > 2 * n)
        return report("switch_ports", i, "must be 2 to 2 nodes = " + text(2 * n) + where,
                      "as many as the switch has for these nodes");
    const std::int64_t block = (2 * n + z - 1) / z;
    const bool fits = kernels::is_power_of_two(static_cast<kernels::Node>(block)) && n % block == 0;
    if (!fits)
        report("switch_ports", i,
               "makes blocks of " + text(block) + where +
                   ", which must be a power of two that divides them",
               "2 nodes / block ports, for example " + text(2 * n) + " or " + text(n));
    if (block > 1 && ports > 1)
        report("switch_ports", i, "makes blocks, whose nodes have one port each",
               "ports = 1, or " + text(2 * n) + " ports of the switch");
}

void BaseCheck::run() {
    each("topology", [this](const AxisValues& axis, std::size_t i) {
        if (axis.labels[i].starts_with("wdm-"))
            report("topology", i, "is known under rules = optree alone", "rules = \"optree\"");
    });
    allow_words("initial", {"base", "free"}, "is nothing that a scheduler of this build starts on",
                "base, which is the ring here, or free: the first subring stands already");
    check_bruck();
}

void BaseCheck::look_at(const Indices& at) {
    BruckCheck::look_at(at);
    const AxisValues* volumes = grid().find("volumes");
    const std::size_t i = volumes ? grid().value_index("volumes", at) : 0;
    if (volumes && volumes->labels[i] == "swot")
        report("volumes", i, "are known under rules = swot alone", "exact, or rules = \"swot\"");
}

namespace {

using solvers::LightpathRings;

LightpathRings::Half half_of(std::string_view collective) {
    if (collective.starts_with("reduce-scatter/")) return LightpathRings::Half::scatter;
    if (collective.starts_with("alltoall/")) return LightpathRings::Half::exchange;
    return collective.starts_with("allreduce/") ? LightpathRings::Half::both
                                                : LightpathRings::Half::gather;
}

kernels::Primitive primitive_of(LightpathRings::Half half) {
    if (half == LightpathRings::Half::scatter) return kernels::Primitive::reduce_scatter;
    if (half == LightpathRings::Half::exchange) return kernels::Primitive::all_to_all;
    return half == LightpathRings::Half::both ? kernels::Primitive::all_reduce
                                              : kernels::Primitive::all_gather;
}

std::int64_t whole_at(const GridSpec& grid, const char* key, const Indices& indices,
                      std::int64_t otherwise) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return otherwise;
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? otherwise : static_cast<std::int64_t>(axis->numbers[i]);
}

}  // namespace

LightpathRings rings_at(const GridSpec& grid, const Indices& indices, kernels::Node n,
                        bool shares_lanes) {
    LightpathRings rings;
    rings.shape = {1, n};
    const auto dims = tuple_at(grid, "dims", indices);
    if (text_at(grid, "topology", indices, "") == "wdm-torus" && dims.size() == 2)
        rings.shape = {static_cast<kernels::Node>(dims[0]), static_cast<kernels::Node>(dims[1])};
    rings.wavelengths = whole_at(grid, "wavelengths", indices, 1);
    rings.items_per_node = whole_at(grid, "items_per_node", indices, 1);
    rings.transmitters = whole_at(grid, "transmitters", indices, 0);
    rings.stages = whole_at(grid, "stages", indices, 0);
    rings.held = text_at(grid, "standing", indices, "charged") == "held";
    rings.half = half_of(grid.collective(indices));
    rings.shares_lanes = shares_lanes;
    return rings;
}

solvers::Problem ring_structure(const LightpathRings& rings, kernels::Node n) {
    solvers::Problem structure{{primitive_of(rings.half), "any", n, {}, {}},
                               kernels::Topology::ring(n, kernels::LinkBandwidth::full),
                               {}};
    structure.rings = rings;
    return structure;
}

}  // namespace lightsweep::sweeps
