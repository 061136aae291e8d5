#include "solvers/addanki/two_state.hpp"

#include <algorithm>
#include <limits>

namespace lightsweep::solvers::addanki {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Cost of the remaining steps and the reconfigurations in it.
struct Rest {
    double cost;
    std::int32_t reconfigurations;
};

bool is_better(const Rest& a, const Rest& b) {
    if (a.cost < b.cost * kernels::tie_factor) return true;
    if (b.cost < a.cost * kernels::tie_factor) return false;
    return a.reconfigurations < b.reconfigurations;
}

void set_bit(std::vector<std::uint64_t>& words, std::size_t i) {
    words[i / 64] |= std::uint64_t{1} << (i % 64);
}

std::vector<std::uint64_t> no_bits(std::size_t steps) {
    return std::vector<std::uint64_t>(std::max<std::size_t>(1, (steps + 63) / 64), 0);
}

}  // namespace

TwoStatePlan solve_two_state(std::span<const double> matched, std::span<const double> base,
                             double delay) {
    const std::size_t steps = matched.size();
    std::vector<std::uint8_t> match_after_base(steps), match_after_matching(steps);
    Rest from_base{0, 0}, from_matching{0, 0};
    for (std::size_t i = steps; i-- > 0;) {
        const Rest match{matched[i] + delay + from_matching.cost,
                         from_matching.reconfigurations + 1};
        const Rest stay{base[i] + from_base.cost, from_base.reconfigurations};
        const Rest back{base[i] + delay + from_base.cost, from_base.reconfigurations + 1};
        match_after_base[i] = is_better(match, stay);
        match_after_matching[i] = is_better(match, back);
        from_base = match_after_base[i] ? match : stay;
        from_matching = match_after_matching[i] ? match : back;
    }
    TwoStatePlan plan{from_base.cost, from_base.reconfigurations, no_bits(steps)};
    bool matching = false;
    for (std::size_t i = 0; i < steps; ++i) {
        matching = matching ? match_after_matching[i] : match_after_base[i];
        if (matching) set_bit(plan.decision, i);
    }
    return plan;
}

CountTable::CountTable(std::span<const double> matched, std::span<const double> base)
    : matched_(matched.begin(), matched.end()),
      base_(base.begin(), base.end()),
      steps_(matched.size()),
      width_(steps_ + 1),
      rest_(2 * width_ * width_, infinity) {
    after(steps_, false, 0) = 0;
    after(steps_, true, 0) = 0;
    for (std::size_t i = steps_; i-- > 0;) fill_step(i);
}

void CountTable::fill_step(std::size_t i) {
    after(i, false, 0) = base_[i] + after(i + 1, false, 0);
    for (std::size_t q = 1; q < width_; ++q) {
        const double match = matched_[i] + after(i + 1, true, q - 1);
        after(i, false, q) = std::min(base_[i] + after(i + 1, false, q), match);
        after(i, true, q) = std::min(base_[i] + after(i + 1, false, q - 1), match);
    }
}

std::vector<double> CountTable::cost_by_count() const {
    std::vector<double> costs;
    for (std::size_t q = 0; q < width_; ++q) costs.push_back(after(0, false, q));
    return costs;
}

std::vector<std::uint64_t> CountTable::decision(std::size_t reconfigurations) const {
    auto words = no_bits(steps_);
    bool matching = false;
    for (std::size_t i = 0, q = reconfigurations; i < steps_; ++i) {
        const std::size_t spent = matching ? 1 : 0;
        const double stay = q >= spent ? base_[i] + after(i + 1, false, q - spent) : infinity;
        const double match = q >= 1 ? matched_[i] + after(i + 1, true, q - 1) : infinity;
        matching = match < stay * kernels::tie_factor;
        q -= matching ? 1 : spent;
        if (matching) set_bit(words, i);
    }
    return words;
}

TwoStatePlan enumerate_two_state(std::span<const double> matched, std::span<const double> base,
                                 double delay) {
    const std::size_t steps = matched.size();
    TwoStatePlan best{infinity, 0, no_bits(steps)};
    for (std::uint64_t mask = 0; mask < (std::uint64_t{1} << steps); ++mask) {
        TwoStatePlan plan{0, 0, {mask}};
        for (std::size_t i = 0; i < steps; ++i) {
            const bool match = (mask >> i) & 1;
            const bool pays = match || (i > 0 && ((mask >> (i - 1)) & 1));
            plan.cost += (match ? matched[i] : base[i]) + (pays ? delay : 0.0);
            plan.reconfigurations += pays;
        }
        if (mask == 0 ||
            is_better({plan.cost, plan.reconfigurations}, {best.cost, best.reconfigurations}))
            best = plan;
    }
    return best;
}

}  // namespace lightsweep::solvers::addanki
