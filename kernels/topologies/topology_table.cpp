#include "kernels/topologies/topology_table.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

constexpr TopologyRow table[] = {
    {"ring", "bidirectional ring", 0, false, false, false},
    {"ring-uni", "directed ring, one fat link per node", 0, false, false, false},
    {"torus2d", "rings in two dimensions", 2, false, false, false},
    {"torus3d", "rings in three dimensions", 3, false, false, false},
    {"grid2d", "lines in two dimensions", 2, false, false, false},
    {"grid3d", "lines in three dimensions", 3, false, false, false},
    {"hypercube", "j <-> j xor 2^k", 0, false, false, false},
    {"circulant", "j -> j + offset, e.g. co-prime rings", 0, true, false, false},
    {"de-bruijn", "j -> degree j + a, a = 0..degree-1", 0, false, true, false},
    {"kautz", "j -> -degree j - a, a = 1..degree", 0, false, true, false},
    {"random-regular", "simple, connected, links both ways", 0, false, true, true},
};

std::string sizes(const std::vector<Node>& dims) {
    std::string text;
    for (const Node size : dims) text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "[" + text + "]";
}

/// Null if the name is unknown.
const TopologyRow* row_named(std::string_view name) {
    const auto* row = std::ranges::find(table, name, &TopologyRow::name);
    return row == std::end(table) ? nullptr : row;
}

std::string all_names() {
    std::string names;
    for (const auto& one : table) names += (names.empty() ? "" : ", ") + std::string(one.name);
    return names;
}

std::vector<Node> dims_of(const TopologyRow& row, const TopologyParameters& p) {
    if (p.dims.empty()) return default_dims(p.n, row.dimensions);
    const std::string what = std::string(row.name) + ": dims = " + sizes(p.dims) + ": ";
    if (p.dims.size() != static_cast<std::size_t>(row.dimensions))
        throw std::invalid_argument(what + "give " + std::to_string(row.dimensions) + " sizes");
    double product = 1;
    for (const Node size : p.dims) product *= size;
    if (product != p.n)
        throw std::invalid_argument(what + "their product is not nodes = " + std::to_string(p.n));
    return p.dims;
}

void require_parameters(const TopologyRow& row, const TopologyParameters& p) {
    const std::string name(row.name);
    if (p.n < 1)
        throw std::invalid_argument(name + ": nodes = " + std::to_string(p.n) +
                                    ": must be at least 1");
    if (row.reads_offsets && p.offsets.empty())
        throw std::invalid_argument(name + ": no offsets; give e.g. offsets = [1, -1]");
    if (row.reads_degree && p.degree == 0)
        throw std::invalid_argument(name + ": no degree; give e.g. degree = 4");
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
    throw std::invalid_argument("'" + std::string(text) + "': " + why);
}

/// "1,-9" or "8x8" as numbers.
std::vector<std::int64_t> numbers_of(std::string_view text, std::string_view inside) {
    std::vector<std::int64_t> numbers;
    const char* at = inside.data();
    const char* const end = at + inside.size();
    while (true) {
        while (at != end && *at == ' ') ++at;
        std::int64_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || number > (1 << 30) || number < -(1 << 30))
            refuse(text,
                   "whole numbers between the brackets are needed, e.g. circulant(1,9), "
                   "torus2d(8x8), kautz(4)");
        numbers.push_back(number);
        if (next == end) return numbers;
        if (*next != ',' && *next != 'x') refuse(text, "numbers are separated by commas, or by x");
        at = next + 1;
    }
}

struct Parts {
    std::string_view name;
    std::vector<std::int64_t> numbers;
    LinkBandwidth bandwidth;
};

Parts split(std::string_view text, LinkBandwidth otherwise) {
    Parts parts{text, {}, otherwise};
    for (const auto& [ending, bandwidth] :
         {std::pair{std::string_view("-split"), LinkBandwidth::split},
          {std::string_view("-full"), LinkBandwidth::full}})
        if (parts.name.ends_with(ending)) {
            parts.name.remove_suffix(ending.size());
            parts.bandwidth = bandwidth;
        }
    const std::size_t open = parts.name.find('(');
    if (open == std::string_view::npos) return parts;
    if (parts.name.back() != ')') refuse(text, "the closing bracket is missing");
    parts.numbers = numbers_of(text, parts.name.substr(open + 1, parts.name.size() - open - 2));
    parts.name = parts.name.substr(0, open);
    return parts;
}

const TopologyRow& row_of(std::string_view text, std::string_view name) {
    if (const auto* row = row_named(name)) return *row;
    refuse(text,
           "unknown; use one of " + all_names() + ", with numbers in brackets where it needs them");
}

}  // namespace

std::span<const TopologyRow> topology_table() {
    return table;
}

std::vector<Node> default_dims(Node n, int dimensions) {
    if (!is_power_of_two(n))
        throw std::invalid_argument("nodes = " + std::to_string(n) +
                                    ": no power of two; give dims whose product it is");
    int bits = 0;
    while (std::int64_t{1} << bits < n) ++bits;
    std::vector<Node> dims;
    for (int d = 0; d < dimensions; ++d) dims.push_back(Node{1} << ((bits + d) / dimensions));
    return dims;
}

Topology make_topology(std::string_view name, const TopologyParameters& p) {
    const auto* found = row_named(name);
    if (!found)
        throw std::invalid_argument("topology '" + std::string(name) + "': unknown; use one of " +
                                    all_names());
    const TopologyRow& row = *found;
    require_parameters(row, p);
    const LinkBandwidth bandwidth = p.link_bandwidth;
    if (name.starts_with("torus")) return Topology::torus(dims_of(row, p), bandwidth);
    if (name.starts_with("grid")) return Topology::grid(dims_of(row, p), bandwidth);
    if (name == "ring-uni") return Topology::ring_uni(p.n);
    if (name == "hypercube") return Topology::hypercube(p.n, bandwidth);
    if (name == "circulant") return Topology::circulant(p.n, p.offsets, bandwidth);
    if (name == "de-bruijn") return Topology::de_bruijn(p.n, p.degree, bandwidth);
    if (name == "kautz") return Topology::kautz(p.n, p.degree, bandwidth);
    if (name == "random-regular") return Topology::random_regular(p.n, p.degree, p.seed, bandwidth);
    return Topology::ring(p.n, bandwidth);
}

Topology topology_of_text(std::string_view text, Node n, LinkBandwidth otherwise) {
    const Parts parts = split(text, otherwise);
    const TopologyRow& row = row_of(text, parts.name);
    TopologyParameters p;
    p.n = n;
    p.link_bandwidth = parts.bandwidth;
    if (row.dimensions > 0) {
        p.dims.assign(parts.numbers.begin(), parts.numbers.end());
    } else if (row.reads_offsets) {
        p.offsets = parts.numbers;
    } else {
        const std::size_t most = (row.reads_degree ? 1u : 0u) + (row.reads_seed ? 1u : 0u);
        if (parts.numbers.size() > most)
            refuse(text, std::string(row.name) + " takes " +
                             (most == 0 ? "no numbers" : "at most " + std::to_string(most)));
        if (!parts.numbers.empty()) p.degree = static_cast<Node>(parts.numbers[0]);
        if (parts.numbers.size() > 1) p.seed = static_cast<std::uint64_t>(parts.numbers[1]);
    }
    try {
        return make_topology(row.name, p);
    } catch (const std::invalid_argument& fault) {
        refuse(text, fault.what());
    }
}

}  // namespace lightsweep::kernels
