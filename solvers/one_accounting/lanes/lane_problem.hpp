#pragma once
// Builds the problem of one collective on the k lanes of a node (rules = common).

#include "solvers/contract/problem.hpp"
#include "solvers/flow/lane_solver.hpp"
#include "solvers/walks/uniform_walks.hpp"

namespace lightsweep::solvers::one_accounting {

/// measure: lanes_flow or lanes_path. As planes, the lanes start on the base's circuits, lane by
/// lane (kernels::circuits_of_planes). A single lane starts empty unless the base has the first
/// step's circuits, because it sends in every step.
Problem make_problem(kernels::Collective collective, kernels::Topology base, kernels::Node k,
                     const StepMeasure& measure);

// Costs of steps on topologies of lanes, measured one (step, topology) pair at a time. This suits
// schedulers that look at few of the steps times topologies pairs.

class LaneCosts {
  public:
    LaneCosts(const Problem& problem, const std::vector<kernels::Topology>& topologies);

    /// Cost of a step on a topology; nothing if the topology does not carry it. For topology 0, the
    /// base, it is the problem's own cost.
    std::optional<StateCost> at(std::size_t step, std::size_t topology,
                                bool may_enter = true) const;
    /// Adds this cost to the walks, if it exists.
    void add(UniformWalks& walks, std::size_t step, std::size_t topology,
             bool may_enter = true) const;

  private:
    friend UniformWalks all_choices(std::shared_ptr<const Problem> problem,
                                    std::vector<kernels::Topology> topologies);
    /// Measured values of a step's transfers, independent of their bytes.
    struct Measure {
        double hops, stretch;
    };
    std::optional<Measure> measure(std::size_t step, std::size_t topology) const;
    StateCost choice(std::size_t step, std::size_t topology, const Measure& measure,
                     bool may_enter) const;

    const Problem& structure_;
    bool may_be_inexact_;  ///< true: the schedule gets a separate bound (scheduler_row.hpp)
    std::vector<flow::LaneSolver> flows_;  ///< flows of topologies 1, 2, ...
};

/// A walk problem on these topologies without any choices yet.
UniformWalks no_choices(std::shared_ptr<const Problem> problem,
                        std::vector<kernels::Topology> topologies);

/// A walk problem in which every step may use every topology that carries it.
UniformWalks all_choices(std::shared_ptr<const Problem> problem,
                         std::vector<kernels::Topology> topologies);

}  // namespace lightsweep::solvers::one_accounting
