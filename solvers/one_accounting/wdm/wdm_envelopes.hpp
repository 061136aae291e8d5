#pragma once
// The schedulers of WDM rings under rules = common, as schedule costs.
//
// The ring has one fibre each way with w wavelengths. A node's bandwidth b is the same as on any
// other hardware, in 2w lanes. A lightpath is one hop. Lit circuits cost nothing, and the neighbour
// ring is lit on all wavelengths at the start. Before every other step the reconfiguration delay D
// is paid once:
//
//     time = S (per_step + per_hop) + X m / b + R D
//
//   optree-tree   the paper's stages, optimised for time: exact over ordered factorisations
//   wdm-lifted    as optree-tree, with every stage on the whole ring
//   wdm-windowed  as wdm-lifted, with stages direct or relayed (wdm_cost.hpp)
//   wdm-optimal   as few steps as any schedule, or one more (trees/broadcast_construction.hpp)
//   wdm-ring      around the neighbour ring, half of every item in each direction
//   wdm-neighbor  around the neighbour ring, every item half way round in both directions
//   osm           all pairs in one stage; the only one that also does all-to-alls
//   wrht          the steps of its formula with one item each: no schedule is known
//
// An all-gather is one half, a reduce-scatter the same schedule backwards, an all-reduce both. R is
// the number for the all-gather, charged for each half: a safe upper bound. A schedule may need
// fewer where a half starts on circuits that the other half has left, or where a direct stage
// repeats circuits.

#include <optional>
#include <string>
#include <string_view>

#include "kernels/collectives/collective.hpp"
#include "kernels/envelopes/envelope.hpp"
#include "solvers/one_accounting/wdm/wdm_program.hpp"

namespace lightsweep::solvers::one_accounting {

/// Construction of one all-gather.
struct WdmConstruction {
    enum class Form { tree, windowed, around, broadcast, formula };

    Form form = Form::windowed;      ///< form of its lightpaths
    std::vector<WdmStage> stages{};  ///< stages of the forms tree and windowed
    WdmCost cost{};
    std::string text{};  ///< text for people: "6 relayed x 8 relayed"
};

struct WdmPlanes {
    /// The schedules that no other schedule dominates: S = more_steps = hops, X = volume +
    /// congestion, volume = (n-1)/n per half. A decision is the index into `plans` (one word,
    /// kernels::state_bits).
    kernels::Envelope table{};
    std::vector<WdmConstruction> plans{};  ///< constructions of one half
    bool is_formula = false;               ///< true: the costs belong to no known schedule
};

/// Why that scheduler has no schedule for that primitive; nothing if it has one.
std::optional<std::string_view> wdm_refusal(std::string_view scheduler,
                                            kernels::Primitive primitive);

/// Schedule costs for n >= 1 nodes with w wavelengths (1 .. 32767) per fibre. Throws
/// std::invalid_argument if the scheduler is not one of those above or refuses the primitive, or if
/// n or w is out of range.
WdmPlanes wdm_envelopes(std::string_view scheduler, kernels::Primitive primitive, kernels::Node n,
                        std::int64_t wavelengths);

/// S, X and R of a construction for that primitive on n nodes.
struct WdmFigures {
    std::int64_t steps = 0, reconfigurations = 0;
    double transmission = 0;  ///< X
};
WdmFigures figures_of(const WdmConstruction& plan, kernels::Primitive primitive, kernels::Node n,
                      std::int64_t wavelengths);

/// Names of the schedulers, in the order of the list above.
std::vector<std::string_view> wdm_schedulers();

}  // namespace lightsweep::solvers::one_accounting
