#include "kernels/cost/toll_table.hpp"

#include <algorithm>
#include <sstream>

namespace lightsweep::kernels {

std::string toll_key(std::vector<Node> dims, bool directed) {
    std::ranges::sort(dims);
    std::string key = directed ? "ring-uni" : dims.size() == 1 ? "ring" : "torus";
    for (const Node size : dims) key += " " + std::to_string(size);
    return key;
}

std::string toll_line(const std::vector<Node>& dims, bool directed, const TollBounds& bounds) {
    std::ostringstream line;
    line << toll_key(dims, directed);
    const char* between = "|";
    for (const auto& one : bounds.by_steps) {
        line << between << one.steps << ':' << one.blocks;
        between = " ";
    }
    between = "|";
    for (const auto& one : bounds.by_hops) {
        line << between << one.steps << '/' << one.hops << ':' << one.blocks;
        between = " ";
    }
    return line.str();
}

std::optional<TollBounds> tabled_tolls(const std::vector<Node>& dims, bool directed) {
    const auto begin = toll_key(dims, directed) + "|";
    const auto lines = toll_table_lines();
    const auto at =
        std::ranges::find_if(lines, [&](std::string_view line) { return line.starts_with(begin); });
    if (at == lines.end()) return std::nullopt;
    TollBounds bounds;
    std::istringstream fields(std::string(*at).substr(begin.size()));
    std::string by_steps, by_hops;
    std::getline(fields, by_steps, '|');
    std::getline(fields, by_hops);
    char mark = 0;
    std::istringstream steps(by_steps), hops(by_hops);
    for (StepsBlocks one{}; steps >> one.steps >> mark >> one.blocks;)
        bounds.by_steps.push_back(one);
    for (HopsBlocks one{}; hops >> one.steps >> mark >> one.hops >> mark >> one.blocks;)
        bounds.by_hops.push_back(one);
    return bounds;
}

}  // namespace lightsweep::kernels
