#include "solvers/addanki/useful_planes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "solvers/addanki/two_state.hpp"
#include "solvers/plane_plan.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::CostPlane;
using kernels::StepCosts;

/// Count DPs at weights (1 - t) on hops and t on scaled congestion, kept by t.
class WeightedCounts {
  public:
    explicit WeightedCounts(const StepCosts& costs) : costs_(costs), none_(costs.steps(), 0.0) {
        double hops = 0, congestion = 0;
        for (std::size_t i = 0; i < costs.steps(); ++i) {
            if (!costs.reachable(i)) continue;
            hops += costs.extra_hops(i);
            congestion += costs.extra_share(i);
        }
        scale_ = hops > 0 && congestion > 0 ? hops / congestion : 1.0;
    }

    double scaled(const CostPlane& plane) const { return scale_ * plane.congestion; }

    const CostPlane& plane(double t, std::size_t reconfigurations) {
        auto found = planes_.find(t);
        if (found == planes_.end()) found = planes_.emplace(t, solve(t)).first;
        return found->second[reconfigurations];
    }

  private:
    std::vector<CostPlane> solve(double t) const {
        const CountTable table(none_, weights(t));
        std::vector<CostPlane> planes;
        for (std::size_t count = 0; count <= costs_.steps(); ++count)
            planes.push_back(plane_of(costs_, table.decision(count)));
        return planes;
    }

    std::vector<double> weights(double t) const {
        std::vector<double> extra(costs_.steps(), std::numeric_limits<double>::infinity());
        for (std::size_t i = 0; i < extra.size(); ++i)
            if (costs_.reachable(i))
                extra[i] = (1 - t) * costs_.extra_hops(i) + t * scale_ * costs_.extra_share(i);
        return extra;
    }

    const StepCosts& costs_;
    std::vector<double> none_;
    double scale_;
    std::map<double, std::vector<CostPlane>> planes_;  // by t, then by R
};

/// The recursion over t for one R.
class PieceFinder {
  public:
    PieceFinder(WeightedCounts& counts, std::size_t reconfigurations, std::vector<CostPlane>& found)
        : counts_(counts), count_(reconfigurations), found_(found) {}

    void run() {
        const CostPlane first = counts_.plane(0.0, count_);
        if (!std::isfinite(first.congestion)) return;
        const CostPlane last = counts_.plane(1.0, count_);
        found_.push_back(first);
        found_.push_back(last);
        split(first, last);
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
        const CostPlane middle = counts_.plane(t, count_);
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

kernels::PlaneTable useful_planes(const StepCosts& costs) {
    WeightedCounts counts(costs);
    std::vector<CostPlane> found;
    for (std::size_t count = 0; count <= costs.steps(); ++count)
        PieceFinder(counts, count, found).run();
    // The table's order is the order of ties, so the first of equal planes is the one to keep.
    const kernels::PlaneTable ordered(costs.steps(), costs.volume, std::move(found));
    std::vector<CostPlane> kept;
    for (const auto& plane : ordered.planes())
        if (!is_dominated(plane, kept)) kept.push_back(plane);
    return {costs.steps(), costs.volume, std::move(kept)};
}

}  // namespace lightsweep::solvers::addanki
