#pragma once
// The claims of SWOT (overlap of reconfiguration and transmission on several switch planes) and the
// functions that judge them.

#include <span>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// The 24 claims, the second one in two parts, with the verdicts on record.
std::span<const Claim> swot_claims();

/// Figure 5 and the released example: schedules on two planes.
namespace swot_examples {
Judgement lockstep_of_figure_5(const FigureData& data);
Judgement optimum_of_figure_5(const FigureData& data);
Judgement split_of_figure_5(const FigureData& data);
Judgement released_example(const FigureData& data);
}  // namespace swot_examples

/// Figures 7 and 8: how much less time SWOT takes than its baselines.
namespace swot_reductions {
Judgement reduce_scatter_over_one_shot(const FigureData& data);
Judgement all_reduce_over_one_shot(const FigureData& data);
Judgement pairwise_over_one_shot(const FigureData& data);
Judgement bruck_over_one_shot(const FigureData& data);
Judgement reduce_scatter_over_lockstep(const FigureData& data);
Judgement all_reduce_over_lockstep(const FigureData& data);
Judgement pairwise_over_lockstep(const FigureData& data);
Judgement bruck_over_lockstep(const FigureData& data);
Judgement all_reduce_on_64(const FigureData& data);
Judgement all_reduce_on_512(const FigureData& data);
Judgement pairwise_on_5(const FigureData& data);
Judgement pairwise_on_10(const FigureData& data);
}  // namespace swot_reductions

/// Limits and growth of the schedulers, and algorithms beside each other (figures 7 to 9).
namespace swot_algorithms {
Judgement one_shot_runs_out_of_planes(const FigureData& data);
Judgement one_shot_is_linear(const FigureData& data);
Judgement gain_at_16_mb(const FigureData& data);
Judgement gain_of_small_all_reduces(const FigureData& data);
Judgement trees_at_large_sizes(const FigureData& data);
}  // namespace swot_algorithms

/// Figures 10 and 11: planes and delays.
namespace swot_trends {
Judgement more_planes_help(const FigureData& data);
Judgement eight_planes_below_four(const FigureData& data);
Judgement overhead_falls_behind_a_knee(const FigureData& data);
Judgement gain_at_longer_delays(const FigureData& data);
}  // namespace swot_trends

}  // namespace lightsweep::analysis
