#include <algorithm>
#include <numeric>

#include "solvers/optree/tree_schedule.hpp"

namespace lightsweep::solvers::optree {

namespace {

constexpr std::int64_t largest_radix = 8, largest_surplus = 4;
constexpr std::size_t most_counted = 64;

struct Candidate {
    double colours;  ///< if all groups were equal
    std::vector<std::int64_t> radices;

    bool operator<(const Candidate& other) const {
        return std::pair(colours, radices) < std::pair(other.colours, other.radices);
    }
};

double colours_of(std::int64_t radix, bool first) {
    const auto pairs = static_cast<double>(radix * radix / 4);
    return (first ? pairs / 2 : pairs) / static_cast<double>(radix);
}

/// All radix lists whose product first reaches N with the last of them.
void extend(std::int64_t nodes, std::int64_t product, Candidate& sofar,
            std::vector<Candidate>& found) {
    if (product >= nodes) {
        if (product <= largest_surplus * nodes) found.push_back(sofar);
        return;
    }
    for (std::int64_t radix = 2; radix <= largest_radix; ++radix) {
        const auto colours = colours_of(radix, sofar.radices.empty());
        sofar.radices.push_back(radix);
        sofar.colours += colours;
        extend(nodes, product * radix, sofar, found);
        sofar.colours -= colours;
        sofar.radices.pop_back();
    }
}

std::vector<Candidate> candidates(std::int64_t nodes) {
    std::vector<Candidate> found;
    Candidate none{0, {}};
    extend(nodes, 1, none, found);
    const auto kept = std::min(found.size(), most_counted);
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                      found.end());
    found.resize(kept);
    return found;
}

std::int64_t steps_of(const RingTask& task, const std::vector<std::int64_t>& radices) {
    std::int64_t steps = 0;
    for (const auto colours : tree_colours(task, radices))
        steps += ceil_div(colours, task.wavelengths);
    return steps;
}

}  // namespace

TreePlan best_tree(const RingTask& task) {
    const auto exact = best_radices(task, RadixFamily::tree);
    TreePlan best{exact.radices(), exact.cost.steps, exact.possible};
    if (task.longest < task.nodes / 2) return best;  // every first stage reaches half the ring
    for (const auto& candidate : candidates(task.nodes)) {
        const auto steps = steps_of(task, candidate.radices);
        if (steps < best.steps) best = {candidate.radices, steps, true};
    }
    return best;
}

}  // namespace lightsweep::solvers::optree
