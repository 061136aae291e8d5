// Claims 5 to 7: the band of figure 2 where neither extreme is best.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "analysis/claims/addanki/addanki_claims.hpp"
#include "analysis/claims/addanki/addanki_panels.hpp"

namespace lightsweep::analysis::addanki_figures {

namespace {

std::string fraction(double value) {
    char text[16];
    std::snprintf(text, sizeof text, "%.3f", value);
    return text;
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

Trial try_band(const FigurePanel& panel, addanki_reference::Number peak_reference) {
    const auto gain = panel.speedup_over_both();
    const double most = gain[peak(gain)];
    const auto above =
        std::count_if(gain.begin(), gain.end(), [](double one) { return one > 1.01; });
    const double share = static_cast<double>(above) / static_cast<double>(gain.size());
    return {most > 1.01 && is_diagonal(gain, panel.messages.size(), panel.delays.size()),
            {gain_of(panel, most, peak_reference),
             {setting(panel) + ", share > 1.01", panel.short_name(), share, fraction,
              addanki_reference::band_share(panel), ""}}};
}

}  // namespace

Judgement transitional_regime(const FigureData& data) {
    return judge_panels(data.figure(), [](const FigurePanel& panel) {
        return try_band(panel, addanki_reference::band_peak(panel));
    });
}

Judgement full_vector_regime(const FigureData& data) {
    Panels panels;
    for (const auto& panel : data.panels)
        if (panel.collective == "allreduce/recursive-doubling" && panel.topology == "ring-uni" &&
            panel.has("static") && panel.has("every-step") && panel.has("addanki") &&
            panel.messages.size() > 1)
            panels.push_back(&panel);
    return judge_panels(panels, [](const FigurePanel& panel) {
        // Equal volumes and equal flow in all steps: all or none of them are worth a matching.
        return try_band(panel, Reference{1, round_off});
    });
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
    result.findings = {
        {std::to_string(cells) + " cells", "least speedup", least, exact, Reference{1, 1e-12}, ""}};
    return result;
}

}  // namespace lightsweep::analysis::addanki_figures
