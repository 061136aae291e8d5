#include "solvers/bridge/subring_space.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernels/routes/routed_flow.hpp"

namespace lightsweep::solvers::bridge {

namespace {

using kernels::Node;
using kernels::Topology;

/// The radix: one more than the ports of the widest step.
std::int64_t radix_of(const kernels::Collective& collective) {
    std::size_t ports = 1;
    for (const auto& step : collective.steps) ports = std::max(ports, 1 + step.other_peers.size());
    return static_cast<std::int64_t>(ports) + 1;
}

/// The exponent e with stride = radix^e, if it exists.
std::optional<std::size_t> exponent_of(std::int64_t stride, std::int64_t radix) {
    std::size_t exponent = 0;
    for (std::int64_t power = 1; power <= stride; power *= radix, ++exponent)
        if (power == stride) return exponent;
    return std::nullopt;
}

std::optional<std::size_t> exponent_of(const kernels::Step& step, std::int64_t radix) {
    const auto stride = step.peer.as_shift();
    if (!stride || *stride == 0) return std::nullopt;
    for (std::size_t i = 0; i < step.other_peers.size(); ++i) {
        const auto reach = static_cast<std::int64_t>(i + 2) * *stride;
        if (step.other_peers[i].as_shift() != kernels::modulo(reach, step.peer.size()))
            return std::nullopt;
    }
    return exponent_of(*stride, radix);
}

/// A subring carries only steps of its own exponent and above (BRIDGE 3.2), although the other
/// steps could go around it if n is not a power of two.
void forbid_below(SubringSpace& space, std::size_t exponent) {
    auto& costs = space.on[exponent];
    for (std::size_t k = 0; k < space.own.size(); ++k)
        if (space.own[k] < exponent) costs.hops[k] = costs.stretch[k] = kernels::unreachable_cost;
}

}  // namespace

std::optional<std::vector<std::size_t>> bruck_exponents(const kernels::Collective& collective) {
    const std::int64_t radix = radix_of(collective);
    std::vector<std::size_t> exponents;
    for (const auto& step : collective.steps) {
        const auto exponent = exponent_of(step, radix);
        if (!exponent) return std::nullopt;
        exponents.push_back(*exponent);
    }
    return exponents;
}

SubringSpace ring_space(Subject problem, std::vector<std::size_t> own) {
    SubringSpace space{
        {problem, {problem->base}, 1, false, subring_bits, {}}, {problem->costs}, std::move(own)};
    auto& rules = space.decisions.rules;
    rules.matchings_stand = true;
    rules.free_start = problem->subrings.free_start;
    rules.restore = problem->subrings.restore;
    return space;
}

SubringSpace subring_space(Subject problem) {
    const auto exponents = bruck_exponents(problem->collective);
    if (!exponents)
        throw std::invalid_argument(problem->collective.name() +
                                    ": its steps are not Bruck's shifts; take bruck with order "
                                    "near, or addanki");
    const auto& rules = problem->subrings;
    const Node n = problem->collective.n;
    const std::int64_t radix = radix_of(problem->collective);
    if (rules.block > 1 && radix > 2)
        throw std::invalid_argument("blocks of several nodes have one port each");
    auto space = ring_space(problem, *exponents);
    auto& decisions = space.decisions;
    const std::size_t highest =
        exponents->empty() ? 0 : *std::max_element(exponents->begin(), exponents->end());
    std::int64_t stride = 1;
    for (std::size_t t = 1; t <= highest; ++t) {
        stride *= radix;
        decisions.topologies.push_back(
            Topology::matching(kernels::subring(n, stride, rules.block)));
        space.on.push_back(flow_costs(*problem, decisions.topologies.back()));
        forbid_below(space, t);
    }
    return space;
}

SubringSpace with_equal_subrings(SubringSpace space) {
    auto& decisions = space.decisions;
    const auto block = decisions.structure->subrings.block;
    for (std::size_t t = 0; t < decisions.topologies.size(); ++t)
        decisions.same_as.push_back(t < 30 && (std::int64_t{1} << t) <= block ? 0 : t);
    return space;
}

}  // namespace lightsweep::solvers::bridge
