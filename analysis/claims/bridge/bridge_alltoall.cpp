// Claims 7 and 35 to 39: speedups of all-to-alls over S-Bruck that hold for ranges of points.
#include <algorithm>
#include <cmath>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_alltoall {

using namespace bridge_points;

namespace {

constexpr const char* s = "s-bruck";

Point at(double message, double delay, double per_hop = us) {
    return {.message = message, .delay = delay, .per_hop = per_hop};
}
/// Speedups over S-Bruck at 64 nodes and 1 us per hop, over the messages and delays of the file
/// from those of the point on.
std::vector<double> speedups_from(const FigureData& data, const Point& least) {
    const auto& panel = panel_like(data, least, {s});
    const auto over = panel.read(s), under = panel.read(recipe);
    std::vector<double> all;
    for (std::size_t i = 0; i < over.size(); ++i) {
        if (!std::isfinite(over[i] / under[i])) throw NotInFile{};
        if (panel.messages[i / panel.delays.size()] >= least.message * (1 - round_off) &&
            panel.delays[i % panel.delays.size()] >= least.delay * (1 - round_off))
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

/// Points without packets, and with packets of 1,500 to 9,000 B: the last one of a way of h links
/// adds (h - 1) packets / bandwidth to its step.
std::vector<std::vector<Point>> packets() {
    std::vector<std::vector<Point>> lines;
    for (const double bandwidth : {2.5e10, 1e11})
        for (const double message : {mb, 16 * mb, 256 * mb}) {
            lines.emplace_back();
            for (const double packet : {0., 1500., 4500., 9000.}) {
                auto& point = lines.back().emplace_back(at(message, us, us + packet / bandwidth));
                point.bandwidth = bandwidth;
                point.per_step -= packet / bandwidth;
            }
        }
    return lines;
}

/// Largest over smallest speedup over S-Bruck at points that the paper calls alike.
Judgement alike(const FigureData& data, const std::vector<std::vector<Point>>& lines) {
    Judgement result;
    std::size_t hold = 0;
    for (const auto& points : lines) {
        double least = HUGE_VAL, most = 0;
        for (const auto& point : points) {
            const double value = over_recipe(data, point, s);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        result.add(describe(points.front()) + " and others", "largest over smallest", most / least,
                   factor);
        hold += most <= 1.02 * least;
    }
    result.verdict = verdict_of(hold, lines.size());
    return result;
}

}  // namespace

Judgement hops_do_not_matter(const FigureData& data) {
    double least = HUGE_VAL, most = 0, with_none = HUGE_VAL;
    for (const double hop : {0., .1, .2, .5, 1., 1.5, 2.}) {
        const double value = over_recipe(data, at(16 * mb, ms, hop * us), s);
        (hop == 0 ? with_none : least) = std::min(hop == 0 ? with_none : least, value);
        most = std::max(most, value);
    }
    const std::string item = "S-Bruck, largest over smallest";
    return {verdict_if(most <= 1.02 * least),
            {{"16 MB, 1 ms, 100 ns to 2 us per hop", item, most / least, factor},
             {"16 MB, 1 ms, 0 to 2 us per hop", item, most / std::min(least, with_none), factor,
              rounded(1.012, .001)}}};
}

Judgement typical_speedups(const FigureData& data) {
    const auto all = speedups_from(data, at(kb, us)), slow = speedups_from(data, at(kb, ms));
    const Finding shares[] = {share_within(all, "3x to 10x at all delays", 2.5, 10.5),
                              share_within(slow, "3x to 10x from 1 ms on", 2.5, 10.5)};
    return {
        verdict_of(std::ranges::count_if(shares, [](const auto& o) { return o.value > .5; }), 2),
        {shares[0], shares[1]}};
}

Judgement most_settings(const FigureData& data) {
    const auto share =
        share_within(speedups_from(data, at(kb, us)), "2x to 3x at all delays", 1.5, 3.5);
    return {verdict_if(share.value > .5), {share}};
}

Judgement consistent_above_1_mb(const FigureData& data) {
    const auto none = share_within(speedups_from(data, at(1.7 * mb, us)), "no speedup above 1 MB",
                                   0, 1 + round_off);
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
    for (const double gbps : {400, 200, 800}) {
        points.push_back(at(256 * mb, us));
        points.back().bandwidth = gbps * 1e9 / 8;
    }
    auto lines = packets();
    lines.insert(lines.begin(), points);
    return alike(data, lines);
}

}  // namespace lightsweep::analysis::bridge_alltoall
