// Claims 1 to 3: figure 5's two schedules on two planes, and the example of the release.
#include <algorithm>
#include <cmath>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_examples {

using namespace swot_points;

namespace {

/// The panel of figure 5: custom steps on 4 nodes and two planes, steps that cost nothing.
const FigurePanel* figure_5(const FigureData& data) {
    const auto found = std::ranges::find_if(data.panels, [](const FigurePanel& one) {
        return one.grid->text(one.cells, "collective") == "custom" && one.nodes == 4 &&
               key_of(one, "planes") == 2 && one.per_step_latency == 0 &&
               index_of(one.delays, 200 * us) == 0 && one.cells.size() == 1;
    });
    return found == data.panels.end() ? nullptr : &*found;
}

/// Its only value of a column; nothing if there is none.
std::optional<double> number(const FigurePanel* panel, const char* scheduler,
                             const char* column = "completion_time") {
    if (!panel || !panel->has(scheduler, column)) return std::nullopt;
    const double value = panel->read(scheduler, column)[0];
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Bytes that the planes carry in the first step of SWOT's schedule, ascending.
std::vector<double> first_split(const FigureData& data, const FigurePanel& panel) {
    const std::string group = "schedules/" + panel.grid->name() + "/swot";
    if (!data.file.ragged(group) || data.file.shape(group, "count").at(0) != 1) return {};
    const auto steps = data.file.read_i64(group, "step"),
               activities = data.file.read_i64(group, "activity");
    const auto bytes = data.file.read_f64(group, "bytes");
    std::vector<double> split;
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i] == 0 && activities[i] == 0) split.push_back(bytes[i]);
    std::ranges::sort(split);
    return split;
}

}  // namespace

Judgement lockstep_of_figure_5(const FigureData& data) {
    const auto* panel = figure_5(data);
    const auto total = number(panel, "strawman"), ideal = number(panel, "ideal");
    if (!total || !ideal) return {};
    const double share = reduction(*ideal, *total);
    return {verdict_if(std::abs(share - .533) <= .0005),
            {{"figure 5", "Strawman", *total, seconds, rounded(1500 * us, us)},
             {"figure 5", "without delays", *ideal, seconds, rounded(700 * us, us)},
             {"figure 5", "reconfiguration", share, percent}}};
}

Judgement optimum_of_figure_5(const FigureData& data) {
    const auto* panel = figure_5(data);
    const auto other = number(panel, "strawman"), value = number(panel, "swot"),
               bound = number(panel, "swot", "lower_bound");
    if (!other || !value || !bound) return {};
    Judgement result;
    add_line({"figure 5", "Strawman", *other, {*value, *bound}, 1500 * us, 1200 * us, us}, result);
    result.verdict = as_printed(reduction(*value, *other), .2, .01);
    return result;
}

Judgement split_of_figure_5(const FigureData& data) {
    const auto* panel = figure_5(data);
    const auto value = number(panel, "swot");
    if (!value) return {};
    const auto split = first_split(data, *panel);
    if (split.empty()) return {};
    Judgement result;
    for (std::size_t i = 0; i < split.size(); ++i)
        result.findings.push_back(
            {"first step", "share " + std::to_string(i + 1), split[i], bytes});
    result.findings.push_back({"first step", "SWOT", *value, seconds});
    const bool as_drawn = split.size() == 2 && same(split[0], 5 * mb) && same(split[1], 15 * mb);
    result.verdict = as_drawn ? Verdict::reproduced : Verdict::depends_on_reading;
    return result;
}

Judgement released_example(const FigureData& data) {
    const Point point{reduce, 8, 2, 32 * mb};
    const auto other = value_at(data, point, "strawman");
    const auto own = swot_at(data, point);
    if (!other || !own) return {};
    Judgement result;
    add_line({describe(point), "Strawman", *other, *own, 1480 * us, 1140 * us, us}, result);
    result.verdict = as_printed(reduction(own->value, *other), .23, .01);
    return result;
}

}  // namespace lightsweep::analysis::swot_examples
