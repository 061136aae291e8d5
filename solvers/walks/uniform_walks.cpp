#include "solvers/walks/uniform_walks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/envelopes/region_boundaries.hpp"
#include "kernels/exact/rounded_sum.hpp"
#include "solvers/contract/prepared_envelope.hpp"
#include "solvers/walks/uniform_sweep.hpp"

namespace lightsweep::solvers {

namespace {

/// A walk so far. Its states are read off backwards.
struct Label {
    std::int32_t changes;
    double hops, compared, congestion;  ///< compared: the congestion, rounded
    std::uint32_t trail;                ///< its last step in Trails
    std::uint32_t state;
};
using Front = std::vector<Label>;

struct Trails {
    struct Mark {
        std::uint32_t before, state;
    };
    std::vector<Mark> marks;
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<std::size_t> states(std::uint32_t trail, std::size_t steps) const {
        std::vector<std::size_t> found(steps);
        for (std::size_t i = steps; i-- > 0; trail = marks[trail].before)
            found[i] = marks[trail].state;
        return found;
    }
    /// Whether one walk names the earlier state where they differ first. Equally many steps.
    bool comes_before(std::uint32_t one, std::uint32_t other) const {
        bool before = false;
        while (one != other) {
            if (marks[one].state != marks[other].state)
                before = marks[one].state < marks[other].state;
            one = marks[one].before;
            other = marks[other].before;
        }
        return before;
    }
};

/// Of labels by rising changes: which hops and congestion are beaten already.
class Staircase {
  public:
    bool beats(const Label& label) const {
        const auto after = std::ranges::upper_bound(steps_, label.hops, {}, &Step::hops);
        return after != steps_.begin() && std::prev(after)->compared <= label.compared;
    }
    void add(const Label& label) {
        auto at = std::ranges::lower_bound(steps_, label.hops, {}, &Step::hops);
        auto last = at;
        while (last != steps_.end() && last->compared >= label.compared) ++last;
        at = steps_.erase(at, last);
        steps_.insert(at, {label.hops, label.compared});
    }

  private:
    struct Step {
        double hops, compared;
    };
    std::vector<Step> steps_;  ///< hops rise, congestion falls
};

/// Those that no other beats, by changes, hops and congestion.
void drop_beaten(const Trails& trails, Front& front) {
    std::ranges::sort(front, [&](const Label& a, const Label& b) {
        if (a.changes != b.changes) return a.changes < b.changes;
        if (a.hops != b.hops) return a.hops < b.hops;
        if (a.compared != b.compared) return a.compared < b.compared;
        if (a.state != b.state && a.trail == b.trail) return a.state < b.state;
        return trails.comes_before(a.trail, b.trail);
    });
    Staircase beaten;
    std::size_t kept = 0;
    for (const Label& label : front) {
        if (beaten.beats(label)) continue;
        beaten.add(label);
        front[kept++] = label;
    }
    front.resize(kept);
}

struct Stepper {
    const UniformWalks& walks;
    Trails trails{};
    std::vector<Front> fronts{};          ///< by state
    std::vector<std::uint32_t> alive{0};  ///< states whose fronts may hold walks

    explicit Stepper(const UniformWalks& of) : walks(of), fronts(of.states()) {
        fronts[0].push_back({0, 0, 0, 0, Trails::none, 0});
    }

    void add_costs(const StateCost& choice, Front& front) {
        for (Label& label : front) {
            label.hops += choice.hops;
            label.congestion += choice.congestion;
            label.compared = kernels::rounded_sum(label.congestion);
            trails.marks.push_back({label.trail, choice.state});
            label.trail = static_cast<std::uint32_t>(trails.marks.size() - 1);
            label.state = choice.state;
        }
    }

    /// The best of all states: what a step may change from.
    Front unbeaten() const {
        Front all;
        for (const auto state : alive)
            all.insert(all.end(), fronts[state].begin(), fronts[state].end());
        drop_beaten(trails, all);
        return all;
    }

    void advance(const std::vector<StateCost>& choices) {
        Front changing = unbeaten();
        for (Label& label : changing) ++label.changes;
        std::vector<Front> next;
        for (const StateCost& choice : choices) {
            Front& front = next.emplace_back(std::move(fronts[choice.state]));
            if (choice.may_enter) front.insert(front.end(), changing.begin(), changing.end());
            drop_beaten(trails, front);
            add_costs(choice, front);
        }
        for (const auto state : alive) fronts[state].clear();
        alive.clear();
        for (std::size_t i = 0; i < choices.size(); ++i) {
            fronts[choices[i].state] = std::move(next[i]);
            alive.push_back(choices[i].state);
        }
    }

    /// After the last step: one more change of who has left it.
    void restore_base() {
        for (const auto state : alive)
            for (Label& label : fronts[state]) label.changes += state != 0;
    }

    std::size_t under_way() const {
        std::size_t count = 0;
        for (const auto state : alive) count += fronts[state].size();
        return count;
    }
};

}  // namespace

const StateCost& UniformWalks::choice(std::size_t step, std::size_t state) const {
    return *std::ranges::lower_bound(choices[step], state, {}, &StateCost::state);
}

UniformWalks without_dominated(const UniformWalks& walks) {
    // Rows of hops and congestion per state; infinite where it carries nothing.
    const std::size_t steps = walks.steps();
    std::vector<double> costs(walks.states() * steps * 2, HUGE_VAL);
    for (std::size_t i = 0; i < steps; ++i)
        for (const StateCost& choice : walks.choices[i]) {
            costs[(choice.state * steps + i) * 2] = choice.hops;
            costs[(choice.state * steps + i) * 2 + 1] = choice.congestion;
        }
    const auto beats = [&](std::size_t a, std::size_t b) {
        return std::equal(&costs[a * steps * 2], &costs[(a + 1) * steps * 2], &costs[b * steps * 2],
                          [](double one, double other) { return one <= other; });
    };
    std::vector<std::size_t> kept;
    for (std::size_t state = 0; state < walks.states(); ++state) {
        if (state > 0 &&
            std::ranges::any_of(kept, [&](std::size_t other) { return beats(other, state); }))
            continue;
        std::erase_if(kept, [&](std::size_t other) { return other > 0 && beats(state, other); });
        kept.push_back(state);
    }
    UniformWalks rest{walks.decisions, walks.volume, {}};
    rest.choices.resize(steps);
    rest.decisions.topologies.clear();
    for (const std::size_t state : kept)
        rest.decisions.topologies.push_back(walks.decisions.topologies[state]);
    rest.decisions.n_bases = kept.size();
    for (std::size_t i = 0; i < steps; ++i)
        for (const StateCost& choice : walks.choices[i]) {
            const auto at = std::ranges::lower_bound(kept, choice.state);
            if (at == kept.end() || *at != choice.state) continue;
            rest.choices[i].push_back(choice);
            rest.choices[i].back().state = static_cast<std::uint32_t>(at - kept.begin());
        }
    return rest;
}

kernels::ListedSchedule schedule_of(const UniformWalks& walks,
                                    const std::vector<std::size_t>& states) {
    const int bits = walks.decisions.bits;
    kernels::ListedSchedule schedule{0, 0, 0, kernels::base_throughout(states.size(), bits)};
    std::size_t before = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const StateCost& choice = walks.choice(i, states[i]);
        schedule.hops += choice.hops;
        schedule.congestion += choice.congestion;
        schedule.reconfigurations += states[i] != before || states[i] >= walks.standing();
        kernels::put_state(schedule.decision, i, states[i], bits);
        before = states[i];
    }
    schedule.reconfigurations += walks.decisions.rules.restore && before != 0;
    return schedule;
}

std::optional<kernels::Envelope> list_walks(const UniformWalks& walks, std::size_t most) {
    Stepper stepper(walks);
    for (std::size_t step = 0; step < walks.steps(); ++step) {
        stepper.advance(walks.choices[step]);
        if (stepper.under_way() > most * (1 + walks.choices[step].size() / 8)) return std::nullopt;
    }
    if (walks.decisions.rules.restore) stepper.restore_base();
    const Front best = stepper.unbeaten();
    if (best.size() > most) return std::nullopt;
    std::vector<kernels::ListedSchedule> schedules;
    for (const Label& label : best)
        schedules.push_back(schedule_of(walks, stepper.trails.states(label.trail, walks.steps())));
    return kernels::Envelope(walks.steps(), walks.volume, std::move(schedules),
                             walks.decisions.bits);
}

namespace {

/// Schedules that a list of all that no other beats may have.
constexpr std::size_t most_listed = 500;
/// Recurrences that a list of those that are best somewhere may take.
constexpr std::size_t most_asked = 20'000;
/// Choices that they may look at, all together: some tenths of a second.
constexpr std::size_t most_looked_at = 50'000'000;

std::size_t count_choices(const UniformWalks& walks) {
    std::size_t count = 1;
    for (const auto& choices : walks.choices) count += choices.size();
    return count;
}

Prepared listed(kernels::Envelope table, DecisionSpace space) {
    return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(table)),
                                              std::move(space));
}

}  // namespace

Prepared optimum_over(UniformWalks walks) {
    if (auto table = list_walks(walks, most_listed))
        return listed(std::move(*table), std::move(walks.decisions));
    const std::size_t most = std::min(most_asked, most_looked_at / count_choices(walks));
    auto sweep = std::make_unique<UniformSweep>(std::move(walks));
    if (auto table = supported_schedules(*sweep, most))
        return listed(std::move(*table), sweep->space());
    return sweep;
}

Prepared optimum_by_recurrence(UniformWalks walks) {
    return std::make_unique<UniformSweep>(std::move(walks));
}

}  // namespace lightsweep::solvers
