#pragma once
// The claims of OpTree (all-gather on optical rings) and the functions that judge them.

#include <span>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// The 17 claims with the verdicts on record.
std::span<const Claim> optree_claims();

/// Steps: Tables 1 to 3, figure 4, the example of section 3.
namespace optree_steps {
Judgement table_1(const FigureData& data);
Judgement one_stage_of_table_1(const FigureData& data);
Judgement table_2(const FigureData& data);
Judgement table_3(const FigureData& data);
Judgement averages(const FigureData& data);
Judgement optimum_of_figure_4(const FigureData& data);
Judgement formula_of_the_optimum(const FigureData& data);
Judgement example(const FigureData& data);
Judgement three_stages_of_the_example(const FigureData& data);
Judgement lemma_1(const FigureData& data);
}  // namespace optree_steps

/// Times, and what can be built.
namespace optree_times {
Judgement gains_over_sizes(const FigureData& data);
Judgement gain_over_neighbours(const FigureData& data);
Judgement exception_above_16_mb(const FigureData& data);
Judgement narrow_win_over_wrht(const FigureData& data);
Judgement order_on_many_wavelengths(const FigureData& data);
Judgement least_time(const FigureData& data);
Judgement theorem_is_reached(const FigureData& data);
}  // namespace optree_times

}  // namespace lightsweep::analysis
