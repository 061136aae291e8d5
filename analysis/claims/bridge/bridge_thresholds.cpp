// Claims 22 and 25: from where on RING or BRIDGE is faster.
//
// Times are linear in message and latency while the schedules stay, so that a straight line between
// two neighbours of the grid gives the exact place between them.

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_scatter {

using namespace bridge_points;

namespace {

constexpr Point at_4_8_mb{.message = 4.8 * mb, .delay = 150 * us, .primitive = "reduce-scatter"};

/// RING's time less another's over the messages of the panel.
std::vector<double> ring_lead(const FigureData& data, const FigurePanel& panel, double delay,
                              const char* scheduler = recipe) {
    std::vector<double> lead;
    const auto* other = beside(data, panel, ring);
    const auto mine = panel.read(scheduler);
    const auto theirs = other ? other->read(ring) : std::vector<double>(mine.size(), NAN);
    for (std::size_t i = 0; i < mine.size(); ++i)
        if (same(panel.delays[i % panel.delays.size()], delay)) lead.push_back(theirs[i] - mine[i]);
    return lead;
}

/// The latency per hop from which BRIDGE beats RING at 16 MB and 150 us; infinite if it never
/// does, nothing if the file lacks the points.
std::optional<double> pays_from(const FigureData& data, double hop_cost) {
    std::map<double, double> behind;
    for (const auto& panel : data.panels) {
        const Point point{.message = 16 * mb,
                          .delay = 150 * us,
                          .primitive = "reduce-scatter",
                          .per_hop = panel.per_hop_latency,
                          .hop_cost = hop_cost};
        if (panel.collective != "reduce-scatter/bruck" || panel.nodes != 64) continue;
        const auto mine = found_at(data, point, recipe), theirs = found_at(data, point, ring);
        if (mine && theirs) behind[point.per_hop] = *mine - *theirs;
    }
    std::vector<double> hops, lead;
    for (const auto& [hop, value] : behind) {
        hops.push_back(hop);
        lead.push_back(value);
    }
    if (hops.size() < 2) return std::nullopt;
    return falls_through(hops, lead).value_or(INFINITY);
}

}  // namespace

Judgement ring_wins_at_150_us(const FigureData& data) {
    const auto& panel = panel_like(data, at_4_8_mb);
    const auto slow = ring_lead(data, panel, 150 * us), fast = ring_lead(data, panel, 10 * us);
    if (slow.empty() || fast.empty() || !std::isfinite(slow.front() + fast.front())) return {};
    const auto begins = falls_through(panel.messages, slow);
    const bool not_before = !falls_through(panel.messages, fast);
    return {verdict_if(begins && not_before),
            {{"150 us", "RING wins from", begins.value_or(INFINITY), decimal_bytes,
              rounded(4.807 * mb, .001 * mb)}}};
}

void add_static_network_against_ring(const FigureData& data, Judgement& result) {
    try {
        const auto& panel = panel_like(data, at_4_8_mb, {"s-bruck"});
        const auto lead = ring_lead(data, panel, 150 * us, "s-bruck");
        result.add("64 nodes, faster than S from", "RING",
                   falls_through(panel.messages, lead).value_or(INFINITY), decimal_bytes,
                   rounded(4.8 * mb, .1 * mb));
    } catch (const NotInFile&) {
    }
}

Judgement hops_that_pay_at_16_mb(const FigureData& data) {
    const double once = need(pays_from(data, 1));
    Judgement result{nearness(once / us, 1, .1)};
    result.add("16 MB, 150 us", "BRIDGE wins above", once, seconds, rounded(3.01 * us, .01 * us));
    if (const auto twice = pays_from(data, 2))
        result.add("the same, hops count 2", "BRIDGE wins above", *twice, seconds);
    return result;
}

}  // namespace lightsweep::analysis::bridge_scatter

namespace lightsweep::analysis::bridge_alltoall {

// Claims 14 to 16: the peak between Bruck's extremes, and where each of them is as fast as BRIDGE.

using namespace bridge_points;

namespace {

/// The largest gain over both of Bruck's extremes over a range of messages, at 10 us.
double peak_gain(const FigureData& data, double per_hop, double charge_first) {
    constexpr std::size_t least_messages = 50;
    const Point point{
        .message = kb, .delay = 10 * us, .per_hop = per_hop, .charge_first = charge_first};
    const auto& panel = panel_like(data, point, {"s-bruck", "g-bruck"}, least_messages);
    const auto s = panel.read("s-bruck"), g = panel.read("g-bruck"), b = panel.read(recipe);
    double most = 0;
    for (std::size_t i = 0; i < b.size(); ++i)
        if (same(panel.delays[i % panel.delays.size()], point.delay)) {
            if (!std::isfinite(s[i] + g[i] + b[i])) throw NotInFile{};
            most = std::max(most, std::min(s[i], g[i]) / b[i]);
        }
    return most;
}

}  // namespace

Judgement peak_between_extremes(const FigureData& data) {
    constexpr double hops[] = {us, .5 * us, .1 * us};
    constexpr double references[2][3] = {{1.93, 2.01, 2.00}, {2.19, 2.18, 2.19}};
    Judgement result{Verdict::reproduced};
    for (const bool paid : {false, true})
        for (std::size_t i = 0; i < 3; ++i) {
            const double value = peak_gain(data, hops[i], paid ? 1 : 0);
            const auto one = nearness(value, 2.1, 1e-9);
            if (better(result.verdict, one)) result.verdict = one;
            result.add(paid ? "peak, first step paid" : "peak, first step free",
                       readable(hops[i], "s") + " per hop", value, factor,
                       Reference{references[paid][i], .015});
        }
    const Point late{.message = 4 * mb, .delay = 10 * us, .per_hop = .1 * us, .charge_first = 1};
    if (const auto value = found_over_recipe(data, late, "s-bruck,g-bruck"))
        result.add("4 MB, first step paid", "100 ns per hop", *value, factor, rounded(1.055, .001));
    return result;
}

Judgement every_step_above_16_mb(const FigureData& data) {
    const auto& panel = panel_like(data, {.message = 1.8 * mb, .delay = 10 * us}, {"g-bruck"});
    const auto b = panel.read(recipe), g = panel.read("g-bruck");
    double equal_from = INFINITY, most_above = 0;
    for (std::size_t i = b.size(); i-- > 0;) {
        if (!same(panel.delays[i % panel.delays.size()], 10 * us)) continue;
        if (!std::isfinite(g[i] + b[i])) return {};
        const double message = panel.messages[i / panel.delays.size()];
        if (g[i] <= b[i] * (1 + round_off)) equal_from = message;
        if (message >= 16 * mb * (1 - round_off)) most_above = std::max(most_above, g[i] / b[i]);
    }
    if (most_above == 0) return {};
    Judgement result{verdict_if(most_above <= 1 + round_off)};
    result.add("from 16 MB on, 10 us, most", "G-Bruck", most_above, factor,
               Reference{1, round_off});
    result.add("equal from, 10 us", "G-Bruck", equal_from, decimal_bytes,
               rounded(1.8 * mb, .1 * mb));
    const Point paid{.message = 16 * mb, .delay = 10 * us, .charge_first = 1};
    if (const auto value = found_over_recipe(data, paid, "g-bruck"))
        result.add(describe(paid), title_of("g-bruck"), *value, factor, rounded(1.018, .001));
    return result;
}

Judgement static_at_1_mb(const FigureData& data) {
    const auto& panel = panel_like(data, {.message = mb, .delay = 150 * us}, {"s-bruck"});
    if (!panel.has(recipe, "reconfiguration_time") || !panel.has(recipe, "n_reconfigurations"))
        return {};
    const auto ratio = [&](double delay) {
        return over_recipe(data, {.message = mb, .delay = delay}, "s-bruck");
    };
    const double before = ratio(150 * us), after = ratio(ms);
    const auto s = panel.read("s-bruck"), b = panel.read(recipe),
               paid = panel.read(recipe, "reconfiguration_time"),
               changes = panel.read(recipe, "n_reconfigurations");
    double critical = 0;  // each schedule that changes beats the ring below some delay
    for (std::size_t i = 0; i < b.size(); ++i)
        if (same(panel.messages[i / panel.delays.size()], mb) && changes[i] > 0)
            critical = std::max(critical, (s[i] - (b[i] - paid[i])) / changes[i]);
    if (critical == 0) return {};
    return {nearness(critical, ms, 1e-9),
            {{"1 MB, as fast from", "S-Bruck", critical, seconds, rounded(294 * us, us)},
             {"1 MB, 150 us", "S-Bruck", before, factor},
             {"1 MB, 1 ms", "S-Bruck", after, factor}}};
}

}  // namespace lightsweep::analysis::bridge_alltoall
