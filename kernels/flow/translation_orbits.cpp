#include "kernels/flow/translation_orbits.hpp"

namespace lightsweep::kernels {

namespace {

std::vector<Node> coordinates_of(const Topology& topology) {
    if (topology.kind() == Topology::Kind::torus) return topology.dims();
    if (topology.kind() == Topology::Kind::circulant) return {topology.size()};
    std::vector<Node> dims;
    if (topology.kind() == Topology::Kind::hypercube)
        for (std::int64_t n = 1; n < topology.size(); n *= 2) dims.push_back(2);
    return dims;
}

/// p commutes with a step of `period` along the dimension of the given size and stride.
bool commutes(const Permutation& p, Node size, Node stride, Node period) {
    const auto stepped = [&](Node node) {
        const Node at = node / stride % size;
        const Node next = at + period < size ? at + period : at + period - size;
        return node + (next - at) * stride;
    };
    for (Node j = 0; j < p.size(); ++j)
        if (p(stepped(j)) != stepped(p(j))) return false;
    return true;
}

bool all_commute(const Demand& demand, Node size, Node stride, Node period) {
    for (std::size_t i = 0; i < demand.size(); ++i)
        if (!commutes(demand[i], size, stride, period)) return false;
    return true;
}

Node least_period(const Demand& demand, Node size, Node stride) {
    for (Node period = 1; period < size; ++period)
        if (size % period == 0 && all_commute(demand, size, stride, period)) return period;
    return size;
}

}  // namespace

Node TranslationOrbits::moved(Node node, Node by) const {
    Node result = 0, stride = 1;
    for (std::size_t d = dims.size(); d-- > 0; stride *= dims[d]) {
        const Node back = by / stride % dims[d] / period[d] * period[d];
        result += stride * ((node / stride % dims[d] - back + dims[d]) % dims[d]);
    }
    return result;
}

Node TranslationOrbits::size() const {
    Node product = 1;
    for (std::size_t d = 0; d < dims.size(); ++d) product *= dims[d] / period[d];
    return product;
}

std::optional<TranslationOrbits> translation_orbits(const Topology& topology,
                                                    const Demand& demand) {
    TranslationOrbits orbits{coordinates_of(topology), {}};
    orbits.period.resize(orbits.dims.size());
    Node stride = 1;
    for (std::size_t d = orbits.dims.size(); d-- > 0; stride *= orbits.dims[d])
        orbits.period[d] = least_period(demand, orbits.dims[d], stride);
    if (orbits.size() == 1) return std::nullopt;
    return orbits;
}

}  // namespace lightsweep::kernels
