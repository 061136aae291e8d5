#include "solvers/registry.hpp"

#include <algorithm>
#include <array>

#include "solvers/addanki/addanki.hpp"
#include "solvers/addanki/research_agenda.hpp"
#include "solvers/baselines/baselines.hpp"
#include "solvers/bridge/bridge.hpp"
#include "solvers/common/common_table.hpp"
#include "solvers/option_rows.hpp"
#include "solvers/optree/ring_table.hpp"
#include "solvers/pccl/pccl.hpp"
#include "solvers/pccl/portfolio.hpp"
#include "solvers/swot/plane_table.hpp"

namespace lightsweep::solvers {

namespace {

constexpr double no_seconds(double) {
    return 0.0;
}

constexpr std::array pool_options{
    OptionRow{"max_pools",
              "pools of the wanted size that are all tried; beyond, one base is added "
              "at a time and the rows carry a bound",
              &SchedulerOptions::max_pools}};

constexpr std::array first_options{
    OptionRow{"charge_first", "1: the links of the first step are set up too",
              &SchedulerOptions::charge_first, OptionRow::Range::no_or_yes}};

constexpr std::array window_options{
    OptionRow{"mixed", "1: short steps of a segment in a ring, long ones by Bruck",
              &SchedulerOptions::mixed, OptionRow::Range::no_or_yes}};

constexpr std::array class_options{
    OptionRow{"stay_away", "1: the initial topology is left for good", &SchedulerOptions::stay_away,
              OptionRow::Range::no_or_yes}};

constexpr std::array class_program_options{class_options[0], program_options[0]};

constexpr std::string_view subring_states =
    "8 bits per step, 8 steps per word: t the subring of stride (ports + 1)^t, 0 the ring";
constexpr std::string_view window_states =
    "8 bits per step, 8 steps per word: t the subring of stride 2^t by Bruck, s + t the same in a "
    "windowed ring, s = ceil(log2 nodes)";
constexpr std::string_view exchange_states =
    "8 bits per step, 8 steps per word: 0 the ring, k + 1 the exchange with j xor 2^k";

using Refuse = std::optional<Reason> (*)(const Structure&, const SchedulerOptions&);

/// What the rows of BRIDGE have in common.
constexpr SchedulerTraits subring_traits(Refuse refuse,
                                         std::string_view takes = "Bruck's collectives") {
    return {.decision_bits = bridge::subring_bits,
            .states = subring_states,
            .unions = Unions::any,
            .reads_subrings = true,
            .takes = takes,
            .refuse = refuse};
}

/// The optimum over segments: its lists tell where each schedule is best.
constexpr SchedulerTraits joint_traits() {
    auto traits = subring_traits(bridge::refuse_other_than_bruck);
    traits.lists_regions = true;
    return traits;
}

/// A segment may be a ring in windows.
constexpr SchedulerTraits window_traits() {
    auto traits =
        subring_traits(bridge::refuse_without_windows,
                       "near Bruck's reduce-scatter, all-gather and all-reduce on one port");
    traits.states = window_states;
    return traits;
}

/// A program finds one schedule at a time.
constexpr SchedulerTraits interval_traits() {
    auto traits = subring_traits(bridge::refuse_other_than_bruck);
    traits.lists_planes = false;
    return traits;
}

/// Matchings in the place of subrings.
constexpr SchedulerTraits exchange_traits() {
    auto traits = subring_traits(bridge::refuse_other_than_exchange, "exchanges with j xor 2^k");
    traits.states = exchange_states;
    traits.unions = Unions::none;
    return traits;
}

constexpr std::string_view standing_states =
    "16 bits per step, 4 steps per word: 0 the base, d the d-th distinct matching in the order of "
    "first use";
constexpr std::string_view class_states =
    "16 bits per step, 4 steps per word: 0 the base, then the others of the pool in order, then "
    "the "
    "rounds' own circuits in the order of first use; topologies of the same links are one";
constexpr std::string_view portfolio_states =
    "16 bits per entry, 4 entries per word: of an open algorithm first its place among those of "
    "the primitive that run on so many nodes (the column algorithm names it), then every step: 0 "
    "the base, then the others of the pool in order, then the rounds' own circuits in the order of "
    "first use; topologies of the same links are one";
constexpr std::string_view pool_states =
    "16 bits per step, 4 steps per word: 0 the base, then the others of the pool in order, then "
    "the "
    "step's own matching";

constexpr std::array base_rows{
    SchedulerRow{"static",
                 "baseline",
                 "the base topology in every step",
                 {},
                 false,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 baselines::prepare_static,
                 {.unions = Unions::any, .takes_transmitters = true, .stays = true}},
    SchedulerRow{"every-step",
                 "baseline (BvN schedule)",
                 "a matching for every step, one delay each",
                 {},
                 true,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 baselines::prepare_every_step,
                 {.unions = Unions::any}},
    SchedulerRow{"threshold",
                 "Addanki 2025, section 4",
                 "match a step iff it saves more than one delay; 2-competitive",
                 {},
                 true,
                 no_seconds,
                 baselines::threshold_point_seconds,
                 baselines::prepare_threshold,
                 {.lists_planes = false, .unions = Unions::any}},
    SchedulerRow{"addanki",
                 "Addanki 2025, eq. 7",
                 "optimum over base and matching in every step",
                 {},
                 true,
                 addanki::addanki_prepare_seconds,
                 addanki::addanki_point_seconds,
                 addanki::prepare_addanki,
                 {.lists_regions = true, .unions = Unions::any}},
    SchedulerRow{"addanki-milp",
                 "Addanki 2025, eq. 7",
                 "the printed 0-1 program through CBC, a witness",
                 program_options,
                 true,
                 no_seconds,
                 addanki::program_point_seconds,
                 addanki::prepare_program,
                 {.lists_planes = false, .unions = Unions::any}},
    SchedulerRow{"every-step-reuse",
                 "baseline (BvN schedule)",
                 "a matching for every step; one that stands is kept without a delay",
                 {},
                 true,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 addanki::prepare_every_step_reuse,
                 {.decision_bits = kernels::state_bits, .states = standing_states}},
    SchedulerRow{"addanki-reuse",
                 "Addanki 2025, extended",
                 "optimum where topologies stand: kept free, old matchings carry later steps",
                 {},
                 true,
                 addanki::reuse_prepare_seconds,
                 addanki::reuse_point_seconds,
                 addanki::prepare_reuse,
                 {.decision_bits = kernels::state_bits, .states = standing_states}},
    SchedulerRow{
        "addanki-overlap",
        "Addanki 2025, extended",
        "optimum over base and matching; computation before a step hides the delay",
        {},
        true,
        addanki::addanki_prepare_seconds,
        addanki::addanki_point_seconds,
        addanki::prepare_overlap,
        {.lists_planes = false, .needs_compute_time = true, .unions = Unions::one_configuration}},
    SchedulerRow{"addanki-ports",
                 "Addanki 2025, extended",
                 "optimum over base and matching; delay + port_delay per port that changes",
                 {},
                 true,
                 no_seconds,
                 addanki::ports_point_seconds,
                 addanki::prepare_ports,
                 {.lists_planes = false, .reads_port_delay = true}},
    SchedulerRow{"addanki-pool",
                 "Addanki 2025, extended",
                 "optimum over the bases of a pool and the matching",
                 {},
                 true,
                 addanki::pool_prepare_seconds,
                 addanki::pool_point_seconds,
                 addanki::prepare_pool,
                 {.decision_bits = kernels::state_bits, .states = pool_states, .reads_pool = true}},
    SchedulerRow{"addanki-best-pool",
                 "Addanki 2025, extended",
                 "the best pool of pool_size bases, and the optimum over it",
                 pool_options,
                 true,
                 addanki::pool_prepare_seconds,
                 addanki::best_pool_point_seconds,
                 addanki::prepare_best_pool,
                 {.decision_bits = kernels::state_bits,
                  .states = pool_states,
                  .lists_planes = false,
                  .reads_pool = true,
                  .reads_pool_size = true}},
    SchedulerRow{"pccl",
                 "PCCL, Algorithm 1",
                 "optimum over the topology of every round: base, pool, the round's own circuits",
                 class_options,
                 true,
                 pccl::pccl_prepare_seconds,
                 pccl::pccl_point_seconds,
                 pccl::prepare_pccl,
                 {.decision_bits = kernels::state_bits,
                  .states = class_states,
                  .lists_regions = true,
                  .reads_pool = true,
                  .needs_pool = false,
                  .takes_transmitters = true}},
    SchedulerRow{"pccl-milp",
                 "PCCL, Algorithm 1",
                 "the printed 0-1 program through CBC, a witness",
                 class_program_options,
                 true,
                 pccl::pccl_prepare_seconds,
                 pccl::class_program_point_seconds,
                 pccl::prepare_pccl_milp,
                 {.decision_bits = kernels::state_bits,
                  .states = class_states,
                  .lists_planes = false,
                  .reads_pool = true,
                  .needs_pool = false,
                  .takes_transmitters = true}},
    SchedulerRow{"pccl-portfolio",
                 "PCCL, extended",
                 "the fastest algorithm of a primitive (reduce-scatter/any), each by pccl",
                 class_options,
                 true,
                 pccl::portfolio_prepare_seconds,
                 pccl::portfolio_point_seconds,
                 pccl::prepare_portfolio,
                 {.decision_bits = kernels::state_bits,
                  .states = portfolio_states,
                  .reads_pool = true,
                  .needs_pool = false,
                  .takes_transmitters = true,
                  .chooses_algorithm = true}},
    SchedulerRow{"bridge",
                 "BRIDGE, extended",
                 "optimum over all segments of subrings, any volumes and nodes",
                 {},
                 true,
                 bridge::bridge_prepare_seconds,
                 bridge::bridge_point_seconds,
                 bridge::prepare_bridge,
                 joint_traits()},
    SchedulerRow{"bridge-hybrid", "BRIDGE, extended",
                 "per segment Bruck or a ring in windows of its stride: the optimum over these",
                 window_options, true, bridge::hybrid_prepare_seconds, bridge::hybrid_point_seconds,
                 bridge::prepare_bridge_hybrid, window_traits()},
    SchedulerRow{
        "bridge-paper", "BRIDGE, section 3.6",
        "the best of balanced and least-transmission segments, any count", recipe_options, true,
        bridge::bridge_prepare_seconds, baselines::fixed_point_seconds,
        bridge::prepare_bridge_paper,
        subring_traits(bridge::refuse_other_than_one_bruck, "Bruck's collectives, one at a time")},
    SchedulerRow{"bridge-ilp", "BRIDGE, section 3.5", "the interval program through CBC, a witness",
                 program_options, true, bridge::bridge_prepare_seconds,
                 bridge::program_point_seconds, bridge::prepare_bridge_ilp, interval_traits()},
    SchedulerRow{"s-bruck",
                 "BRIDGE, section 4",
                 "Bruck on the ring throughout",
                 {},
                 false,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 bridge::prepare_s_bruck,
                 subring_traits(bridge::refuse_other_than_bruck)},
    SchedulerRow{"g-bruck", "BRIDGE, section 4", "Bruck with a subring of its own for every step",
                 first_options, true, baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds, bridge::prepare_g_bruck,
                 subring_traits(bridge::refuse_other_than_bruck)},
    SchedulerRow{"r-hd",
                 "BRIDGE, section 4.3",
                 "exchanges on the ring up to the best switch step, then a matching each",
                 {},
                 true,
                 bridge::bridge_prepare_seconds,
                 baselines::fixed_point_seconds,
                 bridge::prepare_r_hd,
                 exchange_traits()},
    SchedulerRow{"ring-hamiltonian",
                 "BRIDGE, section 4.3",
                 "the ring algorithm on the ring",
                 {},
                 false,
                 baselines::fixed_prepare_seconds,
                 baselines::fixed_point_seconds,
                 bridge::prepare_ring,
                 subring_traits(bridge::refuse_other_than_ring, "ring algorithms")},
};

constexpr auto table = [] {
    std::array<SchedulerRow, base_rows.size() + swot::plane_rows.size() + optree::ring_rows.size()>
        all{};
    auto end = std::copy(base_rows.begin(), base_rows.end(), all.begin());
    end = std::copy(swot::plane_rows.begin(), swot::plane_rows.end(), end);
    std::copy(optree::ring_rows.begin(), optree::ring_rows.end(), end);
    return all;
}();

/// Under rules = common: an ordinary row that only says why it cannot be used.
constexpr SchedulerRow refusing(const SchedulerRow& ordinary, Reason why) {
    auto row = ordinary;
    row.traits = {.lists_planes = false,
                  .common = true,
                  .on_rings = ordinary.traits.on_rings,
                  .refuse = nullptr};
    row.traits.never = why;
    row.prepare_seconds = row.point_seconds = no_seconds;
    return row;
}

constexpr const SchedulerRow& row_called(std::string_view name) {
    return *std::find_if(table.begin(), table.end(),
                         [&](const SchedulerRow& row) { return row.name == name; });
}

constexpr auto common_table = [] {
    std::array<SchedulerRow, common::lane_rows.size() + common::not_on_common_ground.size()> all{};
    auto end = std::copy(common::lane_rows.begin(), common::lane_rows.end(), all.begin());
    for (const auto& one : common::not_on_common_ground)
        *end++ = refusing(row_called(one.name), one.why);
    return all;
}();

constexpr bool is_known_under_common(const SchedulerRow& row) {
    return std::any_of(common_table.begin(), common_table.end(),
                       [&](const SchedulerRow& other) { return other.name == row.name; });
}
static_assert(std::all_of(table.begin(), table.end(), is_known_under_common),
              "a row in solvers/common/common_table.hpp, or there the reason why it has none");

}  // namespace

std::span<const SchedulerRow> scheduler_table() {
    return table;
}

std::span<const SchedulerRow> scheduler_table(std::string_view rules) {
    if (rules == "common") return common_table;
    return table;
}

const SchedulerRow* find_scheduler(std::string_view name, std::string_view rules) {
    for (const auto& row : scheduler_table(rules))
        if (row.name == name) return &row;
    return nullptr;
}

}  // namespace lightsweep::solvers
