#include "kernels/topologies/link_lists.hpp"

#include <algorithm>

#include "kernels/topologies/hop_distance.hpp"

namespace lightsweep::kernels {

namespace {

/// The links of `node` in one dimension of the given size and stride.
void add_dimension(std::vector<Edge>& links, Node node, Node size, Node stride, double capacity,
                   bool around) {
    const Node at = node / stride % size;
    if (size == 1) return;
    if (size == 2) {
        links.push_back(
            {node, at == 0 ? node + stride : node - stride, around ? 2 * capacity : capacity});
        return;
    }
    const Node span = (size - 1) * stride;
    if (at + 1 < size || around)
        links.push_back({node, at + 1 < size ? node + stride : node - span, capacity});
    if (at > 0 || around) links.push_back({node, at > 0 ? node - stride : node + span, capacity});
}

}  // namespace

std::vector<Edge> lattice_links(const std::vector<Node>& dims, double capacity, bool around) {
    std::vector<Node> strides(dims.size());
    Node n = 1;
    for (std::size_t d = dims.size(); d-- > 0; n *= dims[d]) strides[d] = n;
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::size_t d = 0; d < dims.size(); ++d)
            add_dimension(links, node, dims[d], strides[d], capacity, around);
    return links;
}

std::vector<Edge> hypercube_links(Node n, double capacity) {
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::int64_t bit = 1; bit < n; bit *= 2)
            links.push_back({node, node ^ static_cast<Node>(bit), capacity});
    return links;
}

std::vector<Edge> circulant_links(Node n, const std::vector<Node>& offsets,
                                  const std::vector<double>& capacities) {
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node)
        for (std::size_t i = 0; i < offsets.size(); ++i)
            links.push_back(
                {node, static_cast<Node>((std::int64_t{node} + offsets[i]) % n), capacities[i]});
    return links;
}

std::vector<Edge> affine_links(Node n, std::int64_t factor, std::int64_t first, Node count) {
    std::vector<Edge> links;
    for (Node node = 0; node < n; ++node) {
        const auto begin = static_cast<std::ptrdiff_t>(links.size());
        for (Node a = 0; a < count; ++a) {
            const std::int64_t rest = (factor * node + first + a) % n;
            const auto to = static_cast<Node>(rest < 0 ? rest + n : rest);
            if (to == node) continue;
            const auto same = std::find_if(links.begin() + begin, links.end(),
                                           [to](const Edge& e) { return e.to == to; });
            if (same == links.end())
                links.push_back({node, to, 1.0});
            else
                same->capacity += 1.0;
        }
    }
    return links;
}

bool is_strongly_connected(Node n, const std::vector<Edge>& links) {
    auto reversed = links;
    for (auto& link : reversed) std::swap(link.from, link.to);
    const auto reaches_all = [n](const std::vector<Edge>& edges) {
        const auto distance = hops_from(0, n, edges);
        return std::find(distance.begin(), distance.end(), -1) == distance.end();
    };
    return reaches_all(links) && reaches_all(reversed);
}

}  // namespace lightsweep::kernels
