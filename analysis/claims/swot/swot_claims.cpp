#include "analysis/claims/swot/swot_claims.hpp"

namespace lightsweep::analysis {

namespace {

constexpr Claim claims[] = {
#include "analysis/claims/swot/swot_claims.inc"
};

constexpr Judge judges[] = {
    {1, swot_examples::lockstep_of_figure_5},
    {2, swot_examples::optimum_of_figure_5},
    {2, swot_examples::split_of_figure_5, "b"},
    {3, swot_examples::released_example},
    {4, swot_reductions::reduce_scatter_over_one_shot},
    {5, swot_reductions::all_reduce_over_one_shot},
    {6, swot_reductions::pairwise_over_one_shot},
    {7, swot_reductions::bruck_over_one_shot},
    {8, swot_reductions::reduce_scatter_over_lockstep},
    {9, swot_reductions::all_reduce_over_lockstep},
    {10, swot_reductions::pairwise_over_lockstep},
    {11, swot_reductions::bruck_over_lockstep},
    {12, swot_reductions::all_reduce_on_64},
    {13, swot_reductions::all_reduce_on_512},
    {14, swot_reductions::pairwise_on_5},
    {15, swot_reductions::pairwise_on_10},
    {16, swot_algorithms::one_shot_runs_out_of_planes},
    {17, swot_algorithms::one_shot_is_linear},
    {18, swot_algorithms::gain_at_16_mb},
    {19, swot_algorithms::gain_of_small_all_reduces},
    {20, swot_algorithms::trees_at_large_sizes},
    {21, swot_trends::more_planes_help},
    {22, swot_trends::eight_planes_below_four},
    {23, swot_trends::overhead_falls_behind_a_knee},
    {24, swot_trends::gain_at_longer_delays},
};

constexpr auto judged = with_judges(claims, judges);

}  // namespace

std::span<const Claim> swot_claims() {
    return judged;
}

}  // namespace lightsweep::analysis
