// Reads workloads of Chakra under `trace`: FOLDER, or PREFIX for PREFIX.0.et, PREFIX.1.et, ...
#include <filesystem>

#include "engine/io/errors.hpp"
#include "sweeps/spec/chakra/chakra_workload.hpp"
#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/text_file.hpp"

namespace lightsweep::sweeps {
namespace {

/// Gives the grid a value that the traces know, or refuses another one.
void agree(Value& grid, const char* key, Value known, const Value& trace, Faults& faults) {
    const auto* given = grid.find(key);
    if (given && json_of(*given) != json_of(known))
        given->refuse("is not that of the traces " + trace.text, json_of(known), faults);
    known.place = trace.place;
    known.path = key;
    if (!given) grid.set(key, std::move(known));
}

Trace entries_of(const Workload& workload, const std::string& algorithm, const Value& trace,
                 const ReadContext& context) {
    Trace entries;
    for (const auto& one : workload.entries) {
        auto& entry = entries.emplace_back();
        entry.name = one.name;
        entry.compute_time = static_cast<double>(one.micros) / 1e6;
        if (!one.primitive.empty()) {
            const auto collective = collective_of(one, algorithm);
            const auto known = context.vocabulary.resolve_collective(collective);
            entry.collective = known.value_or(collective);
            if (!known)
                return trace.refuse("has a collective " + collective + ", which is not known",
                                    "choose another algorithm", context.faults),
                       Trace();
        }
        entry.overlap = one.overlaps;
        entry.message = static_cast<double>(one.message);
        if (one.members() < workload.ranks)
            entry.groups.lists = {one.groups.begin(), one.groups.end()};
    }
    return entries;
}

}  // namespace

bool is_chakra(const Value& trace, const ReadContext& context) {
    if (!trace.is(Value::Type::text)) return false;
    std::error_code error;
    const auto path = resolved_path(trace.text, context.directory);
    return std::filesystem::is_directory(path, error) ||
           std::filesystem::exists(path + ".0.et", error);
}

Trace read_chakra(const Value& trace, const Value* groups, const std::string& algorithm,
                  Value& grid, const ReadContext& context) try {
    const auto at = groups ? resolved_path(groups->text, context.directory) : "";
    auto workload = read_workload(resolved_path(trace.text, context.directory), at);
    if (workload.entries.empty() || workload.entries.size() > most_trace_entries) {
        trace.refuse("has " + std::to_string(workload.entries.size()) + " collectives",
                     "1 to 100,000", context.faults);
        return {};
    }
    Value nodes, by_rank;
    nodes.type = Value::Type::integer;
    nodes.integer = static_cast<std::int64_t>(workload.ranks);
    by_rank.type = Value::Type::boolean;
    by_rank.boolean = true;
    agree(grid, "nodes", std::move(nodes), trace, context.faults);
    if (!workload.graph.tasks.empty())
        agree(grid, "by_rank", std::move(by_rank), trace, context.faults);
    auto entries = entries_of(workload, algorithm, trace, context);
    entries.graph = std::move(workload.graph);
    return entries;
} catch (const engine::BadInput& fault) {
    trace.refuse(fault.what(), "", context.faults);
    return {};
}

}  // namespace lightsweep::sweeps
