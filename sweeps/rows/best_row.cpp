#include "sweeps/rows/best_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using solvers::Reason;
using solvers::Status;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Ratio other / best; 1 for 0 / 0, NaN if there is no other.
double margin(double other, double best) {
    if (std::isinf(other)) return no_value;
    return best == 0 && other == 0 ? 1.0 : other / best;
}

}  // namespace

BestRow::BestRow(std::size_t n)
    : entries_(n, Entry{-1, infinity, infinity, infinity, infinity, infinity, infinity}) {}

void BestRow::consider(std::size_t i, std::int32_t candidate,
                       const solvers::SchedulerRow& scheduler, const solvers::ResultRow& row) {
    const double time = row.completion[i];
    if (row.status[i] == Status::error || std::isnan(time)) return leave_out(i, Status::error);
    if (row.status[i] == Status::formula) return;  // a formula cannot be carried out
    Entry& entry = entries_[i];
    entry.certain &= row.status[i] == Status::optimal;
    const double bound = std::isnan(row.lower_bound[i]) ? 0.0 : row.lower_bound[i];
    entry.bound = std::min(entry.bound, bound);
    if (scheduler.traits.stays) entry.fixed = std::min(entry.fixed, time);
    if (scheduler.traits.always_changes) entry.every = std::min(entry.every, time);
    if (std::isinf(time)) return leave_out(i, Status::infeasible);
    const bool first = entry.winner < 0;
    if (first || time < entry.time * (1 - winner_tie)) {
        entry.second = entry.time;
        entry.time = time;
        entry.winner = candidate;
    } else if (time > entry.time * (1 + winner_tie)) {
        entry.second = std::min(entry.second, time);
    }
}

void BestRow::bound_by(std::size_t i, double seconds) {
    entries_[i].universal = std::min(entries_[i].universal, seconds);
}

void BestRow::leave_out(std::size_t i, Status why) {
    entries_[i].failed |= why == Status::error;
    entries_[i].infeasible |= why == Status::infeasible;
    entries_[i].excluded |= why == Status::excluded;
}

std::size_t BestRow::failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(entries_, [](const Entry& one) { return one.failed; }));
}

double BestRow::value(const Entry& entry, std::string_view column) {
    const bool is_time = column == "completion_time", is_bound = column == "lower_bound";
    if (entry.winner < 0) {
        const bool infeasible = verdict(entry).status == Status::infeasible;
        return infeasible && (is_time || is_bound) ? infinity : no_value;
    }
    if (is_time) return entry.time;
    // A bound above the time by more than rounding is wrong, and must be visible.
    const bool rounded = entry.universal <= entry.time * (1 + 1e-12);
    if (is_bound && std::isfinite(entry.universal))
        return rounded ? std::min(entry.universal, entry.time) : entry.universal;
    if (is_bound) return entry.failed ? no_value : std::min(entry.bound, entry.time);
    if (column == "margin_to_second") return margin(entry.second, entry.time);
    if (column == "margin_to_static") return margin(entry.fixed, entry.time);
    return margin(entry.every, entry.time);
}

BestRow::Verdict BestRow::verdict(const Entry& entry) {
    if (entry.winner >= 0 && !entry.failed) {
        const bool compared = std::isinf(entry.universal);
        const double bound = compared ? entry.bound : entry.universal;
        const bool proven = (compared && entry.certain) || bound >= entry.time * (1 - 1e-12);
        return {proven ? Status::optimal : Status::feasible, Reason::none};
    }
    if (entry.winner >= 0) return {Status::feasible, Reason::evaluation_failed};
    if (entry.failed) return {Status::error, Reason::evaluation_failed};
    if (entry.infeasible) return {Status::infeasible, Reason::base_disconnects_step};
    if (entry.excluded) return {Status::excluded, Reason::where_filter};
    return {Status::not_applicable, Reason::no_such_algorithm};
}

void BestRow::store(std::size_t at, engine::Tile& tile) const {
    for (std::size_t c = 0; c < tile.group->columns.size(); ++c) {
        const auto& name = tile.group->columns[c].name;
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            if (name == "winner")
                tile.i32(c)[at + i] = entry.winner;
            else if (name == "status")
                tile.i8(c)[at + i] = static_cast<std::int8_t>(verdict(entry).status);
            else if (name == "reason")
                tile.i8(c)[at + i] = static_cast<std::int8_t>(verdict(entry).reason);
            else
                tile.f64(c)[at + i] = value(entry, name);
        }
    }
}

}  // namespace lightsweep::sweeps
