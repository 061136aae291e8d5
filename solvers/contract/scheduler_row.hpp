#pragma once
// A row of the registry: what a scheduler is called, what it reads, where it applies, and how it is
// prepared. A new scheduler is one pair of files and one row in its paper's table.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solvers/contract/memory.hpp"
#include "solvers/contract/prepared_scheduler.hpp"

namespace lightsweep::solvers {

// What a sweep file may set for one scheduler, under its name:
//
//   [swot]
//   transitions = 100
//
// One struct holds the options of all schedulers, so that every scheduler is prepared through one
// signature. A scheduler reads the ones that its row in the registry lists as OptionRow, and a
// sweep file that sets another is refused. A new option is a member with its default, and an
// OptionRow in the table of its paper.

/// Values of the options. Each scheduler reads its own ones.
struct SchedulerOptions {
    int max_nodes = 100000;     ///< branch and bound nodes of a 0-1 program
    int max_pools = 20000;      ///< largest number of pools of the wanted size that are all tried
    int charge_first = 0;       ///< 1: setting up the links of the first step is charged too
    int stay_away = 0;          ///< 1: the initial topology is not entered again after it is left
    int mixed = 0;              ///< 1: windows and Bruck may share a segment
    int reconfigurations = -1;  ///< number that each part of a collective must have; -1: any
    int effort = 30'000;        ///< thousands of nodes that the frontier's searches visit
    int transitions = 300'000;  ///< thousands of elementary transitions before a search gives up
    int turns = 1;              ///< transmissions of a plane in one step
    int reading = 0;            ///< reading of a baseline whose paper allows several
    /// Index into stage_rule_words (solvers/optree/ring_schedulers.hpp).
    int stage_rule = 2;
    int wrht_rule = 0;  ///< index into wrht_rule_words
    /// 1: neighbour exchange is charged for the two items that it sends.
    int two_items = 0;
    std::vector<std::int64_t> radices{};  ///< radices of a tree; empty: the best ones
};

/// One key under a scheduler's name in a sweep file.
struct OptionRow {
    std::string_view name, summary;
    int SchedulerOptions::*value;
    enum class Range : std::int8_t { from_one, from_zero, no_or_yes, word } range = Range::from_one;
    /// Words of Range::word: the value is the word's index.
    std::span<const std::string_view> words{};
    /// a list of numbers, instead of value.
    std::vector<std::int64_t> SchedulerOptions::*list = nullptr;
};

/// What a scheduler does with steps to more peers at once than a node has ports.
enum class MultiPeerSteps : std::int8_t {
    cut,  ///< it takes several steps, in the listed order, instead
    any   ///< it sets up several configurations for one step
};

/// Traits of schedulers on a base topology.
struct BaseTraits {
    MultiPeerSteps multi_peer_steps = MultiPeerSteps::cut;
    bool reads_pool = false;
    bool needs_pool = true;  ///< of those that read it: there is nothing to choose without
    bool reads_pool_size = false;
    bool reads_port_delay = false;
    bool needs_compute_time = false;
    bool reads_subrings = false;  ///< initial, restore and switch_ports
};

/// Traits of schedulers on parallel switch planes: their schedules are events, not bits.
struct PlaneTraits {
    bool takes_entries = false;  ///< collectives side by side: the better of two ways
    bool cuts_matrix = false;    ///< into slices of its own
};

/// Traits of schedulers on rings of wavelengths.
struct RingTraits {
    bool is_built = true;       ///< lightpaths are built; false: a formula's count
    bool reads_stages = false;  ///< of OpTree's formula
    bool shares_lanes = false;  ///< a node's bandwidth is shared by its wavelengths
};

/// Traits of schedulers on the equal lanes of a node.
struct LaneTraits {
    bool changes_one_by_one = false;  ///< lanes as switch planes: events, not bits
    bool also_on_rings = false;       ///< the lanes may be the wavelengths of a ring
    bool cuts_steps = false;          ///< into groups of lanes with latencies of their own
};

/// Why a scheduler cannot be used on a problem; nothing if it can.
using WhyNotApplicable = std::optional<Reason> (*)(const Problem&, const SchedulerOptions&);

/// What a scheduler leaves behind, whatever its hardware, and what it reads of its hardware.
struct SchedulerTraits {
    int decision_bits = 1;  ///< per step; kernels::state_bits if it chooses between more than two
    std::string_view states = "bit i: step i is on its matching, else on the base";
    std::string_view state_kind = "base-or-matching";  ///< the same for programs, in a word
    bool lists_envelope = true;      ///< its schedules are known as schedule costs
    bool lists_regions = false;      ///< also where each of them is best
    bool chooses_algorithm = false;  ///< takes collectives that leave it open
    Reason never = Reason::none;     ///< why its rules have no place for it, if so
    bool lists_plans = false;        ///< decisions are places in its own list, told in words
    bool restores = false;           ///< sets the base up again at the end, where asked
    bool is_formula = false;         ///< times alone: no schedules
    bool shares_solutions = false;   ///< equal problems are solved once in a sweep
    bool ends_by_budget = false;     ///< its time at a point is bounded by option transitions
    std::string_view takes = "";     ///< collectives, for people, where `why_not_applicable` is set
    bool stays = false;              ///< on the base throughout: what best compares with
    bool always_changes = false;     ///< own circuits for every step: likewise
    bool bounds_itself = false;      ///< its bounds hold whatever is known of the flows
    /// Estimated memory beyond the problem's, of its preparation and its longest evaluation [B].
    double (*bytes)(const ProblemSize&) = bytes_by_step;
    /// Why it cannot be used on a problem, beyond its hardware; or null.
    WhyNotApplicable why_not_applicable = nullptr;
    std::variant<BaseTraits, PlaneTraits, RingTraits, LaneTraits> hardware{};

    constexpr const RingTraits* ring() const { return std::get_if<RingTraits>(&hardware); }
    constexpr const LaneTraits* lanes() const { return std::get_if<LaneTraits>(&hardware); }
    constexpr const PlaneTraits* planes() const { return std::get_if<PlaneTraits>(&hardware); }
    /// Whether it has schedules on WDM rings, or on other hardware.
    constexpr bool runs_on(bool rings) const {
        return (ring() != nullptr) == rings || (lanes() && lanes()->also_on_rings);
    }
    /// Those of a base topology; none of them set on other hardware.
    constexpr BaseTraits base() const {
        const auto* of_base = std::get_if<BaseTraits>(&hardware);
        return of_base ? *of_base : BaseTraits{};
    }
    /// Its plans are events of planes.
    constexpr bool plane_scheduler() const {
        return planes() || (lanes() && lanes()->changes_one_by_one);
    }
    /// A node's bandwidth is that of its equal lanes, on a switch or as wavelengths.
    constexpr bool shares_lanes() const { return lanes() || (ring() && ring()->shares_lanes); }
};

/// A search whose findings problems share, and other processes too: they are lines of text. A sweep
/// does it once for all its ranks and writes the lines into its result.
struct SharedSearch {
    /// Names what would be searched for a problem, equally wherever the findings are; empty:
    /// nothing.
    std::string (*key)(const Problem&, const SchedulerOptions&);
    /// Searches, unless this process has the lines, and returns them.
    std::string (*lines)(const Problem&, const SchedulerOptions&);
    /// From now on this process has these lines. Callable from any thread.
    void (*keep)(const std::string& lines);
};

/// Makes a problem ready for a scheduler.
using Prepare = Prepared (*)(Subject, const SchedulerOptions&);

struct SchedulerRow {
    std::string_view name;
    std::string_view paper;
    std::string_view summary;
    std::span<const OptionRow> options;
    bool reads_delay;  ///< whether reconfiguration_delay is an axis of its results
    /// Estimated seconds of one core for so many runs of equal steps: to prepare a problem, and per
    /// point.
    double (*prepare_seconds)(double runs);
    double (*point_seconds)(double runs);
    Prepare prepare;
    SchedulerTraits traits{};
    const SharedSearch* search = nullptr;  ///< of those that search what problems share
};

/// Why this scheduler cannot be used on the problem, or nothing. To be asked before its row's
/// prepare, which takes the problem to be one of its own; solvers::prepare does.
std::optional<Reason> why_not_applicable(const SchedulerRow& scheduler, const Problem& problem,
                                         const SchedulerOptions& options = {});

// Steps of more peers than ports: where they are cut into several (trait multi_peer_steps; under
// rules = common they come cut), another cut might be faster. A result is optimal only if no cut
// beats it: every part takes its latencies, and the busiest node sends at b at most.
//
// Prepares schedulers on flows that are known only between two certificates (StepFlow). The
// schedule is made with the lower ones, which it can achieve. The same scheduler on the upper ones
// gives a time that no schedule of its kind beats. The gap between the two is reported; a time is
// never a bare estimate.

/// Prepares a scheduler: once if the problem's flows are exact, otherwise twice, the second time
/// for the bound. Throws what the row's prepare function throws.
Prepared prepare(const SchedulerRow& scheduler, Subject problem, const SchedulerOptions& options);

}  // namespace lightsweep::solvers
