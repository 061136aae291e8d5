#include "sweeps/best_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsweep::sweeps {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// other / best; 1 for 0 / 0, NaN if there is no other.
double margin(double other, double best) {
    if (std::isinf(other)) return std::numeric_limits<double>::quiet_NaN();
    return best == 0 && other == 0 ? 1.0 : other / best;
}

}  // namespace

BestRow::BestRow(std::size_t n)
    : entries_(n, Entry{-1, infinity, infinity, infinity, infinity, infinity}) {}

void BestRow::consider(std::size_t i, std::int32_t candidate, std::string_view scheduler,
                       double time, double bound) {
    Entry& entry = entries_[i];
    entry.bound = std::min(entry.bound, bound);
    if (scheduler == "static") entry.fixed = std::min(entry.fixed, time);
    if (scheduler == "every-step") entry.every = std::min(entry.every, time);
    if (!std::isfinite(time)) return;
    const bool first = entry.winner < 0;
    if (first || time < entry.time * (1 - winner_tie)) {
        entry.second = entry.time;
        entry.time = time;
        entry.winner = candidate;
    } else if (time > entry.time * (1 + winner_tie)) {
        entry.second = std::min(entry.second, time);
    }
}

double BestRow::value(const Entry& entry, const std::string& column) const {
    if (column == "completion_time") return entry.time;
    if (column == "margin_to_second") return margin(entry.second, entry.time);
    if (column == "margin_to_static") return margin(entry.fixed, entry.time);
    if (column == "margin_to_every_step") return margin(entry.every, entry.time);
    return std::min(entry.bound, entry.time);
}

solvers::Status BestRow::status(const Entry& entry) {
    if (entry.winner < 0) return solvers::Status::not_applicable;
    return entry.bound >= entry.time * (1 - 1e-12) ? solvers::Status::optimal
                                                   : solvers::Status::feasible;
}

void BestRow::store(std::size_t at, engine::Tile& tile) const {
    for (std::size_t c = 0; c < tile.group->columns.size(); ++c) {
        const auto& column = tile.group->columns[c];
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            const bool found = entry.winner >= 0;
            if (column.name == "winner")
                tile.i32(c)[at + i] = entry.winner;
            else if (column.name == "status")
                tile.i8(c)[at + i] = static_cast<std::int8_t>(status(entry));
            else if (found)
                tile.f64(c)[at + i] = value(entry, column.name);
        }
    }
}

}  // namespace lightsweep::sweeps
