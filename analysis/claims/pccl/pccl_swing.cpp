#include "analysis/claims/pccl/pccl_swing.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_swing {

namespace {

/// Bits of every dimension, the smaller ones first.
std::vector<int> bits_of_dimensions(double nodes, int dimensions) {
    const int all = static_cast<int>(std::lround(std::log2(nodes)));
    std::vector<int> bits(static_cast<std::size_t>(dimensions), all / dimensions);
    for (int extra = 0; extra < all % dimensions; ++extra) ++bits[bits.size() - 1 - extra];
    return bits;
}

/// |1 - (-2)^(s+1)| / 3: 1, 1, 3, 5, 11, 21, ...
double reach(int step) {
    return std::abs(1 - std::pow(-2.0, step + 1)) / 3;
}

std::optional<Torus> torus_of(const FigurePanel& panel, int dimensions) {
    const std::string d = std::to_string(dimensions);
    if (panel.topology != "torus" + d + "d" ||
        panel.collective != "reduce-scatter/swing-" + d + "d")
        return std::nullopt;
    for (const char* part : {"congestion_time", "transmission_time", "propagation_time"})
        if (!panel.has("static", part)) return std::nullopt;
    const auto first = [&](const char* part) { return panel.read("static", part).front(); };
    if (!std::isfinite(first("congestion_time"))) return std::nullopt;
    const Hops hops = hops_of_swing(panel.nodes, dimensions);
    return Torus{dimensions,
                 panel.nodes,
                 first("congestion_time") / first("transmission_time"),
                 hops.share,
                 first("propagation_time") / panel.per_hop_latency,
                 hops.links};
}

/// Shares of the reference [%] to one decimal; 0: none.
struct Known {
    int dimensions;
    double nodes, by_links, by_hops;
};
constexpr Known known[] = {
    {2, 128, 6.3, 0}, {2, 16384, 0, 19.2}, {3, 128, .8, 0}, {3, 512, 0, 2.7}, {3, 4096, 0, 3.4}};

}  // namespace

Hops hops_of_swing(double nodes, int dimensions) {
    auto left = bits_of_dimensions(nodes, dimensions);
    std::vector<int> steps(left.size(), 0);
    double links = 0, carried = 0, all = 0, part = 1;
    while (std::ranges::any_of(left, [](int bits) { return bits > 0; }))
        for (std::size_t k = 0; k < left.size(); ++k) {
            if (left[k]-- <= 0) continue;
            const double hops = reach(steps[k]++);
            part /= 2;
            links += hops;
            carried += hops * part;
            all += part;
        }
    return {links, carried / all - 1};
}

std::vector<Torus> tori(const FigureData& data, int dimensions) {
    std::vector<Torus> all;
    for (const auto& panel : data.panels) {
        const auto torus = torus_of(panel, dimensions);
        const bool is_new = torus && std::ranges::none_of(all, [&](const Torus& one) {
                                return one.nodes == torus->nodes;
                            });
        if (is_new) all.push_back(*torus);
    }
    std::ranges::sort(all, [](const Torus& a, const Torus& b) { return a.nodes < b.nodes; });
    return all;
}

void describe(const Torus& torus, Judgement& result) {
    const auto* row = std::ranges::find_if(known, [&](const Known& one) {
        return one.dimensions == torus.dimensions && one.nodes == torus.nodes;
    });
    const Known given = row != std::end(known) ? *row : Known{};
    const std::string place =
        std::to_string(torus.dimensions) + "D torus of " + std::to_string(std::lround(torus.nodes));
    result.add(place, "busiest link", torus.by_links, percent,
               if_given(given.by_links / 100, .001));
    result.add(place, "hops", torus.by_hops, percent, if_given(given.by_hops / 100, .001));
    result.add(place, "links passed", torus.links, plain,
               Reference{torus.expected, 1e-9 * torus.expected});
}

}  // namespace lightsweep::analysis::pccl_swing
