#include "analysis/claims/swot/swot_points.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_points {

namespace {

constexpr double per_step = 20 * us;

bool has_volumes_of_the_release(const FigurePanel& panel) {
    return !panel.collective.starts_with("alltoall/") ||
           panel.grid->text(panel.cells, "volumes") == "swot";
}

bool is_there(const FigurePanel& panel, const Point& point) {
    return panel.collective == point.collective && panel.nodes == point.nodes &&
           key_of(panel, "planes") == point.planes && same(panel.bandwidth, node_bandwidth) &&
           same(panel.per_step_latency, per_step) && has_volumes_of_the_release(panel);
}

std::vector<double> sizes(int count, double ratio) {
    std::vector<double> all;
    for (int i = 0; i < count; ++i) all.push_back(0.125 * mb * std::pow(ratio, i));
    return all;
}

}  // namespace

std::vector<double> sizes_of_figure_7() {
    return sizes(13, 2);
}

std::vector<double> sizes_of_figure_10() {
    return sizes(7, 4);
}

std::optional<std::size_t> Point::cell_in(const FigurePanel& panel, const std::string&) const {
    return is_there(panel, *this) ? panel.cell(message, delay) : std::nullopt;
}

Certified swot_at(const FigureData& data, const Point& point) {
    return {value_at(data, point, "swot"), value_at(data, point, "swot", "lower_bound")};
}

double best_baseline(const FigureData& data, const Point& point) {
    const double lockstep = value_at(data, point, "strawman");
    return std::min(lockstep, found_at(data, point, "one-shot").value_or(lockstep));
}

double reduction(double value, double other) {
    return 1 - value / other;
}

Verdict as_printed(double value, double paper, double digit) {
    const double off = std::abs(value - paper);
    if (off <= digit / 2 * (1 + 1e-9)) return Verdict::reproduced;
    if (value > paper) return Verdict::beaten;
    return off <= 0.1 * paper ? Verdict::close : Verdict::not_reproduced;
}

std::string describe(const Point& point) {
    const std::string place = plain(point.nodes) + " nodes, " + plain(point.planes) + " planes";
    return point.message > 0 ? place + ", " + bytes(point.message) : place;
}

std::string bytes(double value) {
    return readable(value, "kB");
}

void add_line(const Line& line, Judgement& result) {
    const auto add = [&](const std::string& item, double value, std::string (*print)(double),
                         double reference = 0) {
        result.add(line.place, item, value, print, if_given(reference, line.unit));
    };
    add(line.baseline, line.seconds, seconds, line.reference);
    add("SWOT", line.own.value, seconds, line.own_reference);
    add("bound", line.own.bound, seconds);
    add("reduction", reduction(line.own.value, line.seconds), percent);
    add("at most", reduction(line.own.bound, line.seconds), percent);
}

}  // namespace lightsweep::analysis::swot_points
