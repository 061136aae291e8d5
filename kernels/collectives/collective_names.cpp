// Names of collectives: finds the row of a name, splits sequences, and refuses unsuitable node
// counts.
#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/multiport_collectives.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "kernels/parallel/for_each.hpp"

namespace lightsweep::kernels {

namespace {

/// Reads "8x16" as {8, 16}; nothing for any other text.
std::optional<std::vector<Node>> sizes_of(std::string_view text) {
    std::vector<Node> sizes;
    for (const char *at = text.data(), *end = at + text.size();; ++at) {
        Node size = 0;
        const auto [next, error] = std::from_chars(at, end, size);
        if (error != std::errc() || size < 1) return std::nullopt;
        sizes.push_back(size);
        if (next == end) return sizes;
        if (*next != 'x') return std::nullopt;
        at = next;
    }
}

std::string text_of(std::span<const std::int64_t> dims) {
    std::string text;
    for (const auto size : dims) text += (text.empty() ? "(" : "x") + std::to_string(size);
    return text + ")";
}

/// Why the algorithm `name` cannot run on n nodes of its own sizes, or nothing.
std::optional<std::string> refuse_dims(std::string_view name, const NamedCollective& found,
                                       std::int64_t n) {
    if (found.row->build_chunked) return refuse_nodes(*found.row, n);
    double product = 1;
    for (const Node size : found.dims) product *= size;
    if (product != static_cast<double>(n))
        return std::string(name) + " needs sizes whose product is the number of nodes";
    if (found.row->lattice.powers_of_two &&
        !std::ranges::all_of(found.dims, [](Node size) { return is_power_of_two(size); }))
        return std::string(name) + " needs sizes that are powers of two";
    return std::nullopt;
}

/// Splits "name(8x16)" into name and sizes; false if the brackets hold something else.
bool take_dims(std::string_view& name, std::vector<Node>& dims) {
    const std::size_t open = name.find('(');
    if (open == std::string_view::npos) return true;
    if (!name.ends_with(')')) return false;
    auto sizes = sizes_of(name.substr(open + 1, name.size() - open - 2));
    if (!sizes) return false;
    dims = std::move(*sizes);
    name = name.substr(0, open);
    return true;
}

constexpr std::string_view any = "/any";

bool is_open_part(std::string_view part) {
    return part.substr(0, part.find('(')).ends_with(any);
}

bool is_open(std::string_view name) {
    const auto parts = sequence_parts(name);
    return std::ranges::any_of(parts, is_open_part);
}

/// The algorithms of one part; the part itself if it is not open.
std::vector<std::string> concrete_parts(std::string_view part) {
    if (!is_open_part(part)) return {std::string(part)};
    std::vector<Node> sizes;
    if (!take_dims(part, sizes)) return {};
    const std::vector<std::int64_t> dims(sizes.begin(), sizes.end());
    const auto primitive = part.substr(0, part.size() - any.size() + 1);
    std::vector<std::string> names;
    for (const auto& row : collective_table()) {
        if (!row.name.starts_with(primitive) || row.build_chunked ||
            (row.lattice.dimensions == any_dimensions && !row.square))
            continue;
        if (!row.ordered) names.push_back(on_dims(row.name, dims));
        if (!row.ordered) continue;
        names.push_back(std::string(row.name) + "-near");
        names.push_back(std::string(row.name) + "-far");
    }
    return names;
}

}  // namespace

NamedCollective find_collective(std::string_view name) {
    NamedCollective found;
    if (!take_dims(name, found.dims)) return found;
    for (const auto& [suffix, order] : {std::pair{std::string_view("-near"), Order::near},
                                        {std::string_view("-far"), Order::far}})
        if (name.ends_with(suffix)) {
            found.pinned = order;
            name.remove_suffix(suffix.size());
        }
    for (const auto& row : collective_table())
        if (row.name == name && (!found.pinned || row.ordered)) found.row = &row;
    const bool fits =
        found.dims.empty() || (found.row && found.row->build_chunked && found.dims.size() == 1) ||
        (found.row &&
         (found.row->lattice.dimensions == any_dimensions ||
          found.dims.size() == static_cast<std::size_t>(found.row->lattice.dimensions)));
    if (!fits) found.row = nullptr;
    return found;
}

std::optional<std::string> refuse_nodes(const CollectiveRow& row, std::int64_t n) {
    if (n < 1) return "needs at least 1 node";
    if (n > (std::int64_t{1} << 30)) return "needs at most 2^30 nodes";
    if (row.square && square_side(n) == 0)
        return std::string(row.name) + " needs a square of 3 or more as the number of nodes";
    if (!row.power_of_two || is_power_of_two(n)) return std::nullopt;
    const auto& lattice = row.lattice;
    const bool takes_others = lattice.dimensions > 0 && !lattice.powers_of_two;
    return std::string(row.name) + " needs a power of two" + (takes_others ? ", or dims" : "");
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
        auto reason =
            found.dims.empty() ? refuse_nodes(*found.row, n) : refuse_dims(part, found, n);
        if (reason) return reason;
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

namespace {

constexpr Node usual_chunks = 16;

Node chunks_of(const NamedCollective& found) {
    return found.dims.empty() ? usual_chunks : found.dims[0];
}

/// The usual number of chunks, unless the scheduler takes the best one.
Collective in_usual_chunks(const NamedCollective& found, std::string algorithm, Node n) {
    const auto build = found.row->build_chunked;
    auto collective = build(n, usual_chunks);
    Pipeline pipeline{found.row->n_chunked_steps(n, 1) - 1, 1, 0, {}};
    for (const auto& step : collective.steps) {
        const auto own = merged(step);
        pipeline.peers = std::max(pipeline.peers, static_cast<Node>(own.demand().size()));
        pipeline.share = std::max(pipeline.share, own.share * usual_chunks);
    }
    pipeline.build = [build, algorithm, n](std::int64_t chunks) {
        auto built = build(n, static_cast<Node>(chunks));
        built.algorithm = algorithm + "(" + std::to_string(chunks) + ")";
        return built;
    };
    collective.pipeline = std::make_shared<const Pipeline>(std::move(pipeline));
    return collective;
}

}  // namespace

std::int64_t count_steps(std::string_view name, std::int64_t n, std::int64_t ports) {
    std::int64_t steps = 0;
    if (is_open(name)) {
        for (const auto& one : concrete_names(name))
            if (!refuse_nodes(one, n)) steps = std::max(steps, count_steps(one, n));
        return steps;
    }
    for (const auto part : sequence_parts(name)) {
        const auto found = find_collective(part);
        if (!found.row) continue;
        if (found.row->build_chunked)
            steps += found.row->n_chunked_steps(n, chunks_of(found));
        else if (!found.dims.empty())
            steps += found.row->lattice.n_steps(found.dims);
        else
            steps += found.row->n_ported_steps ? found.row->n_ported_steps(n, ports)
                                               : found.row->n_steps(n);
    }
    return steps;
}

std::vector<std::string> concrete_names(std::string_view name) {
    std::vector<std::string> names{""};
    for (const auto part : sequence_parts(name)) {
        std::vector<std::string> longer;
        for (const auto& begun : names)
            for (const auto& next : concrete_parts(part))
                longer.push_back(begun + (begun.empty() ? "" : "+") + next);
        names = std::move(longer);
    }
    return names;
}

namespace {

/// Whether a part without sizes is an algorithm of so many dimensions, or may be run as one.
bool takes_dims(std::string_view part, std::size_t dimensions) {
    if (dimensions == 0 || part.ends_with(')')) return false;
    const auto names = concrete_parts(part);
    return std::ranges::any_of(names, [dimensions](const std::string& name) {
        const auto found = find_collective(name);
        if (!found.row) return false;
        // In two dimensions the sizes stand in the name, because a square torus needs none.
        if (found.row->lattice.dimensions == any_dimensions) return dimensions != 2;
        return dimensions == static_cast<std::size_t>(found.row->lattice.dimensions);
    });
}

}  // namespace

std::string in_chunks(std::string_view name, std::int64_t chunks) {
    std::string numbered;
    for (const auto part : sequence_parts(name)) {
        numbered += (numbered.empty() ? "" : "+") + std::string(part);
        const auto found = find_collective(part);
        if (found.row && found.row->build_chunked && found.dims.empty())
            numbered += "(" + std::to_string(chunks) + ")";
    }
    return numbered;
}

std::string on_dims(std::string_view name, std::span<const std::int64_t> dims) {
    std::string sized;
    for (const auto part : sequence_parts(name)) {
        sized += (sized.empty() ? "" : "+") + std::string(part);
        if (takes_dims(part, dims.size())) sized += text_of(dims);
    }
    return sized;
}

namespace {

Collective open_collective(std::string_view name, Node n) {
    Collective result{Primitive::sequence, std::string(name), n, {}, {}};
    for (const auto& one : concrete_names(name)) {
        parallel::checkpoint();  // of a million nodes an algorithm may have millions of steps
        if (!refuse_nodes(one, n)) result.alternatives.push_back(build_collective(one, n));
    }
    if (result.alternatives.empty())
        throw std::invalid_argument("collective = " + std::string(name) + ": unknown");
    if (sequence_parts(name).size() > 1) return result;
    result.primitive = result.alternatives.front().primitive;
    result.algorithm = name.substr(name.find('/') + 1);
    return result;
}

}  // namespace

Collective build_collective(std::string_view name, Node n, std::optional<Order> order, Node ports) {
    if (is_open(name)) return open_collective(name, n);
    const auto names = sequence_parts(name);
    if (names.size() > 1) {
        std::vector<Collective> parts;
        for (const auto part : names) parts.push_back(build_collective(part, n, order, ports));
        return sequence(std::move(parts));
    }
    const auto found = find_collective(name);
    if (!found.row) throw std::invalid_argument("collective = " + std::string(name) + ": unknown");
    if (const auto reason = refuse_nodes(name, n))
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
    const bool chunked = found.row->build_chunked && n > 1;
    const std::string algorithm(name.substr(slash + 1));
    Collective result = chunked && found.dims.empty() ? in_usual_chunks(found, algorithm, n)
                        : chunked                     ? found.row->build_chunked(n, found.dims[0])
                        : ported                      ? found.row->build_ported(n, ports)
                        : n == 1             ? found.row->build(found.row->square ? 9 : 2, wanted)
                        : found.dims.empty() ? found.row->build(n, wanted)
                                             : found.row->lattice.build(found.dims);
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
