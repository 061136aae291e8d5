#include "solvers/optree/trees/broadcast_vectors.hpp"

#include <algorithm>
#include <cstdlib>

namespace lightsweep::solvers::optree {

namespace {

void extend_ball(SparseVector& point, std::int32_t from, std::int32_t dimensions, std::int32_t left,
                 const std::function<void(const SparseVector&)>& visit) {
    visit(point);
    if (left == 0) return;
    for (auto t = from; t < dimensions; ++t)
        for (std::int32_t value = -left; value <= left; ++value) {
            if (value == 0) continue;
            point.push_back({t, value});
            extend_ball(point, t + 1, dimensions, left - std::abs(value), visit);
            point.pop_back();
        }
}

/// Order of enumeration: positions, then sizes, then signs (+ first).
bool before(const SparseVector& a, const SparseVector& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].step != b[i].step) return a[i].step < b[i].step;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::abs(a[i].value) != std::abs(b[i].value))
            return std::abs(a[i].value) < std::abs(b[i].value);
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].value != b[i].value) return a[i].value > b[i].value;
    return false;
}

std::int32_t turned_bin(const Coordinate& c, std::int32_t dimensions) {
    return c.value > 0 ? c.step : c.step + dimensions;
}

/// Whether this point is the first among the orbit's points that start in bin 0.
bool is_first(const SparseVector& point, std::int32_t dimensions) {
    for (const auto& c : point) {
        const auto turn = (2 * dimensions - turned_bin(c, dimensions)) % (2 * dimensions);
        if (before(twisted(point, dimensions, turn), point)) return false;
    }
    return true;
}

std::vector<SparseVector> orbit_of(const SparseVector& point, std::int32_t dimensions) {
    std::vector<SparseVector> orbit{point};
    for (std::int32_t d = 1; d < 2 * dimensions; ++d) {
        auto next = twisted(point, dimensions, d);
        if (next == point) break;
        orbit.push_back(std::move(next));
    }
    return orbit;
}

/// Points with a positive first coordinate and a given number of non-zero ones, in order.
class OrbitEnumerator {
  public:
    OrbitEnumerator(std::int32_t dimensions, std::int32_t norm,
                    const std::function<bool(const std::vector<SparseVector>&)>& visit)
        : dimensions_(dimensions), norm_(norm), visit_(visit) {}

    bool with(std::int32_t coordinates) {
        point_.assign(static_cast<std::size_t>(coordinates), {0, 0});
        return place(1);
    }

  private:
    bool place(std::size_t i) {
        if (i == point_.size()) return share_out(0, norm_);
        const auto rest = static_cast<std::int32_t>(point_.size() - i);
        for (auto t = point_[i - 1].step + 1; t + rest <= dimensions_; ++t) {
            point_[i].step = t;
            if (!place(i + 1)) return false;
        }
        return true;
    }
    bool share_out(std::size_t i, std::int32_t left) {
        const auto rest = static_cast<std::int32_t>(point_.size() - i) - 1;
        if (rest == 0) {
            point_[i].value = left;
            return sign(1);
        }
        for (std::int32_t value = 1; value + rest <= left; ++value) {
            for (auto k = i; k < point_.size(); ++k) point_[k].value = 0;
            point_[i].value = value;
            if (!share_out(i + 1, left - value)) return false;
        }
        return true;
    }
    bool sign(std::size_t i) {
        if (i >= point_.size())
            return !is_first(point_, dimensions_) || visit_(orbit_of(point_, dimensions_));
        const auto size = std::abs(point_[i].value);
        for (const std::int32_t value : {size, -size}) {
            point_[i].value = value;
            if (!sign(i + 1)) return false;
        }
        point_[i].value = size;
        return true;
    }

    std::int32_t dimensions_, norm_;
    const std::function<bool(const std::vector<SparseVector>&)>& visit_;
    SparseVector point_{};
};

}  // namespace

void for_ball(std::int32_t dimensions, std::int32_t radius,
              const std::function<void(const SparseVector&)>& visit) {
    SparseVector point;
    extend_ball(point, 0, dimensions, radius, visit);
}

SparseVector twisted(const SparseVector& point, std::int32_t dimensions, std::int32_t d) {
    SparseVector moved;
    for (const auto& c : point) {
        const auto to = (turned_bin(c, dimensions) + d) % (2 * dimensions);
        const auto size = std::abs(c.value);
        moved.push_back({to % dimensions, to < dimensions ? size : -size});
    }
    std::ranges::sort(moved, [](const auto& a, const auto& b) { return a.step < b.step; });
    return moved;
}

void for_orbits(std::int32_t dimensions, std::int32_t norm,
                const std::function<bool(const std::vector<SparseVector>&)>& visit) {
    OrbitEnumerator enumerator(dimensions, norm, visit);
    for (std::int32_t n = 1; n <= std::min(dimensions, norm); ++n)
        if (!enumerator.with(n)) return;
}

SparseVector window(std::int32_t dimensions, std::int32_t norm, std::int32_t b) {
    SparseVector ones;
    for (std::int32_t t = 0; t < norm; ++t) ones.push_back({t, 1});
    return twisted(ones, dimensions, b % (2 * dimensions));
}

}  // namespace lightsweep::solvers::optree
