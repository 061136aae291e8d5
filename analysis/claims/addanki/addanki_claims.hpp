#pragma once
// The claims of Addanki et al. (HotNets 2025) and the functions that judge them.

#include <span>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// The twelve claims with the verdicts on record.
std::span<const Claim> addanki_claims();

/// Judges of the speedups of figures 1 and 2.
namespace addanki_figures {
Judgement gain_over_every_step(const FigureData& data);
Judgement gain_over_static(const FigureData& data);
Judgement gain_over_static_grows_with_message(const FigureData& data);
Judgement transitional_regime(const FigureData& data);
Judgement full_vector_regime(const FigureData& data);
Judgement never_below_one(const FigureData& data);
}  // namespace addanki_figures

/// Judges of the model and its solution.
namespace addanki_model {
Judgement matched_topology_is_ideal(const FigureData& data);
Judgement program_equals_recurrence(const FigureData& data);
Judgement relaxation_is_integral(const FigureData& data);
Judgement ring_algorithm_without_bytes(const FigureData& data);
Judgement coprime_rings(const FigureData& data);
Judgement concatenation(const FigureData& data);
}  // namespace addanki_model

}  // namespace lightsweep::analysis
