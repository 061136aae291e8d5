#include "kernels/cost/path_tolls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/cost/toll_game.hpp"
#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::kernels {

namespace {

constexpr std::int64_t most_nodes = 128, most_steps = 64;
/// Up to so many nodes there is a game for each of so many steps, and more ends with few steps.
constexpr std::int64_t few_nodes = 64, every_step = 26, most_steps_to_more_ends = 5;

std::size_t volume(const std::vector<Node>& dims) {
    return std::accumulate(dims.begin(), dims.end(), std::size_t{1},
                           [](std::size_t a, Node b) { return a * std::size_t(b); });
}

using Ends = std::vector<std::vector<Node>>;

/// The farthest displacement of an end.
Ends farthest_of(const std::vector<Node>& dims, bool directed) {
    Ends ends(1);
    for (const Node size : dims) ends[0].push_back(directed ? size - 1 : size / 2);
    return ends;
}

/// Both ways: the farthest, and half and three quarters of the way to it, forth and back.
Ends ends_around(const std::vector<Node>& dims) {
    auto ends = farthest_of(dims, false);
    for (const Node quarters : {2, 3})
        for (const bool back : {false, true}) {
            std::vector<Node> end;
            for (const Node size : dims) {
                const Node far = (size / 2 * quarters + 2) / 4;
                end.push_back(back && far > 0 ? size - far : far);
            }
            if (std::ranges::find(ends, end) == ends.end()) ends.push_back(std::move(end));
        }
    return ends;
}

std::vector<StepsBlocks> played(const std::vector<Node>& dims, bool directed) {
    const auto nodes = static_cast<double>(volume(dims));
    std::vector<StepsBlocks> bounds;
    const bool is_small = nodes <= few_nodes;
    for (std::int64_t steps = 1; steps <= most_steps;
         steps += is_small && steps < every_step ? 1 : 1 + steps / 8) {
        double bound = TollGame(dims, directed, steps, farthest_of(dims, directed)).bound();
        if (!directed && is_small && steps <= most_steps_to_more_ends)
            bound = std::max(bound, TollGame(dims, directed, steps, ends_around(dims)).bound());
        const double blocks = bound * nodes;
        // What rounding errors could have added is far below 2^-20.
        bounds.push_back({steps, std::floor((blocks - 0x1p-20) * 0x1p10) * 0x1p-10});
        if (bounds.back().blocks <= 2 * (nodes - 1)) break;
    }
    for (std::size_t i = bounds.size() - 1; i-- > 0;)
        bounds[i].blocks = std::max(bounds[i].blocks, bounds[i + 1].blocks);
    return bounds;
}

}  // namespace

const std::vector<StepsBlocks>& tolls_of_all_reduce(const PathLengths& base) {
    static parallel::KeptOnce<std::pair<std::vector<Node>, bool>, std::vector<StepsBlocks>> kept;
    static const std::vector<StepsBlocks> nothing;
    if (base.dims.empty() || volume(base.dims) > most_nodes) return nothing;
    const bool directed = base.shape == PathLengths::Shape::directed_ring;
    return kept.get({base.dims, directed}, [&] { return played(base.dims, directed); });
}

}  // namespace lightsweep::kernels
