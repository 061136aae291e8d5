#pragma once
// What the papers' schedulers may choose from on lanes (rules = common), as walks.

#include "solvers/common/common_schedulers.hpp"
#include "solvers/common/uniform_walks.hpp"

namespace lightsweep::solvers::common {

/// The base and the step's own circuits; those of another step only while they stand, if at all.
UniformWalks base_and_own(const Subject& structure, bool keeps);

/// The base and the circuits of every step, each for any step that it carries.
UniformWalks base_and_all_own(const Subject& structure);

/// Bruck's steps: the base, and subrings of stride 2^e on all lanes or (k even) half of them each
/// way, each for steps of its own exponent and above (BRIDGE 3.2).
UniformWalks on_subrings(const Subject& structure);

/// Exponent of a Bruck step's stride; nothing if it is no shift by a power of two.
std::optional<int> exponent_of(const kernels::Step& step);

/// The best of given walks, a state per step, on topologies of which the first is the base; those
/// that use a topology that cannot carry a step are left out.
Prepared best_of(const Subject& structure, std::vector<kernels::Topology> topologies,
                 const std::vector<std::vector<std::size_t>>& candidates);

}  // namespace lightsweep::solvers::common
