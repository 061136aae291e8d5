#include "solvers/common/supported_planes.hpp"

#include <cmath>
#include <set>

#include "kernels/region_boundaries.hpp"
#include "kernels/rounded_sum.hpp"

namespace lightsweep::solvers::common {

namespace {

/// What a walk's hops, congestion and reconfigurations weigh.
struct Weights {
    double hops, congestion, changes;
    auto operator<=>(const Weights&) const = default;
};

class Search {
  public:
    Search(const UniformSweep& sweep, std::size_t most) : sweep_(sweep), most_(most) {}

    std::optional<kernels::PlaneTable> run() {
        // The corners, and one of each on its way to them.
        const Weights corners[] = {{1, 0, 0},       {0, 1, 0},       {0, 0, 1},      {1, 1, 1},
                                   {1, 1e-6, 1e-6}, {1e-6, 1, 1e-6}, {1e-6, 1e-6, 1}};
        for (const auto& corner : corners) ask(corner);
        if (planes_.empty()) return std::nullopt;
        for (bool again = true; again;) {
            again = false;
            for (const auto& one : kernels::region_boundaries(table()))
                for (const auto& vertex : vertices(one)) {
                    again |= ask(vertex);
                    if (asked_.size() > most_) return std::nullopt;
                }
        }
        return table();
    }

  private:
    /// Ends of a boundary; of one without end the direction that it takes.
    static std::vector<Weights> vertices(const kernels::RegionBoundary& one) {
        std::vector<Weights> found{{1, one.from_message, one.from_delay}};
        if (std::isinf(one.to_message))
            found.push_back({0, 1, one.delay_per_message});
        else if (std::isinf(one.to_delay))
            found.push_back({0, 0, 1});
        else
            found.push_back({1, one.to_message, one.to_delay});
        return found;
    }

    double least(const Weights& at) const {
        double best = HUGE_VAL;
        for (const auto& plane : planes_)
            best = std::min(best, at.hops * plane.hops + at.congestion * plane.congestion +
                                      at.changes * plane.reconfigurations);
        return best;
    }

    /// Whether a walk was found that is better there than all before.
    bool ask(const Weights& at) {
        if (!asked_.insert(at).second) return false;
        const auto plane = sweep_.least_walk(at.hops, at.congestion, at.changes);
        if (!plane) return false;
        const double value = at.hops * plane->hops + at.congestion * plane->congestion +
                             at.changes * plane->reconfigurations;
        const auto known = std::make_tuple(plane->hops, kernels::rounded_sum(plane->congestion),
                                           plane->reconfigurations);
        const bool better = !(value >= least(at) * (1 - 1e-12));
        if ((!better && !planes_.empty() && at.hops > 0) || !known_.insert(known).second)
            return false;
        planes_.push_back(*plane);
        return true;
    }

    kernels::PlaneTable table() const {
        return {sweep_.steps(), sweep_.volume(), planes_, kernels::state_bits};
    }

    const UniformSweep& sweep_;
    const std::size_t most_;
    std::vector<kernels::CostPlane> planes_;
    std::set<Weights> asked_;
    std::set<std::tuple<double, double, std::int32_t>> known_;
};

}  // namespace

std::optional<kernels::PlaneTable> supported_planes(const UniformSweep& sweep, std::size_t most) {
    return Search(sweep, most).run();
}

}  // namespace lightsweep::solvers::common
