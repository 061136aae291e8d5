#pragma once
// The fewest fibres, exactly (PCCL, Algorithm 4 with its source aggregated). Where the bound and
// the heuristic of kernels/rack/fibre_routes.hpp differ, an integer program decides.
//
//   min  z
//   s.t. for every source s and server v:  out_s(v) - in_s(v) = circuits of s if v = s,
//                                                              -circuits s -> v otherwise
//        for every edge {u, v}:  sum over s of f_s(u,v) + f_s(v,u) + already there <= z
//        bound <= z <= best known - 1,   f_s >= 0 integer
//
// There is one flow per source instead of one path per circuit. Integer flows decompose into paths,
// so the optimum is the same, and the size of the program does not grow with the circuits. Both
// directions share an edge, so a circuit may be reversed; reversing circuits towards few sources
// makes the program smaller.
//
// It takes fractions of a second on 3 x 3 servers. On 8 x 8 servers the heuristic meets the bound
// on all but a few of a thousand random sets. On those few, branch and bound rarely ends, and the
// status says so.

#include "kernels/rack/fibre_routes.hpp"

namespace lightsweep::solvers::pccl {

struct FibreConstruction {
    enum class Status {
        optimal,  ///< no routes have a smaller largest load: bound = reached
        budget    ///< nodes or size ran out: the fewest fibres are in bound .. reached
    };
    kernels::FibreRoutes routes;  ///< the best routes known, and the best bound proven by any means
    Status status = Status::budget;
    long nodes = 0;          ///< branch and bound nodes
    bool by_bounds = false;  ///< true: proven by cuts and parity, without the program
};

struct FibreBudget {
    int passes = 200;         ///< passes of the heuristic, >= 0
    int max_nodes = 200;      ///< branch and bound nodes, >= 0; 0: relaxation only
    int max_columns = 20000;  ///< larger programs are not built
};

/// Runs heuristic and cuts first, then the program if they differ. Arguments and errors as for
/// kernels::route_fibres; throws std::runtime_error if the program's solver fails. The result is
/// the same on every machine, because the budget counts nodes, not seconds.
FibreConstruction fewest_fibres(const kernels::GridShape& grid,
                                const std::vector<kernels::Pair>& circuits,
                                const std::vector<int>& existing = {},
                                const FibreBudget& budget = {});

}  // namespace lightsweep::solvers::pccl
