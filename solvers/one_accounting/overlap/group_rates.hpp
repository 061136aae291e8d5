#pragma once
// Rates of groups of planes on the steps of a collective (kernels/planes/plane_groups.hpp), stored
// for reuse: hops, and the share of a node's bandwidth at which a group carries a step.

#include <array>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

#include "kernels/planes/plane_groups.hpp"
#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers::one_accounting {

/// Groups are searched up to this number of planes.
inline constexpr std::size_t most_planes = 16;

/// Circuits of a set of planes, as ascending numbers of permutations.
struct PlaneSet {
    using Id = std::uint16_t;
    static constexpr Id none = 0xFFFF;
    std::array<Id, most_planes> ids{};
    std::size_t size = 0;

    /// Inserts in ascending order.
    void add(Id id) {
        std::size_t at = size++;
        for (; at > 0 && ids[at - 1] > id; --at) ids[at] = ids[at - 1];
        ids[at] = id;
    }
    bool operator==(const PlaneSet& other) const = default;
    std::size_t distinct() const {
        std::size_t count = size > 0 ? 1 : 0;
        for (std::size_t i = 1; i < size; ++i) count += ids[i] != ids[i - 1];
        return count;
    }
};

struct GroupRate {
    double hops = 0;
    /// Theta times the group's share of the planes; 0 if it does not connect the step.
    double rate = 0;
};

class GroupRates {
  public:
    using Id = PlaneSet::Id;
    /// Rates for a problem on at most most_planes lanes, whose planes hold permutations of these
    /// topologies or a step's own permutation.
    GroupRates(std::shared_ptr<const Problem> structure,
               const std::vector<kernels::Topology>& topologies);

    const Problem& structure() const { return *structure_; }
    /// The permutations that planes 0, 1, ... hold in one of the topologies.
    const std::vector<Id>& planes_of(std::size_t topology) const { return planes_[topology]; }
    const kernels::Permutation& permutation(Id id) const { return permutations_[id]; }
    /// Number of the step's own permutation.
    Id own(std::size_t step) const { return own_[step]; }
    /// Rates of a set of planes per step. The address is valid as long as this object. Thread-safe.
    const std::vector<GroupRate>& rates(const PlaneSet& planes) const;

  private:
    struct Hash {
        std::size_t operator()(const PlaneSet& planes) const;
    };
    Id id_of(const kernels::Permutation& permutation);
    std::vector<GroupRate> measured(const PlaneSet& planes) const;
    /// False for sets of many different permutations: unless they are one of the topologies, they
    /// have no closed form or a long one, and are not used.
    bool is_measured(const PlaneSet& planes) const;

    std::shared_ptr<const Problem> structure_;
    std::vector<kernels::Permutation> permutations_;
    std::unordered_multimap<std::uint64_t, Id> by_hash_;
    std::vector<std::vector<Id>> planes_;
    std::vector<Id> own_;
    std::unordered_set<PlaneSet, Hash> whole_;
    mutable std::shared_mutex mutex_;
    mutable std::unordered_map<PlaneSet, std::vector<GroupRate>, Hash> known_;
};

}  // namespace lightsweep::solvers::one_accounting
