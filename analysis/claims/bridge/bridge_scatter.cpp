// Claims 17 to 21, 23, 24, 26 to 28 and 31: reduce-scatters against RING, R-HD and Bruck's
// extremes.
#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_scatter {

using namespace bridge_points;

namespace {

constexpr const char *exchange = "r-hd", *s = "s-bruck",
                     *all = "s-bruck,g-bruck,r-hd,ring-hamiltonian";
Point at(double message, double delay, double per_hop = us, double nodes = 64) {
    return {.message = message,
            .delay = delay,
            .primitive = "reduce-scatter",
            .nodes = nodes,
            .per_hop = per_hop};
}

/// What two latencies per hop would give.
Point doubled(Point point) {
    point.hop_cost = 2;
    return point;
}

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

Judgement ring_small_messages(const FigureData& data) {
    return judge(data,
                 {{at(kb, us), ring, 8.02, .01, 8.5}, {doubled(at(kb, us)), ring, 8.57, .01}});
}

Judgement ring_at_10_us(const FigureData& data) {
    return judge(data, {{at(kb, 10 * us), ring, 4.97, .01, 5.0},
                        {doubled(at(kb, 10 * us)), ring, 4.83, .01}});
}

Judgement best_of_all(const FigureData& data) {
    return judge(data, {{at(kb, 10 * us), all, 1.38, .01, 1.3},
                        {at(mb, 10 * us), all, 1.30, .01},
                        {at(16 * mb, 10 * us), all, 1.03, .01},
                        {doubled(at(kb, 10 * us)), all, 1.25, .01}});
}

Judgement over_ring(const FigureData& data) {
    return judge(data, {{at(mb, us, 2 * us), ring, 6.56, .01, 6.6},
                        {at(16 * mb, 10 * us), ring, 1.508, .001, 1.5}});
}

Judgement ring_large_messages(const FigureData& data) {
    return judge(data, {{at(64 * mb, us), ring, 1.23, .01, 1.3},
                        {at(32 * mb, 10 * us), ring, 1.29, .01, 1.3},
                        {doubled(at(64 * mb, us)), ring, 1.31, .01}});
}

Judgement over_exchanges(const FigureData& data) {
    auto result = judge(data, {{at(kb, 20 * us), exchange, 1.41, .01, 1.4},
                               {at(16 * mb, 100 * us), exchange, 1.48, .01, 1.5}});
    if (result.verdict == Verdict::not_judged) return result;
    Range range;
    for (const auto* panel : plain_panels(data, "reduce-scatter"))
        if (panel->nodes == 64 && same(panel->per_hop_latency, us))
            range.add(times(data, *panel, exchange), panel->read(recipe));
    result.findings.push_back(
        {"most of " + cells(range) + ", 64 nodes", "R-HD", range.most, factor});
    return result;
}

Judgement never_behind_exchanges(const FigureData& data) {
    Range range, optimum;
    for (const auto* panel : plain_panels(data, "reduce-scatter")) {
        range.add(times(data, *panel, exchange), panel->read(recipe));
        if (panel->has("bridge")) optimum.add(panel->read(recipe), panel->read("bridge"));
    }
    if (range.cells == 0) return {};
    Judgement judgement{Verdict::reproduced,
                        {{"least of " + cells(range), "R-HD over the recipe", range.least, factor,
                          Reference{1, round_off}}}};
    // The recipe is a schedule like any other: no optimum may be above it.
    if (optimum.cells > 0)
        judgement.findings.push_back({"least of " + cells(optimum), "recipe over the optimum",
                                      optimum.least, factor, Reference{1, round_off}});
    if (range.least < 1 - round_off) judgement.verdict = Verdict::not_reproduced;
    return judgement;
}

Judgement large_network_small_messages(const FigureData& data) {
    return judge(data,
                 {{at(kb, us, us, 256), ring, 24.1, .1, 20, 1e-9},
                  {at(mb, us, us, 256), ring, 18.1, .1, 20, 1e-9},
                  {at(kb, us, us, 256), s, 9.4, .1},
                  {doubled(at(kb, us, us, 256)), ring, 25.8, .1}},
                 Among::any);
}

Judgement large_network_32_mb(const FigureData& data) {
    return judge(data, {{at(32 * mb, us, us, 256), ring, 2.90, .01, 3.6},
                        {at(32 * mb, us, us, 256), s, 4.46, .01},
                        {doubled(at(32 * mb, us, us, 256)), ring, 3.55, .01}});
}

Judgement ring_up_to_64_mb(const FigureData& data) {
    Judgement result;
    bool wins = true;
    for (const double message : {kb, mb, 16 * mb, 64 * mb, 256 * mb}) {
        const Target target{at(message, 10 * us), ring, message > 64 * mb ? 1.04 : 1.149,
                            message > 64 * mb ? .01 : .001};
        const auto value = over_recipe(data, target.at, ring);
        if (!value) return {};
        result.findings.push_back(speedup_finding(target, *value));
        if (message < 64 * mb) result.findings.back().reference.reset();
        wins = wins && (message > 64 * mb || *value > 1);
    }
    result.verdict = verdict_if(wins);
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
    const bool both = holds(exchanges) && holds(rings);
    const std::string place = "time over min(S, G), most of ";
    Judgement result{
        both          ? Verdict::reproduced
        : holds(pair) ? Verdict::depends_on_reading
                      : Verdict::not_reproduced,
        {{place + cells(pair), "better of both", pair.most, factor},
         {place + cells(exchanges), "R-HD", exchanges.most, factor, Reference{1, round_off}},
         {place + cells(rings), "RING", rings.most, factor}}};
    if (const auto finding = static_network_against_ring(data)) result.findings.push_back(*finding);
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
        result.findings.push_back(
            {place, "above the optimum", static_cast<double>(range.above), plain});
        result.findings.push_back({place, "at most", range.most, factor});
        if (range.above > 0) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement all_reduces(const FigureData& data) {
    const auto whole = [](Point point) {
        point.primitive = "allreduce";
        return point;
    };
    return judge(data, {{whole(at(mb, us, 2 * us)), ring, 0, 0, 6.6},
                        {whole(at(16 * mb, 10 * us)), ring, 0, 0, 1.5},
                        {whole(at(16 * mb, 100 * us)), exchange, 0, 0, 1.5}});
}

Judgement small_slow_networks(const FigureData& data) {
    return within(
        data, {{at(32 * mb, ms, us, 16), ring, 0, 0}, {at(32 * mb, 5 * ms, us, 16), ring, 0, 0}},
        [](const Target&, double value) { return value < 1; });
}

}  // namespace lightsweep::analysis::bridge_scatter
