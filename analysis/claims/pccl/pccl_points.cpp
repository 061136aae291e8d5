#include "analysis/claims/pccl/pccl_points.hpp"

#include <cmath>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::pccl_points {

namespace {

constexpr double bandwidth = 450e9, per_hop = 3 * us;

std::string text_of(const FigurePanel& panel, const char* key, const char* otherwise) {
    const std::string text = panel.grid->text(panel.cells, key);
    return text.empty() ? otherwise : text;
}

/// Everything but message and delay.
bool is_there(const FigurePanel& panel, const Point& point) {
    return panel.collective == point.collective && panel.topology == point.topology &&
           panel.nodes == point.nodes && same(panel.per_hop_latency, per_hop) &&
           same(panel.bandwidth, bandwidth) && panel.per_step_latency == 0 &&
           text_of(panel, "route", "dor") == "dor" && text_of(panel, "pool", "").empty() &&
           key_of(panel, "transmitters") == 0 &&
           text_of(panel, "link_bandwidth", "full") == point.links &&
           option_of(panel, "pccl", "stay_away") == point.stay_away;
}

}  // namespace

std::optional<double> value_at(const FigureData& data, const Point& point,
                               const std::string& scheduler, const std::string& column) {
    return analysis::value_at(data, scheduler, column, [&](const FigurePanel& panel) {
        return is_there(panel, point) ? panel.cell(point.message, point.delay) : std::nullopt;
    });
}

std::vector<std::string> fixed_algorithms(const std::string& collective) {
    const std::string primitive = collective.substr(0, collective.find('/'));
    if (primitive == "alltoall") return {dex};
    std::vector<std::string> all;
    for (const char* algorithm : {"ring", "bucket-2d", "bucket-3d", "swing", "swing-2d", "swing-3d",
                                  "halving-doubling-far"})
        all.push_back(primitive + "/" + algorithm);
    return all;
}

std::optional<Fixed> best_fixed(const FigureData& data, Point point) {
    std::optional<Fixed> best;
    for (const auto& collective : fixed_algorithms(point.collective)) {
        point.collective = collective;
        const auto time = value_at(data, point, "static");
        if (!time) return std::nullopt;
        if (!best || *time < best->seconds) best = {*time, title_of(collective)};
    }
    return best;
}

std::optional<double> over_pccl(const FigureData& data, const Point& point) {
    const auto best = best_fixed(data, point);
    const auto own = value_at(data, point, "pccl");
    return best && own ? std::optional(best->seconds / *own) : std::nullopt;
}

std::optional<double> congestion_factor(const FigureData& data, const Point& point) {
    const auto shared = value_at(data, point, "static", "congestion_time"),
               full = value_at(data, point, "static", "transmission_time");
    return shared && full ? std::optional(1 + *shared / *full) : std::nullopt;
}

Verdict chosen(double most, double at_a_point, double paper) {
    const auto verdict = nearness(most, paper, .1);
    const bool there = nearness(at_a_point, paper, .1) != Verdict::not_reproduced;
    return verdict == Verdict::not_reproduced && there ? Verdict::depends_on_reading : verdict;
}

std::string title_of(const std::string& collective) {
    static const std::vector<std::pair<std::string, std::string>> titles{
        {"ring", "Ring"},
        {"bucket-2d", "B2D"},
        {"bucket-3d", "B3D"},
        {"swing", "S1D"},
        {"swing-2d", "S2D"},
        {"swing-3d", "S3D"},
        {"halving-doubling-far", "RHD"},
        {"hypercube", "DEX"}};
    const std::string algorithm = collective.substr(collective.find('/') + 1);
    for (const auto& [name, title] : titles)
        if (name == algorithm) return title;
    return algorithm;
}

std::string describe(const Point& point) {
    const double binary = point.message / 1048576;
    const bool is_binary = binary >= 1 && binary == std::floor(binary);
    return readable(point.message, is_binary ? "B" : "kB") + ", " + readable(point.delay, "s");
}

}  // namespace lightsweep::analysis::pccl_points
