#include "solvers/addanki/useful_schedules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "solvers/addanki/two_state.hpp"
#include "solvers/contract/prepared_envelope.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::ListedSchedule;
using kernels::StepCosts;

/// Schedules by t and R; each t is solved once.
class WeightedCounts {
  public:
    explicit WeightedCounts(const PlaneSearch& search) : search_(search) {}

    double scaled(const ListedSchedule& plane) const { return search_.scale * plane.congestion; }

    /// The cheapest schedule; null if the calls are used up.
    const ListedSchedule* plane(double t, std::size_t reconfigurations) {
        auto found = planes_.find(t);
        if (found == planes_.end()) {
            if (planes_.size() == search_.most_calls) return nullptr;
            found = planes_.emplace(t, search_.least(t)).first;
        }
        return &found->second[reconfigurations];
    }

  private:
    const PlaneSearch& search_;
    std::map<double, std::vector<ListedSchedule>> planes_;  // by t, then by R
};

/// The recursion over t for one R.
class PieceFinder {
  public:
    PieceFinder(WeightedCounts& counts, std::size_t reconfigurations,
                std::vector<ListedSchedule>& found)
        : counts_(counts), count_(reconfigurations), found_(found) {}

    /// Runs the recursion; false if the calls are used up.
    bool run() {
        const ListedSchedule* first = counts_.plane(0.0, count_);
        if (first && !std::isfinite(first->congestion)) return true;
        const ListedSchedule* last = counts_.plane(1.0, count_);
        if (!first || !last) return false;
        found_.push_back(*first);
        found_.push_back(*last);
        split(*first, *last);
        return !gave_up_;
    }

  private:
    double at(const ListedSchedule& plane, double t) const {
        return (1 - t) * plane.hops + t * counts_.scaled(plane);
    }

    /// Requires that `few` has at most as many hops as `light`, and `light` at most as much
    /// congestion as `few`.
    void split(const ListedSchedule& few, const ListedSchedule& light) {
        const double more_hops = light.hops - few.hops;
        const double less_congestion = counts_.scaled(few) - counts_.scaled(light);
        if (!(more_hops > 0) || !(less_congestion > 0)) return;
        const double t = more_hops / (more_hops + less_congestion);
        const ListedSchedule* solved = counts_.plane(t, count_);
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

bool is_dominated(const ListedSchedule& plane, const std::vector<ListedSchedule>& kept) {
    return std::any_of(kept.begin(), kept.end(), [&plane](const ListedSchedule& other) {
        return other.reconfigurations <= plane.reconfigurations && other.hops <= plane.hops &&
               other.congestion <= plane.congestion;
    });
}

}  // namespace

std::optional<kernels::Envelope> useful_schedules(const PlaneSearch& search) {
    WeightedCounts counts(search);
    std::vector<ListedSchedule> found;
    for (std::size_t count = 0; count <= search.n_steps; ++count)
        if (!PieceFinder(counts, count, found).run()) return std::nullopt;
    // The table's order is the order of ties, so the first of equal schedules is kept.
    const kernels::Envelope ordered(search.n_steps, search.volume, std::move(found), search.bits);
    std::vector<ListedSchedule> kept;
    for (const auto& plane : ordered.planes())
        if (!is_dominated(plane, kept)) kept.push_back(plane);
    return kernels::Envelope(search.n_steps, search.volume, std::move(kept), search.bits);
}

double balancing_scale(double hops, double congestion) {
    return hops > 0 && congestion > 0 ? hops / congestion : 1.0;
}

kernels::Envelope useful_schedules(const StepCosts& costs) {
    double hops = 0, congestion = 0;
    for (std::size_t i = 0; i < costs.steps(); ++i) {
        if (!costs.reachable(i)) continue;
        hops += costs.extra_hops(i);
        congestion += costs.base_congestion(i);
    }
    const double scale = balancing_scale(hops, congestion);
    const auto least = [&](double t) {
        std::vector<double> base(costs.steps(), std::numeric_limits<double>::infinity());
        std::vector<double> matched(costs.steps(), 0.0);
        for (std::size_t i = 0; i < base.size(); ++i) {
            matched[i] = t * scale * costs.matched_congestion(i);
            if (costs.reachable(i))
                base[i] = (1 - t) * costs.extra_hops(i) + t * scale * costs.base_congestion(i);
        }
        const CountTable table(matched, base);
        std::vector<ListedSchedule> planes;
        for (std::size_t count = 0; count <= costs.steps(); ++count)
            planes.push_back(solvers::plane_of(costs, table.decision(count)));
        return planes;
    };
    constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();
    return *useful_schedules({costs.steps(), costs.volume, scale, 1, least, without_limit});
}

}  // namespace lightsweep::solvers::addanki
