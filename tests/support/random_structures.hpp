#pragma once
// Seeded random structures and parameters for the contract and equivalence tests.

#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include "kernels/collectives/collective_algorithms.hpp"
#include "solvers/registry/registry.hpp"

namespace lightsweep::tests {

using Generator = std::mt19937_64;

inline int draw(Generator& g, int low, int high) {
    return std::uniform_int_distribution(low, high)(g);
}

/// Any permutation of n nodes, some of them idle.
inline kernels::Permutation draw_permutation(Generator& g, kernels::Node n) {
    std::vector<kernels::Node> to(static_cast<std::size_t>(n));
    std::iota(to.begin(), to.end(), 0);
    std::shuffle(to.begin(), to.end(), g);
    if (draw(g, 0, 2) == 0) {  // pairwise exchanges
        std::vector<kernels::Node> paired(to.size(), -1);
        for (std::size_t i = 0; i + 1 < to.size(); i += 2) {
            paired[to[i]] = to[i + 1];
            paired[to[i + 1]] = to[i];
        }
        return kernels::Permutation::list(paired);
    }
    if (draw(g, 0, 2) == 0) to[draw(g, 0, n - 1)] = -1;
    return kernels::Permutation::list(to);
}

inline kernels::Topology draw_ring(Generator& g, kernels::Node n) {
    const int kind = draw(g, 0, 2);
    if (kind == 0) return kernels::Topology::ring_uni(n);
    return kernels::Topology::ring(
        n, kind == 1 ? kernels::LinkBandwidth::full : kernels::LinkBandwidth::split);
}

/// Up to three further bases, their number in a best pool, and what switching between them costs.
inline solvers::Pool draw_pool(Generator& g, kernels::Node n) {
    using Price = solvers::Switching::Price;
    solvers::Pool pool;
    for (int k = draw(g, 0, 3); k > 0; --k) {
        if (n < 4 || draw(g, 0, 2) == 0)
            pool.others.push_back(draw_ring(g, n));
        else
            pool.others.push_back(kernels::Topology::circulant(n, {1, draw(g, 2, n - 1)},
                                                               kernels::LinkBandwidth::split));
    }
    const std::size_t bases = pool.others.size() + 1;
    pool.size = draw(g, 0, static_cast<int>(bases));
    pool.switching.price = static_cast<Price>(draw(g, 0, 2));
    if (pool.switching.price == Price::by_pair)
        for (std::size_t k = 0; k < bases * bases; ++k)
            pool.switching.factors.push_back(k % (bases + 1) == 0 ? 0.0 : draw(g, 0, 6) / 4.0);
    return pool;
}

/// A collective of the table, a sequence of two, or a custom list of random permutations; on a
/// random ring with a random pool beside it.
inline solvers::Problem draw_structure(Generator& g) {
    const auto n = static_cast<kernels::Node>(draw(g, 1, 12));
    const auto table = kernels::collective_table();
    const auto pick = [&] {
        return std::string(table[draw(g, 0, static_cast<int>(table.size()) - 1)].name);
    };
    const std::string name = draw(g, 0, 3) == 0 ? pick() + "+" + pick() : pick();
    if (draw(g, 0, 1) == 0 && !kernels::refuse_nodes(name, n))
        return solvers::make_problem(
            kernels::build_collective(name, n,
                                      draw(g, 0, 1) ? kernels::Order::near : kernels::Order::far),
            draw_ring(g, n), draw_pool(g, n));
    std::vector<kernels::Step> steps;
    for (int k = draw(g, 1, 10); k > 0; --k)
        steps.push_back({draw_permutation(g, n), draw(g, 0, 8) / 8.0});
    return solvers::make_problem(kernels::custom_collective(std::move(steps)), draw_ring(g, n),
                                 draw_pool(g, n));
}

/// Log-uniform over the figures' ranges, with exact zeros now and then.
inline kernels::Parameters draw_parameters(Generator& g) {
    const auto positive = [&g](double low, double high) {
        if (draw(g, 0, 9) == 0) return 0.0;
        return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(g));
    };
    kernels::Parameters p{positive(1e-8, 1e-4), positive(1e-8, 1e-6), positive(1, 1e10), 1e11,
                          positive(1e-9, 1e-2)};
    p.port_delay = positive(1e-9, 1e-4);
    p.compute_time = draw(g, 0, 1) == 0 ? 0.0 : positive(1e-9, 1e-3);
    return p;
}

inline solvers::ResultRow evaluate_at(const solvers::PreparedScheduler& plan,
                                      const kernels::Parameters& p) {
    solvers::ResultRow row;
    row.want_decisions = true;
    plan.evaluate(kernels::row_at(p), row);
    return row;
}

}  // namespace lightsweep::tests
