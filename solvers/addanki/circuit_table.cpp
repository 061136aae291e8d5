#include "solvers/addanki/circuit_table.hpp"

#include <algorithm>

namespace lightsweep::solvers::addanki {

namespace {

using kernels::Node;
using kernels::Permutation;

/// Sorted targets of every node's lit ports.
class Targets {
  public:
    explicit Targets(const kernels::Topology& topology)
        : of_(static_cast<std::size_t>(topology.size())) {
        for (const auto& link : topology.links()) of_[link.from].push_back(link.to);
        for (auto& targets : of_) std::sort(targets.begin(), targets.end());
    }
    /// The peer of every sender, repeated for its number of ports (once each if `ports` is empty).
    Targets(const Permutation& p, const std::vector<std::size_t>& ports)
        : of_(static_cast<std::size_t>(p.size())) {
        for (Node j = 0; j < p.size(); ++j)
            if (p(j) != j) of_[j].assign(ports.empty() ? 1 : ports[j], p(j));
    }

    std::vector<std::size_t> ports() const {
        std::vector<std::size_t> counts;
        for (const auto& targets : of_) counts.push_back(std::max<std::size_t>(1, targets.size()));
        return counts;
    }
    double lit() const {
        std::size_t sum = 0;
        for (const auto& targets : of_) sum += targets.size();
        return static_cast<double>(sum);
    }
    /// Number of ports lit here whose target is not yet set while `standing` is in force.
    double set_from(const Targets& standing) const {
        std::size_t kept = 0;
        for (std::size_t j = 0; j < of_.size(); ++j) kept += common(of_[j], standing.of_[j]);
        return lit() - static_cast<double>(kept);
    }

  private:
    static std::size_t common(const std::vector<Node>& a, const std::vector<Node>& b) {
        std::size_t both = 0;
        for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
            both += a[i] == b[k];
            const bool advance_a = a[i] <= b[k], advance_b = b[k] <= a[i];
            i += advance_a;
            k += advance_b;
        }
        return both;
    }

    std::vector<std::vector<Node>> of_;
};

/// The share of the ports lit in `wanted` that must be set; 0 if none is lit.
double new_share(const Targets& standing, const Targets& wanted) {
    return wanted.lit() > 0 ? wanted.set_from(standing) / wanted.lit() : 0.0;
}

class Table {
  public:
    Table(std::size_t steps, std::size_t states)
        : states_(states), values_(steps * states * states, 0.0) {}
    double& at(std::size_t step, std::size_t from, std::size_t to) {
        return values_[(step * states_ + from) * states_ + to];
    }
    const std::vector<double>& values() const { return values_; }

  private:
    std::size_t states_;
    std::vector<double> values_;
};

void put_link_shares(const Problem& s, Table& factors) {
    std::vector<Targets> bases;
    for (const auto& base : s.bases()) bases.emplace_back(base);
    const std::size_t matched = bases.size();
    Targets before(Permutation::shift(s.collective.n, 0), {});
    for (std::size_t i = 0; i < s.steps(); ++i) {
        Targets now(s.collective.steps[i].peer, {});
        for (std::size_t j = 0; j < matched; ++j) {
            factors.at(i, j, matched) = new_share(bases[j], now);
            factors.at(i, matched, j) = new_share(before, bases[j]);
            for (std::size_t k = 0; k < matched; ++k)
                factors.at(i, j, k) = i == 0 ? new_share(bases[j], bases[k]) : factors.at(0, j, k);
        }
        factors.at(i, matched, matched) = new_share(before, now);
        before = std::move(now);
    }
}

void put_pair_factors(const Problem& s, Table& factors) {
    const std::size_t bases = s.pool.others.size() + 1;
    for (std::size_t i = 0; i < s.steps(); ++i)
        for (std::size_t j = 0; j <= bases; ++j)
            for (std::size_t k = 0; k <= bases; ++k)
                factors.at(i, j, k) =
                    j < bases && k < bases ? s.pool.switching.factors.at(j * bases + k) : 1.0;
}

}  // namespace

kernels::StateChanges port_changes(const Problem& s) {
    constexpr std::size_t base = 0, matched = 1;
    Table ports(s.steps(), 2);
    const Targets on_base(s.base);
    const auto of_node = on_base.ports();
    Targets before(Permutation::shift(s.collective.n, 0), of_node);
    for (std::size_t i = 0; i < s.steps(); ++i) {
        Targets now(s.collective.steps[i].peer, of_node);
        ports.at(i, base, matched) = now.set_from(on_base);
        ports.at(i, matched, base) = on_base.set_from(before);
        ports.at(i, matched, matched) = now.set_from(before);
        before = std::move(now);
    }
    kernels::StateChanges changes{ports.values(), ports.values()};
    for (double& factor : changes.factor) factor = factor > 0 ? 1.0 : 0.0;
    return changes;
}

kernels::StateChanges pool_changes(const Problem& s) {
    Table factors(s.steps(), s.pool.others.size() + 2);
    if (s.pool.switching.price == Switching::Price::by_links)
        put_link_shares(s, factors);
    else
        put_pair_factors(s, factors);
    return {factors.values(), {}};
}

}  // namespace lightsweep::solvers::addanki
