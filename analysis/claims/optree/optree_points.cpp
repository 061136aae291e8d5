#include "analysis/claims/optree/optree_points.hpp"

#include <cmath>
#include <cstdio>

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

std::string written(const char* form, double value) {
    char text[32];
    std::snprintf(text, sizeof text, form, value);
    return text;
}

}  // namespace

std::optional<double> value_at(const FigureData& data, const Point& point,
                               const std::string& scheduler, const std::string& column) {
    return analysis::value_at(data, scheduler, column, [&](const FigurePanel& panel) {
        return is_there(panel, point) && has_options(panel, point, scheduler)
                   ? index_of(panel.delays, delay)
                   : std::nullopt;
    });
}

std::optional<double> formula_steps(const FigureData& data, Point point, const char* rule) {
    point.options["k_rule"] = rule;
    return value_at(data, point, "optree-formula");
}

double percent_fewer(double ours, double theirs) {
    const double hundredth = 1e4 * (1 - ours / theirs);
    return std::trunc(hundredth + (hundredth < 0 ? -1e-7 : 1e-7)) / 100;
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
    return written("%.0f", value);
}

std::string hundredths(double value) {
    return written("%.2f", value);
}

Finding steps_finding(const std::string& place, const std::string& item, double value,
                      std::optional<double> reference) {
    const auto exact = reference ? std::optional(Reference{*reference, 0}) : std::nullopt;
    return {place, item, value, count, exact};
}

Finding percent_finding(const std::string& place, const std::string& item, double value,
                        std::optional<double> reference) {
    const auto near = reference ? std::optional(rounded(*reference, 0.01)) : std::nullopt;
    return {place, item, value, hundredths, near};
}

}  // namespace lightsweep::analysis::optree_points
