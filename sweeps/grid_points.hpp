#pragma once
// The points of one grid as the solvers see them: a structure for every combination of structural
// values, and the parameters at every point.

#include <functional>
#include <memory>
#include <optional>

#include "solvers/scheduler.hpp"
#include "sweeps/flow_estimate.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Indices into a grid's dimensions; open_index where a dimension is left out.
using Indices = std::vector<std::size_t>;

/// There is nothing to compute at a point, by its very definition.
struct NotApplicable {
    solvers::Reason reason;
};

/// The topology on nodes of so many ports; as it is if the degree is 0 (not given). Throws
/// NotApplicable if it has more links than that.
kernels::Topology on_ports(const kernels::Topology& topology, kernels::Node degree);

/// "free", "first" or "cold".
kernels::InitialPlanes initial_planes(const std::string& word);

/// Throws engine::Abandoned if the run is to end: asked during long searches.
void leave_if_stopped();

class GridPoints {
  public:
    explicit GridPoints(const GridSpec& grid);

    const GridSpec& grid() const { return *grid_; }

    /// Costs of the steps on base k of a structure (its own, then those of the pool) that somebody
    /// has already; nothing: not known.
    using KnownCosts = std::function<std::optional<kernels::StepCosts>(std::size_t base)>;

    /// Builds the structure at these indices (structural dimensions must be known); costs that are
    /// not known are computed. Throws NotApplicable, or std::invalid_argument or std::runtime_error
    /// with the reason; engine::Abandoned if the run is to end.
    solvers::Structure make_structure(const Indices& indices, bool with_pool,
                                      const KnownCosts& known = {}) const;
    /// Its costs on one base alone.
    kernels::StepCosts make_costs(const Indices& indices, const kernels::Topology& base) const;

    /// The base topology at these indices. Throws NotApplicable when a node has too few ports for
    /// it, std::invalid_argument with the reason when there is none.
    kernels::Topology make_topology(const Indices& indices) const;

    /// The other bases of the grid's pool at these indices, pool_size and what switching costs.
    /// Throws std::invalid_argument with the reason.
    solvers::Pool make_pool(const Indices& indices) const;

    /// False where names and sizes alone rule the structure out: too few ports for the base, and
    /// under rules = common too few nodes for the collective, or an algorithm that is named on a
    /// WDM ring.
    bool has_structure(const Indices& indices) const;
    /// Under rules = common, whether the topology there is of the scheduler's kind: a WDM ring, or
    /// lanes of a switch. Under other rules true.
    bool has_topology_of(const solvers::SchedulerRow& scheduler, const Indices& indices) const;
    /// Under rules = optree, and on the WDM ring of rules = common (ring_points.cpp).
    bool has_rings(const Indices& indices) const;

    /// Name of the collective at these indices, with the sizes of dims if it has a use for them;
    /// empty if the pair does not exist.
    std::string collective(const Indices& indices) const;

    /// Steps of the structure, without building it; 0 if the pair does not exist.
    double n_steps(const Indices& indices) const;
    /// Estimated seconds for the costs on the base, or on another one.
    double build_seconds(const Indices& indices) const;
    double build_seconds(const Indices& indices, const kernels::Topology& base) const;

    /// The parameters at these indices; 0 for an open reconfiguration delay.
    kernels::Parameters parameters(const Indices& indices,
                                   const solvers::Structure& structure) const;

    /// Values of the reconfiguration delay at these indices; 0 if the grid has none.
    double delay(const Indices& indices) const { return value(delay_, indices, 0.0); }
    /// The delay that the structure has in its place: that of WDM rings under rules = common, where
    /// the grid gives one.
    std::optional<double> own_delay(const Indices& indices,
                                    const solvers::Structure& structure) const;

  private:
    /// Where a number is found: a constant, or an axis of a dimension.
    struct Source {
        const std::vector<double>* values = nullptr;
        std::size_t dimension = open_index;
    };
    Source source(const char* key) const;
    static double value(const Source& source, const Indices& indices, double otherwise);
    kernels::Node nodes(const Indices& indices) const;
    kernels::Node ports(const Indices& indices) const;
    kernels::Collective make_collective(const Indices& indices, kernels::Node n) const;
    /// Without a limit on transmitters.
    kernels::Collective unlimited(const Indices& indices, kernels::Node n) const;
    kernels::LinkBandwidth link_bandwidth(const Indices& indices) const;
    double flows(const Indices& indices) const;
    FlowEffort effort_at(const std::string& topology, const Indices& indices) const;
    solvers::Accounting accounting(const Indices& indices) const;
    solvers::SubringRules subring_rules(const Indices& indices) const;
    kernels::Node block_of(const Indices& indices) const;
    solvers::SwitchPlanes switch_planes(const Indices& indices) const;
    /// Of one ordinary plane [B/s].
    double plane_rate(const Indices& indices) const;
    solvers::Pool pool_beside(const kernels::Topology& base, const Indices& indices) const;
    bool is_common() const { return grid_->rules == "common"; }
    kernels::Node lanes(const Indices& indices) const;
    kernels::Topology lane_topology(const Indices& indices) const;
    solvers::Structure lane_structure(const Indices& indices) const;
    /// Shared by all structures of the same primitive, nodes, lanes and base.
    std::shared_ptr<const kernels::CommonBounds> common_bounds(
        const Indices& indices, const solvers::Structure& structure) const;
    solvers::LightpathRings rings(const Indices& indices) const;
    solvers::Structure ring_structure(const Indices& indices) const;
    kernels::Parameters ring_parameters(const Indices& indices,
                                        const solvers::LightpathRings& rings) const;

    struct KnownBounds;
    static std::shared_ptr<KnownBounds> no_bounds();
    const GridSpec* grid_;
    std::shared_ptr<KnownBounds> known_bounds_;
    Source nodes_, ports_, radix_, mirrored_, degree_, switch_ports_, transmitters_, restore_,
        seed_, flow_gap_, planes_, message_, item_, bandwidth_, link_rate_, plane_bandwidth_;
    Source per_step_, per_hop_, hop_cost_, delay_, wdm_delay_, port_delay_, compute_time_,
        pool_size_;
    Source wavelengths_, wavelength_bandwidth_, items_per_node_, stages_, flit_, cycle_, packet_;
};

/// The text of a key at these indices, or a fallback.
std::string text_at(const GridSpec& grid, const char* key, const Indices& indices,
                    const std::string& fallback);
/// The tuple of a key at these indices, or none.
std::vector<std::int64_t> tuple_at(const GridSpec& grid, const char* key, const Indices& indices);

/// The peers of one custom step; throws std::invalid_argument with the reason.
kernels::Permutation permutation_of(const CustomStep& step, kernels::Node n);

/// The lines of an edge list; throws std::invalid_argument with file, line and remedy.
std::vector<kernels::Edge> edges_of(const TextFile& file, kernels::Node n);

}  // namespace lightsweep::sweeps
