#pragma once
// Points of one grid for the solvers: a problem for every combination of structural values, and the
// parameters at every point.
//
// Every set of rules has its own class of points (sweeps/rules), which knows its hardware and the
// meaning of its keys. The common parts are here: finding a number, a text or a tuple of the grid,
// the collective, and the estimated time to build a problem.

#include <functional>
#include <optional>

#include "kernels/collectives/groups.hpp"
#include "kernels/matrices/byte_matrix.hpp"
#include "solvers/contract/scheduler_row.hpp"
#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {

/// Indices into a grid's dimensions; open_index where a dimension is left open.
using Indices = std::vector<std::size_t>;

/// Thrown where a point has nothing to compute by definition.
struct NotApplicable {
    solvers::Reason reason;
};

/// The topology on nodes with `degree` ports; unchanged if the degree is 0 (not given). Throws
/// NotApplicable if the topology has more links than ports.
kernels::Topology on_ports(const kernels::Topology& topology, kernels::Node degree);

/// Reads "free", "first" or "cold".
kernels::InitialPlanes initial_planes(const std::string& word);

class GridPoints {
  public:
    /// From now on long computations throw engine::Abandoned once the run has to end.
    explicit GridPoints(const GridSpec& grid);
    virtual ~GridPoints() = default;

    const GridSpec& grid() const { return *grid_; }

    /// Returns the step costs on base k of a problem (its own base, then those of the pool) if they
    /// are already known, otherwise nothing.
    using KnownCosts = std::function<std::optional<kernels::StepCosts>(std::size_t base)>;

    /// Builds the problem at these indices; all structural dimensions must be known. Costs that are
    /// not known are computed. Throws NotApplicable; std::invalid_argument or std::runtime_error
    /// with the reason; engine::Abandoned if the run has to end.
    virtual solvers::Problem make_problem(const Indices& indices, bool with_pool,
                                          const KnownCosts& known = {}) const = 0;
    /// Its step costs on one base only.
    kernels::StepCosts make_costs(const Indices& indices, const kernels::Topology& base) const;

    /// The measure of a step at these indices.
    virtual solvers::StepMeasure measure(const Indices& indices) const = 0;

    /// The base topology at these indices. Throws NotApplicable if a node has too few ports for it,
    /// and std::invalid_argument with the reason if there is none.
    virtual kernels::Topology make_topology(const Indices& indices) const = 0;

    /// The other bases of the grid's pool at these indices, with pool_size and the price of
    /// switching. Throws std::invalid_argument with the reason.
    virtual solvers::Pool make_pool(const Indices&) const { return {}; }

    /// False if names and sizes alone exclude the problem.
    virtual bool has_structure(const Indices&) const { return true; }
    /// Whether the topology there is of the scheduler's kind.
    virtual bool has_topology_of(const solvers::SchedulerRow&, const Indices&) const {
        return true;
    }
    /// Whether the hardware there is a WDM ring or a torus of them.
    virtual bool on_wdm_rings(const Indices&) const { return false; }

    /// The matrix of an uneven all-to-all, and what its schedulers read; null of other collectives.
    std::shared_ptr<const solvers::MatrixTask> matrix_task(const Indices& indices) const;

    /// What one group runs by itself.
    kernels::Collective of_members(const Indices& indices) const {
        return make_collective(indices, members(indices));
    }
    /// The collectives of the key parallel, each in its groups, with bytes as shares.
    std::vector<kernels::Collective> entries(const Indices& indices) const;

    /// Name of the collective at these indices, with the sizes of dims if it reads them; empty if
    /// the pair of primitive and algorithm does not exist.
    std::string collective(const Indices& indices) const;

    /// Number of steps of the problem, without building it; 0 if the pair does not exist.
    virtual double n_steps(const Indices& indices) const;
    /// The same where a step has `most` peers at most: others count as several.
    double n_rounds(const Indices& indices, double most) const;
    /// Numbers on which its memory depends, likewise.
    solvers::ProblemSize size(const Indices& indices) const;
    /// Estimated seconds for the costs on the base, or on another topology.
    virtual double build_seconds(const Indices&) const { return 0; }
    virtual double build_seconds(const Indices& indices, const kernels::Topology&) const {
        return build_seconds(indices);
    }

    /// The parameters at these indices; an open reconfiguration delay is 0.
    virtual kernels::Parameters parameters(const Indices& indices,
                                           const solvers::Problem& structure) const;

    /// The reconfiguration delay at these indices; 0 if the grid has none.
    double delay(const Indices& indices) const { return delay_.at(indices, 0); }
    /// The delay that replaces it, if the problem's hardware has a delay of its own.
    virtual std::optional<double> own_delay(const Indices&, const solvers::Problem&) const {
        return std::nullopt;
    }

  protected:
    /// Whether the base topology exists, or has a fault of its own.
    bool has_topology(const Indices& indices) const;
    /// Source of a key's numbers, looked up once: a constant, or an axis of a dimension.
    class Source {
      public:
        Source(const GridSpec& grid, const char* key);
        /// The number at these indices, or the fallback.
        double at(const Indices& indices, double otherwise) const {
            if (!values_) return otherwise;
            if (dimension_ == open_index) return values_->front();
            const std::size_t i = indices[dimension_];
            return i == open_index ? otherwise : (*values_)[i];
        }
        explicit operator bool() const { return values_ != nullptr; }

      private:
        const std::vector<double>* values_ = nullptr;
        std::size_t dimension_ = open_index;
    };
    /// The number of a key at these indices, or a fallback. Looks the key up each time; for many
    /// points use a Source.
    double number(const char* key, const Indices& indices, double otherwise) const;
    kernels::Node nodes(const Indices& indices) const;
    kernels::ReadMatrix matrix(const Indices& indices) const;
    /// The matrix as steps, by the key cut.
    kernels::Collective matrix_steps(const Indices& indices) const;
    kernels::Node ports(const Indices& indices) const;
    /// The nodes that run a collective together: of one group, or all.
    kernels::Node members(const Indices& indices) const;
    /// The collective on n nodes. Throws std::invalid_argument with the reason.
    virtual kernels::Collective make_collective(const Indices& indices, kernels::Node n) const;
    /// The same in all groups of the fabric at once.
    kernels::Collective on_fabric(const Indices& indices) const;
    /// The order of algorithms that have one, if the grid gives none; nothing means the usual order
    /// of each algorithm.
    virtual std::optional<kernels::Order> usual_order() const { return std::nullopt; }
    /// Number of links, planes or lanes that share the grid's bandwidth.
    virtual double links_of(const solvers::Problem& structure) const = 0;
    /// Total bandwidth of a node [B/s].
    virtual double bandwidth(const Indices& indices, const solvers::Problem& structure) const;

  private:
    /// Memory of link lists, and of the table of distances where paths are followed on a graph [B].
    double listed_bytes(const Indices& indices) const;

    const GridSpec* grid_;

  protected:
    const Source message_, item_, bandwidth_, link_rate_, plane_bandwidth_, planes_;
    const Source per_step_, per_hop_, hop_cost_, delay_, port_delay_, compute_time_;
};

/// The text of a key at these indices, or a fallback.
std::string text_at(const GridSpec& grid, const char* key, const Indices& indices,
                    const std::string& fallback);
/// The tuple of a key at these indices; empty if there is none.
std::vector<std::int64_t> tuple_at(const GridSpec& grid, const char* key, const Indices& indices);

/// The groups by their members, and what is wrong with them on n nodes.
kernels::GroupLists lists_of(const Groups& groups, kernels::Node n);
std::optional<kernels::GroupFault> fault_of(const Groups& groups, kernels::Node n);

/// The peers of one custom step. Throws std::invalid_argument with the reason.
kernels::Permutation permutation_of(const CustomStep& step, kernels::Node n);

/// The list of steps as a collective on n nodes. Throws std::invalid_argument with the reason.
kernels::Collective collective_of(const std::vector<CustomStep>& steps, kernels::Node n);
/// An entry's collective in its groups of n nodes, with bytes as shares. Throws likewise.
kernels::Collective collective_of(const TraceEntry& entry, kernels::Node n,
                                  std::optional<kernels::Order> order = {});

/// The matrix of a file. Throws std::invalid_argument with file, line and remedy.
kernels::ReadMatrix matrix_of(const TextFile& file, kernels::Node n);

/// The links of an edge list. Throws std::invalid_argument with file, line and remedy.
std::vector<kernels::Edge> edges_of(const TextFile& file, kernels::Node n);

}  // namespace lightsweep::sweeps
