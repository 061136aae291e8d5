#pragma once
// The pool of lanes: the topologies that a switch of k lanes per node may take (rules = common).
//
// Every topology has k lanes of b / k per node. Topologies are compared as sets of circuits, not by
// name: the directed ring equals the matching of a shift by one.

#include <map>
#include <optional>

#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers::one_accounting {

/// The base of that name on k lanes: "ring-uni" puts all of them forwards, "ring" half of them each
/// way, "torus2d" a quarter in each direction of two dimensions (dims, or the squarest). Nothing if
/// lanes or nodes do not suffice: ring needs an even k, torus2d a multiple of 4 and sizes >= 3.
std::optional<kernels::Topology> base_topology(std::string_view name, kernels::Node n,
                                               kernels::Node k,
                                               const std::vector<kernels::Node>& dims = {});

/// All k lanes on one offset, or half of them on it and half on its opposite (k even).
kernels::Topology lanes_forward(kernels::Node n, std::int64_t offset, kernels::Node k);
kernels::Topology lanes_both_ways(kernels::Node n, std::int64_t offset, kernels::Node k);

/// A step's own circuits, with lanes by bytes (kernels::lanes_by_bytes). Nothing if the step has
/// more peers than lanes, if no node sends, or if the circuits are a torus (bucket-multiport),
/// which counts as a base and not as a matching.
std::optional<kernels::Topology> own_circuits(const kernels::Step& step, kernels::Node k);

/// Whether full_pool has a topology that carries the step for every base: its own circuits, or the
/// torus formed by its peers, with lanes divided evenly or not.
bool pool_carries(const kernels::Step& step, kernels::Node k);

/// Distinct topologies, in the order of first use.
class TopologyList {
  public:
    /// Index of the topology, which is added if it is new.
    std::size_t place(kernels::Topology topology);
    const std::vector<kernels::Topology>& all() const { return all_; }

  private:
    std::vector<kernels::Topology> all_;
    std::multimap<std::uint64_t, std::size_t> by_hash_;
};

/// The topologies on which a problem may run.
struct LanePool {
    TopologyList list;                            ///< [0] is the base
    std::vector<std::optional<std::size_t>> own;  ///< per step: index of its own circuits
};

/// The pool of the base and every step's own circuits.
LanePool own_pool(const Problem& structure);

/// The pool of `segments`. It holds own_pool; subrings of stride 2^e on all lanes and (k even) on
/// half of them each way; circulants of one offset and of +-g; for shifts {1, g} and {g, 2g} (k
/// even); unions of the steps of every window, with lanes by volume and (where k is a multiple)
/// evenly; the torus (k a multiple of 4).
LanePool full_pool(const Problem& structure);

/// Lanes for several permutations that minimise the sum of volume_i k / lanes_i: one lane each,
/// then one after the other where it saves most. At most k permutations.
kernels::Topology shared_lanes(const std::vector<std::pair<kernels::Permutation, double>>& volumes,
                               kernels::Node k);

}  // namespace lightsweep::solvers::one_accounting
