#include "kernels/flow/lane_flow.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>

#include "kernels/flow/circulant_batch.hpp"
#include "kernels/flow/circulant_program.hpp"
#include "kernels/flow/ring_flow.hpp"
#include "kernels/flow/two_way_cycles.hpp"
#include "kernels/flow/union_flow.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

/// Topologies whose flows stay in memory: about 50 bytes per node and topology, 55 MB at most.
constexpr Node most_shared_nodes = 256;
constexpr std::size_t most_shared_topologies = 4096;

/// Links forward and back, x links from the target the positive way.
StepFlow around(Node x, Node length, double capacity, LaneRoute route) {
    const Node nearer = std::min(x, length - x);
    const Node farthest = route == LaneRoute::ways ? length - nearer : nearer;
    const double both = static_cast<double>(x) * (length - x) / length;
    return {capacity / (route == LaneRoute::path ? nearer : both), farthest};
}

/// Number of links of offset g from 0 to t; -1 if t is not a multiple.
Node multiple(Node n, Node g, Node t) {
    return matching_flow(Permutation::shift(n, g), Permutation::shift(n, t)).hops;
}

bool all_shifts(const std::vector<Lanes>& list) {
    return std::ranges::all_of(
        list, [](const Lanes& one) { return one.circuits.as_shift().has_value(); });
}

/// The fewest links: x of offset a and y of offset b that lead to t; of several the fewest of b.
struct Counts {
    Node a = 0, b = 0;
};
std::optional<Counts> fewest_links(Node n, Node a, Node b, Node t) {
    std::vector<Node> links(static_cast<std::size_t>(n), -1);  // of a, to every multiple
    Node x = 0;
    for (Node at = 0; links[at] < 0; at = modulo(std::int64_t{at} + a, n)) links[at] = x++;
    std::optional<Counts> best;
    Node rest = t;
    for (Node y = 0; y < n && !(best && y >= best->a + best->b); ++y) {
        if (links[rest] >= 0 && (!best || links[rest] + y < best->a + best->b))
            best = Counts{links[rest], y};
        rest = modulo(std::int64_t{rest} - b, n);
    }
    return best;
}

/// Flow over masks with capacities, for a mask that some of them combine to.
StepFlow masks_flow(const std::vector<Node>& masks, const std::vector<double>& capacities,
                    Node wanted, LaneRoute route) {
    const std::size_t m = masks.size();
    std::vector<std::vector<Node>> columns;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t set = 1; set < (std::uint32_t{1} << m); ++set) {
        Node sum = 0;
        for (std::size_t i = 0; i < m; ++i)
            if ((set >> i & 1) != 0) sum ^= masks[i];
        if (sum != wanted) continue;
        std::vector<Node> counts(m);
        for (std::size_t i = 0; i < m; ++i) counts[i] = set >> i & 1;
        const auto size = static_cast<std::size_t>(std::popcount(set));
        columns.insert(size < fewest ? columns.begin() : columns.end(), std::move(counts));
        fewest = std::min(fewest, size);
    }
    if (columns.empty()) return unreachable_flow;
    CirculantProgram program(capacities);
    program.start(columns.front());
    const auto shorter = [&](const std::vector<Node>& counts) {
        double weight = 0;
        for (std::size_t i = 0; i < m; ++i) weight += counts[i] * program.weight(i);
        return weight < program.value() * (1 - 1e-12);
    };
    for (bool again = route == LaneRoute::flow; again;) {
        const auto better = std::ranges::find_if(columns, shorter);
        again = better != columns.end() && program.enter(*better);
    }
    return {1 / program.certified_value(), static_cast<Node>(fewest)};
}

/// Any demand on two-way cycles: exact for exchanges, otherwise between two certificates. With
/// LaneRoute::path, the flow of the fixed routes.
StepFlow cycles_flow(const TwoWayCycles& cycles, const Permutation& demand, LaneRoute route) {
    auto routed = shorter_way_flow(cycles, demand);
    if (route != LaneRoute::flow || shorter_ways_are_best(cycles, demand, routed)) return routed;
    if (const auto exact = exchange_flow(cycles, demand)) return *exact;
    if (routed.reachable()) routed.theta_high = distance_bound(cycles, demand);
    return routed;
}

/// Whether every route takes the shorter ways of a two-way ring: a pair of j and j xor 2^k is 2^k
/// links apart, less than half of the ring, and both of its directions load the same links.
bool is_near_exchange(const Permutation& p) {
    const auto mask = p.as_exclusive_or();
    return mask && is_power_of_two(*mask);
}

/// One dimension of a torus with link capacity c each way.
StepFlow line_around(const Permutation& p, double capacity, LaneRoute route) {
    if (const auto t = p.as_shift()) return around(*t, p.size(), capacity, route);
    if (route == LaneRoute::flow || is_near_exchange(p))
        if (const auto exact = ring_flow(p, capacity)) return *exact;
    const auto cycles = two_way_cycles(Topology::lanes(
        {{Permutation::shift(p.size(), 1), 1}, {Permutation::shift(p.size(), -1), 1}}));
    auto flow = cycles_flow(*cycles, p, route);
    flow.theta *= 2 * capacity;
    flow.theta_high *= 2 * capacity;
    return flow;
}

/// Pairs per link of a torus, if all routes go first along one dimension, then along the next, the
/// shorter way round and forward where both are equal.
class TorusRoutes {
  public:
    TorusRoutes(const std::vector<Node>& dims, const Permutation& demand) : dims_(dims) {
        loads_.resize(static_cast<std::size_t>(demand.size()) * dims.size() * 2);
        for (Node v = 0; v < demand.size(); ++v) route(v, demand(v));
    }
    /// Flow of these routes; with LaneRoute::flow also the bound of all other routes.
    StepFlow flow(double capacity, LaneRoute route) const {
        const auto most = *std::ranges::max_element(loads_);
        if (most == 0) return {};
        const StepFlow routed{capacity / most, hops_};
        if (route != LaneRoute::flow) return routed;
        const double total = static_cast<double>(loads_.size()) * capacity;
        return {routed.theta, hops_, std::max(routed.theta, total / distances_)};
    }

  private:
    void route(Node from, Node to) {
        Node stride = 1, hops = 0;
        for (std::size_t d = dims_.size(); d-- > 0;) {
            const Node length = dims_[d], at = from / stride % length;
            const Node ahead = modulo(std::int64_t{to / stride % length} - at, length);
            const bool forward = 2 * ahead <= length;
            const Node links = forward ? ahead : length - ahead;
            for (Node i = 0; i < links; ++i) {
                const Node place = modulo(std::int64_t{at} + (forward ? i : -i), length);
                const Node node = from + (place - at) * stride;
                ++loads_[(static_cast<std::size_t>(node) * dims_.size() + d) * 2 + !forward];
            }
            from += (to / stride % length - at) * stride;
            hops += links;
            stride *= length;
        }
        hops_ = std::max(hops_, hops);
        distances_ += hops;
    }

    const std::vector<Node>& dims_;
    std::vector<Node> loads_{};  ///< by (node, dimension, direction)
    Node hops_ = 0;
    double distances_ = 0;
};

}  // namespace

std::optional<Node> mask_of(const Permutation& p) {
    if (const auto mask = p.as_exclusive_or()) return mask;
    const Node n = p.size();
    if (is_power_of_two(n) && n > 1 && p.as_shift() == n / 2) return n / 2;
    return std::nullopt;
}

std::optional<std::vector<Node>> squarest_torus(Node n) {
    for (auto rows = static_cast<Node>(std::lround(std::sqrt(n))); rows >= 3; --rows)
        if (n % rows == 0 && n / rows >= rows) return std::vector<Node>{rows, n / rows};
    return std::nullopt;
}

struct LaneFlow::Shifts {
    struct Found {
        Node shift;
        StepFlow flow;
    };
    std::mutex guard;
    std::atomic<bool> is_solved = false;
    std::vector<Node> wanted;  ///< offsets; empty: all
    std::vector<Found> flows;

    /// One object for all equal topologies of shifts: algorithms and primitives share most of them.
    /// Forgotten when very many have been asked.
    static std::shared_ptr<Shifts> shared(const Topology& topology, LaneRoute route,
                                          std::vector<Node> wanted) {
        static std::mutex guard;
        static std::map<std::vector<double>, std::shared_ptr<Shifts>> known;
        auto shifts = std::make_shared<Shifts>();
        shifts->wanted = std::move(wanted);
        if (route != LaneRoute::flow || topology.kind() != Topology::Kind::lanes ||
            topology.size() > most_shared_nodes || !all_shifts(topology.lane_list()))
            return shifts;
        std::vector<double> key{double(topology.size()), topology.link_capacity(),
                                double(topology.lane_list().size())};
        for (const auto& lane : topology.lane_list())
            key.insert(key.end(), {double(*lane.circuits.as_shift()), double(lane.count)});
        key.insert(key.end(), shifts->wanted.begin(), shifts->wanted.end());
        const std::scoped_lock lock(guard);
        if (known.size() >= most_shared_topologies) known.clear();
        return known.try_emplace(std::move(key), std::move(shifts)).first->second;
    }

    /// Solves all wanted shifts at once, because they share most of the work.
    StepFlow at(const Topology& topology, Node t) {
        if (!is_solved.load(std::memory_order_acquire)) solve(topology);
        const auto known = std::ranges::lower_bound(flows, t, {}, &Found::shift);
        return known != flows.end() && known->shift == t ? known->flow
                                                         : solved(topology, {t}).front().flow;
    }

    void solve(const Topology& topology) {
        const std::scoped_lock lock(guard);
        if (is_solved.load(std::memory_order_relaxed)) return;
        if (wanted.empty()) {
            wanted.resize(static_cast<std::size_t>(topology.size()));
            std::iota(wanted.begin(), wanted.end(), 0);
        }
        flows = solved(topology, wanted);
        is_solved.store(true, std::memory_order_release);
    }

    /// Ordered by shifts.
    static std::vector<Found> solved(const Topology& topology, const std::vector<Node>& shifts) {
        const Node n = topology.size();
        Node common = n;
        std::vector<std::int64_t> offsets;
        std::vector<double> capacities;
        for (const auto& lane : topology.lane_list()) {
            common = std::gcd(common, *lane.circuits.as_shift());
            offsets.push_back(*lane.circuits.as_shift());
            capacities.push_back(lane.count * topology.link_capacity());
        }
        for (auto& offset : offsets) offset /= common;
        std::vector<Node> reached;
        for (const Node t : shifts)
            if (t % common == 0) reached.push_back(t / common);
        const auto found = circulant_flows(
            Topology::circulant(n / common, offsets, LinkBandwidth::full, capacities), reached);
        std::vector<Found> flows;
        flows.reserve(shifts.size());
        std::size_t next = 0;
        for (const Node t : shifts)
            flows.push_back({t, t % common == 0 ? found[next++] : unreachable_flow});
        std::ranges::stable_sort(flows, {}, &Found::shift);
        return flows;
    }
};

LaneFlow::LaneFlow(Topology topology, LaneRoute route, std::vector<Node> shifts)
    : topology_(std::move(topology)),
      route_(route),
      shifts_(Shifts::shared(topology_, route, std::move(shifts))) {
    if (topology_.kind() != Topology::Kind::lanes && topology_.kind() != Topology::Kind::torus)
        throw std::invalid_argument(topology_.describe() +
                                    " is no topology of lanes: build it with Topology::lanes");
}

StepFlow LaneFlow::operator()(const Demand& demand) const {
    if (demand.is_idle()) return {};
    parallel::checkpoint();  // many nodes take long
    if (const Permutation* only = demand.single(); only && route_ != LaneRoute::direct)
        return topology_.kind() == Topology::Kind::torus ? on_torus(*only) : one(*only);
    return each_direct(demand);
}

StepFlow LaneFlow::each_direct(const Demand& demand) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < demand.size(); ++i) {
        if (demand[i].is_identity()) continue;
        double bytes = 0;  // equal permutations share their circuits
        for (std::size_t j = 0; j < demand.size(); ++j)
            if (demand[j] == demand[i]) bytes += demand.weight(j);
        least = std::min(least, share_of(demand[i]) / bytes);
    }
    return least > 0 ? StepFlow{least, 1} : unreachable_flow;
}

double LaneFlow::share_of(const Permutation& circuits) const {
    double links = 0;
    if (topology_.kind() == Topology::Kind::lanes) {
        for (const auto& lane : topology_.lane_list())
            if (lane.circuits == circuits) links += lane.count;
        return links * topology_.link_capacity();
    }
    const auto& dims = topology_.dims();
    for (std::size_t d = 0; d < dims.size(); ++d)
        for (const int direction : {1, -1}) {
            std::vector<std::int64_t> offset(dims.size(), 0);
            offset[d] = direction;
            links += Permutation::translation(dims, offset) == circuits;
        }
    return links * topology_.link_capacity();
}

StepFlow LaneFlow::one(const Permutation& demand) const {
    if (const auto closed = closed_form(demand)) return *closed;
    return each_direct(demand);
}

std::optional<StepFlow> LaneFlow::closed_form(const Permutation& demand) const {
    const auto& list = topology_.lane_list();
    const Node n = topology_.size();
    const bool has_next = list[0].circuits.as_shift() == modulo(1, n);
    if (list.size() == 1)
        return has_next ? ring_uni_flow(demand, 1.0) : matching_flow(list[0].circuits, demand);
    if (const auto flow = on_two_way_rings(demand)) return flow;
    const double lane = topology_.link_capacity();
    if (const auto t = demand.as_shift(); t && all_shifts(list)) {
        const Node a = *list[0].circuits.as_shift(), b = *list[1].circuits.as_shift();
        if (route_ == LaneRoute::flow) return shifts_->at(topology_, *t);
        if (list.size() > 2) return std::nullopt;
        const auto fewest = fewest_links(n, a, b, *t);
        if (!fewest) return unreachable_flow;
        const double worst =
            std::max(fewest->a / (list[0].count * lane), fewest->b / (list[1].count * lane));
        return StepFlow{1 / worst, fewest->a + fewest->b};
    }
    std::vector<Node> masks;
    std::vector<double> capacities;
    for (const auto& one : list)
        if (const auto mask = mask_of(one.circuits)) {
            masks.push_back(*mask);
            capacities.push_back(one.count * lane);
        }
    if (const auto wanted = mask_of(demand); wanted && masks.size() == list.size())
        return masks_flow(masks, capacities, *wanted, route_);
    const auto cycles = two_way_cycles(topology_);
    if (!cycles) return std::nullopt;
    return cycles_flow(*cycles, demand, route_);
}

std::optional<StepFlow> LaneFlow::on_two_way_rings(const Permutation& demand) const {
    const auto& list = topology_.lane_list();
    const Node n = topology_.size();
    const auto offset = list[0].circuits.as_shift(), back = list[1].circuits.as_shift();
    if (list.size() != 2 || list[0].count != list[1].count || !offset || !back ||
        *offset + *back != n)
        return std::nullopt;
    const double capacity = list[0].count * topology_.link_capacity();
    if (const auto t = demand.as_shift()) {
        const Node x = multiple(n, *offset, *t);
        return x < 0 ? unreachable_flow : around(x, n / std::gcd(n, *offset), capacity, route_);
    }
    if (demand.as_exclusive_or() && is_power_of_two(std::min(*offset, *back))) {
        const auto place = exchange_of_places(demand, *offset);
        if (!place) return unreachable_flow;
        if (route_ == LaneRoute::flow || is_near_exchange(*place))
            return ring_flow(*place, capacity);
    }
    if (route_ != LaneRoute::flow || *offset != 1) return std::nullopt;
    return ring_flow(demand, capacity);
}

StepFlow LaneFlow::on_torus(const Permutation& demand) const {
    const auto factors = coordinate_factors(topology_.dims(), demand);
    if (!factors)
        return TorusRoutes(topology_.dims(), demand).flow(topology_.link_capacity(), route_);
    StepFlow flow;
    for (const auto& factor : *factors) {
        if (factor.is_identity()) continue;
        const auto line = line_around(factor, topology_.link_capacity(), route_);
        if (!line.reachable()) return unreachable_flow;
        flow = product_of(flow, line);
    }
    return flow;
}

}  // namespace lightsweep::kernels
