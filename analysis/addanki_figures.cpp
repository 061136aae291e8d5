// Claims 2 to 7: what figures 1 and 2 show.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/addanki_claims.hpp"
#include "analysis/quantity_text.hpp"

namespace lightsweep::analysis::addanki_figures {

namespace {

using Panels = std::vector<const FigurePanel*>;

constexpr double round_off = 1e-9;

/// "ring-uni, 100 ns per step": what the numbers of one line share.
std::string setting(const FigurePanel& panel) {
    return panel.topology + ", " + readable(panel.per_step_latency, "s") + " per step";
}

/// Appends "name value" to the line of the panel's setting.
void append(std::vector<std::string>& lines, const FigurePanel& panel, const std::string& value) {
    const std::string head = setting(panel) + ": ";
    const std::string item = panel.short_name() + " " + value;
    for (auto& line : lines)
        if (line.rfind(head, 0) == 0) {
            line += ", " + item;
            return;
        }
    lines.push_back(head + item);
}

std::size_t peak(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) -
                                    values.begin());
}

Verdict verdict_of(std::size_t holds, std::size_t of) {
    if (holds == of) return Verdict::reproduced;
    return holds == 0 ? Verdict::not_reproduced : Verdict::depends_on_reading;
}

/// Judges every panel of the figures on its own; all, some or none must hold.
template <class Test>
Judgement judge_panels(const Panels& panels, const Test& test) {
    Judgement result;
    std::size_t holds = 0;
    for (const auto* panel : panels) {
        std::string number;
        holds += test(*panel, number);
        append(result.numbers, *panel, number);
    }
    if (!panels.empty()) result.verdict = verdict_of(holds, panels.size());
    return result;
}

/// True if on every topology some panel has a cell 100 times as fast as every-step.
bool reaches_hundred_everywhere(const Panels& panels) {
    return std::all_of(panels.begin(), panels.end(), [&](const FigurePanel* like) {
        return std::any_of(panels.begin(), panels.end(), [&](const FigurePanel* one) {
            const auto gain = one->speedup_over("every-step");
            return one->topology == like->topology && gain[peak(gain)] >= 100;
        });
    });
}

/// The claim differs between the rings, and only while latencies per step are short: it takes the
/// unidirectional and the bidirectional ring at 100 ns or less.
bool has_both_readings(const Panels& panels) {
    const auto has = [&](const char* topology) {
        return std::any_of(panels.begin(), panels.end(), [&](const FigurePanel* one) {
            return one->topology == topology && one->per_step_latency <= 1e-7 * (1 + round_off);
        });
    };
    return has("ring-uni") && has("ring");
}

/// The row's peak of figure 2 where it is above 1.01: index of the delay, or -1.
int band_at(const std::vector<double>& gain, std::size_t row, std::size_t width) {
    const auto from = gain.begin() + static_cast<std::ptrdiff_t>(row * width);
    const auto most = std::max_element(from, from + static_cast<std::ptrdiff_t>(width));
    return *most > 1.01 ? static_cast<int>(most - from) : -1;
}

/// True if the band lies at larger delays for the largest message that has one than for the
/// smallest.
bool is_diagonal(const std::vector<double>& gain, std::size_t rows, std::size_t width) {
    int first = -1, last = -1;
    for (std::size_t row = 0; row < rows; ++row) {
        const int at = band_at(gain, row, width);
        if (at >= 0 && first < 0) first = at;
        if (at >= 0) last = at;
    }
    return first >= 0 && last > first;
}

bool has_band(const FigurePanel& panel, std::string& number) {
    const auto gain = panel.speedup_over_both();
    const double most = gain[peak(gain)];
    const auto above =
        std::count_if(gain.begin(), gain.end(), [](double one) { return one > 1.01; });
    number = factor(most) + " on " +
             percent(static_cast<double>(above) / static_cast<double>(gain.size()));
    return most > 1.01 && is_diagonal(gain, panel.messages.size(), panel.delays.size());
}

}  // namespace

Judgement gain_over_every_step(const FigureData& data) {
    auto result = judge_panels(data.figure(), [](const FigurePanel& panel, std::string& number) {
        const auto gain = panel.speedup_over("every-step");
        const double corner = gain[panel.delays.size() - 1];
        const double most = gain[peak(gain)];
        number = factor(most);
        return corner >= 10 && most <= corner * (1 + round_off);
    });
    if (result.verdict == Verdict::reproduced && !reaches_hundred_everywhere(data.figure()))
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement gain_over_static(const FigureData& data) {
    return judge_panels(data.figure(), [](const FigurePanel& panel, std::string& number) {
        const auto gain = panel.speedup_over("static");
        const double corner = gain[(panel.messages.size() - 1) * panel.delays.size()];
        number = factor(corner);
        return corner >= 1.5;
    });
}

Judgement gain_over_static_grows_with_message(const FigureData& data) {
    auto result = judge_panels(data.figure(), [](const FigurePanel& panel, std::string& number) {
        const auto gain = panel.speedup_over("static");
        const std::size_t width = panel.delays.size();
        bool grows = true;
        for (std::size_t i = width; i < gain.size(); ++i)
            grows &= gain[i] >= gain[i - width] * (1 - round_off);
        number =
            factor(gain[0]) + (grows ? " up to " : " DOWN to ") + factor(gain[gain.size() - width]);
        return grows;
    });
    if (!has_both_readings(data.figure())) result.verdict = Verdict::not_in_file;
    return result;
}

Judgement transitional_regime(const FigureData& data) {
    return judge_panels(data.figure(), has_band);
}

Judgement full_vector_regime(const FigureData& data) {
    Panels panels;
    for (const auto& panel : data.panels)
        if (panel.collective == "allreduce/recursive-doubling" && panel.topology == "ring-uni" &&
            panel.has("static") && panel.has("every-step") && panel.has("addanki") &&
            panel.messages.size() > 1)
            panels.push_back(&panel);
    return judge_panels(panels, has_band);
}

Judgement never_below_one(const FigureData& data) {
    Judgement result;
    double least = std::numeric_limits<double>::infinity();
    std::size_t cells = 0;
    for (const auto* panel : data.figure())
        for (const double one : panel->speedup_over_both()) {
            if (std::isnan(one)) continue;  // ruled out by the sweep
            least = std::min(least, one);
            ++cells;
        }
    if (cells == 0) return result;
    result.verdict = least >= 1 - 1e-12 ? Verdict::reproduced : Verdict::not_reproduced;
    result.numbers = {"least speedup " + exact(least) + " over " + std::to_string(cells) +
                      " cells"};
    return result;
}

}  // namespace lightsweep::analysis::addanki_figures
