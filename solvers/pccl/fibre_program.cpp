#include "solvers/pccl/fibre_program.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/milp/linear_program.hpp"
#include "solvers/pccl/source_flows.hpp"

namespace lightsweep::solvers::pccl {

namespace {

using kernels::FibreRoutes;
using kernels::GridShape;
using kernels::Node;

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
    known.reached = *std::max_element(known.loads.begin(), known.loads.end());
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
