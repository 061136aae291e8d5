#include "solvers/pccl/fibre_program.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/topologies/circuits.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::pccl {

namespace {

// Circuits grouped by source, and the decomposition of one source's integer flow into routes.

/// A circuit of one source; `turned` if the source is its target.
struct SourceCircuit {
    std::size_t index;  ///< index in the list of circuits
    bool turned;
};

struct SourceDemand {
    kernels::Node source;
    std::vector<std::vector<SourceCircuit>> to;  ///< circuits by their other end

    std::size_t circuits() const;
};

using kernels::GridShape;
using kernels::Node;

/// Follows one unit of flow out of a node and removes it; -1 if none leaves.
Node follow(const GridShape& grid, Node node, std::vector<int>& flow) {
    Node next = -1;
    std::size_t taken = 0;
    grid.neighbours(node, [&](Node other, std::size_t edge) {
        const std::size_t arc = 2 * edge + (other < node ? 1 : 0);
        if (next >= 0 || flow[arc] == 0) return;
        next = other;
        taken = arc;
    });
    if (next >= 0) --flow[taken];
    return next;
}

void append_without_circle(std::vector<Node>& route, Node node) {
    const auto before = std::ranges::find(route, node);
    if (before != route.end()) route.erase(before, route.end());
    route.push_back(node);
}

std::size_t SourceDemand::circuits() const {
    std::size_t count = 0;
    for (const auto& list : to) count += list.size();
    return count;
}

/// Assigns every circuit to one of its ends, as a heuristic for few sources: the server with most
/// remaining circuits takes them all, again and again. Ties go to the smallest number.
std::vector<SourceDemand> demands_by_source(const GridShape& grid,
                                            const std::vector<kernels::Pair>& circuits) {
    const auto nodes = static_cast<std::size_t>(grid.nodes());
    std::vector<std::vector<SourceCircuit>> at(nodes);
    std::vector<int> left(nodes, 0);
    for (std::size_t i = 0; i < circuits.size(); ++i) {
        at[circuits[i].from].push_back({i, false});
        at[circuits[i].to].push_back({i, true});
    }
    for (std::size_t node = 0; node < nodes; ++node) left[node] = static_cast<int>(at[node].size());
    std::vector<bool> gathered(circuits.size(), false);
    std::vector<SourceDemand> demands;
    for (;;) {
        const auto most = std::ranges::max_element(left);
        if (*most == 0) return demands;
        const auto source = static_cast<Node>(most - left.begin());
        demands.push_back({source, std::vector<std::vector<SourceCircuit>>(nodes)});
        for (const SourceCircuit one : at[source]) {
            if (gathered[one.index]) continue;
            gathered[one.index] = true;
            const auto [from, to] = circuits[one.index];
            --left[from];
            --left[to];
            demands.back().to[one.turned ? from : to].push_back(one);
        }
    }
}

/// Writes the routes of the demand's circuits, from end to end and without circles. flow[2 e] is
/// the flow over edge number e from its smaller to its larger node, flow[2 e + 1] the opposite one.
/// At every node the outflow minus the inflow must be the demand's.
void decompose(const GridShape& grid, SourceDemand demand, std::vector<int> flow,
               std::vector<std::vector<Node>>& routes) {
    for (std::size_t count = demand.circuits(); count > 0; --count) {
        std::vector<Node> route{demand.source};
        while (demand.to[route.back()].empty())
            append_without_circle(route, follow(grid, route.back(), flow));
        const SourceCircuit one = demand.to[route.back()].back();
        demand.to[route.back()].pop_back();
        if (one.turned) std::ranges::reverse(route);
        routes[one.index] = std::move(route);
    }
}

using kernels::FibreRoutes;

constexpr int largest_load = 0;  ///< column of z

/// Column of the flow of one source over an edge, in the direction of the edge's number or against.
struct FlowColumns {
    FlowColumns(const GridShape& grid, std::size_t source)
        : first(1 + static_cast<int>(source * 2 * grid.edge_numbers())) {}
    int operator()(std::size_t edge, bool against) const {
        return first + static_cast<int>(2 * edge) + (against ? 1 : 0);
    }
    int first;
};

/// Fixes at 0 the columns of edges that the grid does not have, and of flow back into a source.
void add_columns(milp::LinearProgram& program, const GridShape& grid, const SourceDemand& demand) {
    const auto all = static_cast<double>(demand.circuits());
    for (std::size_t edge = 0; edge < grid.edge_numbers(); ++edge)
        for (const bool against : {false, true}) {
            const auto low = static_cast<Node>(edge / 2);
            const Node high = low + (edge % 2 == 0 ? 1 : grid.columns);
            const bool closed = !grid.has(edge) || (against ? low : high) == demand.source;
            program.add_column(0, 0, closed ? 0 : all, true);
        }
}

void add_balance(milp::LinearProgram& program, const GridShape& grid, const SourceDemand& demand,
                 const FlowColumns& column) {
    for (Node node = 0; node < grid.nodes(); ++node) {
        const double surplus = node == demand.source ? static_cast<double>(demand.circuits())
                                                     : -static_cast<double>(demand.to[node].size());
        const int row = program.add_row(surplus, surplus);
        grid.neighbours(node, [&](Node other, std::size_t edge) {
            program.set(row, column(edge, other < node), 1.0);
            program.set(row, column(edge, other > node), -1.0);
        });
    }
}

milp::LinearProgram build(const GridShape& grid, const std::vector<SourceDemand>& demands,
                          const std::vector<int>& existing, const FibreRoutes& known) {
    milp::LinearProgram program;
    program.add_column(1, known.bound, known.reached - 1, true);
    for (std::size_t s = 0; s < demands.size(); ++s) {
        add_columns(program, grid, demands[s]);
        add_balance(program, grid, demands[s], FlowColumns(grid, s));
    }
    for (std::size_t edge = 0; edge < grid.edge_numbers(); ++edge) {
        if (!grid.has(edge)) continue;
        const int row = program.add_row(-milp::unbounded, existing.empty() ? 0 : -existing[edge]);
        program.set(row, largest_load, -1.0);
        for (std::size_t s = 0; s < demands.size(); ++s)
            for (const bool against : {false, true})
                program.set(row, FlowColumns(grid, s)(edge, against), 1.0);
    }
    return program;
}

void take_routes(FibreRoutes& known, const GridShape& grid, const std::vector<double>& x,
                 std::vector<SourceDemand>& demands, const std::vector<int>& existing) {
    for (std::size_t s = 0; s < demands.size(); ++s) {
        const FlowColumns column(grid, s);
        std::vector<int> flow(2 * grid.edge_numbers());
        for (std::size_t arc = 0; arc < flow.size(); ++arc)
            flow[arc] = static_cast<int>(std::lround(x[column(arc / 2, arc % 2 == 1)]));
        decompose(grid, demands[s], flow, known.routes);
    }
    known.loads = kernels::edge_loads(grid, known.routes);
    for (std::size_t edge = 0; edge < existing.size(); ++edge) known.loads[edge] += existing[edge];
    known.reached = *std::ranges::max_element(known.loads);
}

void decide(FibreConstruction& plan, const GridShape& grid, std::vector<SourceDemand> demands,
            const std::vector<int>& existing, int max_nodes) {
    FibreRoutes& known = plan.routes;
    const auto program = build(grid, demands, existing, known);
    const auto solution =
        max_nodes == 0 ? milp::solve_relaxation(program) : milp::solve_integer(program, max_nodes);
    plan.nodes = solution.nodes;
    if (solution.outcome == milp::Outcome::infeasible) {
        known.bound = known.reached;
        return;
    }
    known.bound = std::max(known.bound, static_cast<int>(std::ceil(solution.bound - 1e-6)));
    if (max_nodes == 0 || solution.x.empty()) return;
    take_routes(known, grid, solution.x, demands, existing);
    if (solution.outcome == milp::Outcome::optimal) known.bound = known.reached;
}

}  // namespace

FibreConstruction fewest_fibres(const GridShape& grid, const std::vector<kernels::Pair>& circuits,
                                const std::vector<int>& existing, const FibreBudget& budget) {
    FibreConstruction plan;
    plan.routes = kernels::route_fibres(grid, circuits, existing, budget.passes);
    plan.by_bounds = plan.routes.proven();
    if (!plan.by_bounds) {
        auto demands = demands_by_source(grid, circuits);
        const std::size_t columns = 1 + demands.size() * 2 * grid.edge_numbers();
        if (columns <= static_cast<std::size_t>(budget.max_columns))
            decide(plan, grid, std::move(demands), existing, budget.max_nodes);
    }
    if (plan.routes.proven()) plan.status = FibreConstruction::Status::optimal;
    return plan;
}

}  // namespace lightsweep::solvers::pccl
