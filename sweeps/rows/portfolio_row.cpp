#include "sweeps/rows/portfolio_row.hpp"

#include <algorithm>
#include <cmath>

namespace lightsweep::sweeps {

namespace {

/// Whether one number is at most the other, up to rounding.
bool at_most(double one, double other) {
    return one <= other * (1 + 1e-12);
}

}  // namespace

bool PortfolioRow::Entry::beats(const Entry& other) const {
    return reconfigurations <= other.reconfigurations && at_most(startups, other.startups) &&
           at_most(hops, other.hops) && at_most(bytes(), other.bytes());
}

void PortfolioRow::add(std::int32_t candidate, const kernels::Envelope& table) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        const Entry entry{candidate,           table.startups()[i],
                          table[i].hops,       table.volume(),
                          table[i].congestion, static_cast<double>(table[i].reconfigurations)};
        if (!std::isfinite(entry.congestion)) continue;
        const auto beats = [&](const Entry& known) { return known.beats(entry); };
        if (std::any_of(entries_.begin(), entries_.end(), beats)) continue;
        std::erase_if(entries_, [&](const Entry& known) { return entry.beats(known); });
        entries_.push_back(entry);
    }
}

void PortfolioRow::append(engine::RaggedRow& row) const {
    auto sorted = entries_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
        return a.reconfigurations < b.reconfigurations;
    });
    for (const Entry& entry : sorted) {
        row.append(0, entry.candidate);
        const double values[] = {entry.startups, entry.hops, entry.volume, entry.congestion,
                                 entry.reconfigurations};
        for (std::size_t c = 0; c < std::size(values); ++c) row.append(1 + c, values[c]);
    }
}

}  // namespace lightsweep::sweeps
