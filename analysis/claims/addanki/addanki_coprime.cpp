// Claim 11: co-prime rings as base topologies.
#include <algorithm>
#include <string>

#include "analysis/claims/addanki/addanki_panels.hpp"

namespace lightsweep::analysis::addanki_model {

namespace {

using addanki_figures::congestion_factor;
using addanki_figures::Panels;
using addanki_figures::speedup;

/// Mean 1/theta over the 63 shifts of 64 nodes with two links of b/2 each, by an independent
/// computation. Offsets 1 and -1 are the bidirectional ring.
constexpr struct {
    const char* offsets;
    double mean;
} references[] = {{"1,-1", 21.67}, {"1,9", 8.70}, {"1,7", 9.15}, {"1,19", 8.20}, {"1,27", 8.20}};

constexpr const char* ring = "1,-1";

std::string two_digits(double value) {
    return printed("%.2f", value);
}

/// "1,-1" for the "1x-1" of the file.
std::string offsets_of(const FigurePanel& panel) {
    std::string text = panel.grid->text(panel.cells, "offsets");
    std::replace(text.begin(), text.end(), 'x', ',');
    return text;
}

std::optional<Reference> reference_of(const std::string& offsets) {
    for (const auto& one : references)
        if (one.offsets == offsets) return rounded(one.mean, 0.01);
    return {};
}

/// Circulants on which the references stand: all-to-all by shifts, 64 nodes, links that share b.
Panels circulants(const FigureData& data) {
    Panels chosen;
    for (const auto& panel : data.panels)
        if (panel.topology == "circulant" && panel.collective == "alltoall/shift" &&
            panel.nodes == 64 && panel.grid->text(panel.cells, "link_bandwidth") == "split" &&
            panel.grid->text(panel.cells, "degree").empty() && panel.has("addanki") &&
            panel.has("static", "congestion_time") && panel.has("static", "transmission_time"))
            chosen.push_back(&panel);
    return chosen;
}

/// The ring's time over this one's: largest quotient over the panel; both over the same grid.
double largest_gain(const FigurePanel& over, const FigurePanel& panel,
                    const std::string& scheduler) {
    const auto slow = over.read(scheduler), fast = panel.read(scheduler);
    double most = 0;
    for (std::size_t i = 0; i < std::min(slow.size(), fast.size()); ++i)
        most = std::max(most, speedup(slow[i], fast[i]));
    return most;
}

/// Panels on the fabric of `like`, itself included.
Panels beside(const Panels& all, const FigurePanel& like) {
    Panels found;
    for (const auto* one : all)
        if (one->grid == like.grid && one->per_step_latency == like.per_step_latency &&
            one->per_hop_latency == like.per_hop_latency)
            found.push_back(one);
    return found;
}

/// Numbers of one circulant beside those of the ring; true if its flow is larger.
bool compare(const FigurePanel& base, const FigurePanel& panel, Judgement& result) {
    const std::string offsets = offsets_of(panel), item = "{" + offsets + "}";
    // All steps carry the same bytes: congestion over transmission is the mean of 1/theta - 1.
    const double mean = *congestion_factor(panel);
    result.add("mean 1/theta over the shifts", item, mean, two_digits, reference_of(offsets));
    for (const auto* scheduler : {"static", "addanki"})
        result.add(std::string("most gain over {1,-1}, ") + scheduler, item,
                   largest_gain(base, panel, scheduler), factor);
    return &panel == &base || mean < *congestion_factor(base);
}

}  // namespace

Judgement coprime_rings(const FigureData& data) {
    Judgement result;
    const auto all = circulants(data);
    for (const auto* base : all) {
        if (offsets_of(*base) != ring) continue;
        const auto others = beside(all, *base);
        if (others.size() < 2) continue;
        bool holds = result.verdict != Verdict::not_reproduced;
        for (const auto* panel : others) holds &= compare(*base, *panel, result);
        result.verdict = verdict_if(holds);
    }
    return result;
}

}  // namespace lightsweep::analysis::addanki_model
