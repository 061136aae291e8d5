#include "solvers/rules/step_measure.hpp"

#include <algorithm>
#include <deque>
#include <mutex>

#include "kernels/routes/path_congestion.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "solvers/flow/lane_solver.hpp"

namespace lightsweep::solvers {

namespace {

using kernels::Topology, kernels::Demand, kernels::Node, kernels::FlowOracle;

/// Number of most recent topologies that are compared with the next one.
constexpr std::size_t most_looked_at = 256;

/// Keeps a Solver for every topology that it has seen, until many others follow.
template <typename Solver, typename Make, typename Ask>
kernels::FlowOracle remembering(Make make, Ask ask) {
    auto known = std::make_shared<std::deque<std::pair<kernels::Topology, Solver>>>();
    auto guard = std::make_shared<std::mutex>();
    return [=](const kernels::Topology& topology, const kernels::Demand& demand) {
        const Solver* solver = nullptr;
        {
            const std::scoped_lock lock(*guard);
            const std::size_t looked = std::min(known->size(), most_looked_at);
            for (auto at = known->rbegin(); !solver && at != known->rbegin() + looked; ++at)
                if (at->first == topology) solver = &at->second;
            if (!solver) solver = &known->emplace_back(topology, make(topology)).second;
        }
        return ask(*solver, topology, demand);
    };
}

FlowOracle by_concurrent_flow(Node, const flow::FlowOptions& options) {
    return remembering<flow::FlowSolver>(
        [options](const Topology& t) { return flow::FlowSolver(t, options); },
        [](const flow::FlowSolver& solver, const Topology&, const Demand& d) { return solver(d); });
}

FlowOracle by_routes(Node ports, const flow::FlowOptions&) {
    return kernels::routed_oracle(ports);
}

template <kernels::Route route>
FlowOracle by_paths(Node, const flow::FlowOptions&) {
    return remembering<kernels::PathCounter>(
        [](const Topology& t) { return kernels::PathCounter(t, route); },
        [](const kernels::PathCounter& counter, const Topology& t, const Demand& d) {
            return kernels::path_flow(counter, t, d);
        });
}

template <kernels::LaneRoute route>
FlowOracle by_lanes(Node, const flow::FlowOptions&) {
    return remembering<flow::LaneSolver>(
        [](const Topology& t) { return flow::LaneSolver(t, route); },
        [](const flow::LaneSolver& solver, const Topology&, const Demand& d) { return solver(d); });
}

template <kernels::Route route>
constexpr StepMeasure on_shortest_paths{.make = by_paths<route>, .takes_shortest_paths = true};

template <kernels::LaneRoute route>
constexpr StepMeasure on_lanes{
    .hardware = Hardware::lanes, .make = by_lanes<route>, .lane_route = route};

}  // namespace

namespace measures {

const StepMeasure concurrent_flow{.make = by_concurrent_flow};
const StepMeasure routed{.make = by_routes};
const StepMeasure paths_dor = on_shortest_paths<kernels::Route::dor>;
const StepMeasure paths_lex = on_shortest_paths<kernels::Route::lex>;
const StepMeasure paths_ecmp = on_shortest_paths<kernels::Route::ecmp>;
const StepMeasure switch_planes{.hardware = Hardware::switch_planes};
const StepMeasure lanes_flow = on_lanes<kernels::LaneRoute::flow>;
const StepMeasure lanes_path = on_lanes<kernels::LaneRoute::path>;
const StepMeasure lanes_ways = on_lanes<kernels::LaneRoute::ways>;

}  // namespace measures
}  // namespace lightsweep::solvers
