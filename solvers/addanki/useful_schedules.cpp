#include "solvers/addanki/useful_schedules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "kernels/envelopes/region_boundaries.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::ListedSchedule;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Limit of entries, for one table and for all tables of a search together.
constexpr std::size_t most_entries = std::size_t{1} << 21;
constexpr std::size_t most_work = std::size_t{160} << 20;

std::size_t table_entries(const UniformWalks& walks) {
    return (walks.steps() + 1) * (walks.steps() + 1) * walks.states();
}

/// The ratio of all hops to all congestion, which makes both weigh about the same; 1 if one of the
/// two is 0.
double balancing_scale(const UniformWalks& walks) {
    double hops = 0, congestion = 0;
    for (const auto& choices : walks.choices)
        for (const StateCost& choice : choices) {
            hops += choice.hops;
            congestion += choice.congestion;
        }
    return hops > 0 && congestion > 0 ? hops / congestion : 1.0;
}

}  // namespace

CountTable::CountTable(const UniformWalks& walks, double per_hop, double per_congestion)
    : walks_(walks),
      per_hop_(per_hop),
      per_congestion_(per_congestion),
      width_(walks.steps() + 1),
      rest_(table_entries(walks), infinity) {
    for (std::size_t state = 0; state < walks.states(); ++state) after(walks.steps(), state)[0] = 0;
    for (std::size_t i = walks.steps(); i-- > 0;) fill_step(i);
}

void CountTable::fill_step(std::size_t i) {
    std::vector<double> change(width_, infinity);
    for (const StateCost& choice : walks_.choices[i]) {
        const double weight = weigh(choice);
        const double* rest = after(i + 1, choice.state);
        for (std::size_t q = 1; q < width_; ++q)
            change[q] = std::min(change[q], weight + rest[q - 1]);
    }
    for (std::size_t state = 0; state < walks_.states(); ++state)
        std::copy(change.begin(), change.end(), after(i, state));
    for (const StateCost& choice : walks_.choices[i]) {
        if (choice.state >= walks_.standing()) break;
        const double weight = weigh(choice);
        const double* rest = after(i + 1, choice.state);
        double* to = after(i, choice.state);
        for (std::size_t q = 0; q < width_; ++q) to[q] = std::min(to[q], weight + rest[q]);
    }
}

std::optional<std::vector<std::size_t>> CountTable::walk(std::size_t changes) const {
    std::vector<std::size_t> states;
    for (std::size_t i = 0, q = changes, state = 0; i < walks_.steps(); ++i) {
        double least = infinity;
        const std::size_t before = state;
        for (const StateCost& choice : walks_.choices[i]) {
            const bool kept = choice.state == before && choice.state < walks_.standing();
            if (!kept && q == 0) continue;
            const double cost = weigh(choice) + after(i + 1, choice.state)[kept ? q : q - 1];
            if (!(cost < least * kernels::tie_factor)) continue;
            least = cost;
            state = choice.state;
        }
        if (least == infinity) return std::nullopt;
        q -= state == before && state < walks_.standing() ? 0 : 1;
        states.push_back(state);
    }
    return states;
}

namespace {

/// Schedules by t and R; each t is solved once.
class WeightedCounts {
  public:
    explicit WeightedCounts(const UniformWalks& walks) : walks_(walks) {}

    double scaled(const ListedSchedule& schedule) const { return scale_ * schedule.congestion; }

    /// The cheapest schedule; null if the calls are used up.
    const ListedSchedule* schedule(double t, std::size_t reconfigurations) {
        auto found = schedules_.find(t);
        if (found == schedules_.end()) {
            if (schedules_.size() == most_tables_) return nullptr;
            found = schedules_.emplace(t, least(t)).first;
        }
        return &found->second[reconfigurations];
    }

  private:
    /// Per number of changes a schedule that is cheapest under the weights (1 - t) on hops and t *
    /// scale on congestion; its congestion is infinite if there is none.
    std::vector<ListedSchedule> least(double t) const {
        const CountTable table(walks_, 1 - t, t * scale_);
        std::vector<ListedSchedule> schedules;
        for (std::size_t count = 0; count <= walks_.steps(); ++count) {
            const auto states = table.walk(count);
            schedules.push_back(states ? schedule_of(walks_, *states)
                                       : ListedSchedule{0, infinity, 0, {}});
        }
        return schedules;
    }

    const UniformWalks& walks_;
    const double scale_ = balancing_scale(walks_);
    const std::size_t most_tables_ = std::max<std::size_t>(2, most_work / table_entries(walks_));
    std::map<double, std::vector<ListedSchedule>> schedules_{};  // by t, then by R
};

/// The recursion over t for one R.
class PieceFinder {
  public:
    PieceFinder(WeightedCounts& counts, std::size_t reconfigurations,
                std::vector<ListedSchedule>& found)
        : counts_(counts), count_(reconfigurations), found_(found) {}

    /// Runs the recursion; false if the calls are used up.
    bool run() {
        const ListedSchedule* first = counts_.schedule(0.0, count_);
        if (first && !std::isfinite(first->congestion)) return true;
        const ListedSchedule* last = counts_.schedule(1.0, count_);
        if (!first || !last) return false;
        found_.push_back(*first);
        found_.push_back(*last);
        split(*first, *last);
        return !gave_up_;
    }

  private:
    double at(const ListedSchedule& schedule, double t) const {
        return (1 - t) * schedule.hops + t * counts_.scaled(schedule);
    }

    /// Requires that `few` has at most as many hops as `light`, and `light` at most as much
    /// congestion as `few`.
    void split(const ListedSchedule& few, const ListedSchedule& light) {
        const double more_hops = light.hops - few.hops;
        const double less_congestion = counts_.scaled(few) - counts_.scaled(light);
        if (!(more_hops > 0) || !(less_congestion > 0)) return;
        const double t = more_hops / (more_hops + less_congestion);
        const ListedSchedule* solved = counts_.schedule(t, count_);
        gave_up_ = gave_up_ || !solved;
        if (gave_up_) return;
        const ListedSchedule middle = *solved;
        if (!(at(middle, t) < at(few, t) * (1 - 1e-13))) return;
        found_.push_back(middle);
        // Because of rounding, a schedule from outside the interval may come back. Each half must
        // be narrower in hops, which are integers, or the recursion would not end.
        const bool inside = few.hops <= middle.hops && middle.hops <= light.hops;
        if (!inside || !(middle.congestion < few.congestion)) return;
        if (middle.hops < light.hops) split_if_narrower(middle, light, more_hops);
        if (middle.hops > few.hops) split_if_narrower(few, middle, more_hops);
        if (middle.hops == few.hops && depth_ < most_replacements) {
            ++depth_;
            split(middle, light);
            --depth_;
        }
    }

    void split_if_narrower(const ListedSchedule& few, const ListedSchedule& light,
                           double parent_hops) {
        if (light.hops - few.hops < parent_hops) split(few, light);
    }

    /// Number of times that an end may be replaced by one with as many hops and less congestion.
    static constexpr int most_replacements = 64;
    int depth_ = 0;
    bool gave_up_ = false;
    WeightedCounts& counts_;
    std::size_t count_;
    std::vector<ListedSchedule>& found_;
};

bool is_dominated(const ListedSchedule& schedule, const std::vector<ListedSchedule>& kept) {
    return std::ranges::any_of(kept, [&schedule](const ListedSchedule& other) {
        return other.reconfigurations <= schedule.reconfigurations && other.hops <= schedule.hops &&
               other.congestion <= schedule.congestion;
    });
}

}  // namespace

std::optional<kernels::Envelope> useful_schedules(const UniformWalks& walks) {
    if (table_entries(walks) > most_entries) return std::nullopt;
    const std::size_t steps = walks.steps();
    const int bits = walks.decisions.bits;
    WeightedCounts counts(walks);
    std::vector<ListedSchedule> found;
    for (std::size_t count = 0; count <= steps; ++count)
        if (!PieceFinder(counts, count, found).run()) return std::nullopt;
    // The table's order is the order of ties, so the first of equal schedules is kept.
    const kernels::Envelope ordered(steps, walks.volume, std::move(found), bits);
    std::vector<ListedSchedule> kept;
    for (const auto& schedule : ordered.schedules())
        if (!is_dominated(schedule, kept)) kept.push_back(schedule);
    return kernels::Envelope(steps, walks.volume, std::move(kept), bits);
}

Prepared optimum_over_states(UniformWalks walks) {
    if (auto table = useful_schedules(walks))
        return std::make_unique<PreparedEnvelope>(kernels::with_slabs(std::move(*table)),
                                                  std::move(walks.decisions));
    return optimum_by_recurrence(std::move(walks));
}

}  // namespace lightsweep::solvers::addanki
