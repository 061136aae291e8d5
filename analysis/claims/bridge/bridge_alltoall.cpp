// Claims 3 to 6 and 8 to 13: speedups of all-to-alls over S- and G-Bruck.
#include <algorithm>
#include <cmath>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_alltoall {

using namespace bridge_points;

namespace {

constexpr const char *s = "s-bruck", *g = "g-bruck", *both = "s-bruck,g-bruck";

Point at(double message, double delay, double per_hop = us) {
    return {.message = message, .delay = delay, .per_hop = per_hop};
}
Point paid(double message, double delay) {
    return {.message = message, .delay = delay, .charge_first = 1};
}
Point among(double nodes, double message, double delay) {
    return {.message = message, .delay = delay, .nodes = nodes};
}

/// Speedups over S-Bruck at 64 nodes and 1 us per hop, over the messages and delays of the file
/// from those of the point on.
std::vector<double> speedups_from(const FigureData& data, const Point& least) {
    std::vector<double> all;
    const auto* panel = panel_like(data, least);
    if (!panel || !panel->has(s)) return all;
    const auto over = panel->read(s), under = panel->read(recipe);
    for (std::size_t i = 0; i < over.size(); ++i) {
        if (!std::isfinite(over[i] / under[i])) return {};
        if (panel->messages[i / panel->delays.size()] >= least.message * (1 - round_off) &&
            panel->delays[i % panel->delays.size()] >= least.delay * (1 - round_off))
            all.push_back(over[i] / under[i]);
    }
    return all;
}

/// The part of them that lies within bounds, as a finding.
Finding share_within(const std::vector<double>& speedups, const char* place, double low,
                     double high) {
    const auto count =
        std::ranges::count_if(speedups, [&](double one) { return one >= low && one < high; });
    return {std::string(place) + ", " + std::to_string(speedups.size()) + " points", "within",
            static_cast<double>(count) / static_cast<double>(speedups.size()), percent};
}

/// Largest over smallest speedup over S-Bruck at points that the paper calls alike.
Judgement alike(const FigureData& data, const std::vector<std::vector<Point>>& lines) {
    Judgement result;
    std::size_t hold = 0;
    for (const auto& points : lines) {
        double least = HUGE_VAL, most = 0;
        for (const auto& point : points) {
            const auto value = over_recipe(data, point, s);
            if (!value) return {};
            least = std::min(least, *value);
            most = std::max(most, *value);
        }
        result.findings.push_back({describe(points.front()) + " and others",
                                   "largest over smallest", most / least, factor});
        hold += most <= 1.02 * least;
    }
    result.verdict = verdict_of(hold, lines.size());
    return result;
}

}  // namespace

Judgement most_over_static(const FigureData& data) {
    return judge(data, {{at(256 * mb, us), s, 10.48, .01, 10.4},
                        {at(256 * mb, 10 * us), s, 10.42, .01, 10.4}});
}

Judgement best_of_both_at_5_ms(const FigureData& data) {
    return judge(data, {{at(128 * mb, 5 * ms), both, 2.063, .001, 2.1},
                        {paid(128 * mb, 5 * ms), both, 2.42, .01}});
}

Judgement over_every_step_at_1_ms(const FigureData& data) {
    return judge(data, {{at(16 * mb, ms), g, 2.563, .001, 2.6}, {paid(16 * mb, ms), g, 3.03, .01}});
}

Judgement best_of_both_at_1_ms(const FigureData& data) {
    return judge(data, {{at(16 * mb, ms, .1 * us), both, 2.37, .01, 2.4},
                        {at(16 * mb, ms), both, 0, 0, 2.4},
                        {at(16 * mb, ms, 2 * us), both, 2.40, .01, 2.4}});
}

Judgement small_hops(const FigureData& data) {
    return judge(data,
                 {{at(16 * mb, us, .1 * us), s, 10.2, .1, 5.4},
                  {at(16 * mb, 100 * us, .1 * us), s, 5.43, .01, 5.4}},
                 Among::any);
}

Judgement static_at_5_ms(const FigureData& data) {
    return judge(data, {{at(32 * mb, 5 * ms), s, 1.398, .001, 1.4}});
}

Judgement large_network(const FigureData& data) {
    auto result = judge(data, {{among(256, kb, 150 * us), s, 1.393, .001, 1.4},
                               {among(256, 16 * mb, 150 * us), s, 0, 0},
                               {among(256, 256 * mb, 150 * us), s, 0, 0}});
    for (const auto& finding : result.findings)
        if (finding.value < 1.35) result.verdict = Verdict::not_reproduced;
    return result;
}

Judgement larger_networks(const FigureData& data) {
    return within(
        data, {{among(128, 256 * mb, us), s, 18.1, .1}, {among(256, 256 * mb, us), s, 31.8, .1}},
        [](const Target&, double value) { return value >= 10 && value < 35; });
}

Judgement millisecond_delays(const FigureData& data) {
    return judge(data,
                 {{at(256 * mb, ms), s, 6.36, .01, 5, 1e-9},
                  {at(256 * mb, 2 * ms), s, 5.19, .01, 5, 1e-9},
                  {at(256 * mb, 5 * ms), s, 3.75, .01, 5, 1e-9}},
                 Among::any);
}

Judgement small_and_large_messages(const FigureData& data) {
    return within(data,
                  {{at(kb, 10 * us, .5 * us), s, 1.54, .01},
                   {at(kb, 10 * us), s, 2.15, .01},
                   {at(250 * kb, 10 * us), s, 3.01, .01},
                   {at(256 * mb, 10 * us), s, 10.42, .01}},
                  [](const Target& target, double value) {
                      return target.at.message > mb ? std::abs(value - 10) < .5
                                                    : value >= 1.35 && value < 3.05;
                  });
}

Judgement hops_do_not_matter(const FigureData& data) {
    double least = HUGE_VAL, most = 0, with_none = HUGE_VAL;
    for (const double hop : {0., .1, .2, .5, 1., 1.5, 2.}) {
        const auto value = over_recipe(data, at(16 * mb, ms, hop * us), s);
        if (!value) return {};
        (hop == 0 ? with_none : least) = std::min(hop == 0 ? with_none : least, *value);
        most = std::max(most, *value);
    }
    const std::string item = "S-Bruck, largest over smallest";
    return {verdict_if(most <= 1.02 * least),
            {{"16 MB, 1 ms, 100 ns to 2 us per hop", item, most / least, factor},
             {"16 MB, 1 ms, 0 to 2 us per hop", item, most / std::min(least, with_none), factor,
              rounded(1.012, .001)}}};
}

Judgement typical_speedups(const FigureData& data) {
    const auto all = speedups_from(data, at(kb, us)), slow = speedups_from(data, at(kb, ms));
    if (all.empty() || slow.empty()) return {};
    const Finding shares[] = {share_within(all, "3x to 10x at all delays", 2.5, 10.5),
                              share_within(slow, "3x to 10x from 1 ms on", 2.5, 10.5)};
    return {
        verdict_of(std::ranges::count_if(shares, [](const auto& o) { return o.value > .5; }), 2),
        {shares[0], shares[1]}};
}

Judgement most_settings(const FigureData& data) {
    const auto all = speedups_from(data, at(kb, us));
    if (all.empty()) return {};
    const auto share = share_within(all, "2x to 3x at all delays", 1.5, 3.5);
    return {verdict_if(share.value > .5), {share}};
}

Judgement consistent_above_1_mb(const FigureData& data) {
    const auto all = speedups_from(data, at(1.7 * mb, us));
    if (all.empty()) return {};
    const auto none = share_within(all, "no speedup above 1 MB", 0, 1 + round_off);
    return {verdict_if(none.value == 0), {none}};
}

Judgement latencies_per_step(const FigureData& data) {
    std::vector<std::vector<Point>> lines;
    for (const double message : {kb, mb, 16 * mb, 256 * mb}) {
        lines.emplace_back();
        for (const double per_step : {0., .5, 1.7, 5.}) {
            lines.back().push_back(at(message, 10 * us));
            lines.back().back().per_step = per_step * us;
        }
    }
    return alike(data, lines);
}

Judgement bandwidths(const FigureData& data) {
    std::vector<Point> points;
    for (const double gbps : {200, 400, 800}) {
        points.push_back(at(256 * mb, us));
        points.back().bandwidth = gbps * 1e9 / 8;
    }
    return alike(data, {points});
}

}  // namespace lightsweep::analysis::bridge_alltoall
