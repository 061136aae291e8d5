#include "kernels/flow/path_pricing.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "kernels/parallel/for_each.hpp"

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

/// The links left out have a smaller summed capacity, relative to the smallest of the pairs' widest
/// paths.
constexpr double negligible = 1e-13;

double narrowest(const LinkGraph& graph, const std::vector<Pair>& pairs) {
    PathSearch search(graph);
    double width = std::numeric_limits<double>::infinity();
    for (const Pair pair : pairs) {
        parallel::checkpoint();
        width = std::min(width, search.widest(pair));
    }
    return width;
}

std::uint64_t hash_of(std::size_t pair, std::span<const Link> path) {
    std::uint64_t value = 0x9E3779B97F4A7C15ULL * (pair + 1);
    for (const Link e : path) {
        value = (value ^ static_cast<std::uint64_t>(e)) * 0xBF58476D1CE4E5B9ULL;
        value ^= value >> 29;
    }
    return value;
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

FlowProblem::FlowProblem(const Topology& topology, const Demand& demand)
    : pairs(transfers(demand)), graph(topology.size(), topology.links()) {
    unit = narrowest(graph, pairs);
    if (unit == 0) return;
    scale();
    capacity = graph.capacity;
    if (const auto orbits = translation_orbits(topology, demand)) reduce(*orbits);
}

void FlowProblem::scale() {
    const auto links = static_cast<double>(graph.links());
    const double most = links * static_cast<double>(pairs.size());
    std::vector<Edge> kept;
    for (Link e = 0; e < graph.links(); ++e) {
        const double scaled = graph.capacity[e] / unit;
        if (scaled * links < negligible)
            left_out += scaled;
        else
            kept.push_back({graph.from[e], graph.to[e], std::min(scaled, most)});
    }
    graph = LinkGraph(graph.size(), kept);
}

/// Keeps the pairs that start at a representative, and puts links that translations map to each
/// other into one class.
void FlowProblem::reduce(const TranslationOrbits& orbits) {
    std::erase_if(pairs, [&](Pair pair) { return orbits.representative(pair.from) != pair.from; });
    std::unordered_map<std::uint64_t, Link> known;
    capacity.clear();
    for (Link e = 0; e < graph.links(); ++e) {
        const auto from = static_cast<std::uint64_t>(orbits.representative(graph.from[e]));
        const auto to = static_cast<std::uint64_t>(orbits.moved(graph.to[e], graph.from[e]));
        const auto [place, fresh] =
            known.try_emplace(from << 32 | to, static_cast<Link>(capacity.size()));
        if (fresh) capacity.push_back(graph.capacity[e]);
        graph.link_class[e] = place->second;
    }
    left_out /= orbits.size();
}

std::size_t PathPool::add(std::size_t pair, std::span<const Link> path) {
    const auto [place, fresh] = known_.try_emplace(hash_of(pair, path), end_.size());
    if (!fresh && std::ranges::equal(links(place->second), path)) return place->second;
    place->second = end_.size();
    links_.insert(links_.end(), path.begin(), path.end());
    of_pair_[pair].push_back(static_cast<Link>(end_.size()));
    end_.push_back(links_.size());
    return place->second;
}

std::span<const Link> PathPool::links(std::size_t path) const {
    const std::size_t begin = path == 0 ? 0 : end_[path - 1];
    return {links_.data() + begin, end_[path] - begin};
}

PathPricing::PathPricing(const FlowProblem& problem)
    : problem_(problem),
      search_(problem.graph),
      pool_(problem.pairs.size()),
      high_(std::numeric_limits<double>::infinity()) {}

std::size_t PathPricing::search(std::size_t pair, std::span<const double> weights) {
    parallel::checkpoint();
    search_.shortest(problem_.pairs[pair], weights);
    return pool_.add(pair, search_.path());
}

std::size_t PathPricing::price(std::span<const double> weights) {
    const auto& capacity = problem_.capacity;
    parallel::checkpoint();
    double total = 0, sum = 0, longest = 0;
    const std::size_t before = pool_.paths();
    for (std::size_t e = 0; e < capacity.size(); ++e) total += capacity[e] * weights[e];
    for (std::size_t i = 0; i < problem_.pairs.size(); ++i) {
        const double distance = search_.shortest(problem_.pairs[i], weights);
        sum += distance;
        longest = std::max(longest, distance);
        pool_.add(i, search_.path());
    }
    const double bound = (total + problem_.left_out * longest) / sum;
    if (sum > 0 && bound < high_) {
        high_ = bound;
        best_weights_.assign(weights.begin(), weights.end());
    }
    return pool_.paths() - before;
}

}  // namespace lightsweep::kernels
