#include "solvers/common/uniform_walks.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "kernels/region_boundaries.hpp"
#include "solvers/common/uniform_sweep.hpp"
#include "solvers/plane_plan.hpp"

namespace lightsweep::solvers::common {

namespace {

/// To 42 bits: sums of the same terms in another order are equal.
double rounded(double sum) {
    const double spread = sum * 2049;
    return spread - (spread - sum);
}

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
        const auto after =
            std::upper_bound(steps_.begin(), steps_.end(), label.hops,
                             [](double hops, const Step& step) { return hops < step.hops; });
        return after != steps_.begin() && std::prev(after)->compared <= label.compared;
    }
    void add(const Label& label) {
        auto at = std::lower_bound(steps_.begin(), steps_.end(), label.hops,
                                   [](const Step& step, double hops) { return step.hops < hops; });
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
    std::sort(front.begin(), front.end(), [&](const Label& a, const Label& b) {
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

/// The best of all states: what a step may change from.
Front unbeaten(const Trails& trails, const std::vector<Front>& fronts) {
    Front all;
    for (const auto& front : fronts) all.insert(all.end(), front.begin(), front.end());
    drop_beaten(trails, all);
    return all;
}

struct Stepper {
    const UniformWalks& walks;
    Trails trails{};
    std::vector<Front> fronts{};

    explicit Stepper(const UniformWalks& of) : walks(of), fronts(of.states()) {
        fronts[0].push_back({0, 0, 0, 0, Trails::none, 0});
    }

    void add_costs(std::size_t step, std::size_t state, Front& front) {
        for (Label& label : front) {
            label.hops += walks.on[state].hops[step];
            label.congestion += walks.on[state].base_congestion(step);
            label.compared = rounded(label.congestion);
            trails.marks.push_back({label.trail, static_cast<std::uint32_t>(state)});
            label.trail = static_cast<std::uint32_t>(trails.marks.size() - 1);
            label.state = static_cast<std::uint32_t>(state);
        }
    }

    void advance(std::size_t step) {
        Front changing = unbeaten(trails, fronts);
        for (Label& label : changing) ++label.changes;
        const auto& targets = walks.targets[step];
        for (std::size_t state = 0; state < fronts.size(); ++state) {
            Front& front = fronts[state];
            const bool is_target = std::binary_search(targets.begin(), targets.end(), state);
            if (!walks.on[state].reachable(step) || !(is_target || walks.may_stay)) {
                front.clear();
                continue;
            }
            if (is_target) front.insert(front.end(), changing.begin(), changing.end());
            drop_beaten(trails, front);
            add_costs(step, state, front);
        }
    }

    std::size_t under_way() const {
        std::size_t count = 0;
        for (const auto& front : fronts) count += front.size();
        return count;
    }
};

}  // namespace

UniformWalks without_dominated(UniformWalks walks) {
    const auto beats = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < walks.steps(); ++i)
            if (walks.on[a].hops[i] > walks.on[b].hops[i] ||
                walks.on[a].stretch[i] > walks.on[b].stretch[i])
                return false;
        return true;
    };
    std::vector<std::size_t> kept;
    for (std::size_t state = 0; state < walks.states(); ++state) {
        if (state > 0 && std::any_of(kept.begin(), kept.end(),
                                     [&](std::size_t other) { return beats(other, state); }))
            continue;
        const auto beaten = [&](std::size_t other) { return other > 0 && beats(state, other); };
        kept.erase(std::remove_if(kept.begin(), kept.end(), beaten), kept.end());
        kept.push_back(state);
    }
    UniformWalks rest{walks.decisions, {}, {}, walks.may_stay};
    rest.decisions.topologies.clear();
    for (const std::size_t state : kept) {
        rest.decisions.topologies.push_back(walks.decisions.topologies[state]);
        rest.on.push_back(std::move(walks.on[state]));
    }
    rest.decisions.n_bases = kept.size();
    std::vector<std::size_t> all(kept.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    rest.targets.assign(walks.steps(), all);
    return rest;
}

kernels::CostPlane plane_of(const UniformWalks& walks, const std::vector<std::size_t>& states) {
    const int bits = walks.decisions.bits;
    kernels::CostPlane plane{0, 0, 0, kernels::base_throughout(states.size(), bits)};
    std::size_t before = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        plane.hops += walks.on[states[i]].hops[i];
        plane.congestion += walks.on[states[i]].base_congestion(i);
        plane.reconfigurations += states[i] != before;
        kernels::put_state(plane.decision, i, states[i], bits);
        before = states[i];
    }
    return plane;
}

std::optional<kernels::PlaneTable> list_walks(const UniformWalks& walks, std::size_t most) {
    Stepper stepper(walks);
    for (std::size_t step = 0; step < walks.steps(); ++step) {
        stepper.advance(step);
        if (stepper.under_way() > most * (1 + walks.states() / 8)) return std::nullopt;
    }
    const Front best = unbeaten(stepper.trails, stepper.fronts);
    if (best.size() > most) return std::nullopt;
    std::vector<kernels::CostPlane> planes;
    for (const Label& label : best)
        planes.push_back(plane_of(walks, stepper.trails.states(label.trail, walks.steps())));
    return kernels::PlaneTable(walks.steps(), walks.on[0].volume, std::move(planes),
                               walks.decisions.bits);
}

namespace {

/// Schedules that a list may have.
constexpr std::size_t most_listed = 2000;

}  // namespace

std::unique_ptr<PreparedScheduler> optimum_over(UniformWalks walks) {
    if (auto table = list_walks(walks, most_listed))
        return std::make_unique<PlanePlan>(kernels::with_slabs(std::move(*table)),
                                           std::move(walks.decisions));
    return optimum_by_recurrence(std::move(walks));
}

std::unique_ptr<PreparedScheduler> optimum_by_recurrence(UniformWalks walks) {
    return std::make_unique<UniformSweep>(std::move(walks));
}

}  // namespace lightsweep::solvers::common
