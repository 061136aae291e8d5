#pragma once
// A problem: one collective on one piece of hardware, with everything that a scheduler reads of a
// point except the parameters in seconds.
//
// A problem is built once for every combination of structural values (nodes, collective, topology,
// planes, ...) and shared by all schedulers and all parametric values (message, latencies, delay).

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cost/common_bounds.hpp"
#include "kernels/cost/step_costs.hpp"
#include "kernels/matrices/byte_matrix.hpp"
#include "kernels/planes/plane_problem.hpp"
#include "kernels/wdm/lightpath_schedule.hpp"
#include "solvers/rules/step_measure.hpp"

namespace lightsweep::solvers {

// Problems on WDM rings as their schedulers see them (solvers/optree, solvers/one_accounting): the
// structural part of a point, and a schedule as lightpaths.

/// The task on a WDM ring, or on a torus of rings, with one fibre in each direction.
struct LightpathRings {
    /// The collective. both: the reduce-scatter, then the all-gather. exchange: an all-to-all,
    /// which uses the all-gather's lightpaths with a different item for each receiver.
    enum class Half : std::int8_t { scatter, gather, both, exchange };

    kernels::TorusShape shape{};      ///< a ring is one row
    std::int64_t wavelengths = 1;     ///< wavelengths per fibre
    std::int64_t items_per_node = 1;  ///< equal parts into which a node's item is cut
    /// Transmitters per node and direction; 0: as many as wavelengths.
    std::int64_t transmitters = 0;
    std::int64_t stages = 0;  ///< k of OpTree's formula; 0: chosen by the formula's rule
    bool held = false;        ///< true: standing circuits cost nothing
    Half half = Half::gather;
    /// Rules = common: a node's bandwidth is shared by its lanes, one per wavelength and fibre;
    /// circuits that stand cost nothing, and the neighbour ring stands at the start.
    bool shares_lanes = false;

    bool is_torus() const { return shape.rows > 1; }
    /// Nodes of the longest ring.
    kernels::Node longest() const { return std::max(shape.rows, shape.columns); }
    bool is_limited() const { return transmitters > 0 && transmitters < wavelengths; }
    /// Number of halves to run: a reduce-scatter takes as many steps as the all-gather that it
    /// reverses.
    std::int64_t halves() const { return half == Half::both ? 2 : 1; }
    /// Lanes that share what the point calls bandwidth.
    double lanes() const { return shares_lanes ? 2 * static_cast<double>(wavelengths) : 1; }
    /// Items of the whole message, or parts of items.
    double parts() const {
        return static_cast<double>(shape.nodes()) * static_cast<double>(items_per_node);
    }
};

/// A schedule of lightpaths with its figures. `schedule` is always the schedule of the all-gather,
/// for every task. Its steps are slots of one item, or one part of an item, per lightpath. Where a
/// step counted in `steps` is a run of several slots over the same circuits, step_slots gives their
/// number.
struct LightpathConstruction {
    std::string form{};  ///< radices, rounds, strides or trees, in words
    std::int64_t steps = 0, reconfigurations = 0;
    kernels::LightpathSchedule schedule{};
    std::vector<std::int32_t> step_slots{};  ///< slots of each step; empty: one slot each
};

/// The price of changing from one base of a pool to another.
struct Switching {
    enum class Price {
        whole,  ///< one delay
        /// Delay times the share of wanted links that are new, also for changes to matchings.
        by_links,
        /// a factor per pair times the delay; changes to and from matchings cost one delay.
        by_pair
    };
    Price price = Price::whole;
    /// Factors of by_pair, at [from * bases + to], in the order of bases().
    std::vector<double> factors{};
};

/// Further bases that the switches can take, besides the one in force at the start.
struct Pool {
    std::vector<kernels::Topology> others{};
    int size = 0;  ///< number of bases, including the first, that a choice may keep; 0: all
    Switching switching{};
    /// Costs of the collective's steps on each of the others.
    std::vector<kernels::StepCosts> costs{};
};

/// Keys of subring schedulers (solvers/bridge) besides the collective; rules = common read
/// `restore` too.
struct SubringRules {
    bool free_start = false;  ///< true: the first subring is set up before the collective begins
    bool restore = false;     ///< true: the ring, or the base, is set up again at the end
    /// Number of nodes that share a switch port and are joined by electrical links; 0: no block
    /// size fits the switch.
    kernels::Node block = 1;
};

namespace swot {
class SolutionStore;
}

/// The working switch planes of a node (rules = swot), which run in parallel.
struct SwitchPlanes {
    std::vector<int> numbers{};    ///< number of each plane in the fabric, from 0
    std::vector<double> speeds{};  ///< bandwidth of each plane relative to a healthy plane, > 0
    /// Reconfiguration delay of each plane relative to the given one, >= 0.
    std::vector<double> delays{};
    kernels::InitialPlanes initial = kernels::InitialPlanes::free;
    /// The configuration that each plane holds at the start when `initial` is individual.
    std::vector<kernels::HeldConfiguration> held{};
    /// Solutions that are already known; null: none.
    std::shared_ptr<swot::SolutionStore> known{};

    double total_speed() const;
};

/// An uneven all-to-all, with what its schedulers read (solvers/matrices). The steps of the
/// problem's collective are one way to cut it.
struct MatrixTask {
    enum class Permutations : std::int8_t { exact, best, fewest };
    kernels::ByteMatrix matrix;
    Permutations permutations = Permutations::best;  ///< of a decomposition by Birkhoff
    int hops = 1;                                    ///< of shifts in turn: 1 or 2
    bool had_diagonal = false;  ///< bytes from a node to itself were given, and ignored
};
/// Nodes of the largest matrix that a standing base carries; Reason::matrix_too_large names it.
inline constexpr kernels::Node most_carried_nodes = 128;
inline constexpr std::string_view permutation_words[] = {"exact", "best", "fewest"};

/// One collective on one base topology, on switch planes or on WDM rings: all structural axes of a
/// point.
struct Problem {
    kernels::Collective collective;
    kernels::Topology base;    ///< in force at the start; unused on switch planes
    kernels::StepCosts costs;  ///< empty on switch planes
    Pool pool{};
    double flow_gap = 0;  ///< allowed gap between the certificates of a flow; 0: exact
    StepMeasure measure = measures::concurrent_flow;  ///< cost of a step on a topology
    SubringRules subrings{};
    SwitchPlanes planes{};
    std::shared_ptr<const MatrixTask> matrix{};  ///< of collective = alltoall/matrix, else null
    /// Collectives side by side, each by itself, with bytes as shares; empty if there is one. Glued
    /// together they are `collective`.
    std::vector<kernels::Collective> entries{};
    std::optional<LightpathRings> rings{};  ///< set on WDM rings; then there are no steps and costs
    kernels::Node lanes = 0;                ///< lanes of a node, under rules = common
    /// Under rules = common: use the least stretches, for a bound.
    bool upper_flows = false;
    /// Bounds of all schedulers under rules = common; null: not asked for.
    std::shared_ptr<const kernels::CommonBounds> bounds{};

    std::size_t steps() const { return collective.steps.size(); }
    /// Whether every flow on every base is known to nine digits; under rules = common also on the
    /// topologies that lanes may take.
    bool is_exact() const;
    /// Copy with the upper certificates of all flows (StepCosts::optimistic).
    Problem optimistic() const;
    /// The base in force at the start, followed by the others of the pool.
    std::vector<kernels::Topology> bases() const;
};

/// A problem as its schedulers hold it.
using Subject = std::shared_ptr<const Problem>;

/// Costs of a collective's steps on a topology.
kernels::StepCosts flow_costs(const kernels::Collective& collective,
                              const kernels::Topology& topology,
                              const flow::FlowOptions& options = {},
                              const StepMeasure& measure = measures::concurrent_flow);
/// Costs on one of the problem's own topologies that is known in closed form.
kernels::StepCosts flow_costs(const Problem& problem, const kernels::Topology& topology);

/// Builds a problem, with flow_costs on the base and on the others of the pool.
Problem make_problem(kernels::Collective collective, kernels::Topology base, Pool pool = {},
                     double flow_gap = 0, const StepMeasure& measure = measures::concurrent_flow);

}  // namespace lightsweep::solvers
