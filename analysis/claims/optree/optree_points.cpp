#include "analysis/claims/optree/optree_points.hpp"

#include <cmath>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::optree_points {

namespace {

constexpr double rate = 5e9, delay = 25e-6;

std::string option_text(const engine::ArrayGroup& group, const std::string& option) {
    const auto number = number_in(group.attributes, option);
    return number ? count(*number) : text_in(group.attributes, option);
}

bool has_options(const FigurePanel& panel, const Point& point, const std::string& scheduler) {
    const auto* group = panel.grid->group(scheduler);
    if (!group) return false;
    const auto wanted = [&](const char* option, const char* usual) {
        const auto found = point.options.find(option);
        return found == point.options.end() ? usual : found->second.c_str();
    };
    for (const auto& [option, usual] :
         {std::pair{"radices", ""}, {"two_items", ""}, {"case_rule", ""}, {"k_rule", "ceil"}}) {
        const bool reads = std::string_view(option) != "k_rule" || scheduler == "optree-formula";
        if (reads && option_text(*group, option) != wanted(option, usual)) return false;
    }
    return true;
}

bool is_there(const FigurePanel& panel, const Point& point) {
    return panel.topology == "wdm-ring" && panel.collective == "allgather/any" &&
           panel.nodes == point.nodes && key_of(panel, "wavelengths") == point.wavelengths &&
           same(key_of(panel, "wavelength_bandwidth"), rate) &&
           key_of(panel, "stages") == point.stages && key_of(panel, "transmitters") == 0 &&
           key_of(panel, "items_per_node", 1) == 1 &&
           (point.item == 0 || same(key_of(panel, "item"), point.item)) &&
           panel.grid->text(panel.cells, "standing") != "held";
}

}  // namespace

std::optional<std::size_t> Point::cell_in(const FigurePanel& panel,
                                          const std::string& scheduler) const {
    return is_there(panel, *this) && has_options(panel, *this, scheduler)
               ? index_of(panel.delays, delay)
               : std::nullopt;
}

double steps_at(const FigureData& data, const Point& point, const std::string& scheduler) {
    return value_at(data, point, scheduler, "n_steps");
}

double formula_steps(const FigureData& data, Point point, const char* rule) {
    point.options["k_rule"] = rule;
    return steps_at(data, point, "optree-formula");
}

std::string title_of(const std::string& scheduler) {
    static const std::map<std::string, std::string> titles{{"optree-formula", "OpTree"},
                                                           {"wrht", "WRHT"},
                                                           {"wdm-ring", "Ring"},
                                                           {"wdm-neighbor", "NE"},
                                                           {"osm", "OSM"}};
    const auto found = titles.find(scheduler);
    return found == titles.end() ? scheduler : found->second;
}

Spread spread_of(const std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double count = static_cast<double>(values.size()), mean = sum / count;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / count)};
}

std::string describe(const Point& point) {
    return "N = " + count(point.nodes) + ", w = " + count(point.wavelengths);
}

std::string count(double value) {
    return printed("%.0f", value);
}

std::string hundredths(double value) {
    return printed("%.2f", value);
}

void add_steps(const std::string& place, const std::string& item, double value, Judgement& result,
               std::optional<double> reference) {
    const auto exact = reference ? std::optional(Reference{*reference, 0}) : std::nullopt;
    result.add(place, item, value, count, exact);
}

}  // namespace lightsweep::analysis::optree_points
