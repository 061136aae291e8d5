// Claims 23, 24, 31 and 40: reduce-scatters against RING, R-HD and Bruck's extremes.
#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_scatter {

using namespace bridge_points;

namespace {

constexpr const char *exchange = "r-hd", *s = "s-bruck";

/// Ratios of two schedulers over all cells of all plain panels.
struct Range {
    double least = HUGE_VAL, most = 0;
    std::size_t cells = 0, above = 0;  ///< above: ratios above 1

    void add(const std::vector<double>& over, const std::vector<double>& under) {
        for (std::size_t i = 0; i < std::min(over.size(), under.size()); ++i) {
            if (!std::isfinite(over[i] / under[i])) continue;
            least = std::min(least, over[i] / under[i]);
            most = std::max(most, over[i] / under[i]);
            ++cells;
            above += over[i] > under[i] * (1 + round_off);
        }
    }
};

std::vector<double> times(const FigureData& data, const FigurePanel& panel, const char* scheduler) {
    const auto* other = beside(data, panel, scheduler);
    return other ? other->read(scheduler) : std::vector<double>{};
}

std::string cells(const Range& range) {
    return std::to_string(range.cells) + " points";
}

}  // namespace

Judgement over_exchanges(const FigureData& data, const Rows& rows) {
    auto result = speedups(data, rows);
    Range range;
    for (const auto* panel : plain_panels(data, "reduce-scatter"))
        if (panel->nodes == 64 && same(panel->per_hop_latency, us))
            range.add(times(data, *panel, exchange), panel->read(recipe));
    result.add("most of " + cells(range) + ", 64 nodes", "R-HD", range.most, factor);
    return result;
}

Judgement never_behind_exchanges(const FigureData& data) {
    Range range, optimum;
    for (const auto* panel : plain_panels(data, "reduce-scatter")) {
        range.add(times(data, *panel, exchange), panel->read(recipe));
        if (panel->has("bridge")) optimum.add(panel->read(recipe), panel->read("bridge"));
    }
    if (range.cells == 0) return {};
    Judgement result{verdict_if(range.least >= 1 - round_off)};
    result.add("least of " + cells(range), "R-HD over the recipe", range.least, factor,
               Reference{1, round_off});
    // The recipe is a schedule like any other: no optimum may be above it.
    if (optimum.cells > 0)
        result.add("least of " + cells(optimum), "recipe over the optimum", optimum.least, factor,
                   Reference{1, round_off});
    return result;
}

Judgement extremes_never_win(const FigureData& data) {
    Range exchanges, rings, pair;
    for (const auto* panel : plain_panels(data, "reduce-scatter")) {
        if (!ran(*panel, {"s-bruck", "g-bruck"})) continue;
        auto extremes = panel->read(s);
        const auto greedy = panel->read("g-bruck");
        for (std::size_t i = 0; i < extremes.size(); ++i)
            extremes[i] = std::min(extremes[i], greedy[i]);
        auto better = times(data, *panel, exchange);
        const auto rings_of = times(data, *panel, ring);
        exchanges.add(better, extremes);
        rings.add(rings_of, extremes);
        for (std::size_t i = 0; i < std::min(better.size(), rings_of.size()); ++i)
            better[i] = std::min(better[i], rings_of[i]);
        pair.add(better, extremes);
    }
    if (exchanges.cells == 0 || rings.cells == 0) return {};
    const auto holds = [](const Range& one) { return one.most <= 1 + round_off; };
    const std::string place = "time over min(S, G), most of ";
    Judgement result{
        verdict_if(holds(exchanges) && holds(rings), holds(pair)),
        {{place + cells(pair), "better of both", pair.most, factor},
         {place + cells(exchanges), "R-HD", exchanges.most, factor, Reference{1, round_off}},
         {place + cells(rings), "RING", rings.most, factor}}};
    add_static_network_against_ring(data, result);
    return result;
}

Judgement recipe_is_optimal(const FigureData& data) {
    std::map<double, Range> by_nodes;
    for (const auto* panel : plain_panels(data, "reduce-scatter"))
        if (panel->has("bridge"))
            by_nodes[panel->nodes].add(panel->read(recipe), panel->read("bridge"));
    if (by_nodes[256].cells < 432) return {};  // fewer points miss those where it fails
    Judgement result{Verdict::reproduced};
    for (const auto& [nodes, range] : by_nodes) {
        const std::string place = readable(nodes, "1") + " nodes, " + cells(range);
        result.add(place, "above the optimum", static_cast<double>(range.above), plain);
        result.add(place, "at most", range.most, factor);
        if (range.above > 0) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

}  // namespace lightsweep::analysis::bridge_scatter
