#pragma once
// The claims of BRIDGE ("Optimizing Collective Communication Schedules in Reconfigurable Networks
// with Reusable Subrings") and the functions that judge them.

#include <span>

#include "analysis/claims/claim.hpp"

namespace lightsweep::analysis {

/// The 34 claims with the verdicts on record.
std::span<const Claim> bridge_claims();

/// Schedules and what figure 1 shows.
namespace bridge_schedules {
Judgement table_1(const FigureData& data);
Judgement shifts_by_one(const FigureData& data);
Judgement order_of_figure_1(const FigureData& data);
}  // namespace bridge_schedules

/// Section 4.2: S-Bruck and G-Bruck.
namespace bridge_alltoall {
Judgement most_over_static(const FigureData& data);
Judgement best_of_both_at_5_ms(const FigureData& data);
Judgement over_every_step_at_1_ms(const FigureData& data);
Judgement best_of_both_at_1_ms(const FigureData& data);
Judgement hops_do_not_matter(const FigureData& data);
Judgement small_hops(const FigureData& data);
Judgement static_at_5_ms(const FigureData& data);
Judgement large_network(const FigureData& data);
Judgement larger_networks(const FigureData& data);
Judgement millisecond_delays(const FigureData& data);
Judgement small_and_large_messages(const FigureData& data);
Judgement peak_between_extremes(const FigureData& data);
Judgement every_step_above_16_mb(const FigureData& data);
Judgement static_at_1_mb(const FigureData& data);
}  // namespace bridge_alltoall

/// Section 4.3: RING, R-HD and static networks.
namespace bridge_scatter {
Judgement ring_small_messages(const FigureData& data);
Judgement ring_at_10_us(const FigureData& data);
Judgement best_of_all(const FigureData& data);
Judgement over_ring(const FigureData& data);
Judgement ring_large_messages(const FigureData& data);
Judgement over_exchanges(const FigureData& data);
Judgement never_behind_exchanges(const FigureData& data);
Judgement large_network_small_messages(const FigureData& data);
Judgement large_network_32_mb(const FigureData& data);
Judgement ring_up_to_64_mb(const FigureData& data);
Judgement extremes_never_win(const FigureData& data);
/// From which message on RING beats S-Bruck, for claim 31.
std::optional<Finding> static_network_against_ring(const FigureData& data);
Judgement ring_wins_at_150_us(const FigureData& data);
Judgement hops_that_pay_at_16_mb(const FigureData& data);
}  // namespace bridge_scatter

/// The model, the planner and its extensions.
namespace bridge_model {
Judgement shares_of_the_cost(const FigureData& data);
Judgement planned_in_milliseconds(const FigureData& data);
Judgement mirrored_halves(const FigureData& data);
Judgement blocks_of_nodes(const FigureData& data);
}  // namespace bridge_model

}  // namespace lightsweep::analysis
