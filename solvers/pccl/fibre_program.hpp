#pragma once
// The fewest fibres, exactly (PCCL, Algorithm 4 with its source aggregated): where the bound and
// the heuristic of kernels/fibre_routes.hpp differ, an integer program decides.
//
//   min  z
//   s.t. for every source s and server v:  out_s(v) - in_s(v) = circuits of s if v = s,
//                                                              -circuits s -> v otherwise
//        for every edge {u, v}:  sum over s of f_s(u,v) + f_s(v,u) + already there <= z
//        bound <= z <= best known - 1,   f_s >= 0 integer
//
// One flow per source instead of one path per circuit: integer flows decompose into paths, so the
// optimum is the same and the program does not grow with the circuits. As both directions share an
// edge, a circuit may be turned round; turning them towards few sources makes the program smaller.
//
// Fractions of a second on 3 x 3 servers. On 8 x 8 the heuristic meets the bound on all but a few
// of a thousand random sets, and on those branch and bound rarely ends: the status then says so.

#include "kernels/fibre_routes.hpp"

namespace lightsweep::solvers::pccl {

struct FibrePlan {
    enum class Status {
        optimal,  ///< no routes have a smaller largest load: bound = reached
        budget    ///< the nodes or the size ran out: the fewest is in bound .. reached
    };
    kernels::FibreRoutes routes;  ///< the best known, and the best bound proven by any means
    Status status = Status::budget;
    long nodes = 0;          ///< branch and bound nodes
    bool by_bounds = false;  ///< proven by cuts and parity, without the program
};

struct FibreBudget {
    int passes = 200;         ///< of the heuristic, >= 0
    int max_nodes = 200;      ///< of branch and bound, >= 0; 0: relaxation only
    int max_columns = 20000;  ///< larger programs are not built
};

/// Heuristic and cuts first, then the program if they differ. Arguments and errors as for
/// kernels::route_fibres; std::runtime_error if the program's solver fails. The same on every
/// machine: the budget counts nodes and not seconds.
FibrePlan fewest_fibres(const kernels::GridShape& grid, const std::vector<kernels::Pair>& circuits,
                        const std::vector<int>& existing = {}, const FibreBudget& budget = {});

}  // namespace lightsweep::solvers::pccl
