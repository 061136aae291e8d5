#include "solvers/matrices/slices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace lightsweep::solvers::matrices {

using kernels::InitialPlanes;

Slices merged(Slices slices) {
    Slices all;
    std::map<std::vector<Node>, std::size_t> places;
    for (auto& slice : slices) {
        const auto [at, is_new] = places.emplace(slice.to, all.size());
        if (is_new)
            all.push_back(std::move(slice));
        else
            all[at->second].bytes += slice.bytes;
    }
    return all;
}

namespace {

/// A plane as it fills.
struct Clock {
    double startup = 0, transmission = 0, waiting = 0;
    bool is_used = false;
    double end() const { return startup + transmission + waiting; }
};

class Clocks {
  public:
    explicit Clocks(const PlaneSet& planes)
        : planes_(planes), clocks_(static_cast<std::size_t>(planes.count)) {}

    bool changes(std::size_t plane, std::size_t slice) const {
        return clocks_[plane].is_used || !planes_.holds(slice);
    }
    double start_of(std::size_t plane, std::size_t slice) const {
        return clocks_[plane].end() + (changes(plane, slice) ? planes_.delay : 0.0);
    }
    /// stands: the plane holds the slice's circuits from the one before.
    void add(std::size_t plane, std::size_t slice, double bytes, bool stands = false) {
        auto& clock = clocks_[plane];
        const bool change = !stands && changes(plane, slice);
        if (change) clock.waiting += planes_.delay;
        clock.waiting += std::max(0.0, all_ended_ - clock.end());
        clock.is_used = true;
        const double start = clock.end();
        clock.startup += planes_.latency;
        clock.transmission += bytes * planes_.byte_time;
        plan_.turns.push_back({static_cast<int>(plane), slice, start, clock.end(), change});
    }
    /// From now on no plane sends before all have ended.
    void wait_for_all() { all_ended_ = last().end(); }
    const Clock& last() const { return *std::ranges::max_element(clocks_, {}, &Clock::end); }
    MatrixPlan take() {
        plan_.startup = last().startup;
        plan_.transmission = last().transmission;
        plan_.value = last().end();
        return std::move(plan_);
    }

  private:
    const PlaneSet& planes_;
    std::vector<Clock> clocks_;
    double all_ended_ = 0;
    MatrixPlan plan_;
};

}  // namespace

MatrixPlan share_by_list(const Slices& slices, const PlaneSet& planes) {
    std::vector<std::size_t> order(slices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return slices[i].bytes; });
    Clocks clocks(planes);
    for (const auto slice : order) {
        std::size_t best = 0;
        for (std::size_t plane = 1; plane < static_cast<std::size_t>(planes.count); ++plane)
            if (clocks.start_of(plane, slice) < clocks.start_of(best, slice)) best = plane;
        clocks.add(best, slice, slices[slice].bytes);
    }
    return clocks.take();
}

MatrixPlan share_together(const Slices& slices, const PlaneSet& planes) {
    Clocks clocks(planes);
    for (std::size_t slice = 0; slice < slices.size(); ++slice)
        for (std::size_t plane = 0; plane < static_cast<std::size_t>(planes.count); ++plane)
            clocks.add(plane, slice, slices[slice].bytes / planes.count);
    return clocks.take();
}

MatrixPlan share_as_said(const Slices& slices, const std::vector<int>& on, const PlaneSet& planes) {
    Clocks clocks(planes);
    for (std::size_t slice = 0; slice < slices.size(); ++slice)
        clocks.add(static_cast<std::size_t>(on[slice]), slice, slices[slice].bytes);
    return clocks.take();
}

MatrixPlan share_in_turn(const Slices& shifts, const PlaneSet& planes) {
    std::vector<int> on;
    for (const auto& shift : shifts) on.push_back((shift.to[0] - 1) % planes.count);
    return share_as_said(shifts, on, planes);
}

MatrixPlan share_two_passes(const ByteMatrix& matrix, const PlaneSet& planes) {
    std::int64_t most_sent = 0, most_received = 0;
    const auto lines = kernels::lines_of(matrix);
    for (Node i = 0; i < matrix.n; ++i) {
        most_sent = std::max(most_sent, lines[i].sum);
        most_received = std::max(most_received, lines[matrix.n + i].sum);
    }
    Clocks clocks(planes);
    if (most_sent == 0) return clocks.take();
    for (const bool again : {false, true}) {
        const double bytes = static_cast<double>(again ? most_received : most_sent) / matrix.n;
        for (Node shift = 1; shift < matrix.n; ++shift) {
            const int plane = (shift - 1) % planes.count;
            const bool alone = plane + planes.count >= matrix.n - 1;  // it holds no other shift
            clocks.add(static_cast<std::size_t>(plane), static_cast<std::size_t>(shift - 1), bytes,
                       again && alone);
        }
        clocks.wait_for_all();
    }
    return clocks.take();
}

double MatrixBounds::single_hop() const {
    return std::max({volume, count, line, standing});
}

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The largest entry over its planes, if every entry has planes of its own; infinite if there are
/// too few. Each plane goes where it helps most, which is best.
double standing_bytes(std::vector<double> entries, int planes) {
    if (entries.size() > static_cast<std::size_t>(planes)) return never;
    std::vector<int> count(entries.size(), 1);
    const auto load = [&](std::size_t i) { return entries[i] / count[i]; };
    std::size_t largest = 0;
    for (auto rest = planes - static_cast<int>(entries.size());; --rest) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (load(i) > load(largest)) largest = i;
        if (rest <= 0) return load(largest);
        ++count[largest];
    }
}

std::vector<double> entries_of(const ByteMatrix& matrix, std::size_t line) {
    std::vector<double> entries;
    const auto n = static_cast<std::size_t>(matrix.n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto bytes = matrix.bytes[line < n ? line * n + i : i * n + line - n];
        if (bytes > 0) entries.push_back(static_cast<double>(bytes));
    }
    return entries;
}

}  // namespace

MatrixBounds bounds_of(const ByteMatrix& matrix, const PlaneSet& planes) {
    const auto lines = kernels::lines_of(matrix);
    const auto fullest = kernels::fullest_line(matrix);
    MatrixBounds bounds;
    if (fullest == 0) return bounds;
    const bool cold = planes.initial == InitialPlanes::cold;
    const double k = planes.count, first = cold ? planes.delay : 0;
    bounds.volume = static_cast<double>(kernels::busiest_line(matrix)) * planes.byte_time / k +
                    planes.latency + first;
    const double turns = std::ceil(fullest / k);
    bounds.count = turns * planes.latency + (turns - 1) * planes.delay + first;
    double standing = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].entries == 0) continue;
        const double z = lines[i].entries;
        const double changes = cold ? std::max(z, k) : std::max(0.0, z - k);
        bounds.line =
            std::max(bounds.line, (static_cast<double>(lines[i].sum) * planes.byte_time +
                                   std::max(z, k) * planes.latency + changes * planes.delay) /
                                      k);
        standing = std::max(standing, standing_bytes(entries_of(matrix, i), planes.count));
    }
    bounds.standing =
        std::min(planes.delay + 2 * planes.latency, planes.latency + standing * planes.byte_time) +
        first;
    return bounds;
}

}  // namespace lightsweep::solvers::matrices
