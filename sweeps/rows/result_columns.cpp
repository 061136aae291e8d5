#include "sweeps/rows/result_columns.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "sweeps/rows/topology_names.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Column;
using engine::ElementType;
using solvers::ResultRow;

constexpr const char* chosen_algorithm = "chosen_algorithm";

Column time_column(const char* name, const char* meaning) {
    return number_column(name, "s", meaning);
}

std::vector<std::pair<int, std::string>> flags(std::span<const std::string_view> names) {
    std::vector<std::pair<int, std::string>> result;
    for (const auto name : names) result.emplace_back(static_cast<int>(result.size()), name);
    return result;
}

std::vector<std::pair<int, std::string>> reason_flags() {
    std::vector<std::pair<int, std::string>> result;
    for (const auto& reason : solvers::reason_table)
        result.emplace_back(static_cast<int>(reason.code), reason.word);
    return result;
}

/// The row's values for a column of that name, or null.
const ResultRow::Column* values_of(const ResultRow& row, const std::string& name) {
    if (name == "completion_time") return &row.completion;
    if (name == "startup_time") return &row.startup;
    if (name == "propagation_time") return &row.propagation;
    if (name == "transmission_time") return &row.transmission;
    if (name == "congestion_time") return &row.congestion;
    if (name == "reconfiguration_time") return &row.reconfiguration;
    if (name == "lower_bound") return &row.lower_bound;
    return nullptr;
}

void store_codes(const ResultRow& row, std::size_t column, const std::string& name, std::size_t at,
                 engine::Tile& tile) {
    auto codes = tile.i8(column).subspan(at);
    const auto store = [&](const auto& values) {
        for (std::size_t i = 0; i < row.size(); ++i) codes[i] = static_cast<std::int8_t>(values[i]);
    };
    name == "status" ? store(row.status) : store(row.reason);
}

/// Stores the number of steps, equal in every result that has a schedule.
void store_steps(const ResultRow& row, std::int32_t n_steps, std::span<std::int32_t> out) {
    std::fill_n(out.begin(), row.size(), n_steps);
    for (std::size_t i = 0; i < row.more_steps.size(); ++i) out[i] += row.more_steps[i];
}

void store_decisions(const ResultRow& row, std::size_t words, std::size_t width,
                     std::span<std::uint64_t> to) {
    for (std::size_t i = 0; i < row.size(); ++i)
        std::copy_n(row.decision.begin() + static_cast<std::ptrdiff_t>(i * words), words,
                    to.begin() + static_cast<std::ptrdiff_t>(i * width));
}

/// Stores the names; empty where there is no schedule.
void store_names(const ResultRow& row, const solvers::DecisionSpace& space,
                 std::span<std::uint64_t> to) {
    const std::span<const std::uint64_t> all(row.decision);
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!std::isfinite(row.completion[i])) continue;
        const auto names = names_used(space, all.subspan(i * space.words(), space.words()));
        std::ranges::copy(words_of(names),
                          to.begin() + static_cast<std::ptrdiff_t>(i * name_words));
    }
}

/// Stores the code of every result's collective: the chosen alternative, or the collective itself.
void store_algorithms(const ResultRow& row, const kernels::Collective& collective,
                      const Column& column, std::span<std::int32_t> to) {
    const auto code_of = [&](const std::string& name) {
        for (const auto& [code, known] : column.flags)
            if (known == name) return static_cast<std::int32_t>(code);
        return static_cast<std::int32_t>(column.fill);
    };
    std::vector<std::int32_t> codes;
    for (const auto& one : collective.alternatives) codes.push_back(code_of(one.name()));
    const auto own = code_of(collective.name());
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool chosen = !row.algorithm.empty() && row.algorithm[i] >= 0;
        to[i] = chosen ? codes[row.algorithm[i]] : own;
    }
}

void store_ways(const ResultRow& row, std::size_t column, std::size_t at, engine::Tile& tile) {
    const auto& name = tile.group->columns[column].name;
    for (std::size_t i = 0; i < row.ways.size(); ++i) {
        if (name == "way")
            tile.i8(column)[at + i] = row.is_partition(i);
        else
            tile.f64(column)[at + i] =
                name == "partition" ? row.ways[i].partition : row.ways[i].merged;
    }
}

void store_computation(const ResultRow& row, std::span<double> to) {
    for (std::size_t i = 0; i < row.size(); ++i)
        to[i] = row.n_reconfigurations[i] < 0 ? row.completion[i] : row.computation_of(i);
}

}  // namespace

Column status_column() {
    return code_column("status",
                       "state of proof; optimal: no schedule that this scheduler may choose is "
                       "faster",
                       flags(solvers::status_names), double(solvers::Status::missing));
}

Column reason_column() {
    return code_column("reason", "why the row has no ordinary value", reason_flags(),
                       double(solvers::Reason::not_computed));
}

const std::vector<Column>& result_columns() {
    static const std::vector<Column> columns{
        time_column("completion_time", "time of the whole collective: the sum of its parts"),
        time_column("startup_time", "fixed latency of the steps"),
        time_column("propagation_time",
                    "latency of the links between the farthest pairs by their shortest ways, "
                    "also where a flow takes longer ways"),
        time_column("transmission_time", "bytes over the node's bandwidth"),
        time_column("congestion_time", "what sharing links adds to the transmission"),
        time_column("reconfiguration_time", "reconfiguration delays that are not hidden"),
        time_column("lower_bound", "proven lower bound on what this scheduler can reach"),
        time_column("computation_time", "computation before the steps; it may hide delays"),
        count_column("n_reconfigurations", "changes of topology that are charged"),
        count_column("n_steps", "steps of the collective"),
        status_column(),
        reason_column(),
    };
    return columns;
}

std::vector<Column> chosen_columns(const std::vector<std::string>& names, bool has_computation) {
    std::vector<Column> chosen;
    for (const auto& column : result_columns()) {
        const bool always = column.name == "completion_time" || column.name == "status";
        const bool unasked =
            names.empty() && (has_computation || column.name != "computation_time");
        if (always || unasked || std::ranges::find(names, column.name) != names.end())
            chosen.push_back(column);
    }
    return chosen;
}

std::vector<Column> way_columns() {
    return {code_column("way", "the faster way, which is taken", flags(solvers::way_names)),
            time_column("partition", "time if every collective has planes of its own"),
            time_column("merged", "time if all collectives run as common steps")};
}

Column algorithm_column(const std::vector<std::string>& names, bool beside_axis) {
    Column column = count_column(beside_axis ? chosen_algorithm : "algorithm",
                                 "the collective that the scheduler chose");
    for (const auto& name : names)
        column.flags.emplace_back(static_cast<int>(column.flags.size()), name);
    return column;
}

void store_row(const ResultRow& row, const kernels::Collective& collective,
               const solvers::DecisionSpace& space, std::size_t at, engine::Tile& tile) {
    for (std::size_t c = 0; c < tile.group->columns.size(); ++c) {
        const auto& column = tile.group->columns[c];
        if (const auto* values = values_of(row, column.name))
            std::copy_n(values->begin(), row.size(),
                        tile.f64(c).begin() + static_cast<std::ptrdiff_t>(at));
        else if (column.name == "computation_time")
            store_computation(row, tile.f64(c).subspan(at));
        else if (column.name == "n_reconfigurations")
            std::copy_n(row.n_reconfigurations.begin(), row.size(),
                        tile.i32(c).begin() + static_cast<std::ptrdiff_t>(at));
        else if (column.name == "n_steps")
            store_steps(row, static_cast<std::int32_t>(collective.steps.size()),
                        tile.i32(c).subspan(at));
        else if (column.name == "algorithm" || column.name == chosen_algorithm)
            store_algorithms(row, collective, column, tile.i32(c).subspan(at));
        else if (column.name == "way" || column.name == "partition" || column.name == "merged")
            store_ways(row, c, at, tile);
        else if (column.name == "decision")
            store_decisions(row, space.words(), column.width,
                            tile.u64(c).subspan(at * column.width));
        else if (column.name == "topologies")
            store_names(row, space, tile.u64(c).subspan(at * column.width));
        else
            store_codes(row, c, column.name, at, tile);
    }
}

void store_study(const StudyRow& row, std::size_t at, engine::Tile& tile) {
    for (std::size_t c = 0; c < row.values.size(); ++c) {
        if (tile.group->columns[c].type == engine::ElementType::i32)
            tile.i32(c)[at] = static_cast<std::int32_t>(row.values[c]);
        else
            tile.f64(c)[at] = row.values[c];
    }
    store_without_plan(row.status, row.reason, at, 1, tile);
}

void store_without_plan(solvers::Status status, solvers::Reason reason, std::size_t at,
                        std::size_t count, engine::Tile& tile) {
    for (std::size_t c = 0; c < tile.group->columns.size(); ++c) {
        const auto& column = tile.group->columns[c];
        if (column.name != "status" && column.name != "reason") continue;
        const auto code = column.name == "status" ? static_cast<std::int8_t>(status)
                                                  : static_cast<std::int8_t>(reason);
        std::fill_n(tile.i8(c).begin() + static_cast<std::ptrdiff_t>(at), count, code);
    }
}

void exclude_point(std::size_t at, engine::Tile& tile) {
    for (std::size_t c = 0; c < tile.group->columns.size(); ++c) {
        const auto& column = tile.group->columns[c];
        if (column.type == engine::ElementType::f64) tile.f64(c)[at] = column.fill;
        if (column.type == engine::ElementType::i8)
            tile.i8(c)[at] = static_cast<std::int8_t>(column.fill);
        if (column.type == engine::ElementType::i32)
            tile.i32(c)[at] = static_cast<std::int32_t>(column.fill);
        if (column.type == engine::ElementType::u64)
            std::fill_n(tile.u64(c).begin() + static_cast<std::ptrdiff_t>(at * column.width),
                        column.width, std::uint64_t{0});
    }
    store_without_plan(solvers::Status::excluded, solvers::Reason::where_filter, at, 1, tile);
}

}  // namespace lightsweep::sweeps
