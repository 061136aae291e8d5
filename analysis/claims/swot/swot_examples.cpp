// Claims 1 to 2b: figure 5's two schedules on two planes.
#include <algorithm>
#include <cmath>

#include "analysis/claims/swot/swot_points.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::swot_examples {

using namespace swot_points;

namespace {

/// The panel of figure 5: custom steps on 4 nodes and two planes, steps that cost nothing.
const FigurePanel& figure_5(const FigureData& data) {
    const auto found = std::ranges::find_if(data.panels, [](const FigurePanel& one) {
        return one.grid->text(one.cells, "collective") == "custom" && one.nodes == 4 &&
               key_of(one, "planes") == 2 && one.per_step_latency == 0 &&
               index_of(one.delays, 200 * us) == 0 && one.cells.size() == 1;
    });
    if (found == data.panels.end()) throw NotInFile{};
    return *found;
}

/// Its only value of a column.
double number(const FigurePanel& panel, const char* scheduler,
              const char* column = "completion_time") {
    if (!panel.has(scheduler, column)) throw NotInFile{};
    const double value = panel.read(scheduler, column)[0];
    if (!std::isfinite(value)) throw NotInFile{};
    return value;
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
    const auto& panel = figure_5(data);
    const double total = number(panel, "strawman"), ideal = number(panel, "ideal"),
                 share = reduction(ideal, total);
    return {verdict_if(std::abs(share - .533) <= .0005),
            {{"figure 5", "Strawman", total, seconds, rounded(1500 * us, us)},
             {"figure 5", "without delays", ideal, seconds, rounded(700 * us, us)},
             {"figure 5", "reconfiguration", share, percent}}};
}

Judgement optimum_of_figure_5(const FigureData& data) {
    const auto& panel = figure_5(data);
    const double other = number(panel, "strawman");
    const Certified own{number(panel, "swot"), number(panel, "swot", "lower_bound")};
    Judgement result{as_printed(reduction(own.value, other), .2, .01)};
    add_line({"figure 5", "Strawman", other, own, 1500 * us, 1200 * us, us}, result);
    return result;
}

Judgement split_of_figure_5(const FigureData& data) {
    const auto& panel = figure_5(data);
    const double value = number(panel, "swot");
    const auto split = first_split(data, panel);
    if (split.empty()) return {};
    const bool as_drawn = split.size() == 2 && same(split[0], 5 * mb) && same(split[1], 15 * mb);
    Judgement result{verdict_if(as_drawn, true)};
    for (std::size_t i = 0; i < split.size(); ++i)
        result.add("first step", "share " + std::to_string(i + 1), split[i], bytes);
    result.add("first step", "SWOT", value, seconds);
    return result;
}

}  // namespace lightsweep::analysis::swot_examples
