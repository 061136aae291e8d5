#include "solvers/registry/registry.hpp"

#include <algorithm>
#include <array>

#include "solvers/addanki/addanki_rows.hpp"
#include "solvers/baselines/baseline_rows.hpp"
#include "solvers/bridge/bridge_rows.hpp"
#include "solvers/external/external_scheduler.hpp"
#include "solvers/matrices/matrix_rows.hpp"
#include "solvers/one_accounting/common_rows.hpp"
#include "solvers/optree/optree_rows.hpp"
#include "solvers/pccl/pccl_rows.hpp"
#include "solvers/swot/swot_rows.hpp"

namespace lightsweep::solvers {

namespace {

/// The rows of several papers one after the other.
template <typename... Rows>
constexpr auto concatenate(const Rows&... rows) {
    std::array<SchedulerRow, (std::tuple_size_v<Rows> + ...)> all{};
    auto end = all.begin();
    ((end = std::copy(rows.begin(), rows.end(), end)), ...);
    return all;
}

constexpr auto table =
    concatenate(baselines::baseline_rows, addanki::addanki_rows, pccl::pccl_rows,
                bridge::bridge_rows, swot::plane_rows, matrices::matrix_rows, optree::ring_rows);

/// Under rules = common: an ordinary row that only gives the reason why it cannot be used.
constexpr SchedulerRow refusing(const SchedulerRow& ordinary, Reason why) {
    auto row = ordinary;
    row.traits = {.lists_envelope = false, .never = why, .hardware = LaneTraits{}};
    if (const auto* ring = ordinary.traits.ring())
        row.traits.hardware = RingTraits{.is_built = ring->is_built, .shares_lanes = true};
    row.prepare_seconds = row.point_seconds = no_seconds;
    return row;
}

constexpr bool has_lane_row(const SchedulerRow& row) {
    return std::ranges::any_of(one_accounting::lane_rows,
                               [&](const SchedulerRow& other) { return other.name == row.name; });
}

constexpr Reason why_not_common(const SchedulerRow& row) {
    for (const auto& one : one_accounting::not_on_common_ground)
        if (one.name == row.name) return one.why;
    return Reason::other_rules;
}

/// The rows of the common accounting, then the others, which give their reason.
constexpr auto common_table = [] {
    constexpr auto refused =
        std::ranges::count_if(table, [](const SchedulerRow& row) { return !has_lane_row(row); });
    std::array<SchedulerRow, one_accounting::lane_rows.size() + refused> all{};
    auto end =
        std::copy(one_accounting::lane_rows.begin(), one_accounting::lane_rows.end(), all.begin());
    for (const auto& row : table)
        if (!has_lane_row(row)) *end++ = refusing(row, why_not_common(row));
    return all;
}();

}  // namespace

std::span<const SchedulerRow> scheduler_table() {
    return table;
}

std::span<const std::span<const SchedulerRow>> scheduler_tables() {
    static constexpr std::array<std::span<const SchedulerRow>, 2> tables{table, common_table};
    return tables;
}

std::span<const SchedulerRow> common_scheduler_table() {
    return common_table;
}

int place_of(const SchedulerRow& scheduler) {
    std::ptrdiff_t before = 0;
    for (const auto rows : scheduler_tables()) {
        for (const auto& row : rows)
            if (&row == &scheduler) return static_cast<int>(before + (&row - rows.data()));
        before += static_cast<std::ptrdiff_t>(rows.size());
    }
    return external::place_of(scheduler);
}

const SchedulerRow* find_scheduler(std::string_view name, std::span<const SchedulerRow> among) {
    for (const auto& row : among)
        if (row.name == name) return &row;
    return nullptr;
}

}  // namespace lightsweep::solvers
