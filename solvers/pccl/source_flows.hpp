#pragma once
// Circuits gathered by their source, and integer flows of one source taken apart into routes.

#include "kernels/circuits.hpp"

namespace lightsweep::solvers::pccl {

/// A circuit of one source; turned round if the source is its target.
struct SourceCircuit {
    std::size_t index;  ///< in the list of circuits
    bool turned;
};

struct SourceDemand {
    kernels::Node source;
    std::vector<std::vector<SourceCircuit>> to;  ///< circuits by their other end

    std::size_t circuits() const;
};

/// Every circuit with one of its ends: again and again the server that has most of the circuits
/// left takes them all, so that there are few sources. Ties: the smallest number.
std::vector<SourceDemand> demands_by_source(const kernels::GridShape& grid,
                                            const std::vector<kernels::Pair>& circuits);

/// Writes the routes of the demand's circuits, from end to end and without circles. flow[2 e] is
/// the flow over edge number e from its lesser to its greater node, flow[2 e + 1] the other way;
/// what leaves each node less what enters is what the demand says.
void decompose(const kernels::GridShape& grid, SourceDemand demand, std::vector<int> flow,
               std::vector<std::vector<kernels::Node>>& routes);

}  // namespace lightsweep::solvers::pccl
