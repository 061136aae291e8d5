#include "kernels/flow/circulant_flow.hpp"

#include <algorithm>
#include <stdexcept>

#include "kernels/flow/circulant_batch.hpp"
#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

namespace {

/// Whether every offset has its opposite with the same capacity.
bool is_symmetric(const Topology& topology) {
    const auto& offsets = topology.offsets();
    const auto& capacities = topology.offset_capacities();
    for (std::size_t g = 0; g < offsets.size(); ++g) {
        const auto back = std::find(offsets.begin(), offsets.end(), topology.size() - offsets[g]);
        if (back == offsets.end()) return false;
        if (capacities[static_cast<std::size_t>(back - offsets.begin())] != capacities[g])
            return false;
    }
    return true;
}

}  // namespace

std::vector<StepFlow> circulant_flows(const Topology& topology, std::span<const Node> shifts) {
    if (topology.kind() != Topology::Kind::circulant)
        throw std::invalid_argument(topology.describe() + " is no circulant");
    const Node n = topology.size();
    const bool symmetric = is_symmetric(topology);
    // A reflection maps the shift by t to the shift by n - t.
    const auto solved_as = [&](Node t) { return symmetric ? std::min(t, (n - t) % n) : t; };
    std::vector<Node> wanted;
    for (const Node t : shifts)
        if (t != 0) wanted.push_back(solved_as(t));
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::vector<StepFlow> flows(static_cast<std::size_t>(n));
    const auto hops = hops_from(0, n, topology.links());
    if (!wanted.empty())
        for (const CirculantBatch batch(topology, wanted, symmetric);
             const auto& target : batch.targets()) {
            const double theta = 1 / target.achieved;
            flows[target.shift] = {theta, hops[target.shift], std::max(theta, 1 / target.bound)};
        }
    std::vector<StepFlow> result;
    for (const Node t : shifts) result.push_back(flows[solved_as(t)]);
    return result;
}

}  // namespace lightsweep::kernels
