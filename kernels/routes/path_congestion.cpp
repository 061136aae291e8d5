#include "kernels/routes/path_congestion.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "kernels/flow/matching_flow.hpp"
#include "kernels/routes/graph_paths.hpp"
#include "kernels/routes/lattice_paths.hpp"

namespace lightsweep::kernels {

namespace {

using Kind = Topology::Kind;

bool is_lattice(const Topology& topology) {
    return topology.kind() == Kind::ring || topology.kind() == Kind::torus ||
           topology.kind() == Kind::grid;
}

/// Standing circuits leave one path only, so the pairs on a link are those of their flow.
PathUse on_matching(const Permutation& circuits, const Permutation& round) {
    const StepFlow flow = matching_flow(circuits, round);
    if (!flow.reachable()) return {0, 0, -1};
    if (flow.hops == 0) return {};
    const double shared = std::round(1 / flow.theta);
    return {shared, shared, flow.hops};
}

}  // namespace

struct PathCounter::State {
    std::optional<LatticePaths> lattice{};
    std::optional<GraphPaths> graph{};
    std::optional<Permutation> circuits{};
    /// Graph of the circuits, made for rounds that are not a permutation.
    std::once_flag graph_made{};
};

PathCounter::PathCounter(const Topology& topology, Route route)
    : state_(std::make_unique<State>()) {
    if (topology.kind() == Kind::matching)
        state_->circuits = topology.permutation();
    else if (route == Route::dor && is_lattice(topology))
        state_->lattice.emplace(
            topology.kind() == Kind::ring ? std::vector<Node>{topology.size()} : topology.dims(),
            topology.kind() != Kind::grid);
    else
        state_->graph.emplace(topology, route == Route::ecmp);
}

PathCounter::~PathCounter() = default;
PathCounter::PathCounter(PathCounter&&) noexcept = default;

PathUse PathCounter::operator()(const Permutation& round) const {
    if (state_->circuits) return on_matching(*state_->circuits, round);
    if (state_->lattice)
        if (const auto use = state_->lattice->in_closed_form(round)) return *use;
    return (*this)(transfers(round));
}

PathUse PathCounter::operator()(std::span<const Pair> round) const {
    if (state_->lattice) return (*state_->lattice)(round);
    if (state_->circuits)
        std::call_once(state_->graph_made, [this] {
            state_->graph.emplace(Topology::matching(*state_->circuits), false);
        });
    return (*state_->graph)(round);
}

Node PathCounter::degree() const {
    if (state_->circuits) return 1;
    return state_->lattice ? state_->lattice->degree() : state_->graph->degree();
}

StepFlow path_flow(const PathCounter& counter, const Topology& topology, const Demand& demand) {
    if (demand.is_idle()) return {};
    const PathUse use = demand.size() > 1 ? counter(transfers(demand)) : counter(demand[0]);
    if (!use.reachable()) return {0, -1, 0};
    const double links = topology.links_sharing() > 1 ? counter.degree() : 1.0;
    const double theta = 1 / (use.congestion * links);
    return {theta, use.dilation, theta, std::numeric_limits<double>::infinity()};
}

}  // namespace lightsweep::kernels
