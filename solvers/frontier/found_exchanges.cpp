#include "solvers/frontier/found_exchanges.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>

#include "solvers/frontier/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

std::vector<std::string> fields_of(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) parts.push_back(part);
    return parts;
}

std::vector<Node> numbers_of(const std::string& text, char at) {
    std::vector<Node> numbers;
    for (const auto& part : fields_of(text, at))
        numbers.push_back(static_cast<Node>(std::stol(part)));
    return numbers;
}

std::string joined(const std::vector<Node>& numbers) {
    std::string text;
    for (const Node one : numbers) text += (text.empty() ? "" : ",") + std::to_string(one);
    return text;
}

/// Throws std::exception where the text is none.
FoundExchange read(const std::string& text) {
    const auto parts = fields_of(text, '|');
    const auto group = numbers_of(parts.at(1), ' ');
    if (std::ranges::min(group) < 1) throw std::invalid_argument("group");
    FoundExchange found{parts[0], {Group(group.at(0), group.at(1), group.at(2))}, {}};
    for (const auto& step : fields_of(parts.at(2), '/')) {
        const auto fields = fields_of(step, ':');
        found.topologies.push_back(std::stoi(fields.at(0)));
        const auto lanes = numbers_of(fields.at(1), ',');
        found.movement.steps.push_back(
            {lanes, fields.size() > 2 ? numbers_of(fields[2], ',') : lanes});
    }
    return found;
}

/// Whether the structure can do this: elements of a group, at most k lanes and peers, the base's
/// lanes where it stands.
bool fits(const FoundExchange& found, const FrontierBase& base) {
    const auto& group = found.movement.group;
    const auto lanes = generators_of(base);
    const auto groups = groups_of(base.nodes());
    const bool known =
        group.name() == translations(base).name() ||
        std::ranges::any_of(groups, [&](const Group& one) { return one.name() == group.name(); });
    if (!known || group.size() != base.nodes() || found.topologies.empty()) return false;
    for (std::size_t t = 0; t < found.topologies.size(); ++t) {
        const auto& step = found.movement.steps[t];
        for (const auto* list : {&step.lanes, &step.peers})
            if (list->empty() || std::ranges::min(*list) < 1 ||
                std::ranges::max(*list) >= group.size())
                return false;
        if (std::ssize(step.lanes) > base.lanes || std::ssize(step.peers) > base.lanes)
            return false;
        const int before = t == 0 ? 0 : found.topologies[t - 1];
        if (found.topologies[t] < before || found.topologies[t] > before + 1) return false;
        for (const Node lane : step.lanes)
            if (found.topologies[t] == 0 &&
                (group.name() != translations(base).name() ||
                 std::ranges::count(step.lanes, lane) > std::ranges::count(lanes, lane)))
                return false;
    }
    return true;
}

std::vector<FoundExchange> read_all(const FrontierBase& base) {
    std::vector<FoundExchange> all;
    const auto key = table_key(base) + "|";
    for (const std::string_view line : table_lines()) {
        if (!line.starts_with(key)) continue;
        try {
            auto found = read(std::string(line.substr(key.size())));
            if (fits(found, base)) all.push_back(std::move(found));
        } catch (const std::exception&) {  // no line of the table
        }
    }
    return all;
}

}  // namespace

std::string FoundExchange::text() const {
    auto text = family + "|" + movement.group.numbers() + "|";
    for (std::size_t t = 0; t < topologies.size(); ++t) {
        const auto& step = movement.steps[t];
        text += (t > 0 ? "/" : "") + std::to_string(topologies[t]) + ":" + joined(step.lanes);
        if (step.peers != step.lanes) text += ":" + joined(step.peers);
    }
    return text;
}

std::string table_key(const FrontierBase& base) {
    constexpr const char* kinds[] = {"ring-uni", "ring", "torus2d"};
    return std::string(kinds[std::size_t(base.kind)]) + " " + std::to_string(base.rows) + " " +
           std::to_string(base.columns) + " " + std::to_string(base.lanes);
}

const std::vector<FoundExchange>* found_exchanges(const FrontierBase& base) {
    static std::mutex guard;
    static std::map<std::string, std::vector<FoundExchange>> known;
    const std::scoped_lock lock(guard);
    const auto at = known.find(table_key(base));
    const auto& all = at != known.end() ? at->second : known[table_key(base)] = read_all(base);
    return all.empty() ? nullptr : &all;
}

}  // namespace lightsweep::solvers::frontier
