#include "analysis/claims/bridge/bridge_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_points {

namespace {

std::string algorithm_of(const std::string& scheduler) {
    if (scheduler == "r-hd") return "/halving-doubling-near";
    return scheduler == "ring-hamiltonian" ? "/ring" : "/bruck";
}

std::string primitive_of(const std::string& collective) {
    return collective.substr(0, collective.find('/'));
}

/// Everything but message and delay.
bool holds(const FigurePanel& panel, const Point& point, const std::string& scheduler) {
    return panel.collective == point.primitive + algorithm_of(scheduler) &&
           panel.nodes == point.nodes && panel.has(scheduler) &&
           same(panel.per_hop_latency, point.per_hop) &&
           key_of(panel, "hop_cost", 1) == point.hop_cost &&
           same(panel.bandwidth, point.bandwidth) && same(panel.per_step_latency, point.per_step) &&
           key_of(panel, "switch_ports") == 0 && key_of(panel, "mirrored") == point.mirrored &&
           option_of(panel, "g-bruck", "charge_first") == point.charge_first &&
           option_of(panel, recipe, "reconfigurations") == 0;
}

/// The point of a row, where it differs from the usual one.
Point point_of(const KeyedValues& row) {
    Point at{.message = row.number("message"), .delay = row.number("delay")};
    if (row.names.contains("primitive")) at.primitive = row.names.at("primitive").c_str();
    at.nodes = row.number("nodes", at.nodes);
    at.per_hop = row.number("per_hop", at.per_hop);
    at.hop_cost = row.number("hop_cost", at.hop_cost);
    at.charge_first = row.number("charge_first", at.charge_first);
    return at;
}

std::optional<Measured> speedup_at(const FigureData& data, const KeyedValues& row) {
    const auto point = point_of(row);
    const std::string over = row.name("over");
    const auto value = found_over_recipe(data, point, over);
    if (!value) return std::nullopt;
    return Measured{describe(point), title_of(over), *value, factor};
}

}  // namespace

std::optional<std::size_t> Point::cell_in(const FigurePanel& panel,
                                          const std::string& scheduler) const {
    return holds(panel, *this, scheduler) ? panel.cell(message, delay) : std::nullopt;
}

std::optional<double> found_over_recipe(const FigureData& data, const Point& point,
                                        const std::string& schedulers) {
    double least = std::numeric_limits<double>::infinity();
    std::istringstream names(schedulers);
    for (std::string name; std::getline(names, name, ',');) {
        const auto time = found_at(data, point, name);
        if (!time) return std::nullopt;
        least = std::min(least, *time);
    }
    const auto mine = found_at(data, point, recipe);
    return mine ? std::optional(least / *mine) : std::nullopt;
}

double over_recipe(const FigureData& data, const Point& point, const std::string& schedulers) {
    return need(found_over_recipe(data, point, schedulers));
}

const FigurePanel& panel_like(const FigureData& data, const Point& point,
                              std::initializer_list<const char*> schedulers,
                              std::size_t least_messages) {
    for (const auto& panel : data.panels)
        if (panel.messages.size() >= least_messages && point.cell_in(panel, recipe)) {
            if (!ran(panel, schedulers)) throw NotInFile{};
            return panel;
        }
    throw NotInFile{};
}

std::optional<double> falls_through(const std::vector<double>& x, const std::vector<double>& lead) {
    for (std::size_t i = 1; i < x.size(); ++i)
        if (lead[i - 1] > 0 && lead[i] <= 0)
            return x[i - 1] + (x[i] - x[i - 1]) * lead[i - 1] / (lead[i - 1] - lead[i]);
    return std::nullopt;
}

bool ran(const FigurePanel& panel, std::initializer_list<const char*> schedulers) {
    return std::ranges::all_of(schedulers, [&](const char* name) { return panel.has(name); });
}

const FigurePanel* beside(const FigureData& data, const FigurePanel& panel,
                          const std::string& scheduler) {
    const std::string wanted = primitive_of(panel.collective) + algorithm_of(scheduler);
    for (const auto& other : data.panels)
        if (other.grid == panel.grid && other.collective == wanted && other.has(scheduler) &&
            other.nodes == panel.nodes && other.per_hop_latency == panel.per_hop_latency &&
            key_of(other, "hop_cost", 1) == key_of(panel, "hop_cost", 1))
            return &other;
    return nullptr;
}

std::vector<const FigurePanel*> plain_panels(const FigureData& data, const std::string& primitive) {
    std::vector<const FigurePanel*> chosen;
    for (const auto& panel : data.panels) {
        const Point point{0, 0, primitive.c_str(), panel.nodes, panel.per_hop_latency};
        if (holds(panel, point, recipe)) chosen.push_back(&panel);
    }
    return chosen;
}

std::string decimal_bytes(double value) {
    if (value < mb) return readable(value / kb, "1") + " kB";
    return readable(value / mb, "1") + " MB";
}

std::string describe(const Point& point) {
    std::string text = readable(point.nodes, "1") + " nodes, " + decimal_bytes(point.message) +
                       ", " + readable(point.delay, "s");
    if (point.per_hop != us) text += ", " + readable(point.per_hop, "s") + " per hop";
    if (point.hop_cost != 1) text += ", hops count " + readable(point.hop_cost, "1");
    if (point.charge_first != 0) text += ", first step paid";
    if (point.bandwidth != 1e11) text += ", " + readable(point.bandwidth, "B/s");
    if (point.per_step != 1.7 * us) text += ", " + readable(point.per_step, "s") + " per step";
    return point.mirrored != 0 ? text + ", mirrored" : text;
}

std::string title_of(const std::string& schedulers) {
    static const std::vector<std::pair<std::string, std::string>> titles{
        {"s-bruck", "S-Bruck"},
        {"g-bruck", "G-Bruck"},
        {"r-hd", "R-HD"},
        {"ring-hamiltonian", "RING"},
        {"s-bruck,g-bruck", "S, G"},
        {"s-bruck,g-bruck,r-hd,ring-hamiltonian", "all others"}};
    for (const auto& [name, title] : titles)
        if (name == schedulers) return title;
    return schedulers;
}

Judgement speedups(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, speedup_at);
}

Judgement some_speedup(const FigureData& data, const Rows& rows) {
    return judge_rows(data, rows, speedup_at, true);
}

}  // namespace lightsweep::analysis::bridge_points
