#include "analysis/claims/bridge/bridge_claims.hpp"

namespace lightsweep::analysis {

namespace {

constexpr Claim claims[] = {
#include "analysis/claims/bridge/bridge_claims.inc"
};

constexpr Judge judges[] = {
    {1, bridge_schedules::table_1},
    {2, bridge_schedules::shifts_by_one},
    {3, bridge_alltoall::most_over_static},
    {4, bridge_alltoall::best_of_both_at_5_ms},
    {5, bridge_alltoall::over_every_step_at_1_ms},
    {6, bridge_alltoall::best_of_both_at_1_ms},
    {7, bridge_alltoall::hops_do_not_matter},
    {8, bridge_alltoall::small_hops},
    {9, bridge_alltoall::static_at_5_ms},
    {10, bridge_alltoall::large_network},
    {11, bridge_alltoall::larger_networks},
    {12, bridge_alltoall::millisecond_delays},
    {13, bridge_alltoall::small_and_large_messages},
    {14, bridge_alltoall::peak_between_extremes},
    {15, bridge_alltoall::every_step_above_16_mb},
    {16, bridge_alltoall::static_at_1_mb},
    {17, bridge_scatter::ring_small_messages},
    {18, bridge_scatter::ring_at_10_us},
    {19, bridge_scatter::best_of_all},
    {20, bridge_scatter::over_ring},
    {21, bridge_scatter::ring_large_messages},
    {22, bridge_scatter::ring_wins_at_150_us},
    {23, bridge_scatter::over_exchanges},
    {24, bridge_scatter::never_behind_exchanges},
    {25, bridge_scatter::hops_that_pay_at_16_mb},
    {26, bridge_scatter::large_network_small_messages},
    {27, bridge_scatter::large_network_32_mb},
    {28, bridge_scatter::ring_up_to_64_mb},
    {29, bridge_schedules::order_of_figure_1},
    {30, bridge_model::shares_of_the_cost},
    {31, bridge_scatter::extremes_never_win},
    {32, bridge_model::planned_in_milliseconds},
    {33, bridge_model::mirrored_halves},
    {34, bridge_model::blocks_of_nodes},
};

constexpr auto judged = with_judges(claims, judges);

}  // namespace

std::span<const Claim> bridge_claims() {
    return judged;
}

}  // namespace lightsweep::analysis
