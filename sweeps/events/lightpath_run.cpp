#include "sweeps/events/lightpath_run.hpp"

#include <numeric>

#include "sweeps/events/lightpath_events.hpp"

namespace lightsweep::sweeps {

namespace {

std::vector<std::int32_t> setups_of(const LightpathRun& run, const solvers::LightpathRings& rings) {
    if (rings.held || rings.shares_lanes) return kernels::setup_steps(run.schedule, run.start);
    std::vector<std::int32_t> all(run.slots.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

}  // namespace

double LightpathRun::planned_time() const {
    double time = delay * static_cast<double>(setups.size());
    for (const auto count : slots) time += latency + slot * count;
    return time;
}

LightpathRun run_lightpaths(const Solution& s) {
    const auto& rings = *s.structure->rings;
    const auto& p = s.parameters;
    const auto items = static_cast<double>(s.lightpaths->schedule.items());
    LightpathRun run{
        in_steps(*s.lightpaths, rings.half),
        slots_of_steps(*s.lightpaths, rings.half),
        {},
        rings.shares_lanes ? kernels::LitAtStart::neighbour_ring : kernels::LitAtStart::nothing,
        p.per_step_latency + p.per_hop_latency,
        p.message / items / (p.bandwidth / rings.lanes()),
        p.reconfiguration_delay};
    run.setups = setups_of(run, rings);
    return run;
}

std::string no_lightpaths(const Solution& s) {
    if (s.row.status[0] == solvers::Status::formula)
        return "a formula has no plan; take wdm-optimal";
    const auto& rings = *s.structure->rings;
    return "nodes = " + std::to_string(rings.shape.nodes()) +
           ", wavelengths = " + std::to_string(rings.wavelengths) +
           ": too many lightpaths to make them one by one (rules = common: at most 512 nodes); "
           "take fewer nodes";
}

}  // namespace lightsweep::sweeps
