#include "analysis/claims/bridge/bridge_points.hpp"

#include <algorithm>
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

std::vector<std::string> split(const std::string& names) {
    std::vector<std::string> list;
    std::istringstream stream(names);
    for (std::string name; std::getline(stream, name, ',');) list.push_back(name);
    return list;
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

}  // namespace

std::optional<double> value_at(const FigureData& data, const Point& point,
                               const std::string& scheduler, const std::string& column) {
    return analysis::value_at(data, scheduler, column, [&](const FigurePanel& panel) {
        return holds(panel, point, scheduler) ? panel.cell(point.message, point.delay)
                                              : std::nullopt;
    });
}

std::optional<double> over_recipe(const FigureData& data, const Point& point,
                                  const std::string& schedulers) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& name : split(schedulers)) {
        const auto time = value_at(data, point, name);
        if (!time) return std::nullopt;
        least = std::min(least, *time);
    }
    const auto mine = value_at(data, point, recipe);
    return mine ? std::optional(least / *mine) : std::nullopt;
}

const FigurePanel* panel_like(const FigureData& data, const Point& point,
                              std::size_t least_messages) {
    for (const auto& panel : data.panels)
        if (panel.messages.size() >= least_messages && panel.cell(point.message, point.delay) &&
            holds(panel, point, recipe))
            return &panel;
    return nullptr;
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
    if (value < mb) return readable(value / kb, "1") + " KB";
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

Finding speedup_finding(const Target& target, double value) {
    return {describe(target.at), title_of(target.others), value, factor,
            if_given(target.reference, target.unit)};
}

Judgement judge(const FigureData& data, const std::vector<Target>& targets, Among among) {
    Judgement result;
    std::optional<Verdict> least, most;
    for (const auto& target : targets) {
        const auto value = over_recipe(data, target.at, target.others);
        if (!value && target.paper > 0) return {};
        if (!value) continue;
        result.findings.push_back(speedup_finding(target, *value));
        if (target.paper == 0) continue;
        const auto one = nearness(*value, target.paper, target.digit);
        if (!least || better(*least, one)) least = one;
        if (!most || better(one, *most)) most = one;
    }
    result.verdict = least.value_or(Verdict::not_judged);
    if (among == Among::any && least == Verdict::not_reproduced && most != least)
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement within(const FigureData& data, const std::vector<Target>& targets,
                 bool (*holds)(const Target&, double)) {
    Judgement result;
    bool all = true;
    for (const auto& target : targets) {
        const auto value = over_recipe(data, target.at, target.others);
        if (!value) return {};
        result.findings.push_back(speedup_finding(target, *value));
        all = all && holds(target, *value);
    }
    result.verdict = verdict_if(all);
    return result;
}

}  // namespace lightsweep::analysis::bridge_points
