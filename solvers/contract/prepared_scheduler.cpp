#include "solvers/contract/prepared_scheduler.hpp"

#include <algorithm>

#include "kernels/flow/lane_flow.hpp"

namespace lightsweep::solvers {

namespace {

using kernels::Event;

/// Parameters under which only delays take time, one unit each.
constexpr kernels::Parameters delays_alone{0, 0, 0, 1, 1};

/// Uses the problem's own costs where they exist, because measuring a base again may take long.
kernels::FlowOracle known_first(const DecisionSpace& space) {
    const auto& problem = *space.structure;
    return [&problem, measure = space.oracle()](const kernels::Topology& topology,
                                                const kernels::Demand& demand) {
        const kernels::Permutation* only = demand.single();
        const auto& steps = problem.collective.steps;
        // A problem that leaves the algorithm open has no costs.
        const std::size_t known = std::min(steps.size(), problem.costs.hops.size());
        for (std::size_t i = 0; only && topology == problem.base && i < known; ++i)
            if (steps[i].other_peers.empty() && steps[i].peer == *only &&
                problem.costs.reachable(i))
                return kernels::StepFlow{1 / problem.costs.stretch[i],
                                         static_cast<kernels::Node>(problem.costs.hops[i])};
        return measure(topology, demand);
    };
}

StepRun run_of(const Event& event, const DecodedSchedule& carried) {
    const auto sent = kernels::sent_during(event, carried.schedule, carried.collective);
    const double width = event.hops == 0 ? 0 : carried.collective.sharing_width(sent);
    return {1,          static_cast<std::int32_t>(event.topology), event.round == 0 ? 1.0 : 0.0,
            event.hops, sent.share * width * event.stretch,        0};
}

}  // namespace

void StepRuns::add(const StepRun& run) {
    if (run.steps == 0 || !is_short_) return;
    if (!runs_.empty() && runs_.back().same_steps(run)) {
        runs_.back().steps += run.steps;
        return;
    }
    is_short_ = runs_.size() < most_step_runs;
    if (is_short_) runs_.push_back(run);
}

std::vector<StepRun> StepRuns::take() {
    return is_short_ ? std::move(runs_) : std::vector<StepRun>{};
}

std::vector<StepRun> replayed_runs(const DecisionSpace& space,
                                   std::span<const std::uint64_t> decision) {
    const auto carried = space.decode(decision);
    const auto line = kernels::replay(carried.schedule, carried.collective, delays_alone,
                                      known_first(space), space.rules);
    StepRuns runs;
    double waited = 0;
    for (const auto& event : line.events) {
        if (event.kind == Event::Kind::reconfiguration) waited += event.end - event.start;
        if (event.kind != Event::Kind::step) continue;
        auto run = run_of(event, carried);
        run.reconfigurations = waited;
        waited = 0;
        runs.add(run);
    }
    if (waited > 0) runs.add({1, 0, 0, 0, 0, waited});  // the base is set up again at the end
    return line.violation.empty() ? runs.take() : std::vector<StepRun>{};
}

std::vector<StepRun> backwards(const std::vector<StepRun>& runs) {
    StepRuns turned;
    const bool changes =
        std::ranges::any_of(runs, [](const StepRun& run) { return run.reconfigurations > 0; });
    // reconfigurations charged to the step that follows in forward time
    double before = changes ? 1 : 0;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        auto one = *run;
        one.steps = 1;
        one.reconfigurations = before;
        turned.add(one);
        one.steps = run->steps - 1;
        one.reconfigurations = before = run->reconfigurations;
        turned.add(one);
    }
    return turned.take();
}

kernels::FlowOracle DecisionSpace::oracle() const {
    if (!single_hop)
        return structure->measure.oracle(structure->collective.matching_ports(),
                                         {structure->flow_gap});
    return [](const kernels::Topology& topology, const kernels::Demand& demand) {
        return kernels::LaneFlow(topology, kernels::LaneRoute::direct)(demand);
    };
}

DecisionSpace base_or_matching(Subject structure) {
    const kernels::Topology base = structure->base;
    return {std::move(structure), {base}, 1, true, 1, {}};
}

DecodedSchedule DecisionSpace::decode(std::span<const std::uint64_t> decision) const {
    if (decoder) return decoder(decision);
    std::vector<std::size_t> state;
    for (std::size_t i = 0; i < structure->steps(); ++i)
        state.push_back(own_matching ? kernels::state_at(decision, i, bits)
                                     : canonical(kernels::state_at(decision, i, bits)));
    const auto& collective = structure->collective;
    if (!own_matching) return {collective, {topologies, std::move(state), n_bases}};
    return {collective, kernels::bases_or_matching(topologies, collective, state)};
}

void PreparedScheduler::evaluate(const kernels::DelayRow& row, ResultRow& result) const {
    fill(row, result);
    if (row.compute_time == 0) return result.add_computation(0);
    const auto computed =
        std::ranges::count(structure().collective.steps, false, &kernels::Step::continues);
    result.add_computation(row.compute_time * static_cast<double>(computed));
}

}  // namespace lightsweep::solvers
