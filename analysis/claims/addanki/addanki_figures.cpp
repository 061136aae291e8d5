// Claims 2 to 4: where figure 1 shows a gain.
#include <algorithm>

#include "analysis/claims/addanki/addanki_claims.hpp"
#include "analysis/claims/addanki/addanki_panels.hpp"

namespace lightsweep::analysis::addanki_figures {

namespace {

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

Trial try_every_step(const FigurePanel& panel) {
    const auto gain = panel.speedup_over("every-step");
    const double corner = gain[panel.delays.size() - 1];
    const double most = gain[peak(gain)];
    return {corner >= 10 && most <= corner * (1 + round_off),
            {gain_of(panel, most, addanki_reference::gain_over_every_step(panel))}};
}

/// 1 + congestion / transmission of the static plan: the speedup where latencies vanish.
std::optional<double> congestion_factor(const FigurePanel& panel, std::size_t row) {
    if (!panel.has("static", "congestion_time") || !panel.has("static", "transmission_time"))
        return {};
    const std::size_t cell = row * panel.delays.size();
    return 1 + panel.read("static", "congestion_time")[cell] /
                   panel.read("static", "transmission_time")[cell];
}

Trial try_static(const FigurePanel& panel) {
    const auto gain = panel.speedup_over("static");
    const std::size_t last = panel.messages.size() - 1;
    Trial trial{gain[last * panel.delays.size()] >= 1.5, {}};
    trial.findings.push_back(gain_of(panel, gain[last * panel.delays.size()], {}));
    if (const auto limit = congestion_factor(panel, last))
        trial.findings.push_back(
            gain_of(panel, *limit, addanki_reference::limit_over_static(panel), ", limit"));
    return trial;
}

Trial try_growth(const FigurePanel& panel) {
    const auto gain = panel.speedup_over("static");
    const std::size_t width = panel.delays.size();
    bool grows = true;
    for (std::size_t i = width; i < gain.size(); ++i)
        grows &= gain[i] >= gain[i - width] * (1 - round_off);
    const auto at = [](double message) { return ", " + readable(message, "B"); };
    auto small = gain_of(panel, gain[0], addanki_reference::gain_without_bytes(panel),
                         at(panel.messages.front()));
    auto large = gain_of(panel, gain[gain.size() - width], {}, at(panel.messages.back()));
    if (!grows) large.mark = "down";
    return {grows, {std::move(small), std::move(large)}};
}

}  // namespace

Judgement gain_over_every_step(const FigureData& data) {
    auto result = judge_panels(data.figure(), try_every_step);
    if (result.verdict == Verdict::reproduced && !reaches_hundred_everywhere(data.figure()))
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement gain_over_static(const FigureData& data) {
    return judge_panels(data.figure(), try_static);
}

Judgement gain_over_static_grows_with_message(const FigureData& data) {
    auto result = judge_panels(data.figure(), try_growth);
    if (!has_both_readings(data.figure())) result.verdict = Verdict::not_judged;
    return result;
}

}  // namespace lightsweep::analysis::addanki_figures
