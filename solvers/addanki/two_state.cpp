#include "solvers/addanki/two_state.hpp"

#include "kernels/envelopes/decision_mask.hpp"

namespace lightsweep::solvers::addanki {

namespace {

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

}  // namespace lightsweep::solvers::addanki
