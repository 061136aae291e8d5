#pragma once
// The schedulers of WDM rings under rules = common, as cost planes.
//
// The ring has one fibre each way with w wavelengths; a node's bandwidth b is the same as on any
// other hardware, in 2w lanes. A lightpath is one hop. Circuits that are lit cost nothing, and the
// neighbour ring is lit on all wavelengths at the start; before every other step the
// reconfiguration delay D is paid once:
//
//     time = S (per_step + per_hop) + X m / b + R D
//
//   optree-tree   the paper's stages, lifted to times: exact over ordered factorisations
//   wdm-lifted    the same, every stage on the whole ring
//   wdm-windowed  the same, stages direct or relayed (wdm_cost.hpp)
//   wdm-optimal   as few steps as any schedule, or one more (optree/broadcast_plan.hpp)
//   wdm-ring, wdm-neighbor   around the neighbour ring: each half of an item one way, or every item
//                 half way round by both
//   osm           all pairs in one stage; the only one that also does all-to-alls
//   wrht          its formula's steps with one item each: no schedule is known
//
// An all-gather is one half, a reduce-scatter the same backwards, an all-reduce both. R is that of
// the all-gather, for each half: what is sure to be enough. Where a half starts on circuits that
// the other has left, or a direct stage repeats some, a schedule may do with fewer.

#include <optional>
#include <string>
#include <string_view>

#include "kernels/collective.hpp"
#include "kernels/plane_minimum.hpp"
#include "solvers/common/wdm_program.hpp"

namespace lightsweep::solvers::common {

/// One all-gather.
struct WdmPlan {
    enum class Form { tree, windowed, around, broadcast, formula };

    Form form = Form::windowed;                 ///< how its lightpaths are made
    std::vector<optree::WindowStage> stages{};  ///< of forms tree and windowed
    WdmCost cost{};
    std::string text{};  ///< for people: "6 relayed x 8 relayed"
};

struct WdmPlanes {
    /// S = more_steps = hops, X = volume + congestion, volume = (n-1)/n per half; a decision is the
    /// plan's place in `plans` (one word, kernels::state_bits). Those that no other plane beats.
    kernels::PlaneTable table{};
    std::vector<WdmPlan> plans{};  ///< of one half
    bool is_formula = false;       ///< the planes are of no known schedule
};

/// Why that scheduler has no plan for that primitive; nothing if it has.
std::optional<std::string_view> wdm_refusal(std::string_view scheduler,
                                            kernels::Primitive primitive);

/// The planes of n >= 1 nodes with w wavelengths (1 .. 32767) per fibre. std::invalid_argument if
/// the scheduler is not one of these, refuses the primitive, or n or w is out of range.
WdmPlanes wdm_planes(std::string_view scheduler, kernels::Primitive primitive, kernels::Node n,
                     std::int64_t wavelengths);

/// S, X and R of a plan for that primitive on n nodes.
struct WdmFigures {
    std::int64_t steps = 0, reconfigurations = 0;
    double transmission = 0;  ///< X
};
WdmFigures figures_of(const WdmPlan& plan, kernels::Primitive primitive, kernels::Node n,
                      std::int64_t wavelengths);

/// Names, in the order of the list above.
std::vector<std::string_view> wdm_schedulers();

}  // namespace lightsweep::solvers::common
