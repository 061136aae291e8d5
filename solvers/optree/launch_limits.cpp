#include "solvers/optree/launch_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "kernels/broadcast_bound.hpp"

namespace lightsweep::solvers::optree {

namespace {

class PointGrower {
  public:
    PointGrower(std::int64_t steps, std::int64_t points, std::int64_t wire, std::int64_t launches)
        : steps_(static_cast<std::int32_t>(steps)),
          points_(static_cast<std::size_t>(points)),
          wire_(wire),
          most_launches_(launches),
          loads_(static_cast<std::size_t>(2 * steps)),
          launches_(static_cast<std::size_t>(2 * steps)) {}

    VectorSet grow() {
        std::vector<SparseVector> shell{{}};
        set_.add(shell[0]);
        while (!shell.empty() && set_.size() < points_) shell = next_shell(shell);
        return std::move(set_);
    }

  private:
    std::size_t bin(const Coordinate& c) const {
        return static_cast<std::size_t>(c.value > 0 ? c.step : c.step + steps_);
    }
    std::vector<SparseVector> next_shell(const std::vector<SparseVector>& shell) {
        std::vector<SparseVector> candidates, taken;
        for (const auto& parent : shell) add_children(parent, candidates);
        std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
            return a.back().step < b.back().step;
        });
        for (const auto& point : candidates) {
            if (set_.size() == points_) break;
            if (take(point)) taken.push_back(point);
        }
        return taken;
    }
    void add_children(const SparseVector& parent, std::vector<SparseVector>& children) const {
        const auto from = parent.empty() ? 0 : parent.back().step + 1;
        if (!parent.empty()) {
            children.push_back(parent);
            children.back().back().value += parent.back().value > 0 ? 1 : -1;
        }
        for (auto step = from; step < steps_; ++step)
            for (const std::int32_t value : {1, -1}) {
                children.push_back(parent);
                children.back().push_back({step, value});
            }
    }
    bool take(const SparseVector& point) {
        if (launches_[bin(point.back())] == most_launches_) return false;
        for (const auto& c : point)
            if (loads_[bin(c)] + std::abs(c.value) > wire_) return false;
        for (const auto& c : point) loads_[bin(c)] += std::abs(c.value);
        ++launches_[bin(point.back())];
        set_.add(point);
        return true;
    }

    std::int32_t steps_;
    std::size_t points_;
    std::int64_t wire_, most_launches_;
    BinLoads loads_, launches_;
    VectorSet set_{};
};

/// The plan on a ring of V nodes in that many steps, if points and wavelengths suffice.
std::optional<BroadcastPlan> try_limited(const RingTask& task, std::int64_t nodes,
                                         std::int64_t steps, std::int64_t transmitters) {
    const auto points = limited_points(steps, nodes, task.wavelengths, transmitters);
    if (static_cast<std::int64_t>(points.size()) < nodes) return {};
    return with_wavelengths(task, nodes, steps, {broadcast_tree(points)});
}

}  // namespace

VectorSet limited_points(std::int64_t steps, std::int64_t points, std::int64_t wire,
                         std::int64_t launches) {
    return PointGrower(steps, points, wire, launches).grow();
}

BroadcastPlan plan_limited_broadcast(const RingTask& task, std::int64_t transmitters) {
    task.check();
    if (task.items_per_node != 1)
        throw std::invalid_argument("transmitter limits are for one item per node");
    const auto bound =
        kernels::gather_lower_bound_capped(task.nodes, task.wavelengths, transmitters);
    const auto multiple = ceil_div(task.nodes, task.wavelengths) * task.wavelengths;
    for (auto steps = bound;; ++steps)
        for (const auto nodes : {task.nodes, multiple})
            if (auto plan = try_limited(task, nodes, steps, transmitters)) {
                plan->lower_bound = bound;
                return *std::move(plan);
            }
}

}  // namespace lightsweep::solvers::optree
