#pragma once
// The topologies that a switch of k lanes per node may be set to, and what every step of a
// collective costs on each (rules = common).
//
// All of them have k lanes of b / k per node. Topologies are compared as sets of circuits, whatever
// they are called: the directed ring IS the matching of a shift by one.

#include <map>
#include <optional>

#include "solvers/scheduler.hpp"

namespace lightsweep::solvers::common {

/// The base of that name on k lanes: "ring-uni" all of them forwards, "ring" half of them each way,
/// "torus2d" a quarter in each direction of two dimensions (dims, or the squarest). Nothing if the
/// lanes or nodes do not suffice: ring needs an even k, torus2d a multiple of 4 and sizes >= 3.
std::optional<kernels::Topology> base_topology(std::string_view name, kernels::Node n,
                                               kernels::Node k,
                                               const std::vector<kernels::Node>& dims = {});

/// All k lanes on one offset; half of them on it and half on its opposite (k even).
kernels::Topology lanes_forward(kernels::Node n, std::int64_t offset, kernels::Node k);
kernels::Topology lanes_both_ways(kernels::Node n, std::int64_t offset, kernels::Node k);

/// A step's own circuits, lanes as even as possible. Nothing if it has more peers than lanes, if
/// nobody sends, or if they are a torus of their own (bucket-multiport), which is a base and no
/// matching.
std::optional<kernels::Topology> own_circuits(const kernels::Step& step, kernels::Node k);

/// Whether full_pool has a topology that carries the step, whatever the base: its own circuits, or
/// the torus that its peers are, on even lanes or not.
bool pool_carries(const kernels::Step& step, kernels::Node k);

/// Distinct topologies in the order of first use.
class TopologyList {
  public:
    /// Its place; added if it is new.
    std::size_t place(kernels::Topology topology);
    const std::vector<kernels::Topology>& all() const { return all_; }

  private:
    std::vector<kernels::Topology> all_;
    std::multimap<std::uint64_t, std::size_t> by_hash_;
};

/// What a structure may run on.
struct LanePool {
    TopologyList list;                            ///< [0] is the base
    std::vector<std::optional<std::size_t>> own;  ///< per step: the place of its own circuits
};

/// The base and every step's own circuits.
LanePool own_pool(const Structure& structure);

/// All that segments choose from: own_pool; subrings of stride 2^e on all lanes and (k even) on
/// half of them each way; circulants of one offset and of +-g; for shifts {1, g} and {g, 2g} (k
/// even); unions of the steps of every window, by volume and (where k is a multiple) alike; the
/// torus (k a multiple of 4).
LanePool full_pool(const Structure& structure);

/// Lanes of several permutations such that sum of volume_i k / lanes_i is least: one each, then one
/// after the other where it saves most. At most k permutations.
kernels::Topology shared_lanes(const std::vector<std::pair<kernels::Permutation, double>>& volumes,
                               kernels::Node k);

}  // namespace lightsweep::solvers::common
