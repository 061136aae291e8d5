#include "analysis/claims/addanki/addanki_panels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

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

Finding gain_of(const FigurePanel& panel, double value, addanki_reference::Number reference,
                const std::string& what) {
    return {setting(panel) + what, short_name(panel), value, factor, reference};
}

std::size_t peak(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

Judgement judge_panels(const Panels& panels, Trial (*test)(const FigurePanel&)) {
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

}  // namespace lightsweep::analysis::addanki_figures

namespace lightsweep::analysis::addanki_reference {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double hundred_ns = 1e-7, ten_us = 1e-5, any_latency = -1;

/// One line of a table: numbers of up to four collectives on one ring; 0 where none is given.
struct Row {
    std::string_view ring;
    double per_step_latency;
    double hd_near, hd_far, swing, all_to_all;
    double unit;  ///< of the last digit

    double of(const FigurePanel& panel) const {
        if (panel.collective == "allreduce/halving-doubling-near") return hd_near;
        if (panel.collective == "allreduce/halving-doubling-far") return hd_far;
        if (panel.collective == "allreduce/swing") return swing;
        return panel.collective == "alltoall/shift" ? all_to_all : 0;
    }
};

template <std::size_t n>
Number look_up(const Row (&rows)[n], const FigurePanel& panel) {
    if (panel.nodes != 64) return {};
    for (const Row& row : rows) {
        const bool fits = row.per_step_latency == any_latency ||
                          same(panel.per_step_latency, row.per_step_latency);
        if (row.ring == panel.topology && fits && row.of(panel) != 0)
            return rounded(row.of(panel), row.unit);
    }
    return {};
}

bool has_the_fabric(const FigurePanel& panel) {
    return same(panel.per_hop_latency, hundred_ns) && same(panel.bandwidth, 1e11);
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

}  // namespace

Number gain_over_every_step(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring-uni", hundred_ns, 1817, 0, 1708, 3026, 1},
                                   {"ring-uni", ten_us, 650, 0, 635, 758, 1},
                                   {"ring", hundred_ns, 8660, 0, 12460, 5790, 10},
                                   {"ring", ten_us, 906, 0, 935, 861, 1}};
    const bool corner = starts_at_one_kib(panel) && same(panel.delays.back(), 1e-2);
    return corner && has_the_fabric(panel) ? look_up(rows, panel) : Number{};
}

Number limit_over_static(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring-uni", any_latency, 32, 32, 32, 32, 1e-3},
                                   {"ring", any_latency, 2.794, 13.540, 1.571, 10.834, 1e-3},
                                   {"ring-split", any_latency, 5.587, 27.079, 3.143, 21.667, 1e-3}};
    return look_up(rows, panel);
}

Number gain_without_bytes(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring", hundred_ns, 5.699, 0, 3.965, 0, 1e-3}};
    const bool corner = starts_at_one_kib(panel) && same(panel.delays.front(), 1e-9);
    return corner && has_the_fabric(panel) ? look_up(rows, panel) : Number{};
}

Number band_peak(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring-uni", hundred_ns, 1.480, 1.476, 1.478, 1.318, 1e-3},
                                   {"ring", hundred_ns, 1.437, 1.831, 1.424, 1.242, 1e-3},
                                   {"ring-split", hundred_ns, 1.437, 1.882, 1.419, 1.246, 1e-3}};
    return is_the_whole_grid(panel) ? look_up(rows, panel) : Number{};
}

Number band_share(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring-uni", hundred_ns, .082, .070, .079, .227, 1e-3},
                                   {"ring", hundred_ns, .200, .308, .225, .165, 1e-3}};
    return is_the_whole_grid(panel) ? look_up(rows, panel) : Number{};
}

Number links_passed(const FigurePanel& panel) {
    static constexpr Row rows[] = {{"ring-uni", any_latency, 642, 0, 684, 0, 2e-9},
                                   {"ring", any_latency, 126, 0, 84, 0, 2e-9}};
    if (panel.collective != "allreduce/ring") return look_up(rows, panel);
    const bool given = panel.topology == "ring-uni" || panel.topology == "ring";
    return given && panel.nodes == 64 ? Number{rounded(126, 2e-9)} : Number{};
}

Number ring_wins_from_ratio(const FigurePanel& other) {
    static constexpr Row rows[] = {{"ring-uni", any_latency, .2209, 0, 0, 0, 1e-4},
                                   {"ring", any_latency, never, 0, never, 0, 1e-4}};
    return look_up(rows, other);
}

Number ring_wins_from_message(const FigurePanel& other) {
    static constexpr Row hd[] = {{"ring", hundred_ns, 323e3, 0, 0, 0, 1e3}};
    static constexpr Row swing[] = {{"ring", hundred_ns, 0, 0, 1.387e6, 0, 1e3}};
    if (!has_the_fabric(other)) return {};
    const Number found = look_up(hd, other);
    return found ? found : look_up(swing, other);
}

}  // namespace lightsweep::analysis::addanki_reference
