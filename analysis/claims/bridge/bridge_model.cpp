// Claims 30 and 32 to 34: shares of the cost, the time that planning takes, mirrored halves,
// blocks.
#include <algorithm>
#include <cmath>

#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_model {

using namespace bridge_points;

namespace {

constexpr double messages[] = {kb, 100 * kb, mb, 16 * mb, 256 * mb};

/// Shares of a time.
struct Shares {
    double startup, hops, transmission, congestion;

    double largest() const { return std::max({startup, hops, transmission, congestion}); }
};

Shares shares_at(const FigureData& data, const char* primitive, const char* scheduler,
                 double message) {
    const Point point{.message = message, .delay = 10 * us, .primitive = primitive};
    const double total = value_at(data, point, scheduler);
    const auto part = [&](const char* column) {
        return value_at(data, point, scheduler, column) / total;
    };
    return {part("startup_time"), part("propagation_time"), part("transmission_time"),
            part("congestion_time")};
}

/// Links that a step by 2^k passes on blocks of 2 n / z nodes whose ends alone are switched.
double links_on_blocks(double nodes, double ports) {
    const double block = std::max(1.0, std::ceil(2 * nodes / ports));
    double links = 0;
    for (double distance = 1; distance < nodes; distance *= 2) links += std::min(distance, block);
    return links;
}

/// Links that all steps of an all-to-all by g-bruck pass, and pairs that share one: every step
/// carries as much, so that sharing multiplies the transmission of one.
struct Links {
    double passed, shared;
};
std::optional<Links> links_of_steps(const FigurePanel& panel) {
    for (const char* column :
         {"propagation_time", "congestion_time", "transmission_time", "n_steps"})
        if (!panel.has("g-bruck", column)) return std::nullopt;
    const auto first = [&](const char* column) { return panel.read("g-bruck", column).front(); };
    const double sharing = 1 + first("congestion_time") / first("transmission_time");
    const Links links{first("propagation_time") / panel.per_hop_latency,
                      sharing * first("n_steps")};
    const bool fits = panel.collective == "alltoall/bruck" && std::isfinite(links.shared);
    return fits ? std::optional(links) : std::nullopt;
}

}  // namespace

Judgement shares_of_the_cost(const FigureData& data) {
    Judgement result;
    bool holds = true;
    double before = -1;
    for (const double message : messages) {
        const auto bruck = shares_at(data, "alltoall", "s-bruck", message),
                   ring = shares_at(data, "allreduce", "ring-hamiltonian", message);
        holds = holds && bruck.congestion > before && std::abs(ring.congestion) <= round_off;
        before = bruck.congestion;
        if (message == kb) holds = holds && bruck.hops == bruck.largest();
        if (message >= 16 * mb) holds = holds && bruck.congestion == bruck.largest();
        if (message == 256 * mb) holds = holds && ring.transmission == ring.largest();
        const auto add = [&](const char* item, double value, double reference) {
            result.add(decimal_bytes(message), item, value, plain, if_given(reference, .01));
        };
        add("all-to-all, hops", bruck.hops, message == kb ? .86 : 0);
        add("congestion", bruck.congestion, message == 16 * mb ? .89 : 0);
        add("RING, transmission", ring.transmission,
            message == 16 * mb ? .48 : (message == 256 * mb ? .94 : 0));
    }
    result.verdict = verdict_if(holds);
    return result;
}

Judgement planned_in_milliseconds(const FigureData& data) {
    double largest = 0;
    for (const auto& panel : data.panels)
        if (panel.has(recipe)) largest = std::max(largest, panel.nodes);
    if (largest < 256) return {};
    return judge_task_time(data, 0.01);
}

Judgement mirrored_halves(const FigureData& data) {
    constexpr double sizes[] = {kb, mb, 16 * mb, 256 * mb};
    constexpr double references[] = {1.001, 1.36, 1.78, 1.98}, units[] = {.001, .01, .01, .01};
    Judgement result;
    std::size_t doubled = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        Point point{.message = sizes[i], .delay = 10 * us};
        const double plain = value_at(data, point, recipe);
        point.mirrored = 1;
        const double gain = plain / value_at(data, point, recipe);
        doubled += nearness(gain, 2, 1e-9) != Verdict::not_reproduced;
        result.add(decimal_bytes(sizes[i]) + ", 10 us", "gain", gain, factor,
                   rounded(references[i], units[i]));
    }
    result.verdict = verdict_of(doubled, 4);
    return result;
}

Judgement blocks_of_nodes(const FigureData& data) {
    Judgement result;
    bool holds = true;
    for (const auto& panel : data.panels) {
        const double ports = key_of(panel, "switch_ports");
        const auto found = links_of_steps(panel);
        if (ports == 0 || !found) continue;
        const double expected = links_on_blocks(panel.nodes, ports);
        holds = holds && same(found->passed, expected) && same(found->shared, expected);
        result.add(plain(panel.nodes) + " nodes, links of all steps", plain(ports) + " ports",
                   found->passed, plain, Reference{expected, expected * round_off});
    }
    if (result.findings.empty()) return {};
    result.verdict = verdict_if(holds);
    return result;
}

}  // namespace lightsweep::analysis::bridge_model
