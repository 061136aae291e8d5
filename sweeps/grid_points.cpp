#include "sweeps/grid_points.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "engine/stopping.hpp"
#include "kernels/bruck.hpp"
#include "kernels/collective_algorithms.hpp"
#include "kernels/mirrored_halves.hpp"
#include "kernels/plane_collectives.hpp"
#include "kernels/topology_table.hpp"
#include "kernels/transmitters.hpp"
#include "sweeps/flow_estimate.hpp"
#include "sweeps/pool_bases.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

namespace {

/// As given; else Bruck under rules = bridge and common has its large volumes go the short way, and
/// all others have their usual order.
std::optional<kernels::Order> order_at(const GridSpec& grid, const Indices& indices) {
    const std::string order = text_at(grid, "order", indices, "");
    const bool near = grid.rules == "bridge" || grid.rules == "common";
    if (order.empty() && !near) return std::nullopt;
    return order == "far" ? kernels::Order::far : kernels::Order::near;
}

}  // namespace

kernels::Topology on_ports(const kernels::Topology& topology, Node degree) {
    if (degree == 0) return topology;
    if (degree < topology.degree()) throw NotApplicable{solvers::Reason::too_few_ports};
    return topology.on_ports(degree);
}

kernels::InitialPlanes initial_planes(const std::string& word) {
    using kernels::InitialPlanes;
    if (word == "cold") return InitialPlanes::cold;
    return word == "first" ? InitialPlanes::first : InitialPlanes::free;
}

GridPoints::GridPoints(const GridSpec& grid)
    : grid_(&grid),
      known_bounds_(no_bounds()),
      nodes_(source("nodes")),
      ports_(source("ports")),
      radix_(source("radix")),
      mirrored_(source("mirrored")),
      degree_(source("degree")),
      switch_ports_(source("switch_ports")),
      transmitters_(source("transmitters")),
      restore_(source("restore")),
      seed_(source("seed")),
      flow_gap_(source("flow_gap")),
      planes_(source("planes")),
      message_(source("message")),
      item_(source("item")),
      bandwidth_(source("bandwidth")),
      link_rate_(source("link_rate")),
      plane_bandwidth_(source("plane_bandwidth")),
      per_step_(source("per_step_latency")),
      per_hop_(source("per_hop_latency")),
      hop_cost_(source("hop_cost")),
      delay_(source("reconfiguration_delay")),
      wdm_delay_(source("wdm_reconfiguration_delay")),
      port_delay_(source("port_delay")),
      compute_time_(source("compute_time")),
      pool_size_(source("pool_size")),
      wavelengths_(source("wavelengths")),
      wavelength_bandwidth_(source("wavelength_bandwidth")),
      items_per_node_(source("items_per_node")),
      stages_(source("stages")),
      flit_(source("flit")),
      cycle_(source("cycle")),
      packet_(source("packet")) {}

GridPoints::Source GridPoints::source(const char* key) const {
    const AxisValues* axis = grid_->find(key);
    if (!axis) return {};
    return {&axis->numbers, grid_->dimension_of(key).value_or(open_index)};
}

double GridPoints::value(const Source& source, const Indices& indices, double otherwise) {
    if (!source.values) return otherwise;
    if (source.dimension == open_index) return source.values->front();
    const std::size_t i = indices[source.dimension];
    return i == open_index ? otherwise : (*source.values)[i];
}

Node GridPoints::nodes(const Indices& indices) const {
    return static_cast<Node>(value(nodes_, indices, 0));
}

Node GridPoints::ports(const Indices& indices) const {
    if (radix_.values) return static_cast<Node>(value(radix_, indices, 2)) - 1;
    return static_cast<Node>(value(ports_, indices, 1));
}

std::string GridPoints::collective(const Indices& indices) const {
    return kernels::on_dims(grid_->collective(indices), tuple_at(*grid_, "dims", indices));
}

kernels::Collective GridPoints::make_collective(const Indices& indices, Node n) const {
    if (is_common() && kernels::refuse_nodes(collective(indices), n))
        throw NotApplicable{solvers::Reason::nodes_not_supported};
    auto collective = unlimited(indices, n);
    if (!transmitters_.values) return collective;
    using Beyond = kernels::Transmitters::Beyond;
    const bool shares = text_at(*grid_, "split", indices, "rounds") == "circuits";
    return kernels::with_transmitters(std::move(collective),
                                      {static_cast<Node>(value(transmitters_, indices, 1)),
                                       shares ? Beyond::circuits : Beyond::rounds,
                                       link_bandwidth(indices) == kernels::LinkBandwidth::split});
}

kernels::Collective GridPoints::unlimited(const Indices& indices, Node n) const {
    const std::string name = collective(indices);
    if (name != "custom") {
        auto collective =
            kernels::build_collective(name, n, order_at(*grid_, indices), ports(indices));
        const auto volumes = text_at(*grid_, "volumes", indices, "exact");
        if (volumes == "bridge") collective = kernels::with_bridge_volumes(std::move(collective));
        if (volumes == "swot") collective = kernels::with_swot_volumes(std::move(collective));
        if (value(mirrored_, indices, 0) != 0)
            collective = kernels::with_mirrored_halves(std::move(collective));
        // The ports that the base's links have are those of a step's own matching too.
        collective.ports = static_cast<Node>(value(degree_, indices, 0));
        return collective;
    }
    std::vector<kernels::Step> steps;
    for (const auto& step : grid_->steps) {
        steps.push_back({permutation_of(step, n), step.bytes});
        for (const auto& other : step.also) steps.back().also.push_back(permutation_of(other, n));
    }
    return kernels::custom_collective(std::move(steps));
}

kernels::Topology GridPoints::make_topology(const Indices& indices) const {
    const Node n = nodes(indices);
    if (has_rings(indices)) return kernels::Topology::ring(n, kernels::LinkBandwidth::full);
    if (is_common()) return lane_topology(indices);
    const std::string name = text_at(*grid_, "topology", indices, "ring");
    kernels::TopologyParameters p;
    p.n = n;
    p.link_bandwidth =
        name == "ring-split" ? kernels::LinkBandwidth::split : link_bandwidth(indices);
    for (const auto size : tuple_at(*grid_, "dims", indices))
        p.dims.push_back(static_cast<Node>(size));
    p.offsets = tuple_at(*grid_, "offsets", indices);
    p.degree = static_cast<Node>(value(degree_, indices, 0));
    p.seed = static_cast<std::uint64_t>(value(seed_, indices, 0));
    const auto topology =
        name == "edges" ? kernels::Topology::edges(n, edges_of(*grid_->edges, n), p.link_bandwidth)
                        : kernels::make_topology(name == "ring-split" ? "ring" : name, p);
    return on_ports(topology, p.degree);
}

kernels::LinkBandwidth GridPoints::link_bandwidth(const Indices& indices) const {
    const bool split = text_at(*grid_, "link_bandwidth", indices, "full") == "split";
    return split ? kernels::LinkBandwidth::split : kernels::LinkBandwidth::full;
}

solvers::Accounting GridPoints::accounting(const Indices& indices) const {
    using solvers::Accounting;
    if (grid_->rules == "bridge") return Accounting::routed;
    if (grid_->rules == "swot") return Accounting::switch_planes;
    if (is_common())
        return text_at(*grid_, "route", indices, "flow") == "path" ? Accounting::lanes_path
                                                                   : Accounting::lanes_flow;
    if (grid_->rules != "pccl") return Accounting::concurrent_flow;
    const auto route = text_at(*grid_, "route", indices, "dor");
    if (route == "ecmp") return Accounting::paths_ecmp;
    return route == "lex" ? Accounting::paths_lex : Accounting::paths_dor;
}

solvers::SubringRules GridPoints::subring_rules(const Indices& indices) const {
    solvers::SubringRules rules;
    // BRIDGE does not count an all-gather's first subring; elsewhere the base stands at the start.
    const char* usual = grid_->rules == "bridge" ? "free" : "base";
    rules.free_start = text_at(*grid_, "initial", indices, usual) == "free";
    rules.restore = value(restore_, indices, 0) != 0;
    rules.block = block_of(indices);
    return rules;
}

void leave_if_stopped() {
    if (engine::stop_requested()) throw engine::Abandoned{};
}

solvers::SwitchPlanes GridPoints::switch_planes(const Indices& indices) const {
    const auto count = static_cast<std::size_t>(value(planes_, indices, 0));
    auto speeds = tuple_at(*grid_, "plane_speeds", indices);
    auto delays = tuple_at(*grid_, "plane_delays", indices);
    speeds.resize(count, 100);
    delays.resize(count, 100);
    solvers::SwitchPlanes planes;
    for (std::size_t j = 0; j < count; ++j) {
        if (speeds[j] == 0) continue;
        planes.numbers.push_back(static_cast<int>(j));
        planes.speeds.push_back(static_cast<double>(speeds[j]) / 100);
        planes.delays.push_back(static_cast<double>(delays[j]) / 100);
    }
    planes.initial = initial_planes(text_at(*grid_, "initial", indices, "free"));
    planes.leave_if_stopped = leave_if_stopped;
    return planes;
}

/// Of a technology the ports that blocks of a power of two leave in use; 0 if no blocks fit.
Node GridPoints::block_of(const Indices& indices) const {
    const bool by_technology = grid_->find("technology");
    const Node n = nodes(indices), used = by_technology ? ports(indices) : 1;
    const auto wanted = 2 * static_cast<std::int64_t>(n) * used,
               there = static_cast<std::int64_t>(
                   value(switch_ports_, indices, static_cast<double>(wanted)));
    if (there <= 0 || n == 0 || there >= wanted) return 1;
    const auto block = static_cast<std::int64_t>((wanted + there - 1) / there);
    if (!by_technology) return static_cast<Node>(block);
    const auto power = static_cast<Node>(std::bit_ceil(static_cast<std::uint64_t>(block)));
    return used == 1 && n % power == 0 ? power : 0;
}

solvers::Pool GridPoints::pool_beside(const kernels::Topology& base, const Indices& indices) const {
    if (grid_->pool.empty()) return {};
    return sweeps::pool_beside(base, *grid_, link_bandwidth(indices),
                               static_cast<Node>(value(degree_, indices, 0)),
                               static_cast<int>(value(pool_size_, indices, 0)));
}

solvers::Pool GridPoints::make_pool(const Indices& indices) const {
    return pool_beside(make_topology(indices), indices);
}

kernels::StepCosts GridPoints::make_costs(const Indices& indices,
                                          const kernels::Topology& base) const {
    return solvers::flow_costs(make_collective(indices, nodes(indices)), base,
                               {value(flow_gap_, indices, 0), leave_if_stopped},
                               accounting(indices));
}

solvers::Structure GridPoints::make_structure(const Indices& indices, bool with_pool,
                                              const KnownCosts& known) const {
    if (is_common()) return lane_structure(indices);
    if (has_rings(indices)) return ring_structure(indices);
    if (accounting(indices) == solvers::Accounting::switch_planes) {
        solvers::Structure structure{
            make_collective(indices, nodes(indices)), make_topology(indices), {}};
        structure.accounting = accounting(indices);
        structure.planes = switch_planes(indices);
        return structure;
    }
    auto base = make_topology(indices);
    auto pool = with_pool ? pool_beside(base, indices) : solvers::Pool{};
    const auto costs_on = [&](std::size_t k, const kernels::Topology& topology) {
        auto costs = known ? known(k) : std::nullopt;
        return costs ? std::move(*costs) : make_costs(indices, topology);
    };
    auto costs = costs_on(0, base);
    for (std::size_t k = 0; k < pool.others.size(); ++k)
        pool.costs.push_back(costs_on(k + 1, pool.others[k]));
    return {make_collective(indices, nodes(indices)),
            std::move(base),
            std::move(costs),
            std::move(pool),
            value(flow_gap_, indices, 0),
            accounting(indices),
            subring_rules(indices)};
}

bool GridPoints::has_structure(const Indices& indices) const {
    if (!degree_.values && !is_common()) return true;
    if (is_common()) {
        const auto name = collective(indices);
        if (has_rings(indices) && !name.ends_with("/any")) return false;
        if (kernels::refuse_nodes(name, nodes(indices))) return false;
    }
    try {
        make_topology(indices);
        return true;
    } catch (const NotApplicable&) {
        return false;
    } catch (const std::invalid_argument&) {
        return true;  // a fault of its own
    }
}

double GridPoints::n_steps(const Indices& indices) const {
    if (has_rings(indices)) return nodes(indices);  // what planning depends on
    const auto name = collective(indices);
    const Node n = nodes(indices);
    if (transmitters_.values && n > 0 && !name.empty() && !kernels::refuse_nodes(name, n)) {
        const auto limited = make_collective(indices, n);
        std::size_t steps = limited.steps.size();
        for (const auto& one : limited.alternatives) steps = std::max(steps, one.steps.size());
        return static_cast<double>(steps);
    }
    if (name == "custom") return static_cast<double>(grid_->steps.size());
    return static_cast<double>(kernels::count_steps(name, nodes(indices), ports(indices)));
}

namespace {

/// Algorithms all of whose steps are shifts.
constexpr std::string_view shifting[] = {"/shift", "/ring", "/bruck"};

}  // namespace

double GridPoints::flows(const Indices& indices) const {
    return n_steps(indices) * ports(indices);
}

namespace {

/// Seconds per transfer of a round on shortest paths: most are short, and tables are shared.
constexpr double transfer_seconds = 2e-8;

}  // namespace

double GridPoints::build_seconds(const Indices& indices) const {
    if (has_rings(indices)) return 0;
    if (is_common() || accounting(indices) == solvers::Accounting::switch_planes) return 0;
    if (solvers::takes_shortest_paths(accounting(indices)))
        return flows(indices) * value(nodes_, indices, 1) * transfer_seconds;
    const std::string name = text_at(*grid_, "topology", indices, "ring");
    const double n = value(nodes_, indices, 1);
    double links_per_node = value(degree_, indices, 4);
    if (grid_->edges) links_per_node = static_cast<double>(grid_->edges->lines.size()) / n;
    return flows(indices) * flow_seconds({effort_at(name, indices), n, links_per_node,
                                          value(flow_gap_, indices, 0)});
}

double GridPoints::build_seconds(const Indices& indices, const kernels::Topology& base) const {
    if (solvers::takes_shortest_paths(accounting(indices))) return build_seconds(indices);
    const auto links_per_node = static_cast<double>(base.degree());
    const char* name = base.kind() == kernels::Topology::Kind::circulant ? "circulant" : "";
    const auto effort = *name ? effort_at(name, indices) : effort_of(base.kind());
    return flows(indices) * flow_seconds({effort, static_cast<double>(base.size()), links_per_node,
                                          value(flow_gap_, indices, 0)});
}

/// Shifts of a circulant are solved together.
FlowEffort GridPoints::effort_at(const std::string& topology, const Indices& indices) const {
    const auto collective = grid_->collective(indices);
    const bool shifts = std::any_of(
        std::begin(shifting), std::end(shifting),
        [&](std::string_view word) { return collective.find(word) != std::string_view::npos; });
    return topology == "circulant" && shifts ? FlowEffort::circulant_shifts : effort_of(topology);
}

/// Links that share a node's bandwidth, each of the rate link_rate.
double links_of(const solvers::Structure& structure) {
    if (solvers::is_common(structure.accounting)) return structure.lanes;
    if (structure.accounting == solvers::Accounting::routed)
        return structure.collective.matching_ports();
    return structure.base.links_sharing();
}

double GridPoints::plane_rate(const Indices& indices) const {
    if (bandwidth_.values) return value(bandwidth_, indices, 0) / value(planes_, indices, 1);
    return value(link_rate_.values ? link_rate_ : plane_bandwidth_, indices, 0);
}

kernels::Parameters GridPoints::parameters(const Indices& indices,
                                           const solvers::Structure& structure) const {
    if (structure.rings && !is_common()) return ring_parameters(indices, *structure.rings);
    kernels::Parameters p{};
    p.per_step_latency = value(per_step_, indices, 0);
    p.per_hop_latency = value(per_hop_, indices, 0) * value(hop_cost_, indices, 1);
    p.reconfiguration_delay = own_delay(indices, structure).value_or(delay(indices));
    p.port_delay = value(port_delay_, indices, 0);
    p.compute_time = value(compute_time_, indices, 0);
    if (message_.values)
        p.message = value(message_, indices, 0);
    else if (item_.values)
        p.message = value(item_, indices, 0) * structure.collective.n;
    else
        p.message = 1;  // the steps of a custom collective carry their bytes
    if (structure.accounting == solvers::Accounting::switch_planes)
        p.bandwidth = plane_rate(indices) * structure.planes.total_speed();
    else if (bandwidth_.values)
        p.bandwidth = value(bandwidth_, indices, 0);
    else if (link_rate_.values)
        p.bandwidth = value(link_rate_, indices, 0) * links_of(structure);
    else
        p.bandwidth = value(plane_bandwidth_, indices, 0) * value(planes_, indices, 1);
    return p;
}

}  // namespace lightsweep::sweeps
