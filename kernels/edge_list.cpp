#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "kernels/topology.hpp"

namespace lightsweep::kernels {

namespace {

Edge parse_edge(const std::string& line, const std::string& place) {
    std::istringstream words(line);
    std::string from, to, capacity, rest;
    words >> from >> to >> capacity >> rest;
    const std::string remedy = ": write `from to [capacity]`, e.g. `0 1 1.0`";
    if (to.empty() || !rest.empty())
        throw std::invalid_argument(place + " '" + line + "'" + remedy);
    try {
        std::size_t used_from = 0, used_to = 0, used_capacity = capacity.size();
        const Edge edge{std::stoi(from, &used_from), std::stoi(to, &used_to),
                        capacity.empty() ? 1.0 : std::stod(capacity, &used_capacity)};
        if (used_from == from.size() && used_to == to.size() && used_capacity == capacity.size())
            return edge;
    } catch (const std::logic_error&) {
        // not a number, or too large: reported below with the line
    }
    throw std::invalid_argument(place + " '" + line + "'" + remedy);
}

}  // namespace

std::vector<Edge> parse_edge_list(std::string_view text, Node n, std::string_view where) {
    std::vector<Edge> edges;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        line.erase(std::min(line.find('#'), line.size()));
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string place = std::string(where) + " line " + std::to_string(number) + ":";
        edges.push_back(parse_edge(line, place));
        if (const auto fault = edge_fault(edges.back(), n); !fault.empty())
            throw std::invalid_argument(place + " " + fault);
    }
    if (edges.empty() && n > 1)
        throw std::invalid_argument(std::string(where) +
                                    ": no links; write lines `from to [capacity]`");
    return edges;
}

}  // namespace lightsweep::kernels
