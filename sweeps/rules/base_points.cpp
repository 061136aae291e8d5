#include "sweeps/rules/base_points.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/topologies/circuits.hpp"
#include "kernels/topologies/topology_table.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

namespace {

/// The given matrix over the members, reordered with the base first.
std::vector<double> factors_from(const SwitchingText& given, std::size_t members,
                                 std::size_t base_at) {
    std::vector<std::size_t> order{base_at};
    for (std::size_t k = 0; k < members; ++k)
        if (k != base_at) order.push_back(k);
    std::vector<double> factors;
    for (const std::size_t from : order)
        for (const std::size_t to : order) factors.push_back(given.factors[from * members + to]);
    return factors;
}

}  // namespace

solvers::Problem BasePoints::make_problem(const Indices& indices, bool with_pool,
                                          const KnownCosts& known) const {
    auto base = make_topology(indices);
    auto pool = with_pool ? pool_beside(base, indices) : solvers::Pool{};
    const auto costs_on = [&](std::size_t k, const kernels::Topology& topology) {
        auto costs = known ? known(k) : std::nullopt;
        return costs ? std::move(*costs) : make_costs(indices, topology);
    };
    auto costs = costs_on(0, base);
    for (std::size_t k = 0; k < pool.others.size(); ++k)
        pool.costs.push_back(costs_on(k + 1, pool.others[k]));
    return {on_fabric(indices),
            std::move(base),
            std::move(costs),
            std::move(pool),
            number("flow_gap", indices, 0),
            measure(indices),
            subring_rules(indices)};
}

kernels::Topology BasePoints::make_topology(const Indices& indices) const {
    const Node n = nodes(indices);
    const std::string name = text_at(grid(), "topology", indices, "ring");
    kernels::TopologyParameters p;
    p.n = n;
    p.link_bandwidth =
        name == "ring-split" ? kernels::LinkBandwidth::split : link_bandwidth(indices);
    for (const auto size : tuple_at(grid(), "dims", indices))
        p.dims.push_back(static_cast<Node>(size));
    p.offsets = tuple_at(grid(), "offsets", indices);
    p.degree = static_cast<Node>(number("degree", indices, 0));
    p.seed = static_cast<std::uint64_t>(number("seed", indices, 0));
    const auto topology =
        name == "edges" ? kernels::Topology::edges(n, edges_of(*grid().edges, n), p.link_bandwidth)
                        : kernels::make_topology(name == "ring-split" ? "ring" : name, p);
    return on_ports(topology, p.degree);
}

kernels::LinkBandwidth BasePoints::link_bandwidth(const Indices& indices) const {
    const bool split = text_at(grid(), "link_bandwidth", indices, "full") == "split";
    return split ? kernels::LinkBandwidth::split : kernels::LinkBandwidth::full;
}

solvers::SubringRules BasePoints::subring_rules(const Indices& indices) const {
    solvers::SubringRules rules;
    rules.free_start = text_at(grid(), "initial", indices, usual_initial()) == "free";
    rules.restore = number("restore", indices, 0) != 0;
    rules.block = block_of(indices);
    return rules;
}

/// Of a technology the ports that blocks of a power of two leave in use; 0 if no blocks fit.
Node BasePoints::block_of(const Indices& indices) const {
    const bool by_technology = grid().find("technology");
    const Node n = nodes(indices), used = by_technology ? ports(indices) : 1;
    const auto wanted = 2 * static_cast<std::int64_t>(n) * used,
               there = static_cast<std::int64_t>(
                   number("switch_ports", indices, static_cast<double>(wanted)));
    if (there <= 0 || n == 0 || there >= wanted) return 1;
    const auto block = static_cast<std::int64_t>((wanted + there - 1) / there);
    if (!by_technology) return static_cast<Node>(block);
    const auto power = static_cast<Node>(std::bit_ceil(static_cast<std::uint64_t>(block)));
    return used == 1 && n % power == 0 ? power : 0;
}

solvers::Pool BasePoints::pool_beside(const kernels::Topology& base, const Indices& indices) const {
    const auto& members = grid().pool;
    const auto& switching = grid().switching;
    const auto degree = static_cast<Node>(number("degree", indices, 0));
    solvers::Pool pool;
    if (members.empty()) return pool;
    pool.size = static_cast<int>(number("pool_size", indices, 0));
    std::size_t base_at = members.size();
    for (std::size_t k = 0; k < members.size(); ++k) {
        auto member = on_ports(
            kernels::topology_of_text(members[k].text, base.size(), link_bandwidth(indices)),
            degree);
        if (base_at == members.size() && kernels::same_circuits(member, base))
            base_at = k;
        else
            pool.others.push_back(std::move(member));
    }
    using Price = solvers::Switching::Price;
    if (switching.word == "links") pool.switching.price = Price::by_links;
    if (switching.word != "pairs") return pool;
    if (base_at == members.size())
        throw std::invalid_argument(
            "switching gives factors for the members of pool, but the base in force at the "
            "start, " +
            base.describe() + ", is not a member: add it to pool");
    pool.switching = {Price::by_pair, factors_from(switching, members.size(), base_at)};
    return pool;
}

solvers::Pool BasePoints::make_pool(const Indices& indices) const {
    return pool_beside(make_topology(indices), indices);
}

bool BasePoints::has_structure(const Indices& indices) const {
    return !grid().find("degree") || has_topology(indices);
}

double BasePoints::links_of(const solvers::Problem& structure) const {
    return structure.base.links_sharing();
}

double BasePoints::flows(const Indices& indices) const {
    return n_steps(indices) * ports(indices);
}

double BasePoints::build_seconds(const Indices& indices) const {
    const std::string name = text_at(grid(), "topology", indices, "ring");
    const double n = number("nodes", indices, 1);
    double links_per_node = number("degree", indices, 4);
    if (grid().edges) links_per_node = static_cast<double>(grid().edges->lines.size()) / n;
    return flows(indices) * flow_seconds({effort_at(name, indices), n, links_per_node,
                                          number("flow_gap", indices, 0)});
}

double BasePoints::build_seconds(const Indices& indices, const kernels::Topology& base) const {
    const auto links_per_node = static_cast<double>(base.degree());
    const auto effort = base.kind() == kernels::Topology::Kind::circulant
                            ? effort_at("circulant", indices)
                            : effort_of(base.kind());
    return flows(indices) * flow_seconds({effort, static_cast<double>(base.size()), links_per_node,
                                          number("flow_gap", indices, 0)});
}

/// Shifts of a circulant are solved together.
FlowEffort BasePoints::effort_at(const std::string& topology, const Indices& indices) const {
    const std::string name(grid().collective(indices));
    const auto parts = kernels::sequence_parts(name);
    const bool shifts = std::ranges::any_of(parts, [](std::string_view part) {
        const auto* row = kernels::find_collective(part).row;
        return row && row->facts.shifts;
    });
    return topology == "circulant" && shifts ? FlowEffort::circulant_shifts : effort_of(topology);
}

FlowEffort effort_of(kernels::Topology::Kind kind) {
    using enum kernels::Topology::Kind;
    switch (kind) {
        case ring_uni:
        case ring:
        case matching:
            return FlowEffort::closed_form;
        case hypercube:
            return FlowEffort::coordinates;
        case circulant:
        case torus:
            return FlowEffort::symmetric;
        default:
            return FlowEffort::any_graph;
    }
}

FlowEffort effort_of(std::string_view name) {
    using enum kernels::Topology::Kind;
    if (name.starts_with("ring")) return effort_of(ring);
    if (name == "hypercube") return effort_of(hypercube);
    if (name == "circulant") return effort_of(circulant);
    return effort_of(name.starts_with("torus") ? torus : edges);
}

// Measured (tests/bench/flow_bench.cpp) at 64 nodes of degree 4. Programs grow with the cube of the
// number of nodes, and linearly with the links.
double flow_seconds(const FlowTask& task) {
    const double scale = task.nodes / 64;
    switch (task.effort) {
        case FlowEffort::closed_form:
            return 1e-7;
        case FlowEffort::coordinates:
            return 1e-6;
        case FlowEffort::circulant_shifts:
            return 1e-5 * std::max(1.0, task.nodes / 1024);
        case FlowEffort::symmetric:
            return 1e-3 * std::pow(scale, 1.25);
        case FlowEffort::any_graph:
            break;
    }
    const double exact = 0.03 * std::pow(scale, 3) * task.links_per_node / 4;
    return task.gap > 0 ? exact / 10 : exact;
}

}  // namespace lightsweep::sweeps
