#include "sweeps/rows/envelope_row.hpp"

#include <algorithm>
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
        const double values[] = {table.startups()[i],
                                 plane.hops,
                                 table.volume(),
                                 plane.congestion,
                                 static_cast<double>(plane.reconfigurations),
                                 by_size[i],
                                 by_hops[i]};
        for (std::size_t c = 0; c < std::size(values); ++c) row.append(c, values[c]);
        for (std::size_t word = 0; word < words; ++word)
            row.append(std::size(values),
                       word < plane.decision.size() ? plane.decision[word] : std::uint64_t{0});
        if (!named) continue;
        for (const auto word : words_of(names_used(*named, plane.decision)))
            row.append(std::size(values) + 1, word);
    }
}

void append_steps(const kernels::Envelope& table, const solvers::PreparedScheduler& plan,
                  engine::RaggedRow& row) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        auto decision = table[i].decision;
        decision.resize(plan.space().words());
        for (const auto& run : plan.step_runs(decision)) {
            row.append(0, static_cast<std::int32_t>(i));
            row.append(1, static_cast<std::int32_t>(run.steps));
            row.append(2, run.topology);
            const double values[] = {run.startups, run.hops, run.transmission,
                                     run.reconfigurations};
            for (std::size_t c = 0; c < std::size(values); ++c) row.append(3 + c, values[c]);
        }
    }
}

void append_regions(const kernels::Envelope& table, engine::RaggedRow& row) {
    for (const auto& one : kernels::region_boundaries(table)) {
        row.append(0, one.below);
        row.append(1, one.above);
        const double values[] = {one.from_message, one.to_message,    one.from_delay,
                                 one.to_delay,     one.delay_per_hop, one.delay_per_message};
        for (std::size_t c = 0; c < std::size(values); ++c) row.append(2 + c, values[c]);
    }
}

}  // namespace lightsweep::sweeps
