#pragma once
// Registry rows of rules = common, in the order of ties: of schedulers that reach the same time,
// the first one, which is the simplest, is named.

#include <algorithm>
#include <array>

#include "solvers/contract/row_parts.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "solvers/frontier/frontier.hpp"
#include "solvers/one_accounting/overlap/segments_overlap.hpp"
#include "solvers/one_accounting/papers/common_schedulers.hpp"
#include "solvers/one_accounting/wdm/wdm_rows.hpp"
#include "solvers/swot/swot_rows.hpp"

namespace lightsweep::solvers::one_accounting {

/// PCCL's portfolio (solvers/pccl/pccl.hpp): the fastest algorithm of a primitive, each with its
/// own optimum over the topologies of a node's lanes.
std::unique_ptr<PreparedScheduler> prepare_pccl_portfolio(std::shared_ptr<const Problem>,
                                                          const SchedulerOptions&);

inline constexpr std::string_view lane_states =
    "16 bits per step, 4 steps per word: which of the scheduler's topologies, 0 the base; "
    "`schedule` "
    "names them";

constexpr SchedulerTraits lane_traits(WhyNotApplicable why_not) {
    return {.decision_bits = kernels::state_bits,
            .states = lane_states,
            .state_kind = "lane-topology",
            .restores = true,
            .why_not_applicable = why_not,
            .hardware = LaneTraits{}};
}

constexpr SchedulerTraits staying_traits() {
    auto traits = lane_traits(refuse_off_base);
    traits.stays = true;
    return traits;
}

constexpr SchedulerTraits changing_traits() {
    auto traits = lane_traits(refuse_without_own);
    traits.always_changes = true;
    return traits;
}

/// Traits of a program, which finds one schedule at a time.
constexpr SchedulerTraits program_traits(WhyNotApplicable why_not) {
    auto traits = lane_traits(why_not);
    traits.lists_envelope = false;
    traits.bytes = bytes_of_walk_program;
    return traits;
}

constexpr SchedulerTraits portfolio_traits() {
    auto traits = lane_traits(refuse_long_walks);
    traits.states =
        "16 bits per entry, 4 entries per word: of an open algorithm first its place among those "
        "of the primitive that run on so many nodes (the column algorithm names it), then every "
        "step: 0 the base, then circuits in the order of first use";
    traits.chooses_algorithm = true;
    return traits;
}

constexpr SchedulerTraits threshold_traits() {
    auto traits = lane_traits(refuse_long_rules);
    traits.lists_envelope = false;
    return traits;
}

constexpr SchedulerTraits formula_traits() {
    auto traits = lane_traits(nullptr);
    traits.is_formula = true;
    return traits;
}

constexpr SchedulerTraits search_traits() {
    auto traits = lane_traits(nullptr);
    traits.lists_envelope = false;
    traits.hardware = LaneTraits{.changes_one_by_one = true};
    traits.shares_solutions = true;
    traits.bytes = bytes_of_plane_search;
    traits.bounds_itself = true;
    traits.ends_by_budget = true;
    traits.restores = false;
    return traits;
}

/// Traits of the frontier: plans in words, the time of planes that change in turn is no line.
constexpr SchedulerTraits frontier_traits() {
    auto traits = lane_traits(frontier::refuse_named_algorithms);
    traits.hardware = LaneTraits{.also_on_rings = true};
    traits.states = frontier::family_states;
    traits.state_kind = "plan";
    traits.lists_plans = true;
    traits.lists_envelope = false;
    traits.bounds_itself = true;
    traits.restores = false;
    return traits;
}

/// Traits of SWOT's program.
constexpr SchedulerTraits plane_program_traits() {
    auto traits = search_traits();
    traits.ends_by_budget = false;
    traits.bytes = bytes_of_plane_program;
    return traits;
}

/// Traits of groups of planes, which also refuse everything that segments refuse.
constexpr SchedulerTraits group_traits() {
    auto traits = search_traits();
    traits.hardware = LaneTraits{.changes_one_by_one = true, .cuts_steps = true};
    traits.why_not_applicable = refuse_long_pools;
    traits.ends_by_budget = false;  // it goes on from what SWOT finds, at every point
    return traits;
}

inline constexpr std::array frontier_options{
    OptionRow{"effort", "thousands of nodes that its searches visit", &SchedulerOptions::effort,
              OptionRow::Range::from_zero}};

// Estimates in seconds, as in SchedulerRow.
inline constexpr auto nothing = [](double) { return 1e-6; };
inline constexpr auto one_plane = [](double) { return 1e-8; };
/// Limits on the number of distinct steps, as in all-to-alls; beyond them walks are refused. Other
/// collectives with as many steps have few distinct ones.
inline constexpr double most_walked = 550, most_pooled_steps = 320;
inline constexpr auto walk_prepare_seconds = [](double n) {
    return n > most_walked ? 1e-3 : 1e-5 + 6e-7 * n * n;
};
inline constexpr auto two_state_prepare_seconds = [](double n) { return 1e-5 + 3e-5 * n; };
inline constexpr auto two_state_program_seconds = [](double n) { return 1e-3 + 2e-5 * n; };
inline constexpr auto pool_prepare_seconds = [](double n) {
    return n > most_pooled_steps ? 1e-3 : 1e-3 + 6e-6 * n * n;
};
/// Longer collectives repeat few steps.
inline constexpr auto walk_program_seconds = [](double n) {
    return 1e-3 + 4e-8 * std::min(n, 270.0) * std::min(n, 270.0) * std::min(n, 270.0);
};

using Prepare = Prepared(Subject, const SchedulerOptions&);

constexpr SchedulerRow lane_row(std::string_view name, std::string_view paper,
                                std::string_view summary, bool reads_delay, Prepare* prepare,
                                SchedulerTraits traits, double (*prepare_seconds)(double) = nothing,
                                double (*point_seconds)(double) = one_plane) {
    return {name, paper, summary, {}, reads_delay, prepare_seconds, point_seconds, prepare, traits};
}

/// A string as a template argument.
template <std::size_t N>
struct Name {
    char text[N]{};
    constexpr Name(const char (&from)[N]) { std::copy_n(from, N, text); }  // NOLINT: a literal
};

template <Name name>
Prepared prepare_on_ring(Subject problem, const SchedulerOptions&) {
    return prepare_wdm(name.text, std::move(problem));
}
template <Name name>
std::optional<Reason> refuse_this_on_ring(const Problem& problem, const SchedulerOptions&) {
    return refuse_on_ring(name.text, problem);
}

/// The kind of a ring row: schedules whose circuits are set up, a schedule that stays on the
/// neighbour ring, or a formula.
enum class RingSchedule : std::int8_t { set_up, neighbours, formula };

template <Name name>
constexpr SchedulerRow ring_row(std::string_view paper, std::string_view summary,
                                RingSchedule plans = RingSchedule::set_up) {
    const bool is_formula = plans == RingSchedule::formula;
    auto traits = lane_traits(refuse_this_on_ring<name>);
    traits.stays = plans == RingSchedule::neighbours;
    traits.states = "place of the plan in the list of /envelopes";
    traits.state_kind = "plan";
    traits.hardware = RingTraits{.is_built = !is_formula, .shares_lanes = true};
    traits.is_formula = is_formula;
    // A schedule that stays on the neighbour ring ends on it; the other schedules do not say when
    // it is lit again.
    traits.restores = traits.stays;
    return {name.text, paper,
            summary,   {},
            true,      [](double n) { return 1e-5 + 1e-6 * n; },
            one_plane, prepare_on_ring<name>,
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
             prepare_every_step, changing_traits()),
    lane_row("every-step-reuse", "baseline (BvN schedule)",
             "equal to every-step, because standing circuits are kept here", true,
             prepare_every_step, lane_traits(refuse_without_own)),
    lane_row("g-bruck", "BRIDGE, section 4", "Bruck with circuits of its own for every step", true,
             prepare_every_step, lane_traits(refuse_other_than_bruck)),
    lane_row("strawman", "SWOT, section 5", "all lanes reconfigured together for every step", true,
             prepare_every_step, lane_traits(refuse_without_own)),
    lane_row("one-shot", "SWOT, section 5", "every permutation keeps its own lanes", true,
             prepare_one_shot, lane_traits(refuse_other_than_partition)),
    lane_row("threshold", "Addanki 2025, section 4",
             "a step's own circuits iff they save more than one delay", true, prepare_threshold,
             threshold_traits(), two_state_prepare_seconds,
             [](double n) { return 1e-8 + 2e-9 * n; }),
    lane_row("addanki", "Addanki 2025, eq. 7", "optimum over base and own circuits in every step",
             true, prepare_addanki, lane_traits(refuse_long_matchings), two_state_prepare_seconds),
    SchedulerRow{"addanki-milp", "Addanki 2025, eq. 7", "addanki by a 0-1 program, a witness",
                 program_options, true, two_state_prepare_seconds, two_state_program_seconds,
                 prepare_addanki_milp, program_traits(refuse_long_matchings)},
    lane_row("bridge", "BRIDGE, extended", "optimum over all segments of subrings", true,
             prepare_bridge, lane_traits(refuse_other_than_bruck), two_state_prepare_seconds),
    SchedulerRow{"bridge-paper", "BRIDGE, section 3.6",
                 "the best of balanced and least-transmission segments, for any number of them",
                 recipe_options, true, two_state_prepare_seconds, one_plane, prepare_bridge_paper,
                 lane_traits(refuse_other_than_one_bruck)},
    SchedulerRow{"bridge-ilp", "BRIDGE, section 3.5", "bridge by a 0-1 program, a witness",
                 program_options, true, two_state_prepare_seconds, two_state_program_seconds,
                 prepare_bridge_ilp, program_traits(refuse_other_than_bruck)},
    lane_row("r-hd", "BRIDGE, section 4.3",
             "exchanges on the ring up to the best switch step, then their own circuits", true,
             prepare_r_hd, lane_traits(refuse_other_than_exchange)),
    lane_row("pccl", "PCCL, Algorithm 1",
             "optimum over base, own circuits and circuits that still stand", true, prepare_pccl,
             lane_traits(refuse_long_walks), walk_prepare_seconds),
    SchedulerRow{"pccl-milp", "PCCL, Algorithm 1", "pccl by a 0-1 program, a witness",
                 program_options, true, walk_prepare_seconds, walk_program_seconds,
                 prepare_pccl_milp, program_traits(refuse_long_programs)},
    lane_row("pccl-portfolio", "PCCL, extended",
             "the fastest algorithm of a primitive (reduce-scatter/any), each by pccl", true,
             prepare_pccl_portfolio, portfolio_traits(),
             [](double n) { return 8 * walk_prepare_seconds(n); }),
    lane_row("segments", "beyond the papers",
             "optimum over all topologies of the lane pool for every run of steps", true,
             prepare_segments, lane_traits(refuse_long_pools), pool_prepare_seconds,
             [](double n) { return n > 100 && n <= most_pooled_steps ? 2e-4 : 1e-8; }),
    lane_row("addanki-reuse", "Addanki 2025, extended",
             "optimum over the base and the circuits of all steps, each for any step that it "
             "carries",
             true, prepare_addanki_reuse, lane_traits(refuse_long_walks), walk_prepare_seconds),
    SchedulerRow{"swot", "SWOT, section 4", "lanes as planes that reconfigure one by one",
                 swot::search_options, true, nothing, swot::search_point_seconds, prepare_swot,
                 search_traits()},
    SchedulerRow{"swot-milp", "SWOT, section 3.2",
                 "swot by the compact mixed-integer program through CBC, a witness",
                 program_options, true, nothing, swot::program_point_seconds, prepare_swot_milp,
                 plane_program_traits()},
    SchedulerRow{"segments-overlap", "beyond the papers",
                 "segments whose planes change one by one while the others send, over several hops",
                 swot::search_options, true, pool_prepare_seconds,
                 [](double n) { return 4e-3 + 1e-3 * n; }, prepare_segments_overlap,
                 group_traits()},
    SchedulerRow{"frontier", "beyond the papers",
                 "the least time known for the primitive, over all families of plans",
                 frontier_options, true, [](double) { return 0.4; }, one_plane,
                 frontier::prepare_frontier, frontier_traits(), &frontier::frontier_search},
    lane_row("ideal", "SWOT, section 5",
             "no reconfiguration at all: a value to compare with, not a schedule", false,
             prepare_ideal, formula_traits()),
    ring_row<"wdm-ring">("OpTree, section 4",
                         "half of every item around the neighbour ring in each direction",
                         RingSchedule::neighbours),
    ring_row<"wdm-neighbor">("OpTree, section 4",
                             "every item half way around the neighbour ring in both directions",
                             RingSchedule::neighbours),
    ring_row<"osm">("OpTree, section 4", "all pairs in one stage of direct lightpaths"),
    ring_row<"optree-tree">("OpTree, as built", "the least time over trees of ordered stages"),
    ring_row<"wdm-lifted">("beyond the papers", "optree-tree with every stage on the whole ring"),
    ring_row<"wdm-windowed">("beyond the papers",
                             "wdm-lifted with stages direct or relayed over standing circuits"),
    ring_row<"wdm-optimal">("beyond the papers",
                            "the fewest steps of any unicast schedule, or one more"),
    ring_row<"wrht">("OpTree, section 4", "number of steps by its formula; no schedule is known",
                     RingSchedule::formula),
    ring_row<"optree-formula">("OpTree, Theorem 1",
                               "number of steps by the theorem; no schedule attains it",
                               RingSchedule::formula),
};

/// Why a scheduler of other rules has no row here, where Reason::other_rules does not say it.
struct NotOnCommonGround {
    std::string_view name;
    Reason why;
};
inline constexpr std::array not_on_common_ground{
    NotOnCommonGround{"addanki-overlap", Reason::computation_hides_nothing},
    NotOnCommonGround{"addanki-ports", Reason::ports_not_counted},
    NotOnCommonGround{"addanki-pool", Reason::no_pool},
    NotOnCommonGround{"addanki-best-pool", Reason::no_pool},
    NotOnCommonGround{"bridge-hybrid", Reason::steps_are_given},
    NotOnCommonGround{"swot-order", Reason::steps_are_given},
    NotOnCommonGround{"swot-portfolio", Reason::algorithm_is_an_axis},
    NotOnCommonGround{"wdm-multicast", Reason::other_hardware},
    NotOnCommonGround{"optree-milp", Reason::counts_slots},
};

}  // namespace lightsweep::solvers::one_accounting
