// From names to collectives: the table's rows, sequences of them, and what they refuse.
#include <algorithm>
#include <stdexcept>

#include "kernels/collective_algorithms.hpp"

namespace lightsweep::kernels {

NamedCollective find_collective(std::string_view name) {
    NamedCollective found;
    for (const auto& [suffix, order] : {std::pair{std::string_view("-near"), Order::near},
                                        {std::string_view("-far"), Order::far}})
        if (name.ends_with(suffix)) {
            found.pinned = order;
            name.remove_suffix(suffix.size());
        }
    for (const auto& row : collective_table())
        if (row.name == name && (!found.pinned || row.ordered)) found.row = &row;
    return found;
}

std::optional<std::string> refuse_nodes(const CollectiveRow& row, std::int64_t n) {
    if (n < 1) return "needs at least 1 node";
    if (n > (std::int64_t{1} << 30)) return "needs at most 2^30 nodes";
    if (!row.power_of_two || is_power_of_two(n)) return std::nullopt;
    return std::string(row.name) + " needs a power of two";
}

std::vector<std::string_view> sequence_parts(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('+', begin), name.size());
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::optional<std::string> refuse_nodes(std::string_view name, std::int64_t n) {
    for (const auto part : sequence_parts(name)) {
        const auto found = find_collective(part);
        if (!found.row) continue;
        if (auto reason = refuse_nodes(*found.row, n)) return reason;
    }
    return std::nullopt;
}

std::optional<std::string> refuse_ports(std::string_view name, std::int64_t n, std::int64_t ports) {
    const std::int64_t most = std::max<std::int64_t>(1, n - 1);
    if (ports >= 1 && ports <= most) return std::nullopt;
    for (const auto part : sequence_parts(name))
        if (const auto found = find_collective(part); found.row && found.row->build_ported)
            return std::string(part) + " on " + std::to_string(n) + " nodes has 1 to " +
                   std::to_string(most) + " ports: a node has no more peers";
    return std::nullopt;
}

std::int64_t count_steps(std::string_view name, std::int64_t n, std::int64_t ports) {
    std::int64_t steps = 0;
    for (const auto part : sequence_parts(name)) {
        const auto found = find_collective(part);
        if (!found.row) continue;
        steps +=
            found.row->n_ported_steps ? found.row->n_ported_steps(n, ports) : found.row->n_steps(n);
    }
    return steps;
}

Collective build_collective(std::string_view name, Node n, std::optional<Order> order, Node ports) {
    const auto names = sequence_parts(name);
    if (names.size() > 1) {
        std::vector<Collective> parts;
        for (const auto part : names) parts.push_back(build_collective(part, n, order, ports));
        return sequence(std::move(parts));
    }
    const auto found = find_collective(name);
    if (!found.row) throw std::invalid_argument("collective = " + std::string(name) + ": unknown");
    if (const auto reason = refuse_nodes(*found.row, n))
        throw std::invalid_argument("nodes = " + std::to_string(n) + ": " + *reason);
    if (const auto reason = refuse_ports(name, n, ports))
        throw std::invalid_argument("ports = " + std::to_string(ports) + ": " + *reason);
    const std::size_t slash = found.row->name.find('/');
    const Order wanted =
        found.pinned.value_or(order.value_or(ports > 1 ? Order::near : found.row->usual));
    const bool ported = found.row->build_ported && ports > 1;
    if (ported && wanted == Order::far)
        throw std::invalid_argument("ports = " + std::to_string(ports) + ": " + std::string(name) +
                                    " with its far order has one port; give order = near");
    Collective result = ported   ? found.row->build_ported(n, ports)
                        : n == 1 ? found.row->build(2, wanted)
                                 : found.row->build(n, wanted);
    if (n == 1) {
        result.n = 1;
        result.steps.clear();
    }
    result.algorithm = name.substr(slash + 1);
    return result;
}

Collective custom_collective(std::vector<Step> steps) {
    if (steps.empty()) throw std::invalid_argument("steps: the list is empty");
    const Node n = steps.front().peer.size();
    for (std::size_t k = 0; k < steps.size(); ++k) {
        if (steps[k].peer.size() != n)
            throw std::invalid_argument("steps[" + std::to_string(k) + "]: is for " +
                                        std::to_string(steps[k].peer.size()) +
                                        " nodes, the first for " + std::to_string(n));
        if (!(steps[k].share >= 0))
            throw std::invalid_argument("steps[" + std::to_string(k) + "].bytes: must be >= 0");
    }
    return {Primitive::custom, "custom", n, std::move(steps), {}};
}

}  // namespace lightsweep::kernels
