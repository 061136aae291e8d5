#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "kernels/topologies/link_lists.hpp"
#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

namespace {

using Integers = std::vector<std::int64_t>;

/// "4x8" or "1, -1".
template <typename Number>
std::string joined(const std::vector<Number>& numbers, const char* separator) {
    std::string text;
    for (const auto number : numbers)
        text += (text.empty() ? "" : separator) + std::to_string(number);
    return text;
}

Node node_count(const std::vector<Node>& dims, const char* name) {
    const std::string what = std::string(name) + ": dims = [" + joined(dims, ", ") + "]: ";
    if (dims.empty()) throw std::invalid_argument(what + "give one size or more");
    std::int64_t n = 1;
    for (const Node size : dims) {
        if (size < 1) throw std::invalid_argument(what + "every size must be at least 1");
        n *= size;
        if (n > std::numeric_limits<Node>::max())
            throw std::invalid_argument(what + "too many nodes; use smaller sizes");
    }
    return static_cast<Node>(n);
}

Node residue(std::int64_t value, Node n) {
    const std::int64_t rest = value % n;
    return static_cast<Node>(rest < 0 ? rest + n : rest);
}

void require_offsets(Node n, const Integers& offsets, const std::string& what) {
    for (auto offset = offsets.begin(); offset != offsets.end(); ++offset) {
        const std::string name = "offset " + std::to_string(*offset);
        if (n > 1 && residue(*offset, n) == 0)
            throw std::invalid_argument(what + name +
                                        " leads back to the node itself: remove it, or leave out "
                                        "this number of nodes");
        if (std::find(offsets.begin(), offset, *offset) != offset)
            throw std::invalid_argument(what + name + " is given twice: give it once");
    }
}

void require_capacities(const std::vector<double>& capacities, std::size_t offsets,
                        const std::string& what) {
    if (capacities.size() != offsets)
        throw std::invalid_argument(what + std::to_string(capacities.size()) +
                                    " capacities; give one per offset");
    for (const double c : capacities)
        if (!(c > 0) || !std::isfinite(c))
            throw std::invalid_argument(what + "capacity " + std::to_string(c) +
                                        ": must be > 0 and finite");
}

void require_connected(Node n, const std::vector<Node>& offsets, const std::string& what) {
    const Node common = std::accumulate(offsets.begin(), offsets.end(), n,
                                        [](Node a, Node b) { return std::gcd(a, b); });
    if (common != 1)
        throw std::invalid_argument(what + "all offsets and n share the factor " +
                                    std::to_string(common) +
                                    ", so that nodes are not connected; add an offset without it");
}

std::vector<Edge> require_strong(Node n, Node degree, std::vector<Edge> links, const char* name) {
    if (!is_strongly_connected(n, links))
        throw std::invalid_argument(std::string(name) + ": degree = " + std::to_string(degree) +
                                    " on " + std::to_string(n) +
                                    " nodes: not connected; use degree 2 or more");
    return links;
}

std::string require_degree(Node n, Node degree, const char* name) {
    const std::string what =
        std::string(name) + ": degree = " + std::to_string(degree) + " on " + std::to_string(n);
    if (n < 1) throw std::invalid_argument(what + " nodes: must have at least 1 node");
    if (degree < 1) throw std::invalid_argument(what + " nodes: must be at least 1");
    return std::string(name) + " (degree " + std::to_string(degree) + ")";
}

}  // namespace

Topology Topology::product(Kind kind, std::vector<Node> dims, Node degree,
                           LinkBandwidth bandwidth) {
    const char* name = kind == Kind::torus ? "torus" : "grid";
    const Node n = node_count(dims, name);
    const double sharing = bandwidth == LinkBandwidth::split ? std::max(degree, Node{1}) : 1;
    Topology result(kind, n, sharing, degree);
    auto text = std::string(name) + " " + joined(dims, "x");
    result.shape_ =
        std::make_shared<const Shape>(Shape{std::move(dims), {}, {}, {}, std::move(text)});
    return result;
}

Topology Topology::torus(std::vector<Node> dims, LinkBandwidth bandwidth) {
    const auto moved = std::ranges::count_if(dims, [](Node size) { return size > 1; });
    return product(Kind::torus, std::move(dims), static_cast<Node>(2 * moved), bandwidth);
}

Topology Topology::grid(std::vector<Node> dims, LinkBandwidth bandwidth) {
    Node degree = 0;
    for (const Node size : dims) degree += std::clamp(size - 1, 0, 2);
    return product(Kind::grid, std::move(dims), degree, bandwidth);
}

Topology Topology::hypercube(Node n, LinkBandwidth bandwidth) {
    if (!is_power_of_two(n))
        throw std::invalid_argument("hypercube: nodes = " + std::to_string(n) +
                                    ": must be a power of two");
    Node degree = 0;
    while (std::int64_t{1} << degree < n) ++degree;
    const double sharing = bandwidth == LinkBandwidth::split ? std::max(degree, Node{1}) : 1;
    Topology result(Kind::hypercube, n, sharing, degree);
    result.shape_ = std::make_shared<const Shape>(Shape{{}, {}, {}, {}, "hypercube"});
    return result;
}

Topology Topology::circulant(Node n, const Integers& offsets, LinkBandwidth bandwidth,
                             std::vector<double> capacities) {
    const auto text = "circulant {" + joined(offsets, ", ") + "}";
    const std::string what = text + " on " + std::to_string(n) + " nodes: ";
    if (n < 1) throw std::invalid_argument(what + "must have at least 1 node");
    if (capacities.empty()) capacities.assign(offsets.size(), 1.0);
    require_offsets(n, offsets, what);
    require_capacities(capacities, offsets.size(), what);
    const double sum = std::accumulate(capacities.begin(), capacities.end(), 0.0);
    const double sharing = bandwidth == LinkBandwidth::split && sum > 0 ? sum : 1.0;
    Shape shape{{}, {}, {}, {}, text};
    for (std::size_t i = 0; i < offsets.size() && n > 1; ++i) {
        const Node a = residue(offsets[i], n);
        const auto same = std::ranges::find(shape.offsets, a);
        const auto place = static_cast<std::size_t>(same - shape.offsets.begin());
        if (same == shape.offsets.end()) {
            shape.offsets.push_back(a);
            shape.capacities.push_back(0);
        }
        shape.capacities[place] += capacities[i] / sharing;
    }
    require_connected(n, shape.offsets, what);
    Topology result(Kind::circulant, n, sharing, static_cast<Node>(offsets.size()));
    result.shape_ = std::make_shared<const Shape>(std::move(shape));
    return result;
}

Topology Topology::de_bruijn(Node n, Node degree, LinkBandwidth bandwidth) {
    const auto text = require_degree(n, degree, "de-bruijn");
    auto links = require_strong(n, degree, affine_links(n, degree, 0, degree), "de-bruijn");
    return listed(Kind::de_bruijn, n, std::move(links), degree, bandwidth, text);
}

Topology Topology::kautz(Node n, Node degree, LinkBandwidth bandwidth) {
    const auto text = require_degree(n, degree, "kautz");
    auto links = require_strong(n, degree, affine_links(n, -degree, -degree, degree), "kautz");
    return listed(Kind::kautz, n, std::move(links), degree, bandwidth, text);
}

Topology Topology::random_regular(Node n, Node degree, std::uint64_t seed,
                                  LinkBandwidth bandwidth) {
    const auto text =
        "random-regular (degree " + std::to_string(degree) + ", seed " + std::to_string(seed) + ")";
    return listed(Kind::random_regular, n, random_regular_links(n, degree, seed), degree, bandwidth,
                  text);
}

namespace {

/// Reads the whole word as a decimal number; false if it is not one or too large.
template <typename Number>
bool read(const std::string& word, Number& number) {
    const char* const first = word.data() + (word.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(first, word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size();
}

Edge parse_edge(const std::string& line, const std::string& place) {
    std::istringstream words(line);
    std::string from, to, capacity, rest;
    words >> from >> to >> capacity >> rest;
    Edge edge{0, 0, 1.0};
    if (!to.empty() && rest.empty() && read(from, edge.from) && read(to, edge.to) &&
        (capacity.empty() || read(capacity, edge.capacity)))
        return edge;
    // The line is not printed: the file may be none of the user's.
    if (rest.empty() && read(from, edge.from) && read(to, edge.to))
        throw std::invalid_argument(place + ": the capacity is no number: write `from to " +
                                    "[capacity]`, in multiples of the bandwidth, e.g. `0 1 0.5`");
    throw std::invalid_argument(place + " is no link: write `from to [capacity]`, e.g. `0 1 1.0`");
}

}  // namespace

std::vector<Edge> parse_edge_list(std::string_view text, Node n, std::string_view where) {
    std::vector<Edge> edges;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        line.erase(std::min(line.find('#'), line.size()));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string place = std::string(where) + ":" + std::to_string(number);
        edges.push_back(parse_edge(line, place));
        if (const auto fault = edge_fault(edges.back(), n); !fault.empty())
            throw std::invalid_argument(place + ": " + fault);
    }
    if (edges.empty() && n > 1)
        throw std::invalid_argument(std::string(where) +
                                    ": no links; write lines `from to [capacity]`");
    return edges;
}

}  // namespace lightsweep::kernels
