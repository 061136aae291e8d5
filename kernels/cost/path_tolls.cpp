#include "kernels/cost/path_tolls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/cost/hop_tolls.hpp"
#include "kernels/cost/toll_program.hpp"
#include "kernels/cost/toll_table.hpp"
#include "kernels/parallel/kept_once.hpp"

namespace lightsweep::kernels {

namespace {

constexpr Node most_nodes = 128;
constexpr std::int64_t most_steps = 64;
/// Up to so many nodes there are tolls for each of so many steps.
constexpr std::int64_t few_nodes = 64, every_step = 26;
/// Both ways, they have more ends up to so many steps.
constexpr std::int64_t most_steps_to_three_ends = 3, most_steps_to_two_ends = 6;
/// Ways of all steps up to which tolls are found at once.
constexpr double most_ways = 5e4;
/// What tolls may lack on few nodes, and on more.
constexpr double lack = 2e-3, lack_on_many = 1e-2;
/// Up to so many steps there are tolls for limited hops, where they prove more than the tolls of
/// the steps by this factor.
constexpr std::int64_t most_steps_of_hops = 6;
constexpr int most_divisions = 600;  ///< over the steps
constexpr double worth_hops = 1.01;

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

/// Ways of a step.
double ways_of(const std::vector<Node>& dims, bool directed) {
    const auto nodes = static_cast<double>(volume(dims));
    return nodes * nodes / (directed ? 1 : static_cast<double>(1U << dims.size()));
}

/// X for one number of steps.
double tolls_of(const std::vector<Node>& dims, bool directed, std::int64_t steps) {
    std::vector<std::vector<Node>> ends{end_at(dims, directed, 4)};
    const bool is_small = volume(dims) <= std::size_t(few_nodes);
    const bool has_more = !directed && is_small;
    if (has_more && steps <= most_steps_to_two_ends) ends.push_back(end_at(dims, directed, 3));
    if (has_more && steps <= most_steps_to_three_ends) ends.push_back(end_at(dims, directed, 2));
    return best_tolls({{dims, directed, ends}, std::vector<TollLimits>(std::size_t(steps))},
                      is_small ? lack : lack_on_many);
}

/// What rounding errors could have added is far below 2^-20.
std::int64_t whole(double blocks) {
    return std::llround(std::ceil(blocks - 0x1p-20));
}

std::vector<StepsBlocks> by_steps(const std::vector<Node>& dims, bool directed, double most) {
    const auto nodes = static_cast<std::int64_t>(volume(dims));
    std::vector<StepsBlocks> bounds;
    const bool is_small = nodes <= few_nodes;
    for (std::int64_t steps = 1;
         steps <= most_steps && static_cast<double>(steps) * ways_of(dims, directed) <= most;
         steps += is_small && steps < every_step ? 1 : 1 + steps / 8) {
        const double blocks = tolls_of(dims, directed, steps) * static_cast<double>(nodes);
        bounds.push_back({steps, whole(blocks)});
        if (bounds.back().blocks <= 2 * (nodes - 1)) break;
    }
    for (std::size_t i = bounds.size(); i-- > 1;)
        bounds[i - 1].blocks = std::max(bounds[i - 1].blocks, bounds[i].blocks);
    return bounds;
}

/// From the diameter on, until hops cost little more than none would.
std::vector<HopsBlocks> by_hops(const std::vector<Node>& dims, bool directed,
                                const TollBounds& bounds) {
    std::vector<HopsBlocks> all;
    const TollPattern pattern(
        dims, directed,
        {end_at(dims, directed, 4), end_at(dims, directed, 3), end_at(dims, directed, 2)});
    const auto nodes = static_cast<double>(volume(dims));
    const auto diameter = static_cast<std::int64_t>(pattern.nodes[pattern.ends[0].source].to_end);
    for (std::int64_t steps = 2; steps <= most_steps_of_hops; ++steps) {
        const int divisions = most_divisions / int(steps);
        for (auto hops = std::max(diameter, steps); hops <= 2 * diameter;
             hops += 1 + (hops - diameter) / 8) {
            const double blocks = tolls_within_hops(pattern, steps, hops, divisions) * nodes;
            if (blocks <= worth_hops * bounds.of(steps)) break;
            if (std::isfinite(blocks)) all.push_back({steps, hops, whole(blocks)});
        }
    }
    // What more hops need, fewer need too.
    for (std::size_t i = all.size(); i-- > 1;)
        if (all[i - 1].steps == all[i].steps)
            all[i - 1].blocks = std::max(all[i - 1].blocks, all[i].blocks);
    return all;
}

}  // namespace

TollBounds find_tolls(const std::vector<Node>& dims, bool directed, TollEffort effort) {
    const bool at_once = effort == TollEffort::at_once;
    TollBounds bounds{
        by_steps(dims, directed, at_once ? most_ways : std::numeric_limits<double>::infinity()),
        {}};
    if (effort == TollEffort::hops) bounds.by_hops = by_hops(dims, directed, bounds);
    return bounds;
}

double TollBounds::of(std::int64_t steps) const {
    const auto found = std::ranges::lower_bound(by_steps, steps, {}, &StepsBlocks::steps);
    return found == by_steps.end() ? 0 : static_cast<double>(found->blocks);
}

double TollBounds::of(std::int64_t steps, std::int64_t hops) const {
    const auto found = std::ranges::find_if(
        by_hops, [&](const HopsBlocks& one) { return one.steps == steps && one.hops >= hops; });
    return found == by_hops.end() ? of(steps)
                                  : std::max(of(steps), static_cast<double>(found->blocks));
}

namespace {

/// From a ring of fewer nodes.
TollBounds stretched(TollBounds bounds, std::int64_t from, std::int64_t nodes) {
    const auto stretch = [&](std::int64_t& blocks) { blocks = (blocks * nodes + from - 1) / from; };
    for (auto& one : bounds.by_steps) stretch(one.blocks);
    for (auto& one : bounds.by_hops) stretch(one.blocks);
    return bounds;
}

TollBounds tabled_or_found(const std::vector<Node>& dims, bool directed) {
    if (auto tabled = tabled_tolls(dims, directed)) return *std::move(tabled);
    if (dims.size() > 1) return find_tolls(dims, directed, TollEffort::at_once);
    for (Node fewer = std::min(dims[0], most_nodes); fewer > 2; --fewer)
        if (auto tabled = tabled_tolls({fewer}, directed))
            return stretched(*std::move(tabled), fewer, dims[0]);
    return {};
}

}  // namespace

const TollBounds& tolls_of_all_reduce(const PathLengths& base) {
    static parallel::KeptOnce<std::pair<std::vector<Node>, bool>, TollBounds> kept;
    static const TollBounds nothing;
    const auto& dims = base.dims;
    if (dims.empty() || (dims.size() > 1 && volume(dims) > std::size_t(most_nodes))) return nothing;
    const bool directed = base.shape == PathLengths::Shape::directed_ring;
    return kept.get({dims, directed}, [&] { return tabled_or_found(dims, directed); });
}

}  // namespace lightsweep::kernels
