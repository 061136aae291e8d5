#include "analysis/claims/optree/optree_claims.hpp"

namespace lightsweep::analysis {

namespace {

constexpr Claim claims[] = {
#include "analysis/claims/optree/optree_claims.inc"
};

constexpr Judge judges[] = {
    {1, optree_steps::table_1},
    {2, optree_steps::one_stage_of_table_1},
    {3, optree_steps::table_2},
    {4, optree_steps::table_3},
    {5, optree_steps::averages},
    {6, optree_steps::optimum_of_figure_4},
    {7, optree_steps::formula_of_the_optimum},
    {8, optree_steps::example},
    {9, optree_steps::three_stages_of_the_example},
    {10, optree_steps::lemma_1},
    {11, optree_times::gains_over_sizes},
    {12, optree_times::gain_over_neighbours},
    {13, optree_times::exception_above_16_mb},
    {14, optree_times::narrow_win_over_wrht},
    {15, optree_times::order_on_many_wavelengths},
    {16, optree_times::least_time},
    {17, optree_times::theorem_is_reached},
};

constexpr auto judged = with_judges(claims, judges);

}  // namespace

std::span<const Claim> optree_claims() {
    return judged;
}

}  // namespace lightsweep::analysis
