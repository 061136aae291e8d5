#pragma once
// Structural cost of every step, on the base topology and on the step's matching:
//
//   time = per_step + per_hop * hops + share * (m / b) * stretch        (Addanki 2025, eq. 3)
//
// A matched topology has hops = 1 and stretch = 1. In a union of permutations `share` is the share
// of the busiest node. None of this depends on the parameters: it is computed once per (collective,
// topology) and serves every point of the parametric axes.

#include <functional>
#include <limits>
#include <vector>

#include "kernels/collectives/collective.hpp"
#include "kernels/cost/cost.hpp"
#include "kernels/flow/ring_flow.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

// A multi-port step on circuits set up for it (Addanki 2025, extended to unions of permutations).
//
// A node has d ports of rate b / d. A union of k permutations with v bytes per sender each takes
//
//   k <= d   one configuration, floor(d / k) ports for every permutation: v d / (floor(d/k) b)
//            (where bytes differ, ports by lanes_by_bytes: the slowest permutation decides)
//   k > d    ceil(k / d) configurations one after the other, each with a delay of its own: d
//            permutations each in turn, the rest at last
//
// In the first case ports stay idle where d is not a multiple of k; there is no other way to match
// such a step. The second case is one valid plan, not an optimum: which permutations share a
// configuration, and whether one may be divided, is a scheduling problem of its own. No plan of
// direct circuits beats these two limits: a node with w transfers sends w v bytes at b, and it
// meets its different peers d at a time. Check by hand: k = d = 1 gives v / b in one configuration.

struct MatchedStep {
    /// Duration relative to the busiest node's bytes at rate b, >= 1.
    double stretch = 1;
    std::int64_t rounds = 1;        ///< configurations, each with one reconfiguration delay
    std::int64_t least_rounds = 1;  ///< no plan has fewer configurations
};

/// The matched form of a step on `ports` >= 1 ports.
MatchedStep matched_step(const Step& step, Node ports);

/// The parts of a step that each configuration carries, in order; the step itself if one
/// configuration is enough. Idle permutations are left out if there are others.
std::vector<Step> rounds_of(const Step& step, Node ports);

/// Circuits of one round: the matching of one permutation at rate b, or the circuits of a union of
/// at most `ports` permutations, each at floor(ports / permutations) * b / ports.
Topology round_circuits(const Step& round, Node ports);

/// The circuits that are set up for a step, or for one of its rounds: round_circuits on the
/// collective's ports; where transfers take shortest paths, those of its transmitters.
Topology matched_circuits(const Collective& collective, const Step& round);

/// Returns hops and certified concurrent flow of a demand on a topology. Must be thread-safe.
using FlowOracle = std::function<StepFlow(const Topology&, const Demand&)>;

/// Flow of a step on a topology. On a node's lanes bytes that differ between the peers count as
/// they are; elsewhere as copies of their permutations. Where that takes more than 16 copies, they
/// are rounded up for theta and down for theta_high.
StepFlow flow_of(const FlowOracle& flow, const Topology& topology, const Step& step);

/// Hops and stretch of a step on a topology that does not connect its pairs.
inline constexpr double unreachable_cost = std::numeric_limits<double>::infinity();

struct StepCosts {
    std::vector<double> share;  ///< bytes of the busiest sender or receiver / message
    /// Links of the farthest pair on the base; infinite if unreachable.
    std::vector<double> hops;
    std::vector<double> stretch;  ///< 1 / min(1, theta) on the base; infinite if unreachable
    /// Lower bound over all routings; equals stretch if theta is exact.
    std::vector<double> least_stretch;
    std::vector<double>
        active;  ///< 1 if any node sends, else 0: the hops of the matched step per round
    /// Stretch and rounds of the matched steps; empty if they are 1 in every step.
    std::vector<double> matched_stretch{}, rounds{}, least_rounds{};
    double volume = 0;  ///< sum of all shares

    std::size_t steps() const { return share.size(); }
    /// Whether every stretch is known to nine digits.
    bool is_exact() const;
    /// Copy with the least stretches. The least time of a schedule computed with it is a lower
    /// bound (Addanki 2025 has exact flows; the proxy rule needs no more than these two values).
    StepCosts optimistic() const;
    bool reachable(std::size_t step) const;

    /// Whether the matching of some step takes several configurations. Its time then is the time of
    /// one plan, which need not be the least.
    bool has_rounds() const;
    /// Copy with matchings that no plan of direct circuits beats: the busiest node sends at its
    /// full rate, and the configurations are as few as its peers allow. A time computed with it is
    /// a lower bound of every plan.
    StepCosts relaxed() const;
    /// Number of configurations of a matched step, each with one delay.
    int rounds_of(std::size_t step) const {
        return rounds.empty() ? 1 : static_cast<int>(rounds[step]);
    }
    double matched_hops(std::size_t step) const { return active[step] * rounds_of(step); }
    /// Congestion of a step, in units of m / b: extra transmission because links are shared on the
    /// base, or because ports stay idle on the matching.
    double base_congestion(std::size_t step) const;
    double matched_congestion(std::size_t step) const {
        return matched_stretch.empty() ? 0.0 : share[step] * (matched_stretch[step] - 1);
    }
    /// Sum of the matched congestion over all steps.
    double matched_congestion() const;

    /// Extra cost of a step on the base relative to its matching: in links, and in units of m / b.
    double extra_hops(std::size_t step) const { return hops[step] - matched_hops(step); }
    double extra_share(std::size_t step) const;
    /// per_hop * extra_hops + (m / b) * extra_share [s]; infinite if unreachable.
    double extra_time(std::size_t step, const Parameters& p) const;

    /// Duration of a step on its matching without reconfiguration delays [s]; on the base it takes
    /// extra_time() more.
    double matched_time(std::size_t step, const Parameters& p) const;
    /// Sum of the hops of all steps on their matchings [links].
    double matched_hops() const;
};

/// Measures every step on the base. Equal permutations are measured once, different ones in
/// parallel (parallel::for_each).
StepCosts step_costs(const Collective& collective, const Topology& base, const FlowOracle& flow);

}  // namespace lightsweep::kernels
