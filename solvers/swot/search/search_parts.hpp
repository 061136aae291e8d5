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
#include "solvers/swot/problem/effort.hpp"

namespace lightsweep::solvers::swot {

/// Most layers take milliseconds, small problems' layers microseconds: those are not shared.
inline constexpr std::chrono::microseconds too_short_to_share{50};

/// Calls body(part, effort) for part = 0 .. count-1. A part may be run twice: it must begin anew.
/// Its result counts only if `effort` is not exhausted at the end.
template <class Body>
void run_parts(std::size_t count, Effort& effort, const Body& body) {
    if (count == 1) return body(std::size_t{0}, effort);
    const std::int64_t begin = effort.spent, left = effort.limit - begin;
    std::vector<std::int64_t> spent(count, left);  // of a part that was not run: too much
    std::atomic<std::int64_t> sum{0};
    const auto run = [&](std::size_t part) {
        if (sum >= left) return;
        Effort own{effort.limit, effort.leave_if_stopped, begin};
        body(part, own);
        sum += spent[part] = own.spent - begin;
    };
    kernels::parallel::for_each(count, run, too_short_to_share);
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

/// One sorted list of sorted ones.
template <class Element, class Less>
std::vector<Element> merged(std::vector<std::vector<Element>> parts, const Less& less) {
    for (std::size_t step = 1; step < parts.size(); step *= 2)
        kernels::parallel::for_each(
            (parts.size() + 2 * step - 1) / (2 * step),
            [&](std::size_t i) {
                const std::size_t a = 2 * step * i, b = a + step;
                if (b >= parts.size() || parts[b].empty()) return;
                std::vector<Element> both(parts[a].size() + parts[b].size());
                std::merge(parts[a].begin(), parts[a].end(), parts[b].begin(), parts[b].end(),
                           both.begin(), less);
                parts[a] = std::move(both);
            },
            too_short_to_share);
    return std::move(parts[0]);
}

}  // namespace lightsweep::solvers::swot
