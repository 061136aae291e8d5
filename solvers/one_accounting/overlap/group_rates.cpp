#include "solvers/one_accounting/overlap/group_rates.hpp"

#include <mutex>
#include <stdexcept>

#include "solvers/flow/lane_solver.hpp"

namespace lightsweep::solvers::one_accounting {

std::size_t GroupRates::Hash::operator()(const PlaneSet& planes) const {
    std::uint64_t hash = planes.size;
    for (std::size_t i = 0; i < planes.size; ++i)
        hash = (hash ^ planes.ids[i]) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
}

GroupRates::GroupRates(std::shared_ptr<const Problem> problem,
                       const std::vector<kernels::Topology>& topologies)
    : structure_(std::move(problem)) {
    for (const auto& topology : topologies) {
        planes_.emplace_back();
        PlaneSet all;
        for (const auto& circuits : kernels::circuits_of_planes(topology, structure_->lanes)) {
            planes_.back().push_back(id_of(circuits));
            all.add(planes_.back().back());
        }
        whole_.insert(all);
    }
    for (const auto& step : structure_->collective.steps) own_.push_back(id_of(step.peer));
}

GroupRates::Id GroupRates::id_of(const kernels::Permutation& permutation) {
    const auto [first, last] = by_hash_.equal_range(permutation.hash());
    for (auto known = first; known != last; ++known)
        if (permutations_[known->second] == permutation) return known->second;
    if (permutations_.size() >= PlaneSet::none)
        throw std::invalid_argument("more than 65534 permutations: take segments");
    permutations_.push_back(permutation);
    const auto id = static_cast<Id>(permutations_.size() - 1);
    by_hash_.emplace(permutation.hash(), id);
    return id;
}

bool GroupRates::is_measured(const PlaneSet& planes) const {
    return planes.distinct() <= 2 || whole_.contains(planes);
}

std::vector<GroupRate> GroupRates::measured(const PlaneSet& planes) const {
    const auto& steps = structure_->collective.steps;
    std::vector<GroupRate> rates(steps.size());
    if (!is_measured(planes)) return rates;
    std::vector<kernels::Permutation> circuits;
    for (std::size_t i = 0; i < planes.size; ++i) circuits.push_back(permutations_[planes.ids[i]]);
    const flow::LaneSolver solver(kernels::topology_of_group(circuits),
                                  *structure_->measure.lane_route);
    const kernels::FlowOracle measure =
        [&](const kernels::Topology&, const kernels::Demand& demand) { return solver(demand); };
    std::unordered_map<Id, GroupRate> done;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto [at, is_new] = done.try_emplace(own_[i]);
        if (is_new && !steps[i].peer.is_identity()) {
            const auto found =
                kernels::flow_of_group(circuits, steps[i].peer, structure_->lanes, measure);
            if (found.reachable()) at->second = {static_cast<double>(found.hops), found.theta};
        }
        rates[i] = at->second;
    }
    return rates;
}

const std::vector<GroupRate>& GroupRates::rates(const PlaneSet& planes) const {
    {
        const std::shared_lock lock(mutex_);
        if (const auto known = known_.find(planes); known != known_.end()) return known->second;
    }
    auto rates = measured(planes);
    const std::unique_lock lock(mutex_);
    return known_.try_emplace(planes, std::move(rates)).first->second;
}

}  // namespace lightsweep::solvers::one_accounting
