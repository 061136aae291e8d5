#pragma once
// Circuits grouped by source, and the decomposition of one source's integer flow into routes.

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::solvers::pccl {

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

/// Assigns every circuit to one of its ends, as a heuristic for few sources: the server with most
/// remaining circuits takes them all, again and again. Ties go to the smallest number.
std::vector<SourceDemand> demands_by_source(const kernels::GridShape& grid,
                                            const std::vector<kernels::Pair>& circuits);

/// Writes the routes of the demand's circuits, from end to end and without circles. flow[2 e] is
/// the flow over edge number e from its smaller to its larger node, flow[2 e + 1] the opposite one.
/// At every node the outflow minus the inflow must be the demand's.
void decompose(const kernels::GridShape& grid, SourceDemand demand, std::vector<int> flow,
               std::vector<std::vector<kernels::Node>>& routes);

}  // namespace lightsweep::solvers::pccl
