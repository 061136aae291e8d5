#include "solvers/addanki/circuit_table.hpp"

#include "kernels/topologies/circuits.hpp"

namespace lightsweep::solvers::addanki {

namespace {

using kernels::Permutation;
using kernels::Topology;

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
    const auto bases = s.bases();
    const std::size_t matched = bases.size();
    auto before = Topology::matching(Permutation::shift(s.collective.n, 0));
    for (std::size_t i = 0; i < s.steps(); ++i) {
        auto now = Topology::matching(s.collective.steps[i].peer);
        for (std::size_t j = 0; j < matched; ++j) {
            factors.at(i, j, matched) = kernels::new_link_share(bases[j], now);
            factors.at(i, matched, j) = kernels::new_link_share(before, bases[j]);
            for (std::size_t k = 0; k < matched; ++k)
                factors.at(i, j, k) =
                    i == 0 ? kernels::new_link_share(bases[j], bases[k]) : factors.at(0, j, k);
        }
        factors.at(i, matched, matched) = kernels::new_link_share(before, now);
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

/// The walks with a price for each pair; factors, ports: [step][from][to].
kernels::PairWalk pair_walk(const UniformWalks& walks, std::vector<double> factors,
                            std::vector<double> ports) {
    const std::size_t n = walks.states(), states = walks.steps() * n;
    kernels::PairWalk pairs;
    pairs.n_steps = walks.steps();
    pairs.n_states = n;
    pairs.volume = walks.volume;
    pairs.hops.assign(states, kernels::unreachable_cost);
    pairs.congestion = pairs.hops;
    for (std::size_t i = 0; i < walks.steps(); ++i)
        for (const StateCost& choice : walks.choices[i]) {
            pairs.hops[i * n + choice.state] = choice.hops;
            pairs.congestion[i * n + choice.state] = choice.congestion;
        }
    for (std::size_t k = 0; k <= states; ++k)
        pairs.first.push_back(static_cast<std::uint32_t>(k * n));
    for (std::size_t e = 0; e < states * n; ++e)
        pairs.next.push_back(static_cast<std::uint16_t>(e % n));
    pairs.factor = std::move(factors);
    pairs.ports = std::move(ports);
    pairs.starts = {0};
    pairs.last_changes.assign(n, 0);
    return pairs;
}

}  // namespace

kernels::PairWalk port_walk(const UniformWalks& walks) {
    const Problem& s = *walks.decisions.structure;
    constexpr std::size_t base = 0, matched = 1;
    Table ports(s.steps(), 2);
    const auto changed = [&s](const Topology& standing, const Topology& wanted) {
        return static_cast<double>(kernels::changed_ports(s.base, standing, wanted));
    };
    auto before = Topology::matching(Permutation::shift(s.collective.n, 0));
    for (std::size_t i = 0; i < s.steps(); ++i) {
        auto now = Topology::matching(s.collective.steps[i].peer);
        ports.at(i, base, matched) = changed(s.base, now);
        ports.at(i, matched, base) = changed(before, s.base);
        ports.at(i, matched, matched) = changed(before, now);
        before = std::move(now);
    }
    auto factors = ports.values();
    for (double& factor : factors) factor = factor > 0 ? 1.0 : 0.0;
    return pair_walk(walks, std::move(factors), ports.values());
}

kernels::PairWalk pool_walk(const UniformWalks& walks) {
    const Problem& s = *walks.decisions.structure;
    Table factors(s.steps(), walks.states());
    if (s.pool.switching.price == Switching::Price::by_links)
        put_link_shares(s, factors);
    else
        put_pair_factors(s, factors);
    return pair_walk(walks, factors.values(), {});
}

}  // namespace lightsweep::solvers::addanki
