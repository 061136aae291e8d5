#include "analysis/claims/addanki/addanki_panels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace lightsweep::analysis::addanki_figures {

namespace {

bool is_of_the_figures(const std::string& collective) {
    return collective == "allreduce/halving-doubling-near" ||
           collective == "allreduce/halving-doubling-far" || collective == "allreduce/swing" ||
           collective == "alltoall/shift";
}

/// Whether the values reach from `low` (or below) to `high` (or above), up to round-off.
bool reaches(const std::vector<double>& values, double low, double high) {
    return values.front() <= low * (1 + 1e-9) && values.back() >= high * (1 - 1e-9);
}

Panels panels_if(const FigureData& data, bool (*fits)(const FigurePanel&)) {
    Panels chosen;
    for (const auto& panel : data.panels) {
        const bool complete =
            panel.has("static") && panel.has("every-step") && panel.has("addanki");
        if (complete && panel.nodes == 64 && is_of_the_figures(panel.collective) &&
            reaches(panel.messages, 1024, 1073741824.0) && reaches(panel.delays, 1e-8, 1e-2) &&
            fits(panel))
            chosen.push_back(&panel);
    }
    return chosen;
}

bool is_a_circulant(const FigurePanel& panel) {
    return panel.topology == "circulant";
}

bool has_the_bandwidth(const FigurePanel& panel) {
    return same(panel.bandwidth, 1e11);
}

}  // namespace

Panels figure(const FigureData& data) {
    return panels_if(data, [](const FigurePanel& panel) {
        return !is_a_circulant(panel) && has_the_bandwidth(panel);
    });
}

Panels at_other_bandwidths(const FigureData& data) {
    return panels_if(data, [](const FigurePanel& panel) {
        return !is_a_circulant(panel) && !has_the_bandwidth(panel);
    });
}

Panels on_circulants(const FigureData& data) {
    return panels_if(data, is_a_circulant);
}

double speedup(double other, double best) {
    return other == 0 && best == 0 ? 1.0 : other / best;
}

std::vector<double> speedup_over(const FigurePanel& panel, const std::string& scheduler) {
    auto values = panel.read(scheduler);
    const auto best = panel.read("addanki");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = speedup(values[i], best[i]);
    return values;
}

std::vector<double> speedup_over_both(const FigurePanel& panel) {
    auto values = speedup_over(panel, "static");
    const auto every = speedup_over(panel, "every-step");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::min(values[i], every[i]);
    return values;
}

std::optional<double> congestion_factor(const FigurePanel& panel) {
    if (!panel.has("static", "congestion_time") || !panel.has("static", "transmission_time"))
        return {};
    const std::size_t cell = (panel.messages.size() - 1) * panel.delays.size();
    return 1 + panel.read("static", "congestion_time")[cell] /
                   panel.read("static", "transmission_time")[cell];
}

std::string short_name(const FigurePanel& panel) {
    if (panel.collective == "allreduce/halving-doubling-near") return "HD near";
    if (panel.collective == "allreduce/halving-doubling-far") return "HD far";
    if (panel.collective == "allreduce/swing") return "Swing";
    return panel.collective == "alltoall/shift" ? "all-to-all" : panel.collective;
}

std::string setting(const FigurePanel& panel) {
    return panel.topology + ", " + readable(panel.per_step_latency, "s") + " per step";
}

Finding gain_of(const FigurePanel& panel, double value, Number reference, const std::string& what) {
    return {setting(panel) + what, short_name(panel), value, factor, reference};
}

std::size_t peak(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

Judgement judge_panels(const Panels& panels, const std::function<Trial(const FigurePanel&)>& test) {
    Judgement result;
    std::size_t holds = 0;
    for (const auto* panel : panels) {
        auto trial = test(*panel);
        holds += trial.holds;
        std::ranges::move(trial.findings, std::back_inserter(result.findings));
    }
    if (!panels.empty()) result.verdict = verdict_of(holds, panels.size());
    return result;
}

Number number_for(const FigurePanel& panel, const char* number, const Rows& rows) {
    if (panel.nodes != 64) return {};
    for (const auto& row : rows) {
        const double latency = row.number("per_step_latency", panel.per_step_latency);
        const double value = row.name(panel.collective) == "never"
                                 ? std::numeric_limits<double>::infinity()
                                 : row.number(panel.collective, 0);
        if (row.name("number") == number && row.name("ring") == panel.topology &&
            same(panel.per_step_latency, latency) && value != 0)
            return rounded(value, row.number("unit"));
    }
    return {};
}

bool has_the_fabric(const FigurePanel& panel) {
    return same(panel.per_hop_latency, 1e-7) && has_the_bandwidth(panel);
}

bool starts_at_one_kib(const FigurePanel& panel) {
    return same(panel.messages.front(), 1024);
}

bool is_the_whole_grid(const FigurePanel& panel) {
    if (panel.messages.size() != 23 || panel.delays.size() != 57) return false;
    for (std::size_t k = 0; k < 23; ++k)
        if (!same(panel.messages[k], std::pow(2.0, 10.0 + static_cast<double>(k)))) return false;
    for (std::size_t i = 0; i < 57; ++i)
        if (!same(panel.delays[i], std::pow(10.0, -9 + static_cast<double>(i) / 8))) return false;
    return has_the_fabric(panel);
}

}  // namespace lightsweep::analysis::addanki_figures
