#pragma once
// The claims of PCCL ("Photonic circuit-switched collective communication for distributed ML") and
// the functions that judge them.

#include <span>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// The 19 claims with the verdicts on record.
std::span<const Claim> pccl_claims();

/// Reduce-scatters of figures 7 to 9, and the all-reduce.
namespace pccl_scatter {
Judgement every_round_at_5_us(const FigureData& data);
Judgement four_at_1_ms(const FigureData& data);
Judgement matches_the_best_at_5_us(const FigureData& data);
Judgement matches_the_best_at_1_ms(const FigureData& data);
Judgement most_over_all_reduces(const FigureData& data);
Judgement twice_a_reduce_scatter(const FigureData& data);
Judgement reconfigurations_against_latencies(const FigureData& data);
}  // namespace pccl_scatter

/// Congestion of fixed topologies and the all-to-alls of figures 1 and 10a.
namespace pccl_congestion {
Judgement most_over_everything(const FigureData& data);
Judgement slow_fixed_topologies(const FigureData& data);
Judgement figure_1(const FigureData& data);
Judgement beats_direct_exchange(const FigureData& data);
Judgement congestion_of_swing(const FigureData& data);
}  // namespace pccl_congestion

/// Circuits, running times, training.
namespace pccl_system {
Judgement fibres_of_random_circuits(const FigureData& data);
Judgement fibres_within_10_s(const FigureData& data);
Judgement plans_within_1_s(const FigureData& data);
Judgement routes_within_2500_ms(const FigureData& data);
Judgement training_gains(const FigureData& data);
Judgement adapts_to_500_us(const FigureData& data);
Judgement light_over_100_m(const FigureData& data);
}  // namespace pccl_system

}  // namespace lightsweep::analysis
