#pragma once
// Schedules of groups of planes under way (overlap_search.hpp).

#include <algorithm>
#include <limits>

#include "solvers/common/group_rates.hpp"

namespace lightsweep::solvers::common {

/// Planes of a set, as bits.
using PlaneMask = std::uint32_t;

/// Groups of one step; what they carry makes them end together.
struct Sending {
    struct Group {
        PlaneMask planes = 0;
        double begin = 0, rate = 0, bytes = 0;  ///< begin: latencies over
    };
    std::array<Group, most_planes> groups;
    std::size_t size = 0;
    double end = std::numeric_limits<double>::infinity();

    void add(PlaneMask planes, double begin, double rate) {
        groups[size++] = {planes, begin, rate, 0};
    }
    /// The least end by which all together have carried so much; groups too late stay out.
    void fill(double bytes) {
        std::sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(size),
                  [](const Group& a, const Group& b) {
                      return a.begin != b.begin ? a.begin < b.begin : a.planes < b.planes;
                  });
        double rate = 0, offset = 0;
        std::size_t used = 0;
        for (; used < size; ++used) {
            if (used > 0 && groups[used].begin >= end) break;
            rate += groups[used].rate;
            offset += groups[used].rate * groups[used].begin;
            end = (bytes + offset) / rate;
        }
        size = used;
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i) {
            groups[i].bytes = groups[i].rate * (end - groups[i].begin);
            sum += groups[i].bytes;
        }
        // Small bytes late in a schedule lose digits in the difference of times.
        for (std::size_t i = 0; i < size; ++i) groups[i].bytes *= bytes / sum;
    }
    PlaneMask planes() const {
        PlaneMask all = 0;
        for (std::size_t i = 0; i < size; ++i) all |= groups[i].planes;
        return all;
    }
};

/// A schedule so far: per plane what it holds, and since when it is free.
struct Label {
    std::array<PlaneSet::Id, most_planes> held;
    std::array<double, most_planes> free;
    double end, score;
    std::int32_t before;  ///< label of the layer before
    Sending sending;
};

/// Planes that are reconfigured for a step.
struct Change {
    std::array<PlaneSet::Id, most_planes> to;  ///< none: not changed
    PlaneMask planes = 0;
    Change() { to.fill(PlaneSet::none); }
    void set(std::size_t plane, PlaneSet::Id id) {
        to[plane] = id;
        planes |= PlaneMask{1} << plane;
    }
};

/// Of the planes `among` that hold it the one that was used last; n if there is none.
inline std::size_t holder(const Label& label, std::size_t n, PlaneMask among, PlaneSet::Id id) {
    std::size_t found = n;
    for (std::size_t j = 0; j < n; ++j)
        if ((among >> j & 1) && label.held[j] == id &&
            (found == n || label.free[j] > label.free[found]))
            found = j;
    return found;
}

/// n if `among` is empty.
inline std::size_t longest_free(const Label& label, std::size_t n, PlaneMask among) {
    std::size_t found = n;
    for (std::size_t j = 0; j < n; ++j)
        if ((among >> j & 1) && (found == n || label.free[j] < label.free[found])) found = j;
    return found;
}

}  // namespace lightsweep::solvers::common
