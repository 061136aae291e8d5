#include "solvers/optree/trees/tree_schedule.hpp"

#include <algorithm>

namespace lightsweep::solvers::optree {

namespace {

constexpr std::int64_t largest_radix = 8, largest_surplus = 4;
constexpr std::size_t most_counted = 64;

struct Candidate {
    double colours;  ///< colours if all groups were equal
    std::vector<std::int64_t> radices;

    bool operator<(const Candidate& other) const {
        return std::pair(colours, radices) < std::pair(other.colours, other.radices);
    }
};

double colours_of(std::int64_t radix, bool first) {
    const auto pairs = static_cast<double>(radix * radix / 4);
    return (first ? pairs / 2 : pairs) / static_cast<double>(radix);
}

/// Visits all radix lists whose product reaches N with their last radix.
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

/// Longest lightpath of the first stage: members of a class around the ring.
std::int64_t ring_reach(std::int64_t nodes, const std::vector<Group>& parts) {
    const auto p = static_cast<std::int64_t>(parts.size());
    std::int64_t longest = 0;
    for_each_class(parts, [&](const GroupClass& members) {
        for (std::int64_t i = 0; i < p; ++i)
            for (std::int64_t j = 0; j < p; ++j) {
                if (i == j) continue;
                const auto from = members[i].node, to = members[j].node;
                const auto arc = kernels::ring_arc(p, i, j);
                const auto ahead = to > from ? to - from : to - from + nodes;
                const bool either = 2 * arc.length == p;  // tilings alternate over the classes
                const bool clockwise = arc.direction == kernels::Direction::clockwise;
                longest = std::max(longest, either      ? std::max(ahead, nodes - ahead)
                                            : clockwise ? ahead
                                                        : nodes - ahead);
            }
    });
    return longest;
}

std::int64_t line_reach(const std::vector<Group>& parts) {
    std::int64_t longest = 0;
    for_each_class(parts, [&](const GroupClass& members) {
        longest = std::max(longest, members.back().node - members.front().node);
    });
    return longest;
}

/// A bound on the longest lightpath of the tree.
std::int64_t reach_of(const RingTask& task, const std::vector<std::int64_t>& radices) {
    std::vector<Group> groups{{0, task.nodes}};
    std::int64_t longest = ring_reach(task.nodes, split_group(groups[0], radices[0]));
    for (std::size_t i = 1; i < radices.size(); ++i) {
        groups = next_stage(groups, radices[i - 1]);
        for (const auto& group : groups)
            longest = std::max(longest, line_reach(split_group(group, radices[i])));
    }
    return longest;
}

}  // namespace

std::vector<Group> split_group(const Group& group, std::int64_t radix) {
    const auto parts = std::min(radix, group.size());
    const auto size = group.size() / parts, larger = group.size() % parts;
    std::vector<Group> result;
    result.reserve(static_cast<std::size_t>(parts));
    auto begin = group.begin;
    for (std::int64_t i = 0; i < parts; ++i) {
        const auto end = begin + size + (i < larger);
        result.push_back({begin, end});
        begin = end;
    }
    return result;
}

std::vector<Group> next_stage(const std::vector<Group>& groups, std::int64_t radix) {
    std::vector<Group> next;
    for (const auto& group : groups)
        for (const auto& part : split_group(group, radix)) next.push_back(part);
    return next;
}

std::int64_t line_load(const std::vector<Group>& parts, const std::vector<std::int64_t>& held) {
    const auto begin = parts.front().begin;
    const auto size = static_cast<std::size_t>(parts.back().end - begin);
    std::vector<std::int64_t> up(size + 1), down(size + 1);  // changes of the load per segment
    for_each_class(parts, [&](const GroupClass& members) {
        for (const auto& sender : members) {
            if (sender.proxy) continue;
            const auto items = held[sender.node];
            for (const auto& receiver : members) {
                if (receiver.node == sender.node) continue;
                auto& change = receiver.node > sender.node ? up : down;
                change[std::min(sender.node, receiver.node) - begin] += items;
                change[std::max(sender.node, receiver.node) - begin] -= items;
            }
        }
    });
    std::int64_t most = 0, ahead = 0, back = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::max({most, ahead += up[i], back += down[i]});
    return most;
}

void gather_counts(const std::vector<Group>& parts, std::vector<std::int64_t>& held) {
    const auto begin = parts.front().begin;
    const std::vector<std::int64_t> before(held.begin() + begin, held.begin() + parts.back().end);
    for_each_class(parts, [&](const GroupClass& members) {
        std::int64_t all = 0;
        for (const auto& member : members)
            if (!member.proxy) all += before[member.node - begin];
        for (const auto& member : members)
            held[member.node] += member.proxy ? all : all - before[member.node - begin];
    });
}

TreeConstruction best_tree(const RingTask& task) {
    const auto exact = best_radices(task, RadixFamily::tree);
    TreeConstruction best{exact.radices(), exact.cost.steps, exact.possible};
    for (const auto& candidate : candidates(task.nodes)) {
        if (candidate.radices.empty()) continue;
        const auto steps = steps_of(task, candidate.radices);
        if (best.possible && steps >= best.steps) continue;
        if (task.longest < task.nodes && reach_of(task, candidate.radices) > task.longest) continue;
        best = {candidate.radices, steps, true};
    }
    return best;
}

}  // namespace lightsweep::solvers::optree
