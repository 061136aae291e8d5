// Claims 2 to 5, 7, 13 and 14: where figure 1 shows a gain, and the band of figure 2 where neither
// extreme is best.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/claims/addanki/addanki_panels.hpp"

namespace lightsweep::analysis::addanki_figures {

namespace {

/// True if on every topology some panel has a cell 100 times as fast as every-step.
bool reaches_hundred_everywhere(const Panels& panels) {
    return std::ranges::all_of(panels, [&](const FigurePanel* like) {
        return std::ranges::any_of(panels, [&](const FigurePanel* one) {
            const auto gain = speedup_over(*one, "every-step");
            return one->topology == like->topology && gain[peak(gain)] >= 100;
        });
    });
}

/// The claim differs between the rings, and only while latencies per step are short: it takes the
/// unidirectional and the bidirectional ring at 100 ns or less.
bool has_both_readings(const Panels& panels) {
    const auto has = [&](const char* topology) {
        return std::ranges::any_of(panels, [&](const FigurePanel* one) {
            return one->topology == topology && one->per_step_latency <= 1e-7 * (1 + round_off);
        });
    };
    return has("ring-uni") && has("ring");
}

Trial try_every_step(const FigurePanel& panel, const Rows& rows) {
    const auto gain = speedup_over(panel, "every-step");
    const double corner = gain[panel.delays.size() - 1];
    const double most = gain[peak(gain)];
    return {corner >= 10 && most <= corner * (1 + round_off),
            {gain_of(
                panel, most,
                starts_at_one_kib(panel) && same(panel.delays.back(), 1e-2) && has_the_fabric(panel)
                    ? number_for(panel, "gain over every-step", rows)
                    : Number{})}};
}

Trial try_static(const FigurePanel& panel, const Rows& rows) {
    const auto gain = speedup_over(panel, "static");
    const double large = gain[(panel.messages.size() - 1) * panel.delays.size()];
    Trial trial{large >= 1.5, {gain_of(panel, large, {})}};
    if (const auto limit = congestion_factor(panel))
        trial.findings.push_back(
            gain_of(panel, *limit, number_for(panel, "limit over static", rows), ", limit"));
    return trial;
}

Trial try_growth(const FigurePanel& panel, const Rows& rows) {
    const auto gain = speedup_over(panel, "static");
    const std::size_t width = panel.delays.size();
    bool grows = true;
    for (std::size_t i = width; i < gain.size(); ++i)
        grows &= gain[i] >= gain[i - width] * (1 - round_off);
    const auto at = [](double message) { return ", " + readable(message, "B"); };
    const bool is_corner =
        starts_at_one_kib(panel) && same(panel.delays.front(), 1e-9) && has_the_fabric(panel);
    auto small = gain_of(panel, gain[0],
                         is_corner ? number_for(panel, "gain without bytes", rows) : Number{},
                         at(panel.messages.front()));
    auto large = gain_of(panel, gain[gain.size() - width], {}, at(panel.messages.back()));
    if (!grows) large.mark = "down";
    return {grows, {std::move(small), std::move(large)}};
}

std::string fraction(double value) {
    return printed("%.3f", value);
}

/// The row's peak of figure 2 where it is above 1.01: index of the delay, or -1.
int band_at(const std::vector<double>& gain, std::size_t row, std::size_t width) {
    const auto from = gain.begin() + static_cast<std::ptrdiff_t>(row * width);
    const auto most = std::max_element(from, from + static_cast<std::ptrdiff_t>(width));
    return *most > 1.01 ? static_cast<int>(most - from) : -1;
}

constexpr double significant = 1.1;  ///< a peak of figure 2 that counts

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

Trial try_band(const FigurePanel& panel, const Rows& rows) {
    const auto gain = speedup_over_both(panel);
    const double most = gain[peak(gain)];
    const auto above = std::ranges::count_if(gain, [](double one) { return one > 1.01; });
    const double share = static_cast<double>(above) / static_cast<double>(gain.size());
    const auto number = [&](const char* name) {
        return is_the_whole_grid(panel) ? number_for(panel, name, rows) : Number{};
    };
    return {most >= significant && is_diagonal(gain, panel.messages.size(), panel.delays.size()),
            {gain_of(panel, most, number("band peak")),
             {setting(panel) + ", share > 1.01", short_name(panel), share, fraction,
              number("band share")}}};
}

/// Panels whose steps have latencies above 100 ns, or no more.
Panels with_steps(Panels panels, bool is_long) {
    std::erase_if(panels, [&](const FigurePanel* one) {
        return (one->per_step_latency > 1e-7 * (1 + round_off)) != is_long;
    });
    return panels;
}

}  // namespace

Judgement gain_over_every_step(const FigureData& data, const Rows& rows) {
    auto result = judge_panels(
        figure(data), [&](const FigurePanel& panel) { return try_every_step(panel, rows); });
    if (result.verdict == Verdict::reproduced && !reaches_hundred_everywhere(figure(data)))
        result.verdict = Verdict::depends_on_reading;
    return result;
}

Judgement gain_over_static(const FigureData& data, const Rows& rows) {
    return judge_panels(figure(data),
                        [&](const FigurePanel& panel) { return try_static(panel, rows); });
}

Judgement gain_over_static_grows_with_message(const FigureData& data, const Rows& rows) {
    auto result = judge_panels(figure(data),
                               [&](const FigurePanel& panel) { return try_growth(panel, rows); });
    if (!has_both_readings(figure(data))) result.verdict = Verdict::not_judged;
    return result;
}

Judgement transitional_regime(const FigureData& data, const Rows& rows) {
    return judge_panels(with_steps(figure(data), false),
                        [&](const FigurePanel& panel) { return try_band(panel, rows); });
}

Judgement transitional_regime_of_long_steps(const FigureData& data) {
    return judge_panels(with_steps(figure(data), true),
                        [](const FigurePanel& panel) { return try_band(panel, {}); });
}

Judgement other_bandwidths(const FigureData& data) {
    const auto panels = at_other_bandwidths(data);
    return judge_panels(panels, [](const FigurePanel& panel) {
        const auto over_every = speedup_over(panel, "every-step"),
                   over_static = speedup_over(panel, "static");
        const auto band = try_band(panel, {});
        const double slow = over_every[panel.delays.size() - 1],
                     large = over_static[(panel.messages.size() - 1) * panel.delays.size()];
        const std::string at = ", " + readable(panel.bandwidth, "B/s");
        return Trial{band.holds && slow >= 10 && large >= 1.5,
                     {gain_of(panel, slow, {}, at + ", over every-step"),
                      gain_of(panel, large, {}, at + ", over static"),
                      gain_of(panel, band.findings.front().value, {}, at + ", over both")}};
    });
}

Judgement more_ports(const FigureData& data) {
    std::map<std::string, std::array<double, 2>> most;  // by collective: on one ring, on 3 and more
    Judgement result;
    for (const auto* panel : on_circulants(data)) {
        const auto gain = speedup_over_both(*panel);
        const std::string offsets = panel->grid->text(panel->cells, "offsets");
        const auto rings = 1 + std::ranges::count(offsets, 'x');
        auto& peaks = most[panel->collective];
        if (rings != 2) peaks[rings > 2] = std::max(peaks[rings > 2], gain[peak(gain)]);
        result.add(short_name(*panel) + ", most gain over both",
                   plain(static_cast<double>(rings)) + " rings", gain[peak(gain)], factor);
    }
    if (most.empty()) return {};
    result.verdict = verdict_of(
        std::ranges::count_if(most, [](const auto& one) { return one.second[1] > one.second[0]; }),
        most.size());
    return result;
}

Judgement never_below_one(const FigureData& data) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t cells = 0;
    for (const auto* panel : figure(data))
        for (const double one : speedup_over_both(*panel)) {
            if (std::isnan(one)) continue;  // ruled out by the sweep
            least = std::min(least, one);
            ++cells;
        }
    if (cells == 0) return {};
    return {
        verdict_if(least >= 1 - 1e-12),
        {{std::to_string(cells) + " cells", "least speedup", least, exact, Reference{1, 1e-12}}}};
}

}  // namespace lightsweep::analysis::addanki_figures
