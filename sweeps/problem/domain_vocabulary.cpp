#include "sweeps/problem/domain_vocabulary.hpp"

#include <algorithm>
#include <limits>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/switch_technology.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/external/external_scheduler.hpp"
#include "sweeps/rows/result_columns.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

/// The entry of a row under the first rules that know it; the other rules read the same keys.
SchedulerEntry keys_of(const solvers::SchedulerRow& row) {
    std::optional<SchedulerEntry> entry;
    for (const Rules* rules : rules_table()) {
        if (!rules->knows(row.traits)) continue;
        if (!entry) entry = rules->keys(row);
        entry->rules.emplace_back(rules->name);
    }
    return entry.value();
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
    for (const auto rows : solvers::scheduler_tables())
        for (const auto& row : rows) {
            auto entry = keys_of(row);
            for (const auto& option : row.options) entry.options.push_back(entry_of(option));
            entry.in_all = row.traits.never == solvers::Reason::none &&
                           std::ranges::find(row.options, "max_nodes", &solvers::OptionRow::name) ==
                               row.options.end();
            entries.push_back(std::move(entry));
        }
    return entries;
}

/// Keys that some algorithm of the primitive reads, among the keys that depend on the algorithm.
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
        if (row.facts.reads_volumes) reads.emplace_back("volumes");
        if (row.facts.reads_radix) reads.emplace_back("radix");
        if (row.lattice.dimensions != 0) reads.push_back("dims");
        if (row.build_chunked) reads.emplace_back("chunks");
        if (row.square) reads.emplace_back("shares");
        for (const char* rooted : {"broadcast/", "reduce/", "gather/", "scatter/"})
            if (row.name.starts_with(rooted)) reads.emplace_back("root");
        if (row.facts.mirrors) reads.push_back("mirrored");
        entries.push_back({std::string(row.name), {}, reads});
        if (!row.ordered) continue;
        entries.push_back({std::string(row.name) + "-near", {}, reads});
        entries.push_back({std::string(row.name) + "-far", {}, reads});
    }
    entries.push_back({std::string(matrix_collective),
                       {},
                       {"matrix", "generator", "generator_seed", "generator_scale",
                        "generator_skew", "cut", "permutations", "hops"}});
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

}  // namespace

Vocabulary make_vocabulary() {
    Vocabulary vocabulary;
    vocabulary.schedulers = schedulers();
    for (const auto hardware : solvers::external::all_hardware)
        vocabulary.programs.push_back(keys_of(solvers::external::sample_row(hardware)));
    vocabulary.name_of_program = solvers::external::name_of_program;
    for (const Rules* rules : rules_table())
        vocabulary.rules.push_back({std::string(rules->name),
                                    {rules->free_keys.begin(), rules->free_keys.end()},
                                    rules->compares_everything});
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

const std::vector<TopologyEntry>& topology_table() {
    static const std::vector<TopologyEntry> table = [] {
        std::vector<TopologyEntry> all;
        for (const auto& row : kernels::topology_table())
            all.push_back({std::string(row.name), std::string(row.summary)});
        all.push_back({"ring-split", "ring with link_bandwidth = split"});
        all.push_back({"wdm-ring", "ring of two fibres with wavelengths"});
        all.push_back({"wdm-torus", "torus of such rings, dims = [rows, columns]"});
        all.push_back({"edges", "any directed graph, from a file of lines `from to [capacity]`"});
        return all;
    }();
    return table;
}

const Vocabulary& domain_vocabulary() {
    static const Vocabulary vocabulary = make_vocabulary();
    return vocabulary;
}

solvers::SchedulerOptions scheduler_options(const solvers::SchedulerRow& scheduler,
                                            const Options& given) {
    constexpr double most = std::numeric_limits<int>::max();
    solvers::SchedulerOptions options;
    for (const auto& row : scheduler.options) {
        const auto found = given.find(std::string(row.name));
        if (found == given.end()) continue;
        if (row.list != nullptr)
            options.*row.list = found->second.tuple;
        else if (row.range == solvers::OptionRow::Range::word)
            options.*row.value = static_cast<int>(std::ranges::find(row.words, found->second.text) -
                                                  row.words.begin());
        else
            options.*row.value = static_cast<int>(std::min(most, found->second.number));
    }
    return options;
}

}  // namespace lightsweep::sweeps
