#include "kernels/envelopes/step_sweep.hpp"

#include "kernels/parallel/vector_width.hpp"
#include "kernels/vector/step_sweep_vector.hpp"

namespace lightsweep::kernels {

namespace {

struct Scratch {
    std::vector<double> matched_time, extra_time, extra_share;
};

StepSweepTask prepare(const StepCosts& costs, const DelayRow& row, SweptRow& result,
                      Scratch& scratch) {
    const std::size_t n = costs.steps();
    scratch.matched_time.resize(n);
    scratch.extra_time.resize(n);
    scratch.extra_share.resize(n);
    const Parameters p{row.per_step_latency, row.per_hop_latency, row.message_time, 1.0, 0.0};
    for (std::size_t i = 0; i < n; ++i) {
        scratch.matched_time[i] = costs.matched_time(i, p);
        scratch.extra_share[i] = costs.extra_share(i);
        scratch.extra_time[i] = costs.extra_time(i, p);
    }
    const std::size_t delays = row.delays.size();
    for (auto* column : {&result.hops, &result.congestion, &result.reconfigurations, &result.bound})
        column->resize(delays);
    return {scratch.matched_time.data(),
            scratch.extra_time.data(),
            costs.hops.data(),
            costs.active.data(),
            scratch.extra_share.data(),
            n,
            row.delays.data(),
            delays,
            result.hops.data(),
            result.congestion.data(),
            result.reconfigurations.data(),
            result.bound.data()};
}

}  // namespace

void sweep_threshold(const StepCosts& costs, const DelayRow& row, SweptRow& result) {
    thread_local Scratch scratch;
    const StepSweepTask task = prepare(costs, row, result, scratch);
    return LIGHTSWEEP_IN_USE(fill_threshold)(task);
}

void sweep_two_state(const StepCosts& costs, const DelayRow& row, SweptRow& result) {
    thread_local Scratch scratch;
    const StepSweepTask task = prepare(costs, row, result, scratch);
    return LIGHTSWEEP_IN_USE(fill_two_state)(task);
}

}  // namespace lightsweep::kernels
