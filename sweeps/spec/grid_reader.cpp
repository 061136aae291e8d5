#include "sweeps/spec/grid_reader.hpp"

#include <algorithm>

#include "sweeps/spec/documents/overrides.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

const std::vector<std::string>& collective_keys() {
    static const std::vector<std::string> keys = {"collective", "primitive", "algorithm"};
    return keys;
}

bool has_any(const Value& table, const std::vector<std::string>& keys) {
    return std::ranges::any_of(keys,
                               [&](const std::string& key) { return table.find(key) != nullptr; });
}

bool is_collective(const Value& table, bool (*is)(std::string_view name)) {
    const Value* collective = table.find("collective");
    return collective != nullptr && collective->is(Type::text) && is(collective->text);
}
bool is_custom(const Value& table) {
    return is_collective(table, [](std::string_view name) { return name == "custom"; });
}

/// Whether the grid gives the key already, in any spelling.
bool overridden(const std::string& key, const Value& grid) {
    if (grid.find(key) != nullptr) return true;
    const bool is_parallel = grid.find("parallel") != nullptr;
    if (contains(size_keys(), key) && (is_parallel || is_collective(grid, carries_bytes)))
        return true;
    if (is_parallel && contains(collective_keys(), key)) return true;
    for (const auto* group : {&bandwidth_keys(), &size_keys(), &collective_keys()}) {
        if (contains(*group, key) && has_any(grid, *group)) return true;
    }
    return false;
}

/// Names that a grid may have.
std::vector<std::string> known_names(const ReadContext& context) {
    std::vector<std::string> known = names_of(context.vocabulary.keys);
    for (const GridKey& key : other_grid_keys())
        if (key.of_problem || !context.scalars_only) known.push_back(key.name);
    for (std::string& name : names_of(context.vocabulary.schedulers))
        known.push_back(std::move(name));
    return known;
}

void check_names(const Value& merged, const ReadContext& context) {
    for (const Member& member : merged.members) {
        if (context.vocabulary.key(member.key) != nullptr) continue;
        const auto known = known_names(context);
        if (contains(known, member.key)) continue;
        const bool of_sweep = !context.scalars_only && contains(top_level_keys(), member.key);
        member.value.refuse("unknown key",
                            of_sweep ? "it belongs above the first [fabric] or [[grid]]"
                                     : context.vocabulary.remedy_for(member.key, known),
                            context.faults);
    }
}

Axes read_axes(const Value& merged, const ReadContext& context) {
    Axes axes;
    for (const Member& member : merged.members) {
        const KeyEntry* key = context.vocabulary.key(member.key);
        if (key == nullptr) continue;
        std::optional<AxisValues> axis = read_axis(member.value, *key, context);
        if (axis) axes.emplace(member.key, std::move(*axis));
    }
    return axes;
}

bool has_edges_topology(const Axes& axes) {
    const auto topology = axes.find("topology");
    return topology != axes.end() && contains(topology->second.labels, "edges");
}

/// Whether a topology is unknown, because a misspelt one may have been meant as edges.
bool has_unknown_topology(const Axes& axes, const Value& merged) {
    const auto topology = axes.find("topology");
    if (topology == axes.end()) return merged.find("topology") != nullptr;
    return topology->second.faulty;
}

}  // namespace

Value merged_grid(const Value& grid, const Value* fabric, const std::string& path) {
    Value merged = grid;
    merged.rename(path);
    if (fabric == nullptr) return merged;
    for (const Member& member : fabric->members) {
        if (!overridden(member.key, grid)) merged.members.push_back(member);
    }
    return merged;
}

std::optional<GridSpec> read_grid(const Value& given, const ReadContext& context) {
    const std::size_t before = context.faults.size();
    GridSpec grid;
    Value read = read_traces(read_matrices(given, grid, context), grid, context);
    const Value merged = read_parallel(read_groups(std::move(read), grid, context), grid, context);
    grid.rules = context.rules;
    if (context.study != nullptr) grid.study = context.study->name;
    const Value* name = context.scalars_only ? nullptr : merged.find("name");
    if (name != nullptr) grid.name = name->text;
    check_names(merged, context);
    Axes axes = read_axes(merged, context);
    check_keys(merged, axes, context);
    expand_presets(merged, axes, context);
    read_custom_steps(merged, is_custom(merged) && grid.parallel.empty(), grid, context);
    if (has_edges_topology(axes) || !has_unknown_topology(axes, merged))
        read_edges(merged, has_edges_topology(axes), grid, context);
    read_pool(merged, grid, context);
    grid.scheduler_options = read_tables(merged, context);
    build_dimensions(grid, std::move(axes), merged, context);
    read_where(grid, merged, context);
    check_values(grid, merged, context);
    check_custom_steps(grid, context);
    if (context.faults.size() != before) return std::nullopt;
    return grid;
}

}  // namespace lightsweep::sweeps
