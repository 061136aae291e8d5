#include "kernels/plane_minimum.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

#include "kernels/cost.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/plane_minimum_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::VectorWidth;

/// Lexicographic in the steps' order: the first step that differs decides, base before matching.
bool decides_earlier(const CostPlane& a, const CostPlane& b) {
    if (a.reconfigurations != b.reconfigurations) return a.reconfigurations < b.reconfigurations;
    for (std::size_t word = 0; word < a.decision.size(); ++word) {
        const std::uint64_t differ = a.decision[word] ^ b.decision[word];
        if (differ) return ((a.decision[word] >> std::countr_zero(differ)) & 1) == 0;
    }
    return false;
}

void fill_intercepts(const InterceptTask& task) {
    switch (parallel::vector_width()) {
        case VectorWidth::avx512:
            return avx512::fill_intercepts(task);
        case VectorWidth::avx2:
            return avx2::fill_intercepts(task);
        case VectorWidth::baseline:
            return baseline::fill_intercepts(task);
    }
}

void fill_least_lines(const LineTask& task) {
    switch (parallel::vector_width()) {
        case VectorWidth::avx512:
            return avx512::fill_least_lines(task);
        case VectorWidth::avx2:
            return avx2::fill_least_lines(task);
        case VectorWidth::baseline:
            return baseline::fill_least_lines(task);
    }
}

/// The lines that are least somewhere on delay >= 0, reused from row to row by one thread.
struct Hull {
    std::vector<double> intercepts;  // of all planes
    std::vector<double> intercept, slope, propagation, congestion, breaks;
    std::vector<std::uint64_t> decision;
    std::vector<std::int32_t> plane;
    std::vector<double> delays;  // with padding

    void clear() {
        intercept.clear();
        slope.clear();
        plane.clear();
    }
    /// Whether the last line is above the meeting point of its neighbours.
    bool last_is_covered_by(double next_intercept, double next_slope) const {
        const std::size_t n = plane.size();
        if (n < 2) return false;
        const double to_next = (intercept[n - 2] - next_intercept) * (slope[n - 1] - slope[n - 2]);
        const double to_last = (intercept[n - 2] - intercept[n - 1]) * (next_slope - slope[n - 2]);
        return to_next >= to_last;
    }
    void add(double next_intercept, double next_slope, std::size_t index) {
        if (!plane.empty() && !(next_intercept < intercept.back() * tie_factor)) return;
        if (!plane.empty() && next_slope == slope.back()) pop();
        while (last_is_covered_by(next_intercept, next_slope)) pop();
        intercept.push_back(next_intercept);
        slope.push_back(next_slope);
        plane.push_back(static_cast<std::int32_t>(index));
    }
    void fill_columns(const PlaneTable& table, const DelayRow& row) {
        const std::size_t lines = plane.size();
        for (auto* column : {&propagation, &congestion, &breaks}) column->resize(lines);
        decision.resize(lines);
        for (std::size_t i = 0; i < lines; ++i) {
            propagation[i] = row.per_hop_latency * table.hops()[plane[i]];
            congestion[i] = row.message_time * table.congestion()[plane[i]];
            decision[i] = table[plane[i]].decision.front();
        }
        delays.resize(row.delays.size() + row_padding);
        std::copy(row.delays.begin(), row.delays.end(), delays.begin());
    }
    void pop() {
        intercept.pop_back();
        slope.pop_back();
        plane.pop_back();
    }
};

}  // namespace

PlaneTable::PlaneTable(std::size_t n_steps, double volume, std::vector<CostPlane> planes)
    : n_steps_(n_steps), volume_(volume), planes_(std::move(planes)) {
    std::sort(planes_.begin(), planes_.end(), decides_earlier);
    for (const auto& plane : planes_) {
        hops_.push_back(plane.hops);
        congestion_.push_back(plane.congestion);
        reconfigurations_.push_back(plane.reconfigurations);
    }
}

void plane_minimum(const PlaneTable& table, const DelayRow& row, RowResult& result) {
    assert(table.size() > 0);
    thread_local Hull hull;
    result.startup = row.per_step_latency * static_cast<double>(table.steps());
    result.transmission = row.message_time * table.volume();
    hull.intercepts.resize(table.size());
    fill_intercepts({result.startup, row.per_hop_latency, result.transmission, row.message_time,
                     table.hops().data(), table.congestion().data(), table.size(),
                     hull.intercepts.data()});
    hull.clear();
    for (std::size_t k = 0; k < table.size(); ++k)
        hull.add(hull.intercepts[k], table.reconfigurations()[k], k);
    hull.fill_columns(table, row);
    fill_least_lines({hull.intercept.data(), hull.slope.data(), hull.propagation.data(),
                      hull.congestion.data(), hull.decision.data(), hull.plane.data(),
                      hull.plane.size(), hull.breaks.data(), hull.delays.data(), row.delays.size(),
                      result.completion, result.propagation, result.congestion,
                      result.reconfiguration, result.n_reconfigurations, result.plane,
                      result.decision});
}

}  // namespace lightsweep::kernels
