#include "solvers/addanki/best_pool.hpp"

#include <algorithm>
#include <array>
#include <iterator>
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
    kernels::LayeredSweep sweep;
    std::vector<kernels::WalkWeights> weights;  ///< per delay
    std::vector<double> least;                  ///< per delay: weight of the best pool so far
    std::vector<std::size_t> pool;              ///< per delay: number of the best pool
    std::vector<double> penalty;                ///< [state][lane]
    std::array<double, lane_count> grown;       ///< weights of the pools after one more base
    std::vector<std::vector<StateCost>> choices;

    std::span<const kernels::WalkWeights> block(std::size_t first) const {
        return std::span(weights).subspan(first, std::min(lane_count, weights.size() - first));
    }
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

PreparedBestPool::PreparedBestPool(UniformWalks walks, std::size_t size, std::size_t most_pools)
    : UniformSweep(std::move(walks)), size_(size) {
    const std::size_t bases = this->walks().standing();
    if (count_pools(bases, size, most_pools) <= most_pools)
        pools_ = all_pools(bases - 1, std::min(size, bases) - 1);
}

void PreparedBestPool::try_all(Search& search) const {
    const std::size_t n = search.weights.size();
    search.least.assign(n, not_reached);
    search.pool.assign(n, 0);
    search.choices.resize(walks().steps());
    auto layers = walks().layers();
    layers.choices = search.choices;
    for (std::size_t number = 0; number < pools_.size(); ++number) {
        const auto is_in_pool = [&](const StateCost& choice) {
            return std::ranges::binary_search(pools_[number], choice.state);
        };
        for (std::size_t i = 0; i < walks().steps(); ++i) {
            search.choices[i].clear();
            std::copy_if(walks().choices[i].begin(), walks().choices[i].end(),
                         std::back_inserter(search.choices[i]), is_in_pool);
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i % lane_count == 0) search.sweep.solve(layers, search.block(i));
            const double weight = search.sweep.weight(i % lane_count);
            if (!(weight < search.least[i] * kernels::tie_factor)) continue;
            search.least[i] = weight;
            search.pool[i] = number;
        }
    }
}

bool PreparedBestPool::add_one(Search& search, std::size_t first) const {
    std::array<std::size_t, lane_count> best{};  // index 0 is the start: no base saves anything
    for (std::size_t k = 1; k < walks().standing(); ++k) {
        double* const lanes = &search.penalty[k * lane_count];
        std::array<double, lane_count> before;
        std::copy_n(lanes, lane_count, before.begin());
        std::fill_n(lanes, lane_count, 0.0);
        search.sweep.solve(walks().layers(), search.block(first), search.penalty.data());
        std::copy(before.begin(), before.end(), lanes);
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            const double weight = search.sweep.weight(lane);
            if (!(weight < search.grown[lane] * kernels::tie_factor)) continue;
            search.grown[lane] = weight;
            best[lane] = k;
        }
    }
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        search.penalty[best[lane] * lane_count + lane] = 0.0;
    return best != std::array<std::size_t, lane_count>{};
}

void PreparedBestPool::choose(Search& search, std::size_t first) const {
    const auto matching = static_cast<std::uint16_t>(walks().standing());
    search.penalty.assign(walks().states() * lane_count, not_reached);
    for (std::size_t lane = 0; lane < lane_count; ++lane) search.allow({0, matching}, lane);
    if (is_exhaustive()) {
        for (std::size_t lane = 0; lane < search.block(first).size(); ++lane)
            search.allow(pools_[search.pool[first + lane]], lane);
        return;
    }
    search.sweep.solve(walks().layers(), search.block(first), search.penalty.data());
    for (std::size_t lane = 0; lane < lane_count; ++lane)
        search.grown[lane] = search.sweep.weight(lane);
    for (std::size_t size = 1; size < size_ && add_one(search, first);) ++size;
}

void PreparedBestPool::bound_by_all(Search& search, std::size_t lane, const kernels::DelayRow& row,
                                    std::size_t i, ResultRow& result) const {
    const double bound = cost_of(row, i, schedule_of(walks(), search.sweep.walk(lane))).total();
    if (!(bound < result.lower_bound[i] * kernels::tie_factor)) return;
    result.lower_bound[i] = bound;
    result.status[i] = Status::feasible;
}

void PreparedBestPool::fill(const kernels::DelayRow& row, ResultRow& result) const {
    thread_local Search search;
    const std::size_t n = row.delays.size();
    result.resize(n, space().words());
    search.weights.clear();
    for (std::size_t i = 0; i < n; ++i) search.weights.push_back(weights_at(row, i));
    if (is_exhaustive()) try_all(search);
    for (std::size_t first = 0; first < n; first += lane_count) {
        const auto block = search.block(first);
        choose(search, first);
        search.sweep.solve(walks().layers(), block, search.penalty.data());
        for (std::size_t lane = 0; lane < block.size(); ++lane)
            store(row, first + lane, schedule_of(walks(), search.sweep.walk(lane)), result);
        if (is_exhaustive()) continue;
        search.sweep.solve(walks().layers(), block);
        for (std::size_t lane = 0; lane < block.size(); ++lane)
            bound_by_all(search, lane, row, first + lane, result);
    }
}

}  // namespace lightsweep::solvers::addanki
