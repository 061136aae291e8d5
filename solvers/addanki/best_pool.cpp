#include "solvers/addanki/best_pool.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "kernels/parallel/lanes.hpp"

namespace lightsweep::solvers::addanki {

using kernels::parallel::lane_count;

namespace {

constexpr double not_reached = std::numeric_limits<double>::infinity();

/// Every choice of `more` states out of 1..others, together with the start and the matching.
std::vector<std::vector<std::uint16_t>> all_pools(std::size_t others, std::size_t more) {
    std::vector<std::vector<std::uint16_t>> pools;
    std::vector<bool> taken(others, false);
    std::fill_n(taken.begin(), more, true);
    do {
        std::vector<std::uint16_t> states{0};
        for (std::size_t k = 0; k < others; ++k)
            if (taken[k]) states.push_back(static_cast<std::uint16_t>(k + 1));
        states.push_back(static_cast<std::uint16_t>(others + 1));
        pools.push_back(std::move(states));
    } while (std::prev_permutation(taken.begin(), taken.end()));
    return pools;
}

}  // namespace

/// Scratch of one thread.
struct PreparedBestPool::Search {
    kernels::StateSweep sweep;
    std::vector<double> cost;       ///< per delay: cost of the best pool so far
    std::vector<std::size_t> pool;  ///< per delay: number of the best pool
    std::vector<double> penalty;    ///< [state][lane]
    std::array<double, lane_count> block;
    std::array<double, lane_count> grown;  ///< costs of the pools after one more base

    void allow(const std::vector<std::uint16_t>& states, std::size_t lane) {
        for (const std::size_t k : states) penalty[k * lane_count + lane] = 0.0;
    }
};

std::size_t count_pools(std::size_t bases, std::size_t size, std::size_t most) {
    const std::size_t others = bases - 1, more = std::min(size - 1, others);
    const std::size_t factors = std::min(more, others - more);
    double count = 1;
    for (std::size_t k = 1; k <= factors && count <= static_cast<double>(most); ++k)
        count = count * static_cast<double>(others - factors + k) / static_cast<double>(k);
    return count > static_cast<double>(most) ? most + 1 : static_cast<std::size_t>(count + 0.5);
}

PreparedBestPool::PreparedBestPool(StateSpace space, std::size_t size, std::size_t most_pools)
    : PreparedStates(std::move(space), std::nullopt), size_(size) {
    const std::size_t bases = costs().n_standing;
    if (count_pools(bases, size, most_pools) <= most_pools)
        pools_ = all_pools(bases - 1, std::min(size, bases) - 1);
}

void PreparedBestPool::try_all(Search& search, const kernels::DelayRow& row) const {
    const std::size_t n = row.delays.size();
    search.cost.assign(n, not_reached);
    search.pool.assign(n, 0);
    for (std::size_t number = 0; number < pools_.size(); ++number) {
        search.sweep.restrict_to(pools_[number]);
        for (std::size_t i = 0; i < n; ++i) {
            if (i % lane_count == 0) search.sweep.solve_restricted(i, search.block.data());
            const double cost = search.block[i % lane_count];
            if (!(cost < search.cost[i] * kernels::tie_factor)) continue;
            search.cost[i] = cost;
            search.pool[i] = number;
        }
    }
}

bool PreparedBestPool::add_one(Search& search, std::size_t first) const {
    std::array<std::size_t, lane_count> best{};  // index 0 is the start: no base saves anything
    for (std::size_t k = 1; k < costs().n_standing; ++k) {
        double* const lanes = &search.penalty[k * lane_count];
        std::array<double, lane_count> before;
        std::copy_n(lanes, lane_count, before.begin());
        std::fill_n(lanes, lane_count, 0.0);
        search.sweep.solve_costs(first, search.penalty.data(), search.block.data());
        std::copy(before.begin(), before.end(), lanes);
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            if (!(search.block[lane] < search.grown[lane] * kernels::tie_factor)) continue;
            search.grown[lane] = search.block[lane];
            best[lane] = k;
        }
    }
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        search.penalty[best[lane] * lane_count + lane] = 0.0;
    return best != std::array<std::size_t, lane_count>{};
}

void PreparedBestPool::choose(Search& search, std::size_t first, std::size_t lanes) const {
    const std::size_t states = costs().n_states;
    search.penalty.assign(states * lane_count, not_reached);
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        search.allow({0, static_cast<std::uint16_t>(states - 1)}, lane);
    if (is_exhaustive()) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            search.allow(pools_[search.pool[first + lane]], lane);
        return;
    }
    search.sweep.solve_costs(first, search.penalty.data(), search.grown.data());
    for (std::size_t size = 1; size < size_ && add_one(search, first);) ++size;
}

void PreparedBestPool::bound_by_all(Search& search, std::size_t first, std::size_t lanes,
                                    ResultRow& result) const {
    search.sweep.solve_costs(first, nullptr, search.block.data());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        double& bound = result.lower_bound[first + lane];
        if (!(search.block[lane] < bound * kernels::tie_factor)) continue;
        bound = search.block[lane];
        result.status[first + lane] = Status::feasible;
    }
}

void PreparedBestPool::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local Search search;
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    search.sweep.begin(costs(), row);
    if (is_exhaustive()) try_all(search, row);
    for (std::size_t first = 0; first < n; first += lane_count) {
        const std::size_t lanes = std::min(lane_count, n - first);
        choose(search, first, lanes);
        search.sweep.solve_uniform(first, search.penalty.data());
        for (std::size_t lane = 0; lane < lanes; ++lane)
            store(search.sweep, lane, row, first + lane, result);
        if (!is_exhaustive()) bound_by_all(search, first, lanes, result);
    }
}

}  // namespace lightsweep::solvers::addanki
