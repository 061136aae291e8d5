#pragma once
// Second witnesses for walks through topologies: every sequence of states is tried. Times come
// straight from the model's equation, charges from the rules that the replay obeys.

#include <functional>
#include <limits>

#include "solvers/flow/concurrent_flow.hpp"
#include "tests/support/random_structures.hpp"

namespace lightsweep::tests {

/// What a change before step i costs, and whether it counts as a reconfiguration.
struct Charged {
    double seconds;
    bool counted;
};

struct WalkProblem {
    std::vector<std::vector<double>> time;  ///< [step][state] [s]; infinite: unreachable
    std::function<Charged(std::size_t step, std::size_t from, std::size_t to)> charge;
};

struct BestWalk {
    double cost = std::numeric_limits<double>::infinity();
    int reconfigurations = 0;
    std::vector<std::size_t> states;
};

/// Time of a step on a topology [s] (Addanki 2025, eq. 3).
inline double time_on(const kernels::Topology& topology, const kernels::Step& step,
                      const kernels::Parameters& p) {
    if (step.peer.is_identity()) return p.per_step_latency;
    const auto flow = solvers::flow::concurrent_flow(topology, step.peer);
    if (!flow.reachable()) return std::numeric_limits<double>::infinity();
    return p.per_step_latency + p.per_hop_latency * flow.hops +
           step.share * p.message_time() * flow.stretch();
}

/// The least walk from state 0; fewest reconfigurations, then the smallest states on ties.
inline void enumerate_walks(const WalkProblem& problem, BestWalk& walk, BestWalk& best) {
    const std::size_t i = walk.states.size();
    if (i == problem.time.size()) {
        const bool smaller = walk.cost < best.cost * kernels::tie_factor;
        const bool tie = !smaller && !(best.cost < walk.cost * kernels::tie_factor);
        if (smaller || (tie && walk.reconfigurations < best.reconfigurations)) best = walk;
        return;
    }
    const std::size_t from = i == 0 ? 0 : walk.states.back();
    for (std::size_t to = 0; to < problem.time[i].size(); ++to) {
        const auto charged = problem.charge(i, from, to);
        const BestWalk before = walk;
        walk.cost += problem.time[i][to] + charged.seconds;
        walk.reconfigurations += charged.counted;
        walk.states.push_back(to);
        if (walk.cost <= best.cost * (1 + 1e-9)) enumerate_walks(problem, walk, best);
        walk = before;
    }
}

inline BestWalk enumerate_walks(const WalkProblem& problem) {
    BestWalk best, walk;
    walk.cost = 0;
    enumerate_walks(problem, walk, best);
    return best;
}

/// A few steps, many of them equal, on few nodes: what can be enumerated.
inline std::shared_ptr<const solvers::Problem> draw_small_structure(Generator& g, int most_steps) {
    const auto n = static_cast<kernels::Node>(draw(g, 2, 8));
    std::vector<kernels::Permutation> known;
    for (int k = draw(g, 1, 3); k > 0; --k)
        known.push_back(draw(g, 0, 1) ? kernels::Permutation::shift(n, draw(g, 1, n - 1))
                                      : draw_permutation(g, n));
    std::vector<kernels::Step> steps;
    for (int k = draw(g, 1, most_steps); k > 0; --k)
        steps.push_back(
            {known[draw(g, 0, static_cast<int>(known.size()) - 1)], draw(g, 0, 8) * 1e5});
    return std::make_shared<const solvers::Problem>(solvers::make_problem(
        kernels::custom_collective(std::move(steps)), draw_ring(g, n), draw_pool(g, n)));
}

/// Parameters at which delays and step times of draw_small_structure are of similar size.
inline kernels::Parameters draw_close_parameters(Generator& g) {
    const auto about = [&g](double size) {
        return draw(g, 0, 7) == 0 ? 0.0 : size * draw(g, 1, 16) / 8.0;
    };
    kernels::Parameters p{about(1e-6), about(1e-6), 1, 1e11, about(1e-5)};
    p.port_delay = about(1e-6);
    return p;
}

}  // namespace lightsweep::tests
