#include "sweeps/rows/envelope_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/envelopes/region_boundaries.hpp"
#include "sweeps/rows/topology_names.hpp"

namespace lightsweep::sweeps {

std::vector<double> delay_breaks(const kernels::Envelope& table, std::span<const double> fixed) {
    std::vector<double> breaks(table.size(), 0.0);
    for (std::size_t i = 0; i < table.size(); ++i) {
        double below = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < table.size(); ++j) {
            const double fewer = table[i].reconfigurations - table[j].reconfigurations;
            if (fewer > 0)
                below = std::min(below, (fixed[j] - fixed[i]) / fewer);
            else if (fewer == 0 && fixed[j] < fixed[i])
                below = 0;
        }
        breaks[i] = std::max(0.0, below);
    }
    return breaks;
}

void append_envelope(const kernels::Envelope& table, std::size_t words,
                     const solvers::DecisionSpace* named, engine::RaggedRow& row) {
    const auto by_size = delay_breaks(table, table.congestion());
    const auto by_hops = delay_breaks(table, table.hops());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& plane = table[i];
        row.append(0, table.startups()[i], plane.hops, table.volume(), plane.congestion,
                   static_cast<double>(plane.reconfigurations), by_size[i], by_hops[i]);
        constexpr std::size_t decision_column = 7;
        for (std::size_t word = 0; word < words; ++word)
            row.append(decision_column,
                       word < plane.decision.size() ? plane.decision[word] : std::uint64_t{0});
        if (!named) continue;
        for (const auto word : words_of(names_used(*named, plane.decision)))
            row.append(decision_column + 1, word);
    }
}

void append_steps(const kernels::Envelope& table, const solvers::PreparedScheduler& plan,
                  engine::RaggedRow& row) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto decision = table[i].decision;
        decision.resize(plan.space().words());
        for (const auto& run : plan.step_runs(decision))
            row.append(0, static_cast<std::int32_t>(i), static_cast<std::int32_t>(run.steps),
                       run.topology, run.startups, run.hops, run.transmission,
                       run.reconfigurations);
    }
}

void append_regions(const kernels::Envelope& table, engine::RaggedRow& row) {
    for (const auto& one : kernels::region_boundaries(table))
        row.append(0, one.below, one.above, one.from_message, one.to_message, one.from_delay,
                   one.to_delay, one.delay_per_hop, one.delay_per_message);
}

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
        if (std::ranges::any_of(entries_, beats)) continue;
        std::erase_if(entries_, [&](const Entry& known) { return entry.beats(known); });
        entries_.push_back(entry);
    }
}

void PortfolioRow::append(engine::RaggedRow& row) const {
    auto sorted = entries_;
    std::ranges::stable_sort(sorted, [](const Entry& a, const Entry& b) {
        return a.reconfigurations < b.reconfigurations;
    });
    for (const Entry& entry : sorted)
        row.append(0, entry.candidate, entry.startups, entry.hops, entry.volume, entry.congestion,
                   entry.reconfigurations);
}

}  // namespace lightsweep::sweeps
