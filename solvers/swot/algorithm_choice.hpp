#pragma once
// The algorithm as a choice: the best one of a primitive on these switch planes, with a bound over
// all of them.
//
// Algorithms that cannot run (nodes, several peers at once) say why. Equal problems are solved
// once; an algorithm whose ideal time is no better than what is found already is not solved: its
// bound is the ideal time then. Ties go to the earlier name.

#include <string_view>

#include "kernels/collective.hpp"
#include "solvers/swot/swot.hpp"

namespace lightsweep::solvers::swot {

struct Candidate {
    std::string name;
    std::string reason;      ///< why it does not run; empty if it does
    double value = 0;        ///< of its schedule; lockstep if it was not solved [s]
    double lower_bound = 0;  ///< certified [s]
    bool solved = false;
};

struct AlgorithmChoice {
    std::string winner;  ///< empty if nothing runs; the rest is void then
    kernels::Collective collective;
    kernels::PlaneProblem problem;      ///< the winner's
    Solution solution;                  ///< lower_bound and proven are over all that run
    std::vector<Candidate> candidates;  ///< in the order of the names
};

enum class Volumes { exact, swot };

/// name: "allreduce/any", "alltoall/any", any name that kernels::concrete_names knows, sequences
/// too. hardware: planes, latency and start; its steps are not read. budget: of each algorithm.
/// Throws std::invalid_argument where swot::solve does.
AlgorithmChoice choose_algorithm(std::string_view name, kernels::Node n, double message,
                                 const kernels::PlaneProblem& hardware,
                                 Volumes volumes = Volumes::exact, const Budget& budget = {});

}  // namespace lightsweep::solvers::swot
