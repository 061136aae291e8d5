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

std::optional<std::size_t> Point::cell_in(const FigurePanel& panel, const std::string&) const {
    return is_there(panel, *this) ? panel.cell(message, delay) : std::nullopt;
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

Fixed best_fixed(const FigureData& data, Point point) {
    Fixed best{HUGE_VAL, ""};
    for (const auto& collective : fixed_algorithms(point.collective)) {
        point.collective = collective;
        const double time = value_at(data, point, "static");
        if (time < best.seconds) best = {time, title_of(collective)};
    }
    return best;
}

double over_pccl(const FigureData& data, const Point& point) {
    return best_fixed(data, point).seconds / value_at(data, point, "pccl");
}

double congestion_factor(const FigureData& data, const Point& point) {
    return 1 + value_at(data, point, "static", "congestion_time") /
                   value_at(data, point, "static", "transmission_time");
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
