#include "sweeps/domain_vocabulary.hpp"

#include "kernels/collective_algorithms.hpp"
#include "kernels/mirrored_halves.hpp"
#include "kernels/switch_technology.hpp"
#include "kernels/topology_table.hpp"
#include "solvers/registry.hpp"
#include "sweeps/result_columns.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

/// Keys beyond those that every scheduler reads; all but the matrix of a pool are needed.
void add_traits(const solvers::SchedulerTraits& traits, SchedulerEntry& entry) {
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

const std::vector<std::string> routing_rules{"addanki", "bridge", "pccl"};

/// Keys of a scheduler on a base topology.
SchedulerEntry on_a_base(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{std::string(row.name), std::string(row.summary), {}, {"topology"}, {}};
    entry.axes = {"order",   "ports",     "topology",         "planes",
                  "message", "bandwidth", "per_step_latency", "per_hop_latency",
                  "hop_cost"};
    for (const char* key : {"route", "transmitters", "split"}) entry.axes.push_back(key);
    if (row.reads_delay)
        entry.axes.insert(entry.axes.end(),
                          {"reconfiguration_delay", "technology", "switch_ports", "restore"});
    add_traits(row.traits, entry);
    entry.rules = routing_rules;
    return entry;
}

/// Keys of a scheduler on switch planes (rules = swot).
SchedulerEntry on_planes(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{std::string(row.name), std::string(row.summary), {}, {"planes"}, {}};
    entry.axes = {"order",     "planes",           "plane_speeds", "message",
                  "bandwidth", "per_step_latency", "initial"};
    if (row.reads_delay)
        for (const char* key : {"plane_delays", "reconfiguration_delay", "technology"})
            entry.axes.emplace_back(key);
    entry.rules = {"swot"};
    return entry;
}

/// Keys of a scheduler on WDM rings (rules = optree).
SchedulerEntry on_rings(const solvers::SchedulerRow& row) {
    SchedulerEntry entry{
        std::string(row.name), std::string(row.summary), {}, {"topology", "wavelengths"}, {}};
    entry.axes = {"topology",     "wavelengths", "items_per_node",
                  "transmitters", "message",     "reconfiguration_delay",
                  "bandwidth",    "conversion",  "flit",
                  "cycle",        "packet"};
    if (row.traits.reads_stages) entry.axes.push_back("stages");
    if (row.traits.on_rings == solvers::OnRings::built) entry.axes.push_back("standing");
    entry.rules = {"optree"};
    return entry;
}

/// Keys of a scheduler under rules = common: on the lanes of a switch, or on a WDM ring.
SchedulerEntry on_lanes(const solvers::SchedulerRow& row) {
    const bool ring = row.traits.on_rings != solvers::OnRings::no;
    const std::string width = ring ? "wavelengths" : "planes";
    SchedulerEntry entry{
        std::string(row.name), std::string(row.summary), {}, {"topology", width}, {}};
    entry.axes = {"topology", width, "message", "bandwidth", "per_step_latency", "per_hop_latency"};
    if (!ring) entry.axes.insert(entry.axes.end(), {"order", "route"});
    if (row.reads_delay) entry.axes.insert(entry.axes.end(), {"reconfiguration_delay", "restore"});
    if (ring) entry.axes.emplace_back("wdm_reconfiguration_delay");
    entry.rules = {"common"};
    return entry;
}

SchedulerEntry keys_of(const solvers::SchedulerRow& row) {
    if (row.traits.common) return on_lanes(row);
    if (row.traits.on_rings != solvers::OnRings::no) return on_rings(row);
    return row.traits.on_planes ? on_planes(row) : on_a_base(row);
}

Domain domain_of(solvers::OptionRow::Range range) {
    using Range = solvers::OptionRow::Range;
    if (range == Range::no_or_yes) return Domain::bit;
    return range == Range::from_zero ? Domain::whole : Domain::natural;
}

OptionEntry entry_of(const solvers::OptionRow& option) {
    const bool is_word = option.range == solvers::OptionRow::Range::word;
    const Kind number = option.list != nullptr ? Kind::tuple : Kind::count;
    return {std::string(option.name),
            is_word ? Kind::text : number,
            is_word ? Domain::any : domain_of(option.range),
            std::string(option.summary),
            {option.words.begin(), option.words.end()}};
}

std::vector<SchedulerEntry> schedulers() {
    std::vector<SchedulerEntry> entries;
    for (const char* rules : {"", "common"})
        for (const auto& row : solvers::scheduler_table(rules)) {
            auto entry = keys_of(row);
            for (const auto& option : row.options) entry.options.push_back(entry_of(option));
            entries.push_back(std::move(entry));
        }
    return entries;
}

/// What some algorithm of the primitive reads, of the keys that change with the algorithm.
std::vector<std::string> keys_of_any(const std::string& primitive) {
    std::vector<std::string> keys{"volumes"};
    for (const auto& row : kernels::collective_table())
        if (row.lattice.dimensions > 0 && row.name.starts_with(primitive + "/"))
            keys = {"volumes", "dims"};
    return keys;
}

std::vector<NameEntry> collectives() {
    std::vector<NameEntry> entries;
    for (const auto& row : kernels::collective_table()) {
        std::vector<std::string> reads;
        if (row.name.ends_with("/bruck")) reads = {"volumes", "radix"};
        if (row.name == "alltoall/shift" || row.name == "allreduce/ring") reads = {"volumes"};
        if (row.lattice.dimensions > 0) reads.push_back("dims");
        if (kernels::can_be_mirrored(row.name)) reads.push_back("mirrored");
        entries.push_back({std::string(row.name), {}, reads});
        if (!row.ordered) continue;
        entries.push_back({std::string(row.name) + "-near", {}, reads});
        entries.push_back({std::string(row.name) + "-far", {}, reads});
    }
    for (const std::string primitive : {"reduce-scatter", "allgather", "allreduce", "alltoall"})
        entries.push_back({primitive + "/any", {}, keys_of_any(primitive)});
    return entries;
}

PresetKey technologies() {
    PresetKey preset{"technology", {"reconfiguration_delay", "switch_ports"}, {}};
    for (const auto& one : kernels::switch_technologies)
        preset.entries.push_back(
            {std::string(one.name), {one.reconfiguration_delay, static_cast<double>(one.ports)}});
    return preset;
}

std::optional<std::string> refuse_collective(const std::string& name, std::int64_t nodes) {
    return kernels::refuse_nodes(std::string_view(name), nodes);
}

std::optional<std::string> refuse_topology(const std::string& name, std::int64_t nodes) {
    constexpr std::int64_t most = std::int64_t{1} << 24;
    if (nodes <= most) return std::nullopt;
    return name + " is limited to " + std::to_string(most) + " nodes";
}

std::vector<std::string> keys_read_by(const std::string& topology) {
    if (topology == "wdm-ring") return {};
    if (topology == "wdm-torus") return {"dims"};
    std::vector<std::string> keys{"degree", "flow_gap"};
    if (topology != "ring-uni" && topology != "ring-split") keys.push_back("link_bandwidth");
    for (const auto& row : kernels::topology_table()) {
        if (row.name != topology) continue;
        if (row.dimensions > 0) keys.push_back("dims");
        if (row.reads_offsets) keys.push_back("offsets");
        if (row.reads_seed) keys.push_back("seed");
    }
    return keys;
}

Vocabulary build() {
    Vocabulary vocabulary;
    vocabulary.schedulers = schedulers();
    vocabulary.rules = {{"addanki", {}, {}}, {"bridge", {}, {}}, {"pccl", {}, {}},
                        {"swot", {}, {}},    {"optree", {}, {}}, {"common", {}, {}}};
    for (const auto& entry : topology_table())
        vocabulary.topologies.push_back({entry.name, {}, keys_read_by(entry.name)});
    vocabulary.collectives = collectives();
    vocabulary.algorithm_aliases = {{"hd", "halving-doubling"},
                                    {"rd", "recursive-doubling"},
                                    {"rabenseifner", "halving-doubling"},
                                    {"pairwise", "shift"}};
    for (const auto& column : result_columns()) vocabulary.columns.push_back(column.name);
    vocabulary.presets = {technologies()};
    vocabulary.is_collective = [](const std::string& name) {
        return kernels::find_collective(name).row != nullptr;
    };
    vocabulary.on_dims = [](const std::string& name, std::span<const std::int64_t> dims) {
        return kernels::on_dims(name, dims);
    };
    for (const auto& study : study_table()) vocabulary.studies.push_back(study.entry);
    vocabulary.refuse_collective = refuse_collective;
    vocabulary.refuse_topology = refuse_topology;
    return vocabulary;
}

}  // namespace

const std::vector<TopologyEntry>& topology_table() {
    static const std::vector<TopologyEntry> table = [] {
        std::vector<TopologyEntry> all;
        for (const auto& row : kernels::topology_table())
            all.push_back({std::string(row.name), std::string(row.summary)});
        all.push_back({"ring-split", "ring with link_bandwidth = split"});
        all.push_back({"wdm-ring", "ring of two fibres with wavelengths, under rules = optree"});
        all.push_back({"wdm-torus", "torus of such rings, dims = [rows, columns]"});
        all.push_back({"edges", "any directed graph, from a file of lines `from to [capacity]`"});
        return all;
    }();
    return table;
}

const Vocabulary& domain_vocabulary() {
    static const Vocabulary vocabulary = build();
    return vocabulary;
}

}  // namespace lightsweep::sweeps
