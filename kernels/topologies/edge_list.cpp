#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include "kernels/topologies/topology.hpp"

namespace lightsweep::kernels {

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
        const std::string place = std::string(where) + " line " + std::to_string(number);
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
