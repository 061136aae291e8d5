#pragma once
// The structural half of every step's cost, for the base topology and for the matching:
//
//   time = per_step + per_hop * hops + share * (m / b) * stretch        (Addanki 2025, eq. 3)
//
// A matched topology has hops = 1 and stretch = 1; for a union of permutations, where share is that
// of the busiest node, see kernels/matched_step.hpp. None of this depends on the parameters, so it
// is computed once per (collective, topology) and serves every point of the parametric axes.

#include <functional>
#include <limits>
#include <vector>

#include "kernels/collective.hpp"
#include "kernels/cost.hpp"
#include "kernels/ring_flow.hpp"

namespace lightsweep::kernels {

/// Hops and concurrent flow of a demand on a topology, certified. Must be thread-safe.
using FlowOracle = std::function<StepFlow(const Topology&, const Demand&)>;

/// Hops and stretch of a step that a topology does not carry.
inline constexpr double unreachable_cost = std::numeric_limits<double>::infinity();

struct StepCosts {
    std::vector<double> share;    ///< volume of the busiest sender or receiver / message
    std::vector<double> hops;     ///< links of the farthest pair on the base; infinite: unreachable
    std::vector<double> stretch;  ///< 1 / min(1, theta) on the base; infinite: unreachable
    std::vector<double> least_stretch;  ///< no routing stretches it less; stretch if exact
    std::vector<double>
        active;  ///< 1 if anybody sends, else 0: the hops of the matched step, per round
    /// Of the matched step, where that is not 1 in every step; else empty.
    std::vector<double> matched_stretch{}, rounds{}, least_rounds{};
    double volume = 0;  ///< sum of shares

    std::size_t steps() const { return share.size(); }
    /// Every stretch is known to nine digits.
    bool is_exact() const;
    /// The same with the least stretches: a plan's least time here bounds it from below (Addanki
    /// 2025 has exact flows; the proxy rule needs no more than the two).
    StepCosts optimistic() const;
    bool reachable(std::size_t step) const;

    /// Some step's matching takes several configurations: its time is that of a plan, not the
    /// least.
    bool has_rounds() const;
    /// The same with matchings that no plan of direct circuits beats: the busiest node at its full
    /// rate, and no more configurations than it needs. A time here bounds every plan from below.
    StepCosts relaxed() const;
    /// Configurations of a matched step, each with a delay.
    int rounds_of(std::size_t step) const {
        return rounds.empty() ? 1 : static_cast<int>(rounds[step]);
    }
    double matched_hops(std::size_t step) const { return active[step] * rounds_of(step); }
    /// What links shared on the base, or ports idle on the matching, add: multiples of m / b.
    double base_congestion(std::size_t step) const;
    double matched_congestion(std::size_t step) const {
        return matched_stretch.empty() ? 0.0 : share[step] * (matched_stretch[step] - 1);
    }
    /// The sum over all steps on their matchings.
    double matched_congestion() const;

    /// What staying on the base costs beyond the matching: links, and multiples of m / b.
    double extra_hops(std::size_t step) const { return hops[step] - matched_hops(step); }
    double extra_share(std::size_t step) const;
    /// per_hop * extra_hops + (m / b) * extra_share [s]; infinite if unreachable.
    double extra_time(std::size_t step, const Parameters& p) const;

    /// Time of a step on its matching [s], delays not counted; on the base it takes extra_time
    /// more.
    double matched_time(std::size_t step, const Parameters& p) const;
    /// Sum of the hops of all steps on their matchings.
    double matched_hops() const;
};

/// Evaluates every step on the base; equal permutations are asked for once, different ones in
/// parallel (parallel::for_each).
StepCosts step_costs(const Collective& collective, const Topology& base, const FlowOracle& flow);

}  // namespace lightsweep::kernels
