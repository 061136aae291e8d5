#include "kernels/topologies/topology_text.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace lightsweep::kernels {

namespace {

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
    const auto table = topology_table();
    const auto row = std::find_if(table.begin(), table.end(),
                                  [name](const TopologyRow& one) { return one.name == name; });
    if (row != table.end()) return *row;
    std::string names;
    for (const auto& one : table) names += (names.empty() ? "" : ", ") + std::string(one.name);
    refuse(text, "unknown; use one of " + names + ", with numbers in brackets where it needs them");
}

}  // namespace

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
