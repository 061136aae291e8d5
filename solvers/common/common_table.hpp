#pragma once
// The rows of rules = common, for the registry, in the order of ties: of schedulers that attain the
// same time the simplest is named.

#include <algorithm>
#include <array>

#include "solvers/common/common_schedulers.hpp"
#include "solvers/common/wdm_rows.hpp"
#include "solvers/swot/plane_table.hpp"

namespace lightsweep::solvers::common {

inline constexpr std::string_view lane_states =
    "16 bits per step, 4 steps per word: which of the scheduler's topologies, 0 the base; "
    "`schedule` "
    "names them";

constexpr SchedulerTraits lane_traits(Refuse* refuse) {
    return {.decision_bits = kernels::state_bits,
            .states = lane_states,
            .unions = Unions::any,
            .common = true,
            .refuse = refuse};
}

constexpr SchedulerTraits staying_traits() {
    auto traits = lane_traits(refuse_off_base);
    traits.stays = true;
    return traits;
}

constexpr SchedulerTraits threshold_traits() {
    auto traits = lane_traits(refuse_long_rules);
    traits.lists_planes = false;
    return traits;
}

constexpr SchedulerTraits formula_traits() {
    auto traits = lane_traits(refuse_several_peers);
    traits.is_formula = true;
    return traits;
}

constexpr SchedulerTraits search_traits() {
    auto traits = lane_traits(refuse_several_peers);
    traits.lists_planes = false;
    traits.on_planes = true;
    traits.shares_solutions = true;
    traits.bounds_itself = true;
    traits.ends_by_budget = true;
    return traits;
}

/// Also whatever segments refuse.
constexpr SchedulerTraits group_traits() {
    auto traits = search_traits();
    traits.refuse = refuse_without_groups;
    traits.ends_by_budget = false;  // it goes on from what SWOT finds, at every point
    return traits;
}

constexpr double nothing(double) {
    return 1e-6;
}
constexpr double one_plane(double) {
    return 1e-8;
}

using Prepare = Prepared(Subject, const SchedulerOptions&);

constexpr SchedulerRow lane_row(std::string_view name, std::string_view paper,
                                std::string_view summary, bool reads_delay, Prepare* prepare,
                                SchedulerTraits traits, double (*prepare_seconds)(double) = nothing,
                                double (*point_seconds)(double) = one_plane) {
    return {name, paper, summary, {}, reads_delay, prepare_seconds, point_seconds, prepare, traits};
}

/// A name as a template argument.
template <std::size_t N>
struct Name {
    char text[N]{};
    constexpr Name(const char (&from)[N]) { std::copy_n(from, N, text); }  // NOLINT: a literal
};

template <Name name>
Prepared prepare_on_ring(Subject structure, const SchedulerOptions&) {
    return prepare_wdm(name.text, std::move(structure));
}
template <Name name>
std::optional<Reason> refuse_this_on_ring(const Structure& structure, const SchedulerOptions&) {
    return refuse_on_ring(name.text, structure);
}

constexpr double ring_prepare_seconds(double n_nodes) {
    return 1e-5 + 1e-6 * n_nodes;
}

/// What a row of the ring is beside its times: schedules that are set up, one that keeps the
/// neighbour ring, or a count alone.
enum class RingPlans : std::int8_t { set_up, neighbours, formula };

template <Name name>
constexpr SchedulerRow ring_row(std::string_view paper, std::string_view summary,
                                RingPlans plans = RingPlans::set_up) {
    const bool is_formula = plans == RingPlans::formula;
    auto traits = lane_traits(refuse_this_on_ring<name>);
    traits.stays = plans == RingPlans::neighbours;
    traits.states = "place of the plan in the list of /envelopes";
    traits.on_rings = is_formula ? OnRings::formula : OnRings::built;
    traits.is_formula = is_formula;
    return {
        name.text, paper, summary, {}, true, ring_prepare_seconds, one_plane, prepare_on_ring<name>,
        traits};
}

inline constexpr std::array lane_rows{
    lane_row("static", "baseline", "the base topology in every step", false, prepare_static,
             staying_traits()),
    lane_row("ring-hamiltonian", "BRIDGE, section 4.3", "the ring algorithm on the ring", false,
             prepare_static, lane_traits(refuse_other_than_ring)),
    lane_row("s-bruck", "BRIDGE, section 4", "Bruck on the ring throughout", false, prepare_static,
             lane_traits(refuse_other_than_bruck)),
    lane_row("every-step", "baseline (BvN schedule)", "each step on its own circuits", true,
             prepare_every_step, lane_traits(refuse_without_own)),
    lane_row("g-bruck", "BRIDGE, section 4", "Bruck with circuits of its own for every step", true,
             prepare_every_step, lane_traits(refuse_other_than_bruck)),
    lane_row("strawman", "SWOT, section 5", "all lanes reconfigured together for every step", true,
             prepare_every_step, lane_traits(refuse_without_own)),
    lane_row("one-shot", "SWOT, section 5", "every permutation keeps lanes of its own", true,
             prepare_one_shot, lane_traits(refuse_other_than_partition)),
    lane_row("threshold", "Addanki 2025, section 4",
             "a step's own circuits iff they save more than one delay", true, prepare_threshold,
             threshold_traits(), walk_prepare_seconds, threshold_point_seconds),
    lane_row("addanki", "Addanki 2025, eq. 7", "optimum over base and own circuits in every step",
             true, prepare_addanki, lane_traits(refuse_long_matchings), walk_prepare_seconds),
    lane_row("bridge", "BRIDGE, extended", "optimum over all segments of subrings", true,
             prepare_bridge, lane_traits(refuse_other_than_bruck), walk_prepare_seconds),
    lane_row("r-hd", "BRIDGE, section 4.3",
             "exchanges on the ring up to the best switch step, then their own circuits", true,
             prepare_r_hd, lane_traits(refuse_other_than_exchange)),
    lane_row("pccl", "PCCL, Algorithm 1", "optimum over base, own circuits and those that stand",
             true, prepare_pccl, lane_traits(refuse_long_walks), walk_prepare_seconds),
    lane_row("segments", "beyond the papers",
             "optimum over all topologies of the lane pool for every run of steps", true,
             prepare_segments, lane_traits(refuse_long_pools), pool_prepare_seconds,
             pool_point_seconds),
    SchedulerRow{"swot", "SWOT, section 4", "lanes as planes that reconfigure one by one",
                 swot::search_options, true, nothing, swot::search_point_seconds, prepare_swot,
                 search_traits()},
    SchedulerRow{"segments-overlap", "beyond the papers",
                 "segments whose planes change one by one while the others send, over several hops",
                 swot::search_options, true, pool_prepare_seconds, overlap_point_seconds,
                 prepare_segments_overlap, group_traits()},
    lane_row("ideal", "SWOT, section 5", "no reconfiguration at all: a line to compare with", false,
             prepare_ideal, formula_traits()),
    ring_row<"wdm-ring">("OpTree, section 4",
                         "around the neighbour ring, half of every item each way",
                         RingPlans::neighbours),
    ring_row<"wdm-neighbor">("OpTree, section 4", "every item half way around by both directions",
                             RingPlans::neighbours),
    ring_row<"osm">("OpTree, section 4", "all pairs in one stage of direct lightpaths"),
    ring_row<"optree-tree">("OpTree, as built", "the least time over trees of ordered stages"),
    ring_row<"wdm-lifted">("beyond the papers", "the same with every stage on the whole ring"),
    ring_row<"wdm-windowed">("beyond the papers",
                             "the same with stages direct or relayed over circuits that stand"),
    ring_row<"wdm-optimal">("beyond the papers",
                            "as few steps as any schedule of unicasts, or one more"),
    ring_row<"wrht">("OpTree, section 4", "its count of steps: no schedule is known",
                     RingPlans::formula),
    ring_row<"optree-formula">("OpTree, Theorem 1", "a count of steps that no schedule attains",
                               RingPlans::formula),
};

}  // namespace lightsweep::solvers::common
