// Claims 22 and 25: from where on RING or BRIDGE is faster.
//
// Times are linear in message and latency while the schedules stay, so that a straight line between
// two neighbours of the grid gives the exact place between them.
#include <cmath>
#include <map>

#include "analysis/claims/bridge/bridge_targets.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_scatter {

using namespace bridge_points;

namespace {

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
        const auto mine = value_at(data, point, recipe), theirs = value_at(data, point, ring);
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
    const auto* panel =
        panel_like(data, {.message = 4.8 * mb, .delay = 150 * us, .primitive = "reduce-scatter"});
    if (!panel) return {};
    const auto slow = ring_lead(data, *panel, 150 * us), fast = ring_lead(data, *panel, 10 * us);
    if (slow.empty() || fast.empty() || !std::isfinite(slow.front() + fast.front())) return {};
    const auto begins = falls_through(panel->messages, slow);
    const bool not_before = !falls_through(panel->messages, fast);
    return {verdict_if(begins && not_before),
            {{"150 us", "RING wins from", begins.value_or(INFINITY), decimal_bytes,
              rounded(4.807 * mb, .001 * mb)}}};
}

std::optional<Finding> static_network_against_ring(const FigureData& data) {
    const auto* panel =
        panel_like(data, {.message = 4.8 * mb, .delay = 150 * us, .primitive = "reduce-scatter"});
    if (!panel || !panel->has("s-bruck")) return std::nullopt;
    const auto lead = ring_lead(data, *panel, 150 * us, "s-bruck");
    const auto begins = falls_through(panel->messages, lead);
    return Finding{"64 nodes, faster than S from", "RING", begins.value_or(INFINITY), decimal_bytes,
                   rounded(4.8 * mb, .1 * mb)};
}

Judgement hops_that_pay_at_16_mb(const FigureData& data) {
    const auto once = pays_from(data, 1), twice = pays_from(data, 2);
    if (!once) return {};
    Judgement result;
    result.verdict = nearness(*once / us, 1, .1);
    result.findings = {
        {"16 MB, 150 us", "BRIDGE wins above", *once, seconds, rounded(3.01 * us, .01 * us)}};
    if (twice)
        result.findings.push_back({"the same, hops count 2", "BRIDGE wins above", *twice, seconds});
    return result;
}

}  // namespace lightsweep::analysis::bridge_scatter
