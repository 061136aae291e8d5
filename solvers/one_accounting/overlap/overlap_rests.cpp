#include "solvers/one_accounting/overlap/overlap_rests.hpp"

#include <iterator>
#include <mutex>
#include <stdexcept>

#include "solvers/flow/lane_solver.hpp"

namespace lightsweep::solvers::one_accounting {

namespace {

using Id = PlaneSet::Id;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Number of planes that must change from one list of circuits to another.
std::size_t changes(std::vector<Id> from, std::vector<Id> to) {
    std::vector<Id> kept;
    std::ranges::sort(from);
    std::ranges::sort(to);
    std::set_intersection(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(kept));
    return to.size() - kept.size();
}

}  // namespace

OverlapRests::OverlapRests(const GroupRates& rates, const OverlapPoint& point,
                           const std::vector<Guide>& guides, const std::vector<std::size_t>& loaded)
    : rates_(rates),
      p_(point),
      guides_(guides),
      loaded_(loaded),
      n_(static_cast<std::size_t>(rates.structure().lanes)),
      ideal_(loaded.size() + 1, 0.0),
      singly_(loaded.size() + 1, 0.0),
      along_(guides.size(), std::vector<double>(loaded.size() + 1, 0.0)) {
    for (std::size_t at = loaded.size(); at-- > 0;) {
        ideal_[at] = ideal_[at + 1] + p_.per_step + p_.per_hop + work(loaded[at]);
        singly_[at] = singly_[at + 1] + one_by_one(loaded[at]);
        for (std::size_t g = 0; g < guides.size(); ++g)
            along_[g][at] = along_[g][at + 1] + time_on(guides[g][loaded[at]], loaded[at]) +
                            change_time(guides[g], at);
    }
}

/// Time of a step if all planes are on one topology.
double OverlapRests::time_on(std::size_t topology, std::size_t step) const {
    PlaneSet set;
    for (const Id id : rates_.planes_of(topology)) set.add(id);
    const auto& one = rates_.rates(set)[step];
    if (one.rate <= 0) return infinity;
    return p_.per_step + p_.per_hop * one.hops + work(step) / one.rate;
}

double OverlapRests::one_by_one(std::size_t step) const {
    const double unit = p_.per_step + p_.per_hop;
    double least = infinity;
    for (std::size_t planes = 1; planes <= n_; ++planes) {
        const double share = static_cast<double>(planes) / static_cast<double>(n_);
        least = std::min(
            least, std::max(work(step) / share + unit, work(step) + share * (unit + p_.delay)));
    }
    return least;
}

/// Time of the changes from one loaded step to the next.
double OverlapRests::change_time(const Guide& guide, std::size_t at) const {
    if (at + 1 == loaded_.size()) return 0;
    const auto count =
        changes(rates_.planes_of(guide[loaded_[at]]), rates_.planes_of(guide[loaded_[at + 1]]));
    return static_cast<double>(count) * p_.delay / static_cast<double>(n_);
}

double OverlapRests::expected(const Label& label, std::size_t at) const {
    if (at == loaded_.size()) return 0;
    const auto planes = static_cast<double>(n_);
    double led = 0;
    for (std::size_t j = 0; j < n_; ++j) led += std::min(p_.delay, label.end - label.free[j]);
    double least = std::max(ideal_[at], singly_[at] - led / planes);
    for (std::size_t g = 0; g < guides_.size(); ++g) {
        if (along_[g][at] >= least) continue;
        const auto& wanted = rates_.planes_of(guides_[g][loaded_[at]]);
        least = std::min(least, along_[g][at] + debts(label, wanted) / planes);
    }
    return least;
}

/// Time that the planes still need before they can hold all of `wanted`, summed.
double OverlapRests::debts(const Label& label, const std::vector<Id>& wanted) const {
    PlaneMask left = (PlaneMask{1} << n_) - 1;
    std::size_t missing = 0;
    for (const Id id : wanted) {
        const auto keeper = holder(label, n_, left, id);
        if (keeper < n_)
            left &= ~(PlaneMask{1} << keeper);
        else
            ++missing;
    }
    double sum = 0;
    for (; missing > 0; --missing) {
        const std::size_t plane = longest_free(label, n_, left);
        left &= ~(PlaneMask{1} << plane);
        sum += std::max(0.0, p_.delay - (label.end - label.free[plane]));
    }
    return sum;
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
                kernels::flow_of_group(circuits, steps[i], structure_->lanes, measure);
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
