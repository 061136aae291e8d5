#include "solvers/optree/windows/colour_runs.hpp"

#include <algorithm>
#include <numeric>

namespace lightsweep::solvers::optree {

namespace {

std::int64_t count_different(std::vector<std::int64_t> numbers) {
    std::ranges::sort(numbers);
    return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
}

}  // namespace

std::int64_t ColourRuns::changes(std::int64_t steps) const {
    const auto spacing = std::gcd(items, steps), residues = steps / spacing;
    const bool all_met = whole >= residues;
    if (halves == 0) return all_met ? residues : whole;
    std::vector<std::int64_t> others;
    for (auto c = all_met ? whole : 0; c < whole + halves; ++c)
        if (!all_met || first_slot(c) % spacing) others.push_back(first_slot(c) % steps);
    return (all_met ? residues : 0) + count_different(std::move(others));
}

SlotTable::Slot SlotTable::of(std::int64_t c, std::int64_t k) const {
    const bool half = c >= runs.whole;
    const auto turn = half ? k / 2 : k;
    if (steps > 0) {
        const auto slot = runs.first_slot(c) + turn, step = slot % steps;
        return {static_cast<std::int32_t>(backward ? steps - 1 - step : step),
                static_cast<std::int16_t>(slot / steps)};
    }
    const auto slot = half ? runs.items * runs.whole + turn * runs.halves + c - runs.whole
                           : turn * runs.whole + c;
    return {static_cast<std::int32_t>(slot / wavelengths),
            static_cast<std::int16_t>(slot % wavelengths)};
}

StageCost best_runs(const ColourRuns& runs, std::int64_t wavelengths, const ConstructionPrice& cost,
                    const std::vector<std::int64_t>& divisors) {
    const auto least = runs.least_steps(wavelengths);
    if (cost.per_reconfiguration == 0) return {least, 0};
    StageCost best{least, runs.changes(least)};
    const auto consider = [&](std::int64_t divisor) {
        const auto steps = ceil_div(least, divisor) * divisor;
        const StageCost found{steps, runs.changes(steps)};
        if (found.of(cost) < best.of(cost)) best = found;
    };
    for (const auto divisor : divisors) consider(divisor);
    if (runs.halves > 0)
        for (const auto divisor : optree::divisors(runs.half_items())) consider(divisor);
    return best;
}

}  // namespace lightsweep::solvers::optree
