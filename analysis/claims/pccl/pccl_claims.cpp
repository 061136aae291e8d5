#include "analysis/claims/pccl/pccl_claims.hpp"

namespace lightsweep::analysis {

namespace {

constexpr Claim claims[] = {
#include "analysis/claims/pccl/pccl_claims.inc"
};

constexpr Judge judges[] = {
    {1, pccl_scatter::every_round_at_5_us},
    {2, pccl_scatter::four_at_1_ms},
    {3, pccl_scatter::matches_the_best_at_5_us},
    {4, pccl_scatter::matches_the_best_at_1_ms},
    {5, pccl_scatter::most_over_all_reduces},
    {6, pccl_congestion::most_over_everything},
    {7, pccl_congestion::slow_fixed_topologies},
    {8, pccl_congestion::figure_1},
    {9, pccl_congestion::beats_direct_exchange},
    {10, pccl_congestion::congestion_of_swing},
    {11, pccl_system::fibres_of_random_circuits},
    {12, pccl_system::fibres_within_10_s},
    {13, pccl_system::plans_within_1_s},
    {14, pccl_system::routes_within_2500_ms},
    {15, pccl_system::training_gains},
    {16, pccl_system::adapts_to_500_us},
    {17, pccl_scatter::twice_a_reduce_scatter},
    {18, pccl_system::light_over_100_m},
    {19, pccl_scatter::reconfigurations_against_latencies},
};

constexpr auto judged = with_judges(claims, judges);

}  // namespace

std::span<const Claim> pccl_claims() {
    return judged;
}

}  // namespace lightsweep::analysis
