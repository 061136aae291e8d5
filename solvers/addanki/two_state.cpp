#include "solvers/addanki/two_state.hpp"

#include <algorithm>
#include <limits>

#include "kernels/envelopes/decision_mask.hpp"

namespace lightsweep::solvers::addanki {

namespace {

constexpr double unaffordable = std::numeric_limits<double>::infinity();

/// Cost of the remaining steps, and the number of reconfigurations in it.
struct Rest {
    double cost;
    std::int32_t reconfigurations;
};

bool is_better(const Rest& a, const Rest& b) {
    if (a.cost < b.cost * kernels::tie_factor) return true;
    if (b.cost < a.cost * kernels::tie_factor) return false;
    return a.reconfigurations < b.reconfigurations;
}

}  // namespace

TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 double delay) {
    const std::vector<double> delays(matched.size(), delay);
    return solve_two_state(matched, base, delays);
}

TwoStateSchedule solve_two_state(std::span<const double> matched, std::span<const double> base,
                                 std::span<const double> delays) {
    const std::size_t steps = matched.size();
    std::vector<std::uint8_t> match_after_base(steps), match_after_matching(steps);
    Rest from_base{0, 0}, from_matching{0, 0};
    for (std::size_t i = steps; i-- > 0;) {
        const double delay = delays[i];
        const Rest match{matched[i] + delay + from_matching.cost,
                         from_matching.reconfigurations + 1};
        const Rest stay{base[i] + from_base.cost, from_base.reconfigurations};
        const Rest back{base[i] + delay + from_base.cost, from_base.reconfigurations + 1};
        match_after_base[i] = is_better(match, stay);
        match_after_matching[i] = is_better(match, back);
        from_base = match_after_base[i] ? match : stay;
        from_matching = match_after_matching[i] ? match : back;
    }
    TwoStateSchedule plan{from_base.cost, from_base.reconfigurations,
                          kernels::base_throughout(steps)};
    bool matching = false;
    for (std::size_t i = 0; i < steps; ++i) {
        matching = matching ? match_after_matching[i] : match_after_base[i];
        if (matching) kernels::match_step(plan.decision, i);
    }
    return plan;
}

CountTable::CountTable(std::span<const double> matched, std::span<const double> base)
    : matched_(matched.begin(), matched.end()),
      base_(base.begin(), base.end()),
      steps_(matched.size()),
      width_(steps_ + 1),
      rest_(2 * width_ * width_, unaffordable) {
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

std::vector<std::uint64_t> CountTable::decision(std::size_t reconfigurations) const {
    auto words = kernels::base_throughout(steps_);
    bool matching = false;
    for (std::size_t i = 0, q = reconfigurations; i < steps_; ++i) {
        const std::size_t spent = matching ? 1 : 0;
        const double stay = q >= spent ? base_[i] + after(i + 1, false, q - spent) : unaffordable;
        const double match = q >= 1 ? matched_[i] + after(i + 1, true, q - 1) : unaffordable;
        matching = match < stay * kernels::tie_factor;
        q -= matching ? 1 : spent;
        if (matching) kernels::match_step(words, i);
    }
    return words;
}

}  // namespace lightsweep::solvers::addanki
