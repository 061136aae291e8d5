#pragma once
// The problems that the schedulers beyond base and matching solve, as walks to be enumerated.

#include <boost/test/unit_test.hpp>
#include <map>

#include "tests/contract/state_oracles.hpp"
#include "tests/support/reference.hpp"

namespace lightsweep::tests {

using Subject = std::shared_ptr<const solvers::Problem>;

inline std::string place(const char* seed, int instance, const solvers::Problem& s) {
    std::string text = std::string("seed ") + seed + " instance " + std::to_string(instance) +
                       ", n " + std::to_string(s.collective.n) + " on " + s.base.describe() + ":";
    for (const auto& step : s.collective.steps) text += " " + step.peer.describe();
    return text;
}

inline std::unique_ptr<solvers::PreparedScheduler> prepared(const char* name, const Subject& s) {
    return solvers::find_scheduler(name)->prepare(s, {});
}

/// Every change between different states costs one delay; the last states may never stand.
inline std::function<Charged(std::size_t, std::size_t, std::size_t)> whole_delays(
    double delay, std::size_t standing) {
    return [=](std::size_t, std::size_t from, std::size_t to) {
        const bool due = from != to || to >= standing;
        return Charged{due ? delay : 0.0, due};
    };
}

inline WalkProblem pool_problem(const solvers::Problem& s, const kernels::Parameters& p,
                                const std::vector<kernels::Topology>& bases) {
    WalkProblem problem;
    for (const auto& step : s.collective.steps) {
        problem.time.emplace_back();
        for (const auto& topology : bases)
            problem.time.back().push_back(time_on(topology, step, p));
        problem.time.back().push_back(time_on(kernels::Topology::matching(step.peer), step, p));
    }
    problem.charge = whole_delays(p.reconfiguration_delay, bases.size());
    return problem;
}

/// The topology of a state; the state after the bases is the step's matching.
inline kernels::Topology topology_of(const solvers::Problem& s,
                                     const std::vector<kernels::Topology>& bases, std::size_t step,
                                     std::size_t state) {
    return state < bases.size() ? bases[state]
                                : kernels::Topology::matching(s.collective.steps[step].peer);
}

/// Ports from node to node that a topology lights, counted: links of a base one each, and all ports
/// of a sender for a matching.
inline std::map<std::pair<kernels::Node, kernels::Node>, std::int64_t> ports_between(
    const kernels::Topology& topology, const kernels::Topology& base) {
    std::map<kernels::Node, std::int64_t> owned;
    for (const auto& link : base.links()) ++owned[link.from];
    std::map<std::pair<kernels::Node, kernels::Node>, std::int64_t> counts;
    const bool is_matching = topology.kind() == kernels::Topology::Kind::matching;
    for (const auto& link : topology.links())
        counts[{link.from, link.to}] +=
            is_matching ? std::max<std::int64_t>(1, owned[link.from]) : 1;
    return counts;
}

/// Ports of `wanted` that `standing` does not light already: a second count beside
/// kernels/topologies/circuits.
inline std::int64_t counted_ports(const kernels::Topology& base, const kernels::Topology& standing,
                                  const kernels::Topology& wanted) {
    auto before = ports_between(standing, base);
    std::int64_t fresh = 0;
    for (const auto& [pair, count] : ports_between(wanted, base))
        fresh += std::max<std::int64_t>(0, count - before[pair]);
    return fresh;
}

/// Share of the links of `wanted` that `standing` lacks.
inline double counted_link_share(const kernels::Topology& standing,
                                 const kernels::Topology& wanted) {
    std::map<std::pair<kernels::Node, kernels::Node>, std::int64_t> before;
    for (const auto& link : standing.links()) ++before[{link.from, link.to}];
    double fresh = 0, all = 0;
    for (const auto& link : wanted.links()) {
        ++all;
        if (before[{link.from, link.to}]-- <= 0) ++fresh;
    }
    return all > 0 ? fresh / all : 0.0;
}

inline void check_optimum(const solvers::ResultRow& row, const BestWalk& oracle,
                          const std::string& where) {
    BOOST_TEST(close(row.completion[0], oracle.cost, 1e-12),
               where << " " << row.completion[0] << ", enumerated " << oracle.cost);
    BOOST_TEST(row.n_reconfigurations[0] == oracle.reconfigurations, where);
}

}  // namespace lightsweep::tests
