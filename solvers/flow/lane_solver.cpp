#include "solvers/flow/lane_solver.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "kernels/flow/path_pricing.hpp"
#include "solvers/flow/path_program.hpp"

namespace lightsweep::solvers::flow {

namespace {

using kernels::Node, kernels::Permutation, kernels::Topology;

/// Largest number of classes of pairs and links: a program of this size takes milliseconds.
constexpr std::size_t most_classes = 400;
constexpr double torus_gap = 1e-12;
constexpr int torus_rounds = 500;

struct Certificates {
    double low, high;
};

/// The concurrent flow of a permutation; nothing if the program would be large.
std::optional<Certificates> solved(const Topology& torus, const Permutation& demand) {
    const kernels::FlowProblem problem(torus, demand);
    if (problem.pairs.size() + problem.capacity.size() > most_classes) return std::nullopt;
    kernels::PathPricing pricing(problem);
    pricing.price(std::vector<double>(problem.capacity.size(), 1.0));
    const double low = solve_by_paths(pricing, 0, torus_gap, torus_rounds);
    return Certificates{low * problem.unit, pricing.high() * problem.unit};
}

/// The flow of a shift for links of rate 1, solved once per process. A shift by n - t is the shift
/// by t on the links turned round.
std::optional<Certificates> solved_shift(const std::vector<Node>& dims, Node t) {
    static std::mutex guard;
    static std::map<std::pair<std::vector<Node>, Node>, std::optional<Certificates>> known;
    const auto torus = Topology::torus(dims, kernels::LinkBandwidth::full);
    t = std::min(t, torus.size() - t);
    {
        const std::scoped_lock lock(guard);
        if (const auto found = known.find({dims, t}); found != known.end()) return found->second;
    }
    const auto flow = solved(torus, Permutation::shift(torus.size(), t));
    const std::scoped_lock lock(guard);
    return known.emplace(std::pair(dims, t), flow).first->second;
}

}  // namespace

LaneSolver::LaneSolver(const Topology& topology, kernels::LaneRoute route, std::vector<Node> shifts)
    : lanes_(topology, route, std::move(shifts)) {
    if (topology.kind() == Topology::Kind::torus && topology.size() <= most_split_nodes &&
        route == kernels::LaneRoute::flow)
        torus_ = topology;
}

kernels::StepFlow LaneSolver::operator()(const kernels::Demand& demand) const {
    auto flow = lanes_(demand);
    if (!torus_ || !demand.single() || !flow.reachable() || flow.is_exact()) return flow;
    const auto t = demand.single()->as_shift();
    const auto found = t ? solved_shift(torus_->dims(), *t) : solved(*torus_, *demand.single());
    if (!found) return flow;
    const double rate = t ? torus_->link_capacity() : 1.0;
    flow.theta = std::max(flow.theta, found->low * rate);
    flow.theta_high = std::clamp(found->high * rate, flow.theta, flow.theta_high);
    return flow;
}

}  // namespace lightsweep::solvers::flow
