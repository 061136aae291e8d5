#include "solvers/optree/trees/ragged_tree.hpp"

#include <algorithm>

namespace lightsweep::solvers::optree {

std::vector<Group> split_group(const Group& group, std::int64_t radix) {
    const auto parts = std::min(radix, group.size());
    const auto size = group.size() / parts, larger = group.size() % parts;
    std::vector<Group> result;
    auto begin = group.begin;
    for (std::int64_t i = 0; i < parts; ++i) {
        const auto end = begin + size + (i < larger);
        result.push_back({begin, end});
        begin = end;
    }
    return result;
}

std::vector<GroupClass> classes_of(const std::vector<Group>& parts) {
    std::vector<GroupClass> classes(static_cast<std::size_t>(parts.front().size()));
    for (std::size_t i = 0; i < classes.size(); ++i)
        for (const auto& part : parts) {
            const auto place = std::min(static_cast<std::int64_t>(i), part.size() - 1);
            classes[i].push_back({part.begin + place, place < static_cast<std::int64_t>(i)});
        }
    return classes;
}

TreeLevel TreeLevel::next(std::int64_t radix) const {
    TreeLevel level;
    for (const auto& group : groups) {
        const auto parts = split_group(group, radix);
        level.groups.insert(level.groups.end(), parts.begin(), parts.end());
    }
    return level;
}

std::int64_t line_load(const std::vector<Group>& parts, const std::vector<std::int64_t>& held) {
    const auto begin = parts.front().begin;
    const auto size = static_cast<std::size_t>(parts.back().end - begin);
    std::vector<std::int64_t> up(size + 1), down(size + 1);  // changes of the load per segment
    for (const auto& members : classes_of(parts))
        for (const auto& sender : members) {
            if (sender.proxy) continue;
            const auto items = held[static_cast<std::size_t>(sender.node)];
            for (const auto& receiver : members) {
                if (receiver.node == sender.node) continue;
                auto& change = receiver.node > sender.node ? up : down;
                change[static_cast<std::size_t>(std::min(sender.node, receiver.node) - begin)] +=
                    items;
                change[static_cast<std::size_t>(std::max(sender.node, receiver.node) - begin)] -=
                    items;
            }
        }
    std::int64_t most = 0, ahead = 0, back = 0;
    for (std::size_t i = 0; i < size; ++i) most = std::max({most, ahead += up[i], back += down[i]});
    return most;
}

void gather_counts(const std::vector<Group>& parts, std::vector<std::int64_t>& held) {
    const auto begin = parts.front().begin;
    const std::vector<std::int64_t> before(held.begin() + begin, held.begin() + parts.back().end);
    for (const auto& members : classes_of(parts)) {
        std::int64_t all = 0;
        for (const auto& member : members)
            if (!member.proxy) all += before[static_cast<std::size_t>(member.node - begin)];
        for (const auto& member : members)
            held[static_cast<std::size_t>(member.node)] +=
                member.proxy ? all : all - before[static_cast<std::size_t>(member.node - begin)];
    }
}

}  // namespace lightsweep::solvers::optree
