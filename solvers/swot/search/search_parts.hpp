#pragma once
// Independent parts of a search, side by side on threads that are idle.
//
// The result must not depend on the number of threads, and a budget of transitions ends a search at
// the same place everywhere. So every part counts for itself, as if it came first, and the counts
// are added in the order of the parts: up to the first part that the budget does not cover. That
// one, and those behind it, are run once more, one after another, against what is really left.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "kernels/parallel/for_each.hpp"
#include "solvers/swot/problem/solution.hpp"

namespace lightsweep::solvers::swot {

/// Most layers take milliseconds, small problems' layers microseconds: those are not shared.
inline constexpr std::chrono::microseconds too_short_to_share{50};

/// Calls body(part, effort) for part = 0 .. count-1. A part may be run twice: it must begin anew.
/// Its result counts only if `effort` is not exhausted at the end. Parts that are known to take
/// long have `alone` = 0: then idle threads join before the first one ends.
template <class Body>
void run_parts(std::size_t count, Effort& effort, const Body& body,
               std::chrono::microseconds alone = too_short_to_share) {
    if (count == 1) return body(std::size_t{0}, effort);
    const std::int64_t begin = effort.spent, left = effort.limit - begin;
    std::vector<std::int64_t> spent(count, left);  // of a part that was not run: too much
    std::atomic<std::int64_t> sum{0};
    const auto run = [&](std::size_t part) {
        if (sum >= left) return;
        Effort own{effort.limit, begin};
        body(part, own);
        sum += spent[part] = own.spent - begin;
    };
    kernels::parallel::for_each(count, run, alone);
    for (std::size_t part = 0; part < count; ++part)
        if (effort.spent + spent[part] < effort.limit)
            effort.spent += spent[part];
        else
            body(part, effort);
}

/// Where part p of `parts` begins in a list of so many elements.
inline std::size_t part_begin(std::size_t elements, std::size_t p, std::size_t parts) {
    return elements * p / parts;
}

/// Parts of a list: as many as elements, because one label may cost as much as all others.
inline std::size_t parts_of(std::size_t elements) {
    return std::clamp<std::size_t>(elements, 1, 64);
}

/// One sorted list of sorted ones, by merging neighbours.
template <class Element, class Less>
std::vector<Element> merged_in_pairs(std::vector<std::vector<Element>> parts, const Less& less) {
    for (std::size_t step = 1; step < parts.size(); step *= 2)
        for (std::size_t a = 0; a + step < parts.size(); a += 2 * step) {
            const auto &one = parts[a], &other = parts[a + step];
            if (other.empty()) continue;
            std::vector<Element> both(one.size() + other.size());
            std::merge(one.begin(), one.end(), other.begin(), other.end(), both.begin(), less);
            parts[a] = std::move(both);
        }
    return std::move(parts[0]);
}

/// The same on idle threads: the longest list is cut into chunks, and every other list where these
/// cuts would stand in it. Elements that `less` does not order must be the same.
template <class Element, class Less>
std::vector<Element> merged(const std::vector<std::vector<Element>>& parts, const Less& less) {
    constexpr std::size_t chunks = 8;
    const auto& longest = *std::ranges::max_element(
        parts, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto cut = [&](const std::vector<Element>& part, std::size_t chunk) {
        if (chunk == 0) return part.begin();
        if (chunk == chunks) return part.end();
        const auto& first = longest[part_begin(longest.size(), chunk, chunks)];
        return std::ranges::lower_bound(part, first, less);
    };
    if (longest.empty()) return {};
    std::vector<std::vector<Element>> merged_chunks(chunks);
    kernels::parallel::for_each(
        chunks,
        [&](std::size_t chunk) {
            std::vector<std::vector<Element>> own;
            for (const auto& part : parts) own.emplace_back(cut(part, chunk), cut(part, chunk + 1));
            merged_chunks[chunk] = merged_in_pairs(std::move(own), less);
        },
        too_short_to_share);
    std::size_t total = 0;
    for (const auto& chunk : merged_chunks) total += chunk.size();
    std::vector<Element> all;
    all.reserve(total);
    for (const auto& chunk : merged_chunks) all.insert(all.end(), chunk.begin(), chunk.end());
    return all;
}

}  // namespace lightsweep::solvers::swot
