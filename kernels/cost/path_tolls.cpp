#include "kernels/cost/path_tolls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/cost/toll_game.hpp"
#include "kernels/cost/toll_program.hpp"
#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::kernels {

namespace {

constexpr std::int64_t most_nodes = 128, most_steps = 64;
/// Up to so many nodes there are tolls for each of so many steps.
constexpr std::int64_t few_nodes = 64, every_step = 26;
/// Both ways, they have more ends up to so many steps.
constexpr std::int64_t most_steps_to_three_ends = 3, most_steps_to_two_ends = 6;
/// Ways of all steps up to which the best tolls are found.
constexpr double most_ways = 4e4;

std::size_t volume(const std::vector<Node>& dims) {
    return std::accumulate(dims.begin(), dims.end(), std::size_t{1},
                           [](std::size_t a, Node b) { return a * std::size_t(b); });
}

/// So many quarters of the way to the farthest displacement.
std::vector<Node> end_at(const std::vector<Node>& dims, bool directed, Node quarters) {
    std::vector<Node> end;
    for (const Node size : dims) {
        const Node farthest = directed ? size - 1 : size / 2;
        end.push_back((farthest * quarters + 2) / 4);
    }
    return end;
}

/// X for one number of steps.
double tolls_of(const std::vector<Node>& dims, bool directed, std::int64_t steps) {
    const auto nodes = static_cast<double>(volume(dims));
    const double reflections = directed ? 1 : static_cast<double>(1U << dims.size());
    if (nodes * nodes * static_cast<double>(steps) > most_ways * reflections)
        return TollGame(dims, directed, steps, end_at(dims, directed, 4)).bound();
    std::vector<std::vector<Node>> ends;
    ends.push_back(end_at(dims, directed, 4));
    const bool has_more = !directed && nodes <= few_nodes;
    if (has_more && steps <= most_steps_to_two_ends) ends.push_back(end_at(dims, directed, 3));
    if (has_more && steps <= most_steps_to_three_ends) ends.push_back(end_at(dims, directed, 2));
    return best_tolls({dims, directed, steps, ends});
}

std::vector<StepsBlocks> made(const std::vector<Node>& dims, bool directed) {
    const auto nodes = static_cast<double>(volume(dims));
    std::vector<StepsBlocks> bounds;
    const bool is_small = nodes <= few_nodes;
    for (std::int64_t steps = 1; steps <= most_steps;
         steps += is_small && steps < every_step ? 1 : 1 + steps / 8) {
        const double blocks = tolls_of(dims, directed, steps) * nodes;
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
    return kept.get({base.dims, directed}, [&] { return made(base.dims, directed); });
}

}  // namespace lightsweep::kernels
