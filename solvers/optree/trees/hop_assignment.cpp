#include "solvers/optree/trees/hop_assignment.hpp"

#include <algorithm>
#include <numeric>

namespace lightsweep::solvers::optree {

namespace {

constexpr std::size_t most_blocks = 6;  ///< numbers of blocks tried
constexpr std::int64_t stretch = 8;     ///< factor by which blocks may be longer if this is cheaper

/// The cheapest blocks for runs of `total`, with length at most `longest`.
kernels::RingBlocks cheapest_blocks(std::int64_t n, std::int64_t total, std::int64_t longest) {
    kernels::RingBlocks best(n, total);
    for (auto length = total + 1; length <= std::min(n, longest); ++length) {
        const kernels::RingBlocks blocks(n, length);
        if (blocks.wavelengths() < best.wavelengths()) best = blocks;
    }
    return best;
}

std::optional<HopAssignment> in_one_block(std::int64_t n, std::int64_t wavelengths,
                                          const std::vector<std::int32_t>& hops,
                                          std::int64_t total) {
    if (total > n) return {};
    const auto runs = cheapest_blocks(n, total, wavelengths);
    if (runs.wavelengths() > wavelengths) return {};
    HopAssignment assignment{{}, {{runs, 0}}};
    std::int32_t prefix = 0;
    for (const auto hop : hops) {
        assignment.hops.push_back({0, prefix});
        prefix += hop;
    }
    return assignment;
}

/// Hops longer than 1, the longest first.
std::vector<std::size_t> long_hops(const std::vector<std::int32_t>& hops) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < hops.size(); ++i)
        if (hops[i] > 1) order.push_back(i);
    std::ranges::stable_sort(order, [&](auto a, auto b) { return hops[a] > hops[b]; });
    return order;
}

/// Puts the long hops into `count` blocks, each into the one with the shortest run so far.
std::optional<HopAssignment> in_blocks(std::int64_t n, std::int64_t wavelengths,
                                       const std::vector<std::int32_t>& hops,
                                       const std::vector<std::size_t>& order, std::size_t count) {
    HopAssignment assignment;
    for (std::size_t i = 0; i < hops.size(); ++i)
        assignment.hops.push_back({-1, hops[i] > 1 ? 0 : assignment.gap_hops++});
    std::vector<std::int32_t> totals(count);
    for (const auto i : order) {
        const auto block = std::ranges::min_element(totals) - totals.begin();
        auto& total = totals[block];
        assignment.hops[i] = {static_cast<std::int32_t>(block), total};
        total += hops[i];
    }
    std::int64_t used = 0;
    for (const auto total : totals) {
        if (total > n) return {};
        const auto runs = cheapest_blocks(n, total, total + stretch);
        assignment.blocks.push_back({runs, static_cast<std::int32_t>(used)});
        used += runs.wavelengths();
    }
    if (used > wavelengths) return {};
    return assignment;
}

std::optional<HopAssignment> in_strands(std::int64_t n, std::int64_t wavelengths,
                                        const std::vector<std::int32_t>& hops,
                                        const std::vector<std::size_t>& order) {
    HopAssignment assignment;
    for (std::size_t i = 0; i < hops.size(); ++i)
        assignment.hops.push_back({-1, hops[i] > 1 ? 0 : assignment.gap_hops++});
    std::vector<std::int32_t> lengths;
    for (const auto i : order) {
        assignment.hops[i] = {static_cast<std::int32_t>(lengths.size()), 0};
        lengths.push_back(hops[i]);
    }
    auto tables = lay_strands(n, wavelengths, lengths);
    if (!tables) return {};
    assignment.tables = std::move(*tables);
    return assignment;
}

}  // namespace

std::optional<HopAssignment> assign_hops(std::int64_t n, std::int64_t wavelengths,
                                         const std::vector<std::int32_t>& hops) {
    if (hops.empty()) return HopAssignment{};
    const auto total = std::accumulate(hops.begin(), hops.end(), std::int64_t{0});
    if (total > wavelengths) return {};
    if (auto found = in_one_block(n, wavelengths, hops, total)) return found;
    const auto order = long_hops(hops);
    std::int64_t wire = 0;
    for (const auto i : order) wire += hops[i];
    const auto least = static_cast<std::size_t>(std::max<std::int64_t>(1, (wire + n - 1) / n));
    for (auto count = least; count < std::min(least + most_blocks, order.size() + 1); ++count)
        if (auto found = in_blocks(n, wavelengths, hops, order, count)) return found;
    // Without long hops every segment has room for all hops.
    if (order.empty()) return in_blocks(n, wavelengths, hops, order, 0);
    return in_strands(n, wavelengths, hops, order);
}

HopWavelengths::HopWavelengths(std::int64_t n, std::int64_t wavelengths,
                               const std::vector<std::int32_t>& hops,
                               const HopAssignment& assignment)
    : n_(n), hops_(assignment.hops), gap_hops_(static_cast<std::size_t>(assignment.gap_hops)) {
    fill_places(assignment);
    if (gap_hops_) find_gaps(wavelengths, hops);
}

std::int16_t HopWavelengths::operator()(std::size_t hop, std::int64_t position) const {
    const auto& placed = hops_[hop];
    if (placed.block < 0)
        return gaps_[static_cast<std::size_t>(position) * gap_hops_ +
                     static_cast<std::size_t>(placed.prefix)];
    const auto start = position - placed.prefix;
    return places_[placed.block][start < 0 ? start + n_ : start];
}

void HopWavelengths::fill_places(const HopAssignment& assignment) {
    places_ = assignment.tables;
    for (const auto& block : assignment.blocks) {
        auto& places = places_.emplace_back(static_cast<std::size_t>(n_));
        for (std::int64_t v = 0; v < n_; ++v)
            places[v] = static_cast<std::int16_t>(block.first_wavelength + block.runs.place(v));
    }
}

void HopWavelengths::find_gaps(std::int64_t wavelengths, const std::vector<std::int32_t>& hops) {
    std::vector<bool> taken(static_cast<std::size_t>(n_ * wavelengths));
    for (std::size_t i = 0; i < hops.size(); ++i) {
        if (hops_[i].block < 0) continue;
        for (std::int64_t v = 0; v < n_; ++v)
            for (std::int32_t s = 0; s < hops[i]; ++s)
                taken[(v + s) % n_ * wavelengths + (*this)(i, v)] = true;
    }
    for (std::int64_t v = 0; v < n_; ++v) {
        std::size_t found = 0;
        for (std::int64_t c = 0; c < wavelengths && found < gap_hops_; ++c) {
            if (taken[v * wavelengths + c]) continue;
            gaps_.push_back(static_cast<std::int16_t>(c));
            ++found;
        }
    }
}

}  // namespace lightsweep::solvers::optree
