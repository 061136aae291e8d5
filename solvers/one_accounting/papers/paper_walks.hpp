#pragma once
// The walks that each paper's scheduler may choose from, on lanes (rules = common).

#include "solvers/one_accounting/papers/common_schedulers.hpp"
#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::one_accounting {

/// The base and the step's own circuits. keeps: the circuits of another step may also be used while
/// they stand.
UniformWalks base_and_own(const Subject& problem, bool keeps);

/// The base and the circuits of every step; any step that they carry may use them.
UniformWalks base_and_all_own(const Subject& problem);

/// For Bruck's steps: the base, and subrings of stride 2^e on all lanes or (k even) on half of them
/// each way. A subring serves steps of its own exponent and above (BRIDGE 3.2).
UniformWalks on_subrings(const Subject& problem);

/// Exponent of a Bruck step's stride; nothing if the step is not a shift by a power of two.
std::optional<int> exponent_of(const kernels::Step& step);

/// The best of the given walks. A walk has one state per step; the first topology is the base.
/// Walks that use a topology which cannot carry a step are left out.
Prepared best_of(const Subject& problem, std::vector<kernels::Topology> topologies,
                 const std::vector<std::vector<std::size_t>>& candidates);

}  // namespace lightsweep::solvers::one_accounting
