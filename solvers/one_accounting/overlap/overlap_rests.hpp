#pragma once
// Labels of the search over group schedules, and estimates of the time that the rest of a schedule
// takes (overlap_search.hpp). The estimates rank labels and are no bounds, except `ideal`.

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <shared_mutex>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "kernels/planes/plane_groups.hpp"
#include "solvers/contract/problem.hpp"

namespace lightsweep::solvers::one_accounting {

// Rates of groups of planes on the steps of a collective (kernels/planes/plane_groups.hpp), stored
// for reuse: hops, and the share of a node's bandwidth at which a group carries a step.

/// Groups are searched up to this number of planes.
inline constexpr std::size_t most_planes = 16;

/// Circuits of a set of planes, as ascending numbers of permutations.
struct PlaneSet {
    using Id = std::uint16_t;
    static constexpr Id none = 0xFFFF;
    std::array<Id, most_planes> ids;  ///< from place `size` on: none
    std::size_t size = 0;
    PlaneSet() { ids.fill(none); }

    /// Inserts in ascending order.
    void add(Id id) {
        std::size_t at = size++;
        for (; at > 0 && ids[at - 1] > id; --at) ids[at] = ids[at - 1];
        ids[at] = id;
    }
    std::array<std::uint64_t, most_planes / 4> words() const {
        return std::bit_cast<std::array<std::uint64_t, most_planes / 4>>(ids);
    }
    bool operator==(const PlaneSet& other) const {
        const auto a = words(), b = other.words();
        std::uint64_t differences = 0;
        for (std::size_t i = 0; i < a.size(); ++i) differences |= a[i] ^ b[i];
        return differences == 0;
    }
    struct Hash {
        std::size_t operator()(const PlaneSet& planes) const {
            std::uint64_t hash = 0;
            for (const std::uint64_t word : planes.words())
                hash = (std::rotl(hash, 23) ^ word) * 0x9E3779B97F4A7C15ULL;
            return static_cast<std::size_t>(hash >> 29);
        }
    };
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
    std::size_t n_permutations() const { return permutations_.size(); }
    const kernels::Permutation& permutation(Id id) const { return permutations_[id]; }
    /// Number of the step's own permutation.
    Id own(std::size_t step) const { return own_[step]; }
    /// Rates of a set of planes per step. The address is valid as long as this object. Thread-safe.
    const std::vector<GroupRate>& rates(const PlaneSet& planes) const;

  private:
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
    std::unordered_set<PlaneSet, PlaneSet::Hash> whole_;
    mutable std::shared_mutex mutex_;
    mutable std::unordered_map<PlaneSet, std::vector<GroupRate>, PlaneSet::Hash> known_;
};

// Labels of the beam search over schedules of groups of planes: partial schedules
// (overlap_search.hpp).

/// A set of planes as bits.
using PlaneMask = std::uint32_t;

/// Groups that send in one step, with bytes such that all of them end together.
class Sending {
  public:
    struct Group {
        PlaneMask planes;
        double begin, rate, bytes;  ///< begin: when its latencies are over
    };
    double end = std::numeric_limits<double>::infinity();

    std::span<Group> groups() { return std::span(groups_).first(size_); }
    void add(PlaneMask planes, double begin, double rate) {
        groups_[size_++] = {planes, begin, rate, 0};
    }
    /// Finds the earliest common end at which the groups together have carried `bytes`; groups that
    /// would begin after it are left out.
    void fill(double bytes) {
        std::ranges::sort(groups(), [](const Group& a, const Group& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.planes < b.planes;
        });
        double rate = 0, offset = 0;
        std::size_t used = 0;
        for (; used < size_; ++used) {
            if (used > 0 && groups_[used].begin >= end) break;
            rate += groups_[used].rate;
            offset += groups_[used].rate * groups_[used].begin;
            end = (bytes + offset) / rate;
        }
        size_ = used;
        double sum = 0;
        for (auto& group : groups()) {
            group.bytes = group.rate * (end - group.begin);
            sum += group.bytes;
        }
        // Late in a schedule, small bytes lose digits in the difference of times.
        for (auto& group : groups()) group.bytes *= bytes / sum;
    }
    PlaneMask planes() {
        PlaneMask all = 0;
        for (const auto& group : groups()) all |= group.planes;
        return all;
    }

  private:
    std::array<Group, most_planes> groups_;  ///< uninitialised from size_ on
    std::size_t size_ = 0;
};

/// What the planes do in one step.
struct Move {
    PlaneMask still = 0;    ///< planes that send on the circuits that they hold
    PlaneMask changed = 0;  ///< planes that send on new circuits
    bool waits = false;     ///< all of them wait for the last one, instead of sending when ready
    bool apart = false;     ///< every permutation is a group of its own
};

/// A partial schedule: per plane the circuits that it holds, and the time from which it is free.
struct Label {
    std::array<PlaneSet::Id, most_planes> held;
    std::array<double, most_planes> free;
    double end, score;
    std::int32_t before;  ///< index of the label in the layer before
    Move move;            ///< from that label to this one
};

/// Among the planes in `among` that hold `id`, the one that was used last; n if there is none.
inline std::size_t holder(const Label& label, std::size_t n, PlaneMask among, PlaneSet::Id id) {
    std::size_t found = n;
    for (std::size_t j = 0; j < n; ++j)
        if ((among >> j & 1) && label.held[j] == id &&
            (found == n || label.free[j] > label.free[found]))
            found = j;
    return found;
}

/// Among the planes in `among`, the one that has been free longest; n if `among` is empty.
inline std::size_t longest_free(const Label& label, std::size_t n, PlaneMask among) {
    std::size_t found = n;
    for (std::size_t j = 0; j < n; ++j)
        if ((among >> j & 1) && (found == n || label.free[j] < label.free[found])) found = j;
    return found;
}

/// A guide: per step the index of a topology of GroupRates.
using Guide = std::vector<std::size_t>;

struct OverlapPoint {
    double per_step, per_hop, message_time, delay;  ///< [s]
};

/// Estimates for the loaded steps, indexed by their place in a list. Sums run over a step and all
/// later ones [s].
class OverlapRests {
  public:
    /// Keeps references: the arguments must outlive this object. loaded: the steps in which some
    /// node sends.
    OverlapRests(const GroupRates& rates, const OverlapPoint& point,
                 const std::vector<Guide>& guides, const std::vector<std::size_t>& loaded);

    /// Lower bound of the rest: full bandwidth, one hop, no reconfiguration.
    double ideal(std::size_t at) const { return ideal_[at]; }
    /// The smallest of several estimates: planes change one by one, with as many planes per step as
    /// keep all of them busy; and along every guide, where a change costs the sending time that its
    /// planes lose.
    double expected(const Label& label, std::size_t at) const;

  private:
    double time_on(std::size_t topology, std::size_t step) const;
    double one_by_one(std::size_t step) const;
    double change_time(const Guide& guide, std::size_t at) const;
    double debts(const Label& label, const std::vector<PlaneSet::Id>& wanted) const;
    double work(std::size_t step) const {
        return rates_.structure().collective.steps[step].share * p_.message_time;
    }

    const GroupRates& rates_;
    const OverlapPoint& p_;
    const std::vector<Guide>& guides_;
    const std::vector<std::size_t>& loaded_;
    std::size_t n_;
    std::vector<double> ideal_, singly_;
    std::vector<std::vector<double>> along_;  ///< per guide
};

}  // namespace lightsweep::solvers::one_accounting
