#include "kernels/plane_minimum.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

#include "kernels/cost.hpp"
#include "kernels/decision_mask.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/plane_minimum_vector.hpp"

namespace lightsweep::kernels {

namespace {

using parallel::VectorWidth;

/// Lexicographic in the steps' order: the first step that differs decides, base before matching.
bool decides_earlier(const CostPlane& a, const CostPlane& b, int bits) {
    if (a.reconfigurations != b.reconfigurations) return a.reconfigurations < b.reconfigurations;
    for (std::size_t word = 0; word < a.decision.size(); ++word) {
        const std::uint64_t differ = a.decision[word] ^ b.decision[word];
        if (!differ) continue;
        const auto step = static_cast<std::size_t>(std::countr_zero(differ) / bits);
        return state_at({&a.decision[word], 1}, step, bits) <
               state_at({&b.decision[word], 1}, step, bits);
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

/// The planes that are least somewhere on delay >= 0, as lines by increasing slope. Reused from row
/// to row by one thread.
class Hull {
  public:
    /// Keeps the lower hull of all planes at this row's parameters.
    void find(const PlaneTable& table, const DelayRow& row, double transmission) {
        const std::size_t n = table.size();
        intercepts_.resize(n);
        plane_.resize(n);
        reconfigurations_ = table.reconfigurations().data();
        fill_intercepts({row.per_step_latency, row.per_hop_latency, transmission, row.message_time,
                         table.startups().data(), table.hops().data(), table.congestion().data(), n,
                         intercepts_.data()});
        lines_ = 0;
        for (std::size_t k = 0; k < n; ++k) add(static_cast<std::int32_t>(k));
    }

    /// The lines and delays; where the results go is left open.
    LineTask task(const PlaneTable& table, const DelayRow& row) {
        fill_columns(table, row);
        LineTask lines{};
        lines.intercept = intercept_.data();
        lines.slope = slope_.data();
        lines.startup = startup_.data();
        lines.propagation = propagation_.data();
        lines.congestion = congestion_.data();
        lines.decision = decision_.data();
        lines.plane = plane_.data();
        lines.n_lines = lines_;
        lines.breaks = breaks_.data();
        lines.delays = delays_.data();
        lines.n_delays = row.delays.size();
        return lines;
    }

  private:
    /// Whether line `middle` is nowhere below both of its neighbours.
    bool is_covered(std::int32_t few, std::int32_t middle, std::int32_t many) const {
        const double* c = intercepts_.data();
        const double* slope = reconfigurations_;
        return (c[few] - c[many]) * (slope[middle] - slope[few]) >=
               (c[few] - c[middle]) * (slope[many] - slope[few]);
    }
    void add(std::int32_t next) {
        if (lines_ > 0) {
            const std::int32_t last = plane_[lines_ - 1];
            if (!(intercepts_[next] < intercepts_[last] * tie_factor)) return;
            if (reconfigurations_[next] == reconfigurations_[last]) --lines_;
        }
        while (lines_ >= 2 && is_covered(plane_[lines_ - 2], plane_[lines_ - 1], next)) --lines_;
        plane_[lines_++] = next;
    }
    void fill_columns(const PlaneTable& table, const DelayRow& row) {
        for (auto* column :
             {&intercept_, &slope_, &startup_, &propagation_, &congestion_, &breaks_})
            if (column->size() < lines_) column->resize(lines_);
        if (decision_.size() < lines_) decision_.resize(lines_);
        for (std::size_t i = 0; i < lines_; ++i) {
            const std::int32_t k = plane_[i];
            intercept_[i] = intercepts_[k];
            slope_[i] = reconfigurations_[k];
            startup_[i] = row.per_step_latency * table.startups()[k];
            propagation_[i] = row.per_hop_latency * table.hops()[k];
            congestion_[i] = row.message_time * table.congestion()[k];
            decision_[i] = table.first_words()[k];
        }
        if (delays_.size() < row.delays.size() + row_padding)
            delays_.resize(row.delays.size() + row_padding);
        std::copy(row.delays.begin(), row.delays.end(), delays_.begin());
    }

    std::vector<double> intercepts_;  // of all planes
    const double* reconfigurations_ = nullptr;
    std::size_t lines_ = 0;
    std::vector<std::int32_t> plane_;  // of the lines kept
    std::vector<double> intercept_, slope_, startup_, propagation_, congestion_, breaks_;
    std::vector<std::uint64_t> decision_;
    parallel::AlignedVector<double> delays_;  // with padding
};

}  // namespace

PlaneTable::PlaneTable(std::size_t n_steps, double volume, std::vector<CostPlane> planes, int bits)
    : n_steps_(n_steps), volume_(volume), planes_(std::move(planes)) {
    std::sort(planes_.begin(), planes_.end(), [bits](const CostPlane& a, const CostPlane& b) {
        return decides_earlier(a, b, bits);
    });
    for (const auto& plane : planes_) {
        hops_.push_back(plane.hops);
        congestion_.push_back(plane.congestion);
        reconfigurations_.push_back(plane.reconfigurations);
        startups_.push_back(static_cast<double>(n_steps_) + plane.more_steps);
        has_equal_steps_ = has_equal_steps_ && plane.more_steps == 0;
        first_words_.push_back(plane.decision.front());
    }
}

void plane_minimum(const PlaneTable& table, const DelayRow& row, const RowResult& result) {
    assert(table.size() > 0);
    thread_local Hull hull;
    const double transmission = row.message_time * table.volume();
    hull.find(table, row, transmission);
    LineTask task = hull.task(table, row);
    task.transmission = transmission;
    task.completion = result.completion;
    task.lower_bound = result.lower_bound;
    task.startup_out = result.startup;
    task.propagation_out = result.propagation;
    task.transmission_out = result.transmission;
    task.congestion_out = result.congestion;
    task.reconfiguration = result.reconfiguration;
    task.n_reconfigurations = result.n_reconfigurations;
    task.plane_out = result.plane;
    task.decision_out = result.decision;
    fill_least_lines(task);
}

}  // namespace lightsweep::kernels
