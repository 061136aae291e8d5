#include "kernels/envelopes/envelope.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "kernels/cost/cost.hpp"
#include "kernels/envelopes/decision_mask.hpp"
#include "kernels/parallel/aligned_vector.hpp"
#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/envelope_vector.hpp"

namespace lightsweep::kernels {

namespace {

/// Lexicographic in the order of steps: the first different step decides, base before matching.
bool decides_earlier(const ListedSchedule& a, const ListedSchedule& b, int bits) {
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

/// The schedules that are cheapest somewhere on delay >= 0, as lines with increasing slope. One
/// thread reuses it from row to row.
class Lines {
  public:
    /// The lines and delays of a row; the places of the results are still open.
    LineTask task(const Envelope& table, const DelayRow& row, double transmission) {
        LineTask lines{};
        if (const auto* slab = table.slab(row.per_hop_latency, row.message_time))
            take(*slab, row, transmission, lines);
        else
            search(table, row, transmission, lines);
        lines.intercept = intercept_.data();
        lines.startup = startup_.data();
        lines.propagation = propagation_.data();
        lines.congestion = congestion_.data();
        lines.breaks = breaks_.data();
        lines.startup_step = table.has_equal_steps() ? 0 : 1;
        lines.n_delays = row.delays.size();
        lines.transmission = transmission;
        if (delays_.size() < row.delays.size() + row_padding)
            delays_.resize(row.delays.size() + row_padding);
        std::copy(row.delays.begin(), row.delays.end(), delays_.begin());
        lines.delays = delays_.data();
        return lines;
    }

  private:
    void make_room(std::size_t lines) {
        const std::size_t n = std::max(lines, looked_up_lines);
        if (intercept_.size() >= n) return;
        for (auto* column :
             {&intercept_, &slope_, &startup_, &propagation_, &congestion_, &breaks_})
            column->resize(n);
        decision_.resize(n);
        second_.resize(n);
        schedule_.resize(n);
    }
    void take(const EnvelopeSlab& slab, const DelayRow& row, double transmission, LineTask& lines) {
        const std::size_t padded = slab.schedule.size();
        make_room(padded);
        const InterceptTask task{
            row.per_step_latency, row.per_hop_latency, transmission,           row.message_time,
            slab.startups.data(), slab.hops.data(),    slab.congestion.data(), padded,
            intercept_.data(),    startup_.data(),     propagation_.data(),    congestion_.data()};
        LIGHTSWEEP_IN_USE(fill_lines)(task);
        lines.slope = slab.reconfigurations.data();
        lines.decision = slab.first_words.data();
        lines.second = slab.second_words.empty() ? nullptr : slab.second_words.data();
        lines.schedule = slab.schedule.data();
        lines.n_lines = slab.size;
    }
    /// Keeps the lower hull of all schedule costs at this row's parameters.
    void search(const Envelope& table, const DelayRow& row, double transmission, LineTask& lines) {
        const std::size_t n = table.size();
        make_room(n);
        all_.resize(n);
        reconfigurations_ = table.reconfigurations().data();
        const InterceptTask task{row.per_step_latency,
                                 row.per_hop_latency,
                                 transmission,
                                 row.message_time,
                                 table.startups().data(),
                                 table.hops().data(),
                                 table.congestion().data(),
                                 n,
                                 all_.data(),
                                 nullptr,
                                 nullptr,
                                 nullptr};
        LIGHTSWEEP_IN_USE(fill_intercepts)(task);
        kept_ = 0;
        for (std::size_t k = 0; k < n; ++k) add(static_cast<std::int32_t>(k));
        fill_columns(table, row);
        lines.slope = slope_.data();
        lines.decision = decision_.data();
        lines.second = table.n_words() == 2 ? second_.data() : nullptr;
        lines.schedule = schedule_.data();
        lines.n_lines = kept_;
    }
    /// Whether line `middle` is nowhere below both of its neighbours.
    bool is_covered(std::int32_t few, std::int32_t middle, std::int32_t many) const {
        const double* c = all_.data();
        const double* slope = reconfigurations_;
        return (c[few] - c[many]) * (slope[middle] - slope[few]) >=
               (c[few] - c[middle]) * (slope[many] - slope[few]);
    }
    void add(std::int32_t next) {
        if (kept_ > 0) {
            const std::int32_t last = schedule_[kept_ - 1];
            if (!(all_[next] < all_[last] * tie_factor)) return;
            if (reconfigurations_[next] == reconfigurations_[last]) --kept_;
        }
        while (kept_ >= 2 && is_covered(schedule_[kept_ - 2], schedule_[kept_ - 1], next)) --kept_;
        schedule_[kept_++] = next;
    }
    void fill_columns(const Envelope& table, const DelayRow& row) {
        const std::size_t n_startups = table.has_equal_steps() ? 1 : kept_;
        for (std::size_t i = 0; i < n_startups; ++i)
            startup_[i] = row.per_step_latency * table.startups()[schedule_[i]];
        for (std::size_t i = 0; i < kept_; ++i) {
            const std::int32_t k = schedule_[i];
            intercept_[i] = all_[k];
            slope_[i] = reconfigurations_[k];
            propagation_[i] = row.per_hop_latency * table.hops()[k];
            congestion_[i] = row.message_time * table.congestion()[k];
            decision_[i] = table.first_words()[k];
            if (table.n_words() == 2) second_[i] = table.second_words()[k];
        }
    }

    std::vector<double> all_;  // intercepts of all schedules
    const double* reconfigurations_ = nullptr;
    std::size_t kept_ = 0;
    std::vector<std::int32_t> schedule_;  // schedules of the lines that are kept
    std::vector<double> intercept_, slope_, startup_, propagation_, congestion_, breaks_;
    std::vector<std::uint64_t> decision_, second_;
    parallel::AlignedVector<double> delays_;  // with padding
};

}  // namespace

Envelope::Envelope(std::size_t n_steps, double volume, std::vector<ListedSchedule> schedules,
                   int bits)
    : n_steps_(n_steps), volume_(volume), schedules_(std::move(schedules)) {
    if (!schedules_.empty()) n_words_ = schedules_.front().decision.size();
    std::ranges::sort(schedules_, [bits](const ListedSchedule& a, const ListedSchedule& b) {
        return decides_earlier(a, b, bits);
    });
    for (const auto& schedule : schedules_) {
        hops_.push_back(schedule.hops);
        congestion_.push_back(schedule.congestion);
        reconfigurations_.push_back(schedule.reconfigurations);
        words_.insert(words_.end(), schedule.decision.begin(), schedule.decision.end());
        startups_.push_back(static_cast<double>(n_steps_) + schedule.more_steps);
        has_equal_steps_ = has_equal_steps_ && schedule.more_steps == 0;
        first_words_.push_back(schedule.decision.front());
        if (n_words_ == 2) second_words_.push_back(schedule.decision.back());
    }
}

void Envelope::set_slabs(std::vector<EnvelopeSlab> slabs) {
    slabs_ = std::move(slabs);
    for (auto& slab : slabs_) {
        slab.schedule.resize(std::max(slab.size, looked_up_lines), slab.schedule.back());
        for (const std::int32_t k : slab.schedule) {
            slab.startups.push_back(startups_[k]);
            slab.hops.push_back(hops_[k]);
            slab.congestion.push_back(congestion_[k]);
            slab.reconfigurations.push_back(reconfigurations_[k]);
            slab.first_words.push_back(first_words_[k]);
            if (n_words_ == 2) slab.second_words.push_back(second_words_[k]);
        }
    }
}

const EnvelopeSlab* Envelope::slab(double per_hop_latency, double message_time) const {
    if (slabs_.empty()) return nullptr;
    std::size_t first = 0;
    for (std::size_t i = 0; i + 1 < slabs_.size(); ++i)
        first += message_time > slabs_[i].to * per_hop_latency ? 1 : 0;
    return &slabs_[first];
}

void envelope_minimum(const Envelope& table, const DelayRow& row, const RowResult& result) {
    assert(table.size() > 0);
    thread_local Lines lines;
    LineTask task = lines.task(table, row, row.message_time * table.volume());
    task.completion = result.completion;
    task.lower_bound = result.lower_bound;
    task.startup_out = result.startup;
    task.propagation_out = result.propagation;
    task.transmission_out = result.transmission;
    task.congestion_out = result.congestion;
    task.reconfiguration = result.reconfiguration;
    task.n_reconfigurations = result.n_reconfigurations;
    task.plane_out = result.schedule;
    task.decision_out = result.decision;
    LIGHTSWEEP_IN_USE(fill_least_lines)(task);
}

}  // namespace lightsweep::kernels
