#include "solvers/addanki/useful_planes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "solvers/addanki/two_state.hpp"
#include "solvers/plane_plan.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::CostPlane;
using kernels::StepCosts;

/// Schedules by t and R, each t solved once.
class WeightedCounts {
  public:
    explicit WeightedCounts(const PlaneSearch& search) : search_(search) {}

    double scaled(const CostPlane& plane) const { return search_.scale * plane.congestion; }

    /// Null once the calls are used up.
    const CostPlane* plane(double t, std::size_t reconfigurations) {
        auto found = planes_.find(t);
        if (found == planes_.end()) {
            if (planes_.size() == search_.most_calls) return nullptr;
            found = planes_.emplace(t, search_.least(t)).first;
        }
        return &found->second[reconfigurations];
    }

  private:
    const PlaneSearch& search_;
    std::map<double, std::vector<CostPlane>> planes_;  // by t, then by R
};

/// The recursion over t for one R.
class PieceFinder {
  public:
    PieceFinder(WeightedCounts& counts, std::size_t reconfigurations, std::vector<CostPlane>& found)
        : counts_(counts), count_(reconfigurations), found_(found) {}

    /// False if the calls are used up.
    bool run() {
        const CostPlane* first = counts_.plane(0.0, count_);
        if (first && !std::isfinite(first->congestion)) return true;
        const CostPlane* last = counts_.plane(1.0, count_);
        if (!first || !last) return false;
        found_.push_back(*first);
        found_.push_back(*last);
        split(*first, *last);
        return !gave_up_;
    }

  private:
    double at(const CostPlane& plane, double t) const {
        return (1 - t) * plane.hops + t * counts_.scaled(plane);
    }

    /// `few` has no more hops than `light`, `light` no more congestion than `few`.
    void split(const CostPlane& few, const CostPlane& light) {
        const double more_hops = light.hops - few.hops;
        const double less_congestion = counts_.scaled(few) - counts_.scaled(light);
        if (!(more_hops > 0) || !(less_congestion > 0)) return;
        const double t = more_hops / (more_hops + less_congestion);
        const CostPlane* solved = counts_.plane(t, count_);
        gave_up_ = gave_up_ || !solved;
        if (gave_up_) return;
        const CostPlane middle = *solved;
        if (!(at(middle, t) < at(few, t) * (1 - 1e-13))) return;
        found_.push_back(middle);
        // Rounding can return a plane from outside the interval. Each half must be narrower in
        // hops, which are integers, or the recursion would not end.
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

    void split_if_narrower(const CostPlane& few, const CostPlane& light, double parent_hops) {
        if (light.hops - few.hops < parent_hops) split(few, light);
    }

    /// How often an end with as many hops and less congestion may take an end's place.
    static constexpr int most_replacements = 64;
    int depth_ = 0;
    bool gave_up_ = false;
    WeightedCounts& counts_;
    std::size_t count_;
    std::vector<CostPlane>& found_;
};

bool is_dominated(const CostPlane& plane, const std::vector<CostPlane>& kept) {
    return std::any_of(kept.begin(), kept.end(), [&plane](const CostPlane& other) {
        return other.reconfigurations <= plane.reconfigurations && other.hops <= plane.hops &&
               other.congestion <= plane.congestion;
    });
}

}  // namespace

std::optional<kernels::PlaneTable> useful_planes(const PlaneSearch& search) {
    WeightedCounts counts(search);
    std::vector<CostPlane> found;
    for (std::size_t count = 0; count <= search.n_steps; ++count)
        if (!PieceFinder(counts, count, found).run()) return std::nullopt;
    // The table's order is the order of ties, so the first of equal planes is the one to keep.
    const kernels::PlaneTable ordered(search.n_steps, search.volume, std::move(found), search.bits);
    std::vector<CostPlane> kept;
    for (const auto& plane : ordered.planes())
        if (!is_dominated(plane, kept)) kept.push_back(plane);
    return kernels::PlaneTable(search.n_steps, search.volume, std::move(kept), search.bits);
}

double balancing_scale(double hops, double congestion) {
    return hops > 0 && congestion > 0 ? hops / congestion : 1.0;
}

kernels::PlaneTable useful_planes(const StepCosts& costs) {
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
        std::vector<CostPlane> planes;
        for (std::size_t count = 0; count <= costs.steps(); ++count)
            planes.push_back(plane_of(costs, table.decision(count)));
        return planes;
    };
    constexpr std::size_t without_limit = std::numeric_limits<std::size_t>::max();
    return *useful_planes({costs.steps(), costs.volume, scale, 1, least, without_limit});
}

}  // namespace lightsweep::solvers::addanki
