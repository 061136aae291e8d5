#include "analysis/claims/addanki/addanki_panels.hpp"

#include <algorithm>

namespace lightsweep::analysis::addanki_figures {

std::string setting(const FigurePanel& panel) {
    return panel.topology + ", " + readable(panel.per_step_latency, "s") + " per step";
}

Finding gain_of(const FigurePanel& panel, double value, addanki_reference::Number reference,
                const std::string& what) {
    return {setting(panel) + what, panel.short_name(), value, factor, reference, ""};
}

std::size_t peak(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) -
                                    values.begin());
}

namespace {

Verdict verdict_of(std::size_t holds, std::size_t of) {
    if (holds == of) return Verdict::reproduced;
    return holds == 0 ? Verdict::not_reproduced : Verdict::depends_on_reading;
}

}  // namespace

Judgement judge_panels(const Panels& panels, Trial (*test)(const FigurePanel&)) {
    Judgement result;
    std::size_t holds = 0;
    for (const auto* panel : panels) {
        auto trial = test(*panel);
        holds += trial.holds;
        for (auto& finding : trial.findings) result.findings.push_back(std::move(finding));
    }
    if (!panels.empty()) result.verdict = verdict_of(holds, panels.size());
    return result;
}

}  // namespace lightsweep::analysis::addanki_figures
